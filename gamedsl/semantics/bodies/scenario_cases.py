"""The table under ``cases:`` of a scenario -> its cases: players, options, and names with what they stand for."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import parts_of, walk
from gamedsl.semantics.declare.paragraph_fields import only
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.source import Span
from gamedsl.syntax import nodes

_PLAYERS = "players"


@attrs.frozen
class Case:
    """One row: ``names`` are the columns that are neither options nor players; ``said`` is the row in words."""

    players: int | None = None
    options: Mapping[str, bool | int | str] = attrs.field(factory=dict)
    names: tuple[nodes.Let, ...] = ()
    said: str = ""


def cases_of(checker: Checker, node: nodes.Paragraph) -> tuple[Case, ...]:
    """Return the cases of a scenario, in file order: an empty one without ``cases:``, none after a report."""
    field = only(node.fields, nodes.Cases)
    if field is None:
        return (Case(),)
    columns = field.table.columns
    if not field.table.rows:
        checker.report("GDSCN26", field.span, problem="there is no row below the head")
    if not all(_is_plain(checker, columns, number) for number in range(len(columns))):
        return ()
    sizes = {len(row.cells) for row in field.table.rows}
    if len(sizes) == 1 and len(field.table.rows) > 1 and sizes != {len(columns)}:
        (size,) = sizes
        problem = f"the head has {len(columns)} columns, and every row {size}"
        checker.report("GDSCN26", columns[-1].span, problem=problem)
        return ()
    made = [_case(checker, columns, row) for row in field.table.rows]
    return tuple(case for case in made if case is not None)


def _is_plain(checker: Checker, columns: tuple[nodes.Column, ...], number: int) -> bool:
    """Is this column a name alone, and the first with that name? If not, that is reported."""
    column = columns[number]
    if column.name in {other.name for other in columns[:number]}:
        checker.report("GDNAM02", column.span, kind="column", name=column.name)
        return False
    if column.type is not None or column.keys or column.params:
        checker.report("GDSCN26", column.span, problem="a column of cases is a name alone, without a type")
        return False
    return True


def _case(checker: Checker, columns: tuple[nodes.Column, ...], row: nodes.Row) -> Case | None:
    if len(row.cells) != len(columns):
        cells = "1 cell" if len(row.cells) == 1 else f"{len(row.cells)} cells"
        checker.report("GDSCN26", row.span, problem=f"this row has {cells}, and the head {len(columns)}")
        return None
    players, options, names, said = None, dict[str, bool | int | str](), list[nodes.Let](), list[str]()
    for column, cell in zip(columns, row.cells, strict=True):
        value = _value(checker, cell, row.span)
        if value is None:
            return None
        said.append(f"{column.name} = {text_of(value.span)}")
        if column.name == _PLAYERS:
            players = _players(checker, value)
        elif column.name in checker.symbols.options:
            written = _written(value)
            if written is not None and fits_option(checker, column.name, written, value.span):
                options[column.name] = written
        else:
            names.append(nodes.Let(column.name, value, name_span=column.span, span=value.span))
    return Case(players, options, tuple(names), ", ".join(said))


def _value(checker: Checker, cell: nodes.Cell, row: Span) -> nodes.Expr | None:
    """Return what stands in a cell; None after a report."""
    if len(cell.steps) == 1 and isinstance(cell.steps[0], nodes.CallStep):
        return cell.steps[0].call
    is_empty = cell.text is None and not cell.steps
    problem = "a cell is empty" if is_empty else "a cell of a case holds one value"
    checker.report("GDSCN26", row if is_empty else cell.span, problem=problem)
    return None


def _players(checker: Checker, value: nodes.Expr) -> int | None:
    low, high = checker.symbols.low, checker.symbols.high
    if isinstance(value, nodes.Number) and low <= value.value <= high:
        return value.value
    found = text_of(value.span)
    checker.report("GDRNG01", value.span, target="the number of players", range=f"{low}..{high}", found=found)
    return None


def _written(value: nodes.Expr) -> bool | int | str | None:
    """Return what a cell means as the value of an option."""
    if isinstance(value, nodes.Name):
        return value.name
    return value.value if isinstance(value, nodes.Number | nodes.Truth) else None


def fits_option(checker: Checker, name: str, value: bool | int | str, span: Span) -> bool:
    """Is this a value of the option? If not, or if there is no such option, that is reported."""
    option = checker.symbols.options.get(name)
    if option is None:
        known = list(checker.symbols.options)
        checker.symbols.unknown(span, "option", name, lambda: known)
        return False
    if any(value == known and type(value) is type(known) for known in option.values):
        return True
    words = ["yes" if v is True else "no" if v is False else str(v) for v in option.values]
    suggestions = did_you_mean(str(value), words) or listed(words)
    checker.report("GDNAM01", span, kind=f"value of `{name}`", name=str(value), suggestions=suggestions)
    return False


def forced_out(case: Case, steps: tuple[nodes.Step, ...]) -> tuple[nodes.Step, ...]:
    """Return the steps with what the case says in place of its names behind ``force``, which takes no other values."""
    return tuple(
        attrs.evolve(step, values=tuple(_said(case, value) for value in step.values))
        if isinstance(step, nodes.Force)
        else step
        for step in steps
    )


def _said(case: Case, node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Call):
        return attrs.evolve(node, arguments=tuple(_said(case, argument) for argument in node.arguments))
    name = node.name if isinstance(node, nodes.Name) else ""
    return next((let.value for let in case.names if let.name == name), node)


def _forces(let: nodes.Let, steps: tuple[nodes.Step, ...]) -> bool:
    """Tell whether a name stands behind some ``force``."""
    case = Case(names=(let,))
    return any(_said(case, value) != value for step in steps if isinstance(step, nodes.Force) for value in step.values)


def tell_unread(
    checker: Checker,
    case: Case,
    named: tuple[core.CoreStep, ...],
    bodies: tuple[tuple[core.CoreStep, ...], ...],
    steps: tuple[nodes.Step, ...],
) -> None:
    """Report the columns that neither ``given`` nor ``then`` reads; ``steps`` are both as they are written."""
    read = {part.slot for part in walk(*parts_of(bodies)) if isinstance(part, core.Local)}
    for written, let in zip(case.names, named, strict=False):
        if not isinstance(let, core.Let) or isinstance(let.value.type, t.UnknownType):
            continue
        if let.slot not in read and not _forces(written, steps):
            known = [*checker.symbols.options, _PLAYERS]
            near = did_you_mean(written.name, known)
            own_help = {"help": f"did you mean {near}? A column that is called like an option sets it"} if near else {}
            checker.report("GDSCN27", written.name_span, column=written.name, **own_help)
