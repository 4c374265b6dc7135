"""States: copies, saves, repeatability, conservation; a fixed transcript that every Python version must reproduce."""

import hashlib
import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation import refusal
from tests.helpers.play.engines import conserved, engine_of, example, play_out, said, same
from tests.helpers.suite.nightly import examples

GAMES = [("mogul", 4), ("no_thanks", 3), ("six_tricks", 3), ("sealed_bid", 3), ("kuhn_poker", 2), ("connect_four", 2)]


@cache
def engine(name: str, seats: int) -> Engine:
    """Return an engine, made once."""
    return example(name, seats)


def finish(engine: Engine, state: State) -> list[int]:
    """Play a state to its end by its own policy stream; return the choices."""
    made = []
    while engine.decider(state) is not None:
        codes = engine.codes(state)
        made.append(codes[draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))])
        engine.apply(state, made[-1])
    return made


@settings(max_examples=examples(25))
@given(st.sampled_from(GAMES), st.integers(0, 2**64 - 1), st.integers(0, 60))
def test_a_copy_taken_at_any_decision_goes_on_identically(game: tuple[str, int], seed: int, stop: int) -> None:
    """Copying at any decision changes nothing about the rest of the game."""
    playing = engine(*game)
    state = playing.start(seed)
    while playing.decider(state) is not None and state.decisions < stop:
        codes = playing.codes(state)
        playing.apply(state, codes[draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))])
    copied = state.copy()
    saved = said(playing, state)
    choices = finish(playing, state)

    assert saved == said(playing, copied)
    assert choices == finish(playing, copied)
    assert same(playing, state, copied)


def test_a_copy_has_everything_of_a_state() -> None:
    """Every number, and every slot beside the numbers, has an equal value; what can be changed is not shared."""
    playing = engine("mogul", 4)
    state = playing.start(7)
    assert isinstance(state, State)
    kept_apart = {state.reading.work, state.reading.jumps}
    for at in range(len(state)):
        state[at] = 100 + at
    beside = {name: (name, 0) for name in State.__slots__ if name not in ("reading", "stale", "decoded", "forced")}
    for name, value in beside.items():
        setattr(state, name, value)
    copied = state.copy()
    assert all(copied[at] == 100 + at for at in range(len(state)) if at not in kept_apart)
    assert beside == {name: getattr(copied, name) for name in beside}
    assert (state.reading, state.stale, state.forced) == (copied.reading, copied.stale, copied.forced)
    assert state.forced is not copied.forced and state.decoded is not copied.decoded


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: tuple[str, int]) -> None:
    """Seed and choices decide everything; the log does not."""
    playing = engine(*game)

    assert play_out(playing, 11) == play_out(playing, 11, log=False)


def test_another_seed_or_game_number_gives_another_game() -> None:
    """Games of one seed are told apart by their number."""
    playing = engine("mogul", 4)
    drawn = {repr(playing.start(seed, number).place) for seed, number in ((1, 0), (1, 1), (2, 0))}

    assert 3 == len(drawn)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_or_made(game: tuple[str, int]) -> None:
    """At every decision of a random game pieces and amounts are conserved."""
    playing = engine(*game)
    for seed in range(2):
        play_out(playing, seed, lambda state: conserved(playing, state))


@pytest.mark.parametrize("game", GAMES)
def test_looking_changes_nothing(game: tuple[str, int]) -> None:
    """Legal choices, words, refusals and outcomes may be asked for at any time and any number of times."""
    playing = engine(*game)

    def look(state: State) -> None:
        before = state.record()
        state.cache = None
        for choice in playing.legal(state):
            playing.choice_text(state, choice)
            playing.choice_words(state, choice)
        refusal.refusals(playing, state)
        if playing.decider(state) is not None:
            playing.question(state)
        playing.outcome(state)

        assert before == state.record()

    play_out(playing, 5, look, most=40)


TRANSCRIPT = """
components
  token: counter, 12
  die: dice 1..6
  card: card, 1 each n: 1..10
types
  colour: red, green
table
  bank: purse of token, full
  deck: stack of card, full, seen by none, refilled from used
  used: heap of card
  mood[colour]: 1..4
  each player
    tokens: purse of token
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each c in colour: roll mood[c] in 1..4
  for each p in players:
    deal 2 from deck to p.hand
    pay 2 from bank to p.tokens
phases
  game
    steps: round
    until: bank = 0 or count(players.hand) = 0
  round
    who: players from A
    play: up to 2 of (play_card or bet)
actions
  play_card "Play"
    pick: c in you.hand
    then:
      move c to used
      score cards c.n * mood[red] for you
      roll die
      if die > 3: deal 1 from deck to you.hand
  bet "Bet"
    pick: n in 1..3
    when: n <= you.tokens
    pick: c in colour
    then:
      roll mood[c] in 1..4
      if mood[c] > 2: pay min(n, bank) from bank to you.tokens
      else: pay n from you.tokens to bank
scoring
  cards "Cards"
  tokens "Tokens"
    worth: you.tokens
"""


def test_a_fixed_transcript() -> None:
    """Seed to choices to final state: the same numbers on every machine and Python version."""
    playing = engine_of(TRANSCRIPT, seats=3)
    digest = hashlib.sha256()
    for seed in (0, 1, 2**63):
        state = playing.start(seed)
        choices = []
        while playing.decider(state) is not None and state.decisions < 300:
            codes = playing.codes(state)
            choices.append(codes[draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))])
            playing.apply(state, choices[-1])
        rows = [choices, *map(list, (state.points, state.place, state.draws)), state.winners]
        digest.update(json.dumps(rows).encode())

    assert "147697d1106b2aed" == digest.hexdigest()[:16]
