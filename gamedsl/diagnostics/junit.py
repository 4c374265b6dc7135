"""What was tried, and the findings about it -> JUnit XML, as continuous integration reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.source import printable

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""


@attrs.frozen
class Case:
    """One thing that was tried: a file that was checked, or a scenario that was run."""

    name: str
    findings: Sequence[Diagnostic] = ()
    failing: tuple[str, ...] = ("error",)
    """Severities that make it fail; other findings stand in its output."""


@attrs.frozen
class Suite:
    """Cases under one heading: the rule file that they belong to."""

    name: str
    cases: Sequence[Case]


def junit_text(suites: Iterable[Suite]) -> str:
    """Return the document, with a line end."""
    root = ET.Element("testsuites", name="gamedsl")
    counted = failed = 0
    for suite in suites:
        element = ET.SubElement(root, "testsuite", name=_clean(suite.name), errors="0")
        failures = [case for case in suite.cases if _is_failed(case)]
        element.set("tests", str(len(suite.cases)))
        element.set("failures", str(len(failures)))
        for case in suite.cases:
            _add(element, suite, case)
        counted, failed = counted + len(suite.cases), failed + len(failures)
    root.set("tests", str(counted))
    root.set("failures", str(failed))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _add(parent: ET.Element, suite: Suite, case: Case) -> None:
    element = ET.SubElement(parent, "testcase", name=_clean(case.name), classname=_clean(suite.name))
    failing = [finding for finding in case.findings if finding.severity in case.failing]
    for finding in failing:
        failure = ET.SubElement(element, "failure", type=finding.code, message=_clean(finding.message))
        failure.text = _clean(_told(finding))
    others = [finding for finding in case.findings if finding.severity not in case.failing]
    if others:
        ET.SubElement(element, "system-out").text = _clean("\n".join(map(_told, others)))


def _is_failed(case: Case) -> bool:
    return any(finding.severity in case.failing for finding in case.findings)


def _told(finding: Diagnostic) -> str:
    helped = f"\nhelp: {finding.help}" if finding.help else ""
    return f"{finding.span}: {finding.severity} {finding.code} {finding.name}: {finding.message}{helped}"


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", "\n".join(printable(line) for line in text.split("\n")))
