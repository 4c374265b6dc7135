"""A field or an entry as people fill it in, in English, and the names of its file -> how it is filled in here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from gamedsl.syntax.sentences.names import Names
from gamedsl.syntax.sentences.patterns import Pattern
from gamedsl.syntax.sentences.steps import AMOUNTS

_NUMBER = rf"\d+|{'|'.join(word for word in AMOUNTS if len(word) > len('an'))}"
_A_TO_B = rf"(?P<a>{_NUMBER}) *(?:to|-|and|or|through|,) *(?P<b>{_NUMBER})"
_PLAYERS = Pattern(
    rf"(?:from +|between +)?{_A_TO_B}(?: +players?)?|min(?:imum)? *(?P<c>\d+),? *max(?:imum)? *(?P<d>\d+)"
)
_SO_MANY = Pattern(rf"(?:exactly +)?(?P<a>{_NUMBER})(?: +players?)?")
_AT_LEAST = Pattern(
    rf"(?:at +least +|min(?:imum)? +)(?P<a>{_NUMBER})(?: +players?)?|(?P<b>\d+) *(?:\+|or +more)(?: +players?)?"
)
_UP_TO = Pattern(rf"(?:up +to|at +most|max(?:imum)?) +(?P<a>{_NUMBER})(?: +players?)?")
_EVERYBODY = Pattern(
    r"(?:each|every|all)(?: +the)? +players?(?: +(?:in|by) +(?:turn|order|turns))?|everyone|everybody|clockwise|"
    r"players? +(?:in +(?:order|turn)|clockwise)|(?:in +)?(?:turn|clockwise) +order|"
    r"one +after +(?:the +)?(?:an)?other"
)
_ONE = Pattern(
    r"(?:the +|a +)?(?:active|current|next|one)[ _]*player|(?:the +)?player +(?:whose|who).*|whoever.*|one +player|"
    r"(?:the +)?player(?: +in +turn)?"
)
_MOST = Pattern(
    r"(?:(?:the +)?(?:players?|one) +(?:with|who +has|having) +|(?:who(?:ever)?|wer) +(?:has +|(?=die ))?|)"
    r"(?:the +|die +|den +|le +)?(?P<w>most|highest|fewest|least|lowest|meisten|wenigsten|plus from|plus de|moins de)"
    r" +(?:number +of +|from +)?(?P<x>[a-z]\w*)(?: +(?:has|hat|wins))?"
)
_LAST = Pattern(
    r"(?:(?:the +)?last +(?:player|one)|whoever|who|the +player +who)(?: +(?:(?:to|who) +)?(?:plays?|played|"
    r"moves?|moved|(?:has|had|made|makes|takes|took) +the +last +(?:move|turn)))?(?: +last)?"
)
_RICHEST = Pattern(r"(?:the +)?(?P<w>richest|poorest)(?: +player)?|(?:the +)?wealthiest(?: +player)?")
_RANGE = Pattern(
    r"(?:(?:a|the|any|one) +)?(?:number +)?(?:(?P<x>[a-z]\w*) *(?:in|=|from|of|between|,|:)* *)?(?:number +)?"
    r"(?:from +|between +|in +)?(?P<a>\d+) *(?:to|-|and|,|through) *(?P<b>\d+)"
)
_UPWARDS = Pattern(r"(?:(?P<x>[a-z]\w*) +)?(?:in +)?up +to +(?P<b>\d+)")
_LISTED = Pattern(
    r"(?:(?P<x>[a-z]\w*) +(?:in|of|from) +|one +of +)(?P<s>[\w.]+(?: *, *(?:or +|and +)?[\w.]+)+(?: +or +[\w.]+)?)"
)
_CHOSEN = Pattern(r"(?:choose|select|pick) +(?P<s>[a-z]\w* +in +.+)")
_FROM_ZONE = Pattern(
    r"(?:(?:an?|one|any|the|some) +(?P<noun>[a-z]\w*)|(?P<x>[a-z]\w*)) +(?:from|of|in|out +of) +(?P<z>(?:your +|"
    r"the +)?[\w.]+)"
    r"(?: +(?P<how>(?:that|which) +(?:is|are)(?: +not)?|except|without|but +no|other +than) +(?P<w>\w+))?"
)
_PER = Pattern(
    rf"(?P<n>{_NUMBER}|a)(?: +points?| +vp)? +(?:per|for +(?:each|every|all)|each) +(?P<x>[a-z]\w*)(?: +(?:in|"
    rf"on) +(?P<z>[\w.]+(?: +\w+)?))?"
)
_SUM = Pattern(
    r"(?:(?:the +)?(?:sum|total)(?: +of)?(?: +(?:the|"
    r"all))? *\(? *)?(?:[a-z]\.)?(?P<c>[a-z]\w*?)s?(?: +of +(?:the +|all +)?(?P<x>\w+))?"
    r" +(?:of|in|on) +(?P<z>[\w.]+(?: +\w+)?)\)?"
)
_COUNT = Pattern(r"(?:the +)?(?:count|number) +(?:of +)?(?:(?P<x>[a-z]\w*) +(?:in|on) +)?(?P<z>[\w.]+(?: +\w+)?)")
_PLAN_START = Pattern(
    r"(?:(?:any +)?one +of|either|any +(?:one +)?of|choose(?: +one +of)?|"
    r"pick(?: +one +of)?)[: ]+"
)
_OR = Pattern(r" *(?:,|/|\||;|\bor\b)(?: *\bor\b)? *(?:\(optional\) *)?")
_DICE = Pattern(
    r"(?:(?:an? +|one +|1 +)?(?:(?:six|6)[ -]sided +|normal +)?(?:die|dice)|[wd]6|de)(?: *, *6|"
    r" +with +6 +(?:sides|faces))?|"
    r"(?:dice|number|die) +1 *(?:to|-|,) *6"
)
_SIDES = Pattern(r"(?:[wd]|(?:die|dice) +with +)(?P<n>\d+)(?: +(?:sides|faces))?")
_COUNTER = Pattern(
    rf"(?:(?:wooden|plastic|cardboard|round|small) +)?(?:counters?|tokens?|cubes?|coins?|markers?|"
    rf"chips?)[ ,]*[(x]? *(?P<n>\d+(?:[.,' ]\d{{3}})*|{'|'.join(AMOUNTS)}|twenty)\)?|"
    r"(?P<m>\d+) +(?:counters?|tokens?|cubes?|coins?|markers?|chips?|pieces)"
)
_HEAP = Pattern(
    r"(?:an? +)?(?:discard +pile|discards?|heap|pile)(?: +(?:of|from) +(?P<k>\w+))?(?: *, *(?:empty|face +up))?"
)
_STACK = Pattern(
    r"(?:an? +)?(?:(?:draw +)?(?:deck|stack)|draw +pile)(?: +(?:of|from) +(?P<k>\w+))?(?: *, *(?:empty|face +down))?"
)
_COUNTED = Pattern(
    r"(?:an? +|the +)?(?:whole +|integer +)?number(?: *,? *(?:starts?|beginning|begins?|starting) +(?:at|"
    r"with) +(?P<n>\d+)| *, *(?P<m>\d+))?|int|integer|zahl|counter"
)
_ROUNDS = Pattern(rf"(?:after +)?(?P<n>{_NUMBER}) +(?:rounds?|turns?|laps?)(?: +(?:are +)?(?:over|played))?")

BOXED = Pattern(rf"  (?P<at>(?P<n>{_NUMBER}|twenty)(?: *[x*])? +(?P<x>[a-z]\w*)) *")
"""A line of a list of what is in the box."""
_TITLED = Pattern(r"(?P<x>[^\W\d][\w' :-]*?)?[ :-]*(?:\"(?P<words>[^\"]*)\")?")
Filled = Callable[[re.Match[str], Names, str], str]


def filled(field: str, written: str, names: Names, below: str) -> str:
    """Return how a field or an entry of a section is filled in; nothing where it cannot be told.

    ``below`` is the paragraph that the line stands in.
    """
    for pattern, told in _FIELDS.get(field, ()):
        found = pattern.fullmatch(written)
        if found is not None and (meant := told(found, names, below)):
            return meant
    return ""


def counted(number: str, noun: str) -> str:
    """Return the entry for counters that are listed as in a box: `21 baskets`."""
    amount = _number(number).replace("twenty", "20")
    name = noun.removesuffix("s") if not noun.endswith("ss") else noun
    return f"{name}: counter, {amount}" if amount != "1" else f"{name}: piece"


def called(title: str) -> str:
    """Return how the name and the title of a game are written, which stand behind `game`; nothing where they may."""
    found = _TITLED.fullmatch(title)
    if found is None or (not found["x"] and not found["words"]):
        return ""
    name = found["x"] or found["words"]
    parts = re.findall(r"\w+", name.partition(":")[0].partition(" by ")[0])
    name = "".join(part[0].upper() + part[1:] for part in parts) if len(parts) > 1 else "".join(parts)
    rest = (found["words"] or name_behind_colon(found["x"])) if found["x"] else found["words"]
    return f'{name} "{rest}"' if rest else name


def name_behind_colon(name: str) -> str:
    """Return the title in `Orchard: The orchard`, and `Anna` in `Orchard by Anna`; nothing for others."""
    behind = name.partition(":")[2].strip()
    author = name.partition(" by ")[2].strip()
    return behind or (f"by {author}" if author else "")


def _number(word: str) -> str:
    return AMOUNTS.get(word, word)


def _players(found: re.Match[str], names: Names, below: str) -> str:
    first, last = _number(found["a"] or found["c"]), _number(found["b"] or found["d"])
    gap = int(last) - int(first)
    return f"{first} to {last}" if gap == 1 or (gap > 1 and " or " not in found[0]) else ""


def _so_many(found: re.Match[str], names: Names, below: str) -> str:
    return _number(found["a"])


def _from(found: re.Match[str], names: Names, below: str) -> str:
    least = int(_number(found["a"] or found["b"]))
    return f"{least} to {max(least + 2, 4)}"


def _up_to(found: re.Match[str], names: Names, below: str) -> str:
    most = int(_number(found["a"]))
    return f"2 to {most}" if most > 2 else ""


def _everybody(found: re.Match[str], names: Names, below: str) -> str:
    return f"players from {_a_player(names) or 'A'}\twith the player who begins"


def _one(found: re.Match[str], names: Names, below: str) -> str:
    return _a_player(names)


def _a_player(names: Names) -> str:
    return next((name for name, (own, kind) in names.values.items() if kind == "player" and not own), "")


def _most(found: re.Match[str], names: Names, below: str) -> str:
    noun = {"punkte": "points", "punkten": "points"}.get(found["x"].lower(), found["x"])
    kind, name = names.thing(noun)
    own = names.purses(name)[1] if kind == "counter" else None
    amount = "points" if kind == "points" else own.name if own is not None else ""
    word = "least" if found["w"] in ("fewest", "least", "lowest", "wenigsten", "moins de") else "most"
    return f"the p in players with {word} p.{amount} ties all" if amount else ""


def _richest(found: re.Match[str], names: Names, below: str) -> str:
    own = names.purses("")[1] or next((one for one in names.places if one.own and one.is_purse), None)
    word = "least" if found["w"] == "poorest" else "most"
    return f"the p in players with {word} p.{own.name} ties all" if own is not None else ""


def _last(found: re.Match[str], names: Names, below: str) -> str:
    return "active\twho had the last turn" if "last" in found[0] else ""


def _variable(found: re.Match[str], below: str, otherwise: str) -> str:
    """Return the name for what is picked: the one written, else the one that the lines below use."""
    if (found.groupdict().get("x") or "number") not in ("number", "card", "one", "from", "any"):
        return found["x"]
    used = re.search(r"(?:\{|\b(?:move|pay|set|deal) +(?:[\w.]+ +to +)?)([a-z])\b|\b([a-z])\.\w", below)
    return (used[1] or used[2]) if used else otherwise


def _range(found: re.Match[str], names: Names, below: str) -> str:
    if int(found["a"]) >= int(found["b"]):
        return ""
    return f"{_variable(found, below, 'n')} in {found['a']}..{found['b']}"


def _upwards(found: re.Match[str], names: Names, below: str) -> str:
    return f"{_variable(found, below, 'n')} in 1..{found['b']}"


def _listed(found: re.Match[str], names: Names, below: str) -> str:
    values = [one for one in re.split(r" *, *(?:or +|and +)?| +or +", found["s"]) if one]
    return f"{_variable(found, below, 'n')} in {{{', '.join(values)}}}"


def _chosen(found: re.Match[str], names: Names, below: str) -> str:
    return found["s"]


def _from_zone(found: re.Match[str], names: Names, below: str) -> str:
    if found[0].startswith("any number of"):
        return ""  # a form of the language, which lacks its name alone
    place = names.place(found["z"])
    if place is None or place.is_purse:
        return ""
    name = _variable(found, below, "x")
    zone = f"you.{place.name}" if place.own else place.name
    if not found["how"]:
        return f"{name} in {zone}"
    kind, word = names.thing(found["w"])
    is_not = "not" in found["how"] or not found["how"].startswith(("that", "which"))
    if kind == "flag":
        return f"{name} in {zone} where {'not ' if is_not else ''}{name}.{word}"
    return f"{name} in {zone} where {name}.design {'!=' if is_not else '='} {word}" if kind == "row" else ""


def _kept(names: Names, noun: str) -> str:
    """Return where each player keeps what is scored: no hand, if there is another place."""
    kind, name = names.thing(noun)
    card = names.rows.get(name, name) if kind != "flag" else ""
    own = [one for one in names.places if one.own and not one.is_purse and card in ("", one.kind)]
    return next((one.name for one in own if one.name != "hand"), own[0].name if own else "")


def _per(found: re.Match[str], names: Names, below: str) -> str:
    kind, name = names.thing(found["x"])
    number = _number(found["n"])
    if kind == "counter":
        own = names.purses(name)[1]
        return f"{number} * you.{own.name}" if own is not None else ""
    place = names.place(found["z"]) if found["z"] else None
    if kind not in ("card", "row", "flag") or (found["z"] and place is None):
        return ""
    zone = place.name if place is not None else _kept(names, found["x"])
    which = {"row": f" where design = {name}", "flag": f" where {name}"}.get(kind, "")
    return f"{number} * count(you.{zone}{which})" if zone else ""


def _sum(found: re.Match[str], names: Names, below: str) -> str:
    place, column = names.place(found["z"]), found["c"]
    column = next((one for one in (column, f"{column}s", f"{column}e") if one in names.columns), "")
    if place is None or place.is_purse or not column:
        return ""
    return f"sum(x.{column} for each x in {'you.' if place.own else ''}{place.name})"


def _count(found: re.Match[str], names: Names, below: str) -> str:
    place = names.place(found["z"])
    if place is None or place.is_purse:
        return ""
    return f"count({'you.' if place.own else ''}{place.name})"


def _plan(found: re.Match[str], names: Names, below: str) -> str:
    written = found[0]
    start = _PLAN_START.match(written)
    parts = [one.strip() for one in _OR.split(written[start.end() if start else 0 :])]
    return " or ".join(parts) if len(parts) > 1 and all(one in names.actions for one in parts) else ""


def _dice(found: re.Match[str], names: Names, below: str) -> str:
    return "dice 1..6"


def _sides(found: re.Match[str], names: Names, below: str) -> str:
    return f"dice 1..{found['n']}"


def _counter(found: re.Match[str], names: Names, below: str) -> str:
    if re.fullmatch(r"counters? +\d+", found[0]):
        return ""
    number = re.sub(r"[., ']", "", _number(found["n"] or found["m"])).replace("twenty", "20")
    return f"counter, {number}"


def _heap(found: re.Match[str], names: Names, below: str) -> str:
    return _zone("heap", found["k"] or "", names)


def _stack(found: re.Match[str], names: Names, below: str) -> str:
    return _zone("stack", found["k"] or "", names)


def _zone(form: str, noun: str, names: Names) -> str:
    cards = [name for name, kind in names.components.items() if kind in ("card", "tile", "piece")]
    kind, name = names.thing(noun) if noun else ("card", "")
    if kind != "card":
        return ""
    name = name or (cards[0] if len(cards) == 1 else "")
    return f"{form} of {name}" if name else ""


def _counted(found: re.Match[str], names: Names, below: str) -> str:
    start = found["n"] or found["m"]
    return f"number = {start}" if start and start != "0" else "number"


def _rounds(found: re.Match[str], names: Names, below: str) -> str:
    counted = next((name for name in ("rounds", "round", "turns", "laps") if name in names.values), "")
    return f"{counted} = {_number(found['n'])}" if counted else ""


_FIELDS: Mapping[str, tuple[tuple[Pattern, Filled], ...]] = {
    "players": ((_PLAYERS, _players), (_SO_MANY, _so_many), (_AT_LEAST, _from), (_UP_TO, _up_to)),
    "who": ((_EVERYBODY, _everybody), (_ONE, _one)),
    "winner": ((_MOST, _most), (_RICHEST, _richest), (_LAST, _last)),
    "pick": (
        (_LISTED, lambda found, names, below: "" if found["s"].count(",") < 2 else _listed(found, names, below)),
        (_RANGE, _range),
        (_UPWARDS, _upwards),
        (_LISTED, _listed),
        (_CHOSEN, _chosen),
        (_FROM_ZONE, _from_zone),
    ),
    "worth": ((_PER, _per), (_COUNT, _count), (_SUM, _sum)),
    "play": ((Pattern(r".+"), _plan),),
    "components": ((_DICE, _dice), (_SIDES, _sides), (_COUNTER, _counter)),
    "table": ((_HEAP, _heap), (_STACK, _stack), (_COUNTED, _counted)),
    "until": ((_ROUNDS, _rounds),),
}
