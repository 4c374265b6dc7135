"""What reasons, displays and endings ask besides plain values is answered as when it was frozen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from tests.frozen.kept import cases, kernel_engine, tried
from tests.helpers.kernel.expressions import Asked, moments, place, quick, told
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES, sampled

MOST = 200


class Asking(Asked):
    """Asks an engine at a moment of a game."""

    def at(self, s: State, seat: int) -> None:
        """Ask everything."""
        walk, looks = self.walk(s, seat), self.engine.evaluator
        for node, f in walk.all():
            zone = node if isinstance(node, core.ZoneRef) else getattr(node, "zone", None)
            if isinstance(zone, core.ZoneRef):
                self.say(place(node.span), told(lambda *given, z=zone: [*looks.cells(z)(*given)], s.copy(), f[:]))
        for cost, f in walk.costs:
            self.say("cost", told(lambda *given, c=cost: bool(looks.payable(c)(*given)), s.copy(), f[:]))
        for leaf, f in walk.leaves:
            self.say("offer", told(lambda *given, leaf=leaf: bool(looks.possible(leaf)(*given)), s.copy(), f[:]))
        for pick, f in walk.picks:
            self.say(place(pick.span), told(lambda *given, p=pick: _first(looks.answers(p)(*given)), s.copy(), f[:]))
        self._paragraphs(s, seat)

    def _paragraphs(self, s: State, seat: int) -> None:
        looks = self.engine.evaluator
        for name in self.engine.game.actions:
            by = looks.forbidding(name)(s.copy(), [0, 0, seat, seat])
            self.say(name, repr(by and by.name))
        rank, f = self.engine.ending.rank, [0, 0, None, seat, *[None] * 50]
        if rank is not None:
            self.say("candidates", told(lambda: sorted(looks.candidates(rank.loop)(s.copy(), f[:]))))
            f[4 + rank.loop.slot] = seat
            self.say("keys", told(lambda: looks.keys(rank)(s.copy(), f[:])))
        for kind in self.engine.game.kinds:
            if kind in self.engine.layout.kind_pieces:
                self._alike(s, t.PieceType(kind))

    def _alike(self, s: State, kind: t.PieceType) -> None:
        tell = self.engine.evaluator.merger(kind)
        if tell is None:
            self.say(kind, "each is its own")
            return
        first, count = self.engine.layout.kind_pieces[kind.kind]
        self.say(kind, repr(sorted(_groups(lambda one: tell(s, one), range(first, first + count)))))


def _first(found: Any) -> list[Any]:
    return [*islice(found, MOST)]


def _groups(tell: Any, pieces: range) -> Iterator[list[int]]:
    found: dict[Any, list[int]] = {}
    for one in pieces:
        found.setdefault(tell(one), []).append(one)
    yield from found.values()


def hold(case: str, engine: Engine, game: tuple[int, int, int], least: int) -> None:
    """Ask at every few decisions of a random game: its seed, how many, to which; hold the answers to what is frozen."""
    found = Asking("asking", case, quick(engine))
    for s in moments(engine, *game):
        for seat in engine.layout.players:
            found.at(s, seat)
    found.hold(least)


@pytest.mark.parametrize("name", tried(["mogul"], GAMES))
def test_large_games(name: str) -> None:
    """Costs, offers, answers, what forbids and who leads in the four games, for every seat."""
    hold(name, sampled(name, 1), (2, 23, 70), 100)


@pytest.mark.parametrize("name", tried(FORMS, EXAMPLES))
def test_examples(name: str) -> None:
    """So in every example."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, game.least_seats), (2, 17, 100), 5)


@pytest.mark.parametrize("number", cases(2, 12))
def test_card_games_at_random(number: int) -> None:
    """Copies that nobody can tell apart in games that nobody meant, with hidden hands and stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    hold(f"card game {number}", kernel_engine(game, game.least_seats + number % 2), (number, 13, 100), 20)


@pytest.mark.parametrize("number", cases(1, 12))
def test_card_games_with_several_at_once(number: int) -> None:
    """Sets that can be picked, and the parts of choices, of sets of copies that are alike one."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    hold(f"several {number}", kernel_engine(game, game.least_seats + number % 2), (number, 5, 60), 20)


MARKED = game_text("kernel/queries_asking")


def test_what_belongs_to_copies_tells_them_apart() -> None:
    """Values, amounts, pieces on a copy, values that mean it and who was shown it tell it from others like it."""
    hold("marked", kernel_engine(gamedsl.loads(MARKED).checked, 2), (1, 1, 60), 300)
