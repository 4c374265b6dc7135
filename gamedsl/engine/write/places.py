"""Spaces, neighbours, paths and lines -> Python text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.setup.geometry import runs_of_grid, steps_between
from gamedsl.engine.state.board_tables import Row, Tables
from gamedsl.engine.state.flat import State, flat
from gamedsl.engine.write.basic import spend
from gamedsl.engine.write.compiling import Compiler, is_set, writes
from gamedsl.engine.write.drafts import Draft
from gamedsl.engine.write.table_values import find_cells
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def neighbours_by_piece(c: Compiler, kind: str) -> dict[int, tuple[int, ...]]:
    """Return the spaces next to each space of a kind."""
    first, _ = c.layout.kind_pieces[kind]
    table = c.game.kinds[kind].adjacency or ()
    return {first + place: tuple(first + other for other in others) for place, others in enumerate(table)}


def space_kind(kind: t.Type) -> str:
    """Return the kind of space of a type, of sets and of lists of them; empty for none."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind.kind if isinstance(kind, t.PieceType) else ""


def tables_of(c: Compiler, kind: t.Type) -> Tables:
    """Return the tables of the board on which the places of a type lie."""
    name = space_kind(kind)
    if name not in c.boards:
        c.boards[name] = Tables(c.layout, name)
    found: Tables = c.boards[name]
    return found


def of_place(d: Draft, table: list[Any], place: core.Value, missing: str) -> str:
    """Write what a table has for a place, ``missing`` for none."""
    if not isinstance(place.type, t.MaybeType):
        return f"{d.bind(table)}[{d.value(place)}]"
    one = d.temp()
    return f"({d.bind(table)}[{one}] if ({one} := {d.value(place)}) is not None else {missing})"


def in_directions(d: Draft, place: core.Value, directions: core.Value, make: Callable[[Row], list[Any]]) -> str:
    """Write what a table has for a place that depends on directions: a set of them, or a single one."""
    known = d.known(directions)
    if known is not UNKNOWN:
        return of_place(d, make(several(known)), place, "()")

    def find(place: int | None, found: Any) -> Any:
        return () if place is None else make(several(found))[place]

    return f"{d.bind(find)}({d.value(place)}, {d.value(directions)})"


def several(directions: Any) -> Row:
    """Return one direction or several as several."""
    if type(directions) is tuple:
        return directions
    return () if directions is None else (directions,)


@writes(core.Neighbours)
def neighbours(d: Draft, node: core.Neighbours) -> str:
    if node.directions is not None:
        return _in_directions(d, node, node.directions)
    space, kind = d.value(node.space), space_kind(node.space.type)
    beside = neighbours_by_piece(d.c, kind) if kind else {}
    if not is_set(node.space.type):
        return f"{d.bind(beside)}.get({space}, ())"

    def of_all(spaces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({other for one in spaces for other in beside[one]}))

    return f"{d.bind(of_all)}({space})"


def _in_directions(d: Draft, node: core.Neighbours, directions: core.Value) -> str:
    """Write the places next to one or several in some directions."""
    tables = tables_of(d.c, node.space.type)
    if not is_set(node.space.type):
        return in_directions(d, node.space, directions, tables.beside)

    def of_all(spaces: tuple[int, ...], found: Any) -> tuple[int, ...]:
        beside = tables.beside(several(found))
        return tuple(sorted({other for one in spaces for other in beside[one]}))

    return f"{d.bind(of_all)}({d.value(node.space)}, {d.value(directions)})"


@writes(core.Distance)
def distance(d: Draft, node: core.Distance) -> str:
    first, second = d.value(node.first), d.value(node.second)
    kind = space_kind(node.first.type) or space_kind(node.second.type)
    table = steps_between(neighbours_by_piece(d.c, kind)) if kind else {}
    return f"{d.bind(table)}.get(({first}, {second}))"


@writes(core.PathEnds)
def path_ends(d: Draft, node: core.PathEnds) -> str:
    span, kind = node.span, space_kind(node.space.type)
    beside = neighbours_by_piece(d.c, kind) if kind else {}
    cache: dict[tuple[int, int], tuple[int, ...]] = {}

    def walk(s: State, path: tuple[int, ...], left: int, ends: set[int]) -> None:
        spend(s, 10, span)
        if left == 0:
            ends.add(path[-1])
            return
        for other in beside[path[-1]]:
            if other not in path:
                walk(s, (*path, other), left - 1, ends)

    def find(s: State, start: int | None, length: int | None) -> tuple[int, ...]:
        if start is None or length is None or length < 0:
            return ()
        if (start, length) not in cache:
            ends: set[int] = set()
            if length < len(beside):
                walk(s, (start,), length, ends)
            cache[start, length] = tuple(sorted(ends))
        return cache[start, length]

    return f"{d.bind(find)}(s, {d.value(node.space)}, {d.value(node.steps)})"


@writes(core.Lines)
def lines(d: Draft, node: core.Lines) -> str:
    grid = d.c.layout.cells[node.zone.entry]
    stack = d.c.game.zones[node.zone.entry].form == "stack"
    (_, width), (_, height) = grid.keys
    cache: dict[int, list[tuple[int, ...]]] = {}
    latest: list[tuple[int, list[Any], tuple[tuple[int, ...], ...]]] = [(0, [], ())]

    def find(s: State, n: int, places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        if n not in cache:
            cache[n] = runs_of_grid(grid, n)
        spend(s, len(cache[n]), node.span)
        zones = s.zones
        inside = [zones[place] for place in places[: width * height]]
        # most conditions about lines are read again when one cell has changed, or none
        length, before, found = latest[0]
        if length == n and before == inside:
            return found
        if length != n:
            before, found = [None] * len(inside), ((),) * len(cache[n])
        changed = {place for place, (old, new) in enumerate(zip(before, inside, strict=True)) if old != new}
        pieces = [flat(blocks) for blocks in inside] if stack else inside
        pairs = zip(found, cache[n], strict=True)
        found = tuple([line if changed.isdisjoint(run) else _run(pieces, run) for line, run in pairs])
        latest[0] = n, inside, found
        return found

    one, length = d.temp(), d.value(node.length)
    return f"({d.bind(find)}(s, {one}, {find_cells(d, node.zone).text}) if ({one} := {length}) >= 1 else ())"


def _run(inside: list[tuple[int, ...]], run: tuple[int, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for place in run:
        found.extend(inside[place])
    found.sort()
    return tuple(found)
