"""An engine that plays by the kernel program is asked what any engine is asked, and gives the same answers."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.errors import IllegalChoice, Limits, SetupError
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for
from tests.engine.test_errors import stopped
from tests.frozen.folds import fold, folded, told, told_without_log
from tests.frozen.kept import cases, held, kernel_engine, without_largest
from tests.helpers.random_games.cards import card_game
from tests.helpers.texts import game_text

PLAYED = (
    *("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon"),
    *("examples/six_tricks.game", "examples/leduc_poker.game", "examples/sealed_bid.game"),
)


@pytest.mark.parametrize("name", without_largest(PLAYED))
def test_answers_in_games(name: str) -> None:
    """Questions, choices and their words, refusals, views, points, results and deals are what they were."""
    game = gamedsl.load(name).checked
    found = folded(told_without_log, kernel_engine(game, game.least_seats), [1], 60)
    held("kernel", "machine", f"{name}, no log", found)


@pytest.mark.parametrize("name", without_largest(PLAYED))
def test_answers_in_games_with_a_log(name: str) -> None:
    """With a log so is every event."""
    game = gamedsl.load(name).checked
    held("kernel", "machine", f"{name}, with a log", folded(told, kernel_engine(game, game.least_seats), [2], 40))


@pytest.mark.parametrize("number", cases(4, 12))
def test_answers_in_card_games(number: int) -> None:
    """So they are in games that nobody meant, to the rule that stops one."""
    game = gamedsl.loads(card_game(Random(number))).checked
    story = told if number % 2 == 0 else told_without_log
    held("kernel", "machine", f"card game {number}", folded(story, kernel_engine(game, game.least_seats), [number], 60))


def test_a_game_is_given_up_at_its_limit() -> None:
    """After so many decisions a game is unfinished, and asks nobody."""
    engine = engine_for(gamedsl.load("quatre_etoiles").checked, 2)
    s = engine.start(1, log=False, limit=3)
    while codes := engine.codes(s):
        engine.apply(s, codes[0])
    assert ("unfinished", 3, None, ()) == (s.status, s.decisions, engine.decider(s), engine.codes(s))
    with pytest.raises(IllegalChoice, match="the game is over"):
        engine.apply(s, codes[0] if codes else 0)
    assert Limits.decisions > 3


def test_only_legal_choices_are_carried_out() -> None:
    """A code that is not among the choices changes nothing."""
    engine = Engine(gamedsl.load("examples/tic_tac_toe.game").checked, 2)
    s = engine.start(1, log=False)
    before = s.copy()
    with pytest.raises(IllegalChoice, match="choice 9999 is not legal here"):
        engine.apply(s, 9999)
    assert before == s


LARGE = game_text("kernel/machine")


def test_what_no_program_says_is_refused() -> None:
    """Sets of too many numbers are no fault: the first game is refused, with the reason."""
    engine = Engine(gamedsl.loads(LARGE).checked, 2)
    with pytest.raises(
        SetupError, match=r"Small cannot be played: game\.game:13:30: a set of 2,000,000,001 numbers .* is more than"
    ):
        engine.start(1)


FAULTS = ("pay 6 from bank to you.coins", "move deck to spot", "set level to level + 4 - count(spot)", "again")


@pytest.mark.parametrize("name", FAULTS)
def test_where_a_rule_fails(name: str) -> None:
    """A rule that cannot be carried out stops the game with its place, in which paragraphs it was, and for whom."""
    s = stopped(name)
    assert s.error is not None
    held("kernel", "machine", name, f"{s.error} {fold([{'events': s.events()}])}")
