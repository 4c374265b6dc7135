"""``gamedsl check``: rule files in, findings out; what teams run in continuous integration."""

from __future__ import annotations

from collections import Counter

import click

from gamedsl.check_cache.findings import check_if_changed
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.github import render_github
from gamedsl.diagnostics.json_format import report_dict
from gamedsl.files import UnreadableFileError
from gamedsl.internal_errors import InternalError

from ..console import (
    CLEAN,
    FINDINGS,
    WRONG_USE,
    complete_games,
    counted,
    json_text,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..language import EnglishVerb


@click.command("check", cls=EnglishVerb)
@click.argument("paths", shell_complete=complete_games, metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="text for people, json for programs, github for annotations of GitHub Actions.",
)
@click.option("--strict", is_flag=True, help="Warnings count as findings for the exit code too.")
def command(paths: tuple[str, ...], form: str, strict: bool) -> None:
    """Check rule files, or all *.game files of folders.

    Exit code: 0 clean, 1 findings, 2 wrong use, a file that cannot be read, or a fault of gamedsl. Warnings
    alone give 0, unless --strict; notes always do.
    """
    troubles: list[str] = []
    files = rule_files(paths, troubles.append)
    collected: dict[tuple[str, str, str], Diagnostic] = {}
    checked = 0
    failed = False
    for path in files:
        try:
            for finding in check_if_changed(path):  # what lies in a base game that several files share is told once
                collected.setdefault((str(finding.span), finding.code, finding.message), finding)
            checked += 1
        except UnreadableFileError as error:
            troubles.append(str(error))
        except InternalError as error:
            from ..internal_errors import fault_finding  # only needed when something has gone wrong

            fault = fault_finding(error)
            collected[(str(fault.span), fault.code, fault.message)] = fault
            checked, failed = checked + 1, True
    found = list(collected.values())
    if checked or form != "text":
        _print(found, form, checked)
    for trouble in troubles:
        say_error(trouble)
    raise SystemExit(WRONG_USE if troubles or failed else _code(found, strict))


def _code(found: list[Diagnostic], strict: bool) -> int:
    failing = ("error", "warning") if strict else ("error",)
    return FINDINGS if any(finding.severity in failing for finding in found) else CLEAN


def _print(found: list[Diagnostic], form: str, checked: int) -> None:
    if form == "json":
        click.echo(json_text(report_dict(found)))
    elif form == "github":
        click.echo(render_github(found), nl=False)
    else:
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
