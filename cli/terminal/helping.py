"""What can be typed at a table, the signs of a game and its boards -> what ``help`` and ``legend`` print of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import template
from gamedsl.game import Table
from gamedsl.i18n.speaking import behind_colon, gettext, mark
from gamedsl.presentation.view_data import View
from gamedsl.semantics.core.walk import leaves

from ..console import plain
from ..render.boards import legend_of
from ..render.lines import render_help
from ..render.pieces import filled
from ..render.table import seat_text
from .signs import Signs
from .typed import LOG_HELP

HELP = (
    (mark("b3"), mark("the choice with this in front of it; letters never change")),
    (mark("letters"), mark("all choices with these letters, with costs and effects")),
    (mark("part of it"), mark("search the choices; if only one begins so, it is made")),
    ("7", mark("a number that is asked for, never a place in a list")),
    (mark("Enter"), mark("what is asked, and all choices in full")),
    (mark("choices"), mark("the same, each with the short form that records write")),
    (mark("look"), mark("the whole table")),
    (mark("look word"), mark("a player, display, piece, place, chart or word in full")),
    (mark("legend"), mark("what the signs on the table mean, and what can be typed")),
    (mark("rules [word]"), mark("the goal and the chapters; with a word: that chapter or rule")),
    (mark("help word"), mark("about a command, a sign or an action")),
    (mark("why [word]"), mark("why something is not possible now; why {amount}: an amount")),
    (mark("scores"), mark("how everybody stands if the game ended now")),
    LOG_HELP,
    (mark("undo, back"), mark("take back your last answer, if nobody can be hurt by that")),
    (mark("save [file]"), mark("write the game so far to a file (it is kept anyway)")),
    (mark("quit, q"), mark("leave the game; it can go on later")),
)
_TABLE_SIGNS: Mapping[str, str] = {
    "▶": mark("who decides"),
    "·  –": mark("nothing there"),
    "?": mark("hidden from you"),
    "■□": mark("filled, and free"),
    "…": mark("there is more: `look` and the word behind it show it"),
}


def told_help(word: str = "", examples: Sequence[str] = (), amount: str = "") -> RenderableType:
    """Return what can be typed, with ``examples`` for choices and an ``amount``; with a word only that command."""
    rows = [row for row in HELP if word in row[0].replace(",", "").split()] if word else []
    amount = amount or gettext("points")
    shown = [(gettext(typed), gettext(words, amount=amount)) for typed, words in rows or HELP]
    if not rows and examples:
        shown[0] = (plain(", ".join(examples)), shown[0][1])
    return render_help(shown)


def an_amount(view: View) -> str:
    """Return what an amount of this game is called, one of the viewer where there is one; empty where none is seen."""
    purses = sorted((cell for cell in view.cells if cell.form == "purse"), key=lambda cell: cell.seat != view.viewer)
    return next((called(cell.entry, cell.words) for cell in purses), "")


def refused(table: Table, signs: Signs, typed: str) -> str:
    """Return why an action is not possible now whose name, or the letters before it, are typed; empty for all else."""
    word = re.split(r"[\s(]", typed.casefold().strip(), maxsplit=1)[0]
    wanted = {word, *signs.actions(word.rstrip("0123456789"))}
    for refusal in table.refusals():
        if refusal.text.partition("(")[0] in wanted:
            return gettext("{choice} is not possible: {reason}", choice=refusal.words, reason=refusal.reason)
    return _elsewhere(table, wanted)


def _elsewhere(table: Table, wanted: set[str]) -> str:
    """Return in which other phase one of these actions can be chosen; empty where in none that has words."""
    game, decision = table.game.checked, table.decision()
    can_come = {rule.name for chapter in table.rules() for rule in chapter.rules}
    for phase in game.phases.values():
        if phase.plan is None or phase.words is None or phase.name not in can_come:
            continue
        if decision is not None and phase.name == decision.phase:
            continue
        if found := wanted.intersection(name for leaf in leaves(phase.plan) for name in leaf.actions):
            said = game.actions[min(found)].words
            called = min(found) if said is None else template(said)
            return gettext("{choice}: not now; that comes in “{phase}”", choice=called, phase=template(phase.words))
    return ""


def told_legend(view: View, signs: Signs) -> RenderableType:
    """Return the signs that stand on the table, then what is typed in this game."""
    table = [(sign, plain(words)) for sign, words in legend_of(view.boards, view).items()]
    table += [(sign, gettext(words)) for sign, words in _TABLE_SIGNS.items()]
    typed = [(asked.sign, plain(asked.words)) for asked in dict.fromkeys(signs.asked)]
    return Group(
        Text(gettext("On the table"), style="bold"),
        render_help(table),
        Text(gettext("What is typed: a sign, with the number of the choice where there are several"), style="bold"),
        render_help(typed),
    )


def told_question(table: Table, view: View, *, below_heading: bool) -> list[RenderableType]:
    """Return what is asked: not again what a heading above says, and no mere name of a phase."""
    decision = table.decision()
    if decision is None:
        return []
    who, phase = seat_text(view.seats[decision.seat]), table.game.checked.phases.get(decision.phase or "")
    named = phase is None or phase.words is not None
    if decision.words and (decision.words != view.phase_words or (named and not below_heading)):
        return [Text().append_text(who).append(behind_colon(plain(decision.words)))]
    return [filled(gettext("{name}, what do you do?"), name=who)]
