"""An open file -> whether this program alone may write it from now on."""

from __future__ import annotations

import errno
import os
import sys

_BEHIND = 2**40
"""Where Windows locks a byte: behind everything that is ever written, so that readers stay free."""

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, place, os.SEEK_SET)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(handle: int) -> bool:
    """Lock a file until it is closed; False when another program has locked it.

    Drives that know no locks let everybody in.
    """
    try:
        _lock(handle)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True
