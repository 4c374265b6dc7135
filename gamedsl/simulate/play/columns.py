"""Results of one simulation -> a Parquet file with a row for each game, and back: nothing of them is lost

Columns are those of ``--raw``, named in docs/json.md; what is no number of a seat or a game has columns with lists.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

from gamedsl.game import Game
from gamedsl.semantics.core.types import BoolType
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import CHECKPOINTS, PASS, GameResult, Own

_PLAIN = ("number", "seed", "status", "end", "decisions", "turns", "forced", "choices", "lead_changes", "error")
_LISTS = ("offered", "last", "cards", "moved")
_COUNTS = ("hints", "phases")
_TEXTS = frozenset({"status", "end", "error"})


class MissingLibraryError(RuntimeError):
    """A library that an optional format needs is not installed; the message says how to get it."""


def arrow() -> tuple[Any, Any]:
    """Return what writes Parquet files (extra ``parquet``); raise MissingLibraryError where it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingLibraryError("Parquet files need pyarrow: pip install pyarrow") from error


@attrs.frozen
class _Column:
    """A column: its type in the words of Arrow, and what it has of a game."""

    name: str
    type: Any
    value: Callable[[GameResult], object]


class Columns:
    """The columns of a simulation: they depend on the rules and the number of players, not on results."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self._arrow, self._parquet = arrow()
        checked = game.checked
        self._seats = range(settings.players)
        self._actions = [*checked.actions, PASS]
        self._sources = list(checked.sources)
        self._own = {name: (isinstance(one.worth.type, BoolType), one.has_you) for name, one in checked.metrics.items()}
        self._columns = [*self._of_games(), *self._of_seats(), *self._of_metrics()]
        self._schema = self._arrow.schema([(one.name, one.type) for one in self._columns])

    def packed(self, results: Sequence[GameResult]) -> bytes:
        """Return a Parquet file with results."""
        pa, parquet = self._arrow, self._parquet
        known = {*self._actions}
        odd = next((name for one in results for name in one.uses if name not in known), None)
        if odd is not None:
            raise ValueError(f"the action {odd} has no column")
        values = [pa.array([one.value(game) for game in results], one.type) for one in self._columns]
        file = io.BytesIO()
        parquet.write_table(pa.Table.from_arrays(values, schema=self._schema), file, compression="zstd")
        return file.getvalue()

    def unpacked(self, file: Path, below: int) -> Iterator[GameResult]:
        """Walk the results in a file whose numbers are lower than ``below``."""
        table = self._parquet.ParquetFile(file).read()
        if table.schema.names != self._schema.names:
            raise ValueError("its columns are others")
        columns = {name: column.to_pylist() for name, column in zip(table.schema.names, table.columns, strict=True)}
        for row, number in enumerate(columns["number"]):
            if number < below:
                yield self._result({name: column[row] for name, column in columns.items()})

    def numbers(self, file: Path) -> Sequence[int]:
        """Return the numbers of the games in a file; only its foot is read where they follow each other."""
        found = self._parquet.ParquetFile(file)
        foot = found.metadata
        if foot.num_row_groups == 1 and foot.row_group(0).column(0).path_in_schema == "number":
            said = foot.row_group(0).column(0).statistics
            if said is not None and said.has_min_max and said.max - said.min + 1 == foot.num_rows:
                return range(said.min, said.max + 1)
        return [int(number) for number in found.read(columns=["number"])["number"].to_pylist()]

    # ------------------------------------------------------------ what stands in them

    def _of_games(self) -> Iterator[_Column]:
        pa = self._arrow
        texts, counts = pa.list_(pa.string()), pa.map_(pa.string(), pa.int64())
        for name in _PLAIN:
            kind = pa.string() if name in _TEXTS else pa.uint64() if name == "seed" else pa.int64()
            yield _Column(name, kind, _field(name))
        yield _Column("first", pa.int64(), lambda one: None if one.first is None else one.first + 1)
        yield _Column("winners", pa.int64(), lambda one: len(one.winners))
        yield _Column("logged", pa.bool_(), _field("logged"))
        for name in _LISTS:
            yield _Column(name, texts, _field(name))
        for name in _COUNTS:
            yield _Column(name, counts, _items(name))

    def _of_seats(self) -> Iterator[_Column]:
        pa, every = self._arrow, [(seat, seat + 1) for seat in self._seats]
        for seat, told in every:
            yield _Column(f"kind_{told}", pa.string(), _of_seat("kinds", seat))
        for seat, told in every:
            yield _Column(f"win_{told}", pa.float64(), _share(seat))
        for seat, told in every:
            yield _Column(f"points_{told}", pa.int64(), _of_seat("points", seat))
        for place, share in enumerate(CHECKPOINTS):
            for seat, told in every:
                yield _Column(f"standing_{share}_{told}", pa.int64(), _standing(place, seat))
        for name in self._sources:
            for seat, told in every:
                yield _Column(f"source_{name}_{told}", pa.int64(), _source(name, seat))
        for name in self._actions:
            for seat, told in every:
                yield _Column(f"uses_{name}_{told}", pa.int64(), _uses(name, seat))

    def _of_metrics(self) -> Iterator[_Column]:
        pa = self._arrow
        measured = pa.list_(pa.struct([("seat", pa.int64()), ("value", pa.int64())]))
        for name in self._own:
            yield _Column(f"measured_{name}", measured, _measured(name))

    # ------------------------------------------------------------ and back

    def _result(self, row: dict[str, Any]) -> GameResult:
        def seats(name: str) -> tuple[Any, ...]:
            return tuple([row[f"{name}_{seat + 1}"] for seat in self._seats])

        uses = {name: seats(f"uses_{name}") for name in sorted(self._actions)}
        standings = [seats(f"standing_{share}") for share in CHECKPOINTS]
        sources = {name: seats(f"source_{name}") for name in self._sources}
        known: dict[str, Any] = {name: row[name] for name in (*_PLAIN, "logged")}
        known |= {name: tuple(row[name]) for name in _LISTS}
        known |= {name: dict(row[name]) for name in _COUNTS}
        return GameResult(
            **known,
            first=None if row["first"] is None else row["first"] - 1,
            kinds=seats("kind"),
            winners=tuple([seat for seat, share in enumerate(seats("win")) if share]),
            points=seats("points"),
            standings=tuple([() if None in one else one for one in standings]),
            sources={name: points for name, points in sources.items() if None not in points},
            uses={name: used for name, used in uses.items() if any(used)},
            own={name: self._own_of(row, name) for name in self._own},
        )

    def _own_of(self, row: dict[str, Any], name: str) -> Own:
        is_condition, is_of_players = self._own[name]
        values = [(one["seat"], one["value"]) for one in row[f"measured_{name}"]]
        if is_condition:
            values = [(seat, None if value is None else bool(value)) for seat, value in values]
        return is_condition, is_of_players, tuple(values)


def _field(name: str) -> Callable[[GameResult], object]:
    return lambda one: getattr(one, name)


def _items(name: str) -> Callable[[GameResult], object]:
    return lambda one: [*getattr(one, name).items()]


def _of_seat(name: str, seat: int) -> Callable[[GameResult], object]:
    return lambda one: getattr(one, name)[seat]


def _share(seat: int) -> Callable[[GameResult], object]:
    return lambda one: one.share(seat)


def _standing(place: int, seat: int) -> Callable[[GameResult], object]:
    return lambda one: one.standings[place][seat] if one.standings[place] else None


def _source(name: str, seat: int) -> Callable[[GameResult], object]:
    return lambda one: one.sources[name][seat] if name in one.sources else None


def _uses(name: str, seat: int) -> Callable[[GameResult], object]:
    return lambda one: one.uses[name][seat] if name in one.uses else 0


def _measured(name: str) -> Callable[[GameResult], object]:
    return lambda one: [
        {"seat": seat, "value": None if value is None else int(value)} for seat, value in one.own[name][2]
    ]
