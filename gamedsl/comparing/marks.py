"""What differs between a variant and its base -> marks for what is shown of the variant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from gamedsl.comparing.compare import compare
from gamedsl.comparing.differences import Comparison, Difference
from gamedsl.comparing.reading import Whole, base_source, read_whole
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import FolderFiles, read_source

_VERBS = {"added": "adds", "changed": "changes", "removed": "removes"}


@attrs.frozen
class Marks:
    """The whole game, and how it differs from the base when it is a variant."""

    whole: Whole
    comparison: Comparison | None = None

    def all(self) -> tuple[Difference, ...]:
        """Return all differences; none for a game that is no variant."""
        return () if self.comparison is None else self.comparison.differences

    def deed(self, section: str, name: str) -> str:
        """Return "added", "changed", or nothing for a thing; a component is changed by its rows too."""
        for found in self.all():
            if found.section == section and found.deed != "removed" and found.kind not in ("order", "first phase"):
                if found.name == name:
                    return found.deed
                if section == "components" and found.kind == name:
                    return "changed"
        return ""

    def of(self, section: str, name: str) -> Iterator[Difference]:
        """Walk what is said about one thing that both games have."""
        return (found for found in self.all() if (found.section, found.name, found.deed) == (section, name, "changed"))

    def removed(self, section: str) -> Iterator[Difference]:
        """Walk what the variant has no more, rows of tables left out."""
        rows = {found.kind for found in self.all() if found.kind in self.whole.checked.kinds}
        return (
            found
            for found in self.all()
            if (found.section, found.deed) == (section, "removed") and found.kind not in rows
        )

    def summary(self) -> Iterator[tuple[str, str]]:
        """Yield ("adds", "action bid, …"), "changes" and "removes", as far as there are any."""
        left_out = ("header", "references")
        for deed, verb in _VERBS.items():
            done = [found for found in self.all() if found.deed == deed and found.section not in left_out]
            if done:
                yield verb, ", ".join(map(_told, done))


def _told(found: Difference) -> str:
    parts = f" ({', '.join(part.part for part in found.parts)})" if found.parts else ""
    return " ".join(part for part in (found.kind, found.name) if part) + parts


def read_marks(path: Path) -> Marks:
    """Return the marks of a game that has been found to be without errors.

    Raises ValueError when it has errors, and UnreadableFileError when it cannot be read.
    """

    source, files = read_source(path), FolderFiles(path.parent)
    whole = read_whole(source, files, Reporter())
    if whole is None:
        raise ValueError(f"{path} has errors")
    base = base_source(source, files)
    if base is None:
        return Marks(whole)
    name, text = base
    old = read_whole(text, files, Reporter())
    return Marks(whole, None if old is None else compare(old, whole, name))
