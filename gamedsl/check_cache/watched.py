"""Files that somebody asks for -> the answers, and hashes of them: what was made of them is good while these stay

With the hash of the program they say whether a rule file would be read and checked now as it was before.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import attrs

from gamedsl.files import FolderFiles
from gamedsl.packages import package_folder
from gamedsl.source import Source
from gamedsl.storage.fingerprint import fingerprint

_LIBRARIES = ("lark", "attr")
_NO_PROGRAM = frozenset({"cli", "games", "examples", "simulate", "players", "records"})


@attrs.define(eq=False)
class Watched:
    """Answers what a check asks about files, and notes hashes of the answers."""

    files: FolderFiles
    sources: dict[str, str | None] = attrs.field(factory=dict)
    listed: dict[str, list[str]] = attrs.field(factory=dict)

    def read(self, path: str) -> Source | None:
        """Return the file ``path``; None when there is none."""
        found = self.files.read(path)
        self.sources[path] = None if found is None else hash_of(found)
        return found

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of the translations ``STEM.LANGUAGE.csv``, sorted."""
        found = self.files.languages(stem)
        self.listed[stem] = list(found)
        return found

    def answers(self) -> dict[str, Any]:
        """Return the answers so far, as JSON holds them."""
        return {"sources": self.sources, "listed": self.listed}


def are_as_before(kept: Any, files: FolderFiles) -> bool:
    """Would the same questions get the same ``answers`` now? What is kept may be anything."""
    try:
        watched = Watched(files)
        for path in kept["sources"]:
            watched.read(path)
        for stem in kept["listed"]:
            watched.languages(stem)
        return bool(watched.answers() == {key: kept[key] for key in ("sources", "listed")})
    except (AttributeError, KeyError, OSError, TypeError, ValueError):
        return False


def hash_of(source: Source) -> str:
    """Return a hash of the path and text of a file."""
    return sha256(f"{source.path}\n{source.text}".encode(errors="surrogatepass")).hexdigest()


def program_hash() -> str:
    """Return a hash of all files that decide what a check finds, of Lark, which reads, and of attrs."""
    folders = [str(package_folder(name)) for name in ("gamedsl", "gamedsl.grammar")]
    return fingerprint(folders, _LIBRARIES, _NO_PROGRAM)
