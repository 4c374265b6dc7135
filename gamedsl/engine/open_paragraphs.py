"""A paragraph that is open in a state -> whose it is, and what has been bound in it, to be read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from gamedsl.engine.state.flat import HEADER

Frame = list[Any]


@attrs.frozen
class OpenParagraph:
    """A paragraph that has begun and not ended.

    ``paragraph``: its section and name; an offer has those of the one that it is made in. ``frame``: what expressions
    in it are given, with what is under way there behind the local values. ``held``: the places behind the local values
    that hold pieces, each with whether their order counts. ``loops``: those that hold the pieces of a loop in their
    order, each with the place of the one whose turn it is. ``by_chance``: those whose order chance has decided, each
    with how many there have been: nobody knows the order of the rest. ``puts``: by place what writes into the state.
    """

    paragraph: str
    is_offer: bool
    frame: Frame
    held: dict[int, bool] = attrs.field(factory=dict)
    loops: dict[int, int] = attrs.field(factory=dict)
    by_chance: dict[int, int] = attrs.field(factory=dict)
    puts: dict[int, Callable[[Any], None]] = attrs.field(factory=dict)

    def put(self, place: int, value: Any) -> None:
        """Write into the frame and into the state; raise ValueError for another value where the state keeps none."""
        if place in self.puts:
            self.puts[place](value)
        elif value != self.frame[place]:
            raise ValueError(f"nothing is kept at place {place} of this frame")
        self.frame[place] = value

    @property
    def you(self) -> int | None:
        """To whom it speaks."""
        seat: int | None = self.frame[HEADER - 2]
        return seat


def loops_of(opened: Iterable[OpenParagraph]) -> list[tuple[int, ...]]:
    """Return the pieces of all loops that are under way, outermost first."""
    found = [one.frame[place] for one in opened for place in one.loops]
    return [pieces for pieces in found if pieces is not None]
