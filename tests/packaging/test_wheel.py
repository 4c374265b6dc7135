"""The wheel, installed into a clean environment, works from another folder."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.helpers.suite.nightly import NIGHTLY

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
UV = shutil.which("uv") or ""
"""It does the same as pip in a third of the time, where it is there."""
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "tests", "docs")


def run(*command: str | Path, folder: Path) -> str:
    """Return what a command prints; what it complains about is part of the failure."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, cwd=folder)

    assert 0 == done.returncode, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.skipif(not NIGHTLY, reason="for the night; what is packed is looked at in test_project.py every day")
def test_wheel_works_elsewhere(tmp_path: Path):
    """Everything needed is in the wheel, nothing lands beside the package, the command runs and Mogul can be played."""
    source, elsewhere = tmp_path / "source", tmp_path / "elsewhere"
    shutil.copytree(ROOT, source, ignore=NOT_SOURCE)
    elsewhere.mkdir()
    build = (
        (UV, "build", "--wheel", "--quiet", "--out-dir")
        if UV
        else (*PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir")
    )
    run(*build, tmp_path, source, folder=elsewhere)
    (wheel,) = tmp_path.glob("gamedsl-*.whl")
    environment = tmp_path / "venv"
    venv.create(environment)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    if UV:
        run(UV, "pip", "install", "--quiet", "--python", scripts / "python", wheel, folder=elsewhere)
    else:
        run(*PIP, "--python", environment, "install", "--quiet", "--no-compile", wheel, folder=elsewhere)

    script = (
        "import importlib.util as u, importlib.resources as r, sysconfig\n"
        "print([name for name in ('cli', 'grammar', 'games', 'examples', 'tests') if u.find_spec(name)])\n"
        "inside = sysconfig.get_path('purelib')\n"
        "print(all(str(r.files(f'gamedsl.{name}')).startswith(inside) for name in ('cli', 'grammar', 'games')))\n"
        "from gamedsl.diagnostics.catalogue import codes\n"
        "print(codes()[0])\n"
    )
    assert ["[]", "True", "GDACC01"] == run(scripts / "python", "-c", script, folder=elsewhere).splitlines()
    assert run(scripts / "gamedsl", "--help", folder=elsewhere).startswith("Usage: gamedsl")
    assert run(scripts / "python", "-m", "gamedsl", "--help", folder=elsewhere).startswith("Usage:")

    game = (
        "import gamedsl\n"
        "table = gamedsl.load('mogul').start(players=3, seed=7)\n"
        "moves = 0\n"
        "while table.decider is not None:\n"
        "    legal = table.legal()\n"
        "    table.apply(legal[moves % len(legal)])\n"
        "    moves += 1\n"
        "print(table.error(), len(table.outcome().winners) > 0)\n"
    )
    assert "None True\n" == run(scripts / "python", "-c", game, folder=elsewhere)

    bundled = {file.relative_to(ROOT) for file in (ROOT / "games").rglob("*") if file.suffix in {".game", ".csv"}}
    (package,) = environment.rglob("gamedsl/games")
    assert bundled == {
        Path("games") / file.relative_to(package) for file in package.rglob("*") if file.suffix in {".game", ".csv"}
    }
