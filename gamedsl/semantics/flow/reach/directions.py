"""Steps that are repeated until something holds in, whether what they change only moves away from it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import writes
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import plain
from gamedsl.semantics.flow.reach.capacities import bound_places, homes
from gamedsl.semantics.flow.reach.value_ranges import least_of, most_of

UP, DOWN = 1, -1
_RISEN = {UP: ("<", "<="), DOWN: (">", ">=")}
"""By the direction of all changes, the comparisons that do not come true by them."""


def moves_away(game: model.CheckedGame, until: core.Value, parts: Iterable[Part]) -> bool:
    """Tell whether a number is compared that these steps only raise where it would have to fall, or the other way."""
    steps = tuple(parts)
    if isinstance(until, core.Or):
        return all(moves_away(game, item, steps) for item in until.items)
    compared = plain(until)
    if not isinstance(compared, core.Compare):
        return False
    number, other = plain(compared.left), compared.right
    if not isinstance(number, core.ReadValue | core.Amount | core.CountPieces) or not isinstance(other, core.Const):
        return False
    kind, limit = number.type, other.value
    if not isinstance(kind, t.IntType) or not isinstance(limit, int):
        return False
    entry = number.entry if isinstance(number, core.ReadValue) else number.zone.entry
    ways = set(directions(game, entry, kind, steps))
    is_end = {UP: limit <= kind.low, DOWN: limit >= kind.high}
    return len(ways) < len(is_end) and all(
        compared.sign in _RISEN[way] or (compared.sign == "=" and is_end[way]) for way in ways
    )


def directions(game: model.CheckedGame, entry: str, limits: t.IntType, parts: tuple[Part, ...]) -> Iterator[int]:
    """Walk the directions in which steps change an entry, a number between some limits."""
    places = bound_places(parts)
    refilled = {name for name, zone in game.zones.items() if any(use.source is not None for use in zone.traits)}
    sources = {use.source for zone in game.zones.values() for use in zone.traits}
    for step in walk(*parts):
        if not isinstance(step, core.CoreStep) or (entry not in writes(game, step)):
            continue
        if entry in refilled | sources:
            yield from (UP, DOWN)
        match step:
            case core.Assign(target=target, value=value):
                yield from _set(value, target, limits)
            case core.Pay(amount=amount, source=source, target=target):
                if not _is_nothing(amount):
                    yield from (UP,) if target.entry == entry else ()
                    yield from (DOWN,) if source.entry == entry else ()
            case core.Move(pieces=pieces, target=target) | core.ShuffleTo(pieces=pieces, target=target):
                yield from (UP,) if target.entry == entry else ()
                yield from (DOWN,) if entry in homes(game, pieces, places) else ()
            case core.Deal(count=count, source=pieces, target=target):
                if not _is_nothing(count):
                    yield from (UP,) if target.entry == entry else ()
                    yield from (DOWN,) if entry in homes(game, pieces, places) else ()
            case _:
                yield from (UP, DOWN)


def _set(value: core.Value, target: core.ReadValue, limits: t.IntType) -> Iterator[int]:
    """Walk the directions in which setting a number between some limits changes it."""
    most, least = most_of(value, target), least_of(value, target)
    if most is not None and most > limits.low:
        yield UP
    if least is not None and least < limits.high:
        yield DOWN


def _is_nothing(amount: core.Value) -> bool:
    return isinstance(amount.type, t.IntType) and amount.type.high <= 0
