"""A frame of an open paragraph as a list: what is written into it goes into the state, as far as it is kept there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Put = Callable[[Any], None]


class FrameView(list[Any]):
    """A frame; what is written into a slot goes into the state, as far as it is kept there."""

    __slots__ = ("puts", "state")

    def __init__(self, state: Any, values: Iterable[Any]) -> None:
        super().__init__(values)
        self.state = state
        self.puts: dict[int, Put] = {}

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, slice):
            for place, one in zip(range(*at.indices(len(self))), list(value), strict=True):
                self[place] = one
            return
        put = self.puts.get(at)
        if put is not None:
            put(value)
            self.state.stale = True
        elif value != self[at]:
            raise ValueError(f"nothing is kept at place {at} of this frame")
        super().__setitem__(at, value)
