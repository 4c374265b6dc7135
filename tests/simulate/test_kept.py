"""Results of games, kept in a file: which of them still count."""

from pathlib import Path

import pytest

from gamedsl.engine.playing import PLAYING
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play.results_file import ResultsFileError


def test_results_played_otherwise_are_refused(tmp_path: Path) -> None:
    """Games that the program plays otherwise now are not mixed with earlier ones, and that is told."""
    kept = tmp_path / "results.jsonl"
    settings = Settings("kuhn_poker", 2, ("random", "random"), seed=1, games=2)
    simulate(settings, kept=kept)
    header, results = kept.read_text().split("\n", 1)
    older = header.replace(f'"playing": {PLAYING},', '"playing": 1,').replace(f'"playing":{PLAYING},', '"playing":1,')
    assert header != older
    kept.write_text(f"{older}\n{results}")

    with pytest.raises(ResultsFileError, match="since it was made, the program plays otherwise"):
        simulate(settings, kept=kept)
