"""Colours of rule files: for Pygments, and as the TextMate grammar of editors."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, String, Token

from gamedsl.authoring.pygments_lexer import GameLexer
from gamedsl.syntax.grammar.vocabulary import WORDS
from tests.helpers.suite.pages import ROOT

SHIPPED = [*(ROOT / "games").glob("*.game"), *(ROOT / "examples").rglob("*.game")]
VSCODE = ROOT / "editors" / "vscode"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_character_of_a_file_has_a_token(path: Path) -> None:
    """Nothing is lost, nothing is an error or unknown, and lines of sections are declarations."""
    text = path.read_text("utf-8")
    tokens = list(GameLexer(stripnl=False, ensurenl=False).get_tokens(text))
    declared = {value for kind, value in tokens if kind is Keyword.Declaration}
    sections = {line.split()[0] for line in text.splitlines() if re.match("[a-z]", line)} - {"change", "remove"}

    assert "".join(value for _, value in tokens) == text
    assert [value for kind, value in tokens if kind in (Error, Token.Text)] == []
    assert sections <= declared


def test_comments_and_texts() -> None:
    """A ``#`` in quotes begins no comment, and quotes in a comment begin no text."""
    tokens = list(GameLexer().get_tokens('game G "a # b {you}"  # not "this"\n'))

    assert [value for kind, value in tokens if kind in Comment] == ['# not "this"']
    assert "".join(value for kind, value in tokens if kind in String) == '"a # b {you}"'


def test_the_textmate_grammar_is_current() -> None:
    """``python editors/textmate.py`` writes it anew from the words of the grammar."""
    sys.path.insert(0, str(ROOT / "editors"))
    try:
        import textmate
    finally:
        sys.path.pop(0)

    assert textmate.FILE.read_text("utf-8") == textmate.grammar_text()
    assert all(re.search(rf"[|(:]{word}[|)]", textmate.grammar_text()) for word in WORDS.words)


def test_snippets_are_for_every_kind_of_section() -> None:
    """The game of the snippet is a game that can be checked and played."""
    import gamedsl

    snippets = json.loads((VSCODE / "snippets" / "gamedsl.json").read_text("utf-8"))
    body = "\n".join(snippets["Game"]["body"])
    named = dict(re.findall(r"\$\{(\d+):([^}]*)\}", body))
    text = re.sub(r"\$\{(\d+):[^}]*\}|\$(\d+)", lambda found: named.get(found[1] or found[2], ""), body)

    assert list(gamedsl.check_text(text)) == []
    assert len(snippets) >= 9


def test_findings_match_the_problem_matcher(tmp_path: Path) -> None:
    """What ``gamedsl check`` prints is what VS Code looks for."""
    from tests.cli.test_commands import run

    path = tmp_path / "broken.game"
    path.write_text("game Nim\n  playrs: 2\n", "utf-8")
    [matcher] = json.loads((VSCODE / "package.json").read_text("utf-8"))["contributes"]["problemMatchers"]
    line = run("check", str(path)).stdout.splitlines()[0]
    found = re.match(matcher["pattern"]["regexp"], line)

    assert found is not None
    assert found.groups()[:5] == (str(path), "2", "3", "error", "GDSYN23")
