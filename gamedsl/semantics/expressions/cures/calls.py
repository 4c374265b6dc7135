"""A call or name that is not right -> what to write: the form of a call, or the word that other languages call so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import describe
from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS


def can_take(name: str, count: int) -> bool:
    """Tell whether a built-in function can be called with so many values; yes where nobody knows."""
    forms = re.findall(rf"`{name}\(([^)]*)\)", BUILTIN_FORMS.get(name, ""))
    return not forms or count in {form.count(",") + 1 for form in forms}


def as_call(name: str, subject: str, arguments: Iterable[str] = ()) -> str:
    """Return how a built-in function is called that is written behind a dot; empty for any other name."""
    written = [subject, *arguments]
    if name not in BUILTIN_FORMS:
        return ""
    return f"write `{name}({', '.join(written)})`" if can_take(name, len(written)) else BUILTIN_FORMS[name]


def as_attribute(name: str, argument: str) -> str:
    """Return how an attribute is read that is written like a function."""
    whole = argument if re.fullmatch(r"\w+(?:\.\w+)*", argument) else f"({argument})"
    return f"write `{whole}.{name}`"


def call_form(name: str, params: Iterable[tuple[str, t.Type]], brackets: str = "()") -> str:
    """Return how something is written with its values, each with what it is; of no values how it is written alone."""
    known = list(params)
    if not known:
        return f"leave out the brackets: write `{name}`"
    written = ", ".join(one for one, _ in known)
    told = enumerated([f"`{one}` is {describe(kind)}" for one, kind in known])
    return f"write `{name}{brackets[0]}{written}{brackets[1]}`, where {told}"


# ---------------------------------------------------------------- names of rulebooks, spreadsheets and other languages

_ALL_PLAYERS = "all players are `players`; one after the other: `for each p in players:`"
_VALUES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("me", "self", "player", "current_player", "active_player", "current", "I", "my"),
        "the player whom a paragraph speaks to is `you`; the one whose turn it is, `active`",
    ),
    (("bool", "boolean", "yes_no", "yes_or_no"), "both together are `{no, yes}`"),
    (("true", "True", "TRUE", "ja", "oui", "on"), "write `yes`"),
    (("false", "False", "FALSE", "nein", "non", "off"), "write `no`"),
    (
        ("null", "nil", "nobody", "nothing", "empty", "None", "noone", "no_one", "undefined", "leer", "rien"),
        "write `none`; of a heap that is empty `count(…) = 0`",
    ),
    (("together",), "all players decide at once: write `players together`"),
    (("everybody", "everyone", "all_players", "alle", "all"), _ALL_PLAYERS),
    (("other", "enemy", "foe", "rival", "adversary", "Opponent"), "the other one of two players is `opponent`"),
    (("others", "opponents", "other_players"), "all others are `players - you`"),
    (("random", "rand"), "chance comes by a step of its own: `roll x in SET`"),
    (("infinity", "infinite", "inf", "endless", "no_limit", "unbounded"), "no limit is `unlimited`"),
    (("winner", "loser"), "who wins is said under `end`, by `winner: …`; nothing can ask for it before"),
    (("points", "score"), "points belong to a player: `you.points`; steps give them by `score SOURCE 1 for you`"),
    (("turn", "round"), "turns are not counted by themselves: declare a number under `table` and set it"),
)
_FUNCTIONS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("size", "length", "len", "number", "cnt", "amount", "number_of", "how_many", "anzahl", "COUNT"),
        "write `count(…)`",
    ),
    (("COUNTIF", "COUNTIFS"), "write `count(SET where CONDITION)`, as in `count(you.hand where colour = red)`"),
    (("SUMIF", "SUMIFS"), "write `sum(x.COLUMN for each x in SET where CONDITION)`"),
    (("total", "add", "plus", "SUM", "summe"), "write `sum(…)`"),
    (
        ("VLOOKUP", "HLOOKUP", "LOOKUP", "XLOOKUP", "INDEX", "lookup"),
        "a table of values is a chart under `components`, `NAME[key: 1..9]: chart`, and read as `NAME[x].COLUMN`",
    ),
    (("AVERAGE", "MEAN", "AVG"), "write `sum(SET) / max(1, count(SET))`"),
    (("RANK", "SORT", "ORDER"), "a list in order is `ranked x in SET with most NUMBER ties in order`"),
    (("SWITCH", "CHOOSE", "CASE"), "write `a if … else b if … else c`, or a chart: `NAME[key: 1..9]: chart`"),
    (("ceil", "ceiling", "roundup", "ROUNDUP", "CEILING"), "`/` rounds down; rounded up a half is `(x + 1) / 2`"),
    (("minimum", "lowest", "least", "MIN"), "write `min(…)`"),
    (("maximum", "highest", "greatest", "MAX"), "write `max(…)`"),
    (("exists", "some", "exist", "anyone", "OR"), "write `any(… for each x in …)`"),
    (("forall", "every", "all_of", "AND", "for_all", "each"), "write `all(… for each x in …)`"),
    (
        ("left", "next_player", "nextplayer", "following", "right", "neighbour_of"),
        "the next player clockwise is `next(p)`",
    ),
    (("IF", "iif", "when"), "write `… if … else …`"),
    (("random", "rand", "RAND"), "chance comes from dice and `roll x in SET`"),
    (("previous", "prev", "before"), "there is only `next(p)`, clockwise"),
    (("round", "floor", "ROUND", "INT", "ROUNDDOWN", "rounddown", "trunc", "TRUNC"), "leave it out: `/` rounds down"),
    (("absolute", "ABS"), "write `abs(…)`"),
    (("best", "biggest", "top_n"), "the largest numbers of several: `largest(3, SET)`"),
    (("worst", "fewest"), "the smallest numbers of several: `smallest(3, SET)`"),
    (("distinct", "unique", "different", "UNIQUE"), "write `count(different …)`"),
    (("ray", "direction", "beam", "path"), "write `way(PLACE, DIRECTIONS)`"),
    (("rows", "runs", "row_of"), "write `lines(PLACE)` where lines are drawn, `lines(KIND, NUMBER)` on a grid"),
    (("adjacent", "next_to", "beside", "adjacent_to", "touching"), "write `neighbours(PLACE, DIRECTIONS)`"),
    (("group", "chain", "chain_of", "cluster", "flood", "reachable"), "write `connected(PLACES, SET)`"),
    (("step", "move", "shift", "offset"), "the next place in a direction is `next(PLACE, DIRECTION)`"),
    (("dist", "gap", "steps_between"), "write `distance(A, B)`"),
    (("opponent",), "it stands alone: write `opponent`"),
    (("first", "top"), "the piece on top of a stack is `STACK.top`"),
    (("contains", "has", "includes", "is_in"), "write `x in SET`"),
    (
        ("repetition", "repetitions", "repeats", "threefold", "threefold_repetition", "same_position", "seen_before"),
        "write `repeated(3, ENTRY)` in the `until` of a phase, or under `end`",
    ),
)


_FORMULAS: Mapping[tuple[str, int], str] = {
    ("if", 3): "write `{1} if {0} else {2}`",
    ("if", 2): "write `{1} if {0} else 0`",
    **dict.fromkeys((("average", 1), ("avg", 1), ("mean", 1)), "write `sum({0}) / max(1, count({0}))`"),
    ("rank", 1): "how many are before somebody: `1 + count(p for each p in players where p.… > {0})`; "
    "a list in order is `ranked p in players with most p.… ties in order`",
}


def from_spreadsheets(name: str, arguments: Sequence[str]) -> str:
    """Return what to write for a function of spreadsheets with these values; empty for any other."""
    cure = _FORMULAS.get((name.lower(), len(arguments)), "")
    if name.lower() == "rank" and cure and (owner := _OWN_NUMBER.fullmatch(arguments[0])):
        column = owner["x"]
        return (
            f"how many are before somebody: `1 + count(p for each p in players where p.{column} > {arguments[0]})`; "
            f"a list in order is `ranked p in players with most p.{column} ties from active`"
        )
    return cure.format(*arguments)


_OWN_NUMBER = re.compile(r"\w+\.(?P<x>\w+)")


def _by_word(rows: tuple[tuple[tuple[str, ...], str], ...]) -> Mapping[str, str]:
    return {word: cure for words, cure in rows for word in words}


VALUES: Mapping[str, str] = _by_word(_VALUES)
"""What to write instead of a word that stands for a value."""

FUNCTIONS: Mapping[str, str] = _by_word(_FUNCTIONS)
"""What to write instead of a word with brackets behind it."""
