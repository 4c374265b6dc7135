"""Places with the pieces that each may hold -> one of the possible ways to fill all of them, drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, prod

from gamedsl.kernel.builder import bits
from gamedsl.players.randomness import Random

_SWAPS = 30
"""Tries for each place to exchange pieces, where ways are too many to count."""
_MOST_COUNTED = 4_000
"""Numbers of pieces left of each sort, together, up to which ways are counted."""
_RING = 3
Counts = tuple[int, ...]
"""How many pieces of each sort."""


class Matching:
    """``could`` has for each place, by any number, a bit for each piece that may lie there; ``pieces`` are all of them.

    There is at least one way to fill all places; as many places as pieces. What is drawn depends on these arguments
    and the random numbers alone: the numbers of places must not come from what truly lies there.
    """

    def __init__(self, could: dict[int, int], pieces: int) -> None:
        self._could = {place: mask & pieces for place, mask in could.items()}
        by_mask: dict[int, list[int]] = {}
        for place in sorted(could):
            by_mask.setdefault(self._could[place], []).append(place)
        self._groups = [
            (places, list(bits(mask)))
            for mask, places in sorted(by_mask.items(), key=lambda item: (item[0].bit_count(), item[0]))
        ]
        masks = list(by_mask)
        self.is_nested = all(a & b in (0, a, b) for a in masks for b in masks)
        parts = [] if self.is_nested else _parts(self._could)
        self._parts = [Matching(part, pieces) for part in parts] if len(parts) > 1 else []
        self._counted = None if self.is_nested or self._parts else _Counted.of(self._groups)

    def groups(self, named: Sequence[int]) -> list[tuple[list[int], list[int]]]:
        """Return places with what may lie there, in the order of ``draw``, pieces by the names of their numbers."""
        return [(places, [named[piece] for piece in pieces]) for places, pieces in self._groups]

    def draw(self, random: Random) -> dict[int, int]:
        """Return a piece for each place.

        Where of any two sets of possible pieces one holds the other or they have nothing in common, all ways are
        equally likely: the smallest sets are filled first, and what is chosen for them never limits how many ways are
        left. Elsewhere they are so because ways are counted; only where these are too many a random way is changed by
        many random exchanges.
        """
        if self.is_nested:
            found = self._directly(random)
        elif self._parts:
            return {place: piece for part in self._parts for place, piece in part.draw(random).items()}
        elif self._counted is not None:
            found = self._counted.draw(random)
        else:
            found = self._by_swaps(random)
        return found

    def _directly(self, random: Random) -> dict[int, int]:
        found: dict[int, int] = {}
        used: set[int] = set()
        for places, pieces in self._groups:
            if len(pieces) == 1:
                found[places[0]] = pieces[0]
                used.add(pieces[0])
                continue
            free = [piece for piece in pieces if piece not in used]
            random.shuffle(free)
            chosen = free[: len(places)]
            found.update(zip(places, chosen, strict=True))
            used.update(chosen)
        return found

    def _by_swaps(self, random: Random) -> dict[int, int]:
        """Pass pieces on between two or three places: by two alone not all ways can be reached."""
        found = self._some(random)
        places = sorted(found)
        for _ in range(_SWAPS * len(places)):
            ring = random.sample(places, min(len(places), random.choice((2, _RING))))
            pieces = [found[place] for place in ring]
            passed = [*pieces[1:], pieces[0]]
            if all(self._could[place] >> piece & 1 for place, piece in zip(ring, passed, strict=True)):
                found.update(zip(ring, passed, strict=True))
        return found

    def _some(self, random: Random) -> dict[int, int]:
        """Return a way that does not depend on what is true: by paths that move pieces already placed elsewhere."""
        holder: dict[int, int] = {}
        options = {place: pieces[:] for places, pieces in self._groups for place in places}

        def place_at(place: int, tried: set[int]) -> bool:
            for piece in options[place]:
                if piece not in tried:
                    tried.add(piece)
                    if piece not in holder or place_at(holder[piece], tried):
                        holder[piece] = place
                        return True
            return False

        places = [place for places, _ in self._groups for place in places]
        for place in places:
            random.shuffle(options[place])
        for place in places:
            if not place_at(place, set()):
                raise AssertionError("the true deal is always possible")
        return {place: piece for piece, place in holder.items()}


def _parts(could: dict[int, int]) -> list[dict[int, int]]:
    """Return the places by parts that have no pieces in common, when pieces that have one place only are left there."""
    could = dict(could)
    settled: set[int] = set()
    while alone := [place for place, mask in could.items() if mask.bit_count() == 1 and place not in settled]:
        settled.update(alone)
        taken = sum(could[place] for place in alone)
        could = {place: mask if place in settled else mask & ~taken for place, mask in could.items()}
    parts: list[tuple[int, list[int]]] = []
    for place in sorted(could):
        joined = [part for part in parts if part[0] & could[place]]
        parts = [part for part in parts if not part[0] & could[place]]
        union = could[place]
        for mask, _ in joined:
            union |= mask
        parts.append((union, sorted([place, *(one for _, places in joined for one in places)])))
    return [{place: could[place] for place in places} for _, places in parts]


class _Counted:
    """Draws ways that have been counted: pieces that may lie in the same places are of one sort."""

    def __init__(self, groups: list[tuple[list[int], list[int]]], sorts: list[list[int]]) -> None:
        self._groups = [
            (places, [number for number, sort in enumerate(sorts) if sort[0] in set(pieces)])
            for places, pieces in groups
        ]
        self._sorts = sorts

        @cache
        def ways(group: int, left: Counts) -> int:
            """Return in how many ways the groups from one on can be filled with the pieces that are left."""
            if group == len(self._groups):
                return 1
            return sum(number * ways(group + 1, rest) for number, rest in self._fillings(group, left))

        self._ways = ways

    @staticmethod
    def of(groups: list[tuple[list[int], list[int]]]) -> _Counted | None:
        """Return what draws the ways of these groups; None when they are too many to count."""
        by_groups: dict[Counts, list[int]] = {}
        for piece in sorted({piece for _, pieces in groups for piece in pieces}):
            inside = tuple(number for number, (_, pieces) in enumerate(groups) if piece in pieces)
            by_groups.setdefault(inside, []).append(piece)
        sorts = list(by_groups.values())
        return _Counted(groups, sorts) if prod(len(sort) + 1 for sort in sorts) <= _MOST_COUNTED else None

    def _fillings(self, group: int, left: Counts) -> Iterator[tuple[int, Counts]]:
        """Walk how many pieces of each sort a group may get: in how many ways, and what is left then."""
        places, allowed = self._groups[group]

        def walk(at: int, wanted: int, number: int, rest: Counts) -> Iterator[tuple[int, Counts]]:
            if at == len(allowed):
                if not wanted:
                    yield number, rest
                return
            sort = allowed[at]
            for taken in range(min(wanted, rest[sort]) + 1):
                fewer = (*rest[:sort], rest[sort] - taken, *rest[sort + 1 :])
                yield from walk(at + 1, wanted - taken, number * comb(rest[sort], taken), fewer)

        return walk(0, len(places), 1, left)

    def draw(self, random: Random) -> dict[int, int]:
        """Return a piece for each place; all ways are equally likely."""
        pools = [random.sample(sort, len(sort)) for sort in self._sorts]
        left = tuple(map(len, pools))
        found: dict[int, int] = {}
        for group, (places, _) in enumerate(self._groups):
            drawn = random.randrange(self._ways(group, left))
            for number, rest in self._fillings(group, left):
                drawn -= number * self._ways(group + 1, rest)
                if drawn < 0:
                    break
            pieces = [pools[sort].pop() for sort, count in enumerate(left) for _ in range(count - rest[sort])]
            random.shuffle(pieces)
            found.update(zip(places, pieces, strict=True))
            left = rest
        return found
