"""Which games are to come: stretches of numbers, taken portion by portion, of several simulations in turns."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl.simulate.play.todo import Todo, gaps_between, stretches_of


@given(st.sets(st.integers(0, 60)), st.integers(0, 50))
def test_done_and_to_come_are_all(numbers: set[int], games: int) -> None:
    """Stretches hold what they are made of, in order and without gaps inside; gaps hold the rest, up to the end."""
    stretches = stretches_of(numbers)
    gaps = gaps_between(stretches[::-1], games)

    assert sorted(numbers) == [number for one in stretches for number in one]
    assert all(one.stop < other.start for one, other in pairwise(stretches))
    assert [number for number in range(games) if number not in numbers] == [number for one in gaps for number in one]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.sets(st.integers(0, 40))), min_size=1, max_size=3),
    st.lists(st.integers(1, 9), min_size=1),
)
def test_every_game_is_taken_once(simulations: list[tuple[int, set[int]]], sizes: list[int]) -> None:
    """In any portions, each game that is to come is taken once, none that is done; numbers never go back."""
    todo = Todo([games for games, _ in simulations], [stretches_of(done) for _, done in simulations])
    wanted = [(place, n) for place, (games, done) in enumerate(simulations) for n in range(games) if n not in done]
    many = todo.many
    taken, place = [], 0
    while todo:
        stretches = todo.take(sizes[place % len(sizes)])
        portion = [(at, number) for at, numbers in stretches for number in numbers]
        assert portion
        taken += sorted(portion, key=lambda one: one[::-1])
        place += 1

    assert sorted(wanted) == sorted(taken)
    assert taken == sorted(taken, key=lambda one: one[::-1])
    assert tuple(sum(at == place for at, _ in wanted) for place in range(len(simulations))) == many
    assert [] == todo.take(5)


@pytest.mark.parametrize("games", [1, 2, 7])
def test_simulations_go_on_together(games: int) -> None:
    """Whenever two are ended, as many games of each have been given out; a single game more where they are unequal."""
    todo = Todo([20, 20], [[], []])
    taken = todo.take(games)

    assert [(0, range(max(1, games // 2))), (1, range(max(1, games // 2)))] == taken


def test_a_thousand_million_games_are_no_list() -> None:
    """What is to come of very many games takes no memory for each."""
    todo = Todo([10**9], [[range(5, 10), range(999_999_990, 10**9)]])

    assert ((10**9 - 15,), [(0, range(5))]) == (todo.many, todo.take(7))
    assert [(0, range(10, 17))] == todo.take(7)
