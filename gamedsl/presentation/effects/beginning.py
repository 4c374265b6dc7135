"""The set-up of a game and its options -> what of them players want to know: with what one begins, what is otherwise"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.effects.parts import is_quiet
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

LEFT_OUT = ("shuffle", "move")
"""What of a set-up is not told: how piles are made."""
_ROLLS = (core.RollDice, core.RollPieces, core.RollValue)


def laid_out(game: model.CheckedGame, steps: Sequence[core.CoreStep]) -> list[core.CoreStep]:
    """Return the steps of a set-up that give players something, lay something out for all, or roll.

    How piles are mixed and what is put away is left out; names that others use stay.
    """
    return [
        step for step in steps if isinstance(step, core.Let) or any(_tells(game, part, step) for part in walk(step))
    ]


def _tells(game: model.CheckedGame, part: object, step: core.CoreStep) -> bool:
    if not isinstance(part, core.Pay | core.Deal):
        return isinstance(part, _ROLLS)
    zone = game.zones[part.target.entry]
    if zone.each == "player":
        return True
    return part is step and zone.form != "stack" and not is_quiet(zone)


def played_with(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the options that are not as they are by default: their names, and in words how they are played."""
    for option in layout.game.options.values():
        value = layout.options[option.name]
        if isinstance(option.type, t.WordType):
            usual: bool | int | None = 0
        else:
            usual = None if isinstance(option.values[0], str) else option.values[0]
        if value == usual:
            continue
        yield option.name, headed(static_words(option), _value(layout.game, option, value))


def _value(game: model.CheckedGame, option: model.Option, value: bool | int | None) -> str:
    if value is None:
        return gettext("unlimited")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if not isinstance(option.type, t.WordType):
        return str(value)
    listed = game.word_lists[option.type.words]
    word = listed.words_of[value]
    return listed.labels.get(word, bare(word))
