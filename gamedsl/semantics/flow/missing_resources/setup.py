"""The steps of a setup in, errors about payments out that cannot all be made with the most players."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.missing_resources.most_players import most_players
from gamedsl.semantics.flow.missing_resources.payments import ENDLESS, supply
from gamedsl.source import written


def check_setup(game: model.CheckedGame, report: Report) -> None:
    """Report the first payment of each common purse for which too little is left when the most players play."""
    seats = most_players(game)
    if seats is None:
        return
    game = attrs.evolve(game, most_seats=seats)
    held = {name: most for name, zone in game.zones.items() if (most := _held(game, zone)) is not None}
    _pay(game, game.setup, 1, held, report)


def _held(game: model.CheckedGame, zone: model.Zone) -> int | None:
    """Return what a purse holds before the setup; None where that is no single number, or does not matter."""
    traits = {use.name for use in zone.traits}
    if zone.form != "purse" or zone.each or zone.keys or traits & ENDLESS:
        return None
    most = supply(game, zone)
    return most if most is None or "full" in traits else 0


def _pay(
    game: model.CheckedGame, steps: Sequence[core.CoreStep], times: int, held: dict[str, int], report: Report
) -> None:
    """Go through steps that are carried out so many times; ``held`` is how much there is at most behind them."""
    for step in steps:
        if isinstance(step, core.Pay):
            _pay_once(game, step, times, held, report)
            continue
        _may_pay(step, held)  # of a loop as well: what comes in may go out again in the next pass
        if isinstance(step, core.ForEach) and _is_for_all(step.loop):
            _pay(game, step.body, times * game.most_seats, held, report)


def _is_for_all(loop: core.Loop) -> bool:
    return isinstance(loop.source, core.AllPlayers) and loop.condition is None


def _pay_once(game: model.CheckedGame, step: core.Pay, times: int, held: dict[str, int], report: Report) -> None:
    kind, source = step.amount.type, step.source.entry
    low, high = (kind.low, kind.high) if isinstance(kind, t.IntType) else (0, t.HIGHEST)
    if source in held:
        needed = times * max(0, low)
        if needed > held[source]:
            names = {"source": written(step.source.span), "needed": needed, "held": held.pop(source)}
            report("GDFLO26", step.span, players=game.most_seats, **names)
        else:
            held[source] -= needed
    if step.target.entry in held:
        held[step.target.entry] += times * max(0, high)


def _may_pay(step: core.CoreStep, held: dict[str, int]) -> None:
    """Take in steps of which nobody knows how often they are carried out: what they may pay into comes on top."""
    for one in walk(step):
        if isinstance(one, core.Pay):
            held.pop(one.target.entry, None)
        elif isinstance(one, core.CallRule | core.CallCell | core.Offer):
            held.clear()
