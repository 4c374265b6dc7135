"""A metric of a rule file -> statements that measure it, for printers of other languages

What is measured is listed by ``Append``, four numbers each: the number of the metric, the seat that it was measured for
(-1: nobody), whether it could be worked out, and what it is. Whoever prints them lets them run on copies of states.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.builder import bit, choose, compare, number, opposite, word
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.steps.paragraphs import trigger_kinds
from gamedsl.kernel.lowering.values.loops import for_seats
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import BOOL, Append, Expression, Int, Name, Parameter, Statement, Try, Word
from gamedsl.kernel.queries.compiler import Told
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

NUMBERS = 4
"""Numbers for each time that something is measured."""


def parameters(b: Lowering, metric: model.Metric) -> tuple[Parameter, ...]:
    """Return what a note of a metric gives: ``you``, ``active`` and what it takes over.

    Raise NotLoweredError for a list.
    """
    kinds = trigger_kinds(b, metric) if metric.follows else []
    if any(isinstance(kind, t.ListType) for kind in kinds):
        raise NotLoweredError("a metric that takes a list over", "measure something else of it")
    seats = [Parameter(name, seats_type(b)) for name in ("you", "active")]
    return (*seats, *[Parameter(f"taken{at}", b.type_of(kind)) for at, kind in enumerate(kinds)])


def write_measuring(b: Lowering, at: int, metric: model.Metric) -> list[Told]:
    """Write the measuring of metric number ``at``, for all whom it speaks to."""
    taken = {slot: Name(one.name, one.type) for slot, one in enumerate(parameters(b, metric)[2:])}
    with b.within(slots=taken):
        if metric.who is None:
            _measure(b, at, metric, b.scope.you)
            return []
        among, first, known = (b.variable(*one) for one in _unknown(b))
        body: list[Statement] = []
        with b.into(body):
            b.assign(among, _members(b, metric.who))
            if metric.who.start is not None:
                start = b.let(value(b, metric.who.start), always=True)
                b.assign(first, narrowed(choose(compare("<", start, 0), number(0), start), 0, b.seats - 1))
            b.assign(known, number(1))
        b.emit(Try(tuple(body), _row(at, number(NOBODY))))
        with b.when(compare("=", known, 1)):
            for_seats(b, among, first, lambda seat: _measure(b, at, metric, _plain(seat)))
    return []


def _unknown(b: Lowering) -> Sequence[tuple[Expression, Int | Word]]:
    return (word(0, b.seats), Word(b.seats)), (number(0), Int(0, b.seats - 1)), (number(0), BOOL)


def _members(b: Lowering, who: model.WhoField) -> Expression:
    found = b.let(value(b, who.value), always=True)
    if isinstance(who.value.type, t.SetType):
        return found
    alone = bit(narrowed(found, 0, b.seats - 1), b.seats)
    return choose(compare(">=", found, 0), alone, word(0, b.seats))


def _measure(b: Lowering, at: int, metric: model.Metric, seat: Expression) -> None:
    """Write what is measured for one seat: nothing where a condition does not hold."""
    told = seat if metric.has_you else number(NOBODY)
    body: list[Statement] = []
    with b.into(body), b.within(you=seat):
        _elements(b, at, metric, 0, told)
    b.emit(Try(tuple(body), _row(at, told)))


def _elements(b: Lowering, at: int, metric: model.Metric, element: int, told: Expression) -> None:
    if element == len(metric.elements):
        kind = metric.worth.type
        found = b.let(_plain(lowered(b, metric.worth)), always=True)
        b.emit(*_row(at, told, opposite(b.is_none(found, kind)), found))
        return
    one = metric.elements[element]
    if isinstance(one, model.LetField):
        named = lowered(b, one.value)
        b.bind(one.slot, named if isinstance(named, Listed | Run) else b.let(named, always=True))
        _elements(b, at, metric, element + 1, told)
        return
    with b.when(value(b, one.condition)):
        _elements(b, at, metric, element + 1, told)


def _row(
    at: int, told: Expression, is_there: Expression | None = None, found: Expression | None = None
) -> tuple[Statement, ...]:
    return tuple(Append(one) for one in (number(at), told, is_there or number(0), found or number(0)))


def _plain(found: Lowered) -> Expression:
    assert not isinstance(found, Listed | Run)
    return found
