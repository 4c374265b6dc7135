"""Numbers of cells, purses, values, dice and seats -> how events and data name them: a letter and the number, ``c12``

Numbers belong to a set-up and never change in a game. What belongs to a piece that can hide is named by that piece
before it is told to anybody: its number would tell which of several copies it is.
"""

from __future__ import annotations

CELL, PURSE, VALUE, DICE, SEAT, SPACE = "c", "m", "v", "d", "s", "b"


def cell_place(cell: int) -> str:
    """Name a place of pieces; nowhere has no name."""
    return f"{CELL}{cell}" if cell >= 0 else ""


def purse_place(purse: int) -> str:
    """Name a place of amounts."""
    return f"{PURSE}{purse}"


def value_place(field: int) -> str:
    """Name a value of the table."""
    return f"{VALUE}{field}"


def dice_place(dice: int) -> str:
    """Name dice that lie in no zone."""
    return f"{DICE}{dice}"


def seat_place(seat: int) -> str:
    """Name a player."""
    return f"{SEAT}{seat}"


def space_place(piece: int) -> str:
    """Name a place of a board, a piece that never moves."""
    return f"{SPACE}{piece}"
