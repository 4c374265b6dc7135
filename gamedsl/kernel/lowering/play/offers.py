"""What may be chosen: answers to picks, actions that are possible -> functions of waits"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, NotLoweredError, Run, bare
from gamedsl.kernel.lowering.play.alike import _accept_alike, merges, names_pieces
from gamedsl.kernel.lowering.play.passing import completing, passing
from gamedsl.kernel.lowering.steps.calls import forbidden
from gamedsl.kernel.lowering.values.loops import item_of, walk_over
from gamedsl.kernel.lowering.values.registry import lowers, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.making import choose, compare, either, minus, number, opposite, plus
from gamedsl.kernel.program import BOOL, Expression, Legal, Return, Type
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def code_of(b: Lowering, question: int, found: Lowered, kind: t.Type) -> Expression:
    """Return the number of an answer among those of its question."""
    if isinstance(found, Listed | Run):
        raise NotLoweredError("a list that is picked")
    asked = b.answer_type(question)
    low, _ = b.span_of(asked)
    if not isinstance(asked, t.MaybeType):
        return minus(found, low)
    if not isinstance(kind, t.MaybeType | t.NothingType):
        return plus(minus(found, low), 1)
    found = b.let(found)
    return choose(b.is_none(found, kind), number(0), plus(minus(found, low), 1))


def answer_of(b: Lowering, question: int, index: Expression) -> Expression:
    """Return the answer that a number among those of its question means."""
    asked = b.answer_type(question)
    low, count = b.span_of(asked)
    last = low + max(0, count - 1)
    if not isinstance(asked, t.MaybeType):
        return narrowed(plus(index, low), low, last)
    found = narrowed(plus(minus(index, 1), low), low, last)
    return choose(compare("=", index, 0), number(b.none_of(asked)), found)


def accept(
    b: Lowering, pick: Any, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], how: tuple[int, bool]
) -> None:
    """Write the codes of the answers to a pick; ``how``: their first code, and whether no piece was named before."""
    base, alone = how
    item = bare(b.answer_type(pick.question))
    if isinstance(item, t.PieceType) and merges(b, item):
        _accept_alike(b, pick, elements, cost, (base, alone))
        return

    def look(found: Lowered) -> None:
        with b.within():
            found = found if isinstance(found, Listed | Run) else b.let(found)
            b.bind(pick.slot, found)
            completing(
                b, pick, elements, cost,
                lambda: b.emit(Legal(plus(code_of(b, pick.question, found, item_of(pick.domain.type)), base))),
            )  # fmt: skip

    walk_over(b, pick.domain, look)


def cut_of(action: model.CheckedAction) -> int | None:
    """Return where the first pick of an action stands."""
    return next((at for at, e in enumerate(action.elements) if isinstance(e, model.PickField)), None)


def offer(b: Lowering, name: str, given: Sequence[Expression]) -> None:
    """Write the codes of an action that is offered now; ``given`` are its arguments."""
    action, base = b.game.actions[name], b.numbering.action_base[name]
    cut = cut_of(action)
    slots: dict[int, Lowered] = dict(enumerate(given))
    with b.when(opposite(forbidden(b, name))), b.within(slots=slots):
        if cut is None:
            passing(b, action.elements, action.cost, lambda: b.emit(Legal(number(base))))
            return
        pick = action.elements[cut]
        alone = not any(names_pieces(kind) for kind in action.params)
        behind = action.elements[cut + 1 :]
        passing(b, action.elements[:cut], (), lambda: accept(b, pick, behind, action.cost, (base, alone)))


def possible(b: Lowering, name: str, given: Sequence[Expression]) -> Expression:
    """Return whether an action would be offered."""
    action = b.game.actions[name]
    parameters: list[tuple[str, Type]] = [("you", seats_type(b)), ("active", seats_type(b))]
    parameters += [(f"a{at}", b.type_of(kind)) for at, kind in enumerate(action.params)]

    def write(found: list[Expression]) -> None:
        with b.within(you=found[0], active=found[1], slots=dict(enumerate(found[2:]))):
            with b.when(forbidden(b, name)):
                b.emit(Return(number(0)))
            passing(b, action.elements, action.cost, lambda: b.emit(Return(number(1))))
        b.emit(Return(number(0)))

    b.function(f"possible.{name}", parameters, BOOL, write)
    return b.call(f"possible.{name}", b.scope.you, b.scope.active, *given)


@lowers(core.Possible)
def _possible(b: Lowering, node: core.Possible) -> Expression:
    found: Expression = number(0)
    given = [b.let(value(b, one)) for one in node.leaf.arguments]
    for name in node.leaf.actions:
        found = either(found, possible(b, name, given))
    return found
