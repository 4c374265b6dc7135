"""Dice that lie in zones: rolled where they lie, seen as the place is seen, chosen by their faces, lost and kept."""

from __future__ import annotations

import json
from random import Random

import pytest

from gamedsl import Table, load, loads
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.studies import seen_since
from tests.helpers.play.engines import same
from tests.helpers.texts import game_text

GAME = game_text("engine/dice_in_zones")


def start(given: str = "", text: str = GAME) -> Table:
    """Return a table after steps of the setup."""
    return loads(text.replace("phases", f"setup\n{given}\nphases", 1) if given else text).start(seed=7)


def move(table: Table, *texts: str) -> Table:
    """Make moves in their short form."""
    for text in texts:
        table.apply(next(one for one in table.legal() if table.text_of(one.code) == text))
    return table


def cup(table: Table, viewer: int | None, owner: int = 0, zone: str = "cup") -> tuple[int, list[str]]:
    """Return how many dice lie in a zone, and those that a viewer sees."""
    cell = next(one for one in table.view(viewer).cells if one.entry.endswith(zone) and one.seat in (None, owner))
    return cell.count, [piece.label for piece in cell.pieces]


CUPS = "  for each p in players: roll p.cup\n  set A.cup.face to 3\n  set A.cup.top.face to 5"


def test_rolled_in_the_cup_only_the_owner_sees() -> None:
    """Everybody knows how many dice were rolled, the owner which faces, from the lowest to the highest."""
    table = start("  roll A.cup")
    count, faces = cup(table, 0)
    assert (3, sorted(faces)) == (count, faces)
    assert [(3, []), (3, [])] == [cup(table, viewer) for viewer in (1, None)]
    assert [f"A's cup: {', '.join(faces)}", "A's cup: 3 dice rolled"] == [table.log(0)[0], table.log(1)[0]]


def test_before_the_first_roll_all_know_the_lowest_face() -> None:
    """Where dice start in the open, all see them; `full` under a cup they show the lowest face to their owner."""
    table = start()
    assert (3, ["1", "1", "1"]) == cup(table, 0)
    assert (4, ["red"] * 4) == cup(table, 1, zone="jar")


def test_chosen_by_face() -> None:
    """Dice that show the same are one choice, called by the face; the others hear only that one was chosen."""
    table = start(CUPS)
    texts = [table.text_of(code) for code in table.codes()]
    assert ["reroll(3)", "reroll(5)"] == [text for text in texts if text.startswith("reroll")]
    move(table, "keep(5)")
    assert "A: Keep one: 5 · 5: cup → kept" == table.log(0)[-1]
    assert "A: Keep one: (hidden) · 1 die: cup → kept" == table.log(1)[-1]
    assert ((2, ["3", "3"]), (1, [])) == (cup(table, 0), cup(table, 1, zone="kept"))


def test_laid_in_the_open_all_see_the_face() -> None:
    """A die that is laid where all see it is known to all, until it is rolled out of their sight."""
    table = move(start(CUPS), "lay(5)")
    assert [(1, ["5"]), (1, ["5"])] == [cup(table, viewer, zone="pool") for viewer in (1, None)]


def test_shown_until_rolled() -> None:
    """`show` tells what dice show; rolled again, they are known to their owner alone."""
    table = move(start(CUPS), "show_cup")
    assert (3, ["3", "3", "5"]) == cup(table, 1)
    assert "A: Lift the cup · 3, 3, 5 shown to everybody" == table.log(1)[-1]
    move(table, "wait", "roll_all")
    assert (3, []) == cup(table, 1)


@pytest.mark.parametrize("action", ["reroll(3)", "turn(3)"])
def test_one_of_a_cup_changes(action: str) -> None:
    """Who does not look into a cup cannot tell which of its dice was rolled or turned: none is known any more."""
    table = move(start(CUPS), "show_cup", "wait", action)
    assert ((3, []), 3) == (cup(table, 1), len(cup(table, 0)[1]))
    if action == "turn(3)":
        assert (3, ["3", "4", "5"]) == cup(table, 0)
        assert ["A: Turn up: 3 · cup: 4", "A: Turn up: (hidden)"] == [table.log(0)[-1], table.log(1)[-1]]


