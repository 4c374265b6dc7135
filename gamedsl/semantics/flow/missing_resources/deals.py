"""The steps of a game in, warnings out about deals that are short, and names of what was dealt that nobody uses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import bodies, walk
from gamedsl.semantics.flow.missing_resources.most_players import most_players
from gamedsl.semantics.flow.missing_resources.path_conditions import Ways
from gamedsl.source import written

_LAYS = core.Move | core.Deal | core.ShuffleTo


def check_deals(ways: Ways, report: Report) -> None:
    """Warn about deals of which somebody may get less than is written, and about names that are never used."""
    _unused(ways.game, report)
    _uneven(ways, report)
    _running_out(ways, report)
    seats = most_players(ways.game)
    if seats is not None:
        game = attrs.evolve(ways.game, most_seats=seats)
        _deal(game, game.setup, 1, _held(game), report)


def _unused(game: model.CheckedGame, report: Report) -> None:
    """Warn about names behind `as` that nothing reads."""
    for _, parts in groupby(bodies(game), lambda body: (body.section, body.paragraph)):
        nodes = [node for body in parts for node in walk(*body.parts)]
        used = {node.slot for node in nodes if isinstance(node, core.Local)}
        for node in nodes:
            named = isinstance(node, core.Let) and isinstance(node.value, core.Dealt) and node.slot not in used
            if named and isinstance(node, core.Let) and node.span.path == game.path:
                cure = f"leave out `as {node.name}`, or use it behind the deal"
                report("GDNAM07", node.span, kind="name", name=node.name, help=cure)


def _uneven(ways: Ways, report: Report) -> None:
    """Warn where each of several places gets some, and nobody has looked whether there are enough for all."""
    for way in ways.steps():
        step, loop = way.step, way.around[-1] if way.around else None
        if not isinstance(step, core.Deal) or step.at_most or not isinstance(step.source, core.ZoneRef):
            continue
        is_several = isinstance(loop, core.Loop) and loop.span == step.target.span
        entry = step.source.entry
        if not is_several or not ways.is_repeated(way.node) or entry in ways.asked(way):
            continue
        if entry not in reads(ways.game, step.count):
            places = {"source": written(step.source.span), "target": written(step.target.span)}
            report("GDFLO53", step.span, count=written(step.count.span), **places)


def _running_out(ways: Ways, report: Report) -> None:
    """Warn where several are dealt to one place again and again, and nothing ever fills up what they come from.

    Whatever asks how many are left, or how many have come, may see to it that there are enough.
    """
    game = ways.game
    filled = {way.step.target.entry for way in ways.steps() if isinstance(way.step, _LAYS)}
    filled |= {name for name, zone in game.zones.items() if any(use.name == "refilled" for use in zone.traits)}
    for way in ways.steps():
        step, loop = way.step, way.around[-1] if way.around else None
        if not isinstance(step, core.Deal) or step.at_most or not isinstance(step.source, core.ZoneRef):
            continue
        to_several = isinstance(loop, core.Loop) and loop.span == step.target.span
        least = step.count.type.low if isinstance(step.count.type, t.IntType) else 0
        if to_several or least < 2 or step.source.entry in filled or not ways.is_repeated(way.node):
            continue
        if not {step.source.entry, step.target.entry} & (ways.asked(way) | reads(game, step.count)):
            report("GDFLO55", step.span, source=written(step.source.span), count=written(step.count.span))


def _held(game: model.CheckedGame) -> dict[str, int]:
    """Return how many pieces lie with the most players in each place before the setup, where that is known."""
    found = {}
    for name, zone in game.zones.items():
        if zone.kind not in game.kinds or zone.each or zone.keys or zone.form not in ("stack", "heap"):
            continue
        kind = game.kinds[zone.kind]
        copies = sum(design.copies for design in kind.designs) * (game.most_seats if kind.each_player else 1)
        found[name] = copies if any(use.name == "full" for use in zone.traits) else 0
    return found


def _deal(
    game: model.CheckedGame, steps: Sequence[core.CoreStep], times: int, held: dict[str, int], report: Report
) -> None:
    """Go through steps that are carried out so many times; ``held`` is how many there are at most behind them."""
    for step in steps:
        if isinstance(step, core.Deal) and isinstance(step.source, core.ZoneRef) and step.source.entry in held:
            _deal_once(game, step, times, held, report)
        _may_come(step, held)  # of a loop before its passes: what comes in one may be dealt in the next
        passes = _passes(game, step)
        if passes is not None and isinstance(step, core.ForEach):
            _deal(game, step.body, times * passes, held, report)


def _deal_once(game: model.CheckedGame, step: core.Deal, times: int, held: dict[str, int], report: Report) -> None:
    assert isinstance(step.source, core.ZoneRef)
    entry, kind = step.source.entry, step.count.type
    needed = times * max(0, kind.low if isinstance(kind, t.IntType) else 0)
    if step.at_most:
        return
    if needed > held[entry]:
        names = {"source": written(step.source.span), "needed": needed, "held": held.pop(entry)}
        report("GDFLO54", step.span, players=game.most_seats, **names)
    else:
        held[entry] -= needed


def _passes(game: model.CheckedGame, step: core.CoreStep) -> int | None:
    """Return how often a loop over players, or over places of a deal, goes round with the most players."""
    if not isinstance(step, core.ForEach) or step.loop.condition is not None:
        return None
    source = step.loop.source
    if isinstance(source, core.AllPlayers):
        return game.most_seats
    fixed = isinstance(source, core.AllMembers) or (
        isinstance(source, core.Interval) and isinstance(source.low, core.Const) and isinstance(source.high, core.Const)
    )
    kind = source.type
    return kind.most if fixed and isinstance(kind, t.SetType) and kind.most is not None else None


def _may_come(step: core.CoreStep, held: dict[str, int]) -> None:
    """Forget how many lie where a step may put some, however often it is carried out."""
    for one in walk(step):
        if isinstance(one, _LAYS):
            held.pop(one.target.entry, None)
        elif isinstance(one, core.CallRule | core.CallCell | core.Offer):
            held.clear()
