"""``lay PLACE: "signs"`` -> one step for each place that gets something: a picture of the table becomes moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Protocol

import attrs

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.members import checker_zone
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes

EMPTY = "."
"""The sign of a place that stays as it is."""


class Around(Protocol):
    """What ``lay`` needs of the body in which it stands."""

    @property
    def checker(self) -> Checker: ...

    @property
    def paragraph(self) -> str: ...


@attrs.frozen
class _Picture:
    """What is laid: the entry with the keys that are written, and the keys that the picture goes through."""

    target: core.ZoneRef | core.ReadValue
    keys: tuple[model.Key, ...]
    written: tuple[core.Value | None, ...]

    @property
    def free(self) -> tuple[int, ...]:
        """The places of the keys that are not written."""
        return tuple(place for place, value in enumerate(self.written) if value is None)


def lay(steps: Around, node: nodes.Lay, scope: Scope) -> core.CoreStep | None:
    """Check ``lay PLACE: "signs"``: one text for a row of places, several for a board, the top row first."""
    checker = steps.checker
    if not scope.scenario and steps.paragraph != "setup":
        where = "the rules, which move pieces one by one"
        checker.report("GDNAM06", node.span, field="lay", paragraph=where, allowed="")
        return None
    forget(scope)
    picture = _picture(checker, node, scope)
    if picture is None:
        return None
    rows = [_signs(line) for line in node.lines]
    places = _places(checker, picture, node.span)
    if len(rows) != len(places):
        wanted = "1 row" if len(places) == 1 else f"{len(places)} rows"
        checker.report("GDSCN30", node.span, problem=f"it has {len(rows)}, and {text_of(node.place.span)} {wanted}")
        return None
    made: list[core.CoreStep] = []
    for number, (row, beside) in enumerate(zip(rows, places, strict=True), 1):
        if len(row) > len(beside):
            problem = f"row {number} has {len(row)} signs, and there are {len(beside)} places"
            checker.report("GDSCN30", node.span, problem=problem)
            return None
        for sign, keys in zip(row, beside, strict=False):
            step = None if sign == EMPTY else _laid(checker, node, picture, keys, sign)
            if sign != EMPTY and step is None:
                return None
            made += [] if step is None else [step]
    once = core.Const(span=node.span, type=t.IntType(1, 1), value=1)
    return core.Repeat(span=node.span, words=None, count=once, until=None, body=tuple(made))


def _signs(line: str) -> list[str]:
    """Return the signs of a row: words with blanks between them, or single letters."""
    return line.split() if " " in line.strip() else list(line.strip())


def _picture(checker: Checker, node: nodes.Lay, scope: Scope) -> _Picture | None:
    found = _all_values(checker, node.place) or checker.raw(node.place, scope)
    if isinstance(found.type, t.UnknownType):
        return None
    target: core.ZoneRef | core.ReadValue
    if isinstance(found.type, t.ZoneType) and found.type.form != "purse":
        target = checker_zone(found)
        keys = checker.symbols.zones[target.entry].keys
    elif isinstance(found, core.ReadValue):
        target, keys = found, checker.symbols.values[found.entry].keys
    else:
        checker.wrong(found, "a place for pieces, or a value")
        return None
    written = (*target.keys, *[None] * (len(keys) - len(target.keys)))
    picture = _Picture(target, keys, written)
    if not 1 <= len(picture.free) <= 2 or any(key.is_set for key in keys):
        problem = "a picture goes through one key (a row) or two (columns and rows)"
        checker.report("GDSCN30", node.place.span, problem=problem)
        return None
    return picture


def _all_values(checker: Checker, node: nodes.Expr) -> core.Value | None:
    """Return a value with keys without its keys, which nothing else can mean; None for whatever else is written."""
    value = checker.symbols.values.get(node.name) if isinstance(node, nodes.Name) else None
    if value is None or not value.keys:
        return None
    checker.symbols.used.add("table." + value.name)
    return core.ReadValue(span=node.span, type=value.type, entry=value.name, owner=None, keys=())


def _places(checker: Checker, picture: _Picture, span: Span) -> list[list[tuple[core.Value, ...]]]:
    """Return the keys of every place, row by row, the top row first: the second free key counts from below."""
    values = [list(_values(checker, picture.keys[place].type, span)) for place in picture.free]
    if len(values) == 1:
        return [[(value,) for value in values[0]]]
    return [[(column, row) for column in values[0]] for row in reversed(values[1])]


def _values(checker: Checker, kind: t.Type, span: Span) -> Iterator[core.Value]:
    match kind:
        case t.IntType(low, high):
            numbers: Sequence[int] = range(low, high + 1)
        case t.WordType(name):
            numbers = range(len(checker.symbols.word_lists[name].words_of))
        case t.PlayerType():
            numbers = range(len(checker.symbols.seat_names))
        case t.DesignType(name) | t.PieceType(name):
            for design in checker.symbols.kinds[name].designs:
                yield core.CopyOf(span=span, type=t.PieceType(name), design=design.number)
            return
        case _:
            raise TypeError(f"no key can have the type {kind}")
    for number in numbers:
        yield core.Const(span=span, type=kind, value=number)


def _laid(
    checker: Checker, node: nodes.Lay, picture: _Picture, values: tuple[core.Value, ...], sign: str
) -> core.CoreStep | None:
    """Return the step that lays what a sign stands for; None after a report."""
    between = iter(values)
    keys = tuple(next(between) if value is None else value for value in picture.written)
    what = _meant(checker, node, picture.target.type, sign)
    if what is None:
        return None
    target = attrs.evolve(picture.target, keys=keys, span=node.place.span)
    if isinstance(target, core.ReadValue):
        return core.Assign(span=node.span, words=None, target=target, value=what, checked=False)
    assert isinstance(target.type, t.ZoneType)
    target = attrs.evolve(target, type=attrs.evolve(target.type, single=True))
    return core.Move(span=node.span, words=None, pieces=what, target=target, at_bottom=False)


def _meant(checker: Checker, node: nodes.Lay, kind: t.Type, sign: str) -> core.Value | None:
    """Return what a sign stands for: a name, or letters with which only one name begins; None after a report."""
    known = dict(_names(checker, node, intervals.strip(kind)))
    low = sign.casefold()
    exact = [name for name in known if name.casefold() == low]
    fitting = exact or [name for name in known if name.casefold().startswith(low)]
    if len(fitting) == 1:
        return known[fitting[0]]
    if fitting:
        problem = f"`{sign}` may be {listed(fitting, 'or')}: write more of it, with blanks between the signs"
    elif known:
        problem = f"`{sign}` stands for nothing there; there are {listed([*known][:12], 'and')}, and `.` for nothing"
    else:
        problem = f"pieces of {text_of(node.place.span)} have no names: use `move`"
    checker.report("GDSCN30", node.span, problem=problem)
    return None


def _names(checker: Checker, node: nodes.Lay, kind: t.Type) -> Iterator[tuple[str, core.Value]]:
    symbols, span = checker.symbols, node.span
    match kind:
        case t.ZoneType(kind=name):
            known, piece = symbols.kinds[name], t.PieceType(name)
            everything = core.AllMembers(span=span, type=t.SetType(piece))
            seats = enumerate(symbols.seat_names) if known.each_player else [(None, "")]
            if known.each_player and len(known.designs) > 1:
                return
            for (seat, owner), design in product(seats, known.designs):
                copy = core.FreeCopy(
                    span=span, type=piece, design=design.number, subject=everything, laid=True, seat=seat
                )
                yield owner or design.name, copy
        case t.PlayerType():
            for number, name in enumerate(symbols.seat_names):
                yield name, core.Const(span=span, type=kind, value=number)
        case t.WordType(name):
            for number, word in enumerate(symbols.word_lists[name].words_of):
                yield word, core.Const(span=span, type=kind, value=number)
        case t.BoolType():
            yield from (
                (word, core.Const(span=span, type=kind, value=value)) for word, value in (("no", False), ("yes", True))
            )
        case t.IntType(low, high):
            for number in range(low, high + 1):
                yield str(number), core.Const(span=span, type=kind, value=number)
        case _:  # pieces of several designs for each player, and whatever else has no names
            return
