"""Paths of rule files -> their texts as this edition writes them, what was changed, and why a file stays as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import attrs

from gamedsl.checking import findings_about
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.files import SUFFIX, FolderFiles, read_source
from gamedsl.source import Source
from gamedsl.updating.edits import Change, Edit, apart, applied
from gamedsl.updating.forms.columns import unread_columns
from gamedsl.updating.forms.table import FORMS
from gamedsl.updating.forms.words import renamed_keys, rules_like_steps
from gamedsl.updating.reading import Reading, base_named, read

__all__ = ["Done", "Left", "Refused", "Updated", "updated"]

_MOST_ROUNDS = 20
"""Forms inside each other are found one after the other."""


@attrs.frozen
class Done:
    """One old form that has become a new one, in the file ``path``."""

    path: Path
    change: Change
    reason: str


@attrs.frozen
class Left:
    """One old form that stays, as a file beside it would have this finding with the new one."""

    done: Done
    finding: Diagnostic


@attrs.frozen
class Refused:
    """A file that stays as it is, because of errors that no new form cures."""

    path: Path
    findings: tuple[Diagnostic, ...]


@attrs.frozen
class Updated:
    """What an update comes to: texts that differ from what lies on the disk, and what was done to them."""

    texts: dict[Path, str]
    done: tuple[Done, ...]
    left: tuple[Left, ...]
    refused: tuple[Refused, ...]


@attrs.frozen(eq=False)
class _Files:
    """Reads the files of a folder, those that are being updated as they are by now."""

    folder: Path
    texts: dict[Path, str]

    def read(self, path: str) -> Source | None:
        """Return a file as the rule file names it, see ``FolderFiles.read``."""
        found = FolderFiles(self.folder).read(path)
        return None if found is None else Source(found.path, self.texts.get(Path(found.path).resolve(), found.text))

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of translations, see ``FolderFiles.languages``."""
        return FolderFiles(self.folder).languages(stem)


def updated(paths: list[Path]) -> Updated:
    """Return what these files become; nothing is written. Raises UnreadableFileError."""
    return _Update([path.resolve() for path in paths]).run()


