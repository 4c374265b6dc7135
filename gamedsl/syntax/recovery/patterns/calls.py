"""Nothing in, out: how each built-in function is called, for help."""

from __future__ import annotations

from collections.abc import Mapping

BUILTIN_FORMS: Mapping[str, str] = {
    "count": "write `count(SET)`, with one set or zone",
    "sum": "write `sum(SET)`, `sum(NUMBER, NUMBER)` or `sum(NUMBER for each x in SET)`",
    "min": "write `min(SET)` or `min(NUMBER, NUMBER)`",
    "max": "write `max(SET)` or `max(NUMBER, NUMBER)`",
    "largest": "write `largest(3, SET)`, `largest(2, NUMBER, NUMBER)` or `largest(3, NUMBER for each x in SET)`",
    "smallest": "write `smallest(3, SET)`, `smallest(2, NUMBER, NUMBER)` or `smallest(3, NUMBER for each x in SET)`",
    "any": "write `any(CONDITION for each x in SET)`",
    "all": "write `all(CONDITION for each x in SET)`",
    "only": "write `only(SET)`",
    "abs": "write `abs(NUMBER)`",
    "next": "write `next(PLAYER)`, `next(PLAYER, SET)` for one of a set, or `next(PLACE, DIRECTION)` on a board",
    "possible": "write `possible(ACTION)`",
    "done": "write `done(ACTION)`",
    "during": "write `during(PARAGRAPH)`",
    "neighbours": "write `neighbours(SPACE)`, or `neighbours(PLACE, DIRECTIONS)` on a board",
    "distance": "write `distance(SPACE, SPACE)` or `distance(PLAYER, PLAYER)`",
    "path_ends": "write `path_ends(SPACE, NUMBER)`",
    "lines": "write `lines(ZONE, NUMBER)`; on a board `lines(PLACE)`, or `lines(KIND, NUMBER)`",
    "way": "write `way(PLACE, DIRECTIONS)`",
    "behind": "write `behind(PLACE, PLACE)`",
    "between": "write `between(PLACE, PLACE)`",
    "connected": "write `connected(PLACES, SET)`",
    "repeated": "say which entries of the table make a position: `repeated(3, ENTRY)` or `repeated(3, ENTRY, ENTRY)`",
}
"""How each built-in function is called."""
