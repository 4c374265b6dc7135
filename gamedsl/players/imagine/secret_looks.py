"""A state and a seat -> what others have seen, as far as this seat can tell, and the rest of it anew.

A seat that does not look into a heap sees that a piece of it was shown to others, but not which: of those that it knows
there, and of the others, each may be the one.
"""

from __future__ import annotations

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.randomness import Random


def is_open_to(engine: Engine, s: State, piece: int, seat: int) -> bool:
    """Tell whether a seat can tell a piece from others in its place: by its height, as the only one, or as it sees it.

    Where a piece lies nowhere nobody can mistake it.
    """
    drawing, cell = engine.drawing, s.place[piece]
    return cell < 0 or drawing.stack[cell] or drawing.slot[cell] or bool(drawing.viewers[cell] >> seat & 1)


def marked(engine: Engine, s: State, seat: int) -> dict[int, list[int]]:
    """Return to whom each piece was shown since the last action, where the seat can tell that it was this one."""
    found: dict[int, list[int]] = {}
    for piece, seats in s.exposed:
        if seats >> seat & 1 or is_open_to(engine, s, piece, seat):
            found.setdefault(piece, []).append(seats)
    return found


def show_again(engine: Engine, s: State, seat: int, random: Random) -> None:
    """Let others have been shown any piece of each heap from which they were shown one: in a deal.

    Those shown to the same seats are different ones, as long as there are others: they may have been shown at once.
    """
    found: list[tuple[int, int]] = []
    left: dict[tuple[int, int], list[int]] = {}
    for piece, seats in s.exposed:
        if seats >> seat & 1 or is_open_to(engine, s, piece, seat):
            found.append((piece, seats))
            continue
        heap = s.place[piece]
        others = left.get((heap, seats)) or random.sample(s.zones[heap], len(s.zones[heap]))
        found.append((others.pop(), seats))
        left[heap, seats] = others
    s.exposed = tuple(sorted(found))
