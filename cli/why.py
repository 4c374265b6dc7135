"""What is typed after ``why`` -> why an action is not possible, or how an amount of the table came about."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.text import Text

from gamedsl.api import Refusal, Table
from gamedsl.engine.view_data import View
from gamedsl.scenarios.explain import written
from gamedsl.semantics.model import ActionCode, CheckedGame

from .amounts import find_accounts, render_account
from .console import plain
from .report import card_words

_MOST_ACCOUNTS = 6


def explain(table: Table, view: View, typed: str) -> RenderableType:
    """Return the answer to ``why``: amounts called exactly so, refused moves, actions, amounts called nearly so."""
    wanted = typed.casefold().replace("_", " ")
    refusals = [one for one in table.refusals() if _holds(wanted, one.text, one.words)]
    if not wanted:
        return _refused(refusals) if refusals else Text("Everything that could come next is possible.", style="dim")
    amounts = _amounts(table, view, typed, whole=True)
    if amounts:
        return Group(*amounts)
    if refusals:
        return _refused(refusals)
    said = _about_action(table, wanted)
    if said is None and (amounts := _amounts(table, view, typed, whole=False)):
        return Group(*amounts)
    unknown = [f"No action and no amount is called `{wanted}`; type rules to see the actions."]
    return Group(*(Text(plain(line), style="dim") for line in (said or unknown)))


def explain_amounts(table: Table, view: View, typed: str) -> RenderableType:
    """Return how the amounts came about that are called so: what whoever does not decide may ask."""
    for whole in (True, False):
        if amounts := _amounts(table, view, typed, whole=whole):
            return Group(*amounts)
    return Text(
        f"No amount is called `{plain(typed)}`." if typed else "Why what? Type the name of an amount.", style="dim"
    )


def _amounts(table: Table, view: View, typed: str, *, whole: bool) -> list[RenderableType]:
    accounts, limit = find_accounts(view, typed, whole=whole)
    shown = [render_account(table, view, account, limit) for account in accounts[:_MOST_ACCOUNTS]]
    if len(accounts) > _MOST_ACCOUNTS:
        shown.append(Text(f"… and {len(accounts) - _MOST_ACCOUNTS} more places: type which", style="dim"))
    return shown


def _refused(refusals: list[Refusal]) -> RenderableType:
    lines = [
        Text("  ").append(plain(one.words), style="bold").append(f": {plain(one.reason)}", style="not bold")
        for one in refusals
    ]
    return Group(*lines)


def _about_action(table: Table, wanted: str) -> list[str] | None:
    """Return lines on whether actions are possible or come in another phase; None when no action is called so."""
    possible = [choice for choice in table.legal() if _holds(wanted, choice.text, choice.words)]
    if possible:
        return [f"It is possible now: {possible[0].words}"]
    rules = table.game.checked
    meant = [action for action in rules.actions.values() if _holds(wanted, action.name, card_words(action))]
    if not meant:
        return None
    return [_when(table, rules, action) for action in meant[:3]]


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
