"""What to simulate: a game, options, seats, seed and number of games, as frozen data; the seed of every single game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs

from gamedsl.engine.errors import Limits, SetupError
from gamedsl.option_values import demand, shortly, whole

Way = Literal["auto", "python", "native"]
"""How games between random players are played: as machine code, in Python, or what takes the least time."""
WAYS: tuple[Way, ...] = ("auto", "python", "native")
_MOST_GAMES = 10**9
_MOST_PLAYERS = 12


def _is_text(_: Any, field: attrs.Attribute[str], value: object) -> None:
    demand(value, f"`{field.name}`", str)


def _is_count(least: int, most: int) -> Callable[[Any, attrs.Attribute[int], object], None]:
    """Return what raises SetupError for other values than whole numbers from ``least`` to ``most``."""

    def test(_: Any, field: attrs.Attribute[int], value: object) -> None:
        if type(value) is not int or not least <= value <= most:
            raise SetupError(f"`{field.name}` must be a whole number from {least} to {most}, not {shortly(value)}")

    return test


def _is_way(_: Any, field: attrs.Attribute[Way], value: object) -> None:
    if value not in WAYS:
        raise SetupError(f"`{field.name}` must be one of {', '.join(WAYS)}, not {shortly(value)}")


def _are_seats(settings: Settings, field: attrs.Attribute[tuple[str, ...]], value: object) -> None:
    if not isinstance(value, tuple | list) or not all(isinstance(one, str) for one in value):
        raise SetupError(f"`{field.name}` must be a kind of player for each seat, as text, not {shortly(value)}")
    if len(value) != settings.players:
        raise SetupError(f"`{field.name}` names {len(value)} players, and `players` is {settings.players}")


@attrs.frozen
class Settings:
    """One simulation.

    ``game`` is a path or the name of a bundled game; ``seats`` holds the kind of player for each seat of game 0
    (``random``, ``greedy``, ``mcts:200`` …), and with ``rotate`` they move on by one seat from game to game. ``limit``
    is the number of decisions after which a game is given up as unfinished, None for the engine's own limit. The first
    ``log_first`` games and every ``log_every``-th one are followed in detail: what is never used is seen in those.
    ``log_every`` should have no common factor with the number of players, so that all seatings come up.
    ``engine`` says how games are played; results do not depend on it.
    """

    game: str = attrs.field(validator=_is_text)
    players: int = attrs.field(converter=whole, validator=_is_count(1, _MOST_PLAYERS))
    seats: tuple[str, ...] = attrs.field(validator=_are_seats)
    seed: int = attrs.field(converter=whole, validator=_is_count(0, 2**64 - 1))
    games: int = attrs.field(converter=whole, validator=_is_count(1, _MOST_GAMES))
    options: dict[str, bool | int | str] = attrs.field(factory=dict)
    rotate: bool = True
    limit: int | None = attrs.field(
        default=None, converter=whole, validator=attrs.validators.optional(_is_count(1, Limits.decisions))
    )
    log_first: int = attrs.field(default=20, converter=whole, validator=_is_count(0, _MOST_GAMES))
    log_every: int = attrs.field(default=11, converter=whole, validator=_is_count(1, _MOST_GAMES))
    engine: Way = attrs.field(default="auto", validator=_is_way)

    @property
    def is_random(self) -> bool:
        """Whether all players choose by chance."""
        return all(kind == "random" for kind in self.seats)

    def seed_of(self, number: int) -> int:
        """Return the seed of a game: ``gamedsl play --seed`` with it plays the same game."""
        return self.seed + number

    def seeds_of(self, numbers: Sequence[int]) -> Sequence[int]:
        """Return the seeds of several games."""
        if isinstance(numbers, range):
            return range(self.seed + numbers.start, self.seed + numbers.stop, numbers.step)
        return [*map(self.seed_of, numbers)]

    def kinds_of(self, number: int) -> tuple[str, ...]:
        """Return the kind of player at each seat in a game."""
        turn = number % self.players if self.rotate else 0
        return tuple(self.seats[(seat - turn) % self.players] for seat in range(self.players))

    def is_logged(self, number: int) -> bool:
        """Tell whether a game is followed in detail."""
        return number < self.log_first or number % self.log_every == 0

    def logged_among(self, numbers: Sequence[int]) -> Sequence[bool]:
        """Tell of several games whether each is followed in detail."""
        found, first, every = [False] * len(numbers), self.log_first, self.log_every
        if isinstance(numbers, range) and numbers.step == 1 and numbers.start >= first:
            where = slice(-numbers.start % every, None, every)
            found[where] = [True] * len(found[where])
            return found
        return [one < first or not one % every for one in numbers]

    def to_data(self) -> dict[str, Any]:
        """Return the settings as plain data for ``json.dumps``: all that results depend on."""
        data = attrs.asdict(self) | {"seats": list(self.seats)}
        del data["engine"]
        return data


def program() -> str:
    """Return the version of the program."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gamedsl")
    except PackageNotFoundError:
        return "of an unknown version"
