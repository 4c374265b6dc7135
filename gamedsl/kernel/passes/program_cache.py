"""A program that something is done to -> the same program behind that, from the cache folder if it was done before

The key is a hash of everything that passes read of a program, and of the files of the kernel. So it does not matter
which rules a program was made of, and nothing that has changed is ever taken for what it was. What is read back are
numbers, names and nodes of programs: whatever else stands in a file makes it as if it had not been there.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Collection
from functools import cache
from hashlib import sha256
from io import BytesIO
from operator import attrgetter
from typing import Any

import attrs

from gamedsl.gc_control import without_collector
from gamedsl.kernel import program as nodes
from gamedsl.kernel.program import Program
from gamedsl.packages import package_folder
from gamedsl.storage.fingerprint import fingerprint
from gamedsl.storage.store import Store

STORE = Store("programs", 64 << 20)
_CHANGED = ("fields", "tables", "widths", "initial", "kept", "functions", "blocks", "waits")
"""The parts of a program that passes change, beside ``spare``."""
_READ = ("rows", "under", "most_choices", "deep")
"""Those that passes may read besides."""
_FORM = 1
"""Number of how programs are written; change it with that."""


def key_of(program: Program, what: str, more: Collection[str]) -> str:
    """Return by what a program is kept behind ``what`` is done to it; empty where it cannot be kept."""
    return keys_of(program, what)(more)


def keys_of(program: Program, what: str) -> Callable[[Collection[str]], str]:
    """Return what gives such keys of a program: it is hashed once for all."""
    written = "" if STORE.folder() is None else _written_key(program, [what])
    if not written:
        return lambda _: ""
    return lambda more: sha256("\n".join([written, *sorted(more)]).encode()).hexdigest()[:40]


def taken(program: Program, key: str) -> bool:
    """Make a program what it was when it was kept by a key; False where nothing is kept."""
    data = STORE.found(key) if key else None
    if data is None:
        return False
    try:
        *parts, spare = nodes_of(data)
        many = dict(zip(_CHANGED, parts, strict=True))
    except Exception:  # what stands there may be anything
        return False
    for name, part in many.items():
        own = getattr(program, name)
        own.clear()
        (own.extend if isinstance(own, list) else own.update)(part)
    program.spare = set(spare)
    return True


def keep(program: Program, key: str) -> None:
    """Keep a program by a key."""
    if key:
        data = bytes_of(_parts(program), fast=False)
        if data:
            STORE.keep(key, data)


def _written_key(program: Program, more: list[str]) -> str:
    data = bytes_of([*_parts(program), *[getattr(program, one) for one in _READ], *more], fast=True)
    return sha256(f"{_FORM} {sys.version} {_kernel()}".encode() + data).hexdigest()[:40] if data else ""


@cache
def _kernel() -> str:
    return fingerprint([str(package_folder("gamedsl.kernel"))], ("attr",))


def _parts(program: Program) -> list[Any]:
    return [*[getattr(program, one) for one in _CHANGED], sorted(program.spare)]


def nodes_of(data: bytes) -> Any:
    """Return the parts of a program that stand in bytes; raise any exception where something else does."""
    with without_collector():
        return _Reader(BytesIO(data)).load()


def bytes_of(parts: list[Any], *, fast: bool) -> bytes:
    """Return parts of a program as bytes; none where too much stands inside each other.

    ``fast``: what is the same object in two places is written twice, so that equal programs are equal bytes.
    """
    written = BytesIO()
    writer = pickle.Pickler(written, 5)
    writer.dispatch_table = _WRITTEN
    writer.fast = fast
    try:
        writer.dump(parts)
    except RecursionError:
        return b""
    return written.getvalue()


def _writes(kind: type) -> Any:
    names = [one.name for one in attrs.fields(kind)]
    if not names:
        return lambda _: (kind, ())
    values = attrgetter(*names)
    return (lambda x: (kind, (values(x),))) if len(names) == 1 else lambda x: (kind, values(x))


_KINDS = {
    name: one
    for name, one in vars(nodes).items()
    if isinstance(one, type) and attrs.has(one) and one.__module__ == nodes.__name__ and one is not Program
}
_WRITTEN = {one: _writes(one) for one in _KINDS.values()}


class _Reader(pickle.Unpickler):
    """Makes nodes of programs and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a kind of node."""
        if module != nodes.__name__ or name not in _KINDS:
            raise pickle.UnpicklingError(name)
        return _KINDS[name]
