"""The types of the language: what an expression can be, with the interval of every number."""

from __future__ import annotations

from typing import Literal

import attrs

LOWEST = -(2**31)
HIGHEST = 2**31 - 1


@attrs.frozen
class Type:
    """Any type."""


@attrs.frozen
class BoolType(Type):
    def __str__(self) -> str:
        return "yes or no"


@attrs.frozen
class IntType(Type):
    """All ints from ``low`` to ``high``, both included. An interval with low > high is empty."""

    low: int = LOWEST
    high: int = HIGHEST

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.low != LOWEST and self.high == HIGHEST:
            return f"{self.low} or more"
        return "a number" if (self.low, self.high) == (LOWEST, HIGHEST) else f"{self.low}..{self.high}"


@attrs.frozen
class WordType(Type):
    """A word of the list ``words``; at run time its index."""

    words: str

    def __str__(self) -> str:
        return self.words


@attrs.frozen
class PlayerType(Type):
    def __str__(self) -> str:
        return "player"


@attrs.frozen
class PieceType(Type):
    """One piece (card, tile, piece) or one space of ``kind``; at run time its piece number."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@attrs.frozen
class DesignType(Type):
    """A row of ``kind``; at run time its design number."""

    kind: str

    def __str__(self) -> str:
        return f"design of {self.kind}"


@attrs.frozen
class RowType(Type):
    """A row of a chart; at run time its row number."""

    chart: str

    def __str__(self) -> str:
        return f"row of {self.chart}"


@attrs.frozen
class TextType(Type):
    """Words for people (a column of type ``words``): printed, never compared."""

    def __str__(self) -> str:
        return "words"


@attrs.frozen
class NothingType(Type):
    """The type of ``none`` alone."""

    def __str__(self) -> str:
        return "none"


@attrs.frozen
class MaybeType(Type):
    item: Type

    def __str__(self) -> str:
        return f"{self.item} or none"


@attrs.frozen
class SetType(Type):
    """A set; ``most`` is an upper bound of its size. ``{}`` alone has the item NothingType."""

    item: Type
    most: int = HIGHEST

    def __str__(self) -> str:
        return f"set of {self.item}"


@attrs.frozen
class ListType(Type):
    """An ordered list (from ``ranked`` or ``lines``); items may be sets."""

    item: Type
    most: int = HIGHEST

    def __str__(self) -> str:
        return f"list of {self.item}"


@attrs.frozen
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


@attrs.frozen
class UnknownType(Type):
    """The type of an expression that has an error already; fits everywhere."""

    def __str__(self) -> str:
        return "unknown"
