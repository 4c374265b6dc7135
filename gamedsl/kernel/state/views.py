"""Places of a state -> sequences that read and write it, used like the lists that they stand for

What is written makes the state stale: the program must not go on before what follows from it is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

Get = Callable[[int], Any]
Put = Callable[[int, Any], None]
Whole = Callable[[], list[Any]]


class View(Sequence[Any]):
    """A sequence over a state: ``get`` reads a place, ``put`` writes it, ``whole`` reads all of them.

    Slices are lists of their own.
    """

    __slots__ = ("_count", "_get", "_put", "whole")

    def __init__(self, count: int, get: Get, put: Put, whole: Whole) -> None:
        self._count, self._get, self._put, self.whole = count, get, put, whole

    def __len__(self) -> int:
        return self._count

    def _place(self, at: int) -> int:
        place = at + self._count if at < 0 else at
        if not 0 <= place < self._count:
            raise IndexError(at)
        return place

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return self.whole()[at]
        return self._get(self._place(at))

    def __setitem__(self, at: int | slice, value: Any) -> None:
        if isinstance(at, slice):
            for place, one in zip(range(*at.indices(self._count)), list(value), strict=True):
                self._put(place, one)
            return
        self._put(self._place(at), value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.whole())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | View) and self.whole() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.whole())

    def fill(self, values: Iterable[Any]) -> None:
        """Write all places."""
        self[:] = list(values)


class Decoded(list[Any]):
    """What a view reads, read once: good until the program goes on. What is written into it goes into the state."""

    __slots__ = ("_view",)

    def __init__(self, view: View, values: Iterable[Any]) -> None:
        super().__init__(values)
        self._view = view

    def __setitem__(self, at: Any, value: Any) -> None:
        self._view[at] = value
        super().__setitem__(at, self._view[at])

    def fill(self, values: Iterable[Any]) -> None:
        """Write all places."""
        self[:] = list(values)


class DecodedNumbers(list[int]):
    """The same of places that hold what they mean."""

    __slots__ = ("_block", "_first")

    def __init__(self, block: Any, first: int, count: int) -> None:
        super().__init__(block[first : first + count])
        self._block, self._first = block, first

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(at, value)
        block, first = self._block, self._first
        if isinstance(at, int):
            block[first + (at if at >= 0 else at + len(self))] = int(value)
        else:
            block[first : first + len(self)] = [*map(int, self)]
        block.stale = True


def numbers(block: Any, first: int, count: int) -> View:
    """Return a view of places that hold what they mean."""

    def put(at: int, value: Any) -> None:
        block[first + at] = int(value)
        block.stale = True

    return View(count, lambda at: block[first + at], put, lambda: block[first : first + count])


def truths(block: Any, first: int, count: int) -> View:
    """Return a view of places that hold whether something is so."""

    def put(at: int, value: Any) -> None:
        block[first + at] = int(value)
        block.stale = True

    return View(count, lambda at: bool(block[first + at]), put, lambda: [*map(bool, block[first : first + count])])
