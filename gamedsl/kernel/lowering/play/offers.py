"""What may be chosen: answers to picks, actions that are possible -> functions of waits"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.choosing import parts_from
from gamedsl.kernel.builder import compare, either, number, opposite, plus
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.play.alike import lie_apart, merges
from gamedsl.kernel.lowering.play.answers import number_of
from gamedsl.kernel.lowering.play.naming import name_of, names_of, piece_kind, renamed, renamed_kinds
from gamedsl.kernel.lowering.play.passing import passing
from gamedsl.kernel.lowering.play.several import Answer, Asked, choosable, each_answer
from gamedsl.kernel.lowering.steps.calls import forbidden
from gamedsl.kernel.lowering.values.counting import CHOICES, uncounted
from gamedsl.kernel.lowering.values.registry import lowers, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.lowering.worked_out import ForAllAnswers
from gamedsl.kernel.program import BOOL, Append, Expression, Int, Name, Ordered, Return, Statement, Type
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def accept(b: Lowering, asked: Asked, base: int, of_action: bool = False) -> None:
    """Write the codes of the answers to a choice; ``base`` is the first of them.

    Those of a list that an action picks from stay in the order of the list, all others come in that of their numbers.
    """
    question, kinds = asked.question, renamed_kinds(b, asked.question)
    if kinds and asked.is_plain:
        found = choosable(b, asked, kinds)
        kind = kinds[0]
        names_of(b, piece_kind(kind), found[kind], lambda one: _legal(b, question, [(one, bare(kind))], base))
        return

    found = {}
    if kinds:
        with uncounted(b):
            found = choosable(b, asked, kinds)
    count = _counted(b, asked)

    def called(part: t.Type, one: Lowered) -> Lowered:
        item = part.item if isinstance(part, t.SetType) else part
        if item not in found:
            return one
        assert not isinstance(one, Listed | Run)
        kind, among = piece_kind(item), found[item]
        return renamed(b, part, one, lambda piece: name_of(b, kind, among, piece))

    def look(answer: Answer) -> None:
        parts = b.answer_kinds(question)
        _legal(b, question, [(called(part, one), kind) for part, (one, kind) in zip(parts, answer, strict=True)], base)
        if count is not None:
            b.assign(count, narrowed(plus(count, 1), 0, t.HIGHEST))
            if not asked.is_plain:
                _stop_when_full(b, asked, count)

    before: list[Statement] = []
    body: list[Statement] = []
    with _for_all_answers(b, asked, before), b.into(body):
        each_answer(b, asked, look)
    b.emit(*before)
    b.emit(*([Ordered(tuple(body))] if _may_mix(b, asked, of_action) else body))
    if count is not None and asked.is_plain:
        _stop_when_full(b, asked, count)


@contextmanager
def _for_all_answers(b: Lowering, asked: Asked, before: list[Statement]) -> Iterator[None]:
    """Work terms that would be too much for so many answers out once for all of them."""
    most, outside = b.numbering.domains[asked.question].size, b.worked_out

    def is_long(function: str) -> bool:
        return b.load_of(function) * most > Limits.passes

    if outside is None:
        you, active = b.scope.you, b.scope.active
        b.worked_out = ForAllAnswers(frozenset(), you=you, active=active, is_long=is_long, before=before)
    yield
    b.worked_out = outside


def _counted(b: Lowering, asked: Asked) -> Name | None:
    """Return what counts the answers to a choice; None where there are never too many."""
    if b.numbering.domains[asked.question].size <= Limits.choices:
        return None
    return b.variable(number(0), Int(0, t.HIGHEST), "n")


def _stop_when_full(b: Lowering, asked: Asked, count: Name) -> None:
    """Write that more answers than may be listed stop the game."""
    with b.when(compare(">", count, Limits.choices)):
        b.fail("GDRUN07", asked.parts[-1].span, what=CHOICES, bound=Limits.choices)


def _legal(b: Lowering, question: int, answer: Answer, base: int) -> None:
    b.emit(Append(plus(number_of(b, question, answer), base)))


def _may_mix(b: Lowering, asked: Asked, of_action: bool) -> bool:
    """Tell whether answers may not come in the order of their numbers."""
    if not asked.is_plain:
        return True
    domain = asked.parts[0].domain
    item = bare(model.kind_picked(asked.parts[0]))
    if isinstance(bare(domain.type), t.ListType) and not of_action:
        return True
    return isinstance(item, t.PieceType) and merges(b, item) and not lie_apart(b, domain) and not asked.is_alike


def cut_of(action: model.CheckedAction) -> int | None:
    """Return where the first pick of an action stands."""
    return next((at for at, e in enumerate(action.elements) if isinstance(e, model.PickField)), None)


def first_choice(action: model.CheckedAction, cut: int) -> Asked:
    """Return the first choice of an action, which begins at an element."""
    parts = parts_from(action.elements[cut:])
    return Asked(parts, action.elements[cut + len(parts) :], action.cost)


def offer(b: Lowering, name: str, given: Sequence[Expression]) -> None:
    """Write the codes of an action that is offered now; ``given`` are its arguments."""
    action, base = b.game.actions[name], b.numbering.action_base[name]
    cut = cut_of(action)
    slots: dict[int, Lowered] = dict(enumerate(given))
    with b.when(opposite(forbidden(b, name))), b.within(slots=slots):
        if cut is None:
            passing(b, action.elements, action.cost, lambda: b.emit(Append(number(base))))
            return
        asked = first_choice(action, cut)
        passing(b, action.elements[:cut], (), lambda: accept(b, asked, base, of_action=True))


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
