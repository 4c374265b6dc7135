"""Terms that the loops of a value read again and again: worked out once where nothing that they are given changes."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.engine.errors import Limits

GAME = """
game Ranks
  players: 2
components
  card: card, 1 each rank: 1..20
table
  stock: stack of card, full
  each player
    hand: heap of card
terms
  ranks(p: player) = (n for each n in 1..600 where n in p.hand.rank)
  each player
    own = (n for each n in 1..600 where n in hand.rank)
setup
  shuffle stock
  deal 5 from stock to A.hand
  deal 5 from stock to B.hand
phases
  game
    who: players from A
    play: take or rest
    until: count(stock) < 3
actions
  take "Take"
    when: {condition} "no"
    then: deal 1 from stock to you.hand
  rest "Rest"
    then: deal 1 from stock to A.hand
end
  winner: A
"""
CONDITIONS = {
    "own term": "count(a for each a in 1..400 for each b in you.own for each c in you.own where a < b) > {most}",
    "given a player": "count(a for each a in 1..400 for each b in ranks(you) where a + b > 9) > {most} * 9",
    "given what an outer loop has": "any(a < b for each p in players for each a in 1..200 for each b in ranks(p))",
    "in a loop in a loop": "sum(count(b for each b in you.own where b < a) for each a in 1..900) > 4500 - {most} * 5",
    "in a condition": "count(a for each a in 1..900 where a in you.own and a + 1 in you.own) > {most} - 17",
}


def _played(condition: str, engine: str) -> list[int]:
    game = gamedsl.loads(GAME.format(condition=condition))
    return [*game.batch(12, players=2, seed=5, engine=engine).decisions]  # type: ignore[arg-type]


@pytest.mark.parametrize("which", CONDITIONS)
def test_a_term_in_loops_is_worked_out_once(which: str) -> None:
    """600 passes for each of hundreds of others would be more than the bound."""
    table = gamedsl.loads(GAME.format(condition=CONDITIONS[which].format(most=17))).start(2, seed=1)
    assert len(table.codes()) == 2


@pytest.mark.parametrize("which", CONDITIONS)
def test_what_is_kept_is_what_each_pass_would_find(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines play the same games with values that are kept and with values that every pass works out anew."""
    condition = CONDITIONS[which].format(most=17)
    kept = [_played(condition, engine) for engine in ("python", "native")]
    monkeypatch.setattr(Limits, "passes", 2**60)
    monkeypatch.setattr("gamedsl.kernel.lowering.context._LONG", 2**60)
    assert [_played(condition, engine) for engine in ("python", "native")] == kept
    assert kept[0] == kept[1] and max(kept[0]) >= 5
