"""The beginning of a scenario: forced chance, setup, ``given``, then play from ``at`` to the first decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.engine.errors import RuleError
from gamedsl.engine.events import ShortfallEvent
from gamedsl.engine.setup.prepare import span_at
from gamedsl.engine.state.flat import RUNNING, Forced
from gamedsl.engine.state.forcing import hold
from gamedsl.engine.words.wording import bare
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.play.entrances import ENTERED
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.source import Span, written

_GIVEN_CODES = ("GDRUN02", "GDRUN03", "GDRUN04")


class ScenarioError(Exception):
    """A scenario that cannot begin, with the finding that says why."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.diagnostic = found


def start_scenario(engine: Engine, scenario: model.CheckedScenario, log: bool = True) -> State:
    """Return the state in which the moves of a scenario begin; raise ScenarioError when it cannot begin.

    A rule error during setup or on the way to the first decision gives a stopped state, as in play.
    """
    s = _before_setup(engine, scenario, log)
    for step in scenario.given:
        if isinstance(step, core.Force):
            force(engine, s, step)
    s[s.reading.at[ENTERED]] = 1
    engine.runner.go(s, 0)
    if s.status != RUNNING:
        return s
    _settle(engine, s)
    hold(s)
    _given(engine, s, scenario)
    if scenario.at is None:
        first = next(iter(engine.game.phases), None)
        way = [] if first is None else [first]
    else:
        way = list(scenario.at)
    _begin(engine, s, way, scenario.span)
    return s


def still_to_decide(engine: Engine, s: State) -> tuple[int, ...]:
    """Return the seats that decide together with the one that is asked, and come behind it; mostly nobody."""
    if s.curtain is None:
        return ()
    turn, together = s.curtain[1], engine.open(engine.before_together(s))[-1]
    who = engine.game.phases[together.paragraph.partition(" ")[2]].who
    assert who is not None
    members = engine.evaluator.value(who.value)(s.copy(), together.frame[:])
    return tuple(seat for seat in members if seat > turn) if isinstance(members, tuple) else ()


def force(engine: Engine, s: State, step: core.Force) -> None:
    """Add the outcomes of a ``force`` step; pieces of a stack lie on top of it from now on, once setup is over."""
    name, zone = step.name, engine.game.zones.get(step.name)
    if zone is not None and zone.form != "purse" and engine.game.kinds[zone.kind].faces is not None:
        name = zone.kind
    if name not in engine.layout.streams:
        raise ScenarioError(
            diagnostic("GDSCN03", step.span, value=bare(name), reason="nothing there is left to chance")
        )
    places = _places(engine, s, step, name)
    if places is not None and not places:
        raise ScenarioError(
            diagnostic("GDSCN03", step.span, value=written(step.place), reason="there is no such place")
        )
    entries = [Forced(_outcome(engine, s, name, value), places, step.unseen, value.span) for value in step.values]
    engine.force(s, name, tuple(entries))
    if s.armed:
        _settle(engine, s)


def _places(engine: Engine, s: State, step: core.Force, name: str) -> frozenset[int] | None:
    """Return the cells, fields or dice that are forced; None: all of the entry.

    ``name`` is what chance comes from; for dice in a zone that is not the zone.
    """
    is_whole = step.owner is None and all(key is None for key in step.keys)
    if is_whole and name == step.name:
        return None
    keys = [None if key is None else engine.evaluate(s, key) for key in step.keys]
    layout = engine.layout
    if step.name in engine.game.dice:
        return frozenset(key - 1 for key in keys if key is not None and 0 < key <= layout.dice[step.name][1])
    grid = layout.cells[step.name] if step.name in engine.game.zones else layout.values[step.name]
    owner = None if step.owner is None else engine.evaluate(s, step.owner)
    found = []
    for field in range(grid.base, grid.base + grid.size):
        of, values = grid.decode(field)
        fits = [key is None or value == key for key, value in zip(keys, values, strict=True)]
        if all(fits) and (step.owner is None or of == owner):
            found.append(field)
    return frozenset(found)


def _outcome(engine: Engine, s: State, name: str, value: core.Value) -> Any:
    """Return a forced outcome: a face, a value, or all pieces that will do."""
    found = engine.evaluate(s, value)
    if name not in engine.game.zones:
        _possible_outcome(engine, name, value, found)
        return found
    layout = engine.layout
    if isinstance(value.type, t.DesignType):
        return layout.design_pieces[found]
    return layout.design_pieces[layout.piece_design[found]]