def test_a_value_that_names_a_die_does_not_tell_its_face() -> None:
    """On the table a named die is called by its face only for whoever sees it."""
    table = move(start(CUPS), "mark(5)")
    told = [next(one.text for one in table.view(seat).values if one.entry == "marked") for seat in (0, 1, None)]
    assert ["5", "die", "die"] == told


def test_faces_of_the_others_are_dealt_anew() -> None:
    """In a deal everything stays that a seat knows; hidden dice show anything, the same whatever is true."""
    deals = []
    for face in (2, 6):
        table = start(f"  roll players.cup\n  set A.cup.face to {face}\n  set B.cup.face to 4")
        determinizer = Determinizer(table._engine, table._state, 1)
        states = [determinizer.deal(Random(seed)) for seed in range(60)]
        layout = table._engine.layout
        cells = [layout.cells["player.cup"].base + seat for seat in range(2)]
        deals.append([[[s.values[layout.face_of[die]] for die in s.zones[cell]] for cell in cells] for s in states])
        assert {1, 2, 3, 4, 5, 6} == {face for mine, _ in deals[-1] for face in mine}
        assert {(4, 4, 4)} == {tuple(own) for _, own in deals[-1]}
    assert deals[0] == deals[1]


def test_saved_and_the_same_seed() -> None:
    """A saved game goes on with the same faces, and a seed gives the same game again."""
    games = [move(start("  roll players.cup"), "roll_all", "wait") for _ in range(2)]
    assert games[0]._state == games[1]._state
    again = games[0].game.restore(json.dumps(games[0].save()))
    assert same(games[0]._engine, games[0]._state, again._state)


def test_words_read_faces() -> None:
    """Words that only their player reads may name dice; the others read a blank."""
    table = start(CUPS)
    assert "Lay one 3, 3, 5 down: 3" == next(one.words for one in table.legal() if one.action == "lay")
    assert "A: Lay one … down: (hidden) · 3 → pool" == move(table, "lay(3)").log(1)[-1]


def test_force_says_what_is_rolled_where() -> None:
    """Forced faces come for all dice of the sort, or for those in one place."""
    scenarios = """
scenarios
  first "Faces in one cup"
    given: force A.cup: 6, 6, 2; force jar: blue, red, blue, blue
    then:
      A: roll_all
      expect sum(A.cup.face) = 14 and count(A.cup where face = 6) = 2
      A: wait
      expect count(jar where face = blue) = 3
      A: keep(2)
      expect A.kept.face = {2} and sum(A.cup.face) = 12
  second "Faces wherever"
    given: force die: 4, 4, 4
    then:
      A: roll_all
      expect A.cup.face = {4}
      illegal A: keep(5)
      exactly A: roll_all, reroll(4), keep(4), lay(4), show_cup, turn(4), mark(4), wait
"""
    text = GAME.replace("who: players from A\n", "who: A\n", 1) + scenarios
    assert [(), ()] == [one.diagnostics for one in loads(text).test()]


def test_what_was_rolled_is_not_taken_back() -> None:
    """Who has seen what dice show keeps the decision to roll them."""
    table = start(CUPS)
    before = table.copy()
    assert "dice in cup have been rolled" == seen_since(move(table, "roll_all"), before)


def test_liars_dice_is_played_to_the_end() -> None:
    """Dice are lost one by one until one player has some left."""
    table = load("liars_dice").start(players=3, seed=5)
    random = Random(1)
    while table.decider is not None:
        table.apply(random.choice(table.codes()))
    counts = [len(cell.pieces) for cell in table.view(0).cells if cell.entry == "player.cup"]
    lost = next(len(cell.pieces) for cell in table.view(0).cells if cell.entry == "lost")
    assert (1, 15) == (sum(count > 0 for count in counts), sum(counts) + lost)
