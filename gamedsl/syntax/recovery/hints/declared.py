"""A cure and the text of its file -> the cure with the names that the file gives to what is meant.

Only lines are looked at: nothing is checked yet where a text cannot be read.
"""

from __future__ import annotations

import re

_MOST_ACTIONS = 6
_PILES = ("heap", "stack")
_STEP = re.compile(r"\w+ +(?P<v>[^;\"#\[\]]*[^;\"#\[\] ])")
_VALUE = re.compile(r"(?!(?:for|to|from|by|of|with|and|or)$)\w+(?:\.\w+)*")
_ENTRY = r"^{indent}(?P<x>\w+)(?:\[[^\[\]]*\])?: *(?P<form>purse|heap|stack|slot) of (?P<kind>\w+)"
_COMMON = re.compile(_ENTRY.format(indent="  "), re.M)
_OWN = re.compile(_ENTRY.format(indent="    "), re.M)
_DICE = re.compile(r"^  (\w+): *dice\b", re.M)
_ACTIONS = re.compile(r"^actions\b.*\n((?:(?: .*)?\n)*)", re.M)
_ACTION = re.compile(r"^  (\w+)(?= *(?:$|[\"\[#]))", re.M)
_OPPOSITES = {"= 0": "= none", "> 0": "!= none", "!= 0": "!= none"}
_EMPTY = re.compile(r"count\((?P<x>[\w.]+(?:\[[^\[\]]*\])?)\) (?P<c>= 0|> 0|!= 0)")
_HELD = re.compile(r"HELD\((?P<who>\w+)\.(?P<x>\w+)\)")
_ALONE = re.compile(r"`HELD\((?P<who>\w+)\.\w+\) (?P<c>[^`]*)`")
_FORM = re.compile(r"FORM\((\w+)\)")
_WORDS = re.compile(r"\b(?:OWN_PURSE|COMMON_PURSE|COMMON_PILE|OWN_PLACE|DICE|ACTIONS|SOURCE)\b")
_NAMED = re.compile(_WORDS.pattern + r"|HELD\(|FORM\(|SCORED\(|count\(")
_SCORED = re.compile(r"SCORED\((?P<s>\w+), (?P<w>.*)\)$")
_SCORING = re.compile(r"^scoring\b.*\n((?:(?: .*)?\n)*)", re.M)
_SOURCE = re.compile(r"^  (\w+)\b.*\n((?:   .*\n)*)", re.M)
_IS_SOURCE = "; SOURCE is a name under `scoring`"
_RULES = re.compile(r"^rules\b.*\n((?:(?: .*)?\n)*)", re.M)


def suited(cure: str, text: str) -> str:
    """Return a cure with names of the file in place of those that stand for them."""
    if not _NAMED.search(cure):
        return cure
    names = {
        "OWN_PURSE": _only([f"you.{one['x']}" for one in _OWN.finditer(text) if one["form"] == "purse"], "you.PURSE"),
        "COMMON_PURSE": _only([one["x"] for one in _COMMON.finditer(text) if one["form"] == "purse"], "PURSE"),
        "COMMON_PILE": _only([one["x"] for one in _COMMON.finditer(text) if one["form"] in _PILES], "STACK"),
        "OWN_PLACE": _only([one["x"] for one in _OWN.finditer(text) if one["form"] in _PILES], "ZONE"),
        "SOURCE": _only([name for name, fed in _sources(text).items() if fed], "SOURCE"),
        "DICE": _only(_DICE.findall(text), "DICE"),
        "ACTIONS": _actions(text),
    }
    cure = _SCORED.sub(lambda found: _scored(found, text), cure)
    cure = cure if names["SOURCE"] == "SOURCE" else cure.replace(_IS_SOURCE, "")
    cure = _WORDS.sub(lambda found: names[found[0]], cure)
    cure = _HELD.sub(lambda found: _held(found, text), cure)
    cure = _ALONE.sub(r"`count(\g<who>.ZONE) \g<c>` for pieces, `\g<who>.PURSE \g<c>` for counters", cure)
    cure = _HELD.sub(r"\g<who>.\g<x>", cure)
    cure = _FORM.sub(lambda found: _form(found[1], text), cure)
    return _EMPTY.sub(lambda found: _emptiness(found, text), cure)


