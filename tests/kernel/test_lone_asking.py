"""What reasons, displays and endings ask besides plain values is over flat states what the engine says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.compiled_looks import CompiledLooks
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.machine import Engine
from gamedsl.engine.rules import alike, several
from gamedsl.engine.rules.offers import action_offer
from gamedsl.engine.write import costs
from gamedsl.kernel.lone import asking, copies
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from tests.card_games import SEVERAL, card_game
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled
from tests.lone_help import Both, Walk, told

MOST = 200


class Asked:
    """Asks both sides at a moment of a game; counts the questions, and notes where answers differ."""

    def __init__(self, both: Both) -> None:
        self.both, self.engine, self.c = both, both.engine, both.engine.compiler
        self.lone = both.lone
        self.asked = 0
        self.found: list[str] = []

    def same(self, what: object, expected: object, actual: object) -> None:
        """Note whether two answers are the same."""
        self.asked += 1
        if expected != actual:
            self.found.append(f"{what}: {actual} is not {expected}")

    def at(self, s: Any, block: Any, seat: int) -> None:
        """Ask everything."""
        walk = Walk(self.engine, s, seat, Random(f"{s.decisions} {seat}"))
        for node, f in walk.all():
            zone = node if isinstance(node, core.ZoneRef) else getattr(node, "zone", None)
            if isinstance(zone, core.ZoneRef):
                found = CompiledLooks(self.c).cells(zone)
                self.same(node.span, told(found, s, f[:]), told(asking.cells(self.lone, zone), block, f))
            known = self.c.known(node)
            if known is not UNKNOWN:
                self.same(node.span, repr(known), repr(self.lone.known(node)))
            elif self.lone.known(node) is not UNKNOWN:
                self.same(node.span, told(self.c.value(node), s.copy(), f[:]), repr(self.lone.known(node)))
        for cost, f in walk.costs:
            can = self.c.later(lambda d, cost=cost: [f"return {costs.payable(d, cost) or True}"])
            self.same(cost, told(can, s.copy(), f[:]), told(asking.payable(self.lone, cost), block, f))
        for leaf, f in walk.leaves:
            node = core.Possible(span=self.engine.game.winner.span, type=t.BoolType(), leaf=leaf)
            expected = told(self.c.value(node), s.copy(), f[:])
            self.same(leaf, expected, told(asking.possible(self.lone, leaf), block, f))
        for pick, f in walk.picks:
            self.same(pick.span, told(self._engine_answers(pick), s.copy(), f[:]), told(self._answers(pick), block, f))
        self._paragraphs(s, block, seat)

    def _engine_answers(self, pick: Any) -> Any:
        def write(d: Any) -> list[str]:
            lines, values = several.walked(d, pick)
            return [*lines, f"return {d.bind(_first)}({values})"]

        return self.c.later(write)

    def _answers(self, pick: Any) -> Any:
        walk = copies.answers(self.lone, pick)
        return lambda s, f: _first(walk(s, f))

    def _paragraphs(self, s: Any, block: Any, seat: int) -> None:
        for name in self.engine.game.actions:
            expected = action_offer(self.c, name).forbidden(s.copy(), seat, seat)
            actual = asking.forbidding(self.lone, name)(block, [0, 0, seat, seat])
            self.same(name, expected and expected.name, actual and actual.name)
        ending = self.engine.ending
        f: list[Any] = [0, 0, None, seat, *[None] * 50]
        if ending.rank is not None:
            among = sorted(ending.candidates(s.copy(), f[:]))
            self.same("candidates", among, [*asking.candidates(self.lone, ending.rank.loop)(block, f)])
            f[4 + ending.rank.loop.slot] = seat
            self.same("keys", ending.keys(s.copy(), f[:]), asking.keys(self.lone, ending.rank)(block, f))
        for kind in self.engine.game.kinds:
            if kind in self.engine.layout.kind_pieces:
                self._alike(s, block, t.PieceType(kind))

    def _alike(self, s: Any, block: Any, kind: t.PieceType) -> None:
        expected, actual = alike.merger(self.c, kind), copies.merger(self.lone, kind)
        self.same(kind, expected is None, actual is None)
        if expected is not None and actual is not None:
            first, count = self.engine.layout.kind_pieces[kind.kind]
            pieces = range(first, first + count)
            groups = [
                sorted(_groups(lambda one, x=x, y=y: x(y, one), pieces)) for x, y in ((expected, s), (actual, block))
            ]
            self.same(kind, *groups)


def _first(found: Any) -> list[Any]:
    return [*islice(found, MOST)]


def _groups(tell: Any, pieces: range) -> Iterator[list[int]]:
    found: dict[Any, list[int]] = {}
    for one in pieces:
        found.setdefault(tell(one), []).append(one)
    yield from found.values()


def asked(engine: Engine, seed: int, every: int, limit: int) -> Asked:
    """Play a game and ask both sides at every few decisions."""
    both = Both(engine)
    found = Asked(both)
    for s, block in both.moments(seed, every, limit):
        for seat in engine.layout.players:
            found.at(s, block, seat)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_large_games(name: str) -> None:
    """Costs, offers, answers, what forbids and who leads are the same in the four games, for every seat."""
    engine = sampled(name, 1, CompiledEngine) or sampled(name, 2, CompiledEngine)
    assert engine is not None
    found = asked(engine, seed=2, every=23, limit=70)
    assert found.found == []
    assert found.asked > 300


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """So they are in every example."""
    game = gamedsl.load(name).checked
    found = asked(CompiledEngine(game, game.least_seats), seed=2, every=17, limit=100)
    assert found.found == []
    assert found.asked > 10


@pytest.mark.parametrize("number", range(12))
def test_card_games_at_random(number: int) -> None:
    """Copies that nobody can tell apart are the same ones in games that nobody meant, with hidden hands and stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    found = asked(CompiledEngine(game, game.least_seats + number % 2), seed=number, every=13, limit=100)
    assert found.found == []
    assert found.asked > 30


