"""Parts of a game, for one set-up -> the most passes of loops that they can make: which of them need counting at all"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from gamedsl.engine.state.by_game import ByGame
from gamedsl.engine.state.recursion import recursive
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import children

LIGHT: Final = 500
"""What surely makes no more passes than these is not counted where it stands."""
_SMALL: Final = 16
"""Calls of paragraphs that surely make no more calls and passes than these are not counted."""
ENDLESS: Final = 1 << 60
_MOST_STRAIGHT: Final = 1 << 22
"""More straight steps than any count allows."""
SHARE: Final = 16
"""Passes inside a pass that count as one more."""
HEAVY: Final = 4
"""Straight steps, and pieces moved by them, in a pass of a loop that count as one pass more."""
_HEAVY_JUMP: Final = 40
"""The same of what is counted as a jump: there may be a tenth as many of them."""
_WITH_LOOPS = (core.ForEach, core.Repeat, core.Collect, core.Reduce, core.Best, core.Rank, core.Stopped)
"""Nodes that go through something."""


_recursive = ByGame(recursive)


class Loads:
    """How many passes parts of one game can make at most, by what the types of their loops say.

    A call counts one, and all that the paragraph can make; what may be carried out inside itself is endless.
    """

    def __init__(self, game: model.CheckedGame, span_of: Any) -> None:
        self._game, self._span_of = game, span_of
        self._known: dict[int, tuple[int, Any]] = {}
        """By identity, with the node itself, so that none takes the place of another."""
        self._straight: dict[int, tuple[int, Any]] = {}
        self._straight_in: dict[str, int] = {}
        self._named: dict[str, int] = {}
        self._weights: dict[int, int] = {}

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The keys of the paragraphs that may be carried out inside themselves."""
        return _recursive(self._game)

    def weight(self, loop: core.Loop) -> int:
        """Return what a pass of a loop counts, 0 where it is not counted; ``of`` has seen what it stands in."""
        return self._weights.get(id(loop), 0)

    def repeated(self, step: core.Repeat) -> int:
        """Return what a pass of ``repeat … times`` counts, 0 where it is not counted."""
        straight = self.straight(step.body)
        most = 0 if step.count is None else _most(step.count)
        is_counted = self.of(step) + most * straight // HEAVY > LIGHT
        return _weight(self._all(step.body), straight) if is_counted else 0

    def jump(self, steps: Sequence[core.CoreStep]) -> int:
        """Return what a jump counts behind which steps are carried out."""
        return 1 + self.straight(steps) // _HEAVY_JUMP

    def called(self, key: str) -> int:
        """Return what a call of a paragraph counts, 0 where it is not counted.

        ``key``: ``rule NAME``, ``trigger NAME``, ``cell KIND.COLUMN``.
        """
        heavy = self._straight_of(key) // _HEAVY_JUMP
        return 1 + heavy if heavy or self.call(key) > _SMALL else 0

    def picked(self, pick: model.PickField, elements: Sequence[Any], cost: Sequence[core.CoreStep]) -> int:
        """Return what an answer counts that is tried, with all that is behind it, 0 where it is not counted."""
        return 1 if self._picks((pick, *elements), cost) > LIGHT else 0

    def _picks(self, elements: Sequence[Any], cost: Sequence[core.CoreStep]) -> int:
        behind = self._all(cost)
        for element in reversed(elements):
            if isinstance(element, model.PickField | core.Pick):
                one = 1 + (0 if element.condition is None else self.of(element.condition)) + behind
                behind = min(ENDLESS, self.of(element.domain) + self._extent(element.domain.type) * one)
            else:
                behind += self.of(element.condition if isinstance(element, model.When) else element.value)
        return behind

    def piece(self, kind: str) -> int:
        """Return what moving a piece of a kind counts, 0 where that is not counted."""
        many: int = self._span_of(t.PieceType(kind))[1]
        return 1 + many // SHARE if many > LIGHT else 0

    def straight(self, nodes: Sequence[Any]) -> int:
        """Return how many steps are carried out in one pass of some steps, and how many pieces these move, at most.

        Loops that are counted themselves are left out.
        """
        return min(_MOST_STRAIGHT, sum([self._straight_one(node) for node in nodes]))

    def _straight_one(self, node: Any) -> int:
        if not isinstance(node, core.CoreStep | core.CoreBranch):
            return 0
        found = self._straight.get(id(node))
        if found is None:
            found = self._straight[id(node)] = self._steps_in(node), node
        return found[0]

    def _steps_in(self, node: core.CoreStep | core.CoreBranch) -> int:
        inside = self.straight(list(children(node)))
        match node:
            case core.ForEach():
                passes = self._extent(node.loop.source.type)
            case core.Repeat(count=core.Value() as count):
                passes = _most(count)
            case core.Repeat():
                return 1
            case core.CallRule():
                return 1 + self._straight_of(f"rule {node.rule}")
            case core.CallCell():
                return 1 + self._straight_of(f"cell {node.kind}.{node.column}")
            case _:
                return 1 + inside + self._moved(node)
        many = min(_MOST_STRAIGHT, passes * (1 + inside))
        return 1 if self.of(node) + many // HEAVY > LIGHT else many

    def _moved(self, step: core.CoreStep | core.CoreBranch) -> int:
        """Return how many pieces a step moves, mixes or throws at most, where these may be several."""
        match step:
            case core.Deal(target=zone) | core.Shuffle(zone=zone) | core.ShuffleTo(target=zone):
                return int(self._span_of(t.PieceType(self._game.zones[zone.entry].kind))[1])
            case core.Move(pieces=pieces) | core.RollPieces(pieces=pieces) | core.Show(pieces=pieces):
                return self._extent(pieces.type) if isinstance(pieces.type, t.ZoneType | t.SetType | t.ListType) else 0
            case _:
                return 0

    def _straight_of(self, key: str) -> int:
        """Return the straight steps of a rule, a trigger or a column of rules; none of what is inside itself."""
        if key not in self._straight_in:
            self._straight_in[key] = 0
            section, _, name = key.partition(" ")
            match section:
                case "rule":
                    found = self.straight(self._game.rules[name].then)
                case "trigger":
                    found = self.straight(self._game.triggers[name].then)
                case "cell":
                    kind, _, column = name.rpartition(".")
                    codes = [design.code.get(column) for design in self._game.kinds[kind].designs]
                    found = max((self.straight(code.steps) for code in codes if code is not None), default=0)
                case _:
                    raise ValueError(key)
            self._straight_in[key] = found
        return self._straight_in[key]

    def of(self, node: Any) -> int:
        """Return the most passes that a node can make."""
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = min(ENDLESS, self._work(node)), node
        return found[0]

    def call(self, key: str) -> int:
        """Return the most passes that a paragraph, a term or a column of rules can make, and what follows it."""
        if key not in self._named:
            self._named[key] = ENDLESS  # as long as it is not known: it leads to itself
            self._named[key] = min(ENDLESS, 1 + self._body(key))
        return self._named[key]

    # ------------------------------------------------------------ parts

    def _all(self, nodes: Any) -> int:
        return sum([self.of(node) for node in nodes])

    def _work(self, node: Any) -> int:
        if not isinstance(node, _WITH_LOOPS):
            return self._all(children(node)) + self._called(node)
        if isinstance(node, core.ForEach):
            return self._walked((node.loop,), node.body) + (0 if node.start is None else self.of(node.start))
        if isinstance(node, core.Repeat):
            return self._repeated(node)
        if isinstance(node, core.Collect | core.Reduce | core.Best):
            return self._walked(node.loops, [one for one in children(node) if not isinstance(one, core.Loop)])
        return self._walked((node.loop,), [one for one in children(node) if one is not node.loop])

    def _repeated(self, step: core.Repeat) -> int:
        if step.count is None:
            return ENDLESS
        return self.of(step.count) + _most(step.count) * (1 + self._all(children(step)))

    def _called(self, node: Any) -> int:
        """Return the passes of what a node leads to elsewhere."""
        if isinstance(node, core.CallRule):
            return self.call(f"rule {node.rule}")
        if isinstance(node, core.CallCell | core.CellCall):
            return self.call(f"cell {node.kind}.{node.column}")
        if isinstance(node, core.TermCall):
            return self.call(f"term {node.term}")
        return self.call("watched ") if type(node) in core.EFFECTS else 0

    def _walked(self, loops: tuple[core.Loop, ...], body: Any) -> int:
        """Return the passes of loops inside each other; note what a pass of each counts."""
        found, times, inside, straight = 0, 1, self._all(body), self.straight(body)
        conditions = [0 if loop.condition is None else self.of(loop.condition) for loop in loops]
        for loop, condition in zip(loops, conditions, strict=True):
            found += times * self.of(loop.source)
            times *= self._extent(loop.source.type)
            found += times * (1 + condition)
        found += times * inside
        for loop, condition in zip(loops, conditions, strict=True):
            last = inside if loop is loops[-1] else 0
            steps = straight if loop is loops[-1] else 0
            is_counted = found + times * straight // HEAVY > LIGHT
            self._weights.setdefault(id(loop), _weight(condition + last, steps) if is_counted else 0)
        return min(ENDLESS, found)

    def _extent(self, kind: t.Type) -> int:
        """Return how many elements a set or list of a type can have."""
        if isinstance(kind, t.MaybeType):
            return self._extent(kind.item)
        if isinstance(kind, t.ZoneType):
            return int(self._span_of(t.PieceType(kind.kind))[1])
        if isinstance(kind, t.SetType | t.ListType) and not isinstance(kind.item, t.SetType | t.ListType):
            item = kind.item.item if isinstance(kind.item, t.MaybeType) else kind.item
            return 0 if isinstance(item, t.NothingType | t.UnknownType) else int(self._span_of(item)[1])
        return LIGHT

    def _body(self, key: str) -> int:
        game, (section, _, name) = self._game, key.partition(" ")
        match section:
            case "rule":
                rule = game.rules[name]
                return self._all([*[when.condition for when in rule.whens], *rule.then]) + self._followed(name)
            case "trigger":
                return self._trigger(game.triggers[name])
            case "cell":
                kind, _, column = name.rpartition(".")
                codes = [design.code.get(column) for design in game.kinds[kind].designs]
                parts = [[*code.steps, *([] if code.value is None else [code.value])] for code in codes if code]
                return max((self._all(part) for part in parts), default=0)
            case "term":
                return self.of(game.terms[name].value)
            case "watched":
                ends = sum(self.of(end.condition) for end in game.ends)
                return ends + sum(self.call(f"trigger {x.name}") for x in game.triggers.values() if x.after is None)
            case _:
                raise ValueError(key)

    def _trigger(self, trigger: model.CheckedTrigger) -> int:
        conditions = [when.condition for when in trigger.whens] + ([] if trigger.once is None else [trigger.once])
        one = self._all([*conditions, *trigger.then]) + self._followed(trigger.name)
        return one if trigger.who is None else self._extent(t.SetType(t.PlayerType())) * (1 + one)

    def _followed(self, name: str) -> int:
        return sum(self.call(f"trigger {x.name}") for x in self._game.triggers.values() if name in x.follows)


def _most(count: core.Value) -> int:
    kind = count.type
    return max(0, kind.high) if isinstance(kind, t.IntType) else LIGHT


def _weight(inside: int, straight: int = 0) -> int:
    return 1 + min(inside, LIGHT) // SHARE + straight // HEAVY
