"""Conditions, picks and lets in written order -> the tests that all of them can be passed"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import takewhile
from typing import Any

import attrs

from gamedsl.kernel.builder import number
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.play.alike import named_before
from gamedsl.kernel.lowering.play.combinations import walk_sets
from gamedsl.kernel.lowering.play.costs import Done, pay_bill
from gamedsl.kernel.lowering.values.counting import Counted, walked
from gamedsl.kernel.lowering.values.loops import filter_of, filtered, walk_over, walk_word
from gamedsl.kernel.lowering.values.masks import split
from gamedsl.kernel.lowering.values.registry import lowered, made, single, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.passes.walk import walk as parts_inside
from gamedsl.kernel.program import (
    BOOL,
    Bit,
    Break,
    Choose,
    Declare,
    Entry,
    Expression,
    Has,
    If,
    Name,
    Not,
    Number,
    Operation,
    Read,
    Return,
    Size,
    Statement,
    Type,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_AT_ONCE = 6
"""Picks whose tests are written inside each other; of more the last ones stand in functions."""
_MOST_CALLS = 100
"""Functions that Python calls inside each other without being told."""
_TOGETHER = 16
"""Conditions that are written inside each other."""
_QUICK = 24
"""Nodes of a test that is quicker than to look for pieces that are alike."""
_AT_HAND = (Bit, Choose, Declare, Entry, Has, Name, Not, Number, Operation, Read, Size)
"""Nodes that such tests are made of."""


def passing(b: Lowering, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write the tests of elements in their order, then of a cost, around what is done when all hold."""
    with ExitStack() as inside:
        inside.enter_context(b.within())
        at = 0
        while at < len(elements):
            element = elements[at]
            if isinstance(element, model.PickField):
                inside.enter_context(b.when(_can_be_picked(b, elements[at:], cost)))
                found()
                return
            if isinstance(element, model.LetField):
                one = lowered(b, element.value)
                b.bind(element.slot, one if isinstance(one, Listed | Run) else b.let(one, always=True))
                at += 1
                continue
            whens = list(takewhile(lambda one: isinstance(one, model.When), elements[at:]))
            if len(whens) > _TOGETHER:
                inside.enter_context(b.when(_all_hold(b, whens)))
            else:
                for one in whens:
                    inside.enter_context(b.when(value(b, one.condition)))
            at += len(whens)
        pay_bill(b, cost, found)


def _all_hold(b: Lowering, whens: Sequence[model.When]) -> Expression:
    """Return whether many conditions hold, of which only some stand inside each other."""
    so_far: Expression = number(1)
    for at in range(0, len(whens), _TOGETHER):
        fine = b.variable(number(0), BOOL, "fine")
        with ExitStack() as inside:
            inside.enter_context(b.when(so_far))
            for one in whens[at : at + _TOGETHER]:
                inside.enter_context(b.when(value(b, one.condition)))
            b.assign(fine, number(1))
        so_far = fine
    return so_far


def _can_be_picked(b: Lowering, elements: Sequence[Any], cost: tuple[core.CoreStep, ...]) -> Expression:
    """Return whether the pick with which elements begin has an answer with which all behind it can be passed."""
    functions = b.written.pick_functions
    pick = elements[0]
    if _key(pick) not in functions and sum(isinstance(one, model.PickField) for one in elements) > _AT_ONCE:
        kinds = _kinds_of(b, pick)
        if not any(isinstance(kind, t.ListType) for kind in kinds.values()):
            _make_functions(b, elements, cost, kinds)
    if _key(pick) not in functions:
        return _some(b, pick, elements[1:], cost)
    name, taken = functions[_key(pick)]
    return b.call(name, b.scope.you, b.scope.active, *[single(b, b.scope.slots[slot]) for slot in taken])


def _key(pick: model.PickField) -> tuple[int, int]:
    return pick.question, pick.part


def _kinds_of(b: Lowering, pick: model.PickField) -> dict[int, t.Type]:
    """Return the types of what the action of a pick holds, by places."""
    action = b.game.actions[b.game.questions[pick.question].paragraph]
    kinds = dict(enumerate(action.params))
    for element in action.elements:
        if isinstance(element, model.PickField):
            kinds[element.slot] = model.kind_picked(element)
        elif isinstance(element, model.LetField):
            kinds[element.slot] = element.value.type
    return kinds


