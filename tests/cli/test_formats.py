"""``check`` and ``test`` for programs: every format tells every finding, and every file that could not be read."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from gamedsl.cli.formats import CHECK_FORMS, TEST_FORMS
from gamedsl.diagnostics.gitlab import gitlab_list
from gamedsl.diagnostics.junit import Case, Suite, junit_text
from gamedsl.diagnostics.report import diagnostic
from gamedsl.source import Source, Span
from tests.cli.test_commands import run

WARNED = 'game Nim\n  players: 2\ntable\n  heap: 0..5 = 5 "left"\n'
BROKEN = "game Nim\n  playrs: 2\n"
FAILING = """
scenarios
  wrong "Five are not six"
    then: expect pile = 6
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a broken file."""
    (tmp_path / "broken.game").write_text(BROKEN, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(form: str, text: str) -> set[str]:
    """Return the codes that a report tells."""
    match form:
        case "json":
            return {finding["code"] for finding in json.loads(text)["diagnostics"]}
        case "sarif":
            return {result["ruleId"] for result in json.loads(text)["runs"][0]["results"]}
        case "gitlab":
            return {issue["check_name"] for issue in json.loads(text)}
        case "junit":
            return {failure.attrib["type"] for failure in ET.fromstring(text).iter("failure")}
        case "github":
            return {line.split("title=")[1].split(" ")[0] for line in text.splitlines()}
    raise ValueError(form)


@pytest.mark.parametrize("form", [form for form in CHECK_FORMS if form != "text"])
def test_every_format_tells_what_was_found(folder: Path, form: str) -> None:
    """A file with a mistake, a file that is not there and one that is no text: all three stand in the report."""
    (folder / "binary.game").write_bytes(b"\x00\xff\xfe")
    result = run("check", "--format", form, "broken.game", "binary.game", "missing.game")

    assert (result.exit_code, told(form, result.stdout)) == (2, {"GDSYN23", "GDFIL01"})
    assert run("check", "--format", form, "broken.game").exit_code == 1


def test_sarif_places(folder: Path) -> None:
    """Paths inside the working folder are relative, and columns count from 1 to the one behind the span."""
    [run_] = json.loads(run("check", "--format", "sarif", str(folder / "broken.game")).stdout)["runs"]
    [result] = run_["results"]
    place = result["locations"][0]["physicalLocation"]

    assert place["artifactLocation"] == {"uri": "broken.game"}
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 9}
    assert run_["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_gitlab_fingerprints_do_not_follow_lines() -> None:
    """The same finding further down is the same issue; two alike in one file are two."""
    text = "a\nb\nc\n"
    first, second, third = (
        diagnostic("GDFIL01", Span(Source("a.game", text), line, 1, line, 2), problem="x") for line in (1, 2, 3)
    )
    above, below = gitlab_list([first, second]), gitlab_list([second, third])

    assert [issue["fingerprint"] for issue in above] == [issue["fingerprint"] for issue in below]
    assert len({issue["fingerprint"] for issue in above}) == 2


def test_junit_is_xml_whatever_a_file_is_called() -> None:
    """Signs that XML cannot hold are replaced, and a warning fails only a strict check."""
    found = diagnostic("GDFLO05", Span(Source("a", ""), 1, 1, 1, 1), **_values("GDFLO05"))
    document = ET.fromstring(junit_text([Suite("a\x00<b>", [Case("c\x1b", [found])])]))
    strict = ET.fromstring(junit_text([Suite("a", [Case("c", [found], ("error", "warning"))])]))

    assert (document.attrib["failures"], strict.attrib["failures"]) == ("0", "1")
    assert "\x1b" not in document.find("testsuite/testcase").attrib["name"]  # type: ignore[union-attr]


def _values(code: str) -> dict[str, str]:
    from gamedsl.diagnostics.catalogue import entry

    return dict.fromkeys(entry(code).message.placeholders, "x")


def test_standard_input_is_checked(folder: Path) -> None:
    """An editor hands a text over; the files beside the name that it gives are read."""
    named = run("check", "-", "--stdin-name", "typed.game", typed=BROKEN)
    clean = run("check", "-", typed=(folder / "broken.game").read_text("utf-8").replace("playrs", "players"))

    assert named.exit_code == 1
    assert "typed.game:2:3: error GDSYN23" in named.stdout
    assert "playrs" not in clean.stdout
    assert run("check", "--stdin-name", "x", "broken.game").exit_code == 2


@pytest.mark.parametrize("form", [form for form in TEST_FORMS if form != "text"])
def test_a_failing_scenario_marks_its_line(folder: Path, form: str) -> None:
    """The line of the expectation that fails is in every report, so a pull request shows it."""
    path = folder / "nim.game"
    path.write_text(_nim() + FAILING, "utf-8")
    line = path.read_text("utf-8").splitlines().index("    then: expect pile = 6") + 1
    result = run("test", "--format", form, "nim.game", "broken.game")
    text = result.stdout

    assert result.exit_code == 1
    if form == "json":
        report = json.loads(text)
        nim = next(file for file in report["files"] if file["path"] == "nim.game")
        assert [scenario["diagnostics"][0]["span"]["line"] for scenario in nim["scenarios"]] == [line]
        assert (report["passed"], report["failed"]) == (0, 1)
    elif form == "github":
        assert f"file=nim.game,line={line}," in text
    else:
        failures = {failure.attrib["type"] for failure in ET.fromstring(text).iter("failure")}
        assert failures == {"GDSCN04", "GDSYN23"}
        assert f"nim.game:{line}:" in text


def _nim() -> str:
    from tests.helpers.suite.pages import ROOT

    text = (ROOT / "examples" / "first_game.game").read_text("utf-8")
    return text.split("\nscenarios")[0].rstrip("\n") + "\n"


@pytest.mark.parametrize("form", [form for form in TEST_FORMS if form != "text"])
def test_a_file_that_is_not_there_is_in_the_report(folder: Path, form: str) -> None:
    """A report of tests is not clean only because a file was not found."""
    result = run("test", "--format", form, "missing.game")

    assert result.exit_code == 2
    assert "GDFIL01" in result.stdout
