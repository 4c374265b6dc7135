"""The decisions of a person so far -> the table before the last one, or why it cannot be taken back."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.api import Table


@attrs.frozen
class _Step:
    """A decision that may still be taken back: the table before it, and whether there was a choice at all."""

    before: Table
    asked: bool


@attrs.define
class History:
    """What the player who decided last may take back: nothing that others have seen or acted upon.

    Another player's decision, chance that somebody saw, and hidden things that were shown end it. ``why`` says what
    came before the first step that can be taken back.
    """

    seat: int | None = None
    why: str = "nothing has been decided since this game began or was resumed"
    _steps: list[_Step] = attrs.field(factory=list)

    def note(self, before: Table, after: Table, seat: int, *, asked: bool) -> None:
        """Note a decision of ``seat``: ``before`` is a copy of the table as it was; ``asked``: there was a choice."""
        if seat != self.seat:
            if self.seat is not None:
                self.why = f"{before.names[self.seat]} has decided since then"
            self._steps.clear()
            self.seat = seat
        seen = after.seen_since(before)
        if seen:
            self._steps.clear()
            self.why = seen
        else:
            self._steps.append(_Step(before, asked))

    def back(self, seat: int, names: Sequence[str]) -> Table | str:
        """Return the table before the last decision that ``seat`` was asked for, or why it stays as it is."""
        if self.seat is not None and seat != self.seat:
            return f"{names[self.seat]} has decided since then"
        for place in range(len(self._steps) - 1, -1, -1):
            if self._steps[place].asked:
                table = self._steps[place].before
                del self._steps[place:]
                return table
        return self.why
