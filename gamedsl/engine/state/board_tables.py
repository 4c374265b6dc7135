"""The board of a kind of places -> tables in numbers of pieces: steps, ways, lines; constant for a set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import board_directions

Row = tuple[int, ...]
Rows = tuple[Row, ...]


class Tables:
    """The board of one kind of places in numbers of pieces: constant for a set-up.

    ``steps[d][place]`` is the next place or None, ``ways[d][place]`` all places to the edge; tables of several
    directions are made when they are first asked for.
    """

    def __init__(self, layout: Layout, kind: str) -> None:
        board = layout.game.kinds[kind].board
        assert board is not None
        self.first, self.count = layout.kind_pieces[kind]
        data = (design.data for design in layout.game.kinds[kind].designs)
        self._at = [(one.get("column"), one.get("row")) for one in data]
        end = self.first + self.count
        self.steps: list[list[int | None]] = [
            [*[None] * self.first, *(None if one == board_directions.BESIDE else self.first + one for one in steps)]
            for steps in board.steps
        ]
        self.ways: list[list[Row]] = [
            [*[()] * self.first, *(self._places(board.way(place, number)) for place in range(self.count))]
            for number in range(len(board.steps))
        ]
        self.lines: Rows = tuple(self._places(line) for line in board.lines)
        self.through: list[Rows] = [tuple(line for line in self.lines if place in line) for place in range(end)]
        self._several: dict[tuple[str, Row], list[Any]] = {}
        self._pairs: dict[tuple[str, int, int], Any] = {}

    def _places(self, positions: Sequence[int]) -> Row:
        return tuple([self.first + one for one in positions])

    # ------------------------------------------------------------ several directions

    def _table(self, name: str, directions: Row, make: Callable[[int], Any]) -> list[Any]:
        key = name, directions
        found = self._several.get(key)
        if found is None:
            places = range(self.first, self.first + self.count)
            found = self._several[key] = [*[()] * self.first, *(make(place) for place in places)]
        return found

    def rows(self, directions: Row) -> list[Rows]:
        """Return for each place the ways in these directions that are not empty."""
        return self._table(
            "rows", directions, lambda place: tuple(row for one in directions if (row := self.ways[one][place]))
        )

    def together(self, directions: Row) -> list[Row]:
        """Return for each place all places in these directions, as a set."""
        rows = self.rows(directions)
        return self._table("together", directions, lambda place: tuple(sorted(chain(*rows[place]))))

    def beside(self, directions: Row) -> list[Row]:
        """Return for each place those next to it in these directions, as a set."""

        def near(place: int) -> Row:
            found = [other for one in directions if (other := self.steps[one][place]) is not None]
            return tuple(sorted(found))

        return self._table("beside", directions, near)

    # ------------------------------------------------------------ pairs of places

    def _rows_from(self, place: int) -> list[Row]:
        """Return all rows that lead away from a place: its ways, and drawn lines in both directions."""
        found = [row for ways in self.ways if (row := ways[place])]
        for line in self.through[place]:
            at = line.index(place)
            found += [line[at + 1 :], tuple(reversed(line[:at]))]
        return found

    def behind(self, first: int | None, second: int | None) -> int | None:
        """Return the place right behind the second one, seen from the first beside it."""
        if first is None or second is None:
            return None
        key = "behind", first, second
        if key not in self._pairs:
            behind = (row[1] for row in self._rows_from(first) if len(row) > 1 and row[0] == second)
            self._pairs[key] = next(behind, None)
        found: int | None = self._pairs[key]
        return found

    def between(self, first: int | None, second: int | None) -> Row:
        """Return the places strictly between two places of one row."""
        if first is None or second is None:
            return ()
        key = "between", first, second
        if key not in self._pairs:
            inside = (row[: row.index(second)] for row in self._rows_from(first) if second in row)
            self._pairs[key] = tuple(sorted(next(inside, ())))
        found: Row = self._pairs[key]
        return found

    def rectangle(self, first: int | None, last: int | None) -> Row:
        """Return the places between two corners."""
        if first is None or last is None:
            return ()
        key = "rectangle", first, last
        if key not in self._pairs:
            (left, low), (right, high) = self._at[first - self.first], self._at[last - self.first]
            columns, rows = sorted((left, right)), sorted((low, high))  # type: ignore[type-var]
            self._pairs[key] = tuple(
                self.first + place
                for place, (column, row) in enumerate(self._at)
                if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]  # type: ignore[operator]
            )
        found: Row = self._pairs[key]
        return found

    def runs(self, length: int) -> Rows:
        """Return all straight and diagonal runs of so many places, each once."""
        if length < 1:
            return ()
        half = [number for number, word in enumerate(self._words()) if _goes_up(word)]
        found = []
        for place in range(self.first, self.first + self.count):
            for number in half:
                row = (place, *self.ways[number][place][: length - 1])
                if len(row) == length and (length > 1 or number == half[0]):
                    found.append(row)
        return tuple(found)

    def _words(self) -> tuple[str, ...]:
        return (
            board_directions.DIRECTIONS
            if len(self.steps) == len(board_directions.DIRECTIONS)
            else board_directions.HEXAGONAL
        )


def _goes_up(word: str) -> bool:
    """Tell whether a direction is the one of two opposite ones that is counted."""
    return board_directions.OFFSETS[word] > (0, 0)
