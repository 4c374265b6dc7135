"""The conditions of a set-up in, with how many players at most a game can be set up out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice, product
from operator import add as plus
from operator import eq, floordiv, ge, gt, le, lt, mod, mul, ne
from operator import sub as minus
from typing import Any

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_MOST_TRIED = 2000
"""Set-ups of options that are tried for each number of players."""
_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_WORKED_OUT = {"+": plus, "-": minus, "*": mul, "/": floordiv, "mod": mod}


class _UnsureError(Exception):
    """Something that cannot be worked out before the game."""


def most_players(game: model.CheckedGame) -> int | None:
    """Return how many can play at most; None where the conditions of the set-up cannot be worked out here."""
    conditions = [when.condition for when in game.setup_conditions]
    if not conditions:
        return game.most_seats
    names = sorted({node.option for node in walk(*conditions) if isinstance(node, core.OptionValue)})
    kinds = [[_as_played(game.options[name], at) for at in range(len(game.options[name].values))] for name in names]
    tried = list(islice(product(*kinds), _MOST_TRIED + 1))
    if len(tried) > _MOST_TRIED:
        return None
    for seats in range(game.most_seats, game.least_seats - 1, -1):
        try:
            for values in tried:
                options = dict(zip(names, values, strict=True))
                if all(_value(one, seats, options) for one in conditions):
                    return seats
        except (_UnsureError, TypeError, ArithmeticError):
            return None
    return None


def _as_played(option: model.Option, at: int) -> Any:
    """Return what a value of an option is in conditions: of words its number, nothing for no limit."""
    value = option.values[at]
    if isinstance(option.type, t.WordType):
        return at
    return None if isinstance(value, str) else value


def _value(node: core.Value, seats: int, options: Mapping[str, Any]) -> Any:
    def of(one: core.Value) -> Any:
        return _value(one, seats, options)

    match node:
        case core.Const(value=value):
            return value
        case core.OptionValue(option=option):
            return options[option]
        case core.Count(source=core.AllPlayers()):
            return seats
        case core.Not(value=value):
            return not of(value)
        case core.And(items=items):
            return all(of(one) for one in items)
        case core.Or(items=items):
            return any(of(one) for one in items)
        case core.Either(condition=condition, value=value, otherwise=otherwise):
            return of(value) if of(condition) else of(otherwise)
        case core.Compare(sign=sign, left=left, right=right):
            return _COMPARED[sign](of(left), of(right))
        case core.Arithmetic(sign=sign, left=left, right=right):
            return _WORKED_OUT[sign](of(left), of(right))
        case core.Member(element=element, container=container):
            return _is_in(of(element), container, of)
        case _:
            raise _UnsureError


def _is_in(element: Any, container: core.Value, of: Callable[[core.Value], Any]) -> bool:
    match container:
        case core.MakeSet(items=items):
            return element in [of(one) for one in items]
        case core.Interval(low=low, high=high):
            return bool(of(low) <= element <= of(high))
        case _:
            raise _UnsureError
