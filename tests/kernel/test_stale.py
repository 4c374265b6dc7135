"""Values that are left over from before: which they are, and that games go the same way whatever they say."""

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.program import Word
from tests.kernel.test_liveness import playing
from tests.kernel_help import POLICY
from tests.nightly import NIGHTLY


def scrambled(s: Any, random: Random) -> tuple[Any, int]:
    """Return a copy of a state in which values that are stale are something else, and how many these are."""
    new, changed = s.copy(), 0
    for name in sorted(s.left_over()):
        kind = s.reading.program.fields[f"value.{name}"].type
        at = s.reading.at[f"value.{name}"]
        new[at] = random.getrandbits(kind.width) if isinstance(kind, Word) else random.randint(kind.low, kind.high)
        changed += new[at] != s[at]
    return new, changed


def played(engine: KernelEngine, seed: int, limit: int) -> int:
    """Play at random, and beside it the same game with anything in what is stale; return how much was otherwise."""
    random, found = Random(seed), 0
    s: Any = engine.start(seed)
    other = s.copy()
    while s.decisions < limit and (codes := engine.codes(s)):
        other, changed = scrambled(other, random)
        found += changed
        assert codes == engine.codes(other)
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        engine.apply(s, code)
        engine.apply(other, code)
        assert (s.status, list(s.points)) == (other.status, list(other.points))
    assert engine.outcome(s) == engine.outcome(other)
    return found


@pytest.mark.parametrize("name", ["mogul", "mogul_open_purse"] if NIGHTLY else ["mogul"])
def test_what_is_stale_decides_nothing(name: str) -> None:
    """Whatever stands there, the same choices are possible, and the game ends in the same way."""
    assert sum(played(playing(name), seed, 200) for seed in range(4)) > 20


@pytest.mark.parametrize(
    "name", [*(("quatre_etoiles", "saloon_tycoon", "tycoon") if NIGHTLY else ()), "liars_dice", "six_tricks"]
)
def test_what_is_needed_is_not_stale(name: str) -> None:
    """Nothing goes otherwise where paragraphs are called by others, who may need what these do not read."""
    for seed in range(2):
        played(playing(name), seed, 60)


def test_left_over_between_two_auctions() -> None:
    """Who has won an auction counts until the winner has acted, and is nobody's business before the next one."""
    table = gamedsl.load("mogul").start(players=3, seed=7)
    found: dict[str, set[str]] = {}
    for _ in range(60):
        view = table.view(None)
        assert view.phase is not None
        found.setdefault(view.phase, set()).update(value.entry for value in view.values if value.stale)
        table.apply(table.codes()[-1])
    assert {"bidders", "winner", "second"} == found["loans"]
    assert {"winner"} == found["auction"]
    assert {"bidders"} == found["winner_acts"]
    assert {"bidders"} == found["second_acts"]
