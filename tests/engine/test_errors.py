"""Rules that cannot be carried out: the game stops with code, line, chain, seat and values; nothing ever hangs."""

import json

import pytest

import gamedsl
from gamedsl.engine.errors import Limits
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.helpers.play.engines import FRAME, WINNER, engine_of, play, play_out, same

GAME = """
components
  coin: counter, 5
  card: card
    | card | rank: 1..2 |
    | one | 1 |
    | two | 2 |
table
  bank: purse of coin, full
  deck: stack of card, full
  spot: slot of card
  level: 0..3
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: any number of go
actions
  go "Go"
    then: act
rules
  act "Act"
    then:
{then}
  again "Again"{depth}
    then: again
scoring
  dots "Dots"
    worth: 1
"""


def stopped(then: str, depth: str = "") -> State:
    """Return the game stopped by some steps of a rule."""
    engine = engine_of(GAME.format(then="\n".join(f"      {line}" for line in then.split("\n")), depth=depth))
    return play(engine, engine.start(), "go")


@pytest.mark.parametrize(
    ("then", "code", "values"),
    [
        ("pay 6 from bank to you.coins", "GDRUN02", {"needed": 6, "source": "bank", "held": 5}),
        (
            "pay level - 1 from bank to you.coins",
            "GDRUN05",
            {"target": "a payment", "range": "0..999999", "found": "-1"},
        ),
        (
            "move deck.top to spot; move deck.top to spot",
            "GDRUN03",
            {"place": "spot", "piece": "two", "occupant": "one"},
        ),
        ("move deck to spot", "GDRUN03", {"place": "spot", "piece": "two", "occupant": "one"}),
        ("set level to level + 4 - count(spot)", "GDRUN05", {"target": "level", "range": "0..3", "found": "4"}),
    ],
)
def test_a_rule_error_names_code_and_values(then: str, code: str, values: dict[str, object]) -> None:
    """What is wrong is told with the values of the catalogue's message."""
    error = stopped(then).error

    assert error is not None
    assert (code, values) == (error[0], dict(error[4]))


def test_a_rule_error_names_place_chain_and_seat() -> None:
    """The line of the step, the cards being carried out, the player."""
    engine = engine_of(GAME.format(then="      pay 6 from bank to you.coins", depth=""))
    state = play(engine, engine.start(), "pass", "go")
    found = engine.diagnostic(state)

    assert found is not None and state.error is not None
    assert ("GDRUN02", "not-enough", ("game", "go", "act"), 1) == (found.code, found.name, *state.error[2:4])
    assert "pay 6 from bank to you.coins" == found.span.source.line(found.span.line).strip()


ASKED_IN_BETWEEN = """
components
  coin: counter, 5
table
  bank: purse of coin, full
  level: 0..3
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: go
actions
  go
    then: set level to 1
triggers
  answer
    who: players from B
    when: level = 1 and you = B
    then:
      set level to 2
      pick n in 1..2 "How many?"
      pay 5 + n from bank to you.coins
"""


def test_the_seat_of_a_rule_error_is_that_of_the_innermost_paragraph() -> None:
    """Somebody answers in the middle of another one's action, and what the answer does cannot be carried out."""
    engine = engine_of(ASKED_IN_BETWEEN)
    state = play(engine, engine.start(), "go")
    assert 1 == engine.decider(state)
    engine.apply(state, engine.codes(state)[0])

    assert state.error is not None
    assert ("GDRUN02", ("game", "go", "answer"), 1) == (state.error[0], *state.error[2:4])


def test_a_stopped_game_has_no_decider_and_can_be_saved() -> None:
    """Its outcome says ``stopped``, nobody wins, and it survives saving."""
    parts = GAME.format(then="      pay 6 from bank to you.coins", depth="").strip("\n")
    table = gamedsl.loads(FRAME.format(parts=parts, winner=WINNER)).start()
    table.apply("go")
    outcome = table.outcome()
    again = table.game.restore(json.dumps(table.save()))

    assert outcome is not None
    assert ("stopped", (), None, ()) == (outcome.status, outcome.winners, table.decider, table.legal())
    assert same(table._engine, table._state, again._state)


