"""Command line in, exit code out: the group of all verbs, each imported when it is called."""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

import click

from gamedsl.i18n.speaking import gettext, mark

from .console import DEBUG, WRONG_USE, say_error
from .language import Verb, all_speaking, of_environment

_VERBS = {
    "check": mark("Check rule files."),
    "diff": mark("Tell what differs between two games, or between a variant and its base."),
    "compare": mark("Play two games with the same seeds and tell what differs."),
    "fmt": mark("Lay out rule files in the one canonical way."),
    "explain": mark("Explain the code of a finding."),
    "play": mark("Play a game at the terminal."),
    "replay": mark("Step through a recorded game, or verify it."),
    "schema": mark("Print the JSON Schema of what a game tells other programs."),
    "show": mark("Show what a rule file says: players, phases, actions, zones."),
    "simulate": mark("Play many games: who wins, how long, what is never used."),
    "test": mark("Run the scenarios of rule files."),
}


class Verbs(Verb, click.Group):
    """Lists the verbs without importing them: ``--help`` needs neither the parser nor the engine."""

    def main(self, *given: Any, **named: Any) -> Any:
        """Run a command line in the language of the environment."""
        with all_speaking(of_environment(os.environ)):
            return super().main(*given, **named)

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _VERBS:
            return None
        command = getattr(import_module(f".verbs.{cmd_name}", __package__), "command")  # noqa: B009
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        """Carry out a verb; a fault of the program becomes one message and the exit code of wrong use."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit, OSError, MemoryError):
            raise
        except Exception as error:
            # Imported only now: a command line that works needs none of it.
            from gamedsl.internal_errors import is_interrupt

            from .internal_errors import tell_fault

            if is_interrupt(error):
                raise KeyboardInterrupt from error
            tell_fault(error, ctx.invoked_subcommand or "")
            raise SystemExit(WRONG_USE) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(verb, gettext(words)) for verb, words in _VERBS.items()])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gamedsl")
@click.option("--debug", is_flag=True, envvar=DEBUG, help="Show the traceback when gamedsl itself fails.")
def group(debug: bool) -> None:
    """Write, check and play the rules of board games."""
    del debug  # it is looked up when there is a fault to tell: is_debugging


def _open_streams() -> None:
    """Give a closed standard stream something to read from or write to."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


_UNSEEN = re.compile(r"[\x80-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


class _Visible(io.TextIOWrapper):
    """A standard stream on which nothing turns text around, whatever a verb prints.

    What steers a terminal cannot be told here from our own colours: texts from elsewhere go through ``console.plain``.
    When the reader has gone (``| head -1``), the rest goes nowhere: a verb ends as if all had been read.
    """

    def write(self, text: str, /) -> int:
        try:
            return super().write(_UNSEEN.sub("\ufffd", text))
        except BrokenPipeError:
            self._go_nowhere()
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            self._go_nowhere()
            super().flush()

    def _go_nowhere(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def _visible(stream: TextIO) -> TextIO:
    """Return a stream that prints what it can, and a replacement sign for the rest."""
    if type(stream) is not io.TextIOWrapper:  # what somebody has put in its place stays theirs
        return stream
    encoding, buffering = stream.encoding, stream.line_buffering
    return _Visible(stream.detach(), encoding=encoding, errors="replace", line_buffering=buffering)


def main() -> None:
    """Run the command line: exit code 0 clean, 1 findings, 2 wrong use or unreadable files, 130 interrupted."""
    gc.set_threshold(300_000)  # checking a file makes many small objects that all stay: looking for garbage is in vain
    atexit.register(gc.freeze)  # nor is anything gained by it when the process ends
    _open_streams()
    sys.stdout, sys.stderr = _visible(sys.stdout), _visible(sys.stderr)
    with all_speaking(of_environment(os.environ)):
        _run()


def _run() -> None:
    try:
        group(standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo(gettext("Interrupted."), err=True)
        sys.exit(130)
    except MemoryError:
        say_error(gettext("the memory of this computer does not suffice"))
        sys.exit(WRONG_USE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        with contextlib.suppress(OSError):  # the terminal itself may be gone
            click.echo(f"gamedsl: {error.strerror or error}", err=True)
        sys.exit(2)
