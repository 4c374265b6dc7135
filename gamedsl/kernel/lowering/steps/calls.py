"""Calls of rules and of cells of rules -> statements"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.builder import compare, minus, number, opposite, some
from gamedsl.kernel.lowering.context import Listed, Lowering, Run, bare
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.steps.paragraphs import call_paragraph
from gamedsl.kernel.lowering.trace_points import in_force
from gamedsl.kernel.lowering.values.registry import in_limits, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import Expression, Int, Return, Type
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def forbidden(b: Lowering, name: str) -> Expression:
    """Return whether some modifier forbids a paragraph now."""
    return some([forbids(b, modifier) for modifier in forbidders(b, name)])


def forbidders(b: Lowering, name: str) -> Sequence[model.CheckedModifier]:
    """Return the modifiers that may forbid a paragraph, in file order."""
    return b.settings.forbidders.get(name, ())


def forbids(b: Lowering, modifier: model.CheckedModifier) -> Expression:
    """Return whether a modifier forbids its paragraphs now."""
    own = f"forbids.{modifier.name}"

    def write(given: list[Expression]) -> None:
        with b.within(you=given[0], active=given[1]):
            for when in modifier.whens:
                with b.when(opposite(value(b, when.condition))):
                    b.emit(Return(number(0)))
        in_force(b, modifier.name)
        b.emit(Return(number(1)))

    b.function(own, [("you", seats_type(b)), ("active", seats_type(b))], Int(0, 1), write)
    return b.call(own, b.scope.you, b.scope.active)


def arguments_of(b: Lowering, given: tuple[core.Value, ...], params: tuple[t.Type, ...], name: str) -> list[Expression]:
    """Return the arguments of a call, in the ranges of its parameters."""
    found = []
    for one, kind in zip(given, params, strict=True):
        made = in_limits(b, one, kind, name)
        assert not isinstance(made, Listed | Run)
        found.append(b.let(made))
    return found


def rule_condition(b: Lowering, rule: model.CheckedRule, given: list[Expression]) -> Expression:
    """Return whether the conditions of a rule hold, with what it is given."""
    if not rule.whens:
        return number(1)
    name = f"when.{rule.name}"
    parameters: list[tuple[str, Type]] = [("you", seats_type(b)), ("active", seats_type(b))]
    parameters += [(f"a{at}", b.type_of(kind)) for at, kind in enumerate(rule.params)]

    def write(found: list[Expression]) -> None:
        with b.within(you=found[0], active=found[1], slots=dict(enumerate(found[2:]))):
            for when in rule.whens:
                with b.when(opposite(value(b, when.condition))):
                    b.emit(Return(number(0)))
        b.emit(Return(number(1)))

    b.function(name, parameters, Int(0, 1), write)
    return b.call(name, b.scope.you, b.scope.active, *given)


@lowers_step(core.CallRule)
def _call_rule(b: Lowering, step: core.CallRule) -> None:
    rule = b.game.rules[step.rule]
    with b.when(opposite(forbidden(b, step.rule))):
        given = arguments_of(b, step.arguments, rule.params, step.rule)
        with b.when(rule_condition(b, rule, given)):
            call_paragraph(b, "rule", step.rule, (b.scope.you, b.scope.active, *given), step.span)


def cells_of(b: Lowering, step: core.CallCell) -> list[tuple[model.Design, str]]:
    """Return the rows of a column of rules that have one, with the names of these paragraphs."""
    found = []
    for design in b.game.kinds[step.kind].designs:
        if design.code.get(step.column) is not None:
            name = f"{design.name}.{step.column}"
            b.written.cells[name] = (design, step.column)
            found.append((design, name))
    b.written.cell_subjects[step.kind, step.column] = bare(step.subject.type)
    return found


def cell_subject(b: Lowering, step: core.CallCell) -> tuple[Expression, Expression]:
    """Return the subject of a call of a cell, which must be there, and its design."""
    subject = b.let(value(b, step.subject))
    b.fail_unless(
        b.there(subject, step.subject.type), "GDRUN04", step.span, value="the subject of this rule",
        reason="nothing is there",
    )  # fmt: skip
    kind = bare(step.subject.type)
    low, count = b.span_of(kind)
    subject = narrowed(subject, low, low + max(0, count - 1))
    if not isinstance(kind, t.PieceType):
        return subject, subject
    designs = b.layout.piece_design[low : low + count]
    return subject, b.let(b.table(f"design of {kind.kind}", designs, minus(subject, low)))


@lowers_step(core.CallCell)
def _call_cell(b: Lowering, step: core.CallCell) -> None:
    params = b.layout.columns[step.kind, step.column].params
    given = arguments_of(b, step.arguments, params, step.column)
    subject, design = cell_subject(b, step)
    for one, name in cells_of(b, step):
        with b.when(compare("=", design, one.number)):
            call_paragraph(b, "cell", name, (b.scope.you, b.scope.active, subject, *given), step.span)
