"""Variants that change single steps of a paragraph of their base, which are called by what they say."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from gamedsl.syntax.print.printer import node_text
from tests.helpers.texts import game_text

BASE = game_text("semantics/variants_steps")
THEN = [
    'pay 2 from bank to you.chips "a loan" [ABC-1]',
    "score loan -2 for you",
    "if quick: tidy; shuffle deck",
    "set borrowers to borrowers + you",
]


def steps_of(variant: str, name: str, keyword: str) -> tuple[list[str] | None, tuple[Diagnostic, ...]]:
    """Return the steps of a field with the variant laid over the base (None where it is gone), and the findings."""
    reporter = Reporter()
    base = parse(Source("base.game", BASE), reporter.report)
    file = parse(Source("variant.game", f'variant V of "base.game"\n\n{variant}'), reporter.report)
    assert isinstance(base, nodes.GameFile)
    if not isinstance(file, nodes.VariantFile) or reporter.diagnostics:
        return None, reporter.diagnostics
    game = overlay(base, file, reporter.report).game
    paragraphs = [item for part in game.sections for item in part.items if isinstance(item, nodes.Paragraph)]
    (found,) = [item for item in paragraphs if item.name == name]
    steps = [field for field in found.fields if isinstance(field, nodes.Steps) and field.keyword == keyword]
    return [node_text(step) for step in steps[0].steps] if steps else None, reporter.diagnostics


@pytest.mark.parametrize(
    ("section", "name", "field", "edits", "expected"),
    [
        ("actions", "borrow", "then", ["change score loan -2 for you", "  score loan -3 for you"],
         [THEN[0], "score loan -3 for you", *THEN[2:]]),
        ("actions", "borrow", "then", ["change pay 2 from bank to you.chips", "  pay 4 from bank to you.chips"],
         ['pay 4 from bank to you.chips "a loan" [ABC-1]', *THEN[1:]]),
        ("actions", "borrow", "then", ["remove if quick:", "remove score loan -2 for you"], [THEN[0], THEN[3]]),
        ("actions", "borrow", "then", ["change if quick: tidy"], [*THEN[:2], "if quick: tidy", THEN[3]]),
        ("actions", "borrow", "cost", ["remove pay 1 from you.chips to pot"], None),
        ("phases", "day", "start", ["change set passed to {}", "  tidy", "  tidy"], ["tidy", "tidy"]),
        ("triggers", "empty", "then", ["remove tidy"], ["shuffle deck"]),
    ],
)  # fmt: skip
def test_single_steps(section: str, name: str, field: str, edits: list[str], expected: list[str] | None) -> None:
    """In every field of steps, a changed step leaves its place to the new ones, a removed one is gone; others stay."""
    lines = "\n      ".join(edits)
    assert (expected, ()) == steps_of(f"{section}\n  change {name}\n    {field}:\n      {lines}\n", name, field)


def test_steps_behind_those_that_are_edited() -> None:
    """`add then:` goes on behind what the edits have left."""
    edits = "then:\n      remove if quick:\n    add then: tidy"
    expected = [*THEN[:2], THEN[3], "tidy"]
    assert (expected, ()) == steps_of(f"actions\n  change borrow\n    {edits}\n", "borrow", "then")


@pytest.mark.parametrize(
    ("name", "field", "edits", "code", "help_"),
    [
        ("borrow", "then", "remove score loan -3 for you", "GDVAR10", "did you mean `score loan -2 for you`?"),
        ("borrow", "then", "remove tidy", "GDVAR10", "it stands inside `if quick:`: write `change if quick:`"),
        ("borrow", "then", "change if quick: tidy\n        if quick: roll die", "GDVAR10",
         "write `change if quick:`, and under it all the steps: `roll die`, `shuffle deck`"),
        ("borrow", "start", "remove tidy", "GDVAR10", ""),
        ("borrow", "then", "change score loan -2 for you\n        score loan -2 for you", "GDVAR08", ""),
        ("borrow", "then", "change if quick:\n        if quick: tidy", "GDVAR13", "write only `tidy`"),
        ("borrow", "then", "tidy\n      remove score loan -2 for you", "GDVAR14", "write it under `add then:`"),
        ("borrow", "then", "remove if quick:\n      remove if quick:", "GDVAR09", ""),
    ],
)  # fmt: skip
def test_what_is_refused(name: str, field: str, edits: str, code: str, help_: str) -> None:
    """A step that is not there or is edited twice, an edit that changes nothing, and steps beside edits."""
    _, found = steps_of(f"actions\n  change {name}\n    {field}:\n      {edits}\n", name, field)
    assert [code] == [one.code for one in found]
    assert help_ in found[0].help


def test_a_step_that_stands_there_twice() -> None:
    """Nobody can tell which one is meant, so all steps are to be written."""
    _, found = steps_of("rules\n  change tidy\n    then:\n      remove shuffle deck\n", "tidy", "then")
    assert [("GDVAR11", "write all steps of `then:` as they are to be")] == [(one.code, one.help) for one in found]


@pytest.mark.parametrize(
    ("paragraph", "field", "problem"),
    [
        ("rest", "then:", "it is new itself"),
        ("change borrow", "add then:", "write `then:` alone"),
    ],
)
def test_where_nothing_can_be_edited(paragraph: str, field: str, problem: str) -> None:
    """A new paragraph has no steps of a base, and `add` replaces none."""
    text = f"actions\n  {paragraph}\n    {field}\n      remove tidy\n"
    _, found = steps_of(text, "borrow", "then")
    assert ["GDVAR12"] == [one.code for one in found]
    assert problem in found[0].message


LOOP = """game Loop "Loop"
  players: 2

setup
  for each p in players:
    pay 3 from bank to p.chips
    shuffle p.deck
"""


@pytest.mark.parametrize(
    ("edit", "cure"),
    [
        (("change for each p in players: pay 3 from bank to p.chips\n    "
          "for each p in players: pay 5 from bank to p.chips"), ["pay 5 from bank to p.chips", "shuffle p.deck"]),
        ("change for each p in players: shuffle p.deck\n    for each p in players: tidy",
         ["pay 3 from bank to p.chips", "tidy"]),
        ("remove for each p in players: shuffle p.deck", ["pay 3 from bank to p.chips"]),
    ],
)  # fmt: skip
def test_one_of_several_steps_in_a_loop_of_setup(edit: str, cure: list[str]) -> None:
    """A loop that is called by one of its steps is told with all that are to stand in it, and the cure is clean."""

    def laid(text: str) -> tuple[nodes.GameFile, tuple[Diagnostic, ...]]:
        reporter = Reporter()
        base = parse(Source("base.game", LOOP), reporter.report)
        file = parse(Source("variant.game", f'variant V of "base.game"\n\nsetup\n  {text}\n'), reporter.report)
        assert isinstance(base, nodes.GameFile)
        assert isinstance(file, nodes.VariantFile)
        return overlay(base, file, reporter.report).game, reporter.diagnostics

    _, found = laid(edit)
    assert ["GDVAR10"] == [one.code for one in found]
    told = ", ".join(f"`{step}`" for step in cure)
    assert found[0].help.endswith(f"write `change for each p in players:`, and under it all the steps: {told}")
    game, clean = laid("\n    ".join(["change for each p in players:", *cure]))
    assert () == clean
    (section,) = [part for part in game.sections if part.keyword == "setup"]
    assert [*cure] == [node_text(step) for step in section.items[0].body]  # type: ignore[union-attr]
