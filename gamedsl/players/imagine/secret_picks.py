"""Open loops of a deal -> the same in an order that tells nothing of what was picked meanwhile in secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.engine.state.saving import mixes_of
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.randomness import Random

Heap = tuple[int, ...]


def blurred(engine: Engine, s: State, seat: int) -> Iterator[tuple[int, int, list[Heap]]]:
    """Walk the loops of which a seat cannot tell which pieces were picked: paragraph, place, the heaps picked from."""
    notes = [(things, loop) for things, loop, blind, sort in mixes_of(s) if sort == "picked" and blind >> seat & 1]
    for number, one in enumerate(engine.open(s) if notes else ()):
        for place in one.loops:
            heaps = [tuple(things) for things, loop in notes if one.frame[place] == tuple(loop)]
            if heaps:
                yield number, place, heaps


def loops_again(
    engine: Engine,
    base: State,
    s: State,
    seat: int,
    order: Mapping[int, int],
    moved: Mapping[int, int],
    random: Random,
) -> None:
    """Put other pieces of the same heaps into the loops of a deal ``s`` of ``base``, in which ``moved`` ones lie.

    ``order`` says where hidden pieces come in an order that does not depend on what they are.
    """
    for number, place, heaps in blurred(engine, base, seat):
        opened, dealt = engine.open(base)[number], engine.open(s)[number]
        true, var = opened.frame, opened.loops[place]
        loop = list(true[place])
        turn = loop.index(true[var]) if true[var] in loop else None
        for heap in heaps:
            inside = sorted(heap, key=lambda piece: (order.get(piece, -1), piece))
            places = [at for at, piece in enumerate(loop) if piece in heap]
            for at, piece in zip(places, random.sample(inside, len(places)), strict=True):
                loop[at] = piece
        dealt.put(place, tuple([moved.get(piece, piece) for piece in loop]))
        if turn is not None:
            dealt.put(var, dealt.frame[place][turn])
