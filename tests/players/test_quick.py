"""The quick player: repeatable, and better than chance."""

from gamedsl.simulate import Settings, measure, simulate


def test_the_quick_player_beats_chance() -> None:
    """At No Thanks! it wins far more than its third of the games, and plays the same for the same seed."""
    settings = Settings("no_thanks", 3, ("quick", "random", "random"), seed=1, games=30)
    results = simulate(settings)

    assert measure(results)["win_rate.quick"].estimate.low > 1 / 3
    assert results == simulate(settings)
