"""Terms, cells of rule text and questions about play -> calls of functions that are made once"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from gamedsl.engine.state.by_game import ByGame
from gamedsl.engine.state.loads import SHARE
from gamedsl.kernel.builder import (
    choose,
    compare,
    constant,
    every,
    interval,
    minus,
    number,
    opposite,
    plus,
    times,
    word,
)
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.trace_points import in_force
from gamedsl.kernel.lowering.values.counting import MOST_WORK, passed
from gamedsl.kernel.lowering.values.loops import walk_listed
from gamedsl.kernel.lowering.values.registry import gathered, in_limits, lowered, lowers, narrowed, value
from gamedsl.kernel.lowering.worked_out import WorkedOut
from gamedsl.kernel.program import BOOL, Assign, Expression, Int, Remark, Return, Statement, Type
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_FEW_CALLS = 1000
"""Calls of terms that a call of a term may lead to without being counted."""


_terms_called: ByGame[dict[str, list[str]]] = ByGame(lambda _: {})


def seats_type(b: Lowering) -> Int:
    """Return the type of a seat or nobody."""
    return Int(NOBODY, b.seats - 1)


def missing_of(b: Lowering, kind: t.Type) -> Expression:
    """Return what stands for none of a type: the empty set of sets."""
    if isinstance(kind, t.SetType):
        return word(0, b.wide(kind.item))
    return number(b.none_of(kind))


def given_types(b: Lowering, term: model.CheckedTerm) -> list[t.Type]:
    """Return the types of what a term is given: the piece that it belongs to, and its parameters."""
    return [*([t.PieceType(term.each)] if term.each not in ("", "player") else []), *term.params]


def is_inline(term: model.CheckedTerm) -> bool:
    """Tell whether a term gives a list, so that it is written where it is read."""
    return isinstance(bare(term.value.type), t.ListType)


@lowers(core.TermCall)
def _term_call(b: Lowering, node: core.TermCall) -> Lowered:
    term = b.game.terms[node.term]
    you = b.scope.you
    given: list[Lowered] = []
    tests: list[Expression] = []
    if node.owner is not None:
        owner = value(b, node.owner)
        if isinstance(node.owner.type, t.MaybeType):
            owner = b.let(owner)
            tests.append(b.there(owner, node.owner.type))
            low, count = b.span_of(node.owner.type)
            owner = narrowed(owner, low, low + max(0, count - 1))
        if term.each == "player":
            you = owner
        else:
            given.append(owner)
    for argument, kind in zip(node.arguments, term.params, strict=True):
        found = in_limits(b, argument, kind, node.term)
        if isinstance(argument.type, t.MaybeType) and not isinstance(kind, t.MaybeType):
            assert not isinstance(found, Listed | Run)
            found = b.let(found)
            tests.append(b.there(found, argument.type))
        given.append(found)
    if constant(every(tests)) == 0:
        return missing_of(b, node.type)
    if is_inline(term):
        return _inline(b, node, term, you, given, tests)
    result = term.value.type
    name = term_function(b, node.term)
    if tests and constant(every(tests)) is None:
        body: list[Statement] = []
        with b.into(body):
            call = b.converted(b.once(b.call(name, you, b.scope.active, *_single(given))), result, node.type)
        assert not isinstance(call, Listed | Run)
        if not body:
            return choose(every(tests), call, missing_of(b, node.type))
        found_ = b.variable(missing_of(b, node.type), b.type_of(node.type))
        body.append(Assign(found_.name, call))
        with b.when(every(tests)):
            b.emit(*body)
        return found_
    return b.converted(b.once(b.call(name, you, b.scope.active, *_single(given))), result, node.type)


def _single(given: list[Lowered]) -> list[Expression]:
    """Return what a function is given, which is never a list: no parameter is one."""
    assert not any(isinstance(one, Listed) for one in given)
    return [one for one in given if not isinstance(one, Listed | Run)]


def _inline(
    b: Lowering,
    node: core.TermCall,
    term: model.CheckedTerm,
    you: Expression,
    given: list[Lowered],
    tests: list[Expression],
) -> Lowered:
    slots = dict(enumerate(one if isinstance(one, Listed | Run) else b.let(one) for one in given))
    with b.within(you=b.let(you), slots=slots):
        if not tests:
            return _list_of_term(b, node.term)
        kind = term.value.type
        assert isinstance(kind, t.ListType)
        found, put = gathered(b, kind.item, kind.most)
        with b.when(every(tests)):
            walk_listed(b, _list_of_term(b, node.term), put)
    return found


def _list_of_term(b: Lowering, name: str) -> Listed:
    """Return the list that a term is, with the modifiers that change it."""
    term = b.game.terms[name]
    found = lowered(b, term.value)
    assert isinstance(found, Listed)
    changers = b.settings.changers.get(name, ())
    for modifier in changers:
        assert modifier.value is not None
        old, kind = found, modifier.value.type
        assert isinstance(kind, t.ListType)
        fits = b.variable(number(1), BOOL)
        with b.within(slots={**b.scope.slots, modifier.old_slot: old}):
            for when in modifier.whens:
                with b.when(fits):
                    b.assign(fits, value(b, when.condition))
            found, put = gathered(b, kind.item, max(kind.most, interval(old.length)[1]))
            b.branch(fits, partial(_changed_list, b, modifier, put), partial(walk_listed, b, old, put))
    return found


def _changed_list(b: Lowering, modifier: model.CheckedModifier, put: Callable[[Lowered], None]) -> None:
    in_force(b, modifier.name)
    assert modifier.value is not None
    found = lowered(b, modifier.value)
    assert isinstance(found, Listed)
    walk_listed(b, found, put)


def term_function(b: Lowering, name: str) -> str:
    """Make the function of a term with the modifiers that change it; return its name."""
    term = b.game.terms[name]
    kinds = given_types(b, term)
    parameters = [("you", seats_type(b)), ("active", seats_type(b))]
    parameters += [(f"a{at}", b.type_of(kind)) for at, kind in enumerate(kinds)]  # type: ignore[misc]
    result = b.type_of(term.value.type)
    changers = b.settings.changers.get(name, ())
    own = f"term.{name}" + (".0" if changers else "")

    def body(given: list[Expression]) -> None:
        b.emit(Remark(term.span.line))
        weight = _weight(b, name)
        if weight:
            passed(b, number(1), term.span, weight, name)
            b.worked_out = WorkedOut(frozenset(one for one, _ in parameters))
        with b.within(you=given[0], active=given[1], slots=dict(enumerate(given[2:]))):
            b.emit(Return(value(b, term.value)))

    b.function(own, parameters, result, body)
    for at, modifier in enumerate(changers):
        name_ = f"term.{name}" + (f".{at + 1}" if at + 1 < len(changers) else "")
        _changed(b, (name_, own), modifier, term, parameters)  # type: ignore[arg-type]
        own = name_
    return own


def _weight(b: Lowering, name: str) -> int:
    """Return what a call of a term counts, 0 where it is not counted: one, and one more for 16 others that are not."""
    if _calls_within(b, name) <= _FEW_CALLS:
        return 0
    within = [_calls_within(b, one) for one in _called_by(b, name)]
    return 1 + sum(calls for calls in within if calls <= _FEW_CALLS) // SHARE


def _calls_within(b: Lowering, name: str) -> int:
    """Return how many calls of terms a call of a term may lead to, loops aside: each level of terms may double it."""
    known = b.written.calls_within
    if name not in known:
        known[name] = 1
        known[name] = min(MOST_WORK, 1 + sum(_calls_within(b, one) for one in _called_by(b, name)))
    return known[name]


def _called_by(b: Lowering, name: str) -> list[str]:
    """Return the terms that a term and the modifiers that change it call, each as often as it stands there."""
    known = _terms_called(b.game)
    if name not in known:
        changers = b.settings.changers.get(name, ())
        bent = [part for one in changers for part in (*[when.condition for when in one.whens], one.value) if part]
        called = walk(b.game.terms[name].value, *bent)
        known[name] = [part.term for part in called if isinstance(part, core.TermCall)]
    return known[name]


def _changed(
    b: Lowering,
    names: tuple[str, str],
    modifier: model.CheckedModifier,
    term: model.CheckedTerm,
    parameters: list[tuple[str, Type]],
) -> None:
    name, inner = names

    def body(given: list[Expression]) -> None:
        old = b.let(b.call(inner, *given), always=True)
        slots = {**dict(enumerate(given[2:])), modifier.old_slot: old}
        with b.within(you=given[0], active=given[1], slots=slots):
            for when in modifier.whens:
                with b.when(opposite(value(b, when.condition))):
                    b.emit(Return(old))
            assert modifier.value is not None
            in_force(b, modifier.name)
            found = b.converted(lowered(b, modifier.value), modifier.value.type, term.value.type)
            assert not isinstance(found, Listed | Run)
            b.emit(Return(found))

    b.function(name, parameters, b.type_of(term.value.type), body)


@lowers(core.CellCall)
def _cell_call(b: Lowering, node: core.CellCall) -> Expression:
    """Lower the call of a condition or formula that stands in a cell of the subject's row."""
    layout = b.layout
    kind = bare(node.subject.type)
    by_piece = isinstance(kind, t.PieceType)
    subject = b.let(value(b, node.subject))
    there = b.there(subject, node.subject.type)
    params = layout.columns[node.kind, node.column].params
    arguments = [in_limits(b, one, want, node.column) for one, want in zip(node.arguments, params, strict=True)]
    result = b.type_of(node.type)
    name = f"cell.{node.kind}.{node.column}"
    types = [b.type_of(one) for one in params]

    def body(given: list[Expression]) -> None:
        you, active, one, *rest = given
        ways: dict[tuple[Statement, ...], list[int]] = {(Return(missing_of(b, node.type)),): []}
        for design in b.game.kinds[node.kind].designs:
            code = design.code.get(node.column)
            if code is None or code.value is None:
                continue
            part, way = code.value, list[Statement]()
            with b.into(way), b.within(you=you, active=active, slots=dict(enumerate([one, *rest]))):
                found = b.converted(lowered(b, part), part.type, node.type)
                assert not isinstance(found, Listed | Run)
                b.emit(Return(found))
            ways.setdefault(tuple(way), []).append(design.number)
        _by_design(b, name, one, kind, ways)

    parameters = [("you", seats_type(b)), ("active", seats_type(b)), ("subject", b.type_of(kind))]
    parameters += [(f"a{at}", one) for at, one in enumerate(types)]
    b.function(f"{name}.{'piece' if by_piece else 'design'}", parameters, result, body)
    low, count = b.span_of(kind)
    call = b.call(
        f"{name}.{'piece' if by_piece else 'design'}",
        b.scope.you,
        b.scope.active,
        narrowed(subject, low, low + max(0, count - 1)),
        *[one for one in arguments if not isinstance(one, Listed | Run)],
    )
    return choose(there, call, missing_of(b, node.type))


