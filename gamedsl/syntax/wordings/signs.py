"""The parts of a line around a sign of everyday writing (`50%`, `a ? b : c`, `player's hand`) -> what to write."""

from __future__ import annotations

import re

_MOST = 300
"""Longer lines are not looked into."""
_PERCENT = re.compile(r"(?P<x>[\w.]+(?:\([^()]*\))?) *\* *(?P<n>\d+) *$")
_SHARE = re.compile(r"(?P<n>\d+) *$")
_OF = re.compile(r" *(?:of +(?P<x>[\w.]+(?:\([^()]*\))?)|(?:$|[-+*)\];,\"#]))")
_EITHER = re.compile(r" *(?P<a>[^?:;\"#]*[^?:;\"# ]) *: *(?P<b>[^?:;\"#()]*(?:\([^()]*\)[^?:;\"#()]*)*(?<! ))")
_CONDITION = re.compile(
    r"(?:^ *\w+(?:\([^()]*\))? = |^ *\w+: (?:\w+ = )?|\(|^ *)(?P<c>[^:()]*(?:\([^()]*\)[^:()]*)*[^:( ]) *$"
)
_OWNER = re.compile(r"\w+$")
_LISTED = re.compile(r" +(?:\w+: *|\|)(?:[^\"#]*[,;|])? *$")
_ALONE = re.compile(r"\ufe0f? *(?:$|[,;|\"#\[])")
_SORTS = frozenset(("sign", "symbol", "chess", "face", "heavy", "small", "medium", "large"))
"""Words in the names of signs that say of which sort they are, and how large."""
_SUIT = re.compile(r"(?:black|white) (\w+) suit")
_OWNED = re.compile(r"s +(?P<x>[A-Za-z_]\w*)")


def percentage(before: str, behind: str) -> str:
    """Return what to write for a number with `%` between these parts of a line; nothing where it divides."""
    if len(before) + len(behind) > _MOST:
        return ""
    share, following = _SHARE.search(before), _OF.match(behind)
    if share is None or following is None:
        return ""
    times = _PERCENT.search(before)
    whole = following["x"] or (times["x"] if times else "x")
    return f"`{whole} * {share['n']} / 100`"


def conditional(before: str, behind: str) -> str:
    """Return what to write for `C ? a : b`, with `?` between these parts of a line; nothing for anything else."""
    if len(before) + len(behind) > _MOST:
        return ""
    condition, parts = _CONDITION.search(before), _EITHER.match(behind)
    if condition is None or parts is None:
        return ""
    return f"write `{parts['a']} if {condition['c']} else {parts['b']}`"


def possessive(before: str, behind: str) -> tuple[str, str] | None:
    """Return `player's hand`, cut at its apostrophe, and what to write for it; None for anything else."""
    owner, owned = _OWNER.search(before), _OWNED.match(behind)
    if owner is None or owned is None:
        return None
    who = "you" if owner[0] in ("player", "you") else owner[0]
    return f"{owner[0]}'{owned[0]}", f"what belongs to somebody stands behind a dot: `{who}.{owned['x']}`"


def drawn_word(before: str, name: str, behind: str) -> str:
    """Return the word for a drawn sign that stands alone in a list or a cell, by its name in Unicode; else nothing."""
    if len(before) + len(behind) > _MOST or not _LISTED.match(before) or not _ALONE.match(behind):
        return ""
    if suit := _SUIT.fullmatch(name):
        return f"{suit[1]}s"
    return "_".join(word for word in re.findall(r"[a-z]+", name) if word not in _SORTS)
