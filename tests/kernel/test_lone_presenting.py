"""Words, reasons, displays, the standing and the judge say of the states of a kernel what they say of the engine's."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.asked import Questions
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.errors import RuleError
from gamedsl.engine.machine import Engine
from gamedsl.engine.outcome import Ending
from gamedsl.engine.present.displays import Displays
from gamedsl.engine.present.refusing import Refusing
from gamedsl.engine.present.telling_apart import Called
from gamedsl.engine.present.words import Wording
from gamedsl.engine.setup.choosing import first_parts, places_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import HEADER, RUNNING, State
from gamedsl.kernel.lone.looks import LoneLooks
from gamedsl.kernel.lone.questions import Asking
from gamedsl.kernel.lone.values import Lone
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.state.reading import Reading
from gamedsl.players.judge import Judge
from gamedsl.semantics import core
from tests.block_help import Reader
from tests.card_games import SEVERAL, card_game
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled


class Presented:
    """What is told of a game: by an engine of its states, or, with a kernel, of blocks."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.displays, self.judge = Displays(engine), Judge(engine)

    def all(self, s: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Walk everything that is told of a state, for every seat."""
        engine = self.engine
        for display in engine.game.displays.values():
            for seat in engine.layout.players if display.each else (None,):
                yield display.name, lambda d=display, seat=seat: self.displays.draw(d, s.copy(), seat)
        yield "refusals", lambda: engine.refusals(s.copy())
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


def over_blocks(engine: Engine) -> tuple[Engine, Reader]:
    """Return an engine that asks a kernel for everything but the running of rules, and what plays with the kernel."""
    b, reader = lowering_of(engine), Reader(engine)
    reader.kernel = PythonKernel(b.program)
    reader.reading = Reading(engine, b.program)
    other = copy.copy(engine)
    lone = Lone(b, reader.kernel, engine.wording)
    other.looks = looks = LoneLooks(lone)
    asking = Asking(lone, looks, OpenParagraphs(engine.layout, b.program))
    for name in ("asked", "arguments", "meant"):
        setattr(other, name, getattr(asking, name))
    other.wording = Wording(engine.layout)
    other.wording.looks = looks
    other.questions = Questions(other)
    other.called, other.refusing, other.ending = Called(other), Refusing(other), Ending(looks)
    return other, reader


def told(work: Callable[[], Any]) -> str:
    """Return what is told, or the error of a rule."""
    try:
        return repr(work())
    except RuleError as error:
        return f"{error.code} {error.span} {error.values}"


def differences(engine: Engine, seed: int, every: int, limit: int) -> tuple[list[str], int]:
    """Play a random game; return what is told otherwise of the blocks, and how much was compared."""
    other, reader = over_blocks(engine)
    one, two = Presented(engine), Presented(other)
    s, block = reader.start(seed)
    found, count = [], 0
    while s.status == RUNNING and s.decisions <= limit:
        if s.decisions % every == 0:
            for name, expected, actual in _pairs(one, s, two, block):
                count += 1
                if expected != actual:
                    found.append(f"decision {s.decisions}, {name}: {actual} is not {expected}")
        block.cache = None
        if not reader.step(s, block):
            break
    return found, count


def _pairs(one: Presented, s: State, two: Presented, block: BlockState) -> Iterator[tuple[str, str, str]]:
    for (name, expected), (_, actual) in zip(one.all(s), two.all(block), strict=True):
        yield name, told(expected), told(actual)


@pytest.mark.parametrize("name", GAMES)
def test_large_games(name: str) -> None:
    """The four games with sampled players and options are told alike."""
    engine = sampled(name, 1, CompiledEngine) or sampled(name, 2, CompiledEngine)
    assert engine is not None
    found, count = differences(engine, seed=3, every=7, limit=60)
    assert found == []
    assert count > 50


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Every example is told alike."""
    game = gamedsl.load(name).checked
    found, count = differences(CompiledEngine(game, game.least_seats), seed=3, every=7, limit=80)
    assert found == []
    assert count > 3


@pytest.mark.parametrize("number", range(10))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant are told alike: copies that are alike, hidden hands, open stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    found, count = differences(CompiledEngine(game, game.least_seats + number % 2), seed=number, every=5, limit=60)
    assert found == []
    assert count > 20


@pytest.mark.parametrize("number", range(10))
def test_card_games_with_several_at_once(number: int) -> None:
    """So are games whose actions ask for several things at once: each reason of what cannot be picked, too."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    found, count = differences(CompiledEngine(game, game.least_seats + number % 2), seed=number, every=5, limit=60)
    assert found == []
    assert count > 20


def test_an_engine_over_blocks_asks_its_program() -> None:
    """An engine that plays by the kernel program has its program work out what displays show of a block."""
    game = gamedsl.load("tycoon").checked
    engine, other = CompiledEngine(game, 3), KernelEngine(game, 3)
    s, block = engine.start(1), other.start(1)
    shown = game.displays["player.wealth"]
    expected = Displays(engine).draw(shown, s.copy(), 0)
    assert expected == Displays(other).draw(shown, block.copy(), 0)
    values = [part.value for line in shown.lines for part in line.text.parts if isinstance(part, core.TextSlot)]
    assert {True} == {other.carried.lone.is_made(one) for one in values}
