"""Types where steps and cards take values: zones, amounts, pieces, picks, plans and scores."""

from gamedsl.api import loads
from tests.helpers.checking.additions import BASE, action, added, found, only, replaced, steps
from tests.helpers.texts import game_text


def test_maybe_in_steps_is_a_warning() -> None:
    """In steps the referee finds out in time."""
    assert ["GDTYP11"] == steps("set first to target")


def test_maybe_in_guard() -> None:
    """What a player is asked must be certain."""
    assert ["GDTYP02"] == action("when: you.best + 1 > 2")


def test_wrong_zone() -> None:
    """A counter lies in no heap."""
    assert ["GDTYP05"] == added("table\n  extra: heap of coin\n")


def test_piece_in_purse() -> None:
    """A piece lies in no purse."""
    assert ["GDTYP05"] == added("table\n  extra: purse of tile\n")


def test_space_in_heap() -> None:
    """A space lies nowhere."""
    assert ["GDTYP05"] == added("table\n  extra: heap of lot\n")


def test_two_full_zones() -> None:
    """A kind starts in one zone."""
    assert ["GDTYP06"] == added("table\n  extra: heap of tile, full\n")


def test_no_full_zone() -> None:
    """A kind starts somewhere."""
    assert ["GDTYP06"] == added("components\n  hut: tile, 3\ntable\n  huts: heap of hut\n")


def test_unlimited_counter_needs_no_full_zone() -> None:
    """An unlimited counter does not."""
    assert [] == added("components\n  cash: counter, unlimited\ntable\n  till: purse of cash, unlimited\n")


def test_step_changes_nothing() -> None:
    """A comparison is no step."""
    assert ["GDTYP07"] == steps("round = 3")


def test_step_that_sets() -> None:
    """`set` is one."""
    assert [] == steps("set round to 3")


def test_set_is_offered() -> None:
    """The help writes the step."""
    assert "write `set round to 3`" == only(BASE + "rules\n  extra\n    then: round = 3\n", "GDTYP07").help


def test_action_as_step() -> None:
    """An action is no step."""
    assert ["GDTYP01"] == steps("take")


def test_cost_sets() -> None:
    """A cost cannot set."""
    assert ["GDTYP08"] == action("cost: set round to 3")


def test_cost_pays() -> None:
    """A cost pays."""
    assert [] == action("cost: pay 1 from you.coins to bank")


def test_set_purse() -> None:
    """A purse cannot be set."""
    assert ["GDTYP10"] == steps("set bank to 3")


def test_set_option() -> None:
    """An option cannot be set."""
    assert ["GDTYP10"] == steps("set fast to yes")


def test_set_term() -> None:
    """A term cannot be set."""
    assert ["GDTYP10"] == steps("set price(red) to 4")


def test_set_dice() -> None:
    """Dice cannot be set."""
    assert ["GDTYP10"] == steps("set die to 4")


def test_roll_dice() -> None:
    """Dice are rolled."""
    assert [] == steps("roll die[2]")


def test_roll_number() -> None:
    """A value is rolled from a set."""
    assert ["GDTYP01"] == steps("roll round")


def test_roll_too_far() -> None:
    """What is rolled must fit."""
    assert ["GDTYP01"] == steps("roll round in 1..20")


def test_pay_to_heap() -> None:
    """One pays into purses."""
    assert ["GDTYP01"] == steps("pay 1 from bank to shop")


def test_pay_other_counter() -> None:
    """Counters do not mix."""
    assert ["GDTYP04"] == steps("pay 1 from bank to gems")


def test_move_other_kind() -> None:
    """Kinds do not mix."""
    assert ["GDTYP04"] == steps("move shop to pile")


def test_move_amount() -> None:
    """Amounts are not moved; this is one mistake."""
    assert ["GDTYP01"] == steps("move you.coins to bank")


def test_move_to_many_places() -> None:
    """A piece goes to one place."""
    assert ["GDTYP01"] == steps("move house to board[1]")


def test_move_to_place() -> None:
    """With all keys it is one."""
    assert [] == steps("move house to board[1, 1]")


def test_move_to_set_of_places() -> None:
    """A set key takes a set."""
    assert [] == steps("move house to yard[{A1, A2}]")


def test_move_space() -> None:
    """A space is not moved."""
    assert ["GDTYP01"] == steps("move A1 to pile")


