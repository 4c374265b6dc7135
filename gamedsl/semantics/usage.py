"""A checked game and what its bodies read -> warnings about things nobody uses, columns of tables too."""

from __future__ import annotations

from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.heads import items
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes


def check(game: model.CheckedGame, node: nodes.GameFile, symbols: Symbols) -> None:
    """Warn about options, types, components, entries of the table and terms that nothing reads.

    What a variant leaves unused in its base is no fault of either.
    """
    nouns: list[tuple[str, str, dict[str, model.Named]]] = [
        ("option", "options", dict(game.options)),
        ("entry of the table", "table", {**game.zones, **game.values}),
        ("term", "terms", dict(game.terms)),
        ("type", "types", {name: known for name, known in game.word_lists.items() if name not in game.options}),
        ("component", "components", {**game.kinds, **game.counters, **game.dice, **game.charts}),
    ]
    for kind, prefix, known in nouns:
        for name, thing in known.items():
            if f"{prefix}.{name}" in symbols.used or thing.span.path != game.path:
                continue
            start = _started_there(thing)
            if start and any(other.kind == start and other is not thing for other in game.zones.values()):
                continue  # What is moved elsewhere begins here.
            cure = {"help": f"use it somewhere, or remove it together with `{start}`"} if start else {}
            symbols.report("GDNAM07", thing.span, kind=kind, name=name.split(".")[-1], **cure)
    for entry in items(node, "components", nodes.Entry):
        if f"components.{entry.name}" in symbols.used and entry.table is not None:
            _check_columns(game, entry.name, entry.table, symbols)


def _started_there(thing: model.Named) -> str:
    """Return the component that starts in a zone; empty for all else."""
    is_start = isinstance(thing, model.Zone) and any(use.name == "full" for use in thing.traits)
    return thing.kind if isinstance(thing, model.Zone) and is_start else ""


def _check_columns(game: model.CheckedGame, name: str, table: nodes.Table, symbols: Symbols) -> None:
    """Warn of columns that no rule reads; words are for people, and copies are made."""
    owner: model.Kind | model.ChartTable = game.kinds[name] if name in game.kinds else game.charts[name]
    read = {column.name for column in owner.columns if f"columns.{name}.{column.name}" in symbols.used}
    shown = {column.name for column in owner.columns if column.type in (t.TextType(), t.MaybeType(t.TextType()))}
    for column in table.columns:
        known = column.type is not None and column.name not in read | shown | {"copies"}
        if known and column.span.path == game.path:
            symbols.report("GDDAT17", column.span, column=column.name, entry=name)
