"""Terms and hints -> Python text that works each value out once: in one state, and wherever what it reads is alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.engine.write.compiling import Compiler, Eval
from gamedsl.engine.write.drafts import Draft, Later, Lines
from gamedsl.engine.write.footprints import Footprint, term_parts
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, called, children, inside, walk

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


# ---------------------------------------------------------------- once in one evaluation


MOST_REMEMBERED = 20_000
"""Values of terms that are remembered in one evaluation; then it begins anew."""


class _Sharing:
    """Looks for a term that one evaluation may ask for twice with the same arguments."""

    def __init__(self, c: Compiler) -> None:
        self._c = c
        self._costs = Costs.of(c)
        self._asked: dict[str, int] = {}
        self._seen: set[tuple[str, bool]] = set()

    def found(self, parts: Iterable[Part], slots: tuple[int, ...] = (), again: bool = False) -> bool:
        """Tell whether parts that are worked out one after the other share a term.

        ``slots`` are those of the loops around them; ``again``: all of it is done several times.
        """
        for part in parts:
            if self._part(part, slots, again):
                return True
            if isinstance(part, model.PickField):
                slots = (*slots, part.slot)  # what stands behind it is worked out for every answer
        return False

    def _part(self, part: Part, slots: tuple[int, ...], again: bool) -> bool:
        if isinstance(part, core.TermCall) and self._call(part, slots, again):
            return True
        if isinstance(part, core.Collect | core.Reduce | core.Best):
            slots = (*slots, *(loop.slot for loop in part.loops))
        elif isinstance(part, core.Rank | core.Stopped):
            slots = (*slots, part.loop.slot)
        if isinstance(part, core.CellCall | core.Possible):
            again = True  # which of several is meant shows in play
            for name in called(self._c.game, part):
                if self._inside(str(name), inside(self._c.game, name), again):
                    return True
        return self.found(children(part), slots, again)

    def _call(self, call: core.TermCall, slots: tuple[int, ...], again: bool) -> bool:
        if not self._costs.asks(call.term, "loops"):
            return False
        read = {node.slot for node in walk(call.owner, *call.arguments) if isinstance(node, core.Local)}
        again = again or any(slot not in read for slot in slots)
        self._asked[call.term] = self._asked.get(call.term, 0) + 1 + again
        return self._asked[call.term] > 1 or self._inside(call.term, term_parts(self._c, call.term), again)

    def _inside(self, name: str, parts: Iterable[Part], again: bool) -> bool:
        if (name, again) in self._seen:
            return False
        self._seen.add((name, again))
        return self.found(parts, (), again)


def shares(c: Compiler, *parts: Part) -> bool:
    """Tell whether working these out one after the other may ask twice for the same value of a heavy term."""
    return bool(c.game.terms) and _Sharing(c).found(parts)


def once_each(lines: Lines) -> Lines:
    """Write lines in which every heavy term is worked out once for the same arguments; nothing may change in them."""
    return [
        "first = s.memo is None",
        "if first: s.memo = {}",
        "try:",
        *[f" {line}" for line in lines],
        "finally:",
        " if first: s.memo = None",
    ]


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
    alone = [f" return {call}"]
    if shares(d.c, *term_parts(d.c, name)):
        alone = [" s.memo = {}", f" try: return {call}", " finally: s.memo = None"]
    return [
        "memo = s.memo",
        "if memo is None:",
        *alone,
        f"if len(memo) > {MOST_REMEMBERED}: memo.clear()",
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
