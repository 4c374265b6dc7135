"""The checked form of words for people: texts with values in them."""

from __future__ import annotations

import attrs

from gamedsl.semantics.core.traits import OPAQUE
from gamedsl.semantics.core.values import Core, Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TextSlot(Core, traits=OPAQUE):
    """A value inside words; with ``forms`` the number and the form that fits it are printed.

    ``language`` chooses the form (see ``plurals``); empty: the last form for everything but 1. ``none`` stands for 0,
    alone, where it is given. With ``most`` it is a meter: ``value`` filled marks of ``most``.
    """

    value: Value
    forms: tuple[str, ...] = ()
    none: str | None = None
    language: str = ""
    most: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Text(Core, traits=OPAQUE):
    """Words for people. ``key`` is their stable translation key (``actions.bid``); parts are joined as they are."""

    key: str
    parts: tuple[str | TextSlot, ...]
    references: tuple[str, ...] = ()
