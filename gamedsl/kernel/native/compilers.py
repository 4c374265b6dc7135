"""This machine -> the C compilers that can be tried, the best first, each with what tells its work from others'"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

NAMES = ("cc", "gcc", "clang")
_FLAGS = ("-O2", "-w", "-shared", "-fPIC", "-fwrapv", "-ffp-contract=off")
_WORDS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2", "abm": "-mlzcnt", "avx2": "-mavx2"}
"""What a processor of the sort that PCs have may be able to do with words, and the flag that allows it."""


@attrs.frozen
class Compiler:
    """A C compiler: how it is called, and what stands for its version and the machine it works for."""

    name: str
    """What people call it."""
    command: tuple[str, ...]
    identity: str
    """Differs when the compiler, its flags, the system or the processor differ."""


def _wanted() -> list[str]:
    """Return what ``CC`` says, in words; what cannot be parted into words names no compiler."""
    try:
        return shlex.split(os.environ.get("CC", ""))
    except ValueError:
        return []


def compilers() -> Iterator[Compiler]:
    """Give the compilers that are there: what ``CC`` names, ``cc``, ``gcc``, ``clang``, and the package ziglang."""
    flags = (*_FLAGS, *_word_flags())
    seen = set()
    for command in (_wanted(), *([name] for name in NAMES)):
        found = shutil.which(command[0]) if command else None
        if found is None or (str(Path(found).resolve()), *command[1:]) in seen:
            continue
        seen.add((str(Path(found).resolve()), *command[1:]))
        yield Compiler(command[0], (found, *command[1:], *flags), _identity(_stamp(found), *command[1:], *flags))
    try:
        zig = version("ziglang")
    except ModuleNotFoundError:
        return
    # Zig looks for faults of its own while it runs what it compiled, unless it is told not to.
    own = (*flags, "-fno-sanitize=undefined")
    yield Compiler("ziglang", (sys.executable, "-m", "ziglang", "cc", *own), _identity("ziglang", zig, *own))


def version(package: str) -> str:
    """Return the version of an installed package; raise ModuleNotFoundError (a PackageNotFoundError) for any other."""
    from importlib import metadata  # which takes its time, for the last resort

    return metadata.version(package)


def _identity(*parts: str) -> str:
    return "\n".join([sys.platform, platform.machine(), *parts])


def _stamp(path: str) -> str:
    """Return what changes when a compiler is replaced; asking it for its version takes longer than to start a game."""
    status = Path(path).resolve().stat()
    return f"{Path(path).resolve()} {status.st_size} {status.st_mtime_ns}"


def _word_flags() -> list[str]:
    """Return flags for what this processor can do with words, where the system tells it."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return []
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []
    able = next((set(line.split(":", 1)[1].split()) for line in lines if line.startswith("flags")), set())
    return [flag for word, flag in _WORDS.items() if word in able]
