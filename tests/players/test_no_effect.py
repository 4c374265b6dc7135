"""Choices that cost something and do nothing now are found by trying them out, whatever is hidden."""

from gamedsl.api import loads
from gamedsl.cli.terminal.doubts import reason_to_ask
from gamedsl.game import Table
from gamedsl.studies import does_nothing

GAME = """
game Cards "Cards"
  players: 2
components
  coin: counter, 30
  card: card
    | card  | sort: 1..5 | does: rule                                                     |
    | gift  | 1          | pay min(2, bank) from bank to you.coins                        |
    | thief | 2          | pay min(1, next(you).coins) from next(you).coins to you.coins  |
    | spy   | 3          | pay count(c for each c in next(you).hand where c.sort = 1) from till to you.coins |
    | stone | 4          | set weight to weight                                           |
    | leaf  | 5          | set weight to weight                                           |
table
  bank: purse of coin
  till: purse of coin, full
  box: heap of card, full, seen by none
  pile: heap of card
  weight: 0..9 = 1
  each player
    hand: heap of card, seen by owner
    coins: purse of coin
setup
  deal 1 from (box where sort = 2) to A.hand
  deal 1 from (box where sort = 3) to A.hand
  deal 1 from (box where sort = 4) to A.hand
  HIDDEN
phases
  game
    who: players from A
    play: up to 2 of (play or dear or lay or buy or bid)
    pass: "Done"
    until: count(pile) > 3
actions
  play "Play a card"
    pick: c in you.hand "Which?"
    then: c.does; move c to pile
  dear "Play a card for another one"
    pick: c in you.hand "Which?"
    then:
      pick other in you.hand where other != c "Which one goes before?"
      move other to pile
      c.does
      move c to pile
  lay "Lay a card"
    pick: c in you.hand "Which?"
    then: move c to pile
  buy "Buy from the bank"
    cost: pay 1 from till to bank
    then: pay min(1, bank) - min(1, weight) from bank to you.coins
  bid "Bid"
    cost: pay 1 from till to bank
end
  winner: the p in players with most p.coins ties all
"""


def begun(other: int) -> Table:
    """Return a table at which the other player has a card of this sort in hand."""
    hidden = f"deal 1 from (box where sort = {other}) to B.hand"
    return loads(GAME.replace("HIDDEN", hidden)).start(seed=1)


def idle(table: Table) -> list[str]:
    """Return the choices that do nothing."""
    return [choice.text for choice in table.legal() if does_nothing(table, choice.code)]


def test_a_card_whose_rules_change_nothing_now() -> None:
    """Nobody has a coin to steal, also where another card goes before; what is laid or paid alone does all it can."""
    table = begun(1)
    assert ["play(thief)", "dear(thief)", "buy"] == idle(table)
    asked = {one.text: reason_to_ask(table, one, table.view(0)) for one in table.legal()}
    assert "That does nothing now, as far as you can know." == asked["play(thief)"]
    assert "" == asked["play(spy)"] == asked["lay(thief)"]


def test_what_is_hidden_is_not_told() -> None:
    """Whether a spy finds what nobody else sees is found by playing it: the answer is the same for all hands."""
    assert idle(begun(1)) == idle(begun(5))


ECHOES = """
game Echoes
  players: 2
components
  card: card
    | card | copies: 1..9 | does: rule                          |
    | echo | 3            | offer you: up to 2 of play "Enough" |
table
  box: heap of card, full
  pile: heap of card
  each player
    hand: heap of card, seen by owner
setup
  move box to A.hand
phases
  game
    who: players from A
    play: up to 1 of play
    until: count(pile) > 2
actions
  play "Play a card"
    pick: c in you.hand "Which?"
    then: move c to pile; c.does
end
  winner: the p in players with most count(p.hand) ties all
"""


def test_a_card_that_lets_one_play_another_like_it() -> None:
    """What is asked then is asked by the same card, but it is asked once more: that is not nothing."""
    table = loads(ECHOES).start(seed=1)
    table.apply(table.codes()[0])
    assert "play(echo)" == table.legal()[0].text
    assert [] == idle(table)
