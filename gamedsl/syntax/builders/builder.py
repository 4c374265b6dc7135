"""One parse tree and the lines it was made of -> AST nodes with exact spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from gamedsl.diagnostics.report import Report
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.grammar.stopping import extent
from gamedsl.syntax.text.place import Place

if TYPE_CHECKING:
    from lark import ParseTree as Tree
    from lark import Token

Rule: TypeAlias = "Callable[[Builder, Tree], Any]"
Template: TypeAlias = Callable[[Source, str, int, int, Report], "nodes.Slot | None"]

MAX_DEPTH = 100
"""Expressions, plans and steps may be nested this deep; the passes behind the parser walk them recursively."""

TRUTHS = {"true": "yes", "false": "no", "True": "yes", "False": "no"}
"""What other languages call the two truth values, and their names here."""

_CORNERS = re.compile(r"([A-Za-z]\d{1,2}): *([A-Za-z]\d{1,2})\b")
LONELY_ELSE = (
    "write it directly under an `if` that stands equally far from the margin: `if CONDITION: STEP`, and below it "
    "`else: STEP`"
)
MAX_DIGITS = 18
REFERENCE_SHAPE = re.compile(r"\[[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?((,[ ]*|\.\.)[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?)*\]")


class TooDeepError(Exception):
    """Raised inside a build when nesting passes ``MAX_DEPTH``; the parser makes a diagnostic of it."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span
        self.limit = MAX_DEPTH


class Builder:
    """Builds nodes for one parse; ``rules`` are looked up by the name of the tree.

    ``template`` reads what stands in a slot (source, text, line, column, report); ``edits`` and ``moves`` allow what
    only variants and scenarios may hold.
    """

    def __init__(
        self,
        rules: Mapping[str, Rule],
        place: Place,
        report: Report,
        template: Template,
        *,
        edits: bool = False,
        moves: bool = False,
    ) -> None:
        self._rules = rules
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
            line = span.source.line(span.line)
            corners = _CORNERS.match(line, span.column - 1) if line.lstrip().startswith("|") else None
            own_help = {"help": f"a row for several places: `{corners[1]}..{corners[2]}`"} if corners else {}
            self.report("GDSYN19", span, word=word, **own_help)

    def node(self, tree: Tree) -> Any:
        """Return what the rule of this tree makes of it.

        Raises:
            TooDeepError: the text is nested deeper than ``MAX_DEPTH``.
        """
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TooDeepError(self.span(tree))
        made = self._rules[tree.data](self, tree)
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
        return self.place.span(tree.meta.start_pos, tree.meta.end_pos)

    def token_span(self, token: Token) -> Span:
        """Return the span of one token."""
        return self.place.span(*extent(token))

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
