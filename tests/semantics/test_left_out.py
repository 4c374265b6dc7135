"""Actions and phases that nothing uses: an error of a whole game, at the line that has left them out."""

import pytest

from gamedsl.api import check_text

GAME_WITH = """game Clap
  players: 2
table
  gold: 0..9
phases
{phases}
actions
  clap
    then: set gold to 2
  wait
end
  winner: A
"""


@pytest.mark.parametrize(
    ("phases", "line", "said"),
    [
        ("  round\n    who: players from A\n    play: clap", "    play: clap", "action `wait`"),
        (
            (
                "  all\n    steps: round, last\n  round\n    who: players from A\n    play: clap\n"
                "  last\n    who: players from A\n    play: clap"
            ),
            "  wait",
            "action `wait`",
        ),
        (
            (
                "  all\n    steps: round\n  round\n    who: players from A\n    play: clap or wait\n"
                "  night\n    then: set gold to 1"
            ),
            "  all",
            "phase `night`",
        ),
        (
            "  round\n    who: players from A\n    play: clap or wait\n  night\n    then: set gold to 1",
            "  night",
            "phase `night`",
        ),
    ],
    ids=["one plan", "two plans", "one list of steps", "no list of steps"],
)
def test_what_a_whole_game_leaves_out(phases: str, line: str, said: str) -> None:
    """An action or a phase that nothing uses is an error, at the line that has left it out if that is certain."""
    text = GAME_WITH.format(phases=phases)
    found = [one for one in check_text(text) if one.code == "GDFLO22"]

    assert [f"The {said} never comes up in the game."] == [one.message for one in found]
    assert [line] == [text.splitlines()[one.span.line - 1] for one in found]
