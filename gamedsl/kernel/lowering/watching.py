"""The ends and watched triggers of a set-up: what they read, and their latches"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from gamedsl.engine.setup.reads import ACTIVE, ALWAYS, PAST, Parts, Reader
from gamedsl.semantics import core
from gamedsl.semantics.core import model

MOST_DUE = 1 << 20
WATCHED, PUT_OFF = 1, 2
"""What ``armed`` holds in play, and while all decide together: what is watched is tested when all have decided."""
_LARGEST = (1 << 63) - 1


@attrs.frozen
class Latches:
    """A watched trigger, and its latches: one for each seat, or one for all."""

    trigger: model.CheckedTrigger
    first: int
    width: int


def latches_of(game: model.CheckedGame, seats: int) -> Iterator[Latches]:
    """Walk the watched triggers with their latches, in the order of the file."""
    first = 0
    for trigger in game.triggers.values():
        if trigger.after is None:
            width = 1 if trigger.once is not None or trigger.who is None else seats
            yield Latches(trigger, first, width)
            first += width


@attrs.frozen
class Watching:
    """The ends and watched triggers of a set-up: what they read, and their latches.

    ``ends``: each by its number with its condition and what that reads. ``first``, ``width``: by trigger its latches.
    ``reads``: by trigger what its conditions read; ``active_mask``: those that read whose turn it is.
    """

    ends: Sequence[tuple[int, core.Value, Parts]] = ()
    triggers: Sequence[model.CheckedTrigger] = ()
    first: Sequence[int] = ()
    width: Sequence[int] = ()
    reads: Sequence[Parts] = ()
    active_mask: int = 0

    @property
    def latches(self) -> int:
        """How many latches there are."""
        return sum(self.width)

    @property
    def late(self) -> int:
        """What ``pending`` holds when a turn has changed what these read, else 0: which they are is known anyway."""
        return self.active_mask if self.active_mask <= _LARGEST else min(self.active_mask, 1)

    def at_turns(self) -> tuple[int, ...]:
        """Return the triggers that are tested as a turn begins.

        Of all others every step that writes what they read is followed by their test, and what held as play began is
        known (``arm``), so a new turn changes nothing. Those with ``once`` may hold from the beginning on.
        """
        at_any, watched = {ACTIVE, ALWAYS, PAST}, zip(self.triggers, self.reads, strict=True)
        return tuple(at for at, (one, reads) in enumerate(watched) if one.once is not None or reads & at_any)

    def concerned(self, parts: Parts) -> tuple[list[tuple[int, core.Value]], tuple[int, ...]]:
        """Return the ends and triggers that read what a step writes."""
        wanted = parts | {ALWAYS}
        ends = [(at, condition) for at, condition, reads in self.ends if reads & wanted]
        return ends, tuple(at for at, reads in enumerate(self.reads) if reads & wanted)

    def whatever(self) -> tuple[list[tuple[int, core.Value]], tuple[int, ...]]:
        """Return all ends and triggers but the ends that only ask how often a position has been there."""
        ends = [(at, condition) for at, condition, reads in self.ends if reads != {PAST}]
        return ends, tuple(range(len(self.triggers)))

    def of_past(self) -> list[tuple[int, core.Value]]:
        """Return the ends that ask how often a position has been there."""
        return [(at, condition) for at, condition, reads in self.ends if PAST in reads]


def watching_of(game: model.CheckedGame, seats: int) -> Watching:
    """Return what is watched in a game."""
    reader = Reader(game)
    watched = list(latches_of(game, seats))
    reads = [reader.reads(*_asked_by(one.trigger)) for one in watched]
    return Watching(
        [(at, end.condition, reader.reads(end.condition)) for at, end in enumerate(game.ends)],
        [one.trigger for one in watched],
        [one.first for one in watched],
        [one.width for one in watched],
        reads,
        sum(1 << at for at, parts in enumerate(reads) if ACTIVE in parts),
    )


def _asked_by(trigger: model.CheckedTrigger) -> list[core.Value | None]:
    """Return the values that a trigger asks for before it is carried out."""
    nodes: list[core.Value | None] = [when.condition for when in trigger.whens]
    nodes += [] if trigger.once is None else [trigger.once]
    return nodes + ([] if trigger.who is None else [trigger.who.value, trigger.who.start])
