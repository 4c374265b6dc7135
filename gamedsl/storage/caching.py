"""A name -> a folder for what can be made anew at any time, and whether it is the user's own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

HOME = "GAMEDSL_HOME"
"""The name of the environment variable that names a folder for everything that gamedsl keeps."""


def cache_folder(name: str = "", *, home: bool = True) -> Path | None:
    """Return a folder in which only this user may write, made if it was missing; None where there is none.

    It is ``name`` in the cache folder of the user, or, with ``home``, in the folder that ``GAMEDSL_HOME`` names.
    """
    try:
        folder = _folder(name, home)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if is_own(folder) else None
    except (OSError, RuntimeError):
        return None


def is_own(path: Path) -> bool:
    """Tell whether a file or folder is there and nobody but this user may have written into it."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _folder(name: str, home: bool) -> Path:
    if home and os.environ.get(HOME):
        return Path(os.environ[HOME]) / name
    from platformdirs import user_cache_path  # not needed where the variable names a folder

    return user_cache_path("gamedsl") / name
