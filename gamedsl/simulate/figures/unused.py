"""A set-up and results -> what the games never used, and what could not come up with these options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import attrs

from gamedsl import studies
from gamedsl.semantics.core import model
from gamedsl.simulate.figures.scope import Node, in_play
from gamedsl.simulate.figures.wording import several, words_of
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.keys import Of, Offered, points_from, uses_of
from gamedsl.simulate.results.results import Results, finished_of, logged_of, results_of
from gamedsl.studies import SetUp

Kind = Literal["action", "phase", "rule", "trigger", "modifier", "effect", "piece", "source of points"]


@attrs.frozen
class Unused:
    """Something that no game used: ``name`` as in the rule file, ``words`` for people, and ``why`` it counts."""

    kind: Kind
    name: str
    words: str
    why: str


@attrs.frozen
class Neglected:
    """What was never used, in the order of the rule file; ``out``: what the options or the number of seats rule out.

    ``logged`` is the number of games in which paragraphs and pieces can be seen; in all of them actions can.
    """

    unused: tuple[Unused, ...]
    out: tuple[Unused, ...]
    logged: int


def neglected(which: SetUp, results: Iterable[GameResult]) -> Neglected:
    """Return what the games of a set-up never used."""
    game = which.game.checked
    playable, games = in_play(which), results_of(results)
    logged = logged_of(games)
    found = [*_actions(game, games), *_sources(game, games)]
    if logged:
        found += [*_paragraphs(game, logged), *_effects(game, logged), *_pieces(which, logged)]
    nowhere = _nowhere(which) if any(one.kind == "piece" for one in found) else frozenset[str]()
    out = [one for one in found if _is_out(one, playable, nowhere)]
    unused = tuple(one for one in found if one not in out)
    return Neglected(unused, tuple(attrs.evolve(one, why="not in play") for one in out), len(logged))


_SECTIONS: dict[str, str] = {
    "action": "actions",
    "phase": "phases",
    "rule": "rules",
    "trigger": "triggers",
    "modifier": "modifiers",
    "effect": "cells",
}


def _is_out(one: Unused, playable: frozenset[Node], nowhere: frozenset[str]) -> bool:
    if one.kind == "piece":
        return one.name in nowhere
    return one.kind in _SECTIONS and (_SECTIONS[one.kind], one.name) not in playable


def _actions(game: model.CheckedGame, results: Results) -> Iterator[Unused]:
    for name, action in game.actions.items():
        if not any(name in one.uses for one, _ in results.alike(Of(uses_of(name), "who has"))):
            games = sum(times for one, times in results.alike(Offered(name)) if name in one.offered)
            why = f"possible in {several(games, 'game')}, never chosen" if games else "never possible"
            yield Unused("action", name, words_of(action), why)


def _sources(game: model.CheckedGame, results: Results) -> Iterator[Unused]:
    finished = finished_of(results)
    for name, source in game.sources.items():
        alike = finished.alike(Of(points_from(name), "who has"))
        if finished and not any(any(one.sources.get(name, ())) for one, _ in alike):
            yield Unused("source of points", name, words_of(source), "no points from it")


def _paragraphs(game: model.CheckedGame, logged: Results) -> Iterator[Unused]:
    carried = logged.came("cards")
    begun = logged.came("phases")
    kinds: tuple[tuple[Kind, Mapping[str, model.Named], set[str], str], ...] = (
        ("phase", game.phases, begun, "never begun"),
        ("rule", game.rules, carried, "never carried out"),
        ("trigger", game.triggers, carried, "never set off"),
        ("modifier", game.modifiers, carried, "never in force"),
    )
    for kind, paragraphs, seen, why in kinds:
        for name, paragraph in paragraphs.items():
            if name not in seen:
                yield Unused(kind, name, words_of(paragraph), why)


def _effects(game: model.CheckedGame, logged: Results) -> Iterator[Unused]:
    """Walk the cells of rules never carried out, of pieces that did come into play."""
    carried = logged.came("cards")
    moved = logged.came("moved")
    for kind in game.kinds.values():
        columns = [column.name for column in kind.columns if column.code == "rule"]
        for design in kind.designs:
            for column in columns:
                name = f"{design.name}.{column}"
                if column in design.code and name not in carried and design.name in moved:
                    yield Unused("effect", name, design.label, "never carried out, though the piece was in play")


def _pieces(which: SetUp, logged: Results) -> Iterator[Unused]:
    moved = logged.came("moved")
    labels = {design.name: design.label for kind in which.game.checked.kinds.values() for design in kind.designs}
    for name in dict.fromkeys(studies.designs_of(which.engine.layout)):
        if name and name not in moved:
            yield Unused("piece", name, labels.get(name, name), "never came into play")


def _nowhere(which: SetUp) -> frozenset[str]:
    """Return the designs of which no piece lies on the table when a game begins."""
    nowhere, designs = studies.nowhere(which.first), studies.designs_of(which.engine.layout)
    laid = {name for piece, name in enumerate(designs) if piece not in nowhere}
    return frozenset(name for name in designs if name and name not in laid)
