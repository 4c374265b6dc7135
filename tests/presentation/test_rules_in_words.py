"""Rules as sentences: what is set, rankings and their ties, names, what must be done, verbs that fit their nouns."""

from __future__ import annotations

import pytest

from gamedsl.api import loads
from gamedsl.game import Table

FAIR = """
game Fair
  players: {players}

types
  gem: ruby, onyx

components
  die: dice 1..6
  coin: counter, 60 "coin|coins"
  bone: dice 1..6, 4
  inn: space, lines (x y z)
  pawn: piece, 2 each player
  prize: card, 1 each worth: 1..3

table
  bank: purse of coin, full
  thrown: heap of bone, full
  prizes: heap of prize, full
  alarm: bool
  hidden_turns: number, quiet
  pace: 0..20
  turns: number "turns"
  depth: 0..50
  each inn
    here: heap of pawn
    shut: bool "closed"
  each player
    box: heap of pawn, full
    purse: purse of coin
    bid: 0..9
    got: heap of prize
    safe: bool "protected"
    full_row[n: 1..5]: bool

setup
  for each p in players: pay 9 from bank to p.purse
  for each p in players: move p.box to x

phases
  fair
    steps: opening, day, award
    until: alarm
  opening
    then: roll die; set alarm to no
  day "Day"
    who: players from A
    play: walk or ring or buy or pay_back or rest
    until: any(p.bid >= 9 for each p in players) and next(you) = A
  award "Award"
    when: not alarm or any(p.full_row[n] for each p in players for each n in 1..5)
    then:
      for each p in (ranked p in players with most p.bid ties from A):
        move (the z in prizes with most z.worth ties in order) to p.got

actions
  walk "Walk"
    pick: a in inn, b in neighbours(a) "From where to where?"
    then: move (a.here where owner = you) to b.here
  ring "Ring"
    when: count(different thrown.face) = 1
    then:
      set alarm to yes; set pace to min(20, pace + 1); set x.shut to yes; set you.safe to no
      set hidden_turns to hidden_turns + 1; set turns to turns + 1; set depth to depth + 2
  buy "Buy"
    pick: z in prizes "Which?"
    let: due = max(0, 3 - z.worth)
    cost: pay due from you.purse to bank
    then:
      let best = the y in prizes with most y.worth ties in order
      if best != none: move best to you.got
      knock_out(you)
  pay_back "Pay back"
    when: you.purse > 4
    then: repeat until you.purse <= 4: offer you: give
  give "Give"
    then: pay 1 from you.purse to bank
  rest "Rest"
    then:
      repeat die times: pay min(1, bank) from bank to next(you).purse

rules
  knock_out(p: player) "{{p}} is out"
    then: set p.safe to no

modifiers
  rich "Rich pay more"
    when: you.purse >= 8
    change: buy.due to old + 1
  poor "Poor pay less"
    when: you.purse < 4
    change: buy.cost to old - 1

scoring
  coins "Coins"
    worth: you.purse

end
  winner: {winner}
"""
POINTS = "the p in players with most p.points ties {policy}"


def fair(players: str = "2", winner: str = POINTS.format(policy="all")) -> Table:
    """Return a new game with so many players and another winner."""
    return loads(FAIR.format(players=players, winner=winner)).start(players=int(players[0]))


def lines(table: Table, name: str) -> list[tuple[str, str]]:
    """Return the lines about a rule, with their labels."""
    rules = (rule for section in table.rules() for rule in section.rules)
    return [(line.label, line.words) for rule in rules if rule.name == name for line in rule.lines]


def test_what_is_set_is_told_by_its_name() -> None:
    """A value without words is called by its name, and what is quiet is left out; verbs fit their nouns."""
    assert [
        ("then", "“alarm” is now yes"),
        ("then", "the pace rises by 1, up to 20"),
        ("then", "“closed” is now yes for x"),
        ("then", "“protected” is now no for you"),
        ("then", "the turns rise by 1"),
        ("then", "the depth rises by 2"),
    ] == lines(fair(), "ring")[1:]


def test_different_values_are_counted() -> None:
    """Of equal values each counts once, and the rules say so."""
    asked = "the number of different values of “face” among bones in the thrown is 1"
    assert ("when", asked) == lines(fair(), "ring")[0]


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("all", "who is still equal wins together"),
        ("none", "where several are still equal, nobody wins"),
        ("from A", "of those still equal the next in the order of play from A wins"),
        ("in order", "of those still equal whoever sits first wins"),
        ("never", "there is always just one"),
    ],
)
def test_ties_of_the_winner_are_told(policy: str, told: str) -> None:
    """Every policy has its sentence."""
    winner = fair(winner=POINTS.format(policy=policy)).rules()[0].rules[-1].words
    assert f"Who wins: whoever has the most points: Coins; {told}" == winner


def test_winners_by_a_condition() -> None:
    """Who has something wins; where there are several of them nobody does; no winners are nobody."""
    table = fair(winner="the p in players where p.safe with most 1 ties none")
    assert "Who wins: the player with “protected”: yes; where there are several, nobody wins" == (
        table.rules()[0].rules[-1].words
    )
    table = fair(winner="players if alarm else {}")
    assert "Who wins: all players if “alarm” is yes, else nobody" == table.rules()[0].rules[-1].words


def test_a_loop_over_a_ranking_goes_through_all() -> None:
    """It names the order, with what of equal ones comes first."""
    told = (
        "for all players, the highest bid first, of several equal the next in the order of play from A: "
        "the one of the prizes with the highest worth goes to their got"
    )
    assert ("then", told) == lines(fair(), "award")[-1]


def test_parts_of_one_choice_are_told_apart() -> None:
    """Two of a kind are the first and the second; a range of numbers belongs to a question of one part."""
    told = "pawns in the first chosen inn whose owner is you go to the second chosen inn"
    assert [("asks", "From where to where?"), ("then", told)] == lines(fair(), "walk")


def test_names_are_explained() -> None:
    """What a name stands for is told before what speaks of it; what an author says of somebody is said to you."""
    assert [
        ("asks", "Which?"),
        ("let", "due: 3 − the worth of the chosen prize (at least 0)"),
        ("let", "best: the one of the prizes with the highest worth"),
        ("then", "if best is there: best goes to your got"),
        ("then", "you are out"),
    ] == [one for one in lines(fair(), "buy") if one[0] != "cost"]


def test_modifiers_of_actions_are_told() -> None:
    """When they hold, and what they make of it."""
    assert [("when", "you have at least 8 coins"), ("changes", "“Buy”: due rises by 1")] == lines(fair(), "rich")
    assert [("when", "you have less than 4 coins"), ("changes", "“Buy”: cost falls by 1")] == lines(fair(), "poor")


def test_what_must_be_done_is_no_offer() -> None:
    """A plan that cannot be left out is obligatory."""
    assert [("then", "until you have at most 4 coins: you must: “Give”")] == lines(fair(), "pay_back")[1:]


def test_only_two_players() -> None:
    """In a game for two the next player is the opponent; else who comes next."""
    assert [("then", "as many times as the die: your opponent gets up to 1 coin")] == lines(fair(), "rest")
    assert [("then", "as many times as the die: the next player after you gets up to 1 coin")] == lines(
        fair("3"), "rest"
    )


def test_somebody_of_all() -> None:
    """What is asked of several players or things stands last, so that nothing else seems to be asked of them."""
    assert "your opponent is A and for at least one player: their bid is at least 9" in str(lines(fair(), "day"))
    told = "“alarm” is no or for one of all players with one of 1 to 5: “full row” (that number) is yes for that player"
    assert ("when", told) in lines(fair(), "award")
