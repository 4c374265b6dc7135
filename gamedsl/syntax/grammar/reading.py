"""Lark's parser and a text with layout marks -> Lark's parse tree, or the token at which reading stops.

It is read token by token, so that each can be what the grammar expects: a whole word is a keyword where that keyword
can stand, and a name everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from lark import ParseTree, Token
from lark.lexer import Lexer

from gamedsl.diagnostics.effort import PART, TOKEN, spend
from gamedsl.syntax.grammar.automaton import Automaton, UnfitError
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
        self._automaton = Automaton(lark)
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
        tokens: list[Token] = []
        position = 0

        def following(expected: Collection[str]) -> Token:
            nonlocal position
            token = self._token(text, position, expected)
            if token.type not in expected:
                raise self._stopped(token, tokens, start)
            spend(TOKEN)
            tokens.append(token)
            position = extent(token)[1]
            return token

        try:
            return self._automaton.tree(start, following)
        except UnfitError:
            raise self._stopped(tokens.pop(), tokens, start) from None

    def continued(self, text: str, start: str) -> Callable[[str], bool]:
        """Return a function that tells whether something can follow a text: a whole logical line, or the rest of one.

        Raises:
            StoppedError: the text itself cannot be read.
        """
        states, tokens = self._automaton.begin(start), cast("list[Token]", [])
        while (token := self._token(text, _behind(tokens), self._automaton.row(states))).type != END:
            if not self._automaton.goes_on(states, token.type, start):
                raise self._stopped(token, tokens, start)
            tokens.append(token)

        def goes_on(rest: str) -> bool:
            after, at = [*states], 0
            while (token := self._token(rest, at, self._automaton.row(after))).type != END:
                if not self._automaton.goes_on(after, token.type, start):
                    return False
                at = extent(token)[1]
            return True

        return goes_on

    def _stopped(self, token: Token, tokens: list[Token], start: str) -> StoppedError:
        """Return the error of a token that cannot follow others: a faulty one has changed the states on its way."""
        states = self._automaton.begin(start)
        for one in tokens:
            self._automaton.goes_on(states, one.type, start)
        return StoppedError(token, tokens[-1] if tokens else None, self._automaton.accepted(states, start))

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


def _behind(tokens: Sequence[Token]) -> int:
    """Return the position behind some tokens."""
    return extent(tokens[-1])[1] if tokens else 0


def _token(terminal: str, text: str, start: int) -> Token:
    return Token(terminal, text, start, end_pos=start + len(text))
