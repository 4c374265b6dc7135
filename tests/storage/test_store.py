"""What is kept by a key is found again, or it is as if it had never been kept: never anything else."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gamedsl.storage.store import Store

DATA = bytes(range(256)) * 40


@pytest.fixture
def store(own_store: Path) -> Store:
    """A store in which something is kept."""
    del own_store
    made = Store("things", 1 << 20)
    made.keep("key", DATA)
    return made


def place(store: Store, key: str = "key") -> Path:
    """Return where something is kept."""
    folder = store.folder()
    assert folder is not None
    return folder / key


def test_found_again(store: Store) -> None:
    """Another store of this name finds it, in this process and in others; other keys and names have nothing."""
    text = "from gamedsl.storage.store import Store; print(len(Store('things', 9).found('key')))"
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert f"{len(DATA)}\n" == found.stdout
    assert (DATA, None, None) == (store.found("key"), store.found("other"), Store("others", 9).found("key"))


def test_kept_twice(store: Store) -> None:
    """The last one counts, and nothing lies beside it."""
    store.keep("key", b"new")
    assert (b"new", ["key"]) == (store.found("key"), [one.name for one in place(store).parent.iterdir()])


def test_files_that_were_exchanged(store: Store) -> None:
    """A file under the name of another key, or in the folder of other things, holds nothing."""
    store.keep("other", b"other")
    place(store).write_bytes(place(store, "other").read_bytes())
    others = Store("others", 1 << 20)
    others.keep("other", b"strange")
    place(store, "other").write_bytes(place(others, "other").read_bytes())
    assert (None, None) == (store.found("key"), store.found("other"))


def cut(path: Path) -> None:
    """Leave half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def turn(path: Path) -> None:
    """Turn one bit over."""
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    """Leave nothing in a file."""
    path.write_bytes(b"")


def make_folder(path: Path) -> None:
    """Put a folder into its place."""
    path.unlink()
    path.mkdir()


def link(path: Path) -> None:
    """Let a link lead to it."""
    path.rename(path.parent / "elsewhere")
    path.symlink_to(path.parent / "elsewhere")


def open_to_all(path: Path) -> None:
    """Let everybody write into it."""
    path.chmod(0o666)


def open_folder(path: Path) -> None:
    """Let everybody write into its folder."""
    path.parent.chmod(0o777)


@pytest.mark.parametrize("spoil", [cut, turn, empty, make_folder, link, open_to_all, open_folder])
def test_damaged_or_foreign(store: Store, spoil: Callable[[Path], None]) -> None:
    """What is not whole, or what others could have written, is not read; keeping it anew does no harm."""
    spoil(place(store))
    assert store.found("key") is None
    store.keep("key", DATA)
    assert store.found("key") in (DATA, None)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_nothing_can_be_written(store: Store, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full or read only stops nothing; what was there is still found."""

    def refuse(self: Path, target: Path) -> Path:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "replace", refuse)
    store.keep("key", b"new")
    store.keep("other", b"new")
    assert (DATA, None, 1) == (store.found("key"), store.found("other"), len(list(place(store).parent.iterdir())))


def test_nowhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder nothing is kept."""
    monkeypatch.setenv("GAMEDSL_HOME", os.devnull)
    store.keep("key", DATA)
    assert (None, None) == (store.folder(), store.found("key"))


def test_what_was_used_longest_ago_goes(own_store: Path) -> None:
    """When there is too much, the oldest go, and so does what somebody who was killed has left; what was read stays."""
    del own_store
    store = Store("things", 3000)
    for at in range(4):
        store.keep(str(at), os.urandom(900))
        os.utime(place(store, str(at)), (at, at))
    left = place(store, ".half.1.1")
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    assert store.found("0") is not None
    Store("things", 3000).keep("new", os.urandom(900))
    assert {"0", "new"} == {one.name for one in left.parent.iterdir()}


def test_processes_at_once(own_store: Path) -> None:
    """Whoever reads while others write the same finds one of the two, whole, or nothing."""
    text = """
import sys
from gamedsl.storage.store import Store
store, own, both = Store("things", 1 << 20), sys.argv[1].encode() * 50000, {b"a" * 50000, b"b" * 50000, None}
for _ in range(200):
    store.keep("key", own)
    assert store.found("key") in both
print(store.found("key") in both - {None})
"""
    made = [subprocess.Popen([sys.executable, "-c", text, one], stdout=subprocess.PIPE) for one in ("a", "b")]
    assert [b"True\n", b"True\n"] == [one.communicate()[0] for one in made]
    assert ["key"] == [one.name for one in (own_store / "things").iterdir()]
