"""Names of places in events (``A.hand``, ``shop on A.board[2].coins``) -> the words by which the table calls them.

These are the words of the display that is drawn instead of the place, else its declared words when they are short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from gamedsl.engine.present.view_data import ON, called, lying
from gamedsl.engine.present.words import bare
from gamedsl.i18n.speaking import is_english
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import CheckedGame, Named

_PLACE = re.compile(r"(?:(?P<owner>[^.\[]+)\.)?(?P<entry>[^.\[]+)(?:\[(?P<keys>.*)\])?")


@attrs.frozen
class Called:
    """A place in words: ``label`` with its keys; ``seat`` is the name of the player, ``holder`` of the piece it is of.

    ``keyed``: it is one of several places of that name. ``entry`` is its name in the rules.
    """

    label: str
    seat: str = ""
    holder: str = ""
    keyed: bool = False
    entry: str = ""


class Places:
    """The words of all places of a set-up."""

    def __init__(self, game: CheckedGame, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = seats
        self.drawn = dict(_drawn(game))

    def read(self, place: str) -> Called:
        """Return the words of a place as events name it."""
        piece, on, rest = place.partition(ON)
        where, _, own = rest.rpartition(".")
        found = _PLACE.fullmatch(f"{piece}.{own}" if on else place)
        if found is None:
            return Called(bare(place))
        owner, short, keys = found["owner"] or "", found["entry"], found["keys"]
        entry = self._entry(owner, short)
        declared = self.game.zones.get(entry) or self.game.values.get(entry)
        label = bare(short) if declared is None else self.drawn.get(entry) or called(entry, static_words(declared))
        if keys is not None:
            types = [] if declared is None else [key.type for key in declared.keys]
            label = f"{label}[{self._keys(keys, types)}]"
        if owner in self.seats:
            return Called(label, seat=owner, keyed=keys is not None, entry=entry)
        holder = lying(self._piece(entry.rpartition(".")[0], owner), f"{on}{where}") if owner else ""
        return Called(label, holder=holder, keyed=keys is not None, entry=entry)

    def named(self, name: str) -> str:
        """Return dice in words."""
        return called(name, static_words(self.game.dice[name])) if name in self.game.dice else bare(name)

    def _entry(self, owner: str, short: str) -> str:
        if owner in self.seats and f"player.{short}" in self.game.table_order:
            return f"player.{short}"
        fitting = [name for name in self.game.table_order if name.rpartition(".")[2] == short]
        inside = [name for name in fitting if ("." in name) == bool(owner) and not name.startswith("player.")]
        return next(iter(inside), short)

    def _keys(self, keys: str, types: list[t.Type]) -> str:
        names = keys.split(", ")
        if len(names) != len(types):
            return keys
        return ", ".join(self._key(kind, name) for kind, name in zip(types, names, strict=True))

    def _key(self, kind: t.Type, name: str) -> str:
        match kind:
            case t.WordType(words):
                labels: Mapping[str, str] = self.game.word_lists[words].labels
                return labels.get(name, bare(name))
            case t.PieceType(of) | t.DesignType(of):
                return self._piece(of, name)
            case _:
                return name

    def _piece(self, kind: str, name: str) -> str:
        designs = self.game.kinds[kind].designs if kind in self.game.kinds else ()
        return next((design.label for design in designs if design.name == name), bare(name))


def _drawn(game: CheckedGame) -> Iterator[tuple[str, str]]:
    """Yield entries of pieces that have a display of their own, with its words: so are they called on the table."""
    for display in game.displays.values():
        entry = display.instead[0] if len(display.instead) == 1 else ""
        zone = game.zones.get(entry)
        if zone is None or zone.form == "purse" or zone.keys or not display.loops or display.words is None:
            continue
        if zone.each == display.each:
            yield entry, static_words(display)


def static_words(thing: Named) -> str:
    """Return the words of a thing, its name where it has none or they hold values."""
    if thing.words is None or not thing.words.parts or not all(isinstance(part, str) for part in thing.words.parts):
        return bare(thing.name.rpartition(".")[2])
    return "".join(part for part in thing.words.parts if isinstance(part, str))


def template(words: core.Text) -> str:
    """Return words with … where a value stands in play."""
    return "".join([part if isinstance(part, str) else _place_for(part) for part in words.parts])


def _place_for(slot: core.TextSlot) -> str:
    return f"… {slot.forms[-1]}" if slot.forms else "…"


def one_of_kind(game: CheckedGame, kind: str) -> str:
    """Return what a thing of a kind is called: its name in the rules; in other languages than English its words."""
    thing = game.kinds.get(kind) or game.counters.get(kind)
    return bare(kind) if thing is None or is_english() else static_words(thing)


def many_of_kind(game: CheckedGame, kind: str, english: Mapping[str, str]) -> str:
    """Return what several things of a kind are called; that is known only of its name, by ``english`` plurals."""
    one = one_of_kind(game, kind)
    return bare(english.get(kind, kind)) if one == bare(kind) else one


def number_of_kind(game: CheckedGame, kind: str, number: int, english: Mapping[str, str]) -> str:
    """Return a number of things of a kind: "2 chips", in other languages than English "2 × Chip"."""
    if number == 1:
        return f"1 {one_of_kind(game, kind)}"
    one, many = one_of_kind(game, kind), many_of_kind(game, kind, english)
    return f"{number} {many}" if one == bare(kind) else f"{number} × {many}"


def plurals(game: CheckedGame) -> dict[str, str]:
    """Return what several things of a kind are called: "chips", where a place of the rule file is called so."""
    places = {name.rpartition(".")[2] for name in game.zones}
    return {
        kind: "dice" if kind == "die" else f"{kind}s"
        for kind in (*game.counters, *game.kinds)
        if f"{kind}s" in places or kind in game.kinds
    }
