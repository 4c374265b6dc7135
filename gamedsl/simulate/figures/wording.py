"""Figures and named things of a game -> how reports call them."""

from __future__ import annotations

import math
from collections.abc import Callable

from gamedsl.engine.words.place_names import template
from gamedsl.semantics.core.model import CheckedGame, Named
from gamedsl.simulate.figures.estimates import Estimate
from gamedsl.simulate.figures.metrics import Metric
from gamedsl.simulate.figures.row import Each, Figure, In, LeftOut

_SHORT = 44


def number(value: float) -> str:
    """Return a number for people: two digits behind the point below 10, one below 1000."""
    if not math.isfinite(value):
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 1000 else f"{value:,.0f}"


def per_cent(value: float) -> str:
    """Return a share in per cent."""
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def interval(found: Estimate, unit: str) -> str:
    """Return the 95 % interval in words."""
    show = per_cent if unit == "rate" else number
    return "–" if not math.isfinite(found.low) else f"{show(found.low)} to {show(found.high)}"


def value_of(metric: Metric) -> str:
    """Return the value of a metric for people."""
    return per_cent(metric.estimate.value) if metric.unit == "rate" else number(metric.estimate.value)


def is_figure(cell: str) -> bool:
    """Tell whether the text of a cell begins with a number or stands for a missing one."""
    return cell[:1] in tuple("-–0123456789")


def several(count: int, one: str, many: str = "") -> str:
    """Return a number with the form of a word that fits it."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def words_of(thing: Named) -> str:
    """Return the words of a paragraph or entry, with … where a value stands in play; its name when it has none."""
    if thing.words is None or not thing.words.parts:
        return thing.name.replace("_", " ")
    return template(thing.words)


def short_words(thing: Named) -> str:
    """Return the words of a paragraph or entry for a narrow column: cut at a colon or between words."""
    words = words_of(thing)
    if len(words) <= _SHORT:
        return words
    head = words.partition(":")[0]
    if len(head) <= _SHORT:
        return head
    return words[:_SHORT].rpartition(" ")[0] + " …"


def action_words(game: CheckedGame, name: str) -> str:
    """Return the words of an action for a narrow column; passing is none of the rules."""
    return short_words(game.actions[name]) if name in game.actions else name.capitalize()


def action_row(game: CheckedGame, name: str) -> str:
    """Return the words of an action with its name in the rules, where that is another."""
    words = action_words(game, name)
    return words if words.casefold() == name.replace("_", " ").casefold() else f"{words} ({name})"


def own_words(game: CheckedGame, name: str) -> str:
    """Return the words of a metric of the rules, and behind them the seat that it is measured for."""
    metric, _, seat = name.partition(".seat_")
    words = short_words(game.metrics[metric]) if metric in game.metrics else metric
    return f"{words}, seat {seat}" if seat else words


def label(game: CheckedGame, figure: Figure, place: In | LeftOut) -> str:
    """Return what a figure is called at its place; where it has none, its words."""
    if isinstance(place, LeftOut) or not place.label:
        return figure.words
    return place.label.format(_THINGS[figure.row.each](game, figure.thing.name))


_THINGS: dict[Each, Callable[[CheckedGame, str], str]] = {
    "game": lambda game, name: name,
    "seat": lambda game, name: name,
    "kind": lambda game, name: name,
    "source": lambda game, name: short_words(game.sources[name]),
    "checkpoint": lambda game, name: name,
    "action": action_row,
    **dict.fromkeys(("number", "condition", "number of players", "condition of players"), own_words),
    **dict.fromkeys(("number of seat", "condition of seat"), own_words),
}
"""What metrics are about, in words of the rules."""
