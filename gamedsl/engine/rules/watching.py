"""End conditions and watched triggers: which of them a step may have changed, and what happens when they hold."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.looks import Evaluating
from gamedsl.engine.present.events import TriggerEvent
from gamedsl.engine.present.journal import Journal
from gamedsl.engine.rules.codes import JUMP, OVER, Code
from gamedsl.engine.setup.reads import ACTIVE, ALWAYS, PAST, Parts, Reader
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.basic import clockwise
from gamedsl.engine.write.compiling import Compiler, Eval
from gamedsl.engine.write.drafts import Draft, Later
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Span

Frame = list[Any]
Check = Callable[[State], int | None]
Members = Callable[[State, Frame], tuple[Any, ...]]
_TRIGGERS, _SEATS = 4, 5
"""In the frame that waits below a trigger: the triggers that are due behind it, and for whom."""


@attrs.define
class Watcher:
    """A watched trigger: whom it asks, what, and the first of its latches."""

    trigger: model.CheckedTrigger
    members: Members
    holds: Eval
    once: bool
    latch: int
    width: int
    reads: Parts
    pads: list[None]
    code: Code


class Watching:
    """Tests after steps. ``finish`` ends the game with an end condition; ``push`` begins a paragraph."""

    def __init__(self, c: Compiler, journal: Journal, watch_code: Code) -> None:
        self.c = c
        self.journal = journal
        self.reader = Reader(c.game)
        self.watch_code = watch_code
        watch_code.template.extend([None] * 2)
        watch_code.slots += 2
        self.watchers: list[Watcher] = []
        self.latches = 0
        self.finish: Callable[[State, int], None]
        self.push: Callable[[State, Frame, Span, int], None]
        self.ends: list[tuple[int, core.Value, Parts]] = []
        self._over = Later(lambda: self._any_end(self.ends))
        self._checks: dict[Parts, Later | None] = {}
        self.active_mask = 0
        self._paragraph_parts: list[Parts] = []

    def prepare(self, trigger_code: Callable[[str], Code]) -> None:
        """Compile all end conditions and watched triggers; called once, before any paragraph."""
        for number, end in enumerate(self.c.game.ends):
            self.ends.append((number, end.condition, self.reader.reads(end.condition)))
        for trigger in self.c.game.triggers.values():
            if trigger.after is None:
                self._watch(trigger, trigger_code(trigger.name))
        self.watch_code.emit(self._go_on)

    def _watch(self, trigger: model.CheckedTrigger, code: Code) -> None:
        nodes = [when.condition for when in trigger.whens]
        if trigger.once is not None:
            nodes.append(trigger.once)
        who = [] if trigger.who is None else [trigger.who.value, trigger.who.start]
        reads = self.reader.reads(*nodes, *who)
        width = 1 if trigger.once is not None or trigger.who is None else self.c.layout.seats
        if ACTIVE in reads:
            self.active_mask |= 1 << len(self.watchers)
        self.watchers.append(
            Watcher(
                trigger,
                members_of(self.c, trigger.who),
                self.c.later(lambda d: [*[f"if not {d.value(one)}: return False" for one in nodes], "return True"]),
                trigger.once is not None,
                self.latches,
                width,
                reads,
                [None] * trigger.slots,
                code,
            )
        )
        self.latches += width

    # ------------------------------------------------------------ tests

    def check(self, parts: Parts) -> Later | None:
        """Return the test behind a step that writes ``parts``, None when nothing can change."""
        if parts in self._checks:
            return self._checks[parts]
        wanted = parts | {ALWAYS}
        ends = [end for end in self.ends if end[2] & wanted]
        watched = tuple(number for number, watcher in enumerate(self.watchers) if watcher.reads & wanted)
        self._checks[parts] = check = self._test(ends, watched)
        return check

    def _test(self, ends: list[tuple[int, core.Value, Parts]], watched: tuple[int, ...]) -> Later | None:
        if not ends and not watched and not self.active_mask:
            return None
        return Later(lambda: self._written(ends, watched))

    def _written(self, ends: list[tuple[int, core.Value, Parts]], watched: tuple[int, ...]) -> Check:
        """Return the test of some ends, then of some triggers."""
        d = self._draft()

        def late(s: State) -> int | None:
            waiting = [number for number in range(len(self.watchers)) if s.pending >> number & 1]
            s.pending = 0
            return self.look(s, tuple(sorted({*watched, *waiting})))

        lines = []
        for number, condition, _ in ends:
            over = [f" {d.bind(self.finish)}(s, {number})", f" return {OVER}"]
            lines += [f"if {d.value(condition)}:", *over]
        if self.active_mask:
            lines.append(f"if s.pending: return {d.bind(late)}(s)")
        last = f"return {d.bind(self.look)}(s, {d.constant(watched)})" if watched else "return None"
        made: Check = d.function([*lines, last])
        return made

    def _draft(self) -> Draft:
        """Return a draft that speaks to nobody."""
        return Draft(self.c, ["s"], "None", "None", set())

    def _any_end(self, ends: list[tuple[int, core.Value, Parts]]) -> Callable[[State], int]:
        d = self._draft()
        lines = [f"if {d.value(condition)}: return {number}" for number, condition, _ in ends]
        made: Callable[[State], int] = d.function([*lines, "return -1"])
        return made

    def test_ends(self, s: State) -> bool:
        """Test all end conditions; True when the game is over now."""
        number = self._over.get()(s)
        if number >= 0:
            self.finish(s, number)
        return bool(number >= 0)

    def counted(self) -> Check | None:
        """Return the test of the end conditions that ask for positions, behind a turn; None when there are none."""
        ends = [end for end in self.ends if PAST in end[2]]
        if not ends:
            return None
        test = Later(lambda: self._any_end(ends))

        def over(s: State) -> int | None:
            number = test.get()(s)
            if number >= 0:
                self.finish(s, number)
            return OVER if number >= 0 else None

        return over

    def look(self, s: State, triggers: tuple[int, ...]) -> int | None:
        """Test watched triggers in order; all whose condition has become true are due, and the first of them begins.

        The others are due behind it: what its own steps set off comes before them.
        """
        active = s.frames[-1][3]
        waiting = self._waiting(s)
        due: list[int] = []
        seats: list[int | None] = []
        for number in triggers:
            test = self._first if self.watchers[number].once else self._risen
            for seat in test(s, number, active, waiting):
                due.append(number)
                seats.append(seat)
        if not due:
            return None
        self._fire(s, tuple(due), tuple(seats), active)
        return JUMP

    def _risen(self, s: State, number: int, active: int | None, waiting: list[Frame]) -> list[int | None]:
        """Return for whom a condition has become true, and note for whom it holds no longer.

        For who is not in ``who`` it does not hold.
        """
        watcher = self.watchers[number]
        members = watcher.members(s, [0, 0, None, active, *watcher.pads])
        latches, found = s.latches, []
        for seat in members:
            latch = _latch(watcher, seat)
            if not self._holds(s, watcher, seat, active):
                if latches[latch]:
                    latches[latch] = False
                    _strike(waiting, number, seat)
            elif not latches[latch]:
                latches[latch] = True
                found.append(seat)
        if watcher.width > 1 and len(members) < watcher.width:
            for seat in range(watcher.width):
                if latches[watcher.latch + seat] and seat not in members:
                    latches[watcher.latch + seat] = False
                    _strike(waiting, number, seat)
        return found

    def _first(self, s: State, number: int, active: int | None, waiting: list[Frame]) -> list[int | None]:
        """Return for whom, if anybody, a condition holds for the first time in the game.

        Who is due already stays the first, unless it holds no longer before the turn comes.
        """
        watcher = self.watchers[number]
        due = [frame for frame in waiting if number in frame[_TRIGGERS]] if s.latches[watcher.latch] else []
        if s.latches[watcher.latch] and not due:
            return []
        members = watcher.members(s, [0, 0, None, active, *watcher.pads])
        for frame in due:
            seat = frame[_SEATS][frame[_TRIGGERS].index(number)]
            if seat in members and self._holds(s, watcher, seat, active):
                return []
            _strike(due, number, seat)
        first = next(([seat] for seat in members if self._holds(s, watcher, seat, active)), [])
        s.latches[watcher.latch] = bool(first)
        return first

    def _waiting(self, s: State) -> list[Frame]:
        return [frame for frame in s.frames if frame[0] == self.watch_code.number]

    def _fire(self, s: State, triggers: tuple[int, ...], seats: tuple[int | None, ...], active: int | None) -> None:
        """Begin the first of the triggers that are due; a frame below it keeps the others."""
        if len(triggers) > 1:
            rest = self.watch_code.template[:]
            rest[3], rest[_TRIGGERS], rest[_SEATS] = active, triggers[1:], seats[1:]
            s.frames.append(rest)
        watcher = self.watchers[triggers[0]]
        self.begin(s, watcher.trigger, watcher.code, seats[0], active)

    def _holds(self, s: State, watcher: Watcher, seat: int | None, active: int | None) -> bool:
        return bool(watcher.holds(s, [0, 0, seat, active, *watcher.pads]))

    def latch(self, s: State) -> None:
        """Set the latches of triggers whose condition reads hidden things, in a state with other hidden things.

        Whether such a trigger is due would tell what is true, so there it is not.
        """
        hidden = self.journal.wording.secrets.triggers
        tried = s.copy()  # a condition may settle the order of a stack
        active = s.frames[-1][3] if s.frames else None
        waiting = self._waiting(s)
        for number, watcher in enumerate(self.watchers):
            if not watcher.once and watcher.trigger.name in hidden:
                with suppress(RuleError):
                    members = watcher.members(tried, [0, 0, None, active, *watcher.pads])
                    for seat in (None,) if watcher.width == 1 else range(watcher.width):
                        holds = seat in members and self._holds(tried, watcher, seat, active)
                        s.latches[_latch(watcher, seat)] = holds
                        _strike(waiting, number, seat)

    def _go_on(self, s: State, f: Frame) -> int:
        """The operation of the frame that waits below a trigger: begin what is still due."""
        s.frames.pop()
        triggers, seats, active = f[_TRIGGERS], f[_SEATS], f[3]
        while triggers:
            watcher = self.watchers[triggers[0]]
            if seats[0] in watcher.members(s, [0, 0, None, active, *watcher.pads]) and self._holds(
                s, watcher, seats[0], active
            ):
                self._fire(s, triggers, seats, active)
                break
            s.latches[_latch(watcher, seats[0])] = False
            triggers, seats = triggers[1:], seats[1:]
        return JUMP

    def begin(self, s: State, trigger: model.CheckedTrigger, code: Code, seat: int | None, active: int | None) -> None:
        """Begin the steps of a trigger for a member of its ``who``."""
        frame = code.template[:]
        frame[2], frame[3] = seat, active
        self.begin_frame(s, trigger, frame)

    def begin_frame(self, s: State, trigger: model.CheckedTrigger, frame: Frame) -> None:
        """Begin a trigger whose frame is ready."""
        if s.log is not None:
            words = self.journal.wording.paragraph(trigger.name, s, frame)
            seat = frame[2]
            self.journal.add(s, TriggerEvent, trigger=trigger.name, seat=seat, words=words, line=trigger.span.line)
        self.push(s, frame, trigger.span, trigger.depth)

    def arm(self, s: State) -> None:
        """Test all conditions once without firing, after setup."""
        s.armed = True
        for watcher in self.watchers:
            if not watcher.once:
                for seat in watcher.members(s, [0, 0, None, None, *watcher.pads]):
                    if self._holds(s, watcher, seat, None):
                        s.latches[_latch(watcher, seat)] = True


def _strike(waiting: list[Frame], number: int, seat: int | None) -> None:
    """Take a trigger that is due no longer out of the frames that wait."""
    for frame in waiting:
        left = [
            (one, who) for one, who in zip(frame[_TRIGGERS], frame[_SEATS], strict=True) if (one, who) != (number, seat)
        ]
        frame[_TRIGGERS], frame[_SEATS] = tuple(one for one, _ in left), tuple(who for _, who in left)


def _latch(watcher: Watcher, seat: int | None) -> int:
    return watcher.latch + (seat if watcher.width > 1 and seat is not None else 0)


def members_of(looks: Evaluating, who: model.WhoField | None) -> Members:
    """Compile the members of ``who`` in the order in which they are asked; nobody counts as one: None."""
    if who is None:
        return lambda s, f: (None,)
    value = looks.value(who.value)
    if who.start is None:

        def alone(s: State, f: Frame) -> tuple[Any, ...]:
            found = value(s, f)
            return () if found is None else found if type(found) is tuple else (found,)

        return alone
    start, seats = looks.value(who.start), looks.layout.seats

    def around(s: State, f: Frame) -> tuple[Any, ...]:
        first = start(s, f) or 0
        return tuple(sorted(value(s, f), key=lambda seat: (seat - first) % seats))

    return around


__all__ = ["Watching", "clockwise", "members_of"]
