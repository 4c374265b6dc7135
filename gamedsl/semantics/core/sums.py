"""A number in, the sum that it is out: parts with factors, and what is added to them."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.semantics.core import values as v

MOST_DEPTH = 4
"""What stands deeper in brackets is one part."""


@attrs.frozen
class Sum:
    """``2 * a - b + 3`` has the parts (2, a) and (-1, b), and 3 is added."""

    parts: tuple[tuple[int, v.Value], ...]
    added: int


def sum_of(value: v.Value) -> Sum:
    """Return a number as a sum; whatever is no sum is one part."""
    added, parts = 0, []
    for factor, part in _parts(1, value, 0):
        if isinstance(part, v.Const) and isinstance(part.value, int):
            added += factor * part.value
        else:
            parts.append((factor, part))
    return Sum(tuple(parts), added)


def _parts(factor: int, value: v.Value, depth: int) -> Iterator[tuple[int, v.Value]]:
    match value:
        case v.Checked(value=inner) | v.Certain(value=inner):
            yield from _parts(factor, inner, depth)
        case v.Arithmetic(sign="+" | "-" as sign, left=left, right=right) if depth < MOST_DEPTH:
            yield from _parts(factor, left, depth + 1)
            yield from _parts(factor if sign == "+" else -factor, right, depth + 1)
        case v.Negate(value=inner) if depth < MOST_DEPTH:
            yield from _parts(-factor, inner, depth + 1)
        case v.Arithmetic(sign="*", left=v.Const(value=int(times)), right=inner) if depth < MOST_DEPTH:
            yield from _parts(factor * times, inner, depth + 1)
        case v.Arithmetic(sign="*", left=inner, right=v.Const(value=int(times))) if depth < MOST_DEPTH:
            yield from _parts(factor * times, inner, depth + 1)
        case _:
            yield factor, value