def call_of(word: str, line: str, text: str) -> tuple[str, str] | None:
    """Return the step at the beginning of a line and the call of a rule of the file that it is meant for, if it is one.

    A player who is left out is `you`.
    """
    heads = (
        re.search(rf"^  {re.escape(word)}\((?P<p>.*)\) *(?:$|[\"\[#])", part, re.M) for part in _RULES.findall(text)
    )
    head = next((one for one in heads if one is not None), None)
    written = _STEP.match(line)
    if head is None or written is None:
        return None
    params = re.findall(r"(\w+): *(\w+)", head["p"])
    given = [one for one in re.split(r"[ ,]+", written["v"]) if one]
    if len(params) == len(given) + 1 and params[0][1] == "player":
        given = ["you", *given]
    plain = len(given) == len(params) and all(
        _VALUE.fullmatch(one) and not (kind == "player" and one.isdigit())
        for one, (_, kind) in zip(given, params, strict=True)
    )
    return written[0], f"{word}({', '.join(given if plain else [name for name, _ in params])})"


def stands_in(word: str, text: str) -> bool:
    """Tell whether a paragraph or an entry of the file has this name."""
    return re.search(rf"^ +{re.escape(word)} *(?:$|[\"(\[#:=])", text, re.M) is not None


def _sources(text: str) -> dict[str, bool]:
    """Return the sources of points, and whether steps feed them."""
    found = [one for section in _SCORING.findall(text) for one in _SOURCE.findall(section)]
    return {name: "worth:" not in below for name, below in found}


def _scored(found: re.Match[str], text: str) -> str:
    """`score n for p`: what is missing is the number where the word is a source, else the source."""
    if found["s"] in _sources(text):
        return f"say how many: `score {found['s']} 1 for {found['w']}`"
    return f"say what the points are for: `score SOURCE {found['s']} for {found['w']}`{_IS_SOURCE}"


def _only(found: list[str], otherwise: str) -> str:
    return found[0] if len(found) == 1 else otherwise


def _actions(text: str) -> str:
    """Return the actions of the file, joined as a plan, or two names that stand for them."""
    names = [name for section in _ACTIONS.findall(text) for name in _ACTION.findall(section)]
    return " or ".join(names) if 1 < len(names) <= _MOST_ACTIONS else "A or B"


def _forms(name: str, text: str) -> set[str]:
    """Return the forms of the zones of a name."""
    return {one["form"] for entries in (_COMMON, _OWN) for one in entries.finditer(text) if one["x"] == name}


def _emptiness(found: re.Match[str], text: str) -> str:
    """Purses are numbers and slots are one piece: only of heaps and stacks the pieces are counted."""
    forms = _forms(found["x"].partition("[")[0].rpartition(".")[2], text)
    if forms == {"purse"}:
        return f"{found['x']} {found['c']}"
    return f"{found['x']} {_OPPOSITES[found['c']]}" if forms == {"slot"} else found[0]


def _held(found: re.Match[str], text: str) -> str:
    """Return how much somebody has of a thing: of an entry of this name, else what lies in its only place."""
    who, word = found["who"], found["x"]
    if word in ("point", "points"):
        return f"{who}.points"
    own = list(_OWN.finditer(text))
    places = [one for one in own if one["x"] == word] or [one for one in own if one["kind"] in (word, word[:-1])]
    if len(places) == 1:
        name = f"{who}.{places[0]['x']}"
        return name if places[0]["form"] == "purse" else f"count({name})"
    return f"{who}.{word}" if re.search(rf"^    {word}\b *(?:\[|:|=)", text, re.M) else found[0]


def _form(word: str, text: str) -> str:
    """Return the zone that takes something of this name: counters lie in purses."""
    is_counter = re.search(rf"^  {re.escape(word)}s?: *counter\b", text, re.M)
    return f"purse of {word}" if is_counter else f"heap of {word}"
