"""Where no compiler makes machine code, or a set-up has none: that is told once, and Python plays the same games."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl import batch
from gamedsl.cli import group
from gamedsl.kernel.native import compilers
from gamedsl.kernel.printing import c_types
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play import here, native_games
from gamedsl.simulate.play.games import MANY
from gamedsl.simulate.results.results import Results
from tests.helpers.texts import game_text
from tests.simulate.test_random_games import settings_of

NIM = Path(__file__).parent.parent / "cli" / "nim.game"

pytestmark = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no compiler."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setenv("CC", "")
    monkeypatch.setattr(compilers, "NAMES", ())
    monkeypatch.setattr(compilers, "version", missing)
    monkeypatch.setattr(ways, "MANY_NATIVE", 2 * MANY)  # so few are many enough


def remarks(settings: Settings) -> tuple[Results, list[str]]:
    """Return the results of a simulation, and what was remarked."""
    said = list[str]()
    return simulate(settings, remark=said.append), said


def kuhn(engine: str, games: int = 60) -> Settings:
    """Return settings of a small game."""
    return attrs.evolve(settings_of(2), game="examples/kuhn_poker.game", games=games, engine=engine)


def test_without_a_compiler(no_compiler: None) -> None:
    """Who wants machine code is told what is missing; for many games everybody is; Python plays."""
    results, said = remarks(kuhn("native"))
    help_ = "no C compiler was found (gcc, clang, or `pip install gamedsl[native]`)."

    assert [f"The games are played in Python, not as machine code: {help_}"] == said
    assert (simulate(kuhn("python")), []) == (results, remarks(kuhn("auto"))[1])
    assert [f"Many games of random players would be played many times as fast as machine code: {help_}"] == remarks(
        kuhn("auto", ways.MANY_NATIVE)
    )[1]


@pytest.mark.usefixtures("no_compiler")
def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own words are told once, also where several processes play, and Python goes on."""
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'fatal error: no licence today' >&2; exit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    results, said = remarks(kuhn("native"))

    assert 1 == len(said)
    assert "broken` failed: fatal error: no licence today" in said[0]
    assert simulate(kuhn("python")) == results
    assert [] == remarks(kuhn("auto", ways.MANY_NATIVE))[1]


@pytest.mark.usefixtures("no_compiler", "own_store")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_compiler_that_hangs(workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has asked for machine code it is waited for a short time, once, and that is told."""
    asked = tmp_path / "asked"
    endless = tmp_path / "endless"
    endless.write_text(f"#!/bin/sh\necho once >> {asked}; exec sleep 1000\n")
    endless.chmod(0o755)
    monkeypatch.setenv("CC", str(endless))
    monkeypatch.setattr(native_games, "SHORT_PATIENCE", 0.2)
    monkeypatch.setattr(ways, "LONG_NATIVE", 0.0)
    monkeypatch.setattr(here, "SHORT", 0.0)
    for lately in ("", " within the last hour"):
        said = list[str]()
        results = simulate(kuhn("auto", ways.MANY), remark=said.append, workers=workers)
        told = f"not as machine code: `{endless}` was given up after 0.2 seconds{lately}."
        assert [f"The games are played in Python, {told}"] == said
        assert simulate(kuhn("python", ways.MANY)) == results
    assert ["once"] == asked.read_text().split()


def test_sets_that_are_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set-up with sets that no machine word holds is played in Python."""
    monkeypatch.setattr(c_types, "WIDEST", 1)
    results, said = remarks(kuhn("native"))

    assert 1 == len(said)
    assert "`card` has 3 pieces, and sets of more than " in said[0]
    assert simulate(kuhn("python")) == results


WIDE = game_text("simulate/without_compilers")


def test_a_board_that_is_too_wide_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Wherever many games are played: by a warning of Python, by a line of the command, and only there."""
    monkeypatch.setattr(batch, "LONG", 0.0)
    monkeypatch.setattr(ways, "MANY", 1)
    monkeypatch.setattr(ways, "SAMPLE", 1)
    monkeypatch.setattr(ways, "LONG_NATIVE", 0.0)
    said = "`square` has 169 places, and sets of more than 128 do not fit into words of machine code"
    game = gamedsl.loads(WIDE)
    with pytest.warns(RuntimeWarning, match=said):
        game.batch(60)
    with pytest.raises(gamedsl.SetupError, match=said):
        game.batch(2, engine="native")
    assert 2 == len(game.batch(2, engine="python"))  # warnings are errors here
    path = tmp_path / "wide.game"
    path.write_text(WIDE, encoding="utf-8")
    told = CliRunner().invoke(group, ["simulate", str(path), "--games", "60", "--workers", "1", "--format", "json"])
    assert (0, 1) == (told.exit_code, told.stderr.count(said))


@pytest.mark.usefixtures("no_compiler")
def test_the_command_line_says_it_once() -> None:
    """One line on standard error for a whole sweep, also for two games that are compared; reports are the same."""
    few = ("--games", "12", "--seed", "3", "--workers", "1", "--format", "json")
    for verb in (("simulate", str(NIM), "--sweep", "start=5,9"), ("compare", str(NIM), str(NIM))):
        native, python = (CliRunner().invoke(group, [*verb, *few, "--engine", one]) for one in ("native", "python"))
        assert (0, 0, "") == (native.exit_code, python.exit_code, python.stderr)
        assert native.stderr.startswith("The games are played in Python, not as machine code: no C compiler was found")
        assert 1 == native.stderr.count("\n")
        assert python.stdout == native.stdout
