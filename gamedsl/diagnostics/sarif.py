"""Diagnostics -> SARIF 2.1.0 (OASIS), the format of code scanning on GitHub and of many viewers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from gamedsl.diagnostics.catalogue import entry
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_dict(diagnostics: Iterable[Diagnostic], version: str) -> dict[str, Any]:
    """Return a SARIF log of one run; ``version``: that of gamedsl. Paths inside the working folder are relative."""
    found = list(diagnostics)
    codes = sorted({finding.code for finding in found})
    rules = {code: number for number, code in enumerate(codes)}
    driver = {"name": "gamedsl", "version": version, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, rules[finding.code]) for finding in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    page = entry(code)
    return {
        "id": code,
        "name": page.name,
        "shortDescription": {"text": page.title},
        "help": {"text": f"gamedsl explain {code}"},
        "defaultConfiguration": {"level": page.severity},
    }


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    helped = f"\n{finding.help}" if finding.help else ""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": finding.message + helped},
        "locations": [_location(finding.span)],
    }
    if finding.labels:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span), "message": {"text": label.message}}
            for number, label in enumerate(finding.labels, 1)
        ]
    return result


def _location(span: Span) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.path)}, "region": region}}


def _uri(path: str) -> str:
    """Return a path as a URI: relative to the working folder where it lies inside, as viewers expect."""
    file = PurePath(path)
    if file.is_absolute():
        try:
            file = file.relative_to(Path.cwd())
        except (OSError, ValueError):
            return file.as_uri()
    return quote(file.as_posix())
