"""Deals do not depend on the numbers of copies: games in which copies have other numbers have the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import attrs
import pytest

import gamedsl
from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.state.flat import RUNNING
from gamedsl.game import Table
from gamedsl.kernel.builder import bits
from gamedsl.kernel.state.block import State
from gamedsl.players.imagine import determinization
from gamedsl.players.imagine.copies import by_rank, sort_of, without_numbers
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.secrecy.observations import dealt
from tests.helpers.secrecy.twin_draws import DivergedError
from tests.helpers.secrecy.twins import Follower, Played
from tests.helpers.suite.nightly import NIGHTLY, examples

# ---------------------------------------------------------------- whole games


class _Dealt(Played):
    """Decisions of a game, with what is imagined for a seat at each."""

    def __init__(self, *given: Any) -> None:
        self.told: list[Any] = []
        super().__init__(*given)

    def look(self, state: State, number: int) -> Any:
        """Return a deal as it looks when all of it lies open."""
        self.told.append(_told(self.table, state))
        if state.status != RUNNING:
            return []
        self.draws.looking = True
        found = [looks[0] for looks in dealt(attrs.evolve(self.table, state=state), self.seat, number)[:1]]
        self.draws.looking = False
        return found


def _told(table: Table, state: State) -> list[Any]:
    """Return what lies where, and who knows it, but for the numbers of copies."""
    layout = table._engine.layout
    return sorted(
        (sort_of(layout, piece), *about) for piece, about in enumerate(zip(state.place, state.known, strict=True))
    )


class _Renumbered(Follower):
    """The same game, in which others of the same sort stand for the copies that chance has given."""

    def follow(self, state: State, number: int) -> State:
        """Make the move that corresponds; raise IllegalChoice where there is none."""
        move = self.played.moves[number - 1]
        self.engine.apply(state, self._same(state, move).code if move.choice.type is not None else move.choice.code)
        return state


def renumbered(table: Table, seed: int, length: int = 12) -> tuple[int, str]:
    """Return how many deals of a game are the same with other numbers of copies, and what differs first."""
    random = Random(seed)
    played = _Dealt(table, random.randrange(table.players), seed, length)
    sorts: dict[Any, list[int]] = {}
    for piece, met in played.draws.first_met.items():
        sorts.setdefault((sort_of(table._engine.layout, piece), met), []).append(piece)
    others = [(pieces, random.sample(pieces, len(pieces))) for pieces in map(sorted, sorts.values())]
    other = _Renumbered(played, {one: two for before, now in others for one, two in zip(before, now, strict=True)})
    equal, state = 0, None
    try:
        with played.draws.followed(other.world, None, random):
            for number, seen in enumerate(played.seen):
                state = other.begin() if state is None else other.follow(state, number)
                if _told(table, state) != played.told[number]:
                    break  # copies went out of several hands in one step, with a trigger between: the rules tell it
                found = played.look(state, number)
                if found != seen:
                    return equal, f"decision {number}: {seen} != {found}"
                equal += len(found)
    except (DivergedError, IllegalChoice):
        pass
    return equal, ""


def of_games(numbers: range) -> Iterator[tuple[int, str]]:
    """Walk what is found in games at random, with few designs of many copies."""
    for number in numbers:
        game = gamedsl.loads((card_game, naming_game)[number % 2](Random(number)))
        for seed in range(4):
            yield renumbered(game.start(players=game.players[-1]), seed + 10 * number)


KEPT = """
game Kept "Kept"
  players: 3
components
  card: card
    | card  | copies: 1..9 |
    | red   | 4            |
    | blue  | 4            |
    | green | 4            |
table
  deck: stack of card, full, seen by none
  each player
    hand: heap of card, seen by none
    kept: heap of card, seen by none
    turns: 0..9
setup
  shuffle deck
  for each p in players: deal 2 from deck to p.hand
