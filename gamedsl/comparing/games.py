"""Two rule files, or a variant, by path or name -> what differs between the games, or an error that says why not."""

from __future__ import annotations

from pathlib import Path

from gamedsl.comparing.compare import compare
from gamedsl.comparing.differences import Comparison
from gamedsl.comparing.reading import Whole, base_source, read_whole
from gamedsl.diagnostics.diagnostic import RuleFileError
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import FolderFiles, find_game, read_source
from gamedsl.internal_errors import faults_noticed
from gamedsl.source import Source


class NoVariantError(ValueError):
    """One file was named, and it is no variant: there is nothing to compare it with."""


def compared(game: str | Path, other: str | Path | None = None) -> Comparison:
    """Return what differs between two games, or between the base of a variant and the variant ``game``.

    Both are paths of rule files or names of bundled games. Raises RuleFileError when a file has errors,
    UnreadableFileError when one cannot be read, NoVariantError when ``game`` stands alone and is no variant, and
    InternalError after a fault of gamedsl.
    """
    path = find_game(game)
    source, files = read_source(path), FolderFiles(path.parent)
    whole = _whole(source, files)
    if other is not None:
        second = find_game(other)
        return _compared(whole, _whole(read_source(second), FolderFiles(second.parent)))
    base = base_source(source, files)
    if base is None:
        raise NoVariantError(f"{path} is no variant")
    name, text = base
    return _compared(_whole(text, files), whole, name)


def _compared(old: Whole, new: Whole, base: str = "") -> Comparison:
    with faults_noticed(new.rules.span.source, "comparing the games"):
        return compare(old, new, base)


def _whole(source: Source, files: FolderFiles) -> Whole:
    reporter = Reporter()
    with faults_noticed(source):
        whole = read_whole(source, files, reporter)
    if whole is None:
        raise RuleFileError(reporter.diagnostics)
    return whole
