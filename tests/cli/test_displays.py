"""Displays in a terminal: boxes that are never torn, at any width."""

import io

import pytest
from rich.console import Console

from gamedsl.cli.render.displays import Boxes, draw, in_line, segments_text
from gamedsl.cli.render.pieces import dice_text
from gamedsl.cli.render.table import render_view
from gamedsl.presentation.view_data import BoxView, CellView, DiceView, DisplayView, SeatView, Segment, View

SEATS = tuple(SeatView(seat, name, 0, (), seat == 0, False, False) for seat, name in enumerate(("Blue", "Red")))


def words(text: str) -> tuple[Segment, ...]:
    """Return a line of one stretch."""
    return (Segment(text, "words"),)


def box(title: str, *lines: str, row: int | None = None, columns: tuple[int, ...] = ()) -> BoxView:
    """Return a box with plain lines."""
    column = columns[0] if columns else None
    return BoxView(words(title) if title else (), tuple(map(words, lines)), row, column, columns)


def display(form: str, *boxes: BoxView, seat: int | None = None, instead: tuple[str, ...] = ()) -> DisplayView:
    """Return a display of boxes."""
    return DisplayView("d", "Things", seat, form, True, boxes, instead)  # type: ignore[arg-type]


def grid(*texts: tuple[int, int, str]) -> DisplayView:
    """Return a grid of boxes with one line."""
    return display("grid", *(box("", text, row=row, columns=(column,)) for row, column, text in texts))


def drawn(width: int, shown: DisplayView, ascii_only: bool = False) -> list[str]:
    """Return the lines on a terminal of that width, without colours and without the words above."""
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False, legacy_windows=ascii_only)
    for part in draw(shown, SEATS):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_a_grid_has_common_borders_and_titles_in_them() -> None:
    """Boxes are equally wide and high in a row; titles stand in the border."""
    shown = display(
        "grid",
        box("Cairo", "strips A", "pays 2", row=1, columns=(1,)),
        box("Rio", "none", row=1, columns=(2,)),
        box("", "x", row=2, columns=(2,)),
    )
    assert [
        "Things",
        "╭ Cairo ───┬ Rio ─────╮",
        "│ strips A │ none     │",
        "│ pays 2   │          │",
        "╰──────────┼──────────┤",
        "           │ x        │",
        "           ╰──────────╯",
    ] == drawn(80, shown)


def test_wide_boxes_cover_several_columns() -> None:
    """There is no wall inside a joined box, and it has the room of all its columns."""
    shown = display(
        "grid",
        box("", "this is wide", row=1, columns=(1, 2)),
        box("", "short", row=2, columns=(1,)),
        box("", "b", row=2, columns=(2,)),
    )
    assert [
        "╭───────────────╮",
        "│ this is wide  │",
        "├───────┬───────┤",
        "│ short │ b     │",
        "╰───────┴───────╯",
    ] == drawn(80, shown)[1:]


def test_lines_are_wrapped_before_boxes_are_folded() -> None:
    """With less room lines wrap, then margins go, then columns are drawn in bands; rows keep their order."""
    shown = grid((1, 1, "a long line"), (1, 2, "another line"), (2, 1, "third"))

    assert "│ a long line  │ another line │" in drawn(31, shown)
    assert "│ a long   │ another  │" in drawn(23, shown)
    assert "│a long │another│" in drawn(18, shown)
    banded = drawn(14, shown)
    assert banded.index("│a long line │") < banded.index("│third       │") < banded.index("│another line│")


