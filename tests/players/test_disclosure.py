"""Whether a decision has told somebody about hidden things: then it cannot be taken back."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl import studies
from tests.helpers.texts import game_text

GAME = game_text("players/disclosure")


@pytest.mark.parametrize(
    ("move", "told"),
    [("clue", True), ("parity", True), ("own", True), ("save", False), ("rest", False), ("ask", True), ("pass", False)],
)
def test_what_tells(move: str, told: bool) -> None:
    """What depends on hidden cards tells; what a seat knows tells the other seats; all else tells nothing."""
    before = gamedsl.loads(GAME).start(seed=4)
    after = before.copy()
    after.apply(move)
    assert "" == studies.seen_since(after, before)
    assert told == studies.has_disclosed(after, before)


def test_several_decisions_tell_together() -> None:
    """What was told by any of the decisions since then counts; states and logs stay as they are."""
    before = gamedsl.loads(GAME).start(seed=4)
    before.apply("rest")
    after = before.copy()
    after.apply("save")
    assert not studies.has_disclosed(after, before)
    after.apply("clue")
    fingerprints = before.fingerprint(), after.fingerprint(), after.log()
    assert studies.has_disclosed(after, before)
    assert fingerprints == (before.fingerprint(), after.fingerprint(), after.log())


def test_bids_that_are_opened_tell() -> None:
    """The last of those who write down bids together sees the others'; those before see nothing."""
    table = gamedsl.load("sealed_bid").start(players=3, seed=4)
    told = []
    for _ in range(3):
        before = table.copy()
        table.apply("bid_coins(3)")
        told.append(studies.has_disclosed(table, before))
    assert [False, False, True] == told
