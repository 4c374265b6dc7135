"""Phases that are repeated: something must happen in every pass, or they go on for ever."""

import pytest

from gamedsl.api import check_text
from tests.helpers.checking.flow import codes as all_codes
from tests.helpers.checking.flow import findings, played, unused


def codes(sections: str) -> list[str]:
    """Return the codes but the one that tells that nothing changes what a phase waits for: here that is wanted."""
    return [code for code in all_codes(sections) if code != "GDFLO27"]


# ---------------------------------------------------------------- endless phases


def passes(steps: str, more: str = "", until: str = "gold = 9") -> str:
    """Return a game whose phase `long` is repeated until a condition and contains these steps alone."""
    inner = f"  inner\n    then:\n      {steps}\n"
    return f"phases\n  long\n    steps: inner\n    until: {until}\n{inner}{more}" + unused()


@pytest.mark.parametrize(
    "steps",
    [
        "roll gold in 0..9",
        "shuffle pile",
        "deal 1 from pile to market",
        "for each p in players: deal 1 from pile to p.hand",
        "for each p in players: offer p: clap",
        "repeat 2 times: roll gold in 0..9",
        "if gold > 3: roll gold in 0..9; else: shuffle pile",
    ],
)
def test_pass_with_a_decision_or_chance(steps: str):
    """A pass in which something is decided, rolled or drawn on every path may be repeated."""
    steps = steps.replace("; else", "\n      else")

    assert not {"GDFLO04", "GDFLO32"} & {*codes(passes(steps))}


@pytest.mark.parametrize(
    ("steps", "until"),
    [
        ("set gold to min(9, gold + 1)", "gold = 9"),
        ("set gold to gold + 1", "gold >= 5"),
        ("set gold to max(0, gold - 2)", "gold <= 1"),
        ("set gold to max(0, gold - 2)", "gold = 0"),
        ("set gold to 9", "gold = 9"),
        ("set gold to 4", "gold = 4 or gold = 9"),
        ("deal 1 from market to A.hand", "count(market) = 0"),
    ],
)
def test_pass_that_comes_nearer(steps: str, until: str):
    """A pass that surely comes nearer to what `until` asks for ends some day."""
    assert [] == [one for one in codes(passes(steps, until=until)) if one in ("GDFLO04", "GDFLO32")]


@pytest.mark.parametrize(
    ("steps", "until"),
    [
        ("if gold > 3: roll gold in 0..9", "gold = 9"),
        ("for each c in market: shuffle pile", "gold = 9"),
        ("repeat gold times: shuffle pile", "gold = 9"),
        ("set gold to min(9, gold + 2)", "gold = 4"),
        ("set gold to gold + 1", "gold = 5"),
        ("set gold to max(0, gold - 1)", "gold = 9"),
        ("set gold to 4", "gold = 5"),
        ("set gold to 9 - gold", "gold = 9"),
        ("if gold < 3: set gold to 9", "gold = 9"),
    ],
)
def test_pass_of_which_nothing_is_certain(steps: str, until: str):
    """A pass with a path on which nothing is decided or rolled may go on for ever, which a designer may accept."""
    found = codes(passes(steps, until=until))
    assert ["GDFLO32"] == [one for one in found if one in ("GDFLO04", "GDFLO32")]
    accepted = passes(steps, until=until).replace("  long\n", "  long  # accept GDFLO32: it ends\n")
    assert "GDFLO32" not in codes(accepted)


@pytest.mark.parametrize("steps", ["deal 1 from market to A.hand", "if gold > 3: pay 1 from bank to A.chips"])
def test_pass_without_a_decision(steps: str):
    """A pass that changes nothing of what `until` asks for is done once or for ever, and that is certain."""
    told = "GDFLO04 `long` is done once or for ever: nothing is decided or rolled in it, and nothing in it changes what"
    assert f"{told} `until` asks for." in findings(passes(steps))


@pytest.mark.parametrize(
    "more",
    [
        "end\n  when: count(market) = 0\n",
        "triggers\n  emptied\n    when: count(market) = 0\n    then: set gold to 9\n",
    ],
)
def test_what_could_end_it_from_outside(more: str):
    """An end of the game and a trigger that watch what a pass changes could end it, so nothing is certain."""
    found = codes(passes("deal 1 from market to A.hand", more=more))
    assert ["GDFLO32"] == [one for one in found if one in ("GDFLO04", "GDFLO32")]


GUARDS = """\
types
  sky: sun, rain, snow
options
  fast: no, yes
table
  open: bool
  weather: sky
  guest: player or none
  heat: 0..9 or none
  first: player
terms
  few = gold < 3
phases
  long
    steps: {names}
    until: gold = 9
"""


def guarded(*guards: str) -> str:
    """Return sections with a repeated phase whose phases inside have these conditions (several with `;`)."""
    names = ["one", "two", "three"][: len(guards)]
    text = GUARDS.format(names=", ".join(names))
    for name, guard in zip(names, guards, strict=True):
        whens = "".join(f"    when: {condition}\n" for condition in guard.split("; "))
        text += f"  {name}\n{whens}    who: players from A\n    play: clap\n"
    return text + unused()


