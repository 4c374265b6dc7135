"""Plans with ``else``, limits that a term says, loops that a condition ends, and numbers without an end, in play."""

import pytest

from gamedsl.engine.errors import Limits
from gamedsl.play.engine import Engine
from gamedsl.presentation.refusal import Refusing
from tests.helpers.play.engines import engine_of, play, texts

GAME = """
components
  coin: counter, 40
table
  bank: purse of coin, full
  each player
    coins: purse of coin
    energy: 0..3 = 2
terms
  limit = 2 if bank > 30 else 0
  each player
    moves = energy
setup
  for each p in players: pay 2 from bank to p.coins
phases
  whole
    steps: game, never
  game
    who: players from A
    play: {plan}
  never
    when: bank > 99
    who: players from A
    play: jump or leap or go or tire
actions
  jump "Jump"
    pick: n in 1..3
    when: n <= you.coins "too poor"
    then: pay n from you.coins to bank
  leap "Leap"
    when: you.coins > 1 "too low"
    then: pay 2 from you.coins to bank
  go "Go"
    then: pay 1 from bank to you.coins
  tire "Tire"
    then: set you.energy to 0
modifiers
  longer
    when: bank < 36
    change: limit to old + 1
scoring
  money "Money"
    worth: you.coins
"""


def walk(plan: str, *moves: str) -> tuple[int | None, list[str]]:
    """Return who decides next and the choices after some moves."""
    engine = engine_of(GAME.format(plan=plan))
    state = play(engine, engine.start(), *moves)
    return engine.decider(state), texts(engine, state)


@pytest.mark.parametrize(
    ("plan", "moves", "seat", "choices"),
    [
        ("jump else go", (), 0, ["jump(1)", "jump(2)"]),
        ("2 of (jump else go)", ("jump(2)",), 0, ["go"]),
        ("2 of (jump else go)", ("jump(1)",), 0, ["jump(1)"]),
        ("3 of (jump else go)", ("jump(2)", "go"), 0, ["jump(1)"]),
        ("2 of (leap else jump else go)", (), 0, ["leap"]),
        ("2 of (leap else jump else go)", ("leap",), 0, ["go"]),
        ("go then (leap else jump else tire)", ("go",), 0, ["leap"]),
        ("jump then (leap else jump else tire)", ("jump(1)",), 0, ["jump(1)"]),
        ("jump then (leap else up to 1 of go)", ("jump(2)",), 0, ["go", "pass"]),
        ("jump then (leap else up to 1 of go)", ("jump(2)", "pass"), 1, ["jump(1)", "jump(2)"]),
        ("tire and (jump else go)", (), 0, ["jump(1)", "jump(2)", "tire"]),
        ("(leap else go) or go", (), 0, ["leap", "go"]),
        ("((leap then go) else (go then tire)) or (go then leap)", ("go",), 0, ["leap"]),
        ("leap then (((leap then go) else (go then tire)) or (go then go))", ("leap", "go"), 0, ["go", "tire"]),
        ("any number of (leap else go) then tire", ("leap",), 0, ["go", "tire"]),
        ("up to limit of go then tire", (), 0, ["go", "tire"]),
        ("up to limit of go then tire", ("go", "go"), 0, ["tire"]),
        ("up to you.moves of go then tire", ("go", "go"), 0, ["tire"]),
        ("limit of go then tire", ("go",), 0, ["go"]),
        ("tire then up to you.moves of go", ("tire",), 0, ["go", "pass"]),
        ("tire then up to you.moves of go", ("tire", "pass"), 1, ["tire"]),
        ("up to you.moves of tire", ("tire",), 0, ["tire", "pass"]),
        ("2 of leap else go", (), 0, ["leap"]),
    ],
)
def test_what_is_offered(plan: str, moves: tuple[str, ...], seat: int, choices: list[str]) -> None:
    """What stands behind ``else`` comes while nothing before it is possible; limits are read when the plan begins."""
    assert (seat, choices) == walk(plan, *moves)


