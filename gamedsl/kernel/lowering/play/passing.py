"""Conditions, picks and lets in written order -> the tests that all of them can be passed"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.play.alike import named_before
from gamedsl.kernel.lowering.play.combinations import walk_sets
from gamedsl.kernel.lowering.play.costs import Done, pay_bill
from gamedsl.kernel.lowering.values.counting import Counted, walked
from gamedsl.kernel.lowering.values.loops import filtered, walk_over, walk_word
from gamedsl.kernel.lowering.values.masks import mask
from gamedsl.kernel.lowering.values.registry import lowered, made, value
from gamedsl.kernel.making import combine, number
from gamedsl.kernel.program import BOOL, Break, Expression, If
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def passing(b: Lowering, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write the tests of elements in their order, then of a cost, around what is done when all hold."""
    if not elements:
        pay_bill(b, cost, found)
        return
    element, rest = elements[0], elements[1:]
    if isinstance(element, model.When):
        with b.when(value(b, element.condition)):
            passing(b, rest, cost, found)
    elif isinstance(element, model.LetField):
        one = lowered(b, element.value)
        with b.within():
            b.bind(element.slot, one if isinstance(one, Listed | Run) else b.let(one, always=True))
            passing(b, rest, cost, found)
    else:
        some = _some(b, element, rest, cost)
        with b.when(some):
            found()


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
        cut = None if weight else cut_out(b, pick, elements, None)
        if cut is None:
            walk_over(b, pick.domain, look, (pick.span, weight) if weight else None)
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
    found: Expression | None = None
    passed_ = 0
    for test in tests:
        one = mask(b, test, pick.slot, kind.item)
        if one is None:
            break
        found, passed_ = one if found is None else combine("&", found, one), passed_ + 1
    whole = filtered(b, pick.domain) if found is not None or counted is None else None
    if found is None and whole is None:
        return None
    inside = made(b, pick.domain) if whole is None else whole
    if isinstance(inside, Listed):
        return None
    if counted is not None:
        inside = walked(b, counted, b.let(inside))
    rest = elements[passed_ - (pick.condition is not None) :] if passed_ else elements
    own = attrs.evolve(pick, condition=None) if passed_ else pick
    return Cut(inside if found is None else combine("&", inside, found), b.base(kind.item), own, rest)


def completing(b: Lowering, pick: Any, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write what is tested behind an answer to a pick."""
    condition = number(1) if pick.condition is None else value(b, pick.condition)
    with b.when(condition):
        passing(b, elements, cost, found)
