"""A rule file and the files it names -> the whole game for a comparison: its rules as written, and its data."""

from __future__ import annotations

import attrs

from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.check import check_source
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.semantics.data.tables import Files
from gamedsl.semantics.variants.loading import SUFFIX, load
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse


@attrs.frozen
class Whole:
    """A game without errors: its path, its rules with those of its bases, and the checked game with its data."""

    path: str
    rules: nodes.GameFile
    checked: CheckedGame


def read_whole(source: Source, files: Files, reporter: Reporter) -> Whole | None:
    """Return the whole game of a rule file, or None after an error; findings go to ``reporter``."""
    checked = check_source(source, files, reporter)
    loaded = load(source, files, reporter.report)
    if checked is None or loaded is None:
        return None
    return Whole(source.path, loaded.game, checked)


def base_source(source: Source, files: Files) -> tuple[str, Source] | None:
    """Return what a variant calls its base, and that file; None when this is no variant or its base is not there.

    Raises OSError when the base cannot be read.
    """
    file = parse(source, lambda *_, **__: None)
    if not isinstance(file, nodes.VariantFile):
        return None
    found = files.read(file.base)
    if found is None and not file.base.endswith(SUFFIX):
        found = files.read(file.base + SUFFIX)
    return None if found is None else (file.base, found)
