"""Checks of what terms pick out, of numbers without an end, bends, groups and loops: slips and their cures."""

import pytest

from tests.helpers.checking.additions import BASE, added, check, found, only, replaced, term

TWO = replaced(("players: 2 to 4", "players: 2"))


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("largest(2, c.rank for each c in you.hand)", []),
        ("largest(2, you.hand)", ["GDTYP01"]),
        ("largest(you.hand.rank)", ["GDTYP03"]),
        ("largest(-1, you.hand.rank)", ["GDRNG01"]),
        ("largest(2, you.hand.rank)[3]", ["GDRNG01"]),
        ("(ranked p in players with most p.coins ties from first)[1..2]", []),
        ("(ranked p in players with most p.coins ties from first)[5..9]", ["GDRNG01"]),
        ("(ranked p in players with most p.coins ties from first)[3..1]", ["GDRNG05"]),
        ("you.hand[1..2]", ["GDTYP03"]),
        ("the c in you.hand with most c.rank ties in order", []),
        ("ranked p in players with most p.coins ties in order", ["GDTIE07"]),
        ("count(different c.rank for each c in you.hand)", []),
        ("count(different you.hand.rank)", []),
        ("count(different you.hand)", ["GDTYP14"]),
        ("any(different you.hand.rank)", ["GDTYP16"]),
        ("(different you.hand.rank)", ["GDTYP16"]),
        ("min(you.hand.rank else 9)", []),
        ("min(you.hand.rank else none)", []),
        ("min(p.coins for each p in players else 9)", ["GDTYP17"]),
        ("max(you.hand.rank else red)", ["GDTYP01"]),
        ("sum(you.hand.rank else 9)", ["GDTYP16"]),
        ("only(you.hand else none)", []),
        ("only(you.tiles else house) = house", []),
        ("only(you.hand else 3)", ["GDTYP01"]),
        ("pile.bottom", []),
        ("you.hand.bottom", ["GDTYP01"]),
        ("distance(you, first)", []),
        ("distance(you, red)", ["GDTYP01"]),
        ("opponent", ["GDNAM01"]),
    ],
)
def test_terms_pick_out(value: str, codes: list[str]) -> None:
    """What can be picked out of what, and what is told otherwise."""
    assert codes == term(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            BASE + "terms\n  extra = opponent.coins\n",
            "only of two players there is one: write `next(you)`, or `(p for each p in players where p != you)`",
        ),
        (
            TWO + "setup\n  pay 1 from bank to opponent.coins\n",
            "nobody's turn surrounds this place: write `next(active)` for the other one than who had the last turn",
        ),
        (BASE + "table\n  far[n: number]: bool\n", "a key needs an end: write its range, such as `0..20`"),
        (BASE + "terms\n  extra = you.tiles.bottom\n", "a heap of tile has no order; only a stack has a bottom"),
        (
            BASE + "phases\n  more\n    who: players from first\n    play: up to rich of take\n",
            "say whose it is: `you.rich`",
        ),
        (
            BASE + "modifiers\n  dear\n    change: buy.due to old + 1\n",
            "it has `cost`",
        ),
        (
            BASE + "modifiers\n  dear\n    change: take.cost to old + 1\n",
            "write `cost: pay … from … to …` there, or change a `let` of it",
        ),
        (
            replaced(
                (
                    "    cost: pay t.cost from you.coins to bank\n",
                    "    let: due = t.cost\n    cost: pay due from you.coins to bank; pay 1 from you.coins to bank\n",
                )
            )
            + "modifiers\n  dear\n    change: buy.cost to old + 1\n",
            "give the amount a name with `let` and change that",
        ),
        (
            replaced(("    cost: pay t.cost", "    let: due = t.cost\n    cost: pay due"))
            + "modifiers\n  dear\n    change: buy.duty to old + 1\n",
            "it has `due` and `cost`",
        ),
        (
            BASE + "modifiers\n  dear\n    change: buy.t to old\n",
            "only the cost of an action and what a `let` of it names can be changed",
        ),
        (
            BASE + "triggers\n  acted\n    after: basic(t)\n    then: pay 0 from bank to you.coins\n",
            "leave the brackets out, or follow one action: `after: take(t)`",
        ),
    ],
)
def test_a_slip_is_told_with_its_cure(text: str, message: str) -> None:
    """Each finding says what to write instead."""
    assert message in [finding.help for finding in check(text)[1]]


def test_names_of_a_file_go_before_words_of_the_language() -> None:
    """A file may call its own terms, words and values as words of the language that stand elsewhere."""
    own = """
types
  opponent: near, far
  bottom: low, deep
components
  number: tile
    | number | different: bool |
    | one    | yes             |
table
  numbers: heap of number, full
  nearest: opponent
  last: number or none
  order: 0..9
terms
  extra = 3 if nearest = near else order
  more = count(numbers where different) > 0 and last = none
"""
    assert [] == found(BASE + own)
    assert [] == added("terms\n  extra = opponent\ntypes\n  side: opponent, mine\n")


