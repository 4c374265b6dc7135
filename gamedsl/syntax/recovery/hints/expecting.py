"""What may stand at a place of a text, as names of the grammar -> the words that people read for it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.syntax.grammar.vocabulary import WORDS

MAX_EXPECTED = 6

CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
    "MARKS": "a sign for each place",
    "REFS": "rule numbers in [brackets]",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the indented lines",
    "$END": "the end",
    "operator": "a sign such as = + <",
    "value": "a value",
    "type": "a type such as `slot of card`",
}
# Terminals that are shown as one: a group is there when all its parts are, then MORE is left out as well.
GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("type", frozenset({"NAME", "PURSE", "SET", "DICE"})),
    ("value", frozenset({"NAME", "INT", "LPAR", "LBRACE"})),
    ("operator", frozenset({"PLUS", "TIMES"})),
)
MORE: dict[str, frozenset[str]] = {
    "type": frozenset({"DESIGN", "HEAP", "STACK", "SLOT", "INT", "MINUS"}),
    "value": frozenset({"MINUS", "NOT", "NONE", "YES", "NO", "THE", "RANKED"}),
    "operator": frozenset(
        {
            "MINUS",
            "DIVIDE",
            "MOD",
            "EQUAL",
            "LESS",
            "NE",
            "LE",
            "MORE",
            "GE",
            "IN",
            "NOT",
            "RANGE",
            "DOT",
            "LSQB",
            "LPAR",
            "IF",
        }
    ),
}
PARTS = (
    "COLON TO FROM FOR IN OF BY WITH TIES TIMES_WORD ELSE EACH NUMBER BOTTOM RPAR RSQB RBRACE BAR value type NAME INT "
    "STRING _NL operator COMMA AND OR THEN LPAR REFS"
)
LIKELY_FIELDS = (
    "when pick cost then who play steps until start pass after once change forbid worth winner players with at given "
    "let depth line title joined instead seen"
)
"""Fields, the most likely first; all others follow."""


@functools.cache
def field_words() -> tuple[str, ...]:
    """Return all fields, the most likely first."""
    return tuple(dict.fromkeys((*LIKELY_FIELDS.split(), *WORDS.fields, *WORDS.drawn_fields)))


@functools.cache
def step_terminals() -> frozenset[str]:
    """Return the terminals of words that begin steps, but for ``if``."""
    return frozenset(WORDS.terminals_of((*WORDS.steps, *WORDS.loops)))


@functools.cache
def _ranking() -> Mapping[str, int]:
    """Return the place of terminals and groups: what joins a sentence, then values, then what may always follow."""
    following = WORDS.terminals_of((*field_words(), *WORDS.steps, *WORDS.loops))
    return {terminal: place for place, terminal in enumerate(dict.fromkeys((*PARTS.split(), *following)))}


def word_for(terminal: str) -> str:
    """Return what people call a terminal."""
    if terminal in CLASSES:
        return CLASSES[terminal]
    return f"`{WORDS.texts[terminal]}`"


def words(accepted: Iterable[str]) -> list[str]:
    """Return the words of the language among terminals, in a stable order."""
    return [WORDS.texts[terminal] for terminal in sorted(accepted) if WORDS.texts.get(terminal) in WORDS.words]


def expected(accepted: frozenset[str]) -> str:
    """Return a list of what may follow, the most likely first, at most ``MAX_EXPECTED`` of them."""
    left = set(accepted)
    for group, parts in GROUPS:
        if len(left & parts) == len(parts):
            left = (left - parts - MORE[group]) | {group}
    left -= {"_DEDENT", "_INDENT"} if len(left) > 2 else set()
    order = _ranking()
    ranked = sorted(left, key=lambda terminal: (order.get(terminal, len(order)), terminal))
    shown = [word_for(terminal) for terminal in ranked[:MAX_EXPECTED]]
    return enumerated(shown, "or") or "nothing"
