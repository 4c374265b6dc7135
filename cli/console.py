"""What all verbs share: terminal or not, colours, finding rule files, and how a verb ends with an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from gamedsl.i18n.speaking import gettext, ngettext

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from rich.console import Console

    from gamedsl.diagnostics.diagnostic import Diagnostic

CLEAN, FINDINGS, WRONG_USE = 0, 1, 2
STANDARD_INPUT = "-"
"""The name of a file that stands for standard input."""
DEBUG = "GAMEDSL_DEBUG"
"""The variable of the environment that means the same as ``--debug``."""
_LEAST_WIDTH = 20
_MOST_TYPED = 2000
_MOST_BRACKETS = 50


def complete_games(context: click.Context, argument: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what a shell offers for the name of a game: bundled ones, then rule files and folders."""
    from click.shell_completion import CompletionItem

    from gamedsl.files import bundled_names

    del context, argument
    names = [name for name in bundled_names() if name.startswith(begun)]
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


text_or_json = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="text for people, json for programs.",
)
"""The option of verbs that tell people and programs the same; the verb gets it as ``form``."""


def wants_colour() -> bool:
    """Colours only on a terminal, and never with ``NO_COLOR``."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def at_terminal() -> bool:
    """Can somebody be asked?"""
    return sys.stdin.isatty()


def is_debugging() -> bool:
    """Is the traceback of a fault wanted?"""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.find_root().params.get("debug"))


def make_console(width: int | None = None) -> Console:
    """Return a console on standard output that takes text as it is: no markup, no guessing of highlights."""
    from rich.console import Console  # this module is imported at every start: what takes long, where it is used

    console = Console(no_color=not wants_colour(), highlight=False, markup=False, emoji=False, width=width)
    if console.width < _LEAST_WIDTH:  # of a terminal that says it has none, or next to none: nothing would be printed
        console.width = _LEAST_WIDTH
    return console


def plain(text: str) -> str:
    """Return one line of text without signs that could steer a terminal, turn text around or hide it."""
    from gamedsl.source import printable

    return printable(text)


def json_text(data: object) -> str:
    """Return data as JSON that people can read too: escapes stand for what nobody could see."""
    import json

    from gamedsl.source import escaped

    return escaped(json.dumps(data, indent=2, ensure_ascii=False))


def told_decisions(number: int) -> str:
    """Return a number of decisions: 1 decision, 2 decisions."""
    return ngettext("{count} decision", "{count} decisions", number)


def told_points(number: int) -> str:
    """Return a number of points: 1 point, -1 point, 2 points."""
    if abs(number) == 1:
        return gettext("{number} point", number=number)
    return ngettext("{count} point", "{count} points", number)


def is_yes(answer: str) -> bool:
    """Does a typed answer say yes, in English or in the language that is spoken?"""
    return answer.strip().casefold() in ("y", "yes", *gettext("y yes").split())


def is_no(answer: str) -> bool:
    """Does a typed answer say no, in English or in the language that is spoken?"""
    return answer.strip().casefold() in ("n", "no", *gettext("n no").split())


def counted(number: int, word: str) -> str:
    """Return a number with its word: 1 file, 2 files."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def too_much(typed: str) -> str:
    """Return why a typed line is none that anybody means: reading it would take long; empty when it is fine."""
    if len(typed) > _MOST_TYPED:
        return gettext("That is more than {number:,} characters; a part of a name is enough.", number=_MOST_TYPED)
    if sum(map(typed.count, "([{")) > _MOST_BRACKETS:
        return gettext("These are too many brackets.")
    return ""


def say_error(text: str) -> None:
    """Print one line of trouble on standard error."""
    click.echo(f"gamedsl: {plain(text)}", err=True)


def fail(text: str, code: int = WRONG_USE) -> NoReturn:
    """Say what is wrong and end."""
    say_error(text)
    raise SystemExit(code)


def print_findings(diagnostics: list[Diagnostic]) -> None:
    """Print findings with their source lines."""
    from gamedsl.diagnostics.text import render_text

    click.echo(render_text(diagnostics, colour=wants_colour()), nl=False, color=wants_colour())


@contextmanager
def friendly_errors() -> Iterator[None]:
    """Turn errors of the API into a message and an exit code: 1 for findings, 2 for wrong use or unreadable files."""
    from gamedsl import RuleFileError, SaveError, SetupError, UnreadableFileError

    try:
        yield
    except RuleFileError as error:
        print_findings(list(error.diagnostics))
        raise SystemExit(FINDINGS) from error
    except UnreadableFileError as error:
        fail(str(error))
    except (SetupError, SaveError) as error:
        fail(str(error))


def rule_files(paths: tuple[str, ...], unreadable: Callable[[str], None]) -> list[Path]:
    """Return the rule files that are meant: files as they are, of folders all ``*.game`` files in them, sorted.

    Names of bundled games are understood too. What cannot be found is told to ``unreadable``.
    """
    from gamedsl.files import SUFFIX, UnreadableFileError, find_game, rule_files_in

    found: dict[Path, None] = {}
    for written in paths:
        path = Path(written)
        if not written:
            unreadable(gettext("an empty name is no file"))
            continue
        try:
            folder = path.is_dir()
        except OSError:
            folder = False
        if not folder:
            try:
                found[find_game(written)] = None
            except UnreadableFileError as error:
                unreadable(str(error))
            continue
        search = rule_files_in(path)
        for outside in search.outside:
            unreadable(gettext("{path} is a link out of the folder; to read it, name it", path=outside))
        if not search.found:
            unreadable(gettext("the folder {path} holds no rule files (*{ending})", path=path, ending=SUFFIX))
        found.update(dict.fromkeys(search.found))
    return list(found)
