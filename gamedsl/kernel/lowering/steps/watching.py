"""The ends and watched triggers of a set-up: what they read, and their latches"""

from __future__ import annotations

from gamedsl.engine.setup.reads import ACTIVE, ALWAYS, PAST, Parts, Reader
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.program import Int
from gamedsl.semantics import core

MOST_DUE = 1 << 20


class Watching:
    """The ends and watched triggers of a set-up: what they read, and their latches."""

    def __init__(self, b: Lowering) -> None:
        reader = Reader(b.game)
        self.ends: list[tuple[int, core.Value, Parts]] = [
            (at, end.condition, reader.reads(end.condition)) for at, end in enumerate(b.game.ends)
        ]
        self.triggers = [trigger for trigger in b.game.triggers.values() if trigger.after is None]
        self.reads: list[Parts] = []
        self.first: list[int] = []
        self.width: list[int] = []
        latches = 0
        for trigger in self.triggers:
            nodes = [when.condition for when in trigger.whens]
            nodes += [] if trigger.once is None else [trigger.once]
            who = [] if trigger.who is None else [trigger.who.value, trigger.who.start]
            self.reads.append(reader.reads(*nodes, *who))
            width = 1 if trigger.once is not None or trigger.who is None else b.seats
            self.first.append(latches)
            self.width.append(width)
            latches += width
        self.latches = latches
        self.active_mask = sum(1 << at for at, reads in enumerate(self.reads) if ACTIVE in reads)

    def concerned(self, parts: Parts) -> tuple[list[tuple[int, core.Value]], tuple[int, ...]]:
        """Return the ends and triggers that read what a step writes."""
        wanted = parts | {ALWAYS}
        ends = [(at, condition) for at, condition, reads in self.ends if reads & wanted]
        return ends, tuple(at for at, reads in enumerate(self.reads) if reads & wanted)

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
        b.field("pending", 1, Int(0, max(0, (1 << len(made.triggers)) - 1)))
    found: Watching = b.shared["watching"]
    return found
