"""Notes about paragraphs that begin and end -> which are open, outermost first, and to whom each speaks"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.kernel.lowering.trace_points import BEGINS, ENDS, SPEAKS


class Opened:
    """Follows a run of the rules; tells what was open when a rule could not be carried out."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._seats: list[int] = []

    def begin(self, names: Sequence[str], seats: Sequence[int]) -> None:
        """Begin where paragraphs are open already, outermost first; seats below 0 are nobody's."""
        self.names, self._seats = list(names), list(seats)

    def __call__(self, what: Any) -> Callable[..., None]:
        """Return what is called when such a note comes up."""
        form, name = what

        def begins(_: Any, seat: int) -> None:
            self.names.append(name)
            self._seats.append(seat)

        def speaks(_: Any, seat: int) -> None:
            if self._seats:
                self._seats[-1] = seat

        def ends(_: Any) -> None:
            if self.names:  # of those in whose middle a scenario begins only the end is told
                self.names.pop()
                self._seats.pop()

        made: dict[str, Callable[..., None]] = {BEGINS: begins, SPEAKS: speaks, ENDS: ends}
        return made[form]

    def seat(self) -> int | None:
        """Return to whom the innermost paragraph speaks that speaks to somebody."""
        return next((seat for seat in reversed(self._seats) if seat >= 0), None)
