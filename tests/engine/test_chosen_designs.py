"""Pieces that are chosen by what their design decides: they are called by its name."""

import pytest

from gamedsl.api import loads

CAMELS = """\
game Camels
  players: 2

components
  good: card
    | good  | copies: 1..9 | worth: 0..3 |
    | hide  | 5            | 1           |
    | camel | 5            | 3           |

table
  deck: heap of good, full
  row[n: 1..2]: heap of good

phases
  turn
    who: players from A
    play: take or nap

actions
  take "Take"
    then: deal 1 from ({source}) to row[1]
  nap "Nap"

end
  winner: A
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("deck where design = camel", "camel"),
        ("deck where design != hide", "camel"),
        ("deck where design in {camel}", "camel"),
        ("deck where worth = 3", "camel"),
        ("deck where n = none or design = camel", None),
    ],
)
def test_pieces_that_are_chosen_by_their_design_are_called_by_it(source: str, said: str | None) -> None:
    """Where what is written out decides which design it is, that is told; nothing else stops telling."""
    table = loads(CAMELS.replace("{source}", source), "camels.game").start(2)
    found = {choice.text: table.consequences()[choice.code] for choice in table.legal()}
    does = " ".join([one.words for one in found["take"].effects])
    assert table.rules()
    assert said is None or said in does
