"""Scenarios: what passes, and what is said when one does not."""

import pytest

import gamedsl
from gamedsl.scenarios.runner import ScenarioResult
from tests.helpers.texts import game_text

GAME = game_text("scenarios/runner")


def run(body: str) -> ScenarioResult:
    """Return the result of the scenario with these lines after its ``players``."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    results = gamedsl.loads(GAME + lines, "nim.game").test()
    assert len(results) == 1
    return results[0]


def findings(body: str) -> list[tuple[str, str]]:
    """Return code and message of everything found."""
    return [(found.code, found.message) for found in run(body).diagnostics]


def test_a_scenario_that_holds_passes() -> None:
    """Moves, refusals with their reason, expectations and the end of the game."""
    result = run(
        """\
then:
  illegal Ann: skip "the heap is not full"
  Ann: take(1)
  expect heap = 4 and Ann.coins = 1
  Bob: take(3)
  illegal Ann: take(2) "the heap is too small"
  Ann: take(1)
  expect game_over and winners = {Ann}"""
    )
    assert (result.passed, result.name, result.title, result.references) == (True, "s1", "One", ("NIM-S1",))


def test_a_failing_expectation_shows_expected_and_actual() -> None:
    """Of several conditions only the one that fails is told, with the values of both sides and its place."""
    result = run("then:\n  Ann: take(2)\n  expect heap = 3 and Ann.coins = 1 and Bob.coins = 0")
    found = result.diagnostics[0]
    assert (found.code, found.span.line, found.message) == (
        "GDSCN04",
        48,
        "`Ann.coins = 1` does not hold here: expected 1, but `Ann.coins` is 2.",
    )


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("heap < Ann.coins", "`heap` is 5; `Ann.coins` is 0"),
        ("not (heap = 5)", "expected 5, but `heap` is 5"),
        ("heap in {1, 2}", "`heap` is 5; `{1, 2}` is {1, 2}"),
        ("mover = Bob", "expected Bob, but `mover` is none"),
        ("game_over", "`game_over` is no; the game waits for Ann (game)"),
        ("heap = 1 or heap = 2", "expected 1, but `heap` is 5; expected 2, but `heap` is 5"),
    ],
)
def test_values_of_a_failing_condition(condition: str, values: str) -> None:
    """Every form of condition tells the values that it reads."""
    assert findings(f"then: expect {condition}")[0][1].partition(" does not hold here: ")[2] == f"{values}."


def test_all_failing_expectations_are_told() -> None:
    """A failing expectation does not hide later ones."""
    assert [code for code, _ in findings("then:\n  expect heap = 1\n  expect heap = 2")] == ["GDSCN04", "GDSCN04"]


def test_a_refused_move_tells_the_reason_of_the_game() -> None:
    """A move that should be legal and is not is told with the words of the rule."""
    assert findings("then: Ann: skip") == [
        ("GDSCN05", "`skip` should be legal, but it is refused: the heap is not full.")
    ]


def test_a_legal_move_that_should_be_refused() -> None:
    """``illegal`` before a legal move fails, and leaves the game as it was."""
    assert findings("then:\n  illegal Ann: take(1)\n  expect heap = 5") == [
        ("GDSCN05", "`take(1)` should be refused, but it is legal.")
    ]


def test_a_refusal_for_another_reason() -> None:
    """``illegal`` with words wants exactly this reason."""
    assert findings('then: illegal Ann: skip "it is Tuesday"') == [
        ("GDSCN05", "`skip` should be refused: it is Tuesday, but it is refused: the heap is not full.")
    ]


def test_a_move_of_the_wrong_player() -> None:
    """The seat before a move must be the one that is asked."""
    assert findings("then: Bob: take(1)") == [("GDSCN02", "The game waits for Ann here, not for Bob.")]


def test_who_is_not_asked_has_no_legal_move() -> None:
    """``illegal`` holds for every move of a player who is not asked, and of everybody when the game is over."""
    body = """\
