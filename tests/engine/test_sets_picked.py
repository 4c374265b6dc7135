"""Sets picked at once: which are offered, copies that are alike, their numbers and texts, bounds of work."""

import time

import pytest

import gamedsl
from gamedsl.engine.errors import Limits
from gamedsl.engine.state.flat import STOPPED
from tests.helpers.play.engines import engine_of, play, texts

GEMS = """
types
  colour: red, blue, green
components
  gem: card, {copies} each colour
table
  row: heap of gem, full
  each player
    own: heap of gem{seen}
phases
  game
    who: players from A
    play: take or rest
    until: count(row) = 0
actions
  take "Take"
    pick: {pick} "Which gems?"
    {when}
    then: move gems to you.own
  rest
"""


def offered(pick: str, copies: int = 2, when: str = "", seen: str = "") -> list[str]:
    """Return what is offered at the beginning, without the name of the action and of the kind."""
    engine = engine_of(GEMS.format(pick=pick, copies=copies, when=when, seen=seen))
    found = [text for text in texts(engine, engine.start()) if text != "rest"]
    return [text.removeprefix("take(").removesuffix(")").replace("gem(", "").replace(")", "") for text in found]


def test_sets_of_copies_that_are_alike_are_one_choice() -> None:
    """Of three colours with two copies each there are six pairs, whatever copies they are made of."""
    pairs = ["red, red", "red, blue", "red, green", "blue, blue", "blue, green", "green, green"]
    assert [f"{{{pair}}}" for pair in pairs] == offered("gems = 2 of row")


def test_up_to_and_any_number() -> None:
    """`up to 1` may be none; `any number` is every set; an exact number needs so many."""
    assert ["{}", "{red}", "{blue}", "{green}"] == offered("gems = up to 1 of row")
    assert 27 == len(offered("gems = any number of row"))
    assert 8 == len(offered("gems = any number of row", copies=1))
    assert [] == offered("gems = 4 of row", copies=1)
    assert ["{red, blue, green}"] == offered("gems = (min(9, count(row))) of row", copies=1)


def test_conditions_judge_the_whole_set_and_where_each_member() -> None:
    """`when` behind a set speaks of it, `where` of each of its members, whose attributes stand bare."""
    different = 'when: count(different g.colour for each g in gems) = 3 "three different colours"'
    assert ["{red, blue, green}"] == offered("gems = 3 of row", when=different)
    assert ["{red, red}", "{red, green}", "{green, green}"] == offered("gems = 2 of row where colour != blue")


def test_sets_of_words_numbers_and_places() -> None:
    """What is picked from may be any set of things that can be chosen one by one."""
    parts = """
types
  colour: red, blue, green
table
  sum_of: 0..20
phases
  game
    who: players from A
    play: paint
    until: sum_of > 5
actions
  paint
    pick: c = 2 of colour, n = up to 2 of 1..3, one in n
    then: set sum_of to min(20, sum_of + sum(k for each k in n) + count(c))
"""
    engine = engine_of(parts)
    state = engine.start()
    assert 3 * (3 * 1 + 3 * 2) == len(texts(engine, state))
    assert "paint({red, blue}, {1, 3}, 3)" in texts(engine, state)
    assert 3 * 7 * 3 == engine.numbering.pass_code
    play(engine, state, "paint({red, green}, {1, 3}, 1)")
    assert [6] == state.values


def test_a_set_beside_a_single_thing() -> None:
    """What an earlier part names is like no other copy: with and without it are different sets."""
    pick = "one in row, gems = 1 of row"
    assert 3 * 3 + 3 == len(offered(pick))
    assert 9 == len(offered(pick, when="when: one not in gems"))


def test_words_count_what_is_equal() -> None:
    """At the question and in the log equal members are counted; a set without members is nothing."""
    table = gamedsl.loads(
        'game G "G"\n  players: 2\n'
        + GEMS.format(pick="gems = up to 3 of row", copies=3, when="", seen="")
        + "end\n  winner: none\n"
    ).start(2)
    words = [one.words for one in table.legal()]
    assert ["Take: nothing", "Take: red", "Take: red ×2"] == [words[place] for place in (0, 1, 4)]
    table.apply("take({gem(red), gem(red), gem(blue)})")
    assert "A: Take: red ×2, blue · red ×2, blue from row" == table.log(1)[-1]


HAND = """
components
  card: card, 3 each value: 1..3
table
  deck: stack of card, full, seen by none
  each player
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each p in players: deal 5 from deck to p.hand
phases
  game
    who: players from A
    play: down or pair or rest
    until: count(deck) = 0
actions
  down
    pick: some = 2 of you.hand "Which?"
    then: move some to deck at bottom
  pair
    pick: a in you.hand, b in you.hand where b != a and b.value = a.value "Which?"
    then: move {a, b} to deck at bottom
  rest
    then: deal 1 from deck to you.hand
"""


def test_hidden_copies_have_the_numbers_of_the_first() -> None:
    """Choices of worlds that differ in copies alone have the same numbers."""
    engine = engine_of(HAND)
    found = []
    for shift in range(3):
        state = engine.start(seed=4)
        hand = engine.layout.cells["player.hand"].base
        deck = engine.layout.cells["deck"].base
        wanted = [0 + shift, (shift + 1) % 3, 3 + shift, 6 + shift, 6 + (shift + 1) % 3]
        everything = tuple(range(9))
        state.put("zones", hand, tuple(sorted(wanted)))
        state.put("zones", hand + 1, ())
        state.put("zones", deck, (tuple(sorted(set(everything) - set(wanted))),))
        for piece in everything:
            state.put("place", piece, hand if piece in wanted else deck)
            state.put("known", piece, 1 if piece in wanted else 0)
        state.cache = None
        found.append((engine.codes(state), texts(engine, state)))
    assert found[0] == found[1] == found[2]
    names = [text.partition("(")[0] for text in found[0][1]]
    assert (5, 2, 1) == tuple(names.count(name) for name in ("down", "pair", "rest"))


def test_of_a_hidden_set_others_read_only_how_many() -> None:
    """Who does not see the cards reads that something was decided, and how many cards went where."""
    game = gamedsl.loads('game G "G"\n  players: 2\n' + HAND + "end\n  winner: none\n")
    table = game.start(2, seed=1)
    table.apply(table.legal()[0])
    assert "A: down: (hidden) · 2 cards → deck" == table.log(1)[-1]
    shown = next(one for one in table.events(1) if one["event"] == "decision")
    assert (-1, "down") == (shown["code"], shown["text"])


MANY = """
components
  card: card, 1 each value: 1..40
table
  row: heap of card, full
  each player
    own: heap of card
phases
  game
    who: players from A
    play: take or rest
    until: count(row) = 0
actions
  take
    pick: some = 6 of row "Which?"  # accept GDRNG09: the game is to stop here
    {when}
    then: move some to you.own
  rest
"""


@pytest.mark.parametrize(
    ("when", "bound"),
    [("when: count(some) = 6", Limits.choices), ("when: count(some) = 5", Limits.passes)],
)
def test_too_many_sets_stop_the_game_and_do_not_hang(when: str, bound: int) -> None:
    """Nearly four million sets are never listed: the work has a bound, also where no set is allowed."""
    engine = engine_of(MANY.format(when=when))
    begun = time.monotonic()
    state = engine.start()
    assert STOPPED == state.status
    assert state.error is not None
    assert ("GDRUN07", bound) == (state.error[0], dict(state.error[4])["bound"])
    assert time.monotonic() - begun < 60
