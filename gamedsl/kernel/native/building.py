"""The text of a C file -> a library of this machine, compiled once and kept in the cache folder of the user

A library is loaded only from a folder and a file that are the user's own, and only if it is what its name says: a hash
of its bytes is part of that. It is written beside its place and then renamed, so two programs that compile the same at
once do not meet, and whoever is killed leaves nothing that is half there.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic

from gamedsl.keeping.caching import cache_folder, is_own
from gamedsl.kernel.native.compilers import Compiler, compilers

FORM = 2
"""Number of what is compiled beside the text, such as how functions are called; change it with that."""
PATIENCE = 120
"""Seconds after which a compiler that says nothing is given up."""
LONGEST = 1_500_000
"""Characters of a C file: compilers take minutes for more. The longest of known games is a third of that."""
_STEP = 0.1
"""Seconds of waiting for a compiler, after which it is heard whether anybody still wants that."""
NO_COMPILER = "no C compiler was found (gcc, clang, or `pip install gamedsl[native]`)"
"""What is missing, and how to get it."""
MOST = 200
"""Libraries that are kept; those used longest ago are deleted first."""


class NotBuiltError(Exception):
    """No library could be made; the text says in one sentence why, and what would help."""


def library(text: str, hear: Callable[[], object] = lambda: None) -> ctypes.CDLL:
    """Return a C file as a library; raise NotBuiltError where no compiler makes one that can be loaded.

    ``hear`` is called again and again while one runs; what it raises ends that.
    """
    failures = []
    if len(text) > LONGEST:
        raise NotBuiltError(f"{len(text):,} characters of C are more than the {LONGEST:,} that are compiled")
    folder = cache_folder("native")
    for compiler in compilers():
        key = _key(compiler, hash_of(text))
        kept = None if folder is None else _kept(folder, key)
        if kept is not None:
            return kept
        try:
            return _built(compiler, text, folder, key, hear)
        except NotBuiltError as error:
            failures.append(str(error))
    if failures:
        raise NotBuiltError("; ".join(failures))
    raise NotBuiltError(NO_COMPILER)


# ---------------------------------------------------------------- what is kept


def kept_library(text_hash: str) -> ctypes.CDLL | None:
    """Return a C file as a library that was compiled before; None where that has to be done first."""
    folder = cache_folder("native")
    if folder is None:
        return None
    return next((found for one in compilers() if (found := _kept(folder, _key(one, text_hash))) is not None), None)


def hash_of(text: str) -> str:
    """Return by what a C file is known."""
    return sha256(text.encode()).hexdigest()


def _key(compiler: Compiler, text_hash: str) -> str:
    return sha256(f"{FORM}\n{compiler.identity}\n{text_hash}".encode()).hexdigest()[:24]


def _kept(folder: Path, key: str) -> ctypes.CDLL | None:
    """Return a library that was compiled before; one that is damaged or foreign is none, and is deleted if possible."""
    for path in _named(folder, f"{key}-*.so"):
        try:
            if is_own(path) and path.stem == f"{key}-{_hash(path)}":
                found = ctypes.CDLL(str(path))
                os.utime(path)
                return found
        except OSError:  # not to be read, or for another machine
            pass
        with contextlib.suppress(OSError):
            path.unlink()
    return None


def _named(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:24]


def _forget_old(folder: Path) -> None:
    """Delete the libraries that were used longest ago when there are too many."""
    with contextlib.suppress(OSError):
        used = sorted((path.stat().st_mtime, path) for path in folder.glob("*.so"))
        for _, path in used[:-MOST]:
            path.unlink()


# ---------------------------------------------------------------- compiling


def _built(compiler: Compiler, text: str, folder: Path | None, key: str, hear: Callable[[], object]) -> ctypes.CDLL:
    """Compile a text and return it as a library; keep it where that is possible."""
    with _own_folder() as work:
        source, made = work / "game.c", work / "game.so"
        try:
            source.write_text(text, encoding="ascii")
        except OSError as error:
            raise NotBuiltError(f"there is no room to compile: {error.strerror}") from error
        _compile(compiler, source, made, hear)
        try:
            kept = None if folder is None else _keep(made, folder, key)
            return ctypes.CDLL(str(kept or made))
        except OSError as error:
            raise NotBuiltError(f"what `{compiler.name}` has made cannot be loaded: {error}") from error


@contextlib.contextmanager
def _own_folder() -> Iterator[Path]:
    """Give a new folder, which is deleted behind: a library that is loaded stays loaded."""
    try:
        work = Path(tempfile.mkdtemp(prefix="gamedsl-"))
    except OSError as error:
        raise NotBuiltError(f"there is no folder to compile in: {error.strerror}") from error
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _keep(made: Path, folder: Path, key: str) -> Path | None:
    """Copy a library into the cache folder under a name that holds its hash; None where that does not work."""
    place = folder / f"{key}-{_hash(made)}.so"
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{key}", dir=folder)
    except OSError:
        return None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(made.read_bytes())
        Path(beside).replace(place)
    except OSError:  # a disk that is full; nothing about the cache may stop the work
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        return None
    _forget_old(folder)
    return place


def _compile(compiler: Compiler, source: Path, made: Path, hear: Callable[[], object]) -> None:
    """Run a compiler; raise NotBuiltError when it fails or does not come to an end."""
    command = [*compiler.command, "-o", str(made), str(source)]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=source.parent,
            start_new_session=True,  # a compiler has children, which are stopped with it
        )
    except OSError as error:
        raise NotBuiltError(f"`{compiler.name}` cannot be started: {error.strerror}") from error
    try:
        said = _waited_for(process, hear)
    except subprocess.TimeoutExpired:
        raise NotBuiltError(f"`{compiler.name}` was given up after {PATIENCE} seconds") from None
    finally:
        _stop(process)
    if process.returncode != 0 or not made.is_file():
        lines = said.decode(errors="replace").splitlines()
        reason = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "it says nothing")
        raise NotBuiltError(f"`{compiler.name}` failed: {reason.strip()[:200]}")


def _waited_for(process: subprocess.Popen[bytes], hear: Callable[[], object]) -> bytes:
    """Return what a compiler has said when it is done; raise TimeoutExpired when it does not come to an end."""
    end = monotonic() + PATIENCE
    while True:
        hear()
        try:
            return process.communicate(timeout=_STEP)[1]
        except subprocess.TimeoutExpired:
            if monotonic() >= end:
                raise


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
