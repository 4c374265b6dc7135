"""Scenarios: seats, options, where they start, and the moves and answers that are written."""

from gamedsl.api import check_text
from tests.helpers.checking.additions import BASE, added, check, only
from tests.helpers.texts import game_text

START = 'scenarios\n  extra "x"\n'


def scenario(*lines: str) -> list[str]:
    """Return the codes found when the game has this scenario."""
    return added(START + "".join(f"    {line}\n" for line in lines))


def questions(text: str) -> list[str]:
    """Return the names of all decisions inside cards."""
    game, _ = check(text)
    return [question.name for question in game.questions] if game is not None else []


def started(phase: str) -> tuple[str, ...] | None:
    """Return the way to the phase where a scenario starts."""
    game, _ = check(BASE + START + f"    at: {phase}\n    then: A: take\n")
    return game.scenarios[0].at if game is not None else None


def names() -> list[str]:
    """Return the names of the scenarios of a game."""
    game, _ = check(BASE + START + "    then: A: take\n")
    return [code.name for code in game.scenarios] if game is not None else []


def test_simple() -> None:
    """A scenario with a move and an expectation."""
    assert [] == scenario("then: A: take; expect round = 1")


def test_given() -> None:
    """The situation is made with steps."""
    assert [] == scenario("given: pay 2 from bank to A.coins", "then: A: take")


def test_unknown_move() -> None:
    """A move is an action."""
    assert ["GDSCN01"] == scenario("then: A: steal")


def test_move_has_suggestion() -> None:
    """The nearest action is offered."""
    assert "did you mean `take`?" == only(BASE + START + "    then: A: takes\n", "GDSCN01").help


def test_pass_is_a_move() -> None:
    """`pass` is a move."""
    assert [] == scenario("then: A: pass")


def test_answer_in_brackets() -> None:
    """An answer may stand in brackets."""
    assert [] == scenario("then: A: buy(house)")


def test_answer_behind_a_comma() -> None:
    """Or behind a comma."""
    assert [] == scenario("then: A: buy, house")


def test_unknown_answer() -> None:
    """An answer means something."""
    assert ["GDNAM01"] == scenario("then: A: buy(hut)")


def test_bare_answer() -> None:
    """The answer to a pick is bare."""
    assert [] == scenario("then: A: house")


def test_illegal() -> None:
    """A move may be expected to be refused."""
    assert [] == scenario('then: illegal A: take "no"')


def test_points_of_an_unknown_source() -> None:
    """In the brackets behind `points` stands a scoring source; the nearest name is offered."""
    found = only(BASE + START + "    then: expect A.points[welth] = 1\n", "GDNAM01")
    said = "There is no scoring source called `welth` here.", "did you mean `wealth`?"
    assert said == (found.message, found.help)
    assert ["GDNAM01"] == scenario("then: expect A.points[A] = 1")
    assert ["GDTYP03"] == scenario("then: expect A.points[wealth, wealth] = 1")


def test_unknown_seat() -> None:
    """A seat of the game moves."""
    assert ["GDNAM01"] == scenario("then: E: take")


def test_seat_that_does_not_play() -> None:
    """A seat that this scenario has not cannot move."""
    assert ["GDNAM01"] == scenario("players: 2", "then: C: take")


def test_seat_that_plays() -> None:
    """With three players the third can."""
    assert [] == scenario("players: 3", "then: C: take")


def test_too_many_players() -> None:
    """The game allows the number of players."""
    assert ["GDRNG01"] == scenario("players: 5", "then: A: take")


def test_range_of_players() -> None:
    """A scenario has one number."""
    assert ["GDRNG01"] == scenario("players: 2 to 3", "then: A: take")


def test_option() -> None:
    """Options are set."""
    assert [] == scenario("with: fast = yes, mode = hard, size = 5", "then: A: take")


def test_unknown_option() -> None:
    """The game has the option."""
    assert ["GDNAM01"] == scenario("with: slow = yes", "then: A: take")


def test_unknown_value_of_option() -> None:
    """The option has the value."""
    assert ["GDNAM01"] == scenario("with: size = 4", "then: A: take")


def test_bool_is_no_number() -> None:
    """A number is not yes or no."""
    assert ["GDNAM01"] == scenario("with: fast = 1", "then: A: take")


def test_start_at_phase() -> None:
    """A scenario may start at a phase."""
    assert [] == scenario("at: turn", "then: A: take")


def test_start_at_unknown_phase() -> None:
    """The phase is there."""
    assert ["GDNAM01"] == scenario("at: round", "then: A: take")


def test_start_at_unreached_phase() -> None:
    """And the game reaches it."""
    assert ["GDSCN06"] == added("phases\n  lost\n    then: roll die\n" + START + "    at: lost\n    then: A: take\n")


def test_start_in_the_wrong_order() -> None:
    """The way to it exists."""
    assert ["GDSCN06"] == scenario("at: turn, main", "then: A: take")


def test_way_to_the_phase() -> None:
    """The way is kept from the first phase on."""
    assert ("main", "turn") == started("turn")


def test_expect_is_bool() -> None:
    """An expectation is yes or no."""
    assert ["GDTYP01"] == scenario("then: expect round")


def test_force_dice() -> None:
    """Dice are forced to their faces."""
    assert [] == scenario("given: force die: 1, 6", "then: A: take")


def test_force_unknown() -> None:
    """Something that is there is forced."""
    assert ["GDNAM01"] == scenario("given: force dice: 1", "then: A: take")


def test_force_wrong_type() -> None:
    """To values of its type."""
    assert ["GDTYP01"] == scenario("given: force first: red", "then: A: take")


def test_force_unclear() -> None:
    """What is forced is written out."""
    assert ["GDSCN03"] == scenario("given: force first: next(A)", "then: A: take")


def test_force_stack() -> None:
    """A stack is forced to pieces."""
    assert [] == scenario("given: force deck: card(red, 1)", "then: A: take")


def test_pick_in_scenario() -> None:
    """A scenario asks nobody."""
    assert ["GDNAM06"] == scenario('given: pick p in players "?"', "then: A: take")


def test_maybe_is_tried() -> None:
    """Whether something is none is simply tried."""
    assert [] == scenario("then: expect target.points = 0 or target = none")


def test_any_copy() -> None:
    """A row means any of its copies."""
    assert [] == scenario("given: move {card(red, 1)} to A.hand", "then: A: take")


def test_field_of_action() -> None:
    """A scenario has fields of its own."""
    assert ["GDNAM06"] == scenario("when: fast", "then: A: take")


def test_questions_stay() -> None:
    """Scenarios number no questions."""
    assert len(questions(BASE)) == len(questions(BASE + START + "    then: A: take\n"))


def test_scenario_without_errors_is_kept() -> None:
    """Scenarios stand in the checked game."""
    assert ["extra"] == names()


def test_cells_that_speak_to_a_player_need_one() -> None:
    """A condition in a cell that means the player's own things cannot be expected: in a scenario nobody is `you`."""
    text = game_text("semantics/scenarios_checked")
    found = check_text(text.replace("CONDITION", "any(c.met for each c in open)"))

    assert [("GDNAM01", 28)] == [(one.code, one.span.line) for one in found]
    assert "nobody is `you`" in (found[0].help or "")
    assert [] == check_text(text.replace("CONDITION", "A.gold = 2"))
