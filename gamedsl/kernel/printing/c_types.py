"""A type of the kernel program -> the type of C that holds its numbers, in a state, in a table or in a local"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.kernel.program import Int, Type, Word

if TYPE_CHECKING:
    from gamedsl.engine.state.layout import Layout

WIDEST = 128
"""Bits of the widest word that C has."""


TOO_WIDE = f"sets of more than {WIDEST} do not fit into words of machine code, so games take many times as long"


class TooWideError(Exception):
    """A set-up with sets or numbers that are wider than words of C."""


def told_too_wide(layout: Layout) -> str:
    """Return in words of the rules what is too wide in a set-up for machine code, and what that means."""
    spaces = {name for name, kind in layout.game.kinds.items() if kind.form == "space"}
    found = [(count, name, "places" if name in spaces else "pieces") for name, (_, count) in layout.kind_pieces.items()]
    found += [(count, name, "rows") for name, (_, count) in layout.kind_designs.items()]
    found += [(len(chart.rows), chart.name, "rows") for chart in layout.game.charts.values()]
    count, name, what = max(found, key=lambda one: one[0], default=(0, "", ""))
    return f"`{name}` has {count} {what}, and {TOO_WIDE}" if count > WIDEST else TOO_WIDE


_NUMBERS = (
    ("int8_t", -(2**7), 2**7 - 1),
    ("uint8_t", 0, 2**8 - 1),
    ("int16_t", -(2**15), 2**15 - 1),
    ("uint16_t", 0, 2**16 - 1),
    ("int32_t", -(2**31), 2**31 - 1),
    ("int64_t", -(2**63), 2**63 - 1),
    ("uint64_t", 0, 2**64 - 1),
)
_NARROW = (8, 16, 32)
"""Bits of numbers that hold words in a state or table; all that is done with words is done with 64 or more."""


def kept_type(kind: Type) -> str:
    """Return the narrowest type that holds a number in a state or table."""
    if isinstance(kind, Word):
        return next((f"uint{bits}_t" for bits in _NARROW if kind.width <= bits), "") or local_type(kind)
    found = next((name for name, low, high in _NUMBERS if low <= kind.low and kind.high <= high), None)
    if found is None:
        raise TooWideError
    return found


def local_type(kind: Type) -> str:
    """Return the type of a local."""
    if isinstance(kind, Word):
        if kind.width > WIDEST:
            raise TooWideError
        return "uint64_t" if kind.width <= 64 else "W"
    if kind.high > 2**63 - 1:
        return "uint64_t"
    return "int32_t" if kind.low >= -(2**31) and kind.high < 2**31 else "int64_t"


def widened(kind: Type) -> str:
    """Return what stands before a number of a state or table that is to be a word."""
    return "(uint64_t)" if isinstance(kind, Word) and kind.width <= _NARROW[-1] else ""


def with_end(kind: Type, end: int) -> Type:
    """Return the type of what counts the passes of a loop: it gets to the end itself."""
    return Int(min(kind.low, end), max(kind.high, end)) if isinstance(kind, Int) else kind
