"""A word that means nothing and the names that do -> the nearest names, also those of which one word is near."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.diagnostics.suggest import listed, suggest

_MOST = 3


def nearest(typed: str, names: Iterable[str]) -> str:
    """Return at most three names near what was typed, as "`a` or `b`"; empty when none is near.

    ``buld`` is near ``build_hotel`` as it is near one of its words; names that are near as a whole come first. Nothing
    is near a number or a single letter: everything short would be.
    """
    wanted = _simple(typed)
    if len(wanted) < 2 or wanted.isdecimal():
        return ""
    known = list(dict.fromkeys(name for name in names if name))
    for meant in ({_simple(name): [name] for name in reversed(known)}, _by_word(known)):
        found = [
            name for near in [*([wanted] if wanted in meant else []), *suggest(wanted, meant)] for name in meant[near]
        ]
        if found:
            return listed(list(dict.fromkeys(found))[:_MOST])
    return ""


def _by_word(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the names by each of their words that is longer than two letters."""
    found: dict[str, list[str]] = {}
    for name in names:
        for word in _simple(name).split():
            if len(word) > 2:
                found.setdefault(word, []).append(name)
    return found


def _simple(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
