"""Which parts of the table a condition reads and a step writes, so that only what matters is tested again."""

from __future__ import annotations

from gamedsl.engine.write.compiling import Compiler, parts
from gamedsl.semantics import core

Parts = frozenset[str]
ALWAYS = "always"
"""Read by conditions that ask what is going on (``during``, ``done``): they are tested after every step."""
ACTIVE = "active"
POINTS = "points"


class Reader:
    """Finds what values read; terms, cells and actions are followed once."""

    def __init__(self, c: Compiler) -> None:
        self.c = c
        self._cards: dict[str, Parts] = {}

    def reads(self, *nodes: core.Core | None) -> Parts:
        """Return everything that these nodes read."""
        found: set[str] = set()
        for node in nodes:
            if node is not None:
                self._node(node, found)
        return frozenset(found)

    def _node(self, node: core.Core, found: set[str]) -> None:
        self._table(node, found)
        self._calls(node, found)
        for part in parts(node):
            self._node(part, found)

    def _table(self, node: core.Core, found: set[str]) -> None:
        match node:
            case core.ZoneRef(entry=entry):
                found.add(zone_part(self.c, entry))
            case core.ReadValue(entry=entry):
                found.add("value " + entry)
            case core.DieFace(dice=name) | core.DiceSum(dice=name):
                found.add("dice " + name)
            case core.KeyOf() | core.OwnerOf():
                found.update("kind " + kind for kind in self.c.game.kinds)
            case core.PointsOf():
                found.add(POINTS)
            case _:
                pass

    def _calls(self, node: core.Core, found: set[str]) -> None:
        match node:
            case core.Active():
                found.add(ACTIVE)
            case core.During() | core.Done():
                found.add(ALWAYS)
            case core.TermCall(term=term):
                found.update(self._term(term))
            case core.CellCall(kind=kind, column=column):
                found.update(self._cells(kind, column))
            case core.Possible(leaf=leaf):
                for action in leaf.actions:
                    found.update(self._action(action))
                found.add(ALWAYS)
            case _:
                pass

    def _once(self, name: str, nodes: list[core.Core | None]) -> Parts:
        if name not in self._cards:
            self._cards[name] = frozenset()
            self._cards[name] = self.reads(*nodes)
        return self._cards[name]

    def _term(self, name: str) -> Parts:
        nodes: list[core.Core | None] = [self.c.game.terms[name].value]
        for modifier in self.c.changers.get(name, ()):
            nodes += [modifier.value, *(when.condition for when in modifier.whens)]
        return self._once("term " + name, nodes)

    def _cells(self, kind: str, column: str) -> Parts:
        designs = self.c.game.kinds[kind].designs
        return self._once(
            f"cell {kind} {column}", [design.code[column].value for design in designs if column in design.code]
        )

    def _action(self, name: str) -> Parts:
        action = self.c.game.actions[name]
        nodes: list[core.Core | None] = [*action.cost]
        fields = ("condition", "domain", "value")
        nodes += [getattr(element, field, None) for element in action.elements for field in fields]
        for modifier in self.c.forbidders.get(name, ()):
            nodes += [when.condition for when in modifier.whens]
        return self._once("action " + name, nodes)


def zone_part(c: Compiler, entry: str) -> str:
    """Return what changes when something enters or leaves a zone: its purse, or all zones of its kind."""
    zone = c.game.zones[entry]
    return "purse " + entry if zone.form == "purse" else "kind " + zone.kind
