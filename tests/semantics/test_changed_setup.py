"""Variants that change the setup of their base: whole, or single steps, which are called by what they say."""

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

BASE = game_text("semantics/changed_setup")
FIRST = ["shuffle market [ABC-2]", 'deal 4 from market to quay "four wares" [ABC-3]']
LOOPS = [
    "for each p in players: pay 3 from bank to p.chips",
    "for each p in players: deal 1 from market to p.hold",
]
QUICK = "if quick:\n  for each g in good: deal 1 from (market where good = g) to quay [ABC-4]\n  shuffle market"
LAST = ["roll leader in players", "tidy"]
ALL = [*FIRST, *LOOPS, QUICK, *LAST]


def setup_of(variant: str) -> tuple[list[str], tuple[Diagnostic, ...], nodes.GameFile]:
    """Return the steps of setup with the variant laid over the base, the findings, and the whole game."""
    reporter = Reporter()
    base = parse(Source("base.game", BASE), reporter.report)
    text = f'variant V of "base.game"\n\n{variant}'
    file = parse(Source("variant.game", text), reporter.report)
    assert isinstance(base, nodes.GameFile)
    assert isinstance(file, nodes.VariantFile)
    assert () == reporter.diagnostics
    game = overlay(base, file, reporter.report).game
    steps = [node_text(item) for part in game.sections if part.keyword == "setup" for item in part.items]
    return steps, reporter.diagnostics, game


def codes(variant: str) -> list[tuple[str, int, str]]:
    """Return code, line and help of the findings."""
    return [(one.code, one.span.line, one.help) for one in setup_of(variant)[1]]


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ("change deal 4 from market to quay\n    deal 5 from market to quay\n",
         [FIRST[0], 'deal 5 from market to quay "four wares" [ABC-3]', *ALL[2:]]),
        ('change shuffle market\n    shuffle market "once" [XYZ-1]\n    shuffle market\n',
         ['shuffle market "once" [XYZ-1]', "shuffle market", *ALL[1:]]),
        ("change for each p in players: pay 3 from bank to p.chips\n    pay 9 from bank to A.chips\n",
         [*FIRST, "pay 9 from bank to A.chips", *ALL[3:]]),
        ("change if quick:\n    shuffle market\n  else: tidy\n",
         [*ALL[:4], "if quick: shuffle market\nelse: tidy", *LAST]),
        ("change if quick: tidy\n", [*ALL[:4], "if quick: tidy", *LAST]),
        ("remove shuffle market\n  remove tidy\n", ALL[1:-1]),
        ("remove if quick:\n", [*ALL[:4], *LAST]),
        ("remove for each p in players: deal 1 from market to p.hold\n", [*ALL[:3], *ALL[4:]]),
        ("remove if quick:\n    for each g in good: deal 1 from (market where good = g) to quay\n    shuffle market\n",
         [*ALL[:4], *LAST]),
        ("tidy\n  remove tidy\n  tidy\n", [*ALL[:-1], "tidy", "tidy"]),
    ],
)  # fmt: skip
def test_single_steps(edits: str, expected: list[str]) -> None:
    """A changed step leaves its place to the new ones, a removed one is gone; words and layout do not count."""
    steps, found, _ = setup_of(f"setup\n  {edits}")
    assert (expected, ()) == (steps, found)


def test_the_whole_setup() -> None:
    """`change setup` puts its steps in the place of all those of the base; added ones follow; words stay."""
    steps, found, game = setup_of("change setup\n  tidy\n\nsetup\n  shuffle market\n")
    assert (["tidy", "shuffle market"], ()) == (steps, found)
    (section,) = [part for part in game.sections if part.keyword == "setup"]
    assert section.words is not None
    assert 'setup "Preparing" [ABC-1]' == node_text(section).split("\n")[0]


def test_no_setup_at_all() -> None:
    """`remove setup` takes all steps of the base away; those of the variant stay."""
    assert ([], ()) == setup_of("remove setup\n")[:2]
    assert (["tidy"], ()) == setup_of("setup\n  tidy\n\nremove setup\n")[:2]


