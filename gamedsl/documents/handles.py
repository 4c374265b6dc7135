"""A state and a viewer -> handles: what one viewer's views, choices and events call pieces, places and players by.

A piece of a kind that lies open everywhere is called by its number. Any other has a handle from the moment when it
comes where the viewer can look until it goes where the viewer cannot; when it comes again it gets a new one. Handles
are counted as such pieces come, by what the viewer sees happen and nothing else, so they tell nothing besides: of
copies that lie together the one that the viewer has seen longest is the one that goes. What is known to lie in a place
that the viewer cannot look into is called by that place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.event_names import CELL, PURSE, VALUE, cell_place, space_place
from gamedsl.engine.events import Event, LedgerEvent, ShuffleEvent
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.state.refilling import supplies
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import types as t

Sort = tuple[int, int | None]
"""The design and the player that a piece is made for: copies of one sort look alike."""
_NUMBERED, _FOLLOWED, _BY_PLACE = "numbered", "followed", "by place"


@attrs.frozen
class _Kinds:
    """How pieces of each kind are called in a set-up, and where those lie at first that are followed."""

    ways: dict[str, str]
    beginning: tuple[tuple[int, int], ...]


_KINDS: WeakKeyDictionary[Engine, _Kinds] = WeakKeyDictionary()


def _kinds(engine: Engine) -> _Kinds:
    found = _KINDS.get(engine)
    if found is None:
        ways = {kind: _way(engine, kind) for kind in engine.game.kinds}
        placed: list[tuple[int, int]] = []
        if _FOLLOWED in ways.values():
            place, kinds = engine.set_up.beginning().place, engine.layout.piece_kind
            placed = [
                (piece, cell) for piece, cell in enumerate(place) if cell >= 0 and ways[kinds[piece]] == _FOLLOWED
            ]
        found = _KINDS[engine] = _Kinds(ways, tuple(placed))
    return found


def _way(engine: Engine, kind: str) -> str:
    """Tell how pieces of a kind are called: copies that can hide, and that hold things, cannot be followed."""
    if not engine.drawing.can_hide(kind):
        return _NUMBERED
    holds = any(name.startswith(f"{kind}.") for name in engine.game.table_order)
    copies = any(design.copies > 1 for design in engine.game.kinds[kind].designs)
    return _BY_PLACE if holds and copies else _FOLLOWED


class Following:
    """What a viewer (None: a spectator) has seen of pieces that can hide: where those lie, and their handles."""

    def __init__(self, engine: Engine, seat: int | None) -> None:
        self.layout: Layout = engine.layout
        self.seat = seat
        self.ways = _kinds(engine).ways
        self.handles: dict[int, int] = {}
        """Those that lie where the viewer can look, each with the number of its handle."""
        self.place: dict[int, int] = {}
        self._count = 0
        for piece, cell in _kinds(engine).beginning:
            self._put(piece, cell, None)

    def copy(self) -> Following:
        """Return one that goes on from here without this one's knowing."""
        other = copy(self)
        other.handles, other.place = dict(self.handles), dict(self.place)
        return other

    def looks_into(self, cell: int) -> bool:
        """Tell whether the viewer sees what lies in a cell while the game goes on."""
        viewers = self.layout.cell_viewers[cell]
        return viewers == self.layout.everybody or (self.seat is not None and bool(viewers >> self.seat & 1))

    def sort(self, piece: int) -> Sort:
        """Return what a piece looks like."""
        return self.layout.piece_design[piece], self.layout.piece_seat[piece]

    def follow(self, event: Event) -> tuple[str | None, str | None]:
        """See an event; return the handles that a piece had before it, and has now."""
        if isinstance(event, ShuffleEvent) and event.count and event.where:
            self._refill(int(event.where[0][1:]))
        if not isinstance(event, LedgerEvent) or event.piece is None:
            return None, None
        piece, target = event.piece, event.where[1]
        way = self.ways[event.kind]
        if way != _FOLLOWED:
            handle = f"p{piece}" if way == _NUMBERED else None
            return handle, handle
        before = self._take(piece, int(event.where[0][1:]) if event.where[0] else -1)
        after = self._put(piece, int(target[1:]), before)
        return _called(before), _called(after)

    def _refill(self, cell: int) -> None:
        """See an empty place being filled with all that lies where it is refilled from; no other event tells it."""
        entry = self.layout.cell_entry[cell]
        source = self.layout.refills.get(entry)
        if source is None or cell in self.place.values():
            return
        supply = supplies(self.layout, entry, source)[cell - self.layout.cells[entry].base]
        for piece in [one for one, at in self.place.items() if at in supply]:
            self._put(piece, cell, self.handles.pop(piece, None))

    def _take(self, piece: int, cell: int) -> int | None:
        """Take a piece from where it lies: of copies that lie together the one with the lowest handle."""
        if self.place.get(piece, -1) != cell:
            self._refill(cell)
            self._exchange(piece, cell)
        if self.place.pop(piece, -1) != cell:  # it has come there in silence: nobody can say which it was before
            self.handles.pop(piece, None)
        own = self.handles.get(piece)
        if own is None:
            return None
        if self.layout.cell_form[cell] == "heap":
            sort = self.sort(piece)
            alike = [one for one, at in self.place.items() if at == cell and self.sort(one) == sort]
            other = min(alike, key=self._handle, default=piece)
            if self._handle(other) < own:
                self.handles[piece], self.handles[other] = self.handles[other], own
        return self.handles.pop(piece)

    def _exchange(self, piece: int, cell: int) -> None:
        """Let a piece that is told to lie in a cell be the copy that lies there: what is told follows no numbers."""
        sort, at = self.sort(piece), self.place.get(piece, -1)
        alike = [one for one, where in self.place.items() if where == cell and self.sort(one) == sort]
        if at == cell or not alike:
            return
        other = min(alike, key=self._handle)
        self.place[piece] = cell
        if at >= 0:
            self.place[other] = at
        else:
            del self.place[other]
        own, others = self.handles.pop(piece, None), self.handles.pop(other, None)
        if others is not None:
            self.handles[piece] = others
        if own is not None:
            self.handles[other] = own

    def place_name(self, place: str) -> str | None:
        """Return the handle of a place by its letter and number.

        A place that belongs to a piece is called by that piece, so that no number of its own tells it from its copies.
        None for no place, and for one of a piece that cannot be followed.
        """
        if not place or place[0] not in (CELL, PURSE, VALUE):
            return place or None
        entry, owner, inside = self._owned(place[0], int(place[1:]))
        each = entry.rpartition(".")[0]
        if each in ("", "player") or self.ways[each] == _NUMBERED:
            return place
        return f"h{self.handles[owner]}.{place[0]}{inside}" if self.is_alone(owner) and owner in self.handles else None

    def is_alone(self, piece: int) -> bool:
        """Tell whether a piece has no copies made for the same player."""
        seat, layout = self.layout.piece_seat[piece], self.layout
        copies = layout.design_pieces[layout.piece_design[piece]]
        return sum(layout.piece_seat[one] == seat for one in copies) == 1

    def _owned(self, letter: str, number: int) -> tuple[str, int, int]:
        """Return entry and owner of a place, and its number among those of the owner."""
        layout = self.layout
        entries, grids = {
            CELL: (layout.cell_entry, layout.cells),
            PURSE: (layout.purse_entry, layout.purses),
            VALUE: (layout.value_entry, layout.values),
        }[letter]
        entry = entries[number]
        grid = grids[entry]
        owner, inside = divmod(number - grid.base, grid.owner_stride)
        return entry, grid.owner_base + owner, inside

    def _handle(self, piece: int) -> int:
        return self.handles.get(piece, self._count + 1)

    def _put(self, piece: int, cell: int, handle: int | None) -> int | None:
        """Put a piece where it goes; it keeps its handle, or gets one, where the viewer can look."""
        self.place[piece] = cell
        if not self.looks_into(cell):
            return None
        if handle is None:
            self._count += 1
            handle = self._count
        self.handles[piece] = handle
        return handle


