"""How the places of a board lie to each other: the words for directions, and the steps in each of them."""

from __future__ import annotations

import attrs

from gamedsl.by_fields import ByFields

OFFSETS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
"""Columns to the right and rows upwards of one step."""
DIRECTIONS = tuple(OFFSETS)
STRAIGHT = ("north", "east", "south", "west")
HEXAGONAL = tuple(word for word in DIRECTIONS if word not in ("northeast", "southwest"))
"""The directions of hexagons, whose rows are drawn slanted."""
SETS = ("straight", "diagonal")
"""Sets of directions with names of their own."""
BESIDE = -1


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Board(ByFields):
    """A grid, drawn lines or both. Places are positions among the designs of their kind.

    ``letters`` and ``numbers`` call the columns and rows of a grid (none: there are only lines). ``steps``: for each
    word of the list of directions the next place from each place, ``BESIDE`` where there is none. ``lines``: the
    places along each drawn line.
    """

    letters: str
    numbers: tuple[int, ...]
    hexagons: bool
    steps: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...]

    def way(self, place: int, direction: int) -> tuple[int, ...]:
        """Return the places from a place to the edge in one direction, the nearest first."""
        found, steps = [], self.steps[direction]
        while (place := steps[place]) != BESIDE:
            found.append(place)
        return tuple(found)
