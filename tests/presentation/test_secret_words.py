"""What stands in words is told in the log only to those who may know it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gamedsl
from gamedsl.game import Table
from tests.helpers.texts import game_text

GAME = game_text("presentation/secret_words")
MOVES = ("go(2)", "go.m=1", "agree", "agree.m=2", "pass", "gain", "pass", "go(1)")


def played(secret: int, moves: tuple[str, ...] = MOVES, **options: Any) -> Table:
    """Return a table at which the players have so many secret coins, behind some moves."""
    table = gamedsl.loads(GAME.replace("SECRET", str(secret))).start(seed=1, options=options)
    for move in moves:
        table.apply(move)
    return table


def told(table: Table, seat: int | None) -> str:
    """Return everything that the log tells a seat."""
    lines = [(line.text, line.kind) for line in table.narration(seat)]
    return json.dumps([lines, table.events(seat), table.ledger(seat), table.view(seat).phase_words])


@pytest.mark.parametrize("number", range(1, len(MOVES) + 1))
def test_words_of_decisions_keep_secrets(number: int) -> None:
    """Whatever a player has, the log of those who may not see it is the same, byte for byte."""
    one, other = played(4, MOVES[:number]), played(6, MOVES[:number])

    assert told(one, None) == told(other, None)
    assert told(one, 2) == told(other, 2)
    assert told(one, 0) != told(other, 0)


def test_the_decider_reads_the_own_secret() -> None:
    """The player who decided reads the words in full, the others a sign in place of the secret."""
    table = played(4)
    own, others = table.log(0), table.log(1)

    assert any("A: Go, 4 of 3 are mine: 2" in line for line in own)
    assert any("A: Go, … of 3 are mine: 2" in line for line in others)
    assert any("A: And 4 gems? 1" in line for line in own)
    assert any("A: And …? 1" in line for line in others)
    assert any("B: Keep 4" in line for line in others)
    assert any("B: Keep …" in line for line in own)


def test_what_an_option_opens_is_told() -> None:
    """Where the option lets everybody see the purses, the log names them."""
    table = played(4, purses_open=True)

    assert any("A: Go, 4 of 3 are mine: 2" in line for line in table.log(1))


def test_a_player_who_is_asked_reads_no_secrets_of_the_asker() -> None:
    """The question behind an offer is the card's words, without what only its player may know."""
    table = played(4, MOVES[:2])
    decision = table.decision()

    assert decision is not None
    assert (1, "Go, … of 3 are mine") == (decision.seat, decision.words)


def test_secret_words_are_saved() -> None:
    """A restored game tells the same, and so does a table without what a seat may not know."""
    table = played(4)
    again = gamedsl.loads(GAME.replace("SECRET", "4")).restore(json.loads(json.dumps(table.save())))

    assert [told(table, seat) for seat in (0, 1, 2, None)] == [told(again, seat) for seat in (0, 1, 2, None)]
    assert "Go, 4" not in json.dumps(table._sealed(2, 1).save())


OWN = game_text("presentation/secret_words_own")


def test_a_card_asks_its_own_player_in_full() -> None:
    """What an action offers to who has chosen it is asked with all its words; others who are asked read `…`."""
    table = gamedsl.loads(OWN).start(seed=1)
    table.apply("go")
    own = table.decision()
    table.apply("pass")
    other = table.decision()
    assert own is not None and other is not None
    assert (0, "Go, 3 are mine") == (own.seat, own.words)
    assert (1, "Go, … are mine") == (other.seat, other.words)
