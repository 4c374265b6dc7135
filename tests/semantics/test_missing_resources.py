"""Steps for which something may be missing are warned about: coins, a free place, something to pick."""

import pytest

from gamedsl.api import check_text
from gamedsl.source import written
from tests.helpers.checking.flow import codes, findings, played
from tests.helpers.texts import game_text

REST = '  rest "Rest"\n    then: set gold to min(9, gold + 1); deal 1 from pile to you.hand\n'


def after(steps: str, head: str = "", more: str = "", until: str = "gold = 9") -> list[str]:
    """Return the codes of a game in which an action carries out steps, turn by turn."""
    first, _, rest = steps.partition(": ")
    lines = [f"{first}:", *(f"  {line}" for line in rest.split("; "))] if rest else steps.split("; ")
    body = "".join(f"      {line}\n" for line in lines)
    return codes(played(f"rest or clap\n    until: {until}", f"{head}    then:\n{body}", REST + more))


PURSES = "setup\n  for each p in players: pay 3 from bank to p.chips\n"


@pytest.mark.parametrize(
    ("steps", "head"),
    [
        ("pay min(1, bank) from bank to you.chips", ""),
        ("pay bank / 2 from bank to you.chips", ""),
        ("pay 1 from bank to you.chips", '    when: bank >= 1 "empty"\n'),
        ("pay 3 from bank to you.chips", '    when: bank > 2 "empty"\n'),
        ("pay 3 from bank to you.chips", '    when: bank > 0 and you.chips < bank "empty"\n'),
        ("if bank > 4: pay 5 from bank to you.chips", ""),
        ("pay n from bank to you.chips", "    pick: n in 0..bank\n"),
        ("pay n from bank to you.chips", "    let: n = min(2, bank)\n"),
        ("pay 2 from you.chips to bank; pay 1 from bank to you.chips", "    when: you.chips > 1\n"),
        ("repeat 3 times until bank = 0: pay 1 from bank to you.chips", ""),
        ("pay 0 from bank to you.chips", ""),
    ],
)
def test_payments_that_are_cared_for(steps: str, head: str) -> None:
    """Whoever pays what is there, or asks on the way how much there is, or has just paid it in, is not warned."""
    assert [] == after(steps, head, PURSES)


@pytest.mark.parametrize(
    ("steps", "head"),
    [
        ("pay 1 from bank to you.chips", ""),
        ("pay 1 from you.chips to bank", ""),
        ("pay 3 from bank to you.chips", '    when: bank > 0 "empty"\n'),
        ("pay 3 from bank to you.chips", '    when: gold > 0 "no"\n    when: bank != 0 "empty"\n'),
        ("if gold > 3: pay 1 from bank to you.chips", ""),
        ("for each p in players: pay 1 from bank to p.chips", ""),
    ],
)
def test_payments_that_nobody_cares_for(steps: str, head: str) -> None:
    """Conditions about other things, or about less than is paid, do not help."""
    assert "GDFLO15" in after(steps, head, PURSES)


@pytest.mark.parametrize(
    ("steps", "head", "warned"),
    [
        ("if bank > 0: pay 1 from bank to you.chips; pay 1 from bank to A.chips", "", True),
        ("if bank > 1: pay 1 from bank to you.chips; pay 1 from bank to A.chips", "", False),
        ("if bank > 0: pay 1 from bank to you.chips; pay min(1, bank) from bank to A.chips", "", False),
        (
            "if bank > 0: pay 1 from bank to you.chips; pay 1 from you.chips to bank; pay 1 from bank to A.chips",
            "",
            False,
        ),
        ("if bank > 0: pay 1 from bank to you.chips; if bank > 0: pay 1 from bank to A.chips", "", False),
        ("if bank > 0 and gold > 3: pay 2 from bank to you.chips", "", True),
        ("if bank = 0 or gold > 3: set gold to 2\nelse: pay 1 from bank to you.chips", "", False),
        ("if bank = 0: set gold to 2\nelse: pay 1 from bank to you.chips", "", False),
        ("if bank = 0: set gold to 2\nelse: pay 2 from bank to you.chips", "", True),
        ("if bank > 0: pay 2 from bank to you.chips", "    when: bank > 3\n", False),
        ("if bank > 0: pay 2 from bank to you.chips", "    pick: n in 0..bank\n", False),
        ("pay 1 from bank to you.chips; pay 1 from bank to A.chips", '    when: bank > 0 "empty"\n', True),
        ("pay 1 from bank to you.chips; pay 1 from bank to A.chips", '    when: bank > 1 "empty"\n', False),
        ("for each p in players: pay 1 from bank to p.chips", '    when: bank > 0 "empty"\n', True),
        ("repeat until bank = 0: pay 1 from bank to you.chips", "", False),
    ],
)
def test_several_payments_behind_one_question(steps: str, head: str, warned: bool) -> None:
    """All that is paid behind a question has to be there, together; what else asks about the purse is trusted."""
    first, _, rest = steps.partition(": ")
    one, _, other = rest.partition("\n")
    lines = [f"{first}:", *(f"  {line}" for line in one.split("; ")), *([other] if other else [])]
    body = "".join(f"      {line}\n" for line in (lines if first[:3] in ("if ", "for", "rep") else steps.split("; ")))
    found = codes(played("rest or clap\n    until: gold = 9", f"{head}    then:\n{body}", REST + PURSES))

    assert warned == ("GDFLO15" in found)


