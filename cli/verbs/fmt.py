"""``gamedsl fmt``: rule files in, the same files in the canonical layout out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gamedsl.authoring.formatting import format_source
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.files import UnreadableFileError, read_source, source_of

from ..console import (
    CLEAN,
    FINDINGS,
    STANDARD_INPUT,
    WRONG_USE,
    complete_games,
    counted,
    plain,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..diffs import print_diff
from ..fixing import write_rules
from ..language import EnglishVerb


@click.command("fmt", cls=EnglishVerb)
@click.argument("paths", shell_complete=complete_games, metavar="FILE...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is not laid out so.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@click.option("--stdin-name", metavar="NAME", help="What standard input (-) is called in messages.")
def command(paths: tuple[str, ...], check: bool, diff: bool, stdin_name: str | None) -> None:
    """Lay out rule files, or all *.game files of folders, in the one canonical way.

    Comments and single blank lines stay; the rules do not change. FILE may be -: then standard input is laid out and
    printed.

    Exit code: 0 done, 1 a file cannot be read as rules, or --check or --diff found something to change, 2 wrong use,
    or a file that cannot be opened.
    """
    if STANDARD_INPUT in paths:
        if len(paths) > 1:
            raise click.UsageError("- goes with no other files")
        raise SystemExit(_standard_input(stdin_name or "<stdin>", check, diff))
    if stdin_name is not None:
        raise click.UsageError("--stdin-name goes with - alone")
    troubles: list[str] = []
    errors: list[Diagnostic] = []
    changed = unchanged = 0
    for path in rule_files(_own(paths, troubles), troubles.append):
        try:
            source = read_source(path)
        except UnreadableFileError as error:
            troubles.append(str(error))
            continue
        result = format_source(source)
        if result.errors:
            errors += result.errors
            continue
        if result.text == source.text:
            unchanged += 1
            continue
        if not (check or diff):
            try:
                write_rules(path, result.text)
            except UnreadableFileError as error:
                troubles.append(str(error))
                continue
        changed += 1
        _tell(path, source.text, result.text, check, diff)
    if errors:
        print_findings(errors)
    _summary(changed, unchanged, check or diff)
    for trouble in troubles:
        say_error(trouble)
    raise SystemExit(WRONG_USE if troubles else FINDINGS if errors or (changed and (check or diff)) else CLEAN)


def _own(paths: tuple[str, ...], troubles: list[str]) -> tuple[str, ...]:
    """Return the paths that are there: names of bundled games are not meant, as these files belong to gamedsl."""
    there = tuple(path for path in paths if path and Path(path).exists())
    troubles += [f"there is no file or folder {path or 'without a name'}" for path in paths if path not in there]
    return there


def _standard_input(name: str, check: bool, diff: bool) -> int:
    """Lay out standard input; return the exit code."""
    try:
        source = source_of(Path(name), sys.stdin.buffer.read())
    except UnreadableFileError as error:
        say_error(str(error))
        return WRONG_USE
    result = format_source(source)
    if result.errors:
        from gamedsl.diagnostics.text import render_text  # only for texts with errors

        click.echo(render_text(list(result.errors), colour=False), err=True, nl=False)
        return FINDINGS
    if diff:
        print_diff(name, source.text, result.text)
    elif not check:
        sys.stdout.buffer.write(result.text.encode("utf-8"))
        sys.stdout.buffer.flush()
    return FINDINGS if (check or diff) and result.text != source.text else CLEAN


def _tell(path: Path, before: str, after: str, check: bool, diff: bool) -> None:
    if diff:
        print_diff(str(path), before, after)
    else:
        click.echo(f"{'would lay out' if check else 'laid out'} {plain(str(path))}")


def _summary(changed: int, unchanged: int, only_told: bool) -> None:
    done = "would be laid out anew" if only_told else "laid out anew"
    said = [f"{counted(changed, 'file')} {done}"] if changed else []
    said += [f"{counted(unchanged, 'file')} left as {'it is' if unchanged == 1 else 'they are'}"] if unchanged else []
    if said:
        click.secho(", ".join(said), bold=True, color=wants_colour(), err=only_told)
