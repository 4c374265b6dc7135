"""A finding about a rule file as plain data: code, severity, place, words."""

from __future__ import annotations

from typing import Literal

from gamedsl.record import Record, record
from gamedsl.source import Span

Severity = Literal["error", "warning"]


@record
class Label(Record):
    """A second place that belongs to a finding, with a few words of its own."""

    span: Span
    message: str


@record
class Diagnostic(Record):
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
