"""A checked game in, findings about quiet entries of the table out: nobody can choose from what is not shown."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import bodies, walk


def check_quiet(game: model.CheckedGame, report: Report) -> None:
    """Report pieces that are picked, or taken in an order that is chosen, out of a quiet place."""
    quiet = {zone.name for zone in game.zones.values() if any(use.name == "quiet" for use in zone.traits)}
    if not quiet:
        return
    for body in bodies(game):
        for part in walk(*body.parts):
            for zone in _offered(part):
                if zone.entry in quiet:
                    report("GDKNO06", zone.span, name=zone.entry.rpartition(".")[2])


def _offered(part: object) -> Iterator[core.ZoneRef]:
    """Yield the places whose pieces a player chooses from in a question."""
    match part:
        case model.PickField(domain=domain) | core.Pick(domain=domain):
            yield from _places(domain)
        case core.ForEach(question=int(), loop=loop):
            yield from _places(loop.source)
        case _:
            return


def _places(domain: core.Value) -> Iterator[core.ZoneRef]:
    """Yield the places that a set of pieces is made of, without those that its conditions ask about."""
    match domain:
        case core.Contents(zone=zone):
            yield zone
        case core.Join(sign="+", left=left, right=right):
            yield from _places(left)
            yield from _places(right)
        case core.Join(left=left) | core.Checked(value=left) | core.Certain(value=left):
            yield from _places(left)
        case core.Collect(loops=loops):
            for loop in loops:
                yield from _places(loop.source)
        case core.MakeSet(items=items):
            for item in items:
                yield from _places(item)
        case core.SlotPiece(zone=zone) | core.Top(zone=zone):
            yield zone
        case _:
            return
