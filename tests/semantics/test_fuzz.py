"""Broken rule files: whatever is written, there are findings, never an exception.

``HYPOTHESIS_PROFILE=nightly`` tries 10 000 of each.
"""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.diagnostics.report import Reporter
from gamedsl.files import FolderFiles
from gamedsl.semantics.acceptances import settle
from gamedsl.semantics.check import check_source
from gamedsl.source import Source
from tests.helpers.suite.nightly import examples

ROOT = Path(__file__).parents[2]
GAMES = sorted([*ROOT.glob("examples/*.game"), *ROOT.glob("games/*.game")])
SMALL = [path for path in GAMES if path.stat().st_size < 6_000]
TEXTS = {path: path.read_text(encoding="utf-8") for path in GAMES}
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+|\.\.|!=|<=|>=|[^\w\s]|\n *')
NAME = re.compile(r"[a-z_]\w*|\d+")
WORDS = sorted({word for text in TEXTS.values() for word in TOKEN.findall(text)})
SHAPES = ("{}[1]", "{{{}}}", "-{}", "not {}", "{}(1)", "({} where yes)", "({} for each q in players)", "1..{}")


def findings(path: Path, text: str) -> int:
    """Check a text as if it stood in a file; return the number of findings."""
    reporter, source = Reporter(), Source(path.name, text)
    checked = check_source(source, FolderFiles(path.parent), reporter)
    settle(source, (), reporter, is_whole=checked is not None)
    return len(reporter.diagnostics)


@st.composite
def exchanged(draw: st.DrawFn) -> tuple[Path, str]:
    """Return a small game in which up to three words, numbers or signs are exchanged, doubled or left out."""
    path = draw(st.sampled_from(SMALL))
    text = TEXTS[path]
    for _ in range(draw(st.integers(1, 3))):
        start, end = draw(st.sampled_from([match.span() for match in TOKEN.finditer(text)]))
        new = draw(st.sampled_from(["", text[start:end] * 2]) | st.sampled_from(WORDS))
        text = text[:start] + new + text[end:]
    return path, text


@st.composite
def renamed(draw: st.DrawFn) -> tuple[Path, str]:
    """Return a small game in which one name or number is another one of the same game, or a larger expression."""
    path = draw(st.sampled_from(SMALL))
    text = TEXTS[path]
    spans = [match.span() for match in NAME.finditer(text)]
    start, end = draw(st.sampled_from(spans))
    other = draw(st.sampled_from(sorted({text[first:last] for first, last in spans})))
    new = draw(st.just(other) | st.sampled_from(SHAPES).map(lambda shape: shape.format(text[start:end])))
    return path, text[:start] + new + text[end:]


@settings(max_examples=examples(25))
@given(exchanged())
def test_exchanged_tokens(case: tuple[Path, str]) -> None:
    """A game with exchanged tokens is checked to the end."""
    assert findings(*case) >= 0


@settings(max_examples=examples(40))
@given(renamed())
def test_exchanged_names(case: tuple[Path, str]) -> None:
    """A game in which a name means something else is checked to the end."""
    assert findings(*case) >= 0


def test_games_are_clean() -> None:
    """The games that are mutated have no errors themselves."""
    found = {path.name: findings(path, TEXTS[path]) for path in SMALL}
    assert dict.fromkeys(found, 0) == found
