"""A record and the game it was played with -> the table at any of its decisions, and whether a re-run is the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

import attrs

from gamedsl.engine.errors import IllegalChoice, SetupError
from gamedsl.engine.playing import plays_otherwise
from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import gettext, mark, ngettext
from gamedsl.records.lines import DamagedRecordError, End, Move, Record, RecordError, Resume, Start, Undo

_STRIDE = 25
_MOST_NAMED = 6
_SETUP_DIFFERS = mark("the set-up gives another situation")


@attrs.frozen
class Difference:
    """Where a re-run goes another way: behind ``decision`` decisions (0: at the start), and what differs.

    ``kept`` decisions are as they were.
    """

    decision: int
    words: str
    kept: int


class OtherRulesError(RecordError):
    """A record that was made with other rules of the same game."""


class DivergedError(DamagedRecordError):
    """A record whose re-run differs; ``record`` is what stands before that."""

    def __init__(self, record: Record, found: Difference) -> None:
        said = (
            gettext("a re-run differs behind decision {number}: {what}", number=found.decision, what=found.words)
            if found.decision
            else gettext("a re-run differs at the first decision: {what}", what=found.words)
        )
        before = attrs.evolve(record, moves=record.moves[: found.kept], end=None)
        super().__init__(before, with_reason(record.start, said))


def with_reason(start: Start, said: str) -> str:
    """Return what is said about a re-run that differs, and whether the program plays otherwise since the record."""
    return "; ".join(filter(None, (said, plays_otherwise(start.playing))))


def check_rules(game: Game, start: Start) -> None:
    """Raise RecordError, naming what differs, when a record was not made with the rules of ``game``."""
    if start.game != game.name:
        raise RecordError(gettext("it is a record of {game}, not of {name}", game=start.game, name=game.name))
    if start.rules != game.checked.rules_hash:
        raise OtherRulesError(
            gettext("it was played with other rules of {game}: {what}", game=game.name, what=what_differs(game, start))
        )


def different_parts(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the names of the parts that differ or are missing in one of two rule sets, in their order."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


def what_differs(game: Game, start: Start) -> str:
    """Return which parts of the rules are not those of a record."""
    parts = different_parts(start.parts, dict(game.checked.parts))
    if not parts:
        return gettext("the order of its sections is another one")
    named = ", ".join(f"`{part}`" for part in parts[:_MOST_NAMED])
    if len(parts) > _MOST_NAMED:
        return gettext("{parts} and {number} more differ", parts=named, number=len(parts) - _MOST_NAMED)
    return ngettext("{parts} differs", "{parts} differ", len(parts), parts=named)


def named(table: Table) -> tuple[str, ...]:
    """Return the names of the seats as the rule file has them, in whatever language is played."""
    return table.game.checked.seat_names[: table.players]


def opening(game: Game, start: Start) -> Table:
    """Return the table of a record at the first decision; raise RecordError when it cannot be set up so."""
    check_rules(game, start)
    try:
        table = game.start(start.players, start.seed, start.options, limit=start.limit or None)
    except SetupError as error:
        raise RecordError(str(error)) from error
    if named(table) != start.names:
        raise RecordError(gettext("the record is damaged: the seats have other names"))
    return table


def make(table: Table, move: Move) -> None:
    """Make a move of a record; raise RecordError when it is not that seat's or not possible."""
    _check_asked(table, move)
    try:
        table.apply(move.code)
    except IllegalChoice as error:
        raise RecordError(_impossible(table, move)) from error


def replayed(game: Game, record: Record, decisions: int | None = None) -> Table:
    """Return the table behind so many decisions of a record (None: all).

    Raises RecordError when the rules are others, DivergedError when a move is not possible or another situation comes
    out at the end.
    """
    table = opening(game, record.start)
    moves = record.moves if decisions is None else record.moves[:decisions]
    for move in moves:
        _made(table, record, move)
    state = moves[-1].state if moves else record.start.state
    if table.fingerprint() != state:
        found = verify(game, record)
        if found is None or found.decision == 0:
            raise RecordError(
                with_reason(
                    record.start, gettext("a re-run differs at the start: {what}", what=gettext(_SETUP_DIFFERS))
                )
            )
        raise DivergedError(record, found)
    return table


@attrs.frozen
class Carried:
    """A recorded game, as far as it can be played with other rules than its own.

    ``first`` is the table at the first decision, ``table`` behind the ``codes`` that are possible. ``stopped`` says why
    the next move is not, empty where all are; ``other`` is the number of the first decision behind which the table is
    not as it was, None where it never is; ``rules`` names the parts of the rules that differ.
    """

    first: Table
    table: Table
    codes: tuple[int, ...]
    stopped: str
    other: int | None
    rules: str


