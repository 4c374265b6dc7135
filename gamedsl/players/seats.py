"""The kind of a player as people write it, and a seed -> the player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from gamedsl.players.protocol import Player, Progress, Situation
from gamedsl.players.seeding import seed_of_seat

GROUP = "gamedsl.players"
"""Entry points of this group are players by name."""
DEFAULT_ITERATIONS = 500
KINDS = "random, quick, greedy, mcts:500 (iterations), mcts:2s (seconds), the name of an installed bot, or module:Class"
_BUDGET = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<seconds>s?)")
_MOST_ITERATIONS = 10_000_000
_MOST_SECONDS = 3600


class UnknownPlayerError(ValueError):
    """A kind of player that does not exist; the message says which there are."""


def make(kind: str, seed: int, progress: Progress | None = None) -> Player:
    """Return a player of a kind: ``random``, ``quick``, ``greedy``, ``mcts:500``, ``mcts:2s``, or a bot in Python.

    ``seed`` is any int; with it, and a budget in iterations, a player always decides alike in the same situations.
    ``progress`` is told how far ``greedy`` and ``mcts`` are. Raises UnknownPlayerError, a ValueError.
    """
    name, _, rest = kind.partition(":")
    if name in _MAKERS and (not rest or name == "mcts"):
        return _MAKERS[name](kind, rest, seed, progress)
    return Sealed(_bot(kind), seed)


def check(kind: str) -> None:
    """Raise UnknownPlayerError for a kind of player that ``make`` would not make."""
    make(kind, 0)


def _random(kind: str, rest: str, seed: int, progress: Progress | None) -> Player:
    from gamedsl.players.random_player import RandomPlayer

    return RandomPlayer(seed)


def _greedy(kind: str, rest: str, seed: int, progress: Progress | None) -> Player:
    from gamedsl.players.greedy import GreedyPlayer

    return GreedyPlayer(seed, progress=progress)


def _quick(kind: str, rest: str, seed: int, progress: Progress | None) -> Player:
    from gamedsl.players.greedy import GreedyPlayer

    return GreedyPlayer(seed, deals=1, actions=0)


def _mcts(kind: str, rest: str, seed: int, progress: Progress | None) -> Player:
    from gamedsl.players.mcts import MctsPlayer

    if not rest and kind == "mcts":
        return MctsPlayer(seed, iterations=DEFAULT_ITERATIONS, progress=progress)
    found = _BUDGET.fullmatch(rest)
    if found is None or (not found["seconds"] and "." in found["number"]):
        raise UnknownPlayerError(f"{kind}: write mcts:500 for iterations or mcts:2s for seconds")
    number = float(found["number"])
    if not 0 < number <= (_MOST_SECONDS if found["seconds"] else _MOST_ITERATIONS):
        most = f"{_MOST_SECONDS} seconds" if found["seconds"] else f"{_MOST_ITERATIONS} iterations"
        raise UnknownPlayerError(f"{kind}: more than nothing and at most {most}")
    if found["seconds"]:
        return MctsPlayer(seed, seconds=number, progress=progress)
    return MctsPlayer(seed, iterations=int(number), progress=progress)


_MAKERS: dict[str, Callable[[str, str, int, Progress | None], Player]] = {
    "random": _random,
    "quick": _quick,
    "greedy": _greedy,
    "mcts": _mcts,
}


# ---------------------------------------------------------------- bots in Python


def _bot(kind: str) -> Callable[[int], Player]:
    """Return what makes a bot: ``module:Class`` from the Python path, else an entry point by name."""
    from importlib import import_module
    from importlib.metadata import entry_points

    module, colon, name = kind.partition(":")
    if colon and module and name.isidentifier():
        try:
            made = getattr(import_module(module), name, None)
        except ImportError as error:
            raise UnknownPlayerError(f"{kind}: the module {module} cannot be imported: {error}") from error
        if not callable(made):
            raise UnknownPlayerError(f"{kind}: {module} has no class {name}")
        return made  # type: ignore[no-any-return]
    found = [point for point in entry_points(group=GROUP) if point.name == kind]
    if not found:
        from gamedsl.diagnostics.suggest import did_you_mean

        near = did_you_mean(kind, [*_MAKERS, *(point.name for point in entry_points(group=GROUP))])
        cure = f"did you mean {near}?" if near else f"there are {KINDS}"
        raise UnknownPlayerError(f"there is no player `{kind}`; {cure}")
    try:
        return found[0].load()  # type: ignore[no-any-return]
    except (ImportError, AttributeError) as error:
        raise UnknownPlayerError(f"{kind}: the bot cannot be loaded: {error}") from error


@attrs.define
class Sealed:
    """A bot in Python behind a wall: it gets situations on a table that holds no secret of the real one.

    ``choose`` raises ValueError when the bot returns no index of a choice.
    """

    _make: Callable[[int], Player]
    _seed: int
    _bot: Player | None = None

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the choice of the bot, which is made when it is first asked."""
        if self._bot is None:
            self._bot = self._make(seed_of_seat(self._seed, situation.seat))
        sealed = situation.sealed(self._seed)
        place = self._bot.choose(sealed, sealed.legal())
        if type(place) is not int or not 0 <= place < len(choices):
            raise ValueError(f"the bot must choose an index from 0 to {len(choices) - 1}, not {place!r}")
        return place
