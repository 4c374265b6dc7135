"""The cost of an action -> Python text: whether the whole of it can be paid; nothing is overdrawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.flat import State
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.loops import chosen
from gamedsl.engine.write.table_values import find_cell, find_cells
from gamedsl.semantics import core


class Bill:
    """What a cost would take while it is tested: amounts by purse, pieces moved away, slots filled."""

    __slots__ = ("filled", "moved", "paid")

    def __init__(self) -> None:
        self.paid: dict[int, int] = {}
        self.moved: set[int] = set()
        self.filled: set[int] = set()


def payable(d: Draft, cost: tuple[core.CoreStep, ...]) -> str:
    """Write whether a whole cost can be paid; empty when it always can."""
    if not cost:
        return ""
    if len(cost) == 1 and isinstance(cost[0], core.Pay):
        return _one_payment(d, cost[0])
    with d.inside():
        lines = [line for step in cost for line in _part(d, step)]
    return d.hoist([f"bill = {d.bind(Bill)}()", *lines, "return True"])


def _one_payment(d: Draft, step: core.Pay) -> str:
    source, target = find_cell(d, step.source), find_cell(d, step.target)
    tests = []
    purse = source.number
    if source.fixed is None:
        purse = d.temp()
        tests.append(f"({purse} := {source.cell}) >= 0")
    elif source.fixed < 0:
        return "False"
    if target.fixed is None or target.fixed < 0:
        tests.append(f"{target.cell} >= 0")
    grid = d.c.layout.purses[step.source.entry]
    if not (grid.size and d.c.layout.purse_unlimited[grid.base]):
        tests.append(f"{d.value(step.amount)} <= s.purses[{purse}]")
    return f"({' and '.join(tests)})" if tests else ""


def _part(d: Draft, step: core.CoreStep) -> Lines:
    maker = _PARTS.get(type(step))
    if maker is None:
        raise TypeError(f"a cost cannot hold {type(step).__name__}")
    return maker(d, step)


def _parts(d: Draft, steps: tuple[core.CoreStep, ...]) -> Lines:
    with d.inside():
        return indented([line for step in steps for line in _part(d, step)] or ["pass"])


def _pay_part(d: Draft, step: core.Pay) -> Lines:
    unlimited = d.c.layout.purse_unlimited

    def covered(s: State, bill: Bill, purse: int, other: int, amount: int) -> bool:
        if purse < 0 or other < 0:
            return False
        left = s.purses[purse] + bill.paid.get(purse, 0) - amount
        bill.paid[purse] = bill.paid.get(purse, 0) - amount
        bill.paid[other] = bill.paid.get(other, 0) + amount
        return unlimited[purse] or left >= 0 or amount == 0

    source, target = find_cell(d, step.source).cell, find_cell(d, step.target).cell
    return [f"if not {d.bind(covered)}(s, bill, {source}, {target}, {d.value(step.amount)}): return False"]


def _move_part(d: Draft, step: core.Move) -> Lines:
    slot = d.c.game.zones[step.target.entry].form == "slot"

    def movable(s: State, bill: Bill, found: Any, places: Sequence[int]) -> bool:
        if found is None or not places:
            return False
        for piece in found if type(found) is tuple else (found,):
            if slot:
                for place in places:
                    inside = [one for one in s.zones[place] if one not in bill.moved and one != piece]
                    if inside or place in bill.filled:
                        return False
                bill.filled.update(places)
            bill.moved.add(piece)
        return True

    pieces, cells = d.value(step.pieces), find_cells(d, step.target).text
    return [f"if not {d.bind(movable)}(s, bill, {pieces}, {cells}): return False"]


def _if_part(d: Draft, step: core.If) -> Lines:
    lines: Lines = []
    word = "if"
    for branch in step.branches:
        lines += [f"{word} {d.value(branch.condition)}:", *_parts(d, branch.body)]
        word = "elif"
    return [*lines, "else:", *_parts(d, step.otherwise)]


def _for_part(d: Draft, step: core.ForEach) -> Lines:
    elements = chosen(d, step.loop)
    with d.inside():
        return [f"for {d.take(step.loop.slot)} in {elements}:", *_parts(d, step.body)]


def _let_part(d: Draft, step: core.Let) -> Lines:
    value = d.value(step.value)
    return [f"{d.take(step.slot)} = {value}"]


_PARTS: dict[type[core.CoreStep], Callable[[Draft, Any], Lines]] = {
    core.Pay: _pay_part,
    core.Move: _move_part,
    core.If: _if_part,
    core.ForEach: _for_part,
    core.Let: _let_part,
}
