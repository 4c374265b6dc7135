"""Games in which choices are tried out -> machine code that thinks about them, made when that is worth its time"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import CDLL
from functools import cached_property
from threading import Event, Thread
from typing import Protocol

import attrs

from gamedsl.kernel import build_cache
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.native.building import hash_of, kept_library, library
from gamedsl.kernel.native.compiling import NotBuiltError
from gamedsl.kernel.native.thinking import Thinking
from gamedsl.kernel.printing.c_types import TOO_WIDE, TooWideError
from gamedsl.kernel.printing.players.thinking import Listing, thinking_text
from gamedsl.kernel.program import Program

PATIENCE = 1.0
"""Seconds of CPU that are spent on thinking in Python before machine code is made: as long as that takes at least."""
_MOST_TROUBLE = 3
"""Decisions that C has left to Python after which it is not asked again: every time its work was for nothing."""
_LEAVING = 2.0
"""Seconds for which the end of the program waits for a compiler to end."""


class Tail(Protocol):
    """How the numbers of a state go on behind those that every program of its set-up has, in the one that is made."""

    @property
    def common(self) -> int: ...

    @property
    def initial(self) -> Sequence[int]: ...


Made = tuple[Program, Listing, Tail]


@attrs.frozen
class _KeptTail:
    """A tail of which only the numbers are known."""

    common: int
    initial: Sequence[int]


class Compiled:
    """The machine code of one set-up, which is not there at first; ``make`` gives what it is made of.

    ``is_quick`` tells whether that costs next to nothing: then a library that was compiled before is used from the
    first decision on; so is one that is known by ``key``, of which nothing need be made. ``spent``: seconds that were
    spent in Python because it is not there.
    """

    tail: Tail
    """What states need behind their numbers to be thought about, once it is there."""

    def __init__(
        self, make: Callable[[], Made], is_quick: Callable[[], bool] = lambda: False, key: Callable[[], str] = str
    ) -> None:
        self._make, self._is_quick, self._key_of = make, is_quick, key
        self._may_be_kept = True
        self._library: CDLL | None = None
        self._program: Program | None = None
        self._beside: Thread | None = None
        self._free: list[Thinking] = []
        self._trouble = 0
        self.spent = 0.0
        self.missing = ""
        """Why it cannot be had; empty as long as nobody knows that."""

    @property
    def is_there(self) -> bool:
        """Whether it can be used at once."""
        return self._library is not None and not self.missing

    def is_wanted(self, engine: str) -> bool:
        """Tell whether it should be made now; ``engine``: auto, python or native."""
        if self.missing or self.is_there or engine == "python":
            return False
        return engine == "native" or self.spent >= PATIENCE or self._is_kept()

    def _is_kept(self) -> bool:
        """Take what was compiled before, if that is there; look for it once."""
        if self._may_be_kept:
            self._may_be_kept = False
            if self._is_known() or self._key or not self._is_quick():
                return self.is_there
            with suppress(NotLoweredError, TooWideError):
                self._program, listing, self.tail = self._make()
                text = thinking_text(self._program, listing)
                self._library = kept_library(hash_of(text))
                if self._library is not None:
                    self._keep(text)
        return self.is_there

    @cached_property
    def _key(self) -> str:
        return self._key_of()

    def _is_known(self) -> bool:
        """Take what is known by the set-up alone, if it is."""
        known = build_cache.found(self._key)
        if known is not None and known.numbers:
            self._library, self._program = known.library, known.program
            self.tail = _KeptTail(known.numbers[0], known.numbers[1:])
        return self.is_there

    def _keep(self, text: str) -> None:
        assert self._program is not None
        build_cache.keep(self._key, text, self._program, (self.tail.common, *self.tail.initial))

    def build(self, hear: Callable[[], object] = lambda: None) -> bool:
        """Make it, or take it from the cache; tell whether it is there now.

        ``hear`` is called meanwhile; where it raises KeyboardInterrupt, as much time is spent in Python before it is
        tried again.
        """
        if self._library is None and not self.missing and not self._is_known():
            try:
                program, listing, self.tail = self._make()
                text = thinking_text(program, listing)
                hear()
                self._program = program
                self._library = library(text, hear)
                self._keep(text)
            except KeyboardInterrupt:
                self.spent = 0.0
                raise
            except NotLoweredError as error:
                self.missing = str(error)
            except TooWideError:
                self.missing = TOO_WIDE
            except NotBuiltError as error:
                self.missing = str(error)
        return self.is_there

    def build_beside(self, another: Callable[[], Compiled]) -> None:
        """Have it made in a thread, unless that has begun; meanwhile it is not there.

        ``another`` gives another one for the same set-up, which shares nothing that changes with this one: it is called
        and built in the thread. Where that fails, it is as if it could not be had; when the program ends, so does it.
        """
        if self._beside is not None or self.missing or self.is_there:
            return
        leaving, compiling = Event(), Event()

        def hear() -> None:
            compiling.set()
            if leaving.is_set():
                raise KeyboardInterrupt

        def make() -> None:
            try:
                made = another()
                if made.build(hear):
                    self.tail, self._program = made.tail, made._program
                    self._library = made._library
                else:
                    self.missing = made.missing
            except KeyboardInterrupt:
                self.missing = "the program ends"
            except Exception as error:  # nobody is there to tell it to: they think on in Python
                self.missing = f"it could not be made: {error}"

        self._beside = Thread(target=make, daemon=True)
        self._beside.start()
        atexit.register(_end, leaving, compiling, self._beside)

    @contextmanager
    def thinking(self) -> Iterator[Thinking]:
        """Give something that thinks, for one decision; it is nobody else's meanwhile."""
        assert self._library is not None and self._program is not None
        one = self._free.pop() if self._free else Thinking(self._library, self._program)
        try:
            yield one
        finally:
            self._free.append(one)

    def another(self) -> Thinking:
        """Return something that thinks for whoever wants one of its own."""
        assert self._library is not None and self._program is not None
        return Thinking(self._library, self._program)

    def note_trouble(self) -> None:
        """Note that a decision was left to Python."""
        self._trouble += 1
        if self._trouble >= _MOST_TROUBLE:
            self.missing = "rules fail while games are judged"


def _end(leaving: Event, compiling: Event, thread: Thread) -> None:
    """Let a compiler that still runs end with the program; what Python does in the thread ends by itself."""
    leaving.set()
    if compiling.is_set():
        thread.join(_LEAVING)
