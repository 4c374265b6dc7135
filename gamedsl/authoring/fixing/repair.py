"""A rule file and what reads the files beside it -> its text with every cure that holds, and what is found then.

A cure is kept only if the text is better for it: its finding is gone, there are fewer of what was found before, and
nothing is found that was not there. What had to be read, or named, before anything else could be looked at is the
exception: behind such errors there may be others, which nobody could tell. Where all can be read, there must be fewer
errors than before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import attrs

from gamedsl.authoring.fixing.cures import cures
from gamedsl.authoring.fixing.edits import Cure, Edit, apply, do_overlap
from gamedsl.check_file import findings_about
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.internal_errors import InternalError
from gamedsl.semantics.texts.translation import TranslationFiles
from gamedsl.source import Source

Check = Callable[[Source], list[Diagnostic]]
_ROUNDS = 12
_MOST_CHECKS = 120
_STAGES = (("GDSYN", "GDLIM"), ("GDDAT", "GDVAR"), ("GDNAM", "GDTYP", "GDRNG", "GDTIE"))
"""What is looked at first hides what comes later; all other areas are last."""
_NAMES = 2
_LINE = re.compile(r"\b(?:line|lines) \d+|\bin \d+ other lines?")


@attrs.frozen
class Repaired:
    """The text with its cures, what was found before and is gone, and what is still found."""

    text: str
    fixed: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def repair(source: Source, files: TranslationFiles) -> Repaired:
    """Apply the cures of a rule file that hold; the findings in other files are left alone."""
    return _Repair(lambda text: findings_about(text, files), source).run()


class _Repair:
    """A text on its way: as it is now, what is found in it, what is fixed, and the texts that were tried."""

    def __init__(self, check: Check, source: Source) -> None:
        self._check = check
        self._source = source
        self._found = check(source)
        self._checks = 1
        self._fixed: list[Diagnostic] = []
        self._tried: set[str] = set()

    def run(self) -> Repaired:
        """Work in rounds until no cure holds, or there have been enough."""
        for _ in range(_ROUNDS):
            if not (self._together() or self._one_by_one()):
                break
        return Repaired(self._source.text, tuple(self._fixed), tuple(self._found))

    def _together(self) -> bool:
        """Apply the first cure of every finding at once, if all of that holds."""
        edits: list[Edit] = []
        meant: list[Diagnostic] = []
        for found in self._found:
            for cure in cures(found, self._source).sure[:1]:
                if not do_overlap(cure, edits):
                    edits += cure
                    meant.append(found)
        return len(meant) > 1 and self._keep(tuple(edits), meant)

    def _one_by_one(self) -> bool:
        """Apply a cure of the first finding that has one that holds."""
        for found in self._found:
            offered = cures(found, self._source)
            if any(self._keep(cure, [found]) for cure in offered.sure) or self._only(offered.possible, found):
                return True
        return False

    def _only(self, possible: Sequence[Cure], found: Diagnostic) -> bool:
        """Apply the one of several cures that holds; of two nobody knows which is meant."""
        good = [cure for cure in possible if self._attempt(cure, [found]) is not None]
        return len(good) == 1 and self._keep(good[0], [found], again=True)

    def _keep(self, cure: Cure, meant: Sequence[Diagnostic], *, again: bool = False) -> bool:
        after = self._attempt(cure, meant, again=again)
        if after is None:
            return False
        self._fixed += _gone(self._found, after[1])
        self._source, self._found = after
        return True

    def _attempt(
        self, cure: Cure, meant: Sequence[Diagnostic], *, again: bool = False
    ) -> tuple[Source, list[Diagnostic]] | None:
        """Return the text with a cure and what is found in it; None where it is not better."""
        text = apply(self._source.text, cure)
        if text == self._source.text or (text in self._tried and not again) or self._checks >= _MOST_CHECKS:
            return None
        self._tried.add(text)
        self._checks += 1
        source = Source(self._source.path, text)
        try:
            found = self._check(source)
        except InternalError:
            return None
        is_wrong = _leaves_out(cure) and _has_error_near(cure, self._source, found)
        return (source, found) if is_better(self._found, found, meant) and not is_wrong else None


def _leaves_out(cure: Cure) -> bool:
    """Tell whether nothing is written: that helps only if the line is right then."""
    return all(not edit.new for edit in cure)


def _has_error_near(cure: Cure, before: Source, after: Sequence[Diagnostic]) -> bool:
    lines = {before.text.count("\n", 0, edit.start) + 1 for edit in cure}
    return any(one.severity == "error" and one.span.path == before.path and one.span.line in lines for one in after)


def is_better(before: Sequence[Diagnostic], after: Sequence[Diagnostic], meant: Sequence[Diagnostic]) -> bool:
    """Tell whether what was meant to go has gone, and nothing has come but what could not be seen before."""
    were, are = _counted(before), _counted(after)
    if any(are[key] >= were[key] for key in map(_sort, meant)):
        return False
    hidden_from = min((_stage(one) for one in before if one.severity == "error"), default=len(_STAGES))
    new = are - were
    count = _errors if _errors(before) else len
    if hidden_from >= _NAMES and count(after) >= count(before):
        return False
    return all(_stage(one) > hidden_from for one in after if _sort(one) in new)


def _errors(findings: Sequence[Diagnostic]) -> int:
    return sum(one.severity == "error" for one in findings)


def _gone(before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    left = _counted(after)
    for one in before:
        if left[_sort(one)] > 0:
            left[_sort(one)] -= 1
        else:
            yield one


def _counted(findings: Sequence[Diagnostic]) -> Counter[tuple[str, str, str]]:
    return Counter(map(_sort, findings))


def _sort(found: Diagnostic) -> tuple[str, str, str]:
    """Return what makes a finding the same one after lines have moved."""
    return found.span.path, found.code, _LINE.sub("line", found.message)


def _stage(found: Diagnostic) -> int:
    """Return how late something is looked at; warnings come last, when nothing else is wrong."""
    if found.severity != "error":
        return len(_STAGES)
    return next((place for place, areas in enumerate(_STAGES) if found.code.startswith(areas)), len(_STAGES))
