"""Findings, files and scenarios -> what programs read of them: JSON, GitHub, SARIF, GitLab, JUnit.

Each form is imported where it is asked for: a check for people needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic

from .console import json_text

if TYPE_CHECKING:
    from gamedsl.scenarios.results import ScenarioResult

CHECK_FORMS = ("text", "json", "github", "sarif", "gitlab", "junit")
TEST_FORMS = ("text", "json", "github", "junit")
VERSION = 1
"""Of the JSON of test results."""


@attrs.frozen
class Tested:
    """What became of a rule file: its scenarios, or the findings that keep them from being run."""

    path: Path
    scenarios: Sequence[ScenarioResult] = ()
    findings: Sequence[Diagnostic] = ()
    outcome: Literal["run", "errors", "unreadable", "fault"] = "run"


def checked_text(form: str, files: Mapping[str, Sequence[Diagnostic]], is_strict: bool) -> str:
    """Return the findings of files, by the names that were given, in one of ``CHECK_FORMS`` but text."""
    found = [finding for findings in files.values() for finding in findings]
    match form:
        case "json":
            from gamedsl.diagnostics.json_format import report_dict

            return json_text(report_dict(found)) + "\n"
        case "github":
            from gamedsl.diagnostics.github import render_github

            return render_github(found)
        case "sarif":
            from importlib.metadata import version

            from gamedsl.diagnostics.sarif import sarif_dict

            return json_text(sarif_dict(found, version("gamedsl"))) + "\n"
        case "gitlab":
            from gamedsl.diagnostics.gitlab import gitlab_list

            return json_text(gitlab_list(found)) + "\n"
        case "junit":
            from gamedsl.diagnostics.junit import Case, Suite, junit_text

            failing = ("error", "warning") if is_strict else ("error",)
            cases = [Case(path, findings, failing) for path, findings in files.items()]
            return junit_text([Suite("gamedsl check", cases)])
        case _:
            raise ValueError(f"unknown form {form}")


def tested_text(form: str, files: Sequence[Tested]) -> str:
    """Return the results of scenarios in one of ``TEST_FORMS`` but text."""
    match form:
        case "json":
            return json_text(_tested_dict(files)) + "\n"
        case "github":
            from gamedsl.diagnostics.github import render_github

            return render_github([finding for file in files for finding in _all_findings(file)])
        case "junit":
            from gamedsl.diagnostics.junit import junit_text

            return junit_text([_suite(file) for file in files if file.scenarios or file.findings])
        case _:
            raise ValueError(f"unknown form {form}")


def _all_findings(file: Tested) -> list[Diagnostic]:
    return [*file.findings, *(finding for result in file.scenarios for finding in result.diagnostics)]


def _suite(file: Tested) -> Any:
    from gamedsl.diagnostics.junit import Case, Suite

    cases = [Case(_called(result), result.diagnostics) for result in file.scenarios]
    return Suite(str(file.path), [Case("the rules can be read", file.findings), *cases] if file.findings else cases)


def _called(result: ScenarioResult) -> str:
    return f"{result.name}: {result.title}" if result.title else result.name


def _tested_dict(files: Sequence[Tested]) -> dict[str, Any]:
    results = [result for file in files for result in file.scenarios]
    return {
        "version": VERSION,
        "passed": sum(result.passed for result in results),
        "failed": sum(not result.passed for result in results),
        "files": [_file_dict(file) for file in files],
    }


def _file_dict(file: Tested) -> dict[str, Any]:
    from gamedsl.diagnostics.json_format import diagnostic_dict

    return {
        "path": str(file.path),
        "diagnostics": [diagnostic_dict(finding) for finding in file.findings],
        "scenarios": [
            {
                "name": result.name,
                "title": result.title,
                "passed": result.passed,
                "path": result.span.path,
                "line": result.span.line,
                "references": list(result.references),
                "diagnostics": [diagnostic_dict(finding) for finding in result.diagnostics],
            }
            for result in file.scenarios
        ],
    }
