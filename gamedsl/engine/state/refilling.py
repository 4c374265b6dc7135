"""A layout, a zone and the one that refills it -> from which of its places each place of the zone is refilled."""

from __future__ import annotations

from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import model


def supplies(layout: Layout, entry: str, source: str) -> list[tuple[int, ...]]:
    """Return for each place of ``entry``, in order, the places of ``source``: those of its owner and its keys.

    A key that only one of the two has makes no difference. Where their keys are others, but as many, with as many
    places, the places go together in their order.
    """
    own, other = layout.cells[entry], layout.cells[source]
    mine, theirs = layout.game.zones[entry], layout.game.zones[source]
    shared = _shared(mine.keys, theirs.keys)
    is_owned = own.owner_count > 1 and own.owner_count == other.owner_count
    if not shared and mine.keys and len(mine.keys) == len(theirs.keys) and own.size == other.size:
        return [(other.base + number,) for number in range(own.size)]
    found: list[tuple[int, ...]] = []
    places = [(cell, *other.decode(cell)) for cell in range(other.base, other.base + other.size)]
    for number in range(own.size):
        owner, keys = own.decode(own.base + number)
        fitting = [
            cell
            for cell, owner_there, keys_there in places
            if (not is_owned or owner_there == owner) and all(keys[a] == keys_there[b] for a, b in shared)
        ]
        found.append(tuple(fitting))
    return found


def _shared(mine: tuple[model.Key, ...], theirs: tuple[model.Key, ...]) -> list[tuple[int, int]]:
    """Return the keys that two zones have in common, by their places: of one name, else of one type."""
    left = dict(enumerate(theirs))
    found: list[tuple[int, int]] = []
    for by_name in (True, False):
        for place, key in enumerate(mine):
            if place in [one for one, _ in found]:
                continue
            same = [at for at, one in left.items() if (one.name == key.name if by_name else one.type == key.type)]
            if same:
                found.append((place, same[0]))
                del left[same[0]]
    return found
