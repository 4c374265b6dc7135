"""The one projector: a state and a seat (None: a spectator) -> a View of what that seat may see.

A place is seen by those its declaration names; a piece in it also by those who know it (``State.known``). A spectator
knows what all players know. When the game has ended everything lies open. While players decide ``together``, a seat
sees its own new things, and those of the others as they were before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.events import ChanceEvent
from gamedsl.engine.state.flat import FINISHED, TABLE, LeftOver, decisions_seen
from gamedsl.engine.state.layout import Grid, Layout
from gamedsl.engine.words.labels import ON
from gamedsl.engine.words.place_names import Columns, Places, static_words
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.together import behind_curtain
from gamedsl.presentation.displays import displays_of
from gamedsl.presentation.view_data import (
    BoardView,
    CellView,
    DiceView,
    DisplayView,
    Nature,
    PieceView,
    SeatView,
    SourceView,
    Trait,
    ValueView,
    View,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.entries import is_of_dice


def project(
    engine: Engine, state: State, seat: int | None, *, revealed: bool = False, bookkeeping: bool = False
) -> View:
    """Return what ``seat`` may see (``revealed``: everything); the state is not changed.

    Quiet entries of the table are left out, unless ``bookkeeping`` is asked for.
    """
    return Projector(engine, state, seat, revealed, bookkeeping).view()


def plain_sight(engine: Engine, state: State, seat: int) -> View:
    """Return what ``seat`` sees, with all bookkeeping, but for displays: these show nothing else than that."""
    return Projector(engine, state, seat, revealed=False, bookkeeping=True).view(displays=False)


@attrs.frozen
class _Board:
    """The lists of a state that are shown."""

    purses: Sequence[int]
    zones: Sequence[tuple[Any, ...]]
    values: Sequence[Any]
    dice: Sequence[int]
    spot: Sequence[tuple[int, ...]]
    known: Sequence[int]
    aware: Sequence[int]
    scores: Sequence[int]


def _before(snapshot: tuple[Any, ...]) -> _Board:
    """Return the table as it was when a phase ``together`` began."""
    return _board_of(**dict(zip(TABLE, snapshot, strict=True)))


def _board_of(**lists: Any) -> _Board:
    return _Board(**{field.name: lists[field.name] for field in attrs.fields(_Board)})


@attrs.frozen
class _Site:
    """Where a cell, purse or value is, whatever it holds: its owner (a number; a seat or piece in words), its keys."""

    field: int
    owner: int
    seat: int | None
    holder: str | None
    keys: tuple[int, ...]
    labels: tuple[str, ...]
    viewers: int
    spot: bool
    """Does it stand for several cells at once?"""


@attrs.frozen
class _Same:
    """What is the same in all views: words of places, the sites by zone, the pieces that do not show faces.

    ``cells``: by zone, field and viewer the cell that was told last, with what it depends on; ``values``: by field and
    viewer.
    """

    places: Places
    columns: Columns
    sites: dict[str, tuple[_Site, ...]] = attrs.field(factory=dict)
    pieces: dict[int, PieceView] = attrs.field(factory=dict)
    cells: dict[tuple[str, int, int | None], tuple[Any, CellView]] = attrs.field(factory=dict)
    values: dict[tuple[int, int | None], tuple[Any, ValueView]] = attrs.field(factory=dict)


def _same_in(engine: Engine) -> _Same:
    return _Same(Places(engine.game, engine.game.seat_labels[: engine.layout.seats]), Columns(engine.game))


_SAME: WeakKeyDictionary[Engine, _Same] = WeakKeyDictionary()


class Projector:
    """One projection: the engine, the state and what the viewer may read.

    ``gamedsl.documents`` makes its own of the same places: ``_told`` gives the numbers of each.
    """

    def __init__(
        self, engine: Engine, state: State, seat: int | None, revealed: bool, bookkeeping: bool = False
    ) -> None:
        self.engine = engine
        self.same = _SAME.get(engine) or _SAME.setdefault(engine, _same_in(engine))
        self.layout: Layout = engine.layout
        self.game = engine.game
        left_out = frozenset[str]() if bookkeeping else self.layout.quiet
        self.entries = [name for name in self.game.table_order if name not in left_out]
        self.state = state
        self.seat = seat
        self.open = revealed or state.status == FINISHED
        self.now = _board_of(**{name: getattr(state, name) for name in TABLE})
        self.others = self.now if state.curtain is None or revealed else _before(state.curtain[0])
        self.shown = state if self.others is self.now else behind_curtain(engine.layout, state, seat)

    def _board(self, seat: int | None) -> _Board:
        """Return where the things of a seat (None: common ones) are read."""
        return self.now if seat is not None and seat == self.seat else self.others

    def view(self, *, displays: bool = True) -> View:
        engine, state = self.engine, self.state
        decider = engine.decider(state)
        asked = None if decider is None else engine.question(state)
        return View(
            game=self.game.name,
            title=self.game.title or self.game.name,
            viewer=self.seat,
            decider=decider,
            phase=None if asked is None else asked.phase,
            phase_words="" if asked is None else asked.phase_words,
            decisions=self._decisions(),
            over=engine.outcome(state) is not None,
            seats=tuple(self._seat(seat, decider) for seat in self.layout.players),
            cells=tuple(self._cells()),
            values=tuple(self._values()),
            dice=tuple(self._dice()),
            stopped=state.error is not None,
            displays=tuple(self._displays()) if displays else (),
            boards=tuple(self._boards()),
            scored=any(source.worth is None for source in self.game.sources.values()),
        )

    # ------------------------------------------------------------ displays

    def _displays(self) -> Iterator[DisplayView]:
        if not self.game.displays:
            return
        drawn = displays_of(self.engine)
        state = self.shown.copy()
        for display in self.game.displays.values():
            if not display.each:
                yield drawn.draw(display, state, None)
                continue
            for seat in self.layout.players:
                if seat == self.seat or self.open or not drawn.is_own(display):
                    yield drawn.draw(display, state, seat)

    def _decisions(self) -> int:
        """Return how many decisions the viewer knows of: those of others ``together`` are not counted yet."""
        return self.state.decisions if self.open else decisions_seen(self.state, self.seat)

    # ------------------------------------------------------------ boards

    def _boards(self) -> Iterator[BoardView]:
        """Yield the boards with columns and rows."""
        for kind in self.game.kinds.values():
            board = kind.board
            if board is None or not board.numbers:
                continue
            first, _ = self.layout.kind_pieces[kind.name]
            labels = {
                (design.data["column"], design.data["row"]): self._label(t.PieceType(kind.name), first + place)
                for place, design in enumerate(kind.designs)
            }
            columns = [ord(letter.lower()) - ord("a") + 1 for letter in board.letters]
            numbers = tuple(reversed(board.numbers))
            rows = tuple(tuple(labels.get((column, row)) for column in columns) for row in numbers)
            yield BoardView(kind.name, self._words(kind), board.letters, numbers, rows, board.hexagons)

    # ------------------------------------------------------------ players

    def _seat(self, seat: int, decider: int | None) -> SeatView:
        sources = tuple(
            SourceView(source.name, self._words(source), self._board(seat).scores[number * self.layout.seats + seat])
            for number, source in enumerate(self.game.sources.values())
        )
        return SeatView(
            seat=seat,
            name=self.game.seat_labels[seat],
            points=sum(source.points for source in sources),
            sources=sources,
            you=seat == self.seat,
            deciding=seat == decider,
            winner=seat in self.state.winners,
        )

    # ------------------------------------------------------------ places

    def _cells(self) -> Iterator[CellView]:
        for name in self.entries:
            zone = self.game.zones.get(name)
            if zone is None:
                continue
            if zone.form == "purse":
                yield from self._purses(zone)
            elif any(key.is_set for key in zone.keys):
                yield from self._spots(zone)
            else:
                yield from self._places(zone)

    def _purses(self, zone: model.Zone) -> Iterator[CellView]:
        for site in self._sites(zone):
            amount = None
            if self._sees(site.viewers):
                unlimited = self.layout.purse_unlimited[site.field]
                amount = Limits.amount if unlimited else self._board(site.seat).purses[site.field]
            yield self._cell(zone, site, (site.field,), amount=amount)

    def _places(self, zone: model.Zone) -> Iterator[CellView]:
        for site in self._sites(zone):
            board = self._board(site.seat)
            pieces = tuple(_top_first(zone.form, board.zones[site.field]))
            if zone.form == "heap" and len(pieces) > 1:
                pieces = self.engine.wording.in_order(t.SetType(t.PieceType(zone.kind)), pieces, board.values)
            yield self._cell(zone, site, (site.field,), pieces=pieces)

    def _sites(self, entry: model.Zone | model.TableValue) -> tuple[_Site, ...]:
        """Return where the cells, purses or values of an entry of the table are."""
        known = self.same.sites.get(entry.name)
        if known is None:
            grid, viewers = self._fields(entry)
            known = tuple(
                self._site(entry, field, *grid.decode(field), viewers[field] if viewers else 0)
                for field in range(grid.base, grid.base + grid.size)
            )
            self.same.sites[entry.name] = known
        return known

    def _fields(self, entry: model.Zone | model.TableValue) -> tuple[Grid, Sequence[int]]:
        """Return the fields of an entry, and who sees the place at each; values have a rule of their own for that."""
        if not isinstance(entry, model.Zone):
            return self.layout.values[entry.name], ()
        if entry.form == "purse":
            return self.layout.purses[entry.name], self.layout.purse_viewers
        return self.layout.cells[entry.name], self.layout.cell_viewers

    def _site(
        self, entry: model.Zone | model.TableValue, field: int, owner: int, keys: tuple[int, ...], viewers: int
    ) -> _Site:
        labels = tuple([self._label(key.type, value) for key, value in zip(entry.keys, keys, strict=True)])
        spot = any(key.is_set for key in entry.keys)
        return _Site(field, owner, *self._owner(entry.each, owner), keys, labels, viewers, spot)

    def _spots(self, zone: model.Zone) -> Iterator[CellView]:
        """Yield the occupied places of a zone with a set key: a piece lies on several of its cells at once."""
        grid = self.layout.cells[zone.name]
        found: dict[tuple[int, ...], list[int]] = {}
        for field in range(grid.base, grid.base + grid.size):
            board = self._board(self._owner(zone.each, grid.decode(field)[0])[0])
            for piece in _top_first(zone.form, board.zones[field]):
                spot = board.spot[piece] or (field,)
                if field == min(spot):
                    found.setdefault(tuple(spot), []).append(piece)
        for spot, pieces in sorted(found.items()):
            owner, _ = grid.decode(spot[0])
            decoded = [grid.decode(field)[1] for field in spot]
            site = self._site(zone, spot[0], owner, decoded[0], self.layout.cell_viewers[spot[0]])
            labels = tuple(
                "+".join(dict.fromkeys(self._label(key.type, keys[index]) for keys in decoded))
                for index, key in enumerate(zone.keys)
            )
            yield self._cell(zone, attrs.evolve(site, labels=labels), spot, pieces=tuple(pieces))

    def _cell(
        self,
        zone: model.Zone,
        site: _Site,
        fields: tuple[int, ...],
        *,
        amount: int | None = None,
        pieces: tuple[int, ...] = (),
    ) -> CellView:
        all_seen = self._sees(site.viewers)
        board = self._board(site.seat)
        seen = pieces if all_seen else tuple([piece for piece in pieces if self._knows(board, piece)])
        self._told(fields, site.owner, seen)
        where = self._where(zone.each, site.owner) if site.holder is not None else ""
        told = (fields, amount, len(pieces), seen, where)
        told_to = (zone.name, site.field, self.seat)
        known = self.same.cells.get(told_to)
        if known is not None and known[0] == told and self.layout.face_of.keys().isdisjoint(seen):
            return known[1]
        made = CellView(
            entry=zone.name,
            words=self._words(zone),
            form=zone.form,
            kind=zone.kind,
            seat=site.seat,
            holder=site.holder,
            keys=site.labels,
            numbers=site.keys,
            amount=amount,
            count=len(pieces),
            pieces=tuple([self._piece(piece, board.values) for piece in seen]),
            spot=site.spot,
            where=where,
        )
        self.same.cells[told_to] = (told, made)
        return made

    def _told(self, fields: tuple[int, ...], owner: int, seen: Sequence[int]) -> None:
        """Hear which cells, purses or values the next view is of, to whom they belong, and which pieces are seen."""

    def _owner(self, each: str, owner: int) -> tuple[int | None, str | None]:
        if not each:
            return None, None
        if each == "player":
            return owner, None
        return None, self._label(t.PieceType(each), owner)

    def _where(self, each: str, owner: int) -> str:
        """Return what tells the piece that a thing belongs to from its copies."""
        where = "" if each in ("", "player") else self.engine.wording.where(self.shown, owner).removeprefix(ON)
        return f" {self.same.places.apart(where)}" if where else ""

    def _sees(self, viewers: int) -> bool:
        if self.open or viewers == self.layout.everybody:
            return True
        return self.seat is not None and bool(viewers >> self.seat & 1)

    def _knows(self, board: _Board, piece: int) -> bool:
        known = board.known[piece]
        return known == self.layout.everybody or (self.seat is not None and bool(known >> self.seat & 1))

    def _value_text(self, kind: t.Type, value: Any, board: _Board) -> str:
        """Return a value in words; dice that it names are called by what they show only where the viewer knows it."""
        named = [one for one in (value if isinstance(value, tuple) else (value,)) if one is not None]
        known = all(self.open or self._knows(board, die) for die in named) if is_of_dice(self.game, kind) else False
        return self.engine.wording.label(kind, value, board.values if known else None)

    def _is_aware(self, board: _Board, field: int) -> bool:
        """Does the viewer know a value?"""
        rank = self.layout.secret.get(field)
        return rank is None or self._sees(board.aware[rank])

    # ------------------------------------------------------------ pieces

    def _piece(self, piece: int, values: Sequence[Any]) -> PieceView:
        known = self.same.pieces
        found = known.get(piece)
        if found is None:
            found = self._any_piece(piece, values)
            if piece not in self.layout.face_of:
                known[piece] = found
        return found

    def _any_piece(self, piece: int, values: Sequence[Any]) -> PieceView:
        layout = self.layout
        kind = self.game.kinds[layout.piece_kind[piece]]
        design = layout.designs[layout.piece_design[piece]]
        traits = tuple(self._traits(kind, design))
        if kind.faces is not None:
            face = self._label(kind.faces, values[layout.face_of[piece]])
            traits = (*traits, Trait(t.FACE, face, "number" if isinstance(kind.faces, t.IntType) else "word"))
        label = self.engine.wording.label(t.PieceType(kind.name), piece, values)
        return PieceView(kind.name, design.name, label, traits, layout.piece_seat[piece])

    def _traits(self, kind: model.Kind, design: model.Design) -> Iterator[Trait]:
        for column in kind.columns:
            value = design.data.get(column.name)
            if column.code or column.keys or value is None or column.name == "copies":
                continue
            nature: Nature = "number" if isinstance(column.type, t.IntType) else "word"
            if isinstance(value, bool):
                text, nature = ("yes", "yes") if value else ("no", "no")
            elif isinstance(value, str):
                text, nature = value, "word"
            elif isinstance(value, int):
                text = self._data_label(column.type, value)
            else:
                continue
            yield Trait(column.name, text, nature, self.same.columns.words(kind, column, design, text))

    def _data_label(self, kind: t.Type, value: int) -> str:
        return self._label(kind, self.layout.constant(kind, value))

    # ------------------------------------------------------------ values

    def _values(self) -> Iterator[ValueView]:
        stale = self._left_over.values if self.game.values else frozenset[str]()
        for name in self.entries:
            declared = self.game.values.get(name)
            if declared is None:
                continue
            of_dice = is_of_dice(self.game, declared.type)
            for site in self._sites(declared):
                board = self._board(site.seat)
                seen = self._is_aware(board, site.field)
                self._told((site.field,), site.owner, ())
                where = self._where(declared.each, site.owner) if site.holder is not None else ""
                told = (board.values[site.field], seen, where, name in stale)
                known = self.same.values.get((site.field, self.seat))
                if known is None or known[0] != told or of_dice:
                    known = (told, self._value(declared, site, *told))
                    self.same.values[site.field, self.seat] = known
                yield known[1]

    @cached_property
    def _left_over(self) -> LeftOver:
        return self.engine.stale(self.state)

    def _value(
        self, declared: model.TableValue, site: _Site, value: Any, seen: bool, where: str, stale: bool
    ) -> ValueView:
        return ValueView(
            entry=declared.name,
            words=self._words(declared),
            seat=site.seat,
            holder=site.holder,
            keys=site.labels,
            text=self._value_text(declared.type, value, self._board(site.seat)) if seen else None,
            initial=seen and isinstance(declared.initial, core.Const) and declared.initial.value == value,
            where=where,
            stale=stale,
        )

    def _dice(self) -> Iterator[DiceView]:
        for dice in self.game.dice.values():
            first, count = self.layout.dice[dice.name]
            shown = self.others.dice[first : first + count] if self._rolled(dice.name) else ()
            faces = tuple(self._label(dice.faces, face) for face in shown)
            stale = tuple((dice.name, die) in self._left_over.dice for die in range(len(faces)))
            yield DiceView(dice.name, self._words(dice), faces, dice.faces == t.IntType(1, 6), stale)

    def _rolled(self, dice: str) -> bool:
        """Have these dice been rolled? Until then a state holds their lowest faces, which nobody has thrown.

        Forced rolls of a scenario draw nothing; the log tells of them. What others roll ``together`` is not known yet.
        """
        first, count = self.layout.dice[dice]
        place = slice(first, first + count)
        if tuple(self.others.dice[place]) != tuple(self.layout.dice_first[place]):
            return True
        if self.others is not self.now:
            return False
        if self.state.draws[self.layout.streams[dice]]:
            return True
        rolls = (event for event in self.state.events() if isinstance(event, ChanceEvent))
        return any(event.form == "dice" and event.source == dice for event in rolls)

    # ------------------------------------------------------------ words

    def _label(self, kind: t.Type, value: Any) -> str:
        return self.engine.wording.label(kind, value)

    def _words(self, thing: model.Named) -> str:
        return static_words(thing)


def _top_first(form: str, content: tuple[Any, ...]) -> Iterator[int]:
    """Yield the pieces of a place: a stack from the top, others in canonical order."""
    if form != "stack":
        yield from content
        return
    for block in reversed(content):
        yield from block
