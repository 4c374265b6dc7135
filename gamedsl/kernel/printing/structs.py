"""What C and Python hand each other: structs, rows of numbers and answers, each written once -> their text in C

In C a struct has these fields; in Python ``Struct.layout`` is what ``ctypes`` wants. Numbers of 64 bits and places of
memory only: in every compiler they lie the same.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import attrs

_WHOLE, _REAL, _UNSIGNED = "int64_t", "double", "uint64_t"
_IN_PYTHON = {_WHOLE: ctypes.c_int64, _REAL: ctypes.c_double, _UNSIGNED: ctypes.c_uint64}
_ROW = "const int64_t *"
"""Numbers that are given."""
_ARRAY = re.compile(r"(\w+)\[(\d+)\]")


@attrs.frozen
class Struct:
    """A struct: of its fields the types in C, the names, and what they mean.

    A type with ``*`` is a place of memory, one with ``[n]`` has so many numbers, and any other is that of a struct.
    """

    name: str
    fields: Sequence[tuple[str, str, str]]

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names and types of all fields, in order."""
        return [(name, type_) for type_, names, _ in self.fields for name in names.split()]

    @property
    def text(self) -> str:
        """The struct in C."""
        lines = "".join(f" {_declared(name, type_)};\n" for name, type_ in self.pairs())
        return f"typedef struct {self.name} {{\n{lines}}} {self.name};"

    def layout(self, *inner: type[ctypes.Structure]) -> list[tuple[str, Any]]:
        """Return the fields for ``ctypes``; ``inner``: the structs that are fields of this one."""
        known: dict[str, Any] = _IN_PYTHON | {one.__name__: one for one in inner}
        found = list[tuple[str, Any]]()
        for name, type_ in self.pairs():
            array = _ARRAY.fullmatch(type_)
            if array is not None:
                found.append((name, known[array[1]] * int(array[2])))
            else:
                found.append((name, ctypes.c_void_p if "*" in type_ else known[type_]))
        return found


def _declared(name: str, type_: str) -> str:
    array = _ARRAY.fullmatch(type_)
    if array is not None:
        return f"{array[1]} {name}[{array[2]}]"
    if "(*)" in type_:
        return type_.replace("(*)", f"(*{name})")
    return f"{type_}{name}" if type_.endswith("*") else f"{type_} {name}"


@attrs.frozen
class Row:
    """So many numbers in a row: by name how many; in C ``enum`` constants say where they begin, after ``prefix``."""

    prefix: str
    parts: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many numbers it has; in C, ``_PARTS`` behind the prefix."""
        return sum(self.parts.values())

    @property
    def text(self) -> str:
        """The constants in C."""
        starts, at = list[str](), 0
        for name, many in self.parts.items():
            starts.append(f"{self.prefix}_{name.upper()} = {at}")
            at += many
        return f"enum {{ {', '.join([*starts, f'{self.prefix}_PARTS = {at}'])} }};"

    def of(self, **given: int | Sequence[int]) -> list[int]:
        """Return a row; raise ValueError where anything is too much, or not given."""
        found = list[int]()
        for name, many in self.parts.items():
            part = given.pop(name)
            numbers = [part] if isinstance(part, int) else [*part]
            if len(numbers) != many:
                raise ValueError(f"{name}: {many} numbers, not {len(numbers)}")
            found += numbers
        if given:
            raise ValueError(f"no parts of a row: {', '.join(given)}")
        return found


def constants(answers: type[IntEnum]) -> str:
    """Return the answers of a function as constants of C."""
    return f"enum {{ {', '.join(f'{one.name} = {one.value}' for one in answers)} }};"


# ---------------------------------------------------------------- answers


class Reply(IntEnum):
    """What functions that think answer."""

    DONE = 0
    WANTS_DEAL = 1
    TROUBLE = 2
    """A rule fails while states are judged, or a turn goes on and on: Python thinks instead."""
    GOES_ON = 3


class Undecided(IntEnum):
    """Why there is no choice of a player in a game that is played in C."""

    NOT_YET = -1
    """Ask again, with the same."""
    ASK = -2
    """Python decides."""
    LOST = -3
    """Python plays the whole game."""


class Why(IntEnum):
    """Why a slice of games has ended."""

    ALL_PLAYED = 0
    SLICE_OVER = 1
    IS_LONG = 2
    """A game has gone on for long, which somebody may want to know."""
    NO_ROOM = 3
    ASKS = 4
    """A player's decision is left to Python."""


