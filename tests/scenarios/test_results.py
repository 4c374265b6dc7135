"""Scenarios that have all passed are not played again until something that decides about them changes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.scenarios import runner
from gamedsl.scenarios.results import STORE, ScenarioResult
from gamedsl.semantics.core.model import CheckedGame
from tests.helpers.texts import game_text

pytestmark = pytest.mark.usefixtures("own_store")

TEXT = game_text("scenarios/results")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return where it is noted what scenarios are selected whenever some are run."""
    found: list[str] = []
    own = runner.run_all

    def run_all(game: CheckedGame, select: str = "") -> list[ScenarioResult]:
        found.append(select)
        return own(game, select)

    monkeypatch.setattr(runner, "run_all", run_all)
    return found


def ran(path: Path, text: str, select: str = "") -> list[ScenarioResult]:
    """Write a rule file and return the results of its scenarios."""
    path.write_text(text, encoding="utf-8")
    return gamedsl.load(path).test(select)


def test_what_has_passed_is_known(tmp_path: Path, runs: list[str]) -> None:
    """The results are the same, also of some of the scenarios; those of other programs and rules are not taken."""
    path = tmp_path / "steps.game"
    first, again = ran(path, TEXT), ran(path, TEXT)

    assert [(one.name, one.title, str(one.span), one.passed) for one in first] == [
        (one.name, one.title, str(one.span), one.passed) for one in again
    ]
    assert ["two"] == [one.name for one in ran(path, TEXT, "second")]
    assert [""] == runs
    ran(path, TEXT.replace("min(3, you.c + 1)", "min(2, you.c + 1)"))
    ran(path, TEXT.replace("expect A.c = 0", "expect B.c = 0"))
    assert [""] * 3 == runs


def test_a_part_says_nothing_of_the_whole(tmp_path: Path, runs: list[str]) -> None:
    """Where only some were run, all of them are run when all are asked for."""
    path = tmp_path / "steps.game"
    ran(path, TEXT, "second")
    ran(path, TEXT)

    assert ["second", ""] == runs


@pytest.mark.parametrize("other", ["expect A.c = 2", "B: climb"])
def test_what_is_found_is_found_again(tmp_path: Path, runs: list[str], other: str) -> None:
    """A scenario that fails or cannot go on is run every time, with all others."""
    path = tmp_path / "steps.game"
    text = TEXT.replace("expect A.c = 0", other)
    first, again = ran(path, text), ran(path, text)

    assert [True, False] == [one.passed for one in first]
    assert [str(one.diagnostics) for one in first] == [str(one.diagnostics) for one in again]
    assert ["", ""] == runs


def test_a_damaged_file_is_nothing(tmp_path: Path, runs: list[str]) -> None:
    """Whatever else stands in what was kept, the scenarios are run."""
    path = tmp_path / "steps.game"
    ran(path, TEXT)
    folder = STORE.folder()
    assert folder is not None
    for kept in folder.iterdir():
        kept.write_bytes(b"passed")
    ran(path, TEXT)

    assert ["", ""] == runs
