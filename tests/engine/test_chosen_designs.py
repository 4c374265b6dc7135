"""Pieces that are chosen by what their design decides: they are called by its name."""

import pytest

from gamedsl.api import loads
from tests.helpers.texts import game_text

CAMELS = game_text("engine/chosen_designs")


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
