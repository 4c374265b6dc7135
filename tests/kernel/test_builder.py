"""Expressions in their simplest form mean what they meant, and lie in the intervals that they say."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.kernel import builder as m
from gamedsl.kernel.printing.python import Printer
from gamedsl.kernel.program import Expression, Int, Name, Program, Word
from tests.helpers.suite.nightly import examples

NUMBERS = {"a": Int(-3, 5), "b": Int(0, 4), "c": Int(2, 2)}
WORDS = {"v": Word(5), "w": Word(7)}


@st.composite
def numbers(draw: st.DrawFn, deep: int = 3) -> Expression:
    """Numbers made of constants and places."""
    if deep == 0 or draw(st.booleans()):
        name = draw(st.sampled_from([*NUMBERS, ""]))
        return Name(name, NUMBERS[name]) if name else m.number(draw(st.integers(-4, 4)))
    kind = draw(st.sampled_from(["+", "-", "*", "if", "size", "sum"]))
    if kind == "if":
        return m.choose(draw(conditions(deep - 1)), draw(numbers(deep - 1)), draw(numbers(deep - 1)))
    if kind == "size":
        return m.size(draw(words(deep - 1)))
    if kind == "sum":
        return m.plus(draw(numbers(deep - 1)), draw(st.integers(-3, 3)), draw(numbers(deep - 1)))
    return m.arithmetic(kind, draw(numbers(deep - 1)), draw(numbers(deep - 1)))


@st.composite
def words(draw: st.DrawFn, deep: int = 3) -> Expression:
    """Words made of constants and places."""
    if deep == 0 or draw(st.booleans()):
        name = draw(st.sampled_from([*WORDS, ""]))
        return Name(name, WORDS[name]) if name else m.word(draw(st.integers(0, 31)), 5)
    if draw(st.booleans()):
        return m.shifted(draw(words(deep - 1)), draw(st.integers(0, 2)), 16)
    return m.combine(draw(st.sampled_from(["&", "|", "^", "&~"])), draw(words(deep - 1)), draw(words(deep - 1)))


@st.composite
def conditions(draw: st.DrawFn, deep: int = 3) -> Expression:
    """Conditions over numbers and words."""
    kind = draw(st.sampled_from(["compare", "has", "not", "both", "either"]))
    if deep == 0 or kind == "compare":
        sign = draw(st.sampled_from(m.COMPARISONS))
        return m.compare(sign, draw(numbers(max(0, deep - 1))), draw(numbers(max(0, deep - 1))))
    if kind == "has":
        return m.has(draw(words(deep - 1)), m.number(draw(st.integers(0, 4))))
    if kind == "not":
        return m.opposite(draw(conditions(deep - 1)))
    join = m.both if kind == "both" else m.either
    return join(draw(conditions(deep - 1)), draw(conditions(deep - 1)))


def evaluated(x: Expression, places: dict[str, int]) -> Any:
    """Return the value of an expression as the Python printer writes it."""
    return eval(Printer(Program()).value(x), {}, dict(places))  # noqa: S307


PLACES = st.fixed_dictionaries(
    {name: st.integers(kind.low, kind.high) for name, kind in NUMBERS.items()}
    | {name: st.integers(0, (1 << kind.width) - 1) for name, kind in WORDS.items()}
)


@settings(max_examples=examples(50))
@given(numbers(), PLACES)
def test_numbers_lie_in_their_intervals(x: Expression, places: dict[str, int]) -> None:
    """What the interval of a number says holds for all that its places can be."""
    low, high = m.interval(x)
    assert low <= evaluated(x, places) <= high


@settings(max_examples=examples(50))
@given(words(), PLACES)
def test_words_are_as_wide_as_they_say(x: Expression, places: dict[str, int]) -> None:
    """No word holds a number beyond its width."""
    assert 0 <= evaluated(x, places) < 1 << m.width(x)


@settings(max_examples=examples(50))
@given(conditions(), PLACES)
def test_opposites(x: Expression, places: dict[str, int]) -> None:
    """Exactly one of a condition and its opposite holds."""
    assert bool(evaluated(x, places)) != bool(evaluated(m.opposite(x), places))


@settings(max_examples=examples(50))
@given(st.sampled_from(m.COMPARISONS), numbers(), numbers(), PLACES)
def test_comparisons(sign: str, one: Expression, other: Expression, places: dict[str, int]) -> None:
    """A comparison that is decided by intervals is decided rightly."""
    expected = evaluated(m.number(evaluated(one, places)), places), evaluated(other, places)
    plain = {"=": expected[0] == expected[1], "!=": expected[0] != expected[1], "<": expected[0] < expected[1]}
    plain |= {"<=": not expected[0] > expected[1], ">": expected[0] > expected[1], ">=": not plain["<"]}
    assert plain[sign] == bool(evaluated(m.compare(sign, one, other), places))


def test_what_is_in_a_word_is_a_number() -> None:
    """Whether a number is in a word is 0 or 1 where it is counted with, whatever stands beside it."""
    inside = m.has(Name("v", WORDS["v"]), Name("b", NUMBERS["b"]))
    for v in range(1 << 5):
        assert [v >> b & 1 for b in range(5)] == [evaluated(inside, {"v": v, "b": b}) for b in range(5)]
