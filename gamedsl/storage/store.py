"""A key and bytes -> the same bytes by that key later on, in every process of this user, as long as there is room

What cannot be kept, or is damaged, foreign or not to be read, is as if it had never been kept: whoever asks makes it
anew. A file holds a hash of its name and of what stands in it, is written beside its place and then renamed, and is
read only if it and its folder are the user's own. What was used longest ago is deleted when there is too much.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from hashlib import sha256
from itertools import count
from pathlib import Path

from gamedsl.storage.caching import cache_folder, is_own

_HASH = 32
_ROUND = 32
"""After so many files that this process has written it is looked again whether there is too much."""
_LEFT = 0.75
"""What is left of the room when old files are deleted."""
_numbers = count()


class Store:
    """Keeps bytes in a folder ``name`` of the cache folder, about ``most`` of them."""

    def __init__(self, name: str, most: int) -> None:
        self.name, self._most = name, most
        self._written = 0

    def folder(self) -> Path | None:
        """Return where the files are; None where nothing can be kept."""
        return cache_folder(self.name)

    def found(self, key: str) -> bytes | None:
        """Return what was kept by a key."""
        folder = self.folder()
        if folder is None:
            return None
        path = folder / key
        try:
            if not is_own(path):
                return None
            data = path.read_bytes()
            if self._hash(key, data[_HASH:]) != data[:_HASH]:
                return None
            with contextlib.suppress(OSError):
                os.utime(path)
            return zlib.decompress(data[_HASH:])
        except (OSError, zlib.error, MemoryError):
            return None

    def keep(self, key: str, data: bytes) -> None:
        """Keep bytes by a key, if that can be done."""
        folder = self.folder()
        if folder is None:
            return
        packed = zlib.compress(data, 1)
        beside = folder / f".{key}.{os.getpid()}.{next(_numbers)}"
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(self._hash(key, packed) + packed)
            beside.replace(folder / key)
        except OSError:  # a disk that is full, a folder that is read only; nothing about the cache may stop the work
            with contextlib.suppress(OSError):
                beside.unlink()
            return
        if self._written % _ROUND == 0:
            self._forget_old(folder)
        self._written += 1

    def _hash(self, key: str, packed: bytes) -> bytes:
        """Return a hash of bytes and of where they belong: what has another name holds something else."""
        return sha256(f"{self.name}/{key}\n".encode() + packed).digest()

    def _forget_old(self, folder: Path) -> None:
        """Delete what was used longest ago when there is too much; what somebody who was killed has left, too."""
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            files = sorted((one.stat().st_mtime, one.stat().st_size, one.path) for one in entries)
            size = sum(one for _, one, _ in files)
            if size <= self._most:
                return
            for _, one, path in files:
                with contextlib.suppress(OSError):
                    os.unlink(path)  # noqa: PTH108
                size -= one
                if size <= self._most * _LEFT:
                    return
