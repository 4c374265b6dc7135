"""The compiler of an engine -> what is asked of its expressions, as functions of today's states"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gamedsl.engine.looks import Eval, Signature
from gamedsl.engine.rules.alike import merger
from gamedsl.engine.rules.offers import action_offer, check_arguments
from gamedsl.engine.rules.several import walked
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler
from gamedsl.engine.write.costs import payable
from gamedsl.engine.write.drafts import Draft, Lines
from gamedsl.engine.write.loops import candidates, rank_keys
from gamedsl.engine.write.memory import kept_value
from gamedsl.engine.write.table_values import find_cells
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


class CompiledLooks:
    """Asks the compiler of an engine; see ``Looks``."""

    def __init__(self, c: Compiler) -> None:
        self.c = c
        self.layout = c.layout
        self.value = c.value
        self.holds = c.holds
        self.known = c.known
        self._arguments: dict[tuple[core.PlanLeaf, str], Eval] = {}

    def remembered(self, node: core.Value, number: int) -> Eval:
        """Return a function that works out a value for ``you`` anew only where something that it reads is different."""
        return kept_value(self.c, node, number)

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means."""
        return self.c.later(lambda d: [f"return {find_cells(d, zone).text}"])

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        return self.c.later(lambda d: [f"return {payable(d, cost) or True}"])

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from."""
        if pick.many is None:
            return self.c.value(pick.domain)

        def write(d: Draft) -> Lines:
            lines, values = walked(d, pick)
            return [*lines, f"return {values}"]

        return self.c.later(write)

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        return self.c.later(lambda d: candidates(d, loop))

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop."""
        return self.c.later(lambda d: [*rank_keys(d, rank), "return keys"])

    def forbidding(self, paragraph: str) -> Eval:
        """Return what finds the first modifier that forbids a paragraph, None where none does."""
        offer = action_offer(self.c, paragraph)
        return lambda s, f: offer.forbidden(s, f[2], f[3])

    def arguments(self, leaf: core.PlanLeaf, action: str) -> Eval:
        """Return what works out the arguments with which a part of a plan offers an action."""
        found = self._arguments.get((leaf, action))
        if found is None:
            given = check_arguments(self.c, self.c.game.actions[action], leaf.arguments)

            def work(s: State, f: list[Any]) -> tuple[Any, ...]:
                return tuple([one(s, f[:]) for one in given])

            found = self._arguments[leaf, action] = work
        return found

    def possible(self, leaf: core.PlanLeaf) -> Eval:
        """Return what tells whether some action of a part of a plan is possible."""
        offers, given = [action_offer(self.c, name) for name in leaf.actions], self.arguments(leaf, leaf.actions[0])

        def work(s: State, f: list[Any]) -> bool:
            values = given(s, f)
            return any(offer.possible(s, f[2], f[3], values) for offer in offers)

        return work

    def merger(self, kind: t.Type) -> Signature | None:
        """Return what tells pieces of one kind apart for players."""
        return merger(self.c, kind)
