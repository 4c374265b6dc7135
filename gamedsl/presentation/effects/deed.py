"""What a step does, as data and in words; steps under a condition or in a loop as one"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs

from gamedsl.engine.words.labels import headed
from gamedsl.i18n.speaking import gettext

DeedKind = Literal[
    "pay",
    "move",
    "deal",
    "shuffle",
    "roll",
    "show",
    "score",
    "set",
    "choose",
    "offer",
    "rule",
    "if",
    "told",
]


@attrs.frozen
class Deed:
    """Something that a move costs or does. ``kind``: ``pay``, ``move``, ``score``, ``set``, ``rule``, ``if`` …

    In rules, ``let`` explains a name; choices have no such deeds.

    ``amount`` is a number where it may be known, with what it counts in ``what`` (a counter, a kind of pieces, a source
    of points); ``source`` and ``target`` are places. ``inside``: what happens under a condition, again and again, or by
    a rule that only pays or scores. ``remark``: what the author says in brackets behind it.
    ``value``: what a value is set to. ``usual``: whether the rules of the action say the same word for word (``all``),
    or the same but for what was picked (``place``), so that it tells choices of the action not apart.
    """

    kind: DeedKind | Literal["let"]
    words: str
    amount: int | None = None
    what: str = ""
    source: str = ""
    target: str = ""
    inside: tuple[Deed, ...] = ()
    remark: str = ""
    value: str = ""
    usual: Literal["", "place", "all"] = ""


def is_nothing(deed: Deed) -> bool:
    """Is it known that nothing is paid, scored, dealt or moved?"""
    return deed.amount == 0 or bool(deed.inside and all(map(is_nothing, deed.inside)))


def under(head: str, inside: Sequence[Deed]) -> list[Deed]:
    """Return steps under a condition or in a loop as one; nothing where there are none to tell."""
    if not inside:
        return []
    told = gettext("; ").join(one.words for one in inside)
    return [Deed("if", headed(head, told), inside=tuple(inside))]
