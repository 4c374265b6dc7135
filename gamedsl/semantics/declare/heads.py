"""Sections of nouns and heads of paragraphs -> symbols; bodies are left for later passes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.suggest import listed, suggest
from gamedsl.internal_errors import working_on
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.functions import BUILTINS
from gamedsl.semantics.expressions.names import SPECIAL
from gamedsl.semantics.expressions.words import references
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.symbols import ParagraphHead, Symbols, TermHead
from gamedsl.source import Span, first_line
from gamedsl.syntax import nodes
from gamedsl.syntax.grammar.field_words import HEADER_FIELDS
from gamedsl.syntax.sentences.numbers import NUMBERS

MOST_SEATS = 12
_ItemT = TypeVar("_ItemT", bound=nodes.Node)
OPPONENTS_OF = ("easy", "medium", "hard")
"""Levels of play, for which a rule file may say which players suit the game."""
_OPPONENTS = re.compile(r"random|quick|greedy|mcts:[1-9]\d{0,5}|mcts:\d{1,3}(\.\d+)?s")
"""Players of the program as a rule file names them: none in Python of anybody's own."""
_KNOWN_FACTS = ("goal", "designer", "year", "publisher", "edition", "minutes", "labels", "source", "note")
_FACTS = (*_KNOWN_FACTS, *OPPONENTS_OF)
_CARD_SECTIONS = ("phases", "actions", "rules", "triggers", "modifiers")


def items(game: nodes.GameFile, keyword: str, kind: type[_ItemT]) -> Iterator[_ItemT]:
    """Walk the items of one kind in all sections of one keyword."""
    for section in game.sections:
        if section.keyword == keyword:
            for item in section.items:
                if isinstance(item, kind):
                    yield item


