"""Findings in a base game, and what a variant has changed -> the same findings with the changes they may come from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gamedsl.diagnostics.catalogue import entry
from gamedsl.diagnostics.model import Label
from gamedsl.semantics.overlay import Edit
from gamedsl.semantics.symbols import Report
from gamedsl.source import Span

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def pointing_at_changes(report: Report, changed: Iterable[Edit]) -> Report:
    """Return a report that labels errors in lines of a base game with the changes of the names that stand in them.

    The base may be without errors when it is checked alone; then one of these changes does not fit to the line.
    """
    places = {edit.name: edit.span for edit in changed}
    variants = {span.source.path for span in places.values()}
    if not places:
        return report

    def pointing(code: str, span: Span, *, labels: Iterable[Label] = (), **values: Any) -> None:
        if span.source.path not in variants and entry(code).severity == "error":
            words = dict.fromkeys(_WORD.findall(span.source.line(span.line)))
            labels = (*labels, *(Label(places[word], f"`{word}` is changed here") for word in words if word in places))
        report(code, span, labels=labels, **values)

    return pointing
