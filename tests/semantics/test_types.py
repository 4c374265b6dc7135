"""The type of every construct: what fits, and what is said where it does not."""

import pytest

from gamedsl.api import loads
from tests.helpers.checking.additions import BASE, action, added, only, steps, term


def test_equal_types() -> None:
    """Values of one type are compared."""
    assert [] == term("choice = red")


def test_unequal_types() -> None:
    """Values of two types cannot be compared."""
    assert ["GDTYP01"] == term("choice = house")


def test_number_and_bool() -> None:
    """Numbers and yes or no cannot be compared."""
    assert ["GDTYP01"] == term("1 = yes")


@pytest.mark.parametrize(
    ("step", "cure"),
    [
        ("set round to prices[red]", "say which of its numbers: `prices[red].price`"),
        ("for each x in shop: set round to x", "say which of its numbers: `x.cost`"),
        ("set round to shop", "`count(shop)` says how many they are"),
        ("move house to first", "say which place of this player: `first.hand` or `first.tiles`"),
        ("set first to 3", "a number tells how much, not who: `the p in players with most p.points ties all`"),
        ("set first to red", ""),
    ],
)
def test_cure_for_a_wrong_type(step: str, cure: str) -> None:
    """Where it can be guessed what is meant, that is the help."""
    told = only(BASE + f"rules\n  extra\n    then: {step}\n", "GDTYP01").help or ""

    assert told[: len(cure)] == cure and bool(told) == bool(cure)


@pytest.mark.parametrize(
    ("counted", "cure"),
    [
        ("p.points > 0 for each p in players", "p for each p in players where p.points > 0"),
        (
            "p = A or p.points > 0 for each p in players where p != B",
            "p for each p in players where p != B and (p = A or p.points > 0)",
        ),
        (
            "p = q for each p in players for each q in players",
            "q for each p in players for each q in players where p = q",
        ),
    ],
)
def test_yes_and_no_are_not_counted(counted: str, cure: str) -> None:
    """Both would be, so the help counts those for which it holds, and that is right."""
    extra = "rules\n  extra\n    then: set round to count({})\n"
    told = only(BASE + extra.format(counted), "GDTYP01").help or ""

    assert told.endswith(f"`count({cure})`")
    assert "GDTYP01" not in added(extra.format(cure))


def test_attributes_of_yes_and_no_are_not_counted() -> None:
    """The help asks for those that have it."""
    base = BASE.replace("  each player\n", "  each player\n    ready: bool\n", 1)
    told = only(base + "rules\n  extra\n    then: set round to count(players.ready)\n", "GDTYP01").help or ""

    assert told.endswith("`count(x for each x in players where x.ready)`")


def test_order_of_words() -> None:
    """Words have the order of their list."""
    assert [] == term("choice < blue")


def test_order_of_players() -> None:
    """Players have no order."""
    assert ["GDTYP01"] == term("first < A")


def test_piece_and_row() -> None:
    """A piece is compared with its row."""
    assert [] == term("board[1, 1] = house")


def test_slot_and_none() -> None:
    """A slot is compared with none."""
    assert [] == term("board[1, 1] = none")


def test_row_in_zone() -> None:
    """A row lies in a zone when a copy does."""
    assert [] == term("house in shop")


def test_row_in_slot() -> None:
    """A slot is a zone too."""
    assert [] == term("house in board[1, 1]")


def test_word_in_zone() -> None:
    """Words lie in no zone."""
    assert ["GDTYP01"] == term("red in shop")


def test_player_in_set() -> None:
    """A player is searched in a set."""
    assert [] == term("first in {A, B}")


def test_number_in_range() -> None:
    """A number is searched in a range."""
    assert [] == term("round in 2..3")


def test_arithmetic() -> None:
    """Numbers are added."""
    assert [] == term("round + 1")


def test_arithmetic_with_player() -> None:
    """A player is no number."""
    assert ["GDTYP01"] == term("first + 1")


def test_arithmetic_reports_once() -> None:
    """Two wrong sides are one mistake."""
    assert ["GDTYP01"] == term("first + players")


def test_set_plus_element() -> None:
    """An element is added to a set."""
    assert [] == term("{A} + first")


def test_set_plus_other_type() -> None:
    """An element of another type is not."""
    assert ["GDTYP01"] == term("{A} + red")


def test_mixed_set() -> None:
    """A set has elements of one type."""
    assert ["GDTYP01"] == term("{A, red}")


def test_set_drops_none() -> None:
    """None vanishes in a set."""
    assert [] == term("{A, target}")


def test_purse_is_its_amount() -> None:
    """A purse is read as a number."""
    assert [] == term("bank + 1")


def test_count_of_purse() -> None:
    """A purse cannot be counted."""
    assert ["GDTYP01"] == term("count(bank)")


def test_count_of_zone() -> None:
    """A heap is counted."""
    assert [] == term("count(shop)")


