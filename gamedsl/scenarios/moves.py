"""A written move of a scenario -> choices of the engine, one after another, or the reason why it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import attrs

from gamedsl.engine.copies import is_meant
from gamedsl.engine.machine import Engine
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import State
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import PickField
from gamedsl.source import written

_MOST_READINGS = 64


@attrs.frozen
class Refused:
    """A move that is not legal: what the engine says, or what does not fit. ``reasons`` in canonical order."""

    reasons: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.reasons[0] if self.reasons else "it is not one of the possible moves"


def perform(engine: Engine, state: State, parts: tuple[core.MovePart, ...]) -> Refused | None:
    """Make the move in place; return None, or why it is refused (then ``state`` may have gone part of the way)."""
    for part in parts:
        refused = _perform_part(engine, state, part)
        if refused is not None:
            return refused
    return None


def not_asked(engine: Engine, state: State, seat: int) -> Refused | None:
    """Return why a seat has no move at all now, with who is asked instead; None when it is this seat that is asked."""
    decider = engine.decider(state)
    if decider is None:
        return Refused(("the game is over",))
    return None if decider == seat else Refused((f"the game waits for {engine.game.seat_names[decider]}",))


def answers_pick(engine: Engine, state: State, part: core.MovePart) -> bool:
    """Is this written part an answer to the pick that is asked now?"""
    return part.action is None and not part.is_pass and _answering(engine, state, part.answers[:1]) is not None


def skip_single_picks(engine: Engine, state: State) -> None:
    """Answer picks that have one candidate: scenarios may leave them out."""
    while asked(engine, state) == "pick" and len(legal := engine.legal(state)) == 1:
        engine.apply(state, legal[0].code)


def _perform_part(engine: Engine, state: State, part: core.MovePart) -> Refused | None:
    answers = part.answers
    before = state
    if part.action is not None or part.is_pass:
        skip_single_picks(engine, state)
        if asked(engine, state) != "plan":
            return Refused((open_pick(engine, state) or _waiting(engine, state),))
        choices = [choice for choice in engine.legal(state) if (choice.action, choice.is_pass) == _name(part)]
        chosen, answers = _first_pick(engine, state, part, choices)
        if chosen is None:
            return _refusal(engine, state, part, choices)
        before = state.copy()
        engine.apply(state, chosen.code)
    for answer in answers:
        if not _answer(engine, state, answer):
            return _refusal(engine, before, part, []) if part.action else Refused((_waiting(engine, state),))
    return None


def _answer(engine: Engine, state: State, answer: core.Answer) -> bool:
    """Answer the pick that is asked, or one behind picks with one candidate; False when the answer does not fit."""
    while (chosen := _answering(engine, state, (answer,))) is None:
        if asked(engine, state) != "pick" or len(legal := engine.legal(state)) != 1:
            return False
        engine.apply(state, legal[0].code)
    engine.apply(state, chosen.code)
    return True


def _name(part: core.MovePart) -> tuple[str | None, bool]:
    return part.action, part.is_pass


def _first_pick(
    engine: Engine, state: State, part: core.MovePart, choices: list[Choice]
) -> tuple[Choice | None, tuple[core.Answer, ...]]:
    """Return the choice that the first answer means, and the answers left; a single candidate may be left out."""
    answers = part.answers
    for choice in choices:
        if answers and choice.type is not None and means(engine, state, answers[0], choice):
            return choice, answers[1:]
    left_out = len(_picks(engine, part)) > len(answers)
    if len(choices) == 1 and (left_out or not answers):
        return choices[0], answers
    return None, answers


def _picks(engine: Engine, part: core.MovePart) -> list[PickField]:
    if part.action is None:
        return []
    return [field for field in engine.game.actions[part.action].elements if isinstance(field, PickField)]


def _answering(engine: Engine, state: State, answers: tuple[core.Answer, ...]) -> Choice | None:
    """Return the legal choice that an answer means at a pick or a ``chosen`` loop, else None."""
    if not answers or asked(engine, state) not in ("pick", "chosen"):
        return None
    return next((choice for choice in engine.legal(state) if means(engine, state, answers[0], choice)), None)


def asked(engine: Engine, state: State) -> str | None:
    """Return the kind of the question that is open (``plan``, ``pick``, ``chosen``); None when the game is over."""
    return None if engine.decider(state) is None else engine.question(state).kind


def means(engine: Engine, state: State, answer: core.Answer, choice: Choice) -> bool:
    """Is this legal choice one that a written answer can mean?"""
    wanted = choice.type
    if wanted is None:
        return False
    readings = (value for meaning in answer.meanings for value in _readings(engine, state, meaning, wanted))
    return any(is_meant(engine, state, choice, value) for value in readings)


def _readings(engine: Engine, state: State, meaning: core.Value, wanted: t.Type) -> tuple[object, ...]:
    """Return the values of type ``wanted`` that a written value can mean.

    A row name means any of its copies, a set of pieces any of them, and a place what lies there.
    """
    given = meaning.type.item if isinstance(meaning.type, t.MaybeType) else meaning.type
    value = engine.evaluate(state, meaning, None)
    if isinstance(given, t.SetType) and isinstance(wanted, t.PieceType) and given.item == wanted:
        return tuple(value)
    if isinstance(given, t.DesignType) and isinstance(wanted, t.PieceType) and given.kind == wanted.kind:
        return _copies(engine, state, meaning, wanted, value)
    if isinstance(given, t.DesignType | t.PieceType) and isinstance(wanted, t.PieceType) and given.kind != wanted.kind:
        place = engine.layout.design_pieces[value][0] if isinstance(given, t.DesignType) else value
        return _lying_on(engine, state, given.kind, place, wanted)
    if type(given) is not type(wanted):
        return ()
    same = not isinstance(given, t.WordType | t.PieceType | t.DesignType) or given == wanted
    return (value,) if same else ()


def _lying_on(engine: Engine, state: State, kind: str, place: object, wanted: t.PieceType) -> tuple[object, ...]:
    """Return the pieces of a kind that lie under the ``each`` of a place."""
    layout, zones = engine.layout, engine.game.zones
    first, count = layout.kind_pieces[wanted.kind]
    cells = ((piece, state.place[piece]) for piece in range(first, first + count))
    return tuple(
        piece
        for piece, cell in cells
        if cell >= 0 and zones[layout.cell_entry[cell]].each == kind and layout.cell_owner[cell] == place
    )


def _copies(
    engine: Engine, state: State, meaning: core.Value, wanted: t.PieceType, design: object
) -> tuple[object, ...]:
    span = meaning.span
    everything = engine.evaluate(state, core.AllMembers(span=span, type=t.SetType(wanted)), None)
    if not isinstance(everything, tuple):
        raise TypeError(f"all of {wanted.kind} is no set")
    of_piece = t.DesignType(wanted.kind)
    return tuple(
        piece
        for piece in everything
        if engine.evaluate(
            state,
            core.DesignOf(span=span, type=of_piece, subject=core.Const(span=span, type=wanted, value=piece)),
            None,
        )
        == design
    )


def open_pick(engine: Engine, state: State) -> str:
    """Return what is still to be picked, and by whom; empty when nothing is."""
    if asked(engine, state) not in ("pick", "chosen"):
        return ""
    question = engine.question(state)
    words = f" ({question.words})" if question.words else ""
    return f"{engine.game.seat_names[question.seat]} still has to pick{words}: {_waiting(engine, state)}"


def _none_answer(engine: Engine, state: State, part: core.MovePart) -> core.Value | None:
    """Return the first answer that is none where a pick wants something."""
    for field, answer in zip(_picks(engine, part), part.answers, strict=False):
        wanted = engine.game.questions[field.question].type
        values = [engine.evaluate(state, meaning, None) for meaning in answer.meanings]
        if values and all(value is None for value in values) and not isinstance(wanted, t.MaybeType):
            return answer.meanings[0]
    return None


def _waiting(engine: Engine, state: State) -> str:
    if engine.decider(state) is None:
        return "the game is over"
    legal = [engine.choice_text(state, choice) for choice in islice(engine.legal(state), 9)]
    shown = ", ".join(legal[:8]) + (" …" if len(legal) > 8 else "")
    return f"possible is only: {shown}"


def _refusal(engine: Engine, state: State, part: core.MovePart, choices: list[Choice]) -> Refused:
    """Return every reason that the engine has for the readings of a refused move."""
    if part.action is None:
        return Refused(("passing is not possible here",))
    if choices and not part.answers:
        words = next((field.words for field in _picks(engine, part) if field.words is not None), None)
        picked = "" if words is None else f" ({engine.wording.render(words, state, state.frames[-1][:])})"
        return Refused((f"it leaves open what is picked{picked}: {_waiting(engine, state)}",))
    nothing = _none_answer(engine, state, part)
    if nothing is not None:
        return Refused((f"`{written(nothing.span)}` is none here",))
    reasons: dict[str, None] = {}
    for answers in islice(_all_readings(engine, state, part), _MOST_READINGS):
        reason = engine.reason(state, part.action, answers)
        if reason:
            reasons[reason] = None
    return Refused(tuple(reasons) or (_waiting(engine, state),))


def _all_readings(engine: Engine, state: State, part: core.MovePart) -> Iterator[tuple[object, ...]]:
    columns = []
    for field, answer in zip(_picks(engine, part), part.answers, strict=False):
        wanted = engine.game.questions[field.question].type
        columns.append([found for meaning in answer.meanings for found in _readings(engine, state, meaning, wanted)])
    return product(*columns)
