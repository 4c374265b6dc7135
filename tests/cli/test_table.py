"""The table view: what stands where at which width."""

import io
from pathlib import Path

import attrs
import pytest
from rich.console import Console

from gamedsl.api import load
from gamedsl.cli.render.describe import render_described
from gamedsl.cli.render.lines import render_scores
from gamedsl.cli.render.pieces import piece_text
from gamedsl.cli.render.table import render_view
from gamedsl.presentation.effects.standings import StandingLine, Standings
from gamedsl.presentation.view_data import CellView, PieceView, SeatView, SourceView, Trait, ValueView, View

GAME = load(Path(__file__).parent / "hands.game").checked
SHARE = PieceView("share", "BR7", "BR7", (Trait("railway", "brown", "word", "brown"), Trait("starter", "no", "no")))


def cell(entry: str, form: str, seat: int | None = None, **fields: object) -> CellView:
    """Return a place without keys."""
    words = entry.rpartition(".")[2]
    return CellView(entry, words, form, "share", seat, None, (), (), **fields)  # type: ignore[arg-type]


def seat(number: int, name: str, deciding: bool = False) -> SeatView:
    """Return a player with 3 points."""
    return SeatView(number, name, 3, (SourceView("sale", "Sales", 3),), number == 0, deciding, False)


VIEW = View(
    game="Mogul",
    title="Mogul",
    viewer=0,
    decider=1,
    phase="auction",
    phase_words="Auction",
    decisions=4,
    over=False,
    seats=(seat(0, "Ann"), seat(1, "Bob", deciding=True), seat(2, "Carl")),
    cells=(
        cell("bank", "purse", amount=21),
        cell("pile", "stack", count=24),
        cell("offer", "slot", count=1, pieces=(SHARE,)),
        cell("player.chips", "purse", 0, amount=6),
        cell("player.chips", "purse", 1),
        cell("player.shares", "heap", 0, count=2, pieces=(SHARE, SHARE)),
        cell("player.hand", "heap", 1, count=3),
    ),
    values=(ValueView("first", "first player", None, None, (), "Ann", False),),
    dice=(),
)


def drawn(width: int, shown: object) -> list[str]:
    """Return the lines on a terminal of that width, without colours."""
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    console.print(shown)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_longer_than_the_terminal(width: int) -> None:
    """The view fits every width."""
    assert max(map(len, drawn(width, render_view(VIEW, width)))) <= width


def test_side_by_side_when_wide_and_below_each_other_when_narrow() -> None:
    """At 120 columns the players stand in one line, at 80 each has its own."""
    rows = {
        width: [line for line in drawn(width, render_view(VIEW, width)) if "3 points" in line] for width in (80, 120)
    }
    assert {width: len(lines) for width, lines in rows.items()} == {80: 3, 120: 1}


def test_what_stands_in_the_view() -> None:
    """Heading, amounts, attributes, equal pieces counted, hidden amounts and pieces as such, and who decides."""
    text = "\n".join(drawn(80, render_view(VIEW, 80))).replace("\u00a0", " ")
    for part in (
        "Mogul · Auction · Bob's decision",
        "bank 21",
        "pile 24",
        "first player Ann",
        "offer BR7 (brown)",
        "shares BR7 (brown) ×2",
        "chips ?",
        "hand 3 hidden",
        "▶ Bob",
    ):
        assert part in text


def test_slots_with_two_numbers_are_a_board() -> None:
    """The second number counts upwards, pieces of players show the first letter of their name."""
    disc = PieceView("disc", "disc", "disc", (), 1)
    places = [
        CellView("grid", "grid", "slot", "disc", None, None, (str(x), str(y)), (x, y), count=1, pieces=(disc,))
        if (x, y) == (2, 1)
        else CellView("grid", "grid", "slot", "disc", None, None, (str(x), str(y)), (x, y))
        for x in (1, 2)
        for y in (1, 2)
    ]
    view = View("C", "C", None, None, None, "", 0, False, VIEW.seats, tuple(places), (), ())
    lines = [line.strip("│ ").split() for line in drawn(80, render_view(view, 80)) if "│" in line]
    assert lines == [["2", "·", "·"], ["1", "·", "B"], ["1", "2"]]


