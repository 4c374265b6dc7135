"""One parse tree and the lines it was made of -> AST nodes with exact spans."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from gamedsl.source import Source, Span
from gamedsl.syntax import nodes

if TYPE_CHECKING:
    from gamedsl.syntax.grammar.lalr import Token, Tree

Report: TypeAlias = Callable[..., None]
Rule: TypeAlias = "Callable[[Builder, Tree], Any]"
Template: TypeAlias = Callable[[Source, str, int, int, Report], "nodes.Slot | None"]

MAX_DEPTH = 100
"""Expressions, plans and steps may be nested this deep; the passes behind the parser walk them recursively."""

TRUTHS = {"true": "yes", "false": "no", "True": "yes", "False": "no"}
"""What other languages call the two truth values, and their names here."""

MAX_DIGITS = 18
REFERENCE_SHAPE = re.compile(r"\[[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?((,[ ]*|\.\.)[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?)*\]")


class TooDeepError(Exception):
    """Raised inside a build when nesting passes ``MAX_DEPTH``; the parser makes a diagnostic of it."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span
        self.limit = MAX_DEPTH


@attrs.frozen
class Place:
    """Where the text of a parse comes from: one entry for each of its lines.

    ``text`` is that text; ``numbers`` are line numbers of the source, ``offsets`` what must be added to columns,
    ``ends`` the column (in the source) behind the last written character, before any layout mark; ``starts`` are the
    positions where the lines begin in the text.
    """

    source: Source
    text: str
    numbers: tuple[int, ...]
    offsets: tuple[int, ...]
    ends: tuple[int, ...]
    starts: tuple[int, ...]

    def index(self, position: int) -> int:
        """Return which line of the text a position is in, from 0."""
        return bisect_right(self.starts, position) - 1

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of a stretch of the text, given by its positions."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1, first) - 1 if end > start else first
        column = start - self.starts[first] + 1 + self.offsets[first]
        end_column = end - self.starts[last] + 1 + self.offsets[last]
        return Span(
            self.source,
            self.numbers[first],
            min(column, self.ends[first]),
            self.numbers[last],
            min(end_column, self.ends[last]),
        )


class Builder:
    """Builds nodes for one parse; rules are looked up by the name of the tree.

    ``template`` reads what stands in a slot (source, text, line, column, report); ``edits`` and ``moves`` allow what
    only variants and scenarios may hold.
    """

    def __init__(self, place: Place, report: Report, template: Template, edits: bool = False, moves: bool = False):
        self.place = place
        self.report = report
        self.template = template
        self.edits = edits
        self.moves = moves
        self._depth = 0

    def edit(self, mark: object | None, span: Span) -> bool:
        """Return whether ``change`` or ``remove`` is written; report it outside variants."""
        if mark is not None and not self.edits:
            self.report("GDSYN18", span, word=str(mark))
        return mark is not None

    def only_in_scenarios(self, word: str, span: Span) -> None:
        """Report a step that plays or judges moves when this is no scenario."""
        if not self.moves:
            self.report("GDSYN19", span, word=word)

    def node(self, tree: Tree) -> Any:
        """Return what the rule of this tree makes of it.

        Raises:
            TooDeepError: the text is nested deeper than ``MAX_DEPTH``.
        """
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TooDeepError(self.span(tree))
        made = RULES[tree.data](self, tree)
        self._depth -= 1
        return made

    def maybe(self, tree: Tree | None) -> Any:
        """Return the node of ``tree``, or None when an optional part was not written."""
        return None if tree is None else self.node(tree)

    def all(self, trees: list[Any]) -> tuple[Any, ...]:
        """Return the nodes of all trees that were written."""
        return tuple(self.node(tree) for tree in trees if tree is not None)

    def span(self, tree: Tree) -> Span:
        """Return the span of a tree, without line ends and layout."""
        return self.place.span(tree.start, tree.end)

    def token_span(self, token: Token) -> Span:
        """Return the span of one token."""
        return self.place.span(token.start, token.end)

    def number(self, token: Token, most: int = MAX_DIGITS) -> int:
        """Return the value of an INT; absurdly long ones are reported and become 0."""
        if len(token) > most:
            self.report("GDSYN16", self.token_span(token), digits=len(token), limit=most)
            return 0
        return int(token)

    def foreign_truth(self, token: Token) -> None:
        """Report a name that stands for a truth value in other languages."""
        if token in TRUTHS:
            self.report("GDSYN30", self.token_span(token), found=str(token), cure=f"write `{TRUTHS[token]}`")


def is_token(child: object) -> bool:
    """Tell tokens (a kind of str) from trees."""
    return isinstance(child, str)


def _load_rules() -> dict[str, Rule]:
    from gamedsl.syntax.builders import (
        cards as build_cards,
    )
    from gamedsl.syntax.builders import (
        expressions as build_expressions,
    )
    from gamedsl.syntax.builders import (
        nouns as build_nouns,
    )
    from gamedsl.syntax.builders import (
        steps as build_steps,
    )

    return build_expressions.RULES | build_steps.RULES | build_nouns.RULES | build_cards.RULES


RULES: dict[str, Rule] = {}


def load_rules() -> None:
    """Fill the table of rules (once); kept out of the import because the families import this module."""
    if not RULES:
        RULES.update(_load_rules())
