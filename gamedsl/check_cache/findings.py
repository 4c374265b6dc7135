"""A rule file -> its findings; one that was clean, and reads now what it read then, is not checked again.

What was clean is kept in the user's cache folder, as hashes: of the program, of the rule file and of every answer to a
question about other files. Whoever changes any of it gets a full check; so does a file with findings, always.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamedsl.check_cache.watched import Watched, are_as_before, hash_of, program_hash
from gamedsl.files import FolderFiles, find_game, read_source
from gamedsl.source import Source
from gamedsl.storage.caching import HOME, cache_folder, is_own

if TYPE_CHECKING:
    from gamedsl.diagnostics.diagnostic import Diagnostic

FILE = "clean.json"
MOST = 200
"""Rule files that are remembered; those checked longest ago are forgotten first."""


def check_if_changed(game: str | Path) -> list[Diagnostic]:
    """Return the findings about a rule file and its translations as ``gamedsl.check_path`` does; raises the same."""
    path = find_game(game)
    source, files = read_source(path), FolderFiles(path.parent)
    kept_in, name = _file(), str(path.absolute())
    known = {} if kept_in is None else _known(kept_in)
    program = program_hash()
    if name in known and _is_as_before(known[name], program, source, files):
        return []
    from gamedsl import check_file

    watched = Watched(files)
    found = check_file.findings_about(source, watched)
    known.pop(name, None)
    if not found:
        known[name] = {"program": program, "rules": hash_of(source), **watched.answers()}
    if kept_in is not None:
        _keep(known, kept_in)
    return found


def _is_as_before(kept: Any, program: str, source: Source, files: FolderFiles) -> bool:
    """Would a check ask the same questions and get the same answers? What is kept may be anything."""
    try:
        is_same = kept["program"] == program and kept["rules"] == hash_of(source)
    except (AttributeError, KeyError, TypeError):
        return False
    return is_same and are_as_before(kept, files)


# ---------------------------------------------------------------- what is kept


def _known(path: Path) -> dict[str, Any]:
    """Return what is kept; nothing when the file is damaged or not the user's own."""
    try:
        kept = json.loads(path.read_bytes()) if is_own(path) else {}
        return dict(kept["clean"])
    except Exception:  # a damaged file may hold anything; then everything is checked
        return {}


def _keep(known: dict[str, Any], path: Path) -> None:
    from gamedsl.storage.writing import write_whole  # brings tempfile, which is not needed while files stay clean

    newest = dict(list(known.items())[-MOST:])
    try:
        write_whole(path, json.dumps({"clean": newest}).encode())
    except OSError:  # nothing about the cache may stop the work
        return


def _file() -> Path | None:
    """Return where clean files are kept, or None when there is no folder that is the user's own."""
    folder = cache_folder("checked" if os.environ.get(HOME) else "")
    return None if folder is None else folder / FILE
