"""The text of a C file -> a library of this machine, compiled once and kept in the cache folder of the user

A library is loaded only from a folder and a file that are the user's own, and only if it is what its name says: a hash
of its bytes is part of that, and one of its functions has what it was made of in its name. It is written beside its
place and then renamed, so two programs that compile the same at once do not meet, and whoever is killed leaves nothing
that is half there. A text with which a compiler hangs is left alone for a while.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import time

from gamedsl.kernel.native.compilers import Compiler, compilers
from gamedsl.kernel.native.compiling import GivenUpError, NotBuiltError, compiled
from gamedsl.storage.caching import cache_folder, is_own
from gamedsl.storage.store import Store

FORM = 3
"""Number of what is compiled beside the text, such as how functions are called; change it with that."""
LONGEST = 1_500_000
"""Characters of a C file: compilers take minutes for more. The longest of known games is a third of that."""
NO_COMPILER = "no C compiler was found (gcc, clang, or `pip install gamedsl[native]`)"
"""What is missing, and how to get it."""
MOST = 200
"""Libraries that are kept; those used longest ago are deleted first."""
PATIENCE = 120.0
"""Seconds after which a compiler that says nothing is given up, where machine code is wanted."""
SHORT_PATIENCE = 30.0
"""The same where games could go on in Python: the longest of known games takes a tenth of that."""
_REST = 3600.0
"""Seconds for which a compiler that was given up is not tried again with that text."""
_TIRED = Store("compilers", 64 << 10)
"""What a compiler was given up with: after how many seconds, and when."""
_MARK = """
#if !defined PART || PART == 1
int made_{key}(void);
int made_{key}(void) {{ return 1; }}
#endif
"""
"""It stands behind each text: so a library tells what it was made of."""


def library(text: str, hear: Callable[[], object] = lambda: None, patience: float | None = None) -> ctypes.CDLL:
    """Return a C file as a library; raise NotBuiltError where no compiler makes one that can be loaded.

    ``hear`` is called again and again while one runs; what it raises ends that. ``patience``: after how many seconds a
    compiler is given up, ``PATIENCE`` where nothing else is said.
    """
    patience = PATIENCE if patience is None else patience
    failures = []
    if len(text) > LONGEST:
        raise NotBuiltError(f"{len(text):,} characters of C are more than the {LONGEST:,} that are compiled")
    folder = cache_folder("native")
    for compiler in compilers():
        key = _key(compiler, hash_of(text))
        kept = None if folder is None else _kept(folder, key)
        if kept is not None:
            return kept
        if (waited := _waited_lately(key)) >= patience:
            failures.append(f"`{compiler.name}` was given up after {waited:g} seconds within the last hour")
            continue
        try:
            return _built(compiler, text, folder, key, hear, patience)
        except GivenUpError as error:
            _TIRED.keep(key, f"{patience} {time()}".encode())
            failures.append(str(error))
        except NotBuiltError as error:
            failures.append(str(error))
    if failures:
        raise NotBuiltError("; ".join(failures))
    raise NotBuiltError(NO_COMPILER)


def _waited_lately(key: str) -> float:
    """Return for how many seconds a library was waited for in vain within the last hour; 0 where it was not."""
    try:
        waited, when = map(float, (_TIRED.found(key) or b"").split())
    except ValueError:
        return 0.0
    return waited if abs(time() - when) < _REST else 0.0


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
                found = _loaded(path, key)
                os.utime(path)
                return found
        except OSError:  # not to be read, for another machine, or of another text
            pass
        with contextlib.suppress(OSError):
            path.unlink()
    return None


def _loaded(path: Path, key: str) -> ctypes.CDLL:
    """Load a library; raise OSError if it is none, or was made of something else."""
    found = ctypes.CDLL(str(path))
    if not hasattr(found, f"made_{key}"):
        raise OSError("it is not made of what was to be compiled")
    return found


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


def _built(
    compiler: Compiler, text: str, folder: Path | None, key: str, hear: Callable[[], object], patience: float
) -> ctypes.CDLL:
    """Compile a text and return it as a library; keep it where that is possible."""
    with _own_folder() as work:
        source, made = work / "game.c", work / "game.so"
        try:
            source.write_text(text + _MARK.format(key=key), encoding="ascii")
        except OSError as error:
            raise NotBuiltError(f"there is no room to compile: {error.strerror}") from error
        compiled(compiler, source, made, hear, patience)
        try:
            kept = None if folder is None else _keep(made, folder, key)
            return _loaded(kept or made, key)
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
