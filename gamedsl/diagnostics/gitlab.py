"""Diagnostics -> a code quality report of GitLab: a list of issues with a fingerprint each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from gamedsl.diagnostics.diagnostic import Diagnostic

_SEVERITY = {"error": "major", "warning": "minor", "note": "info"}


def gitlab_list(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return the issues in the order given.

    A fingerprint follows from the file, the code, the message and how often these came before, not from the line: so an
    issue is the same one after lines were added above it.
    """
    before: Counter[str] = Counter()
    issues = []
    for finding in diagnostics:
        sort = f"{finding.span.path}\n{finding.code}\n{finding.message}"
        issues.append(
            {
                "description": f"{finding.message} {finding.help}".strip(),
                "check_name": finding.code,
                "fingerprint": sha256(f"{sort}\n{before[sort]}".encode()).hexdigest(),
                "severity": _SEVERITY[finding.severity],
                "location": {"path": finding.span.path, "lines": {"begin": finding.span.line}},
            }
        )
        before[sort] += 1
    return issues
