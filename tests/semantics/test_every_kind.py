"""Every kind of node is known to every pass, or is listed beside the pass among those that it leaves out on purpose.

Who adds a kind of value, step, type or AST node is told here which tables still miss it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import attrs
import pytest

from gamedsl.engine import events
from gamedsl.kernel import program
from gamedsl.kernel.lowering import makers
from gamedsl.kernel.lowering.play.blocks import WAITING
from gamedsl.kernel.lowering.steps import control
from gamedsl.kernel.lowering.values import registry
from gamedsl.kernel.playing import lowering_of
from gamedsl.kernel.printing import c, python
from gamedsl.kernel.trace import following, forcing
from gamedsl.kernel.trace.journal import LISTENERS
from gamedsl.play.engines import engine_for
from gamedsl.presentation.effects import steps as deeds_steps
from gamedsl.presentation.verbalize.kinds import KINDS
from gamedsl.semantics import core
from gamedsl.semantics.bodies import steps as bodies_steps
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.semantics.core.walk import CALLS, children
from gamedsl.semantics.data.cells import stand_in
from gamedsl.semantics.expressions import checker, plans
from gamedsl.semantics.expressions.kinds import HANDLERS
from gamedsl.semantics.expressions.members import _each_of
from gamedsl.semantics.expressions.names import fits_constant
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.flow import endless_phases, logic
from gamedsl.semantics.flow.triggers import paths
from gamedsl.semantics.visibility import guards, knowledge
from gamedsl.simulate.figures import scope
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.print import inline
from gamedsl.syntax.print.printer import COMPOUND
from tests.helpers.checking.additions import BASE, check
from tests.helpers.suite.module_graph import tree

Kinds = frozenset[type]
SPAN = Span(Source("x.game", "x\n"), 1, 1, 1, 2)


def below(kind: type) -> Iterator[type]:
    """Walk all classes derived from a class, those of tests left out."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("gamedsl."):
            yield one
            yield from below(one)


def concrete(kind: type) -> Kinds:
    """Return the classes below a class that are no bases themselves."""
    return frozenset(one for one in below(kind) if not one.__subclasses__())


def matched(module: ModuleType) -> Kinds:
    """Return the nodes of programs that are cases of a ``match`` in a module."""
    assert module.__file__ is not None
    cases = {one.cls for one in ast.walk(tree(Path(module.__file__))) if isinstance(one, ast.MatchClass)}
    named = {one.id for one in cases if isinstance(one, ast.Name)}
    return frozenset(one for one in (*EXPRESSIONS_OF_PROGRAMS, *STATEMENTS) if one.__name__ in named)


def _told(form: str) -> frozenset[type]:
    """Return the kinds of values whose rows have words of a form."""
    return frozenset(kind for kind, row in KINDS.items() if getattr(row, form) is not None)


def having(trait: str) -> Kinds:
    """Return the kinds of values with a trait."""
    return frozenset(core.kinds_with(lambda traits: getattr(traits, trait)))


def values_matched(module: ModuleType) -> Kinds:
    """Return the kinds of values that are cases of a ``match`` in the methods that judge conditions in a module."""
    assert module.__file__ is not None
    methods = [one for one in ast.walk(tree(Path(module.__file__))) if getattr(one, "name", "") in ("collect", "judge")]
    assert len(methods) == 2
    cases = [{one.cls.attr for one in ast.walk(method) if isinstance(one, ast.MatchClass)} for method in methods]
    assert cases[0] == cases[1]
    return frozenset(kind for kind in concrete(core.Value) if kind.__name__ in cases[0])


VALUES, STEPS, EXPRESSIONS = concrete(core.Value), concrete(core.CoreStep), concrete(nodes.Expr)
SCENARIO = frozenset(core.SCENARIO)
NOT_LOWERED = frozenset({core.PlayMove, core.ListedMoves, core.PassUntil, core.Expect, core.Pick})
"""Steps that scenarios carry out themselves; picks are lowered with the question that they belong to."""
NEVER_ASK = frozenset({core.Let, core.Show, core.ShowValue, core.Force})
"""Steps behind which no trigger can be due."""
EXPRESSIONS_OF_PROGRAMS, STATEMENTS = frozenset(get_args(program.Expression)), frozenset(get_args(program.Statement))
NODES = EXPRESSIONS_OF_PROGRAMS | STATEMENTS