def test_opponent_is_the_other_of_two() -> None:
    """In a game for two it is a player like any other."""
    assert [] == found(TWO + "terms\n  each player\n    richer = coins > opponent.coins\n")


def test_what_lies_in_the_hand_of_the_opponent_stays_secret() -> None:
    """The new forms read as much as their parts do."""
    for secret in (
        "sum(largest(2, opponent.hand.rank))",
        "count(different opponent.hand.colour)",
        "min(opponent.hand.rank else 9)",
        "min(you.hand.rank else count(different opponent.hand.rank))",
        "count((ranked c in opponent.hand with most c.rank ties in order)[1..2])",
    ):
        text = TWO + f"actions\n  peek\n    when: {secret} > 1\n"
        assert ["GDKNO01"] == found(text), secret
    named = "terms\n  each player\n    theirs = n + 1\n      let: n = sum(opponent.hand.rank)\n"
    assert ["GDKNO01"] == found(TWO + named + "actions\n  peek\n    when: you.theirs > 1\n")
    assert ["GDKNO01"] == found(TWO + "actions\n  peek\n    when: deck.bottom != none and deck.bottom.rank > 2\n")


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        (("then: set idle to idle + 1; set idle to idle * idle - 3",), []),
        (("then: set round to idle",), ["GDRNG02"]),
        (("then: score extra_points idle for you",), []),
        (("then: pay max(0, idle) from bank to you.coins",), []),
        (("pick: n in 1..idle", "then: set idle to n"), ["GDRNG07"]),
        (("pick: n in 1..min(9, idle)", "then: set idle to n"), []),
        (("then:\n  for each n in 0..idle: set idle to n",), ["GDRNG07"]),
        (("then: repeat idle times: set idle to 0",), ["GDRNG07"]),
        (("when: idle in 1..9", "then: set level[red] to idle / 2"), []),
        (("when: idle > 3", "then: set idle to idle + idle"), []),
    ],
)
def test_numbers_without_an_end(fields: tuple[str, ...], codes: list[str]) -> None:
    """Nothing is asked about their range but where something has a range of its own, or all are gone through."""
    text = "table\n  idle: number\nscoring\n  extra_points\nactions\n  extra\n"
    fed = "actions\n  feed\n    then: score extra_points 1 for you\n"
    lines = "".join(f"    {line}\n" for field in fields for line in field.split("\n"))
    assert codes == [code for code in added(text + lines + fed) if code != "GDFLO10"]


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (("repeat until bank = 0: pay 1 from bank to you.coins",), []),
        (("repeat until bank = 0: shuffle deck",), ["GDFLO21"]),
        (("repeat until count(pile) = 0: give",), []),
        (("repeat until round = 1: give",), ["GDFLO21"]),
        (("repeat until you.points > 3: give",), ["GDFLO21"]),
        (("repeat until done(take) > 2: offer you: take",), []),
        (("repeat until target != none: set target to you", "pay 1 from bank to target.coins"), []),
        (("repeat until round = 9: set round to 1",), ["GDFLO25"]),
        (("repeat until round >= 9: set round to 8",), ["GDFLO25"]),
        (("repeat until round in {8, 9}: set round to 1",), ["GDFLO25"]),
        (("repeat until round in 8..9:\n        if bank > 3: set round to 1",), ["GDFLO25"]),
        (("repeat until round in 1..9:\n        if bank > 3: set round to 1",), []),
        (("repeat until round = 9: set round to 9",), []),
        (("repeat until round = 9 or bank = 0: set round to 1",), []),
        (("repeat until round = 9 or round = 8: set round to 1",), ["GDFLO25"]),
        (("repeat until round = 9: roll round in 1..9",), []),
        (("repeat until target != none: set target to none",), ["GDFLO25"]),
        (("repeat until next(you).best = 1: set you.best to 1",), []),
        (("repeat until you.best = 9: set you.best to 1",), ["GDFLO25"]),
        (("repeat until level[red] = 5: set level[blue] to 0",), ["GDFLO25"]),
        (("repeat until count(pile) = 0: deal 0 from pile to you.hand",), ["GDFLO25", "GDRNG10"]),
        (("repeat until you.coins = 0: pay min(1, bank) from bank to you.coins",), ["GDFLO25"]),
        (("repeat until bank < 4 or you.coins < 3: pay min(1, bank) from bank to you.coins",), []),
        (("repeat until you.coins < 4: pay min(1, bank) from bank to you.coins",), ["GDFLO25"]),
        (("repeat until level[red] = 0: set level[red] to min(5, level[red] + 1)",), ["GDFLO25"]),
        (("repeat until level[red] = 5: set level[red] to min(5, level[red] + 1)",), []),
        (("repeat until level[red] = 3: roll level[red] in 0..2",), ["GDFLO25"]),
        (("repeat until level[red] = 2: roll level[red] in 0..2",), []),
    ],
)
def test_a_loop_needs_something_that_ends_it(lines: tuple[str, ...], codes: list[str]) -> None:
    """A step, a rule that is called or what it sets off must change what the condition reads; behind it, it holds."""
    rule = "rules\n  give\n    then: move pile to you.hand\nsetup\n  deal 1 from deck to pile\n"
    body = "".join(f"      {line}\n" for line in lines)
    assert codes == added(f"{rule}actions\n  extra\n    then:\n{body}  other\n    then: give\n")


