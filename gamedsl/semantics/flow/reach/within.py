"""A checked game in, the places out where a value that is set always fits: an end comes before it would not.

Findings are made where a step stands alone; here `until` and the end of the game are heard. The value is tested in
play all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.sums import sum_of
from gamedsl.semantics.core.walk import Part, bodies, leaves, walk
from gamedsl.semantics.flow.counts import shape
from gamedsl.semantics.flow.graph import SETUP, Node, steps_of
from gamedsl.semantics.flow.reach.progress import SIGNS, Asked, asked_of, changing, pace_of
from gamedsl.source import Span


def always_fitting(game: model.CheckedGame) -> frozenset[Span]:
    """Return where values stand that steps set, and that fit as long as neither `until` nor an end holds."""
    steps = steps_of(game)
    by_hand = {name for phase in _together(game) for name in _offered(phase)}
    found = set()
    changes = _Changes(game)
    for node, parts in steps.items():
        if node == SETUP or node[1] in by_hand:
            continue
        for step in walk(*parts):
            if isinstance(step, core.Assign) and isinstance(step.value, core.Checked):
                asked = [*_ends(game, step.target), *_untils(game, node, parts, step, changes)]
                if any(_fits(step, step.value, one) for one in asked):
                    found.add(step.value.span)
    return frozenset(found)


def _together(game: model.CheckedGame) -> Iterator[model.CheckedPhase]:
    """Walk the phases in which all decide at once: ends are tested when all have."""
    return (phase for phase in game.phases.values() if phase.who is not None and phase.who.together)


def _offered(phase: model.CheckedPhase) -> frozenset[str]:
    return frozenset(name for leaf in leaves(phase.plan) for name in leaf.actions) if phase.plan else frozenset()


def _ends(game: model.CheckedGame, target: core.ReadValue) -> Iterator[Asked]:
    """Walk the ends of the game that ask for a value alone, of a player or of all; they are tested after every step."""
    for end in game.ends:
        for condition in end.condition.items if isinstance(end.condition, core.Or) else (end.condition,):
            asked = _of_anybody(condition, target) or asked_of(condition)
            if asked is not None and shape(asked.value) == shape(target):
                yield asked


def _of_anybody(condition: core.Value, target: core.ReadValue) -> Asked | None:
    """Return what ``any(p.gold >= 9 for each p in players)`` asks of the value of each player."""
    match condition:
        case core.Reduce(
            function="any",
            loops=(core.Loop(slot=slot, source=core.AllPlayers(), condition=None),),
            value=core.Compare(sign=sign, left=core.ReadValue(owner=core.Local(slot=owner)) as left, right=limit),
        ) if owner == slot and left.entry == target.entry and left.keys == target.keys == ():
            if isinstance(limit, core.Const):
                return Asked(target, lambda one: SIGNS[sign](one, limit.value))
    return None


class _Changes:
    """The steps of a game that change a value of the table, walked once for all values."""

    def __init__(self, game: model.CheckedGame) -> None:
        self._of: dict[str, list[core.CoreStep]] = {}
        for entry, step in changing(part for body in bodies(game) for part in body.parts):
            self._of.setdefault(entry, []).append(step)

    def are_only(self, step: core.Assign) -> bool:
        """Tell whether a step alone changes the value that it sets."""
        return self._of.get(step.target.entry) == [step]


def _untils(
    game: model.CheckedGame, node: Node, parts: tuple[Part, ...], step: core.Assign, changes: _Changes
) -> Iterator[Asked]:
    """Yield what `until` of the only phase asks in which a step is carried out, once in each turn or pass."""
    if not changes.are_only(step) or not _is_once(parts, step):
        return
    phases = [*_holders(game, node)]
    phase = phases[0] if len(phases) == 1 else None
    asked = None if phase is None or phase.until is None else asked_of(phase.until)
    entry = game.values[step.target.entry]
    if phase is None or asked is None or shape(asked.value) != shape(step.target) or step.target.owner is not None:
        return
    begins = isinstance(entry.initial, core.Const) and not asked.holds(entry.initial.value)
    if begins and _is_entered_once(game, phase.name):
        yield _met_on_the_way(entry, step, asked) or asked


def _met_on_the_way(entry: model.TableValue, step: core.Assign, asked: Asked) -> Asked | None:
    """Return a condition as one that holds from where it is met on, for a value that always changes by as much."""
    pace = pace_of(step.value, step.target)
    if pace is None or pace.end is not None or not isinstance(entry.initial, core.Const):
        return None
    at, way = entry.initial.value, 1 if pace.each > 0 else -1
    if not isinstance(at, int):
        return None
    met = next((one for one in range(at, at + pace.each * _MOST_TRIED, pace.each) if asked.holds(one)), None)
    if met is None:
        return None
    last = met - pace.each
    return Asked(asked.value, lambda one: (one - last) * way > 0)


def _is_once(parts: tuple[Part, ...], step: core.Assign) -> bool:
    """Tell whether a step stands in no loop."""
    loops = (one for one in walk(*parts) if isinstance(one, core.ForEach | core.Repeat))
    return not any(inner is step for loop in loops for inner in walk(loop))


def _holders(game: model.CheckedGame, node: Node) -> Iterator[model.CheckedPhase | None]:
    """Walk the phases in whose turns something is done once at most; None for any other way to it."""
    section, name = node
    if section == "phases":
        phase = game.phases[name]
        is_bare = phase.who is None and phase.plan is None and not phase.phases and not phase.start
        yield phase if is_bare else None
        return
    if section != "actions":
        yield None
        return
    for phase in game.phases.values():
        if name in _offered(phase):
            is_one = phase.plan is not None and not any(isinstance(one, _SEVERAL) for one in walk(phase.plan))
            yield phase if is_one else None
    for parts in steps_of(game).values():
        for part in walk(*parts):
            if isinstance(part, core.Offer) and any(name in leaf.actions for leaf in leaves(part.plan)):
                yield None


_SEVERAL = (core.PlanInOrder, core.PlanMixed, core.PlanTimes)
"""Plans in which an action may be done more often than once."""


def _is_entered_once(game: model.CheckedGame, name: str) -> bool:
    """Tell whether a phase begins once in a game: nothing around it is repeated."""
    first = next(iter(game.phases))
    while name != first:
        around = [phase for phase in game.phases.values() if name in phase.phases]
        if len(around) != 1 or around[0].until is not None or around[0].who is not None:
            return False
        if around[0].phases.count(name) != 1:
            return False
        name = around[0].name
    return True


def _fits(step: core.Assign, value: core.Checked, asked: Asked) -> bool:
    """Tell whether a value fits wherever a condition does not hold of what it was."""
    kind = intervals.strip(step.target.type)
    declared = asked.value.type
    if not isinstance(kind, t.IntType) or not isinstance(declared, t.IntType) or declared.is_endless:
        return False
    left = _left(declared, asked)
    if left is None:
        return False
    found = _worked_out(value.value, {repr(shape(step.target)): left})
    return found is not None and value.low <= found.low and found.high <= value.high


def _left(kind: t.IntType, asked: Asked) -> t.IntType | None:
    """Return the numbers for which a condition does not hold, from the least to the most."""
    low, high = kind.low, kind.high
    while low <= high and asked.holds(low) and low - kind.low < _MOST_TRIED:
        low += 1
    while low <= high and asked.holds(high) and kind.high - high < _MOST_TRIED:
        high -= 1
    return t.IntType(low, high) if low <= high else None


_MOST_TRIED = 10_000
"""Numbers at the ends of a range that are tried."""


def _worked_out(value: core.Value, known: Mapping[str, t.IntType]) -> t.IntType | None:
    """Return the interval of a sum, of which some parts are known better than by their types."""
    made = sum_of(value)
    found = t.IntType(made.added, made.added)
    for factor, part in made.parts:
        kind = known.get(repr(shape(part)), part.type)
        if not isinstance(kind, t.IntType):
            return None
        found = intervals.add(found, intervals.multiply(t.IntType(factor, factor), kind))
    return found
