"""Pieces: stacks of blocks, draws, forced outcomes, and who knows what."""

from typing import Any

import pytest

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.helpers.play.engines import contents, engine_of, play, texts, zone

CARDS = """
components
  card: card
    | card | rank: 1..6 |
    | one | 1 |
    | two | 2 |
    | three | 3 |
    | four | 4 |
    | five | 5 |
    | six | 6 |
"""
PLAY = """
phases
  game
    who: players from A
    play: go
actions
  go "Go"
    then: {then}
scoring
  dots "Dots"
    worth: 1
"""


def cards(table: str, setup: str, then: str = "score dots 1 for you") -> Engine:
    """Return a game with six cards, a table and a setup."""
    dots = "worth: 1" if "dots" not in then else ""
    body = PLAY.format(then=then).replace("    worth: 1\n", f"    {dots}\n" if dots else "")
    return engine_of(f"{CARDS}\ntable\n{table}\n\nsetup\n{setup}\n{body}")


def names(engine: Engine, pieces: Any) -> list[str]:
    """Return the names of pieces."""
    return [engine.layout.designs[engine.layout.piece_design[piece]].name for piece in pieces]


def blocks(engine: Engine, state: State, stack: str) -> list[list[str]]:
    """Return the blocks of a stack by name, from the bottom up."""
    return [names(engine, block) for block in zone(engine, state, stack)]


PILES = """
  pile: stack of card, full, seen by none
  rest: stack of card, seen by none
"""
EVERYTHING = ["one", "two", "three", "four", "five", "six"]


def test_a_full_stack_lies_in_the_order_of_the_rows() -> None:
    """Before it is shuffled the first row is on top."""
    engine = cards(PILES, "  deal 1 from pile to rest")

    assert [[name] for name in reversed(EVERYTHING[1:])] == blocks(engine, engine.start(), "pile")
    assert [["one"]] == blocks(engine, engine.start(), "rest")


def test_shuffling_makes_one_block_of_open_order() -> None:
    """Nobody sees the stack: no order is fixed and no random number is used."""
    engine = cards(PILES, "  shuffle pile")
    state = engine.start(5)

    assert [EVERYTHING] == blocks(engine, state, "pile")
    assert not any(state.draws)


def test_drawing_from_a_shuffled_stack_takes_from_the_top_block() -> None:
    """One draw for one card; the others stay a block."""
    engine = cards(PILES, "  shuffle pile; deal 1 from pile to rest")
    state = engine.start(5)
    (drawn,) = names(engine, zone(engine, state, "rest")[0])

    assert [[name for name in EVERYTHING if name != drawn]] == blocks(engine, state, "pile")
    assert sum(state.draws) == 1


def test_a_shuffled_stack_goes_below_another_as_a_block() -> None:
    """The order of what is moved stays open; what lay there stays above."""
    setup = "  deal 3 from pile to rest; shuffle rest; shuffle pile; move rest to pile at bottom"
    engine = cards(PILES, setup)

    assert [["one", "two", "three"], ["four", "five", "six"]] == blocks(engine, engine.start(), "pile")


def test_a_moved_stack_keeps_its_order() -> None:
    """The top stays the top when an ordered stack is moved onto or under another."""
    table = PILES + "  third: stack of card, seen by none\n"
    engine = cards(table, "  deal 3 from pile to third; move third to rest; move pile to rest at bottom")

    assert [["six"], ["five"], ["four"], ["one"], ["two"], ["three"]] == blocks(engine, engine.start(), "rest")


def test_a_stack_that_somebody_sees_is_ordered_when_it_is_shuffled() -> None:
    """The order of an open stack is fixed at once by draws."""
    engine = cards("  pile: stack of card, full", "  shuffle pile")
    state = engine.start(3)

    assert [1] * 6 == [len(block) for block in zone(engine, state, "pile")]
    assert sum(state.draws) == 5


def test_forced_pieces_come_in_their_order_to_those_who_see_them() -> None:
    """Draws that somebody sees give the forced pieces; no random number is used for them."""
    table = "  pile: stack of card, full, seen by none\n  open: heap of card"
    engine = cards(table, "  shuffle pile; deal 2 from pile to open")
    five, three = (engine.layout.design_pieces[number] for number in (4, 2))
    state = engine.start(1, forced={"pile": (five, three)})

    assert ["three", "five"] == names(engine, zone(engine, state, "open"))
    assert not any(state.draws)


def test_forced_pieces_left_after_setup_lie_on_top() -> None:
    """What setup did not use up is put on top of the stack, the next one uppermost."""
    engine = cards("  pile: stack of card, full, seen by none", "  shuffle pile")
    state = engine.start(1, forced={"pile": (engine.layout.design_pieces[5], engine.layout.design_pieces[0])})

    assert [["two", "three", "four", "five"], ["one"], ["six"]] == blocks(engine, state, "pile")


def test_unseen_draws_avoid_forced_pieces() -> None:
    """A card dealt face down is never one that is forced to appear later."""
    engine = cards(PILES, "  shuffle pile; deal 5 from pile to rest")
    for seed in range(5):
        state = engine.start(seed, forced={"pile": (engine.layout.design_pieces[2],)})

        assert [["three"]] == blocks(engine, state, "pile")


def test_a_forced_piece_that_is_not_there_stops_the_game() -> None:
    """Forcing a piece that lies elsewhere after setup is reported."""
    engine = cards(PILES, "  move pile to rest")
    state = engine.start(1, forced={"pile": (engine.layout.design_pieces[0],)})

    assert state.error is not None
    assert state.error[0] == "GDSCN03"


