"""Phases -> blocks: skipping, turns round the table, passes, plans, phases inside, refills"""

from __future__ import annotations

import attrs

from gamedsl.kernel.builder import (
    bit,
    choose,
    combine,
    compare,
    constant,
    lowest,
    minus,
    number,
    opposite,
    plus,
    times,
    word,
)
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.pieces.positions import of_phase
from gamedsl.kernel.lowering.play.blocks import wait_steps
from gamedsl.kernel.lowering.play.entrances import enter_phase
from gamedsl.kernel.lowering.play.frames import calls_of, wait_after
from gamedsl.kernel.lowering.play.plans import lower_plan
from gamedsl.kernel.lowering.play.triggered import wait_fire, wait_refills
from gamedsl.kernel.lowering.play.waiting import Frame, standing
from gamedsl.kernel.lowering.steps.checks import fire, may_wait_at, may_wait_at_turn, test_ends
from gamedsl.kernel.lowering.trace_points import LOG, TOGETHER, Told, begins, ends, phase_told, speaks_to
from gamedsl.kernel.lowering.values.counting import jumped
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.lowering.values.table import clockwise
from gamedsl.kernel.lowering.values.terms import running_field, seats_type
from gamedsl.kernel.lowering.watching import PUT_OFF, WATCHED
from gamedsl.kernel.program import (
    Back,
    Do,
    Expression,
    For,
    Int,
    Jump,
    Name,
    Remark,
    Statement,
    Store,
    Target,
    Try,
    Word,
)
from gamedsl.kernel.resume_points import Opened
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def lower_phase(b: Lowering, name: str) -> None:
    """Write a phase where it is carried out; one that is carried out in several places is called."""
    around = b.scope.frame.removeprefix("phase ")
    if b.facts.phase_uses.get(name, 0) < 2:
        enter_phase(b, around, name, lambda: None)
        with b.within(around=standing(b, name) if b.scope.frame else None, opened=()):
            _phase(b, b.game.phases[name])
        return
    key = f"phase {name}"
    Frame(b, key)
    calls = calls_of(b, key)
    b.written.to_write.remove(key) if key in b.written.to_write else None
    site, number_ = Target(), len(calls.sites)

    def call() -> None:
        b.store(f"{key}.back", number_)
        b.store(f"{key}.you", b.scope.you)
        b.store(f"{key}.active", b.scope.active)

    enter_phase(b, around, name, call)
    calls.sites.append(site)
    b.program.sites.setdefault(key, []).append(standing(b, name) if b.scope.frame else None)
    call()
    b.emit(Jump(calls.entry))
    b.block(site)
    if name not in b.written.phases_called:
        b.written.phases_called.append(name)


def first_turn_of(b: Lowering, name: str, end: Target) -> None:
    """Write what stands in front of the turns of a phase that is under way, and the first of them; ``end``: no turn."""
    phase, key = b.game.phases[name], f"phase {name}"
    called = b.facts.phase_uses.get(name, 0) > 1
    speaking = {"you": b.read(f"{key}.you"), "active": b.read(f"{key}.active")} if called else {}
    if name in b.facts.asked_during:
        field = running_field(b, name)
        b.store(field, plus(b.read(field), 1))
    if phase.who is None:
        return
    with b.within(**speaking, slots={}, frame=key):
        _Turns(b, phase, phase.who, end).begin()


def write_called_phases(b: Lowering) -> None:
    """Write the phases that are called from several places."""
    done: set[str] = set()
    while len(done) < len(b.written.phases_called):
        name = next(one for one in b.written.phases_called if one not in done)
        done.add(name)
        key = f"phase {name}"
        frame, calls = Frame(b, key), b.written.calls[key]
        b.block(calls.entry)
        with b.within(you=frame.you, active=frame.active, slots={}, frame=key, opened=(), around=None):
            _phase(b, b.game.phases[name])
        b.emit(Back(f"{key}.back", calls.sites))


def _phase(b: Lowering, phase: model.CheckedPhase) -> None:
    end = Target()
    key = f"phase {phase.name}"
    b.emit(Remark(phase.span.line))
    with b.within(slots={}, frame=key, card=phase.name, kept=None):
        begins(b, phase.name)
        for when in phase.whens:
            condition = value(b, when.condition)
            if constant(condition) == 0:
                b.block(end)
                ends(b)
                return
            with b.when(opposite(condition)):
                b.emit(Jump(end))
        phase_told(b, phase, True)
        field = ""
        counted = phase.name in b.facts.asked_during
        if counted:
            field = running_field(b, phase.name)
            b.store(field, plus(b.read(field), 1))
        wait_steps(b, phase.start)
        if phase.who is None:
            _passes(b, phase)
        else:
            _Turns(b, phase, phase.who).write()
        if not _only_steps(phase):
            wait_steps(b, phase.then)
        wait_after(b, phase.name)
        wait_refills(b, phase.name)
        if counted:
            b.store(field, minus(b.read(field), 1))
        phase_told(b, phase, False)
    b.block(end)
    ends(b)


