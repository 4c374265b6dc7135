"""What is known of a value when it is handed to a cell, an action, a rule or a trigger."""

import pytest

from gamedsl.api import check_text
from tests.helpers.checking.visibility import FRAME, TABLE, findings

CELLS = """\
components
  wish: card
    | wish | met: condition |
    | few  | count(hand) < 3 |
    | some | {some} |
    | most | {most} |
table
  wishes: heap of wish, full
terms
  each player
    rest = sum(h.value for each h in hand)
    others = max(p.rest for each p in players)
"""
ACT = '  act "Act"\n    pick: w in wishes where w.met\n'
OTHERS = "chips >= max(p.chips for each p in players)"


def blamed(some: str, most: str, display: str = "") -> list[tuple[str, str]]:
    """Return code and line of what is found with conditions in cells that an action (and a display) asks for."""
    found = check_text(
        FRAME.format(
            header="",
            table=TABLE,
            who="who: players from A",
            play="up to 1 of act",
            fields="",
            actions=ACT,
            sections=CELLS.format(some=some, most=most),
        )
        + display
    )
    return [(one.code, one.span.source.line(one.span.line).strip()) for one in found if "GDKNO" in one.code]


def test_a_single_cell_that_betrays_is_blamed():
    """Where the other rows ask only for what their player sees, the row is at fault, once, not what asks for it."""
    display = 'display\n  each player\n    own "Own"\n      seen by: owner\n      each: w in wishes\n'
    display += '      at: list\n      line: "{w.met}"\n'

    assert [] == blamed("chips > 3", "rest > 5", display)
    assert [("GDKNO05", f"| most | {OTHERS} |")] == blamed("chips > 3", OTHERS, display)


def test_a_cell_is_blamed_for_a_term_that_it_reads():
    """What is read inside a term is read by the cell; the term is shown as well."""
    assert [("GDKNO05", "| most | chips > others |")] == blamed("chips > 3", "chips > others")


def test_cells_that_mostly_betray_are_asked_for_wrongly():
    """Where most rows of a column read what is hidden, what asks for them is at fault."""
    assert [("GDKNO01", "pick: w in wishes where w.met")] == blamed(OTHERS, "next(you).chips > 3")


def test_a_display_for_all_that_shows_what_players_own_is_blamed():
    """A row that reads what its player sees is in order: the display is drawn for too many."""
    display = 'display\n  each player\n    own "Own"\n      each: w in wishes\n'
    display += '      at: list\n      line: "{w.met}"\n'

    assert [("GDKNO04", 'line: "{w.met}"')] == blamed("chips > 3", "loud", display)


PASSED = """\
  act "Act"
    pick: c in {zone}
    then: offer you: pass_on(c)
  pass_on(l: card) "Pass on"
    then: {offer}
  take_it(l: card) "Take {{l}}"
    when: l.value > 2 "{{l}} is too low"
    then: move l to market
  leave_it "Leave it"
"""


@pytest.mark.parametrize(
    ("zone", "offer", "count"),
    [
        ("you.hand", "offer next(you): take_it(l) or leave_it", 1),
        ("you.hand", "offer you: take_it(l) or leave_it", 0),
        ("market", "offer next(you): take_it(l) or leave_it", 0),
        ("you.hand", "move l to market; offer next(you): take_it(l) or leave_it", 0),
        ("you.hand", "show l to players; offer next(you): take_it(l) or leave_it", 0),
        ("you.hand", "show l to you; offer next(you): take_it(l) or leave_it", 1),
        ("you.hand", 'pay 1 from bank to you.chips "for {l}"', 1),
        ("market", 'pay 1 from bank to you.chips "for {l}"', 0),
    ],
)
def test_parameters_are_as_secret_as_what_is_handed_over(zone: str, offer: str, count: int):
    """A hidden card stays hidden through any number of actions that have it as a parameter; one finding tells it."""
    actions = PASSED.format(zone=zone, offer=offer)
    if "take_it" not in offer:
        actions = actions.partition("  take_it")[0]

    assert count == len(findings(actions))


def test_a_parameter_is_as_secret_as_the_most_secret_call():
    """Where one of several calls hands a hidden card over, the words may not name it in the log."""
    actions = (
        '  act "Act"\n    pick: c in market\n    then: offer you: name(c)\n'
        '  other "Other"\n    pick: c in you.hand\n    then: offer you: name(c)\n'
        '  name(c: card) "Name"\n    then: pay 1 from bank to you.chips "for {c}"\n'
    )

    assert 1 == len(findings(actions, play="act or other"))
    assert [] == findings(
        actions,
        play="act or other",
        table=TABLE.replace("hand: heap of card, seen by owner", "hand: heap of card"),
    )


def test_parameters_through_actions_that_offer_each_other():
    """What is known is found also where actions hand a card on in a circle."""
    actions = (
        '  act "Act"\n    pick: c in you.hand\n    then: offer you: one(c)\n'
        '  one(c: card) "One"\n    then:\n      if noise: offer you: two(c)\n'
        '  two(d: card) "Two"\n    then:\n      if loud_one: offer you: one(d)\n      else: offer next(you): three(d)\n'
        '  three(e: card) "Three {e}"\n'
    )

    assert 1 == len(findings(actions.replace("loud_one", "you.loud")))


@pytest.mark.parametrize(
    ("then", "who", "asked", "count"),
    [
        ("move c to you.hand", "", "next(you)", 1),
        ("move c to market", "", "next(you)", 0),
        ("move c to you.hand", "", "you", 0),
        ("move c to you.hand", "    who: next(you)\n", "you", 1),
        ("move c to you.shown", "    who: next(you)\n", "you", 0),
    ],
)
def test_triggers_know_no_more_than_the_card_that_they_follow(then: str, who: str, asked: str, count: int):
    """What a trigger takes from an action is known to those only who knew it there."""
    triggers = f"triggers\n  echo\n{who}    after: act(c)\n    then: offer {asked}: say(c)\n"
    actions = f'  act "Act"\n    pick: c in you.hand\n    then: {then}\n  say(c: card) "Say {{c}}"\n'

    assert count == len(findings(actions, sections=triggers))


def test_a_player_in_a_parameter_is_known_again():
    """A card of the player who is asked may be handed to that player, through parameters and triggers, too."""
    actions = (
        '  act "Act"\n    pick: p in players\n    then: offer you: look(p)\n'
        '  look(p: player) "Look"\n    then: for each c in p.hand: offer p: say(c)\n'
        '  say(c: card) "Say {c}"\n'
    )
    triggers = "triggers\n  echo\n    after: look(q)\n    then: for each c in q.hand: offer q: say(c)\n"

    assert [] == findings(actions, sections=triggers)
