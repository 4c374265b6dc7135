"""What a card asks is asked in the name of the card: inner names never reach a player."""

from random import Random

import gamedsl


def test_a_card_asks_by_its_name() -> None:
    """Where the cell of a row offers something, the question is called as the row is."""
    chance, asked = Random(1), set[str]()
    for seed in range(3):
        table = gamedsl.load("saloon_tycoon").start(2, seed=seed)
        for _ in range(300):
            if table.decider is None:
                break
            decision = table.decision()
            assert decision is not None
            asked.add(decision.words)
            table.apply(chance.choice(table.codes()))
    assert not [words for words in asked if "." in words]
    assert "Busy Day" in asked