@pytest.mark.parametrize(
    ("variant", "code", "line", "help_"),
    [
        ("setup\n  remove deal 3 from market to quay\n", "GDVAR10", 4, "did you mean `deal 4 from market to quay`?"),
        ("setup\n  change if slow:\n    tidy\n", "GDVAR10", 4, ""),
        ("setup\n  remove pay 3 from bank to p.chips\n", "GDVAR10", 4, "it stands inside `for each p in players:`:"),
        (
            "setup\n  change deal 1 from (market where good = g) to quay\n    tidy\n",
            "GDVAR10",
            4,
            "it stands inside `if quick:`: write `change if quick:`, and under it all the steps",
        ),
        ("setup\n  remove for each p in players:\n", "GDVAR11", 4, ""),
        ("setup\n  change shuffle market\n    shuffle market\n", "GDVAR08", 4, ""),
        ("setup\n  remove tidy\n  remove tidy\n", "GDVAR09", 5, ""),
        ("setup\n  remove tidy\n\nchange setup\n  tidy\n", "GDVAR09", 6, ""),
        ("remove setup\n\nsetup\n  remove tidy\n", "GDVAR09", 6, ""),
        ("change setup\n  tidy\n\nremove setup\n", "GDVAR09", 6, ""),
    ],
)
def test_what_is_refused(variant: str, code: str, line: int, help_: str) -> None:
    """A step that is not there, stands there twice, is edited twice, or is not changed by its change."""
    found = codes(variant)
    assert [(code, line)] == [(one[0], one[1]) for one in found]
    assert help_ in found[0][2]


@pytest.mark.parametrize(
    ("first", "under", "cure"),
    [
        ("if quick:", "if quick: tidy", "tidy"),
        ("if quick:", "if quick:\n      tidy\n      shuffle market", "tidy; shuffle market"),
        ("if quick:", "if quick:\n      if slow: tidy", "if slow: tidy"),
    ],
)
def test_a_first_line_that_is_written_again(first: str, under: str, cure: str) -> None:
    """The first line of a changed step stays, so it is not written under itself; the cure is what stands inside."""
    (found,) = codes(f"setup\n  change {first}\n    {under}\n")
    assert ("GDVAR13", 5, f"write only `{cure}` under the line with `change`") == found
    lines = cure.replace("; ", "\n    ")
    assert [] == codes(f"setup\n  change {first}\n    {lines}\n")


LOOP = """game Loop "Loop"
  players: 2

setup
  for each p in players: pay 3 from bank to p.chips
"""


@pytest.mark.parametrize(
    ("under", "cure"),
    [
        ("for each p in players: pay 6 from bank to p.chips", "pay 6 from bank to p.chips"),
        ("for each q in players: pay 6 from bank to q.chips", "pay 6 from bank to p.chips"),
        ("for each q in players: pay 6 from p.chips to q.chips", ""),
        ("for each q in players where q != A: pay 6 from bank to q.chips", ""),
    ],
)
def test_a_loop_inside_itself(under: str, cure: str) -> None:
    """A loop under its own first line is told, with another name, too; one that uses the outer name is meant so."""
    reporter = Reporter()
    base = parse(Source("base.game", LOOP), reporter.report)
    text = f'variant V of "base.game"\n\nsetup\n  change for each p in players:\n    {under}\n'
    file = parse(Source("variant.game", text), reporter.report)
    assert isinstance(base, nodes.GameFile)
    assert isinstance(file, nodes.VariantFile)
    overlay(base, file, reporter.report)
    told = f"write only `{cure}` under the line with `change`"
    assert ([told] if cure else []) == [one.help for one in reporter.diagnostics]


def test_steps_that_are_meant_are_shown() -> None:
    """Where several steps fit, each of them is pointed at."""
    (found,) = setup_of("setup\n  remove for each p in players:\n")[1]
    assert [("base.game", 7), ("base.game", 8)] == [(label.span.path, label.span.line) for label in found.labels]


def test_a_whole_setup_as_in_the_base() -> None:
    """`change setup` with the steps of the base changes nothing."""
    steps = "".join("  " + step.replace("\n", "\n  ") + "\n" for step in ALL)
    assert ["GDVAR08"] == [one[0] for one in codes(f"change setup\n{steps}")]


def test_a_base_without_setup() -> None:
    """Where there is no setup, none can be changed or removed."""
    reporter = Reporter()
    base = parse(Source("base.game", "game Base\n  players: 2\n"), reporter.report)
    for edit in ("change setup\n  tidy\n", "remove setup\n"):
        file = parse(Source("variant.game", f'variant V of "base.game"\n\n{edit}'), reporter.report)
        assert isinstance(base, nodes.GameFile)
        assert isinstance(file, nodes.VariantFile)
        overlay(base, file, reporter.report)
    assert ["GDVAR02", "GDVAR02"] == [one.code for one in reporter.diagnostics]
    assert all("write `setup` alone" in one.help for one in reporter.diagnostics)
