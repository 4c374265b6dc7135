"""Single mistakes of a designer's kind in shipped files are found, told once, and answered with a cure."""

from __future__ import annotations

from functools import cache

from tests.helpers.mistakes.generators import KINDS
from tests.helpers.mistakes.sampling import Rates, Verdict, draw, judge

SMALL = ("no_thanks", "first_game", "connect_four", "six_tricks", "kuhn_poker", "sealed_bid", "tic_tac_toe", "mogul")


@cache
def verdicts() -> tuple[Verdict, ...]:
    """Return what is found after a few mistakes of each kind; ``benchmarks/mistakes.py`` tries many more."""
    return tuple(judge(mistake) for mistake in draw(KINDS, SMALL, seed=5, share=0.2))


def rates() -> Rates:
    """Return the rates of the sample."""
    made = Rates()
    for verdict in verdicts():
        made.add(verdict)
    return made


def test_the_sample_is_wide() -> None:
    """Hundreds of mistakes, of all kinds, and no two of them the same."""
    texts = {(one.mistake.page.name, *map(str, one.mistake.texts)) for one in verdicts()}

    assert 0.95 * len(verdicts()) < len(texts)
    assert 200 < len(verdicts())
    assert 115 < len({one.mistake.kind.name for one in verdicts()})


def test_mistakes_are_found() -> None:
    """Of a hundred mistakes 98 are found."""
    assert [] == [str(one) for one in verdicts() if not one.is_found][rates().made // 50 :]


def test_mistakes_have_one_finding() -> None:
    """Of a hundred mistakes at least 92 give exactly one finding."""
    assert [] == [str(one) for one in verdicts() if len(one.found) > 1][rates().made * 8 // 100 :]


def test_findings_say_what_to_write() -> None:
    """Of a hundred mistakes at least 92 give a cure."""
    assert [] == [str(one) for one in verdicts() if not one.has_cure][rates().made * 8 // 100 :]


def test_cures_lead_to_the_game_that_was_meant() -> None:
    """Where a program can follow a cure, hardly one in a hundred leads elsewhere."""
    assert [] == [str(one) for one in verdicts() if one.wrong][rates().made // 100 :]
