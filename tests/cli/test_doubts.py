"""Choices that give something away or bring nothing are asked back, others are not."""

import pytest

from gamedsl.api import load
from gamedsl.choices import Choice
from gamedsl.cli.terminal.doubts import doubt, reason_to_ask
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import Told
from tests.helpers.play.recordings import run

pytestmark = pytest.mark.usefixtures("own_folder")
TABLE = load("mogul").start(seed=7)
VIEW = TABLE.view(TABLE.decider)
"""Everybody has 6 chips there."""
GAIN = Deed("pay", "get 2 chips from the bank", 2, "chip", "the bank", "your chips")
SCORE = Deed("score", "score 5 points (Claims)", 5, "claims")
LOSE = Deed("score", "lose 2 points (Loans)", -2, "loan")
AWAY = Deed("deal", "2 shares from your shares to the box", 2, "share", "your shares", "the box")
CARD = Deed("move", "Rio goes to your hand", None, "Rio", "", "your hand")


def bid(amount: int) -> Deed:
    """Return a payment of chips."""
    return Deed("pay", f"pay {amount} chips to the pot", amount, "chip", "your chips", "the pot")


def choice(code: int, action: str | None, value: int | None = None) -> Choice:
    """Return a choice of an action, or passing."""
    label = "" if value is None else str(value)
    return Choice(code, action, value, label, action is None, action or "pass", f"{action or 'Pass'} {label}".strip())


NOTHING = "That brings nothing."


@pytest.mark.parametrize(
    ("value", "costs", "effects", "said"),
    [
        (0, (), (), NOTHING),
        (None, (), (), ""),
        (2, (), (SCORE, AWAY), ""),
        (2, (), (AWAY,), "That gives something away and brings nothing."),
        (None, (bid(4),), (), "That brings nothing, and you pay 4 chips to the pot."),
        (None, (bid(3),), (), ""),
        (None, (bid(4),), (CARD,), ""),
        (None, (), (GAIN, LOSE), ""),
    ],
)
def test_what_is_asked_back(value: int | None, costs: tuple[Deed, ...], effects: tuple[Deed, ...], said: str) -> None:
    """Nothing for a number, something away for nothing, and more than half of what one has for nothing."""
    chosen, other = choice(1, "sell", value), choice(2, "take")
    told = {1: Told(costs, effects), 2: Told((), (CARD,))}
    assert said == doubt(chosen, (chosen, other), told, VIEW)
    assert "" == doubt(chosen, (chosen,), told, VIEW)


@pytest.mark.parametrize(
    ("costs", "effects", "is_asked"),
    [
        ((), (GAIN,), True),
        ((), (CARD, SCORE), True),
        ((), (GAIN, LOSE), False),
        ((bid(1),), (SCORE,), False),
        ((), (CARD,), False),
    ],
)
def test_passing_leaves_something_free(costs: tuple[Deed, ...], effects: tuple[Deed, ...], is_asked: bool) -> None:
    """Who passes is told of points or an income to be had for nothing."""
    passing, claim = choice(1, None), choice(2, "claim")
    said = "You could still have this, and it costs nothing: claim."
    assert (said if is_asked else "") == doubt(passing, (passing, claim), {2: Told(costs, effects)}, VIEW)


def test_it_is_asked_at_the_table() -> None:
    """Yes makes the choice, as behind a sign alone that one choice has; anything else but no is a new answer."""
    start = ("play", "mogul", "--seed", "5", "--seat", "1=human", "--seat", "2=random", "--seat", "3=random")
    text = run(*start, typed="p\nb\ns0\nn\nsell 0\nt\nq\ny\n").stdout
    assert 2 == text.count("That brings nothing.\nDo you mean: Sell blue shares at 0 points each: none? [y/N]")
    assert "A: Take the green share" in text
    assert "A: Sell blue shares" in run(*start, typed="p\nb\ns\ny\nq\ny\n").stdout


def test_where_nothing_is_told_of_any_number_nobody_is_asked() -> None:
    """A bid that is only written down brings nothing yet, whatever it is; nothing beside something is asked back."""
    bids = tuple(choice(amount, "bid", amount) for amount in range(3))
    untold = {one.code: Told((), ()) for one in bids}
    assert ["", "", ""] == [doubt(one, bids, untold, VIEW) for one in bids]
    assert NOTHING == doubt(bids[0], bids, untold | {2: Told((), (SCORE,))}, VIEW)
    text = run("play", "sealed_bid", "--seed", "7", "--seat", "1=human", typed="5\nq\ny\n").stdout
    assert "Do you mean" not in text
    assert "Write down a bid for the piano: 5" in text


def test_who_ends_the_turn_is_told_of_free_gold() -> None:
    """What a rule brings that only pays is known as well: in Saloon Tycoon nobody leaves two gold by mistake."""
    table = load("saloon_tycoon").start(players=2, seed=3)
    while not any(one.is_pass and one.words == "End the turn" for one in table.legal()):
        table.apply(table.codes()[0])
    choices = table.legal()
    passing = next(one for one in choices if one.is_pass)
    said = doubt(passing, choices, table.consequences(), table.view(table.decider))
    assert "You could still have this, and it costs nothing: Gain 2 gold." == said


def test_who_picks_none_by_its_words_is_not_asked() -> None:
    """A choice such as "Sell: none" says what it does; it is asked back only where nothing else could be sold."""
    table = load("mogul").start(players=3, seed=4)
    asked = set()
    while table.decider is not None:
        choices = table.legal()
        sales = [one for one in choices if one.action == "sell"]
        if sales and len(choices) > 1:
            asked.add((len(sales) > 1, bool(reason_to_ask(table, sales[0], table.view(table.decider)))))
        table.apply(choices[-1].code)
    assert {(True, False), (False, True)} == asked
