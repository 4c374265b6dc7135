"""What is tested behind steps: ends and watched triggers that may have changed -> statements and functions"""

from __future__ import annotations

from gamedsl.kernel.lowering.context import NOBODY, Lowering, NotLoweredError
from gamedsl.kernel.lowering.notes import LOG, Told, on_card, trigger_told
from gamedsl.kernel.lowering.steps.latches import _each_seat, _first_time, _risen, holds, members
from gamedsl.kernel.lowering.steps.paragraphs import call_paragraph
from gamedsl.kernel.lowering.steps.watching import MOST_DUE, watching
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.making import arithmetic, both, compare, has, minus, number, plus
from gamedsl.kernel.program import Break, Do, Expression, For, Halt, If, Int, Name, Return, Statement, While
from gamedsl.semantics import core
from gamedsl.semantics.core import model


def needs_check(b: Lowering, *parts: str) -> bool:
    """Tell whether something is tested behind a step that writes these."""
    ends, triggers = watching(b).concerned(frozenset(parts))
    return bool(ends or triggers or watching(b).active_mask)


def check(b: Lowering, *parts: str) -> None:
    """Write the tests behind a step; in a function, where no trigger can wait."""
    if b.scope.armed is False or not needs_check(b, *parts):
        return
    with b.when(b.read("armed") if b.scope.armed is None else number(1)):
        ends, triggers = watching(b).concerned(frozenset(parts))
        test_ends(b, ends)
        fire(b, triggers)


def test_ends(b: Lowering, ends: list[tuple[int, core.Value]]) -> None:
    """Write the tests of some ends."""
    for at, condition in ends:
        name = f"end.{at}"

        def write(_: list[Expression], condition: core.Value = condition) -> None:
            b.emit(Return(value(b, condition)))

        b.function(name, [], Int(0, 1), write)
        with b.when(b.call(name)):
            b.emit(Do(b.call("finish", number(at))), Halt())


def fire(b: Lowering, triggers: tuple[int, ...]) -> None:
    """Write the tests of triggers: all that are due are carried out one after the other."""
    found = watching(b)
    if not triggers and not found.active_mask:
        return
    mask: Expression = number(sum(1 << at for at in triggers))
    if found.active_mask:
        pending = b.read("pending")
        late = b.let(pending, always=True)
        b.store("pending", 0)
        with b.when(compare("!=", late, 0)):
            _fire_all(b, triggers, late)
        if triggers:
            with b.when(compare("=", late, 0)):
                _fire_all(b, triggers, None)
        return
    _ = mask
    _fire_all(b, triggers, None)


def _fire_all(b: Lowering, triggers: tuple[int, ...], late: Expression | None) -> None:
    waiting: frozenset[str] = b.shared.get("waiting", frozenset())
    name = "look." + "_".join(str(one) for one in triggers) + ("" if late is None else ".late")
    every = triggers if late is None else tuple(range(len(watching(b).triggers)))
    if any(watching(b).triggers[at].name in waiting for at in every):
        raise NotLoweredError("a trigger that waits")
    parameters = [("active", Int(NOBODY, b.seats - 1)), *([] if late is None else [("late", Int(0, 1 << 62))])]

    def write(given: list[Expression]) -> None:
        _look(b, triggers, given[0], given[1] if late is not None else None)

    b.function(name, parameters, None, write)
    on_card(b)
    b.emit(Do(b.call(name, b.scope.active, *([] if late is None else [late]))))


def _look(b: Lowering, triggers: tuple[int, ...], active: Expression, late: Expression | None) -> None:
    """Write the body of a test: whose condition has become true is due; then all that are due begin in order."""
    found = watching(b)
    count = b.variable(number(0), Int(0, MOST_DUE), "n")
    level = b.let(plus(b.read("due.level"), 1), always=True)
    every = triggers if late is None else tuple(range(len(found.triggers)))
    for at in every:
        wanted: Expression = number(1)
        if late is not None and at not in triggers:
            wanted = _has_bit(late, at)
        with b.when(wanted):
            if found.triggers[at].once is not None:
                _first_time(b, at, active, level, count)
            else:
                _risen(b, at, active, level, count)
    with b.when(compare("=", count, 0)):
        b.emit(Return(None))
    b.store("due.level", level)
    _carry_out(b, every, active, level)
    b.store("due.level", minus(level, 1))


def _has_bit(found: Expression, at: int) -> Expression:
    shifted = arithmetic("/", found, number(1 << at))
    return compare("=", arithmetic("mod", shifted, number(2)), 1)


def _carry_out(b: Lowering, triggers: tuple[int, ...], active: Expression, level: Expression) -> None:
    """Write that what is due at this level begins, one after the other, as far as it still holds then."""
    found = watching(b)
    latches = found.latches
    with b.aside(LOG):
        card = b.note(LOG, Told("which card"), result="card")
    which = b.variable(number(0), Int(-1, latches), "which")
    body: list[Statement] = []
    with b.into(body):
        best = b.variable(number(MOST_DUE), Int(0, MOST_DUE), "best")
        b.assign(which, number(-1))
        j = Name(b.temp("j"), Int(0, max(0, latches - 1)))
        look: list[Statement] = []
        with b.into(look):
            due = both(compare("=", b.read("due", j), level), compare("<", b.read("due.order", j), best))
            with b.when(due):
                b.assign(best, b.read("due.order", j))
                b.assign(which, j)
        b.emit(For(j.name, j.type, number(0), number(latches), tuple(look)))
        b.emit(If(compare("<", which, 0), (Break(),)))
        b.store("due", 0, which)
        for at in triggers:
            first, width = found.first[at], found.width[at]
            mine = both(compare(">=", which, first), compare("<", which, first + width))
            with b.when(mine):
                _begin(b, at, minus(which, first), active, (card, level))
    b.emit(While(number(1), tuple(body)))


def _begin(b: Lowering, at: int, place: Expression, active: Expression, around: tuple[Expression, Expression]) -> None:
    found = watching(b)
    trigger = found.triggers[at]
    seat: Expression = number(NOBODY)
    member: Expression = number(1)
    if trigger.who is not None:
        seat = b.read(f"due.seat.{trigger.name}") if trigger.once is not None else narrowed(place, 0, b.seats - 1)
        seat = b.let(seat, always=True)
        member = has(members(b, at, active), narrowed(seat, 0, b.seats - 1))

    def run() -> None:
        with b.within(active=active):
            trigger_told(b, trigger, seat, (), around)
        run_trigger(b, trigger, seat, active)

    b.branch(
        both(member, holds(b, trigger, seat, active)),
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
    found = watching(b)
    b.store("armed", 1)
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