def test_a_modifier_bends_a_limit() -> None:
    """The limit is what the term says when the plan begins: here 3 for the second player."""
    assert (1, ["go"]) == walk("tire then limit of go", "tire", "go", "go", "tire", "go", "go")


def test_a_plan_whose_limit_is_nothing_asks_nobody() -> None:
    """With a limit of 0 and nothing else the turn is over at once."""
    engine = engine_of(GAME.format(plan="up to you.moves of go").replace("energy: 0..3 = 2", "energy: 0..3 = 0"))

    assert "finished" == engine.start().status


def test_a_copy_in_the_middle_of_a_limit_goes_on_alike() -> None:
    """What is left of the plan stands in the state, so that it is left in a copy."""
    engine = engine_of(GAME.format(plan="up to limit of go then tire"))
    state = play(engine, engine.start(), "go")
    again = state.copy()

    assert ["go", "tire"] == texts(engine, state) == texts(engine, again)
    assert ["tire"] == texts(engine, play(engine, again, "go"))
    assert ["go", "tire"] == texts(engine, state)


def reason(engine: Engine, *moves: str, action: str) -> str | None:
    """Return why an action is refused after some moves."""
    return Refusing(engine).reason(play(engine, engine.start(), *moves), action, ())


def test_a_refusal_says_what_must_be_done() -> None:
    """The reason names what is possible; where the first is impossible, too, its own reason counts."""
    engine = engine_of(GAME.format(plan="2 of (leap else jump else go)"))

    assert "leap is possible, so it must be done" == reason(engine, action="go")
    assert "leap is possible, so it must be done" == reason(engine, action="jump")
    assert "too low" == reason(engine, "leap", action="leap")
    assert None is reason(engine, "leap", action="go")


LOOPS = """
components
  coin: counter, 9
table
  bank: purse of coin, full
  idle: number
  rounds: number = 1
  each player
    coins: purse of coin
setup
  score dots 0 for A
phases
  game
    who: players from A
    play: act
actions
  act "Act"
    then:
      {steps}
scoring
  dots "Dots"
"""


def acted(steps: str) -> tuple[str, str | None, int]:
    """Return the status after one action, the code of an error, and the points of the player."""
    engine = engine_of(LOOPS.format(steps=steps))
    state = play(engine, engine.start(), "act")
    return state.status, state.error and state.error[0], state.points[0]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("repeat until bank = 4: pay 1 from bank to you.coins; score dots 1 for you", ("running", None, 5)),
        ("repeat until bank in 8..9: pay 1 from bank to you.coins; score dots 1 for you", ("running", None, 0)),
        ("score dots 1 for you; for each p in players: score dots 1 for p", ("running", None, 2)),
        ("score dots 1 for you; repeat until bank = 8: pay 1 from bank to you.coins", ("running", None, 1)),
        ("repeat until bank = 20: set idle to idle + bank; pay 0 from bank to you.coins", ("stopped", "GDRUN07", 0)),
        (
            "repeat 12 times: set rounds to rounds * 3\n      score dots rounds for you",
            ("stopped", "GDRUN05", 0),
        ),
        ("repeat 40 times: set rounds to rounds * 3", ("stopped", "GDRUN05", 0)),
        ("repeat 40 times: set rounds to rounds + rounds", ("stopped", "GDRUN05", 0)),
        ("repeat 40 times: set rounds to rounds + rounds - idle * 2 mod 5", ("stopped", "GDRUN05", 0)),
        ("set idle to -7; set rounds to -idle; score dots rounds - abs(idle - 1) for you", ("running", None, -1)),
    ],
)
def test_loops_and_numbers(steps: str, found: tuple[str, str | None, int]) -> None:
    """A condition alone may end a loop; a number without an end stops the game where the machine's numbers end."""
    assert found == acted(steps)


def test_an_endless_loop_is_bounded_by_the_limits_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same limits hold as for all that happens between two decisions."""
    monkeypatch.setattr(Limits, "jumps", 100)

    assert ("stopped", "GDRUN07", 0) == acted(
        "repeat until bank = 20: set idle to idle + 1; pay 0 from bank to you.coins"
    )
