"""Nothing -> the number of the way in which this program plays rules

The same rules, set-up, seed and choices give the same game for ever, unless the program played a rule wrongly. Whoever
corrects that so that earlier games go another way adds one to the number: what was kept of them can then say so.
"""

from __future__ import annotations

from gamedsl.i18n.speaking import gettext

PLAYING = 9


def plays_otherwise(playing: object) -> str:
    """Say that the program plays otherwise than under another number; empty for its own."""
    return "" if playing == PLAYING else gettext("since it was made, the program plays otherwise")