PASSES: dict[str, tuple[Kinds, Kinds, Kinds]] = {
    "traits of values": (concrete(core.Core) - STEPS, frozenset(core.kinds_with(lambda _: True)), frozenset()),
    "what steps do": (STEPS, frozenset(core.EFFECTS), frozenset((*core.CONTROL, *core.SCENARIO))),
    "visibility of values": (VALUES, frozenset(knowledge.HANDLERS), frozenset()),
    "visibility of steps": (STEPS, frozenset((*guards.CONTROL, *core.EFFECTS)), SCENARIO),
    "what may come up in a set-up": (STEPS, frozenset((*scope.FOLLOWED, *core.EFFECTS)), SCENARIO),
    "endless phases": (STEPS, frozenset((*endless_phases.CONTROL, *core.EFFECTS)), SCENARIO),
    "endless triggers": (STEPS, frozenset((*paths.CONTROL, *core.EFFECTS)), SCENARIO),
    "logic of conditions": (having("is_logic"), values_matched(logic), frozenset()),
    "lowering of values": (VALUES, frozenset(registry.VALUES), frozenset()),
    "lowering of steps": (STEPS, frozenset(control.STEPS), NOT_LOWERED | {core.Offer}),
    "steps in which somebody may be asked": (STEPS, frozenset(WAITING), NOT_LOWERED | NEVER_ASK),
    "nodes of programs in Python": (NODES, matched(python), frozenset({program.Aside, program.IfForced})),
    "nodes of programs in C": (NODES, matched(c), frozenset({program.Aside, program.IfForced})),
    "words of steps": (STEPS, frozenset(deeds_steps.TELLERS), SCENARIO | {core.Let}),
    "names of values in explanations": (
        having("has_name"),
        _told("now"),
        frozenset(),
    ),
    "what is missing for a condition": (
        having("is_explained"),
        _told("missing"),
        frozenset(),
    ),
    "checks of expressions": (EXPRESSIONS, frozenset(HANDLERS), frozenset()),
    "checks of plans": (concrete(nodes.Plan), frozenset(plans.PLANS), frozenset()),
    "checks of steps": (concrete(nodes.Step), frozenset(bodies_steps.STEPS), frozenset()),
    "binding strength when printed": (EXPRESSIONS, frozenset(inline.LEVELS), frozenset()),
}


def names(kinds: Kinds) -> list[str]:
    """Return the names of classes in order, for messages."""
    return sorted(kind.__name__ for kind in kinds)


@pytest.mark.parametrize("name", PASSES)
def test_every_kind_is_known_to_the_pass_or_stated_as_left_out(name: str) -> None:
    """A kind in neither list was forgotten; one in both is stated wrongly; others do not exist."""
    every, table, left_out = PASSES[name]
    assert [] == names(every - table - left_out)
    assert [] == names(table & left_out)
    assert [] == names((table | left_out) - every)


# ---------------------------------------------------------------- rows name fields


@pytest.mark.parametrize("step", core.EFFECTS, ids=lambda step: step.__name__)
def test_rows_of_steps_name_fields(step: type[core.CoreStep]) -> None:
    """A misspelt field would be silent otherwise."""
    effect = core.EFFECTS[step]
    named = {*effect.reads, *effect.changes, effect.looks, effect.takes, effect.pays, effect.dice, effect.points}
    assert set() == named - {""} - {field.name for field in attrs.fields(step)}


NEEDED = {"zones": "entry", "values": "entry", "dice": "dice", "places": "subject", "slots": "slot", "points": "source"}
"""The field that a node has which reads this part of a state."""


@pytest.mark.parametrize("kind", core.kinds_with(lambda _: True), ids=lambda kind: kind.__name__)
def test_traits_name_fields(kind: type[core.Core]) -> None:
    """Passes find the zone, value, die or piece that is read in the field of this name."""
    assert kind.traits is not None
    needed = {NEEDED[part] for part in kind.traits.state if part in NEEDED} | ({kind.traits.entry} - {""})
    assert set() == needed - {field.name for field in attrs.fields(kind)}


