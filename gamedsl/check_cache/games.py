"""A rule file that was clean when it was read before -> its checked game, from the cache folder, if nothing has changed

What is read back makes nodes of checked games and nothing else. A file with errors or warnings is not kept.
"""

from __future__ import annotations

import pickle
import sys
from functools import cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.check_cache.watched import Watched, are_as_before, hash_of, program_hash
from gamedsl.gc_control import without_collector
from gamedsl.storage.contents import note_content
from gamedsl.storage.store import Store

if TYPE_CHECKING:
    from gamedsl.files import FolderFiles
    from gamedsl.semantics.core.model import CheckedGame
    from gamedsl.source import Source

STORE = Store("read", 32 << 20)
_CORE, _SOURCE = "gamedsl.semantics.core.", "gamedsl.source"
_FORM = 1
"""Number of how games are written; change it with that."""


def known_game(source: Source, files: FolderFiles, language: str) -> tuple[CheckedGame, CheckedGame] | None:
    """Return a game with the texts of a language, and with its own; None when it has to be read."""
    if STORE.folder() is None:
        return None
    data = STORE.found(_key(source, language))
    if data is None:
        return None
    try:
        with without_collector():
            kept = BytesIO(data)
            if not are_as_before(_Reader(kept).load(), files):
                return None
            shown, own = _Reader(kept).load()
    except Exception:  # what stands there may be anything
        return None
    _note(data, shown, own)
    return shown, own


def keep_game(source: Source, watched: Watched, language: str, shown: CheckedGame, own: CheckedGame) -> None:
    """Keep a game without findings, and what was asked about other files on the way to it."""
    if STORE.folder() is None:
        return
    written = BytesIO()
    try:
        pickle.Pickler(written, 5).dump(watched.answers())
        pickle.Pickler(written, 5).dump((shown, own))
    except RecursionError:  # too much stands inside each other
        return
    STORE.keep(_key(source, language), written.getvalue())
    _note(written.getvalue(), shown, own)


def _note(data: bytes, *games: CheckedGame) -> None:
    """Note by what games are known, those that were read as those that were written."""
    for at, game in enumerate(games):
        note_content(game, data, at)


def _key(source: Source, language: str) -> str:
    parts = (str(_FORM), sys.version, program_hash(), language, hash_of(source))
    return sha256("\n".join(parts).encode()).hexdigest()[:40]


class _Reader(pickle.Unpickler):
    """Makes nodes of checked games and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a kind of node."""
        return _kind(module, name)


@cache
def _kind(module: str, name: str) -> Any:
    if module != _SOURCE and not module.startswith(_CORE):
        raise pickle.UnpicklingError(module)
    found = getattr(import_module(module), name, None)
    if not isinstance(found, type) or not attrs.has(found) or found.__module__ != module:
        raise pickle.UnpicklingError(name)
    return found
