"""Checked games and core nodes in, their parts out: the walks that every check of the whole game is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

Part = core.Core | model.When | model.PickField | model.LetField | model.WhoField
Role = Literal["setup", "initial", "term", "guard", "cost", "words", "plan", "who", "effect", "referee"]

_PARTS = (core.Core, model.When, model.PickField, model.LetField, model.WhoField)
_SKIPPED = frozenset({"span", "type"})
_FIELDS: dict[type, tuple[str, ...]] = {}
_IS_PART: dict[type, bool] = {}
"""Whether things of a class are parts: looked up for every field of every node, in every pass."""


@attrs.frozen
class Body:
    """Something of a paragraph that is carried out or worked out: ``role`` tells who reads it and when.

    ``section`` and ``paragraph`` name what it belongs to: ``("actions", "bid")``, ``("cells", "card.T01.does")``,
    ``("setup", "setup")``. ``parts`` are in written order.
    """

    section: str
    paragraph: str
    role: Role
    parts: tuple[Part, ...]


def children(node: Part) -> list[Part]:
    """Return the parts directly inside a node, in the order of its fields."""
    spend(NODE)
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(f.name for f in attrs.fields(kind) if f.name not in _SKIPPED)
    found: list[Part] = []
    for name in names:
        value = getattr(node, name)
        if value.__class__ is tuple:
            if value:
                _find_parts(value, found)
        elif _is_part(value):
            found.append(value)
    return found


def parts_of(value: Any) -> list[Part]:
    """Return the node or nodes in the value of a field; plain data holds none."""
    found: list[Part] = []
    _find_parts((value,), found)
    return found


def _find_parts(values: tuple[Any, ...], found: list[Part]) -> None:
    for value in values:
        if _is_part(value):
            found.append(value)
        elif isinstance(value, tuple):
            _find_parts(value, found)


def _is_part(value: Any) -> bool:
    kind = value.__class__
    known = _IS_PART.get(kind)
    if known is None:
        known = _IS_PART[kind] = issubclass(kind, _PARTS)
    return known


def walk(*nodes: Part | None) -> Iterator[Part]:
    """Walk nodes and everything inside them, outermost first, in written order."""
    waiting = [node for node in reversed(nodes) if node is not None]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)[::-1]


def bodies(game: model.CheckedGame) -> Iterator[Body]:
    """Walk every body of a game with its role, section by section, each in file order (scenarios are left out)."""
    yield _body("setup", "setup", "setup", game.setup)
    for entry in game.values.values():
        yield _body("table", entry.name, "initial", entry.initial)
    for term in game.terms.values():
        yield _body("terms", term.name, "term", term.value)
    for place, code in cells(game).items():
        yield _body("cells", place, "effect" if code.steps else "term", code.value, code.steps)
    for phase in game.phases.values():
        yield from _phase(phase)
    for action in game.actions.values():
        yield from _action(action)
    yield from _events(game)
    for source in game.sources.values():
        yield _body("scoring", source.name, "referee", source.worth)
    for hint in game.hints.values():
        yield _body("hints", hint.name, "guard", hint.worth)
    yield _body("end", "end", "referee", game.ends, game.winner)
    for display in game.displays.values():
        lines = tuple(part for line in display.lines for part in (line.text, line.condition))
        places = (display.row, display.column, display.joined, display.title)
        yield _body("display", display.name, "words", display.loops, *places, lines)


def _body(section: str, paragraph: str, role: Role, *values: Any) -> Body:
    return Body(section, paragraph, role, tuple(part for value in values for part in parts_of(value)))


def _phase(phase: model.CheckedPhase) -> Iterator[Body]:
    yield _body("phases", phase.name, "referee", phase.whens, phase.until)
    yield _body("phases", phase.name, "who", phase.who)
    yield _body("phases", phase.name, "plan", phase.plan)
    yield _body("phases", phase.name, "words", phase.words, phase.pass_words, phase.start_words, phase.then_words)
    yield _body("phases", phase.name, "effect", phase.start, phase.then)


def _action(action: model.CheckedAction) -> Iterator[Body]:
    yield _body("actions", action.name, "words", action.words, action.cost_words, action.then_words)
    yield _body("actions", action.name, "guard", action.elements)
    yield _body("actions", action.name, "cost", action.cost)
    yield _body("actions", action.name, "effect", action.then)


def _events(game: model.CheckedGame) -> Iterator[Body]:
    for rule in game.rules.values():
        yield _body("rules", rule.name, "referee", rule.whens)
        yield _body("rules", rule.name, "effect", rule.then)
        yield _body("rules", rule.name, "words", rule.words, rule.then_words)
    for trigger in game.triggers.values():
        yield _body("triggers", trigger.name, "who", trigger.who)
        yield _body("triggers", trigger.name, "referee", trigger.whens, trigger.once)
        yield _body("triggers", trigger.name, "effect", trigger.then)
        yield _body("triggers", trigger.name, "words", trigger.then_words)
    for modifier in game.modifiers.values():
        yield _body("modifiers", modifier.name, "guard", modifier.whens)
        yield _body("modifiers", modifier.name, "term", modifier.value)
        yield _body("modifiers", modifier.name, "words", modifier.forbid_words)


def cells(game: model.CheckedGame) -> dict[str, model.CellCode]:
    """Return all cells of rule text by ``kind.row.column``, in file order."""
    return {
        f"{kind.name}.{design.name}.{column}": code
        for kind in game.kinds.values()
        for design in kind.designs
        for column, code in design.code.items()
    }


def cells_meant(
    game: model.CheckedGame, kind: str, column: str, subject: core.Value
) -> Iterator[tuple[str, model.CellCode]]:
    """Walk the cells that a call may mean: one row's when the subject is written out, else the whole column's."""
    row = None
    if isinstance(subject, core.CopyOf):
        row = subject.design
    elif isinstance(subject, core.Const) and isinstance(subject.value, int):
        row = subject.value
    for design in game.kinds[kind].designs:
        if column in design.code and row in (None, design.number):
            yield f"{kind}.{design.name}.{column}", design.code[column]


def changes_of(game: model.CheckedGame, term: str) -> Iterator[model.CheckedModifier]:
    """Walk the modifiers that change a term, in file order."""
    return (modifier for modifier in game.modifiers.values() if modifier.term == term)


Name = tuple[str, str]
"""Section and name: ``("terms", "income")``; a cell of rule text is ``("cells", "card.T01.does")``."""


def called(game: model.CheckedGame, node: Part) -> Iterator[Name]:
    """Walk the terms, cells and actions that have to be worked out for a value, besides its parts."""
    if core.traits_of(node).calls:
        yield from CALLS[type(node)](game, node)


def _cells_named(game: model.CheckedGame, node: core.CellCall | core.CallCell) -> Iterator[Name]:
    return (("cells", name) for name, _ in cells_meant(game, node.kind, node.column, node.subject))


def _actions_named(offered: Iterable[core.PlanLeaf]) -> Iterator[Name]:
    return (("actions", action) for leaf in offered for action in leaf.actions)


CALLS: dict[type, Callable[[model.CheckedGame, Any], Iterator[Name]]] = {
    core.TermCall: lambda game, node: iter((("terms", node.term),)),
    core.CellCall: _cells_named,
    core.Possible: lambda game, node: _actions_named((node.leaf,)),
}
"""What each kind of value calls whose traits say so."""


def carried_out(game: model.CheckedGame, step: Part) -> Iterator[Name]:
    """Walk the rules, cells and actions that a step sets off itself; steps inside it do so by themselves."""
    match step:
        case core.CallRule(rule=rule):
            yield "rules", rule
        case core.CallCell():
            yield from _cells_named(game, step)
        case core.Offer(plan=plan):
            yield from _actions_named(leaves(plan))


def inside(game: model.CheckedGame, name: Name) -> tuple[Part, ...]:
    """Return what is worked out for a term or cell, or to tell whether an action is possible, with all modifiers."""
    section, own = name
    if section == "terms":
        changes = [(modifier.whens, modifier.value) for modifier in changes_of(game, own)]
        return (game.terms[own].value, *parts_of(tuple(changes)))
    if section == "cells":
        kind, row, column = own.split(".")
        return tuple(
            part
            for design in game.kinds[kind].designs
            if design.name == row
            for part in parts_of(design.code[column].value)
        )
    forbidding = (modifier.whens for modifier in game.modifiers.values() if own in modifier.forbids)
    return (*guards(game.actions[own]), *parts_of(tuple(forbidding)))


def phases_with_you(game: model.CheckedGame) -> dict[str, bool]:
    """Tell for every phase that is reached whether somebody's turn surrounds it wherever it is reached."""
    known: dict[str, bool] = {}
    waiting = [(name, False) for name in list(game.phases)[:1]]
    while waiting:
        name, has_you = waiting.pop()
        if known.get(name) is False or known.get(name) == has_you:
            continue
        known[name] = has_you
        phase = game.phases[name]
        waiting += [(inner, has_you or phase.who is not None) for inner in phase.phases]
    return known


