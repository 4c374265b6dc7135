"""Everything in README.md and docs/ that looks like a rule file is one, and its outputs are those of the program."""

import pytest

import gamedsl
from gamedsl.diagnostics.catalogue import codes
from gamedsl.diagnostics.text import render_text
from tests.helpers.suite.pages import (
    AREAS,
    METRICS_PAGE,
    PAGES,
    ROOT,
    Shown,
    messages_page,
    metrics_page,
    mistyped,
    moment,
    shown_files,
)

SHOWN = [shown for page in PAGES for shown in shown_files(page)]
UNUSED = {"GDNAM07", "GDFLO07", "GDFLO22", "GDDAT17"}  # a part shown alone need not be used


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    """Run a test for every file of some kinds."""
    found = [shown for shown in SHOWN if shown.kind in kinds]
    return pytest.mark.parametrize("shown", found, ids=[shown.name for shown in found])


def test_pages_show_rule_files() -> None:
    """The pages are found and hold all kinds of blocks."""
    kinds = {shown.kind for shown in SHOWN}
    assert {"game", "variant", "scenarios", "game-part", "game-step", "game-wrong", "recipe", "slip"} == kinds


@of_kind("game", "variant", "scenarios", "game-step", "recipe")
def test_whole_files_have_no_findings(shown: Shown) -> None:
    """A file shown as a whole is checked without errors and warnings."""
    found = gamedsl.check_text(shown.text, files=shown.files)
    assert "" == render_text(found)


@of_kind("game", "variant", "scenarios", "game-step", "recipe")
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


@of_kind("game-wrong", "slip")
def test_mistakes_give_the_findings_shown(shown: Shown) -> None:
    """A mistake gives exactly the messages that the page shows."""
    assert shown.findings is not None
    assert shown.findings.text == shown.output()


def test_readme_shows_the_output_for_two_mistyped_names() -> None:
    """The console in README.md is what the program prints."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"$ gamedsl check crates.game\n{mistyped(readme)}```" in readme


def test_readme_shows_a_moment_of_a_game() -> None:
    """The screen of play in README.md is what the program prints."""
    assert f"```text\n{moment()}```" in (ROOT / "README.md").read_text("utf-8")


def test_messages_page_is_current() -> None:
    """docs/messages.md is what the catalogue makes of it, and no area is left out."""
    assert messages_page() == (ROOT / "docs" / "messages.md").read_text("utf-8")


def test_metrics_page_is_current() -> None:
    """The table of docs/metrics.md is what the rows of the metrics say."""
    assert metrics_page() == METRICS_PAGE.read_text("utf-8")
    assert {code[2:5] for code in codes()} == set(AREAS)
