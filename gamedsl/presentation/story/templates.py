"""All sentences in which the log tells what moves bring, by name: with named places for what differs."""

from __future__ import annotations

from typing import Final

from gamedsl.i18n.speaking import gettext, mark

TEMPLATES: Final = {
    # what the player does whose move is told
    "pays": mark("pays {what}"),
    "pays_to": mark("pays {what} to {place}"),
    "gets": mark("gets {what}"),
    "gets_from": mark("gets {what} from {place}"),
    "draws": mark("draws {what}"),
    "takes": mark("takes {what}"),
    "takes_from": mark("takes {what} from {place}"),
    "gives": mark("gives {what} to {player}"),
    "scores": mark("scores {amount} ({source})"),
    "loses": mark("loses {amount} ({source})"),
    "rolls": mark("rolls {faces}"),
    "rolls_of": mark("rolls {faces} ({dice})"),
    "shows": mark("shows {what} to {players}"),
    # what others do or get, one and several
    "other_pays": mark("{player} pays {what}"),
    "other_gets": mark("{player} gets {what}"),
    "each_gets": mark("{player} each get {what}"),
    "each_pays": mark("{player} each pay {what}"),
    "everybody_gets": mark("everybody gets {what}"),
    "everybody_pays": mark("everybody pays {what}"),
    "gets_from_other": mark("{player} gets {what} from {other}"),
    "points": mark("{source}: {points}"),
    # what happens to things
    "to": mark("{what} to {place}"),
    "to_it": mark("to {place}"),
    "out": "{what} {place}",
    "out_it": "{place}",
    "on": mark("{what} on {holder}"),
    "off": mark("{what} from {holder}"),
    "from": mark("{what} from {place}"),
    "value": mark("{place}: {value}"),
    "rolled_value": mark("{place} is rolled: {value}"),
    "drawn_value": mark("{place}: {value} (by lot)"),
    "shown": mark("{what} shown to {players}"),
    "thrown": mark("{dice}: {faces}"),
    # around them
    "why": "{told} ({why})",
    "move": mark("{player}: {words}"),
    "set_off": "» {words}",
    "grown": mark("now {words}"),
    "set_up": mark("Set-up"),
    "decides": mark("decides (hidden)"),
    "hidden": mark("{action}: (hidden)"),
    "some": mark("some {things}"),
}
"""What translators of the program translate; the rest comes from the rule file."""


def told(template: str, **values: object) -> str:
    """Return a sentence with its places filled."""
    return gettext(TEMPLATES[template], **values)