@pytest.mark.parametrize(
    "guards",
    [
        ("open", "not open"),
        ("open = yes", "open = no"),
        ("fast", "not fast"),
        ("gold = 1", "gold != 1"),
        ("gold = 1", "1 != gold"),
        ("gold in 0..4", "gold in 5..9"),
        ("gold = 1 and open", "gold != 1 or not open"),
        ("gold = 1; open", "gold != 1 or not open"),
        ("few", "gold >= 3"),
        ("weather = sun", "weather = rain", "weather = snow"),
        ("weather = sun", "weather > sun"),
        ("guest = none", "guest = first", "guest != first"),
        ("guest = none", "guest != none"),
        ("first = A", "first = B"),
        ("count(market) = 0", "count(market) > 0"),
        ("gold > count(market)", "count(market) >= gold"),
        ("gold < 9", "open"),
    ],
)
def test_phases_of_which_one_takes_place(guards: tuple[str, ...]):
    """Where one of the conditions always holds (or `until`), one phase with a decision takes place in every pass."""
    assert [] == codes(guarded(*guards))


@pytest.mark.parametrize(
    "guards",
    [
        ("open", "gold = 1"),
        ("gold > 3", "gold > 5"),
        ("gold > 3; open", "gold <= 3"),
        ("weather = sun", "weather = rain"),
        ("heat < gold", "heat >= gold"),
        ("heat < 3", "heat >= 3"),
        ("guest = A", "guest = B"),
        ("gold > count(market)", "count(market) > gold"),
        ("few", "gold > 3"),
    ],
)
def test_phases_that_may_all_be_skipped(guards: tuple[str, ...]):
    """Where all conditions may be false at once, nothing may happen in a pass; none is neither less nor more."""
    assert ["GDFLO32"] == codes(guarded(*guards))


@pytest.mark.parametrize(
    ("one", "other", "complete"),
    [
        ("any(c.value > 2 for each c in market)", "all(c.value <= 2 for each c in market)", True),
        ("any(p.chips = 0 for each p in players)", "all(p.chips != 0 for each p in players)", True),
        ("all(p.loud for each p in players)", "any(not p.loud for each p in players)", True),
        ("not all(p.loud for each p in players)", "all(p.loud for each p in players)", True),
        ("any(c.value > 2 for each c in market)", "all(c.value < 2 for each c in market)", False),
        ("all(c.value > 2 for each c in market)", "all(c.value <= 2 for each c in market)", False),
        ("any(c.value > 2 for each c in market)", "all(c.value <= 2 for each c in A.hand)", False),
    ],
)
def test_some_and_all(one: str, other: str, complete: bool):
    """`any(C …)` and `all(not C …)` are opposites."""
    actions = f"  dig\n    when: {one}\n  rest\n    when: {other}\n"

    assert complete == ("GDFLO06" not in codes(played("dig or rest", actions)))


# ---------------------------------------------------------------- ends to which nothing leads


@pytest.mark.parametrize(
    ("until", "then", "is_told"),
    [
        ("gold = 9", "score claps 1 for you", True),
        ("gold = 9", "set gold to 9", False),
        ("gold = 9 or count(pile) = 0", "score claps 1 for you", True),
        ("gold = 9 or count(pile) = 0", "deal 1 from pile to you.hand", True),
        ("gold = 2 or count(pile) = 0", "deal 1 from pile to you.hand", False),
        ("count(market) = 3", "deal 1 from pile to market", False),
        ("count(market) = 3", "deal 1 from pile to you.hand", True),
        ("max(p.points for each p in players) > 4", "score claps 1 for you", False),
        ("max(p.points for each p in players) > 4", "set gold to 9", True),
        ("active.loud", "score claps 1 for you", False),
        ("bank = 0", "pay 1 from bank to you.chips", False),
        ("full", "score claps 1 for you", True),
        ("full", "roll gold in 0..9", False),
    ],
)
def test_ends_to_which_nothing_leads(until: str, then: str, is_told: bool) -> None:
    """What is read has to be changed by some step in play, whichever; who is active changes by itself.

    One of several alternatives is told where it never holds; it may well be what the setup has decided.
    """
    terms = "terms\n  full = gold > 8\n" if until == "full" else ""
    setup = "setup\n  set gold to 2\n  deal 2 from pile to market\n"
    found = all_codes(setup + played(f"clap\n    until: {until}", f"    then: {then}\n", terms))

    assert is_told == ("GDFLO27" in found)


@pytest.mark.parametrize(("asked", "is_told"), [("out", False), ("box", False), ("spare", True)])
def test_refills_lead_to_ends(asked: str, is_told: bool) -> None:
    """What is refilled after a phase changes without any step, and so does the place that it comes from."""
    text = f"""\
game Refilled
  players: 2
components
  stone: card, 9
table
  box: heap of stone, full
  out: heap of stone, refilled from box to 2 after turn
  spare: heap of stone
phases
  day
    steps: turn
    until: count({asked}) = 2
  turn
    who: players from A
    play: rest
actions
  rest
end
  winner: A
"""
    assert is_told == ("GDFLO27" in [one.code for one in check_text(text)])
