"""Nothing that a player sees depends on what is hidden from that player, in every bundled game and example.

A stretch of a game is played twice: once as it is, once with the hidden pieces changed for others in the same places,
the same decisions and the same chance. View, questions, choices, log and events of the player must not differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import attrs
import pytest

import gamedsl
from gamedsl.engine.state.flat import RUNNING
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.imagine.matching import Matching
from gamedsl.presentation import refusal
from gamedsl.presentation.seen import seen_events
from gamedsl.presentation.story.details import narrate
from gamedsl.presentation.views import project
from tests.helpers.secrecy.twin_draws import DivergedError, Draws
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

STRETCH = 6
PLACES = (1, 15)
HIDING = ("kuhn_poker", "leduc_poker", "liars_dice", "no_thanks", "sealed_bid", "six_tricks")
"""Small games in which something is hidden: those of everyday runs, in which twins of others are compared, too."""
GAMES = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]


def shown(engine: Engine, state: State, seat: int) -> str:
    """Return everything that a seat is shown, as text: view, question, choices, log and events."""
    asked: list[Any] = []
    if engine.decider(state) == seat:
        asked = [attrs.asdict(engine.question(state)), engine.codes(state)]
        asked += [engine.choice_text(state, one) + engine.choice_words(state, one) for one in engine.legal(state)]
        asked += [attrs.asdict(one) for one in refusal.refusals(engine, state)]
    lines = [attrs.asdict(line) for line in narrate(engine, state, seat)]
    view = project(engine, state, seat).to_json()
    return json.dumps([view, asked, lines, seen_events(engine, state, seat)], sort_keys=True)


class Stretch:
    """Some decisions of a game as they were, and what chance gave."""

    def __init__(self, engine: Engine, start: State, seat: int, random: Random) -> None:
        self.engine = engine
        self.start = start
        self.seat = seat
        self.codes: list[int] = []
        self.meant: list[Any] = []
        self.draws = Draws(engine)
        self.revealed: set[int] = set()
        self.shown: list[str] = []
        state = start.copy()
        with self.draws.recorded():
            for _ in range(STRETCH):
                self._note(state)
                if state.status != RUNNING:
                    break
                code = random.choice(engine.codes(state))
                self.codes.append(code)
                self.meant.append(engine.meant(state, engine.numbering.choice(code)))
                engine.apply(state, code)
            else:
                self._note(state)

    def _note(self, state: State) -> None:
        told = len(self.codes) in (0, 2, STRETCH)
        self.shown.append(self._look(state) if told else "")
        if state.status == RUNNING:
            self.revealed |= {piece for piece, seats in enumerate(state.known) if seats >> self.seat & 1}

    def _look(self, state: State) -> str:
        self.draws.looking = True
        found = shown(self.engine, state, self.seat)
        self.draws.looking = False
        return found

    def compare(self, random: Random) -> int:
        """Play the stretch with other hidden pieces; return how many decisions long it could be compared."""
        determinizer = Determinizer(self.engine, self.start, self.seat)
        stay = {piece for piece in determinizer.could if piece in self.revealed}
        keep = sum(1 << piece for piece in stay)
        could = {piece: mask & ~keep for piece, mask in determinizer.could.items() if piece not in stay}
        moved = Matching(could, sum(1 << piece for piece in could)).draw(random)
        moved = {place: piece for place, piece in moved.items() if place != piece}
        if not moved:
            return 0
        state = self.start.copy()
        determinizer._put(state, moved)
        for piece, other in moved.items():
            state.put("known", other, self.start.known[piece])
        state.cache = None
        number = 0
        with self.draws.followed(moved, None, random), suppress(DivergedError):
            for number, code in enumerate(self.codes):
                assert self.shown[number] in ("", self._look(state))
                other = self._other(state, code, self.meant[number], moved)
                if other is None:
                    return number
                self.engine.apply(state, other)
            number = len(self.codes)
            if state.status == RUNNING:  # at the end everything lies open
                assert self.shown[-1] == self._look(state)
        return number

    def _other(self, state: State, code: int, meant: Any, moved: dict[int, int]) -> int | None:
        """Return the same decision with the other pieces; None when the rules do not allow it with them."""
        wanted = self.engine.numbering.choice(code)
        value = moved.get(meant, meant) if wanted.type is not None and _is_piece(wanted.type) else None
        for choice in self.engine.legal(state):
            if choice.code == code and value is None:
                return code
            same = (choice.action, choice.question, choice.is_pass) == (wanted.action, wanted.question, wanted.is_pass)
            if value is not None and same and self.engine.meant(state, choice) == value:
                return choice.code
        return None


def _is_piece(kind: Any) -> bool:
    return "PieceType" in (type(kind).__name__, type(getattr(kind, "item", None)).__name__)


def starts(name: str) -> Iterator[tuple[Engine, State, Random]]:
    """Walk situations of a game: after some random moves, with the log on."""
    game = gamedsl.load(name)
    for number, decisions in enumerate(PLACES):
        table = game.start(players=game.players[-1] if number else None, seed=number)
        random = Random(number)
        while table.decider is not None and table.decisions < decisions:
            table.apply(random.choice(table.codes()))
        if table.decider is not None:
            yield table._engine, table._state, random


@pytest.mark.parametrize("name", GAMES if NIGHTLY else HIDING)
def test_nothing_hidden_is_told(name: str) -> None:
    """What each player is shown stays the same to the byte with other hidden pieces."""
    for engine, state, random in starts(name):
        if state.curtain is None:
            for seat in range(2):
                Stretch(engine, state, seat, random).compare(random)


@pytest.mark.parametrize("name", ["six_tricks", "mogul", "kuhn_poker", "no_thanks"])
def test_the_comparison_compares(name: str) -> None:
    """In games with hidden cards there are stretches with other cards: the test above is not empty."""
    lengths = [
        Stretch(engine, state, seat, random).compare(random)
        for engine, state, random in starts(name)
        for seat in range(2)
    ]
    assert max(lengths) >= 1


@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["sealed_bid", "quatre_etoiles"])
def test_nothing_decided_together_is_told(name: str) -> None:
    """While players decide together, what the others have decided changes nothing that a player is shown."""
    game = gamedsl.load(name)
    table = game.start(seed=3)
    engine, random = table._engine, Random(3)
    for _ in range(25):
        state = table._state
        if table.decider is None:
            break
        if state.curtain is not None:
            for seat in range(table.players):
                before = engine.before_together(state)
                before.log = _until(state.log, state.log_size - state.curtain[2])
                before.log_size = state.curtain[2]
                before.curtain = (*before.curtain[:2], state.curtain[2], *before.curtain[3:])
                determinizer = Determinizer(engine, state, seat)
                assert determinizer._replay(before, random)
                assert shown(engine, state, seat) == shown(engine, before, seat)
        table.apply(random.choice(table.codes()))


def _until(log: Any, back: int) -> Any:
    """Return a log without its last events."""
    for _ in range(back):
        log = log[0]
    return log


LEAKY = game_text("players/leaks")


def test_a_leak_is_found() -> None:
    """A rule that pays by a hidden card tells it: the comparison sees the difference."""
    table = gamedsl.loads(LEAKY).start(seed=1)
    found = 0
    for number in range(12):
        try:
            Stretch(table._engine, table._state, 1, Random(number)).compare(Random(number))
        except AssertionError:
            found += 1
    assert found > 0
