"""A text that cannot be read -> the token at which reading stops, and what could have stood there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from lark import Token

END = "$END"
"""Terminal of the end of a text."""


class StoppedError(Exception):
    """Raised at the first token that cannot follow what stands before it.

    ``before`` is the token in front of it, ``accepted`` are the terminals that could stand in its place.
    """

    def __init__(self, token: Token, before: Token | None, accepted: frozenset[str]) -> None:
        super().__init__(token)
        self.token = token
        self.before = before
        self.accepted = accepted


def extent(token: Token) -> tuple[int, int]:
    """Return the positions where a token starts and ends; all tokens of a text have them."""
    return cast(int, token.start_pos), cast(int, token.end_pos)
