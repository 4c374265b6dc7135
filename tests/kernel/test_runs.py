"""Runs of rows tell the same of single games as a list with an entry for each."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.kernel.native.runs import ROW, Runs
from tests.helpers.suite.nightly import examples

RUNS = st.lists(st.tuples(st.booleans(), st.integers(1, 6), st.integers(0, 3)), max_size=6)


def entries(drawn: list[tuple[bool, int, int]]) -> tuple[Runs, list[tuple[int, int]]]:
    """Return runs in the order of their numbers, and the row and number of each game."""
    runs, games, number = list[tuple[int, int, int]](), list[tuple[int, int]](), 0
    for at, (has_row, many, gap) in enumerate(drawn, 1):
        row, number = (1_000 * at if has_row else 0), number + gap
        runs.append((row, number, many))
        games += [(row + ROW * one if row else 0, number + one) for one in range(many)]
        number += many
    return Runs(runs), games


@settings(max_examples=examples(25))
@given(RUNS, st.data())
def test_runs_are_lists_of_games(drawn: list[tuple[bool, int, int]], data: st.DataObject) -> None:
    """All that is told of them, parts of them and games that are picked from them."""
    runs, games = entries(drawn)
    first, behind = sorted(data.draw(st.tuples(*2 * [st.integers(0, len(games))])))
    part, picked = runs.part(first, behind), runs.picked(range(first, behind))
    halves = [one.at(at) for _, one in runs.parts(2) for at in range(len(one))]

    assert games == [runs.at(at) for at in range(len(runs))] == halves
    assert games[first:behind] == [part.at(at) for at in range(len(part))] == [*map(picked.at, range(len(picked)))]
    assert [number for _, number in games] == [*runs.all_numbers]
    assert [*range(len(games))] == [runs.place_of(number) for _, number in games]
    assert [at for at, (row, _) in enumerate(games) if not row] == [*runs.without_rows()]
    assert [number for _, number in games] == [*Runs.of([number for _, number in games], 0).all_numbers]
    assert {number for _, number in games} >= {*runs.edges} >= {number for _, number in (games[:1] + games[-1:])}
