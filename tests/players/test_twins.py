"""Two worlds that differ in hidden things alone look the same to whom they are hidden from, and so do their deals."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from card_games import card_game
from twins import twins

import gamedsl
from gamedsl.engine.state.board import Board
from gamedsl.players.imagine import determinization
from gamedsl.players.imagine.determinization import Determinizer

GAMES = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]
DEPTHS = (0, 0, 4, 15)


def leaks(text: str, seeds: range) -> list[str]:
    """Return what is told in twins of a game, one for each seed."""
    game = gamedsl.loads(text) if "\n" in text else gamedsl.load(text)
    engines = [game.start(players=players, seed=0)._engine for players in (game.players[0], game.players[-1])]
    found = (twins(engines[seed % 2], seed, 1 + seed % 9, DEPTHS[seed % 4])[1] for seed in seeds)
    return [leak for leak in found if leak]


@pytest.mark.parametrize("name", GAMES)
def test_twins_of_bundled_games_look_the_same(name: str) -> None:
    """View, choices, refusals, log, events, sums and deals are the same with other hidden things."""
    assert [] == leaks(name, range(4))


@pytest.mark.parametrize("number", range(12))
def test_twins_of_games_at_random_look_the_same(number: int) -> None:
    """So they are in games that nobody meant, with hands, stacks, bags and purses."""
    assert [] == leaks(card_game(Random(number)), range(12))


LAID_AWAY = """
game LaidAway "Laid away"
  players: 2
components
  card: card, 1 each value: 1..30
table
  deck: stack of card, full, seen by none
  pile: stack of card, seen by none
  each player
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each p in players: deal 3 from deck to p.hand
phases
  game
    who: players from A
    play: (lay_away or lay_one_by_one or put_down) then up to 2 of lift
    until: count(deck) = 0
actions
  lay_away "Lay the hand away"
    then: move you.hand to pile; deal 3 from deck to you.hand
  lay_one_by_one "Lay the hand away, card by card"
    then:
      for each c in you.hand: move c to pile at bottom
  put_down "Put down a card, whichever"
    then: deal 1 from you.hand to pile
  lift "Look at the top"
    when: count(pile) > 0
    then: move pile.top to you.hand
end
  winner: the p in players with most count(p.hand) ties all
"""


def test_cards_laid_away_in_the_order_of_the_file_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when hidden cards are laid on a stack by their numbers; as it is, nothing is told."""
    assert [] == leaks(LAID_AWAY, range(32))
    monkeypatch.setattr(Board, "in_turn", lambda self, s, pieces: pieces)
    assert [] != leaks(LAID_AWAY, range(32))


def test_cards_taken_in_the_order_of_the_file_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal takes the first card of a hand in the order of the file."""
    monkeypatch.setattr(Board, "hidden", lambda self, cell: self.viewers[cell] == 0)
    assert [] != leaks(LAID_AWAY.replace("(lay_away or lay_one_by_one or put_down)", "put_down"), range(32))


def by_what_is_true(engine: Any, state: Any, could: dict[int, int]) -> list[int]:
    """Order places as they must not be ordered."""
    return sorted(could)


def test_deals_that_start_from_the_truth_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when places are ordered by what truly lies there."""
    monkeypatch.setattr(determinization, "_in_order", by_what_is_true)
    assert [] != leaks("six_tricks", range(8))


# ---------------------------------------------------------------- inversion


def guessed(games: int) -> int:
    """Return how often the other's card in Kuhn poker is worked out from a deal of a fixed seed, by all that is learnt.

    Of half of the games it is learnt what is true when the deal shows this and the own card is that.
    """
    game = gamedsl.load("kuhn_poker")
    learnt: dict[tuple[int, int], Counter[int]] = {}
    right = 0
    for number in range(games):
        table = game.start(seed=number)
        hand = table._engine.layout.cells["player.hand"].base
        own, other = (table._state.zones[hand + seat][0] for seat in range(2))
        said = table.situation().imagine(5)._state.zones[hand + 1][0]
        if number < games // 2:
            learnt.setdefault((own, said), Counter())[other] += 1
        else:
            right += learnt[own, said].most_common(1)[0][0] == other
    return right


def test_a_deal_does_not_tell_the_other_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has learnt everything that deals of one seed can tell guesses no better than by chance: one of two."""
    assert 300 * 0.42 < guessed(600) < 300 * 0.58
    monkeypatch.setattr(determinization, "_in_order", by_what_is_true)
    assert 300 == guessed(600)


def test_a_deal_of_one_seed_has_as_many_true_cards_as_chance_gives() -> None:
    """In Six Tricks 6 of the 20 cards that a player has not seen are in the next hand: 1.8 of them by chance."""
    game, games, right = gamedsl.load("six_tricks"), 200, 0
    for number in range(games):
        table = game.start(seed=number)
        place = table._engine.layout.cells["player.hand"].base + 1
        deal = Determinizer(table._engine, table._state, 0).deal(Random(5))
        right += len({*table._state.zones[place]} & {*deal.zones[place]})
    unseen = 27 - 6 - 1
    assert 0.9 * 36 / unseen < right / games < 1.1 * 36 / unseen


def test_sealed_tables_of_one_seed_tell_nothing() -> None:
    """The table that a bot in Python gets is dealt from what its seat knows, too."""
    found: Counter[tuple[int, int, int]] = Counter()
    game = gamedsl.load("kuhn_poker")
    for number in range(300):
        table = game.start(seed=number)
        hand = table._engine.layout.cells["player.hand"].base
        sealed = table._sealed(0, 5)
        own, other, said = (cell[0] for cell in (*table._state.zones[hand : hand + 2], sealed._state.zones[hand + 1]))
        found[own, other, said] += 1
    told = {(own, said): [found[own, other, said] for other in range(3)] for own in range(3) for said in range(3)}
    assert all(max(counts) < 0.7 * sum(counts) for counts in told.values() if sum(counts) > 0)
