"""What the check says about small additions to a game: every file of ``cases/``, case by case."""

from pathlib import Path

import pytest

from tests.helpers.checking.additions import BASE, UNUSED, check
from tests.helpers.checking.cases import Case, cases

CASES = [case for path in sorted(Path(__file__).parent.glob("cases/*.txt")) for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_findings_stand_at_their_lines(case: Case) -> None:
    """Each finding comes at its line, and no other one comes."""
    assert "\n".join(case.lines) == case.with_findings(check(case.text())[1])


def test_findings_are_written_behind_their_lines() -> None:
    """What a case leaves out is seen, wherever it is found; what it says too much has no finding."""
    lines = ("-- Title", "then: set round to 11", "terms", "  why = 1  # GDNAM01", "actions", "  take")
    case = Case("", lines, BASE, frozenset(UNUSED))

    found = "-- Title\nthen: set round to 11  # GDRNG01\nterms\n  why = 1\nactions\n  take  # GDNAM02"
    assert found == case.with_findings(check(case.text())[1])
