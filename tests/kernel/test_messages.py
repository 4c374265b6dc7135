"""What a fault of the rules says: code, place, values, chain and seat are what they were when they were frozen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.frozen.kept import cases, held, kernel_engine
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.texts import game_text

GAME = game_text("kernel/messages")
PLAIN = {
    "setup": "score dots 0 for A",
    "go": "then:\n      inner(2)\n      if n = 8: asks\n      if n = 6: again",
    "more": "then: score dots 1 for you",
    "inner": "then: score dots 0 for you",
    "bell": "score dots 1 for A",
    "worth": "worth: 1",
}
FAULTS: dict[str, tuple[str, dict[str, str]]] = {
    "a payment": ("GDRUN02", {"go": "then: pay 2 from you.chips to bank"}),
    "a payment in a rule": ("GDRUN02", {"inner": "then: pay k from you.chips to bank"}),
    "a payment in setup": ("GDRUN02", {"setup": "pay 1 from A.chips to bank"}),
    "a payment in a trigger": ("GDRUN02", {"go": "then: set n to 7", "bell": "pay 3 from A.chips to B.chips"}),
    "a place that is taken": ("GDRUN03", {"go": "then: move deck.top to row[2]; move deck.top to row[2]"}),
    "nothing there": ("GDRUN04", {"go": "then: move row[1].top to deck"}),
    "nothing there in setup": ("GDRUN04", {"setup": "move row[1].top to deck"}),
    "a value": ("GDRUN05", {"go": "then: set marks[2] to n + 5"}),
    "a value in a rule": ("GDRUN05", {"go": "then: inner(n + 9)"}),
    "a value in setup": ("GDRUN05", {"setup": "set marks[1] to count(deck) * n * 4"}),
    "points": ("GDRUN05", {"go": "then:\n      repeat 20000 times: score dots 9 for you"}),
    "an argument in a condition": ("GDRUN05", {"more": "when: over(n + 9) > 2\n    then: score dots 1 for you"}),
    "an argument in a trigger": ("GDRUN05", {"go": "then: set n to 7", "bell": "set n to over(n + count(deck) + 2)"}),
    "an argument at the end": ("GDRUN05", {"go": "then: set n to 9", "worth": "worth: over(n + 9)"}),
    "a rule inside itself": ("GDRUN06", {"go": "then: again"}),
    "an open loop": ("GDRUN07", {"inner": "then:\n      repeat until n = k + 2: set n to 1"}),
    "many passes": ("GDRUN07", {"go": "then:\n      repeat 2000000000 times: set n to 1"}),
    "a tie": ("GDRUN08", {"go": "then: score dots 1 for low"}),
    "a tie in a condition": ("GDRUN08", {"more": "when: low = A\n    then: score dots 1 for you"}),
    "a tie in an offer": ("GDRUN08", {"go": "then: asks", "more": "when: low = A\n    then: score dots 1 for you"}),
    "nothing to choose": ("GDRUN01", {"go": "then: asks", "more": "when: n = 5\n    then: score dots 1 for you"}),
    "nothing to pick": ("GDRUN01", {"inner": 'then: pick c in you.hand "Which?"; move c to deck'}),
}


def told(engine: Engine, seed: int = 0, limit: int = 5) -> tuple[Any, ...]:
    """Return what stops an engine when the first choice is made each time: code, place, chain, seat and values."""
    s = engine.start(seed, log=False)
    while s.status == "running" and s.decisions < limit:
        engine.apply(s, engine.codes(s)[0])
    return tuple(s.error or ())


@pytest.mark.parametrize("name", FAULTS)
def test_messages_are_the_same(name: str) -> None:
    """Whatever a fault is and wherever it comes up, the same is said of it."""
    code, parts = FAULTS[name]
    game = gamedsl.loads(GAME.format(**PLAIN | parts)).checked
    found = told(kernel_engine(game, 2))
    assert code == found[0]
    held("kernel", "messages", name, repr(found))


@pytest.mark.parametrize("number", cases(5, 12))
def test_chains_in_games_at_random(number: int) -> None:
    """In games that nobody meant every fault names the same open paragraphs and the same seat."""
    game = gamedsl.loads(faulty_game(Random(number))).checked
    engine = kernel_engine(game, game.least_seats)
    for seed in range(3):
        held("kernel", "messages", f"faulty game {number}, seed {seed}", repr(told(engine, seed, 40)))