def test_rolled_dice_can_be_forced() -> None:
    """Forced faces come first, then chance goes on."""
    engine = engine_of("components\n  die: dice 1..6, 2\nsetup\n  roll die" + PLAY.format(then="roll die"))

    assert [2, 5] == engine.start(1, forced={"die": (2, 5)}).dice


HANDS = """
  pile: stack of card, full, seen by none
  each player
    hand: heap of card, seen by owner
"""


def known(engine: Engine, state: State, name: str) -> int:
    """Return the knowledge bits of a card."""
    number = next(design.number for design in engine.layout.designs if design.name == name)
    return state.known[engine.layout.design_pieces[number][0]]


def test_a_dealt_card_is_known_to_its_owner_alone() -> None:
    """Entering a hand adds its owner to those who know the card."""
    engine = cards(HANDS, "  shuffle pile\n  for each p in players: deal 1 from pile to p.hand")
    state = engine.start(1)
    for seat in (0, 1):
        (name,) = names(engine, zone(engine, state, "hand", seat))

        assert 1 << seat == known(engine, state, name)


def test_a_shown_card_is_known_to_those_it_is_shown_to() -> None:
    """``show`` adds players to those who know a card."""
    engine = cards(HANDS, "  deal 1 from pile to A.hand; show A.hand to B")

    assert 0b11 == known(engine, engine.start(), "one")


def test_shuffling_clears_knowledge() -> None:
    """Nobody knows any card of a shuffled hidden stack, whatever was seen before."""
    setup = "  deal 1 from pile to A.hand; show A.hand to B; move A.hand to pile; shuffle pile"
    engine = cards(HANDS, setup)

    assert [0] * 6 == engine.start().known


def test_a_random_draw_from_a_hand_makes_others_lose_track() -> None:
    """Stealing an unseen card: who sees neither hand nor card no longer knows any card of that hand."""
    table = HANDS
    setup = """
  deal 3 from pile to A.hand
  show A.hand to players
  deal 1 from A.hand to B.hand"""
    text = f"{CARDS}\ntable\n{table}\n\nsetup\n{setup}\n{PLAY.format(then='score dots 1 for you')}"
    engine = engine_of(text.replace("    worth: 1\n", ""), seats=3)
    state = engine.start(2)
    (stolen,) = names(engine, zone(engine, state, "hand", 1))
    kept = names(engine, zone(engine, state, "hand", 0))

    assert 0b011 == known(engine, state, stolen)
    assert [0b011, 0b011] == [known(engine, state, name) for name in kept]


def test_a_slot_takes_one_piece() -> None:
    """A second piece in a slot stops the game at its line with both pieces named."""
    engine = cards("  pile: stack of card, full, seen by none\n  spot: slot of card", "  deal 2 from pile to spot")
    state = engine.start()

    assert state.error is not None
    assert ("GDRUN03", {"place": "spot", "piece": "two", "occupant": "one"}) == (state.error[0], dict(state.error[4]))


def test_an_empty_stack_is_refilled_from_another_zone() -> None:
    """``refilled from``: drawing from the empty stack shuffles the other zone in first."""
    table = """
  pile: stack of card, full, seen by none, refilled from used
  used: heap of card
  open: heap of card"""
    engine = cards(table, "  deal 6 from pile to used; deal 2 from pile to open")
    state = engine.start(4)

    assert (2, 0, [4]) == (
        len(zone(engine, state, "open")),
        len(zone(engine, state, "used")),
        [len(block) for block in zone(engine, state, "pile")],
    )


def test_a_deal_takes_what_is_there() -> None:
    """Too few pieces are no error; the log tells how many were missing."""
    engine = cards("  pile: stack of card, full, seen by none\n  open: heap of card", "  deal 9 from pile to open")
    state = engine.start()
    missing = [event.missing for event in state.events() if type(event).__name__ == "ShortfallEvent"]

    assert (6, [3]) == (len(zone(engine, state, "open")), missing)


COPIES = """
components
  gem: tile
    | gem | copies: 1..9 |
    | red | 3 |
    | blue | 2 |
table
  bag: heap of gem, full
  each gem
    mark: 0..1
  each player
    own: heap of gem
phases
  game
    who: players from A
    play: any number of (take or tag)
actions
  take "Take"
    pick: g in bag
    then: move g to you.own
  tag "Tag"
    pick: g in bag where g.mark = 0
    then: set g.mark to 1
scoring
  gems "Gems"
    worth: count(you.own)
"""


def test_equal_copies_are_one_choice() -> None:
    """Copies of one row in one zone are offered once, as the lowest of them."""
    engine = engine_of(COPIES)

    assert ["take(red)", "take(blue)", "tag(red)", "tag(blue)", "pass"] == texts(engine, engine.start())


def test_copies_that_differ_are_choices_of_their_own() -> None:
    """A value set on one copy tells it apart from the others."""
    engine = engine_of(COPIES)
    state = play(engine, engine.start(), "tag(red)")

    assert ["take(red)", "take(red#2)", "take(blue)", "tag(red)", "tag(blue)", "pass"] == texts(engine, state)


@pytest.mark.parametrize("seed", range(4))
def test_no_piece_is_lost(seed: int) -> None:
    """After setup every piece lies in exactly the cell that its place names."""
    engine = cards(HANDS, "  shuffle pile\n  for each p in players: deal 2 from pile to p.hand")
    state = engine.start(seed)
    found = sorted((piece, cell) for cell in range(len(state.zones)) for piece in contents(engine, state, cell))

    assert list(enumerate(state.place)) == found
