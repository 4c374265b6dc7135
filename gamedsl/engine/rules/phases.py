"""Phases -> operations: skipping, turns round the table, passes, plans, refills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.present.events import PhaseEvent, TurnEvent
from gamedsl.engine.present.words import bare
from gamedsl.engine.rules.codes import JUMP, Code, Passage, Target, Write
from gamedsl.engine.rules.moves import refill_cells
from gamedsl.engine.rules.paragraph_codes import ParagraphCodes
from gamedsl.engine.rules.steps import Writer, plan_ask
from gamedsl.engine.state.flat import State
from gamedsl.engine.together import resume, snapshot
from gamedsl.engine.write.basic import jumped
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.flow.logic import mentions

Frame = list[Any]


def write_phase(paragraphs: ParagraphCodes, phase: model.CheckedPhase, code: Code) -> None:
    """Compile a phase."""
    writer = Writer(paragraphs, code)
    _begin(paragraphs, phase, code)
    paragraphs.keep_words(code, phase.name)
    writer.steps(phase.start)
    if phase.who is None:
        _passes(writer, phase, code)
    else:
        _Turns(writer, phase, code).write(phase.who)
    if not _only_steps(phase):
        writer.steps(phase.then)
    paragraphs.after(code, phase.name)
    for entry, source, level in paragraphs.c.layout.levels.get(phase.name, ()):
        refill_cells(paragraphs.atoms, code, entry, source, level)
    _end(paragraphs, phase, code)


def _only_steps(phase: model.CheckedPhase) -> bool:
    """Tell whether a phase without ``who`` holds nothing but ``then``: that is what ``until`` repeats."""
    return phase.who is None and phase.plan is None and not phase.phases


def _begin(paragraphs: ParagraphCodes, phase: model.CheckedPhase, code: Code) -> None:
    def write(p: Passage) -> Lines:
        d = p.draft
        tests = [d.value(when.condition) for when in phase.whens]
        skipped = [f"if not ({' and '.join(tests)}):", " s.frames.pop()", f" return {JUMP}"] if tests else []
        return [*skipped, f"if s.log is not None: {d.bind(_told(paragraphs, phase, True))}(s, f)"]

    code.write(write)


def _told(paragraphs: ParagraphCodes, phase: model.CheckedPhase, begins: bool) -> Callable[[State, Frame], None]:
    """Return what writes into the log that a phase begins or ends."""
    journal = paragraphs.atoms.journal

    def tell(s: State, f: Frame) -> None:
        place = None if begins else journal.kept.get(f[0])
        words = journal.wording.render(phase.words, s, f, bare(phase.name)) if place is None else f[place]
        journal.add(s, PhaseEvent, phase=phase.name, words=words, begins=begins, line=phase.span.line)

    return tell


def _end(paragraphs: ParagraphCodes, phase: model.CheckedPhase, code: Code) -> None:
    def write(p: Passage) -> Lines:
        told = p.draft.bind(_told(paragraphs, phase, False))
        return p.leave(f"if s.log is not None: {told}(s, f)", "s.frames.pop()")

    code.write(write)


def _body(writer: Writer, phase: model.CheckedPhase, code: Code) -> bool:
    """Append what happens in one turn or pass: the plan, or the phases inside.

    Return whether every pass leaves this frame (for a decision or a call), so that passes need not be counted here.
    """
    waits = bool(phase.phases)
    paragraphs = writer.paragraphs
    if phase.plan is not None:
        ask = plan_ask(writer, phase.plan, code)
        ask.pass_words = phase.pass_words
        waits = waits or not ask.over[0]
        code.ask(ask, ask.write)
    for name in phase.phases:
        _call(paragraphs, code, name)
    if _only_steps(phase):
        writer.steps(phase.then)
    return waits


def _call(paragraphs: ParagraphCodes, code: Code, name: str) -> None:
    target = paragraphs.by_name[name]

    def write(p: Passage) -> Lines:
        frame, template = p.draft.temp(), p.draft.bind(target.template)
        speaking = f"{frame}[2] = f[2]; {frame}[3] = f[3]"
        return p.leave(f"{frame} = {template}[:]", speaking, f"s.frames.append({frame})")

    code.calls.setdefault(name, code.write(write))


def _passes(writer: Writer, phase: model.CheckedPhase, code: Code) -> None:
    again = code.here()
    _body(writer, phase, code)
    until = phase.until
    if until is None:
        return

    def repeat(p: Passage) -> Lines:
        counted = _counting(p.draft, phase)
        return [f"if not {p.draft.value(until)}:", f" {counted}", f" f[1] = {again[0]}", f" return {JUMP}"]

    code.write(repeat)


def _counting(d: Draft, phase: model.CheckedPhase) -> str:
    """Write the counting of a pass or turn of a phase."""
    return f"{d.bind(jumped)}(s, {d.bind(phase.span)}, {d.bind(bare(phase.name))})"


class _Turns:
    """The turns of a phase with ``who``."""

    def __init__(self, writer: Writer, phase: model.CheckedPhase, code: Code) -> None:
        self.writer, self.phase, self.code = writer, phase, code
        self.paragraphs = writer.paragraphs
        code.mark(phase.who)
        self.last, self.had = code.slot(), code.slot()
        self.outer_you, self.outer_active = code.slot(), code.slot()
        self.end: Target = [0]

    def write(self, who: model.WhoField) -> None:
        """Append all turns."""
        code = self.code
        find = self._together(who) if who.together else self._around(who) if who.start else self._one(who)
        code.entrance = [
            code.write(self._prepare(who.together)),
            code.write(lambda p: self._turn(p, find, ["return None"], begins=True)),
        ]
        first = code.here()
        waits = _body(self.writer, self.phase, code)
        code.write(self._turn_over(first, find, who, waits))
        code.here(self.end)
        code.write(lambda _: ["s.curtain = None"] if who.together else [])

    def _prepare(self, together: bool) -> Write:
        def curtain(s: State) -> None:
            s.curtain = (snapshot(s), None, s.log_size, resume(s), ())

        def prepare(p: Passage) -> Lines:
            return [
                f"f[{self.last}], f[{self.had}] = None, 0",
                f"f[{self.outer_you}], f[{self.outer_active}] = f[2], f[3]",
                *([f"{p.draft.bind(curtain)}(s)"] if together else []),
                *self._forgotten(p.draft),
            ]

        return prepare

    def _forgotten(self, d: Draft) -> Lines:
        """Write that the positions of a phase that goes on until something holds are counted from its beginning."""
        positions, name = d.c.positions, self.phase.name
        again = self.phase.until is not None and positions.of_phase(name)
        return [f"{d.bind(positions.begin)}(s, {d.bind(name)})"] if again else []

    def _counted(self, d: Draft, seat: str) -> Lines:
        """Write the counting of the position in which a player has the next turn, and the tests of ends behind it."""
        positions, name = d.c.positions, self.phase.name
        if not positions.of_phase(name):
            return []
        lines, over = [f"{d.bind(positions.note)}(s, {d.bind(name)}, {seat})"], self.paragraphs.watching.counted()
        if over is None:
            return lines
        answer = d.temp()
        return [
            *lines,
            f"{answer} = {d.bind(over)}(s) if s.armed else None",
            f"if {answer} is not None: return {answer}",
        ]

    def _counted_behind(self, d: Draft, find: _Find) -> Lines:
        """Write the counting of the position behind a turn: whose turn comes next is asked for before ``until``."""
        if not d.c.positions.of_phase(self.phase.name):
            return []
        lines, seat = find(d)
        return [
            f"f[2], f[3] = f[{self.outer_you}], f[{self.outer_active}]",
            "try:",
            *indented(lines),
            f"except {d.bind(RuleError)}: {seat} = None",
            f"f[2] = f[3] = f[{self.last}]",
            *self._counted(d, seat),
        ]

    def _turn(self, p: Passage, find: _Find, over: Lines, begins: bool = False) -> Lines:
        """Write the beginning of the next turn; ``over``: what follows when there is none."""
        lines, seat = find(p.draft)
        counted = self._counted(p.draft, seat) if begins else []
        return [*lines, *counted, *self._unless_nobody(seat, over), *self._begin(p.draft, seat)]

    def _around(self, who: model.WhoField) -> _Find:
        """The next member clockwise; without ``until`` each has one turn."""
        start, last, had, once = who.start, self.last, self.had, self.phase.until is None
        assert start is not None

        def find(d: Draft) -> tuple[Lines, str]:
            members, before, seat, one = d.temp(), d.temp(), d.temp(), d.temp()
            return [
                f"{members} = {d.value(who.value)}",
                f"{before} = f[{last}]",
                f"{before} = ({d.value(start)} or 0) if {before} is None else {before} + 1",
                f"{seat} = None",
                f"for {one} in {members}:",
                *([f" if f[{had}] >> {one} & 1: continue"] if once else []),
                f" if {one} >= {before}:",
                f"  {seat} = {one}",
                "  break",
                f" if {seat} is None: {seat} = {one}",
            ], seat

        return find

    def _together(self, who: model.WhoField) -> _Find:
        """All members in the order of their seats, each once."""

        def next_of(s: State, found: Any, had: int) -> int | None:
            members = found if type(found) is tuple else () if found is None else (found,)
            left = [seat for seat in members if not had >> seat & 1]
            if not left:
                return None
            assert s.curtain is not None
            s.curtain = (s.curtain[0], left[0], *s.curtain[2:])
            return int(left[0])

        def find(d: Draft) -> tuple[Lines, str]:
            seat = d.temp()
            return [f"{seat} = {d.bind(next_of)}(s, {d.value(who.value)}, f[{self.had}])"], seat

        return find

    def _one(self, who: model.WhoField) -> _Find:
        """One player, read before every turn; none skips."""

        def find(d: Draft) -> tuple[Lines, str]:
            seat = d.temp()
            return [
                f"{seat} = {d.value(who.value)}",
                f"if type({seat}) is tuple: {seat} = {seat}[0] if {seat} else None",
            ], seat

        return find

    def _unless_nobody(self, seat: str, over: Lines) -> Lines:
        return [f"if {seat} is None:", f" f[1] = {self.end[0]}", *indented(over)]

    def _begin(self, d: Draft, seat: str) -> Lines:
        """Write the beginning of the turn of a player."""
        name, span = self.phase.name, self.phase.span
        journal, watching = self.paragraphs.atoms.journal, self.paragraphs.watching
        every = tuple(range(len(watching.watchers)))

        def tell(s: State, player: int) -> None:
            journal.add(s, TurnEvent, phase=name, seat=player, line=span.line, card=name)

        def look(s: State) -> int | None:
            return watching.look(s, every)

        lines = [
            f"f[2] = f[3] = f[{self.last}] = {seat}",
            f"f[{self.had}] |= 1 << {seat}",
            "s.turns.append(())",
            *([f"s.turn_of = {seat}"] if _asks_who_was_last(d.c.game) else []),
            f"if s.log is not None: {d.bind(tell)}(s, {seat})",
        ]
        if every:
            answer = d.temp()
            lines += [
                "if s.armed:",
                f" {answer} = {d.bind(look)}(s)",
                f" if {answer} is not None: return {answer}",
            ]
        return lines

    def _turn_over(self, first: Target, find: _Find, who: model.WhoField, waits: bool) -> Write:
        """After a turn: ``until`` is read with the player whose turn it was; then the next, or the end."""
        until = self.phase.until
        many = who.start is not None or who.together
        mask = self.paragraphs.watching.active_mask

        def over(p: Passage) -> Lines:
            d, done = p.draft, p.draft.temp()
            next_one = p.run_on(first) if waits else [f"return {JUMP}"]
            return [
                *self._counted_behind(d, find),
                f"{done} = {not many if until is None else d.value(until)}",
                "s.turns.pop()",
                f"f[2], f[3] = f[{self.outer_you}], f[{self.outer_active}]",
                *([f"s.pending |= {mask}"] if mask else []),
                f"if not {done}:",
                f" {_counting(d, self.phase)}",
                f" f[1] = {first[0]}",
                *indented(self._turn(p, find, ["return None"] if waits else next_one)),
                *indented(next_one),
            ]

        return over


def _asks_who_was_last(game: model.CheckedGame) -> bool:
    """Tell whether ``winner`` reads ``active``: there it is who had the last turn."""
    return mentions(game, core.Active, game.winner)


_Find = Callable[[Draft], tuple[Lines, str]]
"""Writes how whose turn comes next is found out; with the text of that seat, None for nobody."""
