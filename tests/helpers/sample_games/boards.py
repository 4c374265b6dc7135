"""A small game with every sort of board, to which tests add sections, and what its expressions give."""

from __future__ import annotations

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic
from tests.helpers.texts import game_text

BOARDS = game_text("helpers/boards")


def findings(added: str = "", base: str = BOARDS) -> list[Diagnostic]:
    """Return what is found in the game with further sections, but for what is never used or reached."""
    unused = ("GDNAM07", "GDFLO06", "GDFLO07", "GDFLO22", "GDDAT17")
    return [one for one in gamedsl.check_text(base + added) if one.code not in unused]


def codes(added: str = "", base: str = BOARDS) -> list[str]:
    """Return the codes of ``findings``."""
    return [one.code for one in findings(added, base)]


def term(value: str, each: str = "") -> list[str]:
    """Return the codes found when there is one more term of this value; ``each``: under this kind."""
    inside = f"  each {each}\n    extra = {value}\n" if each else f"  extra = {value}\n"
    return codes(f"terms\n{inside}")


def holds(condition: str, *given: str) -> list[str]:
    """Return what a scenario says that expects a condition after these steps; nothing where it holds."""
    steps = "".join(f"      {step}\n" for step in given)
    arranged = f"    given:\n{steps}" if given else ""
    text = f"{BOARDS}scenarios\n  one\n{arranged}    then: expect {condition}\n"
    (result,) = gamedsl.loads(text).test()
    return [one.message for one in result.diagnostics]
