"""Everything in README.md and docs/ that looks like a rule file is one, and its outputs are those of the program."""

import pytest
from documents import PAGES, Shown, shown_files

import gamedsl
from gamedsl.diagnostics.text import render_text

SHOWN = [shown for page in PAGES for shown in shown_files(page)]
UNUSED = {"GDNAM07", "GDFLO07"}  # a part shown alone need not be used


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    """Run a test for every file of some kinds."""
    found = [shown for shown in SHOWN if shown.kind in kinds]
    return pytest.mark.parametrize("shown", found, ids=[shown.name for shown in found])


def test_pages_show_rule_files() -> None:
    """The pages are found and hold all kinds of blocks."""
    kinds = {shown.kind for shown in SHOWN}
    assert {"game", "variant", "scenarios", "game-part", "game-step", "game-wrong"} == kinds


@of_kind("game", "variant", "scenarios", "game-step")
def test_whole_files_have_no_findings(shown: Shown) -> None:
    """A file shown as a whole is checked without errors and warnings."""
    found = gamedsl.check_text(shown.text, files=shown.files)
    assert "" == render_text(found)


@of_kind("game", "variant", "scenarios", "game-step")
def test_scenarios_pass(shown: Shown) -> None:
    """All scenarios of a file shown as a whole pass."""
    results = gamedsl.loads(shown.text, files=shown.files).test()
    failed = {result.name: render_text(result.diagnostics) for result in results if not result.passed}
    assert {} == failed


@of_kind("game-part")
def test_parts_fit_into_a_game(shown: Shown) -> None:
    """A part shown in the reference is checked in the game Harbour; nothing but its not being used is found."""
    found = gamedsl.check_text(shown.text, files=shown.files)
    assert "" == render_text([finding for finding in found if finding.code not in UNUSED])


@of_kind("game-wrong")
def test_mistakes_give_the_findings_shown(shown: Shown) -> None:
    """A mistake gives exactly the messages that the page shows."""
    assert shown.findings is not None
    found = gamedsl.check_text(shown.text, path=_path(shown), files=shown.files)
    assert shown.findings.text == render_text(found)


def _path(shown: Shown) -> str:
    return f"{shown.text.split()[1].lower()}.game"
