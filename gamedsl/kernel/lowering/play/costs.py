"""The cost of an action -> the test that the whole of it can be paid"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import (
    bit,
    both,
    combine,
    compare,
    constant,
    either,
    has,
    minus,
    number,
    opposite,
    plus,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, is_set
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.steps.amounts import purse
from gamedsl.kernel.lowering.steps.control import chosen
from gamedsl.kernel.lowering.values.loops import item_of, walk_listed, walk_word
from gamedsl.kernel.lowering.values.registry import lowered, made, narrowed, single, value
from gamedsl.kernel.lowering.values.table import each_place, zone_field
from gamedsl.kernel.program import BOOL, Declare, DeclareRow, Expression, Int, Item, Name, Put, Statement, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

MOST_CHANGES = 1 << 18
"""Amounts of purses that a cost may change."""
Done = Callable[[], None]


def pay_bill(b: Lowering, cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write the test that a whole cost can be paid around what is done then."""
    if not cost:
        found()
        return
    if len(cost) == 1 and isinstance(cost[0], core.Pay):
        with b.when(_one_payment(b, cost[0])):
            found()
        return
    fine = b.variable(number(1), BOOL, "fine")
    bill = _Bill(b, fine, _changes(b, cost))
    with b.within():
        bill.steps(cost)
        bill.undo()
    with b.when(fine):
        found()


def _one_payment(b: Lowering, step: core.Pay) -> Expression:
    source, target = purse(b, step.source), purse(b, step.target)
    there = both(source.exists, target.exists)
    grid = b.layout.purses[step.source.entry]
    if grid.size and b.layout.purse_unlimited[grid.base]:
        return there
    body: list[Statement] = []
    with b.into(body):
        enough = compare("<=", value(b, step.amount), b.read("purses", source.index))
    if constant(there) == 1 or not body:
        b.emit(*body)
        return both(there, enough)
    fine = b.variable(there, BOOL)
    with b.when(fine):
        b.emit(*body)
        b.assign(fine, enough)
    return fine


def _changes(b: Lowering, steps: tuple[core.CoreStep, ...]) -> int:
    """Return how many purses a cost may change, each as often as it does."""
    total = 0
    for step in steps:
        match step:
            case core.Pay():
                total += 2
            case core.If():
                total += sum(_changes(b, branch.body) for branch in step.branches) + _changes(b, step.otherwise)
            case core.ForEach():
                source = step.loop.source.type
                passes = source.most if isinstance(source, t.ListType) else b.wide(item_of(source))
                total += passes * _changes(b, step.body)
            case core.Move() | core.Let():
                pass
            case _:
                raise TypeError(f"a cost cannot hold {type(step).__name__}")
    if total > MOST_CHANGES:
        cure = "pay for fewer things at once, or the sum of it in one step"
        raise NotLoweredError(f"a cost of {total:,} payments", cure, steps[0].span)
    return total


