"""Something that plays games, and their numbers -> the result of each, whatever comes along with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import Results


def played_by(play: Callable[[int], Results | None], numbers: Iterable[int]) -> list[GameResult | None]:
    """Return the results of games, None for those that are not played; none is asked for that has come along."""
    found: dict[int, GameResult | None] = {}
    for number in numbers:
        if number not in found:
            some = play(number)
            found |= {number: None} if some is None else dict(zip(some.numbers, some, strict=True))
    return [found[number] for number in numbers]
