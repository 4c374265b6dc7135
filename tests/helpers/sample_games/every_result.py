"""A folder -> a game in it whose results hold everything that results can, and a variant of it

Games end, are stopped by a rule, have hints that fail and metrics; the rules are a variant, its base and a table.
"""

from __future__ import annotations

from pathlib import Path

from gamedsl.simulate import Settings
from tests.helpers.texts import game_text

BASE = game_text("helpers/every_result")
TABLE = "n,worth\n0,1\n1,5\n"
VARIANT = """\
variant Later "Later" of "odd.game"
phases
  change game
    until: count(players where coins >= 12) > 0
"""


def odd_game(folder: Path) -> Path:
    """Write the files, and return that of the variant."""
    for name, text in {"odd.game": BASE, "prizes.csv": TABLE, "later.game": VARIANT}.items():
        (folder / name).write_text(text)
    return folder / "later.game"


def odd_settings(folder: Path, games: int, seats: tuple[str, str] = ("quick", "random")) -> Settings:
    """Write the files, and return settings of the variant."""
    return Settings(str(odd_game(folder)), 2, seats, seed=3, games=games)
