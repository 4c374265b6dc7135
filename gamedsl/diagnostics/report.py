"""Code, span and values -> a Diagnostic with the words of the catalogue; a Reporter collects them in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from gamedsl.diagnostics.catalogue import CatalogueError, entry
from gamedsl.diagnostics.diagnostic import Diagnostic, Label, Severity
from gamedsl.diagnostics.effort import FINDING, spend
from gamedsl.source import Span

MOST_FINDINGS = 150
"""Errors, and warnings, of one file; the rest is counted."""
_MORE: dict[Severity, str] = {"error": "GDLIM04", "warning": "GDLIM05", "note": "GDLIM05"}


def diagnostic(
    code: str, span: Span, *, labels: Iterable[Label] = (), help: str | None = None, **values: str | int
) -> Diagnostic:
    """Return the finding ``code`` at ``span``, worded by its page in the catalogue.

    Every placeholder of the message needs a value. The help line of the page is left out when one of its placeholders
    has no value or an empty one; ``help`` replaces it. Raise CatalogueError for an unknown code, a missing value or a
    value that the page does not use.
    """
    page = entry(code)
    wanted = page.message.placeholders
    offered = page.help.placeholders if page.help else ()
    if missing := [name for name in wanted if name not in values]:
        raise CatalogueError(f"{code}: no value for {', '.join(missing)}")
    if unknown := [name for name in values if name not in wanted and name not in offered]:
        raise CatalogueError(f"{code}: the page has no place for {', '.join(unknown)}")
    own_help = page.help.fill(values) if page.help and all(values.get(name, "") != "" for name in offered) else ""
    message = page.message.fill(values)
    return Diagnostic(code, page.name, page.severity, span, message, tuple(labels), own_help if help is None else help)


class Report(Protocol):
    """The one funnel for findings: takes a code, its span, and by name the values for its message."""

    def __call__(self, code: str, span: Span, **values: Any) -> None: ...


class Reporter:
    """Collects findings; the same code at the same place with the same message counts once."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._counts: Counter[tuple[str, Severity]] = Counter()
        self._left_out: dict[tuple[str, Severity], list[Span]] = {}

    def report(
        self, code: str, span: Span, *, labels: Iterable[Label] = (), help: str | None = None, **values: str | int
    ) -> None:
        """Add a finding; see ``diagnostic`` for the arguments and what is raised."""
        spend(FINDING)
        sort = span.path, entry(code).severity
        if self._counts[sort] >= MOST_FINDINGS:
            self._left_out.setdefault(sort, []).append(span)
            return
        self.add(diagnostic(code, span, labels=labels, help=help, **values))

    def add(self, found: Diagnostic) -> None:
        """Add a finding that is already made."""
        key = _key(found)
        if key not in self._found:
            self._found[key] = found
            self._counts[found.span.path, found.severity] += 1

    def keep(self, kept: Iterable[Diagnostic]) -> None:
        """Forget all findings but these, which may be worded otherwise than before; what was left out stays counted."""
        counted = {(path, _MORE[severity]) for path, severity in self._left_out}
        self._found = {_key(found): found for found in kept if (found.span.path, found.code) not in counted}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, sorted by file, line, column, code and message."""
        return tuple(sorted(self._found.values(), key=_place)) + tuple(self._more())

    def _more(self) -> Iterator[Diagnostic]:
        """Walk findings that count what was left out of a file."""
        for (_, severity), spans in sorted(self._left_out.items()):
            places = len({(span.line, span.column) for span in spans})
            yield diagnostic(_MORE[severity], min(spans, key=_start), count=places, limit=MOST_FINDINGS)

    @property
    def has_errors(self) -> bool:
        """Whether one of the findings is an error."""
        return any(found.severity == "error" for found in self._found.values())


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _key(found: Diagnostic) -> tuple[object, ...]:
    return (*_place(found), found.span.end_line, found.span.end_column)


def _place(found: Diagnostic) -> tuple[str, int, int, str, str]:
    """Return what findings are sorted by."""
    return found.span.path, found.span.line, found.span.column, found.code, found.message
