"""What the log is made of when it is told as people do: moves, and what happens by itself, with what they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import attrs


@attrs.frozen
class Effect:
    """One thing that a move cost or brought: "pays 4 million"; ``numbers`` are those of the events that it tells.

    ``grown``: a part of it has been told before, as less.
    """

    words: str
    numbers: tuple[int, ...]
    grown: bool = False


@attrs.frozen
class Passage:
    """A move with what it cost and brought, or something that happened by itself.

    ``kind``: ``head`` (a phase begins in which somebody decides), ``move`` (a player has decided), ``event`` (what
    happens by itself), ``end`` or ``trouble``. ``seat`` is whose move or turn it is. ``words`` may be empty where
    nothing names what happens; ``answers`` are those to later questions of a move. ``inside`` is what it has set off.
    ``number`` is that of the first event told. ``goes_on``: what stands before has been told already.
    """

    kind: Literal["head", "move", "event", "end", "trouble"]
    seat: int | None
    words: str
    number: int
    answers: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    inside: tuple[Passage, ...] = ()
    goes_on: bool = False


def news(before: Sequence[Passage], now: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return what of a story was not told before; what has only grown is told from there on.

    Numbers of events are not compared: they change when what others did ``together`` becomes known.
    """
    known = dict(_marked(before))
    found = []
    for mark, passage in _marked(now):
        old = known.get(mark)
        new = passage if old is None else _rest(old, passage)
        if new is not None:
            found.append(new)
    return tuple(found)


def kept(before: Sequence[Passage], now: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return what of a story stands in another one as well, as behind an undo."""
    there = dict(_marked(now))
    found = []
    for mark, passage in _marked(before):
        other = there.get(mark)
        if other is None:
            continue
        left = Counter(effect.words for effect in other.effects)
        effects = []
        for effect in passage.effects:
            if left[effect.words]:
                left[effect.words] -= 1
                effects.append(effect)
        same = [one for one, two in zip(passage.answers, other.answers, strict=False) if one == two]
        inside = kept(passage.inside, other.inside)
        found.append(attrs.evolve(passage, answers=tuple(same), effects=tuple(effects), inside=inside))
    return tuple(found)


def _marked(story: Sequence[Passage]) -> Iterator[tuple[tuple[object, ...], Passage]]:
    """Yield passages with what they are called, and which of their like they are."""
    seen: Counter[tuple[object, ...]] = Counter()
    for passage in story:
        mark = (passage.kind, passage.seat, passage.words)
        yield (*mark, seen[mark]), passage
        seen[mark] += 1


def _rest(old: Passage, passage: Passage) -> Passage | None:
    """Return what has come to a passage; None where nothing has."""
    left = Counter(effect.words for effect in old.effects)
    told = {number for effect in old.effects for number in effect.numbers}
    effects = []
    for effect in passage.effects:
        if left[effect.words]:
            left[effect.words] -= 1
        else:
            effects.append(attrs.evolve(effect, grown=not told.isdisjoint(effect.numbers)))
    answers, inside = passage.answers[len(old.answers) :], news(old.inside, passage.inside)
    if not (answers or effects or inside):
        return None
    return attrs.evolve(passage, answers=answers, effects=tuple(effects), inside=inside, goes_on=True)


def numbers(passage: Passage) -> Iterator[int]:
    """Yield the numbers of all events that the effects of a passage tell."""
    for effect in passage.effects:
        yield from effect.numbers
    for inner in passage.inside:
        yield from numbers(inner)
