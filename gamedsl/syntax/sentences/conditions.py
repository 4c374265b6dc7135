"""A sentence that holds or not, in English, and the names of its file -> the condition, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamedsl.syntax.sentences.names import Names, Place, bare
from gamedsl.syntax.sentences.patterns import Pattern
from gamedsl.syntax.sentences.steps import AMOUNTS

_HAVE = r"(?:has|have|own|owns|hold|holds)(?: +got)?"
_NUMBER = rf"\d+|{'|'.join(AMOUNTS)}"
_MANY = (
    rf"(?:(?P<most>at +most|no +more +than|up +to) +|(?P<least>at +least|minimum) +|(?P<more>more +than|over) +|"
    rf"(?P<less>less +than|fewer +than|under) +|(?P<exact>exactly|just) +)?"
    rf"(?:(?P<no>no|0|not +any|no +more)|(?P<some>any|some)|(?P<n>{_NUMBER}))"
    r"(?: +or +(?P<after>more|less|fewer|higher|lower))?"
)
_NOUN = r"(?P<x>[a-z]\w*(?: +(?!in\b|on\b|left\b|or\b|from\b|at\b)[a-z]\w*)?)"
_AFTER = r"(?: +or +(?P<then>more|less|fewer))?"
_IN = r"(?: +(?:left +)?(?:in|on|at) +(?P<z>[\w.]+(?: +[\w.]+){0,2}))"
_ZONE = r"(?P<z>[\w.]+(?: +(?!is\b|are\b|has\b|have\b|contains?\b|does\b|do\b|run\b|not\b)[\w.]+){0,2}?)"
_WHO = (
    r"(?P<you>you|(?:(?:the|a) +)?(?:active +)?player|active)|(?P<any>somebody|someone|any(?:body|one)|"
    r"any +player|one +player)|"
    r"(?P<all>everybody|everyone|all +players|each +player|every +player)"
)
_HOLDS = Pattern(rf"(?:{_WHO}) +{_HAVE} +{_MANY} +{_NOUN}{_AFTER}{_IN}?")
_HOLDS_SOME = Pattern(rf"(?:{_WHO}) +{_HAVE} +(?P<x>[a-z]\w*){_IN}?")
_LACKS = Pattern(rf"(?:{_WHO}) +(?:do|does|did)(?: +not|n't) +(?:have|own|hold)(?: +any| +an?)? +{_NOUN}{_IN}?")
_CONTAINS = Pattern(
    rf"{_ZONE} +(?:contains?|includes?|has|have|"
    rf"holds?) +(?:{_MANY} +)?{_NOUN}{_AFTER}(?: +in +it)?"
)
_CONTAINS_NO = Pattern(rf"{_ZONE} +(?:does|do)(?: +not|n't) +(?:contain|include|have|hold)(?: +(?:any|an?))? +{_NOUN}")
_THERE_IS = Pattern(rf"there +(?:is|are) +(?:{_MANY} +)?{_NOUN}{_AFTER}{_IN}")
_MANY_IN = Pattern(rf"{_MANY} +{_NOUN}{_AFTER}{_IN}?(?: +(?:left|remain(?:s|ing)?))?")
_EMPTY = Pattern(
    rf"{_ZONE} +(?:is|are)? *(?P<not>not +)?(?P<how>empty|full|exhausted|used +up|gone|out +of +cards|(?:has|"
    rf"have)? *run +out|runs? +out)"
)
_GONE = Pattern(r"(?:all|every) +(?P<x>\w+) +(?:is|are) +(?:gone|taken|used|used +up|drawn)")
_LAST = Pattern(r"the +last +(?P<x>\w+) +(?:is|was|has +been) +(?:taken|drawn|gone|used)")
_NONE_LEFT = Pattern(r"(?:there +are +)?no +(?:more +)?(?P<x>\w+)(?: +(?:are|is))?(?: +left| +remain(?:ing)?)?")
_SIZE = Pattern(
    r"(?:(?:the +)?(?:number|amount|size|count) +of +(?:(?P<x>\w+) +(?:in|on) +)?(?P<z>[\w.]+(?: +[\w.]+)?)|"
    r"(?P<y>(?:your +|the +)?\w+) +(?:size|count))"
    r" *(?P<c>!=|>=|<=|[=<>]|is +at +least|at +least|is +at +most|at +most|is|more +than|less +than) *(?P<n>[\w.]+)"
)
_COMPARED = Pattern(
    r"(?P<x>[a-z]\w*(?:\.\w+)*(?: +of +you)?|(?:your|the|a) +\w+) +(?:(?:is|are|shows?|has|was|rolls?)? *(?:"
    r"(?P<least>at +least)|(?P<most>at +most)|(?P<more>(?:more|greater|higher|bigger|larger) +than|over|above)|"
    r"(?P<less>(?:less|fewer|lower|smaller) +than|under|below)|(?P<is>=|equals?|exactly|reach(?:es)?|hits?)) +|"
    r"(?:is|are|shows?|rolls?) +(?:an? +)?)"
    r"(?P<n>\d+|[a-z]\w*\.\w+)(?: +(?P<after>or +(?:more|higher|above|greater|less|lower|fewer)))?"
)
_EVEN = Pattern(
    r"(?:the +)?(?:die|dice|roll|it|number)(?: +\w+)? +(?:is|are|shows?)(?: +an)? +(?P<w>even|odd)(?: +number)?"
)
_CAN_PAY = Pattern(r"you +(?:can|are +able +to) +(?:pay|afford|spend) +(?P<n>\w+)(?: +(?P<x>\w+))?")
_FLAG = Pattern(r"(?:you|player|the +player) +(?:is|are|have|has) +(?P<not>not +)?(?:already +|yet +)?(?P<x>[a-z]\w*)")


_ENOUGH = Pattern(rf"(?:{_WHO}) +{_HAVE} +(?:enough|sufficient) +{_NOUN}{_IN}?")


def condition(sentence: str, names: Names) -> str:
    """Return the condition that a sentence means; nothing where it cannot be told."""
    for pattern, told in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found is not None and (written := told(found, names)):
            return written
    return ""


def _group(found: re.Match[str], name: str) -> str:
    return (found.groupdict().get(name) or "").strip()


def _compared(found: re.Match[str]) -> str:
    """Return a comparison with the number that a sentence names."""
    if _group(found, "no"):
        return "= 0"
    number = AMOUNTS.get(_group(found, "n"), _group(found, "n")) or "1"
    sign = ">="
    for name, meant in (("most", "<="), ("more", ">"), ("less", "<"), ("exact", "="), ("is", "=")):
        sign = meant if _group(found, name) else sign
    after = (_group(found, "after") or _group(found, "then")).removeprefix("or ").strip()
    sign = "<=" if after in ("less", "fewer", "lower") else sign
    return "> 0" if (sign, number) == (">=", "1") else f"{sign} {number}"


def _amount(noun: str, place: str, owner: str, names: Names) -> str:
    """Return how much of a thing somebody has, or lies at a place; nothing where it is unknown."""
    kind, name = names.thing(noun)
    where = _zone(place, owner, names) if place else ""
    if place and not where:
        return ""
    if kind == "points":
        return f"{owner}.points"
    if kind == "counter":
        own = names.purses(name)[1]
        return where or (f"{owner}.{own.name}" if own is not None else "")
    if kind in ("card", "row", "flag"):
        hand = names.hand(names.rows.get(name, name) if kind != "flag" else "")
        where = where or (f"{owner}.{hand.name}" if hand is not None else "")
        which = {"row": f" where design = {name}", "flag": f" where {name}"}.get(kind, "")
        return f"count({where}{which})" if where else ""
    return ""


def _zone(noun: str, owner: str, names: Names) -> str:
    place = names.place(noun)
    return "" if place is None else f"{owner}.{place.name}" if place.own else place.name


def _holds(found: re.Match[str], names: Names) -> str:
    owner = "p" if _group(found, "any") or _group(found, "all") else "you"
    amount = _amount(found["x"], _group(found, "z"), owner, names)
    written = f"{amount} {_compared(found)}" if amount else ""
    if not written or owner == "you":
        return written
    return f"{'any' if _group(found, 'any') else 'all'}({written} for each p in players)"


def _lacks(found: re.Match[str], names: Names) -> str:
    amount = _amount(found["x"], _group(found, "z"), "you", names)
    return f"{amount} = 0" if amount else ""


def _contains(found: re.Match[str], names: Names) -> str:
    amount = _amount(found["x"], found["z"], "you", names)
    return f"{amount} {_compared(found)}" if amount else ""


def _contains_no(found: re.Match[str], names: Names) -> str:
    amount = _amount(found["x"], found["z"], "you", names)
    return f"{amount} = 0" if amount else ""


def _many_in(found: re.Match[str], names: Names) -> str:
    place = _group(found, "z")
    if not place and _group(found, "no"):
        return _none_left(found, names)
    amount = _amount(found["x"], place, "you", names)
    return f"{amount} {_compared(found)}" if amount else ""


def _empty(found: re.Match[str], names: Names) -> str:
    place = names.place(found["z"])
    if place is None:
        return ""
    if found["how"] == "full":
        zone = f"you.{place.name}" if place.own else place.name
        sign = "<" if found["not"] else ">="
        return f"count({zone}) {sign} 7\twith the number that is meant"
    name = f"you.{place.name}" if place.own else place.name
    if place.form == "slot":
        return f"{name} {'!=' if found['not'] else '='} none"
    amount = name if place.is_purse else f"count({name})"
    return f"{amount} {'>' if found['not'] else '='} 0"


def _none_left(found: re.Match[str], names: Names) -> str:
    kind, name = names.thing(found["x"])
    if kind == "card" and names.pile is not None:
        return f"count({names.pile.name}) = 0"
    common: Place | None = names.purses(name)[0] if kind == "counter" else None
    return f"{common.name} = 0" if common is not None else ""


def _size(found: re.Match[str], names: Names) -> str:
    place = names.place(_group(found, "z") or _group(found, "y"))
    if place is None:
        return ""
    name = f"you.{place.name}" if place.own else place.name
    signs = {"is": "=", "at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}
    sign = " ".join(found["c"].removeprefix("is ").split())
    return f"{name if place.is_purse else f'count({name})'} {signs.get(sign, sign)} {found['n']}"


def _value(found: re.Match[str], names: Names) -> str:
    noun = bare(re.sub(r" +of +you$", "", found["x"]))
    name = noun.removeprefix("you.")
    place = names.place(name)
    if place is not None and place.is_purse:
        value = f"you.{place.name}" if place.own else place.name
    elif name in names.values:
        value = f"you.{name}" if names.values[name][0] else name
    elif (name in ("die", "dice", "roll", names.dice) and names.dice) or (name in ("you", "it") and names.dice):
        value = names.dice
    else:
        return ""
    words = [name for name in ("least", "most", "more", "less", "is") if _group(found, name)]
    if not words and not found["after"]:
        return f"{value} = {found['n']}"
    written = _compared(found)
    return f"{value} {written}" if not written.endswith("> 0") else f"{value} >= 1"


def _enough(found: re.Match[str], names: Names) -> str:
    """How many are enough nobody can tell."""
    amount = _amount(found["x"], _group(found, "z"), "you", names) if _group(found, "you") else ""
    return f"{amount} >= 7\twith the number that is meant" if amount else ""


def _can_pay(found: re.Match[str], names: Names) -> str:
    own = names.purses(names.thing(found["x"])[1] if found["x"] else "")[1]
    own = own or next((one for one in names.places if one.own and one.is_purse), None)
    return f"you.{own.name} >= {AMOUNTS.get(found['n'], found['n'])}" if own is not None else ""


def _flag(found: re.Match[str], names: Names) -> str:
    own, kind = names.values.get(found["x"], (False, ""))
    return f"{'not ' if found['not'] else ''}you.{found['x']}" if own and kind == "bool" else ""


def _even(found: re.Match[str], names: Names) -> str:
    return f"{names.dice} mod 2 = {1 if found['w'] == 'odd' else 0}" if names.dice else ""


_PATTERNS: tuple[tuple[Pattern, Callable[[re.Match[str], Names], str]], ...] = (
    (_ENOUGH, _enough),
    (_HOLDS, _holds),
    (_HOLDS_SOME, _holds),
    (_LACKS, _lacks),
    (_EMPTY, _empty),
    (_GONE, _none_left),
    (_LAST, _none_left),
    (_THERE_IS, _contains),
    (_CONTAINS_NO, _contains_no),
    (_CONTAINS, _contains),
    (_SIZE, _size),
    (_COMPARED, _value),
    (_CAN_PAY, _can_pay),
    (_EVEN, _even),
    (_FLAG, _flag),
    (_NONE_LEFT, _none_left),
    (_MANY_IN, _many_in),
)
