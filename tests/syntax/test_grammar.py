"""The grammar file and its cache."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Lark

from gamedsl.source import Source
from gamedsl.syntax.grammar import tables as grammar
from gamedsl.syntax.grammar.reading import Grammar
from gamedsl.syntax.grammar.stopping import StoppedError
from gamedsl.syntax.pieces import _render, lines_of
from gamedsl.syntax.text.layout import read_blocks
from tests.helpers.checking.parsing import Findings, clean
from tests.helpers.checking.word_strategies import KEYWORDS

TEXT = "game G\n  players: 2\n"


@pytest.fixture(scope="module")
def built() -> Lark:
    """The parser, built strictly: this also looks for collisions of terminals."""
    return grammar.build_grammar(strict=True)


@pytest.fixture(scope="module")
def fed() -> Lark:
    """The parser as it is used: with tokens that it is fed."""
    return grammar.build_grammar()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fed: Lark) -> Iterator[Path]:
    """A cache folder of its own, with nothing loaded yet."""
    folder = tmp_path / "cache"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _: folder)
    monkeypatch.setattr(grammar, "build_grammar", lambda: fed)
    grammar.load_grammar.cache_clear()
    yield folder
    grammar.load_grammar.cache_clear()


def test_the_grammar_has_no_conflicts_and_every_terminal_a_name(built: Lark) -> None:
    """It can be built strictly, no terminal is anonymous, and the keywords are those that names avoid in tests."""
    terminals = {terminal.name: terminal.pattern.value for terminal in built.terminals}

    assert [] == [name for name in terminals if name.startswith("__")]
    assert KEYWORDS == {value for value in terminals.values() if value.isalpha()}


def test_the_language_stays_small() -> None:
    """At most 122 words have a meaning in the grammar."""
    assert sorted(KEYWORDS)[122:] == []


def _marked(text: str) -> list[str]:
    """Return the top-level blocks of a file with the layout marks that the grammar sees."""
    source = Source("x", text)
    blocks = read_blocks(source, Findings())
    return [_render(source, lines_of(block, 0))[0].text for block in blocks]


@pytest.mark.parametrize("name", ["everything", "changed", "checks"])
def test_texts_are_read_as_lark_reads_them(built: Lark, fed: Lark, name: str) -> None:
    """Fed with tokens of our own, Lark makes the trees that it makes with its contextual lexer."""
    grammar = Grammar(fed)
    text = Path(__file__).parent.joinpath("corpus", f"{name}.game").read_text(encoding="utf-8")
    header, *sections = _marked(text)
    pieces = [(header, "tests" if name == "checks" else "header"), *((section, "section") for section in sections)]

    assert [built.parse(*piece) for piece in pieces] == [grammar.parse(*piece) for piece in pieces]


def test_keywords_are_whole_words() -> None:
    """A keyword with letters, digits or lines behind it is a name, and numbers do not run into words."""
    tables = grammar.load_grammar()
    for text in ["play: go orgone", "players: 2 too 4", "playrs: 2", "when: 2x", "when: a and_b", "when: a or2"]:
        with pytest.raises(StoppedError):
            tables.parse(f"game X\x1e\x0e{text}\x1e\x0f", "header")
    assert "compare" == tables.parse("inn = notes.if_or", "expression").children[0].data


def test_the_built_grammar_is_kept_for_the_user_alone(cache: Path) -> None:
    """The second time it is loaded from the cache, which nobody else may write."""
    clean(TEXT)
    [file] = cache.iterdir()
    assert 0o700 == cache.stat().st_mode & 0o777
    assert 0o600 == file.stat().st_mode & 0o777
    before = file.stat().st_mtime_ns

    grammar.load_grammar.cache_clear()
    clean(TEXT)
    assert before == file.stat().st_mtime_ns


@pytest.mark.parametrize("damage", [b"", b"no tables", b"{}"])
def test_a_damaged_cache_is_replaced(cache: Path, damage: bytes) -> None:
    """The parser is built anew."""
    clean(TEXT)
    [file] = cache.iterdir()
    file.write_bytes(damage)
    grammar.load_grammar.cache_clear()

    clean(TEXT)
    assert len(damage) < file.stat().st_size


def test_a_cache_that_others_may_write_is_never_loaded(cache: Path) -> None:
    """Foreign tables would read something else than what is written."""
    cache.mkdir()
    cache.chmod(0o777)
    clean(TEXT)
    assert [] == list(cache.iterdir())

    cache.chmod(0o700)
    grammar.load_grammar.cache_clear()
    clean(TEXT)
    [file] = cache.iterdir()
    file.chmod(0o666)
    assert grammar._load(file) is None


def test_without_a_cache_folder_everything_works(cache: Path) -> None:
    """A file where the folder should be is no reason to stop."""
    cache.write_text("in the way")
    clean(TEXT)
    assert "in the way" == cache.read_text()


def test_the_nodes_can_be_imported_without_lark() -> None:
    """Passes that only read the AST start fast."""
    code = "import sys, gamedsl.syntax.nodes, gamedsl.syntax.parser; sys.exit('lark' in sys.modules)"
    assert 0 == subprocess.run([sys.executable, "-c", code], env=dict(os.environ), check=False).returncode