def test_move_row_of_many_copies() -> None:
    """A row with one copy is a piece."""
    assert [] == steps("move card(red, 1) to pile")


def test_bottom_of_heap() -> None:
    """A heap has no bottom."""
    assert ["GDTYP01"] == steps("move house to shop at bottom")


def test_shuffle_heap() -> None:
    """A heap has no order."""
    assert ["GDTYP01"] == steps("shuffle shop")


def test_shuffle_stack() -> None:
    """A stack has."""
    assert [] == steps("shuffle deck")


def test_shuffle_to_a_stack() -> None:
    """What lies anywhere is shuffled on or under a stack: all of it, some, or what lies in several places."""
    assert [] == steps("deal 2 from deck to pile; shuffle pile to deck")
    assert [] == steps("deal 2 from deck to pile; shuffle (deck where rank > 1) + pile to deck at bottom")
    assert ["GDFLO29"] == steps("shuffle pile to deck")


def test_shuffle_to_a_heap() -> None:
    """What lies in a heap has no order, and several stacks are not one place."""
    assert ["GDTYP01"] == steps("shuffle deck to you.hand")
    assert "only a stack has an order; to a heap or a slot pieces `move`" in str(
        only(BASE + "rules\n  extra\n    then: shuffle deck to A.hand\n", "GDTYP01")
    )


def test_shuffle_one_piece() -> None:
    """One piece has no order."""
    found = only(BASE + "rules\n  extra\n    then: shuffle deck.top to deck\n", "GDTYP01")
    assert "one piece has no order: write `move deck.top to deck`" == found.help


def test_shuffle_what_does_not_lie_there() -> None:
    """Tiles lie in no stack of cards, and coins in none."""
    assert ["GDTYP04"] == steps("shuffle shop to deck")
    assert ["GDTYP01"] == steps("shuffle bank to deck")


def test_pick_number() -> None:
    """A pick is out of a set."""
    assert ["GDTYP01"] == action("pick: n in bank")


def test_pick_line() -> None:
    """Sets cannot be picked."""
    assert ["GDTYP01"] == action("pick: l in lines(board, 3)")


def test_pick_in_setup() -> None:
    """Nobody decides in the setup."""
    assert ["GDTYP01"] == added("setup\n  pick p in players\n")


def test_play_without_who() -> None:
    """A plan needs somebody."""
    assert ["GDTYP01"] == found(replaced(("    who: players from first\n", "")))


def test_who_is_a_set() -> None:
    """A set of players needs a start."""
    assert ["GDTYP01"] == added("phases\n  extra\n    who: players\n    play: take\n")


def test_offer_wrong_group() -> None:
    """A plan names actions."""
    assert ["GDNAM01"] == steps("offer you: turn")


def test_plan_arguments() -> None:
    """An action without parameters takes none."""
    assert ["GDTYP03"] == steps("offer you: take(3)")


def test_plan_default() -> None:
    """A parameter with a default may be left out."""
    lend = "actions\n  lend(n: 1..3 = 2)\n    then: pay n from bank to you.coins\n"
    assert [] == added(lend + "rules\n  extra\n    then: offer you: lend or lend(3)\n")


def test_plan_limit_is_bool() -> None:
    """The limit of a plan is a number."""
    assert ["GDTYP01"] == steps("offer you: up to fast of take")


def test_score_for_many() -> None:
    """One player gets points."""
    assert ["GDTYP01"] == steps("score wealth 1 for players")


def test_unknown_source() -> None:
    """Points have a source."""
    assert ["GDNAM01"] == steps("score nix 1 for you")


def test_from_over_words() -> None:
    """Only players sit round the table."""
    assert ["GDTYP01"] == steps("for each c in colour from first:", "  set level[c] to 0")


def test_number_forms_need_number() -> None:
    """Number forms need a number."""
    assert ["GDTYP01"] == action('when: bank > 0 "{first|one|many}"')


def test_number_forms() -> None:
    """A purse is one."""
    assert [] == action('when: bank > 0 "{bank|one|many}"')


def test_set_of_sets() -> None:
    """A set does not hold sets."""
    assert ["GDTYP01"] == added("table\n  extra: set of set of colour\n")


def test_spaces_by_their_names_are_places() -> None:
    """A set of spaces written by their names holds the spaces: it indexes zones and is compared with others."""
    text = game_text("semantics/step_types")

    assert [True] == [result.passed for result in loads(text).test()]