then:
  illegal Bob: take(1)
  illegal Bob: skip "the game waits for Ann"
  Ann: take(3)
  illegal Ann: take(1)
  Bob: take(2)
  illegal Ann: take(1)
  illegal Bob: pass "the game is over\""""
    assert [] == findings(body)


def test_a_refusal_of_who_is_not_asked_for_another_reason() -> None:
    """With another reason than that somebody else is asked, ``illegal`` fails and says who that is."""
    assert [
        ("GDSCN05", "`take(1)` should be refused: the heap is too small, but it is refused: the game waits for Ann."),
        ("GDSCN05", "`take(2)` should be refused: the heap is too small, but it is refused: the game is over."),
    ] == findings(
        """\
then:
  illegal Bob: take(1) "the heap is too small"
  Ann: take(3)
  Bob: take(2)
  illegal Ann: take(2) "the heap is too small\""""
    )


TOGETHER = game_text("scenarios/runner_together")


@pytest.mark.parametrize(
    ("steps", "codes"),
    [
        ("illegal Carl: write(1)", ["GDSCN02"]),
        ("illegal Ann: write(1)", []),
        ("Bob: write(1); illegal Bob: write(2); Carl: write(2)", []),
        ("Bob: write(1); Carl: write(2); illegal Carl: write(1)", []),
    ],
)
def test_together_who_has_still_to_decide_is_not_judged(steps: str, codes: list[str]) -> None:
    """Where all decide at once, only who has decided, or does not take part, has no legal move."""
    game = gamedsl.loads(f"{TOGETHER}      {steps}\n", "bids.game")
    assert codes == [found.code for found in game.test()[0].diagnostics]


SOURCES = game_text("scenarios/runner_sources")


def of_sources(*steps: str) -> list[tuple[str, str]]:
    """Return code and message of everything found in a scenario of the game with two sources."""
    game = gamedsl.loads(SOURCES + "".join(f"      {step}\n" for step in steps), "sources.game")
    return [(found.code, found.message) for found in game.test()[0].diagnostics]


def test_points_of_one_source() -> None:
    """During play a source counts what it was fed so far, at the end also its `worth`, as in the breakdown."""
    assert [] == of_sources(
        "Ann: jump",
        "expect Ann.points[jumps] = 2 and Bob.points[jumps] = 0 and Bob.points[grace] = 0 and Ann.points = 2",
        "Bob: jump",
        "expect Ann.points[grace] = 1 and Bob.points[grace] = 3 and Bob.points = 5 and winners = {Bob}",
        "expect players.points[jumps] = {2} and sum(players.points[jumps]) = 4",
        "for each p in players: expect p.points = p.points[jumps] + p.points[grace]",
    )


def test_wrong_points_of_a_source_are_told() -> None:
    """The finding shows the points from this source."""
    told = [("GDSCN04", "`Ann.points[jumps] = 3` does not hold here: expected 3, but `Ann.points[jumps]` is 2.")]
    assert told == of_sources("Ann: jump", "expect Ann.points[jumps] = 3")


def test_moves_after_the_end() -> None:
    """A move after the end of the game is left over."""
    assert findings("then:\n  Ann: take(3)\n  Bob: take(2)\n  Ann: take(1)") == [
        ("GDSCN07", "The game is over before `take(1)`.")
    ]


def test_given_must_add_up() -> None:
    """What is given cannot use more than there is."""
    assert [code for code, _ in findings("given: pay 9 from box to Ann.coins\nthen: expect heap = 5")] == ["GDSCN08"]


def test_given_and_options_set_the_scene() -> None:
    """Options and the given situation hold when the first decision is asked."""
    assert run("with: start = 9\ngiven: pay 2 from heap to Bob.coins\nthen: expect heap = 7 and Bob.coins = 2").passed


