"""A name of a pile's top that is used behind a deal from that pile: a refill makes it mean nothing."""

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/top_before_refill")
USED = "if f != none: set water to min(100, water + f.depth)"


def found(steps: str, trait: str = "refilled from drawn") -> list[tuple[str, str | None]]:
    """Return the findings about the top of the pile, with their cures."""
    text = GAME.replace("STEPS", steps.replace("; ", "\n      ")).replace(", TRAIT", f", {trait}" if trait else "")
    return [(one.code, one.help) for one in check_text(text) if one.code == "GDFLO52"]


def test_it_is_told_with_its_cure() -> None:
    """At the name, whatever stands between it and the deal."""
    cure = "leave out this `let`, and write `deal 1 from floods to drawn as f`"
    assert [("GDFLO52", cure)] == found(f"let f = floods.top; deal 1 from floods to drawn; {USED}")
    assert [("GDFLO52", cure)] == found(
        f"let f = floods.top; set water to min(100, water + 1); deal 1 from floods to drawn; {USED}"
    )


@pytest.mark.parametrize(
    ("steps", "trait"),
    [
        (f"deal 1 from floods to drawn as f; {USED}", "refilled from drawn"),
        (f"let f = floods.top; deal 1 from floods to drawn; {USED}", ""),
        (f"let f = floods.top; {USED}; deal 1 from floods to drawn", "refilled from drawn"),
        ("let f = floods.top; if count(floods) > 0:;   deal 1 from floods to drawn;   " + USED, "refilled from drawn"),
    ],
)
def test_it_is_not_told(steps: str, trait: str) -> None:
    """Of what was dealt, of a pile that is not refilled, of a name used before, and where the pile is asked."""
    assert [] == found(steps, trait)
