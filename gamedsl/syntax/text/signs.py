"""The parts of a line around a sign of everyday writing (`50%`, `a ? b : c`, `x += 1`) -> what to write."""

from __future__ import annotations

import re

from gamedsl.syntax.sentences.numbers import MAX_LENGTH

_BECOMES = re.compile(
    r"(?P<word>set +|let +)?(?P<x>[A-Za-z_][\w.]*(?:\[[^\]]*\])?) *:= *(?P<v>[^;\"#]*[^;\"#\[\] ](?:\])?)"
)
_CHANGED = re.compile(r"(?<![\w.\]])(?P<x>[A-Za-z_]\w*(?:\.\w+)*(?:\[[^\[\]]*\])?)\s*\Z")
_BEHIND = re.compile(r"(?:(?! for | \[| \")[^;#\"])*")
_PLAIN = re.compile(r"[\w.]+(?:\([\w., ]*\)|\[[\w., ]*\])?")
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
    if len(before) + len(behind) > MAX_LENGTH:
        return ""
    share, following = _SHARE.search(before), _OF.match(behind)
    if share is None or following is None:
        return ""
    times = _PERCENT.search(before)
    whole = following["x"] or (times["x"] if times else "x")
    return f"`{whole} * {share['n']} / 100`"


def conditional(before: str, behind: str) -> str:
    """Return what to write for `C ? a : b`, with `?` between these parts of a line; nothing for anything else."""
    if len(before) + len(behind) > MAX_LENGTH:
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
    if len(before) + len(behind) > MAX_LENGTH or not _LISTED.match(before) or not _ALONE.match(behind):
        return ""
    if suit := _SUIT.fullmatch(name):
        return f"{suit[1]}s"
    return "_".join(word for word in re.findall(r"[a-z]+", name) if word not in _SORTS)


def becomes_cure(text: str) -> str:
    """Return what to write instead of `:=` in a line."""
    found = _BECOMES.search(text) if len(text) <= MAX_LENGTH else None
    if found is None or "=" in text[: found.start()]:
        return "`=`; to change a value in steps, `set x to …`"
    name, value, word = found["x"], found["v"], (found["word"] or "").strip()
    if word:
        return f"`set {name} to {value}`" if word == "set" else f"`let {name} = {value}`"
    if ":" in text[: found.start()] and text.split(":", 1)[0].strip() != "then":
        return f"`= {value}`"
    return f"`set {name} to {value}` in steps, `{name} = {value}` under `terms`"


def steps_cure(text: str, start: int, sign: str) -> str:
    """Return what to write instead of ``x += n``, ``x++`` and their like, with the names around the sign.

    What ``x`` is nobody knows yet: a value is set, counters are paid.
    """
    named = _CHANGED.search(text[max(0, start - MAX_LENGTH) : start])
    behind = _BEHIND.match(text[start + len(sign) : start + len(sign) + MAX_LENGTH])
    x, n = named["x"] if named else "x", "1" if sign[1] != "=" else (behind[0].strip() if behind else "") or "n"
    change = f"`set {x} to {x} {sign[0]} {n if _PLAIN.fullmatch(n) else f'({n})'}`"
    amount = n if n.isdigit() else f"({n})"
    paid = {"+": f"`pay {amount} from PURSE to {x}`", "-": f"`pay {amount} from {x} to PURSE`"}.get(sign[0])
    return change if paid is None else f"{change}, or {paid} if it is a purse"
