"""``gamedsl update``: rule files as earlier editions wrote them in; the same games as this edition writes them out."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from gamedsl.files import read_source, shortened
from gamedsl.keeping.writing import write_whole
from gamedsl.updating.update import Done, Updated, updated

from ..console import (
    CLEAN,
    FINDINGS,
    WRONG_USE,
    complete_games,
    counted,
    friendly_errors,
    plain,
    print_findings,
    rule_files,
    say_error,
    wants_colour,
)
from ..language import EnglishVerb

_BOM = b"\xef\xbb\xbf"


@click.command("update", cls=EnglishVerb)
@click.argument("paths", shell_complete=complete_games, metavar="FILE...", nargs=-1, required=True)
@click.option("--check", "only_tell", is_flag=True, help="Write nothing; the exit code is 1 if something is old.")
@click.option("--diff", "shows_diff", is_flag=True, help="Write nothing; show the changed lines.")
def command(paths: tuple[str, ...], only_tell: bool, shows_diff: bool) -> None:
    """Write rule files as this edition of the language writes them, or all *.game files of folders.

    The games stay the same. Comments, the order of lines and all that is not old stay as they are. Variants and files
    of scenarios are best named with their base, as some new forms need a change in each of them.

    Exit code: 0 nothing is old any more, 1 something is (with --check or --diff), or a file has errors and stays as it
    is, 2 wrong use, or a file that cannot be read or written.
    """
    troubles: list[str] = []
    files = [path for path in rule_files(paths, troubles.append) if _is_own(path, paths, troubles)]
    with friendly_errors():
        found = updated(files)
    told = _shortened(files)
    _tell(found, told, shows_diff)
    if not (only_tell or shows_diff):
        troubles += _written(found)
    for trouble in troubles:
        say_error(trouble)
    is_old = bool(found.texts) and (only_tell or shows_diff)
    raise SystemExit(WRONG_USE if troubles else FINDINGS if found.refused or is_old else CLEAN)


def _is_own(path: Path, paths: tuple[str, ...], troubles: list[str]) -> bool:
    """Is this a file of the user's? What is bundled with gamedsl is called by its name alone."""
    is_named = any(
        Path(written).exists() for written in paths if path == Path(written) or Path(written) in path.parents
    )
    if not is_named:
        troubles.append(f"{path} is bundled with gamedsl, and only your own files are changed; copy it first")
    return is_named


def _shortened(files: list[Path]) -> dict[Path, str]:
    return {path.resolve(): str(path) for path in files}


def _tell(found: Updated, names: dict[Path, str], shows_diff: bool) -> None:
    for refused in found.refused:
        print_findings(list(refused.findings))
        click.echo(f"{_name(refused.path, names)} stays as it is: mend its errors first\n")
    if shows_diff:
        for path, text in found.texts.items():
            _show_diff(_name(path, names), read_source(path).text, text)
    else:
        for done in found.done:
            click.echo(plain(f"{_place(done, names)}: {done.change.was} → {done.change.becomes} ({done.reason})"))
    for left in found.left:
        change, finding = left.done.change, left.finding
        click.echo(plain(f"{_place(left.done, names)}: {change.was} stays; as {change.becomes} it would be told:"))
        click.echo(plain(f"  {finding.code} {finding.message}"))
    summary = f"{counted(len(found.done), 'old form')} in {counted(len(found.texts), 'file')}"
    click.secho(summary if found.done else "nothing is old", bold=True, color=wants_colour())


def _place(done: Done, names: dict[Path, str]) -> str:
    path = done.path if done.change.path is None else Path(done.change.path)
    return f"{_name(path, names)}:{done.change.line}"


def _name(path: Path, names: dict[Path, str]) -> str:
    return names.get(path) or str(shortened(path))


def _show_diff(name: str, old: str, new: str) -> None:
    for line in unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="", n=1):
        colour = {"+": "green", "-": "red"}.get(line[:1]) if wants_colour() else None
        click.secho(plain(line), fg=colour)


def _written(found: Updated) -> list[str]:
    """Write what has changed, each file as a whole; return what went wrong."""
    troubles = []
    for path, text in found.texts.items():
        try:
            mark = _BOM if path.read_bytes().startswith(_BOM) else b""
            write_whole(path, mark + text.encode("utf-8"))
        except OSError as error:
            troubles.append(f"{path} cannot be written: {error.strerror or error}")
    return troubles
