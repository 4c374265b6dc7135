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
    STANDARD_INPUT,
    WRONG_USE,
    complete_games,
    counted,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..fixing import Fixing
from ..formats import CHECK_FORMS, checked_text
from ..language import EnglishVerb

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
@click.option("--fix", is_flag=True, help="Write the cures that are exact; tell what is still found then.")
@click.option("--diff", is_flag=True, help="Write nothing; print what --fix would change.")
@click.option("--stdin-name", metavar="NAME", help="The rule file that standard input (-) stands for.")
def command(paths: tuple[str, ...], form: str, strict: bool, fix: bool, diff: bool, stdin_name: str | None) -> None:
    """Check rule files, or all *.game files of folders.

    FILE may be -: then standard input is checked, with the files beside --stdin-name, or in this folder.

    --fix writes what the help of a finding names, where it names exactly one thing, and checks the file again: what
    makes anything worse is taken back. Of standard input the fixed text is printed.

    Exit code: 0 clean, 1 findings, 2 wrong use, a file that cannot be read, or a fault of gamedsl. Warnings
    alone give 0, unless --strict; notes always do. With --fix that goes by what is still found; --diff gives 1 as
    well if there is something to change.
    """
    if stdin_name is not None and STANDARD_INPUT not in paths:
        raise click.UsageError("--stdin-name goes with - alone")
    fixing = _fixing(paths, form, fix, diff)
    checks, missing = _checks(paths, stdin_name or "<stdin>", fixing)
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
        _print(findings, checked, is_beside=fixing is not None and fixing.is_beside)
    for trouble in troubles:
        say_error(trouble)
    if fixing is not None and fixing.is_shown and fixing.changed and not (troubles or failed):
        raise SystemExit(FINDINGS)
    raise SystemExit(WRONG_USE if troubles or failed else _code(findings, strict))


def _fixing(paths: tuple[str, ...], form: str, fix: bool, diff: bool) -> Fixing | None:
    """Return what fixes files, if that is wanted; a text or a diff stands alone on standard output."""
    if not (fix or diff):
        return None
    if STANDARD_INPUT in paths and len(paths) > 1:
        raise click.UsageError("with --fix or --diff, - goes with no other files")
    is_output = diff or STANDARD_INPUT in paths
    if is_output and form != "text":
        raise click.UsageError(f"--format {form} does not go with --diff, nor with --fix of standard input")
    return Fixing(is_shown=diff, is_beside=is_output or form != "text")


def _checks(
    paths: tuple[str, ...], typed: str, fixing: Fixing | None
) -> tuple[dict[str, Check], list[tuple[str, str]]]:
    """Return by name what checks each file that is meant, and what is not there, with its problem."""
    checks: dict[str, Check] = {}
    missing: list[tuple[str, str]] = []
    for written in paths:
        if written == STANDARD_INPUT:
            checks[typed] = partial(_of_standard_input, Path(typed), fixing)
            continue
        if fixing is not None and written and not Path(written).exists():  # bundled games belong to gamedsl
            missing.append((written, f"there is no file or folder {written}"))
            continue
        problems: list[str] = []
        check = check_if_changed if fixing is None else fixing.file
        checks |= {str(path): partial(check, path) for path in rule_files((written,), problems.append)}
        missing += [(written, problem) for problem in problems]
    return checks, missing


def _sort(finding: Diagnostic) -> tuple[str, str, str]:
    return str(finding.span), finding.code, finding.message


def _of_standard_input(name: Path, fixing: Fixing | None) -> list[Diagnostic]:
    from gamedsl.check_file import findings_about

    source = source_of(name, sys.stdin.buffer.read())
    return findings_about(source, FolderFiles(name.parent)) if fixing is None else fixing.standard_input(source)


def _code(found: list[Diagnostic], strict: bool) -> int:
    failing = ("error", "warning") if strict else ("error",)
    return FINDINGS if any(finding.severity in failing for finding in found) else CLEAN


def _print(found: list[Diagnostic], checked: int, is_beside: bool) -> None:
    if found and is_beside:
        from gamedsl.diagnostics.text import render_text  # standard output holds the fixed text

        click.echo(render_text(found, colour=False), err=True)
    elif found:
        print_findings(found)
        click.echo()
    click.secho(_summary(found, checked), bold=True, color=wants_colour(), err=is_beside)


def _summary(found: list[Diagnostic], checked: int) -> str:
    counts = Counter(finding.severity for finding in found)
    parts = [counted(counts["error"], "error"), counted(counts["warning"], "warning")]
    parts += [counted(counts["note"], "note")] if counts["note"] else []
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if found else "no findings"
    return f"{counted(checked, 'file')} checked: {said}"
