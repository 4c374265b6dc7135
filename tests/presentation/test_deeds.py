"""What choices cost and do, and the rules of games, in words: right numbers, and none that who is asked cannot know."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from gamedsl.api import check_text, load, loads
from gamedsl.game import Table
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import RuleText
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import examples, games_of_each_form
from tests.helpers.texts import game_text

HIDDEN = game_text("presentation/deeds_hidden")


def told(table: Table) -> dict[str, tuple[list[str], list[str]]]:
    """Return what the choices of a decision cost and do, by their text forms."""
    found = table.consequences()
    return {
        choice.text: (
            [one.words for one in found[choice.code].costs],
            [one.words for one in found[choice.code].effects],
        )
        for choice in table.legal()
    }


def test_numbers_are_told_where_they_can_be_known() -> None:
    """What is picked counts, unseen purses are told as the rules say, and so is what a step before changes."""
    table = loads(HIDDEN).start(players=2)
    assert {
        "take(1)": (["pay 1 coin"], ["get 2 coins"]),
        "take(2)": (["pay 1 coin"], ["get 3 coins"]),
        "rob(B)": ([], ["get up to 2 coins from B"]),
        "gain": ([], ["get 1 coin", "get the smaller of your purse and the bank"]),
        "draw": ([], ["draw 1 gem from the deck"]),
    } == told(table)


def test_the_goal_is_told() -> None:
    """How the game ends and who wins stand before all other rules."""
    first = loads(HIDDEN).start(players=2).rules()[0]
    assert "How the game ends, and who wins" == first.title
    assert [
        ("The game ends: the bank is empty", []),
        ("Who wins: whoever has the most coins; who is still equal wins together", []),
    ] == [(rule.words, [line.words for line in rule.lines]) for rule in first.rules]


def test_what_one_begins_with_is_told() -> None:
    """What players get, what lies open and what is rolled; before that, options that are not as usual."""
    table = load("mogul").start(players=3, seed=1, options={"quick_start": True})
    option, setup = table.rules()[2].rules
    assert ("Every player begins with a second share: yes", ("MOG-120",)) == (option.words, option.references)
    told = [line.words for line in setup.lines]
    assert ["the first player is drawn by lot", "every player gets 6 chips"] == told[:2]
    assert not any("shuffled" in one or "pile" in one.partition(" from ")[0] for one in told)
    assert ["setup"] == [rule.name for rule in load("mogul").start(players=3).rules()[2].rules]


def test_what_a_card_does_is_told_with_it() -> None:
    """A rule about a piece that says no more than the choice is told by what the piece does."""
    table = load("saloon_tycoon").start(players=2, seed=3)
    found: dict[str, list[str]] = {}
    random = Random(1)
    for _ in range(150):
        if table.decider is None:
            break
        found |= {text: effects for text, (_, effects) in told(table).items() if text.startswith("play_card")}
        table.apply(random.choice(table.codes()))
    assert "place 3 cubes" in found["play_card(T05)"]
    assert "score 3 points" in found["play_card(T14)"]


def paid(deeds: tuple[Deed, ...]) -> list[int]:
    """Return the payments of which the amounts are told."""
    return [one.amount for one in deeds if one.kind == "pay" and one.amount is not None]


@pytest.mark.parametrize("name", ["mogul", "tycoon", "saloon_tycoon", "no_thanks"])
def test_what_is_told_to_be_paid_is_paid(name: str) -> None:
    """The amounts that stand with a choice are those of the first payments that it makes."""
    random, table = Random(7), load(name).start(seed=7)
    compared = 0
    for _ in range(examples(40, 120)):
        if table.decider is None:
            break
        seat, code = table.decider, random.choice(table.codes())
        deeds = table.consequences()[code]
        before = len(table.ledger(seat))
        table.apply(code)
        wanted = [amount for amount in paid((*deeds.costs, *deeds.effects)) if amount]
        made: list[Any] = [
            one["amount"] for one in table.ledger(seat)[before:] if one["form"] == "pay" and one["amount"]
        ]
        decision = table.decision()
        if not made and decision is not None and decision.kind == "pick":
            continue  # the cost is paid when all is answered
        assert wanted == made[: len(wanted)]
        compared += len(wanted)
    assert compared


def test_rules_are_words() -> None:
    """No rule of the four games shows an expression as it is written."""
    for name in ("mogul", "tycoon", "saloon_tycoon", "quatre_etoiles"):
        said = [line.words for one in load(name).start().rules() for rule in one.rules for line in rule.lines]
        said = [re.sub("“[^”]*”", "", words) for words in said]
        assert [] == [words for words in said if re.search(r"you\.| where \w+ =|[\[\]_{}]", words)]


def test_standings_tell_no_secrets() -> None:
    """What an unseen purse is worth is told to its owner alone; at the end everybody is told."""
    table = loads(HIDDEN).start(players=2)
    assert ("3", None) == table.standings(0).keys[0].values
    assert (None, "3") == table.standings(1).keys[0].values
    assert (None, None) == table.standings().keys[0].values
    assert ("3", "3") == table.standings(revealed=True).keys[0].values


def test_standings_count_what_is_worth_something_now() -> None:
    """Tycoon pays its fortunes out at the end: the standings tell them at every moment."""
    table, random = load("tycoon").start(seed=7), Random(7)
    for _ in range(60):
        table.apply(random.choice(table.codes()))
    found = table.standings(0)
    assert ["Money after all loans"] == [one.words for one in found.sources]
    assert ("-43", "-26") == found.points.values
    assert found.by_points


TOGETHER = game_text("presentation/deeds_together")


def test_what_is_so_or_not_is_no_number() -> None:
    """A key that counts 1 where something holds says yes or no, under the words of the term that holds or does not."""
    keys = load("quatre_etoiles").start(2, seed=1).standings().keys
    assert ("Objective announced", ("no", "no")) == (keys[0].words, keys[0].values)
    nameless = TOGETHER.replace("p.points then most p.bid", "(1 if p.bid > 1 else 0) then most p.bid")
    keys = loads(nameless).start(players=2).standings(revealed=True).keys
    assert ("no", "no") == keys[0].values and "1 coin" in keys[0].words


def test_pieces_that_all_go_are_named() -> None:
    """Of shares that are sold it is said which, where it can be no others."""
    table = load("mogul").start(3, seed=5)
    while not (sold := [one for one in table.legal() if one.text == "sell(1)"]):
        table.apply(table.codes()[-1])
    words = [one.words for one in table.consequences()[sold[0].code].effects]
    assert any(one.endswith("out of the game") and " from " not in one for one in words)


def test_what_others_decide_together_is_not_told() -> None:
    """While all bid together nobody's points, purse or bid changes for others."""
    table = loads(TOGETHER).start(players=2)
    assert table.decider == 0
    table.apply("offer_some(3)")
    assert 1 == table.decider
    seen = [table.standings(seat) for seat in (0, 1, None)]
    assert [("5", "5"), ("5", "5"), ("5", "5")] == [one.points.values for one in seen]
    assert [("3", "0"), ("0", "0"), ("0", "0")] == [one.keys[0].values for one in seen]
    assert [["3", "0"], [], []] == [[*one.sources[0].values] if one.sources[0].words == "Bids" else [] for one in seen]


