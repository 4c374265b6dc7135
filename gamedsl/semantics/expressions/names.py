"""Names, numbers and other smallest expressions -> core values: what a bare word means here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics import core
from gamedsl.semantics.core import board_directions, intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.builtin_words import builtin_name
from gamedsl.semantics.expressions.checker import Checker, describe, same
from gamedsl.semantics.expressions.cures.calls import VALUES
from gamedsl.semantics.expressions.cures.places import unknown_direction, unknown_place
from gamedsl.semantics.expressions.members import attribute, own_piece, term_call
from gamedsl.semantics.expressions.scopes import Scope, at_hand
from gamedsl.semantics.symbols import Symbols
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS

_LETTERS = ("x", "y", "z")
Meaning = Callable[[], core.Value]


def number(_: Checker, node: nodes.Number, __: Scope, ___: t.Type | None) -> core.Value:
    """A number is an interval of one."""
    return core.Const(span=node.span, type=t.IntType(node.value, node.value), value=node.value)


def truth(_: Checker, node: nodes.Truth, __: Scope, ___: t.Type | None) -> core.Value:
    """``yes`` and ``no``."""
    return core.Const(span=node.span, type=t.BoolType(), value=node.value)


def nothing(_: Checker, node: nodes.Nothing, __: Scope, ___: t.Type | None) -> core.Value:
    """``none``."""
    return core.Const(span=node.span, type=t.NothingType(), value=None)


def name(checker: Checker, node: nodes.Name, scope: Scope, expected: t.Type | None) -> core.Value:
    """A value visible here, else a constant of the type expected, else a whole type."""
    special = SPECIAL.get(node.name)
    if special is not None:
        return special(checker, node, scope)
    if node.name in checker.symbols.twice and node.name not in scope.locals:
        return checker.unknown(node.span)
    meanings = value_meanings(checker, node, scope)
    if meanings:
        if len(meanings) > 1 and node.name not in checker.clashing:
            checker.report("GDNAM03", node.span, name=node.name, other=" or ".join(meanings))
            return checker.unknown(node.span)
        (phrase, meaning), *_ = meanings.items()
        return _only_meaning(checker, node, phrase, meaning(), scope)
    whole = members_of(checker, node)
    if whole is not None and isinstance(expected, t.SetType) and same(whole.type, expected):
        return whole
    if whole is not None and expected == t.PieceType(node.name) and (own := at_hand(scope, node.name)) is not None:
        return own
    wants_number = expected is not None and isinstance(intervals.strip(expected), t.IntType)
    builtin = builtin_name(checker, node, scope) if wants_number and node.name == model.NO_LIMIT else None
    if builtin is not None:
        return builtin
    constant = find_constant(checker, node, scope, expected)
    if constant is not None:
        return constant
    if whole is not None:
        return whole
    builtin = builtin_name(checker, node, scope)
    if builtin is not None:
        return builtin
    report_unknown(checker, node, scope, expected)
    return checker.unknown(node.span)


_RENAME = "give one of the two another name"


def _only_meaning(checker: Checker, node: nodes.Name, phrase: str, value: core.Value, scope: Scope) -> core.Value:
    """Return what a name is read as; one that is a constant of the same type as well is an error.

    Constants give way to other names. Where these are of another type, that shows where the constant is meant.
    """
    word = node.name
    alike = [kind for kind, _ in constants(checker, word) if fits_constant(kind, value.type)]
    if not alike or word in scope.locals or word in checker.clashing:
        return value
    if isinstance(alike[0], t.PlayerType) and not checker.symbols.named_seats:
        return value
    checker.clashing.add(word)
    checker.report("GDNAM03", node.span, name=word, other=f"{phrase} or {describe(alike[0])}", help=_RENAME)
    return checker.unknown(node.span)


def value_meanings(checker: Checker, node: nodes.Name, scope: Scope) -> dict[str, Meaning]:
    """Return what the name can stand for as a value, by a phrase for messages; more than one is an error."""
    symbols, span, word = checker.symbols, node.span, node.name
    found: dict[str, Meaning] = {}
    local = scope.locals.get(word)
    if local is not None:
        found[f"the name given in line {local.span.line}"] = lambda: core.Local(
            span=span, type=local.type, slot=local.slot
        )
    for bare in reversed(scope.bare):
        is_total = word == "points" and isinstance(bare.type, t.PlayerType)
        if word in symbols.attribute_names(bare.type) and not is_total:
            phrase = f"an attribute of {bare.type}"
            found.setdefault(phrase, _attribute_meaning(checker, bare.subject, word, scope, span))
    if word in symbols.zones or word in symbols.values:
        entry = symbols.zones.get(word) or symbols.values[word]
        found[f"an entry of the table ({_place(entry.span, span)})"] = lambda: table_entry(checker, word, span)
    if word in symbols.terms:
        found[f"a term ({_place(symbols.terms[word].node.span, span)})"] = lambda: term_call(
            checker, word, None, (), span
        )
    if word in symbols.options:
        symbols.used.add("options." + word)
        option = symbols.options[word]
        found[f"an option ({_place(option.span, span)})"] = lambda: core.OptionValue(
            span=span, type=option.type, option=word
        )
    if word in symbols.dice:
        found[f"dice ({_place(symbols.dice[word].span, span)})"] = lambda: dice_sum(checker, word, span)
    if not found and word == "at":
        for bare in reversed(scope.bare):
            if isinstance(bare.type, t.PieceType) and symbols.place_kind(bare.type.kind):
                return {"a place": _attribute_meaning(checker, bare.subject, word, scope, span)}
    return found


def _place(span: Span, here: Span) -> str:
    """Return where something stands, as seen from a place."""
    return f"line {span.line}" if span.path == here.path else f"{span.path}:{span.line}"


def _attribute_meaning(checker: Checker, subject: core.Value, word: str, scope: Scope, span: Span) -> Meaning:
    def meaning() -> core.Value:
        return attribute(checker, subject, word, span, span, scope)

    return meaning


def dice_sum(checker: Checker, word: str, span: Span) -> core.Value:
    """Dice read as a number: their sum (of one die with words: its face)."""
    dice = checker.symbols.dice[word]
    checker.symbols.used.add("components." + word)
    if isinstance(dice.faces, t.IntType):
        interval = intervals.total(dice.faces, dice.count, dice.count)
        return core.DiceSum(span=span, type=interval, dice=word)
    one = core.Const(span=span, type=t.IntType(1, 1), value=1)
    return core.DieFace(span=span, type=dice.faces, dice=word, index=one)


def table_entry(checker: Checker, word: str, span: Span) -> core.Value:
    """A common entry of the table without keys written (all its places)."""
    symbols = checker.symbols
    symbols.used.add("table." + word)
    if word in symbols.zones:
        zone = symbols.zones[word]
        kind = t.ZoneType(word, zone.form, zone.kind, not zone.keys)
        return core.ZoneRef(span=span, type=kind, entry=word, owner=None, keys=(None,) * len(zone.keys))
    value = symbols.values[word]
    if value.keys:
        keys = listed([key.name for key in value.keys], "and")
        hint = f"write which one in brackets: {word}[…] ({keys})" + one_by_one(word, value.keys)
        missing = core.Const(span=span, type=t.SetType(value.type), value=())
        return checker.wrong(missing, "one value", hint=hint)
    return core.ReadValue(span=span, type=value.type, entry=word, owner=None, keys=())


def one_by_one(written: str, keys: Sequence[model.Key]) -> str:
    """Return how all places of a keyed value are set, as the end of a sentence; nothing where keys have no names."""
    kinds = {t.WordType: "words", t.PieceType: "kind", t.DesignType: "kind"}
    domains = []
    for key in keys:
        named = getattr(
            key.type, kinds.get(type(key.type), ""), "players" if isinstance(key.type, t.PlayerType) else ""
        )
        domains.append(f"{key.type.low}..{key.type.high}" if isinstance(key.type, t.IntType) else named)
    if not all(domains) or len(domains) > len(_LETTERS):
        return ""
    loops = " ".join(f"for each {letter} in {domain}:" for letter, domain in zip(_LETTERS, domains, strict=False))
    return f"; to set all of them write `{loops} set {written}[{', '.join(_LETTERS[: len(domains)])}] to …`"


def constants(checker: Checker, word: str) -> list[tuple[t.Type, int | bool]]:
    """Return what a word can be as a constant: a word of a list, a row, a seat."""
    return checker.symbols.constants.get(word, [])


def find_constant(checker: Checker, node: nodes.Name, scope: Scope, expected: t.Type | None) -> core.Value | None:
    """Return the constant that fits the type expected; several that fit are an error.

    Seats without names of their own (``A``, ``B`` …) give way to other words, except in scenarios; directions always.
    """
    found = constants(checker, node.name)
    if expected is not None:
        fitting = [entry for entry in found if fits_constant(entry[0], expected)]
        found = fitting or found
    seats = [entry for entry in found if isinstance(entry[0], t.PlayerType)]
    if seats and scope.scenario:
        found = seats
    elif not checker.symbols.named_seats and len(found) > len(seats):
        found = [entry for entry in found if entry not in seats]
    own = [entry for entry in found if entry[0] != t.WordType(checker.symbols.directions)]
    found = own or found
    if not found:
        return None
    if len(found) > 1:
        meanings = listed([str(kind) for kind, _ in found], "or")
        checker.report("GDNAM04", node.span, name=node.name, meanings=meanings)
        return checker.unknown(node.span)
    kind, value = found[0]
    if isinstance(kind, t.DesignType | t.PieceType | t.WordType):
        checker.symbols.used.add(f"types.{kind.words}" if isinstance(kind, t.WordType) else f"components.{kind.kind}")
    return core.Const(span=node.span, type=kind, value=value)


def fits_constant(kind: t.Type, expected: t.Type) -> bool:
    """Tell whether a constant of type ``kind`` can stand where ``expected`` is wanted."""
    match expected:
        case t.MaybeType(item) | t.SetType(item) | t.ListType(item):
            return fits_constant(kind, item)
        case t.PieceType(name):
            return kind in (t.DesignType(name), expected)
        case t.ZoneType(_, _, name, _):
            return kind == t.DesignType(name)
        case (
            t.BoolType()
            | t.IntType()
            | t.WordType()
            | t.PlayerType()
            | t.DesignType()
            | t.RowType()
            | t.TextType()
            | t.NothingType()
            | t.UnknownType()
        ):
            return kind == expected
        case _:
            raise TypeError(f"unknown type {type(expected).__name__}")


def members_of(checker: Checker, node: nodes.Name) -> core.Value | None:
    """A list of words or a kind by name: all its members."""
    symbols = checker.symbols
    kind: t.Type
    if node.name in symbols.word_lists and node.name not in symbols.options:
        symbols.used.add("types." + node.name)
        kind = t.WordType(node.name)
    elif node.name in symbols.kinds:
        symbols.used.add("components." + node.name)
        kind = t.PieceType(node.name)
    else:
        return None
    return core.AllMembers(span=node.span, type=t.SetType(kind, symbols.members(kind)))


def owner_example(scope: Scope, each: str) -> str:
    """Return how somebody who owns things of a kind may be called here: by the nearest name, else `you`."""

    def fits(kind: t.Type) -> bool:
        kind = intervals.strip(kind)
        return (
            isinstance(kind, t.PlayerType) if each == "player" else isinstance(kind, t.PieceType) and kind.kind == each
        )

    near = next((name for name, local in reversed(scope.locals.items()) if fits(local.type)), None)
    if each != "player":
        return near or "x"
    return near or ("you" if scope.has_you else "p")


def report_unknown(checker: Checker, node: nodes.Name, scope: Scope, expected: t.Type | None) -> None:
    """Report a name without a meaning: perhaps its owner is missing, perhaps it is misspelt."""
    symbols = checker.symbols
    if node.name in symbols.broken:
        return
    owners = [each for each in ("player", *symbols.kinds) if node.name in symbols.owned_names(each)]
    if owners:
        each = owners[0]
        example = f"{owner_example(scope, each)}.{node.name}"
        checker.report("GDNAM05", node.span, name=node.name, kind=each, example=example)
        return
    owner = next((local for local, known in scope.locals.items() if node.name in own_names(symbols, known.type)), None)
    if owner is not None and node.name not in symbols.constants:
        symbols.unknown(node.span, "value", node.name, list, otherwise=f"write `{owner}.{node.name}`")
        return
    if node.name not in symbols.removed and (other := other_meaning(symbols, node.name)) is not None:
        found, hint = other
        checker.report("GDTYP01", node.span, expected="a value", found=found, hint=hint)
        return
    words = _words_wanted(symbols, expected)
    names = [name for name in visible_names(checker, scope) if not words or name not in symbols.constants]
    is_direction = bool(symbols.directions) and words[:1] == (symbols.directions,)
    place = unknown_direction(symbols, node.name, is_direction) or unknown_place(symbols, node.name)
    known = [*words[1], *(board_directions.SETS if is_direction else ())] if words else []
    cure = place or (_list_of(*words) if words else _said(node.name))
    cure = _rolled(node, expected) or cure
    if words and not place and did_you_mean(node.name, known):
        names = known
    elif place or _said(node.name):
        names = []
    symbols.unknown(node.span, "value", node.name, lambda: names, otherwise=cure)


def _rolled(node: nodes.Name, expected: t.Type | None) -> str:
    """Return the step for a value that is to come by chance: `set first to random`; empty for all else."""
    if node.name not in ("random", "rand"):
        return ""
    written = re.search(rf"\bset +(\S+) +to +{node.name}\b", node.span.source.line(node.span.line))
    if written is None:
        return ""
    kind = intervals.strip(expected) if expected is not None else None
    among = {t.PlayerType: "players", t.WordType: getattr(kind, "words", "")}.get(type(kind), "SET")
    if isinstance(kind, t.IntType) and not kind.is_open:
        among = f"{kind.low}..{kind.high}"
    return f"what comes by chance is rolled: `roll {written[1]} in {among}`"


def _said(name: str) -> str:
    """Return what to write for a word of rulebooks, or for a function without its brackets; empty for other names."""
    return VALUES.get(name, "") or BUILTIN_FORMS.get(name, "")


def _words_wanted(symbols: Symbols, expected: t.Type | None) -> tuple[str, list[str]] | tuple[()]:
    """Return the list of words of which one is wanted and its words, if that is known."""
    while isinstance(expected, t.MaybeType | t.SetType | t.ListType):
        expected = expected.item
    if not isinstance(expected, t.WordType):
        return ()
    return expected.words, list(symbols.word_lists[expected.words].words_of)


def _list_of(name: str, words: list[str]) -> str:
    return f"write one of the words of `{name}`: {listed(words)}"


def own_names(symbols: Symbols, kind: t.Type) -> list[str]:
    """Return the attributes of one thing; of a set none."""
    single = intervals.strip(kind)
    return [] if isinstance(single, t.SetType | t.ListType) else symbols.attribute_names(single)


def other_meaning(symbols: Symbols, name: str) -> tuple[str, str] | None:
    """Return what a word means where no value stands, as a phrase, and how a value is got from it."""
    if name in symbols.charts:
        keys = ", ".join(key.name for key in symbols.charts[name].keys)
        column = next((f".{column.name}" for column in symbols.charts[name].columns), "")
        return f"the chart `{name}`", f"say which row and column: `{name}[{keys}]{column}`"
    if name in symbols.counters:
        purses = [zone.name.replace("player.", "you.") for zone in symbols.zones.values() if zone.kind == name]
        hint = f"name the purse that is meant: {listed(purses[:4])}" if purses else ""
        return f"the counter `{name}`", hint
    if name in symbols.groups:
        return f"a group of actions (`{name}`)", ""
    if name in symbols.paragraphs:
        kind = symbols.paragraphs[name].section.removesuffix("s")
        return f"{'an' if kind == 'action' else 'a'} {kind} (`{name}`)", ""
    if name in symbols.sources:
        return f"a scoring source (`{name}`)", "the points of a player are `p.points`"
    if name in symbols.hints:
        return f"a hint (`{name}`)", "hints are read by players that think, never by the rules"
    if name in symbols.metrics:
        return f"a metric (`{name}`)", "metrics are measured in simulations, and no rule reads them"
    if name in symbols.displays:
        return f"a display (`{name}`)", "displays are only looked at, never read by the rules"
    return None


def visible_names(checker: Checker, scope: Scope) -> list[str]:
    """Return every name that would mean something here, nearest meanings first."""
    symbols = checker.symbols
    bare = [word for entry in reversed(scope.bare) for word in symbols.attribute_names(entry.type)]
    return [
        *scope.locals,
        *bare,
        *(word for word in (*symbols.zones, *symbols.values, *symbols.terms) if "." not in word),
        *symbols.options,
        *symbols.dice,
        *symbols.constants,
        *symbols.kinds,
        *symbols.word_lists,
        *(board_directions.SETS if symbols.directions else ()),
        *(["opponent"] if symbols.low == symbols.high == 2 else []),
        *SPECIAL,
    ]


# ---------------------------------------------------------------- words with a fixed meaning


def _players(checker: Checker, node: nodes.Name, _: Scope) -> core.Value:
    kind = t.SetType(t.PlayerType(), checker.symbols.high)
    return core.AllPlayers(span=node.span, type=kind)


def _you(checker: Checker, node: nodes.Name, scope: Scope) -> core.Value:
    if not scope.has_you:
        hint = "nobody's turn surrounds this place: name a player, or write `who:` above it"
        checker.report("GDNAM01", node.span, help=hint, kind="player", name="you")
        return checker.unknown(node.span)
    return core.You(span=node.span, type=t.PlayerType())


def _active(_: Checker, node: nodes.Name, __: Scope) -> core.Value:
    return core.Active(span=node.span, type=t.PlayerType())


def _old(checker: Checker, node: nodes.Name, scope: Scope) -> core.Value:
    if scope.old is None:
        hint = "`old` is the value so far in `change: TERM to …` of a modifier"
        checker.report("GDNAM01", node.span, help=hint, kind="value", name="old")
        return checker.unknown(node.span)
    return scope.old


def _winners(checker: Checker, node: nodes.Name, _: Scope) -> core.Value:
    return core.Winners(span=node.span, type=t.SetType(t.PlayerType(), checker.symbols.high))


def _game_over(_: Checker, node: nodes.Name, __: Scope) -> core.Value:
    return core.GameOver(span=node.span, type=t.BoolType())


SPECIAL: dict[str, Callable[[Checker, nodes.Name, Scope], core.Value]] = {
    "players": _players,
    "you": _you,
    "active": _active,
    "old": _old,
    "winners": _winners,
    "game_over": _game_over,
}

__all__ = ["SPECIAL", "constants", "own_piece", "term_call", "visible_names"]
