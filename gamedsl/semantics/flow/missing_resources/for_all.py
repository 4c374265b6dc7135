"""A payment in loops, with what is asked around it -> the loop that pays out of one purse again and again, unasked."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import conjuncts, replaced
from gamedsl.semantics.flow.logic import exclude
from gamedsl.semantics.flow.missing_resources.path_conditions import Way, Ways, heads, opposite


def asked_once(ways: Ways, way: Way, step: core.Pay) -> core.ForEach | None:
    """Return the first loop whose passes all pay from one purse, which is compared with too little, once for all.

    That is asked in front of the loop, or anywhere in one of the same moment, whose conditions come before all steps.
    None where anything else is known of the purse.
    """
    game, purse = ways.game, step.source.entry
    at = next((at for at, (one, _) in enumerate(way.loops) if not _is_of(step.source, one)), None)
    amount, lets = named_amount(way, step)
    each = _each(amount, step.source)
    if at is None or each is None:
        return None
    loop, before = way.loops[at]
    own = [one for one in walk(*loop.body) if isinstance(one, core.Let)]
    is_asked_here = not isinstance(amount, core.Const) and (not lets or any(lets[-1] is one for one in own))
    inside = [*way.held[before:], *([amount] if is_asked_here else [])]
    if not loop.together and purse in reads(game, *inside):
        return None
    if any(_is_one(one) for one, _ in way.loops[at:]) or _is_known_otherwise(ways, way, step, loop):
        return None
    whens = [part.condition for part in heads(game, way.node) if isinstance(part, model.When)]
    fixed = {one.slot: one.value for one in _lets(way) if isinstance(one.value, core.Const)}
    held = [replaced(one, fixed) for one in way.held]
    simple = [part for one in (*whens, *held) for part in conjuncts(one) if purse in reads(game, part)]
    if not all(is_about(one, step.source) for one in simple) or not (simple or purse in reads(game, amount)):
        return None
    total = each * prod(_passes(game, one) for one, _ in way.loops[at:])
    return None if total <= each or _is_enough(game, step, simple, total) else loop


def _is_enough(game: model.CheckedGame, step: core.Pay, known: list[core.Value], total: int) -> bool:
    """Tell whether a purse holds a number wherever some conditions hold, and no phase has ended."""
    held = core.Amount(span=step.span, type=t.IntType(0), zone=step.source)
    wanted = core.Const(span=step.span, type=t.IntType(total, total), value=total)
    enough = core.Compare(span=step.span, type=t.BoolType(), sign=">=", left=held, right=wanted)
    endings = [phase.until for phase in game.phases.values() if phase.until is not None]
    items = (*known, *(opposite(one) for one in endings))
    return exclude(game, core.And(span=step.span, type=t.BoolType(), items=items), opposite(enough))


def named_amount(way: Way, step: core.Pay) -> tuple[core.Value, tuple[core.Let, ...]]:
    """Return what is paid, and by which names it is called: of `k` what stands behind `let k =`."""
    amount, lets = step.amount, {one.slot: one for one in _lets(way)}
    names: list[core.Let] = []
    while isinstance(amount, core.Local) and amount.slot in lets:
        names.append(lets.pop(amount.slot))
        amount = names[-1].value
    return amount, tuple(names)


def _lets(way: Way) -> Iterator[core.Let]:
    """Walk the names that are given before a step."""
    return (one for one in walk(*way.before) if isinstance(one, core.Let))


def _each(amount: core.Value, purse: core.ZoneRef) -> int | None:
    """Return how much a pass pays at most, where that is written: `2`, or `min(2, pot)` out of the pot."""
    if isinstance(amount, core.Extreme) and amount.function == "min":
        rest = [one for one in amount.items if not (isinstance(one, core.Amount) and one.zone == purse)]
        amount = rest[0] if len(rest) == 1 and len(amount.items) > 1 else amount
    return amount.value if isinstance(amount, core.Const) and isinstance(amount.value, int) else None


def _is_of(purse: core.ZoneRef, loop: core.ForEach) -> bool:
    """Tell whether each pass of a loop has a purse of its own."""
    slots = {loop.loop.slot, *(one.slot for one in walk(*loop.body) if isinstance(one, core.Let | core.Pick))}
    return any(isinstance(one, core.Local) and one.slot in slots for one in walk(purse))


def _is_one(loop: core.ForEach) -> bool:
    """Tell whether a loop may be there for one thing only, which its condition names."""
    return any(isinstance(one, core.Compare) and one.sign == "=" for one in walk(loop.loop.condition or loop.loop))


def _passes(game: model.CheckedGame, loop: core.ForEach) -> int:
    source = loop.loop.source
    return game.most_seats if isinstance(source, core.AllPlayers) else int(getattr(source.type, "most", 1))


def _is_known_otherwise(ways: Ways, way: Way, step: core.Pay, loop: core.ForEach) -> bool:
    """Tell whether more than conditions of its own paragraph says what a purse holds."""
    game, purse = ways.game, step.source.entry
    paid = (*way.before, *loop.body)
    if any(isinstance(one, core.Pay) and one.target.entry == purse for one in walk(*paid)):
        return True
    beside: list[Part] = [part for part in heads(game, way.node) if not isinstance(part, model.When)]
    names = named_amount(way, step)[1]
    asked = (one for one in walk(*way.before) if isinstance(one, core.Let | core.Pick))
    beside += [one for one in asked if not any(one is name for name in names)]
    return purse in reads(game, *beside) or ways.is_asked_by_others(way, purse)


def is_about(condition: core.Value, purse: core.ZoneRef) -> bool:
    """Tell whether a condition compares what a purse holds with a fixed number, or does not."""
    if isinstance(condition, core.Not):
        return is_about(condition.value, purse)
    if not isinstance(condition, core.Compare):
        return False
    for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(one, core.Amount) and one.zone == purse and isinstance(other, core.Const):
            return True
    return False
