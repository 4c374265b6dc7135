"""The interval of every number, what narrows it, and what is said when a value does not fit."""

import pytest

from tests.helpers.checking.additions import BASE, action, added, check, only, steps, term


def test_inside() -> None:
    """A value inside the range is stored."""
    assert [] == steps("set round to 10")


def test_surely_outside() -> None:
    """A value outside it is an error."""
    assert ["GDRNG01"] == steps("set round to 11")


def test_maybe_outside() -> None:
    """A value that overlaps it is a warning."""
    assert ["GDRNG02"] == steps("set round to round + 1")


def test_fix_is_written() -> None:
    """The fix is written out."""
    text = BASE + "rules\n  extra\n    then: set round to round + 1\n"
    cure = "write `min(10, round + 1)` if it may not become more or less; "
    assert cure + "else give `round` a larger range where it is declared" == only(text, "GDRNG02").help


def test_clamped() -> None:
    """With the fix there is nothing to say."""
    assert [] == steps("set round to min(10, round + 1)")


def test_clamped_from_below() -> None:
    """The same at the lower end."""
    assert [] == steps("set round to max(1, round - 3)")


def test_argument_outside() -> None:
    """An argument fits its parameter."""
    assert ["GDRNG01"] == term("house.fits(7)")


def test_start_outside() -> None:
    """A starting value fits."""
    assert ["GDRNG01"] == added("table\n  extra: 1..3 = 4\n")


def test_negative_payment() -> None:
    """A payment is not negative."""
    assert ["GDRNG01"] == steps("pay -1 from bank to you.coins")


def test_negative_deal() -> None:
    """Nor a number of pieces."""
    assert ["GDRNG01"] == steps("deal -1 from deck to pile")


def test_negative_repeat() -> None:
    """Nor a number of times."""
    assert ["GDRNG01"] == steps("repeat -1 times:", "  roll die")


def test_too_many_points() -> None:
    """Points have a limit."""
    assert ["GDRNG01"] == steps("score wealth 100000 for you")


def test_index_of_dice() -> None:
    """There are two dice."""
    assert ["GDRNG01"] == term("die[3]")


def test_index_of_list() -> None:
    """A ranked list is as long as its set."""
    assert ["GDRNG01"] == term("(ranked p in players with most p.coins ties from first)[9].points")


def test_index_off_the_board() -> None:
    """A place off the board is none."""
    assert [] == term("board[round, 1] = none")


def test_too_many_choices() -> None:
    """A choice has a limit."""
    assert ["GDRNG01"] == action("pick: n in 1..200000")


def test_division_by_zero() -> None:
    """A divisor is never 0."""
    assert ["GDRNG03"] == term("round / level[red]")


def test_division() -> None:
    """A divisor above 0 is fine."""
    assert [] == term("level[red] / round")


def test_mod_by_zero() -> None:
    """The same for `mod`."""
    assert ["GDRNG03"] == term("round mod level[red]")


def test_too_large() -> None:
    """Numbers have 32 bits."""
    assert ["GDRNG04"] == term("100000 * 100000")


def test_sum_too_large() -> None:
    """So has a sum over many."""
    assert ["GDRNG04"] == term("sum(1000000000 for each p in players)")


def test_empty_range() -> None:
    """A range goes upwards."""
    assert ["GDRNG05"] == term("count(3..1)")


def test_empty_type() -> None:
    """So does the type of a value."""
    assert ["GDRNG05"] == added("table\n  extra: 3..1\n")


def test_always_true() -> None:
    """A comparison decided by the ranges is a warning."""
    assert ["GDRNG06"] == term("round < 11")


def test_never_none() -> None:
    """A value that is never none too."""
    assert ["GDRNG06"] == term("round = none")


def test_undecided() -> None:
    """Any other is not."""
    assert [] == term("round < 10")


def test_members_of_two_kinds() -> None:
    """What is known about the number of one kind says nothing about that of another."""
    kinds = "components\n  leaf: card, 2 each player\n  twig: card, 3 each player\n"
    both = "terms\n  full = count(leaf) = 6 and count(twig) = 9\n"
    assert [] == [code for code in added(kinds + both) if code == "GDRNG06"]


def test_sum_interval() -> None:
    """The sum over n players is at most n times the value."""
    assert ["GDRNG06"] == term("sum((p.best if p.best != none else 0) for each p in players) > 36")


def test_sum_interval_inside() -> None:
    """Below that it decides something."""
    assert [] == term("sum((p.best if p.best != none else 0) for each p in players) > 35")


