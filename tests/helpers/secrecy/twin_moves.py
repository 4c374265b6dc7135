"""A choice of one of two worlds and what it means -> the pieces in it, and what is no piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.engine.events import Event
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.domains import singles
from gamedsl.kernel.state.block import State
from gamedsl.semantics.core import types as t


@attrs.frozen
class Move:
    """A decision of the first world: what was meant, the heaps it was taken from, and whether it was a secret number.

    ``heaps``: of each piece picked the hidden heap it lies in, None for one in sight; None when nothing was hidden.
    """

    choice: Choice
    value: Any
    heaps: tuple[int | None, ...] | None
    number: bool


def pieces_of(choice: Choice, value: Any) -> list[int]:
    """Return the pieces in an answer, in their order."""
    return [one for kind, one in singles(choice.type, value) if is_piece(kind) and one is not None]


def values_of(choice: Choice, value: Any) -> list[Any]:
    """Return what is no piece in an answer."""
    return [one for kind, one in singles(choice.type, value) if not is_piece(kind)]


def is_piece(kind: Any) -> bool:
    """Tell whether values of a type are pieces."""
    return isinstance(getattr(kind, "item", kind), t.PieceType)


def since(state: State, size: int) -> Iterator[Event]:
    """Walk the events behind the first ``size``, the last one first."""
    rest: Any = state.log
    for _ in range(state.log_size - size):
        rest, event = rest
        yield event
