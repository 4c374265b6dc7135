"""Scenario paragraphs -> core scenarios: set-up, situation, moves and expectations."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.faults import working_on
from gamedsl.semantics.bodies.steps import Steps
from gamedsl.semantics.core import model
from gamedsl.semantics.declare.paragraph_fields import check_fields, names_of, only, steps_of
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.symbols import ParagraphHead
from gamedsl.syntax import nodes

_SEEDS = 2**64


def check_scenario(checker: Checker, node: nodes.Paragraph) -> model.CheckedScenario | None:
    """Check one scenario; None after an error in its head."""
    working_on(f"checking the scenario `{node.name}`", node.span)
    check_fields(checker.symbols, node.fields, "scenarios")
    seats = _seats(checker, node)
    options = _options(checker, node)
    at = _at(checker, node)
    if seats is None:
        return None
    body = Body()
    scope = Scope(body, scenario=True)
    steps = Steps(checker, node.name, f"scenarios.{node.name}")
    names, asked = checker.symbols.seat_names, len(checker.questions)
    checker.symbols.seat_names = names[:seats]
    given = steps.block(steps_of(node.fields, "given"), scope)
    written = steps_of(node.fields, "then")
    _only_moves(checker, written)
    then = steps.block(written, scope)
    checker.symbols.seat_names = names
    del checker.questions[asked:]
    return model.CheckedScenario(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, f"scenarios.{node.name}", Scope(Body())) if shown(node.words) else None,
        references=references(node.words),
        seats=seats,
        options=options,
        seed=_seed(checker, node),
        at=at,
        given=given,
        then=then,
        slots=body.slots,
    )


def _seats(checker: Checker, node: nodes.Paragraph) -> int | None:
    field = only(node.fields, nodes.Players)
    symbols = checker.symbols
    if field is None:
        return symbols.low
    if not symbols.low <= field.low <= symbols.high or field.low != field.high:
        found = str(field.low) if field.low == field.high else f"{field.low} to {field.high}"
        wanted = f"{symbols.low}..{symbols.high}"
        checker.report("GDRNG01", field.span, target="the number of players", range=wanted, found=found)
        return None
    return field.low


def _seed(checker: Checker, node: nodes.Paragraph) -> int:
    """Return the seed of all chance; 0 when none is written."""
    field = only(node.fields, nodes.Seed)
    if field is None:
        return 0
    if field.number >= _SEEDS:
        found = str(field.number)
        checker.report("GDRNG01", field.span, target="the seed", range=f"0..{_SEEDS - 1}", found=found)
    return field.number % _SEEDS


def _options(checker: Checker, node: nodes.Paragraph) -> dict[str, bool | int | str]:
    field = only(node.fields, nodes.With)
    chosen: dict[str, bool | int | str] = {}
    for setting in field.settings if field is not None else ():
        option = checker.symbols.options.get(setting.option)
        if option is None:
            known = list(checker.symbols.options)
            checker.symbols.unknown(setting.span, "option", setting.option, lambda: known)  # noqa: B023
            continue
        value = setting.value.value
        if not any(value == known and type(value) is type(known) for known in option.values):
            words = ["yes" if v is True else "no" if v is False else str(v) for v in option.values]
            suggestions = did_you_mean(str(value), words) or listed(words)
            what = f"value of `{option.name}`"
            checker.report("GDNAM01", setting.span, kind=what, name=str(value), suggestions=suggestions)
            continue
        chosen[option.name] = value
    return chosen


def _at(checker: Checker, node: nodes.Paragraph) -> tuple[str, ...] | None:
    """Return the phases from the first one to where the scenario starts."""
    field = names_of(node.fields, "at")
    if field is None:
        return None
    phases = {
        name: paragraph for name, paragraph in checker.symbols.paragraphs.items() if paragraph.section == "phases"
    }
    for item in field.names:
        if item.name not in phases:
            checker.symbols.unknown(item.span, "phase", item.name, lambda: list(phases))
            return None
    item = field.names[-1]
    wanted = tuple(item.name for item in field.names)
    way = _way(phases, wanted)
    if way is None:
        problem = "no phase leads to it" if len(wanted) == 1 else "no way leads through these phases in this order"
        checker.report("GDSCN06", item.span, phase=", ".join(wanted), problem=problem)
    return way


def _way(phases: dict[str, ParagraphHead], wanted: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the first way, in the order of the rules, from the first phase through ``wanted`` to its last one."""
    waiting: list[tuple[str, ...]] = [(next(iter(phases)),)]
    while waiting:
        way = waiting.pop()
        if way[-1] == wanted[-1] and _passes(way, wanted):
            return way
        if len(waiting) > 10_000:
            return None
        inner = [
            item.name
            for field in phases[way[-1]].node.fields
            if isinstance(field, nodes.Names) and field.keyword == "steps"
            for item in field.names
            if item.name in phases and item.name not in way
        ]
        waiting += [(*way, name) for name in reversed(inner)]
    return None


def _passes(way: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    rest = iter(way)
    return all(name in rest for name in wanted)


_BLOCKS = (nodes.If, nodes.ForEach, nodes.Repeat)
_OF_SCENARIOS = (nodes.Expect, nodes.PlayMove, nodes.Force, nodes.Let, nodes.CallStep)


def _only_moves(checker: Checker, steps: tuple[nodes.Step, ...]) -> None:
    """Report steps that change the table by themselves: what happens comes from moves."""
    for step in steps:
        if isinstance(step, _BLOCKS):
            inner = step.body if not isinstance(step, nodes.If) else step.otherwise
            branches = step.branches if isinstance(step, nodes.If) else ()
            _only_moves(checker, (*inner, *(each for branch in branches for each in branch.body)))
        elif not isinstance(step, _OF_SCENARIOS):
            hint = "put it under `given:`; here stand moves, `expect` and `force`"
            found = "a step that changes the table"
            checker.report("GDTYP01", step.span, expected="a move or `expect`", found=found, hint=hint)
