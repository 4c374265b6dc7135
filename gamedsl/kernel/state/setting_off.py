"""What is still to come when a trigger begins in the middle of steps: triggers that are due, pieces still to move"""

from __future__ import annotations

from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.kernel.program import Program
from gamedsl.kernel.state.frame_view import FrameView

TRIGGERS, SEATS = 4, 5
"""Places of the frame that waits below a trigger: the triggers that are due behind it, and for whom."""


class Due:
    """Reads which triggers are due behind one that has begun."""

    def __init__(self, engine: Engine, program: Program) -> None:
        self.code = engine.watching.watch_code
        self.at = program.places()
        self.latches: list[tuple[int, int | None, str]] = []
        """For each latch its trigger, for whom it is, and the field that says for whom it is due where that is one."""
        for number, watcher in enumerate(engine.watching.watchers):
            for place in range(watcher.width):
                field = f"due.seat.{watcher.trigger.name}" if watcher.once else ""
                seat = place if watcher.width > 1 else None
                self.latches.append((number, seat, field if field in self.at else ""))

    def waiting(self, s: list[int], level: int, active: int | None) -> list[list[Any]]:
        """Return the frame that waits below a trigger of a level; none where nothing else is due there."""
        due, order = self.at["due"], self.at["due.order"]
        latches = [at for at in range(len(self.latches)) if s[due + at] == level]
        if not latches:
            return []
        latches.sort(key=lambda at: s[order + at])
        f = FrameView(s, self.code.template)
        places: dict[int, Any] = {3: active, TRIGGERS: tuple(self.latches[at][0] for at in latches)}
        places[SEATS] = tuple(self._seat(s, at) for at in latches)
        for place, value in places.items():
            list.__setitem__(f, place, value)

        def strike(seats: tuple[int | None, ...]) -> None:
            left = set(zip(f[TRIGGERS], seats, strict=True))
            for at in latches:
                if (self.latches[at][0], self._seat(s, at)) not in left:
                    s[due + at] = 0

        f.puts[TRIGGERS] = lambda _: None  # which latches are meant is known when the seats are written, too
        f.puts[SEATS] = strike
        return [f]

    def _seat(self, s: list[int], at: int) -> int | None:
        _, seat, field = self.latches[at]
        if not field:
            return seat
        found = s[self.at[field]]
        return None if found < 0 else found


class ItemRow:
    """What a move of several still takes: pieces, and tuples of those that go as they lie."""

    def __init__(self, s: Any, fields: list[int]) -> None:
        self.s = s
        self.pieces, self.together, self.count, self.at, _ = fields

    def left(self) -> tuple[Any, ...]:
        """Return what is still to be moved."""
        s, found, at = self.s, [], self.s[self.at]
        while at < s[self.count]:
            many = max(1, s[self.together + at] if self.together >= 0 else 1)
            pieces = tuple(s[self.pieces + at : self.pieces + at + many])
            found.append(pieces if many > 1 else pieces[0])
            at += many
        return tuple(found)

    def put(self, items: Any) -> None:
        """Let other pieces be moved."""
        s, at = self.s, self.s[self.at]
        for item in items or ():
            pieces = item if type(item) is tuple else (item,)
            for piece in pieces:
                s[self.pieces + at] = piece
                if self.together >= 0:
                    s[self.together + at] = len(pieces)
                at += 1
        s[self.count] = at
