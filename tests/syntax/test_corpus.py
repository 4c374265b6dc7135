"""A small corpus that uses every construct, and the games that come with the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import print_file
from gamedsl.syntax.recovery.hints.mistakes import WORD
from tests.helpers.checking.ast_strategies import BY_CLASS
from tests.helpers.checking.parsing import clean
from tests.helpers.checking.word_strategies import KEYWORDS
from tests.helpers.suite.nightly import NIGHTLY

CORPUS = sorted(Path(__file__).parent.joinpath("corpus").glob("*.game"))
ROOT = Path(__file__).parents[2]
GAMES = sorted([*ROOT.joinpath("games").rglob("*.game"), *ROOT.joinpath("examples").rglob("*.game")])
LARGE = ("tycoon", "quatre_etoiles_scenarios")
EVERYDAY = [path for path in GAMES if not any(name in path.stem for name in LARGE)]


def _all_nodes(value: Any) -> Iterator[nodes.Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from _all_nodes(item)
    elif isinstance(value, nodes.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from _all_nodes(getattr(value, field.name))


def test_the_corpus_uses_every_construct() -> None:
    """Every class of nodes and every keyword stands somewhere in the corpus."""
    texts = [path.read_text(encoding="utf-8") for path in CORPUS]
    classes = {type(node) for text in texts for node in _all_nodes(clean(text))}

    assert set(BY_CLASS) | {nodes.Branch} == classes
    assert set() == KEYWORDS - {word for text in texts for word in WORD.findall(text)}


@pytest.mark.parametrize("path", CORPUS + (GAMES if NIGHTLY else EVERYDAY), ids=lambda path: path.stem)
def test_files_come_back_from_print(path: Path) -> None:
    """Without findings; the printed text has the same tree and prints the same again."""
    source = Source(path.name, path.read_text(encoding="utf-8"))
    file = clean(source.text)
    written = print_file(file, source)
    again = clean(written)

    assert file == again
    assert written == print_file(again, Source(path.name, written))
    assert file == clean(print_file(file))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_corpus_is_in_canonical_form(path: Path) -> None:
    """The formatter has nothing to change in it."""
    source = Source(path.name, path.read_text(encoding="utf-8"))

    assert source.text == print_file(clean(source.text), source)


def _text(span: Span) -> str:
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_spans_hold_exactly_what_was_written(path: Path) -> None:
    """No span begins or ends with a blank, a line end or a comment; names have spans of their own."""
    file = clean(path.read_text(encoding="utf-8"))
    for node in _all_nodes(file):
        if isinstance(node, nodes.Cell) and node == nodes.Cell():
            continue
        written = _text(node.span)
        assert written.strip() == written != ""
        assert "#" not in written.rpartition("\n")[2].rpartition('"')[2]
        if isinstance(node, (nodes.Editable, nodes.Let)) and hasattr(node, "name"):
            assert node.name == _text(node.name_span)


def test_spans_of_expressions_and_words() -> None:
    """A span covers the node and nothing else, also inside words and over several lines."""
    text = (
        'game G\n  players: 2\n\nterms\n  a = (b +\n      c[1, 2]) * d.e   "so {x + 1|a|b}" [GG-1, GG-2..GG-3]  # z\n'
    )
    file = clean(text)
    assert isinstance(file, nodes.GameFile)
    term = file.sections[0].items[0]
    assert isinstance(term, nodes.Term)
    found = [_text(node.span) for node in _all_nodes(term)]

    assert [
        'a = (b +\n      c[1, 2]) * d.e   "so {x + 1|a|b}" [GG-1, GG-2..GG-3]',
        "(b +\n      c[1, 2]) * d.e",
        "b +\n      c[1, 2]",
        "b",
        "c[1, 2]",
        "c",
        "1",
        "2",
        "d.e",
        "d",
        '"so {x + 1|a|b}" [GG-1, GG-2..GG-3]',
        "{x + 1|a|b}",
        "x + 1",
        "x",
        "1",
        "GG-1",
        "GG-2..GG-3",
    ] == found


def test_keywords_are_reserved_only_where_they_are_expected() -> None:
    """Names may be words that mean something elsewhere."""
    file = clean(
        "game Game\n  players: 2\n\ntable\n  start: player\n  points: 0..9\n  loans: 0..9\n\n"
        "rules\n  game\n    then: set start to next(start); set points to points + start.top\n"
    )
    assert isinstance(file, nodes.GameFile)
    assert "Game" == file.name
    assert ["start", "points", "loans"] == [getattr(item, "name", "") for item in file.sections[0].items]
