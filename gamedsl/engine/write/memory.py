"""Terms and hints -> Python text that works each value out once: in one state, and wherever what it reads is alike."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.write.compiling import Compiler, Eval
from gamedsl.engine.write.drafts import Draft, Later, Lines
from gamedsl.engine.write.footprints import Footprint, term_parts
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import walk

_MARKS: dict[type, tuple[str, ...]] = {
    core.You: ("you",),
    core.Done: ("you",),
    core.Active: ("active",),
    core.CellCall: ("loops", "you", "active"),
    core.Possible: ("loops", "you", "active"),
}
"""What kinds of values say about the term that they stand in; calls of cells and questions can be anything."""


class Costs:
    """What decides whether a term is worth remembering, and for whom: ``loops``, ``you`` and ``active`` by term."""

    def __init__(self, c: Compiler) -> None:
        self._c = c
        self._game = c.game
        self._found: dict[str, frozenset[str]] = {}
        self._depths: dict[str, int] = {}

    @staticmethod
    def of(c: Compiler) -> Costs:
        """Return what is known about the terms of a game."""
        if c.term_costs is None:
            c.term_costs = Costs(c)
        found: Costs = c.term_costs
        return found

    def depth(self, name: str) -> int:
        """Return how many terms call each other from a term on, itself included."""
        if name not in self._depths:
            called = {node.term for node in walk(self._game.terms[name].value) if isinstance(node, core.TermCall)}
            self._depths[name] = 1 + max((self.depth(one) for one in called), default=0)
        return self._depths[name]

    def asks(self, name: str, what: str) -> bool:
        """Tell whether a term looks at several things one after the other (``loops``), or asks who ``you`` are."""
        if name not in self._found:
            self._found[name] = frozenset()
            values = term_parts(self._c, name)
            self._found[name] = frozenset(mark for node in walk(*values) for mark in self._marks(node))
        return what in self._found[name]

    def _marks(self, node: object) -> Iterator[str]:
        if isinstance(node, core.Loop):
            yield "loops"
        elif isinstance(node, core.TermCall):
            own = self._game.terms[node.term].each == "player" and node.owner is not None
            yield from [
                mark
                for mark in ("loops", "you", "active")
                if self.asks(node.term, mark) and not (own and mark == "you")
            ]
        else:
            yield from _MARKS.get(type(node), ())


def _is_heavy(*values: core.Value) -> bool:
    """Tell whether values take several steps to work out, so that comparing what they read is cheaper."""
    return sum(isinstance(node, core.Loop | core.CellCall | core.TermCall) for node in walk(*values)) > 1


def remembered(d: Draft, body: Later, name: str) -> Lines:
    """Write the function of a term that is worked out once for the same arguments while a state remembers."""
    costs = Costs.of(d.c)
    asked = [*["y"] * costs.asks(name, "you"), *["a"] * costs.asks(name, "active"), *d.scope[3:]]
    number = str(list(d.c.game.terms).index(name))
    call = f"{d.bind(body)}({', '.join(d.scope)})"
    prints = Footprint.of_term(d, name) if _is_heavy(*term_parts(d.c, name)) else None
    lines = (
        ["found = memo[key] = " + call]
        if prints is None
        else [*_kept(call, [number, *d.scope[3:]], prints), "memo[key] = found"]
    )
    return [
        "memo = s.memo",
        f"if memo is None: return {call}",
        f"key = ({', '.join([number, *asked])},)",
        "if key in memo: return memo[key]",
        *lines,
        "return found",
    ]


def kept_value(c: Compiler, node: core.Value, number: int) -> Eval:
    """Return a function of state and frame that evaluates a value for ``you``, and keeps it under a number of its own.

    It is worked out anew only where something is different that it reads. Numbers from -1 down are not those of terms.
    """

    def write(d: Draft) -> Lines:
        prints = Footprint.of_value(d, node) if _is_heavy(node) else None
        if prints is None:
            return d.returning(node)
        return ["memo = s.memo", *_kept(d.hoist(d.returning(node)), [str(number)], prints), "return found"]

    return c.later(write)


def _kept(call: str, given: list[str], prints: list[str]) -> Lines:
    """Write the lines that set ``found``: what was kept where everything read was the same, or what ``call`` finds."""
    key = [*given, *[text for text in prints if text not in given]]
    return [
        "kept = s.kept",
        f"if kept is None: found = {call}",
        "else:",
        f" alike = ({', '.join(key)},)",
        " if alike in kept: found = kept[alike]",
        f" else: found = kept[alike] = {call}",
    ]
