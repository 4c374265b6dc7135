"""How boards are printed, and what is typed and told of places on them."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

import gamedsl
from gamedsl.cli.render.table import render_view
from gamedsl.cli.terminal.choices import find_choice
from tests.helpers.sample_games.boards import BOARDS
from tests.helpers.texts import game_text

ROOT = Path(__file__).parents[2]
HEXAGONS = game_text("cli/boards")


def printed(table: gamedsl.Table) -> list[str]:
    """Return the lines of a table as a spectator sees it."""
    console = Console(width=100, record=True, file=None, force_terminal=False)
    with console.capture() as capture:
        console.print(render_view(table.view(), 100))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_board_is_drawn_without_a_display() -> None:
    """Letters and numbers stand at its edges, the highest row on top."""
    lines = printed(gamedsl.load(ROOT / "examples" / "breakthrough.game").start())

    assert [
        "8 B B B B B B B B",
        "7 B B B B B B B B",
        "6 · · · · · · · ·",
        "5 · · · · · · · ·",
        "4 · · · · · · · ·",
        "3 · · · · · · · ·",
        "2 W W W W W W W W",
        "1 W W W W W W W W",
        "  a b c d e f g h",
    ] == [line for line in lines if line][1:10]


def test_rows_of_hexagons_are_drawn_slanted() -> None:
    """Each row stands half a cell to the right of the one below."""
    lines = printed(gamedsl.loads(HEXAGONS).start())

    assert [
        "3   · · B",
        "2  · B ·",
        "1 R · ·",
        "  a b c",
    ] == [line for line in lines if line][1:5]


def test_a_display_replaces_the_board() -> None:
    """What a display shows instead is not drawn on the board as well."""
    display = 'display\n  stones\n    each: c in cell\n    line: "{c.stone}"\n    instead of: stone\n'
    lines = printed(gamedsl.loads(HEXAGONS + display).start())

    assert [] == [line for line in lines if "· · B" in line]


def test_a_value_of_a_place_is_a_sign_on_the_board() -> None:
    """Yes is a cross, players are letters, and what is as at the start is not shown."""
    text = BOARDS.replace(
        "terms\n  each square", "setup\n  set b1.open to yes\n  set a2.owned to Black\nterms\n  each square"
    )
    lines = printed(gamedsl.loads(text).start())

    assert ["2 B · · · · · · ·", "1 · × · · · · · ·"] == [line.strip() for line in lines[8:10]]


def test_a_king_has_a_mark() -> None:
    """A piece with a value of its own that is yes is told from the others on the board."""
    text = (ROOT / "examples" / "checkers.game").read_text("utf-8")
    crowned = text.replace("phases\n", "setup\n  set a3.here.crowned to yes\n\nphases\n", 1)
    lines = printed(gamedsl.loads(crowned).start())

    assert ["3 B* ·  B  ·  B  ·  B  ·"] == [line.strip() for line in lines if line.strip().startswith("3 ")]


def test_a_place_is_typed_for_the_piece_on_it() -> None:
    """Pieces are told apart by their squares, and a square alone is understood."""
    table = gamedsl.load(ROOT / "examples" / "breakthrough.game").start()
    found = find_choice(table.legal(), "d2").single

    assert found is not None
    assert "pawn on d2" == found.label
    table.apply(found.code)
    assert {"c3", "d3", "e3"} == {choice.label for choice in table.legal()}
    assert find_choice(table.legal(), "e3").single is not None


def test_the_log_calls_places_by_their_names() -> None:
    """A move goes from d2 to e3, not from an entry of a square."""
    table = gamedsl.load(ROOT / "examples" / "breakthrough.game").start()
    for typed in ("d2", "e3"):
        found = find_choice(table.legal(), typed).single
        assert found is not None
        table.apply(found.code)

    assert ["d2 → e3" in line for line in table.log() if "Where to?" in line or "straight" in line.lower()][-1:] == [
        True
    ]


def test_views_tell_how_places_lie() -> None:
    """Programs draw boards from the view: letters, numbers and the places of each row, the top one first."""
    (board,) = gamedsl.loads(HEXAGONS).start().view().boards

    assert ("cell", "abc", (3, 2, 1), True) == (board.kind, board.letters, board.numbers, board.hexagons)
    assert (("a3", "b3", "c3"), ("a2", "b2", "c2"), ("a1", "b1", "c1")) == board.rows
