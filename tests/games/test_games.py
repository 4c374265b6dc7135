"""All bundled games and examples: they check without a diagnostic, and their scenarios pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl.api import check_path
from gamedsl.semantics.texts.keys import GOAL

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "examples", "examples/variants")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.game"))
NAMES = [path.stem for path in FILES]


def test_the_bundled_files_are_found() -> None:
    """The games and the examples lie where the tests look for them, and every file has a test below."""
    assert {"mogul", "mogul_scenarios", "first_game", "mogul_open_purse", "tycoon_later"} <= set(NAMES)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_checks_without_diagnostics(path: Path) -> None:
    """A bundled file is an example to follow: it has neither errors nor warnings."""
    assert check_path(path) == []


@pytest.mark.parametrize(
    "path", [path for path in FILES if f"{path.stem}_scenarios" not in NAMES], ids=lambda path: path.stem
)
def test_scenarios_pass(path: Path) -> None:
    """Every file but those games whose scenarios have a file of their own has scenarios, and all of them pass."""
    results = gamedsl.load(path).test()
    assert results != []
    assert [result.name for result in results if not result.passed] == []


TOLD = [path for path in FILES if not path.stem.endswith("_scenarios")]
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_goal_is_told(path: Path) -> None:
    """Who knows nothing of a game reads in two to five sentences what winning takes, before the first decision."""
    chapters = gamedsl.load(path).start().rules()
    goal = [rule.words for chapter in chapters for rule in chapter.rules if rule.name == GOAL]
    sentences = sum(len(SENTENCE_END.findall(paragraph)) for paragraph in goal)
    assert (True, sentences) == (2 <= sentences <= 5, sentences)
    assert all(SENTENCE_END.search(paragraph[-1:]) for paragraph in goal)
