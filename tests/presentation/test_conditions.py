"""Conditions in displays: a tick, or what is missing, made from the condition."""

import pytest

from gamedsl.play.engine import Engine
from gamedsl.presentation.view_data import Segment
from gamedsl.presentation.views import project
from tests.helpers.play.engines import engine_of

GAME = """
options
  strict: yes, no
types
  good: fish, salt, cloth
components
  coin: counter, unlimited
  ware: card, 2 each good
  deed: card
    | deed  | met: condition                   | over(n: 0..9): condition | open: bool |
    | rich  | gold >= 5 and load(fish) >= 1    | gold > n                 | yes        |
    | poor  | rich_enough or ready             | gold >= n or gold = 9    | no         |
table
  bank: purse of coin, unlimited
  deeds: heap of deed, full
  chief: player
  guest: player or none
  round: 0..9
  each player
    gold: purse of coin
    hold: heap of ware               "wares on board of the ship"
    best: good or none
  stock: heap of ware, full
  heap: purse of coin                "heaped up"
terms
  each player
    load(g: good) = count(hold where good = g)   "loads of {g}"
    sorts = count(g for each g in good where load(g) > 0)   "sorts"
    big = count(hold) >= 4                       "a big cargo"
    rich_enough = gold >= 7
    ready = big and sorts >= 3
    wealth = gold + count(hold)
  bent = round >= 3
  each ware
    sold = round > 5
setup
  pay 4 from bank to A.gold
  pay 2 from bank to B.gold
  move (stock where good = fish) to A.hold
modifiers
  bend
    change: bent to old and round != 9
phases
  game
    who: players from A
    play: go
actions
  go "Go"
    then: set round to 1
display
  each player
"""


def engine(*slots: str) -> Engine:
    """Return the engine of the game with one display that has a line for each slot."""
    return engine_of(GAME + "    d\n" + "".join(f'      line: "{{{slot}}}"\n' for slot in slots))


def told(*slots: str, seat: int = 0) -> list[str]:
    """Return what a seat's display says in the beginning."""
    made = engine(*slots)
    display = next(one for one in project(made, made.start(1), 0).displays if one.seat == seat)
    return ["".join(segment.text for segment in line) for line in display.boxes[0].lines]


@pytest.mark.parametrize(
    ("condition", "missing"),
    [
        ("gold >= 4", "✓"),
        ("gold >= 6", "gold 4 of 6"),
        ("gold > 6", "gold 4 of 7"),
        ("6 <= gold", "gold 4 of 6"),
        ("heap >= 1", "heaped up"),
        ("heap >= 2", "heaped up 0 of 2"),
        ("gold <= 3", "gold 4 instead of at most 3"),
        ("gold < 3", "gold 4 instead of less than 3"),
        ("gold = 5", "gold 4 instead of 5"),
        ("gold != 4", "gold other than 4"),
        ("A.gold < B.gold", "gold 4 instead of less than 2"),
        ("B.gold >= gold", "gold of B 2 of 4"),
        ("gold + heap >= 6", "gold + heaped up 4 of 6"),
        ("you.points >= 3", "points 0 of 3"),
        ("count(hold) >= 3", "hold 2 of 3"),
        ("count(hold where good = salt) >= 1", "hold (salt)"),
        ("count(hold where good = fish and sold) >= 1", "hold (fish, sold)"),
        ("wealth >= 9", "wealth 6 of 9"),
        ("load(salt) >= 1", "loads of salt"),
        ("load(fish) >= 3", "loads of fish 2 of 3"),
        ("chief = B", "chief A instead of B"),
        ("chief != A", "chief other than A"),
        ("guest != none", "guest"),
        ("guest = A", "guest A"),
        ("chief = guest", "chief A instead of none"),
        ("best = salt", "best salt"),
        ("B in (p for each p in players where p.gold > 3)", "B"),
        ("players in {A}", "B"),
        ("A not in players", "A not in players"),
        ("only(stock.good) in {fish}", "only(stock.good)"),
    ],
)
def test_comparisons_and_members(condition: str, missing: str) -> None:
    """Numbers are counted, other values stand beside what is wanted, a member is its name."""
    assert [missing] == told(condition)