def test_product_interval() -> None:
    """The corners bound a product."""
    assert ["GDRNG06"] == term("(round - 11) * level[red] > 0")


def test_quotient_interval() -> None:
    """Division rounds down."""
    assert ["GDRNG06"] == term("(round - 11) / 10 > -1")


def test_mod_interval() -> None:
    """A remainder is below the divisor."""
    assert ["GDRNG06"] == term("(round + 7) mod 5 > 4")


def test_mod_of_small() -> None:
    """A number below the divisor stays."""
    assert ["GDRNG06"] == term("level[red] mod 9 > 5")


def test_either_interval() -> None:
    """Both sides of `if` are joined."""
    assert [] == term("(1 if fast else 9) > 5")


def test_min_interval() -> None:
    """`min` takes the lower bounds."""
    assert ["GDRNG06"] == term("min(round, 4) > 4")


def test_abs_interval() -> None:
    """`abs` is never negative."""
    assert ["GDRNG06"] == term("abs(round - 5) < 0")


def test_dice_interval() -> None:
    """Two dice show at least 2."""
    assert ["GDRNG06"] == term("die < 2")


def test_count_interval() -> None:
    """There are fifteen cards."""
    assert ["GDRNG06"] == term("count(deck) > 15")


def test_count_players_interval() -> None:
    """There are at least two players."""
    assert ["GDRNG06"] == term("count(players) < 2")


def test_formula_interval() -> None:
    """A formula has room for a sum."""
    assert [] == term("house.gain + 1")


def test_when_narrows() -> None:
    """What `when` says holds in `then`."""
    assert [] == action("when: round < 10", "then: set round to round + 1")


def test_when_of_something_else() -> None:
    """It says nothing about other values."""
    assert ["GDRNG02"] == action("when: level[red] < 5", "then: set level[blue] to level[blue] + 1")


def test_if_narrows() -> None:
    """The branch of `if` knows its condition."""
    assert [] == steps("if round < 10:", "  set round to round + 1")


def test_else_narrows() -> None:
    """`else` knows its opposite."""
    assert [] == steps("if round = 10:", "  set round to 1", "else:", "  set round to round + 1")


def test_behind_if_nothing_is_known() -> None:
    """Behind the branch it is forgotten."""
    assert ["GDRNG02"] == steps("if round < 10:", "  roll die", "set round to round + 1")


def test_and_narrows() -> None:
    """Both sides of `and` hold."""
    assert [] == action("when: fast and round < 10", "then: set round to round + 1")


def test_and_narrows_its_right_side() -> None:
    """The right side knows the left."""
    assert [] == term("level[red] != 0 and round / level[red] > 1")


def test_or_narrows_its_right_side() -> None:
    """Behind `or` the left side is false."""
    assert [] == term("level[red] = 0 or round / level[red] > 1")


def test_or_narrows_when_both_agree() -> None:
    """What both sides of `or` say holds."""
    assert [] == action("when: target = A or target = B", "then: set first to target")


def test_or_does_not_narrow() -> None:
    """What one side says does not."""
    assert ["GDTYP11"] == action("when: target = A or fast", "then: set first to target")


def test_either_narrows() -> None:
    """Each side of a conditional value knows the condition."""
    assert [] == term("1 / level[red] if level[red] > 0 else 0")


def test_not_none_narrows() -> None:
    """`!= none` makes certain."""
    assert [] == action("when: target != none", "then: set first to target")


def test_not_equal_none_narrows() -> None:
    """So does `not … = none`."""
    assert [] == action("when: not target = none", "then: set first to target")


def test_constant_narrows() -> None:
    """So does a comparison with a constant."""
    assert [] == action("when: target = A", "then: set first to target")


def test_in_narrows() -> None:
    """So does `in`."""
    assert [] == action("when: target in {A, B}", "then: set first to target")


def test_in_range_narrows() -> None:
    """`in` a range narrows a number."""
    assert [] == action("when: round in 1..5", "then: set round to round + 5")


def test_let_narrows() -> None:
    """A name given by `let` is narrowed like any other."""
    assert [] == action("let: t = target", "when: t != none", "then: set first to t")


def test_pick_condition_narrows() -> None:
    """What `where` says of a pick holds."""
    assert [] == action("pick: p in players where p.best != none", "when: p.best + 1 > 3")


def test_term_names_a_value() -> None:
    """A term that only names a value narrows it."""
    assert [] == added(
        "terms\n  open = target != none\nactions\n  extra\n    when: open\n    then: set first to target\n"
    )


