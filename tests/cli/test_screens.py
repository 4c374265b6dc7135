"""The screens of every bundled game at three sizes are as they were looked at and kept."""

import pytest
from nightly import games_of_each_form

from tests.screen_shots import FOLDER, SIZES, games, path_of, shots

SHOWN = [name for name in games_of_each_form("checkers", "leduc_poker", "no_thanks", "sealed_bid") if name in games()]


@pytest.mark.parametrize("name", SHOWN)
def test_screens_are_as_they_are_kept(name: str) -> None:
    """Where one has changed, look at it: ``python tests/cli/screens/refresh.py`` writes them anew for ``git diff``."""
    found = shots(name)
    assert path_of(name).read_text("utf-8") == found, "python tests/cli/screens/refresh.py, and look at the difference"


@pytest.mark.parametrize("name", games())
def test_screens_fit(name: str) -> None:
    """No line is wider than the terminal; at a decision all of the screen has room beside the line to type in."""
    for part in path_of(name).read_text("utf-8").split("=" * 8)[1:]:
        head, *lines = part.rstrip("\n").splitlines()
        width, height = next((width, height) for width, height in SIZES if f"{width} × {height}" in head)
        assert max(map(len, lines), default=0) <= width, head
        if "the end" not in head:
            assert len(lines) < height, head


def test_all_games_are_kept() -> None:
    """There is a file for each bundled game, and none besides."""
    assert sorted(games()) == sorted(path.stem for path in FOLDER.glob("*.txt"))