def actions(steps: str) -> list[str]:
    """Return what the steps of an action that is offered do."""
    text = HIDDEN.replace("play: take or rob or gain or draw", "play: take or rob or gain or draw or try")
    table = loads(text.replace("\nend\n", f'  try "Try"\n    then:\n{steps}\n\nend\n')).start(players=2)
    return told(table)["try"][1]


def test_what_steps_inside_change_is_told_as_the_rules_say() -> None:
    """A step of a branch changes what the next one reads; in a loop each pass does so for the one behind it."""
    branch = "      if bank > 2:\n        pay 1 from bank to you.purse\n        pay bank / 2 from bank to you.purse"
    assert ["get 1 coin", "get the bank ÷ 2"] == actions(branch)
    loop = "      repeat 2 times: pay bank / 2 from bank to you.purse"
    assert ["2 times: get the bank ÷ 2"] == actions(loop)


def test_rules_do_not_depend_on_what_was_told_before() -> None:
    """What a choice says is no part of the rules, and the other way round."""
    table = load("saloon_tycoon").start(players=2, seed=3)
    before = table.rules()
    for _ in range(30):
        table.consequences()
        table.apply(table.codes()[0])
    assert before == table.rules()


@pytest.mark.parametrize("number", range(examples(3, 8)))
@pytest.mark.parametrize("make", [card_game, dice_game, secret_game, trigger_game])
def test_games_made_at_random_can_be_told(make: Any, number: int) -> None:
    """Rules, choices and standings of games that nobody meant have words at every decision."""
    random, table = Random(number), loads(make(Random(number))).start(seed=number)
    assert all(rule.words for section in table.rules() for rule in section.rules)
    for _ in range(25):
        if table.decider is None:
            break
        told(table)
        table.standings(table.decider)
        table.apply(random.choice(table.codes()))


