"""A checked game and what its bodies read -> warnings about things nobody uses."""

from __future__ import annotations

from gamedsl.semantics.core import model
from gamedsl.semantics.symbols import Symbols


def check(game: model.CheckedGame, symbols: Symbols) -> None:
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
            if f"{prefix}.{name}" not in symbols.used and thing.span.path == game.path:
                symbols.report("GDNAM07", thing.span, kind=kind, name=name.split(".")[-1])
