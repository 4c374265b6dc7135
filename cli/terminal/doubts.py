"""A choice, and what all choices cost and bring -> why it may not be meant, in a sentence: so that it is asked back.

What is neither told of a choice nor found by trying it out is never a reason: asking in vain is worse than not asking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl import studies
from gamedsl.choices import Choice
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import Told
from gamedsl.presentation.verbalize.agreeing import YOURS, around
from gamedsl.presentation.view_data import View

from .choices import digits, is_number

_GOES = ("pay", "move", "deal")
_FEWEST = 2
"""Whoever pays one of something never pays much."""


def reason_to_ask(table: Table, choice: Choice, view: View) -> str:
    """Return why whoever is asked at a table may not mean a choice: by what is told of it, else by trying it out."""
    choices = table.legal()
    if _says_none(choice, choices):
        return ""
    told = doubt(choice, choices, table.consequences(), view)
    if told or len(choices) == 1 or not studies.does_nothing(table, choice.code):
        return told
    return gettext("That does nothing now, as far as you can know.")


def doubt(choice: Choice, choices: Sequence[Choice], told: Mapping[int, Told], view: View) -> str:
    """Return why somebody may not mean a choice: it does nothing, costs much for nothing or leaves something free.

    Empty where there is no reason to ask.
    """
    if choice.is_pass:
        left = next((one for one in choices if one.code in told and _is_free(told[one.code])), None)
        if left is None:
            return ""
        return gettext("You could still have this, and it costs nothing: {choice}.", choice=left.words)
    if len(choices) == 1 or choice.action is None or choice.code not in told:
        return ""
    costs, effects = _steps(told[choice.code].costs), _steps(told[choice.code].effects)
    if not costs and not effects:
        return gettext("That brings nothing.") if _is_number(choice) and _is_told(choice, choices, told) else ""
    if _is_number(choice) and all(deed.kind == "deal" and _is_loss(deed) for deed in (*costs, *effects)):
        return gettext("That gives something away and brings nothing.")
    only = (*costs, *effects)[0] if len(costs) + len(effects) == 1 else None
    if only is None or not _is_much(only, view):
        return ""
    return gettext("That brings nothing, and you {deed}.", deed=only.words)


def _steps(deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Return what is done step by step, where an author's words stand for all of it."""
    return tuple(step for deed in deeds for step in (deed.inside if deed.kind == "told" else (deed,)))


def _is_told(choice: Choice, choices: Sequence[Choice], told: Mapping[int, Told]) -> bool:
    """Is something told of another number of this action? Else what it does cannot be told: a bid is only written down.

    Of the only number nothing else is known.
    """
    others = [told.get(one.code) for one in choices if one.action == choice.action and one.code != choice.code]
    return not others or any(one is not None and (one.costs or one.effects) for one in others)


def _says_none(choice: Choice, choices: Sequence[Choice]) -> bool:
    """Does a choice itself say that it is none of something, where some could be had: "Sell: none"?"""
    is_none = choice.value == 0 and digits(choice) not in ("", choice.label)
    return is_none and any(one.action == choice.action and one.code != choice.code for one in choices)


def _is_number(choice: Choice) -> bool:
    return type(choice.value) is int and is_number(choice)


def _is_free(told: Told) -> bool:
    """Does something bring points or amounts, cost nothing and do nothing else, as far as it is told?"""
    effects = [
        step for deed in _steps(told.effects) for step in (deed.inside if deed.kind == "rule" else ()) or (deed,)
    ]
    gains = [deed for deed in effects if deed.kind in ("score", "pay") and deed.amount and deed.amount > 0]
    yours = all(deed.kind in ("score", *_GOES) and not _is_loss(deed) for deed in effects)
    return bool(gains) and yours and not told.costs


def _is_loss(deed: Deed) -> bool:
    """Does something go from somebody to a place that is not theirs, or are points lost?"""
    if deed.kind == "score":
        return deed.amount is not None and deed.amount < 0
    return deed.kind in _GOES and not _is_yours(deed.target)


def _is_yours(place: str) -> bool:
    before, behind = around(YOURS)
    return place.startswith(before) and behind in place


def _is_much(deed: Deed, view: View) -> bool:
    """Is more paid than half of what one has?"""
    if deed.kind != "pay" or deed.amount is None or deed.amount < _FEWEST or not _is_yours(deed.source):
        return False
    own = (cell for cell in view.cells if cell.seat == view.viewer and cell.form == "purse" and cell.kind == deed.what)
    return 2 * deed.amount > sum(cell.amount or 0 for cell in own)