def test_moving_nothing_stops() -> None:
    """The top of an empty stack cannot be moved."""
    error = stopped("move deck.top to spot\nmove spot to deck at bottom\nmove spot.top to deck").error

    assert error is not None
    assert ("GDRUN04", "nothing is there") == (error[0], dict(error[4])["reason"])


@pytest.mark.parametrize(
    ("condition", "place", "reason"),
    [
        ("level = 3", 1, "`best` is empty"),
        ("p = A", 2, "`best` has only 1 place"),
        ("level = 0", 3, "`best` has only 2 places"),
    ],
)
def test_a_place_that_a_list_does_not_have_stops(condition: str, place: int, reason: str) -> None:
    """The message names the list and how long it is."""
    best = f"let best = ranked p in players where {condition} with most p.coins ties from A"
    error = stopped(f"{best}\npay 1 from bank to best[{place}].coins").error

    assert error is not None
    assert ("GDRUN04", {"value": f"best[{place}]", "reason": reason}) == (error[0], dict(error[4]))


def test_a_place_that_a_list_does_not_have_is_none() -> None:
    """A comparison with it is false, and it can be asked for; of a list of sets it is the empty set."""
    best = "let best = ranked p in players where p = A with most p.coins ties from A"
    then = f"{best}\nif best[1] = A and best[2] != A and best[2] = none: set level to 2"
    state = stopped(then)

    assert (None, 2) == (state.error, state.values[0])


@pytest.mark.parametrize(("depth", "bound"), [("", 32), ("\n    depth: 5", 5)])
def test_endless_recursion_stops_at_its_bound(depth: str, bound: int) -> None:
    """A rule that calls itself for ever stops after 32 activations, or its own number; the chain is shown."""
    error = stopped("again", depth).error

    assert error is not None
    assert ("GDRUN06", bound) == (error[0], dict(error[4])["bound"])
    assert "again → again" in str(dict(error[4])["chain"])


def test_a_choice_without_anything_to_choose_stops() -> None:
    """A pick step without candidates is GDRUN01 with the player."""
    error = stopped('pick c in spot "Which?"\nshow c to you').error

    assert error is not None
    assert ("GDRUN01", "A") == (error[0], dict(error[4])["player"])


def test_any_number_is_bounded() -> None:
    """More than 1,000 choices in one plan with ``any number of`` stop the game."""
    engine = engine_of(GAME.format(then="      set level to 1", depth=""))
    state = engine.start(log=False)
    while engine.decider(state) is not None:
        engine.apply(state, 0)

    assert state.error is not None
    assert ("GDRUN07", 1001) == (state.error[0], state.decisions)


LOOPS = {
    "steps": "      repeat 2000000000 times: set level to 1",
    "expressions": "      if any(a + b = 1 for each a in 1..60000 for each b in 2..60000): set level to 1",
    "ranges": "      if count(1..2000000000) = 5: set level to 1",
    "numbers that are counted": "      if count(n for each n in 1..2000000000 where n > 3) = 5: set level to 1",
}


