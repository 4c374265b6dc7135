"""Likely slips in metrics, repetition and levels: one finding each, with a help that says what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.diagnostics.report import Reporter
from gamedsl.files import FolderFiles
from gamedsl.semantics.acceptances import settle
from gamedsl.semantics.check import check_source
from gamedsl.source import Source

EXAMPLES = Path(__file__).parents[2] / "examples"
METRICS, POSITIONS = "no_thanks.game", "checkers.game"
SLIPS: dict[str, tuple[str, str, str, str, str]] = {
    "no worth": (METRICS, "    worth: count(you.runs)\n", "", "GDFLO24", "write `worth:` under it"),
    "one metric": (METRICS, "\nmetrics\n", "\nmetric\n", "GDSYN09", "`metrics`"),
    "statistics": (METRICS, "\nmetrics\n", "\nstatistics\n", "GDSYN09", "`metrics`"),
    "who is you": (METRICS, "who: players\n    worth: count", "who: you\n    worth: count", "GDNAM01", "name a player"),
    "nobody": (METRICS, "    who: players\n    worth: count", "    worth: count", "GDNAM01", "write `who:` above it"),
    "a near name": (METRICS, "after: no_thanks\n", "after: no_thank\n", "GDNAM01", "`no_thanks`"),
    "value": (METRICS, "worth: you.chips <= 3", "value: you.chips <= 3", "GDSYN30", "`worth:`"),
    "a set": (METRICS, "worth: count(you.runs)", "worth: you.runs", "GDTYP01", "`count(you.runs)`"),
    "before": (METRICS, "    after: no_thanks\n", "    before: no_thanks\n", "GDSYN24", "`after`"),
    "turned round": (POSITIONS, "(3, here, crowned)", "(here, crowned, 3)", "GDTYP03", "`repeated(3, here, crowned)`"),
    "no entries": (POSITIONS, "(3, here, crowned)", "(3)", "GDTYP03", "`repeated(3, ENTRY)`"),
    "another word": (POSITIONS, "repeated(3,", "repeats(3,", "GDNAM01", "`repeated(3, ENTRY)`"),
    "once": (POSITIONS, "repeated(3,", "repeated(1,", "GDRNG01", "keep the value inside it"),
    "a near entry": (POSITIONS, "here, crowned)", "here, crownd)", "GDNAM01", "`crowned`"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_one_finding(name: str) -> None:
    """A slip has exactly one finding, and its help names what is meant."""
    file, right, wrong, code, helped = SLIPS[name]
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    assert right in text
    reporter, source = Reporter(), Source(file, text.replace(right, wrong, 1))
    checked = check_source(source, FolderFiles(EXAMPLES), reporter)
    settle(source, (), reporter, is_whole=checked is not None)
    found = [(one.code, helped in (one.help or "")) for one in reporter.diagnostics]
    assert found == [(code, True)]
