"""One metric as data (words, value, places), games -> the figures that they have of it, one for each thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.simulate.figures.estimates import Estimate, amount, mean, part, rate
from gamedsl.simulate.results.exact_sum import summed
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult
from gamedsl.simulate.results.keys import KINDS, OWN, SEATS, SOURCES, Key, Telling
from gamedsl.simulate.results.results import Results

Each = Literal[
    "game",
    "seat",
    "kind",
    "source",
    "checkpoint",
    "action",
    "number",
    "condition",
    "number of players",
    "condition of players",
    "number of seat",
    "condition of seat",
]
"""What there is one metric for: ``game`` is a single one, ``kind`` one for each kind of player.

``number`` and ``condition`` are metrics of the rule file, ``of players`` those that are measured for players, ``of
seat`` each of these for each seat.
"""
Kind = Literal["share", "part", "amount", "mean", "ratio"]
"""``share``: it holds in a game or not, or in part, and is told as a rate; ``part``: of each game, between 0 and 1;
``amount``: never below 0; ``mean``: any number; ``ratio``: between 0 and 1, told as a number and never averaged."""
Among = Literal["finished", "all"]
"""The games that count."""
_UNITS: dict[Kind, str] = {"share": "rate", "part": "rate", "amount": "mean", "mean": "mean", "ratio": "ratio"}
_AVERAGES: dict[Kind, Callable[[Counter[float]], Estimate]] = {"part": part, "amount": amount, "mean": mean}
"""How values are averaged that are looked at by how often each comes; shares are added in the order of the games."""
PLACEHOLDERS: dict[Each, str] = {
    "game": "",
    "seat": "N",
    "kind": "KIND",
    "source": "NAME",
    "checkpoint": "SHARE",
    "action": "ACTION",
    "number": "NUMBER",
    "condition": "CONDITION",
    "number of players": "NUMBER",
    "condition of players": "CONDITION",
    "number of seat": "NUMBER.seat_N",
    "condition of seat": "CONDITION.seat_N",
}
"""What stands for the thing in names of metrics, where all of them are meant."""


@attrs.frozen(slots=False, eq=False, repr=False)
class OfGame(ByFields):
    """A figure that a game has: ``value`` gives it, of a game and what the metric is about; None where it has none.

    It is averaged over games, and can be compared game by game. ``by``, where it is given, makes of what the metric is
    about all of a game that the value depends on: games that are alike in that are looked at once (``Results.alike``).
    ``key``: what tells the very value, where there is such a thing; then no game is looked at.
    """

    value: Callable[..., float | None]
    by: Callable[..., tuple[Key, ...]] | None = None
    key: Telling[float] | None = None

    @classmethod
    def of_key(cls, key: Telling[float]) -> OfGame:
        """Return the figure that a key tells."""
        return cls(key.of, lambda *_: (key,), key)


@attrs.frozen(slots=False, eq=False, repr=False)
class OfGames(ByFields):
    """A figure that only many games have: ``estimate`` gives it, of all of them and what the metric is about."""

    estimate: Callable[..., Estimate]


@attrs.frozen(slots=False, eq=False, repr=False)
class In(ByFields):
    """The place of a metric: its ``table``, and its ``label`` there, in which ``{}`` is what it is about, in words.

    Without a label its words stand there. Where the things stand in the lines and metrics in the columns, the label is
    that of a column; ``with_interval`` then adds one for the interval.
    """

    table: str
    label: str = ""
    with_interval: bool = True


@attrs.frozen(slots=False, eq=False, repr=False)
class LeftOut(ByFields):
    """A place that does without a metric, and why."""

    why: str


COMPARED = In("All figures")


def always(games: Results) -> bool:
    """Tell that games need nothing to have a metric."""
    return True


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Row(ByFields):
    """Everything that is known of a metric.

    ``name`` and ``words`` hold ``{}`` where it is about ``each`` of several things; ``meaning`` is what docs/metrics.md
    says. ``needs`` tells whether games can have it. JSON, CSV and claims have every metric; ``report``, ``sweep`` and
    ``comparison`` say where it stands in tables, or why it does not. Where it is ``usual``, a sweep and a comparison
    have nothing to tell; a comparison tells nothing of what is always 0, too. A sweep draws it over an axis with
    ``drawn`` at it. A metric that is not ``for_one`` says nothing in the report on a game for one player.
    """

    name: str
    words: str
    meaning: str
    kind: Kind
    value: OfGame | OfGames
    report: In | LeftOut
    sweep: In | LeftOut
    comparison: In | LeftOut = COMPARED
    each: Each = "game"
    needs: Callable[[Results], bool] = always
    among: Among = "finished"
    usual: float | None = None
    drawn: str = ""
    for_one: bool = True

    def __attrs_post_init__(self) -> None:
        if isinstance(self.value, OfGames) and isinstance(self.comparison, In):
            raise ValueError(f"{self.name}: only figures that single games have can be compared game by game")
        if isinstance(self.value, OfGame) and self.kind == "ratio":
            raise ValueError(f"{self.name}: what is a {self.kind} cannot be averaged over games")

    @property
    def unit(self) -> str:
        """``rate`` (told in per cent), ``ratio`` or ``mean``."""
        return _UNITS[self.kind]

    @property
    def shown_name(self) -> str:
        """The name with a word for what it is about: ``uses.ACTION``."""
        return self.name.format(PLACEHOLDERS[self.each])


@attrs.frozen(slots=False, eq=False, repr=False)
class Thing(ByFields):
    """What a metric is about: its ``name``, and what the functions of a row take for it."""

    name: str
    keys: tuple[object, ...]


def _seats(games: Results, actions: Sequence[str]) -> list[Thing]:
    return [Thing(str(seat + 1), (seat,)) for seat in range(min(len(one.kinds) for one, _ in games.alike(SEATS)))]


def _kinds(games: Results, actions: Sequence[str]) -> list[Thing]:
    kinds = sorted({kind for one, _ in games.alike(KINDS) for kind in one.kinds})
    return [Thing(kind, (kind,)) for kind in kinds] if len(kinds) > 1 else []


def _sources(games: Results, actions: Sequence[str]) -> list[Thing]:
    found = dict.fromkeys(name for one, _ in games.alike(SOURCES) for name in one.sources)
    return [Thing(name, (name,)) for name in found]


def _own(is_condition: bool, is_of_players: bool, by_seat: bool = False) -> _Things:
    """Return what finds the metrics of the rule file of one sort."""

    def things(games: Results, actions: Sequence[str]) -> list[Thing]:
        declared = {name: one for game, _ in games.alike(OWN) for name, one in game.own.items()}
        found = [
            name
            for name, (condition, of_players, _) in declared.items()
            if condition == is_condition and (of_players or not is_of_players)
        ]
        if not by_seat:
            return [Thing(name, (name,)) for name in found]
        return [Thing(f"{name}.seat_{one.name}", (name, *one.keys)) for name in found for one in _seats(games, actions)]

    return things


_Things = Callable[[Results, Sequence[str]], "list[Thing]"]
THINGS: dict[Each, _Things] = {
    "game": lambda games, actions: [Thing("", ())],
    "seat": _seats,
    "kind": _kinds,
    "source": _sources,
    "checkpoint": lambda games, actions: [Thing(str(share), (share,)) for share in CHECKPOINTS],
    "action": lambda games, actions: [Thing(name, (name,)) for name in actions],
    "number": _own(is_condition=False, is_of_players=False),
    "condition": _own(is_condition=True, is_of_players=False),
    "number of players": _own(is_condition=False, is_of_players=True),
    "condition of players": _own(is_condition=True, is_of_players=True),
    "number of seat": _own(is_condition=False, is_of_players=True, by_seat=True),
    "condition of seat": _own(is_condition=True, is_of_players=True, by_seat=True),
}
"""What metrics are about in games, of which there is at least one, with these actions."""


@attrs.frozen(slots=False, eq=False, repr=False)
class Figure(ByFields):
    """A row about one thing: ``uses.buy``."""

    row: Row
    thing: Thing

    @property
    def name(self) -> str:
        """Its name, as in claims and in JSON."""
        return self.row.name.format(self.thing.name)

    @property
    def words(self) -> str:
        """Its name for people."""
        return self.row.words.format(self.thing.name)

    @property
    def is_rate(self) -> bool:
        """Whether it is told in per cent."""
        return self.row.unit == "rate"

    def of(self, one: GameResult) -> float | None:
        """Return what a game has of it, None for nothing; raise TypeError for what only many games have."""
        if not isinstance(self.row.value, OfGame):
            raise TypeError(f"{self.name} cannot be computed for a single game")
        return self.row.value.value(one, *self.thing.keys)

    def estimate(self, games: Results) -> Estimate:
        """Return what it is in these games, each of which is one case."""
        value, keys = self.row.value, self.thing.keys
        if isinstance(value, OfGames):
            return value.estimate(games, *keys)
        if self.row.kind == "share":
            if value.by is not None:
                return rate(*games.alike(*value.by(*keys)).sum(self.of))
            found = Counter(own for own in map(self.of, games) if own is not None)
            return rate(float(summed(found.items())), found.total())
        counts: Counter[float | None] = Counter()
        if value.key is not None:
            counts.update(games.counted(value.key))
        elif value.by is not None:
            counts.update(games.alike(*value.by(*keys)).counted(self.of))
        else:
            counts.update(map(self.of, games))
        return _AVERAGES[self.row.kind](Counter({own: times for own, times in counts.items() if own is not None}))

    def each(self, games: Results) -> Sequence[float | None]:
        """Return what each game has of it, as ``of`` does."""
        value = self.row.value
        if not isinstance(value, OfGame):
            raise TypeError(f"{self.name} cannot be computed for a single game")
        if value.by is not None:
            return games.alike(*value.by(*self.thing.keys)).each(self.of)
        return [*map(self.of, games)]
