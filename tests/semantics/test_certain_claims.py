"""Errors about whole games: each of them is certain, and this table says why; what is not certain is a warning."""

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl.diagnostics.catalogue import entry
from tests.helpers.checking.additions import found

FLOW = Path(gamedsl.__file__).parent / "semantics" / "flow"

STRUCTURE = "the language wants it so, whatever is played: it can be seen in the text"
CERTAIN = {
    "GDFLO01": f"terms that need each other in a circle. {STRUCTURE}; conditions on the way are not looked at",
    "GDFLO02": f"phases that contain each other. {STRUCTURE}",
    "GDFLO04": "no step in reach decides, draws or changes anything that `until` or an end asks for: as it ends the "
    "first time, it ends every time",
    "GDFLO10": "no paragraph that comes up has a step that scores for this source, and it is worth nothing at the end",
    "GDFLO13": f"`done` where nothing has been done yet. {STRUCTURE}",
    "GDFLO19": f"`else` behind what may be left out. {STRUCTURE}",
    "GDFLO21": "no step in reach changes what is asked, so it holds from the beginning or never; nor what an end asks "
    "for, so nothing else stops it",
    "GDFLO22": "no line of the file leads to it; where rules are in several files it is a warning (GDFLO07)",
    "GDFLO25": "all that steps in reach can make of what is asked leaves it untrue; nothing they change is asked for "
    "by an end",
    "GDFLO26": "payments that are carried out in every setup of the most players take more than was ever there; "
    "those under conditions, and what may come in before, are left out of it",
    "GDFLO41": f"somebody is asked in the middle of a moment. {STRUCTURE}",
    "GDLIM02": f"a limit. {STRUCTURE}",
    "GDNAM01": f"`you` where nobody is meant. {STRUCTURE}",
    "GDRUN09": "a scenario forces one piece to two places",
    "GDSCN03": f"a scenario forces what is not left to chance there. {STRUCTURE}",
    "GDSCN11": f"a move in a scenario answers more than is asked. {STRUCTURE}",
}


def test_every_error_stands_here() -> None:
    """Whoever adds an error to the judgements of whole games says why it is certain."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FLOW.rglob("*.py"))]
    codes = {code for text in texts for code in re.findall(r'"(GD[A-Z]{3}\d\d)"', text)}
    assert sorted(code for code in codes if entry(code).severity == "error") == sorted(CERTAIN)


GAME = """
game Certain "What is certain"
  players: 2 to 4

components
  coin: counter, 12
  die: dice 1..6

table
  bank: purse of coin, full
  x: 0..9
  y: 0..9
  each player
    coins: purse of coin
{setup}
phases
  game
    who: players from A
    play: go or rest
    until: x = y

actions
  go "Go"
    then:
      {steps}
  rest "Rest"
    then:
      set y to x
      pay min(1, you.coins) from you.coins to bank
{more}
end
  when: bank = 0 and x < 9
  winner: active
"""


def codes(steps: str = "set x to 1", setup: str = "", more: str = "") -> list[str]:
    """Return the codes about the flow of a game."""
    text = GAME.format(steps=steps, setup=setup, more=more)
    return [code for code in found(text) if code.startswith("GDFLO")]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("repeat until x = 9: set y to 1", ["GDFLO21"]),
        ("repeat until x = 9: set x to 8", ["GDFLO33"]),
        ("repeat until y = 9: set y to 1", ["GDFLO25"]),
        ("repeat until x = 9: pay min(1, bank) from bank to you.coins", ["GDFLO33"]),
        ("repeat until bank = 0: pay min(1, bank) from bank to you.coins", []),
        ("repeat until x = 9: set x to min(9, x + 1)", []),
        ("repeat until x = 9: roll die", ["GDFLO21"]),
    ],
)
def test_loops(steps: str, expected: list[str]) -> None:
    """A loop that nothing ends is an error; where an end of the game may stop it, that is told as a warning."""
    assert expected == codes(steps)


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("for each p in players: pay 4 from bank to p.coins", ["GDFLO26"]),
        ("for each p in players: pay 3 from bank to p.coins", []),
        ("for each p in players where p = A: pay 4 from bank to p.coins", []),
        ("for each p in players:\n    pay 4 from bank to p.coins\n    pay 3 from p.coins to bank", []),
        ("if count(players) < 4: pay 13 - count(players) from bank to A.coins", []),
    ],
)
def test_setups(setup: str, expected: list[str]) -> None:
    """A setup that cannot pay is an error only where it pays so for certain."""
    assert expected == codes(setup=f"\nsetup\n  {setup}\n")
