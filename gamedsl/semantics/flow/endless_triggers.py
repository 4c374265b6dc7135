"""A checked game in, watched triggers that set each other off for ever out, as far as constants that they set tell."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import writes
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.graph import Graph, Node, circles
from gamedsl.semantics.flow.logic import exclude

_CALLS = (core.CallRule, core.CallCell, core.Offer)


def endless_chains(game: model.CheckedGame) -> Iterator[tuple[Node, ...]]:
    """Walk chains of watched triggers each of which makes its own condition false and that of the next true.

    A written ``depth`` says that a chain is meant, and who is not asked for certain breaks it.
    """
    watched = [one for one in game.triggers.values() if one.after is None and one.once is None]
    asked = [one for one in watched if not one.bounded and one.whens and _is_for_everybody(one)]
    moments = {one.name: list(_moments(game, one)) for one in asked}
    edges: dict[Node, tuple[Node, ...]] = {}
    for one in asked:
        out = _first(game, moments[one.name], one, False)
        edges["triggers", one.name] = tuple(
            ("triggers", other.name)
            for other in asked
            if out is not None and _sets_off(game, moments[one.name][out + (one is other) :], other)
        )
    yield from circles(Graph(game, edges))


def _is_for_everybody(trigger: model.CheckedTrigger) -> bool:
    return trigger.who is None or isinstance(trigger.who.value, core.AllPlayers)


def _moments(game: model.CheckedGame, trigger: model.CheckedTrigger) -> Iterator[core.Value]:
    """Walk what is known for certain about the values of the table after each step of a trigger."""
    known: list[core.Compare] = []
    for step in trigger.then:
        if any(isinstance(part, _CALLS) for part in walk(step)):
            return  # anything may happen there
        touched = writes(game, step)
        known = [fact for fact in known if not _entries(fact) & touched]
        if isinstance(step, core.Assign) and isinstance(step.value, core.Const):
            sides = {"left": step.target, "right": step.value}
            known.append(core.Compare(span=step.span, type=t.BoolType(), sign="=", **sides))
        yield core.And(span=step.span, type=t.BoolType(), items=tuple(known))


def _entries(fact: core.Compare) -> frozenset[str]:
    return frozenset(part.entry for part in walk(fact) if isinstance(part, core.ReadValue))


def _first(
    game: model.CheckedGame, moments: list[core.Value], trigger: model.CheckedTrigger, holds: bool
) -> int | None:
    """Return the first of some moments at which the condition of a trigger holds for certain, or does not."""
    return next((place for place, moment in enumerate(moments) if _is(game, moment, trigger, holds)), None)


def _is(game: model.CheckedGame, moment: core.Value, trigger: model.CheckedTrigger, holds: bool) -> bool:
    conditions = [when.condition for when in trigger.whens]
    if not holds:
        return any(exclude(game, moment, condition) for condition in conditions)
    return all(
        exclude(game, moment, core.Not(span=condition.span, type=condition.type, value=condition))
        for condition in conditions
    )


def _sets_off(game: model.CheckedGame, moments: list[core.Value], trigger: model.CheckedTrigger) -> bool:
    """Tell whether a trigger becomes true at one of some moments, before the game is over."""
    at = _first(game, moments, trigger, True)
    return at is not None and not any(
        exclude(game, moment, core.Not(span=end.condition.span, type=end.condition.type, value=end.condition))
        for moment in moments[: at + 1]
        for end in game.ends
    )
