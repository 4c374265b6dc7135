"""Moves of several parts and of sets, as scenarios write them: legal, exactly, illegal, left out, hidden, recorded."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.studies import scenario_move
from tests.helpers.texts import game_text

GAME = game_text("scenarios/parts_and_sets")
FIRST = len(GAME.splitlines()) + 1
GIVEN = """  start "Start"
    given: force bag: gem(red), gem(red), gem(blue), gem(green)
    then:
"""


def told(*lines: str) -> list[str]:
    """Return line (behind `then:`, from 1), code and message of all that a scenario with these lines is told."""
    text = (
        GAME + GIVEN.replace("      force A.hand: gem(red), gem(blue)\n", "") + "".join(f"      {x}\n" for x in lines)
    )
    found = gamedsl.check_text(text)
    if not any(one.severity == "error" for one in found):
        found += [one for result in gamedsl.loads(text).test() for one in result.diagnostics]
    before = FIRST + len(GIVEN.splitlines()) - 1
    return [f"{one.span.line - before} {one.code} {one.message}" for one in found]


def test_moves_are_written_with_all_their_parts() -> None:
    """Each part is an answer; a set stands in braces, in any order."""
    moves = (
        "A: bid(2, 3)",
        "expect A.number = 2",
        "B: take({gem(blue), gem(red)})",
        "expect count(B.hand) = 4",
        "legal A: bid(3, 1), bid(4), take({}), take({gem(green)}), rest",
        'illegal A: bid(2, 6) "more"',
        "A: take({row[4], gem(red)})",
        "expect count(row) = 0 and count(A.hand) = 4",
    )
    assert [] == told(*moves)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("A: bid(0, 1)", "1 GDSCN05 `bid(0, 1)` should be legal, but it is refused: `q`: only 1 to 9 can be picked."),
        ("A: bid(3, 7)", "1 GDSCN05 `bid(3, 7)` should be legal, but it is refused: `f`: only 1 to 6 can be picked."),
        (
            "A: take({gem(red), gem(red)})",
            "1 GDSCN05 `take({gem(red), gem(red)})` should be legal, but it is refused: all of another colour.",
        ),
        ("A: bid(3, 1, 2)", "1 GDSCN11 `bid(3, 1, 2)` answers more than is asked: `bid` asks only for `q` and `f`."),
    ],
)
def test_refused_moves_say_why(move: str, message: str) -> None:
    """The part is named that is wrong; of a whole answer the condition."""
    found = told(move)
    assert [message] == [one for one in found if one.startswith("1 ")][:1]


def test_exactly_lists_whole_answers_or_their_beginnings() -> None:
    """`bid(9)` is any bid of nine; one that is missing is named with all its parts."""
    assert [] == told("A: bid(8, 1)", "B: rest", "exactly A: bid(9), take, swap, rest")
    missing = [f"bid(9, {face})" for face in range(1, 6)]
    found = told("A: bid(8, 1)", "B: rest", f"exactly A: {', '.join(missing)}, take, swap, rest")
    assert [("3", True)] == [(one[0], "bid(9, 6)" in one) for one in found]


def test_a_recorded_game_of_parts_and_sets_is_a_scenario() -> None:
    """What a program writes for a scenario is read again, sets and pieces of one name too."""
    game = gamedsl.loads(GAME.removesuffix("scenarios\n"))
    for seed in range(12):
        table, said = game.start(2, seed), []
        for number in range(12):
            if table.decider is None:
                break
            legal = table.legal()
            choice = legal[(seed * 7 + number * 31) % len(legal)]
            seat, text = table.names[table.decider], scenario_move(table, choice.code)
            said.append(f"{seat}: {text.text.replace('swap.some=', '')}")
            table.apply(choice)
        lines = "".join(f"      {line}\n" for line in said)
        points = " and ".join(
            f"count({name}.hand) = {len(table._state.zones[table._engine.layout.cells['player.hand'].base + seat])}"
            for seat, name in enumerate(table.names)
        )
        text = f'{GAME}  again "Again"\n    seed: {seed}\n    then:\n{lines}      expect {points}\n'
        assert [] == [one.message for result in gamedsl.loads(text).test() for one in result.diagnostics]
