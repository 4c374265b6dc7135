"""Values under names -> their expressions; each is worked out only in the branches that read it"""

from __future__ import annotations

from gamedsl.kernel.builder import number, word
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.values.registry import known, lowered, lowers, value
from gamedsl.kernel.program import Assign, Int, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

Lets = dict[int, core.Value]


@lowers(core.LetIn)
def let_in(b: Lowering, node: core.LetIn) -> Lowered:
    """Lower a value behind the names that it reads."""
    with b.within():
        return _given(b, node.value, node.type, dict(zip(node.slots, node.given, strict=True)))


def _given(b: Lowering, node: core.Value, want: t.Type, lets: Lets) -> Lowered:
    if not isinstance(node, core.Either) or known(b, node.condition) is not None or isinstance(want, t.ListType):
        _name(b, _needed(node, lets), lets)
        return b.converted(lowered(b, node), node.type, want)
    needed = _needed(node.condition, lets)
    _name(b, needed, lets)
    rest = {slot: one for slot, one in lets.items() if slot not in needed}
    condition, kind = value(b, node.condition), b.type_of(want)
    result = b.variable(number(kind.low) if isinstance(kind, Int) else word(0, kind.width), kind)

    def side(one: core.Value) -> list[Statement]:
        body: list[Statement] = []
        with b.into(body), b.within():
            found = _given(b, one, want, rest)
            assert not isinstance(found, Listed | Run)
            b.emit(Assign(result.name, found))
        return body

    first, second = side(node.value), side(node.otherwise)
    b.branch(condition, lambda: b.emit(*first), lambda: b.emit(*second))
    return result


def _needed(node: core.Value, lets: Lets) -> list[int]:
    """Return the places of ``lets`` that a value reads, and those that these read, in their order."""
    found: set[int] = set()
    waiting: list[core.Value] = [node]
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, core.Local) and part.slot in lets and part.slot not in found:
                found.add(part.slot)
                waiting.append(lets[part.slot])
    return [slot for slot in lets if slot in found]


def _name(b: Lowering, slots: list[int], lets: Lets) -> None:
    for slot in slots:
        found = lowered(b, lets[slot])
        one: Lowered = found if isinstance(found, Listed | Run) else b.let(found)
        b.bind(slot, one)
