"""The quick player: repeatable, and better than chance."""

import attrs
import pytest

import gamedsl
from gamedsl.players.kinds.greedy import LONG
from gamedsl.players.seats import make
from gamedsl.simulate import Settings, measure, simulate
from tests.helpers.texts import game_text


def test_the_quick_player_beats_chance() -> None:
    """At No Thanks! it wins far more than its third of the games, and plays the same for the same seed."""
    settings = Settings("no_thanks", 3, ("quick", "random", "random"), seed=1, games=30)
    results = simulate(settings)

    assert measure(results)["win_rate.quick"].estimate.low > 1 / 3
    assert results[:6] == simulate(attrs.evolve(settings, games=6))


CIRCLE = game_text("players/quick")


@pytest.mark.parametrize("kind", ["quick", "greedy"])
def test_games_do_not_go_round_in_a_circle(kind: str) -> None:
    """Players who always take the coin back that was taken from them come to an end all the same."""
    table = gamedsl.loads(CIRCLE).start(seed=1, log=False)
    bots = [make(kind, seat) for seat in range(2)]
    while table.decider is not None and table.decisions < 5000:
        codes = table.codes()
        table.apply(codes[bots[table.decider].choose(table.situation(), codes)])
    assert table.decider is None
    assert LONG < table.decisions
