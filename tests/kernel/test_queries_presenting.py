"""Words, reasons, displays, the standing and the judge say of states what they said when they were frozen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.setup.choosing import first_parts, places_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import HEADER
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge
from gamedsl.presentation import refusal
from gamedsl.presentation.displays import Displays
from tests.frozen.folds import fold
from tests.frozen.kept import cases, held, kernel_engine, tried, without_largest
from tests.helpers.kernel.expressions import moments, told
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES, sampled


class Presented:
    """What an engine tells of the states of a game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.displays, self.judge = Displays(engine), Judge(engine)

    def all(self, s: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Walk everything that is told of a state, for every seat."""
        engine = self.engine
        for display in engine.game.displays.values():
            for seat in engine.layout.players if display.each else (None,):
                yield display.name, lambda d=display, seat=seat: self.displays.draw(d, s.copy(), seat)
        yield "refusals", lambda: refusal.refusals(engine, s.copy())
        yield "question", lambda: engine.question(s)
        for choice in engine.legal(s)[:12]:
            yield "words", lambda c=choice: engine.choice_words(s, c)
            yield "text", lambda c=choice: engine.choice_text(s, c)
            yield "words for others", lambda c=choice: engine.choice_words(s, c, hide=True)
            yield "meant", lambda c=choice: engine.meant(s, c)
            yield "frame", lambda c=choice: self.answered(s, c)
        yield "standing", lambda: (engine.standing(s), engine.ending.leading(s))
        yield "judge", lambda: self.judge.values(s)

    def answered(self, s: Any, choice: Choice) -> list[Any]:
        """Return for whom a choice is made, with what arguments, and what it picks, as they stand in its frame."""
        frame, places = self.engine.answered_frame(s, choice), self.engine.asked(s).places
        if choice.action is not None:
            action = self.engine.game.actions[choice.action]
            places = (*range(HEADER, HEADER + len(action.params)), *places_of(first_parts(action)))
        return [frame[place] for place in (2, 3, *places)]


def hold(case: str, engine: Engine, game: tuple[int, int, int], least: int) -> None:
    """Ask at every few decisions of a random game: its seed, how many, to which; hold the answers to what is frozen."""
    presented = Presented(engine)
    found = [{name: told(work)} for s in moments(engine, *game) for name, work in presented.all(s)]
    assert len(found) > least
    held("queries", "presenting", case, f"{len(found)} {fold(found)}")


@pytest.mark.parametrize("name", without_largest(GAMES))
def test_large_games(name: str) -> None:
    """The four games with sampled players and options."""
    hold(name, sampled(name, 1), (3, 7, 60), 50)


@pytest.mark.parametrize("name", tried(FORMS, EXAMPLES))
def test_examples(name: str) -> None:
    """Every example."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, game.least_seats), (3, 7, 80), 3)


@pytest.mark.parametrize("number", cases(2, 10))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant: copies that are alike, hidden hands, open stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    hold(f"card game {number}", kernel_engine(game, game.least_seats + number % 2), (number, 5, 60), 20)


@pytest.mark.parametrize("number", cases(2, 10))
def test_card_games_with_several_at_once(number: int) -> None:
    """Games whose actions ask for several things at once: each reason of what cannot be picked, too."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    hold(f"several {number}", kernel_engine(game, game.least_seats + number % 2), (number, 5, 60), 20)
