"""What surrounds an expression: whose body it stands in, what its local places hold, and what was read on the way."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.labels import YOU, Leak, Visibility
from gamedsl.source import Span


@attrs.frozen
class Read:
    """One thing that was read: whether ``you`` own it and can see it."""

    entry: str
    mine: bool
    leak: Leak | None
    site: Span = attrs.field(eq=False)


@attrs.define(eq=False)
class Env:
    """The surroundings of an expression: its paragraph, ``you`` and the labels of the local places.

    ``words`` are those of the paragraph: steps without words of their own are logged with them. ``given`` are the local
    places that the paragraph has from others: what they hold is placed where it is read. ``rolled`` are those bound
    before dice were rolled, ``away`` those whose pieces may lie by now where not everybody looks.
    """

    paragraph: str
    you: Visibility
    slots: dict[int, Visibility] = attrs.field(factory=dict)
    words: core.Text | None = None
    given: frozenset[int] = frozenset()
    rolled: set[int] = attrs.field(factory=set)
    away: set[int] = attrs.field(factory=set)

    def bind(self, slot: int, seen: Visibility, kind: t.Type) -> None:
        """Bind a local place; a player in it can be recognised again."""
        if isinstance(kind, t.PlayerType) and seen.who is None:
            seen = attrs.evolve(seen, who=(self.paragraph, slot))
        self.slots[slot] = seen
        self.rolled.discard(slot)
        self.away.discard(slot)

    def asked(self, player: Visibility) -> Env:
        """Return the surroundings in which another player is asked."""
        if player.who == YOU:
            return self
        slots = {slot: seen.asked(player.who) for slot, seen in self.slots.items()}
        return attrs.evolve(self, you=Visibility(who=YOU), slots=slots)

    def inside(self) -> Env:
        """Return the surroundings of steps that may not be carried out: what is learnt there is not known behind."""
        return attrs.evolve(self, slots=dict(self.slots))

    def local(self, slot: int, span: Span) -> Visibility:
        """Return the label of a local place that is read at ``span``."""
        return self.slots[slot].at(span) if slot in self.given else self.slots[slot]