@pytest.mark.parametrize("name", games_of_each_form())
def test_bundled_games_can_be_told(name: str) -> None:
    """So have those of all games and examples."""
    random, table = Random(1), load(name).start(seed=1)
    assert all(line.words for section in table.rules() for rule in section.rules for line in rule.lines)
    for _ in range(25):
        if table.decider is None:
            break
        told(table)
        table.standings(table.decider)
        table.apply(random.choice(table.codes()))


FACTS = {
    "mogul": (
        "The game ends: the Crash is revealed",
        "whoever has the most points; if that is equal, the most shares; who is still equal wins together",
        "the Crash is among the last 5 cards",
        "every player scores 1 point for each own share of that railway",
        "2 chips from the bank cost you 2 points; a loan is never paid back",
        "one loan before each auction",
        "the last one in takes the share or sells; the chip goes to the pot",
        "Leave with … chips of the pot",
        "the last to leave may do what the winner does not",
        "whoever is left wins the auction, and neither pays nor gets anything more",
        "you are the first player of the next round",
        "as many points as shares of its colour lay in front of all players before the sale",
        "it goes out of the game, and the first player stays",
        "1 point for every 5 chips",
    ),
    "tycoon": (
        "The game ends after “Third phase”",
        "whoever has the most points: Money after all loans; who is still equal wins together",
        "the round in which somebody's stock of hotels is used up is over",
        "2 for 2, 5 for 3, 10 for 4",
        "in each city the player with most open hotels gets the first amount on the site behind the last hotel",
        "where the row of hotels is the longest of all cities, the first amount",
        "every player has 6 more hotels in stock",
        "nothing else is done in this turn",
        "pay the price of the chosen charter ticket",
        "to one that is as many squares away as the ticket says",
        "pay the price of the landing strip on which your plane stands",
        "pay the price of the next factory lot of the city",
        "a closed hotel of yours goes on the next site of its city, and costs nothing",
        "the hotel nearest to the start of the chain is closed, whoever owns it",
        "it cannot be extended again",
        "minus what is due on the loan cards",
    ),
    "saloon_tycoon": (
        "The game ends after “Last turns, after the cube reserve is used up”",
        "the most gold; if that is equal, the most fulfilled claims; who is still equal wins together",
        "gain 1 gold for each tile on your board, the Saloon and roofs among them; at least 1",
        "pay the price of the tile, and of its lots",
        "only on the ground floor do lots cost gold and bring points",
        "pay 6 gold",
        "pay the chosen number × your gold for a cube",
        "the claim is yours, and you score its points",
        "score 7 points for a large tile, 5 for a small one",
        "a roof of its size is put on it, and you score 4 points",
        "nobody has more than 5 cards, so discard before",
        "you have at least 10 gold",
        "you have at least 15 points",
        "3 for each large tile, 2 for each small one",
        "5 for each citizen in your Saloon",
        "5 points less with him in your Saloon",
        "the common cube reserve is 0",
    ),
    "quatre_etoiles": (
        "whoever has the most cash of those who announced",
        "two equal dice bring an event card",
        "your pawn goes on by N squares, clockwise",
        "pay the value of the chosen branch for each link",
        "get the value of the chosen branch for each link",
        "nobody is asked, and no money moves",
        "the chain of 15 links is not complete",
        "there are links beside the card",
        "there are event cards in hand",
        "less than 100 in cash",
        "each point above 10 brings you 1 million for each link of it on your card",
        "somebody has announced",
    ),
}
"""What stands in the rulebooks, as `rules` must tell it: goal, turns, costs, effects, the end and points."""


