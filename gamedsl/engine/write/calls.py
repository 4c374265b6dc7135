"""Terms, cells of rule text and questions about play -> Python text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler, in_limits, is_set, note_in_force, writes
from gamedsl.engine.write.drafts import Draft, Later, Lines
from gamedsl.engine.write.memory import Costs, remembered
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_SHALLOW = 4
"""Levels of terms below which their calls are not counted."""
_LONGEST_INSIDE = 200
"""Terms without places of their own but parameters are written where they are read, up to this length."""
_NAME = re.compile(r"[a-z]\w*|\d+|f\[\d+\]|True|False")


def _arguments(d: Draft, params: tuple[t.Type, ...], arguments: tuple[core.Value, ...], name: str) -> list[str]:
    return [in_limits(d, value, kind, name) for value, kind in zip(arguments, params, strict=True)]


def term_body(c: Compiler, name: str) -> Later:
    """Return the function of a term with the modifiers that change it: state, you, active, piece, arguments."""
    found = c.terms.get(name)
    if found is None:
        term = c.game.terms[name]
        taken = len(term.params) + (term.each not in ("", "player"))
        found = Later(lambda: _free(c, taken, lambda d: [*_counting(d, term), *d.returning(term.value)]))
        for modifier in c.changers.get(name, ()):
            found = _changed(c, found, modifier, taken)
        if Costs.of(c).asks(name, "loops"):
            body = found
            found = Later(lambda: _free(c, taken, lambda d: remembered(d, body, name)))
        c.terms[name] = found
    return found


def _counting(d: Draft, term: model.CheckedTerm) -> Lines:
    """Write the counting of calls where terms call terms that call terms: each level may double the work."""
    if Costs.of(d.c).depth(term.name) <= _SHALLOW:
        return []

    def fail() -> NoReturn:
        raise RuleError("GDRUN07", term.span, what=term.name, bound=Limits.passes)

    return ["s.work += 1", f"if s.work > {Limits.passes}: {d.bind(fail)}()"]


def _free(c: Compiler, slots: int, write: Callable[[Draft], Lines]) -> Callable[..., Any]:
    draft = Draft.free(c, slots)
    return draft.function(write(draft))


def _changed(c: Compiler, body: Later, modifier: model.CheckedModifier, taken: int) -> Later:
    def write(d: Draft) -> Lines:
        assert modifier.value is not None
        call = f"{d.bind(body)}({', '.join(d.scope)})"
        old = d.take(modifier.old_slot)
        tests = [f"if not {d.value(when.condition)}: return {old}" for when in modifier.whens]
        return [f"{old} = {call}", *tests, note_in_force(d, modifier), *d.returning(modifier.value)]

    return Later(lambda: _free(c, taken, write))


@writes(core.TermCall)
def term_call(d: Draft, node: core.TermCall) -> str:
    term = d.c.game.terms[node.term]
    short = _inside(d, node, term)
    if short:
        return short
    body = term_body(d.c, node.term)
    given, tests = ["s", d.you, d.active], []
    if node.owner is not None:
        owner, one = d.value(node.owner), d.temp()
        tests.append(f"({one} := {owner}) is not None")
        given = ["s", one, d.active] if term.each == "player" else [*given, one]
    arguments = _arguments(d, term.params, node.arguments, node.term)
    for place in _unsure(node, term):
        one = d.temp()
        tests.append(f"({one} := {arguments[place]}) is not None")
        arguments[place] = one
    call = f"{d.bind(body)}({', '.join([*given, *arguments])})"
    return f"({call} if {' and '.join(tests)} else {'()' if is_set(node.type) else 'None'})" if tests else call


def _unsure(node: core.TermCall, term: model.CheckedTerm) -> list[int]:
    """Return the arguments that may be none where the term takes a place: of nothing it gives nothing."""
    pairs = zip(node.arguments, term.params, strict=True)
    return [
        number
        for number, (value, taken) in enumerate(pairs)
        if isinstance(value.type, t.MaybeType) and not isinstance(taken, t.MaybeType)
    ]


def _inside(d: Draft, node: core.TermCall, term: model.CheckedTerm) -> str:
    """Write the value of a short term here, where its arguments are names; empty when that is not possible."""
    given = [node.owner] if term.each not in ("", "player") else []
    arguments = [*given, *node.arguments]
    if node.term in d.c.changers or node.term in d.c.long_terms or term.slots > len(arguments) or d.is_deep:
        return ""
    if _unsure(node, term):
        return ""
    texts = [d.value(argument) for argument in given if argument is not None]
    texts += _arguments(d, term.params, node.arguments, node.term)
    owner = "" if node.owner is None else d.value(node.owner)
    if not all(_NAME.fullmatch(text) for text in ([*texts, owner] if owner else texts)):
        return ""
    with d.standing_for(texts), d.speaking_to(owner if term.each == "player" else d.you):
        text = d.value(term.value)
    if len(text) > _LONGEST_INSIDE:
        d.c.long_terms.add(node.term)  # not to be tried again: terms that read others twice would take for ever
        return ""
    if not owner or owner.isdigit():
        return text
    return f"({text} if {owner} is not None else {'()' if is_set(node.type) else 'None'})"


class Cells(dict[int, Callable[..., Any]]):
    """A column of conditions or formulas: by design its function; cells may read each other's columns."""

    def __init__(self, c: Compiler, kind: str, column: str) -> None:
        super().__init__()
        self.c = c
        self.parts = {
            design.number: code.value
            for design in c.game.kinds[kind].designs
            if (code := design.code.get(column)) is not None and code.value is not None
        }
        self.taken = 1 + len(c.layout.columns[kind, column].params)

    def __missing__(self, design: int) -> Callable[..., Any]:
        part = self.parts[design]
        made = self[design] = _free(self.c, self.taken, lambda d: d.returning(part))
        return made


