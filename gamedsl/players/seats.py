"""The kind of a player as people write it, and a seed -> the player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from traceback import extract_tb
from typing import Any

import attrs

from gamedsl.i18n.speaking import gettext, mark
from gamedsl.option_values import whole
from gamedsl.players.protocol import Player, Progress, Situation
from gamedsl.players.seeding import seed_of_seat

GROUP = "gamedsl.players"
"""Entry points of this group are players by name."""
DEFAULT_ITERATIONS = 500
KINDS = mark(
    "random, quick, greedy, mcts:500 (iterations), mcts:2s (seconds), the name of an installed bot, or module:Class"
)
_BUDGET = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<seconds>s?)")
_MOST_ITERATIONS = 10_000_000
_MOST_SECONDS = 3600
_NO_CHOOSE = mark("it has no method `choose`")


class UnknownPlayerError(ValueError):
    """A kind of player that does not exist; the message says which there are."""


def make(kind: str, seed: int, progress: Progress | None = None, threads: int = 1) -> Player:
    """Return a player of a kind: ``random``, ``quick``, ``greedy``, ``mcts:500``, ``mcts:2s``, or a bot in Python.

    ``seed`` is any int; with it, and a budget in iterations, a player always decides alike in the same situations.
    ``progress`` is told how far ``quick``, ``greedy`` and ``mcts`` are; searches by time may use so many ``threads``.
    Raises UnknownPlayerError, a ValueError.
    """
    name, _, rest = kind.partition(":")
    if name in OWN and (not rest or name == "mcts"):
        return OWN[name].make(kind, rest, seed, progress, threads)
    return Sealed(_bot(kind), seed)


def check(kind: str) -> None:
    """Raise UnknownPlayerError for a kind of player that cannot play; a bot in Python is made once to see that."""
    player = make(kind, 0)
    if isinstance(player, Sealed):
        try:
            player.begin(0)
        except Exception as error:
            raise UnknownPlayerError(
                gettext("{kind}: the bot cannot be made: {error}", kind=kind, error=failure(error))
            ) from error


def _random(kind: str, rest: str, seed: int, progress: Progress | None, threads: int) -> Player:
    from gamedsl.players.kinds.random_player import RandomPlayer

    return RandomPlayer(seed)


def _greedy(kind: str, rest: str, seed: int, progress: Progress | None, threads: int) -> Player:
    from gamedsl.players.kinds.greedy import GreedyPlayer

    return GreedyPlayer(seed, progress=progress, level=OWN["greedy"].level)


def _quick(kind: str, rest: str, seed: int, progress: Progress | None, threads: int) -> Player:
    from gamedsl.players.kinds.greedy import GreedyPlayer

    return GreedyPlayer(seed, deals=1, actions=0, progress=progress, level=OWN["quick"].level)


def _mcts(kind: str, rest: str, seed: int, progress: Progress | None, threads: int) -> Player:
    from gamedsl.players.kinds.mcts import MctsPlayer

    level = OWN["mcts"].level
    if not rest and kind == "mcts":
        return MctsPlayer(seed, iterations=DEFAULT_ITERATIONS, progress=progress, level=level)
    found = _BUDGET.fullmatch(rest)
    if found is None or (not found["seconds"] and "." in found["number"]):
        raise UnknownPlayerError(gettext("{kind}: write mcts:500 for iterations or mcts:2s for seconds", kind=kind))
    number = float(found["number"])
    if not 0 < number <= (_MOST_SECONDS if found["seconds"] else _MOST_ITERATIONS):
        if found["seconds"]:
            said = gettext("{kind}: more than nothing and at most {number} seconds", kind=kind, number=_MOST_SECONDS)
        else:
            said = gettext(
                "{kind}: more than nothing and at most {number} iterations", kind=kind, number=_MOST_ITERATIONS
            )
        raise UnknownPlayerError(said)
    if found["seconds"]:
        return MctsPlayer(seed, seconds=number, progress=progress, level=level, threads=threads)
    return MctsPlayer(seed, iterations=int(number), progress=progress, level=level)


@attrs.frozen
class Own:
    """A kind of player of this program.

    ``does`` says in reports what such players do; without an aim they do nothing. ``at_once``: it decides so fast that
    nobody need be told that it thinks. ``searches``: it tells how far it is, and decides at once when it is asked to.
    ``level``: that of the hints it knows (``model.LEVELS``).
    """

    make: Callable[[str, str, int, Progress | None, int], Player]
    does: str
    at_once: bool = False
    searches: bool = False
    level: str = ""


HUMAN = "human"
"""Who sits where a person decides."""
OWN = {
    "random": Own(_random, "", at_once=True),
    "quick": Own(_quick, "look one move ahead", searches=True, level="quick"),
    "greedy": Own(_greedy, "look one turn ahead", searches=True, level="greedy"),
    "mcts": Own(_mcts, "search", searches=True, level="mcts"),
}
"""The players of this program, by what stands before the colon."""


def own(kind: str) -> Own | None:
    """Return which player of this program a kind is, None for a bot in Python."""
    return OWN.get(kind.partition(":")[0])


def can_think(kind: str) -> bool:
    """Tell whether a kind of player decides by chance, or thinks in C as long as its budget says, whatever the time."""
    mine = own(kind)
    return mine is not None and not (kind.startswith("mcts") and kind.endswith("s") and ":" in kind)


# ---------------------------------------------------------------- bots in Python


def _bot(kind: str) -> Callable[[int], Player]:
    """Return what makes a bot: ``module:Class`` from the Python path, else an entry point by name.

    Raises UnknownPlayerError, whatever goes wrong when the bot's program is loaded.
    """
    from importlib import import_module
    from importlib.metadata import entry_points

    module, colon, name = kind.partition(":")
    if colon and module and name.isidentifier():
        try:
            made = getattr(import_module(module), name, None)
        except (Exception, SystemExit) as error:
            raise UnknownPlayerError(
                gettext(
                    "{kind}: the module {module} cannot be imported: {error}",
                    kind=kind,
                    module=module,
                    error=failure(error),
                )
            ) from error
        if not callable(made):
            raise UnknownPlayerError(
                gettext("{kind}: {module} has no class {name}", kind=kind, module=module, name=name)
            )
        return _able(kind, made)
    found = [point for point in entry_points(group=GROUP) if point.name == kind]
    if not found:
        from gamedsl.diagnostics.suggest import did_you_mean

        suggestion = did_you_mean(kind, [*OWN, *(point.name for point in entry_points(group=GROUP))])
        if suggestion:
            raise UnknownPlayerError(
                gettext("there is no player `{kind}`; did you mean {near}?", kind=kind, near=suggestion)
            )
        raise UnknownPlayerError(
            gettext("there is no player `{kind}`; there are {kinds}", kind=kind, kinds=gettext(KINDS))
        )
    try:
        made = found[0].load()
    except (Exception, SystemExit) as error:
        raise UnknownPlayerError(
            gettext("{kind}: the bot cannot be loaded: {error}", kind=kind, error=failure(error))
        ) from error
    return _able(kind, made)


def _able(kind: str, made: Any) -> Callable[[int], Player]:
    """Return what makes a bot; raise UnknownPlayerError for a class that cannot play, which is not called then."""
    if isinstance(made, type) and not _can_choose(made):
        raise UnknownPlayerError(gettext("{kind}: this is no bot: {why}", kind=kind, why=gettext(_NO_CHOOSE)))
    return made  # type: ignore[no-any-return]


def _can_choose(bot: object) -> bool:
    return callable(getattr(bot, "choose", None))


def failure(error: BaseException) -> str:
    """Return what went wrong in a program, and where: its file and line."""
    if isinstance(error, SystemExit):
        words = gettext("it ends the program (exit code {code})", code=error.code)
    elif isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg} ({error.filename}, line {error.lineno})"
    else:
        words = str(error) if isinstance(error, ImportError | ValueError) else f"{type(error).__name__}: {error}"
    frames = [one for one in extract_tb(error.__traceback__) if "importlib" not in one.filename]
    foreign = bool(frames) and frames[-1].filename != __file__
    return f"{words} ({frames[-1].filename}, line {frames[-1].lineno})" if foreign else words


@attrs.define
class Sealed:
    """A bot in Python behind a wall: it gets situations on a table that holds no secret of the real one.

    ``choose`` raises ValueError when the bot returns no index of a choice or ends the program.
    """

    _make: Callable[[int], Player]
    _seed: int
    _bot: Player | None = None

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the choice of the bot, which is made when it is first asked."""
        bot = self.begin(situation.seat)
        sealed = situation._sealed(self._seed)
        try:
            place = whole(bot.choose(sealed, sealed.legal()))
        except SystemExit as error:
            raise ValueError(failure(error)) from error
        if type(place) is not int or not 0 <= place < len(choices):
            raise ValueError(
                gettext(
                    "the bot must choose an index from 0 to {last}, not {place!r}",
                    last=len(choices) - 1,
                    place=place,
                )
            )
        return place

    def begin(self, seat: int) -> Player:
        """Return the bot, which is made for a seat when there is none yet.

        Raises ValueError for what cannot choose and for what ends the program.
        """
        if self._bot is None:
            try:
                made = self._make(seed_of_seat(self._seed, seat))
            except SystemExit as error:
                raise ValueError(failure(error)) from error
            if not _can_choose(made):
                raise ValueError(gettext(_NO_CHOOSE))
            self._bot = made
        return self._bot