def test_select_by_name_title_or_reference() -> None:
    """``select`` looks at name, title and references without regard to case."""
    game = gamedsl.loads(GAME + "    then: expect heap = 5\n", "nim.game")
    assert [len(game.test(text)) for text in ("S1", "one", "nim-s1", "two")] == [1, 1, 1, 0]


CARDS = game_text("scenarios/runner_cards")


def card_findings(body: str) -> list[tuple[str, str]]:
    """Return the findings of a scenario about cards."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = CARDS.replace("(deck where value = 3) + (deck where value = 5)", "you.shown")
    return [(one.code, one.message) for one in gamedsl.loads(text + lines, "a.game").test()[0].diagnostics]


GIVEN = "given:\n  move harp to Ann.shown\n  deal 2 from deck to Ann.shown\n"


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("then: Ann: put_up", "GDSCN05", "it leaves open what is picked (Which card?): possible is only: "),
        ("then: Ann: put_up(harp), 9", "GDSCN05", "refused: `How many rounds?`: only 1, "),
        ("then: Ann: put_up(only(Bob.hand))", "GDSCN05", "refused: `only(Bob.hand)` is none here."),
        (
            "then:\n  Ann: put_up(harp)\n  expect count(Ann.hand) = 1",
            "GDSCN04",
            "Ann still has to pick (How many rounds?)",
        ),
        ("then:\n  Ann: put_up(harp)\n  Ann: put_up(vase)", "GDSCN05", "Ann still has to pick (How many rounds?)"),
    ],
)
def test_what_is_still_open_is_told(body: str, code: str, said: str) -> None:
    """A move without its pick, a pick that is none and a pick that is still open are called so."""
    found = card_findings(GIVEN + body)
    assert (code, True) == (found[0][0], said in found[0][1]), found


@pytest.mark.parametrize(
    ("forced", "code", "said"),
    [
        ("vase, vase, vase", "GDSCN03", "it is forced 3 times, but there are only 2 of it"),
        ("harp, vase, harp", "GDRUN09", "place 1 of deck (line 40) and place 3 of deck (line 40)"),
    ],
)
def test_more_copies_than_there_are(forced: str, code: str, said: str) -> None:
    """A row that is forced more often than it has copies is found by the check, with their number or the two places."""
    with pytest.raises(gamedsl.RuleFileError) as caught:
        card_findings(f"given: force deck: {forced}\nthen: expect count(Ann.hand) = 0")

    found = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert [(code, True)] == [(one.code, said in one.message) for one in found], found


def test_loops_names_and_branches_in_a_scenario() -> None:
    """``for each``, ``let``, ``if`` and ``repeat`` stand around moves and expectations."""
    text = game_text("scenarios/runner_steps")

    (result,) = gamedsl.loads(text).test()

    assert ["GDSCN04"] == [found.code for found in result.diagnostics]


def test_an_expectation_that_cannot_be_worked_out_is_a_finding() -> None:
    """A broken promise inside an expectation is told with its place, like in play; it is no crash."""
    found = run("then:\n  expect heap = 5\n  expect (the p in players with most p.coins ties never) = Ann").diagnostics
    assert [("GDRUN08", 48)] == [(one.code, one.span.line) for one in found]


PICKS = game_text("scenarios/runner_picks")


@pytest.mark.parametrize(
    "between",
    [
        "B: b2",
        "illegal B: a1\nB: b2",
        "expect count(taken) = 2\nB: b2",
        "illegal B: a1\nillegal B: c3\nexpect count(taken) = 2\nB: b2",
        "illegal A: b2\nexpect game_over",
        "expect game_over",
    ],
)
def test_illegal_changes_nothing_for_the_next_move(between: str) -> None:
    """A single answer is written or left out, whether an `illegal` or an `expect` stands in front of it or not."""
    lines = "\n".join("      " + line for line in between.split("\n"))
    (result,) = gamedsl.loads(PICKS.format(between=lines)).test()

    assert [] == [str(found.message) for found in result.diagnostics]
