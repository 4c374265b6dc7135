"""Every example of the catalogue does what its page says: the bad one shows its code, the good one shows nothing."""

import pytest

from gamedsl.api import check_text, loads
from gamedsl.diagnostics.catalogue import MAIN_PATH, Example, codes, entry
from gamedsl.diagnostics.diagnostic import Diagnostic

DESCRIBED_ONLY = {
    "GDFIL01",
    "GDLIM03",
    "GDLIM04",
    "GDLIM05",
    "GDLIM06",
    "GDSYN13",
    "GDSYN26",
    "GDSYN29",
    "GDSYN34",
    "GDINT01",
}
"""Too long, no text, or no fault of any text: see the tests of the parser and of faults."""
BEFORE_PLAY = {"GDRUN09", *(f"GDSCN{number}" for number in ("01", "03", "06", "11", "23", "25", "26", "27", "30"))}
"""Mistakes of scenarios that the check sees."""
PLAYED = tuple(code for code in codes() if code.startswith(("GDRUN", "GDSCN")) and code not in BEFORE_PLAY)
CHECKED = tuple(code for code in codes() if code not in PLAYED and code not in DESCRIBED_ONLY)


CAUSES = {"GDSCN24": ["GDSCN05"]}
"""What is found besides: a scenario fails where another one begins that has failed."""


def findings(example: Example) -> list[Diagnostic]:
    """Return what the check finds in an example."""
    return check_text(example.text, MAIN_PATH, example.files)


def play(example: Example) -> list[Diagnostic]:
    """Return what is found when the scenarios of an example are run and its moves are played."""
    game = loads(example.text, MAIN_PATH, example.files)
    found = [each for result in game.test() for each in result.diagnostics]
    table = game.start(seed=1)
    for move in example.moves:
        seat, _, text = move.partition(": ")
        assert seat == table.names[table.decider]
        table.apply(text)
    error = table.error()
    return [*found, *([error] if error else [])]


def test_every_code_has_examples():
    """Only the few codes about files that cannot be shown are without examples to run."""
    without = {code for code in codes() if not (entry(code).bad.text and entry(code).good.text)}

    assert DESCRIBED_ONLY == without


@pytest.mark.parametrize("code", CHECKED)
def test_bad_example_shows_its_code(code: str):
    """The bad example of an error has this error and no other; that of a warning or a note has this finding alone."""
    page = entry(code)
    found = findings(page.bad)
    counted = [each for each in found if each.severity == "error" or page.severity != "error"]

    assert {code} == {each.code for each in counted}, [f"{each.span} {each.code} {each.message}" for each in found]


@pytest.mark.parametrize("code", [code for code in codes() if code not in DESCRIBED_ONLY])
def test_good_example_shows_nothing(code: str):
    """The mended example has neither errors nor warnings."""
    found = findings(entry(code).good)

    assert [] == [f"{each.span} {each.code} {each.message}" for each in found]


@pytest.mark.parametrize("code", PLAYED)
def test_bad_example_fails_when_played(code: str):
    """What can only be found by playing is no error of the check, and is found by playing."""
    page = entry(code)

    assert [] == [f"{each.code} {each.message}" for each in findings(page.bad) if each.severity == "error"]
    assert [*CAUSES.get(code, ()), code] == [each.code for each in play(page.bad)]


@pytest.mark.parametrize("code", PLAYED)
def test_good_example_can_be_played(code: str):
    """The mended example is played without any finding."""
    assert [] == [f"{each.code} {each.message}" for each in play(entry(code).good)]
