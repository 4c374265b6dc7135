"""A checked game in, what sets off what out: the paragraphs as a graph, what is reached, which lie in a circle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Set

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, carried_out, cells, leaves, walk
from gamedsl.source import Span

Node = tuple[str, str]
"""Section and name: ``("rules", "draw")``; a cell of rule text is ``("cells", "card.T01.does")``."""

SETUP: Node = ("setup", "setup")


@attrs.define(eq=False)
class Graph:
    """Every paragraph and cell with the paragraphs that it can set off, all in file order."""

    game: model.CheckedGame
    edges: dict[Node, tuple[Node, ...]]

    def reached(self, roots: Iterable[Node]) -> frozenset[Node]:
        """Return everything that can come up from ``roots``, which are included."""
        found = dict.fromkeys(roots)
        waiting = list(found)
        while waiting:
            followers = self.edges[waiting.pop()]
            spend(NODE + len(followers))
            for follower in followers:
                if follower not in found:
                    found[follower] = None
                    waiting.append(follower)
        return frozenset(found)

    def without(self, nodes: Set[Node]) -> Graph:
        """Return the graph without some paragraphs."""
        left = {node: followers for node, followers in self.edges.items() if node not in nodes}
        return Graph(self.game, {node: tuple(one for one in ones if one not in nodes) for node, ones in left.items()})

    def circle(self, start: Node) -> tuple[Node, ...] | None:
        """Return the shortest chain from a paragraph back to itself (both ends included), or None."""
        before: dict[Node, Node] = {}
        waiting = deque([start])
        while waiting:
            current = waiting.popleft()
            spend(NODE + len(self.edges[current]))
            for follower in self.edges[current]:
                if follower == start:
                    return _chain(before, start, current)
                if follower not in before:
                    before[follower] = current
                    waiting.append(follower)
        return None


def _chain(before: Mapping[Node, Node], start: Node, last: Node) -> tuple[Node, ...]:
    chain = [start]
    while last != start:
        chain.append(last)
        last = before[last]
    return (start, *reversed(chain))


def graph(game: model.CheckedGame) -> Graph:
    """Return the graph of a game: phases, actions, rules, triggers, cells and the setup."""
    behind: dict[str, list[Node]] = {}
    for trigger in game.triggers.values():
        for name in trigger.follows:
            behind.setdefault(name, []).append(("triggers", trigger.name))
    return Graph(
        game,
        {node: tuple(dict.fromkeys(_set_off(game, node, parts, behind))) for node, parts in steps_of(game).items()},
    )


def steps_of(game: model.CheckedGame) -> dict[Node, tuple[Part, ...]]:
    """Return the steps of everything that can be carried out."""
    found: dict[Node, tuple[Part, ...]] = {SETUP: game.setup}
    found |= {("phases", phase.name): (*phase.start, *phase.then) for phase in game.phases.values()}
    found |= {("actions", action.name): (*action.cost, *action.then) for action in game.actions.values()}
    found |= {("rules", rule.name): rule.then for rule in game.rules.values()}
    found |= {("triggers", trigger.name): trigger.then for trigger in game.triggers.values()}
    found |= {("cells", name): code.steps for name, code in cells(game).items()}
    return found


def _set_off(
    game: model.CheckedGame, node: Node, parts: tuple[Part, ...], behind: Mapping[str, Iterable[Node]]
) -> Iterator[Node]:
    section, name = node
    if section == "phases":
        yield from (("phases", inner) for inner in game.phases[name].phases)
        plan = game.phases[name].plan
        yield from _offered(plan) if plan is not None else ()
    for part in walk(*parts):
        yield from carried_out(game, part)
    if section != "cells":
        yield from behind.get(name, ())


def _offered(plan: core.CorePlan) -> Iterator[Node]:
    return (("actions", action) for leaf in leaves(plan) for action in leaf.actions)


def roots(game: model.CheckedGame) -> tuple[Node, ...]:
    """Return what comes up by itself: the setup, the first phase and all watched triggers."""
    first = [("phases", name) for name in list(game.phases)[:1]]
    watched = [("triggers", trigger.name) for trigger in game.triggers.values() if trigger.after is None]
    return SETUP, *first, *watched


_OWNED = ("cells", "terms")
_HEADS = ("phases", "terms", "rules", "triggers", "cells", "actions")


def circles(paragraphs: Graph) -> Iterator[tuple[Node, ...]]:
    """Walk the groups of paragraphs that lead to each other, each as its shortest chain (both ends included)."""
    for group in _groups(paragraphs.edges):
        chains = [chain for other in group if (chain := paragraphs.circle(other)) is not None]
        if chains:
            yield min(chains, key=lambda chain: (len(chain), _HEADS.index(chain[0][0])))


def _groups(edges: Mapping[Node, tuple[Node, ...]]) -> list[list[Node]]:
    """Return all paragraphs in groups that lead to each other, in the order of the file: Tarjan's algorithm."""
    order = {node: place for place, node in enumerate(edges)}
    met: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_, done = dict[Node, None](), set[Node]()
    groups: list[list[Node]] = []
    for root in edges:
        waiting = [] if root in met else [(root, iter(edges[root]))]
        while waiting:
            node, followers = waiting[-1]
            if node not in met:
                spend(NODE)
                met[node] = lowest[node] = len(met)
                open_[node] = None
            for follower in followers:
                if follower not in met:
                    waiting.append((follower, iter(edges[follower])))
                    break
                if follower not in done:
                    lowest[node] = min(lowest[node], met[follower])
            else:
                waiting.pop()
                if waiting:
                    lowest[waiting[-1][0]] = min(lowest[waiting[-1][0]], lowest[node])
                if lowest[node] == met[node]:
                    groups.append(_taken_until(node, open_))
                    done.update(groups[-1])
    return sorted((sorted(group, key=order.__getitem__) for group in groups), key=lambda group: order[group[0]])


def _taken_until(node: Node, open_: dict[Node, None]) -> list[Node]:
    """Take the paragraphs out that were met last, up to one of them."""
    group = [open_.popitem()[0]]
    while group[-1] != node:
        group.append(open_.popitem()[0])
    return group


def written(chain: tuple[Node, ...]) -> str:
    """Return paragraphs as people know them, with arrows between them: their names, or row and column of a cell."""
    return " → ".join(name.partition(".")[2] if section in _OWNED and "." in name else name for section, name in chain)


def place_of(game: model.CheckedGame, node: Node) -> Span:
    """Return where a paragraph or the row of a cell stands."""
    section, name = node
    if section == "cells":
        kind, row, _ = name.split(".")
        return next(design.span for design in game.kinds[kind].designs if design.name == row)
    paragraphs: Mapping[str, Mapping[str, model.Named]] = {
        "phases": game.phases,
        "terms": game.terms,
        "actions": game.actions,
        "rules": game.rules,
        "triggers": game.triggers,
    }
    return paragraphs[section][name].span
