"""Players who think look at a bounded number of choices, however many sets there are."""

from __future__ import annotations

from typing import Any

import pytest

import gamedsl
from gamedsl.players.kinds.greedy import GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.search.ahead import MOST_CHOICES, Ahead
from tests.helpers.texts import game_text

GAME = game_text("players/many_choices")


@pytest.mark.parametrize("player", [GreedyPlayer(1), MctsPlayer(1, iterations=2)], ids=["greedy", "mcts"])
def test_of_many_sets_some_are_looked_at(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,141 choices 1,000 are tried first, and one of them is chosen."""
    table, looked = gamedsl.loads(GAME).start(2), []
    monkeypatch.setattr(Ahead, "after", lambda self, state, code, random: looked.append(code) or code)
    choices = table.legal()
    chosen = player.choose(table.situation(), choices)
    assert (1141, MOST_CHOICES, MOST_CHOICES) == (len(choices), len(looked), len(set(looked)))
    assert choices[chosen].code in looked
