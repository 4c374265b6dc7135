"""Steps that throw, mix and show what lies somewhere -> what they do, as data and in words"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.i18n.speaking import gettext, mark
from gamedsl.presentation.effects.deed import Deed, DeedKind
from gamedsl.presentation.verbalize.agreeing import is_many
from gamedsl.presentation.verbalize.in_general import Phrases
from gamedsl.presentation.verbalize.scope import Scope, nothing_known
from gamedsl.semantics import core

Tell = Callable[[Phrases, Any, Scope], list[Deed]]


def _in_place(kind: DeedKind, one: str, several: str) -> Tell:
    """Return what tells that something is done in a place; ``several``: of one whose name is that of several things."""

    def tell(phrases: Phrases, step: Any, scope: Scope) -> list[Deed]:
        place = phrases.place(step.zone, scope)
        return [Deed(kind, gettext(several if is_many(place) else one, place=place), source=place)]

    return tell


def _roll(phrases: Phrases, step: core.RollDice, scope: Scope) -> list[Deed]:
    words = phrases.entry(phrases.game.dice[step.dice])
    one = f" {phrases.of(step.index, scope)}" if step.index is not None else ""
    return [Deed("roll", gettext("roll {what}", what=words + one), what=step.dice)]


def _roll_pieces(phrases: Phrases, step: core.RollPieces, scope: Scope) -> list[Deed]:
    return [Deed("roll", gettext("roll {what}", what=phrases.of(step.pieces, scope)))]


def _roll_value(phrases: Phrases, step: core.RollValue, scope: Scope) -> list[Deed]:
    target = phrases.of(step.target, attrs.evolve(scope, now=nothing_known))
    words = gettext("{what} is rolled: {values}", what=target, values=phrases.of(step.domain, scope))
    words = gettext("{what} is drawn by lot", what=target) if isinstance(step.domain, core.AllPlayers) else words
    return [Deed("roll", words, target=target)]


def _show(phrases: Phrases, step: core.Show, scope: Scope) -> list[Deed]:
    what, viewers = phrases.of(step.pieces, scope), phrases.of(step.viewers, scope)
    return [Deed("show", gettext("{what} is shown to {players}", what=what, players=viewers), what=what)]


def _show_value(phrases: Phrases, step: core.ShowValue, scope: Scope) -> list[Deed]:
    what = phrases.of(step.target, attrs.evolve(scope, now=nothing_known))
    viewers = phrases.of(step.viewers, scope)
    return [Deed("show", gettext("{what} is shown to {players}", what=what, players=viewers), what=what)]


PLAIN: dict[type[core.CoreStep], Tell] = {
    core.Shuffle: _in_place("shuffle", mark("{place} is shuffled"), mark("{place} are shuffled")),
    core.RollDice: _roll,
    core.RollPieces: _roll_pieces,
    core.RollValue: _roll_value,
    core.Show: _show,
    core.ShowValue: _show_value,
}
"""What tells of kinds of steps whose words need nothing but those of their parts."""
