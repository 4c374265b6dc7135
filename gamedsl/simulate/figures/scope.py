"""A set-up -> which phases, actions, rules and triggers can come up in it, as far as options and seats tell."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gamedsl.engine.setup.modifiers import forbidders
from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.kernel import build_cache
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import cells_meant
from gamedsl.studies import SetUp

Node = tuple[str, str]
"""Section and name: ``("rules", "draw")``; a cell of rule text is ``("cells", "T01.does")``."""
_DEEPEST = 32
_ANY = "*"
"""Stands for all values and zones."""
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def in_play(which: SetUp) -> frozenset[Node]:
    """Return what can come up: what no condition over options and the number of players rules out.

    Conditions that look at the table are taken to be open, but for values and zones that nothing in play changes: those
    are as at the beginning. It follows from the set-up, so it is worked out once.
    """
    rows = build_cache.words_of(which.engine.set_up, "what can come up", lambda: sorted(_in_play(which)))
    return frozenset((section, name) for section, name in rows)


def _in_play(which: SetUp) -> frozenset[Node]:
    changed: frozenset[str] = frozenset()
    while True:
        scope = _Scope(which, changed)
        found = _followed(scope)
        if scope.changes <= changed:
            return found
        changed |= scope.changes


def _followed(scope: _Scope) -> frozenset[Node]:
    """Return what comes up when only these values and zones change; the scope then knows what was changed by it."""
    game = scope.game
    scope.wanted += [("phases", name) for name in list(game.phases)[:1]]
    scope.steps(game.setup)
    scope.wanted += [
        ("triggers", trigger.name)
        for trigger in game.triggers.values()
        if trigger.after is None and not scope.is_out(trigger.once)
    ]
    scope.follow()
    modifiers = (one for one in game.modifiers.values() if not scope.is_out(*(when.condition for when in one.whens)))
    return frozenset(scope.found) | {("modifiers", one.name) for one in modifiers if scope.is_asked(one)}


class _Scope:
    def __init__(self, which: SetUp, changed: frozenset[str]) -> None:
        self.game = which.game.checked
        self.evaluator, self.forbidders = which.engine.evaluator, forbidders(self.game)
        self.wanted: list[Node] = []
        self.found: set[Node] = set()
        self.depth = 0
        self.changed = changed
        self.changes: set[str] = set()

    # ------------------------------------------------------------ conditions

    def truth(self, node: core.Value) -> bool | None:
        """Return whether a condition holds in every state of this set-up; None when that depends on the state."""
        match node:
            case core.Not(value=value):
                found = self.truth(value)
                return None if found is None else not found
            case core.And(items=items):
                return self._joined(items, decides=False)
            case core.Or(items=items):
                return self._joined(items, decides=True)
            case core.Either(condition=condition, value=value, otherwise=otherwise):
                chosen = self.truth(condition)
                return None if chosen is None else self.truth(value if chosen else otherwise)
            case core.TermCall(term=term, arguments=()) if not self._is_changed(term) and self.depth < _DEEPEST:
                self.depth += 1
                found = self.truth(self.game.terms[term].value)
                self.depth -= 1
                return found
            case core.Compare(sign=sign, left=left, right=right) if sign in _SIGNS:
                both = self.value(left), self.value(right)
                if None in both and sign not in ("=", "!="):  # with none on one side nothing is less or more
                    return False
                return None if UNKNOWN in both else _SIGNS[sign](*both)
        known = self.value(node)
        return None if known is UNKNOWN else bool(known)

    def value(self, node: core.Value) -> Any:
        """Return a value that is the same in every state of this set-up, else UNKNOWN."""
        match node:
            case core.ReadValue(entry=entry) if entry in self.game.values and not self._may_change(entry):
                initial = self.game.values[entry].initial
                return initial.value if isinstance(initial, core.Const) else UNKNOWN
            case core.CountPieces(zone=core.ZoneRef(entry=entry)) if not self._may_change(entry):
                filled = any(not trait.name.startswith("seen") for trait in self.game.zones[entry].traits)
                return UNKNOWN if filled else 0
        return self.evaluator.known(node)

    def _may_change(self, entry: str) -> bool:
        return entry in self.changed or _ANY in self.changed

    def _joined(self, items: tuple[core.Value, ...], decides: bool) -> bool | None:
        found = [self.truth(item) for item in items]
        if decides in found:
            return decides
        return None if None in found else not decides

    def _is_changed(self, term: str) -> bool:
        return any(modifier.term == term for modifier in self.game.modifiers.values())

    def is_out(self, *conditions: core.Value | None) -> bool:
        """Tell whether one of these conditions never holds."""
        return any(condition is not None and self.truth(condition) is False for condition in conditions)

    def is_asked(self, modifier: model.CheckedModifier) -> bool:
        """Tell whether something that a modifier forbids may come up; a term that it changes is taken for asked."""
        forbidden = {paragraph for paragraph, by in self.forbidders.items() if modifier in by}
        return not forbidden or any(name in forbidden for _, name in self.found)

    # ------------------------------------------------------------ paragraphs

    def follow(self) -> None:
        """Follow everything that is wanted, until nothing new comes up."""
        while self.wanted:
            node = self.wanted.pop()
            if node not in self.found and not self.is_out(*self._whens(node)) and not self._is_forbidden(node[1]):
                self.found.add(node)
                self._enter(*node)

    def _is_forbidden(self, paragraph: str) -> bool:
        """Tell whether a modifier that is always in force forbids a paragraph."""
        return any(
            all(self.truth(when.condition) is True for when in modifier.whens)
            for modifier in self.forbidders.get(paragraph, ())
        )

    def _whens(self, node: Node) -> Iterator[core.Value]:
        section, name = node
        paragraph = _paragraphs(self.game, section).get(name)
        if isinstance(paragraph, model.CheckedAction):
            yield from (one.condition for one in paragraph.elements if isinstance(one, model.When))
        elif isinstance(paragraph, model.CheckedPhase | model.CheckedRule | model.CheckedTrigger):
            yield from (when.condition for when in paragraph.whens)

    def _enter(self, section: str, name: str) -> None:
        paragraph = _paragraphs(self.game, section).get(name)
        match paragraph:
            case model.CheckedPhase():
                self.wanted += [("phases", inner) for inner in paragraph.phases]
                self.plan(paragraph.plan)
                self.steps((*paragraph.start, *paragraph.then))
            case model.CheckedAction():
                self.steps((*paragraph.cost, *paragraph.then))
            case model.CheckedRule() | model.CheckedTrigger():
                self.steps(paragraph.then)
            case None:
                pass  # a cell: its steps were followed where it was called
            case _:
                raise TypeError(f"unknown paragraph {type(paragraph).__name__}")
        if section != "cells":
            self.wanted += [("triggers", one.name) for one in self.game.triggers.values() if name in one.follows]

    def plan(self, plan: core.CorePlan | None) -> None:
        """Want the actions of a plan; what may be done 0 times is none of it."""
        match plan:
            case None:
                return
            case core.PlanTimes(high=high, plan=inner):
                if high is None or self.evaluator.known(high) != 0:
                    self.plan(inner)
            case (
                core.PlanInOrder(items=items)
                | core.PlanOneOf(items=items)
                | core.PlanMixed(items=items)
                | core.PlanMust(items=items)
            ):
                for item in items:
                    self.plan(item)
            case core.PlanLeaf(actions=actions):
                self.wanted += [("actions", action) for action in actions]
            case _:
                raise TypeError(f"unknown plan {type(plan).__name__}")

    def steps(self, steps: Iterable[core.CoreStep]) -> None:
        """Want what steps call and offer."""
        for step in steps:
            self._note(step)
            handler = FOLLOWED.get(type(step))
            if handler is not None:
                handler(self, step)
            elif type(step) not in core.EFFECTS:
                raise TypeError(f"unknown step {type(step).__name__}")

    def _note(self, step: core.CoreStep) -> None:
        """Note what a step may change; where that shows only in play, anything."""
        effect = core.EFFECTS.get(type(step))
        for field in () if effect is None else effect.changes:
            target = getattr(step, field)
            self.changes.add(target.entry if isinstance(target, core.ReadValue | core.ZoneRef) else _ANY)

    def follow_branches(self, step: core.If) -> None:
        """Want what the branches of a step want that may be taken."""
        for branch in step.branches:
            truth = self.truth(branch.condition)
            if truth is not False:
                self.steps(branch.body)
            if truth is True:
                return
        self.steps(step.otherwise)

    def follow_cells(self, step: core.CallCell) -> None:
        """Want what the cells want that a step may mean."""
        for place, code in cells_meant(self.game, step.kind, step.column, step.subject):
            node = ("cells", place.partition(".")[2])
            if node not in self.found:
                self.found.add(node)
                self.steps(code.steps)


def _paragraphs(game: model.CheckedGame, section: str) -> dict[str, model.Named]:
    found = {"phases": game.phases, "actions": game.actions, "rules": game.rules, "triggers": game.triggers}
    return dict(found.get(section, {}))


def _each(scope: _Scope, step: core.ForEach) -> None:
    scope.steps(() if scope.is_out(step.loop.condition) else step.body)


def _nothing(scope: _Scope, step: core.CoreStep) -> None:
    """Follow nothing: the step calls and offers nothing."""


FOLLOWED: dict[type[core.CoreStep], Callable[[_Scope, Any], None]] = {
    core.CallRule: lambda scope, step: scope.wanted.append(("rules", step.rule)),
    core.CallCell: lambda scope, step: scope.follow_cells(step),
    core.Offer: lambda scope, step: scope.plan(step.plan),
    core.If: lambda scope, step: scope.follow_branches(step),
    core.ForEach: _each,
    core.Repeat: lambda scope, step: scope.steps(step.body),
    core.Moment: lambda scope, step: scope.steps(step.body),
    core.Let: _nothing,
    core.Pick: _nothing,
}
"""What is wanted because of a step; those of ``EFFECTS`` want nothing."""
