"""A finding about a rule file as plain data: code, severity, place, words."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.source import Span

Severity = Literal["error", "warning", "note"]
"""A note says how something was read that is no mistake: it fails no check, not even a strict one."""


@attrs.frozen
class Label:
    """A second place that belongs to a finding, with a few words of its own."""

    span: Span
    message: str


@attrs.frozen
class Diagnostic:
    """One finding.

    ``code`` is stable, for example ``GDNAM01``; ``name`` is its readable name (``unknown-name``);
    ``help`` says what to write instead, or is empty.
    """

    code: str
    name: str
    severity: Severity
    span: Span
    message: str
    labels: tuple[Label, ...] = ()
    help: str = ""


class RuleFileError(ValueError):
    """A rule file with errors; ``diagnostics`` holds everything found, warnings too."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        errors = [found for found in diagnostics if found.severity == "error"]
        super().__init__("\n".join(f"{found.span}: {found.code} {found.message}" for found in errors))