phases
  game
    who: players from A
    play: keep or give
    until: sum(p.turns for each p in players) = 6
actions
  keep "Show your hand and keep a card of it, whichever"
    then:
      show you.hand to players
      if count(you.hand) > 0: deal 1 from you.hand to you.kept
      set you.turns to you.turns + 1
  give "Show your hand and give a card of it to the next player, whichever"
    then:
      show you.hand to players
      if count(you.hand) > 0: deal 1 from you.hand to next(you).kept
      set you.turns to you.turns + 1
end
  winner: the p in players with most count(p.hand) ties all
"""


def test_copies_with_other_numbers_are_dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two cards of each hand was kept, all see which two: deals do not ask which copies are in which hand."""
    table = gamedsl.loads(KEPT).start()
    found = [renumbered(table, seed, 5) for seed in range(examples(12, 60))]
    assert [""] * len(found) == [told for _, told in found]
    assert sum(equal for equal, _ in found) == 6 * len(found)

    monkeypatch.setattr(determinization, "without_numbers", lambda layout, could, called: sorted(could))
    assert any(told for _, told in (renumbered(table, seed, 5) for seed in range(12)))


@pytest.mark.parametrize("number", range(2, 62) if NIGHTLY else (9, 22))
def test_copies_with_other_numbers_are_dealt_alike_in_games_at_random(number: int) -> None:
    """So it is in games that nobody meant, with values that name cards too."""
    found = [*of_games(range(number, number + 1))]
    assert [""] * len(found) == [told for _, told in found]
    assert sum(equal for equal, _ in found) > 0


# ---------------------------------------------------------------- the order of copies


class _Sorts:
    """A layout that says nothing but of which sort each piece is."""

    def __init__(self, sorts: Sequence[int]) -> None:
        self.piece_design = sorts
        self.piece_seat = [None] * len(sorts)


def some_could(random: Random, sorts: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return what may lie where by chance, and what places are called."""
    pieces = range(len(sorts))
    could = {piece: 1 << piece for piece in pieces}
    for _ in range(random.randint(0, 7)):
        mixed = random.sample(pieces, random.randint(2, min(4, len(pieces))))
        union = 0
        for piece in mixed:
            union |= could[piece]
        could |= dict.fromkeys(mixed, union)
    return could, {piece: random.randrange(2) for piece in pieces}


def as_ranked(sorts: Sequence[int], could: Mapping[int, int], called: Mapping[int, int]) -> tuple[Any, Any]:
    """Return the sorts of pieces in their order, and what places are called with the ranks of what may lie there."""
    order = without_numbers(_Sorts(sorts), could, called)  # type: ignore[arg-type]
    ranked = by_rank(could, order)
    return [sorts[piece] for piece in order], sorted((called[place], ranked[place]) for place in could)


@pytest.mark.parametrize("part", range(examples(1, 20)))
def test_the_order_of_pieces_does_not_ask_for_numbers_of_copies(part: int) -> None:
    """Whatever may lie where: copies with other numbers, mirror images among them, come in the same order."""
    for seed in range(150 * part, 150 * (part + 1)):
        other_numbers(Random(seed))


def other_numbers(random: Random) -> None:
    """Find the same order of pieces by chance, whichever numbers copies have."""
    sorts = sorted(random.randrange(random.choice((1, 2, 4))) for _ in range(random.randint(2, 9)))
    could, called = some_could(random, sorts)
    expected = as_ranked(sorts, could, called)
    for _ in range(4):
        other = [*range(len(sorts))]
        for sort in set(sorts):
            copies = [piece for piece in other if sorts[piece] == sort]
            for piece, now in zip(copies, random.sample(copies, len(copies)), strict=True):
                other[piece] = now
        moved = {other[place]: sum(1 << other[one] for one in bits(mask)) for place, mask in could.items()}
        assert expected == as_ranked(sorts, moved, {other[place]: name for place, name in called.items()})
