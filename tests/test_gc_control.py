"""Room for calls inside each other: who needs it at the same time, in whatever order they leave."""

from __future__ import annotations

import gc
from sys import getrecursionlimit

import pytest

from gamedsl.gc_control import DEEP, deep, leave_room, make_room, staying


def test_room_is_taken_back_when_the_last_has_left() -> None:
    """Two threads overlap: the one who came later leaves later, and must not put back what the first had made."""
    before = getrecursionlimit()
    make_room()
    make_room()
    leave_room()
    assert max(before, DEEP) == getrecursionlimit()
    leave_room()
    assert before == getrecursionlimit()


def test_room_is_taken_back_after_an_error() -> None:
    """What goes wrong inside leaves nothing behind."""
    before = getrecursionlimit()
    try:
        with deep():
            raise ValueError
    except ValueError:
        assert before == getrecursionlimit()


def test_what_stays_is_looked_at_again_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """While much is made that stays the collector leaves that alone; what others have told it is left to them."""
    done = list[str]()
    frozen = [0, 5]
    monkeypatch.setattr(gc, "get_freeze_count", lambda: frozen.pop(0))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "unfreeze", lambda: done.append("unfreeze"))
    with staying() as stay:
        stay()
        with staying() as more:
            more()
        stay()
    assert ["freeze", "freeze", "unfreeze"] == done
