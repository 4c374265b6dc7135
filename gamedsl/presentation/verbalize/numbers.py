"""Numbers that are worked out, and what depends on a condition -> in words: "your gold + 2", "the smaller of …"."""

from __future__ import annotations

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.i18n.speaking import all_of, gettext
from gamedsl.presentation.verbalize import clauses
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t

_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "mod": "mod"}
_TIGHT = ("*", "/", "mod")
_FAR = 99_999
"""The most points of a player: no game counts further by its rules."""


def arithmetic(phrases: clauses.Naming, node: core.Arithmetic, scope: Scope) -> str:
    """Return what is added, taken away, multiplied or divided."""
    if node.sign in ("+", "-") and scope.tell(node.right) == 0:
        return phrases.of(node.left, scope)
    return f"{_part(phrases, node.left, node, scope)} {_SIGNS[node.sign]} {_part(phrases, node.right, node, scope)}"


def _part(phrases: clauses.Naming, node: core.Value, around: core.Arithmetic, scope: Scope) -> str:
    told = phrases.of(node, scope)
    inner = node.sign if isinstance(node, core.Arithmetic) and scope.tell(node) is UNKNOWN else None
    loose = inner in ("+", "-") and (around.sign in _TIGHT or (around.sign == "-" and node is around.right))
    return f"({told})" if loose else told


def negated(phrases: clauses.Naming, node: core.Negate, scope: Scope) -> str:
    """Return a number with a minus."""
    return f"−{phrases.of(node.value, scope)}"


def extreme(phrases: clauses.Naming, node: core.Extreme, scope: Scope) -> str:
    """Return the larger or smaller of numbers, or one number with its limit."""
    items = [item for item in node.items if not is_far(phrases, node, item, scope)] or list(node.items)
    known = [item for item in items if scope.tell(item) is not UNKNOWN]
    other = [item for item in items if item not in known]
    if len(items) == 1:
        return phrases.of(items[0], scope)
    if len(known) == 1 and len(other) == 1:
        value, limit = phrases.of(other[0], scope), phrases.of(known[0], scope)
        if node.function == "max":
            return gettext("{value} (at least {limit})", value=value, limit=limit)
        return gettext("{value} (at most {limit})", value=value, limit=limit)
    told = all_of(phrases.of(item, scope) for item in items)
    if node.function == "max":
        return gettext("the larger of {values}", values=told)
    return gettext("the smaller of {values}", values=told)


def is_far(phrases: clauses.Naming, node: core.Extreme, limit: core.Value, scope: Scope) -> bool:
    """Is a limit so far away that no game comes there: only the bound of a type, or no limit at all?"""
    found = scope.tell(limit)
    if not isinstance(found, int) or isinstance(found, bool):
        return False
    return found >= _FAR if node.function == "min" else found <= -_FAR


def absolute(phrases: clauses.Naming, node: core.Absolute, scope: Scope) -> str:
    """Return a number without its sign."""
    return gettext("the size of {value}", value=phrases.of(node.value, scope))


def either(phrases: clauses.Naming, node: core.Either, scope: Scope) -> str:
    """Return what depends on a condition."""
    if (_constant(node.value), _constant(node.otherwise)) == (1, 0):
        return gettext("whether {condition}", condition=phrases.yes_no(node.condition, scope))
    value, otherwise = (
        none_of(node.type) if _is_empty(part, scope) else phrases.of(part, scope)
        for part in (node.value, node.otherwise)
    )
    condition = phrases.yes_no(node.condition, scope)
    return gettext("{value} if {condition}, else {otherwise}", value=value, condition=condition, otherwise=otherwise)


def none_of(kind: t.Type) -> str:
    """Return what a set of players or of things is called in which there is nothing."""
    item = kind.item if isinstance(kind, t.SetType) else kind
    return gettext("nobody") if isinstance(intervals.strip(item), t.PlayerType) else gettext("nothing")


def _constant(node: core.Value) -> object:
    return node.value if isinstance(node, core.Const) else None


def _is_empty(node: core.Value, scope: Scope) -> bool:
    return (isinstance(node, core.MakeSet) and not node.items) or scope.tell(node) == ()
