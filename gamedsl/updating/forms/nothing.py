"""A rule file -> questions in it whether something is there, where of nothing there is nothing anyway."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from gamedsl.syntax import nodes
from gamedsl.updating.edits import Change, Edit, one_line
from gamedsl.updating.reading import Reading

_JOINED = re.compile(r"\s+and\s+(?=\(*$)")
_BEHIND = re.compile(r"(\)*)\s+if\s+\(*")


def guards(reading: Reading) -> Iterator[Change]:
    """Find ``x != none and x.owner = you``, ``x.owner = you if x != none else no``, ``x.owner if x != none else none``.

    Only where the rest, worked out of nothing, gives just what the guard gives.
    """
    for node in reading.nodes(nodes.And, nodes.Either):
        match node:
            case nodes.And(items):
                yield from (
                    change for first, second in pairwise(items) for change in _before(reading, node, first, second)
                )
            case nodes.Either(value, nodes.Compare("!=", thing, nodes.Nothing()), otherwise):
                if _is_the_same(reading, value, thing, otherwise):
                    yield from _without_question(reading, node, value)
            case _:  # another question
                pass


def _before(reading: Reading, whole: nodes.And, first: nodes.Expr, second: nodes.Expr) -> Iterator[Change]:
    match first:
        case nodes.Compare("!=", thing, nodes.Nothing()) if _fails_of_nothing(reading, second, thing):
            text = reading.text
            joint = _JOINED.match(text.gap(first.span, second.span))
            if joint is not None:
                start = text.start(first.span)
                was = f"{text.of(first.span)} and {one_line(text.of(second.span))}"
                edit = Edit(start, text.end(first.span) + len(joint[0]), "")
                yield Change(first.span.line, was, one_line(text.of(second.span)), (edit,))
        case _:  # no guard, or one that is needed
            pass


def _without_question(reading: Reading, whole: nodes.Either, value: nodes.Expr) -> Iterator[Change]:
    text = reading.text
    found = _BEHIND.fullmatch(text.gap(value.span, whole.condition.span))
    if found is not None:
        kept = text.end(value.span) + len(found[1])
        edit = Edit(kept, text.end(whole.span), "")
        yield Change(whole.span.line, one_line(text.of(whole.span)), one_line(text.of(value.span)), (edit,))


def _is_the_same(reading: Reading, value: nodes.Expr, thing: nodes.Expr, otherwise: nodes.Expr) -> bool:
    """Is ``value`` of nothing what stands behind ``else``?"""
    match otherwise:
        case nodes.Truth(False):
            return _fails_of_nothing(reading, value, thing)
        case nodes.Nothing():
            return isinstance(value, nodes.Member) and value.value == thing and reading.game.is_single(value.name)
        case _:  # something else is meant
            return False


def _fails_of_nothing(reading: Reading, condition: nodes.Expr, thing: nodes.Expr) -> bool:
    """Does a condition surely not hold where ``thing`` is none?"""
    game = reading.game
    match condition:
        case nodes.Member(value, name):
            return value == thing and game.is_condition(name)
        case nodes.Compare("=" | "<" | "<=" | ">" | ">=", nodes.Member(value, name), other):
            return value == thing and game.is_single(name) and _is_something(reading, other)
        case nodes.And(items):
            return any(_fails_of_nothing(reading, item, thing) for item in items)
        case _:  # nobody can tell from what is written
            return False


def _is_something(reading: Reading, value: nodes.Expr) -> bool:
    """Is a value never none?"""
    match value:
        case nodes.Number() | nodes.Truth() | nodes.Name("you"):
            return True
        case nodes.Name(name):
            return name in reading.game.constants()
        case nodes.Call(nodes.Name("next"), (inner,)):
            return _is_something(reading, inner)
        case _:  # it may be
            return False
