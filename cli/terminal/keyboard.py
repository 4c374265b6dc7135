"""Standard input -> lines that people type from now on; a terminal that is closed -> an error that leaves the game."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType

if sys.platform == "win32":
    import msvcrt

    def _drop() -> bool:
        waiting = msvcrt.kbhit()
        while msvcrt.kbhit():
            msvcrt.getwch()
        return waiting
else:
    import select
    import termios

    def _drop() -> bool:
        waiting = bool(select.select([sys.stdin], [], [], 0)[0])
        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        return waiting


class HangUpError(BaseException):
    """The terminal has been closed."""


def ask_line(prompt: str) -> str:
    """Ask a line on standard input; the prompt is echoed with the answer when no terminal shows it."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        print(answer)  # noqa: T201
    return answer


def drop_typed() -> bool:
    """Forget what was typed at a terminal and not read yet: it was no answer to what is asked next.

    Tell whether a line was waiting.
    """
    if sys.stdin.isatty():
        with suppress(OSError, ValueError):
            return _drop()
    return False


def edit_lines(*, remember: bool) -> None:
    """Let lines be edited at a terminal, where the system can; ``remember``: arrow keys bring earlier lines back."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError, AttributeError):
            import readline

            readline.set_auto_history(remember)


@contextmanager
def closing_leaves() -> Iterator[None]:
    """Raise HangUpError when the terminal is closed, so that what is to be written at the end still is.

    A program that was started to outlive its terminal does so.
    """
    hang_up = getattr(signal, "SIGHUP", None)
    main = current_thread() is main_thread()
    if hang_up is None or not main or signal.getsignal(hang_up) is not signal.SIG_DFL:
        yield
        return

    def leave(number: int, frame: FrameType | None) -> None:
        raise HangUpError

    signal.signal(hang_up, leave)
    try:
        yield
    finally:
        signal.signal(hang_up, signal.SIG_DFL)
