"""The loop that reads tokens makes the trees that Lark's own loop makes of them, places included."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree, UnexpectedToken

from gamedsl.source import Source
from gamedsl.syntax.grammar.reading import Grammar
from gamedsl.syntax.grammar.stopping import END, StoppedError
from gamedsl.syntax.grammar.tables import load_grammar
from gamedsl.syntax.parser import parse
from tests.helpers.checking.parsing import Findings
from tests.helpers.suite.module_graph import ROOT

FILES = sorted([*(ROOT / "games").rglob("*.game"), *(ROOT / "examples").rglob("*.game")])
BROKEN = ("game G\n  players 2\n", "game G\n  players: 2 to\n", "game G\n  players: (2\n", "game G)\n")
"""Texts that stop at a token that the state does not know, or that only what stands around it forbids."""


def texts_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the texts that are read while a file is parsed, each with the rule that it begins with."""
    found: list[tuple[str, str]] = []
    plain = Grammar.parse

    def noted(self: Grammar, text: str, start: str) -> Any:
        found.append((text, start))
        return plain(self, text, start)

    with monkeypatch.context() as patched:
        patched.setattr(Grammar, "parse", noted)
        parse(Source("a.game", path.read_text(encoding="utf-8")), Findings())
    return found


def by_lark(grammar: Grammar, text: str, start: str) -> Any:
    """Return what Lark's own loop makes of a text: its tree, or the terminals that could follow where it stops."""
    parser = grammar._lark.parse_interactive(start=start)
    position = 0
    while True:
        token = grammar._token(text, position, parser.choices())
        before = parser.copy(deepcopy_values=False)
        try:
            made = parser.feed_token(token)
        except UnexpectedToken:
            return frozenset(before.accepts())
        if token.type == END:
            return made
        position = token.end_pos


def written(tree: Any) -> Iterator[tuple[Any, ...]]:
    """Walk a tree with all places."""
    if isinstance(tree, Tree):
        yield tree.data, len(tree.children), getattr(tree.meta, "start_pos", None), getattr(tree.meta, "end_pos", None)
        for child in tree.children:
            yield from written(child)
    elif isinstance(tree, Token):
        yield tree.type, str(tree), tree.start_pos, tree.end_pos
    else:
        yield (tree,)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_trees_are_those_of_lark(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every section, header and slot of every rule file gives the same tree, each node with the same places."""
    grammar = load_grammar()
    for text, start in texts_of(path, monkeypatch):
        assert [*written(by_lark(grammar, text, start))] == [*written(grammar.parse(text, start))]


@pytest.mark.parametrize("text", BROKEN)
def test_a_text_that_cannot_be_read_stops_where_lark_stops(text: str) -> None:
    """The terminals that could follow are those that Lark tells."""
    grammar = load_grammar()
    for start in ("header", "section", "expression"):
        with pytest.raises(StoppedError) as stopped:
            grammar.parse(text, start)
        assert by_lark(grammar, text, start) == stopped.value.accepted
