"""Names of ``State`` -> descriptors that read and write them in the block of a state"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, overload

from gamedsl.engine.state.flat import FINISHED, RUNNING, STOPPED, UNFINISHED
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.state.table import view
from gamedsl.kernel.state.views import Decoded, DecodedNumbers, View, numbers

STATUS = (RUNNING, FINISHED, STOPPED, UNFINISHED)


class Block(Protocol):
    """What the descriptors need of a state besides its numbers."""

    reading: Reading
    stale: bool
    decoded: dict[str, Any] | None

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> list[int]: ...

    @overload
    def __setitem__(self, at: int, value: int) -> None: ...

    @overload
    def __setitem__(self, at: slice, value: Iterable[int]) -> None: ...


_EAGER = 8
"""One place in so many has to be asked for before a table is decoded as a whole."""


class Row:
    """A field of several places, read once while the program stands still."""

    def __init__(self, field: str, make: Callable[[Any, int, int], View] = numbers) -> None:
        self.field, self.make = field, make

    @overload
    def __get__(self, s: None, kind: type) -> Row: ...

    @overload
    def __get__(self, s: Block, kind: type) -> View | Decoded | DecodedNumbers: ...

    def __get__(self, s: Block | None, kind: type) -> View | Decoded | DecodedNumbers | Row:
        if s is None:
            return self
        if s.decoded is None:
            return self._view(s)
        found: Decoded | DecodedNumbers | None = s.decoded.get(self.field)
        if found is None:
            if self.make is numbers:
                first, count = s.reading.at.get(self.field, 0), s.reading.lengths[self.field]
                found = s.decoded[self.field] = DecodedNumbers(s, first, count)
            else:
                view = self._view(s)
                found = s.decoded[self.field] = Decoded(view, view.whole())
        return found

    def _view(self, s: Block) -> View:
        return self.make(s, s.reading.at.get(self.field, 0), s.reading.lengths[self.field])

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


class TableRow:
    """What the table of the set-up decodes; what is written there may make other fields stale.

    Where much of it is asked for while the program stands still, it is decoded as a whole.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, s: None, kind: type) -> TableRow: ...

    @overload
    def __get__(self, s: Block, kind: type) -> View | Decoded: ...

    def __get__(self, s: Block | None, kind: type) -> View | Decoded | TableRow:
        if s is None:
            return self
        decoded = s.decoded
        if decoded is None:
            return view(s, s.reading.table, self.name)
        found: Decoded | int = decoded.get(self.name, 0)
        if isinstance(found, Decoded):
            return found
        seen = view(s, s.reading.table, self.name)
        if found * _EAGER < len(seen):
            decoded[self.name] = found + 1
        else:
            seen.whole()
        return seen

    def __set__(self, s: Block, values: Iterable[Any]) -> None:
        self.__get__(s, type(s)).fill(values)


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
