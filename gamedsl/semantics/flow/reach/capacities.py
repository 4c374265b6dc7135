"""The steps of a game in, how much its places can hold at most out: what they begin with, and what flows in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import places_of
from gamedsl.semantics.core.walk import Part, walk

_ENDLESS = frozenset({"unlimited", "overdraft"})


def most_held(begin: Beginning, played: Iterable[tuple[Part, ...]]) -> dict[str, int]:
    """Return how much each entry can hold at most in all its places; entries without an end are left out.

    ``played``: the parts of each paragraph that is carried out in play.
    """
    into = _flows(begin.game, played)
    return {
        name: min(all_there_are, sum(begin.held.get(source, t.HIGHEST) for source in _upstream(name, into)))
        for name, all_there_are in begin.supplies.items()
    }


def _flows(game: model.CheckedGame, played: Iterable[tuple[Part, ...]]) -> dict[str, set[str]]:
    """Return by each entry from where something can come there."""
    into: dict[str, set[str]] = {name: set() for name in game.zones}
    for name, zone in game.zones.items():
        into[name] |= {use.source for use in zone.traits if use.source is not None}
    for parts in played:
        bound = bound_places(parts)
        for step in walk(*parts):
            if isinstance(step, core.Pay):
                into[step.target.entry].add(step.source.entry)
            elif isinstance(step, core.Move | core.Deal | core.ShuffleTo):
                pieces = step.source if isinstance(step, core.Deal) else step.pieces
                into[step.target.entry].update(homes(game, pieces, bound))
    return into


def bound_places(parts: tuple[Part, ...]) -> Mapping[int, core.Value]:
    """Return by local places what they hold one of; a place of which that is not known is left out."""
    found: dict[int, core.Value] = {}
    for part in walk(*parts):
        if isinstance(part, model.PickField | core.Pick):
            found[part.slot] = part.domain
        elif isinstance(part, core.Loop):
            found[part.slot] = part.source
        elif isinstance(part, model.LetField | core.Let):
            found[part.slot] = part.value
    return found


def homes(game: model.CheckedGame, pieces: core.Value, bound: Mapping[int, core.Value]) -> Iterator[str]:
    """Walk the entries in which pieces can lie that are taken."""
    match pieces:
        case core.ZoneRef(entry=entry):
            yield entry
        case core.Top(zone=zone) | core.Bottom(zone=zone) | core.SlotPiece(zone=zone) | core.Contents(zone=zone):
            yield zone.entry
        case core.Dealt(zone=zone):
            yield zone.entry
        case core.Checked(value=inner) | core.Certain(value=inner):
            yield from homes(game, inner, bound)
        case core.Collect(value=core.Local(slot=slot), loops=loops) if slot in {loop.slot for loop in loops}:
            own = next(loop.source for loop in loops if loop.slot == slot)
            yield from homes(game, own, bound)
        case core.MakeSet(items=items) if items:
            for item in items:
                yield from homes(game, item, bound)
        case core.Local(slot=slot) if slot in bound and not isinstance(bound[slot], core.Local):
            yield from homes(game, bound[slot], bound)
        case _:
            yield from places_of(game, pieces.type)


def _upstream(name: str, into: Mapping[str, set[str]]) -> set[str]:
    found, waiting = {name}, [name]
    while waiting:
        new = into[waiting.pop()] - found
        found |= new
        waiting += new
    return found


@attrs.define(eq=False)
class Beginning:
    """What each entry holds at most when the first phase begins; ``supplies``: all there is of its kind."""

    game: model.CheckedGame
    supplies: dict[str, int] = attrs.field(factory=dict)
    held: dict[str, int] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for name, zone in self.game.zones.items():
            supply = _supply(self.game, zone)
            if supply is not None:
                self.supplies[name] = supply
                self.held[name] = supply if any(use.name == "full" for use in zone.traits) else 0
        self._steps(self.game.setup, 1)

    def _steps(self, steps: tuple[core.CoreStep, ...], times: int) -> None:
        """Add what steps bring that are carried out so often at most."""
        for step in steps:
            match step:
                case core.ForEach(loop=loop, body=body):
                    self._steps(body, times * getattr(loop.source.type, "most", t.HIGHEST))
                case core.Repeat(count=count, body=body):
                    most = count.type.high if count is not None and isinstance(count.type, t.IntType) else t.HIGHEST
                    self._steps(body, times * max(0, most))
                case core.Moment(body=body):
                    self._steps(body, times)
                case core.If(branches=branches, otherwise=otherwise):
                    for body in (*(branch.body for branch in branches), otherwise):
                        self._steps(body, times)
                case core.CallRule() | core.CallCell() | core.Offer():
                    self.held |= self.supplies  # anything may happen there
                case core.Pay(target=target, amount=amount):
                    self._bring(target.entry, times, amount.type)
                case core.Deal(target=target, count=count):
                    self._bring(target.entry, times, count.type)
                case core.Move(target=target, pieces=pieces) | core.ShuffleTo(target=target, pieces=pieces):
                    several = isinstance(pieces, core.ZoneRef) or isinstance(pieces.type, t.SetType | t.ListType)
                    most = getattr(pieces.type, "most", t.HIGHEST) if several else 1
                    self._bring(target.entry, times, t.IntType(0, most))
                case _:
                    pass  # nothing comes anywhere

    def _bring(self, entry: str, times: int, amount: t.Type) -> None:
        if entry in self.held:
            most = amount.high if isinstance(amount, t.IntType) else t.HIGHEST
            self.held[entry] = min(self.supplies[entry], self.held[entry] + times * max(0, most))


def _supply(game: model.CheckedGame, zone: model.Zone) -> int | None:
    """Return how much there is of what a place holds, with the most players; None where there is no end to it."""
    if zone.form != "purse":
        kind = game.kinds[zone.kind]
        return sum(design.copies for design in kind.designs) * (game.most_seats if kind.each_player else 1)
    counter = game.counters[zone.kind]
    endless = {use.name for other in game.zones.values() if other.kind == zone.kind for use in other.traits} & _ENDLESS
    if counter.supply is None or counter.keys or endless:
        return None
    return counter.supply * (game.most_seats if counter.each_player else 1)