def test_what_calls_is_followed() -> None:
    """Every kind whose traits say that it calls something is followed by all passes, and no other."""
    assert having("calls") == set(CALLS)


def test_an_unknown_kind_of_value_is_an_error() -> None:
    """A kind of value that nobody has said anything about could read anything."""

    class Strange(core.Value):
        """No value of the language."""

    with pytest.raises(TypeError, match="unknown value Strange"):
        core.traits_of(Strange(span=SPAN, type=t.BoolType()))


def test_what_stays_true_reads_nothing_that_changes() -> None:
    """Facts that survive every step, and values worked out before play, are of kinds that read nothing of a state."""
    changing = core.kinds_with(lambda traits: traits.calls or set(traits.state) - {"you", "slots"})
    assert set() == set(changing) & having("is_stable")


ELSEWHERE = {"carried out", "in force", "measure", "ends"}
"""Notes that are for others than the log: what is carried out at all, metrics, and what is done behind a curtain."""


def written() -> tuple[set[str], set[str]]:
    """Return what the lowering writes notes about by name, and all its texts."""
    named, texts = set(), set()
    for path in Path(makers.__file__).parent.rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Told":
                named |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}
    return named, texts


def test_all_that_is_noted_is_heard() -> None:
    """Each note that the lowering writes has somebody who hears it, and nobody waits for what is never written."""
    named, texts = written()
    heard = {*LISTENERS, *forcing._LISTENERS, *following.FOLLOWED, *ELSEWHERE}
    assert (set(), set()) == (named - heard, heard - texts)


AMONG_OTHERS = {
    *(events.PhaseEvent, events.TurnEvent, events.DecisionEvent, events.ChanceEvent, events.LedgerEvent),
    *(events.ValueEvent, events.ShowEvent, events.ShowValueEvent, events.TriggerEvent),
}
"""Kinds of events of which tellers say what stands around them, too."""
ALONE = [kind for kind in events.KINDS.values() if kind not in AMONG_OTHERS]
"""All others: their classes have their words."""


@pytest.mark.parametrize("kind", events.KINDS.values(), ids=events.KINDS)
def test_rows_of_events_name_fields(kind: type[events.Event]) -> None:
    """A misspelt field would be a secret that is told, or a handle that is not."""
    fields = {field.name for field in attrs.fields(kind)}
    assert set() == {*kind.places, *kind.quiet, *kind.seats, *kind.internal, *kind.secret} - {"", *fields}


@pytest.mark.parametrize(
    "kind", [one for one in events.KINDS.values() if one not in AMONG_OTHERS], ids=lambda kind: kind.__name__
)
def test_every_other_event_has_words(kind: type[events.Event]) -> None:
    """The log says them with nothing but the fields of the event."""
    shown = kind(**{field.name: _sample(field) for field in attrs.fields(kind)})
    assert "" != shown.in_words(_Names())


def test_a_fact_that_no_event_has_is_an_error() -> None:
    """A misspelt fact would be a secret that is told."""
    with pytest.raises(TypeError, match="unknown fact of an event: secrets"):

        class Strange(events.Event, secrets={"value": ""}):
            """No event of the language."""


class _Names:
    """Calls every place by its name."""

    def place(self, place: str, /) -> str:
        return place

    def selected(self, _: str, /) -> str:
        return ""


def _sample(field: Any) -> Any:
    """Return a value for a field of an event, by its type."""
    kind = str(field.type)
    values = {"int": 2, "bool": True, "str": "row", "Literal['top', 'bottom']": "top", "int | None": None}
    return values.get(kind, ())


def test_a_value_that_is_not_lowered_is_an_error() -> None:
    """What nothing lowers is told when the program is made, not when it is first read."""

    class Strange(core.Value):
        """No value of the language."""

    with pytest.raises(TypeError, match="Strange is not lowered"):
        registry.lowered(lowering_of(engine_for(game_of(BASE), 2).set_up), Strange(span=SPAN, type=t.BoolType()))