@pytest.mark.parametrize("width", [20, 40, 80, 100, 120, 160])
@pytest.mark.parametrize("form", ["grid", "flow", "ring", "list", "text"])
def test_nothing_is_wider_than_the_terminal(form: str, width: int) -> None:
    """At every width boxes are closed and inside it."""
    boxes = [box(f"Number {n}", "some words here", "■" * (n % 7), row=n // 4, columns=(n % 4,)) for n in range(12)]
    lines = drawn(width, display(form, *boxes))

    assert max(map(len, lines)) <= width
    if form in ("grid", "flow", "ring"):
        assert "╭" in lines[1] and "╯" in lines[-1]
        assert all(line.rstrip().endswith("│") for line in lines if line.lstrip().startswith("│"))


@pytest.mark.parametrize(("width", "columns"), [(80, 26), (100, 26), (120, 26), (79, 26), (70, 23), (40, 13)])
def test_a_track_is_drawn_as_a_ring_where_there_is_room(width: int, columns: int) -> None:
    """52 small boxes go round in two rows at 80 columns; where that does not fit they are a folded line."""
    shown = display("ring", *(box(str(n), "R", "AB" if n == 3 else "") for n in range(52)))
    top = drawn(width, shown)[1]

    assert columns == top.count("┬") + 1
    assert ("├51" in "".join(drawn(width, shown))) == (width > 40)


def test_a_ring_goes_round_an_empty_middle() -> None:
    """Clockwise from the upper left corner, in as few rows as fit."""
    shown = display("ring", *(box("", letter * 9) for letter in "abcdefgh"))
    rows = [line for line in drawn(40, shown) if any(letter * 9 in line for letter in "ahg")]

    assert ["│ aaaaaaaaa │ bbbbbbbbb │ ccccccccc │", "│ hhhhhhhhh │           │ ddddddddd │"] == rows[:2]
    assert "│ ggggggggg │ fffffffff │ eeeeeeeee │" == rows[2]


def test_lists_and_texts() -> None:
    """A list has a row for each box, with its lines below each other; a text is one sentence."""
    boxes = (box("fish", "■■□", "2 left"), box("salt", "■□□□", "1 left"))

    assert ["Things", " fish  ■■□   2 left", " salt  ■□□□  1 left"] == drawn(60, display("list", *boxes))
    sentence = display("text", *boxes)
    assert ["Things fish ■■□ 2 left, salt ■□□□ 1 left"] == drawn(60, sentence)
    assert ["Things fish ■■□ 2 left,", "       salt ■□□□ 1 left"] == drawn(32, sentence)


def test_nothing_to_draw() -> None:
    """A display without boxes says so in one line."""
    assert ["Things –"] == drawn(60, display("grid"))


def test_a_line_says_how_often_pieces_are_in_boxes() -> None:
    """Of boxes in a row it says only what is in them, but all of that: "6 W×5"."""
    there = (Segment("W", "piece", owner=0), Segment("×5", "words"), Segment(" lie here", "words"))
    boxes = BoxView(words("6"), (there,), 1, 1, (1,)), box("7", "none", row=1, columns=(2,))

    assert "6 W×5" == in_line(display("grid", *boxes), SEATS).plain


def test_plain_lines_have_no_box() -> None:
    """A display without `each` is its words and its lines; where it only explains, its words are a title."""
    plain = DisplayView("d", "Things", None, "flow", False, (box("", "one", "two"),), ())
    short = DisplayView("d", "Things", None, "flow", False, (box("", "one"),), ())

    assert ["Things", " one", " two"] == drawn(60, plain)
    assert ["Things: one"] == drawn(60, short)


def test_plain_lines_none_of_which_is_shown() -> None:
    """Then the name of the display does not stand alone."""
    empty = DisplayView("d", "Things", None, "flow", False, (box(""),), ())

    assert [] == drawn(60, empty)


def test_boxes_without_lines_show_their_titles() -> None:
    """There is always something inside."""
    assert ["╭──────┬──────╮", "│ fish │ salt │", "╰──────┴──────╯"] == drawn(
        60, display("flow", box("fish"), box("salt"))
    )[1:]


def test_old_terminals_get_plain_signs() -> None:
    """Without line drawing signs, borders are + - and |."""
    assert ["+----+", "| ab |", "+----+"] == drawn(60, grid((1, 1, "ab")), ascii_only=True)[1:]


def test_colours() -> None:
    """Pieces and players have the colour of their seat, empty marks of a meter are dim."""
    text = segments_text(
        (Segment("B", "piece", owner=0), Segment("■□", "meter", filled=1, of=2), Segment("x", "words")), SEATS
    )

    assert [("B", "bold bright_blue"), ("□", "dim"), ("x", "dim")] == [
        (text.plain[span.start : span.end], span.style) for span in text.spans
    ]


def view(*displays: DisplayView) -> View:
    """Return a view of two players with amounts and these displays."""

    def purse(entry: str, seat: int | None) -> CellView:
        return CellView(entry, entry, "purse", "coin", seat, None, (), (), amount=7)

    return View(
        game="G",
        title="G",
        viewer=0,
        decider=None,
        phase=None,
        phase_words="",
        decisions=0,
        over=True,
        seats=SEATS,
        cells=(purse("bank", None), purse("player.gold", 0), purse("player.gold", 1)),
        values=(),
        dice=(DiceView("die", "die", ("6",), pips=True),),
        displays=displays,
    )


def printed(shown: View, width: int) -> str:
    """Return a whole table as text."""
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_view(shown, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_what_a_display_replaces_is_not_listed() -> None:
    """Common displays replace the entries of all players, a player's only that player's own and common ones."""
    assert 2 == printed(view(), 80).count("player.gold 7".removeprefix("player."))
    common = display("flow", box("", "x"), instead=("player.gold", "die"))
    assert 0 == printed(view(common), 80).count("gold 7")
    assert "die" not in printed(view(common), 80)
    own = display("flow", box("", "x"), seat=0, instead=("player.gold", "bank"))
    assert 1 == printed(view(own), 80).count("gold 7")
    assert "bank" not in printed(view(own), 80)


def test_panels_are_wide_enough_for_the_displays_of_players() -> None:
    """Players stand below each other where their boxes would not fit side by side."""
    row = display("grid", *(box("", "x" * 12, row=1, columns=(n,)) for n in range(5)), seat=0)

    assert 1 == sum("│ x" in line for line in printed(view(row), 120).splitlines())
    assert printed(view(row), 120).count("╮╭") == 0
    assert printed(view(), 120).count("╮╭") == 1


def test_dice_from_1_to_6_are_drawn() -> None:
    """With their number beside; others are told in words."""
    assert "⚅6 ⚀1" == dice_text(DiceView("die", "die", ("6", "1"), pips=True)).plain
    assert "fish 3" == dice_text(DiceView("die", "die", ("fish", "3"))).plain


def test_boxes_can_be_printed_again() -> None:
    """Rendering changes nothing in what is rendered."""
    shown = grid((1, 1, "a long line"), (1, 2, "another line"))
    boxes = next(part for part in draw(shown, SEATS) if isinstance(part, Boxes))

    def at(width: int) -> str:
        console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
        console.print(boxes)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    first = at(60)
    at(18)
    assert first == at(60)
