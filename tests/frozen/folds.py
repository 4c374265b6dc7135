"""An engine and a seed -> what it says of a random game, decision by decision, and folds of that: short texts

``played`` is about the course of a game: who decides what, the choices, every field of the state. ``told`` is about the
words: events, questions, texts of choices, views, reasons, and deals of what a seat does not know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.engine.state.flat import RUNNING, measured_of, mixes_back
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.judge import Judge
from gamedsl.presentation import refusal
from gamedsl.presentation.views import project

Said = dict[str, Any]
Story = Callable[[Engine, int, int], Iterator[Said]]
LISTS = (
    *("purses", "zones", "values", "dice", "place", "spot", "known", "aware", "scores", "points"),
    *("latches", "draws"),
)
SINGLE = ("game_number", "armed", "turn_of", "exposed")
END = ("end", "winners", "ranking", "error")
FEW = 8
DIGITS = 12


def fold(parts: Iterable[Said]) -> str:
    """Return a short text that is another one for other parts, for all that one can tell."""
    found = hashlib.sha256()
    for said in parts:
        found.update(repr(sorted(said.items())).encode())
    return found.hexdigest()[:DIGITS]


def folded(story: Story, engine: Engine, seeds: Iterable[int], limit: int) -> str:
    """Return the fold of several random games, with the number of their decisions."""
    stories = [[*story(engine, seed, limit)] for seed in seeds]
    decisions = sum(len(one) - 1 for one in stories)
    return f"{decisions} {fold(said for one in stories for said in one)}"


def at_random(engine: Engine, s: State, limit: int) -> Iterator[tuple[int, ...]]:
    """Play on at random; yield the choices at every decision, and none at the end."""
    while True:
        codes = tuple(engine.codes(s))
        yield codes
        if not codes or s.decisions >= limit:
            return
        engine.apply(s, codes[draw(s.key, 0, POLICY_STREAM, s.decisions, len(codes))])


def plain(value: Any) -> Any:
    """Return a value in which rows of any kind are tuples."""
    return tuple([plain(one) for one in value]) if isinstance(value, list | tuple) else value


def fields(s: State) -> Said:
    """Return every field of a state by its name."""
    said = {name: plain([*getattr(s, name)]) for name in LISTS}
    said |= {name: plain(getattr(s, name)) for name in SINGLE}
    said["past"] = [one[0] for one in s.past]
    said["mixes"] = [mixed[1:] for mixed in islice(mixes_back(s), FEW)]
    return said | {"turns": [tuple(sorted(one)) for one in s.turns], "measured": measured_of(s)[-FEW:]}


def asked(engine: Engine, s: State) -> Said:
    """Return what is asked."""
    found = engine.asked(s)
    names = ("kind", "section", "paragraph", "phase", "by_another", "seat", "question")
    return {name: getattr(found, name) for name in names} | {"ways": [one.action for one in found.ways]}


def ended(engine: Engine, s: State) -> Said:
    """Return how a game stands that has ended, or is left."""
    return {name: plain(getattr(s, name)) for name in END} | {"outcome": engine.outcome(s), "points": engine.points(s)}


def played(engine: Engine, seed: int, limit: int) -> Iterator[Said]:
    """Play a random game without a log; yield what goes on at every decision, then how it ended."""
    s = engine.start(seed, log=False)
    for codes in at_random(engine, s, limit):
        said = {"decider": engine.decider(s), "codes": codes, "status": s.status, "decisions": s.decisions}
        yield said | fields(s) | (asked(engine, s) if codes else {})
    yield ended(engine, s)


def logged(engine: Engine, seed: int, limit: int) -> Iterator[Said]:
    """Play a random game with a log; yield every event, with who has decided what between them."""
    s = engine.start(seed)
    codes = [*at_random(engine, s, limit)]
    yield {"codes": codes, "events": s.events(), "used": sorted(engine.carried_out()), "measured": measured_of(s)}


def told(engine: Engine, seed: int, limit: int) -> Iterator[Said]:
    """Play a random game with a log; yield what is told at every decision, then every event."""
    yield from _told(engine, engine.start(seed), limit)


def told_without_log(engine: Engine, seed: int, limit: int) -> Iterator[Said]:
    """Play a random game without a log; yield what is told at every decision."""
    yield from _told(engine, engine.start(seed, log=False), limit)


def _told(engine: Engine, s: State, limit: int) -> Iterator[Said]:
    judge = Judge(engine)
    for codes in at_random(engine, s, limit):
        yield told_now(engine, s, codes) | {"judged": judge.values(s) if s.status == RUNNING else None}
    used = sorted(engine.carried_out()) if s.log is not None else []
    yield {"events": s.events(), "stopped by": engine.diagnostic(s), "used": used}


def told_now(engine: Engine, s: State, codes: tuple[int, ...]) -> Said:
    """Return what is told of a state; some of it not everywhere, as it takes its time."""
    viewer = s.decisions % (engine.layout.seats + 1)
    said: Said = {
        "codes": codes,
        "standing": engine.standing(s),
        "leading": engine.ending.leading(s),
        "view": project(engine, s, viewer if viewer < engine.layout.seats else None),
    }
    if not codes:
        return said
    said["question"] = engine.question(s), engine.question(s, hide=True)
    for choice in engine.legal(s)[:FEW]:
        words = [engine.choice_words(s, choice, hide=hide) for hide in (False, True)]
        said[f"choice {choice.code}"] = engine.choice_text(s, choice), *words, plain(engine.meant(s, choice))
    if s.decisions % 10 == 0:
        said["refused"] = refusal.refusals(engine, s)
    if s.decisions % 4 == 0:
        said["dealt"] = dealt(engine, s, s.decisions // 4 % engine.layout.seats)
    return said


def dealt(engine: Engine, s: State, seat: int) -> list[Said]:
    """Return how the table may stand for all that a seat knows, in one deal, and how play goes on there."""
    try:
        deal = Determinizer(engine, s, seat).deal(Random(s.decisions))
    except DeterminizationError:
        return []
    found = []
    for _ in range(3):
        codes = tuple(engine.codes(deal))
        found.append({"codes": codes, "status": deal.status} | (fields(deal) if deal.status == RUNNING else {}))
        if not codes:
            break
        engine.apply(deal, codes[-1])
    return found
