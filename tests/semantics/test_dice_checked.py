"""Likely slips with dice that lie in zones, and what is said about them."""

from __future__ import annotations

import pytest

from gamedsl import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/dice_checked")


def found(old: str, new: str) -> list[tuple[str, str | None]]:
    """Return code and cure of the errors when a part of the game is written otherwise."""
    assert old in GAME
    return [(one.code, one.help) for one in check_text(GAME.replace(old, new)) if one.severity == "error"]


WHEN = 'when: round < 9 "too late"'


@pytest.mark.parametrize(
    ("old", "new", "code", "cure"),
    [
        (WHEN, 'when: you.cup.top != none and you.cup.top > 3 "no"', "GDTYP01", "compared by what they show"),
        (WHEN, 'when: sum(you.cup) > 3 "no"', "GDTYP01", "`you.cup.face`"),
        (WHEN, 'when: die > 3 "no"', "GDTYP01", "`sum(die.face)`"),
        (WHEN, 'when: die[1] > 3 "no"', "GDTYP01", "`sum(die.face)`"),
        (WHEN, 'when: any(d = 6 for each d in you.cup) "no"', "GDTYP01", "`….face = 6`"),
        (
            WHEN,
            'when: any(d.face = 6 for each d in players.cup) "no"',
            "GDKNO01",
            "ask only about what the player sees",
        ),
        ('"Lift the cup"', '"Lift {next(you).cup}"', "GDKNO02", "leave it out"),
        ("setup\n", 'display\n  dice "Dice"\n    line: "{players.cup}"\nsetup\n', "GDKNO04", "seen by: owner"),
        ("    cup: heap of die, full, seen by owner", "    cup: dice 1..6, 3", "GDTYP01", "`cup: heap of die`"),
        ("heap of die", "purse of die", "GDTYP05", "`heap of die`"),
        ("heap of die", "heap of dice", "GDNAM01", "did you mean `die`?"),
        (", full, seen by owner", ", seen by owner", "GDTYP06", "`, full`"),
        ("  each player\n", "  each die\n    face: 0..9\n  each player\n", "GDNAM03", "another name"),
        ("roll players.cup", "roll players.cup in 1..6", "GDTYP01", "`roll players.cup`"),
        ("roll players.cup", "roll players.cup.face", "GDTYP01", "roll the dice themselves: `roll players.cup`"),
        ("roll players.cup", "roll deck", "GDTYP01", "a card has no faces"),
        ("roll players.cup", "roll cup", "GDNAM05", "`p.cup`"),
        ("show you.cup to", "show you.cup.face to", "GDTYP01", "show the dice themselves: `you.cup`"),
        ("force A.cup: 3", "force A.cup: 7", "GDSCN03", "force one of 1..6"),
        ("force A.cup: 3", "force A.cup unseen: 3", "GDSCN03", "leave `unseen` out"),
        ("force A.cup: 3", "force cup: 3", "GDNAM01", "`A.cup:`"),
        ("die: dice 1..6, 3 each player", "die: dice of sort, 3", "GDNAM01", None),
    ],
)
def test_slips_with_dice(old: str, new: str, code: str, cure: str | None) -> None:
    """Every slip has its finding, with a cure that speaks of dice."""
    assert [] == found("round: 0..9", "round: 0..9")
    errors = found(old, new)
    assert code in [one for one, _ in errors]
    assert any(cure is None or cure in (given or "") for one, given in errors if one == code)


def test_dice_for_each_player_lie_in_zones() -> None:
    """Dice that lie nowhere are one number for all: `each player` does not fit them."""
    text = GAME.replace("heap of die, full", "heap of card").replace("players.cup", "die").split("phases")[0]
    errors = [(one.code, one.help) for one in check_text(text) if one.severity == "error"]
    assert ("GDTYP01", "dice that belong to somebody lie in zones: `cup: heap of die` under `table`") in errors


def test_together_nobody_rolls() -> None:
    """What comes of rolling must not depend on the order in which all decide at once."""
    changed = found("show you.cup to players", "roll you.cup")
    assert [] == changed
    text = GAME.replace("show you.cup to players", "roll you.cup").replace(
        "  game\n    who: players from A\n    play: lift or wait\n    until: round = 9",
        "  game\n    who: players together\n    play: shake",
    )
    text = text.replace("actions\n", 'actions\n  shake "Shake"\n    then: roll you.cup\n')
    told = [one.message for one in check_text(text) if one.code == "GDKNO03"]
    assert ["Players do `shake` together, but it changes what dice show, which is common to all."] == told


POOL = game_text("semantics/dice_checked_pool")
ASKED = "pick p in players where p.points = d.face"


@pytest.mark.parametrize(
    ("steps", "codes"),
    [
        (f"move d to you.cup; {ASKED}; tell(d)", []),
        (f"roll d; {ASKED}; tell(d)", []),
        (f"move d to you.cup; move d to pool; roll d; {ASKED}; tell(d)", []),
        (f"move d to you.cup; roll d; {ASKED}; tell(d)", ["GDKNO01", "GDKNO02"]),
        (f"move d to you.cup; roll d; show d to players; {ASKED}; tell(d)", []),
        (f"move d to you.cup; roll you.cup; {ASKED}; tell(d)", ["GDKNO01", "GDKNO02"]),
        (f"move d to you.cup; set d.face to 3; {ASKED}; tell(d)", ["GDKNO01", "GDKNO02"]),
        (f"move pool to you.cup; roll you.cup; {ASKED}; tell(d)", ["GDKNO01", "GDKNO02"]),
        (f"deal 6 from pool to you.cup; roll you.cup; {ASKED}; tell(d)", ["GDKNO01", "GDKNO02"]),
    ],
)
def test_rolled_out_of_sight_is_not_known_any_more(steps: str, codes: list[str]) -> None:
    """Who takes a die that all see knows its face, until it is rolled or turned where not all look."""
    assert codes == sorted(one.code for one in check_text(POOL.replace("STEPS", steps)) if one.severity == "error")
