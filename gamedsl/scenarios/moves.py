"""A written move of a scenario -> choices of the engine, one after another, or the reason why it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice, product
from typing import Any

import attrs

from gamedsl.engine.state.choices import Choice
from gamedsl.kernel.state.block import State
from gamedsl.play.copies import are_alike
from gamedsl.play.engine import Engine
from gamedsl.presentation import refusal
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


def perform(engine: Engine, state: State, parts: tuple[core.MovePart, ...], left_open: bool = False) -> Refused | None:
    """Make the move in place; return None, or why it is refused (then ``state`` may have gone part of the way).

    ``left_open``: of a choice of several parts the last ones may be left out, any of them is meant.
    """
    for part in _joined(parts):
        refused = _perform_part(engine, state, part, left_open)
        if refused is not None:
            return refused
    return None


def _joined(parts: tuple[core.MovePart, ...]) -> Iterator[core.MovePart]:
    """Walk the parts of a move; bare answers that follow each other are one part."""
    for is_bare, own in groupby(parts, lambda part: part.action is None and not part.is_pass):
        if is_bare:
            first, *others = own
            answers = (answer for part in (first, *others) for answer in part.answers)
            yield attrs.evolve(first, answers=tuple(answers))
        else:
            yield from own


def not_asked(engine: Engine, state: State, seat: int) -> Refused | None:
    """Return why a seat has no move at all now, with who is asked instead; None when it is this seat that is asked."""
    decider = engine.decider(state)
    if decider is None:
        return Refused(("the game is over",))
    return None if decider == seat else Refused((f"the game waits for {engine.game.seat_names[decider]}",))


def answers_pick(engine: Engine, state: State, part: core.MovePart) -> bool:
    """Is this written part an answer to the pick that is asked now?"""
    return part.action is None and not part.is_pass and _answering(engine, state, part.answers) is not None


def skip_single_picks(engine: Engine, state: State) -> None:
    """Answer picks that have one candidate: scenarios may leave them out."""
    while asked(engine, state) == "pick" and len(legal := engine.legal(state)) == 1:
        engine.apply(state, legal[0].code)


def _perform_part(engine: Engine, state: State, part: core.MovePart, left_open: bool) -> Refused | None:
    answers = part.answers
    before = state
    if part.action is not None or part.is_pass:
        skip_single_picks(engine, state)
        if asked(engine, state) != "plan":
            return Refused((open_pick(engine, state) or _waiting(engine, state),))
        choices = [choice for choice in engine.legal(state) if (choice.action, choice.is_pass) == _name(part)]
        chosen, answers = _first_pick(engine, state, part, choices, left_open)
        if chosen is None:
            return _refusal(engine, state, part, choices)
        before = state.copy()
        engine.apply(state, chosen.code)
    while answers:
        used = _answer(engine, state, answers, left_open)
        if not used:
            return _refusal(engine, before, part, []) if part.action else Refused((_not_among(engine, state),))
        answers = answers[used:]
    return None


def _answer(engine: Engine, state: State, answers: tuple[core.Answer, ...], left_open: bool) -> int:
    """Answer the pick that is asked, or one behind picks with one candidate; return how many answers that takes.

    0 when none of them fits.
    """
    while (chosen := _answering(engine, state, answers, left_open)) is None:
        if asked(engine, state) != "pick" or len(legal := engine.legal(state)) != 1:
            return 0
        engine.apply(state, legal[0].code)
    used = taken(chosen, answers)
    engine.apply(state, chosen.code)
    return used


def _name(part: core.MovePart) -> tuple[str | None, bool]:
    return part.action, part.is_pass


def _first_pick(
    engine: Engine, state: State, part: core.MovePart, choices: list[Choice], left_open: bool
) -> tuple[Choice | None, tuple[core.Answer, ...]]:
    """Return the choice that the first answers mean, and the answers left; a single candidate may be left out."""
    answers = part.answers
    chosen = _only(fitting(engine, state, answers, choices), answers, left_open)
    if chosen is not None:
        return chosen, answers[taken(chosen, answers) :]
    left_out = len(_picks(engine, part)) > len(answers)
    if len(choices) == 1 and (left_out or not answers):
        return choices[0], answers
    return None, answers


def _only(choices: Iterator[Choice], answers: tuple[core.Answer, ...], left_open: bool) -> Choice | None:
    """Return the first of the choices that answers mean; where parts are left out, only if there is no other."""
    chosen = next(choices, None)
    if chosen is None or left_open or taken(chosen, answers) == len(t.parts_of(chosen.type or t.UnknownType())):
        return chosen
    return chosen if next(choices, None) is None else None


def _picks(engine: Engine, part: core.MovePart) -> list[PickField]:
    if part.action is None:
        return []
    return [field for field in engine.game.actions[part.action].elements if isinstance(field, PickField)]


def _answering(engine: Engine, state: State, answers: tuple[core.Answer, ...], left_open: bool = True) -> Choice | None:
    """Return the legal choice that answers mean at a pick or a ``chosen`` loop, else None."""
    if not answers or asked(engine, state) not in ("pick", "chosen"):
        return None
    return _only(fitting(engine, state, answers, engine.legal(state)), answers, left_open)


def asked(engine: Engine, state: State) -> str | None:
    """Return the kind of the question that is open (``plan``, ``pick``, ``chosen``); None when the game is over."""
    return None if engine.decider(state) is None else engine.question(state).kind


def taken(choice: Choice, answers: tuple[core.Answer, ...]) -> int:
    """Return how many of the answers a choice takes: one for each of its parts, as far as there are any."""
    return 0 if choice.type is None else min(len(answers), len(t.parts_of(choice.type)))


def fitting(
    engine: Engine, state: State, answers: tuple[core.Answer, ...], choices: Iterable[Choice]
) -> Iterator[Choice]:
    """Walk those of some legal choices that written answers mean; parts behind the last answer may be anything."""
    known: dict[tuple[int, t.Part], _Readings] = {}
    for choice in choices:
        if choice.type is None or not answers:
            continue
        meant, kinds = engine.meant(state, choice), t.parts_of(choice.type)
        values = meant if isinstance(choice.type, t.PartsType) else (meant,)
        fits = True
        for place, (answer, kind, value) in enumerate(zip(answers, kinds, values, strict=False)):
            if (place, kind) not in known:
                known[place, kind] = _Readings.of(engine, state, answer, kind)
            fits = fits and known[place, kind].mean(engine, state, value)
        if fits:
            yield choice


def readings(engine: Engine, state: State, answers: tuple[core.Answer, ...], choice: Choice | None) -> Iterator[object]:
    """Walk what answers to all parts of a question can mean, as choices like ``choice`` mean it; nothing for sets."""
    if choice is None:
        return
    if choice.type is None:
        yield from () if answers else (None,)
        return
    kinds = t.parts_of(choice.type)
    if len(answers) != len(kinds) or any(isinstance(kind, t.SomeType) for kind in kinds):
        return
    read = [_Readings.of(engine, state, answer, kind).values for answer, kind in zip(answers, kinds, strict=True)]
    for values in islice(product(*read), _MOST_READINGS):
        yield values if isinstance(choice.type, t.PartsType) else values[0]


def means(engine: Engine, state: State, answers: tuple[core.Answer, ...], choice: Choice) -> bool:
    """Is this legal choice one that written answers can mean?"""
    return next(fitting(engine, state, answers, (choice,)), None) is not None


@attrs.frozen
class _Readings:
    """What one written answer can mean for one part of a question: values, or members of sets."""

    kind: t.Type
    values: tuple[object, ...] = ()
    sets: tuple[tuple[tuple[object, ...], ...], ...] = ()

    @staticmethod
    def of(engine: Engine, state: State, answer: core.Answer, kind: t.Part) -> _Readings:
        """Work out what an answer can mean."""
        if isinstance(kind, t.SomeType):
            found = (_members(engine, state, meaning, kind.item) for meaning in answer.meanings)
            return _Readings(kind.item, sets=tuple(one for one in found if one is not None))
        read = (value for meaning in answer.meanings for value in _readings(engine, state, meaning, kind))
        return _Readings(kind, tuple(read))

    def mean(self, engine: Engine, state: State, value: Any) -> bool:
        """Can the answer mean this value?"""
        if any(are_alike(engine, state, self.kind, value, one) for one in self.values):
            return True
        return any(len(members) == len(value) and self._match(engine, state, value, members) for members in self.sets)

    def _match(
        self, engine: Engine, state: State, pieces: tuple[Any, ...], members: tuple[tuple[object, ...], ...]
    ) -> bool:
        """Can every written member mean another one of the pieces?"""
        if not members:
            return True
        first, *others = members
        return any(
            self._match(engine, state, (*pieces[:place], *pieces[place + 1 :]), tuple(others))
            for place, piece in enumerate(pieces)
            if any(are_alike(engine, state, self.kind, piece, one) for one in first)
        )


def _members(engine: Engine, state: State, meaning: core.Value, item: t.Type) -> tuple[tuple[object, ...], ...] | None:
    """Return what each member of a written set can mean; None when it is no set."""
    if isinstance(meaning, core.MakeSet):
        return tuple(_readings(engine, state, _any_copy(one), item) for one in meaning.items)
    kind = meaning.type
    if not isinstance(kind, t.SetType | t.ListType):
        return None
    values = engine.evaluate(state, meaning, None)
    one_by_one = (core.Const(span=meaning.span, type=kind.item, value=value) for value in values)
    return tuple(_readings(engine, state, one, item) for one in one_by_one)


def _readings(engine: Engine, state: State, meaning: core.Value, wanted: t.Type) -> tuple[object, ...]:
    """Return the values of type ``wanted`` that a written value can mean.

    A row name means any of its copies, a set of pieces any of them, and a place what lies there.
    """
    given = meaning.type.item if isinstance(meaning.type, t.MaybeType) else meaning.type
    value = engine.evaluate(state, meaning, None)
    if isinstance(given, t.SetType) and isinstance(wanted, t.PieceType) and given.item == wanted:
        return tuple(value)
    if isinstance(given, t.DesignType) and isinstance(wanted, t.PieceType) and given.kind == wanted.kind:
        return _copies(engine, wanted, value)
    if isinstance(given, t.DesignType | t.PieceType) and isinstance(wanted, t.PieceType) and given.kind != wanted.kind:
        place = engine.layout.design_pieces[value][0] if isinstance(given, t.DesignType) else value
        return _lying_on(engine, state, given.kind, place, wanted)
    if isinstance(wanted, t.PieceType) and (faces := engine.game.kinds[wanted.kind].faces) is not None:
        return _showing(engine, state, wanted, value) if _is_face(given, faces) else _same(given, wanted, value)
    return _same(given, wanted, value)


def _is_face(given: t.Type, faces: t.Type) -> bool:
    return type(given) is type(faces) and (not isinstance(faces, t.WordType) or given == faces)


def _showing(engine: Engine, state: State, wanted: t.PieceType, face: object) -> tuple[object, ...]:
    """Return the dice of a kind that show a face."""
    first, count = engine.layout.kind_pieces[wanted.kind]
    faces = engine.layout.face_of
    return tuple(die for die in range(first, first + count) if state.values[faces[die]] == face)


def _same(given: t.Type, wanted: t.Type, value: object) -> tuple[object, ...]:
    """Return a value that is meant as it is, where it is of the type that is wanted."""
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


def _copies(engine: Engine, wanted: t.PieceType, design: object) -> tuple[object, ...]:
    """Return the pieces of a row."""
    layout = engine.layout
    first, count = layout.kind_pieces[wanted.kind]
    return tuple(piece for piece in range(first, first + count) if layout.piece_design[piece] == design)


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
        wanted = _wanted(engine, field)
        values = [engine.evaluate(state, meaning, None) for meaning in answer.meanings]
        if values and all(value is None for value in values) and not isinstance(wanted, t.MaybeType):
            return answer.meanings[0]
    return None


def _waiting(engine: Engine, state: State) -> str:
    if engine.decider(state) is None:
        return "the game is over"
    legal = [engine.choice_text(state, choice) for choice in islice(engine.legal(state), 9)]
    is_pick = asked(engine, state) in ("pick", "chosen") and all("=" in text for text in legal)
    known = [text.partition("=")[2] for text in legal] if is_pick else legal
    shown = ", ".join(known[:8]) + (" …" if len(known) > 8 else "")
    return f"only {shown} can be picked" if is_pick else f"possible is only: {shown}"


def _not_among(engine: Engine, state: State) -> str:
    """Return what is possible instead of an answer that is not, with the question where something is picked."""
    words = engine.question(state).words if asked(engine, state) in ("pick", "chosen") else ""
    return f"`{words}`: {_waiting(engine, state)}" if words else _waiting(engine, state)


def _refusal(engine: Engine, state: State, part: core.MovePart, choices: list[Choice]) -> Refused:
    """Return every reason that the engine has for the readings of a refused move."""
    if part.action is None:
        return Refused(("passing is not possible here",))
    if choices and not part.answers:
        words = next((field.words for field in _picks(engine, part) if field.words is not None), None)
        picked = "" if words is None else f" ({engine.wording.render(words, state, engine.asked(state).frame)})"
        return Refused((f"it leaves open what is picked{picked}: {_waiting(engine, state)}",))
    nothing = _none_answer(engine, state, part)
    if nothing is not None:
        return Refused((f"`{written(nothing.span)}` is none here",))
    reasons: dict[str, None] = {}
    for answers in islice(_all_readings(engine, state, part), _MOST_READINGS):
        reason = refusal.reason(engine, state, part.action, answers)
        if reason:
            reasons[reason] = None
    return Refused(tuple(reasons) or (_waiting(engine, state),))


def _any_copy(value: core.Value) -> core.Value:
    """Return a name in braces as what it means in a move: any copy, not one that is free."""
    if not isinstance(value, core.FreeCopy) or not isinstance(value.type, t.PieceType):
        return value
    return core.Const(span=value.span, type=t.DesignType(value.type.kind), value=value.design)


def _wanted(engine: Engine, field: PickField) -> t.Part:
    """Return the type of what one part of a choice asks for."""
    return t.parts_of(engine.game.questions[field.question].type)[field.part]


def _all_readings(engine: Engine, state: State, part: core.MovePart) -> Iterator[tuple[object, ...]]:
    columns = []
    for field, answer in zip(_picks(engine, part), part.answers, strict=False):
        found = _Readings.of(engine, state, answer, _wanted(engine, field))
        sets = (islice(product(*members), _MOST_READINGS) for members in found.sets)
        columns.append([*found.values, *(one for several in sets for one in several)])
    return product(*columns)
