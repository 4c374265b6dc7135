"""The places of a space and its traits -> which of them are next to each other, and how those of a board lie."""

from __future__ import annotations

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.effort import CELL, spend
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.grids import Places, beside_each_other, board_of, warn_of_islands
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes


def join_places(symbols: Symbols, node: nodes.Entry, places: Places | None) -> None:
    """Fill in which places of a kind are next to each other, and of a board how they lie."""
    _adjacency(symbols, node, places)
    if places is not None and symbols.kinds[node.name].designs:
        _board(symbols, node, places)


def _board(symbols: Symbols, node: nodes.Entry, places: Places) -> None:
    kind = symbols.kinds[node.name]
    designs = kind.designs
    if places.at:
        at = dict(zip(places.names, places.at, strict=True))
        designs = tuple(
            attrs.evolve(design, data={"column": at[design.name][0], "row": at[design.name][1], **design.data})
            for design in designs
        )
        for design in designs:
            symbols.designs[design.number] = (kind.name, design)
    board = board_of(symbols, places)
    near = kind.adjacency
    trait = next((trait for trait in node.traits if isinstance(trait, nodes.Adjacent)), None)
    if near is None and (trait is None or places.at):
        near = beside_each_other(symbols, places, board, trait)
    warn_of_islands(symbols, node, places)
    symbols.kinds[kind.name] = attrs.evolve(kind, designs=designs, board=board, adjacency=near)


def _adjacency(symbols: Symbols, node: nodes.Entry, places: Places | None) -> None:
    """Work out which spaces are next to each other."""
    trait = next((trait for trait in node.traits if isinstance(trait, nodes.Adjacent)), None)
    kind = symbols.kinds[node.name]
    if trait is None:
        return
    names = [trait.first] if trait.second is None else [trait.first, trait.second]
    if places is not None and places.at and all(symbols.column(kind.name, name) is None for name in names):
        return  # by directions
    for name in names:
        if symbols.column(kind.name, name) is None:
            symbols.unknown(trait.span, "column", name, lambda: [column.name for column in kind.columns])
            return
        symbols.used.add(f"columns.{kind.name}.{name}")
        wanted = t.SetType(t.PieceType(kind.name)) if trait.second is None else t.IntType()
        column = symbols.column(kind.name, name)
        if column is not None and not _fits_adjacency(column, wanted):
            expected = f"a column of a `set of {kind.name}`" if trait.second is None else "two columns of numbers"
            symbols.report("GDTYP01", trait.span, expected=expected, found=f"`{name}: {column.type}`", hint="")
            return
    near = _by_set(symbols, kind, names[0]) if len(names) == 1 else _by_grid(symbols, kind, names[0], names[1])
    symbols.kinds[kind.name] = attrs.evolve(kind, adjacency=near)


def _fits_adjacency(column: model.Column, wanted: t.Type) -> bool:
    if column.keys or column.code:
        return False
    if isinstance(wanted, t.SetType):
        return isinstance(column.type, t.SetType) and column.type.item == wanted.item
    return isinstance(column.type, t.IntType)


def _by_set(symbols: Symbols, kind: model.Kind, name: str) -> tuple[tuple[int, ...], ...]:
    first = kind.designs[0].number if kind.designs else 0
    near = []
    for design in kind.designs:
        members = design.data[name]
        near.append(tuple(sorted(int(other) - first for other in members)) if isinstance(members, tuple) else ())  # type: ignore[arg-type]
    known = [frozenset(others) for others in near]
    for place, others in enumerate(near):
        spend(CELL + len(others))
        for other in others:
            if place not in known[other]:
                one, two = kind.designs[place], kind.designs[other]
                labels = (Label(two.span, "this row"),)
                symbols.report("GDDAT08", one.span, labels=labels, first=one.name, second=two.name)
    return tuple(near)


def _by_grid(symbols: Symbols, kind: model.Kind, across: str, down: str) -> tuple[tuple[int, ...], ...]:
    places = [(design.data[across], design.data[down]) for design in kind.designs]
    lying: dict[tuple[object, object], list[int]] = {}
    for place, where in enumerate(places):
        lying.setdefault(where, []).append(place)
        first, design = kind.designs[lying[where][0]], kind.designs[place]
        if first is not design:
            names = {"first": first.name, "second": design.name, "place": f"{across} {where[0]} and {down} {where[1]}"}
            symbols.report("GDDAT16", design.span, labels=(Label(first.span, "this row"),), **names)
    near = []
    for x, y in places:
        assert isinstance(x, int) and isinstance(y, int)
        beside = [lying.get(where, []) for where in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))]
        spend(CELL + sum(map(len, beside)))
        near.append(tuple(sorted(place for found in beside for place in found)))
    return tuple(near)