def test_a_trigger_may_end_a_loop() -> None:
    """Whatever a step in the loop sets off counts."""
    watch = "triggers\n  slow\n    when: bank < 10\n    then: set round to 10\n"
    assert [] == added(
        watch + "actions\n  extra\n    then:\n      repeat until round = 10: pay 1 from bank to you.coins\n"
    )


def test_bends_widen_what_they_change() -> None:
    """What is behind a bent ``let`` must fit its new range."""
    narrow = replaced(("    cost: pay t.cost", "    let: due = min(3, t.cost)\n    cost: pay due"))
    assert [] == found(narrow + "modifiers\n  dear\n    change: buy.due to old + 1\n")
    assert ["GDRNG02"] == found(narrow + "modifiers\n  cheap\n    change: buy.due to old - 9\n")
    assert ["GDRNG02"] == found(BASE + "modifiers\n  cheap\n    change: buy.cost to old - 9\n")
    assert ["GDFLO08"] == found(
        BASE + "modifiers\n  dear\n    change: buy.cost to old + 1\n  dearer\n    change: buy.cost to old + 2\n"
    )
    assert [] == found(
        BASE
        + "modifiers\n  dear\n    when: fast\n    change: buy.cost to old + 1\n"
        + "  dearer\n    when: not fast\n    change: buy.cost to old + 2\n"
    )


def test_a_bend_may_read_what_its_action_picks() -> None:
    """The picks and parameters of the action are known by their names, and secrets stay secrets."""
    assert [] == found(BASE + "modifiers\n  dear\n    when: t.cost > 2\n    change: buy.cost to old + t.cost\n")
    assert ["GDNAM01"] == found(BASE + "modifiers\n  dear\n    when: x.cost > 2\n    change: buy.cost to old + 1\n")
    hidden = (
        "modifiers\n  dear\n    when: any(p.hand.rank = {5} for each p in players)\n    change: buy.cost to old + 1\n"
    )
    assert ["GDKNO01"] == found(BASE + hidden)


def test_a_limit_that_is_worked_out_is_public() -> None:
    """What a plan offers may not tell what its player cannot see, and is at most a thousand."""
    play = "phases\n  more\n    who: players from first\n    play: up to {} of take\n"
    assert [] == added("terms\n  extra = you.coins\n".replace("you.coins", "round") + play.format("extra"))
    assert ["GDKNO01"] == added("terms\n  extra = count(players.hand where rank = 1)\n" + play.format("extra"))
    assert ["GDRNG02"] == added("table\n  idle: number\nterms\n  extra = idle\n" + play.format("extra"))
    assert ["GDTYP01"] == added("terms\n  extra = first\n" + play.format("extra"))
    assert "did you mean `round`?" != only(BASE + play.format("nix"), "GDNAM01").help


def test_who_can_must() -> None:
    """What may be left out cannot be what must be done, and what is always possible hides what follows."""
    play = "phases\n  more\n    who: players from first\n    play: {}\n"
    assert [] == added(play.format("buy else take"))
    assert ["GDFLO19"] == added(play.format("up to 1 of buy else take"))
    assert ["GDFLO20"] == added(play.format("take else buy"))
    assert ["GDSYN04"] == added(play.format("buy else take or buy"))
    assert ["GDSYN04"] == added(play.format("buy or take else buy"))


def test_lets_beside_other_fields() -> None:
    """Values may have names under a term and beside `worth`; a slip in one of them is told once."""
    assert [] == added("scoring\n  rest\n    let: left = you.coins mod 5\n    worth: you.coins - left\n")
    assert [] == added("hints\n  rest\n    let: left = you.coins mod 5\n    worth: left * 3\n")
    assert ["GDNAM01"] == added("scoring\n  rest\n    let: left = none_such\n    worth: left + 3\n")[:1]
    assert ["GDNAM03"] == term("4\n    let: round = 3")
    assert ["GDNAM01"] == term("left\n    let: left = none_such")[:1]