# ---------------------------------------------------------------- children


def test_children_are_the_nodes_in_the_fields() -> None:
    """Every pass finds the parts of a node in its fields, in their order, also in tuples; types and spans are none."""
    one, two, three = (core.Const(span=SPAN, type=t.IntType(n, n), value=n) for n in (1, 2, 3))
    both = core.MakeSet(span=SPAN, type=t.SetType(t.IntType()), items=(one, two))
    among = core.Member(span=SPAN, type=t.BoolType(), element=three, container=both)
    assert [three, both] == list(children(among))
    assert [one, two] == list(children(both))
    assert [] == list(children(one))


# ---------------------------------------------------------------- types


@cache
def game_of(text: str) -> CheckedGame:
    """Return a checked game, checked once for all types."""
    game, _ = check(text)
    assert game is not None
    return game


SAMPLES: dict[type[t.Type], t.Type] = {
    t.BoolType: t.BoolType(),
    t.IntType: t.IntType(1, 3),
    t.WordType: t.WordType("colour"),
    t.PlayerType: t.PlayerType(),
    t.PieceType: t.PieceType("card"),
    t.DesignType: t.DesignType("card"),
    t.RowType: t.RowType("prices"),
    t.TextType: t.TextType(),
    t.NothingType: t.NothingType(),
    t.MaybeType: t.MaybeType(t.PlayerType()),
    t.SetType: t.SetType(t.PlayerType()),
    t.ListType: t.ListType(t.PlayerType()),
    t.ZoneType: t.ZoneType("deck", "stack", "card", True),
    t.UnknownType: t.UnknownType(),
}
COLUMNS = (t.RowType, t.NothingType, t.ListType, t.ZoneType)
"""Types that no column and no cell can have."""
OVER_TYPES: dict[str, tuple[Callable[[t.Type], Any], tuple[type[t.Type], ...]]] = {
    "described": (checker.describe, ()),
    "compared": (lambda kind: checker.same(kind, kind), ()),
    "joined": (lambda kind: intervals.join(kind, kind), ()),
    "owner of attributes": (_each_of, ()),
    "constant wanted": (lambda kind: fits_constant(t.BoolType(), kind), ()),
    "situations": (lambda kind: logic._Variable(kind).cells(game_of(BASE)), ()),
    "cell in the place of a wrong one": (stand_in, COLUMNS),
}


def test_every_type_has_a_sample() -> None:
    """A new type enters the samples, so that it is tried with every pass over types."""
    assert set(below(t.Type)) == set(SAMPLES)


@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", OVER_TYPES)
def test_every_pass_over_types_knows_every_type(name: str, kind: type[t.Type]) -> None:
    """A type is known to the pass, or it is one that cannot come up there and is refused loudly."""
    work, refused = OVER_TYPES[name]
    if kind in refused:
        with pytest.raises(TypeError, match="type"):
            work(SAMPLES[kind])
    else:
        work(SAMPLES[kind])


@pytest.mark.parametrize("name", [name for name in OVER_TYPES if name not in ("compared", "joined")])
def test_an_unknown_type_is_an_error(name: str) -> None:
    """A type that nobody has said anything about is not taken for another one."""

    class Strange(t.Type):
        """No type of the language."""

    with pytest.raises(TypeError, match="type"):
        OVER_TYPES[name][0](Strange())


# ---------------------------------------------------------------- the AST


def test_steps_that_hold_others_are_listed() -> None:
    """Variants compare and change the steps inside others, so they have to know which these are."""
    holding = {kind for kind in concrete(nodes.Step) if {"body", "branches"} & {f.name for f in attrs.fields(kind)}}
    assert holding == set(COMPOUND)


def test_every_field_of_cards_has_its_word() -> None:
    """Variants tell fields apart by their words; those that are written in several ways hold their word themselves."""
    own = {nodes.Condition, nodes.Steps, nodes.EditedSteps, nodes.Names, nodes.Added}
    words = [keyword_of(kind.__new__(kind)) for kind in sorted(concrete(nodes.Field) - own, key=str)]
    assert len(words) == len(set(words))
