"""Steps, ways, lines and chains of boards -> Python text over tables that are made once for each board."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.state.board_tables import Row
from gamedsl.engine.write.compiling import is_set, writes, writes_lines
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.loops import spending
from gamedsl.engine.write.places import in_directions, neighbours_by_piece, of_place, several, space_kind, tables_of
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

# ---------------------------------------------------------------- writers


@writes(core.NextPlace)
def next_place(d: Draft, node: core.NextPlace) -> str:
    tables, direction = tables_of(d.c, node.space.type), d.known(node.direction)
    if direction is None:
        return "None"
    if direction is not UNKNOWN:
        return of_place(d, tables.steps[direction], node.space, "None")

    def step(place: int | None, number: int | None) -> int | None:
        return None if place is None or number is None else tables.steps[number][place]

    return f"{d.bind(step)}({d.value(node.space)}, {d.value(node.direction)})"


@writes(core.Way)
def way(d: Draft, node: core.Way) -> str:
    tables = tables_of(d.c, node.space.type)
    if is_set(node.directions.type):
        return in_directions(d, node.space, node.directions, tables.together)
    return in_directions(d, node.space, node.directions, tables.along)


@writes_lines(core.Stopped)
def stopped(d: Draft, node: core.Stopped) -> Lines:
    source = node.loop.source
    many = isinstance(source, core.Way) and is_set(source.directions.type) and not isinstance(node.type, t.ListType)
    if many:
        assert isinstance(source, core.Way)
        rows = in_directions(d, source.space, source.directions, tables_of(d.c, source.space.type).rows)
        return _cut_all(d, node, rows)
    row, number = d.temp(), d.temp()
    lines = [f"{row} = {d.value(source)}", *spending(d, f"len({row})", node.span)]
    with d.inside():
        lines.append(f"for {number}, {d.take(node.loop.slot)} in enumerate({row}):")
        lines.append(f" if {d.value(node.until)}:")
        cut = f"{row}[:{number}]"
        lines.append(f"  return {cut}" if node.closed is None else f"  return {cut} if {d.value(node.closed)} else ()")
    return [*lines, f"return {row}" if node.closed is None else "return ()"]


def _cut_all(d: Draft, node: core.Stopped, rows: str) -> Lines:
    """Write the cutting of several rows from one place: they have no place in common."""
    found, rows_found, row, number = d.temp(), d.temp(), d.temp(), d.temp()
    source = node.loop.source
    assert isinstance(source, core.Way)
    known = d.known(source.directions)
    most = str(tables_of(d.c, source.space.type).longest(several(known))) if known is not UNKNOWN else ""
    lines = [f"{found}, {rows_found} = [], {rows}"]
    lines += spending(d, most or f"sum(map(len, {rows_found}))", node.span)
    with d.inside():
        inner = [f"for {number}, {d.take(node.loop.slot)} in enumerate({row}):", f" if {d.value(node.until)}:"]
        closed = "" if node.closed is None else f"if {d.value(node.closed)}: "
        inner += [f"  {closed}{found}.extend({row}[:{number}])", "  break"]
    if node.closed is None:
        inner.append(f"else: {found}.extend({row})")
    return [
        *lines,
        f"for {row} in {rows_found}:",
        *indented(inner),
        f"return tuple(sorted({found})) if {found} else ()",
    ]


@writes(core.Behind)
def behind(d: Draft, node: core.Behind) -> str:
    return f"{d.bind(tables_of(d.c, node.first.type).behind)}({d.value(node.first)}, {d.value(node.second)})"


@writes(core.PlacesBetween)
def places_between(d: Draft, node: core.PlacesBetween) -> str:
    return f"{d.bind(tables_of(d.c, node.first.type).between)}({d.value(node.first)}, {d.value(node.second)})"


@writes(core.Rectangle)
def rectangle(d: Draft, node: core.Rectangle) -> str:
    return f"{d.bind(tables_of(d.c, node.first.type).rectangle)}({d.value(node.first)}, {d.value(node.last)})"


@writes(core.DrawnLines)
def drawn_lines(d: Draft, node: core.DrawnLines) -> str:
    tables = tables_of(d.c, node.type)
    if node.space is None:
        return d.bind(tables.lines)
    return of_place(d, tables.through, node.space, "()")


@writes(core.Runs)
def runs(d: Draft, node: core.Runs) -> str:
    return f"{d.bind(tables_of(d.c, node.type).runs)}({d.value(node.length)})"


@writes(core.Connected)
def connected(d: Draft, node: core.Connected) -> str:
    kind = space_kind(node.within.type)
    near = neighbours_by_piece(d.c, kind) if kind else {}

    def hanging(start: Any, within: Row) -> Row:
        left = set(within)
        reached = [place for place in several(start) if place in left]
        left.difference_update(reached)
        for place in reached:
            for other in near[place]:
                if other in left:
                    left.remove(other)
                    reached.append(other)
        return tuple(sorted(reached))

    return f"{d.bind(hanging)}({d.value(node.start)}, {d.value(node.within)})"


@writes(core.PlaceOf)
def place_of(d: Draft, node: core.PlaceOf) -> str:
    layout, kind = d.c.layout, space_kind(node.type)
    zones = d.c.game.zones
    owners = zip(layout.cell_entry, layout.cell_owner, strict=True)
    places = [owner if zones[entry].each == kind else None for entry, owner in owners]
    places.append(None)  # for the place -1, which is nowhere
    piece = d.temp()
    return f"({d.bind(places)}[s.place[{piece}]] if ({piece} := {d.value(node.subject)}) is not None else None)"