class Names:
    """Keeps one name space: a second thing of one name is reported with the place of the first."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._first: dict[str, tuple[Span, str]] = {}

    def add(self, name: str, kind: str, span: Span, reserved: bool = False) -> bool:
        """Take a name; return False (after a report) when it is taken already."""
        if reserved and name in SPECIAL:
            self._symbols.report("GDNAM03", span, name=name, other="a word of the language")
            return False
        if name in self._first:
            first, what = self._first[name]
            labels = (Label(first, f"the {what} of this name"),)
            self._symbols.report("GDNAM02", span, labels=labels, kind=kind, name=name)
            self._symbols.twice.add(name)
            return False
        self._first[name] = (span, kind)
        return True


def declare_header(symbols: Symbols, game: nodes.GameFile) -> None:
    """Read ``players: 3 to 6 as …`` of the header."""
    players = [field for field in game.fields if isinstance(field, nodes.Players)]
    for field in game.fields:
        if not isinstance(field, nodes.Players) and not (
            isinstance(field, nodes.Condition) and field.keyword == "when"
        ):
            allowed = ", ".join(f"`{word}`" for word in HEADER_FIELDS)
            symbols.report("GDNAM06", field.span, field=keyword_of(field), paragraph="the header", allowed=allowed)
    head = _number_of_players(symbols, game, players)
    symbols.low, symbols.high = head.low, head.high
    symbols.named_seats = bool(head.names)
    names = head.names or tuple("ABCDEFGHIJKL"[: head.high])
    if len(names) != head.high:
        wanted, found = f"{head.high} names of seats", f"{len(names)}"
        symbols.report("GDTYP01", head.span, expected=wanted, found=found, hint="one name for each player")
        names = (*names, *(f"Seat{seat + 1}" for seat in range(len(names), head.high)))[: head.high]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        symbols.report("GDNAM02", head.span, kind="seat", name=twice)
    for name in names:
        if name in SPECIAL:
            symbols.report("GDNAM03", head.span, name=name, other="a word of the language")
    symbols.seat_names = names
    for seat, name in enumerate(names):
        symbols.add_constant(name, t.PlayerType(), seat)


def _number_of_players(symbols: Symbols, game: nodes.GameFile, players: list[nodes.Players]) -> nodes.Players:
    """Return how many can play; after an error any number, so that no seat is missed besides."""
    if not players:
        symbols.report("GDSYN35", first_line(game.span))
        return nodes.Players(1, MOST_SEATS)
    head = players[0]
    anybody = nodes.Players(1, len(head.names) or MOST_SEATS, head.names, span=head.span)
    for number in dict.fromkeys((head.low, head.high)):
        if not 1 <= number <= MOST_SEATS:
            target = "the number of players"
            symbols.report("GDRNG01", head.span, target=target, range=f"1..{MOST_SEATS}", found=str(number), help="")
            return anybody
    if head.low > head.high:
        write = f"`players: {head.high} to {head.low}`"
        symbols.report("GDRNG05", head.span, range=f"{head.low} to {head.high} players", write=write)
        return nodes.Players(head.high, head.low, head.names, span=head.span)
    return head


def declare_facts(symbols: Symbols, game: nodes.GameFile) -> tuple[tuple[str, str], ...]:
    """Read ``about``."""
    facts = []
    for fact in items(game, "about", nodes.Fact):
        if fact.key not in _FACTS:
            symbols.report("GDNAM08", fact.span, key=fact.key, known=listed(_FACTS))
        elif fact.key in OPPONENTS_OF and not _OPPONENTS.fullmatch(fact.text):
            wanted, found = 'a player such as "greedy" or "mcts:200"', f'"{fact.text}"'
            symbols.report("GDTYP01", fact.span, expected=wanted, found=found, hint="docs/bots.md tells them all")
        facts.append((fact.key, fact.text))
    return tuple(facts)


def declare_options(symbols: Symbols, game: nodes.GameFile, values: Names) -> None:
    """Read ``options``: bools, words, or ints, perhaps with ``unlimited``; the first value is the default."""
    for node in items(game, "options", nodes.Choices):
        if not values.add(node.name, "option", node.name_span, reserved=True):
            continue
        chosen = tuple(choice.value for choice in node.choices)
        kinds = {type(value) for value in chosen}
        has_numbers = kinds == {int} or (
            kinds == {int, str} and [v for v in chosen if type(v) is str] == [model.NO_LIMIT]
        )
        if len(kinds) > 1 and not has_numbers:
            hint = "numbers may have `unlimited` beside them, for no limit at all"
            symbols.report("GDTYP01", node.span, expected="values of one sort", found="a mixture", hint=hint)
            symbols.broken |= {node.name, *(str(value) for value in chosen)}
            continue
        _report_twice(symbols, node)
        kind: t.Type
        if kinds == {bool}:
            kind = t.BoolType()
        elif has_numbers:
            numbers = [value for value in chosen if isinstance(value, int)]
            kind = t.IntType(min(numbers), max(numbers))
            kind = t.MaybeType(kind) if model.NO_LIMIT in chosen else kind
        else:
            kind = t.WordType(node.name)
            _declare_words(symbols, node)
        symbols.options[node.name] = model.Option(
            name=node.name,
            span=node.name_span,
            words=plain(node.words, f"options.{node.name}"),
            references=references(node.words),
            type=kind,
            values=chosen,
        )


def _report_twice(symbols: Symbols, node: nodes.Choices) -> None:
    seen = set()
    for choice in node.choices:
        if choice.value in seen:
            symbols.report("GDNAM02", choice.span, kind="value", name=str(choice.value))
        seen.add(choice.value)


def plain(words: nodes.Words | None, key: str) -> core.Text | None:
    """Return words that may have no slots (of nouns read before anything else is known)."""
    if words is None or not words.parts:
        return None
    parts = tuple(part for part in words.parts if isinstance(part, str))
    return core.Text(span=words.span, key=key, parts=parts, references=references(words))


def check_plain_words(symbols: Symbols, game: nodes.GameFile) -> None:
    """Report values in words of nouns: these are shown where nothing is known about the moment."""
    written = [game.words]
    for section in game.sections:
        if section.keyword in ("options", "types", "components", "table", "display"):
            for item in section.items:
                entries = item.items if isinstance(item, nodes.EachBlock) else (item,)
                named = nodes.Choices | nodes.Entry | nodes.Paragraph
                written += [entry.words for entry in entries if isinstance(entry, named)]
        elif section.keyword == "actions":
            written.append(section.words)
    for words in written:
        for part in words.parts or () if words is not None else ():
            if isinstance(part, nodes.Slot):
                hint = "values may stand in the words of phases, actions, rules, picks, conditions and steps"
                symbols.report("GDTYP01", part.span, expected="plain words", found="a value in braces", hint=hint)


def _declare_words(symbols: Symbols, node: nodes.Choices) -> None:
    words = tuple(str(choice.value) for choice in node.choices)
    symbols.word_lists[node.name] = model.WordList(
        name=node.name,
        span=node.name_span,
        words=plain(node.words, f"types.{node.name}"),
        references=references(node.words),
        words_of=words,
    )
    for index, word in enumerate(words):
        symbols.add_constant(word, t.WordType(node.name), index)


def _spelt_out(symbols: Symbols, node: nodes.Choices) -> bool:
    """Report numbers beside words and read them as words; tell whether the list is such a mixture."""
    values = [choice.value for choice in node.choices]
    if not any(isinstance(value, str) for value in values) or any(isinstance(value, bool) for value in values):
        return False
    spelt = {number: word for word, number in NUMBERS.items()}
    words = [value if isinstance(value, str) else spelt.get(value, f"n{value}".replace("-", "_")) for value in values]
    at = node.choices[0].span.to(node.choices[-1].span)
    hint = f"spell the numbers out: `{', '.join(words)}`"
    symbols.report("GDTYP01", at, expected="words", found="numbers and words", hint=hint)
    choices = (attrs.evolve(one, value=word) for one, word in zip(node.choices, words, strict=True))
    _declare_words(symbols, attrs.evolve(node, choices=tuple(choices)))
    return True


def declare_types(symbols: Symbols, game: nodes.GameFile, types: Names) -> None:
    """Read ``types``: ordered lists of words."""
    for node in items(game, "types", nodes.Choices):
        if not types.add(node.name, "type", node.name_span, reserved=True):
            continue
        if node.name in TYPE_WORDS:
            symbols.report("GDNAM03", node.name_span, name=node.name, other="a type of the language")
            continue
        _report_twice(symbols, node)
        wrong = next((choice for choice in node.choices if not isinstance(choice.value, str)), None)
        if wrong is not None:
            is_bool = isinstance(wrong.value, bool)
            if not is_bool and _spelt_out(symbols, node):
                continue
            hint = "the type of yes and no is `bool`" if is_bool else "numbers need no list: `1..6`"
            found = "yes or no" if is_bool else "a number"
            symbols.report("GDTYP01", wrong.span, expected="a word", found=found, hint=hint)
            symbols.broken.add(node.name)
            continue
        _declare_words(symbols, node)


# ---------------------------------------------------------------- types as written


_PLAIN_TYPES: dict[str, t.Type] = {"bool": t.BoolType(), "player": t.PlayerType(), "words": t.TextType()}


_NUMBER = "number"
"""A number whose end does not matter; a kind or list of words of this name goes before it."""

TYPE_WORDS = (*_PLAIN_TYPES, "condition", "formula", "rule")
"""Types that no game can define anew."""


def resolve(symbols: Symbols, node: nodes.TypeExpr) -> t.Type:
    """Return the type that is written; unknown ones are reported."""
    match node:
        case nodes.NamedType(name):
            return _named_type(symbols, node, name)
        case nodes.RangeType(low, high):
            if low > high:
                symbols.report("GDRNG05", node.span, range=f"{low}..{high}", write=f"`{high}..{low}`")
                return t.UnknownType()
            return t.IntType(low, high)
        case nodes.SetType(item):
            inner = resolve(symbols, item)
            if not isinstance(inner, t.UnknownType) and not _countable(symbols, inner):
                hint = "a set holds words, numbers of a small range, players or things"
                symbols.report("GDTYP01", item.span, expected="a type with few values", found=f"`{inner}`", hint=hint)
                return t.UnknownType()
            return inner if isinstance(inner, t.UnknownType) else t.SetType(inner, symbols.members(inner))
        case nodes.DesignType(kind):
            if kind not in symbols.kinds:
                symbols.unknown(node.span, "kind of component", kind, lambda: list(symbols.kinds))
                return t.UnknownType()
            symbols.used.add("components." + kind)
            return t.DesignType(kind)
        case nodes.MaybeType(item):
            inner = resolve(symbols, item)
            if isinstance(inner, t.SetType | t.TextType):
                hint = "an empty set is `{}`: leave out `or none`" if isinstance(inner, t.SetType) else ""
                symbols.report("GDTYP01", node.span, expected="one value or none", found=f"`{inner}`", hint=hint)
                return t.UnknownType()
            return inner if isinstance(inner, t.UnknownType) else t.MaybeType(inner)
        case nodes.ZoneType() | nodes.DiceType():
            what = "dice" if isinstance(node, nodes.DiceType) else f"a {node.form}"
            hint = "dice stand under `components`, and where they lie is a zone: `cup: heap of die`"
            hint = hint if what == "dice" else "zones stand under `table`"
            symbols.report("GDTYP01", node.span, expected="a type of values", found=what, hint=hint)
            return t.UnknownType()
        case _:
            raise TypeError(f"unknown type {type(node).__name__}")


def _countable(symbols: Symbols, kind: t.Type) -> bool:
    single = not isinstance(kind, t.TextType | t.MaybeType | t.SetType | t.ListType)
    return single and symbols.members(kind) <= 10_000


_OTHERWISE = {
    **dict.fromkeys(("counter", "dice", "chart"), "counters, dice and charts stand under `components`"),
    **dict.fromkeys(("int", "integer"), "for a number write its range, such as `0..99`; `number` has no end"),
    **dict.fromkeys(("boolean", "flag"), "for yes or no write `bool`"),
    **dict.fromkeys(("text", "string"), "there are no texts to count with; list the words under `types`"),
}
"""A word that is no type -> what to write; only where no known type is spelt like it."""


def _as_start(symbols: Symbols, name: str) -> str:
    """Return what to write for a value in the place of its type; empty for any other name."""
    kinds = [kind for kind, _ in symbols.constants.get(name, ())]
    kind = "bool" if name in ("yes", "no") else "player" if name in symbols.seat_names else ""
    words = [one.words for one in kinds if isinstance(one, t.WordType)]
    kind = kind or (words[0] if len(words) == 1 else "")
    return f"say first what it can be: `{kind} = {name}`" if kind else ""


def _named_type(symbols: Symbols, node: nodes.NamedType, name: str) -> t.Type:
    if name in _PLAIN_TYPES:
        return _PLAIN_TYPES[name]
    if name in symbols.twice:
        return t.UnknownType()
    if name in symbols.word_lists and name not in symbols.options:
        symbols.used.add("types." + name)
        return t.WordType(name)
    if name in symbols.kinds:
        symbols.used.add("components." + name)
        return t.PieceType(name)
    if name == _NUMBER:
        return t.IntType(is_open=True)
    known = [*_PLAIN_TYPES, _NUMBER, *(w for w in symbols.word_lists if w not in symbols.options), *symbols.kinds]
    otherwise = _OTHERWISE.get(name.lower(), "") or _as_start(symbols, name)
    symbols.unknown(node.span, "type", name, lambda: known, otherwise=otherwise)
    return t.UnknownType()


def key_name(key: nodes.Key) -> str:
    """Return the name of a key; an unnamed one is called as its type (``[branch]``)."""
    if key.name is not None:
        return key.name
    match key.type:
        case nodes.NamedType(name):
            return name
        case nodes.SetType(nodes.NamedType(name)):
            return name
        case nodes.SetType() | nodes.RangeType() | nodes.MaybeType() | nodes.DesignType():
            return "place"
        case nodes.ZoneType() | nodes.DiceType():
            return "place"
        case _:
            raise TypeError(f"unknown type {type(key.type).__name__}")


def resolve_keys(symbols: Symbols, keys: tuple[nodes.Key, ...]) -> tuple[model.Key, ...] | None:
    """Return the keys of an entry, column or chart; None after an error."""
    made: list[model.Key] = []
    for key in keys:
        is_set = isinstance(key.type, nodes.SetType)
        inner = key.type.item if isinstance(key.type, nodes.SetType) else key.type
        kind = resolve(symbols, inner)
        if isinstance(kind, t.UnknownType):
            return None
        if any(known.name == key_name(key) for known in made):
            symbols.report("GDNAM02", key.span, kind="key", name=key_name(key))
            return None
        if not _countable(symbols, kind):
            hint = "a key needs an end: write its range, such as `0..20`" if isinstance(kind, t.IntType) else ""
            symbols.report("GDTYP01", key.span, expected="a type with few values", found=f"`{kind}`", hint=hint)
            return None
        made.append(model.Key(name=key_name(key), type=kind, is_set=is_set))
    return tuple(made)


# ---------------------------------------------------------------- heads of terms and paragraphs


def owned_items(
    symbols: Symbols, game: nodes.GameFile, keyword: str, kind: type[_ItemT]
) -> Iterator[tuple[_ItemT, str]]:
    """Walk the items of one kind in all sections of one keyword, each with the ``K`` of its ``each K`` ("": common)."""
    for item in items(game, keyword, nodes.Node):
        if isinstance(item, kind):
            yield item, ""
        elif isinstance(item, nodes.EachBlock):
            each = item.kind
            if each != "player" and each not in symbols.kinds:
                symbols.unknown(item.span, "kind of component", each, lambda: ["player", *symbols.kinds])
                meant = suggest(each, ["player", *symbols.kinds])
                if not meant:
                    symbols.broken |= {inner.name for inner in item.items if not isinstance(inner, nodes.Removal)}
                    continue
                each = meant[0]  # Whatever is misspelt is told once: what stands under it belongs to the nearest.
            yield from ((inner, each) for inner in item.items if isinstance(inner, kind))


def declare_terms(symbols: Symbols, game: nodes.GameFile, values: Names) -> None:
    """Read the heads of ``terms``."""
    for term, each in owned_items(symbols, game, "terms", nodes.Term):
        _declare_term(symbols, term, each, values)


def _declare_term(symbols: Symbols, node: nodes.Term, each: str, values: Names) -> None:
    full = f"{each}.{node.name}" if each else node.name
    if values.add(full, "term", node.name_span, reserved=True):
        symbols.terms[full] = TermHead(node=node, each=each, key=f"terms.{full}")
    if node.params and full in BUILTINS:  # `you.count(…)` is a call of its own; a term without parameters is no call
        report_builtin(symbols, full, "term", node.name_span)
        symbols.used.add("terms." + full)


def report_builtin(symbols: Symbols, name: str, kind: str, span: Span) -> None:
    """Report what is called in brackets and has the name of a built-in function; its calls are not judged as well."""
    symbols.report("GDNAM10", span, kind=kind, name=name)
    symbols.broken.add(name)


def check_attributes(symbols: Symbols) -> None:
    """Report things under ``each K`` that are called as something that K has already."""
    found = [(zone.name, zone.each, zone.span) for zone in symbols.zones.values()]
    found += [(value.name, value.each, value.span) for value in symbols.values.values()]
    found += [(name, head.each, head.node.name_span) for name, head in symbols.terms.items()]
    for full, each, span in found:
        name = full.removeprefix(each + ".")
        if each and name in _inborn(symbols, each):
            symbols.report("GDNAM03", span, name=name, other=f"an attribute of `{each}`")


def _inborn(symbols: Symbols, each: str) -> list[str]:
    if each == "player":
        return ["points", *(name for name, kind in symbols.kinds.items() if symbols.is_own_piece(kind))]
    keys = [key.name for zone in symbols.zones_of(each) for key in zone.keys]
    return ["owner", "design", "top", *(column.name for column in symbols.kinds[each].columns), *keys]


_PASSING = "give the action another name, as `give_up`; who may leave one out, `up to 1 of buy`, passes without it"


def _parameter_type(symbols: Symbols, param: nodes.Param) -> t.Type:
    kind = resolve(symbols, param.type)
    if isinstance(kind, t.TextType):
        symbols.report("GDTYP01", param.span, expected="a type of values", found="`words`", hint="")
        return t.UnknownType()
    return kind


def declare_paragraphs(symbols: Symbols, game: nodes.GameFile) -> None:
    """Read the heads of all paragraphs, from phases to metrics; groups of actions are names among them."""
    paragraphs, sources, hints, metrics = Names(symbols), Names(symbols), Names(symbols), Names(symbols)
    for section in game.sections:
        group = section.name or ""
        if section.keyword == "actions" and group and group not in symbols.groups:
            paragraphs.add(group, "group", section.span)
            symbols.groups[group] = []
            symbols.group_words[group] = (section.words, section.span)
        for item in section.items:
            if not isinstance(item, nodes.Paragraph):
                continue
            if section.keyword in _CARD_SECTIONS:
                kind = section.keyword.removesuffix("s")
                if paragraphs.add(item.name, kind, item.name_span):
                    _declare_paragraph(symbols, item, section.keyword, group)
            elif section.keyword == "scoring" and sources.add(item.name, "scoring source", item.name_span):
                symbols.sources[item.name] = ParagraphHead(node=item, section="scoring")
            elif section.keyword == "hints" and hints.add(item.name, "hint", item.name_span):
                symbols.hints[item.name] = ParagraphHead(node=item, section="hints")
            elif section.keyword == "metrics" and metrics.add(item.name, "metric", item.name_span):
                symbols.metrics[item.name] = ParagraphHead(node=item, section="metrics")


def _declare_paragraph(symbols: Symbols, node: nodes.Paragraph, section: str, group: str) -> None:
    working_on(f"reading the head of the {section.removesuffix('s')} `{node.name}`", node.span)
    if section == "actions" and node.name == "pass":
        other = "to do no more in a turn, for players and scenarios"
        symbols.report("GDNAM03", node.name_span, name=node.name, other=other, help=_PASSING)
    params = tuple(_parameter_type(symbols, param) for param in node.params)
    if node.params and section not in ("actions", "rules"):
        what = f"a {section.removesuffix('s')}"
        symbols.report("GDNAM06", node.params[0].span, field="(…)", paragraph=what, allowed="")
    symbols.paragraphs[node.name] = ParagraphHead(node=node, section=section, params=params, group=group)
    if group:
        symbols.groups[group].append(node.name)
