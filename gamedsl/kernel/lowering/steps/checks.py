"""What is tested behind steps: ends and watched triggers that may have changed -> statements and functions"""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.kernel.builder import both, compare, has, minus, number, opposite, plus
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.steps.latches import _each_seat, _first_time, _risen, holds, members
from gamedsl.kernel.lowering.steps.lines import is_changed, test_changed
from gamedsl.kernel.lowering.steps.paragraphs import call_paragraph, key_of
from gamedsl.kernel.lowering.trace_points import LOG, Told, on_card, trigger_told
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.lowering.watching import MOST_DUE, WATCHED
from gamedsl.kernel.program import BOOL, Break, Do, Expression, For, Halt, If, Int, Name, Return, Statement, While
from gamedsl.semantics import core
from gamedsl.semantics.core import model

_FEW_ENDS = 8
"""Ends that are tested where a step stands; more have a function of their own."""


def needs_check(b: Lowering, *parts: str) -> bool:
    """Tell whether something is tested behind a step that writes these."""
    ends, triggers = concerned(b, *parts)
    return bool(ends or triggers or b.facts.watching.active_mask)


def concerned(b: Lowering, *parts: str) -> tuple[list[tuple[int, core.Value]], tuple[int, ...]]:
    """Return the ends and triggers that read what a step writes."""
    return b.facts.watching.concerned(frozenset(parts))


def may_wait(b: Lowering, *parts: str) -> bool:
    """Tell whether a trigger that waits may be set off behind a step that writes these."""
    return any(_waits(b, at) for at in _every(b, concerned(b, *parts)[1]))


def may_wait_at(b: Lowering, triggers: tuple[int, ...]) -> bool:
    """Tell whether one of these triggers, or of those that a change of turns concerns, waits."""
    return any(_waits(b, at) for at in _every(b, triggers))


def may_wait_at_turn(b: Lowering) -> bool:
    """Tell whether a trigger that waits may be set off as a turn begins."""
    return any(_waits(b, at) for at in b.facts.watching.at_turns())


def is_watched(b: Lowering) -> Expression:
    """Return whether what a step changes is tested at once: not before play, nor while all decide together."""
    if not b.facts.all_at_once:
        return b.read("armed") if b.scope.armed is None else number(1)
    return compare("=", b.read("armed"), WATCHED)


def _waits(b: Lowering, at: int) -> bool:
    return key_of("trigger", b.facts.watching.triggers[at].name) in b.waiting


def _every(b: Lowering, triggers: tuple[int, ...]) -> tuple[int, ...]:
    """Return these triggers, and those that a change of turns may have concerned before, in their order."""
    mask = b.facts.watching.active_mask
    return tuple(at for at in range(len(b.facts.watching.triggers)) if at in triggers or mask >> at & 1)


def check(b: Lowering, *parts: str) -> None:
    """Write the tests behind a step; in a function, where no trigger can wait."""
    if b.scope.at_once:
        return
    if b.deferred is not None:
        b.deferred.append(parts)
        return
    if b.scope.armed is False or not needs_check(b, *parts):
        return
    with b.when(is_watched(b)):
        ends, triggers = concerned(b, *parts)
        test_ends(b, ends)
        fire(b, triggers)


def test_ends(b: Lowering, ends: list[tuple[int, core.Value]]) -> None:
    """Write the tests of some ends; very many behind every step would make a program that nobody can look through."""
    if len(ends) > _FEW_ENDS:
        name = f"ends.{_numbered(b, tuple([at for at, _ in ends]))}"
        b.emit(Do(b.call(b.function(name, [], None, lambda _: _test_each(b, ends)))))
    else:
        _test_each(b, ends)


def _test_each(b: Lowering, ends: list[tuple[int, core.Value]]) -> None:
    for at, condition in ends:
        name = f"end.{at}"

        def write(_: list[Expression], at: int = at, condition: core.Value = condition) -> None:
            if is_changed(b, at):
                test_changed(b, at, condition)
            else:
                b.emit(Return(value(b, condition)))

        b.function(name, [], Int(0, 1), write)
        with b.when(b.call(name)):
            b.emit(Do(b.call("finish", number(at))), Halt())