def _only_steps(phase: model.CheckedPhase) -> bool:
    """Tell whether a phase without ``who`` holds nothing but ``then``: that is what ``until`` repeats."""
    return phase.who is None and phase.plan is None and not phase.phases


def _body(b: Lowering, phase: model.CheckedPhase) -> None:
    if phase.plan is not None:
        lower_plan(b, phase.plan, f"phase {phase.name}", is_phase=True)
    for name in phase.phases:
        lower_phase(b, name)
    if _only_steps(phase):
        wait_steps(b, phase.then)


def _passes(b: Lowering, phase: model.CheckedPhase) -> None:
    again = b.block()
    _body(b, phase)
    if phase.until is None:
        return
    with b.when(opposite(value(b, phase.until))):
        jumped(b, phase.span, phase.name, b.layout.loads.jump((*phase.start, *phase.then)))
        b.emit(Jump(again))


class _Turns:
    """The turns of a phase with ``who``."""

    def __init__(self, b: Lowering, phase: model.CheckedPhase, who: model.WhoField, end: Target | None = None) -> None:
        self.b, self.phase, self.who = b, phase, who
        key = f"phase {phase.name}"
        self.last, self.had = f"{key}.turn", f"{key}.had"
        b.field(self.last, 1, seats_type(b), [NOBODY])
        b.field(self.had, 1, Word(b.seats))
        self.end = Target() if end is None else end
        self.asked, self.number = of_phase(b, phase.name), list(b.game.phases).index(phase.name)
        self.outer = b.scope

    def write(self) -> None:
        """Write all turns."""
        b, phase = self.b, self.phase
        turns = Opened(self.who, "turns", (self.last, self.had), around=(b.scope.you, b.scope.active))
        b.scope = attrs.evolve(b.scope, opened=(*b.scope.opened, turns))
        self.begin()
        first = b.block()
        seat = narrowed(b.read(self.last), 0, b.seats - 1)
        with b.within(you=seat, active=seat):
            _body(b, phase)
            many = self.who.start is not None or self.who.together
            self._count_behind()
            done: Expression = number(int(not many))
            if phase.until is not None:
                done = b.let(value(b, phase.until), always=True)
        self._over(done)
        b.emit(Jump(first))
        b.block(self.end)
        if self.who.together:
            self._all_have_decided()

    def _all_have_decided(self) -> None:
        """Write that all see what all have done, and the tests that were put off till then."""
        b = self.b
        b.store("together", 0)
        b.note(TOGETHER, Told("all have decided", self.phase.name, self.phase))
        b.store("armed", number(WATCHED))
        ends, triggers = b.facts.watching.whatever()
        test_ends(b, ends)
        if may_wait_at(b, triggers):
            wait_fire(b, self.phase, triggers)
        else:
            fire(b, triggers)

    def begin(self) -> None:
        """Write the beginning of the first turn."""
        b = self.b
        if self.who.together:
            raise_together(b)
        b.store(self.last, NOBODY)
        b.store(self.had, word(0, b.seats))
        if self.phase.until is not None:
            for asked in self.asked:
                asked.begin(self.number)
        if self.who.together:
            b.note(TOGETHER, Told("all begin", self.phase.name, self.phase))
            begins = b.block()
            if any(one.node is self.who for one in b.scope.opened):
                b.program.standing[begins.block] = standing(b, self.who)
        self._turn(begins=True)

    def _over(self, done: Expression) -> None:
        """Write what happens behind a turn: the next one, or the end."""
        b = self.b
        speaks_to(b, b.scope.you)
        b.store("turn.level", minus(b.read("turn.level"), 1))
        if b.facts.watching.active_mask:
            b.store("pending", b.facts.watching.late)
        with b.when(done):
            b.emit(Jump(self.end))
        jumped(b, self.phase.span, self.phase.name, b.layout.loads.jump(self.phase.then))
        self._turn()

    def _count(self, seat: Expression) -> None:
        """Write the counting of the position in which a player has the next turn, and the tests of ends behind it."""
        for asked in self.asked:
            asked.note(self.number, seat)
        test_ends(self.b, self.b.facts.watching.of_past())

    def _count_behind(self) -> None:
        """Write the counting behind a turn: whose turn comes next is asked for before ``until``; a fault is nobody."""
        if not self.asked:
            return
        b, outer, stem = self.b, self.outer, f"phase {self.phase.name}.next"
        b.field(stem, 1, seats_type(b), [NOBODY])

        def write(given: list[Expression]) -> None:
            body: list[Statement] = []
            with b.into(body), b.within(you=given[0], active=given[1]):
                b.store(stem, self._next())
            b.emit(Try(tuple(body), (Store(stem, number(0), number(NOBODY)),)))

        b.function(stem, [("you", seats_type(b)), ("active", seats_type(b))], None, write)
        b.emit(Do(b.call(stem, outer.you, outer.active)))
        self._count(b.let(b.read(stem), always=True))

    def _turn(self, begins: bool = False) -> None:
        """Write the beginning of the next turn."""
        b = self.b
        seat = self._next()
        if begins and self.asked:
            self._count(seat)
        with b.when(compare("<", seat, 0)):
            b.emit(Jump(self.end))
        seat = narrowed(seat, 0, b.seats - 1)
        b.store(self.last, seat)
        speaks_to(b, seat)
        b.store(self.had, combine("|", b.read(self.had), bit(seat, b.seats)))
        level = plus(b.read("turn.level"), 1)
        b.store("turn.level", level)
        _forget_done(b)
        if b.facts.asks_last:
            b.store("turn.of", seat)
        if self.who.together:
            b.note(TOGETHER, Told("one decides", self.phase.name, self.phase), seat)
        b.note(LOG, Told("turn", self.phase.name, self.phase), seat)
        triggers = b.facts.watching.at_turns()
        if not triggers or self.who.together:
            return
        if not may_wait_at_turn(b):
            with b.within(you=seat, active=seat, frame=""), b.when(b.read("armed")):
                fire(b, triggers)
            return
        seat, over = narrowed(b.read(self.last), 0, b.seats - 1), Target()
        with b.when(opposite(b.read("armed"))):
            b.emit(Jump(over))
        with b.within(you=seat, active=seat):
            wait_fire(b, self.who, triggers)
        b.block(over)

    def _next(self) -> Expression:
        b, who = self.b, self.who
        if who.together:
            members = combine("&~", self._members(), b.read(self.had))
            members = b.let(members)
            return b.let(choose(compare("!=", members, 0), lowest(members), number(NOBODY)), always=True)
        if who.start is None:
            if isinstance(who.value.type, t.SetType):
                found = b.let(value(b, who.value))
                return b.let(choose(compare("!=", found, 0), lowest(found), number(NOBODY)), always=True)
            return b.let(value(b, who.value), always=True)
        members = self._members()
        if self.phase.until is None:
            members = combine("&~", members, b.read(self.had))
        members = b.let(members)
        start = b.let(value(b, who.start))
        first = choose(compare("<", start, 0), number(0), start)
        last = b.read(self.last)
        before = b.let(choose(compare("<", last, 0), first, plus(last, 1)), always=True)
        return b.let(clockwise(b, members, narrowed(before, 0, b.seats)), always=True)

    def _members(self) -> Expression:
        b, node = self.b, self.who.value
        found = value(b, node)
        if isinstance(node.type, t.SetType):
            return found
        found = b.let(found)
        return choose(compare(">=", found, 0), bit(narrowed(found, 0, b.seats - 1), b.seats), word(0, b.seats))


def _forget_done(b: Lowering) -> None:
    """Write that in a new turn nothing has been done."""
    asked = b.facts.asked_done
    if not asked:
        return
    count = len(asked) * b.seats
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(0, count - 1))
    body.append(Store("done", plus(times(b.read("turn.level"), count), one), number(0)))
    b.emit(For(one.name, one.type, number(0), number(count), tuple(body)))


def raise_together(b: Lowering) -> None:
    """Note that everybody decides at the same time: others see the table as it is now, and nothing is tested."""
    b.field("together", 1, Int(0, 1))
    b.store("together", 1)
    b.store("armed", number(PUT_OFF))


def count_uses(game: model.CheckedGame) -> dict[str, int]:
    """Return in how many places each phase is carried out."""
    found: dict[str, int] = {}
    for phase in game.phases.values():
        for name in phase.phases:
            found[name] = found.get(name, 0) + 1
    return found
