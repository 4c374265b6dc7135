"""A checked game in, the values in words that not everybody may read out: the log leaves them out for the others."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.record import mutable
from gamedsl.semantics import core, model
from gamedsl.semantics.flow_values import has_circles
from gamedsl.semantics.knowledge_cards import Watch
from gamedsl.semantics.knowledge_labels import PUBLIC, Seen
from gamedsl.semantics.knowledge_values import Env, Eyes


def secret_parts(game: model.CheckedGame) -> Mapping[str, frozenset[int]]:
    """Return for each text with values that not everybody knows, by its key, which of its parts they are."""
    if has_circles(game):
        return {}
    told = _Told(game, Eyes(game), lambda *_, **__: None)
    told.cards()
    return {key: frozenset(parts) for key, parts in told.found.items()}


@mutable
class _Told(Watch):
    """Goes through all cards and notes the values in words that are not public."""

    found: dict[str, set[int]] = attrs.field(factory=dict)

    def guard(self, seen: Seen) -> None:
        """Leave decisions to the check."""

    def words(self, text: core.Text | None, env: Env) -> None:
        """Note what is told to the player who decides."""
        self.logged(text, env)

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Note what is told to everybody."""
        for place, part in enumerate(text.parts if text is not None else ()):
            for value in (part.value, part.most) if isinstance(part, core.TextSlot) else ():
                seen = PUBLIC if value is None else self.eyes.see(value, env)
                if text is not None and not seen.public:
                    self.found.setdefault(text.key, set()).add(place)

    def told(self, text: core.Text | None, env: Env) -> None:
        """Note what the log says of a step."""
        self.logged(text if text is not None and text.parts else env.words, env)
