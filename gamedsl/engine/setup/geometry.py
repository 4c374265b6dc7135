"""Neighbours and grids -> steps between places, straight runs of cells."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.state.layout import Grid


def distances(table: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    """Return the fewest steps between places, by their positions."""
    return steps_between({place: tuple(others) for place, others in enumerate(table)})


def steps_between(beside: dict[int, tuple[int, ...]]) -> dict[tuple[int, int], int]:
    """Return the fewest steps between places, by whatever numbers they and their neighbours have."""
    found: dict[tuple[int, int], int] = {}
    for start in beside:
        layer, steps, seen = [start], 0, {start}
        while layer:
            for place in layer:
                found[start, place] = steps
            steps += 1
            layer = sorted({other for place in layer for other in beside[place]} - seen)
            seen.update(layer)
    return found


def runs_of_grid(grid: Grid, length: int) -> list[tuple[int, ...]]:
    """Return all straight and diagonal runs of so many cells of a zone with two number keys."""
    (_, width), (_, height) = grid.keys
    found = []
    for x in range(width):
        for y in range(height):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_x, last_y = x + (length - 1) * dx, y + (length - 1) * dy
                if last_x < width and 0 <= last_y < height and (length > 1 or (dx, dy) == (0, 1)):
                    found.append(tuple((x + i * dx) * height + y + i * dy for i in range(length)))
    return found
