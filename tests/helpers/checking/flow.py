"""Small games in tests of how cards lead to each other, and the findings about them."""

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("helpers/flow")
ROUND = """\
phases
  round
    who: players from A
    play: {play}
actions
  clap "Clap"
"""


def findings(sections: str, area: str = "GDFLO") -> list[str]:
    """Return code and message of what is found in a game with these sections."""
    found = check_text(GAME + sections)
    broken = [f"{each.span} {each.code} {each.message}" for each in found if each.severity == "error"]
    assert [] == [line for line in broken if area not in line]
    return [f"{each.code} {each.message}" for each in found if each.code.startswith(area)]


def codes(sections: str) -> list[str]:
    """Return the codes about the flow of a game with these sections, in the order of the file."""
    return [line[:7] for line in findings(sections)]


def played(play: str, actions: str = "", more: str = "") -> str:
    """Return the sections of a game with one phase, the action `clap` and others."""
    return ROUND.format(play=play) + actions + more


def unused() -> str:
    """Return a reached round, so that nothing is left over."""
    return "actions\n  clap\n"
