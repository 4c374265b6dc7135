"""What is typed after ``why`` -> why an action is not possible, or how an amount of the table came about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from rich.console import Group, RenderableType
from rich.text import Text

from gamedsl.choices import Choice, Refusal
from gamedsl.engine.words.labels import called
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import View
from gamedsl.semantics.core.model import CheckedAction, CheckedGame
from gamedsl.source import written

from ..console import plain
from ..nearest import nearest
from .amounts import find_accounts, render_account
from .lines import paragraph_words

_COLON = ": "
"""Stands behind a head in every language, in some behind a blank."""
_MOST_ACCOUNTS = 6
_MOST_NAMED = 7


def explain(table: Table, view: View, typed: str) -> RenderableType:
    """Return the answer to ``why``: amounts called exactly so, refused moves, actions, amounts called nearly so."""
    wanted = typed.casefold().replace("_", " ")
    refusals = [one for one in table.refusals() if _holds(wanted, one.text, one.words)]
    if not wanted:
        return (
            _refused(refusals)
            if refusals
            else Text(gettext("Everything that could come next is possible."), style="dim")
        )
    amounts = _amounts(table, view, typed, whole=True)
    if amounts:
        return Group(*amounts)
    if refusals:
        return _refused(refusals)
    said = _about_action(table, wanted)
    if said is None and (amounts := _amounts(table, view, typed, whole=False)):
        return Group(*amounts)
    return Group(*(Text(plain(line), style="dim") for line in (said or [_unknown(table, view, typed, wanted)])))


def _unknown(table: Table, view: View, typed: str, wanted: str) -> str:
    """Return that nothing is called so, with the names that may have been meant, else where they stand."""
    purses = [called(cell.entry, cell.words) for cell in view.cells if cell.form == "purse"]
    suggested = nearest(typed, [*table.game.checked.actions, *dict.fromkeys(purses)])
    if suggested:
        return gettext(
            "No action and no amount is called `{typed}`; did you mean {near}?", typed=wanted, near=suggested
        )
    return gettext("No action and no amount is called `{typed}`; type rules to see the actions.", typed=wanted)


def explain_amounts(table: Table, view: View, typed: str) -> RenderableType:
    """Return how the amounts came about that are called so: what whoever does not decide may ask."""
    for whole in (True, False):
        if amounts := _amounts(table, view, typed, whole=whole):
            return Group(*amounts)
    if typed:
        return Text(gettext("No amount is called `{typed}`.", typed=plain(typed)), style="dim")
    return Text(gettext("Why what? Type the name of an amount."), style="dim")


def _amounts(table: Table, view: View, typed: str, *, whole: bool) -> list[RenderableType]:
    accounts, limit = find_accounts(view, typed, whole=whole)
    shown = [render_account(table, view, account, limit) for account in accounts[:_MOST_ACCOUNTS]]
    if len(accounts) > _MOST_ACCOUNTS:
        shown.append(
            Text(gettext("… and {number} more places: type which", number=len(accounts) - _MOST_ACCOUNTS), style="dim")
        )
    return shown


def _refused(refusals: list[Refusal]) -> RenderableType:
    """Return one line for each reason of an action, with all that is refused for it."""
    grouped: dict[tuple[str, str], list[Refusal]] = {}
    for one in refusals:
        grouped.setdefault((one.text.partition("(")[0], one.reason), []).append(one)
    return Group(*(_line([one.words for one in members], reason) for (_, reason), members in grouped.items()))


def _line(said: list[str], reason: str) -> Text:
    """Return "TITLE: one, another — not now: REASON"; of many only some are named."""
    counted = Counter(said)
    title = _common(list(counted)) if len(counted) > 1 else ""
    names = [words[len(title) :] + (f" ×{number}" if number > 1 else "") for words, number in counted.items()]
    line = Text("  ").append(plain(title + _some(names)), style="bold")
    return line.append(" — " + gettext("not now: {reason}", reason=plain(reason)), style="not bold")


def _some(names: list[str]) -> str:
    """Return names one after another, of many only some; those that have commas in them stand apart."""
    more = len(names) - _MOST_NAMED + 1
    shown = [*names[: _MOST_NAMED - 1], gettext("… {number} more", number=more)] if more > 1 else names
    return (gettext("; ") if any(", " in name for name in names) else ", ").join(shown)


def _common(said: list[str]) -> str:
    """Return what stands before a colon in all of these words, and the colon."""
    same = "".join(signs[0] for signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*said, strict=False)))
    return same[: same.rfind(_COLON) + len(_COLON)] if _COLON in same else ""


def _about_action(table: Table, wanted: str) -> list[str] | None:
    """Return lines on whether actions are possible or come in another phase; None when no action is called so."""
    possible = [choice for choice in table.legal() if _holds(wanted, choice.text, choice.words)]
    if possible:
        return [gettext("It is possible now: {choice}", choice=one) for one in _by_action(possible)]
    rules = table.game.checked
    meant = [action for action in rules.actions.values() if _holds(wanted, action.name, paragraph_words(action))]
    if not meant:
        return None
    return [_when(table, rules, action) for action in meant[:3]]


def _by_action(choices: Sequence[Choice]) -> Iterator[str]:
    """Yield what can be chosen, of each action in one line: "Reserve a card: a1, a3, a5"."""
    grouped: dict[str | None, list[str]] = {}
    for choice in choices:
        grouped.setdefault(choice.action, []).append(choice.words)
    for said in grouped.values():
        different = list(dict.fromkeys(said))
        title = _common(different) if len(different) > 1 else ""
        yield title + _some([words[len(title) :] for words in different])


def _holds(wanted: str, *texts: str) -> bool:
    return any(wanted in text.casefold().replace("_", " ") for text in texts)


def _when(table: Table, rules: CheckedGame, action: CheckedAction) -> str:
    decision = table.decision()
    names = {action.name, *(group.name for group in rules.groups.values() if action.name in group.actions)}
    phases = {phase.name: paragraph_words(phase) for phase in rules.phases.values() if _offers(phase.plan, names)}
    said = paragraph_words(action)
    if decision is None:
        return gettext("{action}: nobody decides any more.", action=said)
    if decision.kind == "pick":
        return gettext("{action}: first comes an answer to: {question}", action=said, question=decision.words)
    if phases and decision.phase not in phases:
        named = ", ".join(phases.values())
        return gettext("{action}: not in this phase, but in: {phases}", action=said, phases=named)
    possible = _possible(table, rules)
    if decision.phase not in phases:
        return gettext("{action}: it does not come next here, or not any more.", action=said) + f" {possible}"
    phase = phases[decision.phase]
    said = gettext(
        "{action}: it does not come next in this phase ({phase}), or not any more.", action=said, phase=phase
    )
    return f"{said} {possible}"


def _possible(table: Table, rules: CheckedGame) -> str:
    """Return what may be done next, each action once."""
    actions = [(rules.actions.get(choice.action or ""), choice.words) for choice in table.legal()]
    said = dict.fromkeys(words if action is None else paragraph_words(action) for action, words in actions)
    return gettext("Possible now: {choices}.", choices=", ".join(said))


def _offers(plan: object, names: set[str]) -> bool:
    span = getattr(plan, "span", None)
    return span is not None and not names.isdisjoint(re.findall(r"\w+", written(span)))
