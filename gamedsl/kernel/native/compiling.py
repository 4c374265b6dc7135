"""A C file and a compiler -> a library, made by processes that end with whoever wants it; a long one in two at once"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from gamedsl.kernel.native.compilers import Compiler

LONG = 350_000
"""Characters of a C file of which two compilers make two parts side by side (``printing/parts.py`` says which)."""
_STEP = 0.1
"""Seconds of waiting for a compiler, after which it is heard whether anybody still wants that."""


class NotBuiltError(Exception):
    """No library could be made; the text says in one sentence why, and what would help."""


class GivenUpError(NotBuiltError):
    """A compiler did not come to an end in the time that it had."""


def compiled(compiler: Compiler, source: Path, made: Path, hear: Callable[[], object], patience: float) -> None:
    """Make a library; raise NotBuiltError when the compiler fails, GivenUpError when it takes longer than it may.

    ``patience``: that many seconds, for each step.
    """
    given = [str(source)]
    if source.stat().st_size >= LONG and processors() > 1:
        parts = {part: source.with_name(f"{part}.o") for part in (1, 2)}
        given = [str(one) for one in parts.values()]
        commands = [["-c", f"-DPART={part}", "-o", str(one), str(source)] for part, one in parts.items()]
        _run(compiler, commands, [*parts.values()], hear, patience)
    _run(compiler, [["-o", str(made), *given]], [made], hear, patience)


def processors() -> int:
    """Return how many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(
    compiler: Compiler,
    commands: Sequence[Sequence[str]],
    made: Sequence[Path],
    hear: Callable[[], object],
    patience: float,
) -> None:
    """Run a compiler, side by side with each of some arguments; raise NotBuiltError unless all make what they should.

    When one fails, or anything is raised, all are stopped.
    """
    try:
        with contextlib.ExitStack() as ending:
            running = [ending.enter_context(_running(compiler, one, made[0].parent)) for one in commands]
            said = _waited_for(running, hear, patience)
    except subprocess.TimeoutExpired:
        raise GivenUpError(f"`{compiler.name}` was given up after {patience:g} seconds") from None
    if any(one.returncode for one in running) or not all(one.is_file() for one in made):
        lines = said.decode(errors="replace").splitlines()
        reason = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "it says nothing")
        raise NotBuiltError(f"`{compiler.name}` failed: {reason.strip()[:200]}")


@contextlib.contextmanager
def _running(compiler: Compiler, arguments: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a compiler, and stop it behind."""
    try:
        process = subprocess.Popen(
            [*compiler.command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,  # a compiler has children, which are stopped with it
        )
    except OSError as error:
        raise NotBuiltError(f"`{compiler.name}` cannot be started: {error.strerror}") from error
    try:
        yield process
    finally:
        _stop(process)


def _waited_for(running: Sequence[subprocess.Popen[bytes]], hear: Callable[[], object], patience: float) -> bytes:
    """Return what was said by the first compiler that fails, or by the last one when all are done.

    Raise TimeoutExpired when one does not come to an end.
    """
    end, waiting, said = monotonic() + patience, [*running], b""
    while waiting:
        hear()
        waiting.sort(key=lambda one: one.poll() is None)  # those that are done come first
        try:
            said = waiting[0].communicate(timeout=_STEP)[1]
        except subprocess.TimeoutExpired:
            if monotonic() >= end:
                raise
            continue
        if waiting.pop(0).returncode:
            break
    return said


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a compiler that still runs, with everything that it has started."""
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.communicate()