@pytest.mark.parametrize("name", FACTS)
def test_the_rules_of_the_four_games_are_told(name: str) -> None:
    """Goal, turn, costs, effects, end and scoring stand in `rules`, as in the rulebooks."""
    sections = load(name).start().rules()
    said = "\n".join(words for one in sections for rule in one.rules for words in [rule.words, *_words(rule)])
    assert [] == [fact for fact in FACTS[name] if fact not in said]


def _words(rule: RuleText) -> list[str]:
    return [line.words for line in rule.lines]


FAIR = game_text("presentation/deeds_fair")


def rule_lines(table: Table, name: str) -> list[str]:
    """Return the lines about a rule."""
    return [line.words for one in table.rules() for rule in one.rules if rule.name == name for line in rule.lines]


def test_authors_say_it_in_their_own_words() -> None:
    """Words behind `as`, and beside cells, stand for what is made of the steps; values are told or named.

    Beside a choice an amount that can be told stands before words without values.
    """
    table = loads(FAIR).start()
    assert {
        "use(tea)": ([], ["two for you"]),
        "use(rice)": ([], ["get 1 coin"]),
        "bid(1)": (["a stake of 1 coin"], ["get 1 coin"]),
        "bid(2)": (["a stake of 2 coins"], ["get 1 coin"]),
        "guess(B)": ([], ["you get as many coins as B's purse"]),
    } == told(table)
    assert ["a stake of the chosen number of coins", "luck decides"] == rule_lines(table, "bid")[1:]
    (cost,) = table.consequences()[table.legal()[2].code].costs
    assert [("pay", 1)] == [(one.kind, one.amount) for one in cost.inside]


def test_own_words_are_translated() -> None:
    """They have keys beside those of their paragraph."""
    rows = "key,words\nactions.bid.cost,Einsatz {n}\nactions.bid.then,das Glück entscheidet\n"
    table = loads(FAIR, "fair.game", {"fair.de.csv": rows}, "de").start()
    assert ["Einsatz 1"] == told(table)["bid(1)"][0]
    assert ["Einsatz Zahl nach Wahl", "das Glück entscheidet"] == rule_lines(table, "bid")[1:]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (FAIR.replace("rule as text", "rule as txt"), "GDNAM01"),
        (FAIR.replace("rule as text", "rule as cost"), "GDTYP01"),
        (FAIR.replace("text: words", "text: words as text"), "GDTYP01"),
        (FAIR.replace("cost: 0..9", "cost: 0..9 as txt"), "GDNAM01"),
        (FAIR.replace("{n|coin|coins}", "{m|coin|coins}"), "GDNAM01"),
    ],
)
def test_words_of_nothing_are_found(wrong: str, code: str) -> None:
    """A column that is none, words for what needs none, and a value that is none are found."""
    assert [code] == [one.code for one in check_text(wrong)]


def test_columns_are_said_as_people_do() -> None:
    """What is the same everywhere, zero or no says nothing; a word that means something else has its name."""
    view = loads(FAIR).start().view(0)
    (deck,) = [cell for cell in view.cells if cell.entry == "deck"]
    assert [["two for you", "cost 3", "kind coin card", "rare"], []] == [
        [trait.words for trait in piece.traits if trait.words] for piece in deck.pieces
    ]


def test_a_column_is_told_by_the_words_beside_it() -> None:
    """Where these are written; else the column is told itself."""
    worded = FAIR.replace("cost: 0..9 |", "cost: 0..9 as text |").replace("| | 0 | 1 |", "| | 2 | 1 |")
    (deck,) = [cell for cell in loads(worded).start().view(0).cells if cell.entry == "deck"]
    assert [["two for you", "kind coin card", "rare"], ["cost 2"]] == [
        [trait.words for trait in piece.traits if trait.words] for piece in deck.pieces
    ]