@writes(core.CellCall)
def cell_call(d: Draft, node: core.CellCall) -> str:
    layout = d.c.layout
    kind = node.subject.type.item if isinstance(node.subject.type, t.MaybeType) else node.subject.type
    table = d.c.cells.get((node.kind, node.column))
    if table is None:
        table = d.c.cells[node.kind, node.column] = Cells(d.c, node.kind, node.column)
    subject, one = d.value(node.subject), d.temp()
    arguments = _arguments(d, layout.columns[node.kind, node.column].params, node.arguments, node.column)
    design = f"{d.bind(layout.piece_design)}[{one}]" if isinstance(kind, t.PieceType) else one
    given = ", ".join(["s", d.you, d.active, one, *arguments])
    return f"({d.bind(table)}[{design}]({given}) if ({one} := {subject}) is not None else None)"


# ---------------------------------------------------------------- questions about play


@writes(core.Done)
def done(d: Draft, node: core.Done) -> str:
    numbers = frozenset(place for place, name in enumerate(d.c.game.actions) if name in node.actions)

    def times(s: State, you: int | None) -> int:
        return sum([1 for seat, action in s.turns[-1] if seat == you and action in numbers])

    return f"{d.bind(times)}(s, {d.you})"


@writes(core.During)
def during(d: Draft, node: core.During) -> str:
    codes = d.c.paragraph_codes.setdefault(node.paragraph, set())

    def running(s: State) -> bool:
        return any(frame[0] in codes for frame in s.frames)

    return f"{d.bind(running)}(s)"


@writes(core.Possible)
def possible(d: Draft, node: core.Possible) -> str:
    from gamedsl.engine.rules.offers import action_offer

    offers = [action_offer(d.c, name) for name in node.leaf.actions]

    def test(s: State, you: int | None, active: int | None, values: tuple[Any, ...]) -> bool:
        return any(offer.possible(s, you, active, values) for offer in offers)

    values = "".join([d.value(argument) + ", " for argument in node.leaf.arguments])
    return f"{d.bind(test)}(s, {d.you}, {d.active}, ({values}))"


@writes(core.LabelOf)
def label_of(d: Draft, node: core.LabelOf) -> str:
    kind, wording = node.value.type, d.c.wording

    def label(value: Any) -> str:
        return wording.label(kind, value)

    return f"{d.bind(label)}({d.value(node.value)})"
