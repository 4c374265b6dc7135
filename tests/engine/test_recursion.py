"""Which paragraphs may be carried out inside themselves: of any ways between them, and of very many triggers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import gamedsl
from gamedsl.engine.state.recursion import _Circles, recursive
from tests.helpers.texts import game_text


def _by_closing(ahead: dict[str, set[str]]) -> set[str]:
    """Return the keys that lead to themselves, by adding what is reached until nothing is new."""
    reach = {key: set(found) for key, found in ahead.items()}
    for _ in reach:
        for found in reach.values():
            found |= set().union(*(reach.get(one, set()) for one in found))
    return {key for key, found in reach.items() if key in found}


def test_circles_are_those_of_what_is_reached() -> None:
    """Keys that are nowhere described are led to as well, and lead nowhere."""
    chance = Random(4)
    many = 0
    for _ in range(2_000):
        keys = chance.randint(1, 9)
        ahead = {str(at): {str(chance.randint(0, keys)) for _ in range(chance.randint(0, 3))} for at in range(keys)}
        wanted = _by_closing(ahead)
        many += len(wanted)
        assert _Circles(ahead).found == wanted
    assert many > 2_000


def test_a_chain_may_be_longer_than_calls_are_deep() -> None:
    """Only the circle at its end is one."""
    ahead = {str(at): {str(at + 1)} for at in range(5_000)}
    assert _Circles(ahead).found == set()
    assert _Circles(ahead | {"5000": {"4998"}}).found == {"4998", "4999", "5000"}


def test_each_way_between_paragraphs_is_followed_once() -> None:
    """Triggers that watch may all set each other off: so many ways are there, and no more looks at them."""
    looks = 0

    class Counted(list[str]):
        def __iter__(self) -> Iterator[str]:
            nonlocal looks
            for one in super().__iter__():
                looks += 1
                yield one

    names = [str(at) for at in range(300)]
    assert _Circles({name: Counted(names) for name in names}).found == set(names)
    assert looks == 300 * 300


def test_rules_and_triggers_of_a_game() -> None:
    """What only calls others is not carried out inside itself."""
    text = game_text("engine/recursion")
    assert recursive(gamedsl.loads(text).checked) == {"rule three", "trigger watch"}
