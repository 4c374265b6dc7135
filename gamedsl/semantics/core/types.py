"""The types of the language: what an expression can be, with the interval of every number."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.by_fields import ByFields

LOWEST = -(2**31)
HIGHEST = 2**31 - 1
UNLIMITED = 999_999
"""The most that a purse of an unlimited counter can hold."""
FACE = "face"
"""What a die in a zone shows: a value of each die, which is seen as the die is seen."""


def face_of(dice: str) -> str:
    """Return the entry of the table that says what dice of a kind show."""
    return f"{dice}.{FACE}"


@attrs.frozen(slots=False, eq=False, repr=False)
class Type(ByFields):
    """Any type."""


@attrs.frozen(slots=False, eq=False, repr=False)
class BoolType(Type):
    def __str__(self) -> str:
        return "yes or no"


@attrs.frozen(slots=False, eq=False, repr=False)
class IntType(Type):
    """All ints from ``low`` to ``high``, both included. An interval with low > high is empty.

    ``is_open``: worked out from a ``number``, whose ends mean nothing; leaving 32 bits is no mistake of the rules then,
    but stops the game when it happens.
    """

    low: int = LOWEST
    high: int = HIGHEST
    is_open: bool = False

    @property
    def is_endless(self) -> bool:
        """Whether nothing says where these numbers begin or end."""
        return self.is_open and (self.low <= LOWEST or self.high >= HIGHEST)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.low != LOWEST and self.high == HIGHEST:
            return f"{self.low} or more"
        return "a number" if (self.low, self.high) == (LOWEST, HIGHEST) else f"{self.low}..{self.high}"


@attrs.frozen(slots=False, eq=False, repr=False)
class WordType(Type):
    """A word of the list ``words``; at run time its index."""

    words: str

    def __str__(self) -> str:
        return self.words


@attrs.frozen(slots=False, eq=False, repr=False)
class PlayerType(Type):
    def __str__(self) -> str:
        return "player"


@attrs.frozen(slots=False, eq=False, repr=False)
class PieceType(Type):
    """One piece (card, tile, piece) or one space of ``kind``; at run time its piece number."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@attrs.frozen(slots=False, eq=False, repr=False)
class DesignType(Type):
    """A row of ``kind``; at run time its design number."""

    kind: str

    def __str__(self) -> str:
        return f"design of {self.kind}"


@attrs.frozen(slots=False, eq=False, repr=False)
class RowType(Type):
    """A row of a chart; at run time its row number."""

    chart: str

    def __str__(self) -> str:
        return f"row of {self.chart}"


@attrs.frozen(slots=False, eq=False, repr=False)
class TextType(Type):
    """Words for people (a column of type ``words``): printed, never compared."""

    def __str__(self) -> str:
        return "words"


@attrs.frozen(slots=False, eq=False, repr=False)
class NothingType(Type):
    """The type of ``none`` alone."""

    def __str__(self) -> str:
        return "none"


@attrs.frozen(slots=False, eq=False, repr=False)
class MaybeType(Type):
    item: Type

    def __str__(self) -> str:
        return f"{self.item} or none"


@attrs.frozen(slots=False, eq=False, repr=False)
class SetType(Type):
    """A set; ``most`` is an upper bound of its size. ``{}`` alone has the item NothingType."""

    item: Type
    most: int = HIGHEST

    def __str__(self) -> str:
        return f"set of {self.item}"


@attrs.frozen(slots=False, eq=False, repr=False)
class ListType(Type):
    """An ordered list (from ``ranked`` or ``lines``) of at least ``least`` items, which may be sets."""

    item: Type
    most: int = HIGHEST
    least: int = 0

    def __str__(self) -> str:
        return f"list of {self.item}"


@attrs.frozen(slots=False, eq=False, repr=False)
class ZoneType(Type):
    """A place of the table: one cell or several, of one entry; ``kind`` is a counter for purses.

    ``single`` is true when every key and owner is given, so that exactly one cell is meant.
    """

    entry: str
    form: Literal["purse", "heap", "stack", "slot"]
    kind: str
    single: bool

    def __str__(self) -> str:
        return f"{self.form} of {self.kind}"


@attrs.frozen(slots=False, eq=False, repr=False)
class UnknownType(Type):
    """The type of an expression that has an error already; fits everywhere."""

    def __str__(self) -> str:
        return "unknown"


# ---------------------------------------------------------------- answers


@attrs.frozen(slots=False, eq=False, repr=False)
class SomeType(ByFields):
    """The answers to a question for several members of a set: ``least`` to ``most`` of them, a sorted tuple."""

    item: Type
    least: int
    most: int


@attrs.frozen(slots=False, eq=False, repr=False)
class PartsType(ByFields):
    """The answers to a question of several parts: a tuple of one answer to each."""

    parts: tuple[Type | SomeType, ...]


Part = Type | SomeType
"""The type of the answers to one part of a question."""
Answer = Type | SomeType | PartsType
"""The type of the answers to a question."""


def parts_of(kind: Answer) -> tuple[Part, ...]:
    """Return the types of the parts of a question."""
    return kind.parts if isinstance(kind, PartsType) else (kind,)
