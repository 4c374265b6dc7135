"""Rule files with findings -> the same files with the cures that hold, and what is still found in them."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamedsl.check_cache.findings import check_if_changed
from gamedsl.files import FolderFiles, UnreadableFileError, read_source
from gamedsl.source import Source

from .console import counted, plain
from .diffs import print_diff

if TYPE_CHECKING:
    from gamedsl.diagnostics.diagnostic import Diagnostic


class Fixing:
    """What ``check --fix`` does to each file; with ``is_shown`` nothing is written, and the changes are printed.

    With ``is_beside`` what was fixed, and what is still found, is told on standard error.
    """

    def __init__(self, *, is_shown: bool, is_beside: bool) -> None:
        self.is_shown = is_shown
        self.is_beside = is_beside
        self.changed = 0

    def file(self, path: Path) -> list[Diagnostic]:
        """Fix a file; return what is still found. Raises UnreadableFileError, also where it cannot be written."""
        if not check_if_changed(path):
            return []
        source = read_source(path)
        text, fixed, left = self._repaired(source, path)
        if text != source.text and not self.is_shown:
            write_rules(path, text)
        self._tell(source, text, fixed)
        return left

    def standard_input(self, source: Source) -> list[Diagnostic]:
        """Fix a text and print it; return what is still found."""
        text, fixed, left = self._repaired(source, Path(source.path))
        if not self.is_shown:
            sys.stdout.buffer.write(text.encode("utf-8"))
            sys.stdout.buffer.flush()
        self._tell(source, text, fixed)
        return left

    def _repaired(self, source: Source, path: Path) -> tuple[str, int, list[Diagnostic]]:
        from gamedsl.authoring.fixing.repair import repair  # only for files with findings

        repaired = repair(source, FolderFiles(path.parent))
        return repaired.text, len(repaired.fixed), list(repaired.left)

    def _tell(self, source: Source, text: str, fixed: int) -> None:
        if text == source.text:
            return
        self.changed += 1
        if self.is_shown:
            print_diff(source.path, source.text, text)
        done = "would fix" if self.is_shown else "fixed"
        click.echo(f"{done} {counted(fixed, 'finding')} in {plain(source.path)}", err=self.is_beside)


def write_rules(path: Path, text: str) -> None:
    """Write a rule file; a byte order mark stays. Raises UnreadableFileError where it cannot be written."""
    from gamedsl.storage.writing import write_whole  # brings tempfile, which is needed to write alone

    try:
        mark = codecs.BOM_UTF8 if path.read_bytes().startswith(codecs.BOM_UTF8) else b""
        write_whole(path, mark + text.encode("utf-8"))
    except OSError as error:
        raise UnreadableFileError(f"{path} cannot be written: {error.strerror}") from error
