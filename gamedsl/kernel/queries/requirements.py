"""What reasons, displays and the end of a game ask besides plain values -> functions of state and frame

Whether a cost can be paid, what forbids an action, whether something of a plan is possible, which places are meant, who
is compared for the victory and by what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.flat import HEADER
from gamedsl.kernel.builder import bit, choose, combine, compare, either, minus, number, plus, some, word
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowering, Run
from gamedsl.kernel.lowering.play.costs import pay_bill
from gamedsl.kernel.lowering.play.offers import possible as possible_now
from gamedsl.kernel.lowering.steps.calls import forbidders, forbids
from gamedsl.kernel.lowering.values.registry import in_limits, lowered, narrowed
from gamedsl.kernel.lowering.values.table import each_place
from gamedsl.kernel.playing import RUNNING, Block
from gamedsl.kernel.program import BOOL, Expression, Fail, Int, Word
from gamedsl.kernel.queries.compiler import Eval, ExpressionCompiler, Frame, Told, settled_now
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

BEYOND = -2
"""Number of the fault that something is more than a field of the state holds."""
WORST = -(2**40)
"""What stands for a key that is none: it is worse than all others."""
_SUM = Int(-(2**62), 2**62)
"""Points with what would be counted at the end: they have no limit before that."""


def cells(compiler: ExpressionCompiler, zone: core.ZoneRef) -> Eval:
    """Return what finds the cells or purses that a zone means, by their numbers, in their order."""

    def write(b: Lowering) -> list[Told]:
        grid = b.grid_of(zone)
        found = b.variable(word(0, grid.size), Word(grid.size), "w")
        each_place(b, zone, lambda at: b.assign(found, combine("|", found, bit(at, grid.size))))
        return [Told(found, t.SetType(t.IntType(grid.base, grid.base + grid.size - 1)))]

    return compiler.later(write, zone, looks=True)


def payable(compiler: ExpressionCompiler, cost: tuple[core.CoreStep, ...]) -> Eval:
    """Return what tells whether the whole of a cost can be paid."""

    def write(b: Lowering) -> list[Told]:
        found = b.variable(number(0), BOOL)
        pay_bill(b, cost, lambda: b.assign(found, number(1)))
        return [Told(found, t.BoolType())]

    return compiler.later(write, *cost, looks=True)


def forbidding(compiler: ExpressionCompiler, paragraph: str) -> Callable[[Block, Frame], model.CheckedModifier | None]:
    """Return what finds the first modifier that forbids a paragraph, None where none does."""
    modifiers = forbidders(compiler.b, paragraph)

    def write(b: Lowering) -> list[Told]:
        found: Expression = number(len(modifiers))
        for at, modifier in reversed([*enumerate(modifiers)]):
            found = choose(forbids(b, modifier), number(at), found)
        return [Told(found, t.IntType(0, len(modifiers)))]

    first = compiler.later(write, looks=True)

    def find(s: Block, f: Frame) -> model.CheckedModifier | None:
        at = first(s, f) if modifiers else 0
        return modifiers[at] if at < len(modifiers) else None

    return find


def _given(b: Lowering, leaf: core.PlanLeaf, action: str) -> list[Told]:
    params = b.game.actions[action].params
    return [Told(in_limits(b, node, kind, action), kind) for node, kind in zip(leaf.arguments, params, strict=True)]


def arguments(compiler: ExpressionCompiler, leaf: core.PlanLeaf, action: str) -> Eval:
    """Return what works out the arguments with which a plan offers an action, as a tuple."""
    return compiler.later(lambda b: _given(b, leaf, action), *leaf.arguments, together=True, looks=True)


def possible(compiler: ExpressionCompiler, leaf: core.PlanLeaf) -> Eval:
    """Return what tells whether some action of a part of a plan is possible."""

    def write(b: Lowering) -> list[Told]:
        given = [one.value for one in _given(b, leaf, leaf.actions[0])]
        plain = [b.let(one) for one in given if not isinstance(one, Listed | Run)]
        return [Told(some([possible_now(b, name, plain) for name in leaf.actions]), t.BoolType())]

    return compiler.later(write, *leaf.arguments, looks=True)


def by_seat(compiler: ExpressionCompiler, nodes: Sequence[core.Value]) -> Eval:
    """Return what works out some values with each seat in turn as ``you``, one after the other, as a tuple."""

    def write(b: Lowering) -> list[Told]:
        found = []
        for seat in range(b.layout.seats):
            with b.within(you=number(seat)):
                found += [Told(settled_now(b, lowered(b, node)), node.type) for node in nodes]
        return found

    return compiler.later(write, *nodes, together=True)


# ---------------------------------------------------------------- the victory


def candidates(compiler: ExpressionCompiler, loop: core.Loop) -> Eval:
    """Return what finds the elements of a loop for which its condition holds."""
    kind = loop.source.type
    assert isinstance(kind, t.SetType | t.ListType)
    itself = core.Local(span=loop.span, type=kind.item, slot=loop.slot)
    return compiler.value(core.Collect(span=loop.span, type=t.SetType(kind.item), loops=(loop,), value=itself))


def keys(compiler: ExpressionCompiler, rank: core.Rank) -> Callable[[Block, Frame], tuple[int, ...]]:
    """Return what works out the keys of the element in the place of the loop: more is better.

    Where nobody is ``you`` (in ``winner``), each player is while the own keys are read.
    """
    measure = compiler.several([key.key for key in rank.keys])
    players = getattr(rank.loop.source.type, "item", None) == t.PlayerType()

    def found(s: Block, f: Frame) -> tuple[int, ...]:
        if players and f[2] is None:
            f = [*f[:2], f[rank.loop.slot + HEADER], *f[3:]]
        return tuple([_key(key, one) for key, one in zip(rank.keys, measure(s, f), strict=True)])

    return found


def _key(key: core.OrderKey, found: Any) -> int:
    return WORST if found is None else +found if key.most else -found


def write_standing(b: Lowering, worths: Sequence[core.Value]) -> list[Told]:
    """Write the points of each seat as if the game ended now: with what the sources are worth, one after the other."""
    seats = range(b.layout.seats)
    points = [b.variable(b.read("points", seat), _SUM) for seat in seats]
    with b.when(compare("=", b.read("status"), RUNNING)):
        for worth in worths:
            for seat in seats:
                with b.within(you=number(seat), active=number(NOBODY), slots={}):
                    found = lowered(b, worth)
                    assert not isinstance(found, Listed | Run)
                    b.assign(points[seat], plus(points[seat], found))
    return [Told(one, t.IntType()) for one in points]


def write_counted_keys(b: Lowering, sources: Sequence[model.ScoringSource], rank: core.Rank) -> list[Told]:
    """Write the same as ``write_first_keys``, where keys read the points with what would be counted now.

    These stand in the state then: whoever asks puts back what was there. Fault BEYOND: they are more than that holds.
    """
    with b.when(compare("=", b.read("status"), RUNNING)):
        found = []
        worths = [(place, source.worth) for place, source in enumerate(sources) if source.worth is not None]
        for place, node in worths:
            for seat in range(b.layout.seats):
                with b.within(you=number(seat), active=number(NOBODY), slots={}):
                    worth = lowered(b, node)
                    assert not isinstance(worth, Listed | Run)
                    found.append((place, seat, b.let(worth, always=True)))
        for place, seat, worth in found:
            for field, at in (("points", seat), ("scores", place * b.layout.seats + seat)):
                b.store(field, held(b, plus(b.read(field, at), worth), field), at)
    return write_first_keys(b, rank)


def held(b: Lowering, found: Expression, field: str) -> Expression:
    """Write the test that a number can stand in a field; return it."""
    kind = b.program.fields[field].type
    assert isinstance(kind, Int)
    found = b.let(found)
    with b.when(either(compare("<", found, kind.low), compare(">", found, kind.high))):
        b.emit(Fail(BEYOND))
    return narrowed(found, kind.low, kind.high)


def write_first_keys(b: Lowering, rank: core.Rank) -> list[Told]:
    """Write what decides first who of all players wins, for each seat; see ``keys``."""
    found = []
    for seat in range(b.layout.seats):
        own = []
        with b.within(you=number(seat), active=number(NOBODY), slots={rank.loop.slot: number(seat)}):
            for key in rank.keys:
                value = lowered(b, key.key)
                assert not isinstance(value, Listed | Run)
                one = b.let(value, always=True)
                signed = one if key.most else minus(number(0), one)
                own.append(choose(b.there(one, key.key.type), signed, number(WORST)))
        found.append(Told(b.let(own[0], always=True), t.IntType()))
    return found
