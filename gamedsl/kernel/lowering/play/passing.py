"""Conditions, picks and lets in written order -> the tests that all of them can be passed"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.play.alike import named_before
from gamedsl.kernel.lowering.play.combinations import walk_sets
from gamedsl.kernel.lowering.play.costs import Done, pay_bill
from gamedsl.kernel.lowering.values.loops import walk_over
from gamedsl.kernel.lowering.values.registry import lowered, value
from gamedsl.kernel.making import number
from gamedsl.kernel.program import BOOL, Break, Expression, If
from gamedsl.semantics import core
from gamedsl.semantics.core import model


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

    def look(found: Lowered) -> None:
        with b.within():
            b.bind(pick.slot, found)
            completing(b, pick, elements, cost, lambda: b.assign(some, number(1)))
        b.emit(If(some, (Break(),)))

    if pick.many is None:
        weight = b.layout.loads.picked(pick, elements, cost)
        walk_over(b, pick.domain, look, (pick.span, weight) if weight else None)
    else:
        walk_sets(b, pick, named_before(b, pick), look)
    return some


def completing(b: Lowering, pick: Any, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], found: Done) -> None:
    """Write what is tested behind an answer to a pick."""
    condition = number(1) if pick.condition is None else value(b, pick.condition)
    with b.when(condition):
        passing(b, elements, cost, found)