@pytest.mark.parametrize("number", range(12))
def test_card_games_with_several_at_once(number: int) -> None:
    """Sets that can be picked, and the parts of choices, are the same ones, of sets of copies that are alike one."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    found = asked(CompiledEngine(game, game.least_seats + number % 2), seed=number, every=5, limit=60)
    assert found.found == []
    assert found.asked > 30


MARKED = """
game Marked "Marked"
  players: 2
types
  suit: red, blue
components
  coin: counter, 40
  chip: piece, 6
  card: card, 4 each suit
table
  bank: purse of coin, full
  box: heap of chip, full
  deck: heap of card, full
  clock: 0..60
  favourite: card or none
  marked: set of card
  each card
    coins: purse of coin
    mark: 0..2
    chips: heap of chip
    pile: stack of chip
  each player
    hand: heap of card, seen by owner
setup
  for each p in players: deal 4 from deck to p.hand
phases
  turns
    who: players from A
    play: mark or load or lay or pile_up or like or show_one
    then: set clock to clock + 1
    until: clock > 30
actions
  mark
    pick: c in you.hand
    then: set c.mark to 1 - c.mark; set marked to marked + {c}
  load
    pick: c in you.hand
    then: pay 1 from bank to c.coins
  lay
    when: count(box) > 0
    pick: c in you.hand
    then: deal 1 from box to c.chips
  pile_up
    when: count(box) > 0
    pick: c in you.hand
    then: deal 1 from box to c.pile
  like
    pick: c in you.hand
    then: set favourite to c
  show_one
    pick: c in you.hand
    then:
      show c to next(you)
      pick d in you.hand "Which one?"
      set favourite to d
end
  winner: the p in players with least sum(c.mark for each c in p.hand) then most p.points ties all
"""


def test_what_belongs_to_copies_tells_them_apart() -> None:
    """Values, amounts, pieces on a copy, values that mean it and who was shown it tell it from others like it."""
    engine = CompiledEngine(gamedsl.loads(MARKED).checked, 2)
    found = asked(engine, seed=1, every=1, limit=60)
    assert found.found == []
    assert found.asked > 300
