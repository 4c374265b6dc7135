"""A set-up and what is made of it -> machine code or words that were made of it before, without making them again

It is known by all that its text follows from: what stands in the checked game, seats and options, the limits of play,
the files of gamedsl, attrs and Python. What is kept is the hash of the text, by which the library is known with its
compiler, and what whoever calls it reads of the program: the fields of its states, numbers and words.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ctypes import CDLL
from functools import cache
from hashlib import sha256

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.set_up import SetUp
from gamedsl.kernel.native.building import hash_of, kept_library, library
from gamedsl.kernel.passes.program_cache import bytes_of, nodes_of
from gamedsl.kernel.program import Field, Program
from gamedsl.packages import package_folder
from gamedsl.storage.contents import content_of
from gamedsl.storage.fingerprint import fingerprint
from gamedsl.storage.store import Store

STORE = Store("set_ups", 4 << 20)
THINKING = "thinking"
"""What machine code is made for by which players think."""
_FORM = 2
"""Number of what is kept; change it with that."""


@attrs.frozen
class MachineCode:
    """A library with the program that it was made of, of which only the fields may be there.

    ``numbers`` and ``words``: what else whoever calls it reads of the program.
    """

    library: CDLL
    program: Program
    numbers: tuple[int, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()


Made = tuple[str, Program, Sequence[Sequence[str]]]
"""The text of machine code, the program that it is made of, and words that are kept with it."""


def key_of(set_up: SetUp, what: str) -> str:
    """Return by what machine code for a set-up is known; ``what`` is made of it. Empty where nothing can be kept."""
    content = content_of(set_up.game) if STORE.folder() is not None else ""
    if not content:
        return ""
    limits = sorted((name, value) for name, value in vars(Limits).items() if isinstance(value, int))
    chosen = sorted((name, repr(value)) for name, value in set_up.chosen.items())
    parts = (_FORM, sys.version, _gamedsl(), content, set_up.layout.seats, chosen, limits, what)
    return sha256("\n".join(map(str, parts)).encode(errors="surrogatepass")).hexdigest()[:40]


@cache
def _gamedsl() -> str:
    return fingerprint([str(package_folder("gamedsl"))], ("attr",))


def found(key: str) -> MachineCode | None:
    """Return machine code that was kept by a key; None where it has to be made."""
    data = STORE.found(key) if key else None
    if data is None:
        return None
    try:
        text_hash, fields, numbers, words = nodes_of(data)
        program = Program(fields={one.name: one for one in fields if isinstance(one, Field)})
        made = kept_library(str(text_hash))
        if made is None:
            return None
        return MachineCode(made, program, tuple(map(int, numbers)), _kept_rows(words))
    except Exception:  # what stands there may be anything
        return None


def keep(
    key: str, text: str, program: Program, numbers: Sequence[int] = (), words: Sequence[Sequence[str]] = ()
) -> None:
    """Keep by a key that a text was made, and what is read of its program."""
    if key:
        parts = [hash_of(text), [*program.fields.values()], [*numbers], [[*row] for row in words]]
        STORE.keep(key, bytes_of(parts, fast=False))


def words_of(set_up: SetUp, what: str, make: Callable[[], Iterable[Sequence[str]]]) -> tuple[tuple[str, ...], ...]:
    """Return rows of words that follow from a set-up alone; ``make`` gives them where they were not kept before."""
    key = key_of(set_up, what)
    data = STORE.found(key) if key else None
    if data is not None:
        with suppress(Exception):  # what stands there may be anything
            return _kept_rows(nodes_of(data))
    words = _rows(make())
    if key:
        STORE.keep(key, bytes_of([[*row] for row in words], fast=False))
    return words


def _kept_rows(found: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise TypeError("these are no rows of words")
    return _rows(found)


def _rows(words: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, row)) for row in words)


def machine_code(set_up: SetUp, what: str, make: Callable[[], Made], patience: float | None = None) -> MachineCode:
    """Return machine code, compiled now where it was not before; ``make`` gives what it is made of.

    ``patience``: as for ``library``. Raise NotBuiltError where no compiler makes a library.
    """
    key = key_of(set_up, what)
    known = found(key)
    if known is not None:
        return known
    text, program, words = make()
    made = MachineCode(library(text, patience=patience), program, (), _rows(words))
    keep(key, text, program, (), words)
    return made
