"""A graph of paragraphs in, every step with what is asked and done before it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.graph import SETUP, Graph, Node, roots, steps_of

_ASKS = (core.CoreBranch, core.ForEach, core.Repeat, core.Pick, core.Let)
"""Parts of steps whose values somebody has looked at before what follows."""


@attrs.frozen(eq=False)
class Way:
    """A step of a paragraph: the conditions and loops ``around`` it, the steps ``before`` it, whether it is a cost.

    ``beside``: those of the steps before it that stand in the same block; ``asked``: what holds where that begins, if
    it is what belongs to an ``if``. ``held``: all that is asked around it and holds then; ``loops``: the loops around
    it, each with how much of that is asked before it begins.
    """

    node: Node
    step: core.CoreStep
    around: tuple[Part, ...]
    before: tuple[core.CoreStep, ...]
    is_cost: bool = False
    beside: tuple[core.CoreStep, ...] = ()
    asked: tuple[core.Value, ...] = ()
    held: tuple[core.Value, ...] = ()
    loops: tuple[tuple[core.ForEach, int], ...] = ()


@attrs.frozen(eq=False, slots=False)
class Ways:
    """All steps of a game that are carried out in play, and what is asked on the way to them."""

    paragraphs: Graph
    _known: dict[int, tuple[Part, frozenset[str]]] = attrs.field(factory=dict, init=False)

    @property
    def game(self) -> model.CheckedGame:
        return self.paragraphs.game

    def steps(self) -> Iterator[Way]:
        """Walk all steps but those of the setup and of paragraphs that never come up."""
        for node in self._bodies:
            costs = self.game.actions[node[1]].cost if node[0] == "actions" else ()
            yield from _ways(node, costs, (), (), True)
            yield from _ways(node, self._bodies[node][len(costs) :], (), costs, False)

    @cached_property
    def everything(self) -> tuple[core.CoreStep, ...]:
        """All steps of a game, those of the setup and of what never comes up as well."""
        bodies = steps_of(self.game).items()
        return tuple(
            way.step
            for node, parts in bodies
            for way in _ways(node, tuple(step for step in parts if isinstance(step, core.CoreStep)), (), (), False)
        )

    def asked(self, way: Way) -> frozenset[str]:
        """Return what of the table is read on the way to a step: in its own paragraph, and in all that lead to it."""
        own = self._heads[way.node].union(*map(self._read, _on_the_way(way)))
        return own.union(self._ends, *(self._own[node] for node in self._before[way.node]))

    def is_asked_by_others(self, way: Way, entry: str) -> bool:
        """Tell whether a paragraph that leads to that of a step asks about a place, but for `until` of phases."""
        for node in self._before[way.node]:
            parts = self._parts[node]
            if node[0] == "phases":
                parts = tuple(part for part in parts if part is not self.game.phases[node[1]].until)
            if any(entry in self._read(part) for part in parts):
                return True
        return False

    def asks_about(self, way: Way, place: core.ZoneRef) -> bool:
        """Tell whether something on the way to a step reads a place, and not only other places of the same entry."""
        if place.entry not in self.asked(way):
            return False
        if place.owner is None and not place.keys:
            return True
        own = (*heads(self.game, way.node), *_on_the_way(way))
        leading = [part for node in self._before[way.node] for part in self._parts[node]]
        ends = [end.condition for end in self.game.ends]
        return any(self._is_about(part, place, True) for part in own) or any(
            self._is_about(part, place, False) for part in (*leading, *ends)
        )

    def _is_about(self, part: Part, place: core.ZoneRef, is_own: bool) -> bool:
        """Tell whether a part may read a place: by name, or inside something else that reads it."""
        if place.entry not in self._read(part):
            return False
        inside = list(walk(part))
        named = [one for one in inside if isinstance(one, core.ZoneRef) and one.entry == place.entry]
        called = [one for one in inside if isinstance(one, core.TermCall | core.CellCall | core.Possible)]
        if any(place.entry in self._read(one) for one in called) or not named:
            return True
        return any(_may_be(one, place, is_own) for one in named)

    def _read(self, part: Part) -> frozenset[str]:
        """Return what a part reads; it is looked at once, however many steps stand behind it."""
        if id(part) not in self._known:
            self._known[id(part)] = part, reads(self.game, part)  # with the part, so that its id stays
        return self._known[id(part)][1]

    def is_repeated(self, node: Node) -> bool:
        """Tell whether a paragraph can be carried out more than once, as far as phases tell."""
        section, name = node
        turns = self.game.phases[name] if section == "phases" else None
        own = (
            () if turns is not None and (turns.plan or turns.who or turns.phases) else (node,)
        )  # its steps stand outside
        return any(
            section == "triggers" or (section == "phases" and self.game.phases[name].until is not None)
            for section, name in (*own, *self._before[node])
        )

    @cached_property
    def _bodies(self) -> Mapping[Node, tuple[core.CoreStep, ...]]:
        live = self.paragraphs.reached(roots(self.game))
        return {
            node: tuple(step for step in steps if isinstance(step, core.CoreStep))
            for node, steps in steps_of(self.game).items()
            if node in live and node != SETUP
        }

    @cached_property
    def _parts(self) -> dict[Node, tuple[Part, ...]]:
        """All parts of every paragraph that ask something."""
        return {
            node: (*heads(self.game, node), *(part for step in steps for part in _asked_in(step)))
            for node, steps in self._bodies.items()
        }

    @cached_property
    def _own(self) -> dict[Node, frozenset[str]]:
        """What every paragraph asks anywhere."""
        return {node: frozenset().union(*map(self._read, parts)) for node, parts in self._parts.items()}

    @cached_property
    def _heads(self) -> dict[Node, frozenset[str]]:
        return {node: reads(self.game, *heads(self.game, node)) for node in self._bodies}

    @cached_property
    def beside(self) -> dict[str, frozenset[str]]:
        """For every value what is asked on the way to the steps that set it: a bid of `0..you.coins` reads coins."""
        found: dict[str, frozenset[str]] = {}
        for way in self.steps():
            if isinstance(way.step, core.Assign):
                entry = way.step.target.entry
                found[entry] = found.get(entry, frozenset()) | self.asked(way)
        return found

    @cached_property
    def _ends(self) -> frozenset[str]:
        return reads(self.game, *(end.condition for end in self.game.ends))

    @cached_property
    def _before(self) -> dict[Node, frozenset[Node]]:
        """The paragraphs that lead to each."""
        found: dict[Node, set[Node]] = {node: set() for node in self._bodies}
        for node in self._bodies:
            for follower in self.paragraphs.reached([node]):
                if follower in found and follower != node:
                    found[follower].add(node)
        return {node: frozenset(leading) for node, leading in found.items()}


def heads(game: model.CheckedGame, node: Node) -> Iterator[Part]:
    """Walk what a paragraph asks before its steps."""
    section, name = node
    match section:
        case "phases":
            phase = game.phases[name]
            yield from (*(when.condition for when in phase.whens), *_there(phase.until), *_there(phase.who))
        case "actions":
            yield from game.actions[name].elements
        case "rules":
            yield from (when.condition for when in game.rules[name].whens)
        case "triggers":
            trigger = game.triggers[name]
            yield from (*(when.condition for when in trigger.whens), *_there(trigger.once), *_there(trigger.who))
        case "cells" | "setup":
            return
        case _:
            raise ValueError(f"unknown section {section}")


def _on_the_way(way: Way) -> tuple[Part, ...]:
    """Return what is asked inside the steps of a paragraph before a step comes."""
    seen = [part for step in way.before for part in walk(step) if isinstance(part, core.Let | core.Pick)]
    return (*way.around, *(value for part in seen for value in _values(part)))


def _may_be(read: core.ZoneRef, place: core.ZoneRef, is_own: bool) -> bool:
    """Tell whether a place that is read may be this one; ``is_own``: in the same paragraph, where ``you`` is the same.

    What all cells of a place hold together says nothing of one of them, nor does another fixed cell, or another player.
    """
    if is_own and isinstance(place.owner, core.You) and isinstance(read.owner, core.NextPlayer | core.Const):
        return False
    for one, other in zip(read.keys, place.keys, strict=True):
        if one is None and other is not None:
            return False
        if isinstance(one, core.Const) and other is not None and one != other:
            return False
    return True


def _there(part: Part | None) -> tuple[Part, ...]:
    return () if part is None else (part,)


def _asked_in(step: Part) -> Iterator[Part]:
    for part in walk(step):
        if isinstance(part, _ASKS):
            yield from _values(part)


def _values(part: Part) -> Iterator[Part]:
    """Walk what a part of steps looks at itself, without the steps inside."""
    match part:
        case core.CoreBranch(condition=condition):
            yield condition
        case core.ForEach(loop=loop):
            yield loop
        case core.Repeat(count=count, until=until):
            yield from (*_there(count), *_there(until))
        case core.Pick(domain=domain, condition=condition, many=many):
            yield from (domain, *_there(condition), *_there(many))
        case core.Let(value=value):
            yield value
        case _:
            raise TypeError(f"unknown part {type(part).__name__}")


def _ways(
    node: Node,
    steps: tuple[core.CoreStep, ...],
    around: tuple[Part, ...],
    before: tuple[core.CoreStep, ...],
    is_cost: bool,
    asked: tuple[core.Value, ...] = (),
    held: tuple[core.Value, ...] = (),
    loops: tuple[tuple[core.ForEach, int], ...] = (),
) -> Iterator[Way]:
    for place, step in enumerate(steps):
        done = (*before, *steps[:place])
        yield Way(node, step, around, done, is_cost, steps[:place], asked, held, loops)
        match step:
            case core.If(branches=branches, otherwise=otherwise):
                against: tuple[core.Value, ...] = ()
                conditions = tuple(branch.condition for branch in branches)
                for branch in branches:
                    own = (*against, branch.condition)
                    more = (*held, *own)
                    yield from _ways(node, branch.body, (*around, *conditions), done, is_cost, own, more, loops)
                    against = (*against, opposite(branch.condition))
                more = (*held, *against)
                yield from _ways(node, otherwise, (*around, *conditions), done, is_cost, against, more, loops)
            case core.ForEach(body=body, loop=loop):
                inside = (*loops, (step, len(held)))
                more = held if loop.condition is None else (*held, loop.condition)
                yield from _ways(node, body, (*around, *_values(step)), done, is_cost, (), more, inside)
            case core.Repeat(body=body):
                yield from _ways(node, body, (*around, *_values(step)), done, is_cost, (), held, loops)
            case core.Moment(body=body):
                yield from _ways(node, body, around, done, is_cost, asked, held, loops)
            case _:
                pass  # the other steps hold none


def opposite(condition: core.Value) -> core.Value:
    """Return the condition that holds where another one does not."""
    return core.Not(span=condition.span, type=t.BoolType(), value=condition)
