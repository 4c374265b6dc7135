"""A name that nothing has -> what rulebooks, spreadsheets and other languages mean by it, in the words of this one."""

from __future__ import annotations

from collections.abc import Mapping

_ALL_PLAYERS = "all players are `players`; one after the other: `for each p in players:`"
_VALUES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("me", "self", "player", "current_player", "active_player", "current", "I", "my"),
        "the player whom a paragraph speaks to is `you`; the one whose turn it is, `active`",
    ),
    (("true", "True", "TRUE", "ja", "oui", "on"), "write `yes`"),
    (("false", "False", "FALSE", "nein", "non", "off"), "write `no`"),
    (
        ("null", "nil", "nobody", "nothing", "empty", "None", "noone", "no_one", "undefined", "leer", "rien"),
        "write `none`; of a heap that is empty `count(…) = 0`",
    ),
    (("everybody", "everyone", "all_players", "alle", "all"), _ALL_PLAYERS),
    (("others", "opponents", "other_players"), "all others are `players - you`"),
    (("winner", "loser"), "who wins is said under `end`, by `winner: …`; nothing can ask for it before"),
    (("points", "score"), "points belong to a player: `you.points`; steps give them by `score SOURCE 1 for you`"),
    (("turn", "round"), "turns are not counted by themselves: declare a number under `table` and set it"),
)
_FUNCTIONS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("size", "length", "len", "number", "cnt", "amount", "number_of", "how_many", "anzahl", "COUNTIF", "COUNT"),
        "write `count(…)`",
    ),
    (("total", "add", "plus", "SUM", "SUMIF", "summe"), "write `sum(…)`"),
    (("minimum", "smallest", "lowest", "least", "MIN"), "write `min(…)`"),
    (("maximum", "largest", "highest", "greatest", "MAX"), "write `max(…)`"),
    (("exists", "some", "exist", "anyone", "OR"), "write `any(… for each x in …)`"),
    (("forall", "every", "all_of", "AND", "for_all", "each"), "write `all(… for each x in …)`"),
    (
        ("left", "next_player", "nextplayer", "following", "right", "neighbour_of"),
        "the next player clockwise is `next(p)`",
    ),
    (("IF", "iif", "when"), "write `… if … else …`"),
    (("random", "rand", "RAND"), "chance comes from dice and `roll x in SET`"),
    (("previous", "prev", "before"), "there is only `next(p)`, clockwise"),
    (("round", "floor", "ROUND", "INT"), "leave it out: `/` rounds down"),
    (("absolute", "ABS"), "write `abs(…)`"),
    (("first", "top"), "the piece on top of a stack is `STACK.top`"),
    (("contains", "has", "includes", "is_in"), "write `x in SET`"),
)


def _by_word(rows: tuple[tuple[tuple[str, ...], str], ...]) -> Mapping[str, str]:
    return {word: cure for words, cure in rows for word in words}


VALUES: Mapping[str, str] = _by_word(_VALUES)
"""What to write instead of a word that stands for a value."""

FUNCTIONS: Mapping[str, str] = _by_word(_FUNCTIONS)
"""What to write instead of a word with brackets behind it."""
