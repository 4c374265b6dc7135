"""Command lines in, what they print and the records they leave out: for the tests of recorded games."""

from pathlib import Path

from click.testing import CliRunner, Result

from gamedsl.cli import group
from gamedsl.records.folder import records_folder

HERE = Path(__file__).parents[2] / "cli"
NIM, STEPS, HANDS, WAGES = (str(HERE / f"{name}.game") for name in ("nim", "steps", "hands", "wages"))
ONE = ("--seat", "1=human")
TWO = ("--seat", "1=human", "--seat", "2=human")


def run(*arguments: str, typed: str | None = None) -> Result:
    """Run the command line."""
    result = CliRunner().invoke(group, list(arguments), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def records() -> list[Path]:
    """All records, the one written last at the end."""
    return sorted(records_folder().iterdir(), key=lambda path: (path.stat().st_mtime_ns, path))


def begun(*typed: str) -> Path:
    """The record of a game of two people that was left."""
    answers = "".join(f"\n{move}\n" for move in typed)
    run("play", NIM, *TWO, "--seed", "4", typed=f"{answers}\nq\ny\n")
    return records()[-1]


def nim() -> str:
    """The record of a game of Nim."""
    run("play", NIM, "--seed", "4", "--seat", "1=random", "--seat", "2=random")
    return str(records()[-1])
