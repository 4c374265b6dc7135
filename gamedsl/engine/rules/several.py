"""Choices of several parts, and of several members of a set -> Python text that lists all their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.rules.alike import Signature, best_known_first, merger
from gamedsl.engine.setup.choosing import Pick
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.loops import source_of, spending
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

Answers = Iterator[tuple[int, ...]]


def is_plain(parts: Sequence[Pick]) -> bool:
    """Tell whether a choice is about one thing."""
    return len(parts) == 1 and parts[0].many is None


def walked(d: Draft, pick: Pick) -> tuple[Lines, str]:
    """Write what the answers to one part are taken from: the lines before, and what a loop walks then."""
    values = d.temp()
    lines = [f"{values} = {source_of(d, pick.domain)}", *spending(d, f"len({values})", pick.span)]
    if pick.many is None:
        return lines, values
    least = d.value(pick.many.least)
    most = f"len({values})" if pick.many.most is None else d.value(pick.many.most)
    tell = _teller(d.c, d.c.game.questions[pick.question], pick.part)
    return lines, f"{d.bind(_sets(pick.span, tell))}(s, {values}, {least}, {most}, {_named(d, pick)})"


def listing(d: Draft, parts: Sequence[Pick], innermost: Callable[[], Lines]) -> Lines:
    """Write the answers to a choice into the name ``found``; ``innermost`` skips by ``continue`` those that fail."""
    return ["found = []", *_level(d, parts, [], innermost)]


def _level(d: Draft, parts: Sequence[Pick], places: list[str], innermost: Callable[[], Lines]) -> Lines:
    pick = parts[len(places)]
    lines, values = walked(d, pick)
    tell = None if pick.many is not None else _teller(d.c, d.c.game.questions[pick.question], pick.part)
    named = _named(d, pick)
    place = d.take(pick.slot)
    inner = [] if pick.condition is None else [f"if not {d.value(pick.condition)}: continue"]
    places = [*places, place]
    if len(places) < len(parts):
        inner += _level(d, parts, places, innermost)
    else:
        answer = place if len(parts) == 1 else f"({', '.join(places)})"
        inner += [*innermost(), f"found.append({answer})", f"if len(found) > {Limits.choices}: {d.bind(_full(pick))}()"]
    if tell is None:
        return [*lines, f"for {place} in {values}:", *indented(inner)]
    alike, mark, one, before = d.temp(), d.temp(), d.temp(), d.temp()
    return [
        *lines,
        f"{alike} = set()",
        f"for {one} in {d.bind(best_known_first)}(s, {values}):",
        f" {mark} = {d.bind(tell)}(s, {one}), {d.bind(_pattern)}({one}, {named})",
        f" if {mark} in {alike}: continue",
        f" {place}, {before} = {one}, len(found)",
        *indented(inner),
        f" if len(found) > {before}: {alike}.add({mark})",
    ]


def _full(pick: Pick) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise RuleError("GDRUN07", pick.span, what="the list of choices", bound=Limits.choices)

    return fail


def _teller(c: Compiler, question: model.Question, part: int) -> Signature | None:
    kind = t.parts_of(question.type)[part]
    return merger(c, kind.item if isinstance(kind, t.SomeType) else kind)


# ---------------------------------------------------------------- pieces that are named already


def _named(d: Draft, pick: Pick) -> str:
    """Write the pieces, and sets of them, that the action has named before a part: none of them is like its copies."""
    game = d.c.game
    question = game.questions[pick.question]
    own, kind = game.actions.get(question.paragraph), t.parts_of(question.type)[pick.part]
    item = kind.item if isinstance(kind, t.SomeType) else kind
    found = dict(enumerate(own.params)) if own is not None else {}
    for element in own.elements if own is not None else ():
        if element is pick:
            return f"({''.join(f'{d.slot(slot)}, ' for slot, own in found.items() if _means(own, item))})"
        match element:
            case model.PickField():
                found[element.slot] = model.kind_picked(element)
            case model.LetField():
                found[element.slot] = element.value.type
            case model.When():
                pass
            case _:
                raise TypeError(f"unknown part {type(element).__name__}")
    return "()"


def _means(kind: t.Type, item: t.Type) -> bool:
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and kind == item


def _pattern(piece: int, named: tuple[Any, ...]) -> tuple[bool, ...]:
    """Return which of the names given before mean a piece."""
    return tuple([piece in one if type(one) is tuple else piece == one for one in named])


# ---------------------------------------------------------------- sets


def _sets(span: Span, tell: Signature | None) -> Callable[[State, Sequence[int], int, int, tuple[Any, ...]], Answers]:
    """Return what lists the sets of so many members; of sets whose members are alike one by one only the first."""

    def sets(s: State, values: Sequence[int], least: int, most: int, named: tuple[Any, ...]) -> Answers:
        members, sorts = list(values), list(range(len(values)))
        if tell is not None:
            known: dict[Any, list[int]] = {}
            for one in best_known_first(s, values):
                known.setdefault((tell(s, one), _pattern(one, named)), []).append(one)
            members = [one for same in known.values() for one in same]
            sorts = [sort for sort, same in enumerate(known.values()) for _ in same]
        for size in range(least, min(most, len(members)) + 1):
            for places in _combinations(s, span, sorts, size):
                yield tuple(sorted([members[place] for place in places]))

    return sets


def _combinations(s: State, span: Span, sorts: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield the places of so many members; of those of one sort, which stand side by side, the first are taken."""
    count, chosen, at = len(sorts), list[int](), 0
    while True:
        if len(chosen) < size and at <= count - size + len(chosen):
            chosen.append(at)
            at += 1
            continue
        s.work += 1
        if s.work > Limits.passes:
            raise RuleError("GDRUN07", span, what="the list of choices", bound=Limits.passes)
        if len(chosen) == size:
            yield chosen
        if not chosen:
            return
        at = chosen.pop() + 1
        while at < count and sorts[at] == sorts[at - 1]:
            at += 1
