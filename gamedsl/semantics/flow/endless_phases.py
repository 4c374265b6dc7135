"""A checked game in, phases and loops whose ``until`` may never come true because nothing happens on the way out.

Every pass must meet a decision or a chance event on every path, or use up something finite that ``until`` asks for.
Where a path depends on a set that may be empty (the members of ``who``), the set is taken to have members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import POINTS, reads, writes
from gamedsl.semantics.core.walk import Part, bodies, carried_out, walk
from gamedsl.semantics.flow.graph import SETUP, Graph, Node, steps_of
from gamedsl.semantics.flow.logic import always, mentions, never
from gamedsl.semantics.flow.reach.directions import moves_away
from gamedsl.semantics.flow.reach.ends import alternatives_of, check_ends, ends_of
from gamedsl.semantics.flow.reach.progress import asked_of, changes_of, comes_nearer
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.source import written


def check_passes(paragraphs: Graph, report: Report) -> None:
    """Report every phase that can be repeated without a decision or a chance event.

    It is an error where nothing of the kind is in reach, and nothing in it changes what could end it. Otherwise it is
    not certain: all may well go another way each time, and that can be accepted.
    """
    game = paragraphs.game
    for phase in game.phases.values():
        if phase.until is None:
            continue
        parts = tuple(_parts_from(paragraphs, [("phases", phase.name)]))
        if _Pass(game, phase.until, parts).turn(phase):
            continue
        if _is_endless(game, phase.until, parts) and not _asks_somebody(game, paragraphs, phase):
            report("GDFLO04", phase.span, phase=phase.name)
        else:
            report("GDFLO32", phase.span, phase=phase.name)


def _is_endless(game: model.CheckedGame, until: core.Value, parts: tuple[Part, ...]) -> bool:
    """Tell whether steps hold neither a decision nor chance, nor change what is asked by `until` or by an end."""
    if mentions(game, _PASSING, until) or any(mentions(game, _PASSING, end.condition) for end in game.ends):
        return False
    if any(_decides_or_draws(part) for part in walk(*parts)):
        return False
    return not reads(game, until, *(end.condition for end in game.ends)) & _changed(game, parts)


def _decides_or_draws(part: Part) -> bool:
    if isinstance(part, core.Pick | core.Offer) or (isinstance(part, core.ForEach) and part.question is not None):
        return True
    effect = core.EFFECTS.get(type(part)) if isinstance(part, core.CoreStep) else None
    return effect is not None and effect.has_chance


def _asks_somebody(game: model.CheckedGame, paragraphs: Graph, phase: model.CheckedPhase) -> bool:
    inside = [
        game.phases[name] for section, name in paragraphs.reached([("phases", phase.name)]) if section == "phases"
    ]
    return any(one.plan is not None for one in inside)


def check_untils(reach: Reach, report: Report) -> None:
    """Report every `until` and `end`, or alternative in one, that reads only what no step in play ever changes.

    Ends that no such step leads to, however far, are told as well.
    """
    game = reach.game
    changed = _changed(game, [part for node, parts in steps_of(game).items() if node != SETUP for part in parts])
    for name, zone in game.zones.items():  # what is refilled after a phase, whoever takes from it
        for use in zone.traits:
            changed |= {name, use.source} if use.phase is not None and use.source is not None else set()
    for condition in _decided_before(reach, changed):
        if not mentions(game, _PASSING, condition) and not _is_there(reach, condition):
            what = _named(reads(game, condition))
            report("GDFLO27", condition.span, condition=written(condition.span), what=what)
    check_ends(reach, frozenset(changed), report)


def _decided_before(reach: Reach, changed: set[str]) -> Iterator[core.Value]:
    """Walk the ends of which nothing changes what they read; of several alternatives those that never hold so.

    The others may well be true in some set-ups: "in the short game, or when the pile is empty".
    """
    game = reach.game
    for end in ends_of(game):
        asked = reads(game, end)
        if not asked & changed:
            yield from (end,) if asked else ()
            continue
        for one in alternatives_of(end):
            if (read := reads(game, one)) and not read & changed and reach.never(one) and not _is_ruled_out(game, one):
                yield one


def _is_ruled_out(game: model.CheckedGame, condition: core.Value) -> bool:
    """Tell whether the types alone say that a condition never holds, which is told elsewhere."""
    return never(game, condition, lambda _: None)


def _is_there(reach: Reach, condition: core.Value) -> bool:
    """Tell whether an end of the game holds before the first phase, which is told elsewhere."""
    if not any(condition is end.condition for end in reach.game.ends):
        return False
    opposite = core.Not(span=condition.span, type=t.BoolType(), value=condition)
    return never(reach.game, opposite, reach.at_first)


_PASSING = (core.Active, core.You, core.Done, core.During, core.Repeated, core.GameOver, core.Winners)
"""What changes while nothing on the table does."""


def _named(entries: Iterable[str]) -> str:
    """Return entries of the table in words."""
    names = ["the points" if name == POINTS else f"`{name.rpartition('.')[2]}`" for name in sorted(entries)]
    return enumerated(names, "or")


@attrs.define
class _Pass:
    """Looks for something that happens on every path through one pass of a phase."""

    game: model.CheckedGame
    until: core.Value
    parts: tuple[Part, ...]
    asked_for: frozenset[str] = attrs.field(init=False)
    opened: list[str] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.asked_for = reads(self.game, self.until)

    def turn(self, phase: model.CheckedPhase) -> bool:
        """Tell whether something happens for certain in one turn or pass of a phase."""
        if phase.plan is not None:
            return True
        if not phase.phases:
            return phase.who is None and self.steps(phase.then)
        inside = [self.game.phases[name] for name in phase.phases]
        certain = [inner for inner in inside if self.phase(inner)]
        guards = [self._guard(inner) for inner in certain]
        if None in guards:
            return True
        known = [guard for guard in guards if guard is not None]
        return bool(known) and always(self.game, [*known, self.until])

    def _guard(self, phase: model.CheckedPhase) -> core.Value | None:
        """Return the condition of a phase, or None when it always takes place."""
        conditions = tuple(when.condition for when in phase.whens)
        if len(conditions) < 2:
            return conditions[0] if conditions else None
        return core.And(span=phase.span, type=t.BoolType(), items=conditions)

    def phase(self, phase: model.CheckedPhase) -> bool:
        """Tell whether something happens for certain in a phase inside, once it takes place."""
        return self.turn(phase) or self.steps(phase.start) or self.steps(phase.then)

    def steps(self, steps: tuple[core.CoreStep, ...]) -> bool:
        """Tell whether one of these steps decides or rolls something for certain, or one of several does."""
        if any(self.step(step) for step in steps):
            return True
        known = [step.branches[0] for step in steps if isinstance(step, core.If)]
        guards = [branch.condition for branch in known if self.steps(branch.body)]
        return bool(guards) and always(self.game, guards)

    def step(self, step: core.CoreStep) -> bool:
        """Tell whether a step decides or rolls something for certain."""
        handler, effect = CONTROL.get(type(step)), core.EFFECTS.get(type(step))
        if handler is not None:
            return handler(self, step)
        if effect is None:
            raise TypeError(f"unknown step {type(step).__name__}")
        return (
            effect.has_chance
            or bool(effect.takes and self.takes(getattr(step, effect.takes)))
            or bool(effect.pays and self.pays(getattr(step, effect.pays), getattr(step, effect.changes[0])))
            or (isinstance(step, core.Assign) and comes_nearer(self.game, self.until, step, self.parts))
        )

    def takes(self, pieces: core.Value) -> bool:
        """Tell whether pieces come from an unseen stack, or are taken from what ``until`` asks for."""
        zone = pieces if isinstance(pieces, core.ZoneRef) else getattr(pieces, "zone", None)
        if isinstance(pieces, core.Certain | core.Either):
            options = (pieces.value, *((pieces.otherwise,) if isinstance(pieces, core.Either) else ()))
            return all(self.takes(option) for option in options)
        if isinstance(pieces, core.Collect):
            return all(self.takes(loop.source) for loop in pieces.loops)
        if not isinstance(zone, core.ZoneRef):
            return False
        return zone.entry in self.asked_for or self._unseen(zone.entry)

    def _unseen(self, entry: str) -> bool:
        zone = self.game.zones[entry]
        seen = {trait.name for trait in zone.traits if trait.name.startswith("seen by")}
        return zone.form == "stack" and bool(seen & {"seen by none", "seen by owner"})

    def pays(self, amount: core.Value, source: core.ZoneRef) -> bool:
        """Tell whether a payment surely uses up a purse that ``until`` asks for."""
        return isinstance(amount.type, t.IntType) and amount.type.low > 0 and source.entry in self.asked_for

    def rule(self, step: core.CallRule) -> bool:
        """Tell whether a rule surely decides or rolls something."""
        code = self.game.rules[step.rule]
        if code.whens or step.rule in self.opened:
            return False
        self.opened.append(step.rule)
        found = self.steps(code.then)
        self.opened.pop()
        return found

    def branches(self, step: core.If) -> bool:
        """Tell whether something happens in every branch."""
        return all(self.steps(body) for body in (*(branch.body for branch in step.branches), step.otherwise))

    def loop(self, step: core.ForEach) -> bool:
        """Tell whether something happens in a loop with at least one pass."""
        source = step.loop.source
        sure = isinstance(source, core.AllPlayers | core.AllMembers) and step.loop.condition is None
        return sure and self.steps(step.body)

    def repeated(self, step: core.Repeat) -> bool:
        """Tell whether something happens in steps that are done at least once."""
        count = None if step.count is None else step.count.type
        sure = isinstance(count, t.IntType) and count.low > 0 and step.until is None
        return sure and self.steps(step.body)


def _always(check: _Pass, step: core.CoreStep) -> bool:
    return True


def _never(check: _Pass, step: core.CoreStep) -> bool:
    return False


CONTROL: dict[type[core.CoreStep], Callable[[_Pass, Any], bool]] = {
    core.Pick: _always,
    core.Offer: _always,
    core.Let: _never,
    core.CallCell: _never,
    core.CallRule: lambda check, step: check.rule(step),
    core.If: lambda check, step: check.branches(step),
    core.ForEach: lambda check, step: check.loop(step),
    core.Repeat: lambda check, step: check.repeated(step),
    core.Moment: lambda check, step: check.steps(step.body),
}


# ---------------------------------------------------------------- steps that are repeated until something holds


def check_repeats(reach: Reach, report: Report) -> None:
    """Report every `repeat until` in whose body nothing changes what its condition reads, or leads to it."""
    game = reach.game
    for step in _repeats(game):
        assert step.until is not None
        asked = reads(game, step.until)
        parts = _pass_of(game, reach.paragraphs, step)
        is_changed = bool(asked & _changed(game, parts)) or mentions(game, (core.Done, core.GameOver), step.until)
        if is_changed and not (_never_met(step.until, parts) or _never_reached(reach, step.until, parts)):
            continue
        if _may_end_game(game, parts):
            report("GDFLO33", step.until.span, condition=written(step.until.span))
        elif is_changed:
            report("GDFLO25", step.until.span, condition=written(step.until.span))
        else:
            report("GDFLO21", step.until.span, what=_named(asked) or "what it asks for")


def _may_end_game(game: model.CheckedGame, parts: list[Part]) -> bool:
    """Tell whether what steps change is asked for by an end of the game, which would stop them."""
    return bool(reads(game, *(end.condition for end in game.ends)) & _changed(game, parts))


def _never_reached(reach: Reach, until: core.Value, parts: list[Part]) -> bool:
    """Tell whether nothing leads to a condition; what types rule out is told."""
    game = reach.game
    if _is_ruled_out(game, until):
        return False
    return reach.never(until) or moves_away(game, until, parts)


def _repeats(game: model.CheckedGame) -> Iterator[core.Repeat]:
    for body in bodies(game):
        for part in walk(*body.parts):
            if isinstance(part, core.Repeat) and part.count is None:
                yield part


def _pass_of(game: model.CheckedGame, paragraphs: Graph, step: core.Repeat) -> list[Part]:
    """Return the steps of a pass: its own, those that it calls, and those of triggers that it may set off."""
    called = [name for part in walk(*step.body) for name in carried_out(game, part)]
    return _parts_from(paragraphs, called, step.body)


def _parts_from(paragraphs: Graph, called: Iterable[Node], own: Iterable[Part] = ()) -> list[Part]:
    """Return steps, those of paragraphs that they call, and those of triggers that all these may set off."""
    game = paragraphs.game
    all_steps = steps_of(game)
    found: list[Part] = [*own, *(part for node in paragraphs.reached(called) for part in all_steps[node])]
    if writes(game, *found):
        watched = [("triggers", one.name) for one in game.triggers.values() if one.after is None]
        found += [part for node in paragraphs.reached(watched) for part in all_steps[node]]
    return found


def _changed(game: model.CheckedGame, parts: Iterable[Part]) -> set[str]:
    """Return what the steps of a pass may change."""
    found = set(writes(game, *parts))
    waiting = list(found)
    while waiting:
        zone = game.zones.get(waiting.pop())
        refilling = set() if zone is None else {use.source for use in zone.traits if use.source is not None} - found
        found |= refilling
        waiting += refilling
    return found


def _never_met(until: core.Value, parts: Iterable[Part]) -> bool:
    """Tell whether nothing that a pass sets a value to can make a condition true that compares this value alone.

    It did not hold when the pass began, so it does not hold as long as the value stays, either.
    """
    if isinstance(until, core.Or):
        return all(_never_met(item, parts) for item in until.items)
    asked = asked_of(until)
    if asked is None:
        return False
    changes = [*changes_of(asked.value.entry, parts)]
    given = [node.value for node in changes if isinstance(node, core.Assign) and isinstance(node.value, core.Const)]
    return len(given) == len(changes) > 0 and not any(asked.holds(one.value) for one in given)
