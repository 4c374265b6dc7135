"""Two simulations of the same seeds -> the report on their differences, for every output format."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from gamedsl.game import Game
from gamedsl.option_values import written
from gamedsl.simulate.figures.differences import Difference, change_told, compare, pairs_of, told, value_told
from gamedsl.simulate.figures.wording import label, several
from gamedsl.simulate.play.results_file import hashes
from gamedsl.simulate.play.settings import Settings, program
from gamedsl.simulate.reports.findings import who_played
from gamedsl.simulate.reports.report import Report, Table
from gamedsl.simulate.reports.study import options_told, seeds_told, who_plays
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import actions_of, ended, results_of

_FEW = 100
_MARKS = {"real": "real", "perhaps": "perhaps", "open": ""}


@attrs.frozen
class Side:
    """One of the two simulations: the game, what was to be played, and the results."""

    game: Game
    settings: Settings
    results: Sequence[GameResult]


def compared_report(first: Side, second: Side) -> Report:
    """Return the report on what differs between two simulations."""
    declared = [name for name in first.game.checked.actions if name in second.game.checked.actions]
    found = compare(
        first.results, second.results, actions_of(declared, results_of(first.results), results_of(second.results))
    )
    names = _names(first, second)
    settings = first.settings
    facts = [("A", names[0]), ("B", names[1]), ("Players", f"{settings.players}: {who_plays(settings)}")]
    if first.game.options and second.game.name == first.game.name:
        facts.append(("Options of A", options_told(first.game, settings)))
    return Report(
        title=f"{names[0]} and {names[1]}: {several(len(pairs_of(first.results, second.results)[0]), 'pair')} of games",
        facts=(
            *facts,
            ("Seeds", f"{seeds_told(first.results)}, the same for A and B"),
            ("Made by", f"gamedsl {program()}"),
        ),
        findings=(*_remarks(first, second), *_told(found)),
        tables=tuple(_tables(first.game, found)),
        plots=(),
        metrics={},
        data=_data(names, (first, second), found),
    )


def _names(first: Side, second: Side) -> tuple[str, str]:
    """Return what the two sides are called: title, and the options in which B differs from A, or the file."""
    options = first.settings.options
    changes = [
        f"{name} = {written(value)}"
        for name, value in second.settings.options.items()
        if options.get(name, value) != value
    ]
    names = first.game.title, second.game.title + (f" with {', '.join(changes)}" if changes else "")
    if names[0] != names[1]:
        return names
    return f"{names[0]} ({first.settings.game})", f"{names[1]} ({second.settings.game})"


def _remarks(first: Side, second: Side) -> Iterator[str]:
    """Walk what to think of the sample."""
    yield from who_played(first.settings)
    yield from _kinship(first, second)
    pairs = len(pairs_of(first.results, second.results)[0])
    for name, side in zip("AB", (first, second), strict=True):
        for status, words in (("stopped", "could not go on because of a rule"), ("unfinished", "had no end")):
            count = ended(results_of(side.results))[status]
            if count:
                yield f"{several(count, 'game')} of {name} {words}; all else is compared only where both sides ended."
    if not pairs:
        yield "No game was played to its end on both sides, so little can be compared."
    elif pairs < _FEW:
        yield f"{several(pairs, 'pair')} of games {'is' if pairs == 1 else 'are'} few: only large differences show."
    else:
        yield f"{several(pairs, 'pair')} of games with the same seeds are compared."


def _kinship(first: Side, second: Side) -> Iterator[str]:
    """Say when A and B are one game without any change, or two games that have nothing to do with each other."""
    a, b = first.game.checked, second.game.checked
    if hashes(first.game) == hashes(second.game) and first.settings.options == second.settings.options:
        yield "A and B are the same game with the same options: nothing was changed, so nothing can differ."
    elif a.name != b.name and not a.bases and not b.bases:
        yield "A and B are different games: the same seeds do not make their games alike, so pairs tell little more."


def _told(found: Sequence[Difference]) -> Iterator[str]:
    real = [one for one in found if one.answer == "real"]
    perhaps = [one for one in found if one.answer == "perhaps"]
    if not real:
        yield "No real difference was found."
    for one in real:
        yield f"Real, A and B: {told(one)}."
    if perhaps:
        chance = f"of {len(found)} figures about one in twenty looks like this by chance"
        yield f"Perhaps real ({chance}): {'; '.join(map(told, perhaps))}."


def _tables(game: Game, found: Sequence[Difference]) -> Iterator[Table]:
    rows = tuple(
        (
            label(game.checked, one.figure, one.figure.row.comparison),
            value_told(one.first, one),
            value_told(one.second, one),
            change_told(one),
            _MARKS[one.answer],
        )
        for one in found
    )
    if rows:
        note = "The intervals say how large a difference may be; those of rates are percentage points."
        yield Table("All figures", ("", "A", "B", "B less A, 95 %", "difference"), rows, note)


def _data(names: tuple[str, str], sides: tuple[Side, Side], found: Sequence[Difference]) -> dict[str, Any]:
    return {
        "pairs": len(pairs_of(sides[0].results, sides[1].results)[0]),
        "games": [
            {"name": name, **one.settings.to_data(), "rules": one.game.checked.rules_hash, "endings": _endings(one)}
            for name, one in zip(names, sides, strict=True)
        ],
        "differences": [
            {
                "name": one.name,
                "words": one.words,
                "unit": one.figure.row.unit,
                "first": one.first,
                "second": one.second,
                "difference": one.difference.value,
                "low": _known(one.difference.low),
                "high": _known(one.difference.high),
                "size": one.difference.size,
                "answer": one.answer,
            }
            for one in found
        ],
    }


def _endings(side: Side) -> dict[str, int]:
    return dict(sorted(ended(results_of(side.results)).items()))


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