def test_terminal_codes_in_names_are_not_passed_on() -> None:
    """A rule file cannot steer the terminal."""
    piece = PieceView("share", "x", "\x1b[31mred", ())
    view = View(
        "C", "\x1b]0;C\x07", None, None, None, "", 0, False, VIEW.seats,
        (cell("offer", "slot", count=1, pieces=(piece,)),), (), (),
    )  # fmt: skip
    assert "\x1b" not in "\n".join(drawn(80, render_view(view, 80)))


def test_scores_by_source() -> None:
    """Every source has a row and the sum stands below."""
    three = ("3", "3", "3")
    standings = Standings((StandingLine("Sales", three),), StandingLine("Points", three), (), by_points=True)
    lines = [line.split() for line in drawn(80, render_scores(standings, VIEW))]
    assert ["Sales", "3", "3", "3"] in lines
    assert ["Points", "3", "3", "3"] in lines


def test_scores_without_sources_are_one_row() -> None:
    """Before anything has given points the sum stands right below the names."""
    standings = Standings((), StandingLine("Points", ("0", "0", "0")), (), by_points=True)
    head, rule, sums = (line.split() for line in drawn(80, render_scores(standings, VIEW)))
    assert (["If", "the", "game", "ended", "now"], ["Points", "0", "0", "0"]) == (head[:5], sums)
    assert {"─"} == set("".join(rule))


def test_look_finds_pieces_and_places() -> None:
    """``look`` shows attributes and where a piece lies, places with what they hold, and says when nothing fits."""
    assert drawn(80, render_described(VIEW, "br", GAME)) == ["  BR7: brown   (offer, Ann's shares ×2)"]
    assert drawn(80, render_described(VIEW, "hand", GAME)) == ["  Bob's hand: 3 hidden"]
    assert drawn(80, render_described(VIEW, "zebra", GAME)) == ["Nothing on the table is called `zebra`."]


def test_look_at_a_player_and_at_purses() -> None:
    """A player's name shows all that this player has; of purses of others it says that they are hidden."""
    assert ["  Bob: 3 points", "  Bob's chips: hidden", "  Bob's hand: 3 hidden"] == drawn(
        80, render_described(VIEW, "bob", GAME)
    )
    assert ["  Ann's chips: 6", "  Bob's chips: hidden"] == drawn(80, render_described(VIEW, "chips", GAME))
    assert ["  first player: Ann"] == drawn(80, render_described(VIEW, "first", GAME))


STYLE = Trait("style", "baroque", "word", "baroque")
VALUE = Trait("value", "3", "number", "value 3")


@pytest.mark.parametrize(
    ("label", "traits", "shown"),
    [
        ("Blue vase", (STYLE, VALUE), "Blue vase (baroque, value 3)"),
        ("Vase 13", (STYLE, VALUE), "Vase 13 (baroque, value 3)"),
        ("Vase 3", (STYLE, VALUE), "Vase 3 (baroque)"),
        ("Vase", (VALUE,), "Vase (value 3)"),
        ("Vase", (STYLE, VALUE, Trait("age", "9", "number", "age 9")), "Vase (baroque, value 3, age 9)"),
        ("Vase", (Trait("copies", "1", "number"), STYLE), "Vase (baroque)"),
    ],
)
def test_numbers_of_pieces_are_shown(label: str, traits: tuple[Trait, ...], shown: str) -> None:
    """Behind a piece stands what its words and numbers say, except what its name says already."""
    piece = PieceView("lot", "x", label, traits)
    assert shown == piece_text(piece, VIEW.seats).plain


def test_a_stopped_game_says_so() -> None:
    """The heading tells a game that has stopped from one that is over."""
    for stopped, said in ((False, "the game is over"), (True, "the game has stopped")):
        view = attrs.evolve(VIEW, decider=None, over=True, stopped=stopped)
        assert said in drawn(80, render_view(view, 80))[0]
