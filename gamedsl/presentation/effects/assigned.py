"""A value that is set -> in words what becomes of it: "the doubles rise by 1", "“protected” is now yes for you"."""

from __future__ import annotations

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import headed
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.presentation.effects.parts import is_player, is_quiet
from gamedsl.presentation.verbalize import clauses
from gamedsl.presentation.verbalize.agreeing import is_many, is_you
from gamedsl.presentation.verbalize.in_general import Phrases
from gamedsl.presentation.verbalize.numbers import is_far
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t

_JOINED = {
    (False, True): mark("{who} is now among {target}"),
    (False, False): mark("{who} is no longer among {target}"),
    (True, True): mark("you are now among {target}"),
    (True, False): mark("you are no longer among {target}"),
}
"""By whether it is you, and whether somebody joins or leaves."""
_STEPS = {
    ("+", False): mark("{target} rises by {number}"),
    ("+", True): mark("{target} rise by {number}"),
    ("-", False): mark("{target} falls by {number}"),
    ("-", True): mark("{target} fall by {number}"),
}
"""By the sign, and whether English says it as of several things."""
_WITHIN = {"+": mark("{told}, up to {limit}"), "-": mark("{told}, down to {limit}")}
_KEPT = {"min": "+", "max": "-"}
"""What keeps a number that changes in this direction within a limit."""
_BECOMES = {
    (True, False): mark("{what} is now yes"),
    (False, False): mark("{what} is now no"),
    (True, True): mark("{what} is now yes for {owner}"),
    (False, True): mark("{what} is now no for {owner}"),
}


def is_told(phrases: Phrases, step: core.Assign, scope: Scope) -> bool:
    """Is a value told that a step sets? What has no words only choices leave out, and bookkeeping the rules as well."""
    entry = phrases.game.values[step.target.entry]
    return not is_quiet(entry) and (scope.in_rules or entry.words is not None)


def assigned(phrases: Phrases, step: core.Assign, target: str, scope: Scope) -> str:
    """Return what a value becomes, or by how much it changes."""
    value, kind = _bare(step.value), intervals.strip(step.target.type)
    if isinstance(value, core.Join) and isinstance(value.left, core.ReadValue) and value.left == step.target:
        return _joined(phrases, value, target, scope)
    if isinstance(kind, t.BoolType):
        return _yes_or_no(phrases, step, scope)
    if changed := rises_or_falls(phrases, target, value, step.target, scope):
        return changed
    told = phrases.of(value, scope)
    if isinstance(value, core.Const) and value.value is None:
        return clauses.nobody_is(target) if is_player(step.target.type) else headed(target, told)
    if isinstance(kind, t.SetType) and isinstance(value, core.MakeSet) and not value.items:
        return clauses.some(target, False)
    if isinstance(kind, t.SetType) or (is_many(target) and not is_player(kind)):
        return gettext("{target} are now {values}", target=target, values=told)
    if isinstance(value, core.You):
        return gettext("you are now {target}", target=target)
    return gettext("{target} is now {value}", target=target, value=told)


def _bare(value: core.Value) -> core.Value:
    """Return a value without the checks that it fits and is there: what happens is told as if it is so."""
    while isinstance(value, core.Checked | core.Certain):
        value = value.value
    return value


def _joined(phrases: Phrases, value: core.Join, target: str, scope: Scope) -> str:
    joined = phrases.of(value.right, scope)
    template = _JOINED[is_you(joined), value.sign == "+"]
    said = {"target": target} if is_you(joined) else {"who": joined, "target": target}
    return gettext(template, **said)


def rises_or_falls(phrases: Phrases, target: str, value: core.Value, old: core.Value, scope: Scope) -> str:
    """Return by how much a number changes, with the limit that it keeps to; nothing where it becomes another one."""
    limit, value = "", _bare(value)
    if isinstance(value, core.Extreme):
        made = next((one for one in value.items if _is_step(one, old)), None)
        others = [one for one in value.items if one is not made]
        if not isinstance(made, core.Arithmetic) or made.sign != _KEPT[value.function] or len(others) != 1:
            return ""
        limit = "" if is_far(phrases, value, others[0], scope) else phrases.of(others[0], scope)
        value = made
    if not isinstance(value, core.Arithmetic) or not _is_step(value, old):
        return ""
    template = _STEPS[value.sign, is_many(target)]
    told = gettext(template, target=target, number=phrases.of(value.right, scope))
    return gettext(_WITHIN[value.sign], told=told, limit=limit) if limit else told


def _is_step(value: core.Value, old: core.Value) -> bool:
    if not isinstance(value, core.Arithmetic) or value.sign not in ("+", "-"):
        return False
    left = value.left
    return left.slot == old.slot if isinstance(left, core.Local) and isinstance(old, core.Local) else left == old


def _yes_or_no(phrases: Phrases, step: core.Assign, scope: Scope) -> str:
    """Return that something holds now or not; of a condition that it does where the condition does."""
    what, owner, found = phrases.quoted(step.target, scope), step.target.owner, scope.tell(step.value)
    if found is UNKNOWN:
        condition = phrases.yes_no(step.value, scope)
        target = what if owner is None else phrases.owned(what, owner, scope)
        return gettext("{target} is now yes if {condition}, else no", target=target, condition=condition)
    said = {"what": what} if owner is None else {"what": what, "owner": phrases.of(owner, scope)}
    return gettext(_BECOMES[bool(found), owner is not None], **said)
