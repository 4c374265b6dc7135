"""Folders and files of a cache are the user's own only where nobody else can have written into them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gamedsl.storage import caching
from gamedsl.storage.caching import cache_folder, is_own

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners and modes here")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file into which only its owner may write."""
    found = tmp_path / "kept"
    found.write_text("kept")
    found.chmod(0o600)
    return found


@pytest.mark.parametrize(("mode", "own"), [(0o600, True), (0o644, True), (0o620, False), (0o602, False)])
def test_who_may_write(file: Path, mode: int, own: bool) -> None:
    """Others may read it, but neither the group nor everybody may write."""
    file.chmod(mode)
    assert own == is_own(file)


def test_what_belongs_to_somebody_else(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner may write into it, whatever its mode says."""
    assert is_own(file)
    monkeypatch.setattr(caching.os, "getuid", lambda: file.stat().st_uid + 1)
    assert not is_own(file)


def test_links_are_not_followed(file: Path, tmp_path: Path) -> None:
    """What a link leads to can be changed by whoever owns a folder on its way."""
    link, nowhere = tmp_path / "link", tmp_path / "nowhere"
    link.symlink_to(file)
    assert (True, False, False) == (is_own(file), is_own(link), is_own(nowhere))


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is missing is made for the user alone; one into which others may write is none."""
    monkeypatch.setenv(caching.HOME, str(tmp_path))
    made = cache_folder("new")
    assert made == tmp_path / "new"
    assert 0o700 == made.stat().st_mode & 0o777
    made.chmod(0o770)
    assert cache_folder("new") is None
