"""Copies that nobody can tell apart are one choice, and others lose track of them as they would at a table."""

from __future__ import annotations

from collections import Counter
from random import Random

import gamedsl
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.texts import game_text

GAME = game_text("players/copies")


def begun(*moves: str) -> Table:
    """Return the game behind some moves."""
    table = gamedsl.loads(GAME).start(seed=1)
    for move in moves:
        table.apply(move)
    return table


def texts(table: Table) -> list[str]:
    """Return the legal choices."""
    return [table.text_of(code) for code in table.codes()]


def known(table: Table, seat: int, holder: int) -> list[str]:
    """Return what a seat sees in a hand."""
    cells = [cell for cell in table.view(seat).cells if cell.entry == "player.hand" and cell.seat == holder]
    return [piece.name for piece in cells[0].pieces]


def hands(table: Table, seat: int, holder: int) -> Counter[tuple[str, ...]]:
    """Return which hands the holder has in many deals for a seat, by designs."""
    layout, state = table._engine.layout, table._state
    cell = layout.cells["player.hand"].base + holder
    determinizer, found = Determinizer(table._engine, state, seat), Counter[tuple[str, ...]]()
    for number in range(200):
        inside = determinizer.deal(Random(number)).zones[cell]
        found[tuple(layout.designs[layout.piece_design[piece]].name for piece in inside)] += 1
    return found


def test_copies_of_which_one_was_shown_are_one_choice() -> None:
    """That B has seen one of two guards in the hand of A does not make them two choices."""
    before, after = begun(), begun("show_one(guard)", "wait", "wait")

    plays = ["play_one(guard)", "play_one(baron)"]
    assert plays == [text for text in texts(before) if text.startswith("play_one")]
    assert plays == [text for text in texts(after) if text.startswith("play_one")]


def test_who_has_seen_a_copy_cannot_tell_whether_it_was_that_one() -> None:
    """When A plays a guard, B no longer knows whether there is another, and its deals have all that can be."""
    table = begun("show_one(guard)", "wait", "wait", "play_one(guard)")

    assert [] == known(table, 1, 0)
    assert {"guard", "baron", "king", "maid"} == {card for hand in hands(table, 1, 0) for card in hand}


def test_two_who_have_seen_different_copies_both_lose_track() -> None:
    """B has seen one guard of A and C the other: after one of them is played neither can know that one is left."""
    table = begun("show_one(guard)", "wait", "wait")
    state, layout = table._state, table._engine.layout
    guards = [piece for piece in state.zones[layout.cells["player.hand"].base] if state.known[piece] == 1]
    state.put("known", guards[0], state.known[guards[0]] | 0b100)

    assert ["guard"] == known(table, 1, 0) == known(table, 2, 0)
    table.apply("play_one(guard)")
    assert [] == known(table, 1, 0) == known(table, 2, 0)
    for seat in (1, 2):
        assert 1 < len(hands(table, seat, 0))


def test_who_has_seen_both_copies_knows_that_one_is_left() -> None:
    """Of two guards that B has seen one goes, so one stays."""
    table = begun("show_one(guard)", "wait", "wait")
    state, layout = table._state, table._engine.layout
    for piece in state.zones[layout.cells["player.hand"].base]:
        state.put("known", piece, state.known[piece] | 0b10)
    table.apply("play_one(guard)")

    assert ["baron", "guard"] == sorted(known(table, 1, 0))


def test_another_card_leaves_the_copy_known() -> None:
    """When A plays its baron, B still knows the guard that it was shown."""
    table = begun("show_one(guard)", "wait", "wait", "play_one(baron)")

    assert ["guard"] == known(table, 1, 0)


def test_a_copy_that_has_just_been_shown_is_told_apart() -> None:
    """The card that lies on the table in this action is another choice than its copy: all see which goes."""
    table = begun("show_and_play(guard)")

    assert 3 == len(table.codes())


def test_a_copy_that_was_shown_in_the_action_before_is_like_the_others() -> None:
    """What was shown is put away when the next action is chosen: choices do not tell which of two copies it was."""
    again = "play: any number of (show_one or play_one or show_and_play or draw or put_back or wait)"
    plain = "play: show_one or play_one or show_and_play or draw or put_back or wait"
    table = gamedsl.loads(GAME.replace(plain, again)).start(players=3, seed=7)
    before = [choice.label for choice in table.legal()]
    table.apply("show_one(guard)")

    assert before == [choice.label for choice in table.legal()]
    assert 2 == len([choice for choice in table.legal() if choice.action == "put_back"])


def test_copies_shown_to_the_same_players_are_alike() -> None:
    """However often each of them was shown: who has seen it counts, not in how many showings."""
    both = "for each d in you.hand where d.design = c.design: show d to players"
    text = GAME.replace("      show c to players\n", f"      show c to players; {both}\n")
    table = gamedsl.loads(text).start(players=3, seed=7)
    table.apply("show_and_play(guard)")

    assert ["baron", "guard"] == sorted(choice.label for choice in table.legal())


def test_a_saved_game_keeps_what_was_confused() -> None:
    """Deals of a saved and restored game are the same."""
    table = begun("show_one(guard)", "wait", "wait", "play_one(guard)")
    again = gamedsl.loads(GAME).restore(table.save())

    assert hands(table, 1, 0) == hands(again, 1, 0)


def test_the_number_of_a_choice_does_not_tell_which_copy_came_back() -> None:
    """Whichever guards are in the hand, they are called by the number of the first guard."""
    table = begun()
    state, layout = table._state, table._engine.layout
    hand, bag = layout.cells["player.hand"].base, layout.cells["bag"].base
    own = [piece for piece in state.zones[hand] if piece < 4]
    other = next(piece for piece in state.zones[bag] if piece < 4)
    swapped = table.copy()
    after = swapped._state
    after.put("zones", hand, tuple(sorted(other if piece == own[0] else piece for piece in state.zones[hand])))
    after.put("zones", bag, tuple(sorted(own[0] if piece == other else piece for piece in state.zones[bag])))
    after.put("place", own[0], bag)
    after.put("place", other, hand)
    after.put("known", own[0], state.known[other])
    after.put("known", other, state.known[own[0]])
    after.cache = None

    assert table.legal() == swapped.legal()