@pytest.mark.parametrize("kind", LOOPS)
def test_endless_loops_stop(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops of steps and inside expressions are counted; none of them hangs."""
    monkeypatch.setattr(Limits, "jumps", 5_000)
    monkeypatch.setattr(Limits, "passes", 20_000)
    engine = engine_of(GAME.format(then=LOOPS[kind], depth=""))
    state = play(engine, engine.start(), "go")

    assert state.error is not None
    assert "GDRUN07" == state.error[0]


@pytest.mark.parametrize("found", ["count(1..last)", "count(n for each n in 1..last where n > 0)"])
@pytest.mark.parametrize("last", [1_000, 1_001, 1_002])
def test_numbers_between_far_ends_are_counted(found: str, last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is how many there are, not how many there could be; a large range costs as many passes."""
    monkeypatch.setattr(Limits, "passes", 1_000)
    then = f"    let: last = {last} if level = 0 else 2000000000\n    then: score dots {found} for you"
    engine = engine_of(GAME.replace("    then: act", then).format(then="      set level to 1", depth=""))
    state = play(engine, engine.start(), "go")

    stops = last > (1_001 if found == "count(1..last)" else 1_000)
    assert (("GDRUN07", 0) if stops else (None, last)) == (state.error and state.error[0], state.points[0])


def test_a_game_without_end_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move limit ends a game with the result ``unfinished``."""
    monkeypatch.setattr(Limits, "decisions", 40)
    engine = engine_of(
        """
phases
  game
    steps: round
    until: 1 = 2
  round
    who: players from A
    play: go
actions
  go "Go"
    then: score dots 0 for you
scoring
  dots "Dots"
"""
    )
    state = play_out(engine, 1)
    outcome = engine.outcome(state)

    assert outcome is not None
    assert ("unfinished", 40, None) == (outcome.status, state.decisions, engine.decider(state))


def test_engines_do_not_share_errors() -> None:
    """A stopped game leaves the engine as it was."""
    engine: Engine = engine_of(GAME.format(then="      pay 6 from bank to you.coins", depth=""))
    play(engine, engine.start(), "go")

    assert 0 == engine.decider(engine.start())


def test_terms_that_read_each_other_twice_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level doubles the work, as none has the same arguments: the limit of passes holds for terms too."""
    monkeypatch.setattr(Limits, "passes", 2_000)
    terms = "\n".join(
        f"  t{level}(k: 0..99) = min(5, t{level - 1}(k) + t{level - 1}(min(99, k + 1)))" for level in range(1, 39)
    )
    phases = "phases\n  game\n    who: players from A\n    play: go\n    until: n = 9"
    actions = "actions\n  go\n    when: t38(0) < 5\n    then: score dots 0 for you"
    engine = engine_of(
        f"table\n  n: 0..50\nterms\n  t0(k: 0..99) = n * min(1, k)\n{terms}\n{phases}\n{actions}\nscoring\n  dots"
    )
    state = engine.start(1)

    assert state.error is not None
    assert "GDRUN07" == state.error[0]


LONG = """
components
  card: card
    | card |
    | one |
table
  deck: stack of card, full
  level: 0..{most}
phases
  game
    who: players from A
    play: any number of (go or rest)
actions
  go "Go"
    then: climb
  rest "Rest"
    then: doze
rules
  climb "Climb"
    then: set level to level + 1
  doze "Doze"
    then: climb
scoring
  dots "Dots"
    worth: 1
"""


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("most", [1, 62, 63, 64, 65, 130])
def test_a_rule_error_late_in_a_game(most: int, log: bool) -> None:
    """What was open when a rule failed is told after however many decisions, in copies, and after what others wrote."""
    engine = engine_of(LONG.format(most=most))
    s = engine.start(log=log)
    for _ in range(most):
        play(engine, s, "go")
    copy = s.copy()
    expected = {"go": ("game", "go", "climb"), "rest": ("game", "rest", "doze", "climb")}

    for choice, chain in expected.items():
        for tried in (s.copy(), copy.copy()):
            error = play(engine, tried, choice).error
            assert error is not None
            assert (error[0], error[2], error[3]) == ("GDRUN05", chain, 0)
    other = engine.start(log=log)
    play(engine, other, *["go"] * (most // 2))
    other.put("values", 0, most - 1)
    play(engine, other, "rest")
    assert other.error is None
    error = play(engine, other, "go").error
    assert error is not None
    assert (error[0], error[2]) == ("GDRUN05", expected["go"])
    assert s.error is None
