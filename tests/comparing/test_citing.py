"""References as `diff` tells them: in order, without doubles, those that follow each other as ranges."""

from __future__ import annotations

import pytest

from gamedsl.comparing.citing import folded, spread, summary


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (["MOG-105", "MOG-Q13", "MOG-064", "MOG-103..MOG-105"], "MOG-064, MOG-103..MOG-105, MOG-Q13"),
        (["MOG-009..MOG-011"], "MOG-009..MOG-011"),
        (["ABC-2", "ABC-1", "ABC-4"], "ABC-1, ABC-2, ABC-4"),
        (["XYZ-1", "ABC-3..ABC-4", "ABC-5"], "ABC-3..ABC-5, XYZ-1"),
        (["ABC-1..ABC-99999999"], "ABC-1..ABC-99999999"),
        (["ABC-S2..ABC-Q4", "ABC-1"], "ABC-1, ABC-S2..ABC-Q4"),
    ],
)
def test_references_are_told_in_order(written: list[str], told: str) -> None:
    """By book, letter and number; a range of more than anybody cites, or of two letters, stays as it is."""
    assert told == folded(spread(written))


def test_what_is_still_cited_is_not_gone() -> None:
    """A range and single references are compared one by one."""
    before, after = spread(["MOG-103..MOG-106"]), set(spread(["MOG-104", "MOG-106"]))
    assert "MOG-103, MOG-105" == folded(one for one in before if one not in after)


def test_many_are_counted_one_by_one() -> None:
    """Ranges count as many as they hold."""
    odd = [f"GAM-{number}" for number in range(1, 19, 2)]
    assert "14 from GAM-1 to GAM-24" == summary(", ".join([*odd, "GAM-20..GAM-24"]))
