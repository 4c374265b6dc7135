"""Names of ``State`` -> descriptors that read and write them in the block of a state"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

from gamedsl.engine.state.flat import FINISHED, RUNNING, STOPPED, UNFINISHED
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.state.numbers import Numbers
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.state.table import Codec

STATUS = (RUNNING, FINISHED, STOPPED, UNFINISHED)


class Block(Numbers):
    """Numbers with what says where each of them stands."""

    __slots__ = ("reading",)

    reading: Reading


_EAGER = 8
"""One place in so many has to be asked for before a table is decoded as a whole."""


class Lazy(Sequence[Any]):
    """What some places say, read one by one: for who asks for few of them, or while the program runs."""

    __slots__ = ("_count", "_get")

    def __init__(self, count: int, get: Callable[[int], Any]) -> None:
        self._count, self._get = count, get

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self._get(place) for place in range(*at.indices(self._count))]
        place = at + self._count if at < 0 else at
        if not 0 <= place < self._count:
            raise IndexError(at)
        return self._get(place)

    def __iter__(self) -> Iterator[Any]:
        return map(self._get, range(self._count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | Lazy) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class Row:
    """A field of several places, read once while the program stands still: numbers, or whether something is so."""

    def __init__(self, field: str, kind: type[int] = int) -> None:
        self.field, self.kind = field, kind

    @overload
    def __get__(self, s: None, kind: type) -> Row: ...

    @overload
    def __get__(self, s: Block, kind: type) -> Sequence[int]: ...

    def __get__(self, s: Block | None, kind: type) -> Sequence[int] | Row:
        if s is None:
            return self
        first, count = s.reading.at.get(self.field, 0), s.reading.lengths[self.field]
        if s.decoded is None:
            return Lazy(count, lambda at: self.kind(s[first + at]))
        found: list[int] | None = s.decoded.get(self.field)
        if found is None:
            found = s[first : first + count]
            found = s.decoded[self.field] = found if self.kind is int else [*map(self.kind, found)]
        return found

    def __set__(self, s: Block, values: Iterable[Any]) -> None:
        first, count, new = s.reading.at.get(self.field, 0), s.reading.lengths[self.field], [*map(int, values)]
        if len(new) != count:
            raise ValueError(f"{count} numbers are wanted for {self.field}, not {len(new)}")
        if s[first : first + count] == new:
            return
        s[first : first + count] = new
        s.stale = True
        if s.decoded:
            s.decoded.pop(self.field, None)

    def put(self, s: Block, at: int, value: int) -> None:
        """Write one place."""
        if not 0 <= at < s.reading.lengths[self.field]:
            raise IndexError(at)
        s[s.reading.at[self.field] + at] = int(value)
        s.stale = True
        if s.decoded and self.field in s.decoded:
            s.decoded[self.field][at] = self.kind(value)


class TableRow:
    """What the table of the set-up decodes; what is written there may make other fields stale.

    Where much of it is asked for while the program stands still, it is decoded as a whole.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, s: None, kind: type) -> TableRow: ...

    @overload
    def __get__(self, s: Block, kind: type) -> Sequence[Any]: ...

    def __get__(self, s: Block | None, kind: type) -> Sequence[Any] | TableRow:
        if s is None:
            return self
        codecs: Sequence[Codec] = getattr(s.reading.table, self.name)
        decoded = s.decoded
        if decoded is None:
            return Lazy(len(codecs), lambda at: codecs[at][0](s))
        found: list[Any] | int = decoded.get(self.name, 0)
        if isinstance(found, list):
            return found
        if found * _EAGER < len(codecs):
            decoded[self.name] = found + 1
            return Lazy(len(codecs), lambda at: codecs[at][0](s))
        spreads = self.name != "spot" or s.reading.table.spreads
        whole = decoded[self.name] = [read(s) for read, _ in codecs] if spreads else [()] * len(codecs)
        return whole

    def put(self, s: Block, at: int, value: Any) -> None:
        """Write one place."""
        read, write = getattr(s.reading.table, self.name)[at]
        write(s, value)
        s.stale = True
        found = s.decoded.get(self.name) if s.decoded else None
        if isinstance(found, list):
            found[at] = read(s)


class One:
    """A field of one place."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get__(self, s: Block, kind: type) -> int:
        return s[s.reading.at[self.field]]

    def __set__(self, s: Block, value: int) -> None:
        s[s.reading.at[self.field]] = value
        s.stale = True


class Truth(One):
    """A field that says whether something is so."""

    def __get__(self, s: Block, kind: type) -> bool:
        return bool(s[s.reading.at[self.field]])


class OneOrNone:
    """A field of one place that may be nobody, or nothing."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get__(self, s: Block, kind: type) -> int | None:
        found = s[s.reading.at[self.field]]
        return None if found < 0 else found

    def __set__(self, s: Block, value: int | None) -> None:
        s[s.reading.at[self.field]] = -1 if value is None else value
        s.stale = True


class Status:
    """How the game goes, as a word."""

    def __get__(self, s: Block, kind: type) -> str:
        return STATUS[s[s.reading.at["status"]]]

    def __set__(self, s: Block, value: str) -> None:
        s[s.reading.at["status"]] = STATUS.index(value)
        s.stale = True


class Members:
    """A field that is a word, as a sorted tuple."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get__(self, s: Block, kind: type) -> tuple[int, ...]:
        return bits(s[s.reading.at[self.field]])

    def __set__(self, s: Block, members: Iterable[int]) -> None:
        s[s.reading.at[self.field]] = word_of(members)
        s.stale = True
