"""What surrounds an expression: whose body it stands in, what its local places hold, and what was read on the way."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.labels import COMMON, YOU, Leak, Visibility, Who
from gamedsl.source import Span


@attrs.frozen
class Read:
    """One thing that was read: whether ``you`` own it and can see it."""

    entry: str
    mine: bool
    leak: Leak | None
    site: Span = attrs.field(eq=False)


Shown = tuple[str, str, Who]
"""What was shown to all: a whole zone, a value, or one end of a stack (``part``), the entry, and whose it is."""
EVERY: Who = ("every player", 0)


@attrs.define(eq=False)
class Env:
    """The surroundings of an expression: its paragraph, ``you`` and the labels of the local places.

    ``words`` are those of the paragraph: steps without words of their own are logged with them. ``given`` are the local
    places that the paragraph has from others: what they hold is placed where it is read. ``rolled`` are those bound
    before dice were rolled, ``away`` those whose pieces may lie by now where not everybody looks. ``shown`` is what all
    have been shown since it has last changed. ``counted`` are those of which everybody knows how many they hold.
    ``tops`` are the stacks of which local places hold the top.
    """

    paragraph: str
    you: Visibility
    slots: dict[int, Visibility] = attrs.field(factory=dict)
    words: core.Text | None = None
    given: frozenset[int] = frozenset()
    rolled: set[int] = attrs.field(factory=set)
    away: set[int] = attrs.field(factory=set)
    shown: frozenset[Shown] = frozenset()
    counted: set[int] = attrs.field(factory=set)
    tops: dict[int, str] = attrs.field(factory=dict)

    def bind(self, slot: int, seen: Visibility, kind: t.Type) -> None:
        """Bind a local place; a player in it can be recognised again."""
        if isinstance(kind, t.PlayerType) and seen.who is None:
            seen = attrs.evolve(seen, who=(self.paragraph, slot))
        self.slots[slot] = seen
        self.rolled.discard(slot)
        self.away.discard(slot)
        self.counted.discard(slot)
        self.tops.pop(slot, None)

    def asked(self, player: Visibility) -> Env:
        """Return the surroundings in which another player is asked."""
        if player.who == YOU:
            return self
        slots = {slot: seen.asked(player.who) for slot, seen in self.slots.items()}
        shown = frozenset(one for one in self.shown if one[2] != YOU)
        return attrs.evolve(self, you=Visibility(who=YOU), slots=slots, shown=shown)

    def inside(self) -> Env:
        """Return the surroundings of steps that may not be carried out: what is learnt there is not known behind."""
        return attrs.evolve(self, slots=dict(self.slots))

    def is_shown(self, part: str, entry: str, owner: Visibility | None) -> bool:
        """Tell whether all have been shown what lies or stands somewhere."""
        if not self.shown:
            return False
        who = COMMON if owner is None else owner.who
        return (part, entry, EVERY) in self.shown or (who is not None and (part, entry, who) in self.shown)

    def local(self, slot: int, span: Span) -> Visibility:
        """Return the label of a local place that is read at ``span``."""
        return self.slots[slot].at(span) if slot in self.given else self.slots[slot]
