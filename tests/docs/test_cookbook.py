"""docs/cookbook.md: every recipe has its passage, its slip and an example; what they say is run by test_examples.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl.simulate import Settings, simulate
from tests.helpers.suite.pages import ROOT, Shown, blocks, shown_files, slipped

PAGE = ROOT / "docs" / "cookbook.md"
TEXT = PAGE.read_text(encoding="utf-8")
INTRODUCTION, *RECIPES = TEXT.split("\n## ")
SHOWN = list(shown_files(PAGE))


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.partition("\n")[0] for recipe in RECIPES])
def test_every_recipe_has_a_passage_and_a_slip_with_its_answer(recipe: str) -> None:
    """Under every sentence stand the passage, a slip and what it is answered with; the game may follow."""
    kinds = [kind for kind in re.findall(r"^```([a-z]+)$", recipe, re.MULTILINE) if kind != "frame"]

    assert ["recipe", "slip", "findings"] == kinds


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.partition("\n")[0] for recipe in RECIPES])
def test_every_recipe_is_in_the_list_at_the_top(recipe: str) -> None:
    """The list at the beginning links to the heading."""
    heading = recipe.partition("\n")[0]

    assert f"](#{heading.lower().replace(' ', '-')})" in INTRODUCTION


def test_the_list_at_the_top_names_nothing_else() -> None:
    """There are as many links to recipes as recipes."""
    assert len(RECIPES) == INTRODUCTION.count("](#")


@pytest.mark.parametrize("shown", [shown for shown in SHOWN if shown.kind == "recipe"], ids=lambda shown: shown.name)
def test_recipes_are_found_out_by_an_example(shown: Shown) -> None:
    """Each passage with its game has a scenario, or says something that no scenario reads: a metric, a hint."""
    passage = next(block.text for block in blocks(PAGE) if block.name == shown.name)
    beside = passage.startswith(("metrics", "hints"))

    assert beside or bool(gamedsl.loads(shown.text).test())


@pytest.mark.parametrize("shown", [shown for shown in SHOWN if shown.kind == "recipe"], ids=lambda shown: shown.name)
def test_the_games_around_recipes_come_to_an_end(shown: Shown, tmp_path: Path) -> None:
    """Each passage with its game can be played by random players, and no rule stops it."""
    path = tmp_path / shown.path
    path.write_text(shown.text, encoding="utf-8")
    results = simulate(Settings(game=str(path), players=2, seats=("random", "random"), seed=1, games=3, limit=3000))

    assert ["finished"] * 3 == [result.status for result in results]


def test_slips_are_told() -> None:
    """No slip goes unanswered."""
    assert [] == [shown.name for shown in SHOWN if shown.kind == "slip" and not shown.output()]


@pytest.mark.parametrize("slip", ["-  nowhere\n+  there\n", "-  twice\n+  once\n", "+  only added\n"])
def test_a_slip_stands_in_its_passage_just_once(slip: str) -> None:
    """A line that is not there, or there twice, cannot be mistaken by a slip."""
    with pytest.raises(ValueError, match="in the recipe"):
        slipped("section\n  twice\n  twice\n", slip)
