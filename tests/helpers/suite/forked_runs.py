"""A folder with a copy of the tree as argument, lines that each list tests in: how their run in that copy ended out.

Each run is a process of its own, forked from this one, in which pytest and the libraries are loaded and nothing of the
program is: it reads the copy as it stands at that moment. ``Runs`` is the other end of the line.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# The tests stay as they are when they are read: nobody looks at the values of a comparison that fails in a copy.
OPTIONS = ("-q", "-x", "-o", "addopts=--import-mode=importlib", "--assert=plain", "-p", "no:xdist")
OPTIONS += ("-p", "no:cacheprovider")
LIBRARIES = ("attrs", "click.testing", "hypothesis.strategies", "lark", "multiprocessing.connection", "rich.console")


class Runs:
    """Runs of tests in a copy of the tree; close it to end the process from which they are forked."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {"GAMEDSL_HOME": str(folder / "home"), "HYPOTHESIS_PROFILE": "first_fault"}
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=environment,
            text=True,
        )

    def run(self, tests: tuple[str, ...]) -> tuple[int, str]:
        """Run tests up to the first failure; return the exit code and what was printed last."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(tests), file=self._process.stdin, flush=True)
        code, printed = json.loads(self._process.stdout.readline())
        return code, printed

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _load() -> None:
    """Load pytest and the libraries; what is there is never garbage, so runs share it."""
    import pytest

    for name in LIBRARIES:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*OPTIONS, f"--rootdir={empty}", empty])
    gc.collect()
    gc.freeze()


def _run(tests: list[str]) -> tuple[int, str]:
    """Run tests in a process of their own."""
    import pytest

    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if child == 0:
            code = 3  # as of pytest: an internal error
            try:
                os.dup2(printed.fileno(), 1)
                os.dup2(printed.fileno(), 2)
                code = int(pytest.main([*OPTIONS, *tests]))
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return os.waitstatus_to_exitcode(status), printed.read().decode(errors="replace")[-3000:]


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).parent))  # its modules would be found by their bare names
    _load()
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)