def guards(action: model.CheckedAction) -> Iterator[Part]:
    """Walk what decides whether an action is possible: its conditions, picks, lets and cost."""
    yield from action.elements
    yield from action.cost


def asked_about(game: model.CheckedGame) -> frozenset[str]:
    """Return the entries of the table that a choice may depend on: what picks, conditions and costs read."""
    found: set[str] = set()
    terms: set[str] = set()
    waiting: list[Part] = [part for action in game.actions.values() for part in guards(action)]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, core.ZoneRef | core.ReadValue):
                found.add(node.entry)
            elif isinstance(node, core.TermCall) and node.term not in terms:
                terms.add(node.term)
                waiting.append(game.terms[node.term].value)
    return frozenset(found)


def leaves(plan: core.CorePlan) -> Iterator[core.PlanLeaf]:
    """Walk the actions of a plan, in written order."""
    match plan:
        case core.PlanLeaf():
            yield plan
        case (
            core.PlanInOrder(items=items)
            | core.PlanOneOf(items=items)
            | core.PlanMixed(items=items)
            | core.PlanMust(items=items)
        ):
            for item in items:
                yield from leaves(item)
        case core.PlanTimes(plan=inner):
            yield from leaves(inner)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def limits(plan: core.CorePlan) -> Iterator[core.Value]:
    """Walk the limits of a plan that are worked out in play: neither numbers nor options."""
    for node in walk(plan):
        if isinstance(node, core.PlanTimes):
            for limit in dict.fromkeys(one for one in (node.low, node.high) if one is not None):
                if not isinstance(limit, core.Const | core.OptionValue):
                    yield limit


def label_column(columns: Sequence[model.Column]) -> str:
    """Return the column that says what rows are called; empty where there is none.

    It is one of words, best not those of another column, and never those of rule text: they say what happens. What a
    row is may well be its name: `city: city as title`.
    """
    told, happens = {one.told for one in columns}, {one.told for one in columns if one.code}
    words = [one.name for one in columns if isinstance(one.type, t.TextType) and one.name not in happens]
    return next((name for name in words if name not in told), words[0] if words else "")
