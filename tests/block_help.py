"""States of the engine and blocks of the kernel side by side: every attribute the same at every decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import HEADER, RUNNING, STOPPED, State
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.reading import Reading
from tests.kernel_help import POLICY

LISTS = (
    *("purses", "zones", "values", "dice", "place", "spot", "known", "aware", "scores", "points"),
    *("latches", "draws"),
)
SINGLE = ("key", "game_number", "armed", "status", "end", "winners", "turn_of", "decisions")


class Reader:
    """An engine, its kernel, and what reads the blocks of it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        program = program_of(engine)
        self.kernel, self.reading = PythonKernel(program), Reading(engine, program)

    def start(self, seed: int) -> tuple[State, BlockState]:
        """Return a game at its first decision, on both sides."""
        block = BlockState(self.reading, self.kernel.start(seed))
        block.seed = seed
        return self.engine.start(seed, log=False), block

    def step(self, s: State, block: BlockState) -> bool:
        """Choose at random on both sides; tell whether there was a choice."""
        codes = self.engine.codes(s)
        if not codes or not self.kernel.codes(block):
            return False
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        self.engine.apply(s, code)
        self.kernel.apply(block, code)
        return True


def other_attributes(engine: Engine, s: State, block: BlockState) -> list[Any]:
    """Return what a block says otherwise than a state: names, with both."""
    found: list[Any] = [
        (name, at, one, other)
        for name in LISTS
        for at, (one, other) in enumerate(zip(getattr(s, name), getattr(block, name), strict=True))
        if one != other
    ]
    found += [(one, getattr(s, one), getattr(block, one)) for one in SINGLE if getattr(s, one) != getattr(block, one)]
    if [tuple(sorted(done)) for done in s.turns] != block.turns:
        found.append(("turns", s.turns, block.turns))
    return [*found, *_other_frames(engine, s, block)]


def _other_frames(engine: Engine, s: State, block: BlockState) -> Iterator[Any]:
    """Walk where open paragraphs differ, but for what is left in places that mean nothing any more."""
    expected, opened = engine.open(s), block.open()
    if [_named(one) for one in expected] != [_named(one) for one in opened] or s.active != block.active:
        yield "open", expected, opened
        return
    for one, other in zip(expected, opened, strict=True):
        frame, found = one.frame, other.frame
        for at in range(HEADER, min(len(frame), len(found))):
            if at not in other.held and found[at] is not None and frame[at] != found[at]:
                yield one.paragraph, at, frame, list(found)
        under_way = [(frame[place], is_list, one.loops.get(place)) for place, is_list in sorted(one.held.items())]
        for place, is_list in sorted(other.held.items()):
            if not any(_is_same(row, (found[place], is_list, other.loops.get(place))) for row in under_way):
                yield one.paragraph, place, under_way, found[place]


def _named(one: OpenParagraph) -> tuple[str, bool, Any]:
    return one.paragraph, one.is_offer, one.frame[2:HEADER]


def _is_same(row: tuple[Any, ...], found: tuple[Any, ...]) -> bool:
    """Tell whether the pieces of a loop are the same: of one through a set a block has only those that are left."""
    pieces, left = row[0], found[0]
    return row[1:] == found[1:] and pieces is not None and pieces[len(pieces) - len(left) :] == left


def read_alike(engine: Engine, seed: int, limit: int = 250) -> list[Any]:
    """Play a random game on both sides; return the first differences between the states, with the decision."""
    reader = Reader(engine)
    s, block = reader.start(seed)
    while s.decisions < limit:
        stuck = s.status == STOPPED or (
            s.status != RUNNING and block.status == RUNNING and not reader.kernel.codes(block)
        )
        found = [] if stuck else other_attributes(engine, s, block)
        if found:
            return [s.decisions, *found]
        if not reader.step(s, block):
            return []
    return []
