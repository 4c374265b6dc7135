"""A story -> lines of text: a move with what it brought on one line, more of it under it"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from gamedsl.i18n.speaking import all_of
from gamedsl.presentation.story.passages import Effect, Passage
from gamedsl.presentation.story.templates import told
from gamedsl.presentation.view_data import Line

_LONGEST = 76
"""What is longer stands on a line of its own under the move."""
JOINT = " · "
"""It stands between a move and what it brought."""


def lines(story: Sequence[Passage], names: Sequence[str]) -> list[Line]:
    """Return a story as lines; players who do the same one after another, and nothing else, share one."""
    found: list[Line] = []
    for group in _shared(story):
        found += _lines(group[0], all_of(names[one.seat] for one in group if one.seat is not None))
    return found


def _shared(story: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Yield passages that share a line, each player once; who does the same twice has a line for each time."""
    for alone, run in groupby(story, key=_said_alone):
        if alone is None:
            yield from ([passage] for passage in run)
            continue
        times: Counter[int | None] = Counter()
        found: list[list[Passage]] = []
        for passage in run:
            times[passage.seat] += 1
            found += [[]] if times[passage.seat] > len(found) else []
            found[times[passage.seat] - 1].append(passage)
        yield from found


def _said_alone(passage: Passage) -> tuple[str, tuple[str, ...]] | None:
    """Return what a player did, where it brought nothing; None for anything else."""
    if passage.kind != "move" or passage.effects or passage.inside or passage.goes_on:
        return None
    return passage.words, passage.answers


def _lines(passage: Passage, players: str) -> Iterator[Line]:
    brought = ", ".join(effect.words for effect in passage.effects)
    answers = ", ".join(passage.answers)
    if passage.goes_on:
        left = [one for one in passage.answers if not (one.isdecimal() and one in re.findall(r"\w+", brought))]
        answers = ", ".join(left)
        if answers and brought and len(answers) + len(brought) + len(JOINT) <= _LONGEST:
            yield Line(
                f"{answers}{JOINT}{', '.join(_words(effect) for effect in passage.effects)}", "effect", passage.number
            )
        else:
            if answers:
                yield Line(answers, "effect", passage.number)
            yield from _effects(passage)
    else:
        text = ", ".join(filter(None, [passage.words, answers]))
        text = told("move", player=players, words=text) if players and text else text
        kind = "move" if passage.kind == "event" else passage.kind
        if text and brought and len(text) + len(brought) + len(JOINT) <= _LONGEST:
            text, brought = f"{text}{JOINT}{brought}", ""
        if text:
            yield Line(text, kind, passage.number)
        if brought:
            yield from _effects(passage)
    for inner in passage.inside:
        brought = ", ".join(effect.words for effect in inner.effects)
        yield Line(told("set_off", words=JOINT.join(filter(None, [inner.words, brought]))), "effect", inner.number)


def _words(effect: Effect) -> str:
    return told("grown", words=effect.words) if effect.grown else effect.words


def _effects(passage: Passage) -> Iterator[Line]:
    """Yield what a passage brought, as many things on a line as have room."""
    told_now, number = "", passage.number
    for effect in passage.effects:
        words = _words(effect)
        longer = f"{told_now}, {words}" if told_now else words
        if told_now and len(longer) > _LONGEST:
            yield Line(told_now, "effect", number)
            longer = words
        number = effect.numbers[0] if longer == words else number
        told_now = longer
    if told_now:
        yield Line(told_now, "effect", number)
