"""Choices that cost something and do nothing now are found by trying them out, whatever is hidden."""

from gamedsl.api import loads
from gamedsl.cli.terminal.doubts import reason_to_ask
from gamedsl.game import Table
from gamedsl.studies import does_nothing
from tests.helpers.texts import game_text

GAME = game_text("players/no_effect")


def begun(other: int) -> Table:
    """Return a table at which the other player has a card of this sort in hand."""
    hidden = f"deal 1 from (box where sort = {other}) to B.hand"
    return loads(GAME.replace("HIDDEN", hidden)).start(seed=1)


def idle(table: Table) -> list[str]:
    """Return the choices that do nothing."""
    return [choice.text for choice in table.legal() if does_nothing(table, choice.code)]


def test_a_card_whose_rules_change_nothing_now() -> None:
    """Nobody has a coin to steal, also where another card goes before; what is laid or paid alone does all it can."""
    table = begun(1)
    assert ["play(thief)", "dear(thief)", "buy"] == idle(table)
    asked = {one.text: reason_to_ask(table, one, table.view(0)) for one in table.legal()}
    assert "That does nothing now, as far as you can know." == asked["play(thief)"]
    assert "" == asked["play(spy)"] == asked["lay(thief)"]


def test_what_is_hidden_is_not_told() -> None:
    """Whether a spy finds what nobody else sees is found by playing it: the answer is the same for all hands."""
    assert idle(begun(1)) == idle(begun(5))


ECHOES = game_text("players/no_effect_echoes")


def test_a_card_that_lets_one_play_another_like_it() -> None:
    """What is asked then is asked by the same card, but it is asked once more: that is not nothing."""
    table = loads(ECHOES).start(seed=1)
    table.apply(table.codes()[0])
    assert "play(echo)" == table.legal()[0].text
    assert [] == idle(table)
