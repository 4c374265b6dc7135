"""A word typed after ``why`` -> what holds for the action that is meant, when no rule refuses it just now."""

from __future__ import annotations

import re

from gamedsl.api import Table
from gamedsl.scenarios.explain import written
from gamedsl.semantics.model import ActionCode, CheckedGame

from .report import card_words


def about_action(table: Table, wanted: str) -> str:
    """Return whether the action is possible, comes in another phase, or does not exist."""
    possible = [choice for choice in table.legal() if _holds(wanted, choice.text, choice.words)]
    if possible:
        return f"It is possible now: {possible[0].words}"
    rules = table.game.checked
    meant = [action for action in rules.actions.values() if _holds(wanted, action.name, card_words(action))]
    if not meant:
        return f"No action is called `{wanted}`; type rules to see all of them."
    return "\n".join(_when(table, rules, action) for action in meant[:3])


def _holds(wanted: str, *texts: str) -> bool:
    return any(wanted in text.casefold().replace("_", " ") for text in texts)


def _when(table: Table, rules: CheckedGame, action: ActionCode) -> str:
    decision = table.decision()
    phases = {phase.name: card_words(phase) for phase in rules.phases.values() if _offers(phase.plan, action.name)}
    said = card_words(action)
    if decision is not None and decision.phase in phases:
        return f"{said}: it does not come next in this phase ({phases[decision.phase]})."
    if phases:
        return f"{said}: not in this phase, but in: {', '.join(phases.values())}"
    return f"{said}: it is not offered now."


def _offers(plan: object, action: str) -> bool:
    span = getattr(plan, "span", None)
    return span is not None and action in re.findall(r"\w+", written(span))
