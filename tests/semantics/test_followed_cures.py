"""What messages tell to write leads to the game that was meant, in words of a rulebook."""

from __future__ import annotations

import pytest

from gamedsl import api
from tests.helpers.checking.additions import BASE, check, only, replaced


def action(*lines: str) -> str:
    """Return the game with one more action."""
    return BASE + "actions\n  extra\n" + "".join(f"    {line}\n" for line in lines)


CURES = [
    (action("pick: n in 1-3", "then: pay n from bank to you.coins"), "GDTYP01", "write `1..3`"),
    (
        action("then: pay 1 from coin to you.coins"),
        "GDTYP01",
        "name the purse that is meant: `bank` or `you.coins`",
    ),
    (
        action("then: set you.points to 3"),
        "GDTYP10",
        "write `score SOURCE … for …`; the sources stand under `scoring`",
    ),
    (
        replaced(("counter, 20", "counter, unlimited"), ("coin, full", "coin, unlimited"))
        + "actions\n  extra\n    pick: n in 0..you.coins\n    then: pay n from you.coins to bank\n",
        "GDRNG01",
        "say how many at most: `0..min(20, …)`; a purse without an end has room for any number",
    ),
    (
        BASE + "triggers\n  more\n    after: basic(t)\n    then: pay 1 from bank to you.coins\n",
        "GDNAM11",
        "leave the brackets out, or follow one action: `after: take(t)`",
    ),
    (
        BASE + "scenarios\n  s\n    given: force A.hand[1]: card(red, 1)\n    then: expect yes\n",
        "GDTYP03",
        "leave out the brackets: write `A.hand`",
    ),
    (action("when: bank", "then: pay 1 from bank to you.coins"), "GDTYP01", "compare it: `bank > 0`"),
    (action("when: shop", "then: pay 1 from bank to you.coins"), "GDTYP01", "compare it: `count(shop) > 0`"),
    (BASE + "terms\n  extra = max(fast, 1)\n", "GDTYP01", "yes and no are no numbers: write `1 if fast else 0`"),
    (
        action("when: mode = yes", "then: pay 1 from bank to you.coins"),
        "GDTYP01",
        "write one of the words of `mode`: `plain` or `hard`",
    ),
    (BASE + "terms\n  extra = price(red, 2)\n", "GDTYP03", "write `price(c)`, where `c` is a word of `colour`"),
    (BASE + "terms\n  extra = price[red]\n", "GDTYP03", "write `price(c)`, where `c` is a word of `colour`"),
    (BASE + "terms\n  extra = count(shop, 2)\n", "GDTYP03", "write `count(SET)`, with one set or zone"),
    (
        BASE + "terms\n  extra = next()\n",
        "GDTYP03",
        "write `next(PLAYER)`, `next(PLAYER, SET)` for one of a set, or `next(PLACE, DIRECTION)` on a board",
    ),
    (BASE + "components\n  tray: heap of card\n", "GDSYN31", "move it under `table`, where zones and values stand"),
    (BASE + "components\n  dealer: player\n", "GDSYN31", "move it under `table`, where zones and values stand"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "cure"), CURES, ids=[cure[2][:30] for cure in CURES])
def test_the_cure_says_what_was_meant(text: str, code: str, cure: str) -> None:
    """One finding, with what to write."""
    assert (cure, [code]) == (only(text, code).help, [one.code for one in check(text)[1] if one.severity == "error"])


def test_a_second_meaning_names_the_first() -> None:
    """Where the name has its other meaning."""
    text = action("pick: bank in shop", "then: move bank to you.tiles")
    line = text.split("\n").index("  bank: purse of coin, full") + 1

    assert f"already means an entry of the table (line {line}) here" in only(text, "GDNAM03").message


def test_words_of_the_language_are_named_as_such() -> None:
    """An action may not be called `up` where a plan begins with that word."""
    text = replaced(("  take ", "  up "), ("play: take or buy", "play: up or buy"))

    assert "`up` is a word of the language: take another name, for example `up_1`" == only(text, "GDSYN01").help


def test_a_change_without_a_type_keeps_its_word() -> None:
    """The colon belongs behind the name, and `change` stays in front of it."""
    found = api.check_text('variant V "v" of "no_thanks.game"\n\ntable\n  each player\n    change cards\n')

    assert ["write `change cards:` and what belongs to it"] == [one.help for one in found]
