"""The steps of a game in, warnings about payments that may not be covered, or never are, out."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import conjuncts
from gamedsl.semantics.flow.logic import exclude
from gamedsl.semantics.flow.missing_resources.for_all import asked_once, is_about, named_amount
from gamedsl.semantics.flow.missing_resources.path_conditions import Way, Ways, heads, opposite
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
        elif not way.is_cost and (loop := asked_once(ways, way, step)) is not None:
            report("GDFLO15", step.span, help=_for_all(named_amount(way, step)[0], loop, names["source"]), **names)


def _for_all(amount: core.Value, loop: core.ForEach, source: str) -> str:
    """Return what to write where each pass of a loop pays, and what is there is asked about before all of them."""
    several = f"count({written(loop.loop.source.span)})"
    enough = f"ask for all of it, as in `when: {source} >= {written(amount.span)} * {several}`"
    if not isinstance(amount, core.Const):
        enough = f"give each a share, as in `pay {source} / {several} from {source} …`"
    return f"it is paid once for each `{loop.name}`, but asked about once for all: {enough}"


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
    """Tell whether only conditions right before it compare the purse with fixed numbers, but let too little through.

    That is what an action asks, or the `if` around; what was paid behind it has to be there as well.
    """
    whens = [part.condition for part in heads(ways.game, way.node) if isinstance(part, model.When)]
    asked = way.asked or (tuple(whens) if way.node[0] == "actions" and not way.around else ())
    if not asked or not isinstance(named_amount(way, step)[0], core.Const):
        return False
    game, purse = ways.game, step.source.entry
    own = [one for condition in asked for one in conjuncts(condition)]
    simple = [one for one in own if is_about(one, step.source)]
    elsewhere: list[Part] = [one for one in own if one not in simple]
    elsewhere += [part for part in heads(game, way.node) if not isinstance(part, model.When)]
    elsewhere += [one for one in (*whens, *way.around) if not any(one is inside for inside in walk(*asked))]
    needed = _paid_so_far(way, step)
    if not simple or needed is None or purse in reads(game, *elsewhere):
        return False
    held = core.Amount(span=step.span, type=t.IntType(0), zone=step.source)
    total = core.Const(span=step.span, type=t.IntType(needed, needed), value=needed)
    enough = core.Compare(span=step.span, type=t.BoolType(), sign=">=", left=held, right=total)
    endings = [phase.until for phase in game.phases.values() if phase.until is not None]
    known = [*simple, *(opposite(one) for one in endings)]
    together = core.And(span=step.span, type=t.BoolType(), items=tuple(known))
    return not exclude(game, together, opposite(enough))


def _paid_so_far(way: Way, step: core.Pay) -> int | None:
    """Return what a payment and those in front of it in its block take from its purse; None where nobody knows."""
    needed = 0
    for one in (*way.beside, step):
        if not isinstance(one, core.Pay):
            if any(isinstance(part, core.Pay | core.CallRule | core.CallCell | core.Offer) for part in walk(one)):
                return None
            continue
        if one.target.entry == step.source.entry:
            return None
        if one.source.entry == step.source.entry:
            amount = named_amount(way, one)[0]
            if one.source != step.source or not isinstance(amount, core.Const):
                return None
            needed += int(amount.value) if isinstance(amount.value, int) else 0
    return needed
