"""A checked game in, findings about ``you`` read on behalf of nobody out.

Terms, rules and cells have the ``you`` of their caller. The checks of bodies see a ``you`` that is written where nobody
has the turn; here it is found behind calls too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import (
    Part,
    bodies,
    called,
    cells_meant,
    children,
    inside,
    parts_of,
    phases_with_you,
    walk,
)
from gamedsl.source import Span, written

HELP = "say whose it is: `who: …` above it, or a parameter of the type `player`"


IN_SCENARIOS = "in a scenario nobody is `you`: try it with a move, `A: …`, or expect what comes of it"


def check_you(game: model.CheckedGame, report: Report) -> None:
    """Report calls from places without a player that lead to a use of ``you``, and from loops that mean another."""
    search, told = _Search(game), set()
    for part in _without_you(game):
        for call, span in search.uses(part):
            labels = [Label(span, "`you` is used here")]
            report("GDNAM01", call, labels=labels, help=HELP, kind="player", name="you")
            told.add(call)
    for body in bodies(game):
        for loop in walk(*body.parts):
            everybody = isinstance(loop, core.ForEach) and isinstance(loop.loop.source, core.AllPlayers)
            if isinstance(loop, core.ForEach) and everybody and loop.loop.condition is None:
                _check_cells(loop, search, told, report)


def _check_cells(players: core.ForEach, search: _Search, told: set[Span], report: Report) -> None:
    """Warn of cells that speak to ``you`` and are called on the pieces of every player in turn."""
    owner = players.loop.slot
    for call in _cells_of(players.body, owner, frozenset()):
        used = next((span for _, span in search.uses(call)), None)
        if used is None or call.span in told or any(_is_local(one, (owner,)) for one in walk(*call.arguments)):
            continue
        values = {"call": written(call.span), "column": call.column, "player": players.name}
        values["write"] = f"{written(call.subject.span)}.{call.column}"
        report("GDNAM13", call.span, labels=[Label(used, "`you` is used here")], **values)


def _cells_of(parts: Iterable[Part], owner: int, pieces: frozenset[int]) -> Iterator[core.CallCell | core.CellCall]:
    """Walk the calls of cells of what lies in places of the player in the slot ``owner``, as in those of ``pieces``."""
    for part in parts:
        known = pieces
        if isinstance(part, core.CallCell | core.CellCall) and (
            _is_local(part.subject, pieces) or _lies_with(part.subject, owner)
        ):
            yield part
        for loop in (one for one in children(part) if isinstance(one, core.Loop)):
            known = known | {loop.slot} if _lies_with(loop.source, owner) else known - {loop.slot}
        yield from _cells_of(children(part), owner, known)


def _lies_with(value: core.Value, owner: int) -> bool:
    """Tell whether pieces are those in a place of the player in a slot, or some of them."""
    if isinstance(value, core.Collect) and len(value.loops) == 1 and _is_local(value.value, (value.loops[0].slot,)):
        return _lies_with(value.loops[0].source, owner)
    places = core.Contents | core.SlotPiece | core.Top
    return isinstance(value, places) and value.zone.owner is not None and _is_local(value.zone.owner, (owner,))


def _is_local(part: Part, slots: Collection[int]) -> bool:
    return isinstance(part, core.Local) and part.slot in slots


def check_scenarios(game: model.CheckedGame, report: Report) -> None:
    """Report what scenarios read outside moves, in cells and rules too, that speaks to a player: nobody is meant."""
    search = _Search(game)
    for scenario in game.scenarios:
        for part in parts_of((scenario.given, scenario.then)):
            for call, span in search.uses(part):
                labels = [Label(span, "`you` is used here")]
                report("GDNAM01", call, labels=labels, help=IN_SCENARIOS, kind="player", name="you")


def _without_you(game: model.CheckedGame) -> Iterator[Part]:
    yield from game.setup
    yield from parts_of(tuple(entry.initial for entry in game.values.values()))
    for name, has_you in phases_with_you(game).items():
        phase = game.phases[name]
        if not has_you:
            yield from parts_of((phase.whens, phase.who, phase.start, phase.then))
            yield from parts_of((phase.until,) if phase.who is None else ())
    for trigger in game.triggers.values():
        yield from parts_of((trigger.who,))
        if trigger.after is None and trigger.who is None:
            yield from parts_of((trigger.whens, trigger.once, trigger.then))
    yield from parts_of(game.ends)
    winner = game.winner
    yield from parts_of((winner.loop, winner.start) if isinstance(winner, core.Rank) else (winner,))


@attrs.define(eq=False)
class _Search:
    """Finds the uses of ``you`` behind the calls in a body; every body is searched once."""

    game: model.CheckedGame
    known: dict[str, Span | None] = attrs.field(factory=dict)

    def uses(self, part: Part) -> Iterator[tuple[Span, Span]]:
        """Walk the calls in a body that need ``you``, each with the place where it is used."""
        for node in self._own(part):
            for name, body in self._called(node):
                span = self._needs(name, body)
                if span is not None and isinstance(node, core.Core):
                    yield node.span, span

    def _own(self, part: Part) -> Iterator[Part]:
        """Walk what has the same ``you``: all but plans and moves, in which the player who is asked is ``you``."""
        if isinstance(part, core.PlayMove | core.ListedMoves):
            return
        yield part
        for child in children(part):
            if not isinstance(child, core.CorePlan) or isinstance(part, core.Possible):
                yield from self._own(child)

    def _called(self, node: Part) -> Iterator[tuple[str, tuple[Part, ...]]]:
        for section, name in called(self.game, node) if not _asks(node) else ():
            if section != "terms" or self.game.terms[name].each != "player":
                yield f"{section} {name}", inside(self.game, (section, name))
        match node:
            case core.CallCell(kind=kind, column=column, subject=subject):
                for name, code in cells_meant(self.game, kind, column, subject):
                    yield f"cell {name}", code.steps
            case core.CallRule(rule=rule):
                code_ = self.game.rules[rule]
                yield f"rule {rule}", tuple(parts_of((code_.whens, code_.then)))
                for trigger in self.game.triggers.values():
                    if rule in trigger.follows and trigger.who is None:
                        yield f"trigger {trigger.name}", tuple(parts_of((trigger.whens, trigger.then)))

    def _needs(self, name: str, body: tuple[Part, ...]) -> Span | None:
        """Return where a called body uses ``you`` itself or through what it calls, or None."""
        if name in self.known:
            return self.known[name]
        self.known[name] = None
        for part in body:
            for node in self._own(part):
                found = node.span if isinstance(node, core.Core) and _asks(node) else None
                for other, its_body in self._called(node) if found is None else ():
                    found = found or self._needs(other, its_body)
                if found is not None:
                    self.known[name] = found
                    return found
        return None


def _asks(node: Part) -> bool:
    """Tell whether a node speaks to ``you`` itself."""
    asked = isinstance(node, core.Pick) or (isinstance(node, core.ForEach) and node.question is not None)
    return asked or "you" in core.traits_of(node).state
