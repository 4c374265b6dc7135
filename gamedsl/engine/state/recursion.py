"""A game -> which of its paragraphs may be carried out inside themselves"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk

Bodies = dict[str, tuple[core.CoreStep, ...]]
Cells = dict[tuple[str, str], list[str]]


def _step_bodies(game: model.CheckedGame) -> tuple[Bodies, Cells]:
    """Return the steps of all paragraphs by key, and the keys of the cells of each column of rules."""
    steps: Bodies = {f"rule {r.name}": r.then for r in game.rules.values()}
    steps |= {f"trigger {x.name}": x.then for x in game.triggers.values()}
    steps |= {f"action {a.name}": (*a.cost, *a.then) for a in game.actions.values()}
    cells: Cells = {}
    for kind in game.kinds.values():
        for column in kind.columns:
            for design in kind.designs:
                code = design.code.get(column.name)
                if column.code == "rule" and code is not None:
                    key = f"cell {design.name}.{column.name}"
                    steps[key] = code.steps
                    cells.setdefault((kind.name, column.name), []).append(key)
    return steps, cells


def _carried_out(body: tuple[core.CoreStep, ...], cells: Cells, watched: list[str]) -> Iterator[str]:
    """Return the keys of the paragraphs that steps carry out, or may set off."""
    for part in walk(*body):
        if isinstance(part, core.CallRule):
            yield f"rule {part.rule}"
        elif isinstance(part, core.CallCell):
            yield from cells.get((part.kind, part.column), ())
        elif isinstance(part, core.PlanLeaf):
            yield from (f"action {name}" for name in part.actions)
        elif isinstance(part, core.CoreStep) and type(part) in core.EFFECTS:
            yield from watched


def _close(reach: dict[str, set[str]]) -> None:
    """Add what is reached by what is reached."""
    changed = True
    while changed:
        changed = False
        for found in reach.values():
            more = set().union(*(reach.get(one, set()) for one in found)) - found
            found |= more
            changed = changed or bool(more)


def recursive(game: model.CheckedGame) -> frozenset[str]:
    """Return the keys (``rule NAME``, ``trigger NAME``, ``action NAME``, ``cell ROW.COLUMN``) of such paragraphs."""
    steps, cells = _step_bodies(game)
    watched = [f"trigger {one.name}" for one in game.triggers.values() if one.after is None]
    reach: dict[str, set[str]] = {}
    for key, body in steps.items():
        reach[key] = set(_carried_out(body, cells, watched))
        name = key.split(" ", 1)[1]
        reach[key].update(f"trigger {one.name}" for one in game.triggers.values() if name in one.follows)
    _close(reach)
    return frozenset(key for key, found in reach.items() if key in found)
