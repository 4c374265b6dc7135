"""Phases with ``together`` in, findings about actions that touch what is not the player's own out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import POINTS, places_of
from gamedsl.semantics.core.walk import leaves, limits
from gamedsl.semantics.expressions.checker import text_of
from gamedsl.semantics.visibility.entries import is_mine, slot_of
from gamedsl.semantics.visibility.guards import DECIDER, Watch
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import YOU, Visibility
from gamedsl.semantics.visibility.surroundings import Env, Read
from gamedsl.source import Span


@attrs.frozen
class Change:
    """Something that an action changes: the entry, whether it is ``you`` who own it, and its words.

    ``named``: it is taken by a name that the action has given it.
    """

    entry: str
    mine: bool
    what: str
    span: Span
    named: bool = False


@attrs.frozen
class Deeds:
    """Everything that an action, or what is asked around it before all are done, changes and reads."""

    doing: str
    changes: tuple[Change, ...]
    reads: tuple[Read, ...]


def check_together(game: model.CheckedGame, told_of: Collection[Span], report: Report) -> None:
    """Report what actions of a ``together`` phase change in common, or read while others may change it.

    ``told_of``: where a guard reads what its player cannot see; nothing more is said of it, nor of a piece picked so.
    """
    for phase in game.phases.values():
        if phase.who is not None and phase.who.together:
            _check_phase(game, phase, told_of, report)


def _check_phase(game: model.CheckedGame, phase: model.CheckedPhase, told_of: Collection[Span], report: Report) -> None:
    phases = [*phases_within(game, phase)]
    watch = Together(game, Observer(game), report)
    deeds = [watch.around(one, one is phase) for one in phases]
    deeds += [deed for one in phases if one.plan is not None for leaf in leaves(one.plan) for deed in watch.deeds(leaf)]
    changed = {change.entry for deed in deeds for change in deed.changes}
    for deed in deeds:
        is_told = any(read.leak is not None and read.site in told_of for read in deed.reads)
        for change in deed.changes:
            if not change.mine and not (is_told and change.named):
                report("GDKNO03", change.span, doing=deed.doing, deed="changes", what=change.what)
        for read in deed.reads:
            if read.site in told_of:
                continue
            if read.leak is not None:
                report("GDKNO03", read.site, doing=deed.doing, deed="reads", what=read.leak.what)
            elif read.entry in changed and not read.mine:
                what = f"`{read.entry.split('.')[-1]}`"
                report("GDKNO03", read.site, doing=deed.doing, deed="reads", what=what)


def phases_within(game: model.CheckedGame, phase: model.CheckedPhase) -> Iterator[model.CheckedPhase]:
    """Walk a phase and those that run inside its turns."""
    waiting, known = [phase], {phase.name}
    while waiting:
        current = waiting.pop(0)
        yield current
        for name in current.phases:
            if name not in known and game.phases[name].who is None:
                known.add(name)
                waiting.append(game.phases[name])


@attrs.define(eq=False)
class Together(Watch):
    """Goes through actions and collects what they change and read; decisions are judged elsewhere."""

    found: list[Change] = attrs.field(factory=list)
    done: set[str] = attrs.field(factory=set)

    def deeds(self, leaf: core.PlanLeaf) -> tuple[Deeds, ...]:
        """Return what each action of a plan's leaf does."""
        made = []
        for name in leaf.actions:
            self.found, self.observer.log = [], []
            self.done = set()
            self._carry_out(name, [self.observer.see(value, Env("plan", DECIDER)) for value in leaf.arguments])
            made.append(self._heard(f"Players do `{name}` together"))
        return tuple(made)

    def around(self, phase: model.CheckedPhase, is_outermost: bool) -> Deeds:
        """Return what is asked around the actions in a turn: limits of the plan, and conditions of phases inside it."""
        self.found, self.observer.log, self.done = [], [], set()
        env = Env(f"phase {phase.name}", DECIDER)
        self.observer.all(limits(phase.plan) if phase.plan is not None else (), env)
        if not is_outermost:
            self.observer.all([*(when.condition for when in phase.whens), phase.until], env)
        return self._heard(f"The phase `{phase.name}` runs while players decide together")

    def _heard(self, doing: str) -> Deeds:
        return Deeds(doing, tuple(self.found), tuple(self.observer.log))

    def _carry_out(self, name: str, arguments: list[Visibility]) -> None:
        if name in self.done:
            return
        self.done.add(name)
        action = self.game.actions[name]
        env = Env(f"action {name}", DECIDER)
        for slot, (seen, kind) in enumerate(zip(arguments, action.params, strict=True)):
            env.bind(slot, seen, kind)
        for _ in self.observer.guards(action, env):
            pass
        for modifier in self.game.modifiers.values():
            if name in modifier.forbids:
                inner = Env(f"modifier {modifier.name}", DECIDER)
                self.observer.all([when.condition for when in modifier.whens], inner)
        self.steps(action.cost, env)
        self.steps(action.then, env)
        self._followed(name, env)

    def _followed(self, paragraph: str, env: Env) -> None:
        for trigger in self.game.triggers.values():
            if paragraph in trigger.follows and trigger.name not in self.done:
                self.done.add(trigger.name)
                slots = {place: env.slots[slot] for place, slot in enumerate(trigger.taken) if slot in env.slots}
                inner = Env(f"trigger {trigger.name}", DECIDER if trigger.who is None else Visibility(), slots)
                self.observer.all([when.condition for when in trigger.whens], inner)
                self.steps(trigger.then, inner)

    # ------------------------------------------------------------ what is heard on the way

    def guard(self, seen: Visibility) -> None:
        """Leave guards to the check of all actions; what they read is in the log."""

    def words(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check of all actions."""

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check of all paragraphs."""

    def plan(self, plan: core.CorePlan, env: Env) -> None:
        """Go through the actions that are offered inside."""
        for leaf in leaves(plan):
            arguments = [self.observer.see(value, env) for value in leaf.arguments]
            for name in leaf.actions:
                self._carry_out(name, arguments)

    def call_rule(self, step: core.CallRule, env: Env) -> None:
        """Go through a rule and its conditions."""
        code = self.game.rules[step.rule]
        inner = Env(f"rule {step.rule}", env.you)
        for slot, (value, kind) in enumerate(zip(step.arguments, code.params, strict=True)):
            inner.bind(slot, self.observer.see(value, env), kind)
        self.observer.all([when.condition for when in code.whens], inner)
        super().call_rule(step, env)
        self._followed(step.rule, inner)

    def changes(self, target: core.ZoneRef | core.ReadValue, env: Env) -> None:
        """Hear that something on the table is changed."""
        owner = self.observer.see(target.owner, env) if target.owner is not None else None
        self.observer.all(target.keys, env)
        self.found.append(Change(target.entry, is_mine(owner), f"`{text_of(target.span)}`", target.span))

    def moves(self, pieces: core.Value, env: Env) -> None:
        """Hear that pieces are taken from where they lie."""
        seen = self.observer.pieces(pieces, env)
        entries = [pieces.entry] if isinstance(pieces, core.ZoneRef) else list(places_of(self.game, pieces.type))
        for entry in entries:
            mine = seen.place == YOU
            if not mine or any(entry == read.entry and read.mine for read in self.observer.log):
                what, is_named = f"the place of `{text_of(pieces.span)}`", slot_of(pieces) is not None
                self.found.append(Change(entry, mine, what, pieces.span, is_named))
                self._refilled(entry, mine, pieces.span)

    def _refilled(self, entry: str, mine: bool, span: Span) -> None:
        """Hear of the place out of which another one is refilled as soon as nothing lies there."""
        for use in self.game.zones[entry].traits:
            if use.source is not None and use.phase is None:
                own = mine and self.game.zones[use.source].each == "player"
                self.found.append(Change(use.source, own, f"`{use.source.rpartition('.')[2]}`", span))

    def scores(self, player: core.Value, span: Span, env: Env) -> None:
        """Hear that a player's points change."""
        seen = self.observer.see(player, env)
        self.found.append(Change(POINTS, seen.who == YOU, f"`{text_of(player.span)}`", span))

    def touches(self, what: str, span: Span) -> None:
        """Hear that something is changed that belongs to all."""
        self.found.append(Change(what, False, what, span))
