"""A sentence about what is done, in English, and the names of its file -> the step, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from gamedsl.syntax.sentences.names import Names, Place, bare
from gamedsl.syntax.sentences.numbers import NUMBERS
from gamedsl.syntax.sentences.patterns import Pattern

AMOUNTS = {word: str(number) for word, number in NUMBERS.items()} | {"a": "1", "an": "1", "another": "1"}
"""Numbers as people write them."""

_N = rf"(?P<n>\d+|{'|'.join(AMOUNTS)}|[a-z]\w*\.\w+(?:\.\w+)*|n|x)"
_EVERYBODY = r"(?:each|every|all|all +of +the)(?: +of +the)? +players?|players|everybody|everyone|each +person"
_WHO = (
    rf"(?P<all>{_EVERYBODY})|(?P<others>(?:each|every|all)(?: +of)?(?: +the)? +other +players?|"
    r"(?:each|every|all|your) +opponents?|all +(?:the +)?others|(?:the +)?others|other +players)|"
    r"(?P<next>(?:the +)?next +(?:player|seat))|(?P<you>you|(?:(?:the|a) +)?(?:active +|current +)?player|"
    r"active|he|she|they)"
)
_GETS = (
    r"(?:gets?|takes?|draws?|receives?|gains?|earns?|wins?|collects?|starts? +with|begins? +with|picks? +up|"
    r"is +given)"
)
_LOSES = r"(?:loses?|pays?|spends?)"
_GIVES = r"(?:give|deal|pay|hand +out|hand|distribute|draw|take|pass)s?"
_NO_NOUN = r"(?!(?:from|to|for|of|equal|until|up|into|in)\b)"
_NOUN = rf"(?P<x>{_NO_NOUN}[a-z]\w*(?: +{_NO_NOUN}[a-z]\w*){{0,2}})"
_FROM = r"(?: +(?:from|out +of|off) +(?P<a>[\w.]+(?: +(?!to\b|into\b|in\b)[\w.]+){0,2}))?"
_TO = r"(?: +(?:to|into|in|onto|on) +(?P<b>[\w.]+(?: +[\w.]+){0,2}))?"
_OWNER = r"(?:you|p|active)"

_GET = Pattern(rf"(?:(?:{_WHO}) +)?{_GETS} +{_N}(?: +{_NOUN})?{_FROM}{_TO}")
_HALF = Pattern(rf"(?:(?:{_WHO}) +)?{_GETS} +half +(?:of +)?(?P<a>[\w.]+(?: +[\w.]+)?)")
_TOP = Pattern(
    rf"(?:(?:{_WHO}) +)?(?:{_GETS}|put|move|add|deal) +(?:the +(?:top|first|upper)|top)(?: +(?:cards?|tiles?|"
    rf"{_NOUN}))?"
    rf"(?: +(?:of|from) +(?P<a>[\w.]+(?: +(?!to\b|into\b|in\b)[\w.]+)?))?{_TO}"
)
_LOSE = Pattern(rf"(?:(?:{_WHO}) +)?{_LOSES} +(?:{_OWNER} +)?{_N}(?: +{_NOUN})?{_FROM}{_TO}")
_GIVE = Pattern(rf"{_GIVES} +{_N}(?: +{_NOUN})?{_FROM} +(?:to|for) +(?:the +)?(?:{_WHO})(?:'s)?{_TO}")
_GIVE_TO = Pattern(rf"{_GIVES} +(?:the +)?(?:{_WHO}) +{_N}(?: +{_NOUN})?{_FROM}{_TO}")
_BANK_PAYS = Pattern(rf"(?:the +)?(?P<a>\w+) +(?:pays?|gives?) +{_N}(?: +{_NOUN})? +to +(?:the +)?(?:{_WHO})")
_HANDS = Pattern(
    rf"deal +{_N}(?: +{_NOUN})?{_FROM} +to +(?P<all>(?:each|every) +(?:player'?s? +)?hand|"
    rf"all +hands)"
)
_LOOP = Pattern(r"(?:for +)?(?:each|every|all) +players? *(?:: *|(?=deal|pay|draw|give|score))(?P<s>.+)")
_CHANGE = Pattern(
    r"(?:(?P<more>increase|raise|increment)|(?:decrease|reduce|lower|"
    r"decrement)) +(?P<x>[\w.]+(?: +[\w.]+)?) +by +(?P<n>[\w.]+)"
)
_ADD = Pattern(r"(?P<w>add|subtract) +(?P<n>\d+) +(?:to|from) +(?P<x>[\w.]+(?: +[\w.]+)?)")
_SHUFFLE = Pattern(
    r"(?:re)?(?:shuffle|mix)s? +(?P<a>[\w.]+(?: +(?!well|thoroughly|face)[\w.]+){0,3}?)(?: +(?:well|thoroughly|"
    r"up|face +down))?"
)
_SHUFFLED = Pattern(r"(?P<a>[\w.]+(?: +[\w.]+)?) +(?:is|are) +(?:well +)?shuffled")
_RESHUFFLE = Pattern(
    r"(?:re)?shuffle +(?P<a>[\w.]+(?: +[\w.]+)?) +(?:back +)?(?:into|in|to) +(?P<b>[\w.]+(?: +[\w.]+)?)"
)
_ROLL = Pattern(r"(?:roll|throw|toss)s? +(?:the +|a +|one +)?(?:dice|die)|roll")
_DISCARD = Pattern(
    r"(?:(?:you|the +player) +)?(?:discards?|trash|throws? +away) +(?P<x>[\w.]+(?: +[\w.]+)?)(?: +(?:to|on|"
    r"onto) +\w+)?"
)
_OUT = Pattern(r"(?:remove|take) +(?P<x>\w+) +(?:from|out +of) +(?:the +)?(?:game|play)")
_PUT = Pattern(
    r"(?:put|place|return|add|move) +(?P<x>[a-z]\w?|\w+\.\w+) +(?:back +)?(?:in|into|on|onto|"
    r"to) +(?P<b>[\w.]+(?: +[\w.]+)?)"
)
_SHOW = Pattern(
    r"(?:reveals?|flips?|shows?|turns? +(?:over|up))(?: +over)? +(?:the +)?top(?: +(?:cards?|"
    r"tiles?))?(?: +(?:of|from) +(?P<a>\w+))?"
)
_REPEAT = Pattern(r"repeat +(?:this|that|it) +(?P<n>\w+) +times?")
_VALUES = Pattern(r"set +(?P<x>[\w.]+) +to +(?P<v>\w[\w.]*)(?P<rest>(?: +and +[\w.]+ +to +\w[\w.]*)+)")
_SET_TO = Pattern(r"set +(?P<x>[\w.]+) +to +(?P<v>\w[\w.]*)")
_CHANGED = Pattern(r"(?:let +)?(?P<x>[a-z]\w*(?:\.\w+)*) *(?:=|:=|:|is|becomes|be|\bto\b) *(?P<v>[\w.]+)")
_CHOOSE = Pattern(
    r"(?:choose|select|pick) +(?:an?|one) +(?:cards?|tiles?|\w+) +(?:from|in|of) +(?P<a>[\w.]+(?: +[\w.]+)?)"
)
_CHOOSE_PLAYER = Pattern(r"(?:choose|select|pick) +(?:an?other|an|one +other) +(?:player|opponent)")
_RANDOM_PLAYER = Pattern(
    r"(?:choose|pick|determine|select|roll +for)? *(?:the +|a +)?(?:random +)?(?:first|starting|"
    r"start)[_ ]*(?:player)?"
    r"(?: +(?:at +random|by +lot|randomly))?(?: *[:=]? *(?:is +)?(?:a +)?random(?: +player)?)?"
)


_OVER = Pattern(r"(?:the +)?game +(?:ends?|is +over|stops)(?: +(?:now|immediately))?")
_NEXT_TURN = Pattern(
    r"(?:your|the|his|her) +turn +(?:ends|is +over)|(?:it +is +)?(?:the +)?next +player'?s? *(?:turn|plays|"
    r"follows|continues)"
)
_NOTHING = Pattern(r"(?:do|does) +nothing|nothing(?: +happens)?")
_REFILL = Pattern(
    r"draws? +(?:cards +)?(?:until +(?:you|they) +have|up +to|"
    r"to) +(?P<n>\d+)(?: +cards)?(?: +(?:in +)?(?:your +)?hand)?"
)
_BEGINS = Pattern(
    r"(?:the +)?(?:youngest|oldest|eldest|tallest|shortest|smallest|dealer'?s? +left)(?: +\w+)?(?: +(?:begins?|"
    r"starts?|goes +first|is +(?:the +)?(?:first|start(?:ing)?)(?: +player)?|takes +the +first +turn|plays +first))"
)
_DRAW = Pattern(r"(?i:draws? +cards?|draws?)")
_FLAG = Pattern(r"(?:you|player|the +player) +(?:are|is|become)s? *(?P<not>not|no +longer)? +(?P<x>[a-z]\w*)")


_OWNED = Pattern(r"[A-Za-z]\w*\.\w")


@attrs.frozen
class _Deed:
    """What is done: to whom, how many of what, from where and where to."""

    who: str
    number: str
    noun: str
    source: str
    target: str
    loses: bool


def step(sentence: str, names: Names) -> str:
    """Return the step that a sentence means; nothing where it cannot be told."""
    for pattern, told in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found is not None and (written := told(found, names)):
            return written
    return ""


def _group(found: re.Match[str], name: str) -> str:
    return (found.groupdict().get(name) or "").strip()


def _number(word: str) -> str:
    return AMOUNTS.get(word, word)


def _whom(found: re.Match[str]) -> str:
    for word in ("all", "others", "next"):
        if _group(found, word):
            return word
    return "you"


def _deed(found: re.Match[str], *, loses: bool = False) -> _Deed:
    number = _number(_group(found, "n"))
    return _Deed(_whom(found), number, _group(found, "x"), _group(found, "a"), _group(found, "b"), loses)


def _got(found: re.Match[str], names: Names) -> str:
    return _handed(_deed(found), names)


def _lost(found: re.Match[str], names: Names) -> str:
    return _handed(_deed(found, loses=True), names)


def _given(found: re.Match[str], names: Names) -> str:
    deed = _deed(found)
    return _handed(deed if deed.noun or not re.match(r"pay", found[0]) else attrs.evolve(deed, noun="counters"), names)


def _handed(deed: _Deed, names: Names) -> str:
    """Return the step that moves pieces or counters between a player and the table.

    Places that are written with their owner are meant as they stand, and nothing is put in their stead.
    """
    if any(_OWNED.match(noun) and noun.partition(".")[0] != "you" for noun in (deed.source, deed.target)):
        return ""
    owner = {"all": "p", "others": "p", "next": "next(you)"}.get(deed.who, "you")
    kind, name = names.thing(deed.noun) if deed.noun not in ("", "counters") else ("", "")
    if deed.noun and deed.noun != "counters" and not kind:
        return ""
    source, target = _place(deed.source, names), _place(deed.target, names)
    if deed.source and source is None and not _is_player(deed.source):
        return ""
    if deed.target and target is None and not _is_player(deed.target):
        return ""
    if not kind:
        known = source or target
        is_counter = known.is_purse if known else deed.noun == "counters" or deed.loses
        kind, name = ("counter" if is_counter else "card"), known.kind if known else ""
    if kind == "points":
        return ""
    if kind == "counter":
        written = _paid(deed, owner, name, source, target, names)
    else:
        written = "" if deed.loses else _dealt(deed, owner, name, source, target, names)
    if not written:
        return ""
    loop = {"all": "for each p in players: ", "others": "for each p in players - you: "}.get(deed.who, "")
    return loop + written


def _is_player(noun: str) -> bool:
    return noun in ("you", "each player", "the player", "hand", "player")


def _place(noun: str, names: Names) -> Place | None:
    return names.place(noun) if noun else None


def _paid(deed: _Deed, owner: str, counter: str, source: Place | None, target: Place | None, names: Names) -> str:
    common, own = names.purses(counter)
    others = deed.target == "you"
    mine = source if source is not None and source.own else target if target is not None and target.own else own
    bank = (
        source if source is not None and not source.own else target if target is not None and not target.own else common
    )
    if mine is None or (bank is None and not others):
        return ""
    if source is not None and not source.own and deed.loses:
        if target is not None and not target.own:
            return f"pay {deed.number} from {source.name} to {target.name}"
        deed = attrs.evolve(deed, loses=False)
    purse = f"{owner}.{mine.name}"
    elsewhere = f"you.{mine.name}" if others or bank is None else bank.name
    return (
        f"pay {deed.number} from {purse} to {elsewhere}"
        if deed.loses
        else f"pay {deed.number} from {elsewhere} to {purse}"
    )


def _dealt(deed: _Deed, owner: str, card: str, source: Place | None, target: Place | None, names: Names) -> str:
    pile = source or names.pile
    card = names.rows.get(card, card)
    if pile is None or pile.is_purse:
        return ""
    mine = target or names.hand(card or pile.kind)
    if mine is None or mine.is_purse:
        return ""
    return f"deal {deed.number} from {pile.name} to {f'{owner}.' if mine.own else ''}{mine.name}"


def _half(found: re.Match[str], names: Names) -> str:
    source = names.place(_group(found, "a")) or _pot(_group(found, "a"), names)
    if source is None or not source.is_purse or source.own:
        return ""
    own = names.purses(source.kind)[1]
    return f"pay {source.name} / 2 from {source.name} to you.{own.name}" if own is not None else ""


def _pot(noun: str, names: Names) -> Place | None:
    kind, counter = names.thing(noun)
    return names.purses(counter)[0] if kind == "counter" else None


def _top(found: re.Match[str], names: Names) -> str:
    return _handed(_Deed(_whom(found), "1", _group(found, "x"), _group(found, "a"), _group(found, "b"), False), names)


def _in_loop(found: re.Match[str], names: Names) -> str:
    sentence = found["s"].strip()
    written = step(sentence, names) if not _LOOP.fullmatch(sentence) else ""
    if written:
        everybody = re.sub(r"\byou\b", "p", written)
        return written if written.startswith("for each") else f"for each p in players: {everybody}"
    whole = re.fullmatch(r"(?P<s>(?:deal|pay) +\w+ +from) +(?P<a>[\w.]+)(?: +to +(?P<b>[\w.]+))?", sentence)
    source = names.place(whole["a"]) if whole else None
    if whole is None or source is None:
        return ""
    own = names.purses(source.kind)[1] if source.is_purse else names.hand(source.kind)
    target = names.place(whole["b"]) if whole["b"] else own
    if target is None or source.own:
        return ""
    return f"for each p in players: {whole['s']} {source.name} to {'p.' if target.own else ''}{target.name}"


def _changed_by(found: re.Match[str], names: Names) -> str:
    return _by(found["x"], found["n"], names, more=bool(_group(found, "more")))


def _added(found: re.Match[str], names: Names) -> str:
    return _by(found["x"], found["n"], names, more=found["w"] == "add")


def _by(noun: str, number: str, names: Names, *, more: bool) -> str:
    place, word = names.place(noun), bare(noun).removeprefix("you.")
    number = _number(number)
    if place is not None and place.is_purse and place.own:
        common = names.purses(place.kind)[0]
        if common is None:
            return ""
        pair = (common.name, f"you.{place.name}")
        first, second = pair if more else pair[::-1]
        return f"pay {number} from {first} to {second}"
    if word in names.values:
        value = f"you.{word}" if names.values[word][0] else word
        return f"set {value} to {value} {'+' if more else '-'} {number}"
    return ""


def _shuffled(found: re.Match[str], names: Names) -> str:
    noun = found["a"].strip()
    place = names.place(noun) or (names.pile if names.thing(noun)[0] == "card" else None)
    return f"shuffle {place.name}" if place is not None and not place.is_purse and not place.own else ""


def _reshuffled(found: re.Match[str], names: Names) -> str:
    first, second = names.place(found["a"]), names.place(found["b"])
    if first is None or second is None or first.own or second.own:
        return ""
    return f"move {first.name} to {second.name}; shuffle {second.name}"


def _rolled(found: re.Match[str], names: Names) -> str:
    return f"roll {names.dice}" if names.dice else ""


def _discarded(found: re.Match[str], names: Names) -> str:
    noun, heap = found["x"].strip(), names.discards
    if heap is None:
        return ""
    if re.fullmatch(r"[a-z]", noun):
        return f"move {noun} to {heap.name}"
    place = names.place(noun)
    if place is not None and place.own and not place.is_purse:
        return f"move you.{place.name} to {heap.name}"
    hand = names.hand(heap.kind)
    if names.thing(noun)[0] == "card" and re.match(r"(?:an?|one|1) ", noun) and hand is not None:
        return f"pick x in you.{hand.name}; move x to {heap.name}"
    return ""


def _out(found: re.Match[str], names: Names) -> str:
    return f"move {found['x']} to {names.discards.name}" if names.discards is not None else ""


def _put(found: re.Match[str], names: Names) -> str:
    place = names.place(found["b"])
    if place is None or place.is_purse:
        return ""
    return f"move {found['x']} to {'you.' if place.own else ''}{place.name}"


def _shown(found: re.Match[str], names: Names) -> str:
    place = names.place(found["a"]) if found["a"] else names.pile
    return f"show {place.name}.top to players" if place is not None and place.form == "stack" else ""


def _set(found: re.Match[str], names: Names) -> str:
    word = found["x"].removeprefix("you.")
    if word not in names.values:
        return ""
    name = f"you.{word}" if names.values[word][0] else word
    value = {"true": "yes", "false": "no"}.get(found["v"], found["v"])
    return f"set {name} to {value}"


def _several(found: re.Match[str], names: Names) -> str:
    parts = re.split(r" +and +", found[0].removeprefix("set").strip())
    return "; ".join(f"set {part}" for part in parts)


def _repeated(found: re.Match[str], names: Names) -> str:
    return f"\twrite `repeat {_number(found['n'])} times:`, and behind it the steps"


def _chosen(found: re.Match[str], names: Names) -> str:
    place = names.place(found["a"])
    return f"pick x in {'you.' if place.own else ''}{place.name}" if place is not None and not place.is_purse else ""


def _chosen_player(found: re.Match[str], names: Names) -> str:
    return "pick p in players - you"


def _random_player(found: re.Match[str], names: Names) -> str:
    first = next(
        (name for name, (own, kind) in names.values.items() if kind == "player" and not own and "first" in name), ""
    )
    return f"roll {first} in players" if first and " " in found[0] else ""


def _begins(found: re.Match[str], names: Names) -> str:
    """Nothing in a game says who is youngest: lots are drawn."""
    players = [name for name, (own, kind) in names.values.items() if kind == "player" and not own]
    first = next((name for name in players if "first" in name or "start" in name), players[0] if players else "")
    return f"roll {first} in players" if first else ""


def _over(found: re.Match[str], names: Names) -> str:
    return "\tleave it out: `until:` of a phase, or `when:` under `end`, says when the game is over"


def _next_turn(found: re.Match[str], names: Names) -> str:
    return "\tleave it out: a turn is over when nothing of `play:` is left, and the next player follows as `who:` says"


def _nothing(found: re.Match[str], names: Names) -> str:
    return "\tleave this line out"


def _refilled(found: re.Match[str], names: Names) -> str:
    hand = names.hand(names.pile.kind) if names.pile is not None else None
    if names.pile is None or hand is None:
        return ""
    return f"deal max(0, {_number(found['n'])} - count(you.{hand.name})) from {names.pile.name} to you.{hand.name}"


def _drawn(found: re.Match[str], names: Names) -> str:
    return _handed(_Deed("you", "1", "", "", "", False), names)


def _flagged(found: re.Match[str], names: Names) -> str:
    own, kind = names.values.get(found["x"], (False, ""))
    return f"set you.{found['x']} to {'no' if found['not'] else 'yes'}" if own and kind == "bool" else ""


_PATTERNS: tuple[tuple[Pattern, Callable[[re.Match[str], Names], str]], ...] = (
    (_HANDS, _given),
    (_GIVE, _given),
    (_GIVE_TO, _given),
    (_GET, _got),
    (_HALF, _half),
    (_TOP, _top),
    (_LOSE, _lost),
    (_BANK_PAYS, _given),
    (_LOOP, _in_loop),
    (_CHANGE, _changed_by),
    (_ADD, _added),
    (_RESHUFFLE, _reshuffled),
    (_SHUFFLE, _shuffled),
    (_SHUFFLED, _shuffled),
    (_ROLL, _rolled),
    (_DISCARD, _discarded),
    (_OUT, _out),
    (_PUT, _put),
    (_SHOW, _shown),
    (_REPEAT, _repeated),
    (_VALUES, _several),
    (_SET_TO, _set),
    (_CHANGED, _set),
    (_CHOOSE, _chosen),
    (_CHOOSE_PLAYER, _chosen_player),
    (_RANDOM_PLAYER, _random_player),
    (_BEGINS, _begins),
    (_OVER, _over),
    (_NEXT_TURN, _next_turn),
    (_NOTHING, _nothing),
    (_REFILL, _refilled),
    (_DRAW, _drawn),
    (_FLAG, _flagged),
)
