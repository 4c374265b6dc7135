"""Steps that only direct others, where nothing waits -> statements"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.kernel.builder import choose, compare, interval, number
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.pieces.drawing import in_turn
from gamedsl.kernel.lowering.pieces.forcing import released
from gamedsl.kernel.lowering.values.counting import jumped, of_loop, passed, walked
from gamedsl.kernel.lowering.values.loops import for_seats, item_of, walk_listed, walk_over, walk_word
from gamedsl.kernel.lowering.values.registry import gathered, lowered, made, value
from gamedsl.kernel.program import BOOL, Break, Expression, For, Int, Name, Remark, Statement, While
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

_TOGETHER = 16
"""Branches that are written inside each other."""
STEPS: dict[type[core.CoreStep], StepWork] = {}
"""By kind of step what lowers it where nothing waits."""


StepWork = Callable[[Lowering, Any], None]


def lowers_step(kind: type[core.CoreStep]) -> Callable[[StepWork], StepWork]:
    """Register what lowers one kind of step."""

    def register(work: StepWork) -> StepWork:
        STEPS[kind] = work
        return work

    return register


def lower_steps(b: Lowering, steps: tuple[core.CoreStep, ...]) -> None:
    """Write steps in which nothing waits."""
    for step in steps:
        work = STEPS.get(type(step))
        if work is None:
            raise TypeError(f"{type(step).__name__} is not lowered")
        b.emit(Remark(step.span.line))
        work(b, step)


@lowers_step(core.If)
def _if(b: Lowering, step: core.If) -> None:
    """Write branches inside each other; of many, the later ones stand behind them, for when none has held."""
    many = len(step.branches) > _TOGETHER
    none: Expression = b.variable(number(1), BOOL, "none") if many else number(1)

    def inner(steps: tuple[core.CoreStep, ...]) -> None:
        with b.within():
            lower_steps(b, steps)

    def rest(branches: tuple[core.CoreBranch, ...], otherwise: tuple[core.CoreStep, ...]) -> None:
        if not branches:
            inner(otherwise)
            return

        def then() -> None:
            if isinstance(none, Name):
                b.assign(none, number(0))
            inner(branches[0].body)

        b.branch(value(b, branches[0].condition), then, lambda: rest(branches[1:], otherwise))

    for at in range(0, len(step.branches), _TOGETHER):
        is_last = at + _TOGETHER >= len(step.branches)
        with b.when(none if at else number(1)):
            rest(step.branches[at : at + _TOGETHER], step.otherwise if is_last else ())


def walk_members(b: Lowering, step: core.ForEach, body: Callable[[Lowered], None]) -> None:
    """Write what is done for each of what a set holds as a loop begins; the condition, too, is read then."""
    kind = item_of(step.loop.source.type)
    if step.start is not None:
        seats = chosen_word(b, step.loop)
        first = b.let(_start(b, step.start))
        for_seats(b, seats, first, body)
        return
    if _is_of_pieces(b, kind) and isinstance(step.loop.source.type, t.SetType):
        listed = in_turn(b, chosen_word(b, step.loop), kind)  # type: ignore[arg-type]
        walk_listed(b, listed, body)
        return
    if isinstance(step.loop.source, core.Interval) and step.loop.condition is None:
        walk_over(b, step.loop.source, body, of_loop(b, step.loop))
        return
    found = chosen(b, step.loop)
    if isinstance(found, Listed):
        walk_listed(b, found, body)
    else:
        walk_word(b, found, b.base(kind), body)


def _start(b: Lowering, node: core.Value) -> Expression:
    """Return the seat where a loop begins; nobody is the first."""
    found = value(b, node)
    if isinstance(node.type, t.MaybeType):
        found = b.let(found)
        found = choose(compare("<", found, 0), number(0), found)
    return found


def chosen(b: Lowering, loop: core.Loop) -> Expression | Listed:
    """Return the elements of a loop for which its condition holds."""
    if loop.condition is None:
        found = made(b, loop.source)
        if isinstance(found, Listed):
            return walked(b, of_loop(b, loop), found)
        return walked(b, of_loop(b, loop), b.let(found, always=True))
    if not isinstance(bare(loop.source.type), t.ListType):
        return chosen_word(b, loop)
    found = made(b, loop.source)
    assert isinstance(found, Listed)
    walked(b, of_loop(b, loop), found)
    result, put = gathered(b, found.kind, interval(found.length)[1])

    def look(one: Lowered) -> None:
        with b.within():
            b.bind(loop.slot, one)
            with b.when(value(b, loop.condition)):  # type: ignore[arg-type]
                put(one)

    walk_listed(b, found, look)
    return result


def chosen_word(b: Lowering, loop: core.Loop) -> Expression:
    """Return the elements of a loop for which its condition holds as a word."""
    kind = item_of(loop.source.type)
    if loop.condition is None:
        found = lowered(b, loop.source)
        if not isinstance(found, Listed | Run):
            return walked(b, of_loop(b, loop), b.let(found, always=True))
    me = core.Local(span=loop.span, type=kind, slot=loop.slot)
    whole = core.Collect(span=loop.span, type=t.SetType(kind), value=me, loops=(loop,))
    with b.within():
        return b.let(value(b, whole), always=True)


def _is_of_pieces(b: Lowering, kind: t.Type) -> bool:
    """Tell whether things are pieces that can move."""
    return isinstance(kind, t.PieceType) and b.game.kinds[kind.kind].form != "space"


@lowers_step(core.Repeat)
def _repeat(b: Lowering, step: core.Repeat) -> None:
    body: list[Statement] = []
    if step.count is None:
        assert step.until is not None
        with b.into(body):
            with b.when(value(b, step.until)):
                b.emit(Break())
            jumped(b, step.span, "this loop", b.layout.loads.jump(step.body))
            with b.within():
                lower_steps(b, step.body)
        b.emit(While(number(1), tuple(body)))
        return
    count = b.let(value(b, step.count))
    weight = b.layout.loads.repeated(step)
    if weight:
        passed(b, choose(compare(">", count, 0), count, number(0)), step.span, weight)
    with b.into(body):
        if step.until is not None:
            with b.when(value(b, step.until)):
                b.emit(Break())
        with b.within():
            lower_steps(b, step.body)
    b.emit(For(b.temp("j"), Int(0, max(0, interval(count)[1])), number(0), count, tuple(body)))


@lowers_step(core.Let)
def _let(b: Lowering, step: core.Let) -> None:
    found = lowered(b, step.value)
    b.bind(step.slot, found if isinstance(found, Listed | Run) else b.let(found, always=True))


@lowers_step(core.Force)
def _force(b: Lowering, step: core.Force) -> None:
    """Forced outcomes are gathered before setup; those of this line come from here on."""
    released(b, step)
