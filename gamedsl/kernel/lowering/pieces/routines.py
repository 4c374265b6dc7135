"""What is done to the pieces of any game, in a small typed Python that is translated to kernel nodes, never called.

``i`` is a number, ``w`` a word of pieces of one kind (bits from its first piece on), ``c`` a stack of that kind by
number. Names in capitals are constants; ``size``, ``blocks``, ``block`` are the fields of stacks: how many pieces, how
many blocks, and the pieces of each block from the bottom up. Pieces of one block have no order yet.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from __future__ import annotations


def lift(c: i, one: i) -> None:
    """Take a piece out, wherever it is."""
    own: w = bit(one - FIRST)
    top: i = c * CAPACITY + blocks[c] - 1
    at: i = top
    while block[at] & own == 0:
        at -= 1
    block[at] = block[at] ^ own
    size[c] = size[c] - 1
    if block[at] == 0:
        while at < top:
            block[at] = block[at + 1]
            at += 1
        block[top] = 0
        blocks[c] = blocks[c] - 1


def push(c: i, one: i) -> None:
    """Lay a piece on top."""
    block[c * CAPACITY + blocks[c]] = bit(one - FIRST)
    blocks[c] = blocks[c] + 1
    size[c] = size[c] + 1


def put_at(c: i, pieces: w, at: i) -> None:
    """Lay pieces between blocks, at a place, as a block of their own."""
    end: i = c * CAPACITY + blocks[c]
    while end > at:
        block[end] = block[end - 1]
        end -= 1
    block[at] = pieces
    blocks[c] = blocks[c] + 1
    size[c] = size[c] + count(pieces)


def below_top(c: i, many: i) -> i:
    """The place below so many blocks from the top, at the bottom when there are fewer."""
    at: i = c * CAPACITY
    if many < blocks[c]:
        at = at + blocks[c] - many
    return at


def block_of(c: i, one: i) -> i:
    """The place of the block with a piece."""
    own: w = bit(one - FIRST)
    at: i = c * CAPACITY
    while block[at] & own == 0:
        at += 1
    return at


def rank_of(c: i, one: i) -> i:
    """The number of the block with a piece, from the bottom."""
    return block_of(c, one) - c * CAPACITY


def one_block(c: i, pieces: w) -> None:
    """Let a stack be one block of these pieces."""
    at: i = c * CAPACITY
    for place in range(at, at + blocks[c]):
        block[place] = 0
    block[at] = pieces
    size[c] = count(pieces)
    blocks[c] = 0
    if pieces != 0:
        blocks[c] = 1


def merge(c: i, at: i, many: i, pieces: w) -> None:
    """Let so many blocks from a place on be one block of these pieces."""
    end: i = c * CAPACITY + blocks[c]
    place: i = at + 1
    block[at] = pieces
    while place + many - 1 < end:
        block[place] = block[place + many - 1]
        place += 1
    while place < end:
        block[place] = 0
        place += 1
    blocks[c] = blocks[c] - many + 1
