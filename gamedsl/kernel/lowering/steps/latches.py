"""For whom the condition of a trigger has become true, or holds for the first time -> statements"""

from __future__ import annotations

from gamedsl.kernel.builder import bit, both, choose, compare, has, number, opposite, plus, word
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.values.loops import for_seats
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.lowering.watching import MOST_DUE
from gamedsl.kernel.program import Expression, For, Int, Name, Return, Statement
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def make_latches(b: Lowering) -> None:
    """Make the fields of watched triggers."""
    watching = b.facts.watching
    b.field("latch", watching.latches, Int(0, 1))
    b.field("due", watching.latches, Int(0, MOST_DUE))
    b.field("due.order", watching.latches, Int(0, MOST_DUE))
    b.program.under["due.order"] = "due", 0
    b.field("due.level", 1, Int(0, 1 << 12))
    b.field("pending", 1, Int(0, watching.late))


def members(b: Lowering, at: int, active: Expression) -> Expression:
    """Return the members of ``who`` as a word; with whom they begin is asked for, too, and may not be there."""
    trigger = b.facts.watching.triggers[at]
    found = who_members(b, trigger, number(NOBODY), active)
    if trigger.who is not None and trigger.who.start is not None:
        with b.within(you=number(NOBODY), active=active):
            value(b, trigger.who.start)
    return found


def who_members(b: Lowering, trigger: model.CheckedTrigger, you: Expression, active: Expression) -> Expression:
    """Return the members of ``who`` of a trigger as a word."""
    who = trigger.who
    assert who is not None
    with b.within(you=you, active=active):
        found = value(b, who.value)
        if isinstance(who.value.type, t.SetType):
            return b.let(found, always=True)
        found = b.let(found)
        there = compare(">=", found, 0)
        return b.let(choose(there, bit(narrowed(found, 0, b.seats - 1), b.seats), word(0, b.seats)), always=True)


def holds(b: Lowering, trigger: model.CheckedTrigger, seat: Expression, active: Expression) -> Expression:
    """Return whether the condition of a watched trigger holds for a seat."""
    name = f"holds.{trigger.name}"
    seats = Int(NOBODY, b.seats - 1)

    def write(given: list[Expression]) -> None:
        with b.within(you=given[0], active=given[1]):
            nodes = [when.condition for when in trigger.whens]
            nodes += [] if trigger.once is None else [trigger.once]
            for node in nodes:
                with b.when(opposite(value(b, node))):
                    b.emit(Return(number(0)))
            b.emit(Return(number(1)))

    b.function(name, [("you", seats), ("active", seats)], Int(0, 1), write)
    return b.call(name, seat, active)


def _risen(b: Lowering, at: int, active: Expression, level: Expression, count: Name) -> None:
    """Write for whom a condition has become true; for whom it holds no longer it is noted."""
    found = b.facts.watching
    trigger, first = found.triggers[at], found.first[at]
    if trigger.who is None:
        _test_seat(b, at, number(NOBODY), number(first), (active, level, count))
        return
    among = members(b, at, active)

    def look(seat: Expression) -> None:
        _test_seat(b, at, seat, plus(seat, first), (active, level, count))

    _in_order(b, trigger, among, active, look)
    _each_seat(b, lambda seat: _unless_member(b, among, seat, plus(seat, first)))


def _each_seat(b: Lowering, work: object) -> None:
    one = Name(b.temp("j"), Int(0, b.seats - 1))
    body: list[Statement] = []
    with b.into(body):
        work(one)  # type: ignore[operator]
    b.emit(For(one.name, one.type, number(0), number(b.seats), tuple(body)))


def _unless_member(b: Lowering, among: Expression, seat: Expression, latch: Expression) -> None:
    with b.when(both(b.read("latch", latch), opposite(has(among, seat)))):
        b.store("latch", 0, latch)
        b.store("due", 0, latch)


def _in_order(b: Lowering, trigger: model.CheckedTrigger, among: Expression, active: Expression, work: object) -> None:
    """Write a loop through members in the order in which they are asked."""
    who = trigger.who
    assert who is not None
    start: Expression = number(0)
    if who.start is not None:
        with b.within(you=number(NOBODY), active=active):
            start = b.let(value(b, who.start))
        start = choose(compare("<", start, 0), number(0), start)
    for_seats(b, among, b.let(start), work)  # type: ignore[arg-type]


def _test_seat(
    b: Lowering, at: int, seat: Expression, latch: Expression, around: tuple[Expression, Expression, Name]
) -> None:
    active, level, count = around
    trigger = b.facts.watching.triggers[at]
    latch = b.let(latch)

    def now() -> None:
        with b.when(opposite(b.read("latch", latch))):
            b.store("latch", 1, latch)
            b.store("due", level, latch)
            b.assign(count, narrowed(plus(count, 1), 0, MOST_DUE))
            b.store("due.order", count, latch)

    def no_more() -> None:
        with b.when(b.read("latch", latch)):
            b.store("latch", 0, latch)
            b.store("due", 0, latch)

    b.branch(holds(b, trigger, seat, active), now, no_more)


def _first_time(b: Lowering, at: int, active: Expression, level: Expression, count: Name) -> None:
    """Write for whom a condition holds for the first time; who is due stays so while it holds."""
    found = b.facts.watching
    trigger, latch = found.triggers[at], found.first[at]
    seats = Int(NOBODY, b.seats - 1)
    name = f"due.seat.{trigger.name}"
    b.field(name, 1, seats)
    b.program.under[name] = "due", latch
    done = b.let(both(b.read("latch", latch), compare("=", b.read("due", latch), 0)), always=True)

    def look() -> None:
        among = None if trigger.who is None else members(b, at, active)
        there = b.read(name)
        still = b.variable(number(0), Int(0, 1))
        with b.when(compare("!=", b.read("due", latch), 0)):
            member = number(1) if among is None else has(among, narrowed(there, 0, b.seats - 1))
            with b.when(both(member, holds(b, trigger, there, active))):
                b.assign(still, number(1))
            with b.when(opposite(still)):
                b.store("due", 0, latch)
        with b.when(opposite(still)):
            b.store("latch", 0, latch)

            def test(seat: Expression) -> None:
                fresh = both(opposite(b.read("latch", latch)), holds(b, trigger, seat, active))
                with b.when(fresh):
                    b.store("latch", 1, latch)
                    b.store("due", level, latch)
                    b.assign(count, narrowed(plus(count, 1), 0, MOST_DUE))
                    b.store("due.order", count, latch)
                    b.store(name, seat)

            if among is None:
                test(number(NOBODY))
            else:
                _in_order(b, trigger, among, active, test)

    with b.when(opposite(done)):
        look()
