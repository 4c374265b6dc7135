"""A language -> how many number forms its words have; a number -> how it stands with the form that fits."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.semantics import core


@attrs.frozen
class PluralRule:
    """``forms`` are the names of the forms in the order in which they are written; ``which`` picks one by its place.

    The place -1 means the last one.
    """

    forms: tuple[str, ...]
    which: Callable[[int], int]


def _one(number: int) -> int:
    return 0 if number == 1 else -1


def _up_to_one(number: int) -> int:
    return 0 if number in (0, 1) else -1


def _two_to_four(number: int) -> int:
    return 0 if number == 1 else 1 if 2 <= number <= 4 else 2


def _few(number: int) -> bool:
    """2, 3, 4, 22, 23, 24, 32 … but not 12, 13, 14, 112 …"""
    return abs(number) % 10 in (2, 3, 4) and abs(number) % 100 not in (12, 13, 14)


def _polish(number: int) -> int:
    return 0 if number == 1 else 1 if _few(number) else 2


def _by_last_digit(number: int) -> int:
    return 0 if abs(number) % 10 == 1 and abs(number) % 100 != 11 else 1 if _few(number) else 2


def _lithuanian(number: int) -> int:
    teens = 11 <= abs(number) % 100 <= 19
    last = abs(number) % 10
    return 0 if last == 1 and not teens else 1 if last >= 2 and not teens else 2


def _romanian(number: int) -> int:
    return 0 if number == 1 else 1 if number == 0 or 1 <= abs(number) % 100 <= 19 else 2


def _slovene(number: int) -> int:
    return {1: 0, 2: 1, 3: 2, 4: 2}.get(abs(number) % 100, 3)


_OTHERS = PluralRule(("one", "other"), _one)
_ZERO_LIKE_ONE = PluralRule(("0 and 1", "other"), _up_to_one)
_CZECH = PluralRule(("1", "2 to 4", "other"), _two_to_four)
_RUSSIAN = PluralRule(("1, 21, 31 …", "2 to 4, 22 to 24 …", "other"), _by_last_digit)
_RULES = {
    "fr": _ZERO_LIKE_ONE,
    "pt": _ZERO_LIKE_ONE,
    "pt-PT": _OTHERS,
    "cs": _CZECH,
    "sk": _CZECH,
    "pl": PluralRule(("1", "2 to 4, 22 to 24 …", "other"), _polish),
    "ru": _RUSSIAN,
    "uk": _RUSSIAN,
    "be": _RUSSIAN,
    "sr": _RUSSIAN,
    "hr": _RUSSIAN,
    "bs": _RUSSIAN,
    "lt": PluralRule(("1, 21, 31 …", "2 to 9, 22 to 29 …", "other"), _lithuanian),
    "ro": PluralRule(("1", "0, 2 to 19, 102 to 119 …", "other"), _romanian),
    "sl": PluralRule(("1, 101 …", "2, 102 …", "3 and 4, 103 …", "other"), _slovene),
}


def plural_rule(language: str) -> PluralRule:
    """Return the rule of a language: that of ``pt-PT``, else that of ``pt``; unknown ones have one form for 1 and one
    for all else.
    """
    return _RULES.get(language) or _RULES.get(language.partition("-")[0], _OTHERS)


def counted(slot: core.TextSlot, number: int) -> tuple[str, str]:
    """Return a number as it is printed, and the form behind it; no number where the form for 0 stands alone."""
    if number == 0 and slot.none is not None:
        return "", slot.none
    return str(number), slot.forms[plural_rule(slot.language).which(number)]


def written_forms(slot: core.TextSlot) -> tuple[str, ...]:
    """Return the forms in the order in which they are written, that for 0 before the others."""
    return slot.forms if slot.none is None else (slot.none, *slot.forms)
