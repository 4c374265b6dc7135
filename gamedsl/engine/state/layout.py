"""A checked game, seats and options -> Layout: the numbers of pieces, cells, fields, streams; constants by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from weakref import WeakValueDictionary

from gamedsl.engine.errors import Limits, SetupError
from gamedsl.engine.state.chance import MOST_STREAMS
from gamedsl.engine.state.loads import Loads
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_MOST_CELLS = 1_000_000
_Holds = Callable[[core.Value], bool]


class Grid:
    """A block of numbered fields of one entry: owner × keys in mixed radix."""

    __slots__ = ("base", "keys", "owner_base", "owner_count", "owner_stride", "size", "strides")

    def __init__(self, base: int, owners: tuple[int, int] | None, keys: tuple[tuple[int, int], ...]) -> None:
        self.base = base
        self.keys = keys
        strides: list[int] = []
        size = 1
        for _, count in reversed(keys):
            strides.append(size)
            size *= count
        self.strides = tuple(reversed(strides))
        self.owner_stride = size
        self.owner_base, self.owner_count = owners if owners is not None else (0, 1)
        self.size = size * self.owner_count

    def decode(self, field: int) -> tuple[int, tuple[int, ...]]:
        """Return the owner (number of seat or piece; 0 for common entries) and the key values of a field."""
        rest = field - self.base
        owner, rest = divmod(rest, self.owner_stride)
        values = []
        for (low, _), stride in zip(self.keys, self.strides, strict=True):
            value, rest = divmod(rest, stride)
            values.append(low + value)
        return self.owner_base + owner, tuple(values)


_LOADS: WeakValueDictionary[tuple[Any, ...], Loads] = WeakValueDictionary()
"""By the number of a game, which they hold, and the sizes of its types."""


class Layout:
    """Everything about a set-up that never changes during play. All lists are by number."""

    def __init__(self, game: model.CheckedGame, seats: int, options: Mapping[str, bool | int | str] | None) -> None:
        if not game.least_seats <= seats <= game.most_seats:
            raise SetupError(f"{game.title} is for {game.least_seats} to {game.most_seats} players, not {seats}")
        self.game = game
        self.seats = seats
        self.players: tuple[int, ...] = tuple(range(seats))
        self.everybody = (1 << seats + 1) - 1
        """A bit for each seat, and one for who only watches: what every seat has seen alone is not public."""
        self.options = _options(game, options or {})
        self._number_pieces()
        self._number_rows()
        # what loops are made of is numbered alike wherever there are as many of everything
        sizes = (id(game), seats, *self.kind_pieces.values(), *self.kind_designs.values())
        self.loads = _LOADS.get(sizes) or _LOADS.setdefault(sizes, Loads(game, self.span_of))

    # ------------------------------------------------------------ pieces

    def _number_pieces(self) -> None:
        self.designs: list[model.Design] = []
        self.kind_designs: dict[str, tuple[int, int]] = {}
        self.kind_pieces: dict[str, tuple[int, int]] = {}
        self.piece_design: list[int] = []
        self.piece_seat: list[int | None] = []
        self.piece_kind: list[str] = []
        self.design_pieces: list[tuple[int, ...]] = []
        for kind in self.game.kinds.values():
            self.kind_designs[kind.name] = (len(self.designs), len(kind.designs))
            first = len(self.piece_design)
            for design in kind.designs:
                if design.number != len(self.designs):
                    raise SetupError(f"the rows of {kind.name} are not numbered in file order")
                self.designs.append(design)
                start = len(self.piece_design)
                for seat in self.players if kind.each_player else (None,):
                    for _ in range(design.copies):
                        self.piece_design.append(design.number)
                        self.piece_seat.append(seat)
                        self.piece_kind.append(kind.name)
                self.design_pieces.append(tuple(range(start, len(self.piece_design))))
            self.kind_pieces[kind.name] = (first, len(self.piece_design) - first)
        if len(self.piece_design) > _MOST_CELLS:
            raise SetupError("the game has too many pieces")

    def _number_rows(self) -> None:
        self.columns: dict[tuple[str, str], model.Column] = {}
        for kind in self.game.kinds.values():
            self.columns |= {(kind.name, column.name): column for column in kind.columns}
        for chart in self.game.charts.values():
            self.columns |= {(chart.name, column.name): column for column in chart.columns}

    def piece_constant(self, kind: str, value: int) -> int:
        """Return the piece that a constant of a column means: the first piece of the row at that position."""
        first, count = self.kind_designs[kind]
        number = value if first <= value < first + count else first + value
        return self.design_pieces[number][0]

    def constant(self, kind: t.Type, value: object) -> object:
        """Turn a constant of a column into its run-time value: rows become pieces where pieces are meant."""
        if value is None or isinstance(value, str):
            return value
        match kind:
            case t.MaybeType(item):
                return self.constant(item, value)
            case t.SetType(item) | t.ListType(item):
                assert isinstance(value, tuple)
                members = tuple(self.constant(item, one) for one in value)
                return members if isinstance(kind, t.ListType) else tuple(sorted(set(members)))  # type: ignore[type-var]
            case t.PieceType(name):
                assert isinstance(value, int)
                return self.piece_constant(name, value)
            case _:
                return value

    # ------------------------------------------------------------ finite types

    def span_of(self, kind: t.Type) -> tuple[int, int]:
        """Return the lowest run-time value of a finite type and how many there are; raise SetupError for others."""
        match kind:
            case t.BoolType():
                return 0, 2
            case t.IntType(low, high):
                return low, max(0, high - low + 1)
            case t.WordType(words):
                return 0, len(self.game.word_lists[words].words_of)
            case t.PlayerType():
                return 0, self.seats
            case t.PieceType(name):
                return self.kind_pieces[name]
            case t.DesignType(name):
                return self.kind_designs[name]
            case t.RowType(chart):
                table = self.game.charts[chart]
                return 0, max(table.rows.values(), default=-1) + 1
            case _:
                raise SetupError(f"{kind} cannot number anything")

    def members(self, kind: t.Type) -> tuple[int, ...]:
        """Return all values of a finite type in canonical order."""
        low, count = self.span_of(kind)
        if isinstance(kind, t.BoolType):
            return (False, True)
        return tuple(range(low, low + count))

    # ------------------------------------------------------------ fields of the table

    def lay_out(self, holds: _Holds) -> None:
        """Number the cells, purses, values, dice and streams; ``holds`` tells which traits are in force."""
        self.cells: dict[str, Grid] = {}
        self.purses: dict[str, Grid] = {}
        self.values: dict[str, Grid] = {}
        self.cell_entry: list[str] = []
        self.cell_form: list[str] = []
        self.cell_seat: list[int | None] = []
        self.cell_viewers: list[int] = []
        self.cell_keys: list[tuple[int, ...]] = []
        self.cell_owner: list[int | None] = []
        self.cell_stream: list[int] = []
        self.purse_entry: list[str] = []
        self.purse_owner: list[int | None] = []
        self.purse_keys: list[tuple[int, ...]] = []
        self.purse_viewers: list[int] = []
        self.purse_unlimited: list[bool] = []
        self.purse_least: list[int] = []
        self.purse_lot: list[tuple[int | None, ...]] = []
        self.traits: dict[str, tuple[str, ...]] = {}
        self.refills: dict[str, str] = {}
        self.levels: dict[str, list[tuple[str, str, int]]] = {}
        self.value_entry: list[str] = []
        self.quiet: set[str] = set()
        self.secret: dict[int, int] = {}
        """The values that not everybody sees, each with its rank among them."""
        self.secret_viewers: list[int] = []
        self.face_of: dict[int, int] = {}
        """For each die that lies in a zone the value that says what it shows."""
        for zone in self.game.zones.values():
            self._lay_zone(zone, holds)
        for value in self.game.values.values():
            self._lay_value(value, tuple(use.name for use in value.traits if not use.condition or holds(use.condition)))
        self._number_dice_and_streams()

    def _lay_value(self, value: model.TableValue, traits: tuple[str, ...]) -> None:
        if "quiet" in traits:
            self.quiet.add(value.name)
        grid = self._grid(len(self.value_entry), value.each, value.keys, value.name)
        self.values[value.name] = grid
        self.value_entry.extend([value.name] * grid.size)
        for field in range(grid.base, grid.base + grid.size):
            viewers = self._viewers(traits, grid.decode(field)[0] if value.each == "player" else None)
            if viewers != self.everybody:
                self.secret[field] = len(self.secret_viewers)
                self.secret_viewers.append(viewers)

    def _grid(self, base: int, each: str, keys: tuple[model.Key, ...], name: str) -> Grid:
        owners = None
        if each:
            owners = (0, self.seats) if each == "player" else self.kind_pieces[each]
        grid = Grid(base, owners, tuple(self.span_of(key.type) for key in keys))
        if base + grid.size > _MOST_CELLS:
            raise SetupError(f"{name} has too many places")
        return grid

    def _lay_zone(self, zone: model.Zone, holds: _Holds) -> None:
        traits = tuple(use.name for use in zone.traits if use.condition is None or holds(use.condition))
        self.traits[zone.name] = traits
        if "quiet" in traits:
            self.quiet.add(zone.name)
        refill = [use for use in zone.traits if use.name == "refilled" and (not use.condition or holds(use.condition))]
        for use in refill:
            assert use.source is not None
            if use.phase is None:
                self.refills[zone.name] = use.source
            else:
                assert use.level is not None
                self.levels.setdefault(use.phase, []).append((zone.name, use.source, use.level))
        if zone.form == "purse":
            self._lay_purses(zone, traits)
        else:
            self._lay_cells(zone, traits)

    def _viewers(self, traits: tuple[str, ...], seat: int | None) -> int:
        """Who sees a place: the last written ``seen`` that holds decides; without one, everybody."""
        seen = [name for name in traits if name.startswith("seen by")]
        if not seen or seen[-1] == "seen by all":
            return self.everybody
        return 1 << seat if seen[-1] == "seen by owner" and seat is not None else 0

    def _owner_of(self, zone: model.Zone, owner: int) -> tuple[int | None, int | None]:
        """Return the owner (seat or piece) and the seat of a field."""
        if not zone.each:
            return None, None
        return (owner, owner) if zone.each == "player" else (owner, self.piece_seat[owner])

    def _lay_cells(self, zone: model.Zone, traits: tuple[str, ...]) -> None:
        if zone.form == "stack" and any(key.is_set for key in zone.keys):
            raise SetupError(f"{zone.name}: a piece cannot lie in several stacks")
        grid = self._grid(len(self.cell_entry), zone.each, zone.keys, zone.name)
        self.cells[zone.name] = grid
        for field in range(grid.base, grid.base + grid.size):
            number, keys = grid.decode(field)
            owner, seat = self._owner_of(zone, number)
            self.cell_entry.append(zone.name)
            self.cell_form.append(zone.form)
            self.cell_owner.append(owner)
            self.cell_seat.append(seat)
            self.cell_keys.append(keys)
            self.cell_viewers.append(self._viewers(traits, seat))

    def _lay_purses(self, zone: model.Zone, traits: tuple[str, ...]) -> None:
        grid = self._grid(len(self.purse_entry), zone.each, zone.keys, zone.name)
        self.purses[zone.name] = grid
        counter = self.game.counters[zone.kind]
        places = [next((i for i, key in enumerate(zone.keys) if _same_key(key, lot)), None) for lot in counter.keys]
        for field in range(grid.base, grid.base + grid.size):
            number, keys = grid.decode(field)
            owner, seat = self._owner_of(zone, number)
            self.purse_entry.append(zone.name)
            self.purse_owner.append(owner)
            self.purse_keys.append(keys)
            self.purse_viewers.append(self._viewers(traits, seat))
            self.purse_unlimited.append("unlimited" in traits)
            self.purse_least.append(-Limits.amount if "overdraft" in traits else 0)
            lot = tuple(None if place is None else keys[place] for place in places)
            self.purse_lot.append((*lot, seat) if counter.each_player else lot)

    def _number_dice_and_streams(self) -> None:
        self.dice: dict[str, tuple[int, int]] = {}
        self.dice_first: list[int] = []
        self.streams: dict[str, int] = {}
        self.stream_names: list[str] = []
        count = 0
        for dice in self.game.dice.values():
            low, faces = self.span_of(dice.faces)
            if faces < 1:
                raise SetupError(f"{dice.name} has no faces")
            self.dice[dice.name] = (count, dice.count)
            self.dice_first.extend([low] * dice.count)
            count += dice.count
            self._stream(dice.name, 1)
        for kind in self.game.kinds.values():
            if kind.faces is not None:
                self._stream(kind.name, 1)
                first, many = self.kind_pieces[kind.name]
                self.face_of |= {first + die: self.values[t.face_of(kind.name)].base + die for die in range(many)}
        for name in self.game.table_order:
            zone = self.game.zones.get(name)
            if zone is not None and zone.form != "purse":
                self._stream(name, self.seats if zone.each == "player" else 1)
        for name in self.game.table_order:
            if name in self.game.values and name in self.rolled:
                self._stream(name, self.seats if self.game.values[name].each == "player" else 1)
        self.cell_stream = [
            self.streams[entry] + (seat if seat is not None and self.game.zones[entry].each == "player" else 0)
            for entry, seat in zip(self.cell_entry, self.cell_seat, strict=True)
        ]

    rolled: frozenset[str] = frozenset()
    """Names of the values that some step rolls; set before ``lay_out``."""

    def _stream(self, name: str, count: int) -> None:
        self.streams[name] = len(self.stream_names)
        self.stream_names.extend([name] * count)
        if len(self.stream_names) > MOST_STREAMS:
            game = self.game
            span = {**game.dice, **game.kinds, **game.zones, **game.values}[name].span
            cure = "use one entry with keys instead of many alike, or roll fewer values"
            raise SetupError(f"{span}: with `{name}` the game has more than {MOST_STREAMS} sources of chance; {cure}")

    # ------------------------------------------------------------ the start

    def starting_cells(self) -> Iterator[tuple[int, list[int]]]:
        """Give each zone marked ``full`` its pieces: (cell, pieces in canonical order)."""
        for zone in self.game.zones.values():
            if zone.form == "purse" or "full" not in self.traits[zone.name]:
                continue
            grid = self.cells[zone.name]
            first, count = self.kind_pieces[zone.kind]
            found: dict[int, list[int]] = {}
            for piece in range(first, first + count):
                found.setdefault(self._home(zone, grid, piece), []).append(piece)
            yield from sorted(found.items())

    def _home(self, zone: model.Zone, grid: Grid, piece: int) -> int:
        cell = grid.base
        seat = self.piece_seat[piece]
        if zone.each == "player" and seat is not None:
            cell += seat * grid.owner_stride
        data = self.designs[self.piece_design[piece]].data
        for key, (low, count), stride in zip(zone.keys, grid.keys, grid.strides, strict=True):
            value = data.get(key.name)
            if isinstance(value, int) and low <= value < low + count:
                cell += (value - low) * stride
        return cell

    def starting_amounts(self) -> Iterator[tuple[int, int]]:
        """Give each purse marked ``full`` its amount: (purse, amount)."""
        for zone in self.game.zones.values():
            counter = self.game.counters.get(zone.kind)
            if zone.form != "purse" or "full" not in self.traits[zone.name] or counter is None:
                continue
            if counter.supply is None:
                continue
            grid = self.purses[zone.name]
            lots = self.seats if counter.each_player else 1
            for key in counter.keys:
                lots *= self.span_of(key.type)[1]
            fields = [grid.base + number for number in range(grid.size)]
            if None in self.purse_lot[grid.base] or grid.size != lots:
                yield fields[0], counter.supply * lots
            else:
                yield from ((field, counter.supply) for field in fields)


def _same_key(key: model.Key, lot: model.Key) -> bool:
    """Tell whether a key of a purse names the lots of its counter."""
    return key.name == lot.name or key.type == lot.type


def _options(game: model.CheckedGame, given: Mapping[str, bool | int | str]) -> dict[str, bool | int | None]:
    """Return the run-time value of every option; raise SetupError for an unknown option or value."""
    for name in given:
        if name not in game.options:
            raise SetupError(f"{game.title} has no option {name}; it has {', '.join(game.options) or 'none'}")
    chosen: dict[str, bool | int | None] = {}
    for option in game.options.values():
        value = given.get(option.name, option.values[0])
        fits = [one for one in option.values if one == value and isinstance(one, bool) == isinstance(value, bool)]
        if not fits:
            known = ", ".join(("yes" if one else "no") if isinstance(one, bool) else str(one) for one in option.values)
            raise SetupError(f"the option {option.name} can be {known}, not {value}")
        if isinstance(option.type, t.WordType):
            chosen[option.name] = option.values.index(fits[0])
        else:
            chosen[option.name] = None if isinstance(value, str) else value
    return chosen
