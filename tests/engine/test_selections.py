"""What terms pick out: the best of several, parts of lists, different values, the bottom, seats, names for values."""

import pytest

import gamedsl
from gamedsl.scenarios.runner import run_all
from tests.helpers.play.engines import engine_of, play, play_out
from tests.helpers.texts import game_text

GAME = game_text("engine/selections")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("sum(largest(3, w.rank for each w in quay))", "asked = 12"),
        ("sum(largest(9, w.rank for each w in quay))", "asked = 22"),
        ("sum(largest(0, w.rank for each w in quay))", "asked = 0"),
        ("sum(smallest(2, quay.rank))", "asked = 4"),
        ("largest(5, quay.rank)", "asked[1] = 4 and asked[3] = 4 and asked[4] = 3 and count(asked) = 5"),
        ("smallest(2, ranks)", "asked[1] = 1 and asked[2] = 3"),
        ("largest(2, different w.rank for each w in quay)", "asked[1] = 4 and asked[2] = 3"),
        ("count(different w.good for each w in quay)", "asked = 3"),
        ("count(different quay.rank)", "asked = 3"),
        ("sum(different quay.rank)", "asked = 8"),
        ("min(w.rank for each w in quay where w.rank > 4 else 99)", "asked = 99"),
        ("min(w.rank for each w in quay where w.rank > 3 else 99)", "asked = 4"),
        ("max(w.rank for each w in quay where w.rank > 4 else none)", "asked = none"),
        ("max(w.rank for each w in quay where w.rank > 2 else none)", "asked = 4"),
        ("min(w.rank for each w in quay where w.rank > 4)", "asked = 0"),
        ("only((quay where rank = 1) else ware(cloth, 2))", "asked = ware(fish, 1)"),
        ("only((quay where rank = 3) else ware(cloth, 2))", "asked = ware(cloth, 2)"),
        ("order[1..2]", "count(asked) = 2 and asked[1] = ware(fish, 4) and asked[2] = ware(salt, 4)"),
        ("order[6..9]", "count(asked) = 2 and asked[2] = ware(fish, 1)"),
        ("order[1..2][2..2]", "count(asked) = 1 and asked[1] = ware(salt, 4)"),
        ("sum(w.rank for each w in order[2..4])", "asked = 11"),
        ("the w in quay with least w.rank then most w.good ties in order", "asked = ware(fish, 1)"),
        ("the w in quay with most w.rank ties in order", "asked = ware(fish, 4)"),
        ("pile.bottom", "asked = ware(cloth, 1) and pile.top = ware(salt, 2)"),
        ("distance(A, B) + 2 * distance(B, A) + 4 * distance(A, A)", "asked = 3"),
        ("A.foe", "asked = B"),
        ("share(fish)", "asked = 1"),
        ("share(salt)", "asked = -2"),
    ],
)
def test_a_term_picks_out(asked: str, expected: str) -> None:
    """Equal numbers count each, what is not there is left out, and ``else`` says what nothing is."""
    game = gamedsl.loads(GAME.format(asked=asked, expected=expected)).checked

    assert [[]] == [[found.message for found in result.diagnostics] for result in run_all(game)]


LETS = """
types
  good: fish, salt
components
  coin: counter, 9
table
  bank: purse of coin, full
  counted[good]: 0..9
  each player
    coins: purse of coin
terms
  {term}
phases
  game
    who: players from A
    play: look
actions
  look "Look"
    then: score seen asked for you
scoring
  seen "Seen"
"""


def test_a_branch_works_out_only_the_lets_that_it_reads() -> None:
    """What would break is not touched where the ``if`` above it leads elsewhere."""
    term = "asked = 7 if bank > {least} else late\n    let: late = counted[the x in good with most bank ties never]"
    found = [engine_of(LETS.format(term=term.format(least=least))) for least in (0, 9)]
    states = [play(engine, engine.start(), "look") for engine in found]

    assert [("running", None), ("stopped", "GDRUN08")] == [(s.status, s.error and s.error[0]) for s in states]


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        ("{0} + {0} + {0} + {0}", 4**17 % 7),
        ("{0} + {0} if {0} > 0 else {0}", 2**17 % 7),
    ],
    ids=["sum", "if"],
)
def test_a_term_is_worked_out_once_for_the_same_arguments(each: str, expected: int) -> None:
    """Each level reads the one below several times: read anew, that would take longer than anybody waits."""
    chain = "\n".join(f"  level{n}(g: good) = ({each.format(f'level{n - 1}(g)')}) mod 7" for n in range(1, 18))
    terms = f"asked = level17(fish)\n  level0(g: good) = count(x for each x in good where x = g)\n{chain}"
    engine = engine_of(LETS.format(term=terms))
    state = play(engine, engine.start(), "look")

    assert ("running", expected) == (state.status, state.points[0])


def test_names_before_a_pick_have_their_values() -> None:
    """A ``let`` in front of a pick is known in what the pick chooses from."""
    engine = engine_of(
        """
components
  coin: counter, 9
table
  bank: purse of coin, full
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: take
actions
  take "Take"
    let: most = min(2, bank)
    pick: many in 1..most "How many?"
    then: pay many from bank to you.coins
"""
    )

    assert [1, 2] == [choice.value for choice in engine.legal(engine.start(1))]


def test_nothing_is_remembered_between_two_steps() -> None:
    """A term has the value of now, however often it was read before."""
    term = "asked = rich + rich\n  rich = count(p for each p in players where p.coins > 0)"
    text = LETS.format(term=term).replace(
        "then: score seen asked for you",
        "then:\n      score seen asked for you\n      pay 1 from bank to you.coins\n      score seen asked for you",
    )
    engine = engine_of(text)
    state = play(engine, engine.start(), "look", "look")

    assert [2, 6] == list(state.points)


def test_the_bottom_of_an_unseen_stack_is_settled_once() -> None:
    """Whoever asks twice gets the same piece, and it comes last of all."""
    engine = engine_of(
        """
components
  card: card
    | card | value: 1..9 | copies: 1..4 |
    | a    | 1           | 3            |
    | b    | 2           | 3            |
table
  deck: stack of card, full, seen by none
  used: heap of card
  last: 0..9
setup
  shuffle deck
  set last to deck.bottom.value if deck.bottom != none else 0
phases
  game
    who: players from A
    play: take
    until: count(deck) = 0
actions
  take "Take"
    when: count(deck) > 0 "empty"
    then:
      if count(deck) = 1: score right 1 if deck.top != none and deck.top.value = last else 0 for you
      move deck.top to used
scoring
  right "Right"
"""
    )
    ends = [play_out(engine, seed) for seed in range(20)]

    assert {1} == {sum(state.points) for state in ends}
    assert {1, 2} == {state.values[engine.layout.values["last"].base] for state in ends}
