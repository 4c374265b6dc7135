"""A graph of paragraphs in, how far what lies on the table can come in play out, and which conditions never hold so."""

from __future__ import annotations

from functools import cached_property

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import POINTS, writes
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.graph import SETUP, Graph, Node, steps_of
from gamedsl.semantics.flow.logic import never
from gamedsl.semantics.flow.reach.capacities import Beginning, most_held
from gamedsl.semantics.flow.reach.value_ranges import Domain, domain_of, stays_empty


@attrs.frozen(eq=False, slots=False)
class Reach:
    """What is known of a game whichever way it goes."""

    paragraphs: Graph

    @property
    def game(self) -> model.CheckedGame:
        return self.paragraphs.game

    @cached_property
    def _steps(self) -> dict[Node, tuple[Part, ...]]:
        return steps_of(self.game)

    @cached_property
    def _begin(self) -> Beginning:
        return Beginning(self.game)

    @cached_property
    def _held(self) -> dict[str, int]:
        played = []
        for node, parts in self._steps.items():
            picked = self.game.actions[node[1]].elements if node[0] == "actions" else ()
            played += [(*picked, *parts)] if node != SETUP else []
        return most_held(self._begin, played)

    @cached_property
    def _changes(self) -> dict[str, list[core.CoreStep]]:
        """The steps that change each value of the table."""
        changes: dict[str, list[core.CoreStep]] = {name: [] for name in self.game.values}
        for step in walk(*(part for parts in self._steps.values() for part in parts)):
            effect = core.EFFECTS.get(type(step)) if isinstance(step, core.CoreStep) else None
            if effect is None or not isinstance(step, core.CoreStep):
                continue
            for name in (*effect.changes, effect.dice):
                entry = getattr(getattr(step, name, None), "entry", getattr(step, name, None)) if name else None
                if entry in changes and not isinstance(step, core.ShowValue):
                    changes[entry].append(step)
        return changes

    @cached_property
    def _domains(self) -> dict[str, Domain | None]:
        return {name: domain_of(self.game.values[name], steps) for name, steps in self._changes.items()}

    def is_set(self, entry: str) -> bool:
        """Tell whether a step sets a value of the table."""
        return bool(self._changes[entry])

    def stays(self, entry: str) -> bool:
        """Tell whether a value of the table surely is what it begins with, all through play; a set: empty."""
        if isinstance(intervals.strip(self.game.values[entry].type), t.SetType):
            return stays_empty(self.game.values[entry], self._changes[entry])
        found = self._domains[entry]
        if isinstance(found, t.IntType):
            return found.low == found.high
        return found is not None and len(found) == 1

    def domain(self, value: core.Value) -> Domain | None:
        """Return what a value can be; None where nobody knows more than its type says."""
        match value:
            case core.ReadValue(entry=entry):
                return self._domains[entry]
            case core.CountPieces(zone=zone) | core.Amount(zone=zone):
                return t.IntType(0, self._held[zone.entry]) if zone.entry in self._held else None
            case core.Reduce(function="count", loops=(core.Loop(source=core.Contents(zone=zone)),)):
                return t.IntType(0, self._held[zone.entry]) if zone.entry in self._held else None
            case _:
                return None

    @cached_property
    def _set_up(self) -> frozenset[str]:
        """What the setup may change."""
        return frozenset(
            name for node in self.paragraphs.reached([SETUP]) for name in writes(self.game, *self._steps[node])
        )

    def at_first(self, value: core.Value) -> Domain | None:
        """Return what a value can be when the first phase begins; None where nobody knows more than its type says."""
        match value:
            case core.ReadValue(entry=entry) if entry not in self._set_up:
                begin = self.game.values[entry].initial
                if not isinstance(begin, core.Const) or isinstance(begin.value, tuple):
                    return None
                number = begin.value if isinstance(begin.value, int) and not isinstance(begin.value, bool) else None
                is_number = number is not None and isinstance(intervals.strip(begin.type), t.IntType)
                return t.IntType(number, number) if number is not None and is_number else frozenset({begin.value})
            case core.CountPieces(zone=zone) | core.Amount(zone=zone) if zone.entry in self._begin.held:
                held = self._begin.held[zone.entry]
                return t.IntType(held if self._is_whole(zone) else 0, held)
            case core.PointsOf() if POINTS not in self._set_up:
                return t.IntType(0, 0)
            case _:
                return None

    def _is_whole(self, place: core.ZoneRef) -> bool:
        """Tell whether a place surely holds all that there is when the first phase begins."""
        zone = self.game.zones[place.entry]
        kind = self.game.counters.get(zone.kind) or self.game.kinds[zone.kind]
        is_full = any(use.name == "full" and use.condition is None for use in zone.traits)
        is_one = not (zone.each or zone.keys or kind.each_player)
        return is_full and is_one and place.entry not in self._set_up

    def is_always_empty(self, entry: str) -> bool:
        """Tell whether nothing is ever laid in any place of an entry."""
        return self._held.get(entry) == 0

    def never(self, condition: core.Value) -> bool:
        """Tell whether a condition cannot hold in any position that the steps of the game lead to."""
        return never(self.game, condition, self.domain)

    def possible(self, condition: core.Value) -> core.Value | None:
        """Return what of a condition can hold: of several alternatives only those; None where nothing can."""
        if isinstance(condition, core.Or):
            items = tuple(found for item in condition.items if (found := self.possible(item)) is not None)
            return attrs.evolve(condition, items=items) if items else None
        return None if self.never(condition) else condition