class _Bill:
    """A cost that is tried out: amounts are taken for a moment, and put back."""

    def __init__(self, b: Lowering, fine: Name, most: int) -> None:
        self.b, self.fine, self.most = b, fine, most
        self.count = b.variable(number(0), Int(0, most), "n")
        self.purse, self.before = (Name(b.temp("row"), Int(-(2**31), 2**31 - 1)) for _ in range(2))
        for row in (self.purse, self.before):
            b.emit(DeclareRow(row.name, row.type, most))
        self.moved: dict[str, Name] = {}
        self.filled: dict[str, Name] = {}

    def steps(self, steps: tuple[core.CoreStep, ...]) -> None:
        for step in steps:
            match step:
                case core.Pay():
                    self.pay(step)
                case core.Move():
                    self.move(step)
                case core.If():
                    self.branches(step.branches, step.otherwise)
                case core.ForEach():
                    self.each(step)
                case core.Let():
                    found = lowered(self.b, step.value)
                    self.b.bind(step.slot, found if isinstance(found, Listed | Run) else self.b.let(found, always=True))
                case _:
                    raise TypeError(f"a cost cannot hold {type(step).__name__}")

    def branches(self, branches: tuple[core.CoreBranch, ...], otherwise: tuple[core.CoreStep, ...]) -> None:
        b = self.b

        def inner(steps: tuple[core.CoreStep, ...]) -> None:
            with b.within():
                self.steps(steps)

        if not branches:
            inner(otherwise)
            return
        b.branch(
            value(b, branches[0].condition),
            lambda: inner(branches[0].body),
            lambda: self.branches(branches[1:], otherwise),
        )

    def each(self, step: core.ForEach) -> None:
        b = self.b

        def body(found: Lowered) -> None:
            with b.within():
                b.bind(step.loop.slot, found)
                self.steps(step.body)

        found = chosen(b, step.loop)
        if isinstance(found, Listed):
            walk_listed(b, found, body)
        else:
            walk_word(b, found, b.base(item_of(step.loop.source.type)), body)

    def pay(self, step: core.Pay) -> None:
        b = self.b
        with b.when(self.fine):
            source, target = purse(b, step.source), purse(b, step.target)
            with b.when(opposite(both(source.exists, target.exists))):
                b.assign(self.fine, number(0))
            with b.when(self.fine):
                amount = b.let(value(b, step.amount), always=True)
                one, other = b.let(source.index), b.let(target.index)
                grids = [b.layout.purses[zone.entry] for zone in (step.source, step.target)]
                unlimited = [bool(g.size) and b.layout.purse_unlimited[g.base] for g in grids]
                if not unlimited[0]:
                    left = b.let(minus(b.read("purses", one), amount), always=True)
                    with b.when(both(compare("<", left, 0), compare("!=", amount, 0))):
                        b.assign(self.fine, number(0))
                    self.change(one, left)
                if not unlimited[1]:
                    self.change(other, plus(b.read("purses", other), amount))

    def change(self, at: Expression, new: Expression) -> None:
        b = self.b
        new = b.let(new, always=True)
        b.emit(Put(self.purse.name, self.count, at), Put(self.before.name, self.count, b.read("purses", at)))
        b.assign(self.count, narrowed(plus(self.count, 1), 0, self.most))
        b.store("purses", new, at)

    def undo(self) -> None:
        b = self.b
        body: list[Statement] = []
        with b.into(body):
            b.assign(self.count, narrowed(minus(self.count, 1), 0, self.most))
            at = Item(self.purse.name, self.count, Int(0, max(0, len(b.layout.purse_entry) - 1)))
            b.store("purses", Item(self.before.name, self.count, self.before.type), at)
        b.emit(While(compare(">", self.count, 0), tuple(body)))

    def move(self, step: core.Move) -> None:
        b = self.b
        entry = step.target.entry
        zone = b.game.zones[entry]
        kind = t.PieceType(zone.kind)
        wide = b.wide(kind)
        if zone.kind not in self.moved:
            raise_if_late(self, zone.kind)
        slot = zone.form == "slot"
        moved = self.moved[zone.kind]

        def one(piece: Expression) -> None:
            with b.when(self.fine):
                if slot:
                    self.fill(step, piece)
                b.assign(moved, combine("|", moved, bit(minus(piece, b.base(kind)), wide)))

        found_one = b.variable(number(0), BOOL)
        each_place(b, step.target, lambda _: b.assign(found_one, number(1)))
        with b.when(opposite(found_one)):
            b.assign(self.fine, number(0))
        if is_set(step.pieces.type) or isinstance(step.pieces, core.ZoneRef):
            found = made(b, step.pieces)
            if isinstance(found, Listed):
                walk_listed(b, found, lambda piece: one(single(b, piece)))
            else:
                each_piece(b, kind, b.let(found), one)
            return
        piece = b.let(value(b, step.pieces))
        b.branch(
            b.there(piece, step.pieces.type),
            lambda: one(narrowed(piece, b.base(kind), b.base(kind) + max(0, wide - 1))),
            lambda: b.assign(self.fine, number(0)),
        )

    def fill(self, step: core.Move, piece: Expression) -> None:
        """Write that a piece would lie in a slot, or in all those that it goes to."""
        b, entry = self.b, step.target.entry
        kind, size = t.PieceType(b.game.zones[entry].kind), b.layout.cells[entry].size
        moved, filled = self.moved[kind.kind], self.filled[entry]
        own = b.variable(word(0, size), Word(size), "w")

        def look(index: Expression) -> None:
            index = b.let(index)
            there = b.let(b.read(zone_field(entry), index))
            gone = has(moved, narrowed(minus(there, b.base(kind)), 0, max(0, b.wide(kind) - 1)))
            taken = both(compare(">=", there, 0), both(opposite(gone), compare("!=", there, piece)))
            with b.when(either(taken, has(filled, index))):
                b.assign(self.fine, number(0))
            b.assign(own, combine("|", own, bit(index, size)))

        each_place(b, step.target, look)
        b.assign(filled, combine("|", filled, own))


def raise_if_late(bill: _Bill, kind: str) -> None:
    """Make the words of what a bill has moved and filled, for all zones of a kind."""
    b = bill.b
    wide = b.wide(t.PieceType(kind))
    declared = Name(b.temp("w"), Word(wide))
    bill.moved[kind] = declared
    head = [Declare(declared.name, declared.type, word(0, wide))]
    for zone in b.game.zones.values():
        if zone.form == "slot" and zone.kind == kind:
            count = b.layout.cells[zone.name].size
            name = Name(b.temp("w"), Word(count))
            bill.filled[zone.name] = name
            head.append(Declare(name.name, name.type, word(0, count)))
    b.emit(*head)
