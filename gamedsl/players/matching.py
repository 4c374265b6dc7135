"""Places with the pieces that each may hold -> one of the possible ways to fill all of them, drawn at random."""

from __future__ import annotations

from random import Random

_SWAPS = 30
"""Tries for each place to swap two pieces, where a way cannot be drawn directly."""


class Matching:
    """Places are called by the pieces that truly lie there; ``could`` has a bit for each piece that may lie there.

    Every piece may lie at its own place, and the pieces are those of the places.
    """

    def __init__(self, could: dict[int, int]) -> None:
        all_ = sum(1 << piece for piece in could)
        by_mask: dict[int, list[int]] = {}
        for place in sorted(could):
            by_mask.setdefault(could[place] & all_, []).append(place)
        self._could = {place: mask & all_ for place, mask in could.items()}
        self._groups = [
            (places, [piece for piece in sorted(could) if mask >> piece & 1])
            for mask, places in sorted(by_mask.items(), key=lambda item: (item[0].bit_count(), item[0]))
        ]
        masks = list(by_mask)
        self._nested = all(a & b in (0, a, b) for a in masks for b in masks)

    def draw(self, random: Random) -> dict[int, int]:
        """Return a piece for each place.

        Where of any two sets of possible pieces one holds the other or they have nothing in common, all ways are
        equally likely: the smallest sets are filled first, and what is chosen for them never limits how many ways are
        left. Elsewhere a random way is improved by many random swaps.
        """
        found = self._directly(random) if self._nested else self._by_swaps(random)
        return {place: piece for place, piece in found.items() if place != piece}

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
        found = self._some(random)
        places = sorted(found)
        for _ in range(_SWAPS * len(places)):
            one, other = random.choice(places), random.choice(places)
            first, second = found[one], found[other]
            if self._could[one] >> second & 1 and self._could[other] >> first & 1:
                found[one], found[other] = second, first
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