def _numbered(b: Lowering, tested: tuple[int, ...]) -> int:
    """Return the number of a set of ends or triggers that are tested together: names of many would be long."""
    sets = b.written.test_sets
    return sets.setdefault(tested, len(sets))


def fire(b: Lowering, triggers: tuple[int, ...]) -> None:
    """Write the tests of triggers: all that are due are carried out one after the other."""
    found = b.facts.watching
    if not triggers and not found.active_mask:
        return
    if found.active_mask:
        pending = b.read("pending")
        late = b.let(pending, always=True)
        b.store("pending", 0)
        with b.when(compare("!=", late, 0)):
            _fire_all(b, _every(b, triggers))
        if triggers:
            with b.when(compare("=", late, 0)):
                _fire_all(b, triggers)
        return
    _fire_all(b, triggers)


def _fire_all(b: Lowering, triggers: tuple[int, ...]) -> None:
    if any(_waits(b, at) for at in triggers):
        raise TypeError("a trigger waits where nothing may wait")
    name = f"look.{_numbered(b, triggers)}"

    def write(given: list[Expression]) -> None:
        fired = look_for(b, triggers, given[0])[0]
        with b.when(opposite(fired)):
            b.emit(Return(None))
        _carry_out(b, triggers, given[0])

    b.function(name, [("active", Int(NOBODY, b.seats - 1))], None, write)
    on_card(b)
    b.emit(Do(b.call(name, b.scope.active)))


def look_for(
    b: Lowering, triggers: tuple[int, ...], active: Expression | None = None
) -> tuple[Expression, tuple[int, ...]]:
    """Write the test whose condition has become true: that is due, one level deeper than what is carried out.

    Return whether anything is, and the triggers that were tested. Without ``active`` those that a change of turns has
    concerned are tested, too.
    """
    every, late = triggers, None
    if active is None:
        every, active = _every(b, triggers), b.scope.active
        if b.facts.watching.active_mask:
            late = b.let(b.read("pending"), always=True)
            b.store("pending", 0)
    name = f"due.{_numbered(b, triggers)}" + ("" if late is None else ".late")
    parameters = [
        ("active", Int(NOBODY, b.seats - 1)),
        *([] if late is None else [("late", Int(0, b.facts.watching.late))]),
    ]

    def write(given: list[Expression]) -> None:
        _look(b, (triggers, every), given[0], given[1] if late is not None else None)

    b.function(name, parameters, BOOL, write)
    return b.let(b.call(name, active, *([] if late is None else [late])), always=True), every


def _look(
    b: Lowering, tested: tuple[tuple[int, ...], tuple[int, ...]], active: Expression, late: Expression | None
) -> None:
    """Write the body of a test: whose condition has become true is due."""
    triggers, every = tested
    found = b.facts.watching
    count = b.variable(number(0), Int(0, MOST_DUE), "n")
    level = b.let(plus(b.read("due.level"), 1), always=True)
    for at in every:
        wanted: Expression = number(1)
        if late is not None and at not in triggers:
            wanted = compare("!=", late, 0)
        with b.when(wanted):
            if found.triggers[at].once is not None:
                _first_time(b, at, active, level, count)
            else:
                _risen(b, at, active, level, count)
    with b.when(compare("=", count, 0)):
        b.emit(Return(number(0)))
    b.store("due.level", level)
    b.emit(Return(number(1)))


def _carry_out(b: Lowering, triggers: tuple[int, ...], active: Expression) -> None:
    """Write that what is due at this level begins, one after the other, as far as it still holds then."""
    found = b.facts.watching
    with b.aside(LOG):
        card = b.note(LOG, Told("which card"), result="card")
    level = b.let(b.read("due.level"), always=True)
    which = b.variable(number(0), Int(-1, found.latches), "which")
    body: list[Statement] = []
    with b.into(body):
        b.assign(which, next_due(b, triggers))
        b.emit(If(compare("<", which, 0), (Break(),)))
        for at in triggers:
            first, width = found.first[at], found.width[at]
            mine = both(compare(">=", which, first), compare("<", which, first + width))
            with b.when(mine):
                _begin(b, at, minus(which, first), active, (card, level))
    b.emit(While(number(1), tuple(body)))
    b.store("due.level", minus(b.read("due.level"), 1))


