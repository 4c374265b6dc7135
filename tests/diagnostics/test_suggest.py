"""Suggestions for words that nobody knows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.diagnostics.suggest import did_you_mean, edit_distance, listed, suggest
from tests.helpers.suite.nightly import examples


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("bnak", ["bank", "box", "pot"], ["bank"]),
        ("Bank", ["bonk", "bank"], ["bank", "bonk"]),
        ("shares", ["share", "shares_left", "chairs", "sharks", "spares", "square"], ["share", "sharks", "spares"]),
        ("a", ["b", "ab", "abc", "bc"], ["b", "ab"]),
        ("auction", ["bidding"], []),
        ("bank", ["bank"], []),
        ("cash", ["cast", "cast"], ["cast"]),
        ("x", [], []),
    ],
)
def test_suggest(word: str, candidates: list[str], expected: list[str]):
    """The nearest come first, equals in the order given, at most three, each once, never the word itself."""
    assert expected == suggest(word, candidates)


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        ([], ""),
        (["bank"], "`bank`"),
        (["bank", "bonk"], "`bank` or `bonk`"),
        (["bank", "bonk", "bunk"], "`bank`, `bonk` or `bunk`"),
    ],
)
def test_did_you_mean(candidates: list[str], expected: str):
    """Suggestions are listed as people write lists."""
    assert expected == did_you_mean("benk", candidates)


def test_listed_with_and():
    """The joining word can be chosen."""
    assert "`a` and `b`" == listed(["a", "b"], "and")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [("", "abc", 3), ("abc", "abc", 0), ("abcd", "abdc", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)],
)
def test_edit_distance(a: str, b: str, expected: int):
    """Edits and swaps of neighbours count one each."""
    assert expected == edit_distance(a, b, 9)


@settings(max_examples=examples(20))
@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edit_distance_is_symmetric(a: str, b: str):
    """It takes as many edits there as back, none only for equal words, never more than the longer word has letters."""
    distance = edit_distance(a, b, 9)

    assert edit_distance(b, a, 9) == distance
    assert (a == b) == (distance == 0)
    assert abs(len(a) - len(b)) <= distance <= max(len(a), len(b))
