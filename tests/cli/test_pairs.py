"""Numbers that are picked together -> how they are typed and listed at the table."""

import io

import pytest
from rich.console import Console, RenderableType

import gamedsl
from gamedsl.choices import Choice
from gamedsl.cli.terminal.choices import About, find_choice, handles
from gamedsl.cli.terminal.listing import folded_choices, render_choices
from gamedsl.cli.terminal.signs import signs_of


def drawn(shown: RenderableType) -> list[str]:
    """Return the printed lines."""
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print(shown)
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


PAIRS = tuple(
    Choice(10 * n + f, "bid", (n, f), f"{n} dice of {f}", False, f"bid({n}, {f})", f"Bid: {n} dice of {f}")
    for n in (3, 4, 5)
    for f in (1, 2, 3)
)
DOUBT = Choice(99, "liar", None, "", False, "liar", "Doubt it")


@pytest.mark.parametrize("typed", ["b 4 3", "b4 3", "bid 4 3", "bid(4, 3)", "4 3", "4 dice of 3"])
def test_numbers_that_are_picked_together_are_typed_together(typed: str) -> None:
    """A running number would say nothing; the sign, the action or nothing stands before them."""
    choices = (*PAIRS, DOUBT)
    assert ["b 3 1", "b 3 2", "b 3 3", "b 4 1"] == list(handles(choices).values())[:4]
    found = find_choice(choices, typed).single
    assert found is not None and "bid(4, 3)" == found.text


@pytest.mark.parametrize(
    ("typed", "fitting"),
    [("b 4", 3), ("b4", 3), ("bid 4", 3), ("4", 3), ("b 2", 0), ("bid 6", 0), ("6", 0), ("x 4", 0)],
)
def test_the_first_of_two_numbers_lists_what_follows(typed: str, fitting: int) -> None:
    """Which is like a second question; a number that is no first one is not looked for in the words."""
    found = find_choice((*PAIRS, DOUBT), typed)
    assert (fitting, None) == (len(found.choices), found.single)


def test_pairs_have_a_line_for_each_first_number() -> None:
    """On the screen they are folded to one line with an example."""
    assert ["Bid", "b 3 1 … b 3 3 3 dice of 1 … 3 dice of 3"] == drawn(render_choices(PAIRS))[:2]
    table = gamedsl.load("liars_dice").start(3, seed=1)
    folded = folded_choices(table.legal(), About(signs=signs_of(table)))[0]
    assert ["b 1 1 … b 15 6 Bid (b 1 2 means 1 die of 2; b lists them)"] == drawn(folded)
