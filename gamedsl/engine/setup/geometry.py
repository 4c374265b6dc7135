"""Neighbours and grids -> steps between places, straight runs of cells."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.state.layout import Grid


def distances(table: Sequence[Sequence[int]], apart: int) -> list[int]:
    """Return the fewest steps from each place to each, row by row; ``apart`` where no steps lead."""
    found: list[int] = []
    for start in range(len(table)):
        row, layer, steps = [apart] * len(table), [start], 0
        row[start] = 0
        while layer:
            steps += 1
            beyond = []
            for place in layer:
                for other in table[place]:
                    if row[other] == apart:
                        row[other] = steps
                        beyond.append(other)
            layer = beyond
        found += row
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
