"""The ends and watched triggers of a set-up: what they read, and their latches"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.engine.setup.reads import ACTIVE, ALWAYS, PAST, Parts, Reader
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.program import Int
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


class Watching:
    """The ends and watched triggers of a set-up: what they read, and their latches."""

    def __init__(self, b: Lowering) -> None:
        reader = Reader(b.game)
        self.ends: list[tuple[int, core.Value, Parts]] = [
            (at, end.condition, reader.reads(end.condition)) for at, end in enumerate(b.game.ends)
        ]
        watched = list(latches_of(b.game, b.seats))
        self.triggers = [one.trigger for one in watched]
        self.first, self.width = [one.first for one in watched], [one.width for one in watched]
        self.latches = sum(self.width)
        self.reads: list[Parts] = []
        for trigger in self.triggers:
            nodes = [when.condition for when in trigger.whens]
            nodes += [] if trigger.once is None else [trigger.once]
            who = [] if trigger.who is None else [trigger.who.value, trigger.who.start]
            self.reads.append(reader.reads(*nodes, *who))
        self.active_mask = sum(1 << at for at, reads in enumerate(self.reads) if ACTIVE in reads)
        self.late = self.active_mask if self.active_mask <= _LARGEST else min(self.active_mask, 1)
        """What ``pending`` holds when a turn has changed what these read, else 0: which they are is known anyway."""

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


def watching(b: Lowering) -> Watching:
    """Return what is watched, worked out once."""
    if "watching" not in b.shared:
        b.shared["watching"] = made = Watching(b)
        b.field("latch", made.latches, Int(0, 1))
        b.field("due", made.latches, Int(0, MOST_DUE))
        b.field("due.order", made.latches, Int(0, MOST_DUE))
        b.program.under["due.order"] = "due", 0
        b.field("due.level", 1, Int(0, 1 << 12))
        b.field("pending", 1, Int(0, made.late))
    found: Watching = b.shared["watching"]
    return found
