"""What may stand at a place of a text, as names of the grammar -> the words that people read for it."""

from __future__ import annotations

MAX_EXPECTED = 6

SIGNS = {
    "COLON": ":",
    "SEMICOLON": ";",
    "COMMA": ",",
    "DOT": ".",
    "RANGE": "..",
    "BAR": "|",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "LBRACE": "{",
    "RBRACE": "}",
    "EQUAL": "=",
    "NE": "!=",
    "LESS": "<",
    "LE": "<=",
    "MORE": ">",
    "GE": ">=",
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "DIVIDE": "/",
}
CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
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
_STEPS = "PAY MOVE DEAL SHUFFLE ROLL SET LET SCORE PICK OFFER SHOW FOR REPEAT"
_FIELDS = (
    "WHEN PICK COST THEN WHO PLAY STEPS UNTIL START PASS AFTER ONCE CHANGE FORBID WORTH WINNER PLAYERS WITH AT GIVEN "
    "LET DEPTH LINE TITLE JOINED INSTEAD SEEN"
)
_PARTS = (
    "COLON TO FROM FOR IN OF BY WITH TIES TIMES_WORD ELSE EACH NUMBER BOTTOM RPAR RSQB RBRACE BAR value type NAME INT "
    "STRING _NL operator COMMA AND OR THEN LPAR REFS"
)
STEP_WORDS = frozenset(_STEPS.split())
FIELD_WORDS = tuple(_FIELDS.split())
# Most likely first: what joins the parts of one sentence, then values, then what may always follow.
RANKING = " ".join((_PARTS, _FIELDS, _STEPS)).split()


def word_for(terminal: str) -> str:
    """Return what people call a terminal."""
    if terminal in CLASSES:
        return CLASSES[terminal]
    if terminal in SIGNS:
        return f"`{SIGNS[terminal]}`"
    return f"`{keyword(terminal)}`"


def keyword(terminal: str) -> str:
    """Return the keyword of a terminal."""
    return {"TIMES_WORD": "times"}.get(terminal, terminal.lower())


def words(accepted: frozenset[str]) -> list[str]:
    """Return the terminals of ``accepted`` that are words of the language, in a stable order."""
    apart = set(SIGNS) | set(CLASSES)
    return sorted(terminal for terminal in accepted if terminal not in apart)


def expected(accepted: frozenset[str]) -> str:
    """Return a list of what may follow, the most likely first, at most ``MAX_EXPECTED`` of them."""
    left = set(accepted)
    for group, parts in GROUPS:
        if len(left & parts) == len(parts):
            left = (left - parts - MORE[group]) | {group}
    left -= {"_DEDENT", "_INDENT"} if len(left) > 2 else set()
    order = {terminal: place for place, terminal in reversed(list(enumerate(RANKING)))}
    ranked = sorted(left, key=lambda terminal: (order.get(terminal, len(order)), terminal))
    shown = [word_for(terminal) for terminal in ranked[:MAX_EXPECTED]]
    return either(shown) or "nothing"


def either(shown: list[str]) -> str:
    """Join words with commas, the last one with `or`."""
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)
