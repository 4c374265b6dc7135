"""All bundled games and examples: they check without a diagnostic, and their scenarios pass."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.api import check_path

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("games", "examples") for path in (ROOT / folder).glob("*.game"))
NAMES = [path.stem for path in FILES]


def test_the_bundled_files_are_found() -> None:
    """The games and the examples lie where the tests look for them, and every file has a test below."""
    assert {"mogul", "mogul_scenarios", "first_game", "mogul_open_purse"} <= set(NAMES)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_checks_without_diagnostics(path: Path) -> None:
    """A bundled file is an example to follow: it has neither errors nor warnings."""
    assert check_path(path) == []


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "mogul"], ids=lambda path: path.stem)
def test_scenarios_pass(path: Path) -> None:
    """Every file but mogul.game, whose scenarios have a file of their own, has scenarios, and all of them pass."""
    results = gamedsl.load(path).test()
    assert results != []
    assert [result.name for result in results if not result.passed] == []
