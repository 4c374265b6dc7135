"""All bundled games -> their screens in this folder, in every language, written anew.

``python tests/cli/screens/refresh.py [GAME …]``

Look at what has changed before it is kept: ``git diff tests/cli/screens``.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.helpers.play.screens import FOLDER, path_of, shots, shown_games


def main(wanted: list[str]) -> None:
    """Write the screens of some games, else of all, and drop those of games that are no more."""
    for name, language in shown_games():
        if wanted and name not in wanted:
            continue
        made, path = shots(name, language), path_of(name, language)
        if not path.exists() or path.read_text("utf-8") != made:
            path.write_text(made, "utf-8")
            print(f"{path} is new")
    for path in {*FOLDER.glob("*.txt")} - {path_of(*one) for one in shown_games()}:
        path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
