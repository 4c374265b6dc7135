"""A small game with hidden things for tests of what players can know, and the findings about it."""

from gamedsl.api import check_text

TABLE = """\
components
  card: card, 1 each value: 1..9
  chip: counter, 20
table
  pile: stack of card, full, seen by none
  market: heap of card
  bank: purse of chip, full
  noise: bool
  each player
    hand: heap of card, seen by owner
    slot: slot of card, seen by owner
    shown: heap of card
    chips: purse of chip, seen by owner
    bid: 0..20
    loud: bool
"""
FRAME = """\
game Hands
  players: 2
{header}{table}
{sections}
phases
  round
    {who}
    play: {play}
{fields}
actions
{actions}
scoring
  points "Points"
    worth: count(you.shown)
end
  winner: the p in players with most p.points ties all
"""


def findings(actions: str, play: str = "act", who: str = "who: players from A", **parts: str) -> list[str]:
    """Return code and message of what is found about knowledge in a small card game with these actions."""
    text = FRAME.format(
        header=parts.get("header", ""),
        table=parts.get("table", TABLE),
        sections=parts.get("sections", ""),
        fields=parts.get("fields", ""),
        actions=actions,
        play=play,
        who=who,
    )
    found = check_text(text)
    broken = [f"{each.span} {each.code} {each.message}" for each in found if each.severity == "error"]
    others = [line for line in broken if "GDKNO" not in line]
    assert [] == others, text
    return [f"{each.code} {each.message}" for each in found if each.code.startswith("GDKNO")]
