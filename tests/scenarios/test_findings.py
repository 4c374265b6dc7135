"""Scenarios that were found to lose forced chance, or to mistake copies, behave as the reference says."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl

FOLDER = Path(__file__).parent / "findings"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("copies", [[], []]),
        ("shuffle_in_phase", [[]]),
        ("hidden_draw", [[]]),
        ("unused_force", [["4:26 `5, 4, 3` was forced for `die`, too, but did not come."]]),
    ],
)
def test_findings(name: str, told: list[list[str]]) -> None:
    """Copies are told apart, what is forced comes behind shuffles and hidden draws, and what does not come is told."""
    results = gamedsl.load(FOLDER / f"{name}.game").test()

    assert told == [
        [f"{found.span.line}:{found.span.column} {found.message}" for found in result.diagnostics] for result in results
    ]
