"""``gamedsl test``: rule files in, their scenarios run, expected against actual out."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from gamedsl import InternalError, RuleFileError, UnreadableFileError, load
from gamedsl.diagnostics.unreadable import unreadable
from gamedsl.files import scenario_files
from gamedsl.gc_control import staying, without_collector
from gamedsl.scenarios.results import ScenarioResult

from ..console import (
    CLEAN,
    FINDINGS,
    WRONG_USE,
    complete_games,
    counted,
    make_console,
    plain,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..formats import TEST_FORMS, Tested, tested_text
from ..language import EnglishVerb

_MANY = 500_000
"""Objects that are made before it is looked which of them nobody needs any more; a large game makes less than half."""


@click.command("test", cls=EnglishVerb)
@click.argument("paths", shell_complete=complete_games, metavar="PATH...", nargs=-1, required=True)
@click.option("-k", "select", default="", metavar="TEXT", help="Only scenarios with TEXT in their name or title.")
@click.option("--table", "with_tables", is_flag=True, help="Print the table at each line that fails, secrets too.")
@click.option("-q", "--quiet", is_flag=True, help="Show failures only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(TEST_FORMS),
    default="text",
    help="text for people; json, github (annotations at the lines that fail), junit.",
)
def command(paths: tuple[str, ...], select: str, with_tables: bool, quiet: bool, form: str) -> None:
    """Run the scenarios of game, variant and scenario files, or of all *.game files of folders.

    For a game those of scenario files beside it are run too.

    Exit code: 0 all passed, 1 a scenario failed or a file has errors, 2 wrong use, a file that cannot be read, or
    nothing to run.
    """

    if form != "text" and with_tables:
        raise click.UsageError("--table goes with --format text alone")
    troubles: list[str] = []
    tested: list[Tested] = []
    with without_collector(), staying() as stay:
        files, missing = _files(paths)
        troubles += [problem for _, problem in missing]
        tested += [Tested(Path(name), findings=[unreadable(name, why)], outcome="unreadable") for name, why in missing]
        for path in files:
            if gc.get_count()[0] > _MANY:
                gc.collect()  # what the files before have needed
            file = _run(path, select, troubles)
            tested.append(file)
            if form == "text":
                _print(file, quiet, with_tables)
        stay()  # the program ends
    raise SystemExit(_end(tested, troubles, form, select))


def _files(paths: tuple[str, ...]) -> tuple[list[Path], list[tuple[str, str]]]:
    """Return the files that are meant, and what is not there, with its problem."""
    found: dict[Path, None] = {}
    missing: list[tuple[str, str]] = []
    for written in paths:
        problems: list[str] = []
        found |= dict.fromkeys(rule_files((written,), problems.append))
        missing += [(written, problem) for problem in problems]
    return with_scenarios(paths, list(found)), missing


def _run(path: Path, select: str, troubles: list[str]) -> Tested:
    try:
        return Tested(path, load(path).test(select))
    except RuleFileError as error:
        return Tested(path, findings=error.diagnostics, outcome="errors")
    except UnreadableFileError as error:
        troubles.append(str(error))
        return Tested(path, findings=[unreadable(str(path), str(error))], outcome="unreadable")
    except InternalError as error:
        from ..internal_errors import tell_fault  # only needed when something has gone wrong

        return Tested(path, findings=[tell_fault(error)], outcome="fault")


def _end(tested: list[Tested], troubles: list[str], form: str, select: str) -> int:
    """Print what came of all files; return the exit code."""
    results = [result for file in tested for result in file.scenarios]
    passed, failed = sum(result.passed for result in results), sum(not result.passed for result in results)
    broken, faults = (sum(file.outcome == outcome for file in tested) for outcome in ("errors", "fault"))
    if not (results or broken or faults or troubles):
        troubles.append(f"no scenario has `{select}` in its name or title" if select else "there are no scenarios here")
    if form != "text":
        click.echo(tested_text(form, tested), nl=False)
    elif results or broken:
        _summary(passed, failed, broken)
    for trouble in troubles:
        say_error(trouble)
    return WRONG_USE if troubles or faults else FINDINGS if failed or broken else CLEAN


def with_scenarios(written: tuple[str, ...], files: list[Path]) -> list[Path]:
    """Return the files, each followed by the scenario files beside it; folders hold these already."""
    folders = [Path(path) for path in written if Path(path).is_dir()]
    found: dict[Path, None] = {}
    for path in files:
        found[path] = None
        if not any(folder in path.parents for folder in folders):
            found.update(dict.fromkeys(scenario_files(path)))
    return list(found)


def _print(file: Tested, quiet: bool, with_tables: bool) -> None:
    if file.outcome == "errors":
        print_findings(list(file.findings))
    if file.scenarios and not quiet:
        click.secho(str(file.path), bold=True, color=wants_colour())
    for result in file.scenarios:
        if result.passed and quiet:
            continue
        sign, colour = ("✓", "green") if result.passed else ("✗", "red")
        head = click.style(sign, fg=colour, bold=True)
        click.echo(f"  {head} {plain(result.name)}  {plain(result.title)}", color=wants_colour())
        if result.diagnostics:
            print_findings(list(result.diagnostics))
        if with_tables and result.tables:
            _print_tables(result)


def _print_tables(result: ScenarioResult) -> None:
    from ..render.table import render_view  # with it comes rich, which only failures need

    console = make_console()
    for line, view in result.tables:
        click.secho(f"  The table at line {line}:", bold=True, color=wants_colour())
        console.print(render_view(view, console.width))


def _summary(passed: int, failed: int, broken: int) -> None:
    parts = [f"{passed} passed"] + ([f"{failed} failed"] if failed else [])
    parts += [f"{counted(broken, 'file')} with errors"] if broken else []
    colour = "red" if failed or broken else "green"
    click.secho(", ".join(parts), fg=colour, bold=True, color=wants_colour())
