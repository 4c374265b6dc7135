"""What stands in brackets behind a name -> the form to write, with the names of the values and what each is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import describe

BUILTIN_FORMS: Mapping[str, str] = {
    "count": "write `count(SET)`, with one set or zone",
    "sum": "write `sum(SET)` or `sum(NUMBER for each x in SET)`",
    "min": "write `min(SET)` or `min(A, B)`",
    "max": "write `max(SET)` or `max(A, B)`",
    "any": "write `any(CONDITION for each x in SET)`",
    "all": "write `all(CONDITION for each x in SET)`",
    "only": "write `only(SET)`",
    "abs": "write `abs(NUMBER)`",
    "next": "write `next(PLAYER)`, `next(PLAYER, SET)` for one of a set, or `next(PLACE, DIRECTION)` on a board",
    "possible": "write `possible(ACTION)`",
    "done": "write `done(ACTION)`",
    "during": "write `during(PARAGRAPH)`",
    "neighbours": "write `neighbours(SPACE)`, or `neighbours(PLACE, DIRECTIONS)` on a board",
    "distance": "write `distance(SPACE, SPACE)`",
    "path_ends": "write `path_ends(SPACE, NUMBER)`",
    "lines": "write `lines(ZONE, NUMBER)`; on a board `lines(PLACE)`, or `lines(KIND, NUMBER)`",
    "way": "write `way(PLACE, DIRECTIONS)`",
    "behind": "write `behind(PLACE, PLACE)`",
    "between": "write `between(PLACE, PLACE)`",
    "connected": "write `connected(PLACES, SET)`",
}
"""How each built-in function is called."""


def call_form(name: str, params: Iterable[tuple[str, t.Type]], brackets: str = "()") -> str:
    """Return how something is written with its values, each with what it is; of no values how it is written alone."""
    known = list(params)
    if not known:
        return f"leave out the brackets: write `{name}`"
    written = ", ".join(one for one, _ in known)
    told = enumerated([f"`{one}` is {describe(kind)}" for one, kind in known])
    return f"write `{name}{brackets[0]}{written}{brackets[1]}`, where {told}"
