"""Nothing -> the number of the way in which this program plays rules, and what was otherwise before each number.

The same rules, set-up, seed and choices give the same game for ever, unless the program played a rule wrongly. Whoever
mends that so that games of before go another way adds a row: what was kept of such games can then say why.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.i18n.speaking import gettext, mark

MENDED: Mapping[int, str] = {
    2: mark("hidden pieces that move together go in an order that tells nothing, and copies alike are one choice"),
    3: mark("what every player has seen alone is not public, and of copies alike one that lay open goes first"),
    4: mark("places of a zone with keys are refilled from the places with the same keys"),
    5: mark("copies alike are one choice of the next action, too, when one of them was shown in the action before"),
    6: mark("players that think draw other random numbers"),
    7: mark("players that look ahead in their turn leave out what further actions cost"),
    8: mark("triggers and ends wait until all who decide together have decided"),
    9: mark("what players who think imagine does not depend on which copy has which number"),
}
"""What is played otherwise from each number on."""

PLAYING = max(MENDED)


def mended_since(playing: int) -> str:
    """Return what is played otherwise than under a number, as one sentence; empty when nothing is."""
    reasons = [gettext(reason) for number, reason in MENDED.items() if number > playing]
    if not reasons:
        return ""
    return gettext("since it was made, the program plays otherwise: {reasons}", reasons="; ".join(reasons))
