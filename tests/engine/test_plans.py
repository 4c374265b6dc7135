"""Plans as automata: what may come next, when passing is offered, when a plan ends by itself."""

import pytest

from gamedsl.diagnostics.diagnostic import RuleFileError
from gamedsl.play.engine import Engine
from tests.helpers.play.engines import engine_of, play, texts

ACTIONS = """
phases
  game
    who: players from A
    play: {plan}

actions
  a "a"
    then: score dots 1 for you
  b "b"
    then: score dots 1 for you
  c "c"
    then: score dots 1 for you

rules
  spare "Nothing calls this rule, so the plan above may leave actions out"
    then: offer A: a or b or c

scoring
  dots "Dots"
"""


def plan(text: str) -> Engine:
    """Return a game in which each player plays one plan over the actions a, b and c."""
    return engine_of(ACTIONS.format(plan=text))


def walk(text: str, *moves: str) -> tuple[int | None, list[str]]:
    """Return who decides next and the choices after some moves of the first player."""
    engine = plan(text)
    state = play(engine, engine.start(), *moves)
    return engine.decider(state), texts(engine, state)


@pytest.mark.parametrize(
    ("text", "moves", "seat", "choices"),
    [
        ("a", (), 0, ["a"]),
        ("a then b", (), 0, ["a"]),
        ("a then b", ("a",), 0, ["b"]),
        ("a then b", ("a", "b"), 1, ["a"]),
        ("a or b", (), 0, ["a", "b"]),
        ("a or b", ("b",), 1, ["a", "b"]),
        ("(a then b) or (a then c)", ("a",), 0, ["b", "c"]),
        ("a and b", (), 0, ["a", "b"]),
        ("a and b", ("b",), 0, ["a"]),
        ("a and (b then c)", ("b",), 0, ["a", "c"]),
        ("a and (b then c)", ("b", "a"), 0, ["c"]),
        ("2 of a", ("a",), 0, ["a"]),
        ("2 of a", ("a", "a"), 1, ["a"]),
        ("up to 2 of (a or b)", (), 0, ["a", "b", "pass"]),
        ("up to 2 of (a or b)", ("a",), 0, ["a", "b", "pass"]),
        ("up to 2 of (a or b)", ("a", "b"), 1, ["a", "b", "pass"]),
        ("up to 2 of a", ("pass",), 1, ["a", "pass"]),
        ("any number of a", ("a", "a", "a"), 0, ["a", "pass"]),
        ("any number of a then b", ("a",), 0, ["a", "b"]),
        ("up to 1 of a then up to 1 of b", (), 0, ["a", "b", "pass"]),
        ("up to 1 of a then up to 1 of b", ("b",), 1, ["a", "b", "pass"]),
        ("up to 1 of a then a", ("a",), 0, ["a", "pass"]),
        ("2 of (a then b)", ("a",), 0, ["b"]),
        ("2 of (a then b)", ("a", "b"), 0, ["a"]),
        ("up to 1 of (a or b) and any number of c", ("c",), 0, ["a", "b", "c", "pass"]),
        ("up to 1 of (a or b) and any number of c", ("c", "a"), 0, ["c", "pass"]),
    ],
)
def test_a_plan_offers_what_may_come_next(text: str, moves: tuple[str, ...], seat: int, choices: list[str]) -> None:
    """Offered are exactly the actions that may follow; pass exactly when the rest may be empty."""
    assert (seat, choices) == walk(text, *moves)


def test_an_empty_plan_asks_nobody() -> None:
    """``up to 0 of`` leaves nothing to do, so the game runs to its end."""
    engine = engine_of(
        """
options
  most: 0, 2 "Most"
"""
        + ACTIONS.format(plan="up to most of a")
    )

    assert engine.outcome(engine.start()) is not None


def test_an_option_sets_the_count() -> None:
    """The bound of a plan may be an option."""
    engine = engine_of(
        """
options
  most: 0, 2 "Most"
"""
        + ACTIONS.format(plan="up to most of a"),
        most=2,
    )
    state = play(engine, engine.start(), "a", "a")

    assert engine.decider(state) == 1


def test_a_plan_with_too_many_states_is_refused() -> None:
    """Counters that multiply beyond the bound, side by side or inside each other, are a finding at the plan."""
    for text in ("up to 200 of a and up to 200 of b and up to 200 of c", "up to 99 of (up to 99 of (up to 99 of a))"):
        with pytest.raises(RuleFileError) as caught:
            plan(text)
        assert ["GDLIM02"] == [found.code for found in caught.value.diagnostics if found.severity == "error"]


def test_a_plan_that_people_could_follow_is_not_too_large() -> None:
    """Numbers beside each other, a few inside each other and many choices stay below the bound."""
    for text in ("up to 30 of a and up to 30 of b", "up to 9 of (2 of a then up to 3 of b) and c", "999 of (a or b)"):
        assert 0 == plan(text).decider(plan(text).start())


def test_passing_of_an_offer_has_its_words() -> None:
    """They are those behind the offer, with values of the player who is asked; without words it is called pass."""
    said = []
    for words in (' "No b for {next(you)}"', ""):
        rules = ACTIONS.replace("score dots 1 for you", f"offer next(you): up to 1 of b{words}", 1)
        engine = engine_of(rules.replace("{plan}", "a"))
        said.append(engine.question(play(engine, engine.start(), "a")).pass_words)
    assert ["No b for A", "Pass"] == said
