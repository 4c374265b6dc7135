"""Folders and libraries -> a hash that differs after every change to their files"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec

_NO_PROGRAM = frozenset({"__pycache__"})


def fingerprint(folders: Iterable[str], libraries: Iterable[str] = (), without: Collection[str] = ()) -> str:
    """Return a hash of paths, sizes and times of all files in folders, but for those in folders ``without``.

    Of a library the file stands for the rest that holds its version.
    """
    left_out = _NO_PROGRAM | set(without)
    parts = sorted(part for folder in folders for part in _parts(folder, left_out))
    parts += [_part(spec.origin) for name in libraries if (spec := find_spec(name)) and spec.origin]
    return sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()


def _parts(folder: str, left_out: Collection[str]) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in left_out:
                    yield from _parts(entry.path, left_out)
            else:
                yield _part(entry.path)


def _part(path: str) -> str:
    status = os.stat(path)  # noqa: PTH116 - hundreds of files at every start
    return f"{path} {status.st_size} {status.st_mtime_ns}"
