"""What may lie where, by the numbers of pieces -> the same where nobody can read which number a copy has.

At a table copies are alike. So a copy may lie where another one may, and pieces come in an order that is the same
whichever numbers copies have: what is dealt by that order tells nothing that only numbers say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits

Sort = tuple[int, int]
"""What copies have in common: the design, and whose they are."""


def sort_of(layout: Layout, piece: int) -> Sort:
    """Return what a piece has in common with its copies; numbers of pieces go by that."""
    seat = layout.piece_seat[piece]
    return layout.piece_design[piece], -1 if seat is None else seat


def with_copies(layout: Layout, could: dict[int, int], known: set[int]) -> dict[int, int]:
    """Return what may lie where when nobody reads the numbers of copies.

    A copy that the seat has come to see, and took to be possible elsewhere, is out of the question there by its number
    alone: at a table another copy of the same design might be the one. So each of these may then be where it might be.
    """
    if not could:
        return could
    seen = 0
    for mask in could.values():
        seen |= mask
    copies = _copies(layout, could)
    seen_too: dict[Sort, list[int]] = {}
    for piece in sorted(known):
        seen_too.setdefault(sort_of(layout, piece), []).append(piece)
    for sort, pieces in seen_too.items():
        left = copies.get(sort, 0)
        if left and any(seen >> piece & 1 for piece in pieces):
            every = left | sum([1 << piece for piece in pieces])
            could = {place: mask | left if mask & every else mask for place, mask in could.items()}
    hidden = sum([1 << piece for piece in could])
    return {place: mask & hidden for place, mask in could.items()}


def without_numbers(layout: Layout, could: Mapping[int, int], called: Mapping[int, Any]) -> list[int]:
    """Return the hidden pieces in an order that does not depend on which copy has which number.

    Copies that may lie in other places than others of their sort come in the order of what their places are ``called``,
    which has no numbers of pieces in it, and of what else may lie there. C asks Python where there are such copies.
    """
    pieces, masks = sorted(could), list(dict.fromkeys(could.values()))
    sorts = _copies(layout, could).values()
    if all(mask & every in (0, every) for every in sorts if every.bit_count() > 1 for mask in masks):
        return pieces
    return sorted(pieces, key=_Copies(layout, could, called).ranks().__getitem__)


def by_rank(could: Mapping[int, int], pieces: Sequence[int]) -> dict[int, int]:
    """Return what may lie where, with a bit for each hidden piece by its rank among them, which come in an order."""
    ranks = [(1 << rank, piece) for rank, piece in enumerate(pieces)]
    ranked = {mask: sum([bit for bit, piece in ranks if mask >> piece & 1]) for mask in dict.fromkeys(could.values())}
    return {place: ranked[mask] for place, mask in could.items()}


def _copies(layout: Layout, could: Mapping[int, int]) -> dict[Sort, int]:
    """Return the hidden pieces of each sort as bits."""
    copies: dict[Sort, int] = {}
    for piece in could:
        sort = sort_of(layout, piece)
        copies[sort] = copies.get(sort, 0) | 1 << piece
    return copies


@attrs.frozen
class _Block:
    """Copies that may lie in the same places: their numbers, and which sets of what may lie somewhere they are in."""

    pieces: list[int]
    sets: tuple[int, ...]


class _Copies:
    """Blocks of copies beside sets of what may lie somewhere; each has a colour, the same for those that are alike.

    They are told apart by the colours of what they belong to as long as that goes on (colour refinement). Of connected
    blocks alike one is then chosen, and those beside it are told apart again. Parts that are not connected and still
    alike are mirror images: which of them comes first makes no difference.
    """

    def __init__(self, layout: Layout, could: Mapping[int, int], called: Mapping[int, Any]) -> None:
        places: dict[int, list[Any]] = {}
        sets: dict[int, list[int]] = {}
        for place, mask in could.items():
            places.setdefault(mask, []).append(called[place])
        for number, mask in enumerate(places):
            for piece in bits(mask):
                sets.setdefault(piece, []).append(number)
        blocks: dict[tuple[Sort, tuple[int, ...]], list[int]] = {}
        for piece in sorted(sets):
            blocks.setdefault((sort_of(layout, piece), tuple(sets[piece])), []).append(piece)
        self._blocks = [_Block(pieces, inside) for (_, inside), pieces in blocks.items()]
        self._inside: list[list[int]] = [[] for _ in places]
        for at, one in enumerate(self._blocks):
            for number in one.sets:
                self._inside[number].append(at)
        self._set_colours = _numbered([sorted(called) for called in places.values()])
        self._colours = _numbered([(sort, len(pieces)) for (sort, _), pieces in blocks.items()])
        self._parts = self._connected()
        self._refine()
        while self._choose():
            self._refine()

    def ranks(self) -> dict[int, tuple[int, ...]]:
        """Return by what each piece is sorted among all: by its sort first."""
        return {
            piece: (self._colours[at], self._parts[at], piece)
            for at, one in enumerate(self._blocks)
            for piece in one.pieces
        }

    def _connected(self) -> list[int]:
        """Return a number for each block, the same for those that are connected by sets."""
        parts = [-1] * len(self._blocks)
        for first in range(len(parts)):
            beside = [first] if parts[first] < 0 else []
            while beside:
                at = beside.pop()
                if parts[at] < 0:
                    parts[at] = first
                    beside += [one for number in self._blocks[at].sets for one in self._inside[number]]
        return parts

    def _refine(self) -> None:
        before = 0
        while before < (now := max(self._colours) + max(self._set_colours)):
            before, colours = now, self._colours
            found = [sorted([colours[at] for at in inside]) for inside in self._inside]
            self._set_colours = known = _numbered([*zip(self._set_colours, found, strict=True)])
            beside = [sorted([known[number] for number in one.sets]) for one in self._blocks]
            self._colours = _numbered([*zip(colours, beside, strict=True)])

    def _choose(self) -> bool:
        """Put one of connected blocks alike before the others, in each part; tell whether there are any."""
        alike: dict[tuple[int, int], list[int]] = {}
        for at, colour in enumerate(self._colours):
            alike.setdefault((self._parts[at], colour), []).append(at)
        chosen: dict[int, int] = {}
        for (part, _), blocks in sorted(alike.items()):
            if len(blocks) > 1:
                chosen.setdefault(part, blocks[0])
        first = {*chosen.values()}
        self._colours = _numbered([(colour, at not in first) for at, colour in enumerate(self._colours)])
        return bool(chosen)


def _numbered(values: Sequence[Any]) -> list[int]:
    """Return numbers for values, in their order: the same for the same."""
    found, number = [0] * len(values), -1
    before: Any = None
    for at in sorted(range(len(values)), key=values.__getitem__):
        number += number < 0 or values[at] != before
        found[at], before = number, values[at]
    return found
