"""Settings for the tests of recorded games: a folder of their own, and a terminal as far as the commands can tell."""

from pathlib import Path

import pytest


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test, and the test stands in another one."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is a terminal, as far as the commands can tell."""
    for verb in ("play", "replay"):
        monkeypatch.setattr(f"gamedsl.cli.verbs.{verb}.at_terminal", lambda: True)
