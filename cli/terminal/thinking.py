"""A player that thinks -> a line at the terminal that tells how far it is; Ctrl-C ends the thinking."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock, Timer, current_thread, main_thread
from types import FrameType

from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from gamedsl.game import Table as GameTable
from gamedsl.i18n.speaking import gettext
from gamedsl.players.seats import own
from gamedsl.studies import engine_of, state_of

from ..console import plain


def think(table: GameTable, kinds: Sequence[str], engine: str) -> str:
    """Let the players of a table think by an engine (auto, python, native); return why not, to be told, else nothing.

    With ``auto`` machine code is made beside the game, with ``native`` before it begins.
    """
    found = engine_of(table)
    found.thinks = "beside" if engine == "auto" else engine
    if engine != "native" or not any(mine.level for kind in kinds if (mine := own(kind)) is not None):
        return ""
    from gamedsl.players.search.thinking import why_not

    missing = why_not(found, state_of(table))
    found.thinks = "python" if missing else "native"
    return gettext("Players think in Python, not by machine code: {why}.", why=missing) if missing else ""


def person_is_asked(table: GameTable) -> None:
    """Use the time for which nobody thinks but a person."""
    found = engine_of(table)
    if found.thinks == "beside":
        from gamedsl.players.search.thinking import make_meanwhile

        make_meanwhile(found, state_of(table))


_PATIENCE = 0.3
"""Seconds after which it is shown that a player thinks."""
_BAR = 20
_MINUTE = 60


class Thinking:
    """How far the player that thinks now is. ``stopped``: the last thinking was ended by Ctrl-C.

    Give ``progress`` to the players that search. Nothing is shown where standard output is no terminal.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.stopped = False
        self._spinner = Spinner("dots")
        self._name = ""
        self._searches = False
        self._share = 0.0
        self._first: tuple[float, float] | None = None

    def progress(self, iterations: int, share: float) -> None:
        """Note the share of the budget that is used; raise KeyboardInterrupt when Ctrl-C has been pressed."""
        del iterations
        if self.stopped:
            raise KeyboardInterrupt
        self._share = share
        if self._first is None and share > 0:
            self._first = (time.monotonic(), share)

    @contextmanager
    def of(self, name: str, *, searches: bool) -> Iterator[None]:
        """Show that a player thinks; one that ``searches`` is told to come to an end by Ctrl-C.

        Pressed twice, or where the player does not search, Ctrl-C raises KeyboardInterrupt as everywhere.
        """
        self.stopped, self._name, self._searches = False, name, searches
        self._share, self._first = 0.0, None
        with self._ended_by_hand(searches), self._shown():
            yield

    @contextmanager
    def _ended_by_hand(self, searches: bool) -> Iterator[None]:
        if not searches or current_thread() is not main_thread():
            yield
            return

        again = False

        def stop(number: int, frame: FrameType | None) -> None:
            nonlocal again
            if self.stopped:
                again = True
                signal.default_int_handler(number, frame)
            self.stopped = True

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
        if again:
            raise KeyboardInterrupt  # the search may have taken it for the wish to see its choice

    @contextmanager
    def _shown(self) -> Iterator[None]:
        """Show a line when it takes long; it is gone when the player has decided."""
        if not sys.stdout.isatty() or not self.console.is_terminal:
            yield
            return
        live = Live(self, console=self.console, transient=True, refresh_per_second=10)
        lock, over = Lock(), False

        def show() -> None:
            with lock:
                if not over:
                    live.start(refresh=True)

        timer = Timer(_PATIENCE, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with lock:
                over = True
            live.stop()

    def __rich__(self) -> RenderableType:
        line = Table.grid(padding=(0, 1, 0, 0))
        said: list[RenderableType] = [
            self._spinner,
            Text(gettext("{name} thinks", name=plain(self._name)), style="dim"),
        ]
        if self._share > 0:
            said += [ProgressBar(total=1.0, completed=self._share, width=_BAR), Text(f"{int(self._share * 100)} %")]
        said.append(Text(self._left(), style="dim"))
        for _ in said:
            line.add_column(no_wrap=True)
        line.add_row(*said)
        return line

    def _left(self) -> str:
        """Return how long it will still take, and how it is ended."""
        end = gettext("Ctrl-C: decide now") if self._searches else gettext("Ctrl-C: leave")
        if self.stopped:
            return gettext("decides")
        seconds = self.seconds_left(time.monotonic())
        if seconds is None:
            return f"({end})"
        left = f"{seconds // _MINUTE} min {seconds % _MINUTE} s" if seconds >= _MINUTE else f"{seconds} s"
        return gettext("about {time} left ({end})", time=left, end=end)

    def seconds_left(self, now: float) -> int | None:
        """Return about how many seconds are left; None while nobody can tell."""
        if self._first is None or self._share <= self._first[1]:
            return None
        begin, first = self._first
        return max(1, round((now - begin) * (1 - self._share) / (self._share - first)))