def test_set_forgets() -> None:
    """A change makes what was known doubtful."""
    assert ["GDFLO34", "GDTYP11"] == action(
        "when: target != none", "then:\n  set target to none\n  set first to target"
    )


def test_set_forgets_sums() -> None:
    """What was known of a sum is forgotten with its parts."""
    assert ["GDRNG02"] == action("when: round < 10", "then:\n  set round to round + 1\n  set round to round + 1")


def test_set_is_known() -> None:
    """What was just set is known."""
    assert [] == steps("set round to 3", "set round to round + 7")


def test_pay_keeps_values() -> None:
    """A payment changes no values."""
    assert [] == action("when: target != none", "then:\n  pay 1 from bank to you.coins\n  set first to target")


def test_pay_forgets_amounts() -> None:
    """But it changes amounts."""
    assert ["GDRNG03"] == action(
        "when: bank > 0", "then:\n  pay 1 from bank to you.coins\n  set round to min(10, max(1, round / bank))"
    )


def test_move_forgets_places() -> None:
    """A move changes what lies where."""
    steps = "move board[1, 1] to shop\n  let t = board[1, 1]\n  let n = t.cost + 1\n  move shop.top to board[1, 1]"
    assert ["GDTYP11"] == action("when: board[1, 1] != none", f"then:\n  {steps}")


def test_rule_forgets() -> None:
    """A rule may change anything."""
    other = "rules\n  other\n    then: roll first in players\n"
    extra = "actions\n  extra\n    when: target != none\n    then:\n      other\n      set first to target\n"
    assert ["GDTYP11"] == added(other + extra)


def test_loop_forgets() -> None:
    """A loop may have changed what was known before it."""
    assert ["GDFLO34", "GDTYP11"] == action(
        "when: target != none", "then:\n  repeat 2 times:\n    set first to target\n    set target to none"
    )


def test_warnings_do_not_stop_a_game() -> None:
    """A game with warnings alone can be played."""
    game, _ = check(BASE + "rules\n  extra\n    then: set round to round + 1\n")
    assert game is not None


def test_modifier_widens_its_term() -> None:
    """A term that a modifier changes has room for the changed value."""
    dearer = "modifiers\n  dearer\n    change: price to old + 1000\n"
    assert ["GDRNG02"] == added(dearer + "rules\n  extra\n    then: set round to price(red)\n")


def test_modifiers_add_up() -> None:
    """Two modifiers of one term work on top of each other."""
    one = "modifiers\n  one\n    change: price to old + 3\n  two\n    change: price to old + 4\n"
    assert ["GDFLO08"] == added(one + "rules\n  extra\n    then: set round to price(red)\n")


def test_modifier_reads_its_own_term() -> None:
    """A modifier that needs the term it changes is a circle."""
    assert ["GDFLO01"] == added("modifiers\n  dearer\n    change: price to price(red) + 1\n")[:1]


BESIDE = (
    "table\n  wall[n: 1..4]: heap of tile\n  jar[n: 1..4]: purse of coin\n  shelf[c: colour, n: 1..4]: slot of tile\n"
)


@pytest.mark.parametrize(
    ("step", "warned"),
    [
        ("move t to wall[n]", True),
        ("move t to shelf[red, n]", True),
        ("pay 1 from bank to jar[n]", True),
        ("pay 1 from jar[n + 1] to bank", True),
        ("deal 1 from shop to wall[7 - n]", True),
        ("if n in 1..4: move t to wall[n]", False),
        ("if n <= 4: move t to shelf[red, n]", False),
        ("move t to wall[min(4, n)]", False),
        ("if count(wall[n]) > 0: roll die", False),
    ],
)
def test_keys_of_targets(step: str, warned: bool) -> None:
    """Beside a board there is nothing: one may ask what lies there, but nothing can be put or taken there."""
    fields = f"    pick: n in 1..6\n    pick: t in shop\n    then:\n      {step}\n"
    text = f"{BASE}{BESIDE}actions\n  extra\n{fields}"

    assert warned == ("GDRNG02" in [each.code for each in check(text)[1]])


def test_cure_of_a_key() -> None:
    """What is put beside a board is not moved to its edge; the step is left out there, or the board is larger."""
    fields = "    pick: n in 1..6\n    pick: t in shop\n    then: move t to wall[n]\n"
    found = only(f"{BASE}{BESIDE}actions\n  extra\n{fields}", "GDRNG02")

    assert "write `if n in 1..4: …` around this step, or more places under `table`" == found.help