def _make_functions(
    b: Lowering, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], kinds: Mapping[int, t.Type]
) -> None:
    """Make functions of what ``_some`` writes of picks; the last ones first, so that none is begun inside another."""
    seats = seats_type(b)
    read, picks = _read(cost), 0
    for at in range(len(elements) - 1, -1, -1):
        element = elements[at]
        read |= _read([element])
        if isinstance(element, model.When):
            continue
        read.discard(element.slot)
        if not isinstance(element, model.PickField):
            continue
        if element.many is not None:
            read |= set(kinds)  # what has been named before is asked for as well
        picks += 1
        if picks <= _AT_ONCE:
            continue
        taken = sorted(read - {one.slot for one in elements[at:] if not isinstance(one, model.When)})
        given: list[tuple[str, Type]] = [("you", seats), ("active", seats)]
        given += [(f"a{slot}", b.type_of(kinds[slot])) for slot in taken]

        def write(found: list[Expression], at: int = at, taken: list[int] = taken) -> None:
            with b.within(you=found[0], active=found[1], slots=dict(zip(taken, found[2:], strict=True))):
                b.emit(Return(_some(b, elements[at], elements[at + 1 :], cost)))

        name = f"picked.{element.question}.{element.part}"
        b.function(name, given, BOOL, write)
        b.written.pick_functions[_key(element)] = name, taken
    b.program.deep |= picks > _MOST_CALLS


def _read(nodes: Sequence[Any]) -> set[int]:
    return {one.slot for one in walk(*nodes) if isinstance(one, core.Local)}


def _some(b: Lowering, pick: model.PickField, elements: Sequence[Any], cost: tuple[core.CoreStep, ...]) -> Expression:
    """Return whether a pick has an answer with which everything behind it can be passed."""
    some = b.variable(number(0), BOOL, "some")
    tested = pick

    def look(found: Lowered) -> None:
        with b.within():
            b.bind(pick.slot, found)
            completing(b, tested, elements, cost, lambda: b.assign(some, number(1)))
        b.emit(If(some, (Break(),)))

    if pick.many is None:
        weight = b.layout.loads.picked(pick, elements, cost)
        counted = (pick.span, weight) if weight else None
        one_by_one = counted is not None and filter_of(pick.domain) is not None
        cut = None if one_by_one else cut_out(b, pick, elements, counted)
        if cut is None:
            walk_over(b, pick.domain, look, counted)
        else:
            tested, elements = cut.pick, cut.elements
            walk_word(b, cut.word, cut.base, look)
    else:
        walk_sets(b, pick, named_before(b, pick), look)
    return some


@attrs.frozen
class Cut:
    """The answers to a pick that pass all tests that a word can tell, counted from ``base``, and what is left of it."""

    word: Expression
    base: int
    pick: Any
    elements: Sequence[Any]


def cut_out(b: Lowering, pick: Any, elements: Sequence[Any], counted: Counted | None) -> Cut | None:
    """Return the answers to a pick as a word, as far as words can tell; None where they tell nothing."""
    kind = pick.domain.type
    if not isinstance(kind, t.SetType) or isinstance(kind.item, t.NothingType | t.MaybeType):
        return None
    tests, left = [] if pick.condition is None else [pick.condition], list(elements)
    while left and isinstance(left[0], model.When):
        tests.append(left.pop(0).condition)
    body: list[Statement] = []
    passed_ = 0
    with b.into(body):
        whole = filtered(b, pick.domain)
        found = made(b, pick.domain) if whole is None else whole
        if isinstance(found, Listed | Run):
            return None
        if counted is not None:
            found = walked(b, counted, b.let(found))
        for test in tests:
            found, rest = split(b, found, [test], pick.slot, kind.item)
            if rest:
                break
            passed_ += 1
    if not passed_ and (whole is None or counted is not None):
        return None
    b.emit(*body)
    rest_of = elements[passed_ - (pick.condition is not None) :] if passed_ else elements
    return Cut(found, b.base(kind.item), attrs.evolve(pick, condition=None) if passed_ else pick, rest_of)


def quickly(b: Lowering, pick: Any, elements: Sequence[Any], answer: Expression, found: Done) -> None:
    """Write those first tests behind an answer to a pick that are a few comparisons, around what is done then."""
    tests = [] if pick.condition is None else [pick.condition]
    with ExitStack() as inside:
        inside.enter_context(b.within())
        b.bind(pick.slot, answer)
        for element in (*tests, *elements):
            body: list[Statement] = []
            if isinstance(element, model.PickField):
                break
            is_let = isinstance(element, model.LetField)
            with b.into(body):
                value_ = element.value if is_let else element.condition if isinstance(element, model.When) else element
                one = lowered(b, value_)
            if isinstance(one, Listed | Run) or not _is_quick(body, one):
                break
            b.emit(*body)
            if is_let:
                b.bind(element.slot, one)
            else:
                inside.enter_context(b.when(one))
        found()


def _is_quick(body: Sequence[Statement], one: Expression) -> bool:
    nodes = [*parts_inside([*body, one])]
    return len(nodes) <= _QUICK and all(isinstance(x, _AT_HAND) for x in nodes)


def completing(b: Lowering, pick: Any, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write what is tested behind an answer to a pick."""
    condition = number(1) if pick.condition is None else value(b, pick.condition)
    with b.when(condition):
        passing(b, elements, cost, found)
