"""Sets, and what is worked out of them -> in words: "all players but A", "the sum of the value for all cards"."""

from __future__ import annotations

from typing import Protocol

from gamedsl.i18n.speaking import all_of, gettext, mark
from gamedsl.presentation.verbalize import clauses
from gamedsl.presentation.verbalize.agreeing import NUMBER_OF
from gamedsl.presentation.verbalize.numbers import none_of
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core.values import Loop

_OVER_ALL = {
    "sum": mark("the sum of {value} for {things}"),
    "min": mark("the least of {value} for {things}"),
    "max": mark("the most of {value} for {things}"),
}


class Naming(clauses.Naming, Protocol):
    """What sets need: names of what loops go through."""

    def loops(self, loops: tuple[Loop, ...], scope: Scope) -> tuple[str, Scope]:
        """Return what nested loops go through, and the scope inside."""
        ...


def only(phrases: Naming, node: core.Only, scope: Scope) -> str:
    """Return the one member of a set."""
    return gettext("the only one of {things}", things=phrases.of(node.source, scope))


def joined(phrases: Naming, node: core.Join, scope: Scope) -> str:
    """Return two sets put together, or one without another."""
    left, right = phrases.of(node.left, scope), phrases.of(node.right, scope)
    if node.sign == "+":
        return gettext("{most} and {last}", most=left, last=right)
    if isinstance(node.left, core.AllPlayers):
        return gettext("all players but {others}", others=right)
    return gettext("{things} without {others}", things=left, others=right)


def made(phrases: Naming, node: core.MakeSet, scope: Scope) -> str:
    """Return things that are named one by one."""
    return all_of(phrases.of(item, scope) for item in node.items) or none_of(node.type)


def interval(phrases: Naming, node: core.Interval, scope: Scope) -> str:
    """Return numbers by the first and the last."""
    return gettext("{first} to {last}", first=phrases.of(node.low, scope), last=phrases.of(node.high, scope))


def near(phrases: Naming, node: core.Neighbours, scope: Scope) -> str:
    """Return the places next to one."""
    return gettext("the places next to {place}", place=phrases.of(node.space, scope))


def place_of(phrases: Naming, node: core.PlaceOf, scope: Scope) -> str:
    """Return where a piece lies."""
    return gettext("the place of {what}", what=phrases.of(node.subject, scope))


def reduced(phrases: Naming, node: core.Reduce, scope: Scope) -> str:
    """Return the number, the sum, the least or the most of several."""
    through, inner = phrases.loops(node.loops, scope)
    if node.function == "count":
        return gettext(NUMBER_OF, what=through)
    if node.function == "sum" and is_own(node.value, node.loops):
        return gettext("the sum of {what}", what=through)
    return gettext(_OVER_ALL[node.function], value=phrases.of(node.value, inner), things=through)


def is_own(value: core.Value, loops: tuple[Loop, ...]) -> bool:
    """Is what is told of each of several the thing itself?"""
    return isinstance(value, core.Local) and value.slot == loops[-1].slot


def drawn(node: core.Value) -> core.Value:
    """Return what is gone through, where a set of it only holds each once."""
    while isinstance(node, core.Collect) and len(node.loops) == 1 and is_own(node.value, node.loops):
        (loop,) = node.loops
        if loop.condition is not None or not isinstance(loop.source, core.Collect):
            break
        node = loop.source
    return node
