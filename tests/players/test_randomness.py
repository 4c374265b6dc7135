"""The random and real numbers of players are the same on every machine, and are what their names say."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gamedsl.players.randomness import Random
from gamedsl.players.search.reals import exp, log, log_of
from gamedsl.players.seeding import generator


def test_numbers_are_those_of_splitmix64() -> None:
    """The generator is SplitMix64, begun with a mixed seed: its reference gives the same numbers for that state."""
    random = Random(0)
    random.at = 1234567 + 0x9E3779B97F4A7C15  # the reference adds before it mixes
    assert [6457827717110365317, 3203168211198807973, 9817491932198370423] == [random.getrandbits(64) for _ in range(3)]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**80))
def test_numbers_stay_below(seed: int, outcomes: int) -> None:
    """Of any number of outcomes, also of more than a word holds, one is drawn."""
    assert 0 <= Random(seed).below(outcomes) < outcomes
    assert outcomes <= Random(seed).randint(outcomes, outcomes + 3) <= outcomes + 3


def test_outcomes_are_equally_likely() -> None:
    """Each of some things comes up about equally often, wherever it stands: chosen, in samples, behind shuffling."""
    random, found = Random(1), Counter[tuple[str, object]]()
    for _ in range(3000):
        found["choice", random.choice("abc")] += 1
        found["sample", tuple(random.sample("abc", 2))] += 1
        shuffled = list("abc")
        random.shuffle(shuffled)
        found["shuffle", tuple(shuffled)] += 1
        found["share", int(random.random() * 3)] += 1
    assert {"choice": 3, "sample": 6, "shuffle": 6, "share": 3} == Counter(kind for kind, _ in found)
    for (kind, _), times in found.items():
        expected = 500 if kind in ("sample", "shuffle") else 1000
        assert abs(times - expected) < 5 * math.sqrt(expected)


def test_parts_and_decisions_have_numbers_of_their_own() -> None:
    """No two parts of the thinking of any players begin alike."""
    begins = [generator(*one).at for one in [(s, d, p) for s in range(10) for d in range(20) for p in range(600)]]
    assert len(begins) == len(set(begins))


@given(st.floats(-30.0, 30.0))
def test_exp(x: float) -> None:
    """It is the power of e, but for the last digits."""
    assert math.isclose(math.exp(x), exp(x), rel_tol=4e-15)


@given(st.integers(1, 2**40))
def test_log(number: int) -> None:
    """It is the natural logarithm, but for the last digits; that of 1 is nothing at all."""
    assert math.isclose(math.log(number), log(float(number)), rel_tol=1e-15)
    assert log_of(number) == log(float(number))
    assert log(1.0) == 0.0


def test_real_numbers_are_the_same_everywhere() -> None:
    """Only operations that every machine rounds alike are used, so that not one bit is another."""
    assert ["0x1.5bf0a8b14576ap+1", "0x1.80ab743453c10p-15", "0x1.26bb1bbb55515p+1"] == [
        one.hex() for one in (exp(1.0), exp(-9.99), log(10.0))
    ]
