"""A checked game in, findings about its scenarios out: answers that nothing asks for, chance that cannot be forced."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.graph import Graph, Node, graph, steps_of
from gamedsl.source import written


def judge_scenarios(game: model.CheckedGame, report: Report) -> None:
    """Report what is known to fail before the scenarios are played."""
    if not game.scenarios:
        return
    paragraphs = graph(game)
    asking, rolled = _asking(game), _rolled(game)
    for scenario in game.scenarios:
        for step in walk(*scenario.given, *scenario.then):
            if isinstance(step, core.PlayMove):
                for part in step.parts:
                    _answers(paragraphs, asking, part, report)
            elif isinstance(step, core.ListedMoves) and step.word == "illegal":
                for move in step.moves:
                    _answers(paragraphs, asking, move.part, report)
            elif isinstance(step, core.Force):
                _seats(game, scenario.seats, step, report)
                _values(game, rolled, step, report)
        _by_itself(scenario, report)
        _copies(game, scenario, report)


# ---------------------------------------------------------------- moves


def _asking(game: model.CheckedGame) -> frozenset[Node]:
    """Return the paragraphs whose steps ask for something."""
    asks = (core.Pick, core.Offer)
    return frozenset(
        node
        for node, parts in steps_of(game).items()
        if any(isinstance(part, asks) or _is_chosen(part) for part in walk(*parts))
    )


def _is_chosen(part: object) -> bool:
    return isinstance(part, core.ForEach) and part.question is not None


def _asks_often(part: object) -> bool:
    """Tell whether a step may ask more often than it is written."""
    loops = isinstance(part, core.ForEach | core.Repeat) and any(isinstance(one, core.Pick) for one in walk(*part.body))
    return loops or _is_chosen(part) or isinstance(part, core.Offer)


def _answers(paragraphs: Graph, asking: frozenset[Node], move: core.MovePart, report: Report) -> None:
    """Report more answers than a move can ask for; there may be fewer, as single candidates are left out."""
    if move.action is None:
        return
    game, node = paragraphs.game, ("actions", move.action)
    action = game.actions[move.action]
    later = [*(one for one in asking if one[0] in ("phases", "triggers")), *(paragraphs.reached([node]) & asking)]
    if any(one != node for one in later):
        return
    steps = (*action.cost, *action.then)
    if any(_asks_often(part) for part in walk(*steps)):
        return
    picks = [part for part in (*action.elements, *walk(*steps)) if isinstance(part, model.PickField | core.Pick)]
    if len(move.answers) <= len(picks):
        return
    names = [pick.name for pick in picks]
    wanted = f"asks only for {listed(names, 'and')}" if names else "asks for nothing"
    kept = ", ".join(written(one.span) for one in move.answers[: len(picks)])
    cure = f"{move.action}({kept})" if kept else move.action
    report(
        "GDSCN11", move.answers[len(picks)].span, move=written(move.span), action=move.action, wanted=wanted, cure=cure
    )


# ---------------------------------------------------------------- forced chance


def _rolled(game: model.CheckedGame) -> dict[str, list[t.Type]]:
    """Return for each value what the rules roll it among."""
    found: dict[str, list[t.Type]] = {}
    for parts in steps_of(game).values():
        for part in walk(*parts):
            if isinstance(part, core.RollValue):
                kind = intervals.strip(part.domain.type)
                found.setdefault(part.target.entry, []).append(getattr(kind, "item", kind))
    return found


def _seats(game: model.CheckedGame, seats: int, step: core.Force, report: Report) -> None:
    """Report players who do not take part."""
    names = game.seat_names
    for value in (step.owner, *step.keys, *step.values):
        if not isinstance(value, core.Const) or not isinstance(value.type, t.PlayerType):
            continue
        if isinstance(value.value, int) and value.value >= seats:
            reason = f"only {listed(list(names[:seats]), 'and')} take part"
            cure = f"name one of them, or write `players: {value.value + 1}` in this scenario"
            report("GDSCN03", value.span, value=names[value.value], reason=reason, cure=cure)


def _values(game: model.CheckedGame, rolled: dict[str, list[t.Type]], step: core.Force, report: Report) -> None:
    """Report numbers that no rule rolls."""
    if step.name not in game.values:
        return
    kinds = rolled.get(step.name, [])
    if not kinds:
        reason, cure = "no rule rolls it", "set it under `given`: `set … to …`"
        report("GDSCN03", step.place, value=written(step.place), reason=reason, cure=cure)
    ranges = [kind for kind in kinds if isinstance(kind, t.IntType)]
    if not ranges or len(ranges) < len(kinds):
        return
    for value in step.values:
        found = value.value if isinstance(value, core.Const) else None
        if type(found) is int and not any(kind.low <= found <= kind.high for kind in ranges):
            among = listed(list(dict.fromkeys(str(kind) for kind in ranges)), "or")
            reason, cure = f"{written(step.place)} is only rolled among {among}", "force one of these"
            report("GDSCN03", value.span, value=written(value.span), reason=reason, cure=cure)


def _by_itself(scenario: model.CheckedScenario, report: Report) -> None:
    """Report forced chance inside a step of ``given``: it could not be known before the setup."""
    outer = {id(step) for step in scenario.given}
    for step in walk(*scenario.given):
        if isinstance(step, core.Force) and id(step) not in outer:
            reason, cure = "inside another step nothing is forced", "let the line stand by itself"
            report("GDSCN03", step.span, value=written(step.place), reason=reason, cure=cure)


def _copies(game: model.CheckedGame, scenario: model.CheckedScenario, report: Report) -> None:
    """Report a row that is forced more often than it has copies."""
    designs = {design.number: (kind, design) for kind in game.kinds.values() for design in kind.designs}
    used: dict[int, list[str]] = {}
    for place, value in _forced_rows(game, scenario):
        kind, design = designs[value.value]  # type: ignore[index]
        copies = design.copies * (scenario.seats if kind.each_player else 1)
        places = used.setdefault(design.number, [])
        places.append(place)
        if len(places) <= copies:
            continue
        if copies == 1:
            report("GDRUN09", value.span, piece=written(value.span), first=places[0], second=places[1])
        else:
            reason = f"it is forced {len(places)} times, but there are only {copies} of it"
            report("GDSCN03", value.span, value=written(value.span), reason=reason, cure="leave one of them out")
        return


def _forced_rows(game: model.CheckedGame, scenario: model.CheckedScenario) -> Iterator[tuple[str, core.Const]]:
    """Walk the rows that ``given`` forces, each with where it is written."""
    for step in scenario.given:
        if isinstance(step, core.Force) and step.name in game.zones:
            for number, value in enumerate(step.values, 1):
                if isinstance(value, core.Const) and isinstance(value.type, t.DesignType):
                    yield f"place {number} of {written(step.place)} (line {value.span.line})", value
