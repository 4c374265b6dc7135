"""Nouns in sentences -> whose they are, and does English say "is" or "are"; verbs -> as they are said to you."""

from __future__ import annotations

import re

from gamedsl.i18n.speaking import gettext, is_english, mark

YOURS, THEIRS, NUMBER_OF = mark("your {noun}"), mark("their {noun}"), mark("the number of {what}")
_BEHIND = re.compile(
    r" (?:of|in|into|on|onto|out|at|for|from|under|over|behind|beside|with|without|by|to|since|before|after|among"
    r"|whose|who|that|which|if|when|where|still|not) |[(:]"
)
"""What follows the noun itself."""
_SIGN = re.compile(r" [+−×÷] |[“”]")
_MANY = re.compile(r"(?<![us'’i])s$")
_DONE = re.compile(r"(?:ed|en|won|lost|left|made|put|sold|kept|held|built|bought|paid|laid|found)$")
"""How words end that say what has become of things: "columns won", "letters delivered"."""
_VERB = re.compile(r"^ ([a-z]+)\b")
_TO_YOU = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def is_many(noun: str) -> bool:
    """Are several things called so, as far as English words tell: "your tokens", "the columns won"?"""
    said = _BEHIND.split(noun, maxsplit=1)[0]
    if not is_english() or _SIGN.search(said):
        return False
    head = said.split()
    while len(head) > 1 and _DONE.search(head[-1]):
        head.pop()
    return bool(head) and bool(_MANY.search(head[-1]))


def told_to_you(behind: str) -> str:
    """Return what an author says behind a name, as it is said behind "you": " is out" becomes " are out"."""
    found = _VERB.match(behind) if is_english() else None
    return behind if found is None else f" {_to_you(found[1])}{behind[found.end() :]}"


def _to_you(verb: str) -> str:
    if verb in _TO_YOU or not _MANY.search(verb):
        return _TO_YOU.get(verb, verb)
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:sh|ch|x|ss|zz)es$", verb) else verb[:-1]


def is_you(words: str) -> bool:
    """Are words the one that speaks to the reader?"""
    return words == gettext("you")


def around(template: str) -> tuple[str, str]:
    """Return what a text of one noun says before and behind it, in the language that is spoken."""
    before, _, behind = gettext(template).replace("{what}", "{noun}").partition("{noun}")
    return before, behind
