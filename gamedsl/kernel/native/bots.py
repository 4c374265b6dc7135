"""Kinds of players and what is to be known of a set-up -> what decides in games that are played in C (``bots.c``)"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.native.thinking import Task, Thinking
from gamedsl.kernel.printing.structs import BOARD, BOT, CELL, HELD, OPENED, OWN, STANDS


class _Board(ctypes.Structure):
    _fields_ = BOARD.layout()


class _Bot(ctypes.Structure):
    _fields_ = BOT.layout(Task)


@attrs.frozen
class Cell:
    """Where the number stands that says what lies in a cell, of a stack that of its lowest block.

    ``low``: which piece its first bit means, -1: it is the number of the only piece. ``blocks``: where it stands how
    many blocks there are, None: it is no stack. ``seers`` see it; ``is_alone``: nothing else follows from what is here.
    ``owner``: the seat whose it is, -1: nobody's.
    """

    word: int
    low: int
    blocks: int | None
    seers: int
    is_alone: bool
    owner: int


@attrs.frozen
class Stands:
    """Where a number of an open paragraph stands.

    ``place``: among all, below 0: nowhere. While its paragraph, number ``key`` of those that save their numbers when
    they begin inside themselves (-1: it does not), has begun again, it is ``behind`` the first number that was saved.
    """

    place: int = -1
    key: int = -1
    behind: int = 0


@attrs.frozen
class Held:
    """A place where an open paragraph holds pieces.

    ``low``: which piece the first bit of a set means, -1: the number is that of a piece, below 0 none. ``length``:
    where it stands how many follow each other, nowhere: it is no list.
    """

    at: Stands
    low: int = -1
    length: Stands = Stands()


@attrs.frozen
class Opened:
    """A paragraph that may be open.

    ``around``: the number of the one in which it is written, -1: it is called, or it is the outermost. ``back``: where
    it stands which of ``sites`` has called it, nowhere: nobody does. ``saves``: what it calls has saved its numbers
    before. ``key``: which of those that save them it is, and how many it has. ``you``: the seat that it speaks to, or
    where that stands, None: that is not known here. ``picks``: something may have been picked or worked out in it that
    others do not see. ``is_certain``: nothing else than pieces may be hidden in it, and it is known where these stand,
    in ``held``.
    """

    around: int
    back: Stands
    sites: Sequence[int]
    saves: bool
    key: tuple[int, int]
    you: Stands | int | None
    picks: bool
    is_certain: bool
    held: Sequence[Held]


@attrs.frozen
class Board:
    """What is to be known of a set-up to work out what a seat knows.

    ``first``: the places of numbers, by field; ``rest``: the numbers that stand behind those of a game. ``sorts``: of
    each piece a number, the same for copies. ``first_open``: by resume point the innermost of ``opened``, -1: none is
    open; ``keys``: how many paragraphs save their numbers; ``dice``: by stream whether only dice are drawn by it.
    ``own``: the numbers of things of a seat that it sees: the seat, where they stand.
    """

    first: Mapping[str, int]
    common: int
    rest: Sequence[int]
    everybody: int
    cells: Sequence[Cell]
    sorts: Sequence[int]
    first_open: Sequence[int]
    opened: Sequence[Opened]
    keys: int
    dice: Sequence[bool]
    own: Sequence[tuple[int, int]]


@attrs.frozen
class Habits:
    """How players who look ahead decide in long games, and how many looks they have in all."""

    long_game: int
    restless: float
    most_looks: int


@attrs.frozen
class Bot:
    """A kind of player: what its decisions weigh, how many tries it has, in how many deals it looks."""

    task: Mapping[str, float]
    tries: int
    looks: int


class Deciding:
    """What decides in games of a set-up for players of several kinds; one thread may use it at a time."""

    def __init__(self, thinking: Thinking, board: Board, habits: Habits, bots: Sequence[Bot]) -> None:
        library = thinking.library
        for name in ("size_of_board", "size_of_bot"):
            getattr(library, name).restype = ctypes.c_int64
        library.bot_forget.argtypes = [ctypes.c_void_p]
        assert (library.size_of_board(), library.size_of_bot()) == (ctypes.sizeof(_Board), ctypes.sizeof(_Bot))
        self._thinking = thinking
        self.board = _given(thinking, board, habits)
        self.size_of_bot = ctypes.sizeof(_Bot)
        self.bots = (_Bot * max(1, len(bots)))(*[_Bot(Task(**one.task), one.tries, one.looks) for one in bots])
        self.words = len(board.sorts) // 64 + 1
        """Words of 64 bits with a bit for each piece."""
        self.could_words = len(board.sorts) * self.words
        """Words of 64 bits that say what may lie where, as far as a seat can tell."""

    @property
    def decide(self) -> int:
        """Where the function lies that decides."""
        return ctypes.cast(self._thinking.library.bot_decide, ctypes.c_void_p).value or 0

    @property
    def mind(self) -> int:
        """Where that keeps what it thinks."""
        return self._thinking.mind

    def forget(self) -> None:
        """Leave the decision that is thought about."""
        self._thinking.library.bot_forget(self.mind)


def _given(thinking: Thinking, board: Board, habits: Habits) -> Any:
    """Return a set-up as C takes it in; what it points at lives as long as it does."""
    lies, cells, own = thinking.lies, array("q"), array("q")
    for one in board.cells:
        blocks, width = -1 if one.blocks is None else lies(one.blocks), lies(one.word + 1) - lies(one.word)
        about = {"low": one.low, "seers": one.seers, "alone": one.is_alone, "owner": one.owner}
        cells.extend(CELL.of(word=lies(one.word), width=width, blocks=blocks, **about))
    for seat, at in board.own:
        own.extend(OWN.of(seat=seat, place=lies(at), width=lies(at + 1) - lies(at)))
    rows = {
        "rest": array("q", thinking.numbers([0] * board.common + [*board.rest])[lies(board.common) :]),
        "cells": cells,
        "sorts": array("q", board.sorts),
        "first_open": array("q", board.first_open),
        **_opened(thinking, board.opened),
        "dice": array("q", board.dice),
        "own": own,
        "shifts": array("q", [0] * board.keys),
    }
    saved = [lies(board.first[name]) if board.keys else -1 for name in ("saved", "saved.size")]
    made = _Board(
        numbers=lies(board.common),
        everybody=board.everybody,
        watching=board.everybody + 1 >> 1,
        long_game=habits.long_game,
        most_looks=habits.most_looks,
        restless=habits.restless,
        many_cells=len(board.cells),
        many_own=len(board.own),
        saved_at=saved[0],
        saved_size_at=saved[1],
        many_keys=board.keys,
        **{f"{name}_at": lies(board.first[name]) for name in ("place", "known", "exposed", "draws", "resume")},
        **{name: row.buffer_info()[0] for name, row in rows.items()},
    )
    made.rows = rows
    return made


def _opened(thinking: Thinking, opened: Sequence[Opened]) -> dict[str, array[int]]:
    """Return the rows of paragraphs that may be open: their parts, the sites that call them, what they hold."""
    parts, sites, held = array("q"), array("q"), array("q")

    def at(one: Stands) -> list[int]:
        place = -1 if one.place < 0 else thinking.lies(one.place)
        return STANDS.of(place=place, key=one.key, behind=one.behind)

    for one in opened:
        you = at(one.you) if isinstance(one.you, Stands) else STANDS.of(place=one.you or 0, key=-1, behind=0)
        parts.extend(
            OPENED.of(
                around=one.around,
                back=at(one.back),
                sites=len(sites),
                saves=one.saves,
                key=one.key[0],
                size=one.key[1],
                kept=isinstance(one.you, Stands),
                you=you,
                picks=one.picks,
                asks=not one.is_certain or (one.picks and one.you is None),
                held=len(held) // HELD.size,
                many=len(one.held),
            )
        )
        sites.extend(one.sites)
        for each in one.held:
            width = thinking.lies(each.at.place + 1) - thinking.lies(each.at.place)
            held.extend(HELD.of(at=at(each.at), low=each.low, width=width, length=at(each.length)))
    return {"opened": parts, "sites": sites, "held": held}