def _by_design(
    b: Lowering, name: str, one: Expression, kind: t.Type, ways: dict[tuple[Statement, ...], list[int]]
) -> None:
    """Write which way is gone for a piece or a design; the first one for those that have none.

    Ways of many designs are found with few tests.
    """
    low, count = b.span_of(kind)
    designs = b.layout.piece_design[low : low + count] if isinstance(kind, t.PieceType) else range(low, low + count)
    has = {design: way for way, several in ways.items() for design in several}
    first = next(iter(ways))
    many = Counter(has.get(design, first) for design in designs)
    order = [way for way, _ in many.most_common()]
    rows = [order.index(has.get(design, first)) for design in designs]
    which = b.let(b.table(f"way of {name} of {kind}", rows, minus(one, low)))

    def write(begin: int, end: int) -> None:
        if end - begin <= 1:
            b.emit(*(order[begin] if order else first))
            return
        half, weight, middle = sum(many[way] for way in order[begin:end]), 0, begin
        while middle < end - 1 and 2 * weight < half:
            weight += many[order[middle]]
            middle += 1
        with b.when(compare("<", which, middle)):
            write(begin, middle)
        write(middle, end)

    write(0, len(order))


@lowers(core.Done)
def _done(b: Lowering, node: core.Done) -> Expression:
    asked = b.facts.asked_done
    found: Expression = number(0)
    you = b.scope.you
    level = times(b.read("turn.level"), len(asked))
    for name in node.actions:
        at = times(plus(level, asked.index(name)), b.seats)
        found = plus(found, b.read("done", plus(at, narrowed(you, 0, b.seats - 1))))
    return choose(compare(">=", you, 0), found, number(0))


@lowers(core.During)
def _during(b: Lowering, node: core.During) -> Expression:
    if not b.may_hold(_running(node.paragraph)):  # nothing in this set-up carries it out
        return number(0)
    return compare(">", b.read(running_field(b, node.paragraph)), 0)


def running_field(b: Lowering, paragraph: str) -> str:
    """Return the field that counts how often a paragraph is being carried out."""
    name = _running(paragraph)
    b.field(name, 1, Int(0, 4096))
    return name


def _running(paragraph: str) -> str:
    return f"running.{paragraph}"