def carried_over(game: Game, record: Record) -> Carried:
    """Play a record with the rules of ``game``, of the same name, until a move is not possible.

    A move is the one that is written so, whatever its number is now. Options that there are not any more are left out.
    Raises RecordError where the game cannot be set up with its players, seed and options.
    """
    start = record.start
    if start.game != game.name:
        raise RecordError(gettext("it is a record of {game}, not of {name}", game=start.game, name=game.name))
    options = {name: value for name, value in start.options.items() if name in game.options}
    try:
        table = game.start(start.players, start.seed, options, limit=start.limit or None)
    except SetupError as error:
        raise RecordError(str(error)) from error
    first, codes, stopped, other = table.copy(), list[int](), "", None
    if table.fingerprint() != start.state:
        other = 0
    for move in record.moves:
        try:
            _check_asked(table, move)
        except RecordError as error:
            stopped = str(error)
            break
        meant = next((choice.code for choice in table.legal() if choice.text == move.text), None)
        if meant is None:
            stopped = _impossible(table, move)
            break
        table.apply(meant)
        codes.append(meant)
        if other is None and table.fingerprint() != move.state:
            other = move.number
    return Carried(first, table, tuple(codes), stopped, other, what_differs(game, start))


def moments(game: Game, record: Record) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """Yield the table at every moment of a record, also of what was taken back, with who played each seat then.

    It is the same table all along, which goes on: whoever wants to keep it makes a copy.
    """
    table, seats = opening(game, record.start), record.start.seats
    returns = {line.left for line in record.lines if isinstance(line, Undo)}
    kept: dict[int, Table] = {}
    for line in record.lines:
        match line:
            case Move():
                make(table, line)
            case Undo():
                table = kept[line.left].copy()
            case Resume():
                seats = line.seats
            case Start() | End():
                pass
            case _:
                assert_never(line)
        if table.decisions in returns:
            kept[table.decisions] = table.copy()
        yield table, seats


def _made(table: Table, record: Record, move: Move) -> None:
    try:
        make(table, move)
    except RecordError as error:
        raise DivergedError(record, Difference(move.number - 1, str(error), move.number - 1)) from error


def verify(game: Game, record: Record) -> Difference | None:
    """Play a record again and compare; return the first difference, None when there is none.

    Raises RecordError when the record was made with other rules.
    """
    table = opening(game, record.start)
    if table.fingerprint() != record.start.state:
        return Difference(0, gettext(_SETUP_DIFFERS), 0)
    for move in record.moves:
        before, name = move.number - 1, table.names[move.seat]
        try:
            said = text_of(table, move)
            make(table, move)
        except RecordError as error:
            return Difference(before, str(error), before)
        if table.fingerprint() != move.state:
            return Difference(
                move.number, gettext("{name}: {move} leads to another situation", name=name, move=move.text), before
            )
        if said != move.text:
            return Difference(
                move.number,
                gettext(
                    "{name}: the record says {move}, but its code means {said}", name=name, move=move.text, said=said
                ),
                before,
            )
    return _end_differs(table, record)


def text_of(table: Table, move: Move) -> str:
    """Return what the code of a move means; raise RecordError when it is not that seat's or not possible."""
    _check_asked(table, move)
    try:
        return table.text_of(move.code)
    except IllegalChoice as error:
        raise RecordError(_impossible(table, move)) from error


def _check_asked(table: Table, move: Move) -> None:
    if table.decider != move.seat:
        if table.decider is None:
            raise RecordError(gettext("{name} decided, but in the re-run nobody is asked", name=table.names[move.seat]))
        asked = table.names[table.decider]
        raise RecordError(
            gettext("{name} decided, but in the re-run {asked} is asked", name=table.names[move.seat], asked=asked)
        )


def _impossible(table: Table, move: Move) -> str:
    return gettext("{name}: {move} is not possible in the re-run", name=table.names[move.seat], move=move.text)


def _end_differs(table: Table, record: Record) -> Difference | None:
    end, outcome, last = record.end, table.outcome(), len(record.moves)
    if end is None or end.status == "abandoned":
        return None
    if outcome is None:
        return Difference(last, gettext("the game is not over in the re-run"), last)
    told = (outcome.status, outcome.winners, outcome.points)
    return (
        None
        if told == (end.status, end.winners, end.points)
        else Difference(last, gettext("another result comes out"), last)
    )


class Replay:
    """Steps through a record: ``table`` gives the table behind any number of decisions.

    ``record`` ends before the first decision that is not possible in the re-run; ``trouble`` tells of it then.
    """

    def __init__(self, game: Game, record: Record) -> None:
        self.record = record
        self.game = game
        self.trouble: DivergedError | None = None
        self._kept = {0: opening(game, record.start)}
        try:
            self._walked(self._kept[0].copy(), record.moves)
        except DivergedError as error:
            self.trouble, self.record = error, error.record
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
        """Return the table behind 0 to ``len`` decisions."""
        first = max(number for number in self._kept if number <= decisions)
        return self._walked(self._kept[first].copy(), self.record.moves[first:decisions])

    def _walked(self, table: Table, moves: Sequence[Move]) -> Table:
        for move in moves:
            _made(table, self.record, move)
            if move.number % _STRIDE == 0:
                self._kept.setdefault(move.number, table.copy())
        return table