@attrs.define(eq=False)
class _Update:
    """One update of several files, which may read each other."""

    paths: list[Path]
    texts: dict[Path, str] = attrs.field(factory=dict)
    done: list[Done] = attrs.field(factory=list)
    left: list[Left] = attrs.field(factory=list)
    refused: list[Refused] = attrs.field(factory=list)
    findings: dict[Path, tuple[Diagnostic, ...]] = attrs.field(factory=dict)
    readings: dict[Path, Reading | None] = attrs.field(factory=dict)
    """What has been read of the files since a text was last changed."""

    def run(self) -> Updated:
        """Carry out all changes that leave every file as sound as it was."""
        before = {path: read_source(path).text for path in self.paths}
        self.texts = dict(before)
        for path in self.paths:
            self._rename_rules(path)
        self.paths = [path for path in self.paths if self._is_sound(path)]
        for path in self._beside():
            self.findings[path] = self._check(path)
        self._all("nothing reads it", self._columns)
        for form in FORMS:
            self._all(form.reason, partial(self._old, form.find))
        changed = {path: text for path, text in self.texts.items() if text != before.get(path, read_source(path).text)}
        # What its own file cannot do without is not old: a clamp that a purse needs, a question that must be asked.
        left = tuple(one for one in self.left if one.finding.span.path != str(one.done.path))
        return Updated(changed, tuple(self.done), left, tuple(self.refused))

    def _source(self, path: Path) -> Source:
        return Source(str(path), self.texts[path] if path in self.texts else read_source(path).text)

    def _check(self, path: Path) -> tuple[Diagnostic, ...]:
        return tuple(findings_about(self._source(path), _Files(path.parent, self.texts)))

    def _rename_rules(self, path: Path) -> None:
        """Rename rules that are called like a step: a file with them cannot be read."""
        changes = list(rules_like_steps(self._source(path)))
        if not changes:
            return
        before = dict(self.texts)
        self.texts[path] = applied(self.texts[path], [edit for change in changes for edit in change.edits])
        for language in FolderFiles(path.parent).languages(path.stem):
            table = path.with_name(f"{path.stem}.{language}.csv")
            text = self._source(table).text
            edits = [edit for change in changes for edit in renamed_keys(text, change)]
            if edits:
                self.texts[table] = applied(text, edits)
        if any(found.severity == "error" for found in self._check(path)):
            self.texts = before
        else:
            self.done += [Done(path, change, "a step has this name now") for change in changes]

    def _is_sound(self, path: Path) -> bool:
        found = self.findings[path] = self._check(path)
        errors = tuple(finding for finding in found if finding.severity == "error")
        if errors:
            self.refused.append(Refused(path, errors))
        return not errors

    def _beside(self) -> Iterator[Path]:
        """Return the rule files that read one of those that are updated, and are not updated themselves."""
        wanted = set(self.paths)
        for folder in dict.fromkeys(path.parent for path in self.paths):
            for path in sorted(folder.glob(f"*{SUFFIX}")):
                if path not in self.findings and path.is_file() and self._base(path) in wanted:
                    yield path

    # ------------------------------------------------------------ changes

    def _all(self, reason: str, find: Callable[[Path], list[Change]]) -> None:
        """Carry out all changes of one sort, as many of them together as leave everything sound."""
        for _ in range(_MOST_ROUNDS):
            left = {(one.done.path, one.done.change.was) for one in self.left}
            found = [
                Done(path, change, reason)
                for path in self.paths
                for change in apart(find(path))
                if (path, change.was) not in left
            ]
            if not found:
                return
            self._try(found)

    def _try(self, found: list[Done]) -> None:
        trouble = self._trouble_with(found)
        if trouble is None:
            self.done += found
        elif len(found) == 1:
            self.left.append(Left(found[0], trouble))
        elif len({done.path for done in found}) > 1:
            for path in dict.fromkeys(done.path for done in found):
                self._try([done for done in found if done.path == path])
        else:
            for done in reversed(found):  # from the last one on: places before it stay where they are
                self._try([done])

    def _trouble_with(self, found: list[Done]) -> Diagnostic | None:
        """Put changes into the texts, unless a file has one more finding of some code then: return that."""
        before = dict(self.texts)
        self.readings.clear()
        for path, edits in _by_file(found).items():
            self.texts[path] = applied(self._source(path).text, edits)
        now = {path: self._check(path) for path in self.findings}
        for path in now:
            more = Counter(one.code for one in now[path]) - Counter(one.code for one in self.findings[path])
            if more:
                self.texts = before
                return next(one for one in now[path] if one.code in more)
        self.findings.update(now)
        return None

    def _columns(self, path: Path) -> list[Change]:
        """Return what can be done about columns of tables beside a file; those of bundled games are left alone."""
        found = unread_columns(self.findings[path])
        return [one for one in found if one.path and Path(one.path).resolve().is_relative_to(path.parent)]

    def _old(self, find: Callable[[Reading], Iterator[Change]], path: Path) -> list[Change]:
        if path not in self.readings:
            self.readings[path] = read(self._source(path), _Files(path.parent, self.texts), self._has_bases(path))
        reading = self.readings[path]
        return [] if reading is None else list(find(reading))

    def _has_bases(self, path: Path) -> bool:
        for _ in self.paths:
            base = self._base(path)
            if base is None:
                return True
            path = base
            if path not in self.paths:
                return False
        return True

    def _base(self, path: Path) -> Path | None:
        """Return the file that a variant or a file of scenarios names as its base."""
        named = base_named(self._source(path).text)
        if named is None:
            return None
        found = (path.parent / named).resolve()
        return found if found.is_file() else found.with_name(found.name.removesuffix(SUFFIX) + SUFFIX)


def _by_file(found: list[Done]) -> dict[Path, list[Edit]]:
    files: dict[Path, list[Edit]] = {}
    for done in found:
        path = done.path if done.change.path is None else Path(done.change.path).resolve()
        files.setdefault(path, []).extend(done.change.edits)
    return files
