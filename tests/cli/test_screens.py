"""The screens of every bundled game at three sizes are as they were looked at and kept."""

import pytest

from tests.helpers.play.screens import FOLDER, SIZES, path_of, shots, shown_games
from tests.helpers.suite.nightly import games_of_each_form

OF_EACH_FORM = games_of_each_form("checkers", "leduc_poker", "no_thanks", "sealed_bid")
SHOWN = [one for one in shown_games() if one[0] in OF_EACH_FORM]


@pytest.mark.parametrize(("name", "language"), SHOWN)
def test_screens_are_as_they_are_kept(name: str, language: str) -> None:
    """Where one has changed, look at it: ``python tests/cli/screens/refresh.py`` writes them anew for ``git diff``."""
    found = shots(name, language)
    assert path_of(name, language).read_text("utf-8") == found, (
        "python tests/cli/screens/refresh.py, and look at the difference"
    )


@pytest.mark.parametrize(("name", "language"), shown_games())
def test_screens_fit(name: str, language: str) -> None:
    """No line is wider than the terminal; at a decision all of the screen has room beside the line to type in."""
    for part in path_of(name, language).read_text("utf-8").split("=" * 8)[1:]:
        head, *lines = part.rstrip("\n").splitlines()
        width, height = next((width, height) for width, height in SIZES if f"{width} × {height}" in head)
        assert max(map(len, lines), default=0) <= width, head
        if "the end" not in head:
            assert len(lines) < height, head


def test_all_games_are_kept() -> None:
    """There is a file for each bundled game in each of its languages, and none besides."""
    assert {path_of(*one) for one in shown_games()} == {*FOLDER.glob("*.txt")}
