"""A record and the game it was played with -> the table at any of its decisions, and whether a re-run is the same."""

from __future__ import annotations

from bisect import bisect_right

import attrs

from gamedsl.api import Game, IllegalChoice, SetupError, Table
from gamedsl.records.model import Move, Record, RecordError, Start
from gamedsl.semantics.rule_parts import different_parts

_STRIDE = 25
_MOST_NAMED = 6


@attrs.frozen
class Difference:
    """Where a re-run goes another way: behind ``decision`` decisions (0: at the start), and what differs."""

    decision: int
    words: str


def check_rules(game: Game, start: Start) -> None:
    """Raise RecordError, naming what differs, when a record was not made with the rules of ``game``."""
    if start.game != game.name:
        raise RecordError(f"it is a record of {start.game}, not of {game.name}")
    if start.rules != game.checked.rules_hash:
        raise RecordError(f"it was played with other rules of {game.name}: {what_differs(game, start)}")


def what_differs(game: Game, start: Start) -> str:
    """Return which parts of the rules are not those of a record."""
    parts = different_parts(start.parts, dict(game.checked.parts))
    if not parts:
        return "the order of its sections is another one"
    named = [f"`{part}`" for part in parts[:_MOST_NAMED]]
    more = f" and {len(parts) - _MOST_NAMED} more" if len(parts) > _MOST_NAMED else ""
    return f"{', '.join(named)}{more} {'differs' if len(parts) == 1 else 'differ'}"


def opening(game: Game, start: Start) -> Table:
    """Return the table of a record at the first decision; raise RecordError when it cannot be set up so."""
    check_rules(game, start)
    try:
        table = game.start(start.players, start.seed, start.options, limit=start.limit or None)
    except SetupError as error:
        raise RecordError(str(error)) from error
    if table.names != start.names:
        raise RecordError("the record is damaged: the seats have other names")
    return table


def make(table: Table, move: Move) -> None:
    """Make a move of a record; raise RecordError when it is not that seat's or not possible."""
    if table.decider != move.seat:
        asked = "nobody" if table.decider is None else table.names[table.decider]
        raise RecordError(f"{table.names[move.seat]} decided, but in the re-run {asked} is asked")
    try:
        table.apply(move.code)
    except IllegalChoice as error:
        raise RecordError(f"{table.names[move.seat]}: {move.text} is not possible in the re-run") from error


def replayed(game: Game, record: Record, decisions: int | None = None) -> Table:
    """Return the table behind so many decisions of a record (None: all).

    Raises RecordError when the rules are others, a move is not possible, or another situation comes out at the end.
    """
    table = opening(game, record.start)
    moves = record.moves if decisions is None else record.moves[:decisions]
    for move in moves:
        _made(table, move)
    state = moves[-1].state if moves else record.start.state
    if table.fingerprint() != state:
        found = verify(game, record)
        if found is None:
            raise RecordError("a re-run differs; `gamedsl replay FILE --verify` tells more")
        where = f"behind decision {found.decision}: {found.words}"
        last = max(0, found.decision - 1)
        raise RecordError(
            f"a re-run differs {where}; `gamedsl play {game.name} --resume FILE --at {last}` begins another game there"
        )
    return table


def _made(table: Table, move: Move) -> None:
    try:
        make(table, move)
    except RecordError as error:
        raise RecordError(f"decision {move.number}: {error}") from error


def verify(game: Game, record: Record) -> Difference | None:
    """Play a record again and compare; return the first difference, None when there is none.

    Raises RecordError when the record was made with other rules.
    """
    table = opening(game, record.start)
    if table.fingerprint() != record.start.state:
        return Difference(0, "the set-up gives another situation")
    for move in record.moves:
        try:
            make(table, move)
        except RecordError as error:
            return Difference(move.number - 1, str(error))
        if table.fingerprint() != move.state:
            return Difference(move.number, f"{table.names[move.seat]}: {move.text} leads to another situation")
    return _end_differs(table, record)


def _end_differs(table: Table, record: Record) -> Difference | None:
    end, outcome, last = record.end, table.outcome(), len(record.moves)
    if end is None or end.status == "abandoned":
        return None
    if outcome is None:
        return Difference(last, "the game is not over in the re-run")
    told = (outcome.status, outcome.winners, outcome.points)
    return None if told == (end.status, end.winners, end.points) else Difference(last, "another result comes out")


class Replay:
    """Steps through a record: ``table`` gives the table behind any number of decisions."""

    def __init__(self, game: Game, record: Record) -> None:
        self.record = record
        self.game = game
        self._kept = {0: opening(game, record.start)}
        self.turns = [0, *(move.number - 1 for move, before in self._pairs() if move.seat != before.seat)]

    def _pairs(self) -> list[tuple[Move, Move]]:
        return list(zip(self.record.moves[1:], self.record.moves, strict=False))

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self.record.moves)

    def turn_at(self, decisions: int) -> int:
        """Return the number of the turn, from 1, that goes on behind so many decisions.

        A turn is everything that one player decides before another does.
        """
        return bisect_right(self.turns, decisions)

    def turn_of(self, decision: int) -> int:
        """Return the number of the turn, from 1, that a decision, from 1, belongs to."""
        return bisect_right(self.turns, decision - 1)

    def table(self, decisions: int) -> Table:
        """Return the table behind 0 to ``len`` decisions; raise RecordError when a move is not possible."""
        first = max(number for number in self._kept if number <= decisions)
        table = self._kept[first].copy()
        for move in self.record.moves[first:decisions]:
            _made(table, move)
            if move.number % _STRIDE == 0:
                self._kept.setdefault(move.number, table.copy())
        return table
