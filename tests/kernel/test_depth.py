"""However much stands inside each other, or behind each other, in a rule file: programs of it are played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import gamedsl
from gamedsl.kernel.builder import some
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.passes.walk import all_statements, bodies
from gamedsl.kernel.playing import program_of
from gamedsl.kernel.program import BOOL, Expression, Name, Operation, Program, Statement
from tests.frozen.kept import kernel_engine
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text
from tests.kernel.test_interpreter import otherwise

GAME = game_text("kernel/depth")


def program(
    elements: Sequence[str] = (), steps: Sequence[str] = (), whens: Sequence[str] = (), passes: bool = False
) -> Program:
    """Return the program of a game in which an action has elements and steps, and a trigger conditions."""
    text = GAME.format(
        elements="".join(f"    {one}\n" for one in elements),
        steps="".join(f"      {one}\n" for one in steps),
        whens="".join(f"    {one}\n" for one in whens),
    )
    return program_of(kernel_engine(gamedsl.loads(text).checked, 2).set_up, () if passes else NAMES)


def nested(head: str, many: int, last: str) -> list[str]:
    """Return steps inside each other."""
    return [*[f"{'  ' * at}{head.format(at)}" for at in range(many)], f"{'  ' * many}{last}"]


def depth(body: Sequence[Statement]) -> int:
    """Return how many statements stand inside each other."""
    return max((1 + max((depth(inner) for inner in bodies(one)), default=0) for one in body), default=0)


def all_bodies(found: Program) -> list[Sequence[Statement]]:
    """Return the bodies of a program."""
    return [*found.blocks, *found.waits.values(), *[one.body for one in found.called()]]


ELEMENTS = {
    "picks": [f"pick: n{at} in 1..2 + {at} where n{at} != bank" for at in range(30)],
    "picks that read each other": ["pick: n0 in 1..2", *[f"pick: n{at} in 1..n{at - 1} + 1" for at in range(1, 30)]],
    "picks, lets and conditions": [
        line for at in range(12) for line in (f"pick: n{at} in 1..3", f"let: m{at} = n{at} + bank", f"when: m{at} != 6")
    ],
    "parts": ["pick: " + ", ".join(f"n{at} in 1..1" for at in range(30))],
    "conditions": [f"when: bank != {at + 7} or x > {at}" for at in range(40)],
}
STEPS = {
    "loops": nested("for each i{0} in 1..bank where i{0} = 1:", 22, "set x to x + 1"),
    "repetitions": nested("repeat 1 times until x = 999:", 22, "set x to x + 1"),
    "branches": ["if bank = 99: set x to 1", *[f"else if bank = {at}: set x to {at}" for at in range(40, 0, -1)]],
    "no branch": [*[f"{'else ' * (at > 0)}if x = {at + 7}: set x to {at}" for at in range(34)], "else: set x to 3"],
}


WHENS = {"conditions of a trigger": [f"when: bank != {at + 7} or x > {at}" for at in range(250)]}


@pytest.mark.parametrize("case", [*ELEMENTS, *STEPS, *WHENS][:: 1 if NIGHTLY else 2])
def test_what_goes_deep_is_played(case: str) -> None:
    """Python takes 20 loops, 100 levels and 200 brackets inside each other; what goes deeper is played all the same."""
    parts = ELEMENTS.get(case, ()), STEPS.get(case, ()), WHENS.get(case, ())
    made = {"plain": program(*parts), "quick": program(*parts, passes=True)}
    assert "" == otherwise(made["plain"], made, 1, 40)


@pytest.mark.parametrize(("element", "step"), [("when: bank != {0}", ""), ("pick: n{0} in 1..{0} + 2", ""), ("", "if")])
def test_no_program_goes_deeper_with_the_length_of_a_list(element: str, step: str) -> None:
    """Conditions, picks and branches that follow each other stand in a program no deeper when there are more."""

    def deepest(many: int) -> int:
        branches = [f"{'else ' * (at > 0)}if bank = {at}: set x to {at}" for at in range(many)] if step else []
        elements = [element.format(at + 7) for at in range(many)] if element else []
        return max(depth(body) for body in all_bodies(program(elements, branches)))

    assert deepest(40) == deepest(80)


def test_a_chain_of_picks_is_as_long_as_its_picks() -> None:
    """Each pick is tested in one place, whichever pick before it is answered: twice the picks are twice the program."""

    def size(many: int) -> int:
        made = program([f"pick: n{at} in 1..2" for at in range(many)])
        return sum(1 for body in all_bodies(made) for _ in all_statements(body))

    assert 2.2 * size(40) > size(80)


def test_many_conditions_are_halved() -> None:
    """A row of conditions stands under signs whose depth grows only as the number of halvings."""

    def levels(x: Expression) -> int:
        return 1 + max(levels(x.left), levels(x.right)) if isinstance(x, Operation) else 0

    assert 32 + 4 >= levels(some([Name(f"c{at}", BOOL) for at in range(500)]))
