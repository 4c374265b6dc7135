"""A rule file -> columns of its CSV files that nothing in the game reads: their names begin with a `#` now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.updating.edits import Change, Edit

UNREAD = "GDDAT18"


def unread_columns(found: Iterable[Diagnostic]) -> Iterator[Change]:
    """Find, from the findings about a file, the columns of its CSV files that no head names."""
    for finding in found:
        if finding.code != UNREAD:
            continue
        source = finding.span.source
        starts = len("".join(f"{source.line(number)}\n" for number in range(1, finding.span.line)))
        start, end = starts + finding.span.column - 1, starts + finding.span.end_column - 1
        name = source.text[start:end].strip()
        if name:
            at = start + source.text[start:end].index(name)
            yield Change(finding.span.line, name, f"# {name}", (Edit(at, at, "# "),), source.path)
