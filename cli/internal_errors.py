"""A fault of the program itself -> one message for people, and a file with everything that helps to mend it."""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
import sys
import time
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import platformdirs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.text import render_text
from gamedsl.internal_errors import InternalError, noticed
from gamedsl.storage.caching import HOME

from .console import is_debugging, plain, say_error

_MOST_AT_ONCE = 100


def tell_fault(error: Exception, verb: str = "") -> Diagnostic:
    """Print a fault as one message, and return it; ``verb`` is that of the command line."""
    fault = noticed(error, f"carrying out `{verb}`")
    found = fault_finding(fault)
    if fault.span is not None:
        click.echo(render_text([found]), nl=False, err=True)
        return found
    say_error(f"{found.severity} {found.code} {found.name}: {found.message}")
    click.echo(f"  help: {plain(found.help)}", err=True)
    return found


def fault_finding(error: Exception) -> Diagnostic:
    """Return a fault as a finding that names the file with its traceback; with ``--debug`` that is printed too."""
    fault = noticed(error)
    if is_debugging():
        click.echo(_traceback(fault), nl=False, err=True)
    file = _written(fault)
    if file is None:
        return fault.finding(f"what `{shlex.join(['gamedsl', '--debug', *_arguments()])}` prints")
    return fault.finding(f"the file {file}, which holds the command line, the versions and the traceback")


def log_folder() -> Path:
    """Return the folder of what is written about faults, which may not exist yet."""
    home = os.environ.get(HOME)
    return Path(home) / "log" if home else platformdirs.user_log_path("gamedsl", appauthor=False)


def _written(fault: InternalError) -> Path | None:
    """Write down everything about a fault; None where that is not possible: a fault is never followed by another."""
    with contextlib.suppress(OSError, RuntimeError):
        folder = log_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = time.strftime("fault-%Y%m%d-%H%M%S", time.gmtime())
        for number in range(1, _MOST_AT_ONCE):
            path = folder / f"{name}{'' if number == 1 else f'_{number}'}.txt"
            with contextlib.suppress(FileExistsError), path.open("x", encoding="utf-8", errors="replace") as file:
                file.write(_report(fault))
                return path
    return None


def _report(fault: InternalError) -> str:
    """Return what those who maintain gamedsl need to know."""
    facts = {
        "command": shlex.join(["gamedsl", *_arguments()]),
        "gamedsl": _version(),
        "Python": f"{platform.python_version()} on {platform.platform()}",
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "while": fault.doing,
        "place": "unknown" if fault.span is None else str(fault.span),
    }
    return "".join(f"{name}: {fact}\n" for name, fact in facts.items()) + f"\n{_traceback(fault)}"


def _traceback(fault: InternalError) -> str:
    return "".join(traceback.format_exception(fault if fault.__cause__ is None else fault.__cause__))


def _version() -> str:
    try:
        return version("gamedsl")
    except PackageNotFoundError:
        return "of an unknown version"


def _arguments() -> list[str]:
    return sys.argv[1:]
