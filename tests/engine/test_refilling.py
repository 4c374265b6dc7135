"""Zones with keys are refilled place by place: by keys of one name, else of one type, and by the players they share."""

from __future__ import annotations

import pytest

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.helpers.play.engines import contents, engine_of

PARTS = """
types
  suit: red, blue

components
  card: card, 1 each suit and rank: 1..6

table
  {table}

setup
  {setup}

phases
  fill
    then: {then}
"""


def run(table: str, setup: str = "shuffle deck", then: str = "shuffle deck") -> tuple[Engine, State]:
    """Return a game that only fills, at its end."""
    lines = [line.strip() for line in table.strip().split("\n")]
    engine = engine_of(PARTS.format(table="\n  ".join(lines), setup=setup, then=then), winner="none")
    return engine, engine.start(3)


def cards(engine: Engine, state: State, entry: str) -> list[list[str]]:
    """Return the pieces in each place of an entry, by suit and rank."""
    grid, layout = engine.layout.cells[entry], engine.layout
    designs = [sorted(contents(engine, state, grid.base + number)) for number in range(grid.size)]
    return [[layout.designs[layout.piece_design[one]].name for one in place] for place in designs]


def suits(engine: Engine, state: State, entry: str) -> list[list[object]]:
    """Return the suits in each place of an entry."""
    grid, layout = engine.layout.cells[entry], engine.layout
    places = [contents(engine, state, grid.base + number) for number in range(grid.size)]
    return [[layout.designs[layout.piece_design[one]].data["suit"] for one in place] for place in places]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("row[suit]", [[0, 0], [1, 1]]),
        ("row[suit, place: 1..2]", [[0, 0], [0, 0], [1, 1], [1, 1]]),
        ("row[place: 1..2, suit]", [[0, 0], [1, 1], [0, 0], [1, 1]]),
        ("row[colour: suit]", [[0, 0], [1, 1]]),
    ],
)
def test_each_place_is_filled_from_the_one_with_its_key(row: str, expected: list[list[int]]) -> None:
    """Also where the zone has a key besides, in front or behind, or calls it otherwise."""
    table = f"deck[suit]: stack of card, full, seen by none\n{row}: heap of card, refilled from deck to 2 after fill"
    engine, state = run(table)
    assert expected == suits(engine, state, "row")


def test_an_empty_stack_takes_what_lies_under_its_own_key() -> None:
    """The discards of the other suit stay where they are."""
    table = """
    deck[suit]: stack of card, full, seen by none, refilled from used
    used[suit]: heap of card
    row: heap of card"""
    setup = "move deck[red] to used[red]; deal 2 from deck[blue] to used[blue]"
    engine, state = run(table, setup, "deal 1 from deck[red] to row")
    assert ([[0]], [5, 4]) == (suits(engine, state, "row"), [len(one) for one in cards(engine, state, "deck")])
    assert [0, 2] == [len(one) for one in cards(engine, state, "used")]


def test_players_have_their_own_and_common_places_serve_all() -> None:
    """A key that only the supply has makes no difference: the first place that has something gives it."""
    zones = "deck[suit]: stack of card, full, seen by none\n  each player\n"
    zones += "    hand: heap of card, refilled from deck to 4 after fill"
    engine = engine_of(PARTS.format(table=zones, setup="shuffle deck", then="shuffle deck"), winner="none")
    state = engine.start(3)
    assert [[0, 0, 0, 0], [0, 0, 1, 1]] == [sorted(one) for one in suits(engine, state, "player.hand")]
