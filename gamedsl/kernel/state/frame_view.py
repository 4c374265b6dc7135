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
