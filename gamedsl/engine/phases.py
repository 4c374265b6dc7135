"""Phases -> operations: skipping, turns round the table, passes, plans, refills."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gamedsl.engine.codes import JUMP, Code, Operation
from gamedsl.engine.events import PhaseEvent, TurnEvent
from gamedsl.engine.moves import refill_cells
from gamedsl.engine.state import State
from gamedsl.engine.steps import Writer, plan_ask
from gamedsl.engine.words import bare
from gamedsl.semantics import model

if TYPE_CHECKING:
    from gamedsl.engine.cards import Cards

Frame = list[Any]


def write_phase(cards: Cards, phase: model.PhaseCode, code: Code) -> None:
    """Compile a phase."""
    writer = Writer(cards, code)
    _begin(cards, phase, code)
    writer.steps(phase.start)
    if phase.who is None:
        _passes(writer, phase, code)
    else:
        _Turns(writer, phase, code).write(phase.who)
    if not _only_steps(phase):
        writer.steps(phase.then)
    cards.after(code, phase.name)
    for entry, source, level in cards.c.layout.levels.get(phase.name, ()):
        refill_cells(cards.atoms, code, entry, source, level)
    _end(cards, phase, code)


def _only_steps(phase: model.PhaseCode) -> bool:
    """Tell whether a phase without ``who`` holds nothing but ``then``: that is what ``until`` repeats."""
    return phase.who is None and phase.plan is None and not phase.phases


def _begin(cards: Cards, phase: model.PhaseCode, code: Code) -> None:
    whens = [cards.c.value(when.condition) for when in phase.whens]
    journal = cards.atoms.journal

    def begin(s: State, f: Frame) -> int | None:
        for when in whens:
            if not when(s, f):
                s.frames.pop()
                return JUMP
        if s.log is not None:
            words = journal.wording.render(phase.words, s, f, bare(phase.name))
            journal.add(s, PhaseEvent, phase=phase.name, words=words, begins=True, line=phase.span.line)
        return None

    code.emit(begin)


def _end(cards: Cards, phase: model.PhaseCode, code: Code) -> None:
    journal = cards.atoms.journal

    def end(s: State, f: Frame) -> int:
        if s.log is not None:
            words = journal.wording.render(phase.words, s, f, bare(phase.name))
            journal.add(s, PhaseEvent, phase=phase.name, words=words, begins=False, line=phase.span.line)
        s.frames.pop()
        return JUMP

    code.emit(end)


def _body(writer: Writer, phase: model.PhaseCode, code: Code) -> bool:
    """Append what happens in one turn or pass: the plan, or the phases inside.

    Return whether every pass leaves this frame (for a decision or a call), so that passes need not be counted here.
    """
    waits = bool(phase.phases)
    cards = writer.cards
    if phase.plan is not None:
        ask = plan_ask(writer, phase.plan, code)
        ask.pass_words = phase.pass_words
        waits = waits or not ask.over[0]
        code.ask(ask, ask.enter())
    for name in phase.phases:
        _call(cards, code, name)
    if _only_steps(phase):
        writer.steps(phase.then)
    return waits


def _call(cards: Cards, code: Code, name: str) -> None:
    target = cards.by_name[name]

    def call(s: State, f: Frame) -> int:
        frame = target.template[:]
        frame[2], frame[3] = f[2], f[3]
        s.frames.append(frame)
        return JUMP

    code.calls.setdefault(name, code.emit(call))


def _passes(writer: Writer, phase: model.PhaseCode, code: Code) -> None:
    again = code.here()
    _body(writer, phase, code)
    if phase.until is None:
        return
    until = writer.c.value(phase.until)

    def repeat(s: State, f: Frame) -> int | None:
        if until(s, f):
            return None
        f[1] = again[0]
        return JUMP

    code.emit(repeat)


class _Turns:
    """The turns of a phase with ``who``."""

    def __init__(self, writer: Writer, phase: model.PhaseCode, code: Code) -> None:
        self.writer, self.phase, self.code = writer, phase, code
        self.cards, self.c = writer.cards, writer.c
        self.last, self.had = code.slot(), code.slot()
        self.outer_you, self.outer_active = code.slot(), code.slot()
        self.end = [0]

    def write(self, who: model.WhoField) -> None:
        """Append all turns."""
        code = self.code
        prepare = code.emit(self._prepare(who.together))
        turn = self._together(who) if who.together else self._around(who) if who.start else self._one(who)
        code.entrance = [prepare, code.emit(turn)]
        first = code.here()
        waits = _body(self.writer, self.phase, code)
        code.emit(self._turn_over(first, turn, who, waits))
        code.here(self.end)
        code.emit(self._leave(who.together))

    def _prepare(self, together: bool) -> Any:
        last, had, outer_you, outer_active = self.last, self.had, self.outer_you, self.outer_active

        def prepare(s: State, f: Frame) -> None:
            f[last], f[had] = None, 0
            f[outer_you], f[outer_active] = f[2], f[3]
            if together:
                s.curtain = (snapshot(s), None, s.log_size)

        return prepare

    def _around(self, who: model.WhoField) -> Any:
        """The next member clockwise; without ``until`` each has one turn."""
        assert who.start is not None
        value, start, begin = self.c.value(who.value), self.c.value(who.start), self._beginner()
        last, had, end, once = self.last, self.had, self.end, self.phase.until is None

        def turn(s: State, f: Frame) -> int | None:
            members = value(s, f)
            if once:
                done = f[had]
                members = tuple([seat for seat in members if not done >> seat & 1])
            before = f[last]
            first = (start(s, f) or 0) if before is None else before + 1
            for seat in members:
                if seat >= first:
                    return begin(s, f, seat)
            if not members:
                f[1] = end[0]
                return None
            return begin(s, f, members[0])

        return turn

    def _together(self, who: model.WhoField) -> Any:
        """All members in the order of their seats, each once."""
        value, begin, had, end = self.c.value(who.value), self._beginner(), self.had, self.end

        def turn(s: State, f: Frame) -> int | None:
            found = value(s, f)
            members = found if type(found) is tuple else () if found is None else (found,)
            left = [seat for seat in members if not f[had] >> seat & 1]
            if not left:
                f[1] = end[0]
                return None
            assert s.curtain is not None
            s.curtain = (s.curtain[0], left[0], s.curtain[2])
            return begin(s, f, left[0])

        return turn

    def _one(self, who: model.WhoField) -> Any:
        """One player, read before every turn; none skips."""
        value, begin, end = self.c.value(who.value), self._beginner(), self.end

        def turn(s: State, f: Frame) -> int | None:
            seat = value(s, f)
            if type(seat) is tuple:
                seat = seat[0] if seat else None
            if seat is None:
                f[1] = end[0]
                return None
            return begin(s, f, seat)

        return turn

    def _beginner(self) -> Callable[[State, Frame, int], int | None]:
        """Return what begins the turn of a player."""
        last, had, name, span = self.last, self.had, self.phase.name, self.phase.span
        journal, watching = self.cards.atoms.journal, self.cards.watching
        every = tuple(range(len(watching.watchers)))

        def begin(s: State, f: Frame, seat: int) -> int | None:
            f[2] = f[3] = f[last] = seat
            f[had] |= 1 << seat
            s.turns.append(())
            if s.log is not None:
                journal.add(s, TurnEvent, phase=name, seat=seat, line=span.line, card=name)
            if every and s.armed:
                return watching.look(s, every)
            return None

        return begin

    def _turn_over(self, first: list[int], turn: Operation, who: model.WhoField, waits: bool) -> Operation:
        """After a turn: ``until`` is read with the player whose turn it was; then the next, or the end."""
        until = None if self.phase.until is None else self.c.value(self.phase.until)
        outer_you, outer_active = self.outer_you, self.outer_active
        many = who.start is not None or who.together
        mask = self.cards.watching.active_mask

        def over(s: State, f: Frame) -> int | None:
            done = not many if until is None else until(s, f)
            s.turns.pop()
            f[2], f[3] = f[outer_you], f[outer_active]
            if mask:
                s.pending |= mask
            if done:
                return None
            f[1] = first[0]
            answer = turn(s, f)
            return answer if waits else JUMP

        return over

    def _leave(self, together: bool) -> Any:
        def leave(s: State, f: Frame) -> None:
            if together:
                s.curtain = None

        return leave


def snapshot(s: State) -> tuple[Any, ...]:
    """Return what the others see while a phase ``together`` is on: the table as it was when it began."""
    return (
        tuple(s.purses),
        tuple(s.zones),
        tuple(s.values),
        tuple(s.dice),
        tuple(s.place),
        tuple(s.spot),
        tuple(s.known),
        tuple(s.scores),
        tuple(s.points),
    )
