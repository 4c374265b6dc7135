"""A layout -> the positions that ``repeated`` asks for: what their entries hold, and how often that has been there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

KEPT = 1_000
"""Positions that are kept of each condition; one that came back later than that has been forgotten."""
DEEPEST = 8
"""Pieces that lie on each other, as far as they are looked at."""
Entries = tuple[str, ...]
Reader = Callable[[State], Any]
Face = Callable[[State, int, int], Any]


@attrs.frozen
class Asked:
    """Entries that make a position: at the ends of which phases' turns it counts, and what it is made of."""

    entries: Entries
    phases: frozenset[str]
    parts: tuple[Reader, ...]
    is_open: bool
    """Everybody sees all of it."""

    def found(self, s: State) -> tuple[Any, ...]:
        """Return what the entries hold now."""
        return tuple([part(s) for part in self.parts])


class Positions:
    """Counts the positions that a game asks for; ``State.past`` has a number and the positions so far for each."""

    def __init__(self, layout: Layout) -> None:
        self._numbers = {name: number for number, name in enumerate(layout.game.phases)}
        asked = asked_of(layout.game)
        self.asked = tuple(_Maker(layout, entries).made(phases) for entries, phases in asked.items())
        self._places = {one.entries: place for place, one in enumerate(self.asked)}

    def place(self, entries: Entries) -> int:
        """Return where in ``State.past`` the positions of these entries are kept."""
        return self._places[entries]

    def of_phase(self, phase: str) -> tuple[int, ...]:
        """Return which positions are counted at the ends of the turns of a phase."""
        return tuple(place for place, one in enumerate(self.asked) if phase in one.phases)

    def begin(self, s: State, phase: str) -> None:
        """Forget the positions of a phase that goes on until something holds: it begins anew."""
        number = self._numbers[phase]
        for place in self.of_phase(phase):
            s.past[place] = (0, tuple([one for one in s.past[place][1] if one[0] != number]))

    def note(self, s: State, phase: str, seat: int | None) -> None:
        """Count the position in which ``seat`` has the next turn of a phase; None: nobody has one."""
        for place in self.of_phase(phase):
            position = (self._numbers[phase], -1 if seat is None else seat, *self.asked[place].found(s))
            before = s.past[place][1]
            s.past[place] = (before.count(position) + 1, (*before[1 - KEPT :], position))

    def hide(self, s: State) -> None:
        """Forget all positions that not everybody has seen, in a state that somebody imagines."""
        for place, one in enumerate(self.asked):
            if not one.is_open:
                s.past[place] = (0, ())


def asked_of(game: model.CheckedGame) -> dict[Entries, frozenset[str]]:
    """Return the entries that conditions name, with the phases whose turns count: for ``end`` all that have turns."""
    turns = frozenset(name for name, phase in game.phases.items() if phase.who is not None and not phase.who.together)
    found: dict[Entries, frozenset[str]] = {}
    for phase in game.phases.values():
        for node in _repeated(phase.until):
            found[node.names] = found.get(node.names, frozenset()) | {phase.name}
    for value in (*[end.condition for end in game.ends], game.winner):
        for node in _repeated(value):
            found[node.names] = turns
    return found


def _repeated(value: core.Value | None) -> Iterator[core.Repeated]:
    yield from (node for node in walk(value) if isinstance(node, core.Repeated))


