"""Single steps (pay, move, deal, shuffle, roll, set, score, show) -> operations that test ends and triggers after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.present.events import ChanceEvent, ValueEvent
from gamedsl.engine.present.journal import Journal, Said
from gamedsl.engine.rules.codes import Code, Passage, Write
from gamedsl.engine.setup.as_written import unchecked
from gamedsl.engine.setup.reads import POINTS, zone_part
from gamedsl.engine.state.board import Board, faces_changed
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler, nothing_there, out_of_range
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.table_values import find_cell, find_cells, one_field
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.rules.watching import Watching

Frame = list[Any]
StepMaker = Callable[["Atoms", Code, Any], None]
SILENT = -1
"""The audience of what the log says nothing about."""
MAKERS: dict[type[core.CoreStep], StepMaker] = {}


def makes_step(kind: type[core.CoreStep]) -> Callable[[StepMaker], StepMaker]:
    """Register the compiler of one kind of single step."""

    def register(maker: StepMaker) -> StepMaker:
        MAKERS[kind] = maker
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
        maker = MAKERS.get(type(step))
        if maker is None:
            raise TypeError(f"unknown step {type(step).__name__}")
        maker(self, code, step)

    def then_check(self, code: Code, work: Write, *parts: str) -> None:
        """Append an operation that does its work, then tests what reads ``parts``."""
        check = self.watching.check(frozenset(parts))
        if check is None:
            code.write(work)
            return
        test = check

        def write(p: Passage) -> Lines:
            lines, answer = work(p), p.draft.temp()
            return [
                *lines,
                "if s.armed:",
                f" {answer} = {p.draft.bind(test)}(s)",
                f" if {answer} is not None: return {answer}",
            ]

        code.write(write)

    def cells_of(self, d: Draft, zone: core.ZoneRef) -> str:
        """Write the cells that a piece moved to ``zone`` will lie in; no cell is an error."""
        spread = any(key.is_set for key in self.c.game.zones[zone.entry].keys)
        name, span = zone.entry, zone.span
        cells = find_cells(d, zone)
        if cells.known and (spread or len(cells.known) == 1):
            return d.constant(cells.known)

        def certain(found: tuple[int, ...]) -> tuple[int, ...]:
            if not found or (len(found) > 1 and not spread):
                raise RuleError("GDRUN05", span, target=f"the place in {name}", range="its keys", found="no such place")
            return found

        return f"{d.bind(certain)}({cells.text})"

    def learns(self, step: core.Assign | core.RollValue) -> Callable[[State, int, int | None], int] | None:
        """Return what notes who knows a value that has been set, and returns who is told; None where everybody sees it.

        Who sees the place knows it, and whoever has picked it; everybody, where it follows from what everybody knows.
        Where it is a secret whether it is set, or which one is, the log is silent.
        """
        layout, entry = self.c.layout, step.target.entry
        grid, secret = layout.values[entry], layout.secret
        die = self.die_of(entry)
        if die is not None:
            return self._turned(die)
        if grid.base not in secret:
            return None
        secrets = self.journal.wording.secrets
        is_open, is_picked = step.span in secrets.open and entry not in secrets.murky, step.span in secrets.picked

        def note(s: State, field: int, you: int | None) -> int:
            rank = secret[field]
            own = 1 << you if is_picked and you is not None else 0
            s.aware[rank] = layout.everybody if is_open else layout.secret_viewers[rank] | own
            return SILENT if entry in secrets.murky else s.aware[rank]

        return note

    def die_of(self, entry: str) -> int | None:
        """Return what is added to the number of a value to get the die whose face it is; None for any other entry."""
        layout, kind = self.c.layout, self.c.game.kinds.get(self.c.game.values[entry].each)
        if kind is None or kind.faces is None or t.face_of(kind.name) != entry:
            return None
        return layout.kind_pieces[kind.name][0] - layout.values[entry].base

    def _turned(self, offset: int) -> Callable[[State, int, int | None], int]:
        """Return what notes who knows a die that is turned to another face."""

        def note(s: State, field: int, _: int | None) -> int:
            faces_changed(self.board, s, (field + offset,))
            return s.known[field + offset]

        return note

    def log_move(
        self, s: State, step: core.CoreStep | None, said: Said, piece: int, source: int, target: int, seen: int
    ) -> None:
        """Write the ledger entry of a moved piece."""
        board, wording = self.board, self.journal.wording
        layout = board.layout
        kind = layout.piece_kind[piece]
        audience = (seen & s.known[piece]) | board.viewers[target] | (board.viewers[source] if source >= 0 else 0)
        self.journal.entry(
            s,
            step,
            said,
            audience,
            form="move",
            kind=kind,
            amount=1,
            piece=piece,
            label=wording.label(t.PieceType(kind), piece, s.values),
            source=wording.cell(source) if source >= 0 else "",
            target=wording.cell(target),
            owners=(layout.cell_seat[source] if source >= 0 else None, layout.cell_seat[target]),
        )


# ---------------------------------------------------------------- payments


@makes_step(core.Pay)
def _pay(a: Atoms, code: Code, step: core.Pay) -> None:
    def write(p: Passage) -> Lines:
        d, layout = p.draft, a.c.layout
        amount = d.value(unchecked(step.amount))
        one = amount if amount.isdigit() else d.temp()
        find, source, target = _purses(d, step)
        lines = _unpayable(a, d, step, one, source, target)
        grids = [layout.purses[step.source.entry], layout.purses[step.target.entry]]
        if not (grids[0].size and layout.purse_unlimited[grids[0].base]):
            least = layout.purse_least[grids[0].base] if grids[0].size else 0
            lines += _take(a, d, step, one, source, least)
        if not (grids[1].size and layout.purse_unlimited[grids[1].base]):
            lines += _give(a, d, step, one, target)

        lines += _hidden(a, d, step, source, target)

        def say(s: State, f: Frame) -> Said:
            return a.journal.said(s, f, step)

        def log(s: State, said: Said, paid: int, giver: int, taker: int) -> None:
            _log_payment(a, s, step, said, paid, giver, taker)

        said = d.temp()
        lines = [
            f"if s.log is not None: {said} = {d.bind(say)}(s, f)",
            *lines,
            f"if s.log is not None: {d.bind(log)}(s, {said}, {one}, {source}, {target})",
        ]
        if one == amount:
            return [*find, *lines] if amount != "0" else []
        if _is_secret(a, step):  # that nothing is paid must not be told by silence
            there = f"{source} >= 0 and {target} >= 0"
            return [f"{one} = {amount}", *find, f"if {one} != 0 or {there}:", *indented(lines)]
        return [f"{one} = {amount}", f"if {one} != 0:", *indented([*find, *lines])]

    a.then_check(code, write, zone_part(a.c.game, step.source.entry), zone_part(a.c.game, step.target.entry))


def _purses(d: Draft, step: core.Pay) -> tuple[Lines, str, str]:
    """Write which purses give and take: lines that find them, and their numbers."""
    lines, names = [], []
    for zone in (step.source, step.target):
        field = find_cell(d, zone)
        name = field.number
        if field.fixed is None:
            name = d.temp()
            lines.append(f"{name} = {field.cell}")
        names.append(name)
    return lines, names[0], names[1]


def _unpayable(a: Atoms, d: Draft, step: core.Pay, amount: str, source: str, target: str) -> Lines:
    """Write the error of a payment that makes no sense."""
    layout, span = a.c.layout, step.span
    grids = [layout.purses[step.source.entry], layout.purses[step.target.entry]]

    def fail(paid: int, giver: int, taker: int) -> NoReturn:
        raise _no_payment(span, paid, giver, taker)

    def another_sort(giver: int, taker: int) -> bool:
        return not _same_lot(layout.purse_lot, giver, taker)

    tests = [f"{one} < 0" for one in (amount, source, target) if not one.isdigit()]
    if any(layout.purse_lot[grid.base] for grid in grids if grid.size):
        tests.append(f"{d.bind(another_sort)}({source}, {target})")
    return [f"if {' or '.join(tests)}: {d.bind(fail)}({amount}, {source}, {target})"] if tests else []


def _take(a: Atoms, d: Draft, step: core.Pay, amount: str, source: str, least: int) -> Lines:
    span, left = step.span, d.temp()

    def fail(s: State, wanted: int, giver: int, held: int) -> NoReturn:
        raise RuleError("GDRUN02", span, needed=wanted, source=a.journal.wording.purse(giver, s), held=held)

    return [
        f"{left} = s.purses[{source}] - {amount}",
        f"if {left} < {least}: {d.bind(fail)}(s, {amount}, {source}, s.purses[{source}])",
        f"s.purses[{source}] = {left}",
    ]


def _give(a: Atoms, d: Draft, step: core.Pay, amount: str, target: str) -> Lines:
    span, have, most = step.span, d.temp(), Limits.amount

    def fail(s: State, taker: int, found: int) -> NoReturn:
        raise out_of_range(span, a.journal.wording.purse(taker, s), 0, most, found)

    return [
        f"{have} = s.purses[{target}] + {amount}",
        f"if {have} > {most}: {d.bind(fail)}(s, {target}, {have})",
        f"s.purses[{target}] = {have}",
    ]


def _hidden(a: Atoms, d: Draft, step: core.Pay, source: str, target: str) -> Lines:
    """Write what is lost track of by those who see neither purse; nothing where everybody knows the amount."""
    viewers, everybody = a.c.layout.purse_viewers, a.c.layout.everybody
    if not _is_secret(a, step):
        return []

    def remember(s: State, giver: int, taker: int) -> None:
        seers = viewers[giver] | viewers[taker]
        if seers != everybody:
            s.mixes = (s.mixes, (giver, taker), (), everybody & ~seers, "paid")

    return [f"{d.bind(remember)}(s, {source}, {target})"]


def _is_secret(a: Atoms, step: core.Pay) -> bool:
    """Tell whether somebody may not know how much is paid."""
    return _unseen(a, step) and step.span not in a.journal.wording.secrets.open


def _unseen(a: Atoms, step: core.Pay) -> bool:
    """Tell whether a payment goes between purses that not everybody sees."""
    viewers, everybody = a.c.layout.purse_viewers, a.c.layout.everybody
    grids = [a.c.layout.purses[zone.entry] for zone in (step.source, step.target)]
    return all(any(viewers[field] != everybody for field in range(g.base, g.base + g.size)) for g in grids)


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


def _log_payment(a: Atoms, s: State, step: core.Pay, said: Said, amount: int, source: int, target: int) -> None:
    layout, wording = a.c.layout, a.journal.wording
    owners = tuple(
        owner if layout.purse_entry[purse].startswith("player.") else None
        for purse, owner in ((source, layout.purse_owner[source]), (target, layout.purse_owner[target]))
    )
    viewers: int | None = layout.purse_viewers[source] | layout.purse_viewers[target]
    if viewers != layout.everybody and step.span in wording.secrets.open:
        viewers = None
    if not amount and viewers in (None, layout.everybody):
        return
    a.journal.entry(
        s,
        step,
        said,
        viewers,
        form="pay",
        kind=a.c.game.zones[step.source.entry].kind,
        amount=amount,
        piece=None,
        label="",
        source=wording.purse(source, s),
        target=wording.purse(target, s),
        owners=owners,
    )


@makes_step(core.Score)
def _score(a: Atoms, code: Code, step: core.Score) -> None:
    first = list(a.c.game.sources).index(step.source) * a.c.layout.seats
    most, span, name = Limits.points, step.span, step.source

    def nobody() -> NoReturn:
        raise nothing_there(span, "the player who scores")

    def too_many(total: int) -> NoReturn:
        raise out_of_range(span, "the points of a player", -most, most, total)

    def say(s: State, f: Frame) -> Said:
        return a.journal.said(s, f, step)

    def log(s: State, said: Said, number: int, seat: int) -> None:
        a.journal.entry(
            s, step, said, None, form="score", kind=name, amount=number, piece=None, label="", source="",
            target=a.journal.wording.label(t.PlayerType(), seat), owners=(None, seat),
        )  # fmt: skip

    def write(p: Passage) -> Lines:
        d = p.draft
        number, seat, total, said = d.temp(), d.temp(), d.temp(), d.temp()
        return [
            f"{number} = {d.value(step.points)}",
            f"{seat} = {d.value(step.player)}",
            f"if {seat} is None: {d.bind(nobody)}()",
            f"if {number} != 0:",
            f" {total} = s.points[{seat}] + {number}",
            f" if not {-most} <= {total} <= {most}: {d.bind(too_many)}({total})",
            f" if s.log is not None: {said} = {d.bind(say)}(s, f)",
            f" s.points[{seat}] = {total}",
            f" s.scores[{first} + {seat}] += {number}",
            f" if s.log is not None: {d.bind(log)}(s, {said}, {number}, {seat})",
        ]

    a.then_check(code, write, POINTS)


# ---------------------------------------------------------------- chance and values


@makes_step(core.RollDice)
def _roll_dice(a: Atoms, code: Code, step: core.RollDice) -> None:
    layout, board = a.c.layout, a.board
    first, size = layout.dice[step.dice]
    kind = a.c.game.dice[step.dice].faces
    low, faces = layout.span_of(kind)
    stream, span = layout.streams[step.dice], step.span

    def roll(s: State, index: int | None) -> None:
        numbers: Any = range(size)
        if index is not None:
            if not 1 <= index <= size:
                raise out_of_range(span, "the number of a die", 1, size, index)
            numbers = (index - 1,)
        for number in numbers:
            s.dice[first + number] = board.rolled(s, stream, number, range(low, low + faces), span)
            if s.log is not None:
                face = a.journal.wording.label(kind, s.dice[first + number])
                a.journal.add(s, ChanceEvent, source=step.dice, form="dice", outcome=face, line=span.line)

    def write(p: Passage) -> Lines:
        index = "None" if step.index is None else p.draft.value(step.index)
        return [f"{p.draft.bind(roll)}(s, {index})"]

    a.then_check(code, write, "dice " + step.dice)


def field_set(a: Atoms, d: Draft, target: core.ReadValue) -> str:
    """Write the number of a value that is set or shown; no such place is an error."""
    span, name = target.span, target.entry
    field = one_field(d, a.c.layout.values[target.entry], target.owner, target.keys)
    if field.fixed is not None and field.fixed >= 0:
        return field.number

    def certain(place: int) -> int:
        if place < 0:
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="its keys", found="no such place")
        return place

    return f"{d.bind(certain)}({field.cell})" if field.condition or field.fixed is not None else field.number


@makes_step(core.RollValue)
def _roll_value(a: Atoms, code: Code, step: core.RollValue) -> None:
    layout, board, span = a.c.layout, a.board, step.span
    entry = step.target.entry
    first, grid = layout.streams[entry], layout.values[entry]
    by_seat = a.c.game.values[entry].each == "player"
    learns = a.learns(step)

    def roll(s: State, place: int, values: Any) -> None:
        if not values:
            raise RuleError("GDRUN05", span, target=entry, range="something to choose from", found="nothing")
        stream = first + ((place - grid.base) // grid.owner_stride if by_seat else 0)
        s.values[place] = board.rolled(s, stream, place, values, span)
        audience = None if learns is None else learns(s, place, None)
        if s.log is not None and audience != SILENT:
            shown = a.journal.wording.label(a.c.game.values[entry].type, s.values[place])
            name = a.journal.wording.field(place, s)
            a.journal.add(s, ChanceEvent, audience, source=name, form="value", outcome=shown, line=span.line)

    def write(p: Passage) -> Lines:
        d = p.draft
        return [f"{d.bind(roll)}(s, {field_set(a, d, step.target)}, {d.value(step.domain)})"]

    a.then_check(code, write, "value " + entry)


@makes_step(core.Assign)
def _assign(a: Atoms, code: Code, step: core.Assign) -> None:
    entry, span, grid = step.target.entry, step.span, a.c.layout.values[step.target.entry]
    declared = a.c.game.values[entry].type
    limit = declared.item if isinstance(declared, t.MaybeType) else declared
    learns = a.learns(step)

    die = a.die_of(entry)

    def log(s: State, place: int, audience: int | None = None) -> None:
        shown = a.journal.wording.label(declared, s.values[place])
        cell = -1 if die is None else s.place[place + die]
        name = a.journal.wording.cell(cell) if cell >= 0 else a.journal.wording.field(place, s)
        a.journal.add(s, ValueEvent, audience, entry=entry, place=name, value=shown, line=span.line)

    def learn(s: State, place: int, you: int | None) -> None:
        assert learns is not None
        audience = learns(s, place, you)
        if s.log is not None and audience != SILENT:
            log(s, place, audience)

    def write(p: Passage) -> Lines:
        d = p.draft
        new, place = d.value(unchecked(step.value)), str(grid.base)
        if grid.size == 1 and not isinstance(limit, t.IntType) and learns is None:
            return [f"s.values[{place}] = {new}", f"if s.log is not None: {d.bind(log)}(s, {place})"]
        one = d.temp()
        lines = [f"{one} = {new}"]
        if grid.size != 1:
            place = d.temp()
            lines.append(f"{place} = {field_set(a, d, step.target)}")
        if isinstance(limit, t.IntType):
            lines.append(_tested(a, d, (limit.low, limit.high), span, one, place))
        told = f"if s.log is not None: {d.bind(log)}(s, {place})"
        return [*lines, f"s.values[{place}] = {one}", told if learns is None else f"{d.bind(learn)}(s, {place}, f[2])"]

    a.then_check(code, write, "value " + entry)


def _tested(a: Atoms, d: Draft, limits: tuple[int, int], span: Span, value: str, place: str) -> str:
    """Write the test of a new value against its declared range."""
    low, high = limits

    def fail(s: State, field: int, found: int) -> NoReturn:
        raise out_of_range(span, a.journal.wording.field(field, s), low, high, found)

    return f"if {value} is not None and not {low} <= {value} <= {high}: {d.bind(fail)}(s, {place}, {value})"
