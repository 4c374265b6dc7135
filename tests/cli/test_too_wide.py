"""Rules that are more than can be worked out, told at the command line before or in play."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from gamedsl.cli import group
from tests.helpers.texts import game_text

TOO_WIDE = game_text("cli/too_wide")


def test_words_that_no_program_says_are_refused(tmp_path: Path) -> None:
    """Words that are more than can be worked out are no fault of ours: their place is told, and what to write."""
    path = tmp_path / "wide.game"
    path.write_text(TOO_WIDE, "utf-8")
    done = CliRunner().invoke(group, ["play", str(path), "--seed", "1", "--seat", "1=random", "--seat", "2=random"])
    assert 2 == done.exit_code
    assert "wide.game:11:17: a set of 400,001 numbers (0..400000) is more than can be worked out" in done.output
    assert "use smaller ones" in done.output
    assert "GDINT01" not in done.output