def next_due(b: Lowering, triggers: tuple[int, ...] = ()) -> Expression:
    """Return the latch that is due first at the level of now, and is due no more; -1 for none.

    ``triggers``: those that may be due at this level; without them any may be.
    """
    found = b.facts.watching
    latches = found.latches

    def write(_: list[Expression]) -> None:
        which = b.variable(number(-1), Int(-1, latches), "which")
        best = b.variable(number(MOST_DUE), Int(0, MOST_DUE), "best")
        level = b.let(b.read("due.level"), always=True)
        for first, end in _stretches([(found.first[at], found.width[at]) for at in triggers]) or [(0, latches)]:
            j = Name(b.temp("j"), Int(first, max(first, end - 1)))
            look: list[Statement] = []
            with b.into(look):
                due = both(compare("=", b.read("due", j), level), compare("<", b.read("due.order", j), best))
                with b.when(due):
                    b.assign(best, b.read("due.order", j))
                    b.assign(which, j)
            b.emit(For(j.name, j.type, number(first), number(end), tuple(look)))
        with b.when(compare(">=", which, 0)):
            b.store("due", 0, narrowed(which, 0, max(0, latches - 1)))
        b.emit(Return(which))

    name = f"next due.{_numbered(b, triggers)}" if triggers else "next due"
    b.function(name, [], Int(-1, latches), write)
    return b.call(name)


def _stretches(latches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where stretches of latches without gaps begin and end; they are given with how many each trigger has."""
    found: list[tuple[int, int]] = []
    for first, width in sorted(latches):
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], first + width
        else:
            found.append((first, first + width))
    return found


def due_seat(b: Lowering, at: int, place: Expression) -> Expression:
    """Return whom a trigger that is due asks; ``place``: its latch among its own."""
    trigger = b.facts.watching.triggers[at]
    if trigger.who is None:
        return number(NOBODY)
    seat = b.read(f"due.seat.{trigger.name}") if trigger.once is not None else narrowed(place, 0, b.seats - 1)
    return b.let(seat, always=True)


def still_holds(b: Lowering, at: int, seat: Expression, active: Expression) -> Expression:
    """Return whether what was due holds when its turn has come."""
    trigger = b.facts.watching.triggers[at]
    member: Expression = number(1)
    if trigger.who is not None:
        member = has(members(b, at, active), narrowed(seat, 0, b.seats - 1))
    return both(member, holds(b, trigger, seat, active))


def _begin(b: Lowering, at: int, place: Expression, active: Expression, around: tuple[Expression, Expression]) -> None:
    found = b.facts.watching
    trigger = found.triggers[at]
    seat = due_seat(b, at, place)

    def run() -> None:
        with b.within(active=active):
            trigger_told(b, trigger, seat, (), around)
        run_trigger(b, trigger, seat, active)

    b.branch(
        still_holds(b, at, seat, active),
        run,
        lambda: b.store("latch", 0, plus(place, found.first[at])),
    )


def run_trigger(
    b: Lowering, trigger: model.CheckedTrigger, seat: Expression, active: Expression, *given: Expression
) -> None:
    """Write the call of a trigger in which nothing waits."""
    call_paragraph(b, "trigger", trigger.name, (seat, active, *given))


def arm(b: Lowering) -> None:
    """Write the test of all conditions after setup, without firing."""
    found = b.facts.watching
    b.store("armed", WATCHED)
    nobody = number(NOBODY)
    for at, trigger in enumerate(found.triggers):
        if trigger.once is not None:
            continue
        first = found.first[at]
        if trigger.who is None:
            b.store("latch", holds(b, trigger, nobody, nobody), first)
            continue
        among = members(b, at, nobody)

        def look(seat: Expression, trigger: model.CheckedTrigger = trigger, first: int = first) -> None:
            with b.when(has(among, seat)):  # noqa: B023
                b.store("latch", holds(b, trigger, seat, nobody), plus(seat, first))

        _each_seat(b, look)
