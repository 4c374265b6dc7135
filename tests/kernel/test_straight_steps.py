"""What goes on for long without loops in loops stops as well: long bodies of steps, and steps that move many pieces."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("kernel/straight_steps")
SETS = "set n to 1 - n; set m to 1 - m"


def ends(steps: list[str], cards: int = 10, long: int = 1) -> str:
    """Return the code of the error behind the first decision; empty where there is none."""
    text = GAME.format(cards=cards, steps=_block(steps), long=_block([SETS] * long))
    table = gamedsl.loads(text).start(log=False)
    table.apply(table.codes()[0])
    error = table.error()
    return "" if error is None else error.code


def _block(lines: list[str]) -> str:
    return "\n".join(f"      {line}" for line in lines)


MOVES = "  move left to right; move right to left"
LOOPS = {
    "steps in a loop": (["repeat {times} times:", *[f"  {SETS}"] * 100], 10, 1),
    "a rule in a loop": (["repeat {times} times: long"], 10, 100),
    "moves of several in a loop": (["repeat {times} times:", MOVES], 400, 1),
    "a short loop in a loop": (["repeat {times} times:", "  for each p in 1..9:", *[f"    {SETS}"] * 20], 10, 1),
    "under a condition": (["repeat {times} times:", "  if n < 5:", *[f"    {SETS}"] * 100], 10, 1),
}


@pytest.mark.parametrize("name", LOOPS)
def test_long_bodies_of_loops_are_counted(name: str) -> None:
    """A pass counts what is done in it: so many passes stop soon, some hundred go on as they are."""
    steps, cards, long = LOOPS[name]
    assert "GDRUN07" == ends([line.format(times=200_000) for line in steps], cards, long)
    assert "" == ends([line.format(times=100) for line in steps], cards, long)


def test_short_bodies_count_as_before() -> None:
    """Hundred thousand passes of a step or two are no more than they were."""
    assert "" == ends([f"repeat 99999 times: {SETS.split(';')[0]}"])


TURNS = "    who: players from A\n    play: go\n    until: n = 9\n"
PASSES = "    steps: inner\n    until: n = 9\n  inner\n    then:\n"


def test_phases_count_what_is_done_in_them() -> None:
    """A phase that comes round again and again without a decision counts its steps, too."""
    inner = _block([SETS] * 50 + ["if m > 5: set n to 9; offer A: go"])
    text = GAME.format(cards=10, steps=_block([SETS]), long=_block([SETS]))
    error = gamedsl.loads(text.replace(TURNS, f"{PASSES}{inner}\n")).start(log=False).error()
    assert error is not None
    assert "GDRUN07" == error.code
