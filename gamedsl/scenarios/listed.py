"""Moves that a scenario lists, and a state -> which of them are refused, and what is possible besides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from gamedsl.engine.state.choices import Choice
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.scenarios.moves import Refused, asked, means, perform, readings, skip_single_picks, taken
from gamedsl.semantics import core
from gamedsl.source import written


@attrs.frozen
class Listed:
    """One move of a list: ``said`` is how it is called in messages."""

    part: core.MovePart
    said: str


def unfold(engine: Engine, state: State, moves: Sequence[core.ListedMove]) -> Iterator[Listed]:
    """Walk the moves of a list, in written order; loops are worked out, and their names replaced by values."""
    for move in moves:
        if not move.loops:
            yield Listed(move.part, written(move.part.span))
        for _ in _passes(engine, state, move.loops):
            yield _filled_in(engine, state, move.part)


def _passes(engine: Engine, state: State, loops: tuple[core.Loop, ...]) -> Iterator[None]:
    """Bind the names of nested loops, pass by pass; nothing where there are none."""
    for loop in loops[:1]:
        for member in engine.evaluate(state, loop.source):
            engine.named[loop.slot] = member
            if loop.condition is None or engine.evaluate(state, loop.condition) is True:
                if len(loops) == 1:
                    yield
                yield from _passes(engine, state, loops[1:])


def _filled_in(engine: Engine, state: State, part: core.MovePart) -> Listed:
    answers, said = [], []
    for answer in part.answers:
        values = [engine.evaluate(state, meaning) for meaning in answer.meanings]
        meanings = tuple(
            core.Const(span=meaning.span, type=meaning.type, value=value)
            for meaning, value in zip(answer.meanings, values, strict=True)
        )
        answers.append(attrs.evolve(answer, meanings=meanings))
        said.append(engine.wording.name(answer.meanings[0].type, values[0]))
    inside = ", ".join(said)
    name = "pass" if part.is_pass else part.action
    return Listed(attrs.evolve(part, answers=tuple(answers)), inside if name is None else f"{name}({inside})")


class Question:
    """What somebody is asked in a state, and which written moves answer it: asked once for a whole list.

    A move that says all that is picked is looked up by these values; only others are tried out.
    """

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine, self.state = engine, state
        self.asked_for = at_question(engine, state)
        self._choices = engine.legal(self.asked_for)
        self._is_plan = asked(engine, self.asked_for) == "plan"
        self._known: dict[tuple[str | None, bool], dict[object, Choice]] = {}
        if self._is_plan:
            for choice in self._choices:
                own = self._known.setdefault((choice.action, choice.is_pass), {})
                own[None if choice.type is None else engine.meant(self.asked_for, choice)] = choice

    def refused(self, part: core.MovePart) -> Refused | None:
        """Return why a listed move is not possible; None when it is. Picks from any place on may be left out."""
        if self._is_plan and part.action is not None and not part.answers and (part.action, False) in self._known:
            return None
        if self._found(part) is not None:
            return None
        return perform(self.engine, self.state.copy(), (part,), left_open=True)

    def _found(self, part: core.MovePart) -> Choice | None:
        """Return the choice that a move names with all its answers, where each of them means just that."""
        own = self._known.get((part.action, part.is_pass), {})
        for values in readings(self.engine, self.asked_for, part.answers, next(iter(own.values()), None)):
            if values in own:
                return own[values]
        return None

    def other(self, moves: Sequence[core.MovePart]) -> str:
        """Return what is possible and what none of these moves means, as moves are written; empty when nothing is."""
        named = any(part.action is not None or part.is_pass for part in moves)
        state = self.asked_for if named else self.state
        found = {choice.code for part in moves if (choice := self._found(part)) is not None} if named else set()
        for choice in self._choices if named else self.engine.legal(state):
            if choice.code in found:
                continue
            behind = [rest for part in moves if (rest := _behind(self.engine, state, part, choice)) is not None]
            if beside := _beside(self.engine, state, choice, behind):
                return beside
        return ""


def _beside(engine: Engine, state: State, choice: Choice, behind: Sequence[tuple[core.Answer, ...]]) -> str:
    """Return a way that begins with a choice and that no move means; ``behind``: the answers that moves have left."""
    text = _text(engine, state, choice)
    if not behind:
        return text
    if not all(behind):
        return ""
    after = state.copy()
    engine.apply(after, choice.code)
    found = _other_answer(engine, after, behind)
    return f"{text}, {found}" if found else ""


def _text(engine: Engine, state: State, choice: Choice) -> str:
    """Return a choice as a scenario writes it: answers behind an action stand alone."""
    if choice.type is None or asked(engine, state) == "plan":
        return engine.choice_text(state, choice)
    return engine.wording.name(choice.type, engine.meant(state, choice), state.values)


def _other_answer(engine: Engine, state: State, left: Sequence[tuple[core.Answer, ...]]) -> str:
    """Return an answer to the question behind a choice that no move means; one that is the only one may be left out."""
    if asked(engine, state) not in ("pick", "chosen"):
        return ""
    legal = engine.legal(state)
    for choice in legal:
        behind = [answers[taken(choice, answers) :] for answers in left if means(engine, state, answers, choice)]
        if not behind and len(legal) == 1:
            engine.apply(state, choice.code)
            return _other_answer(engine, state, left)
        found = _beside(engine, state, choice, behind)
        if found:
            return found
    return ""


def at_question(engine: Engine, state: State) -> State:
    """Return the state in which an action is asked for: picks with one candidate may be left out."""
    if asked(engine, state) == "pick":
        state = state.copy()
        skip_single_picks(engine, state)
    return state


def _behind(engine: Engine, state: State, part: core.MovePart, choice: Choice) -> tuple[core.Answer, ...] | None:
    """Return the answers of a move that are left behind a legal choice; None when it means another choice."""
    if part.action is None and not part.is_pass:
        fits = asked(engine, state) in ("pick", "chosen") and means(engine, state, part.answers, choice)
        return part.answers[taken(choice, part.answers) :] if fits else None
    if asked(engine, state) != "plan" or (choice.action, choice.is_pass) != (part.action, part.is_pass):
        return None
    if choice.type is None or not part.answers:
        return part.answers
    return part.answers[taken(choice, part.answers) :] if means(engine, state, part.answers, choice) else None


# ---------------------------------------------------------------- going on to a moment

MOST_PASSED = 1000
"""Decisions that ``pass until`` takes at most."""


def pass_on(engine: Engine, state: State, holds: Callable[[], bool]) -> str:
    """Pass, or take the only choice, for all who are asked until something holds; return why that does not work."""
    for _ in range(MOST_PASSED):
        if holds():
            return ""
        seat = engine.decider(state)
        if seat is None:
            return "the game is over before"
        legal = engine.legal(state)
        chosen = next((choice for choice in legal if choice.is_pass), legal[0] if len(legal) == 1 else None)
        if chosen is None:
            shown = ", ".join(engine.choice_text(state, choice) for choice in legal[:_SHOWN])
            more = " …" if len(legal) > _SHOWN else ""
            return f"{engine.game.seat_names[seat]} has to choose between {shown}{more}: write that move"
        engine.apply(state, chosen.code)
    return f"it does not come within {MOST_PASSED} decisions"


_SHOWN = 5
