"""Cells of rule text -> core code: conditions, formulas and rules of tables."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.bodies.steps import Steps
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.scopes import Bare, Body, Scope
from gamedsl.semantics.expressions.sets import name_locally
from gamedsl.semantics.symbols import CodeCell
from gamedsl.syntax import nodes


def check_cell(checker: Checker, cell: CodeCell) -> model.CellCode:
    """Check the rule text of one cell: slot 0 is the subject, then the parameters; own things and columns are bare."""
    kind = checker.symbols.kinds[cell.kind]
    column = next(column for column in kind.columns if column.name == cell.column)
    body = Body()
    scope = Scope(body, has_you=True, has_when=False)
    body.take()
    row = t.DesignType(cell.kind)
    scope.bare = (
        Bare(core.You(span=cell.span, type=t.PlayerType()), t.PlayerType()),
        Bare(core.Const(span=cell.span, type=row, value=cell.design), row),
    )
    names = _column_params(checker, cell)
    for param, wanted in zip(names, column.params, strict=True):
        name_locally(checker, param.name, param.span, scope)
        scope.bind(param.name, wanted, param.span)
    key = f"components.{cell.kind}.{checker.symbols.designs[cell.design][1].name}.{cell.column}"
    if column.code == "rule":
        steps = Steps(checker, f"{cell.kind}.{cell.column}", key).block(cell.steps, scope)
        return model.CellCode(value=None, steps=steps, slots=body.slots)
    value = _cell_value(checker, cell, column, scope)
    return model.CellCode(value=value, steps=(), slots=body.slots)


def _column_params(checker: Checker, cell: CodeCell) -> tuple[nodes.Param, ...]:
    return checker.symbols.column_params.get((cell.kind, cell.column), ())


def _cell_value(checker: Checker, cell: CodeCell, column: model.Column, scope: Scope) -> core.Value:
    wanted = column.type
    if not cell.steps:
        design = checker.symbols.designs[cell.design][1].name
        checker.report(
            "GDDAT03",
            cell.span,
            column=cell.column,
            row=design,
            table=f"the table of `{cell.kind}`",
            found="an empty cell",
            expected=describe(wanted),
            hint="write it, or give the column a default",
        )
        return checker.unknown(cell.span)
    step = cell.steps[0]
    if len(cell.steps) > 1 or not isinstance(step, nodes.CallStep):
        checker.report("GDTYP01", step.span, expected=describe(wanted), found=f"`{text_of(step.span)}`", hint="")
        return checker.unknown(cell.span)
    return checker.in_range(checker.value(step.call, scope, wanted), wanted, f"`{cell.column}`")