@pytest.mark.parametrize(
    ("condition", "missing"),
    [
        ("gold >= 4 and heap >= 2", "heaped up 0 of 2"),
        ("gold >= 6 and heap >= 2 and sorts >= 2", "gold 4 of 6, heaped up 0 of 2 and sorts 1 of 2"),
        ("gold >= 6 or heap >= 2", "gold 4 of 6 or heaped up 0 of 2"),
        ("(gold >= 6 or heap >= 2) and sorts >= 2", "(gold 4 of 6 or heaped up 0 of 2) and sorts 1 of 2"),
        ("(gold >= 6 or heap >= 2) and sorts >= 1", "gold 4 of 6 or heaped up 0 of 2"),
        ("(gold >= 6 and heap >= 2) or big", "(gold 4 of 6 and heaped up 0 of 2) or a big cargo"),
        ("not gold >= 2", "gold 4 instead of less than 2"),
        ("not (gold >= 2 or heap > 0)", "gold 4 instead of less than 2"),
        ("not (gold >= 2 and heap = 0)", "gold 4 instead of less than 2 or heaped up other than 0"),
        ("not (sorts >= 1 and not big)", "sorts 1 instead of less than 1 or a big cargo"),
        ("gold >= 6 if strict else big", "gold 4 of 6"),
        ("big", "a big cargo"),
        ("not (gold >= 3 if strict else big)", "gold 4 instead of less than 3"),
        ("rich_enough", "gold 4 of 7"),
        ("ready", "a big cargo and sorts 1 of 3"),
        ("B.rich_enough", "gold 2 of 7"),
        ("bent", "bent"),
        ("guest != none and guest.gold >= 3", "guest"),
        ("guest != none and guest.gold / 2 > 0 and gold > 8", "guest and gold 4 of 9"),
        ("round > 0 and 10 / round >= 2", "round"),
        ("round > 0 and round < 1", "round"),
        ("during(go)", "during(go)"),
    ],
)
def test_signs_and_terms(condition: str, missing: str) -> None:
    """Parts that hold, and parts that make no sense yet, are left out; terms without words are looked into."""
    assert [missing] == told(condition)


@pytest.mark.parametrize(
    ("condition", "missing"),
    [
        ("all(load(g) >= 1 for each g in good)", "salt and cloth"),
        ("all(load(g) >= 3 for each g in good)", "fish 2 of 3, salt 0 of 3 and cloth 0 of 3"),
        ("all(w.sold for each w in hold)", "fish ×2"),
        ("not any(p.gold > 3 for each p in players)", "A"),
        ("all(p.gold >= 9 for each p in players where p != you)", "B 2 of 9"),
        ("any(load(g) >= 3 for each g in {salt, cloth})", "loads of salt 0 of 3 or loads of cloth 0 of 3"),
        ("any(n > 40 + gold for each n in 1..9)", "any(n > 40 + gold for each n in 1..9)"),
        ("any(load(g) >= 3 for each g in good where g = fish and gold = 0)",) * 2,
    ],
)
def test_every_and_some(condition: str, missing: str) -> None:
    """Of `all` the failing members, equal ones counted; of `any` a few alternatives, else the condition as written."""
    assert [missing] == told(condition)


def test_cells_are_looked_into() -> None:
    """A cell speaks of the player of the display; its parameters are known inside."""
    made = engine_of(
        GAME + '    d\n      each: x in deeds\n      line: "{x.met}"\n      line: "{x.over(6)} {x.open}"\n'
    )
    texts = [
        [["".join(segment.text for segment in line) for line in box.lines] for box in display.boxes]
        for display in project(made, made.start(1), 0).displays
    ]

    assert [
        [
            ["gold 4 of 5", "gold 4 of 7 yes"],
            ["gold 4 of 7 or (a big cargo and sorts 1 of 3)", "gold 4 of 6 or gold 4 instead of 9 no"],
        ],
        [
            ["gold 2 of 5 and loads of fish", "gold 2 of 7 yes"],
            ["gold 2 of 7 or (a big cargo and sorts 0 of 3)", "gold 2 of 6 or gold 2 instead of 9 no"],
        ],
    ] == texts


def test_what_is_only_read_is_yes_or_no() -> None:
    """Options and columns are not conditions; a tick and numbers are values, names are of their own sort."""
    assert ["yes"] == told("strict")
    made = engine("chief = B")
    (box,) = project(made, made.start(1), 0).displays[0].boxes

    (_, _, owner, *_, wanted) = box.lines[0]
    assert (Segment("A", "player", owner=0), Segment("B", "player", owner=1)) == (owner, wanted)
    assert ((Segment("✓", "value"),),) == project(engine("gold = 4"), made.start(1), 0).displays[0].boxes[0].lines


def test_what_fails_is_a_question_mark() -> None:
    """A condition that cannot be worked out neither changes nor stops the game."""
    broken = "(the p in players with most 0 * p.gold ties never) = A"
    assert ["?", "✓", "?"] == told(broken, "gold = 4", f"gold = 4 and {broken}")
    assert ["gold 4 instead of 5"] == told(f"gold = 5 and {broken}")
