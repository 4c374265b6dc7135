"""Phases `together`: what comes before all are done may not tell what anybody has done, nor depend on the order."""

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/together_checked")
PLAIN = {
    "refilled": "",
    "inside": "play: bid then up to 1 of (raise or draw)",
    "phases": "",
    "draw": "deal 1 from you.pile to you.hand",
    "more": "",
    "end": "rounds = 2",
}


def found(**parts: str) -> list[str]:
    """Return what is said of the phase."""
    every = check_text(GAME.format(**{**PLAIN, **parts}))
    assert [] == [one for one in every if one.severity == "error" and one.code != "GDKNO03"]
    return [one.message.partition(", which is common")[0] for one in every if one.code == "GDKNO03"]


STEPS = "steps: first, second"
PHASES = "  first\n    play: bid\n{first}  second\n{second}    play: up to 1 of (raise or draw)"
ALL_LOW = "all(p.bid < 6 for each p in players)"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"more": "modifiers\n  late\n    when: any(p.bid > 5 for each p in players)\n    forbid: raise"},
            ["Players do `raise` together, but it reads `bid`"],
        ),
        (
            {
                "inside": STEPS,
                "phases": PHASES.format(first="", second=f"    when: {ALL_LOW}\n"),
            },
            ["The phase `second` runs while players decide together, but it reads `bid`"],
        ),
        (
            {"inside": "play: bid then up to bold of (raise or draw)"},
            ["The phase `bids` runs while players decide together, but it reads `bid`"],
        ),
        ({"refilled": ", refilled from disc"}, ["Players do `draw` together, but it changes `disc`"]),
    ],
)
def test_nothing_tells_what_others_do_at_the_same_time(parts: dict[str, str], said: list[str]) -> None:
    """Prohibitions, conditions of phases inside, limits and refills are held to what actions are held to."""
    assert said == found(**parts)


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"more": "modifiers\n  late\n    when: you.bid > 5 or alarm\n    forbid: raise"},
        {"inside": STEPS, "phases": PHASES.format(first="", second="    when: you.bid < 6\n")},
        {"inside": "play: bid then up to you.bid of (raise or draw)"},
        {"refilled": ", refilled from spare"},
    ],
)
def test_what_is_own_or_comes_later_is_allowed(parts: dict[str, str]) -> None:
    """What a player has is that player's own matter, and what only steps behind the phase change may be asked for."""
    assert [] == found(**parts)


@pytest.mark.parametrize("domain", ["disc_of_next", "pile_of_all"])
@pytest.mark.parametrize("target", ["you.hand", "disc"])
def test_a_hidden_pick_is_told_once(domain: str, target: str) -> None:
    """As what its player cannot see: not as a thing of others, too, nor the piece; what else is common is told."""
    picked = {"disc_of_next": "next(you).hand", "pile_of_all": "you.pile"}[domain]
    text = GAME.format(**{**PLAIN, "draw": f"move c to {target}", "refilled": ", seen by none"})
    text = text.replace("    hand: heap of card\n", "    hand: heap of card, seen by owner\n")
    every = check_text(text.replace("  draw\n", f"  draw\n    pick: c in {picked}\n"))
    said = [(one.code, one.message.partition(", which is common")[0]) for one in every if one.code.startswith("GDKNO")]
    assert ["GDKNO01"] == [code for code, _ in said if code != "GDKNO03"]
    common = [] if target == "you.hand" else ["Players do `draw` together, but it changes `disc`"]
    assert common == [text for code, text in said if code == "GDKNO03"]
