"""The text of a rule file -> the same rules in the one canonical layout, with every comment kept.

Three things are checked before a text is handed out: it is read as the same tree, formatting it again changes nothing,
and all comments are there in their order. So a mistake of the formatter is an error, and never changes a game.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.effort import bounded
from gamedsl.diagnostics.report import Reporter
from gamedsl.internal_errors import faults_noticed, working_on
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from gamedsl.syntax.print.comments import remarks
from gamedsl.syntax.print.printer import print_file


@attrs.frozen
class Formatted:
    """A text in the canonical layout, or the errors that keep it from being read; then ``text`` is as it was.

    Lines end as they did: with a carriage return where the first text has some. Findings about data, names and rules
    are not looked for: only what cannot be read cannot be laid out.
    """

    text: str
    errors: tuple[Diagnostic, ...] = ()


def format_source(source: Source) -> Formatted:
    """Lay out a rule file: a game, a variant or a file of scenarios.

    Raises:
        InternalError: the formatter would change what the file says. That is a fault of gamedsl.
    """
    with faults_noticed(source, "laying out the file"), bounded():
        tree, errors = _read(source)
        if tree is None or errors:
            return Formatted(source.text, tuple(errors))
        text = print_file(tree, source)
        working_on("checking the layout")
        _hold(tree, source, text)
        return Formatted(text.replace("\n", "\r\n") if "\r\n" in source.text else text)


def _read(source: Source) -> tuple[nodes.File | None, Sequence[Diagnostic]]:
    reporter = Reporter()
    tree = parse(source, reporter.report)
    return tree, [finding for finding in reporter.diagnostics if finding.severity == "error"]


def _hold(tree: nodes.File, source: Source, text: str) -> None:
    """Fail where a laid out text says something else, is not stable, or lacks a comment."""
    laid_out = Source(source.path, text)
    again, errors = _read(laid_out)
    if errors or again != tree:
        raise AssertionError("the layout would change the rules")
    if print_file(again, laid_out) != text:
        raise AssertionError("laying out the text again would change it")
    if _comments(laid_out) != _comments(source):
        raise AssertionError("the layout would lose or move a comment")


def _comments(source: Source) -> list[str]:
    return [remark.comment for remark in remarks(source) if remark.comment]
