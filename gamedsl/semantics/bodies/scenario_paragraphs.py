"""Scenario paragraphs -> core scenarios: set-up, situation, moves and expectations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from gamedsl.internal_errors import working_on
from gamedsl.semantics import core
from gamedsl.semantics.bodies.scenario_cases import Case, cases_of, fits_option, forced_out, tell_unread
from gamedsl.semantics.bodies.steps import Steps
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.declare.paragraph_fields import check_fields, names_of, only, steps_of
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.symbols import ParagraphHead
from gamedsl.syntax import nodes

_SEEDS = 2**64


def check_scenarios(checker: Checker, written: tuple[nodes.Paragraph, ...]) -> tuple[model.CheckedScenario, ...]:
    """Check scenarios, each with what it begins with, in file order; those with an error in their head are left out."""
    scenarios = _Scenarios(checker, {node.name: node for node in reversed(written)})
    return tuple(made for node in written for made in scenarios.checked(node))


@attrs.define(eq=False)
class _Scenarios:
    """The scenarios of a file by their names; each is checked once, those that it begins with before it."""

    checker: Checker
    written: Mapping[str, nodes.Paragraph]
    done: dict[int, tuple[model.CheckedScenario, ...]] = attrs.field(factory=dict)
    open: list[str] = attrs.field(factory=list)

    def checked(self, node: nodes.Paragraph) -> tuple[model.CheckedScenario, ...]:
        """Return a scenario, or one for each of its cases."""
        if id(node) not in self.done:
            self.open.append(node.name)
            self.done[id(node)] = self._check(node)
            self.open.pop()
        return self.done[id(node)]

    def _check(self, node: nodes.Paragraph) -> tuple[model.CheckedScenario, ...]:
        working_on(f"checking the scenario `{node.name}`", node.span)
        check_fields(self.checker.symbols, node.fields, "scenarios")
        field = only(node.fields, nodes.From)
        base = None
        if field is not None:
            base = self._base(node, field)
            if base is None:
                return ()
        made = (_one(self.checker, node, case, base) for case in cases_of(self.checker, node))
        kept = tuple(scenario for scenario in made if scenario is not None)
        return tuple(attrs.evolve(one, base=model.Begun(field.scenario, field.span)) for one in kept) if field else kept

    def _base(self, node: nodes.Paragraph, field: nodes.From) -> model.CheckedScenario | None:
        """Return the scenario that another one begins with; None after a report."""
        checker, name = self.checker, field.scenario
        if name not in self.written:
            known = list(self.written)
            checker.symbols.unknown(field.span, "scenario of this file", name, lambda: known)
            return None
        if name in self.open:
            way = " with ".join(f"`{one}`" for one in (*self.open[self.open.index(name) :], name))
            checker.report("GDSCN23", field.span, problem=f"they begin in a circle: {way}")
            return None
        found = self.checked(self.written[name])
        problem, cure = self._problem(node, name, found)
        if problem:
            own_help = {"help": cure} if cure else {}
            checker.report("GDSCN23", field.span, problem=problem, **own_help)
        return found[0] if found and not problem else None

    def _problem(self, node: nodes.Paragraph, name: str, found: tuple[model.CheckedScenario, ...]) -> tuple[str, str]:
        """Return why a scenario cannot go on from another one, and what to do; both empty where it can."""
        written = [keyword_of(one) for one in node.fields]
        own = [word for word in _SET_UP if word in written]
        if own:
            return f"`{own[0]}` stands in `{name}` and goes on from there", f"leave out `{own[0]}:` here"
        if len(found) > 1:
            return f"`{name}` has several cases, so it does not end in one place", ""
        if found and found[0].refused is not None:
            return f"`{name}` is a set-up that is refused, so nothing goes on from there", ""
        if found and makes_moves(found[0]) and "given" in written:
            problem = f"`{name}` makes moves, and `given` arranges the table before the first move"
            return problem, f"leave out `given` and go on with moves, or leave out `from: {name}` and begin here anew"
        return "", ""


def makes_moves(scenario: model.CheckedScenario) -> bool:
    """Does anybody decide in a scenario?"""
    return any(isinstance(step, core.PlayMove | core.PassUntil) for step in walk(*scenario.then))


_SET_UP = ("players", "seed", "at", "illegal")
"""Fields that say how a game begins: they are those of the scenario where another begins; only options may differ."""


def _before(base: model.CheckedScenario | None, arranged: Sequence[nodes.Step]) -> tuple[core.CoreStep, ...]:
    """Return what comes before the steps of a scenario: those of its base, but for what holds of another table.

    Behind a base that only expects something, more may be arranged: what it expects is asked where it stands.
    """
    if base is None or (arranged and not makes_moves(base)):
        return ()
    return base.then


def _one(
    checker: Checker, node: nodes.Paragraph, case: Case, base: model.CheckedScenario | None
) -> model.CheckedScenario | None:
    """Check one case of a scenario behind what it begins with."""
    seats = base.seats if base else case.players or _seats(checker, node)
    options = {**(base.options if base else {}), **_options(checker, node), **case.options}
    at = base.at if base else _at(checker, node)
    if seats is None:
        return None
    body = Body(base.slots if base else 0)
    scope = Scope(body, scenario=True)
    steps = Steps(checker, node.name, f"scenarios.{node.name}")
    named = steps.block(case.names, scope)
    if any(let.name in checker.clashing for let in case.names):
        return None
    names, asked = checker.symbols.seat_names, len(checker.questions)
    checker.symbols.seat_names = names[:seats]
    arranged, written = steps_of(node.fields, "given"), steps_of(node.fields, "then")
    given = steps.block(forced_out(case, arranged), scope)
    _only_moves(checker, written)
    then = steps.block(forced_out(case, written), scope)
    tell_unread(checker, case, named, (given, then), (*arranged, *written))
    refused = only(node.fields, nodes.Refused)
    if refused is not None:
        _nothing_else(checker, node)
    checker.symbols.seat_names = names
    del checker.questions[asked:]
    return model.CheckedScenario(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, f"scenarios.{node.name}", Scope(Body())) if shown(node.words) else None,
        references=references(node.words),
        seats=seats,
        options=options,
        seed=base.seed if base else _seed(checker, node),
        at=at,
        given=(*(base.given if base else ()), *named, *given),
        then=(*_before(base, arranged), *named, *then),
        slots=body.slots,
        refused=text(checker, refused.words, f"scenarios.{node.name}.illegal", Scope(Body())) if refused else None,
        case=case.said,
    )


def _nothing_else(checker: Checker, node: nodes.Paragraph) -> None:
    """Report what stands beside ``illegal``: a set-up that is refused is never played."""
    for field in node.fields:
        if keyword_of(field) in ("given", "then", "at", "seed"):
            checker.report("GDSCN25", field.span, field=keyword_of(field))


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
        value = setting.value.value
        if fits_option(checker, setting.option, value, setting.span):
            chosen[setting.option] = value
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
_OF_SCENARIOS = (
    *(nodes.Expect, nodes.PlayMove, nodes.ListedMoves, nodes.PassUntil),
    *(nodes.Force, nodes.Let, nodes.CallStep),
)


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
