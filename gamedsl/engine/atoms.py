"""Single steps (pay, move, deal, shuffle, roll, set, score, show) -> operations that test ends and triggers after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gamedsl.engine.board import Board
from gamedsl.engine.codes import Code, Operation
from gamedsl.engine.compile_table import find_cell, find_cells, fixed_field, one_field
from gamedsl.engine.compiling import Compiler, out_of_range, unchecked
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.events import ChanceEvent, ShowEvent, ValueEvent
from gamedsl.engine.journal import Journal
from gamedsl.engine.reads import POINTS, zone_part
from gamedsl.engine.state import State
from gamedsl.semantics import core
from gamedsl.semantics import types as t
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.watching import Watching

Frame = list[Any]
Check = Callable[[State], int | None] | None
FindTarget = Callable[[State, Frame], tuple[int, ...]]


StepMaker = Callable[["Atoms", Code, Any], None]
_MAKERS: dict[type[core.CoreStep], StepMaker] = {}


def makes_step(kind: type[core.CoreStep]) -> Callable[[StepMaker], StepMaker]:
    """Register the compiler of one kind of single step."""

    def register(maker: StepMaker) -> StepMaker:
        _MAKERS[kind] = maker
        return maker

    return register


class Atoms:
    """Compiles single steps."""

    def __init__(self, c: Compiler, board: Board, journal: Journal, watching: Watching) -> None:
        self.c = c
        self.board = board
        self.journal = journal
        self.watching = watching

    def write(self, code: Code, step: core.CoreStep) -> None:
        """Append the operations of a single step."""
        maker = _MAKERS.get(type(step))
        if maker is None:
            raise TypeError(f"unknown step {type(step).__name__}")
        maker(self, code, step)

    def then_check(self, code: Code, work: Callable[[State, Frame], None], *parts: str) -> None:
        """Append an operation that does its work, then tests what reads ``parts``."""
        code.emit(self.checked(work, *parts))

    def checked(self, work: Callable[[State, Frame], None], *parts: str) -> Operation:
        """Return an operation that does its work, then tests what reads ``parts``."""
        check = self.watching.check(frozenset(parts))
        if check is None:
            return work
        after = check

        def operate(s: State, f: Frame) -> int | None:
            work(s, f)
            return after(s) if s.armed else None

        return operate

    def cells_of(self, zone: core.ZoneRef) -> FindTarget:
        """Compile the cells that a piece moved to ``zone`` will lie in; no cell is an error."""
        find, span = find_cells(self.c, zone), zone.span
        spread = any(key.is_set for key in self.c.game.zones[zone.entry].keys)
        name = zone.entry

        def cells(s: State, f: Frame) -> tuple[int, ...]:
            found = tuple(find(s, f))
            if not found or (len(found) > 1 and not spread):
                raise RuleError("GDRUN05", span, target=f"the place in {name}", range="its keys", found="no such place")
            return found

        return cells

    def log_move(
        self, s: State, f: Frame, step: core.CoreStep | None, piece: int, source: int, target: int, seen: int
    ) -> None:
        """Write the ledger entry of a moved piece."""
        board, wording = self.board, self.journal.wording
        layout = board.layout
        kind = layout.piece_kind[piece]
        audience = seen | board.viewers[target] | (board.viewers[source] if source >= 0 else 0)
        self.journal.entry(
            s,
            f,
            step,
            audience,
            form="move",
            kind=kind,
            amount=1,
            piece=piece,
            label=wording.label(t.PieceType(kind), piece),
            source=wording.cell(source) if source >= 0 else "",
            target=wording.cell(target),
            owners=(layout.cell_seat[source] if source >= 0 else None, layout.cell_seat[target]),
        )


# ---------------------------------------------------------------- payments


@makes_step(core.Pay)
def _pay(a: Atoms, code: Code, step: core.Pay) -> None:
    c, layout = a.c, a.c.layout
    amount = c.value(unchecked(step.amount))
    find_source, find_target = find_cell(c, step.source), find_cell(c, step.target)
    unlimited, least = layout.purse_unlimited, layout.purse_least
    lots = bool(layout.purse_lot and any(layout.purse_lot[g.base] for g in _grids(a, step) if g.size))
    span, most = step.span, Limits.amount
    from_here, to_here = fixed_field(c, step.source), fixed_field(c, step.target)

    def pay(s: State, f: Frame) -> None:
        sum_ = amount(s, f)
        if sum_ == 0:
            return
        source = find_source(s, f) if from_here is None else from_here
        target = find_target(s, f) if to_here is None else to_here
        if sum_ < 0 or source < 0 or target < 0 or (lots and not _same_lot(layout.purse_lot, source, target)):
            raise _no_payment(span, sum_, source, target)
        purses = s.purses
        if not unlimited[source]:
            left = purses[source] - sum_
            if left < least[source]:
                raise _uncovered(a, span, sum_, source, purses[source])
            purses[source] = left
        if not unlimited[target]:
            have = purses[target] + sum_
            if have > most:
                raise out_of_range(span, a.journal.wording.purse(target), 0, most, have)
            purses[target] = have
        if s.log is not None:
            _log_payment(a, s, f, step, sum_, source, target)

    a.then_check(code, pay, zone_part(c, step.source.entry), zone_part(c, step.target.entry))


def _grids(a: Atoms, step: core.Pay) -> list[Any]:
    return [a.c.layout.purses[step.source.entry], a.c.layout.purses[step.target.entry]]


def _same_lot(lots: list[tuple[int | None, ...]], source: int, target: int) -> bool:
    return all(
        one is None or other is None or one == other for one, other in zip(lots[source], lots[target], strict=True)
    )


def _no_payment(span: Span, amount: int, source: int, target: int) -> RuleError:
    if amount < 0:
        return out_of_range(span, "a payment", 0, Limits.amount, amount)
    if source < 0 or target < 0:
        return RuleError("GDRUN05", span, target="a purse", range="its keys", found="no such purse")
    return RuleError("GDRUN05", span, target="a payment", range="purses of one sort", found="another sort")


def _uncovered(a: Atoms, span: Span, amount: int, source: int, held: int) -> RuleError:
    return RuleError("GDRUN02", span, needed=amount, source=a.journal.wording.purse(source), held=held)


def _log_payment(a: Atoms, s: State, f: Frame, step: core.Pay, amount: int, source: int, target: int) -> None:
    layout, wording = a.c.layout, a.journal.wording
    owners = tuple(
        owner if layout.purse_entry[purse].startswith("player.") else None
        for purse, owner in ((source, layout.purse_owner[source]), (target, layout.purse_owner[target]))
    )
    a.journal.entry(
        s,
        f,
        step,
        layout.purse_viewers[source] | layout.purse_viewers[target],
        form="pay",
        kind=a.c.game.zones[step.source.entry].kind,
        amount=amount,
        piece=None,
        label="",
        source=wording.purse(source),
        target=wording.purse(target),
        owners=owners,
    )


@makes_step(core.Score)
def _score(a: Atoms, code: Code, step: core.Score) -> None:
    c = a.c
    points, player, span = c.value(step.points), c.value(step.player), step.span
    first = list(c.game.sources).index(step.source) * c.layout.seats
    most, name = Limits.points, step.source

    def score(s: State, f: Frame) -> None:
        number, seat = points(s, f), player(s, f)
        if seat is None:
            raise RuleError("GDRUN04", span, value="the player who scores")
        if number == 0:
            return
        total = s.points[seat] + number
        if not -most <= total <= most:
            raise out_of_range(span, "the points of a player", -most, most, total)
        s.points[seat] = total
        s.scores[first + seat] += number
        if s.log is not None:
            a.journal.entry(
                s, f, step, None, form="score", kind=name, amount=number, piece=None, label="", source="",
                target=a.journal.wording.label(t.PlayerType(), seat), owners=(None, seat),
            )  # fmt: skip

    a.then_check(code, score, POINTS)


# ---------------------------------------------------------------- chance and values


@makes_step(core.RollDice)
def _roll_dice(a: Atoms, code: Code, step: core.RollDice) -> None:
    layout, board = a.c.layout, a.board
    first, size = layout.dice[step.dice]
    kind = a.c.game.dice[step.dice].faces
    low, faces = layout.span_of(kind)
    stream, span = layout.streams[step.dice], step.span
    index = None if step.index is None else a.c.value(step.index)

    def roll(s: State, f: Frame) -> None:
        numbers: Any = range(size)
        if index is not None:
            number = index(s, f)
            if not 1 <= number <= size:
                raise out_of_range(span, "the number of a die", 1, size, number)
            numbers = (number - 1,)
        for number in numbers:
            s.dice[first + number] = _outcome(board, s, stream, range(low, low + faces), span)
            if s.log is not None:
                face = a.journal.wording.label(kind, s.dice[first + number])
                a.journal.add(s, ChanceEvent, source=step.dice, form="dice", outcome=face, line=span.line)

    a.then_check(code, roll, "dice " + step.dice)


def _outcome(board: Board, s: State, stream: int, values: Any, span: Span) -> Any:
    """Return a forced outcome, or a uniform one of ``values``."""
    forced = s.forced[stream]
    if not forced:
        return values[board.chance(s, stream, len(values))]
    s.forced[stream] = forced[1:]
    if forced[0] not in values:
        raise RuleError("GDSCN03", span, value=str(forced[0]), reason="it is not among the possible outcomes")
    return forced[0]


def _field(a: Atoms, target: core.ReadValue) -> Callable[[State, Frame], int]:
    find = one_field(a.c, a.c.layout.values[target.entry], target.owner, target.keys)
    span, name = target.span, target.entry

    def field(s: State, f: Frame) -> int:
        place = find(s, f)
        if place < 0:
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="its keys", found="no such place")
        return place

    return field


@makes_step(core.RollValue)
def _roll_value(a: Atoms, code: Code, step: core.RollValue) -> None:
    layout, board, span = a.c.layout, a.board, step.span
    entry = step.target.entry
    find, domain = _field(a, step.target), a.c.value(step.domain)
    first, grid = layout.streams[entry], layout.values[entry]
    by_seat = a.c.game.values[entry].each == "player"

    def roll(s: State, f: Frame) -> None:
        place, values = find(s, f), domain(s, f)
        if not values:
            raise RuleError("GDRUN05", span, target=entry, range="something to choose from", found="nothing")
        stream = first + ((place - grid.base) // grid.owner_stride if by_seat else 0)
        s.values[place] = _outcome(board, s, stream, values, span)
        if s.log is not None:
            shown = a.journal.wording.label(a.c.game.values[entry].type, s.values[place])
            name = a.journal.wording.field(place)
            a.journal.add(s, ChanceEvent, source=name, form="value", outcome=shown, line=span.line)

    a.then_check(code, roll, "value " + entry)


@makes_step(core.Assign)
def _assign(a: Atoms, code: Code, step: core.Assign) -> None:
    entry = step.target.entry
    declared = a.c.game.values[entry].type
    find, value, span = _field(a, step.target), a.c.value(unchecked(step.value)), step.span
    limit = declared.item if isinstance(declared, t.MaybeType) else declared
    low, high = (limit.low, limit.high) if isinstance(limit, t.IntType) else (0, 0)
    tested = isinstance(limit, t.IntType)

    grid = a.c.layout.values[entry]
    fixed = grid.base if grid.size == 1 else None

    def assign(s: State, f: Frame) -> None:
        new = value(s, f)
        place = find(s, f) if fixed is None else fixed
        if tested and new is not None and not low <= new <= high:
            raise out_of_range(span, a.journal.wording.field(place), low, high, new)
        s.values[place] = new
        if s.log is not None:
            name, shown = a.journal.wording.field(place), a.journal.wording.label(declared, new)
            a.journal.add(s, ValueEvent, entry=entry, place=name, value=shown, line=span.line)

    def plain(s: State, f: Frame) -> None:
        s.values[grid.base] = value(s, f)
        if s.log is not None:
            name, shown = a.journal.wording.field(grid.base), a.journal.wording.label(declared, s.values[grid.base])
            a.journal.add(s, ValueEvent, entry=entry, place=name, value=shown, line=span.line)

    work = plain if fixed is not None and not tested else assign
    a.then_check(code, work, "value " + entry)


@makes_step(core.Show)
def _show(a: Atoms, code: Code, step: core.Show) -> None:
    pieces, viewers, layout = a.c.value(step.pieces), a.c.value(step.viewers), a.c.layout

    def show(s: State, f: Frame) -> None:
        found, seats = pieces(s, f), viewers(s, f)
        shown = () if found is None else found if type(found) is tuple else (found,)
        seers = () if seats is None else seats if type(seats) is tuple else (seats,)
        mask = sum(1 << seat for seat in seers)
        audience = layout.everybody
        for piece in shown:
            s.known[piece] |= mask
            audience &= s.known[piece]
        if s.log is not None and shown:
            kind = layout.piece_kind[shown[0]]
            labels = tuple(a.journal.wording.label(t.PieceType(layout.piece_kind[one]), one) for one in shown)
            a.journal.add(
                s, ShowEvent, audience, kind=kind, pieces=shown, labels=labels, viewers=seers, line=step.span.line
            )

    code.emit(show)
