"""Printing an AST and reading it back."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, assume, given, settings

from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.print.inline import text
from gamedsl.syntax.print.printer import HANDLED, expression_text, plan_text, print_file, step_text
from tests.helpers.checking import ast_strategies
from tests.helpers.checking.parsing import clean, expression, read
from tests.helpers.suite.nightly import examples

GROUPS = {
    nodes.Node,
    nodes.Expr,
    nodes.Plan,
    nodes.Step,
    nodes.TypeExpr,
    nodes.Trait,
    nodes.Editable,
    nodes.Field,
    nodes.DisplayField,
    nodes.File,
}
CLASSES = [
    item
    for _, item in inspect.getmembers(nodes, inspect.isclass)
    if issubclass(item, nodes.Node) and item not in GROUPS
]
SLOW = settings(suppress_health_check=list(HealthCheck), max_examples=examples(25, 1_000))  # whole files are large


def test_every_node_class_can_be_printed_and_generated() -> None:
    """A new construct must enter the printer and the strategies."""
    assert set(CLASSES) == HANDLED
    assert set(CLASSES) == set(ast_strategies.BY_CLASS)


@given(ast_strategies.expressions)
@settings(max_examples=examples(100))
def test_expressions_come_back_equal(expr: nodes.Expr) -> None:
    """Printed expressions parse back to the same tree, in brackets only where they need them."""
    written = expression_text(expr)
    again = expression(written)

    assert expr == again
    assert written == expression_text(again)


NAME = nodes.Name("x")
BINDER = nodes.Binder("x", NAME)


def _game(keyword: Any, item: Any) -> nodes.File:
    return nodes.GameFile("G", (nodes.Players(2, 2),), (nodes.Section(keyword, (item,)),))


def _entry(**values: Any) -> nodes.File:
    return _game("components", nodes.Entry("e", **({"type": nodes.NamedType("t")} | values)))


def _ranking(order: nodes.Order, tie: nodes.Tie) -> nodes.File:
    return _wrap(nodes.Ranking("the", BINDER, (order,), tie))


def _changed(field: nodes.Field) -> nodes.File:
    card = nodes.Paragraph("a", fields=(field,), change=True)
    return nodes.VariantFile("V", "base", (nodes.Section("actions", (card,)),))


WRAPPERS: dict[type[nodes.Node], Callable[[Any], nodes.File]] = {
    nodes.File: lambda n: n,
    nodes.Section: lambda n: nodes.GameFile("G", (nodes.Players(2, 2),), (n,)),
    nodes.Step: lambda n: _game("scenarios", nodes.Paragraph("c", fields=(nodes.Steps("then", (n,)),))),
    nodes.Branch: lambda n: _wrap(nodes.If((n,))),
    nodes.Plan: lambda n: _wrap(nodes.Offer(NAME, n)),
    nodes.Expr: lambda n: _wrap(nodes.CallStep(nodes.SetOf((n,)))),
    nodes.Words: lambda n: _wrap(nodes.CallStep(NAME, words=n)),
    nodes.Slot: lambda n: _wrap(nodes.Words((n,))),
    nodes.Reference: lambda n: _wrap(nodes.Words(None, (n,))),
    nodes.Binder: lambda n: _wrap(nodes.Pick((n,))),
    nodes.Several: lambda n: _wrap(nodes.Pick((n,))),
    nodes.Order: lambda n: _ranking(n, nodes.Tie("all")),
    nodes.Tie: lambda n: _ranking(nodes.Order("most", NAME), n),
    nodes.Field: lambda n: _game("rules", nodes.Paragraph("c", fields=(n,))),
    nodes.DisplayField: lambda n: _game("display", nodes.Paragraph("c", fields=(n,))),
    nodes.NameItem: lambda n: _wrap(nodes.Names("steps", (n,))),
    nodes.Setting: lambda n: _wrap(nodes.With((n,))),
    nodes.Paragraph: lambda n: _game("rules", n),
    nodes.Param: lambda n: _wrap(nodes.Paragraph("c", (n,))),
    nodes.Fact: lambda n: _game("about", n),
    nodes.Choices: lambda n: _game("options", n),
    nodes.Choice: lambda n: _wrap(nodes.Choices("o", (n,))),
    nodes.Term: lambda n: _game("terms", n),
    nodes.EachBlock: lambda n: _game("table", n),
    nodes.Entry: lambda n: _game("table", n),
    nodes.RowEdits: lambda n: nodes.VariantFile("V", "base", (nodes.Section("components", (n,)),)),
    nodes.RowRemoval: lambda n: _wrap(nodes.RowEdits("e", (), (), (n,), change=True)),
    nodes.EditedColumn: lambda n: _wrap(nodes.RowEdits("e", (n,), change=True)),
    nodes.StepEdit: lambda n: nodes.VariantFile("V", "base", (nodes.Section("setup", (n,)),)),
    nodes.StepRemoval: lambda n: nodes.VariantFile("V", "base", (nodes.Section("setup", (n,)),)),
    nodes.Added: lambda n: _changed(n),
    nodes.EditedSteps: lambda n: _changed(n),
    nodes.Removal: lambda n: nodes.VariantFile("V", "base", (nodes.Section("options", (n,)),)),
    nodes.TypeExpr: lambda n: _entry(type=n),
    nodes.Key: lambda n: _entry(keys=(n,)),
    nodes.Trait: lambda n: _entry(traits=(n,)),
    nodes.Run: lambda n: _wrap(nodes.DrawnLines((n,))),
    nodes.Table: lambda n: _entry(table=n),
    nodes.Column: lambda n: _wrap(nodes.Table((n,))),
    nodes.Row: lambda n: _wrap(nodes.Table((nodes.Column("c"),), (n,))),
    nodes.Cell: lambda n: _wrap(nodes.Row((n,))),
}


def _wrap(node: nodes.Node) -> nodes.File:
    """Return a small file that holds the node."""
    kind = next(kind for kind in type(node).__mro__ if kind in WRAPPERS)
    return WRAPPERS[kind](node)


def _mixed(written: str) -> bool:
    """Tell whether cards were generated with fields of another section, so that its line seems to be missing."""
    _, found = read(written)
    return any(code == "GDSYN31" for code, *_ in found.calls)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_nodes_of_every_class_come_back_equal(kind: type[nodes.Node]) -> None:
    """Printed files with a node of this class parse back to the same tree, and print the same again."""

    @given(ast_strategies.BY_CLASS[kind])
    @settings(max_examples=examples(3, 300), suppress_health_check=list(HealthCheck))
    def check(node: nodes.Node) -> None:
        file = _wrap(node)
        written = print_file(file)
        assume(not _mixed(written))
        again = clean(written)

        assert file == again
        assert written == print_file(again)

    check()


@given(ast_strategies.files)
@SLOW
def test_whole_files_come_back_equal(file: nodes.File) -> None:
    """Printed files parse back to the same tree, and printing with their own source changes nothing."""
    written = print_file(file)
    assume(not _mixed(written))
    again = clean(written)

    assert file == again
    assert written == print_file(again)
    assert written == print_file(again, Source("test.game", written))


@given(ast_strategies.plans)
@settings(max_examples=examples(20))
def test_plans_and_steps_have_a_text_of_their_own(plan: nodes.Plan) -> None:
    """The texts used in messages are those of the printed file."""
    step = nodes.Offer(nodes.Name("you"), plan)

    assert f"offer you: {plan_text(plan)}" == step_text(step)


def test_steps_with_steps_inside_show_their_head_in_messages() -> None:
    """Only the first line of a loop or a branch is shown."""
    body = (nodes.CallStep(nodes.Name("go")),)
    loop = nodes.ForEach(nodes.Binder("p", nodes.Name("players")), None, True, body)

    assert "for each p in players chosen:" == step_text(loop)
    assert "if x:" == step_text(nodes.If((nodes.Branch(nodes.Name("x"), body),)))
    assert "repeat 2 times until x:" == step_text(nodes.Repeat(nodes.Number(2), nodes.Name("x"), body))


@attrs.frozen
class _Unknown(nodes.Expr):
    pass


@attrs.frozen
class _UnknownField(nodes.Field):
    pass


def test_unknown_kinds_of_nodes_are_loud() -> None:
    """A pass that meets a node it does not know stops."""
    with pytest.raises(TypeError, match="_Unknown"):
        text(_Unknown())
    with pytest.raises(TypeError, match="_Unknown"):
        expression_text(nodes.Not(_Unknown()))
    with pytest.raises(TypeError, match="_UnknownField"):
        print_file(nodes.GameFile("G", (_UnknownField(),), ()))


def test_brackets_are_written_only_where_they_are_needed() -> None:
    """Redundant brackets go, needed ones stay."""
    for written, canonical in {
        "((a) + (b * c))": "a + b * c",
        "(a + b) * c": "(a + b) * c",
        "a - (b - c)": "a - (b - c)",
        "(a - b) - c": "a - b - c",
        "not (a = b)": "not a = b",
        "(not a) = b": "(not a) = b",
        "(a and b) or c": "(a and b) or c",
        "(a if b else c) + 1": "(a if b else c) + 1",
        "a if b else (c if d else e)": "a if b else c if d else e",
        "count((S where c))": "count(S where c)",
        "x in (1..3)": "x in 1..3",
        "-(a)": "-a",
        "(-a) * b": "-a * b",
        "-(a * b)": "-(a * b)",
        "grid[A1 - 1]": "grid[A1 - 1]",
    }.items():
        assert canonical == expression_text(expression(written))


def test_findings_are_not_printed() -> None:
    """What could not be read is not in the AST, so it is not in its text either."""
    file, found = read("game G\n  players: 2\n\nrules\n  a\n    then: go\n    when when\n")

    assert ["GDSYN08"] == found.codes
    assert file is not None
    assert "when" not in print_file(file)
