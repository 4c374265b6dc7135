"""A game in which choices are tried out goes as the game itself does, and its judge says what is said of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

import gamedsl
from gamedsl.engine.state.flat import RUNNING, Forced
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.search_engine import Trial, World
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge, rewards
from gamedsl.semantics.core.model import LEVELS
from tests.frozen.kept import kernel_engine, tried
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import examples
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES, sampled

MAKERS = {card_game: 3, dice_game: 3, secret_game: 3, trigger_game: 4, faulty_game: 6}


def seen(s: State | Trial, engine: Engine) -> Iterator[object]:
    """Yield what players who search look at, without what is judged."""
    yield s.status, s.decisions, [*s.draws], s.winners, s.ranking, rewards(s, engine.layout.seats)


def otherwise(engine: Engine, seed: int, limit: int) -> str:
    """Play a game at random, as a state and as trials without passes, with one and with all; tell what is otherwise."""
    s, random = engine.start(seed, log=False, limit=limit), Random(seed)
    worlds = [
        World(engine.set_up, engine.programs.first, engine.ending, without)
        for without in (NAMES, NAMES - {"memoize"}, ())
    ]
    trials: list[Trial] = [one.trial(s, engine.codes(s)) for one in worlds]
    judges = {level: Judge(engine, level) for level in LEVELS}
    while True:
        for trial in trials:
            if [*seen(s, engine)] != [*seen(trial, engine)] or [*trial.codes] != [*engine.codes(s)]:
                return f"decision {s.decisions}: {[*seen(s, engine)]} or {[*seen(trial, engine)]}"
            if trial.decider != engine.decider(s) or trial.is_secret != (s.curtain is not None):
                return f"decision {s.decisions}: another decider, or another curtain"
            if trial.decider is not None and trial.asks_plan != engine.asks_plan(s):
                return f"decision {s.decisions}: another question"
            level = LEVELS[s.decisions % len(LEVELS)]
            if judges[level].values(s.copy()) != judges[level].judged(trial.copy()):
                return f"decision {s.decisions}: judged otherwise by {level}"
        if s.status != RUNNING:
            return ""
        code = random.choice(engine.codes(s))
        engine.apply(s, code)
        for trial in trials:
            trial.apply(code)


@pytest.mark.parametrize("name", tried(FORMS, [*GAMES, *EXAMPLES]))
def test_trials_of_shipped_games(name: str) -> None:
    """With players and options by chance, and some decisions to the end where that is far."""
    assert "" == otherwise(sampled(name, 5), 5, 60)


@pytest.mark.parametrize(
    ("make", "number"), [(make, number) for make, many in MAKERS.items() for number in range(examples(1, many))]
)
def test_trials_of_games_at_random(make: Callable[[Random], str], number: int) -> None:
    """Games that nobody meant, some of which are stopped by their rules."""
    game = gamedsl.loads(make(Random(f"trial {number}"))).checked
    assert "" == otherwise(kernel_engine(game, game.least_seats), number, 60)


def test_a_copy_goes_its_own_way() -> None:
    """What is tried in a copy is nothing to the trial that it was made of; what it becomes is."""
    engine = sampled("mogul", 1)
    trial = engine.trial(engine.start(1, log=False))
    copy, codes = trial.copy(), trial.codes
    copy.apply(codes[0])
    assert (0, 1) == (trial.decisions, copy.decisions)
    trial.become(copy)
    assert 1 == trial.decisions


def test_chance_can_come_from_another_seed() -> None:
    """Another seed gives other chance, and that of a trial which is followed the same."""
    engine = sampled("mogul", 1)
    trial = engine.trial(engine.start(1, log=False))
    other, third = trial.copy(), trial.copy()
    other.sow(99)
    third.follow(other)
    games: list[list[object]] = []
    for one in (trial, other, third):
        games.append([])
        while one.decider is not None:
            games[-1].append(tuple(one.codes))
            one.apply(one.codes[-1])
    assert (True, games[2]) == (games[0] != games[1], games[1])


def test_forced_outcomes_are_not_tried_out() -> None:
    """Where the next outcomes are given, nobody tries choices out."""
    engine = sampled("mogul", 1)
    s = engine.start(1, log=False)
    name = next(iter(engine.layout.streams))
    engine.force(s, name, ())
    assert engine.trial(s).codes == engine.codes(s)
    engine.force(s, name, (Forced((0,)),))
    with pytest.raises(ValueError, match="forced"):
        engine.trial(s)
