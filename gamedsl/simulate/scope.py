"""A set-up -> which phases, actions, rules and triggers can come up in it, as far as options and seats tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.api import Table
from gamedsl.engine.drafts import UNKNOWN
from gamedsl.semantics import core, model
from gamedsl.semantics.walk import cells_meant, leaves

Node = tuple[str, str]
"""Section and name: ``("rules", "draw")``; a cell of rule text is ``("cells", "T01.does")``."""
_DEEPEST = 32


def in_play(table: Table) -> frozenset[Node]:
    """Return what can come up: what no condition over options and the number of players rules out.

    Conditions that look at the table are taken to be open.
    """
    scope = _Scope(table)
    game = table.game.checked
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
    def __init__(self, table: Table) -> None:
        self.game = table.game.checked
        self.compiler = table.engine.compiler
        self.wanted: list[Node] = []
        self.found: set[Node] = set()
        self.depth = 0

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
        known = self.compiler.known(node)
        return None if known is UNKNOWN else bool(known)

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

    def is_asked(self, modifier: model.ModifierCode) -> bool:
        """Tell whether something that a modifier forbids may come up; a term that it changes is taken for asked."""
        forbidden = {card for card, by in self.compiler.forbidders.items() if modifier in by}
        return not forbidden or any(name in forbidden for _, name in self.found)

    # ------------------------------------------------------------ cards

    def follow(self) -> None:
        """Follow everything that is wanted, until nothing new comes up."""
        while self.wanted:
            node = self.wanted.pop()
            if node not in self.found and not self.is_out(*self._whens(node)):
                self.found.add(node)
                self._enter(*node)

    def _whens(self, node: Node) -> Iterator[core.Value]:
        section, name = node
        card = _cards(self.game, section).get(name)
        if isinstance(card, model.ActionCode):
            yield from (one.condition for one in card.elements if isinstance(one, model.When))
        elif isinstance(card, model.PhaseCode | model.RuleCode | model.TriggerCode):
            yield from (when.condition for when in card.whens)

    def _enter(self, section: str, name: str) -> None:
        card = _cards(self.game, section).get(name)
        match card:
            case model.PhaseCode():
                self.wanted += [("phases", inner) for inner in card.phases]
                self.plan(card.plan)
                self.steps((*card.start, *card.then))
            case model.ActionCode():
                self.steps((*card.cost, *card.then))
            case model.RuleCode() | model.TriggerCode():
                self.steps(card.then)
        if section != "cells":
            self.wanted += [("triggers", one.name) for one in self.game.triggers.values() if one.after == name]

    def plan(self, plan: core.CorePlan | None) -> None:
        """Want the actions of a plan; what may be done 0 times is none of it."""
        match plan:
            case None:
                return
            case core.PlanTimes(high=high, plan=inner):
                if high is None or self.compiler.known(high) != 0:
                    self.plan(inner)
            case core.PlanInOrder(items=items) | core.PlanOneOf(items=items) | core.PlanMixed(items=items):
                for item in items:
                    self.plan(item)
            case _:
                self.wanted += [("actions", action) for leaf in leaves(plan) for action in leaf.actions]

    def steps(self, steps: Iterable[core.CoreStep]) -> None:
        """Want what steps call and offer."""
        for step in steps:
            match step:
                case core.CallRule(rule=rule):
                    self.wanted.append(("rules", rule))
                case core.CallCell():
                    self._cells(step)
                case core.Offer(plan=plan):
                    self.plan(plan)
                case core.If():
                    self._branches(step)
                case core.ForEach(body=body) | core.Repeat(body=body):
                    self.steps(body)

    def _branches(self, step: core.If) -> None:
        for branch in step.branches:
            truth = self.truth(branch.condition)
            if truth is not False:
                self.steps(branch.body)
            if truth is True:
                return
        self.steps(step.otherwise)

    def _cells(self, step: core.CallCell) -> None:
        for place, code in cells_meant(self.game, step.kind, step.column, step.subject):
            node = ("cells", place.partition(".")[2])
            if node not in self.found:
                self.found.add(node)
                self.steps(code.steps)


def _cards(game: model.CheckedGame, section: str) -> dict[str, model.Named]:
    found = {"phases": game.phases, "actions": game.actions, "rules": game.rules, "triggers": game.triggers}
    return dict(found.get(section, {}))
