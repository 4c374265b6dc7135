"""Small games with a mistake of thought: what the check names at which line, and what only play shows."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from gamedsl import Game, check_path, load

FOLDER = Path(__file__).parent / "semantic"
NEVER_USED = "GDNAM07"
"""Most of the games have an entry that is not used; that is not what they are about."""

LEFT_TO_PLAY = {
    "02_until_overshot": "the number that the turns wait for is jumped over",
    "15_least_wins": "the fewest points win: it may be meant so",
    "20_no_shuffle": "the cards come in the order of the file: it may be meant so",
    "22_first_seat_wins": "the winner is always the same",
    "23_never_choose_b": "the game is over after one turn",
    "25_option_no_effect": "both sides of an option say the same",
    "26_same_player_forever": "the turn never passes on",
    "27_deck_open": "everybody sees what is drawn next",
}
"""What the check does not name, and why one sees it in play."""

MENDED = ["bomb1", "bomb2", "mini_tests", "morris"]
"""Games that were right, and were played wrongly."""


NAMED = sorted({path.stem for path in FOLDER.glob("*.game")} - {*LEFT_TO_PLAY, *MENDED})
"""All others: what the check names stands behind its line, as a comment."""


def found(name: str) -> list[tuple[int, str]]:
    """Return line and code of what the check names."""
    return [(one.span.line, one.code) for one in check_path(FOLDER / f"{name}.game") if one.code != NEVER_USED]


@pytest.mark.parametrize("name", NAMED)
def test_named_by_the_check(name: str) -> None:
    """The mistake has its finding, at its line, and nothing else has one."""
    lines = (FOLDER / f"{name}.game").read_text("utf-8").splitlines()
    marked = [(number, re.findall(r"GD[A-Z]{3}\d\d", line.partition("#")[2])) for number, line in enumerate(lines, 1)]

    assert [] != found(name)
    assert [(number, code) for number, codes in marked for code in codes] == found(name)


@pytest.mark.parametrize("name", [*LEFT_TO_PLAY, *MENDED])
def test_not_named_by_the_check(name: str) -> None:
    """What cannot be told from what is meant has no finding: a false alarm would be worse."""
    assert [] == found(name)


STOPS = {
    "03_no_move_two_whens": "GDRUN01",
    "05_no_move_empty_pick": "GDRUN01",
    "06_bank_runs_out": "GDRUN02",
    "07_bank_odd": "GDRUN02",
    "10_pick_in_steps_empty": "GDRUN01",
    "17_slot_taken": "GDRUN03",
    "18_trigger_pingpong": "GDRUN06",
    "18b": "GDRUN06",
    "29_deal_from_hand_pick_none": "GDRUN08",
    "t1": "GDRUN01",
    "t2": "GDRUN01",
    "t3": "GDRUN01",
}
"""How a game ends in which the mistake comes up."""


@cache
def game(name: str) -> Game:
    """Return a game, which makes its engine once."""
    return load(FOLDER / f"{name}.game")


def played(name: str, seed: int) -> tuple[str, int, int]:
    """Play at random, and return how the game has ended, after how many decisions, and by how many players."""
    table, chance = game(name).start(seed=seed), random.Random(seed)
    count, seats = 0, set()
    while table.decider is not None and count < 100:
        seats.add(table.decider)
        table.apply(chance.choice(table.legal()))
        count += 1
    error = table.error()
    return "goes on" if table.decider is not None else "over" if error is None else error.code, count, len(seats)


@pytest.mark.parametrize("name", STOPS)
def test_warning_is_true(name: str) -> None:
    """What is warned about does happen: some game stops for this reason, and none for another one."""
    ends = {played(name, seed)[0] for seed in range(30)}

    assert {STOPS[name]} == ends - {"over"}


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("01_never_ends_wait", ("goes on", 100, 2)),
        ("14_over_at_start", ("over", 0, 0)),
        ("23_never_choose_b", ("over", 1, 1)),
    ],
)
def test_seen_in_play(name: str, end: tuple[str, int, int]) -> None:
    """One game is enough to see it: it never ends, or ends at once."""
    assert end == played(name, 1)


def test_turn_that_never_passes_on() -> None:
    """Only one player ever decides."""
    assert {1} == {played("26_same_player_forever", seed)[2] for seed in range(5)}


@pytest.mark.parametrize(("name", "scenarios"), [("bomb1", 1), ("bomb2", 1), ("mini_tests", 3), ("oth_nopass", 5)])
def test_scenarios_hold(name: str, scenarios: int) -> None:
    """Triggers fire whenever their condition becomes true again; an illegal move changes nothing for the next one."""
    passed = [result.passed for result in load(FOLDER / f"{name}.game").test()]

    if name == "oth_nopass":  # its one-sided position cannot go on without a pass, which is the mistake
        assert [True, True, True, False, True] == passed
    else:
        assert [True] * scenarios == passed
