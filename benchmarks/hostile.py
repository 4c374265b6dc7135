"""Names of hostile files -> what checking each takes in a process of its own: CPU time, memory, and what is found.

    python benchmarks/hostile.py plans_in_plans many_rows

``--play`` lets random players play a game of each file that has no errors, too, at most 500 decisions of it. Without a
name all files are made and checked, which takes some minutes. The files are those of
``tests/helpers/hostile/``: what a stranger might send to make gamedsl work for long. A process that takes more than
10 s of CPU or 2 GB is stopped. Ends with 1 where a file took more than a second or 512 MB.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.hostile.files import hostile, hostile_names

_SECONDS = 1.0
_MEGABYTES = 512
_STOP_SECONDS = 10
_STOP_BYTES = 2_000_000_000


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_STOP_SECONDS, _STOP_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_STOP_BYTES, _STOP_BYTES))


CHECK = ("check", "game.game")
PLAY = ("simulate", "game.game", "--games", "1", "--limit", "500", "--engine", "python", "--workers", "1")


def measure(folder: Path, *verb: str) -> tuple[float, float, int, str]:
    """Run a verb on ``game.game`` of a folder; return CPU seconds, megabytes, the exit code and the first line said."""
    command = [sys.executable, "-m", "gamedsl", *verb]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"GAMEDSL_HOME": "/dev/null", "COLUMNS": "120"}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT, preexec_fn=_bounded
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = (folder / "said").read_text(encoding="utf-8", errors="replace")
    lines = [line for line in text.splitlines() if ": error GD" in line or ": warning GD" in line] or text.splitlines()
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode, (lines or [""])[0]


def _told(name: str, figures: list[float], code: int, said: str, most: float) -> bool:
    """Print a row; return whether it took too much, or ended otherwise than it should."""
    seconds, megabytes = figures
    is_over = seconds > most or megabytes > _MEGABYTES or code not in (0, 1)
    print(f"{name} | {seconds:.2f} | {megabytes:.0f} | {code} | {said[:150]}{' OVER' * is_over}", flush=True)  # noqa: T201
    return is_over


def main() -> int:
    """Check all files, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*hostile_names(), []])
    parser.add_argument("--play", action="store_true", help="play a game of each file as well")
    arguments = parser.parse_args()
    names = arguments.names or hostile_names()
    with tempfile.TemporaryDirectory() as folder:  # whoever gets such a file has started the program before
        (Path(folder) / "game.game").write_text("", encoding="utf-8")
        measure(Path(folder), *CHECK)
    over = 0
    print("file | CPU s | MB | exit | first finding")  # noqa: T201
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in hostile(name).items():
                (Path(folder) / path).write_text(text, encoding="utf-8")
            *figures, code, said = measure(Path(folder), *CHECK)
            over += _told(name, figures, code, said, _SECONDS)
            if arguments.play and code == 0:
                *figures, code, said = measure(Path(folder), *PLAY)
                over += _told(f"{name}, played", figures, code, said, _STOP_SECONDS)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