def _called(handle: int | None) -> str | None:
    return None if handle is None else f"h{handle}"


class Handles:
    """The handles of one viewer at one moment; ``following`` is what it has seen so far."""

    def __init__(self, engine: Engine, state: State, following: Following) -> None:
        self.layout, self.kinds = engine.layout, engine.game.kinds
        self._following = following
        self._in_order = engine.wording.in_order
        self._zones, self._values = state.zones, state.values

    def piece(self, piece: int, cell: int) -> str | None:
        """Return the handle of a piece by where it lies; None where it could be followed into the hidden."""
        kind = self.layout.piece_kind[piece]
        following = self._following
        if self.kinds[kind].form == "space":
            return space_place(piece)
        if following.ways[kind] == _NUMBERED:
            return f"p{piece}"
        if cell < 0 or not following.looks_into(cell):
            return None
        if self.layout.cell_form[cell] != "heap":
            return next(self.pieces((piece,), cell))
        inside = self._in_order(t.SetType(t.PieceType(kind)), self._zones[cell], self._values)
        return dict(zip(inside, self.pieces(inside, cell), strict=True)).get(piece)

    def named(self, piece: int, cell: int) -> str | None:
        """Return the handle of a piece that something else means; None for copies that can hide.

        Which of them is meant may be hidden from whoever sees all of them.
        """
        kind = self.layout.piece_kind[piece]
        if self.kinds[kind].form != "space" and self._following.ways[kind] != _NUMBERED:
            return self.piece(piece, cell) if self._following.is_alone(piece) else None
        return self.piece(piece, cell)

    def alike(self, piece: int, cell: int) -> list[str]:
        """Return the handles of a piece and all that are called like it in the same heap, the lowest first."""
        own = self.piece(piece, cell)
        if own is None:
            return []
        if self._following.ways[self.layout.piece_kind[piece]] != _FOLLOWED or self.layout.cell_form[cell] != "heap":
            return [own]
        sort, inside = self._following.sort(piece), self._zones[cell]
        return list(self.pieces([one for one in inside if self._following.sort(one) == sort], cell))

    def pieces(self, pieces: Sequence[int], cell: int) -> Iterator[str]:
        """Yield the handles of the pieces that are seen in a cell, in their order there.

        Copies in a heap are told apart by nothing: those with lower handles come first.
        """
        following, counted = self._following, Counter[Sort]()
        way = following.ways[self.layout.piece_kind[pieces[0]]] if pieces else ""
        sees = way == _FOLLOWED and following.looks_into(cell)
        alike: dict[Sort, list[int]] = {}
        for piece in pieces if sees else ():
            if following.place.get(piece) == cell:
                alike.setdefault(following.sort(piece), []).append(following.handles[piece])
        if self.layout.cell_form[cell] == "heap":
            alike = {sort: sorted(handles) for sort, handles in alike.items()}
        for piece in pieces:
            if way == _NUMBERED:
                yield f"p{piece}"
                continue
            sort = following.sort(piece)
            number = counted[sort]
            counted[sort] += 1
            known = alike.get(sort, ())
            design = self.layout.designs[sort[0]].name
            maker = "" if sort[1] is None else f"@s{sort[1]}"
            yield f"h{known[number]}" if number < len(known) else f"{cell_place(cell)}/{design}{maker}/{number + 1}"

    def place(self, place: str) -> str | None:
        """Return the handle of a place by its letter and number, see ``Following.place_name``."""
        return self._following.place_name(place)
