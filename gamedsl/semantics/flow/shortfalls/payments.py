"""The steps of a game in, warnings about payments that may not be covered, or never are, out."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.counts import conjuncts
from gamedsl.semantics.flow.logic import exclude
from gamedsl.semantics.flow.shortfalls.on_the_way import Way, Ways, heads
from gamedsl.source import written

ENDLESS = frozenset({"unlimited", "overdraft"})
"""Traits of purses out of which anything can be paid."""


def check_payments(ways: Ways, report: Report) -> None:
    """Warn about what cannot be paid at all, and what nobody makes sure of."""
    game = ways.game
    fed = {step.target.entry for step in ways.everything if isinstance(step, core.Pay)}
    for way in ways.steps():
        step = way.step
        if not isinstance(step, core.Pay) or _is_endless(game, step.source):
            continue
        least = step.amount.type.low if isinstance(step.amount.type, t.IntType) else 0
        most = _most(game, step.source, fed)
        names = {"source": written(step.source.span), "amount": written(step.amount.span)}
        if least > most:
            report("GDFLO16", step.span, source=names["source"], most=most)
        elif not way.is_cost and not _is_covered(ways, way, step):
            report("GDFLO15", step.span, **names)


def _is_endless(game: model.CheckedGame, purse: core.ZoneRef) -> bool:
    return any(use.name in ENDLESS for use in game.zones[purse.entry].traits)


def _most(game: model.CheckedGame, purse: core.ZoneRef, fed: set[str]) -> int:
    """Return how much a purse can ever hold: what there is of it, nothing where nothing ever comes in."""
    zone = game.zones[purse.entry]
    if purse.entry not in fed and not any(use.name == "full" for use in zone.traits):
        return 0
    found = supply(game, zone)
    return t.HIGHEST if found is None else found


def supply(game: model.CheckedGame, zone: model.Zone) -> int | None:
    """Return how many of its counter there are with the most players; None where that is no single number."""
    counter = game.counters[zone.kind]
    if counter.supply is None or counter.keys:
        return None
    return counter.supply * (game.most_seats if counter.each_player else 1)


def _is_covered(ways: Ways, way: Way, step: core.Pay) -> bool:
    """Tell whether a payment asks for what is there, or something on the way to it does."""
    game, purse = ways.game, step.source.entry
    if isinstance(step.amount.type, t.IntType) and step.amount.type.high <= 0:
        return True
    asked_for = reads(game, step.amount)
    if purse in asked_for or any(purse in ways.beside.get(name, ()) for name in asked_for):
        return True
    if any(isinstance(done, core.Pay) and done.target.entry == purse for done in walk(*way.before)):
        return True
    return ways.asks_about(way, step.source) and not _is_weak(ways, way, step)


def _is_weak(ways: Ways, way: Way, step: core.Pay) -> bool:
    """Tell whether an action only compares the purse with fixed numbers, but lets too little through."""
    if way.node[0] != "actions" or not isinstance(step.amount, core.Const):
        return False
    game, purse = ways.game, step.source.entry
    own = [one for part in heads(game, way.node) if isinstance(part, model.When) for one in conjuncts(part.condition)]
    simple = [one for one in own if _is_about(one, step.source)]
    others = [one for one in own if one not in simple]
    picks = [part for part in heads(game, way.node) if not isinstance(part, model.When)]
    if not simple or purse in reads(game, *others, *picks, *way.around):
        return False
    held = core.Amount(span=step.span, type=t.IntType(0), zone=step.source)
    enough = core.Compare(span=step.span, type=t.BoolType(), sign=">=", left=held, right=step.amount)
    endings = [phase.until for phase in game.phases.values() if phase.until is not None]
    known = [*simple, *(core.Not(span=one.span, type=one.type, value=one) for one in endings)]
    together = core.And(span=step.span, type=t.BoolType(), items=tuple(known))
    return not exclude(game, together, core.Not(span=step.span, type=t.BoolType(), value=enough))


def _is_about(condition: core.Value, purse: core.ZoneRef) -> bool:
    """Tell whether a condition compares what a purse holds with a fixed number."""
    if not isinstance(condition, core.Compare):
        return False
    for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(one, core.Amount) and one.zone == purse and isinstance(other, core.Const):
            return True
    return False
