"""Payments and points -> statements"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.as_written import unchecked
from gamedsl.engine.setup.reads import POINTS, zone_part
from gamedsl.kernel.builder import both, compare, constant, either, minus, number, plus, times
from gamedsl.kernel.lowering.context import Lowering, within
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.trace_points import LOG, Told, lost, said
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.lowering.values.table import Place, place_of
from gamedsl.kernel.program import Expression
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def purse(b: Lowering, zone: core.ZoneRef) -> Place:
    """Return the purse of a zone by its number among all purses."""
    place = place_of(b, zone)
    return attrs.evolve(place, index=plus(place.index, b.grid_of(zone).base))


@lowers_step(core.Pay)
def _pay(b: Lowering, step: core.Pay) -> None:
    _pay_amount(b, step)
    check(b, zone_part(b.game, step.source.entry), zone_part(b.game, step.target.entry))


def _pay_amount(b: Lowering, step: core.Pay) -> None:
    amount = b.let(value(b, unchecked(step.amount)), always=True)
    if constant(amount) == 0:
        return
    secret = _is_secret(b, step)
    if secret:
        _pay_there(b, step, amount, lambda a, c: either(compare("!=", amount, 0), both(a, c)))
        return
    with b.when(compare("!=", amount, 0)):
        _pay_there(b, step, amount, None)


def _is_secret(b: Lowering, step: core.Pay) -> bool:
    """Tell whether somebody may not see how much is paid (then nothing paid is not passed over)."""
    viewers, everybody = b.layout.purse_viewers, b.layout.everybody
    grids = [b.layout.purses[zone.entry] for zone in (step.source, step.target)]
    unseen = all(any(viewers[one] != everybody for one in range(g.base, g.base + g.size)) for g in grids)
    return unseen and step.span not in b.settings.secrets.open


def _pay_there(
    b: Lowering, step: core.Pay, amount: Expression, only_if: Callable[[Expression, Expression], Expression] | None
) -> None:
    source, target = purse(b, step.source), purse(b, step.target)
    layout, span = b.layout, step.span
    one, other = b.let(source.index), b.let(target.index)
    with b.when(number(1) if only_if is None else only_if(source.exists, target.exists)):
        with b.aside(LOG):
            words = said(b, step)
        if not within(amount, 0, t.HIGHEST):
            b.fail_unless(
                compare(">=", amount, 0),
                "GDRUN05", span, amount, target="a payment", range=f"0..{Limits.amount}", found=str,
            )  # fmt: skip
        there = both(source.exists, target.exists)
        b.fail_unless(there, "GDRUN05", span, target="a purse", range="its keys", found="no such purse")
        _same_sort(b, step, one, other)
        grids = [layout.purses[step.source.entry], layout.purses[step.target.entry]]
        if not (grids[0].size and layout.purse_unlimited[grids[0].base]):
            least = layout.purse_least[grids[0].base] if grids[0].size else 0
            held = b.read("purses", one)
            left = b.let(minus(held, amount))
            _there_is(b, step, (amount, one, held), compare(">=", left, least))
            b.store("purses", left, one)
        if not (grids[1].size and layout.purse_unlimited[grids[1].base]):
            have = b.let(plus(b.read("purses", other), amount))
            b.fail_unless(
                compare("<=", have, Limits.amount), "GDRUN05", span, other, have,
                target=lambda at, _: ("purse", at), range=f"0..{Limits.amount}", found=lambda _, found: str(found),
            )  # fmt: skip
            b.store("purses", have, other)
        if only_if is not None:
            lost(b, "paid", one, other)
        b.note(LOG, Told("pay", b.scope.card, step), words, amount, one, other)


def withdrawn(b: Lowering, step: core.Pay, sign: int) -> None:
    """Write that a payment is taken from its source (-1), which must hold it, or put back there (1), as a trial."""
    source, grid = purse(b, step.source), b.layout.purses[step.source.entry]
    if not grid.size or b.layout.purse_unlimited[grid.base]:
        return
    amount, least = b.let(value(b, unchecked(step.amount)), always=True), b.layout.purse_least[grid.base]
    with b.when(both(source.exists, compare(">", amount, 0))):
        held = b.let(b.read("purses", source.index), always=True)
        left = b.let(plus(held, times(amount, sign)), always=True)
        if sign < 0:
            _there_is(b, step, (amount, source.index, held), compare(">=", left, least))
        b.store("purses", left, source.index)


def _there_is(b: Lowering, step: core.Pay, found: tuple[Expression, ...], enough: Expression) -> None:
    """Write the test that a purse holds what is paid; ``found``: the amount, the purse and what it holds."""
    b.fail_unless(
        enough, "GDRUN02", step.span, *found,
        needed=lambda needed, _, __: needed, source=lambda _, at, __: ("purse", at), held=lambda _, __, h: h,
    )  # fmt: skip


def _same_sort(b: Lowering, step: core.Pay, source: Expression, target: Expression) -> None:
    """Write the test that two purses hold the same lot of a counter."""
    lots = b.layout.purse_lot
    grids = [b.layout.purses[zone.entry] for zone in (step.source, step.target)]
    if not any(lots[grid.base] for grid in grids if grid.size):
        return
    for at in range(len(lots[grids[0].base])):
        ours = [
            -1 if lots[grids[0].base + i][at] is None else lots[grids[0].base + i][at] for i in range(grids[0].size)
        ]
        theirs = [
            -1 if lots[grids[1].base + i][at] is None else lots[grids[1].base + i][at] for i in range(grids[1].size)
        ]
        one = b.let(b.table(f"lot {at} of {step.source.entry}", ours, minus(source, grids[0].base)))  # type: ignore[arg-type]
        other = b.let(b.table(f"lot {at} of {step.target.entry}", theirs, minus(target, grids[1].base)))  # type: ignore[arg-type]
        fits = either(either(compare("<", one, 0), compare("<", other, 0)), compare("=", one, other))
        b.fail_unless(fits, "GDRUN05", step.span, target="a payment", range="purses of one sort", found="another sort")


@lowers_step(core.Score)
def _score(b: Lowering, step: core.Score) -> None:
    first, most = list(b.game.sources).index(step.source) * b.seats, Limits.points
    points = b.let(value(b, step.points), always=True)
    seat = b.let(value(b, step.player))
    b.fail_unless(
        b.there(seat, step.player.type), "GDRUN04", step.span, value="the player who scores", reason="nothing is there"
    )
    seat = narrowed(seat, 0, b.seats - 1)
    with b.when(compare("!=", points, 0)):
        total = b.let(plus(b.read("points", seat), points))
        b.fail_unless(
            both(compare(">=", total, -most), compare("<=", total, most)), "GDRUN05", step.span, total,
            target="the points of a player", range=f"{-most}..{most}", found=str,
        )  # fmt: skip
        with b.aside(LOG):
            words = said(b, step)
        b.store("points", total, seat)
        b.store("scores", plus(b.read("scores", plus(seat, first)), points), plus(seat, first))
        b.note(LOG, Told("score", b.scope.card, step), words, points, seat)
    check(b, POINTS)