def test_attribute_of_set() -> None:
    """An attribute of a set is the set of the values."""
    assert [] == term("count(shop.cost)")


def test_attribute_of_maybe() -> None:
    """An attribute of nothing is none."""
    assert [] == term("deck.top.rank = none")


def test_keyed_value_needs_key() -> None:
    """A keyed value needs its key."""
    assert ["GDTYP01"] == term("level")


def test_keyed_value_with_key() -> None:
    """With its key it is a value."""
    assert [] == term("level[red]")


def test_wrong_key() -> None:
    """A key has the declared type."""
    assert ["GDTYP01"] == term("level[1]")


def test_too_many_keys() -> None:
    """A zone takes no more keys than it has."""
    assert ["GDTYP03"] == term("board[1, 1, 1] = none")


def test_fewer_keys() -> None:
    """A zone with fewer keys is the union."""
    assert [] == term("count(board[1])")


def test_set_as_key() -> None:
    """A set as a key is the union."""
    assert [] == term("count(board[{1, 2}, 1])")


def test_chart_row() -> None:
    """A chart is read by its keys."""
    assert [] == term("prices[red].price")


def test_chart_wrong_key() -> None:
    """A chart takes keys of its own type."""
    assert ["GDTYP01"] == term("prices[house].price")


def test_list_item() -> None:
    """An item of a ranked list has a number."""
    assert [] == term("(ranked p in players with most p.coins ties from first)[1].coins")


RICH = "(ranked p in players where p.rich with most p.coins ties from first)"
LIST = f"let rich = {RICH[1:-1]}"


def test_place_that_a_list_may_not_have() -> None:
    """It may be none, which is an error in what players are asked and a warning in steps."""
    assert ["GDTYP02"] == term(f"next({RICH}[1])")
    assert ["GDTYP11"] == steps(LIST, "pay 1 from bank to rich[1].coins")


@pytest.mark.parametrize(
    "condition", ["count(rich) > 0", "count(rich) >= 2", "count(rich) = 3", "rich[1] != none", "rich[1] = first"]
)
def test_place_that_was_asked_for(condition: str) -> None:
    """A place is there when it was asked for, or when the list is long enough."""
    assert [] == steps(LIST, f"if {condition}: pay 1 from bank to rich[1].coins")


@pytest.mark.parametrize("condition", ["count(rich) < 3", "count(rich) >= 1", "rich[1] != none", "rich[2] = none"])
def test_place_that_was_not_asked_for(condition: str) -> None:
    """A condition that leaves the list too short proves nothing."""
    assert ["GDTYP11"] == steps(LIST, f"if {condition}: pay 1 from bank to rich[2].coins")


def test_places_of_all() -> None:
    """A list of all players is as long as the fewest players, a list of all words as long as their list."""
    everybody = "let all_of_us = ranked p in players with most p.coins ties from first"
    colours = "let best = ranked c in colour with most level[c] ties never"

    assert [] == steps(everybody, "pay 1 from bank to all_of_us[2].coins")
    assert ["GDTYP11"] == steps(everybody, "pay 1 from bank to all_of_us[3].coins")
    assert [] == steps(everybody, "if count(players) > 2: pay 1 from bank to all_of_us[2].coins")
    assert [] == [code for code in steps(colours, "set level[best[3]] to 0") if code != "GDTIE05"]


def test_place_of_a_list_in_a_comparison() -> None:
    """Nobody is equal to no one, so a comparison needs no question before."""
    assert [] == term(f"{RICH}[1] = q", "(q: player)")
    assert [] == term("count(lines(board, 3)[2])")


def test_list_index_of_set() -> None:
    """A set has no numbers."""
    assert ["GDTYP01"] == term("(players where rich)[1].coins")


def test_lines_of_grid() -> None:
    """Lines run over a zone with two number keys."""
    assert [] == term("any(count(l) = 3 for each l in lines(board, 3))")


def test_lines_of_heap() -> None:
    """A heap has no lines."""
    assert ["GDTYP01"] == term("lines(shop, 3)")


def test_neighbours_of_space() -> None:
    """Spaces have neighbours."""
    assert [] == term("neighbours(A1)")


def test_neighbours_of_tile() -> None:
    """Tiles have none."""
    assert ["GDTYP01"] == term("neighbours(house)")


def test_distance_may_be_none() -> None:
    """There may be no way."""
    assert ["GDTYP02"] == term("distance(A1, B1) + 1")


def test_any_of_numbers() -> None:
    """`any` wants yes or no."""
    assert ["GDTYP01"] == term("any(p.coins for each p in players)")


def test_sum_of_players() -> None:
    """`sum` wants numbers."""
    assert ["GDTYP01"] == term("sum(players)")


def test_max_of_nothing() -> None:
    """`max` wants a value."""
    assert ["GDTYP03"] == term("max()")


def test_builtin_count_of_arguments() -> None:
    """A function wants its number of values."""
    assert ["GDTYP03"] == term("count(players, 2)")


