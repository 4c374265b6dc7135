"""Spaces, neighbours, paths and lines -> closures."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.compile_basic import spend
from gamedsl.engine.compile_table import find_cells, flat
from gamedsl.engine.compiling import Compiler, Eval, is_set, makes
from gamedsl.engine.state import State
from gamedsl.semantics import core
from gamedsl.semantics import types as t

Frame = list[Any]


def neighbours_by_piece(c: Compiler, kind: str) -> dict[int, tuple[int, ...]]:
    """Return the spaces next to each space of a kind."""
    first, _ = c.layout.kind_pieces[kind]
    table = c.game.kinds[kind].adjacency or ()
    return {first + place: tuple(first + other for other in others) for place, others in enumerate(table)}


def _space_kind(kind: t.Type) -> str:
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind.kind if isinstance(kind, t.PieceType) else ""


@makes(core.Neighbours)
def neighbours(c: Compiler, node: core.Neighbours) -> Eval:
    space = c.value(node.space)
    kind = _space_kind(node.space.type)
    beside = neighbours_by_piece(c, kind) if kind else {}
    if is_set(node.space.type):
        return lambda s, f: tuple(sorted({other for one in space(s, f) for other in beside[one]}))
    return lambda s, f: beside.get(space(s, f), ())


def _distances(beside: dict[int, tuple[int, ...]]) -> dict[tuple[int, int], int]:
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


@makes(core.Distance)
def distance(c: Compiler, node: core.Distance) -> Eval:
    first, second = c.value(node.first), c.value(node.second)
    kind = _space_kind(node.first.type) or _space_kind(node.second.type)
    table = _distances(neighbours_by_piece(c, kind)) if kind else {}
    return lambda s, f: table.get((first(s, f), second(s, f)))


@makes(core.PathEnds)
def path_ends(c: Compiler, node: core.PathEnds) -> Eval:
    space, steps, span = c.value(node.space), c.value(node.steps), node.span
    kind = _space_kind(node.space.type)
    beside = neighbours_by_piece(c, kind) if kind else {}
    cache: dict[tuple[int, int], tuple[int, ...]] = {}

    def walk(s: State, path: tuple[int, ...], left: int, ends: set[int]) -> None:
        spend(s, 10, span)
        if left == 0:
            ends.add(path[-1])
            return
        for other in beside[path[-1]]:
            if other not in path:
                walk(s, (*path, other), left - 1, ends)

    def find(s: State, f: Frame) -> Any:
        start, length = space(s, f), steps(s, f)
        if start is None or length is None or length < 0:
            return ()
        if (start, length) not in cache:
            ends: set[int] = set()
            if length < len(beside):
                walk(s, (start,), length, ends)
            cache[start, length] = tuple(sorted(ends))
        return cache[start, length]

    return find


@makes(core.Lines)
def lines(c: Compiler, node: core.Lines) -> Eval:
    grid = c.layout.cells[node.zone.entry]
    length, cells = c.value(node.length), find_cells(c, node.zone)
    stack = c.game.zones[node.zone.entry].form == "stack"
    (_, width), (_, height) = grid.keys
    cache: dict[int, list[tuple[int, ...]]] = {}

    def runs(n: int) -> list[tuple[int, ...]]:
        found = []
        for x in range(width):
            for y in range(height):
                for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    last_x, last_y = x + (n - 1) * dx, y + (n - 1) * dy
                    if last_x < width and 0 <= last_y < height and (n > 1 or (dx, dy) == (0, 1)):
                        found.append(tuple((x + i * dx) * height + y + i * dy for i in range(n)))
        return found

    def find(s: State, f: Frame) -> Any:
        n = length(s, f)
        if n < 1:
            return ()
        if n not in cache:
            cache[n] = runs(n)
        places = cells(s, f)
        spend(s, len(cache[n]), node.span)
        inside = [s.zones[place] for place in places[: width * height]]
        if stack:
            inside = [flat(blocks) for blocks in inside]
        return tuple([_run(inside, run) for run in cache[n]])

    return find


def _run(inside: list[tuple[int, ...]], run: tuple[int, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for place in run:
        found.extend(inside[place])
    found.sort()
    return tuple(found)
