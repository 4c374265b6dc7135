"""Findings and comments of their files in; the findings without accepted warnings, with those about acceptances, out.

``# accept GDFLO06: one of the two is always possible`` at the end of a line, or alone on the line above, accepts the
warnings of that code that begin in the line. What stands in another file (a table, a translation, a base) is accepted
at the first line of the rule file, or at a line that names that file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from gamedsl.diagnostics import catalogue
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.internal_errors import working_on
from gamedsl.semantics.core import model
from gamedsl.semantics.data.tables import Files
from gamedsl.semantics.variants.loading import SUFFIX
from gamedsl.source import Source, Span
from gamedsl.syntax.print.comments import Remark, code_of, remarks

_ACCEPT = re.compile(r"#+\s*accept\s+(?P<code>[A-Za-z][\w-]*)(?P<colon>\s*:)?\s*(?P<reason>.*)", re.IGNORECASE)
_LIKE_A_CODE = re.compile(r"[A-Za-z]{2,}\d+")
_QUOTED = re.compile(r'"([^"]*)"')
_OF_ACCEPTANCES = "GDACC"


@attrs.frozen
class Acceptance:
    """A comment that accepts the warnings ``code`` of the lines ``lines``; ``reason`` may be missing (empty)."""

    code: str
    reason: str
    span: Span
    line: int


@attrs.frozen
class _File:
    """The acceptances of a rule file, its first line with code, and for each line the files that are named there."""

    source: Source
    acceptances: tuple[Acceptance, ...]
    head: int

    def accepting(self, found: Diagnostic) -> Iterator[Acceptance]:
        """Walk the acceptances of this file that hold for a finding."""
        if found.severity == "error" or found.code.startswith(_OF_ACCEPTANCES):
            return
        own = found.span.path == self.source.path
        for one in self.acceptances:
            here = one.line == found.span.line if own else self._stands_for(one.line, found.span.path)
            if here and one.code == found.code and one.reason:
                yield one

    def _stands_for(self, line: int, path: str) -> bool:
        named = _QUOTED.findall(code_of(self.source.line(line)))
        return line == self.head or any(_plain(name) == _plain(path) for name in named)


def _plain(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def settle(source: Source, bases: Iterable[Source], reporter: Reporter, is_whole: bool) -> None:
    """Take accepted warnings out of ``reporter``, and report what is wrong with the acceptances of ``source``.

    ``bases``: the other rule files it is based on, whose acceptances hold as well; their own checks judge them.
    ``is_whole``: the check came to its end, so that acceptances without a warning are known to be of no use.
    """
    working_on("looking at what is accepted", Span(source, 1, 1, 1, 1))
    used = _take_out([source, *bases], reporter)
    for one in _file(source).acceptances:
        _judge(one, reporter, is_unused=is_whole and one not in used)


def base_sources(game: model.CheckedGame | None, files: Files) -> list[Source]:
    """Return the rule files that a checked game is based on, the nearest first; none where the check found errors."""
    found = [files.read(path) for path in (game.bases if game is not None else ())]
    return [source for source in found if source is not None]


def _take_out(sources: Sequence[Source], reporter: Reporter) -> set[Acceptance]:
    if all(found.severity == "error" for found in reporter.diagnostics):
        return set()
    told = (found.span.source for found in reporter.diagnostics)
    known = {source.path: source for source in (*(each for each in told if each.path.endswith(SUFFIX)), *sources)}
    files = [_file(source) for source in known.values()]
    used = {found: [one for file in files for one in file.accepting(found)] for found in reporter.diagnostics}
    reporter.keep(found for found, acceptances in used.items() if not acceptances)
    return {one for acceptances in used.values() for one in acceptances}


def _judge(one: Acceptance, reporter: Reporter, is_unused: bool) -> None:
    known = one.code in catalogue.codes()
    if not known:
        named = catalogue.find(one.code)
        warnings = [code for code in catalogue.codes() if catalogue.entry(code).severity != "error"]
        near = f"`{named.code}`" if named is not None else did_you_mean(one.code.upper(), warnings)
        reporter.report("GDACC02", one.span, accepted=one.code, near=near)
    elif one.code.startswith(_OF_ACCEPTANCES) or catalogue.entry(one.code).severity == "error":
        reporter.report("GDACC03", one.span, accepted=one.code)
    elif not one.reason:
        reporter.report("GDACC04", one.span, accepted=one.code)
    elif is_unused:
        reporter.report("GDACC01", one.span, accepted=one.code)


# ---------------------------------------------------------------- comments


def _file(source: Source) -> _File:
    found: list[Acceptance] = []
    if "accept" in source.text.casefold():
        found = [*_acceptances(source)]
    head = next((n for n, line in enumerate(source.text.split("\n"), 1) if code_of(line).strip()), 0)
    return _File(source, tuple(found), head)


def _acceptances(source: Source) -> Iterator[Acceptance]:
    """Walk the acceptances of a file; those on lines of their own hold for the line with code right below them."""
    found = {remark.line: remark for remark in remarks(source)}
    for remark in found.values():
        match = _ACCEPT.fullmatch(remark.comment)
        if match is not None and _is_meant(match["code"], match["colon"]):
            yield Acceptance(match["code"], match["reason"].strip(), _span(source, remark), _line(found, remark))


def _is_meant(code: str, colon: str | None) -> bool:
    """Tell whether somebody wrote a code here, and not just a sentence that begins with "accept"."""
    named = catalogue.find(code) if colon else None
    return _LIKE_A_CODE.fullmatch(code) is not None or named is not None


def _line(found: dict[int, Remark], remark: Remark) -> int:
    """Return the line that a comment is about: its own, or the one below all comments that follow each other."""
    line = remark.line
    while line in found and found[line].comment and not found[line].behind:
        line += 1
    return line


def _span(source: Source, remark: Remark) -> Span:
    line = source.line(remark.line)
    start = len(code_of(line)) + 1
    return Span(source, remark.line, start, remark.line, start + len(remark.comment))
