"""Words whose value is nothing say it as people do, in choices, in the log and in displays."""

from __future__ import annotations

import gamedsl

GAME = """\
game Inn "Inn"
  players: 2

types
  mood: calm, wild
components
  town: space
    | town | beds: 0..9 |
    | york | 3          |
  card: card, 2
table
  guest: player or none
  bet: 0..9 or none
  spot: town or none
  tone: mood or none
  offer: slot of card
  cards: heap of card, full
  crowd: set of player
phases
  day
    who: players from A
    play: look
actions
  look "{guest}; {bet}; {spot}; {tone}; {offer}; {crowd}; {spot.beds}; {crowd - A}"
    then: move cards.top to offer; set guest to A; set bet to 3; set spot to york; set tone to wild; set crowd to {A}
display
  said "Said"
    title: none
    line: "guest {guest}, bet {bet}, on {spot}, {tone}, offer {offer}, {crowd}"
  signs "Signs"
    title: none
    line: "{guest} {bet} {offer} {crowd}"
end
  winner: none
"""


def lines(table: gamedsl.Table) -> list[str]:
    """Return the lines of all displays."""
    shown = [box for display in table.view().displays for box in display.boxes]
    return ["".join(segment.text for segment in line) for box in shown for line in box.lines]


def test_what_is_nothing_is_said_as_people_say_it() -> None:
    """Of players nobody, of numbers a dash, of places nowhere, of pieces nothing, of words none."""
    table = gamedsl.loads(GAME).start(2)
    assert "nobody; –; nowhere; none; nothing; nobody; –; nobody" == table.legal()[0].words
    table.apply(table.codes()[0])
    assert "A; 3; York; wild; card; A; 3; nobody" == table.legal()[0].words.replace("york", "York")


def test_displays_say_it_among_words_and_show_a_sign_alone() -> None:
    """A line with words is read; where only values stand, little room is left."""
    table = gamedsl.loads(GAME).start(2)
    assert ["guest nobody, bet –, on nowhere, none, offer nothing, nobody", "· · · ·"] == lines(table)


def test_tycoon_tells_no_price_where_nothing_can_be_built() -> None:
    """The price of a hotel is that of the landing strip; at home there is none."""
    table = gamedsl.load("tycoon").start(3, 1)
    found = {one.words for one in table.refusals() if one.text.startswith("build")}
    assert {"Build a hotel for –", "Build a factory for –"} == found
