"""A checked game in, values that cannot be worked out because they need themselves out.

Circles of terms alone are found when their bodies are checked; these lead through modifiers, cells of rule text or
``possible``.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, called, cells, inside, parts_of, walk
from gamedsl.semantics.flow.graph import Graph, Node, circles, place_of, written


def check_values(game: model.CheckedGame, report: Report) -> None:
    """Report every circle of values."""
    for chain in circles(values(game)):
        report("GDFLO01", place_of(game, chain[0]), name=written(chain[:1]), chain=written(chain))


def has_circles(game: model.CheckedGame) -> bool:
    """Tell whether some value needs itself, so that it cannot be followed to its end."""
    return any(True for _ in circles(values(game)))


def values(game: model.CheckedGame) -> Graph:
    """Return what has to be worked out for what: terms, cells, and the guards of actions."""
    found = {("terms", name): inside(game, ("terms", name)) for name in game.terms}
    found |= {("cells", name): tuple(parts_of(code.value)) for name, code in cells(game).items()}
    found |= {("actions", name): inside(game, ("actions", name)) for name in game.actions}
    edges = {node: tuple(dict.fromkeys(_needed(game, parts))) for node, parts in found.items()}
    return Graph(game, edges)


def _needed(game: model.CheckedGame, parts: tuple[Part, ...]) -> Iterator[Node]:
    for node in walk(*parts):
        yield from called(game, node)
