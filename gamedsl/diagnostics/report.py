"""Code, span and values -> a Diagnostic with the words of the catalogue; a Reporter collects them in order."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.diagnostics.catalogue import CatalogueError, entry
from gamedsl.diagnostics.diagnostic import Diagnostic, Label
from gamedsl.source import Span


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


class Reporter:
    """Collects findings; the same code at the same place with the same message counts once."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}

    def report(
        self, code: str, span: Span, *, labels: Iterable[Label] = (), help: str | None = None, **values: str | int
    ) -> None:
        """Add a finding; see ``diagnostic`` for the arguments and what is raised."""
        self.add(diagnostic(code, span, labels=labels, help=help, **values))

    def add(self, found: Diagnostic) -> None:
        """Add a finding that is already made."""
        self._found.setdefault((*_place(found), found.span.end_line, found.span.end_column), found)

    def keep(self, kept: Iterable[Diagnostic]) -> None:
        """Forget all findings but these."""
        wanted = set(map(id, kept))
        self._found = {key: found for key, found in self._found.items() if id(found) in wanted}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, sorted by file, line, column, code and message."""
        return tuple(sorted(self._found.values(), key=_place))

    @property
    def has_errors(self) -> bool:
        """Whether one of the findings is an error."""
        return any(found.severity == "error" for found in self._found.values())


def _place(found: Diagnostic) -> tuple[str, int, int, str, str]:
    """Return what findings are sorted by."""
    return found.span.path, found.span.line, found.span.column, found.code, found.message