# ---------------------------------------------------------------- players

TASK = Struct(
    "Task",
    (
        (_WHOLE, "searches", "whether it is searched, else each choice is looked at in some deals"),
        (_WHOLE, "seat level most number", "the seat, whose hints count, decisions of a game, which decision it is"),
        (_WHOLE, "all", "how many choices there are"),
        (
            _WHOLE,
            "actions looks most_choices",
            "how far each is looked at, in how many deals, how many are",
        ),
        (_WHOLE, "finalists opening most_planned width tries horizon depth look most_deals most_looked", "see Tuning"),
        (_REAL, "explore explore_blind prior planned", "see Tuning"),
        (_UNSIGNED, "key random", "of the player; where its random numbers stand"),
    ),
)
"""A decision, and what its player weighs."""
BOT = Struct(
    "Bot", (("Task", "task", "what it weighs"), (_WHOLE, "tries looks", "how many; in how many deals it looks"))
)
"""A kind of player in games that are played in C."""
BOARD = Struct(
    "Board",
    (
        (_WHOLE, "numbers", "how many of a state are given; rest are those behind them"),
        (_WHOLE, "place_at known_at exposed_at draws_at resume_at", "where fields begin"),
        (_WHOLE, "everybody watching", "all seats as bits; those who watch"),
        (_WHOLE, "long_game", "decisions, from which on now and then one is made at random"),
        (_WHOLE, "most_looks", "looks of a player who looks ahead, in all"),
        (_WHOLE, "many_cells many_own", "how many rows there are"),
        (_WHOLE, "saved_at saved_size_at many_keys", "numbers of paragraphs that have begun inside themselves"),
        (_REAL, "restless", "how many of the decisions of a long game are made at random"),
        (_ROW, "rest", "see numbers"),
        (_ROW, "cells", "rows, see CELL"),
        (_ROW, "sorts", "of each piece a number, the same for copies"),
        (_ROW, "first_open", "by resume point the innermost paragraph that is open, -1: none"),
        (_ROW, "opened", "rows, see OPENED"),
        (_ROW, "sites", "the paragraph that has called, -1: none"),
        (_ROW, "held", "rows, see HELD"),
        (_ROW, "dice", "by stream whether only dice are drawn by it"),
        (_ROW, "own", "rows, see OWN"),
        ("int64_t *", "shifts", "where the numbers of each paragraph that saves them lie now, -1: they are not saved"),
    ),
)
"""A set-up: where its numbers stand, and what is the same in all its games."""
STANDS = Row("AT", {"place": 1, "key": 1, "behind": 1})
"""Where a number of a paragraph stands: its place or -1, of which paragraph that saves its numbers it is one or -1, and
which of these."""
OPENED = Row(
    "OPEN",
    {"around": 1, "back": STANDS.size, "sites": 1, "saves": 1, "key": 1, "size": 1}
    | {"kept": 1, "you": STANDS.size, "picks": 1, "asks": 1, "held": 1, "many": 1},
)
"""A paragraph that may be open: the one around it or -1, where it stands who has called it, its first site, whether
what it calls has saved its numbers; which of those that save them it is or -1, and how many it has; whether it is kept
to whom it speaks, where that stands or the seat; whether something was picked or worked out that others do not see,
whether Python is asked; its first place of pieces, and how many there are."""
HELD = Row("HELD", {"at": STANDS.size, "low": 1, "width": 1, "length": STANDS.size})
"""A place of pieces: where it stands, the first piece of a set or -1, words of a set, where the length of a list is."""
CELL = Row("CELL", dict.fromkeys(("word", "low", "width", "blocks", "seers", "alone", "owner"), 1))
"""A place on the table: its word, the first piece of that or -1, words of a block, where the number of blocks stands or
-1, who sees it, whether nothing else follows from what lies there, whose it is or -1."""
OWN = Row("OWN", {"seat": 1, "place": 1, "width": 1})
"""A number of a seat that it sees: the seat, where it is, how many words."""

# ---------------------------------------------------------------- many games

CURTAIN = Struct(
    "Curtain",
    (
        ("int64_t *", "numbers", "the state when it began, from which play goes on at a block"),
        ("uint64_t *", "could", "what might lie where then, of each seat"),
        ("int32_t *", "answers seats", "what has been decided since, and by whom"),
        (_WHOLE, "is_open block first", "whether it goes on; see numbers; the number of its first decision"),
    ),
)
"""What is known since all began to decide at the same time."""
_DECIDE = (
    "int64_t (*)(void *, const void *, const void *, const int64_t *, const uint64_t *, Curtain *,"
    " int64_t, int64_t, int64_t, uint64_t, int64_t *)"
)


