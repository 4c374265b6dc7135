"""A plan -> in words what it lets somebody do: "at most once: “Buy links”; then “Draw a card”"."""

from __future__ import annotations

from gamedsl.engine.words.labels import headed
from gamedsl.i18n.speaking import gettext, one_of
from gamedsl.presentation.effects.parts import offered
from gamedsl.presentation.verbalize.in_general import Phrases
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk

_NOT_ONE = (core.PlanTimes, core.PlanInOrder, core.PlanMixed, core.PlanMust)
"""Plans of more than one action, or of one that may be left out."""


def plan_words(phrases: Phrases, plan: core.CorePlan, scope: Scope) -> str:
    """Return in words what a plan lets somebody do."""
    match plan:
        case core.PlanLeaf():
            return one_of(_open(phrases, plan))
        case core.PlanInOrder():
            return gettext("; then ").join(_each(phrases, plan, scope))
        case core.PlanOneOf() if not any(isinstance(one, _NOT_ONE) for one in walk(plan)):
            return one_of(_open(phrases, plan))
        case core.PlanOneOf():
            return gettext("; or ").join(_each(phrases, plan, scope))
        case core.PlanMixed():
            return gettext("in any order: {plans}", plans=gettext("; ").join(_each(phrases, plan, scope)))
        case core.PlanMust(items=items):
            told = [plan_words(phrases, item, scope) for item in items]
            return gettext("; and if that is not possible ").join(told)
        case core.PlanTimes(low=low, high=high, plan=inner):
            return headed(_times(phrases, low, high, scope), plan_words(phrases, inner, scope))
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def _each(phrases: Phrases, plan: core.PlanInOrder | core.PlanOneOf | core.PlanMixed, scope: Scope) -> list[str]:
    """Return the parts of a plan that can come in this set-up."""
    return [plan_words(phrases, item, scope) for item in plan.items if _open(phrases, item)]


def _open(phrases: Phrases, plan: core.CorePlan) -> list[str]:
    """Return the actions of a plan that can come in this set-up, each once."""
    return list(dict.fromkeys(phrases.paragraph(name) for name in offered(plan) if name not in phrases.closed))


def _times(phrases: Phrases, low: core.Value, high: core.Value | None, scope: Scope) -> str:
    least, most = phrases.of(low, scope), model.NO_LIMIT if high is None else phrases.of(high, scope)
    if most in (model.NO_LIMIT, gettext("none")):
        return gettext("as often as you like") if least == "0" else gettext("at least {number} times", number=least)
    if least == "0":
        return gettext("at most once") if most == "1" else gettext("at most {number} times", number=most)
    if least == most:
        return gettext("{number} times", number=least)
    return gettext("{first} to {last} times", first=least, last=most)
