"""Payments out of one purse for each of several: what is asked about once for all is not enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic
from tests.helpers.texts import game_text

GAME = game_text("semantics/paid_for_all")
FREE = "when: n < 9"
LOOP, AT_ONCE = "for each p in players", "for each p in players together"
PAY = "pay 2 from pot to p.coins"


def checked(steps: str, when: str) -> tuple[str, Iterator[Diagnostic]]:
    """Return the game, and what is found about payments in it."""
    text = GAME.replace("{when}", when).replace("{steps}", steps)
    found = gamedsl.check_text(text)
    assert [] == [one.message for one in found if one.severity == "error"]
    return text, (one for one in found if one.code == "GDFLO15")


SHORT = [
    (f"{AT_ONCE}:\n        if pot >= 2: {PAY}", FREE),
    (f"if pot >= 2:\n        {AT_ONCE}: {PAY}", FREE),
    (f"if pot >= 2:\n        {LOOP}: {PAY}", FREE),
    (f"if pot < 2:\n        set n to 3\n      else:\n        {LOOP}: {PAY}", FREE),
    (f"{LOOP}: {PAY}", "when: pot >= 2"),
    (f"{AT_ONCE}: {PAY}", "when: pot >= 2"),
    (f"{AT_ONCE}: pay min(2, pot) from pot to p.coins", FREE),
    (f"{LOOP} where pot >= 2 together: {PAY}", FREE),
    (f"{LOOP} where p.near:\n        pay 2 from pot to p.coins", "when: pot >= 2"),
    (f"{AT_ONCE}: pay min(2, A.coins) from A.coins to bank", FREE),
    (f"together:\n        {LOOP}: {PAY}", "when: pot >= 2"),
    # the same amounts under a name
    (f"{AT_ONCE}:\n        let k = min(2, pot)\n        pay k from pot to p.coins", FREE),
    (f"{AT_ONCE}:\n        let k = min(2, pot)\n        if k > 0: pay k from pot to p.coins", FREE),
    (f"{AT_ONCE}:\n        let j = min(2, pot)\n        let k = j\n        pay k from pot to p.coins", FREE),
    (f"together:\n        let k = min(2, pot)\n        {LOOP}: pay k from pot to p.coins", FREE),
    (f"let k = min(2, pot)\n      {LOOP}: pay k from pot to p.coins", FREE),
    (f"let k = min(2, pot)\n      {AT_ONCE}: pay k from pot to p.coins", FREE),
    (f"let k = 2\n      if pot >= k:\n        {LOOP}: pay k from pot to p.coins", FREE),
    (f"let k = 2\n      {LOOP}: pay k from pot to p.coins", "when: pot >= 2"),
]


@pytest.mark.parametrize(("steps", "when"), SHORT)
def test_asked_about_once_for_all(steps: str, when: str) -> None:
    """Told wherever the purse is compared with what one pays, and the game does stop with four players."""
    text, told = checked(steps, when)
    (found,) = told
    table = gamedsl.loads(text).start(players=4, seed=1)
    table.apply("take")

    assert found.help.startswith("it is paid once for each `p`, but asked about once for all: ")
    assert "GDRUN02" in str(table.log()[-1])


@pytest.mark.parametrize(
    ("steps", "when"),
    [
        (f"{LOOP}:\n        if pot >= 2: {PAY}", FREE),
        (f"{LOOP}: pay min(2, pot) from pot to p.coins", FREE),
        (f"{LOOP}: {PAY}", "when: pot >= 8"),
        (f"{AT_ONCE}:\n        if pot >= 8: {PAY}", FREE),
        (f"{LOOP}: {PAY}", "when: pot >= 2 * count(players)"),
        (f"{AT_ONCE}: pay pot / count(players) from pot to p.coins", FREE),
        (f"{AT_ONCE}: pay min(2, p.coins) from p.coins to pot", FREE),
        (f"{LOOP} where p = you: {PAY}", "when: pot >= 2"),
        (f"pay 9 from bank to pot; {LOOP}: {PAY}", "when: pot >= 2 and bank >= 9"),
        (f"{LOOP}:\n        pay min(1, bank) from bank to pot\n        {PAY}", "when: pot >= 2"),
        ("pay 2 from pot to you.coins", "when: pot >= 2"),
        (f"{LOOP}:\n        let k = min(2, pot)\n        pay k from pot to p.coins", FREE),
        (f"together:\n        {LOOP}:\n          let k = min(2, pot)\n          pay k from pot to p.coins", FREE),
        (f"let k = pot / count(players)\n      {LOOP}: pay k from pot to p.coins", FREE),
        (f"{AT_ONCE}:\n        let k = min(2, p.coins)\n        pay k from p.coins to pot", FREE),
        (f"let k = 2\n      {LOOP}: pay k from pot to p.coins", "when: pot >= 8"),
        ("let k = min(2, pot)\n      pay k from pot to you.coins", FREE),
    ],
)
def test_enough_for_all(steps: str, when: str) -> None:
    """Nothing is told where it is asked for each, or for all together, or where more is known of the purse."""
    assert [] == [one.message for one in checked(steps, when)[1]]


@pytest.mark.parametrize(
    ("steps", "when", "cure"),
    [
        (f"{LOOP}: {PAY}", "when: pot >= 2", "ask for all of it, as in `when: pot >= 2 * count(players)`"),
        (f"{AT_ONCE}: pay min(2, pot) from pot to p.coins", FREE,
         "give each a share, as in `pay pot / count(players) from pot …`"),
    ],
)  # fmt: skip
def test_cures(steps: str, when: str, cure: str) -> None:
    """What to ask instead, which is then clean."""
    (found,) = checked(steps, when)[1]
    assert found.help.endswith(cure)
    better = cure.split("`")[1].removesuffix(" …")
    cured = (steps, better) if better.startswith("when") else (f"{AT_ONCE}: {better} to p.coins", when)
    assert [] == list(checked(*cured)[1])
