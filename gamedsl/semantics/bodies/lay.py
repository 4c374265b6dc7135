"""``lay PLACE: "signs"`` -> one step for each place that gets something: a picture of the table becomes moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Protocol

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.bodies.pictures import Picture, Target, picture_of
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes

EMPTY = "."
"""The sign of a place where nothing lies."""
_PIECE = "each piece"
"""The name of a loop that nobody can write."""


class Around(Protocol):
    """What ``lay`` needs of the body in which it stands."""

    @property
    def checker(self) -> Checker: ...

    @property
    def paragraph(self) -> str: ...

    def block(self, steps: tuple[nodes.Step, ...], scope: Scope) -> tuple[core.CoreStep, ...]: ...


def lay(steps: Around, node: nodes.Lay, scope: Scope) -> core.CoreStep | None:
    """Check ``lay PLACE: "signs"``, and a picture with several rows. Nothing else lies there afterwards."""
    checker = steps.checker
    if not scope.scenario and steps.paragraph != "setup":
        where = "the rules, which move pieces one by one"
        checker.report("GDNAM06", node.span, field="lay", paragraph=where, allowed="")
        return None
    forget(scope)
    picture = picture_of(checker, node.place, scope)
    if picture is None:
        return None
    if any(line[:1] == " " for line in node.lines):
        checker.report("GDSCN30", node.span, problem="a row begins with a blank, and an empty place is written `.`")
        return None
    made: list[core.CoreStep] = list(_put_back(steps, node, picture, scope))
    rows = [_signs(line) for line in node.lines]
    problem = _wrong_size(node, rows, picture)
    if problem:
        checker.report("GDSCN30", node.span, problem=problem)
        return None
    for row, places in zip(rows, picture.rows, strict=True):
        for number, target in enumerate(places):
            sign = row[number] if number < len(row) else EMPTY
            step = _laid(checker, node, target, sign)
            if sign != EMPTY and step is None:
                return None
            made += [] if step is None else [step]
    once = core.Const(span=node.span, type=t.IntType(1, 1), value=1)
    return core.Repeat(span=node.span, words=None, count=once, until=None, body=tuple(made))


def _wrong_size(node: nodes.Lay, rows: list[list[str]], picture: Picture) -> str:
    """Say what is wrong with the number of rows or signs; rows that are drawn show every place."""
    if len(rows) != len(picture.rows):
        drawn = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
        return f"the picture has {drawn}, and `{text_of(node.place.span)}` has {len(picture.rows)}"
    for number, (row, places) in enumerate(zip(rows, picture.rows, strict=True), 1):
        if len(row) > len(places) or (node.drawn and len(row) < len(places)):
            signs = "1 sign" if len(row) == 1 else f"{len(row)} signs"
            return f"row {number} has {signs}, and there are {len(places)} places"
    return ""


def _signs(line: str) -> list[str]:
    """Return the signs of a row: words with blanks between them, or single letters."""
    return line.split() if " " in line.strip() else list(line.strip())


def _put_back(steps: Around, node: nodes.Lay, picture: Picture, scope: Scope) -> tuple[core.CoreStep, ...]:
    """Return the steps that put what lies there where ``full`` has put it, if that is one place (of each player)."""
    if not isinstance(picture.type, t.ZoneType):
        return ()
    span, lying, zones = node.place.span, picture.everything, steps.checker.symbols.zones.values()
    homes = [
        zone for zone in zones if zone.kind == picture.type.kind and any(use.name == "full" for use in zone.traits)
    ]
    if len(homes) != 1 or homes[0].keys or homes[0].form == "slot" or homes[0].each not in ("", "player"):
        return ()
    name = homes[0].name.rpartition(".")[2]
    if not homes[0].each:
        return steps.block((nodes.Move(lying, nodes.Name(name, span=span), span=span),), scope)
    piece = nodes.Name(_PIECE, span=span)
    home = nodes.Member(nodes.Member(piece, "owner", span, span=span), name, span, span=span)
    loop = nodes.Binder(_PIECE, lying, name_span=span, span=span)
    return steps.block((nodes.ForEach(loop, None, False, (nodes.Move(piece, home, span=span),), span=span),), scope)


def _laid(checker: Checker, node: nodes.Lay, target: Target | None, sign: str) -> core.CoreStep | None:
    """Return the step that lays what a sign stands for, or empties a value; None after a report, and for no step."""
    if target is None:
        if sign != EMPTY:
            checker.report("GDSCN30", node.span, problem=f"`{sign}` stands where the board has no place: write `.`")
        return None
    if sign == EMPTY:
        return _emptied(checker, node, target)
    what = _meant(checker, node, target.type, sign)
    if what is None:
        return None
    if isinstance(target, core.ReadValue):
        return core.Assign(span=node.span, words=None, target=target, value=what, checked=False)
    return core.Move(span=node.span, words=None, pieces=what, target=target, at_bottom=False)


def _emptied(checker: Checker, node: nodes.Lay, target: Target) -> core.CoreStep | None:
    """Return the step that gives a value back what it begins with."""
    initial = checker.symbols.values[target.entry].initial if isinstance(target, core.ReadValue) else None
    if not isinstance(initial, core.Const) or not isinstance(target, core.ReadValue):
        return None
    return core.Assign(span=node.span, words=None, target=target, value=initial, checked=False)


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
