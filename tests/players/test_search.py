"""The parts of the search: which choice is tried next, which is best, and how an imagined game is played on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamedsl
from gamedsl.engine.state.flat import FINISHED
from gamedsl.kernel.search_engine import Trial
from gamedsl.players import randomness
from gamedsl.players.search.ahead import judge_of
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.playouts import ROUND_TRIES, Quick, play_at_random
from gamedsl.players.search.scale import Scale
from gamedsl.players.search.sequential_halving import LEAST_TRIES, Arms
from gamedsl.players.seeding import generator
from gamedsl.presentation.fingerprint import fingerprint

CODES = (3, 5, 8, 9, 11, 12, 20, 21)


def noisy(arms: Arms, worth: dict[int, float], tries: int, random: Random) -> dict[int, int]:
    """Try the choices with rewards around their worth, in imagined games with luck of their own; return the tries."""
    luck = [random.uniform(-0.2, 0.2) for _ in range(tries)]
    made = dict.fromkeys(worth, 0)
    for number in range(tries):
        code = arms.next(number / tries)
        arms.add(code, worth[code] + luck[made[code]] + random.uniform(-0.05, 0.05))
        made[code] += 1
    return made


@given(st.permutations(CODES), st.integers(0, 2**32))
def test_the_best_choice_is_found(order: list[int], seed: int) -> None:
    """The choice with the highest mean is the best, wherever it stands: luck of imagined games counts for none."""
    worth = {code: 0.3 + 0.05 * rank for rank, code in enumerate(order)}
    arms = Arms(CODES, {}, 4.0)
    made = noisy(arms, worth, 200, Random(seed))
    assert arms.best() == order[-1]
    assert made[order[-1]] == max(made.values())


def test_half_of_the_choices_stay_after_each_part() -> None:
    """Of eight choices that differ little, four stay after a third of the budget, two after two thirds."""
    arms = Arms(CODES, {}, 4.0)
    random = Random(1)
    left = []
    for number in range(240):
        code = arms.next(number / 240)
        arms.add(code, 0.5 + code / 1000 + random.uniform(-0.3, 0.3))
        left.append(len(arms.left))
    assert [left[70], left[150], left[239]] == [8, 4, 2]


def test_what_is_clearly_worse_is_left_out_early() -> None:
    """When one choice is far ahead in every imagined game, nothing else is tried any more."""
    arms = Arms((1, 2, 3), {}, 4.0)
    made = noisy(arms, {1: 0.1, 2: 0.9, 3: 0.1}, 1000, Random(2))
    assert arms.left == [2]
    assert made[1] == made[3] == LEAST_TRIES


def test_a_plan_counts_before_anything_was_tried() -> None:
    """Without tries the best choice is the one with the best plan; tries outweigh it."""
    arms = Arms((1, 2), {1: 0.4, 2: 0.6}, 4.0)
    assert arms.best() == 2
    for _ in range(40):
        code = arms.next(0.0)
        arms.add(code, 0.8 if code == 1 else 0.5)
    assert arms.best() == 1


# ---------------------------------------------------------------- playing on


@pytest.mark.parametrize("players", [3, 5])
def test_a_round_ends_after_the_next_own_turn(players: int) -> None:
    """Everybody plays, the own turn comes once again, and when it is over somebody else is asked, or nobody."""
    game = gamedsl.load("no_thanks")
    for seed in range(5):
        determinizer = game.start(players, seed).situation()._determinizer()
        engine = determinizer.engine
        state = engine.trial(determinizer.deal(Random(seed)))
        quick = Quick(players, judge_of(engine, {}, "mcts"))
        seat = state.decider
        assert seat is not None
        quick.finish(state, seat, (), state.draws, Random(1))
        asked = []
        ended = state.copy()
        quick.round(ended, seat, Random(2))
        random = Random(2)
        while state.decisions < ended.decisions:
            decider = state.decider
            assert decider is not None
            asked.append(decider)
            quick.move(state, decider, ROUND_TRIES, random)
        turns = [one for one, before in zip(asked, [None, *asked], strict=False) if one != before]
        assert (seat not in turns[:-1], turns[-1]) == (True, seat)
        assert ended.decider != seat


def test_rounds_go_on_until_enough_has_been_tried() -> None:
    """One round at least, and on from one own turn to the next; or to the end of the game."""
    determinizer = gamedsl.load("mogul").start(3, seed=4).situation()._determinizer()
    engine = determinizer.engine
    start = engine.trial(determinizer.deal(Random(5)))
    seat = start.decider
    assert seat is not None
    decisions = []
    for tries in (0, 1, 30, 10_000):
        quick, state, one = Quick(3, judge_of(engine, {}, "mcts")), start.copy(), start.copy()
        quick.rounds(state, seat, tries, Random(6))
        assert quick.tries >= tries or state.status == FINISHED
        assert state.decider != seat
        decisions.append(state.decisions)
        quick.round(one, seat, Random(6))
        assert (state.decisions == one.decisions) == (tries <= 1)
    assert decisions[1] < decisions[2] < decisions[3]
    assert state.status == FINISHED


def test_a_playout_is_the_same_for_the_same_random_stream() -> None:
    """Imagined games go on alike with the same stream, whatever was tried before."""
    determinizer = gamedsl.load("mogul").start(3, seed=4).situation()._determinizer()
    engine = determinizer.engine
    quick = Quick(3, judge_of(engine, {}, "mcts"))
    first = engine.trial(determinizer.deal(Random(5)))
    second = first.copy()
    seat = first.decider
    assert seat is not None
    quick.round(first, seat, Random(6))
    quick.round(second, seat, Random(6))
    assert fingerprint(engine, first.state()) == fingerprint(engine, second.state())


def test_a_plan_is_not_followed_across_chance() -> None:
    """As soon as chance has come in, the planned moves count no more."""
    determinizer = gamedsl.load("no_thanks").start(3, seed=1).situation()._determinizer()
    engine = determinizer.engine
    state = engine.trial(determinizer.deal(Random(1)))
    seat = state.decider
    assert seat is not None
    again = state.copy()
    Quick(3, judge_of(engine, {}, "mcts")).finish(state, seat, state.codes, [*state.draws, 1], Random(1))
    Quick(3, judge_of(engine, {}, "mcts")).finish(again, seat, (), again.draws, Random(1))
    assert fingerprint(engine, state.state()) == fingerprint(engine, again.state())


def test_a_move_is_made_with_its_answers() -> None:
    """The questions of a move are answered as they were when it looked best, not looked at again one by one."""
    determinizer = gamedsl.load("breakthrough").start(seed=1).situation()._determinizer()
    state = determinizer.engine.trial(determinizer.deal(Random(1)))
    Quick(2, judge_of(determinizer.engine, {}, "mcts")).move(state, 0, ROUND_TRIES, Random(1))
    assert (state.decisions, state.decider) == (2, 1)


def test_random_moves_end_where_they_are_told() -> None:
    """So many moves are made, or fewer when the game ends."""
    determinizer = gamedsl.load("no_thanks").start(3, seed=1).situation()._determinizer()
    state = determinizer.engine.trial(determinizer.deal(Random(1)))
    play_at_random(state, 7, Random(1))
    assert state.decisions == 7
    play_at_random(state, 10_000, Random(1))
    assert state.decider is None


# ---------------------------------------------------------------- rewards


def test_who_is_further_ahead_than_usual_gets_more() -> None:
    """Rewards grow with the lead, and the middle of the planned leads is worth one half."""
    scale = Scale(2)
    scale.begin(0, [2.0, 4.0, 6.0])
    assert scale.reward(0, 4.0) == 0.5 == scale.reward(1, -4.0)
    assert 0 < scale.reward(0, 2.0) < 0.5 < scale.reward(0, 6.0) < 1


def test_equal_plans_leave_the_scale_to_what_is_found() -> None:
    """Plans without a difference do not make every small lead a win."""
    scale = Scale(2)
    scale.begin(0, [3.0, 3.0])
    scale.learn([7.0, -7.0])
    assert 0.3 < scale.reward(0, 7.0) < 0.7
    assert 0.05 < scale.reward(0, 3.0) < 0.5


# ---------------------------------------------------------------- deals


@pytest.mark.parametrize(("name", "players", "dealt"), [("connect_four", 2, 1), ("kuhn_poker", 2, 6), ("mogul", 3, 6)])
def test_open_games_are_dealt_once(name: str, players: int, dealt: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden, deals that are only given other chance are those that would be dealt, by any number."""
    determinizer = gamedsl.load(name).start(players, seed=1).situation()._determinizer()
    expected = [determinizer.trial(generator(7, 3, number + 1)) for number in range(6)]
    made = [0]
    trial = determinizer.trial

    def counted(random: randomness.Random) -> Trial:
        made[0] += 1
        return trial(random)

    monkeypatch.setattr(determinizer, "trial", counted)
    deals = Deals(determinizer, 7, 3)
    found = [deals.deal(number) for number in range(6)]
    assert [(one.state().record(), one.seed, [*one.codes]) for one in expected] == [
        (one.state().record(), one.seed, [*one.codes]) for one in found
    ]
    assert dealt == made[0]
