"""What a pass is working on -> where a fault of the program itself came: as an error for callers, and as a finding.

A fault is an exception that nobody has foreseen. Passes say in one line what they turn to; only when a fault comes is
that looked at, so it costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.source import Source, Span, first_line

_FORESEEN = (OSError, MemoryError)
"""What the world outside does to us: no fault of the program."""
_MOST_WORDS = 300


@attrs.frozen
class _Work:
    """What is being worked on, in words that follow "while", and where that stands."""

    doing: str
    span: Span | None


_work: ContextVar[_Work | None] = ContextVar("work", default=None)


def working_on(doing: str, span: Span | None = None) -> None:
    """Note what is being done from here on: "checking the action `take`"."""
    _work.set(_Work(doing, span))


def place_of_work() -> Span | None:
    """Return the place that is being worked on, as far as known."""
    work = _work.get()
    return None if work is None or work.span is None else first_line(work.span)


class InternalError(Exception):
    """A fault of gamedsl, not of a rule file: the exception that caused it is its ``__cause__``.

    ``doing`` says what was being done ("checking the action `take`"), ``path`` is the rule file (empty where there is
    none), ``span`` the place in it that was being worked on, as far as known.
    """

    def __init__(self, doing: str, span: Span | None, cause: BaseException) -> None:
        self.doing = doing
        self.span = span
        said = f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__
        self.cause = " ".join(said.split())[:_MOST_WORDS]
        place = "" if span is None else f"{span.path}:{span.line}: "
        super().__init__(f"{place}gamedsl has failed while {doing}: {self.cause}")

    @property
    def path(self) -> str:
        """The rule file, as messages name it; empty where none was being worked on."""
        return "" if self.span is None else self.span.path

    def finding(self, proof: str = "the traceback") -> Diagnostic:
        """Return the fault as a finding; ``proof`` is what shows those who maintain gamedsl what has happened."""
        span = Span(Source("gamedsl", ""), 1, 1, 1, 1) if self.span is None else first_line(self.span)
        return diagnostic("GDINT01", span, doing=self.doing, cause=self.cause, proof=proof)


def noticed(error: BaseException, otherwise: str = "starting") -> InternalError:
    """Return the fault that an exception is, with what is being worked on now; ``otherwise``: when nothing is noted."""
    if isinstance(error, InternalError):
        return error
    work = _work.get() or _Work(otherwise, None)
    fault = InternalError(work.doing, work.span, error)
    fault.__cause__ = error
    return fault


def is_interrupt(error: BaseException) -> bool:
    """Is an exception a Ctrl-C in other words? So Python 3.11 tells of one that came while it made a class."""
    return isinstance(error.__cause__, KeyboardInterrupt)


@contextmanager
def faults_noticed(source: Source, doing: str = "reading the file") -> Iterator[None]:
    """Turn a fault that comes while a rule file is worked on into an InternalError with its place."""
    before = _work.set(_Work(doing, Span(source, 1, 1, 1, 1)))
    try:
        yield
    except _FORESEEN:
        raise
    except Exception as error:
        if is_interrupt(error):
            raise
        raise noticed(error) from error
    finally:
        _work.reset(before)
