"""What an engine must know about all cards before it compiles any of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.semantics import core, model
from gamedsl.source import Source, Span


def nodes_of(thing: Any) -> Iterator[core.Core]:
    """Walk all core nodes inside a part of a checked game."""
    if isinstance(thing, core.Core):
        yield thing
    if isinstance(thing, str | int | Span) or thing is None:
        return
    if isinstance(thing, tuple):
        for one in thing:
            yield from nodes_of(one)
    elif hasattr(thing, "items") and not attrs.has(type(thing)):
        for one in thing.values():
            yield from nodes_of(one)
    elif attrs.has(type(thing)):
        for field in attrs.fields(type(thing)):
            if field.name not in ("type", "span"):
                yield from nodes_of(getattr(thing, field.name))


def rolled_values(game: model.CheckedGame) -> frozenset[str]:
    """Return the names of the values that some step rolls."""
    return frozenset(node.target.entry for node in nodes_of(game) if isinstance(node, core.RollValue))


def asked_actions(game: model.CheckedGame) -> frozenset[str]:
    """Return the names of the actions that some ``done`` counts."""
    return frozenset(name for node in nodes_of(game) if isinstance(node, core.Done) for name in node.actions)


def span_at(game: model.CheckedGame, place: tuple[str, int, int, int, int]) -> Span:
    """Return a place written as plain data as a span in the sources of the game."""
    path, line, column, end_line, end_column = place
    source = next((node.span.source for node in nodes_of(game) if node.span.path == path), Source(path, ""))
    return Span(source, line, column, end_line, end_column)
