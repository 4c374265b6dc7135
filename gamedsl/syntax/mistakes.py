"""What Lark says about a text it cannot read -> the finding that a person needs: code, place, words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.source import Span
from gamedsl.syntax.build import Place

if TYPE_CHECKING:
    from gamedsl.syntax.layout import Line

MAX_EXPECTED = 6
UNDER = "nothing can stand under `{line}`"

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
}
OPERATORS = {"PLUS", "MINUS", "TIMES", "DIVIDE", "MOD", "EQUAL", "NE", "LESS", "LE", "MORE", "GE", "IN", "NOT", "RANGE"}
_STEPS = "PAY MOVE DEAL SHUFFLE ROLL SET LET SCORE PICK OFFER SHOW FOR REPEAT"
_FIELDS = (
    "WHEN PICK COST THEN WHO PLAY STEPS UNTIL START PASS AFTER ONCE CHANGE FORBID WORTH WINNER PLAYERS WITH AT GIVEN "
    "LET DEPTH"
)
_PARTS = (
    "COLON TO FROM OF BY WITH TIES TIMES_WORD ELSE EACH NUMBER BOTTOM RPAR RSQB RBRACE BAR NAME INT STRING _NL "
    "operator COMMA AND OR THEN LPAR REFS"
)
STEP_WORDS = frozenset(_STEPS.split())
JOINERS = ("AND", "OR", "THEN")
# Most likely first: what joins the parts of one sentence, then values, then what may always follow.
RANKING = " ".join((_PARTS, _FIELDS, _STEPS)).split()
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@attrs.frozen
class Finding:
    """What to report: code, place and the values for its message."""

    code: str
    span: Span
    values: dict[str, Any]


@attrs.frozen
class _Case:
    """One unexpected token: its terminal, text and place, the terminals that could stand there, and the one before."""

    terminal: str
    text: str
    span: Span
    accepted: frozenset[str]
    before: str | None
    line: Line

    @property
    def at_end(self) -> bool:
        return self.terminal in {"_NL", "_INDENT", "_DEDENT", "$END"}

    @property
    def is_word(self) -> bool:
        return WORD.fullmatch(self.text) is not None


def explain(error: Any, place: Place, line: Line) -> Finding:
    """Return the finding for a Lark ``UnexpectedInput`` on this logical line."""
    case = _case(error, place, line)
    for look in _MISTAKES:
        found = look(case)
        if found is not None:
            return found
    return _unexpected(case)


def _case(error: Any, place: Place, line: Line) -> _Case:
    from lark.exceptions import UnexpectedCharacters

    if isinstance(error, UnexpectedCharacters):
        span = place.span(error.line, error.column, error.line, error.column + 1)
        return _Case("", error.char, span, frozenset(error.allowed or ()), None, line)
    token = error.token
    accepted = frozenset(error.interactive_parser.accepts())
    history = error.token_history
    last = error.interactive_parser.lexer_thread.state.last_token
    before = history[-1] if history and history[-1] is not None else last if last is not token else None
    if token.type == "$END" or token.line is None:
        number, end = place.numbers[-1], place.ends[-1]
        span = Span(place.source, number, end, number, end)
    else:
        span = place.span(token.line, token.column, token.end_line, token.end_column)
    return _Case(token.type, str(token), span, accepted, None if before is None else before.type, line)


def word_for(terminal: str) -> str:
    """Return what people call a terminal."""
    if terminal in CLASSES:
        return CLASSES[terminal]
    if terminal == "operator":
        return "a sign such as = + <"
    if terminal in SIGNS:
        return f"`{SIGNS[terminal]}`"
    return f"`{keyword(terminal)}`"


def keyword(terminal: str) -> str:
    """Return the keyword of a terminal."""
    return {"TIMES_WORD": "times"}.get(terminal, terminal.lower())


def _words(accepted: frozenset[str]) -> list[str]:
    """Return the terminals of ``accepted`` that are words of the language, in a stable order."""
    apart = set(SIGNS) | set(CLASSES) | {"operator"}
    return sorted(terminal for terminal in accepted if terminal not in apart)


def expected(accepted: frozenset[str]) -> str:
    """Return a list of what may follow, the most likely first, at most ``MAX_EXPECTED`` of them."""
    left = set(accepted)
    if len(left & OPERATORS) > 3:
        left = (left - OPERATORS - {"DOT", "LSQB", "LPAR", "IF"}) | {"operator"}
    left -= {"_DEDENT", "_INDENT"} if len(left) > 2 else set()
    order = {terminal: place for place, terminal in enumerate(RANKING)}
    ranked = sorted(left, key=lambda terminal: (order.get(terminal, len(order)), terminal))
    shown = [word_for(terminal) for terminal in ranked[:MAX_EXPECTED]]
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown) or "nothing"


# ---------------------------------------------------------------- known mistakes, in the order they are looked for


def _empty(case: _Case) -> Finding | None:
    if case.at_end and case.accepted == {"_INDENT"}:
        return Finding("GDSYN20", case.span, {"line": case.line.text})
    return None


def _indented(case: _Case) -> Finding | None:
    if case.terminal == "_INDENT":
        return Finding("GDSYN02", case.span, {"problem": UNDER.format(line=case.line.text)})
    return None


def _semicolon(case: _Case) -> Finding | None:
    if case.terminal == "_NL" and case.before == "SEMICOLON":
        return Finding("GDSYN25", case.span, {})
    if case.terminal == "SEMICOLON" and case.line.texts[-1].endswith(";") and "_NL" in case.accepted:
        return Finding("GDSYN25", case.span, {})
    return None


def _row_end(case: _Case) -> Finding | None:
    if case.terminal == "_NL" and case.line.text.startswith("|"):
        return Finding("GDSYN06", case.span, {})
    return None


def _mixed(case: _Case) -> Finding | None:
    others = [word for word in JOINERS if word != case.terminal and word in case.accepted]
    if case.terminal in JOINERS and others:
        return Finding("GDSYN04", case.span, {"first": keyword(others[0]), "second": case.text})
    return None


def _colon(case: _Case) -> Finding | None:
    if "COLON" not in case.accepted:
        return None
    heads = {"COLON", "LSQB"}
    first = case.line.text.split(" ", 1)[0]
    opens_block = case.terminal == "_NL" and "LPAR" in case.accepted
    if case.accepted <= heads or opens_block or case.terminal in STEP_WORDS:
        return Finding("GDSYN08", case.span, {"field": first.rstrip(":") or case.text})
    return None


def _capital(case: _Case) -> Finding | None:
    lowered = case.text.lower()
    if case.is_word and lowered != case.text and lowered in {keyword(word) for word in _words(case.accepted)}:
        return Finding("GDSYN21", case.span, {"found": case.text, "write": lowered})
    return None


def _quotes(case: _Case) -> Finding | None:
    begins_text = case.is_word or case.terminal == "INT"
    if begins_text and "STRING" in case.accepted and "EQUAL" not in case.accepted:
        return Finding("GDSYN22", case.span, {"found": case.text})
    return None


def _misspelt(case: _Case) -> Finding | None:
    if not case.is_word or case.terminal != "NAME":
        return None
    near = did_you_mean(case.text, [keyword(word) for word in _words(case.accepted)])
    return Finding("GDSYN23", case.span, {"found": case.text, "suggestions": near}) if near else None


def _field(case: _Case) -> Finding | None:
    if case.is_word and {"WHEN", "THEN", "PLAY"} <= case.accepted:
        return Finding("GDSYN24", case.span, {"found": case.text, "expected": expected(case.accepted)})
    return None


def _unexpected(case: _Case) -> Finding:
    text = case.text if len(case.text) <= 40 else case.text[:39] + "…"
    found = "the end of the line" if case.at_end else f"`{text}`"
    return Finding("GDSYN01", case.span, {"found": found, "expected": expected(case.accepted)})


_MISTAKES = (
    _indented,
    _empty,
    _semicolon,
    _row_end,
    _mixed,
    _colon,
    _capital,
    _quotes,
    _misspelt,
    _field,
)