def test_term_arguments() -> None:
    """A term is called with its parameters."""
    assert [] == term("price(red)")


def test_term_without_arguments() -> None:
    """A term with parameters wants them."""
    assert ["GDTYP03"] == term("price")


def test_term_wrong_argument() -> None:
    """A parameter has its type."""
    assert ["GDTYP01"] == term("price(house)")


def test_cell_with_parameter() -> None:
    """A cell of rule text takes its parameters."""
    assert [] == term("house.fits(2)")


def test_cell_without_parameter() -> None:
    """Without them it is no value."""
    assert ["GDTYP03"] == term("house.fits")


def test_formula_cell() -> None:
    """A formula is a number."""
    assert [] == term("house.gain + 1")


def test_rule_cell_as_value() -> None:
    """A cell of steps is no value."""
    assert ["GDTYP01"] == term("house.does = yes")


def test_rule_cell_as_step() -> None:
    """It is a step."""
    assert [] == steps("house.does()")


def test_rule_cell_of_set() -> None:
    """Not of a whole set."""
    assert ["GDTYP01"] == steps("shop.does")


def test_term_of_words() -> None:
    """Words for people are no value of a term."""
    assert ["GDTYP01"] == term("house.name")


def test_condition_must_be_bool() -> None:
    """A condition is yes or no."""
    assert ["GDTYP01"] == action("when: bank")


def test_gather_of_sets() -> None:
    """Nested gathers make one set."""
    assert [] == term("count(c for each p in players for each c in p.hand)")


def test_only_may_be_none() -> None:
    """`only` gives none when there are more."""
    assert ["GDTYP02"] == term("only(players where rich).points + 1")


def test_next_in_set_may_be_none() -> None:
    """`next` in a set may be none."""
    assert ["GDTYP02"] == term("next(first, {A}).points + 1")


def test_next_of_all() -> None:
    """`next` of all is a player."""
    assert [] == term("next(first).points + 1")


def test_owner_may_be_none() -> None:
    """A piece may lie with nobody."""
    assert ["GDTYP02"] == term("house.owner.points + 1")


def test_owner_of_own_piece() -> None:
    """A piece made for a player has its maker."""
    assert [] == term("any(m.owner.points > 1 for each m in marker)")


def test_own_piece_of_player() -> None:
    """The one piece made for a player is its thing."""
    assert [] == term("you.marker in markers")


def test_zone_with_value() -> None:
    """A zone has no starting value."""
    assert ["GDTYP01"] == added("table\n  extra: heap of card = red\n")


def test_value_with_trait() -> None:
    """A value has no traits."""
    assert ["GDTYP01"] == added("table\n  extra: 1..3, full\n")


def test_overdraft_of_heap() -> None:
    """Only purses have an overdraft."""
    assert ["GDTYP01"] == added("table\n  extra: heap of card, overdraft\n")


def test_common_zone_seen_by_owner() -> None:
    """A common zone has no owner."""
    assert ["GDTYP01"] == added("table\n  extra: heap of card, seen by owner\n")


def test_refilled_from_other_kind() -> None:
    """A stack is refilled with its own kind."""
    assert ["GDTYP04"] == added("table\n  extra: stack of card, refilled from shop\n")


def test_refilled_after_unknown_phase() -> None:
    """A refill follows a phase."""
    assert ["GDNAM01"] == added("table\n  extra: stack of card, refilled from pile to 6 after take\n")


def test_either_of_two_types() -> None:
    """Both sides of `if` have one type."""
    assert ["GDTYP01"] == term("1 if bank > 3 else red")


def test_trigger_follows_nothing() -> None:
    """A trigger follows something."""
    assert ["GDTYP01"] == added("triggers\n  extra\n    then: roll die\n")


def test_modifier_bends_nothing() -> None:
    """A modifier bends something."""
    assert ["GDTYP01"] == added("modifiers\n  extra\n    when: fast\n")


def test_circle_of_terms() -> None:
    """Terms do not need each other."""
    assert ["GDFLO01"] == added("terms\n  one = two + 1\n  two = one + 1\n")


def test_attribute_of_a_set_counts_every_element_inside_sum():
    """``sum(A.box.value)`` adds equal values too; as a set each value stands once."""
    text = """\
game Sums "Sums"
  players: 2
components
  card: card
    | card | value: 1..9 | copies: 1..3 |
    | vase | 5           | 2            |
    | lamp | 3           | 1            |
table
  pile: heap of card, full
  each player
    box: heap of card
phases
  round
    who: players from A
    play: take
actions
  take "Take a card"
    pick: c in pile
    then: move c to you.box
scoring
  value "Value"
    worth: sum(you.box.value)
end
  winner: the p in players with most p.points ties all
scenarios
  both_vases
    players: 2
    given: move (pile where value = 5) to A.box
    then:
      expect sum(A.box.value) = 10 and count(A.box.value) = 2 and A.box.value = {5}
"""

    results = loads(text).test()

    assert [True] == [result.passed for result in results]
