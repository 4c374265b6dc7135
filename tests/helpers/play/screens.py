"""A bundled game -> what a person at its first seat sees on terminals of three sizes at three moments.

In English, and in every language that the game has been translated into.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from rich.console import Console

import gamedsl
from gamedsl.cli.terminal.dialogue import Dialogue
from gamedsl.cli.terminal.undo import Playing
from gamedsl.files import find_game
from gamedsl.i18n.speaking import speaking
from gamedsl.records.history import History
from tests.helpers.suite.nightly import bundled_games

FOLDER = Path(__file__).parents[2] / "cli" / "screens"
SIZES = ((80, 24), (100, 40), (120, 50))
SEED = 7
_LIMIT = 160
_ME = 0


def games() -> list[str]:
    """Return the names of the games that are bundled; a variant of one of them looks like it."""
    return bundled_games(variants=False)


def shown_games() -> list[tuple[str, str]]:
    """Return the names of these games, each with the languages that it speaks: English is empty."""
    return [(name, language) for name in games() for language in ("", *translations(name))]


def translations(name: str) -> list[str]:
    """Return the languages that a game has been translated into."""
    path = find_game(name)
    return sorted(one.name.split(".")[1] for one in path.parent.glob(f"{path.stem}.??.csv"))


def path_of(name: str, language: str = "") -> Path:
    """Return the file that keeps the screens of a game in a language."""
    return FOLDER / (f"{name}.{language}.txt" if language else f"{name}.txt")


def shots(name: str, language: str = "") -> str:
    """Return the screens of a game in a language, each under a line that says which it is."""
    game = gamedsl.load(name, language)
    with speaking(language):
        moments = list(_moments(game, _moves(game)))
    return "".join(
        f"{'=' * 8} {width} × {height}, {moment}\n{screens[at]}\n"
        for at, (width, height) in enumerate(SIZES)
        for moment, screens in moments
    )


def _start(game: gamedsl.Game) -> gamedsl.Table:
    return game.start(seed=SEED, limit=_LIMIT)


def _moves(game: gamedsl.Game) -> list[tuple[int, int]]:
    """Return who decides what in a game between players who choose by chance."""
    table, chance, found = _start(game), Random(game.name), list[tuple[int, int]]()
    while table.decider is not None:
        found.append((table.decider, chance.choice(table.codes())))
        table.apply(found[-1][1])
    return found


def _moments(game: gamedsl.Game, moves: list[tuple[int, int]]) -> Iterator[tuple[str, list[str]]]:
    """Yield three moments, each with its screens of all sizes.

    Where the first seat is never asked so late, the middle one is earlier.
    """
    table = _start(game)
    talks = [talking(table, width, height) for width, height in SIZES]
    deciders = [seat for seat, _ in moves]
    asked = [at for at, seat in enumerate(deciders) if seat == _ME and (at == 0 or deciders[at - 1] != _ME)]
    middle = next((at for at in asked if 2 * at >= len(moves)), asked[-1] if asked else None)
    for at, (seat, code) in enumerate(moves):
        for talk in talks:
            talk.goes_on(seat)
        if at in (*asked[:1], middle):
            shown = [printed(talk, partial(talk._show, _ME, table.legal())) for talk in talks]
            yield ("first turn" if at == asked[0] else f"behind {at} decisions"), shown
        elif at in asked:
            for talk in talks:
                talk.changes(_ME)
        table.apply(code)
    view, lines = table.view(_ME), [talk.changes(_ME).story for talk in talks]
    yield (
        "the end",
        [
            printed(talk, partial(talk.show_end, view, told, 30, fits=True))
            for talk, told in zip(talks, lines, strict=True)
        ],
    )


def talking(table: gamedsl.Table, width: int, height: int) -> Dialogue:
    """Return what shows a table to a person at its first seat, on a terminal of a size."""
    console = Console(width=width, height=height, force_terminal=True, no_color=True, markup=False, highlight=False)
    console.legacy_windows = False
    playing = Playing(table, None, History(), frozenset({_ME}))  # type: ignore[arg-type]
    return Dialogue(console, playing, lambda _: "", "gamedsl play")


def printed(talk: Dialogue, show: object) -> str:
    """Return what is printed, without styles and blanks at the ends of lines."""
    talk.console.file = io.StringIO()
    show()  # type: ignore[operator]
    plain = re.sub(r"\x1b\[[0-9;]*m", "", talk.console.file.getvalue())
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())