class _Maker:
    """Makes readers of entries: of copies of a piece it counts what they are and have, never which one it is."""

    def __init__(self, layout: Layout, entries: Entries) -> None:
        self.layout = layout
        self.entries = entries
        kinds = layout.game.kinds.values()
        self.copied = {
            kind.name for kind in kinds if kind.form != "space" and layout.kind_pieces[kind.name][1] > len(kind.designs)
        }
        self.sorts = [
            design if seat is None else (design, seat)
            for design, seat in zip(layout.piece_design, layout.piece_seat, strict=True)
        ]
        self._faces: dict[str, Face] = {}

    def made(self, phases: frozenset[str]) -> Asked:
        """Return everything about a position of the entries."""
        own = [name for name in self.entries if self._each(name) in self.copied]
        parts = [self._fields(name) for name in self.entries if name not in own]
        lying = {zone.kind for name, zone in self.layout.game.zones.items() if name in self.entries and name not in own}
        kinds = dict.fromkeys(self._each(name) for name in own)
        parts += [self._of_all(kind) for kind in kinds if kind not in lying]
        return Asked(self.entries, phases, tuple(parts), all(self._is_open(name) for name in self.entries))

    def _each(self, name: str) -> str:
        game = self.layout.game
        return game.zones[name].each if name in game.zones else game.values[name].each

    def _is_open(self, name: str) -> bool:
        layout, zone = self.layout, self.layout.game.zones.get(name)
        viewers = layout.cell_viewers if name in layout.cells else layout.purse_viewers
        if zone is not None:
            grid = layout.cells.get(name) or layout.purses[name]
            return all(seen == layout.everybody for seen in viewers[grid.base : grid.base + grid.size])
        grid, kind = layout.values[name], _item(layout.game.values[name].type)
        if grid.base in layout.secret:
            return False
        return not (isinstance(kind, t.PieceType) and kind.kind in self.copied and self._can_hide(kind.kind))

    def _can_hide(self, kind: str) -> bool:
        layout = self.layout
        cells = (cell for cell, entry in enumerate(layout.cell_entry) if layout.game.zones[entry].kind == kind)
        return any(layout.cell_viewers[cell] != layout.everybody for cell in cells)

    def _of_all(self, kind: str) -> Reader:
        """What the pieces of a kind have, where nobody asks where they lie."""
        first, count = self.layout.kind_pieces[kind]
        face = self._face(kind)
        return lambda s: _in_order([face(s, piece, 0) for piece in range(first, first + count)])

    def _fields(self, name: str) -> Reader:
        layout = self.layout
        if name in layout.purses:
            grid = layout.purses[name]
            return lambda s: tuple(s.purses[grid.base : grid.base + grid.size])
        if name in layout.values:
            grid, worth = layout.values[name], self._value(name)
            return lambda s: tuple([worth(s, one) for one in s.values[grid.base : grid.base + grid.size]])
        grid, inside = layout.cells[name], self._inside(name)
        return lambda s: tuple([inside(s, cell, 0) for cell in range(grid.base, grid.base + grid.size)])

    def _value(self, name: str) -> Callable[[State, Any], Any]:
        """What a value is; a piece of which there are copies is what it is and where it lies."""
        kind = _item(self.layout.game.values[name].type)
        if not isinstance(kind, t.PieceType) or kind.kind not in self.copied:
            return lambda s, value: value
        sorts = self.sorts

        def meant(s: State, value: Any) -> Any:
            if type(value) is tuple:
                return _in_order([(sorts[piece], s.place[piece]) for piece in value])
            return None if value is None else (sorts[value], s.place[value])

        return meant

    def _inside(self, name: str) -> Face:
        """What lies in a cell of a zone; a stack from the bottom up, what has no order yet together."""
        face = self._face(self.layout.game.zones[name].kind)

        def faces(s: State, pieces: tuple[int, ...], deep: int) -> Any:
            return _in_order([face(s, piece, deep) for piece in pieces])

        if self.layout.game.zones[name].form == "stack":
            return lambda s, cell, deep: tuple([faces(s, block, deep) for block in s.zones[cell]])
        return lambda s, cell, deep: faces(s, s.zones[cell], deep)

    def _face(self, kind: str) -> Face:
        """What a piece is: its row and player, and of one with copies what it has of the entries."""
        if kind not in self._faces:
            own = [name for name in self.entries if kind in self.copied and self._each(name) == kind]
            sorts = self.sorts
            self._faces[kind] = lambda s, piece, deep: sorts[piece]
            if own:
                readers = [self._own(name, kind) for name in own]
                self._faces[kind] = lambda s, piece, deep: (
                    (sorts[piece], *[one(s, piece, deep + 1) for one in readers]) if deep < DEEPEST else sorts[piece]
                )
        return self._faces[kind]

    def _own(self, name: str, kind: str) -> Face:
        """What a piece has of an entry of its own."""
        layout, first = self.layout, self.layout.kind_pieces[kind][0]
        grid = layout.purses.get(name) or layout.values.get(name) or layout.cells[name]
        base, size = grid.base, grid.owner_stride
        if name in layout.purses:
            return lambda s, piece, deep: tuple(s.purses[base + (piece - first) * size :][:size])
        if name in layout.values:
            worth = self._value(name)
            return lambda s, piece, deep: tuple(
                [worth(s, s.values[base + (piece - first) * size + place]) for place in range(size)]
            )

        def cells(s: State, piece: int, deep: int) -> Any:
            inside = self._inside(name)  # here, as pieces of this kind may lie on each other
            return tuple([inside(s, base + (piece - first) * size + place, deep) for place in range(size)])

        return cells


def _item(kind: t.Type) -> t.Type:
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind


def _in_order(faces: list[Any]) -> tuple[Any, ...]:
    return tuple(sorted(faces, key=repr)) if len(faces) > 1 else tuple(faces)
