"""Which parts of the table a condition reads and a step writes, so that only what matters is tested again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Name, Part, called, inside, walk

Parts = frozenset[str]
ALWAYS = "always"
"""Read by conditions that ask what is going on (``during``, ``done``): they are tested after every step."""
ACTIVE = "active"
PAST = "past"
POINTS = "points"


class Reader:
    """Finds what values read; terms, cells and actions are followed once."""

    def __init__(self, game: model.CheckedGame) -> None:
        self.game = game
        self._paragraphs: dict[Name, Parts] = {}

    def reads(self, *nodes: Part | None) -> Parts:
        """Return everything that these nodes read."""
        found: set[str] = set()
        for node in walk(*nodes):
            reading = core.traits_of(node)
            for part in reading.state:
                found.update(self._state(part, getattr(node, reading.entry, "")))
            for name in called(self.game, node):
                found.update(self._paragraph(name))
        return frozenset(found)

    def _paragraph(self, name: Name) -> Parts:
        if name not in self._paragraphs:
            self._paragraphs[name] = frozenset()
            self._paragraphs[name] = self.reads(*inside(self.game, name))
        return self._paragraphs[name]

    def _state(self, part: core.StatePart, entry: str) -> Iterable[str]:
        """Return the names of what is read of one part of a state."""
        match part:
            case "zones":
                return (zone_part(self.game, entry),)
            case "values":
                return ("value " + entry,)
            case "dice":
                return ("dice " + entry,)
            case "places":
                return ["kind " + kind for kind in self.game.kinds]
            case "points":
                return (POINTS,)
            case "active":
                return (ACTIVE,)
            case "past":
                return (PAST,)
            case "turn" | "paragraph":
                return (ALWAYS,)
            case "purses" | "pieces":
                return ()  # the zone inside is read
            case "slots" | "you" | "status" | "winners":
                return ()  # no step changes them while conditions are watched
            case _:
                assert_never(part)


def zone_part(game: model.CheckedGame, entry: str) -> str:
    """Return what changes when something enters or leaves a zone: its purse, or all zones of its kind."""
    zone = game.zones[entry]
    return "purse " + entry if zone.form == "purse" else "kind " + zone.kind
