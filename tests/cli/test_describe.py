"""Looking at what is called so: spaces, charts, words, rows and entries, even when they are empty."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from gamedsl.api import load
from gamedsl.cli.render.describe import render_described
from gamedsl.game import Table

LAND = load(Path(__file__).parent / "land.game")


def table(*moves: str) -> Table:
    """Return a game after some moves."""
    made = LAND.start(2, seed=3)
    for move in moves:
        made.apply(move)
    return made


def look(wanted: str, *moves: str) -> str:
    """Return what Ann is told."""
    console = Console(width=100, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_described(table(*moves).view(0), wanted, LAND.checked))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_space_with_what_is_keyed_by_it() -> None:
    """A space is told with its columns and every place and value of it; empty places only by their number."""
    shown = look("old port")
    assert "Old Port: coast" in shown
    assert "toll (Old Port): 0" in shown
    assert "site: 9 places, all empty" in shown
    assert "Old Port is printed on: Port papers" in shown
    assert "High Gate" not in shown


def test_names_of_the_rule_file_are_understood() -> None:
    """The name in the rule file means the same as the label."""
    assert look("old_port") == look("Old Port")


def test_a_part_of_several_names() -> None:
    """Where nothing is called so in full, everything that holds it is told."""
    shown = look("gate")
    assert [True, True, False] == [name in shown for name in ("High Gate: hill", "Far Gate: hill", "Old Port: coast")]


def test_few_letters_begin_a_word() -> None:
    """One or two letters stand inside too many words."""
    assert "High Gate: hill" in look("ga")
    assert "High Gate: hill" not in look("at")


def test_a_chart() -> None:
    """A chart is told with its rows; a number means the row of that key."""
    assert ["0", "0", "1", "2", "2", "4", "3", "7"] == look("rent").split()[-8:]
    assert ["3", "7"] == look("3").split()[-2:]


def test_words_of_lists() -> None:
    """A list of words is told with its words, a word with the rows on which it is printed."""
    assert "area: coast, hill" in look("area")
    assert "hill is printed on: High Gate, Far Gate" in look("hill")


@pytest.mark.parametrize(("wanted", "told"), [("site", "site: 27 places, all empty"), ("papers", "Ann's papers: –")])
def test_empty_entries_are_found(wanted: str, told: str) -> None:
    """An entry of the table is found though nothing lies there; many empty places are counted."""
    assert told in look(wanted)


def test_rows_out_of_sight() -> None:
    """What is printed on a card may be looked up; where it lies is not told unless it is seen."""
    assert "Port papers: Old Port   (permit, not in sight)" in look("port papers")


def test_dice_that_nobody_has_rolled() -> None:
    """Dice show nothing before the first roll, whatever the state holds; a 1 that was rolled is shown."""
    assert "die: not rolled yet" in look("die")
    before = table("keep")
    assert before.view(0).dice[0].faces == ()
    rolled = {seed: LAND.start(2, seed=seed) for seed in range(20)}
    for made in rolled.values():
        made.apply("keep")
        made.apply("throw")
    faces = [made.view(0).dice[0].faces for made in rolled.values()]
    assert ("1",) in faces
    assert () not in faces


def test_what_is_not_there() -> None:
    """A word that nothing holds is named."""
    assert "Nothing on the table is called `zebra`." in look("zebra")
