"""A state -> the numbers in it that decide how its game goes on; all others mean nothing and can be forgotten

A paragraph that is closed leaves numbers behind that nobody reads any more, and so does an open one: what was picked
in it, what it has gone through. They may be secret, and they are no part of where a game stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

import attrs

from gamedsl.kernel.passes.analysis.liveness import SAVED, Liveness, is_of_paragraph
from gamedsl.kernel.passes.memoize.memoize import value_field
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import Expression, Program, Read
from gamedsl.kernel.resume_points import Held, Standing
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs, Where

_PASSING = ("work", "jumps")
_OVER = (1, 3)
"""How a game goes that has ended, or was given up."""


@attrs.frozen
class _Row:
    """A row of which only the first places count: its first place, how many there are, and what its length is of."""

    first: int
    count: int
    length: int
    each: int
    more: int

    def size(self, s: Sequence[int]) -> int:
        """Return how many places count in a state."""
        return s[self.length] * self.each + self.more


@attrs.frozen
class _Under:
    """A place that counts only where another one is not 0."""

    place: int
    other: int


@attrs.frozen
class _Places:
    """Where the numbers are that count; those of ``rows`` and ``under`` not always; and those that never do."""

    numbers: tuple[int, ...]
    rows: tuple[_Row, ...]
    under: tuple[_Under, ...]
    idle: tuple[int, ...]
    stretches: tuple[tuple[int, int], ...]
    """The last as stretches: where each begins, and ends."""


class Live:
    """Knows which numbers of the states of a set-up count, wherever play stands."""

    def __init__(self, opened: OpenParagraphs) -> None:
        self.opened, self.program, self.at = opened, opened.program, opened.at
        self._initial = [one for name in self.program.fields for one in self.program.initial[name]]
        self._found: dict[tuple[int, ...], _Places] = {}
        self._lasting, self._fleeting = _lasting(self.program)

    def record(self, s: Sequence[int]) -> tuple[object, ...]:
        """Return the numbers that decide how the game goes on."""
        places = self._places(s)
        return (
            *[s[at] for at in places.numbers],
            *[s[one.place] if s[one.other] else 0 for one in places.under],
            *[tuple(s[row.first : row.first + row.size(s)]) for row in places.rows],
        )

    def idle(self, s: Sequence[int]) -> Iterator[int]:
        """Give the places of all others, but for what only follows from these or counts within a decision."""
        places = self._places(s)
        yield from places.idle
        yield from (one.place for one in places.under if not s[one.other])
        for row in places.rows:
            yield from range(row.first + row.size(s), row.first + row.count)

    def forget(self, s: list[int]) -> None:
        """Let all other numbers be as before the game."""
        places, initial = self._places(s), self._initial
        for first, end in places.stretches:
            s[first:end] = initial[first:end]
        for one in places.under:
            if not s[one.other]:
                s[one.place] = initial[one.place]
        for row in places.rows:
            first, end = row.first + row.size(s), row.first + row.count
            s[first:end] = initial[first:end]

    # ------------------------------------------------------------ where they are

    def _places(self, s: Sequence[int]) -> _Places:
        opened = self._opened(s)
        key = tuple([id(one) for one, _ in opened])
        if key not in self._found:
            self._found[key] = self._worked_out(opened)
        return self._found[key]

    def _opened(self, s: Sequence[int]) -> list[tuple[Standing, Where]]:
        """Return the paragraphs that are open; none where play does not stand at a decision."""
        if s[self.at["status"]] in _OVER or s[self.at["resume"]] not in self.program.standing:
            return []
        return list(self.opened.open(s))  # type: ignore[arg-type]

    def _worked_out(self, opened: Sequence[tuple[Standing, Where]]) -> _Places:
        found: list[tuple[str, Where]] = [(name, {}) for name in self._lasting]
        for standing, where in opened:
            names = self._read_at.get(id(standing), frozenset()) | _shown(standing)
            found += [(name, where) for name in sorted(names)]
        return self._sorted(found)

    @cached_property
    def _read_at(self) -> Mapping[int, frozenset[str]]:
        """The fields that are still read behind where a paragraph waits or calls, by that."""
        program = self.program
        liveness = Liveness(program.plain or program)
        found = {id(one): liveness.fields(block) for block, one in program.standing.items()}
        for key, sites in {id(sites): (key, sites) for key, sites in program.sites.items()}.values():
            for number, one in enumerate(sites):
                found[id(one)] = liveness.fields(liveness.behind(key, number))
        return found

    def _sorted(self, fields: Sequence[tuple[str, Where]]) -> _Places:
        program = self.program
        numbers, rows, under = dict[int, None](), dict[int, _Row](), list[_Under]()
        for name, where in fields:
            first, count = self.opened.place(where, name), program.fields[name].count
            length = program.rows.get(name)
            if name in program.under:
                field, place = program.under[name]
                under += [_Under(first + at, self.at[field] + place + at) for at in range(count)]
            elif length is not None:
                rows[first] = _Row(first, count, self.opened.place(where, length.field), length.each, length.more)
            else:
                numbers |= dict.fromkeys(range(first, first + count))
        counted = {*numbers, *(one.place for one in under)}
        for row in rows.values():
            counted |= set(range(row.first, row.first + row.count))
        idle = [at for name in self._fleeting_too() for at in self._of(name) if at not in counted]
        return _Places(tuple(numbers), tuple(rows.values()), tuple(under), tuple(idle), tuple(_stretches(idle)))

    def _fleeting_too(self) -> Iterator[str]:
        """Give the fields of which not all always counts."""
        yield from self._fleeting
        if SAVED in self.at:
            yield SAVED

    def _of(self, name: str) -> range:
        return range(self.at[name], self.at[name] + self.program.fields[name].count)


def _stretches(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give where stretches of places without gaps begin and end."""
    for _, together in groupby(enumerate(sorted(set(places))), lambda one: one[1] - one[0]):
        found = [at for _, at in together]
        yield found[0], found[-1] + 1


def _lasting(program: Program) -> tuple[list[str], list[str]]:
    """Return the fields that always count, and those that do so only where they are still read.

    What follows from others, what functions remember and what is counted within one decision is left out.
    """
    kept = {*program.kept, *map(value_field, program.kept.values())}
    fields = [name for name in program.fields if name not in kept and name not in program.derived]
    fields = [name for name in fields if name not in (*_PASSING, SAVED)]
    fleeting = [name for name in fields if is_of_paragraph(name)]
    return [name for name in fields if not is_of_paragraph(name)], fleeting


def _shown(standing: Standing) -> frozenset[str]:
    """Return the fields that whoever looks at an open paragraph reads."""
    found = set[str]()
    values: list[Held | Expression] = [*standing.slots.values(), standing.you, standing.active, standing.over]
    for one in standing.opened:
        found |= {name for name in one.fields if name}
        values += one.around
    for value in values:
        found |= {value.field, value.length, value.inside} if isinstance(value, Held) else _read(value)
    return frozenset(found - {""})


def _read(x: Expression) -> set[str]:
    return {one.field for one in walk([x]) if isinstance(one, Read)}