def _possible_outcome(engine: Engine, name: str, value: core.Value, found: Any) -> None:
    dice, pieces = engine.game.dice.get(name), engine.game.kinds.get(name)
    thrown = pieces.faces if pieces is not None else None if dice is None else dice.faces
    kind = thrown if thrown is not None else engine.game.values[name].type
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if isinstance(item, t.SetType | t.ListType) or not isinstance(found, int):
        return
    low, count = engine.layout.span_of(item)
    if not low <= found < low + count:
        shown = engine.wording.label(value.type, found)
        raise ScenarioError(diagnostic("GDSCN03", value.span, value=shown, reason=f"{name} never gives it"))


def _settle(engine: Engine, s: State) -> None:
    try:
        for stream in range(len(s.forced)):
            engine.drawing.settle_forced(s, stream)
    except RuleError as error:
        raise ScenarioError(engine.finding(error, error.span)) from error


def _given(engine: Engine, s: State, scenario: model.CheckedScenario) -> None:
    """Carry out ``given`` without triggers and end conditions."""
    if not _give(engine, s, scenario):
        found = diagnostic("GDSCN08", scenario.span, kind="the players", problem="it asks for a decision")
        raise ScenarioError(found)
    if s.error is not None:
        stopped = engine.diagnostic(s)
        assert stopped is not None
        found = stopped
        if found.code in _GIVEN_CODES:
            found = diagnostic("GDSCN08", found.span, kind=_kind(engine, s), problem=found.message.rstrip("."))
        raise ScenarioError(found)
    _check_deals(engine, s, scenario)


def _check_deals(engine: Engine, s: State, scenario: model.CheckedScenario) -> None:
    """Raise ScenarioError where a deal under ``given`` has found too few: what is arranged is meant to be there."""
    short = {event.line: event for event in s.events() if isinstance(event, ShortfallEvent)}
    for step in walk(*scenario.given):
        if isinstance(step, core.Deal) and (event := short.get(step.span.line)) is not None:
            zone = engine.game.zones.get(getattr(step.target, "entry", ""))
            kind = "the pieces" if zone is None else zone.kind
            problem = f"this deal finds {event.missing} too few in {written(step.source.span)}"
            cure = "deal from where they lie at the start, or deal fewer; `show` tells what is there"
            raise ScenarioError(diagnostic("GDSCN08", step.span, kind=kind, problem=problem, help=cure))


def _kind(engine: Engine, s: State) -> str:
    """Return what the failed payment or move was about, as far as its message tells."""
    assert s.error is not None
    values = dict(s.error[4])
    entry = str(values.get("source", values.get("piece", values.get("value", "the pieces"))))
    zone = engine.game.zones.get(entry) or engine.game.zones.get("player." + entry.rpartition(".")[2].partition("[")[0])
    return entry if zone is None else zone.kind


def _begin(engine: Engine, s: State, way: list[str], span: Span) -> None:
    """Enter the phases on a way and run the last of them."""
    try:
        without = _enter_phases(engine, s, way)
    except RuleError as error:
        raise ScenarioError(engine.finding(error, error.span)) from error
    if without:
        problem = f"nobody has a turn in {bare(without)}"
        raise ScenarioError(diagnostic("GDSCN06", span, phase=bare(way[-1]), problem=problem))


# ---------------------------------------------------------------- blocks that only scenarios begin with


def _before_setup(engine: Engine, scenario: model.CheckedScenario, log: bool) -> State:
    """Return the state before setup of a scenario."""
    return engine.runner.blank(engine.programs.beginning_with(scenario), scenario.seed, log)


def _give(engine: Engine, s: State, scenario: model.CheckedScenario) -> bool:
    """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""
    rules = engine.programs.of(s)
    key = ("given", next(at for at, one in enumerate(rules.scenarios) if one is scenario))
    if key not in rules.program.entrances:
        return False
    _enter(engine, s, *key)
    return True


def _enter_phases(engine: Engine, s: State, way: Sequence[str]) -> str:
    """Put play into the phases on a way, arm the triggers and run the last phase.

    Return the phase in which nobody has a turn, nothing when play has begun. Raise RuleError where a first turn
    cannot begin.
    """
    around, at = "", s.reading.at
    for name in way[:-1]:
        _enter(engine, s, "turn", around, name)
        if s.error is not None:
            code, place, *_, values = s.error
            raise RuleError(code, span_at(engine.game, place), **dict(values))
        if engine.game.phases[name].who is not None and s[at[f"phase {name}.turn"]] == NOBODY:
            return name
        around = name
    _enter(engine, s, "arm")
    s[at[ENTERED]] = 0
    if s.status == RUNNING:
        _enter(engine, s, *(("begin", around, way[-1]) if way else ("begin",)), waits=True)
    return ""


def _enter(engine: Engine, s: State, *entrance: object, waits: bool = False) -> None:
    """Run from a block that only scenarios begin with; ``waits``: to a decision."""
    block = engine.programs.of(s).program.entrances[entrance].block
    s.settle()
    if waits:
        engine.runner.run(s, block)
    else:
        engine.runner.go(s, block)
