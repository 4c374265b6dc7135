"""Room for calls inside each other: who needs it at the same time, in whatever order they leave."""

from __future__ import annotations

from sys import getrecursionlimit

from gamedsl.collecting import DEEP, deep, leave_room, make_room


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
