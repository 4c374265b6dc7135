"""Lark's parser and a text with layout marks -> Lark's parse tree, or the token at which reading stops.

Lark is fed token by token, so that each can be what the grammar expects: a whole word is a keyword where that keyword
can stand, and a name everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from lark import ParseTree, Token, UnexpectedToken
from lark.lexer import Lexer

from gamedsl.diagnostics.effort import PART, TOKEN, spend
from gamedsl.syntax.grammar.stopping import END, StoppedError, extent

if TYPE_CHECKING:
    from lark import Lark

_GIVING_WAY = {
    "DIFFERENT": re.compile(r"[ \n]+(?!(?:in|and|or|if|else|where|for|mod|then|not in)\b)[A-Za-z_0-9({]"),
    "TOGETHER": re.compile("[ \n]*:"),
}
"""Words that came late: where a name can stand they are one, unless what follows makes sense of them: its pattern."""

GLUED = "GLUED"
"""Terminal of a number that runs into letters; no rule has it."""

MARKS = "MARKS"
"""Terminal of all that stands in a row of a picture, whatever it would be elsewhere."""

UNKNOWN = ""
"""Terminal of a sign that no terminal begins with."""


class ByHand(Lexer):
    """The lexer of a parser that is only ever fed: it finds nothing itself."""

    def __init__(self, _conf: Any) -> None:
        pass

    def lex(self, _state: Any, _parser: Any = None) -> Iterator[Token]:
        """Return no tokens."""
        return iter(())


class Grammar:
    """Reads texts by a grammar; ``lark`` is its LALR parser, which propagates positions."""

    def __init__(self, lark: Lark) -> None:
        self._lark = lark
        patterns = {terminal.name: terminal.pattern for terminal in lark.terminals if terminal.name != "_BLANK"}
        fixed = {name: pattern.value for name, pattern in patterns.items() if pattern.type == "str"}
        classes = {name: pattern.value for name, pattern in patterns.items() if pattern.type == "re"}
        self._words = {text: name for name, text in fixed.items() if text.isalpha()}
        self._signs = {text: name for name, text in fixed.items() if not text.isalpha()}
        self._match = _pattern(self._signs, classes).match
        self._marks = re.compile(f"[ \n]*({classes[MARKS]})").match
        self.texts: Mapping[str, str] = {name: text for name, text in fixed.items() if not name.startswith("_")}

    @property
    def rules(self) -> Iterable[tuple[str, Sequence[str]]]:
        """The alternatives of all rules, each with the names of its parts."""
        return [(rule.origin.name, [symbol.name for symbol in rule.expansion]) for rule in self._lark.rules]

    def parse(self, text: str, start: str) -> ParseTree:
        """Return the tree of a text.

        Raises:
            StoppedError: the text cannot be read.
        """
        spend(PART)
        parser = self._lark.parse_interactive(start=start)
        tokens: list[Token] = []
        position = 0
        while True:
            expected = parser.choices()  # type: ignore[no-untyped-call]
            token = self._token(text, position, expected)
            before = tokens[-1] if tokens else None
            if token.type not in expected:
                raise StoppedError(token, before, frozenset(parser.accepts()))  # type: ignore[no-untyped-call]
            try:
                made = parser.feed_token(token)
            except UnexpectedToken:
                raise StoppedError(token, before, self._accepted(tokens, start)) from None
            if token.type == END:
                return cast("ParseTree", made)
            spend(TOKEN)
            tokens.append(token)
            position = extent(token)[1]

    def continued(self, text: str, start: str) -> Callable[[str], bool]:
        """Return a function that tells whether something can follow a text: a whole logical line, or the rest of one.

        Raises:
            StoppedError: the text itself cannot be read.
        """
        parser = self._lark.parse_interactive(start=start)
        position = 0
        before: Token | None = None
        while (token := self._token(text, position, parser.choices())).type != END:  # type: ignore[no-untyped-call]
            try:
                parser.feed_token(token)
            except UnexpectedToken:
                raise StoppedError(token, before, frozenset(parser.accepts())) from None  # type: ignore[no-untyped-call]
            before, position = token, extent(token)[1]

        def goes_on(rest: str) -> bool:
            after, at = parser.copy(deepcopy_values=False), 0  # type: ignore[no-untyped-call]
            while True:
                token = self._token(rest, at, after.choices())
                if token.type == END:
                    return True
                try:
                    after.feed_token(token)
                except UnexpectedToken:
                    return False
                at = extent(token)[1]

        return goes_on

    def _accepted(self, tokens: list[Token], start: str) -> frozenset[str]:
        """Return which terminals could follow: a faulty token has changed the parser that it was fed to."""
        parser = self._lark.parse_interactive(start=start)
        for token in tokens:
            parser.feed_token(token)
        return frozenset(parser.accepts())  # type: ignore[no-untyped-call]

    def _token(self, text: str, position: int, expected: Collection[str]) -> Token:
        """Return the token behind a position; what it is depends on what is expected there."""
        if MARKS in expected and (marks := self._marks(text, position)):
            return _token(MARKS, marks[1], marks.start(1))
        match = cast("re.Match[str]", self._match(text, position))  # The pattern fits everywhere.
        kind = match.lastgroup
        if kind is None:
            start = match.end()
            return _token(UNKNOWN if start < len(text) else END, text[start : start + 1], start)
        found, start = match[kind], match.start(kind)
        if kind == "NAME":
            word = self._words.get(found, kind)
            if word in _GIVING_WAY and kind in expected and not _GIVING_WAY[word].match(text, match.end()):
                word = kind
            return _token(kind if word not in expected and kind in expected else word, found, start)
        if kind == "REFS" and kind not in expected and "LSQB" in expected:
            return _token("LSQB", "[", start)
        return _token(self._signs[found] if kind == "SIGN" else kind, found, start)


def _pattern(signs: Iterable[str], classes: Mapping[str, str]) -> re.Pattern[str]:
    """Return the pattern of blanks and the token behind them, in a group that is called by its kind."""
    sign = "|".join(re.escape(sign) for sign in sorted(signs, key=lambda sign: (-len(sign), sign)))
    kinds = {**classes, GLUED: "[0-9]+[A-Za-z_][A-Za-z_0-9]*", "SIGN": sign}
    groups = "|".join(f"(?P<{kind}>{kinds[kind]})" for kind in ("NAME", GLUED, "INT", "STRING", "REFS", "SIGN"))
    return re.compile(f"[ \\n]*(?:{groups}|)")


def _token(terminal: str, text: str, start: int) -> Token:
    return Token(terminal, text, start, end_pos=start + len(text))
