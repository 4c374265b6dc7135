"""A checked game in, values that cannot be worked out because they need themselves out.

Circles of terms alone are found when their bodies are checked; these lead through modifiers, cells of rule text or
``possible``.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, cells, cells_meant, changes_of, guards, parts_of, walk
from gamedsl.semantics.flow.graph import Graph, Node, circles, place_of, written
from gamedsl.semantics.symbols import Report


def check_values(game: model.CheckedGame, report: Report) -> None:
    """Report every circle of values."""
    for chain in circles(values(game)):
        report("GDFLO01", place_of(game, chain[0]), name=written(chain[:1]), chain=written(chain))


def has_circles(game: model.CheckedGame) -> bool:
    """Tell whether some value needs itself, so that it cannot be followed to its end."""
    return any(True for _ in circles(values(game)))


def values(game: model.CheckedGame) -> Graph:
    """Return what has to be worked out for what: terms, cells, and the guards of actions."""
    found: dict[Node, tuple[Part, ...]] = {}
    for term in game.terms.values():
        changes = [(modifier.whens, modifier.value) for modifier in changes_of(game, term.name)]
        found["terms", term.name] = (term.value, *parts_of(tuple(changes)))
    found |= {("cells", name): tuple(parts_of(code.value)) for name, code in cells(game).items()}
    for action in game.actions.values():
        forbidding = (modifier.whens for modifier in game.modifiers.values() if action.name in modifier.forbids)
        found["actions", action.name] = (*guards(action), *parts_of(tuple(forbidding)))
    edges = {node: tuple(dict.fromkeys(_needed(game, parts))) for node, parts in found.items()}
    return Graph(game, edges)


def _needed(game: model.CheckedGame, parts: tuple[Part, ...]) -> Iterator[Node]:
    for node in walk(*parts):
        match node:
            case core.TermCall(term=term):
                yield "terms", term
            case core.CellCall(kind=kind, column=column, subject=subject):
                yield from (("cells", name) for name, _ in cells_meant(game, kind, column, subject))
            case core.Possible(leaf=leaf):
                yield from (("actions", action) for action in leaf.actions)
