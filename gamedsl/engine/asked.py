"""A waiting state -> what is asked in it as plain facts, and from those: of whom it is asked, and in which words.

How an engine finds the facts is its own matter; everything that is told of a question comes from them.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

import attrs

from gamedsl.engine.looks import Looks
from gamedsl.engine.setup.choosing import action_frame, fill, first_parts, places_of
from gamedsl.engine.state.choices import Choice, Numbering
from gamedsl.engine.state.flat import State
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.wording import Wording, bare
from gamedsl.i18n.speaking import gettext
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.automata import Automaton

Frame = list[Any]


@attrs.frozen
class Decision:
    """What is asked: of whom, in which words, in which phase. ``pass_words`` is None when passing is not offered."""

    kind: Literal["plan", "pick", "chosen"]
    seat: int
    phase: str
    phase_words: str
    paragraph: str
    words: str
    question: int | None
    pass_words: str | None


@attrs.frozen
class Way:
    """One way in which a plan offers an action: where its arguments stand, and what must not be possible besides."""

    action: str
    leaf: core.PlanLeaf
    unless: tuple[core.PlanLeaf, ...]


@attrs.frozen
class Asked:
    """What is asked, with a copy of the frame of the paragraph that asks, which nobody may change.

    ``section`` and ``paragraph`` ask (an offer has a section of its own); ``by_another``: somebody else is spoken to in
    the same paragraph around. ``phase`` is the one that is on. A plan has ``ways`` by which actions are offered, in
    their order, and may have words for passing; another question has its number, and the places of the frame that the
    parts of its answer go into.
    """

    kind: Literal["plan", "pick", "chosen"]
    section: str
    paragraph: str
    phase: str
    by_another: bool
    frame: Frame
    ways: tuple[Way, ...] = ()
    pass_words: core.Text | None = None
    question: int | None = None
    places: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """Who is asked."""
        seat: int = self.frame[2]
        return seat


def ways_of(automaton: Automaton, state: int) -> tuple[Way, ...]:
    """Return the ways by which a plan offers actions in one of its states."""
    leaves = automaton.leaves
    return tuple(
        [
            Way(step.action, leaves[step.leaf], tuple([leaves[leaf] for leaf in step.unless]))
            for step in automaton.states[state].steps
        ]
    )


class Answering(Protocol):
    """What telling of questions needs of an engine."""

    game: model.CheckedGame
    looks: Looks
    wording: Wording
    numbering: Numbering

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        ...

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        ...

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks."""
        ...

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        ...

    def choice_label(self, s: State, choice: Choice, *, hide: bool = False) -> str:
        """Return the value of a choice in words; empty when it has none."""
        ...


class Questions:
    """Tells what is asked, and what choices mean there."""

    def __init__(self, engine: Answering) -> None:
        self.engine = engine
        self.game, self.wording = engine.game, engine.wording

    def question(self, s: State, *, hide: bool = False) -> Decision:
        """Return what is asked now; ``hide``: as others read it."""
        asked, wording = self.engine.asked(s), self.wording
        f, phase, seat = asked.frame, asked.phase, asked.seat
        declared = self.game.phases.get(phase)
        phase_words = wording.render(declared.words if declared else None, s, f[:], bare(phase))
        passing = self.engine.numbering.pass_code in self.engine.codes(s)
        if asked.question is None:
            hidden, words = hide or asked.by_another, phase_words
            if "." in asked.paragraph:
                words = self._row_of(asked.paragraph)
            elif asked.section != "phase":
                words = wording.paragraph(asked.paragraph, s, f[:], hide=hidden)
            done = wording.render(asked.pass_words, s, f[:], gettext("Pass"), hide=hide) if passing else None
            return Decision("plan", seat, phase, phase_words, asked.paragraph, words, None, done)
        question = self.game.questions[asked.question]
        words = wording.render(question.words, s, f[:], bare(question.name), hide=hide)
        return Decision(asked.kind, seat, phase, phase_words, asked.paragraph, words, asked.question, None)

    def _row_of(self, cell: str) -> str:
        """Return what people call the card, or another row, in whose cell something is asked: ``T10.does``."""
        name = cell.partition(".")[0]
        rows = (design for kind in self.game.kinds.values() for design in kind.designs)
        return next((design.label for design in rows if design.name == name), bare(name))

    def choice_words(self, s: State, choice: Choice, *, hide: bool = False) -> str:
        """Return a choice in words for people; ``hide``: as others than the decider read it."""
        if choice.is_pass:
            asked = self.engine.asked(s)
            return self.wording.render(asked.pass_words, s, asked.frame[:], gettext("Pass"), hide=hide)
        if choice.action is None:
            return self.engine.choice_label(s, choice, hide=hide)
        frame = self.action_frame(s, choice)
        words = self.wording.paragraph(choice.action, s, frame, hide=hide)
        if choice.question is None or choice.type is None:
            return words
        return headed(words, self.engine.choice_label(s, choice, hide=hide))

    def action_frame(self, s: State, choice: Choice) -> Frame:
        """Return the frame that an action would begin with if it were chosen now."""
        assert choice.action is not None
        action, asked = self.game.actions[choice.action], self.engine.asked(s)
        values = self.engine.arguments(s, choice)
        frame = action_frame(action, asked.frame[2:4], values or ())
        if values is not None and choice.type is not None:
            fill(frame, places_of(first_parts(action)), self.engine.meant(s, choice))
        return frame

    def answered_frame(self, s: State, choice: Choice) -> Frame:
        """Return the frame in which a choice is made, with what it picks."""
        if choice.action is not None:
            return self.action_frame(s, choice)
        asked = self.engine.asked(s)
        frame = asked.frame[:]
        if asked.places:
            fill(frame, asked.places, self.engine.meant(s, choice))
        return frame
