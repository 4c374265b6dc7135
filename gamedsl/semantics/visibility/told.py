"""A checked game in, what the log tells out: the values in words, the numbers and the payments not all may know."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.circular_values import has_circles
from gamedsl.semantics.visibility.guards import Watch
from gamedsl.semantics.visibility.known import Env, Eyes
from gamedsl.semantics.visibility.labels import PUBLIC, Seen
from gamedsl.semantics.visibility.secret_numbers import secret_numbers
from gamedsl.source import Span


@attrs.frozen
class Secrets:
    """What the log keeps to itself, and what it tells although nobody sees the purses.

    ``parts``: for each text by its key, which of its parts are values that not everybody knows. ``numbers``: the
    questions whose answer is a secret number. ``open``: the places of payments between unseen purses whose amount
    everybody knows, because somebody has picked it before all.
    """

    parts: Mapping[str, frozenset[int]] = attrs.field(factory=dict)
    numbers: frozenset[int] = frozenset()
    open: frozenset[Span] = frozenset()


def secrets_of(game: model.CheckedGame) -> Secrets:
    """Return what the log of a game must not tell to everybody."""
    if has_circles(game):
        return Secrets()
    told = _Told(game, Eyes(game, numbers=secret_numbers(game)), lambda *_, **__: None)
    told.cards()
    parts = {key: frozenset(places) for key, places in told.found.items()}
    return Secrets(parts, told.eyes.numbers, frozenset(told.open - told.unknown))


@attrs.define(eq=False)
class _Told(Watch):
    """Goes through all cards and notes the values in words that are not public, and the amounts that are."""

    found: dict[str, set[int]] = attrs.field(factory=dict)
    open: set[Span] = attrs.field(factory=set)
    unknown: set[Span] = attrs.field(factory=set)

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

    def steps(self, steps: tuple[core.CoreStep, ...], env: Env) -> None:
        """Note the payments among the steps."""
        for step in steps:
            if isinstance(step, core.Pay):
                named = any(isinstance(node, core.Local) for node in walk(step.amount))
                known = named and not self.unsure and self.eyes.see(step.amount, env).public
                (self.open if known else self.unknown).add(step.span)
            super().steps((step,), env)
