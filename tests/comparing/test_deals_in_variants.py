"""Deals in all their forms in variants and in what `gamedsl diff` tells: changed, removed, told with their words."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.api import check_path
from gamedsl.comparing.games import compared
from gamedsl.comparing.render_diff import as_dict
from tests.helpers.texts import game_text

BASE = game_text("comparing/deals_in_variants")
VARIANTS = {
    "setup": (
        (
            "setup\n  change deal all from floods to row\n    deal up to 1 from floods to row[1]\n"
            "  change deal up to 1 from floods to drawn\n    deal 1 from floods to drawn"
        ),
        ["deal all from floods to row", "deal up to 1 from floods to row[1]", "deal 1 from floods to drawn"],
    ),
    "action": (
        (
            "actions\n  change flood\n    then:\n      deal 2 from floods to drawn as g\n"
            "      for each f in g: set tile(f.site).water to min(3, tile(f.site).water + 1)"
        ),
        ["deal 1 from floods to drawn as f", "deal 2 from floods to drawn as g"],
    ),
    "removed": ("setup\n  remove deal up to 1 from floods to drawn", ["deal up to 1 from floods to drawn"]),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_changes_deals_as_they_are_written(name: str, tmp_path: Path) -> None:
    """The variant has no findings, and `diff` tells the steps of both."""
    sections, expected = VARIANTS[name]
    (tmp_path / "base.game").write_text(BASE, encoding="utf-8")
    variant = tmp_path / "variant.game"
    variant.write_text(f'variant Other "Other" of "base.game"\n\n{sections}\n', encoding="utf-8")
    assert [] == list(check_path(variant))
    found = str(as_dict(compared(variant)))
    assert [] == [one for one in expected if one not in found], found
