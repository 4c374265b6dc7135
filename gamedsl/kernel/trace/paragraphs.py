"""Notes of paragraphs, their words, and how a game ends -> events"""

from __future__ import annotations

from typing import Any

from gamedsl.engine import events as ev
from gamedsl.engine.words.wording import bare
from gamedsl.kernel.lowering.trace_points import Reads, Told, says_values
from gamedsl.kernel.trace.journal import Block, Heard, Telling, decoder_of, frame_maker, hears, seat_of


@hears("said")
def _said(a: Telling, told: Told) -> Heard:
    frame, words, render = frame_maker(_reads(told)), told.node.words, a.wording.render
    return lambda s, *values: render(words, s, frame(*values), hide=True)


@hears("words")
def _words(a: Telling, told: Told) -> Heard:
    frame, card = frame_maker(_reads(told)), told.card or ""
    return lambda s, *values: a.wording.paragraph(card, s, frame(*values), hide=True)


@hears("begun")
def _begun(a: Telling, told: Told) -> Heard:
    return _pushing(_words(a, told))


@hears("said across")
def _said_across(a: Telling, told: Told) -> Heard:
    return _pushing(_said(a, told))


def _pushing(words: Heard) -> Heard:
    """Return what keeps words until it is heard that what they are about is over."""

    def keep(s: Any, *values: Any) -> None:
        s.begun = (s.begun, words(s, *values))

    return keep


@hears("kept")
def _kept(a: Telling, _: Told) -> Heard:
    return lambda s: s.begun[1]


@hears("over")
def _over(a: Telling, _: Told) -> Heard:
    def drop(s: Any) -> None:
        s.begun = s.begun[0]

    return drop


def _reads(told: Told) -> Reads:
    assert told.reads is not None
    return told.reads


@hears("card")
def _card(a: Telling, told: Told) -> Heard:
    def note(_: Block) -> None:
        a.card = told.card or ""

    return note


@hears("which card")
def _which_card(a: Telling, _: Told) -> Heard:
    return lambda s: a.card


@hears("due")
def _due(a: Telling, _: Told) -> Heard:
    """A trigger behind which others are due stands above them, not above the paragraph that set them off."""
    due = a.due

    def note(s: Any, card: Any, level: int) -> None:
        a.card = "" if level in s[due] else card

    return note


@hears("list")
def _list(_: Telling, __: Told) -> Heard:
    return lambda s: []


@hears("item")
def _item(_: Telling, told: Told) -> Heard:
    decode = decoder_of(told)
    return lambda s, found, one: found.append(decode(one))


@hears("piece")
def _piece(_: Telling, __: Told) -> Heard:
    return lambda s, found, one: found.append(one) if one >= 0 else None


@hears("phase begins", ev.PhaseEvent)
def _phase_begins(a: Telling, told: Told) -> Heard:
    phase = told.node
    frame = None if told.reads is None else frame_maker(told.reads)
    always = "" if frame else a.wording.render(phase.words, None, [], bare(phase.name))  # type: ignore[arg-type]

    def tell(s: Any, *values: Any) -> None:
        words = always if frame is None else a.wording.render(phase.words, s, frame(*values), bare(phase.name))
        a.add(s, ev.PhaseEvent, told.card, phase=phase.name, words=words, begins=True, line=phase.span.line)

    return tell


@hears("phase ends", ev.PhaseEvent)
def _phase_ends(a: Telling, told: Told) -> Heard:
    phase = told.node
    always = "" if says_values(phase.words) else a.wording.render(phase.words, None, [], bare(phase.name))  # type: ignore[arg-type]

    def tell(s: Any, kept: Any) -> None:
        words = always if kept == 0 else kept
        a.add(s, ev.PhaseEvent, told.card, phase=phase.name, words=words, begins=False, line=phase.span.line)

    return tell


@hears("turn", ev.TurnEvent)
def _turn(a: Telling, told: Told) -> Heard:
    phase = told.node

    def tell(s: Any, seat: int) -> None:
        a.add(s, ev.TurnEvent, told.card, phase=phase.name, seat=seat, line=phase.span.line)

    return tell


@hears("trigger", ev.TriggerEvent)
def _trigger(a: Telling, told: Told) -> Heard:
    trigger = told.node
    frame = None if told.reads is None else frame_maker(told.reads)
    always = "" if frame else a.wording.paragraph(trigger.name, None, [])  # type: ignore[arg-type]

    def tell(s: Any, *values: Any) -> None:
        seat = seat_of(values[-1])
        words = always if frame is None else a.wording.paragraph(trigger.name, s, frame(*values[:-1]))
        line = trigger.span.line
        a.add(s, ev.TriggerEvent, told.card, trigger=trigger.name, seat=seat, words=words, line=line)

    return tell


@hears("ending")
def _ending(a: Telling, _: Told) -> Heard:
    game = a.game

    def words(s: Any, end: int) -> str:
        if end < 0:
            return ""
        f: list[Any] = [0, 0, None, None, *[None] * game.end_slots]
        return a.wording.render(game.ends[end].words, s, f)

    return words


@hears("end", ev.EndEvent)
def _end(a: Telling, _: Told) -> Heard:
    game = a.game

    def tell(s: Any, end: int, words: Any, winners: int) -> None:
        line = 0 if end < 0 else game.ends[end].span.line
        s.begun = ()
        a.add(s, ev.EndEvent, "", words=words, winners=a.seats(winners), line=line)

    return tell
