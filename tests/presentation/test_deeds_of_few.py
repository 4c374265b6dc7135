"""What stands beside choices where little is left: what is openly not there is not promised, and all of it is named."""

from __future__ import annotations

from gamedsl.api import loads
from gamedsl.game import Table
from gamedsl.presentation.effects.rules import RuleText
from tests.helpers.texts import game_text

CHIPS = game_text("presentation/deeds_of_few_chips")


def beside(*moves: str) -> dict[str, list[str]]:
    """Return what stands beside the choices of the player who is asked behind some moves of both."""
    table = loads(CHIPS).start(players=2, seed=3)
    for move in moves:
        table.apply(move)
    found = table.consequences()
    return {choice.text: [one.words for one in found[choice.code].effects] for choice in table.legal()}


def rules() -> list[str]:
    """Return all lines of the rules."""
    table: Table = loads(CHIPS).start(players=2, seed=3)
    texts: list[RuleText] = [rule for section in table.rules() for rule in section.rules]
    return [line.words for rule in texts for line in rule.lines]


def test_no_more_is_promised_than_lies_there() -> None:
    """Two of three red ones first, then the last one by its name, then none."""
    assert ["draw 2 red from the chips in the middle"] == beside()["red"]
    assert ["red goes to your chips won"] == beside("red", "roll")["red"]
    assert [] == beside("red", "roll", "red", "roll")["red"]
    assert ["2 chips from your chips won to the market"] == beside("red", "roll")["give"]
    assert [] == beside()["give"]
    assert ["draw 2 chips from the market"] == beside("red", "roll", "give", "roll")["draw"]


def test_pieces_alike_are_named_once() -> None:
    """With how often they are there."""
    assert ["draw 1 chip from red ×3"] == beside()["one(red)"]
    assert ["blue goes to your chips won"] == beside("one(blue)", "one(blue)")["one(blue)"]


def test_loops_over_what_lies_there() -> None:
    """What is gone through is named; not where only some of it is, and where nothing is, nothing comes of it."""
    assert [] == beside()["each_won"]
    assert ["for red ×2: get 1 coin"] == beside("red", "roll")["each_won"]
    assert ["for the chips in the middle whose suit is red: get 1 coin"] == beside()["each_red"]


def test_what_is_moved_as_a_whole() -> None:
    """One piece goes, several go, and none does neither."""
    assert ["blue ×3 go to the market"] == beside()["back"]
    assert ["blue goes to the market"] == beside("one(blue)", "one(blue)")["back"]
    assert [] == beside("back", "roll")["back"]


def test_all_of_one_of_several_purses() -> None:
    """It is said which; a payment of nothing changes nothing, so the next one is told."""
    assert ["2 coins from your bid to your coins", "pay all coins in your bid"] == beside()["leave"]
    assert ["0 coins from your bid to your coins", "pay 0 coins"] == beside("leave", "roll")["leave"]


def test_words_of_rules_are_grammatical() -> None:
    """One die has no sum, plurals have "are", and of two players the next one is the opponent."""
    told = rules()

    assert "the flood cards are shuffled" in told
    assert "get the smaller of the die and the bank" in told
    assert "1 chip from the chips in the middle to your opponent's chips won" in told


FILLED = game_text("presentation/deeds_of_few_filled")


def test_a_number_less_another() -> None:
    """What is dealt from a whole number on is told as people say it, with what it counts in front."""
    rules = [rule for section in loads(FILLED).start().rules() for rule in section.rules if rule.name == "fill"]
    assert ["draw 7 chips less your spaces in use from the bag"] == [line.words for line in rules[0].lines]