def batch_of(last: int) -> Struct:
    """Return the struct of a batch of games, which tells so many ``last`` actions of each."""
    return Struct(
        "Batch",
        (
            ("S *", "state", "the game that is played"),
            ("int32_t *", "codes", "room for the choices of a decision"),
            ("const uint64_t *", "seeds", "of the games, in order"),
            (_ROW, "ranges", "of each action the first code, the one behind its last, its number; in order"),
            (_ROW, "checkpoints", "per cent of the decisions of a game after which it is told how all stand"),
            (_ROW, "wanted", "by number of the end, from -1: whether the state is wanted then"),
            ("int64_t *", "turns", "room for how all stood: after how many decisions, then by seat"),
            ("Cell *", "rows", "what is told of each game: a number of all games behind the other, at its place"),
            ("int64_t *", "now", "the same of the game that is played"),
            ("int64_t *", "blocks", "states that are wanted"),
            (_ROW, "followed", "of each game whether what is counted in it is wanted"),
            ("const int16_t *", "actions_of", "by code, from 0, the number of its action, -1: none"),
            ("int64_t *", "counts", "what is counted in games that are followed, of one behind that of another"),
            ("S *", "spare", "room for a copy of a state"),
            ("Curtain *", "curtain", "where players think"),
            (_DECIDE, "decide", "where players think: what decides, by what follows"),
            ("void *", "mind", "a ``Mind``"),
            ("const void *", "board", "a ``Board``"),
            ("const char *", "bots", "a ``Bot`` for each kind of player"),
            (_ROW, "kinds", "the kind at each seat of each game, -1: random"),
            ("uint64_t *", "could", "what may lie where, of each seat"),
            ("int64_t *", "numbers shown", "room for a state; what was shown"),
            (_WHOLE, "games limit most sources actions many_ranges many_actions_of many_checkpoints row room", "sizes"),
            (_WHOLE, "turns_room blocks_room first_long", "sizes"),
            (_WHOLE, "size_of_bot could_words", "of a kind of player; of one seat"),
            (_WHOLE, "many_shown answer", "how many; what Python has decided, -1: nothing"),
            ("int64_t *", "measured", "what metrics have measured, which grows with the games"),
            (_WHOLE, "measured_room has_measured is_lost", "is_lost: there was no memory for that of a game"),
            (_WHOLE, "at is_playing is_begun is_over next_long has_blocks has_counts", "where play stands"),
            (_WHOLE, "budget why", "of the slice: decisions that are still to be played; see Why"),
            (_WHOLE, "changes turn forced choices first last leaders lead_changes made first_measured", "of the game"),
            (f"{_WHOLE}[{last}]", "last_actions last_seats", "of the game"),
        ),
    )


GAME = Row(
    "GAME",
    dict.fromkeys(
        (
            *("status", "end", "decisions", "turns", "forced", "choices", "first", "lead_changes", "winners", "block"),
            *("made", "known", "counts", "measured", "behind"),
        ),
        1,
    ),
)
"""What is told of a game, before points and what follows them."""
UNFIT = 4
"""The status of a game that is to be played in another way, beside those of states: a number is too large for a row."""


# ---------------------------------------------------------------- games sorted by what they have in common

OPERATIONS = (
    *("nothing", "number", "counted", "is there", "turn", "how many", "total", "of winners", "who has"),
    *("best alone", "worst alone", "ahead", "differ"),
)
"""How a number is made of a row, see ``Made`` in ``native/sorting.py``; in C by these names, in capitals."""
RUNS = Struct(
    "Runs",
    (
        (_ROW, "rows", "of each run where its first row stands, 0: there is none"),
        (_ROW, "numbers sizes", "the number of its first game, and how many there are"),
        (_WHOLE, "many apart", "how many runs; how far the numbers of a row stand from each other"),
    ),
)
SORTS = Struct(
    "Sorts",
    (
        (_WHOLE, "many found room size", "numbers of a sort; how many sorts there are; how many there is room for"),
        ("int64_t *", "firsts times values", "of each sort its first game, how many there are, what it is made of"),
        ("int32_t *", "table", "where sorts are found again"),
    ),
)


def operations() -> str:
    """Return the operations as constants of C."""
    return f"enum {{ {', '.join(one.upper().replace(' ', '_') for one in OPERATIONS)} }};"