def test_payments_asked_for_by_others() -> None:
    """A rule is covered by what the paragraphs that lead to it ask; turns and games end by the purse as well."""
    rule = PURSES + "rules\n  take\n    then: pay 1 from bank to you.chips\n"

    assert ["GDFLO15"] == after("take", more=rule)
    assert [] == after("take", more=rule, until="gold = 9 or bank < 2")
    assert [] == after("if bank > 0: take", more=rule)
    assert ["GDFLO15"] == after("if gold > 0: take", more=rule)


GEMS = game_text("semantics/missing_resources")


@pytest.mark.parametrize(
    ("action", "when", "is_covered"),
    [
        ("take", "bank[g] > 0", True),
        ("take", "any(bank[h] > 0 for each h in gem)", True),
        ("take", "bank > 0", False),
        ("take", "bank[onyx] > 0", False),
        ("give", "you.gems[g] > 0", True),
        ("give", "opponent.gems[g] > 0", False),
        ("give", "A.gems[g] > 0", False),
    ],
)
def test_payments_are_asked_for_in_the_same_place(action: str, when: str, is_covered: bool) -> None:
    """All cells of a purse together, another cell and another player's purse say nothing about what is paid from."""
    found = check_text(GEMS.format(action=action, when=when))
    paid = "pay 1 from bank[g]" if action == "take" else "pay 1 from you.gems[g]"
    warned = {written(one.span) for one in found if one.code == "GDFLO15"}
    assert is_covered == (not any(one.startswith(paid) for one in warned))


def test_costs_are_asked_for() -> None:
    """A cost makes an action impossible and never stops a game."""
    costs = "    cost: pay 1 from you.chips to bank\n"

    assert [] == codes(
        PURSES + played("clap or rest\n    until: gold = 9", costs, '  rest "R"\n    then: set gold to 9\n')
    )


@pytest.mark.parametrize(
    ("step", "most"),
    [("pay 21 from bank to you.chips", 20), ("pay 1 from you.chips to bank", 0)],
)
@pytest.mark.parametrize("field", ["cost", "then"])
def test_payments_that_are_never_covered(step: str, most: int, field: str) -> None:
    """More than there is, or out of a purse into which nothing is ever paid: that is certain."""
    found = findings(played("clap or rest", f"    {field}: {step}\n", '  rest "Rest"\n'))

    assert [("GDFLO16", f"{most} at most.")] == [(line[:7], line[-len(f"{most} at most.") :]) for line in found]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("pay 21 from bank to A.chips",), "takes 21 of `bank` here, and at most 20"),
        (("for each p in players: pay 11 from bank to p.chips",), "takes 22 of `bank` here, and at most 20"),
        (
            ("pay 10 from bank to A.chips", "for each p in players: pay 6 from bank to p.chips"),
            "12 of `bank` here, and",
        ),
        (("for each p in players:\n    pay 5 from bank to p.chips\n    pay 6 from bank to p.chips",), "12 of `bank`"),
        (("pay 20 from bank to A.chips", "pay 3 from A.chips to bank", "pay 4 from bank to A.chips"), "and at most 3"),
        (("for each p in players: pay 10 from bank to p.chips",), ""),
        (("pay 20 from bank to A.chips", "pay 3 from A.chips to bank", "pay 3 from bank to A.chips"), ""),
        (("pay 20 from bank to A.chips", "pay min(9, A.chips) from A.chips to bank", "pay 9 from bank to A.chips"), ""),
        (("if count(players) > 2: pay 21 from bank to A.chips",), ""),
        (("for each p in players where p != A: pay 20 from bank to p.chips",), ""),
        (("repeat until bank = 0: pay 1 from bank to A.chips",), ""),
        (("pay 20 from bank to A.chips", "if gold = 0: pay 3 from A.chips to bank", "pay 3 from bank to A.chips"), ""),
        (("for each p in players:\n    pay 11 from bank to p.chips\n    pay 11 from p.chips to bank",), ""),
        (("pay 20 from bank to A.chips", "put_back", "pay 3 from bank to A.chips"), ""),
    ],
)
def test_setups_that_pay_more_than_there_is(steps: tuple[str, ...], told: str) -> None:
    """What is certain to be missing with the most players is told, before anybody plays."""
    setup = "setup\n" + "".join(f"  {step}\n" for step in steps)
    rules = "rules\n  put_back\n    then: pay min(3, A.chips) from A.chips to bank\n" if "put_back" in steps else ""
    found = findings(played("rest", "", REST + rules + setup))

    assert [told] == [told for line in found if line.startswith("GDFLO26") and told in line] or not told
    assert bool(told) == any(line.startswith("GDFLO26") for line in found)


