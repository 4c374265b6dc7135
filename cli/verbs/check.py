"""``gamedsl check``: rule files in, findings out; what teams run in continuous integration."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from gamedsl.check_cache.findings import check_if_changed
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.unreadable import unreadable
from gamedsl.files import FolderFiles, UnreadableFileError, source_of
from gamedsl.internal_errors import InternalError

from ..console import (
    CLEAN,
    FINDINGS,
    WRONG_USE,
    complete_games,
    counted,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..formats import CHECK_FORMS, checked_text
from ..language import EnglishVerb

STANDARD_INPUT = "-"
Check = Callable[[], list[Diagnostic]]


@click.command("check", cls=EnglishVerb)
@click.argument("paths", shell_complete=complete_games, metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(CHECK_FORMS),
    default="text",
    help="text for people; json, github (annotations), sarif (code scanning), gitlab (code quality), junit.",
)
@click.option("--strict", is_flag=True, help="Warnings count as findings for the exit code too.")
@click.option("--stdin-name", metavar="NAME", help="The rule file that standard input (-) stands for.")
def command(paths: tuple[str, ...], form: str, strict: bool, stdin_name: str | None) -> None:
    """Check rule files, or all *.game files of folders.

    FILE may be -: then standard input is checked, with the files beside --stdin-name, or in this folder.

    Exit code: 0 clean, 1 findings, 2 wrong use, a file that cannot be read, or a fault of gamedsl. Warnings
    alone give 0, unless --strict; notes always do.
    """
    if stdin_name is not None and STANDARD_INPUT not in paths:
        raise click.UsageError("--stdin-name goes with - alone")
    checks, missing = _checks(paths, stdin_name or "<stdin>")
    troubles = [problem for _, problem in missing]
    files: dict[str, list[Diagnostic]] = {}
    told: set[tuple[str, str, str]] = set()
    checked, failed = 0, False
    for name, check in checks.items():
        try:
            found = check()
            checked += 1
        except UnreadableFileError as error:
            troubles.append(str(error))
            found = [unreadable(name, str(error))] if form != "text" else []
        except InternalError as error:
            from ..internal_errors import fault_finding  # only needed when something has gone wrong

            found = [fault_finding(error)]
            checked, failed = checked + 1, True
        # what lies in a base game that several files share is told once
        files[name] = [finding for finding in found if _sort(finding) not in told]
        told.update(map(_sort, found))
    findings = [finding for found in files.values() for finding in found]
    if form != "text":
        files |= {written: [unreadable(written, problem)] for written, problem in missing}
        click.echo(checked_text(form, files, strict), nl=False)
    elif checked:
        _print(findings, checked)
    for trouble in troubles:
        say_error(trouble)
    raise SystemExit(WRONG_USE if troubles or failed else _code(findings, strict))


def _checks(paths: tuple[str, ...], typed: str) -> tuple[dict[str, Check], list[tuple[str, str]]]:
    """Return by name what checks each file that is meant, and what is not there, with its problem."""
    checks: dict[str, Check] = {}
    missing: list[tuple[str, str]] = []
    for written in paths:
        if written == STANDARD_INPUT:
            checks[typed] = partial(_of_standard_input, Path(typed))
            continue
        problems: list[str] = []
        checks |= {str(path): partial(check_if_changed, path) for path in rule_files((written,), problems.append)}
        missing += [(written, problem) for problem in problems]
    return checks, missing


def _sort(finding: Diagnostic) -> tuple[str, str, str]:
    return str(finding.span), finding.code, finding.message


def _of_standard_input(name: Path) -> list[Diagnostic]:
    from gamedsl.check_file import findings_about

    return findings_about(source_of(name, sys.stdin.buffer.read()), FolderFiles(name.parent))


def _code(found: list[Diagnostic], strict: bool) -> int:
    failing = ("error", "warning") if strict else ("error",)
    return FINDINGS if any(finding.severity in failing for finding in found) else CLEAN


def _print(found: list[Diagnostic], checked: int) -> None:
    if found:
        print_findings(found)
        click.echo()
    click.secho(_summary(found, checked), bold=True, color=wants_colour())


def _summary(found: list[Diagnostic], checked: int) -> str:
    counts = Counter(finding.severity for finding in found)
    parts = [counted(counts["error"], "error"), counted(counts["warning"], "warning")]
    parts += [counted(counts["note"], "note")] if counts["note"] else []
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if found else "no findings"
    return f"{counted(checked, 'file')} checked: {said}"
