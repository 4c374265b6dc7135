"""What is done to the pieces of any game, in a small typed Python that is translated to kernel nodes, never called.

``i`` is a number, ``w`` a word of pieces of one kind (bits from its first piece on), ``c`` a stack of that kind by
number. Names in capitals are constants; ``size``, ``piece``, ``begins`` are the fields of stacks: how many pieces,
which ones from the bottom up, and where a block begins. The pieces of a block stand sorted; they have no order yet.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from __future__ import annotations


def top_block(c: i) -> i:
    """Where the top block begins."""
    at: i = c * CAPACITY + size[c] - 1
    while not begins[at]:
        at -= 1
    return at


def block_word(c: i, at: i) -> w:
    """The pieces of the block that begins at a place."""
    end: i = c * CAPACITY + size[c]
    found: w = bit(piece[at] - FIRST)
    at += 1
    while at < end and not begins[at]:
        found = found | bit(piece[at] - FIRST)
        at += 1
    return found


def lift(c: i, one: i) -> None:
    """Take a piece out, wherever it is."""
    at: i = c * CAPACITY
    while piece[at] != one:
        at += 1
    end: i = c * CAPACITY + size[c] - 1
    first: i = begins[at]
    while at < end:
        piece[at] = piece[at + 1]
        begins[at] = begins[at + 1]
        if first:
            begins[at] = 1
            first = 0
        at += 1
    piece[end] = 0
    begins[end] = 0
    size[c] = size[c] - 1


def push(c: i, one: i) -> None:
    """Lay a piece on top."""
    at: i = c * CAPACITY + size[c]
    piece[at] = one
    begins[at] = 1
    size[c] = size[c] + 1


def put_at(c: i, one: i, at: i) -> None:
    """Lay a piece between blocks, at a place."""
    end: i = c * CAPACITY + size[c]
    while end > at:
        piece[end] = piece[end - 1]
        begins[end] = begins[end - 1]
        end -= 1
    piece[at] = one
    begins[at] = 1
    size[c] = size[c] + 1


def below_top(c: i, blocks: i) -> i:
    """The place below so many blocks from the top, at the bottom when there are fewer."""
    at: i = c * CAPACITY + size[c]
    while blocks > 0 and at > c * CAPACITY:
        at -= 1
        if begins[at]:
            blocks -= 1
    return at


def block_of(c: i, one: i) -> i:
    """The place where the block with a piece begins."""
    at: i = c * CAPACITY
    found: i = at
    while piece[at] != one:
        at += 1
        if begins[at]:
            found = at
    return found


def rank_of(c: i, one: i) -> i:
    """The number of the block with a piece, from the bottom."""
    at: i = c * CAPACITY
    found: i = 0
    while piece[at] != one:
        at += 1
        if begins[at]:
            found += 1
    return found


def one_block(c: i, pieces: w) -> None:
    """Let a stack be one block of these pieces."""
    at: i = c * CAPACITY
    old: i = at + size[c]
    for p in bits(pieces):
        piece[at] = p + FIRST
        begins[at] = 0
        at += 1
    size[c] = at - c * CAPACITY
    if size[c]:
        begins[c * CAPACITY] = 1
    while at < old:
        piece[at] = 0
        begins[at] = 0
        at += 1