SLOTS = "table\n  spot: slot of card\n  each player\n    own: slot of card\n"


@pytest.mark.parametrize(
    ("steps", "warned"),
    [
        ("move pile.top to spot", True),
        ("deal 1 from pile to you.own", True),
        ("if gold > 3: move pile.top to spot", True),
        ("if spot = none: move pile.top to spot", False),
        ("move spot to market; move pile.top to spot", False),
        ("for each p in players: move spot to p.hand; move pile.top to spot", False),
        ("move pile.top to spot; move players.own to market", True),
    ],
)
def test_slots_that_nobody_empties(steps: str, warned: bool) -> None:
    """A slot that is filled turn by turn must be emptied somewhere, or be asked for."""
    found = after(steps, more=SLOTS)

    assert warned == ("GDFLO17" in found)


def test_slots_filled_once() -> None:
    """What is done once cannot find its place taken."""
    assert [] == codes(SLOTS + played("clap", "    then: move pile.top to you.own\n"))


@pytest.mark.parametrize("field", ["start", "then"])
def test_slots_filled_before_and_behind_turns(field: str) -> None:
    """What a phase does before its first and behind its last turn is done once, but again with the phase around it."""
    turns = f"rest or clap\n    until: gold = 9\n    {field}: move pile.top to spot\n"
    around = "  loop\n    steps: round\n    until: gold = 9\n"

    assert [] == codes(SLOTS + played(turns, more=REST))
    assert ["GDFLO17"] == codes(SLOTS + played(turns, more=REST).replace("phases\n", f"phases\n{around}"))


@pytest.mark.parametrize(
    ("steps", "head", "warned"),
    [
        ("pick c in you.hand; move c to market", "", True),
        ("pick c in market where c.value > 3; move c to you.hand", "    when: gold > 2\n", True),
        ("if gold > 0: pick c in you.hand; move c to market", "", True),
        ("pick c in you.hand; move c to market", "    when: count(you.hand) > 2\n", False),
        ("deal 1 from pile to you.hand; pick c in you.hand; move c to market", "", False),
        ("if you.hand != {}: pick c in you.hand; move c to market", "", False),
        ("repeat count(you.hand) times: pick c in you.hand; move c to market", "", False),
        ("pick p in players - you; set p.loud to yes", "", False),
        ("pick n in 1..4; set gold to n", "", False),
    ],
)
def test_picks_in_steps(steps: str, head: str, warned: bool) -> None:
    """A pick in steps needs something that is always there, or somebody who asks or provides before."""
    assert (["GDFLO14"] if warned else []) == after(steps, head)


@pytest.mark.parametrize(
    ("step", "more", "told"),
    [
        ("move A.hand.top to market", "", True),
        ("move A.hand to market", "", True),
        ("deal 1 from A.hand to market", "", True),
        ("deal 1 from market to A.hand", "", True),
        ("deal 1 from market to A.hand", "setup\n  deal 1 from pile to market\n", False),
        ("deal 1 from market to A.hand", "rules\n  never\n    then: deal 1 from pile to market\n", False),
        ("move (market where value = 1) to A.hand", "", False),
        ("move pile.top to market", "", False),
    ],
)
def test_places_in_which_nothing_ever_lies(step: str, more: str, told: bool) -> None:
    """What is taken from a place that nothing is ever brought to is told, also where places only feed each other."""
    found = findings(played("clap", f"    then: {step}\n", more))

    assert told == any(one.startswith("GDFLO29") for one in found)
    assert (told and ".top" in step) == any("there: the game would stop here" in one for one in found)
