"""The fields of a program and a layout -> what reads and writes the zones, spots, values and dice of the table"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.state.values import number_of, value_of
from gamedsl.semantics.core import types as t

Read = Callable[[list[int]], Any]
Write = Callable[[list[int], Any], None]
Codec = tuple[Read, Write]


@attrs.frozen
class Table:
    """By cell, piece, field and die what reads and writes it in a state."""

    zones: tuple[Codec, ...]
    spot: tuple[Codec, ...]
    values: tuple[Codec, ...]
    dice: tuple[Codec, ...]
    past: tuple[Codec, ...]
    """For each condition that counts positions how often the last one has been there, and the keys of all of them."""
    words: tuple[tuple[int, int], ...]
    """By cell the place of the number that says what lies there, of a stack that of its lowest block; and which piece
    the first bit of it means, -1 where it is the number of the only piece there."""
    blocks: tuple[int | None, ...]
    """By cell where it stands how many blocks a stack has; None of others."""
    spreads: bool
    """Whether pieces may lie in several places at once."""


def table_of(layout: Layout, at: Mapping[str, int], stacks: Mapping[str, int]) -> Table:
    """Return the table of a set-up; ``stacks``: by zone of stacks the number of the first among those of its kind."""
    game, zones, words = layout.game, list[Codec](), list[tuple[int, int]]()
    blocks = list[int | None]()
    for zone in game.zones.values():
        if zone.form == "purse":
            continue
        (low, many), size = layout.kind_pieces[zone.kind], layout.cells[zone.name].size
        for cell in range(size):
            count = None
            if zone.form == "heap":
                words.append((at[f"zone.{zone.name}"] + cell, low))
                zones.append(_heap(*words[-1]))
            elif zone.form == "slot":
                words.append((at[f"zone.{zone.name}"] + cell, -1))
                zones.append(_slot(words[-1][0]))
            else:
                fields = [at[f"stack.{zone.kind}.{what}"] for what in ("size", "blocks", "block")]
                number, capacity = stacks[zone.name] + cell, max(1, many)
                words.append((fields[2] + number * capacity, low))
                zones.append(_stack(fields, number, (low, capacity)))
                count = fields[1] + number
            blocks.append(count)
    return Table(
        tuple(zones),
        tuple(_spots(layout, at)),
        tuple(_values(layout, at)),
        tuple(_dice(layout, at)),
        tuple(_past(at)),
        tuple(words),
        tuple(blocks),
        any(key.is_set for zone in game.zones.values() for key in zone.keys),
    )


def _heap(place: int, low: int) -> Codec:
    def write(s: list[int], pieces: Any) -> None:
        s[place] = word_of(pieces, low)

    return lambda s: bits(s[place], low), write


def _slot(place: int) -> Codec:
    def write(s: list[int], pieces: Any) -> None:
        s[place] = pieces[0] if pieces else -1

    return lambda s: () if s[place] < 0 else (s[place],), write


def _stack(fields: list[int], number: int, pieces: tuple[int, int]) -> Codec:
    low, capacity = pieces
    size, many, first = fields[0] + number, fields[1] + number, fields[2] + number * capacity

    def read(s: list[int]) -> tuple[tuple[int, ...], ...]:
        return tuple([bits(word, low) for word in s[first : first + s[many]]])

    def write(s: list[int], blocks: Any) -> None:
        words = [word_of(block, low) for block in blocks]
        s[size], s[many] = sum(map(len, blocks)), len(words)
        s[first : first + capacity] = words + [0] * (capacity - len(words))

    return read, write


def _spots(layout: Layout, at: Mapping[str, int]) -> list[Codec]:
    """Return by piece in which places it lies of a zone with a key that is a set."""
    spread = [zone for zone in layout.game.zones.values() if any(key.is_set for key in zone.keys)]
    found = []
    for piece, kind in enumerate(layout.piece_kind):
        low = layout.kind_pieces[kind][0]
        own = [(at[f"spot.{one.name}"] + piece - low, layout.cells[one.name]) for one in spread if one.kind == kind]
        found.append(_spot([(place, grid.base, grid.size) for place, grid in own]))
    return found


def _spot(own: list[tuple[int, int, int]]) -> Codec:
    def read(s: list[int]) -> tuple[int, ...]:
        return next((bits(s[place], base) for place, base, _ in own if s[place]), ())

    def write(s: list[int], cells: Any) -> None:
        for place, base, size in own:
            s[place] = word_of([cell for cell in cells if base <= cell < base + size], base)

    return read, write


def _values(layout: Layout, at: Mapping[str, int]) -> list[Codec]:
    return [
        kept(layout, entry.type, at[f"value.{name}"] + field)
        for name, entry in layout.game.values.items()
        for field in range(layout.values[name].size)
    ]


def kept(layout: Layout, kind: t.Type, place: int) -> Codec:
    """Return what reads and writes a value of a type at a place of the state."""
    if isinstance(kind, t.IntType | t.PlayerType | t.PieceType):

        def put(s: list[int], value: Any) -> None:
            s[place] = int(value)

        return lambda s: s[place], put

    def write(s: list[int], value: Any) -> None:
        s[place] = number_of(layout, kind, value)

    return lambda s: value_of(layout, kind, s[place]), write


def _dice(layout: Layout, at: Mapping[str, int]) -> list[Codec]:
    return [
        kept(layout, layout.game.dice[name].faces, at[f"dice.{name}"] + die)
        for name, (_, count) in layout.dice.items()
        for die in range(count)
    ]


def _past(at: Mapping[str, int]) -> list[Codec]:
    return [_counted(at, f"past.{number}") for number in range(sum(name.startswith("past.") for name in at) // 3)]


def _counted(at: Mapping[str, int], name: str) -> Codec:
    keys, size, count = (at[f"{name}.{what}"] for what in ("keys", "size", "count"))

    def write(s: list[int], found: Any) -> None:
        s[count], before = found
        s[size] = len(before)
        s[keys : keys + len(before)] = before

    return lambda s: (s[count], tuple(s[keys : keys + s[size]])), write
