"""Texts of moves call pieces on a board by their places; what calls them by numbers is still understood."""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import pytest

import gamedsl
from gamedsl.cli.terminal.choices import find_choice
from gamedsl.game import Table
from gamedsl.records.files import read_record
from gamedsl.records.lines import Record
from gamedsl.records.replaying import replayed, verify
from gamedsl.records.session import Session
from tests.helpers.texts import game_text

CHECKERS = Path(__file__).parents[2] / "examples/checkers.game"
LAID = game_text("records/pieces_by_place")


def texts(here: str = "here: slot of stone", picked: str = "x in square.here") -> list[str]:
    """Return the texts of the first moves of the small game with such places and such a pick."""
    return [one.text for one in gamedsl.loads(LAID.replace("HERE", here).replace("PICKED", picked)).start().legal()]


def by_number(table: Table) -> list[str]:
    """Return the moves of pieces with numbers in place of places, as people may type them."""
    found: list[str] = []
    for choice in table.legal():
        if "(" not in choice.text:
            found.append(choice.text)
            continue
        action, answer = choice.text[:-1].split("(")
        goal = answer.rpartition(", ")[2]
        alike = f"{action}(man, {goal}"
        number = 1 + sum(one.startswith((f"{alike})", f"{alike}#")) for one in found)
        found.append(f"{alike})" if number == 1 else f"{alike}#{number})")
    return found


@pytest.fixture(scope="module")
def checkers() -> gamedsl.Game:
    """The game of the examples."""
    return gamedsl.load(CHECKERS)


def test_a_piece_on_a_board_is_called_by_its_place(checkers: gamedsl.Game) -> None:
    """Also where no other could be meant, so a move reads the same whatever else is legal."""
    expected = ["go(a3, b4)", "go(c3, b4)", "go(c3, d4)", "go(e3, d4)", "go(e3, f4)", "go(g3, f4)", "go(g3, h4)"]

    assert expected == [choice.text for choice in checkers.start().legal()]


@pytest.mark.parametrize(
    ("picked", "expected"),
    [
        ("x in square.here", ["take(a1)", "take(b2)"]),
        ("xs = up to 2 of square.here", ["take({})", "take({a1})", "take({b2})", "take({a1, b2})"]),
    ],
)
def test_single_pieces_and_sets(picked: str, expected: list[str]) -> None:
    """The only king keeps its name: nothing else can be meant."""
    assert [*expected, "crown(king, a2)", "crown(king, b2)"] == texts(picked=picked)


def test_a_place_that_does_not_say_which_is_not_named() -> None:
    """Several may lie in a heap."""
    assert ["take(stone)", "take(stone#2)"] == texts("here: heap of stone")[:2]


def test_a_place_that_not_all_see_is_not_named() -> None:
    """Others read the text of a move, too: it must not say where a piece lies that they cannot see there."""
    open_, hidden = (
        texts(here, "x in stone")[:2] for here in ("here: slot of stone", "here: slot of stone, seen by none")
    )

    assert (["take(a1)", "take(b2)"], ["take(stone)", "take(stone#2)"]) == (open_, hidden)


def test_what_is_typed_with_a_number_is_a_move(checkers: gamedsl.Game) -> None:
    """People may count what reads alike; tables and records know a move by its own text alone."""
    table = checkers.start()
    assert ["go(man, b4)", "go(man, b4#2)", "go(man, d4)", "go(man, d4#2)"] == by_number(table)[:4]
    with pytest.raises(gamedsl.IllegalChoice):
        table.apply("go(man, b4#2)")
    typed = {text: find_choice(table.legal(), text).single for text in ("go(man, b4#2)", "go c3 b4", "go(man, b4#3)")}
    said = {text: choice.text if choice is not None else None for text, choice in typed.items()}
    assert {"go(man, b4#2)": "go(c3, b4)", "go c3 b4": "go(c3, b4)", "go(man, b4#3)": None} == said


def recorded(game: gamedsl.Game, file: Path) -> Record:
    """Return the record of the first moves of a game at random."""
    table, rng = game.start(seed=4), random.Random(4)
    session = Session.begin(table, str(CHECKERS), ("random", "random"), file)
    for _ in range(30):
        choice, seat = rng.choice(table.legal()), table.decider
        assert seat is not None
        table.apply(choice)
        session.decided(table, seat, choice.code, choice.text)
    session.close()
    return read_record(file)


def test_a_text_that_means_another_move_is_found(checkers: gamedsl.Game, tmp_path: Path) -> None:
    """A re-run finds no difference in the record as it was written."""
    record = recorded(checkers, tmp_path / "r.jsonl")
    wrong = attrs.evolve(record, moves=(attrs.evolve(record.moves[0], text="go(man, z9)"), *record.moves[1:]))

    assert verify(checkers, record) is None
    assert record.moves[-1].state == replayed(checkers, record).fingerprint()
    difference = verify(checkers, wrong)
    assert difference is not None
    assert f"but its code means {record.moves[0].text}" in difference.words
