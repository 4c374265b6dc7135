"""Phases ``together``: asked one after another, hidden from each other until all are done."""

from gamedsl.engine.events import DecisionEvent, ValueEvent
from tests.helpers.play.engines import engine_of, example, play, same, texts, value


def test_members_are_asked_in_the_order_of_their_seats() -> None:
    """Each plays its whole plan before the next is asked."""
    engine = example("sealed_bid", 3)
    state = engine.start(1)
    seen = []
    for _ in range(3):
        seen.append(engine.decider(state))
        play(engine, state, "bid_coins(2)")

    assert [0, 1, 2] == seen


def test_the_table_as_it_was_is_kept_behind_the_curtain() -> None:
    """During the phase the state remembers what the others may still see; afterwards nothing is hidden."""
    engine = example("sealed_bid", 2)
    state = engine.start(1)
    play(engine, state, "bid_coins(7)")
    assert state.curtain is not None
    kept = state.curtain[0][2]
    place = engine.layout.values["player.bid"].base

    assert (7, 0, 1) == (value(engine, state, "bid", 0), kept[place], state.curtain[1])
    play(engine, state, "bid_coins(0)")
    assert all(event.together is not None for event in state.events() if isinstance(event, DecisionEvent))


GAME = """
table
  each player
    bid: 0..3
phases
  game
    steps: bids, end_of_bids
  bids
    who: players together
    play: bid
  end_of_bids
    then:
      for each p in players: score bids p.bid for p
actions
  bid "Bid"
    pick: n in 0..3
    then: set you.bid to n
scoring
  bids "Bids"
"""


def test_events_of_the_phase_name_the_acting_seat() -> None:
    """Every event inside carries its seat, so that a view can hold it back; events outside carry none."""
    engine = engine_of(GAME)
    state = play(engine, engine.start(), "bid(1)", "bid(3)")
    inside = [(event.together, event.value) for event in state.events() if isinstance(event, ValueEvent)]

    assert [(0, "1"), (1, "3")] == inside
    assert None is state.curtain
    assert (1, 3) == tuple(state.points)


def test_a_copy_keeps_the_curtain() -> None:
    """A game copied in the middle of a phase together goes on identically."""
    engine = engine_of(GAME)
    state = play(engine, engine.start(), "bid(2)")
    copied = state.copy()

    assert same(engine, state, copied)
    assert texts(engine, state) == texts(engine, copied)
    assert same(engine, play(engine, state, "bid(0)"), play(engine, copied, "bid(0)"))
