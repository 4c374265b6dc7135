"""A graph of paragraphs in, its watched triggers out: what decides about them, and what they may change in the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import reads, writes
from gamedsl.semantics.core.walk import Part, called, carried_out, walk
from gamedsl.semantics.flow.counts import replaced
from gamedsl.semantics.flow.graph import Graph, Node, steps_of
from gamedsl.semantics.flow.triggers.facts import Facts, Logic, common

Entries = frozenset[str]
_NOTHING: Entries = frozenset()


@attrs.frozen(eq=False)
class Moment:
    """What is known right after a step, before anything that it sets off.

    ``written``: what the step may have changed, and ``owners`` whose that is (None: anybody's). ``others``: the
    triggers that it may set off; ``assumed``: what must stay as it is so that things come here again, or None where
    nobody knows.
    """

    facts: Facts
    written: Entries
    owners: tuple[core.Value, ...] | None = None
    others: tuple[str, ...] = ()
    assumed: Entries | None = _NOTHING


@attrs.frozen(eq=False, slots=False)
class Watched:
    """The triggers of a game that are watched, by their names, in the order of the file."""

    paragraphs: Graph
    _changed: dict[Entries, Entries] = attrs.field(factory=dict, init=False)
    _by_itself: dict[str, Entries] = attrs.field(factory=dict, init=False)

    @property
    def game(self) -> model.CheckedGame:
        return self.paragraphs.game

    @cached_property
    def logic(self) -> Logic:
        return Logic(self.game)

    @cached_property
    def triggers(self) -> dict[str, model.CheckedTrigger]:
        return {one.name: one for one in self.game.triggers.values() if one.after is None}

    @cached_property
    def asked(self) -> dict[str, Entries]:
        """The entries of the table that decide whether each is set off."""
        found = {}
        for one in self.triggers.values():
            who = () if one.who is None else (one.who.value,)
            found[one.name] = reads(self.game, *who, *conditions_of(one))
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The place of each in the order of the file."""
        return {name: number for number, name in enumerate(self.triggers)}

    @cached_property
    def _asking(self) -> dict[str, list[str]]:
        """By an entry of the table, the triggers about which it decides."""
        found: dict[str, list[str]] = {}
        for name, entries in self.asked.items():
            for entry in entries:
                found.setdefault(entry, []).append(name)
        return found

    def asking(self, entries: Iterable[str]) -> list[str]:
        """Return the triggers about which any of some entries decides, in the order of the file."""
        found = {name for entry in entries for name in self._asking.get(entry, ())}
        spend(NODE * len(found))
        return sorted(found, key=self.numbers.__getitem__)

    @cached_property
    def _written(self) -> dict[Node, Entries]:
        return {node: writes(self.game, *parts) for node, parts in steps_of(self.game).items()}

    def written(self, *parts: Part) -> Entries:
        """Return what steps may change, with what they call, but without the triggers that they set off."""
        names = [name for part in walk(*parts) for name in carried_out(self.game, part)]
        found = set(writes(self.game, *parts))
        for node in self.paragraphs.reached(names):
            found |= self._written[node]
        for name, zone in self.game.zones.items():
            refilled = {name} | {use.source for use in zone.traits if use.source is not None}
            found |= refilled if len(refilled) > 1 and found & refilled else set()
        return frozenset(found)

    def changed(self, *triggers: str) -> Entries:
        """Return what some triggers may change with all that they may set off."""
        return _NOTHING.union(*map(self._changed_by, triggers))

    def _changed_by(self, trigger: str) -> Entries:
        begun = self._written_by(trigger)
        if begun not in self._changed:
            found, waiting = set(begun), list(begun)
            followed: set[str] = set()
            while waiting:
                for name in self._asking.get(waiting.pop(), ()):
                    if name not in followed:
                        followed.add(name)
                        new = self._written_by(name) - found
                        found |= new
                        waiting += new
            spend(NODE * len(followed))
            self._changed[begun] = frozenset(found)
        return self._changed[begun]

    def _written_by(self, trigger: str) -> Entries:
        if trigger not in self._by_itself:
            self._by_itself[trigger] = self.written(*self.triggers[trigger].then)
        return self._by_itself[trigger]

    def set_off(self, moment: Moment) -> tuple[str, ...]:
        """Return the triggers that a step may set off."""
        return tuple(name for name in self.asking(moment.written) if self._may(name, moment))

    def _may(self, name: str, moment: Moment) -> bool:
        conditions = conditions_of(self.triggers[name])
        if self._cannot(common(moment.facts), conditions):
            return False
        if moment.owners is None or not all(self._is_own(one, moment.written) for one in conditions):
            return True
        return any(not self._cannot(moment.facts, spoken_to(owner, conditions)) for owner in moment.owners)

    def _cannot(self, facts: Facts, conditions: Iterable[core.Value]) -> bool:
        return any(self.logic.excluded(facts, one) for one in conditions)

    def _is_own(self, condition: core.Value, written: Entries) -> bool:
        """Tell whether a condition reads what was written of `you` alone."""
        for part in walk(condition):
            own = isinstance(getattr(part, "owner", None), core.You)
            if isinstance(part, core.ReadValue | core.ZoneRef) and part.entry in written and not own:
                return False
            if any(written & reads(self.game, part) for _ in called(self.game, part)):
                return False
        return True


def conditions_of(trigger: model.CheckedTrigger) -> list[core.Value]:
    """Return the conditions that must hold for a trigger to be set off."""
    once = [] if trigger.once is None else [trigger.once]
    return [*once, *(when.condition for when in trigger.whens)]


def spoken_to(player: core.Value, conditions: Iterable[core.Value]) -> list[core.Value]:
    """Return conditions as they are for another player."""
    return [replaced(one, {}, player) for one in conditions]
