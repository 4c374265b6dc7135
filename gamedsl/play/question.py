"""A waiting state -> what is asked in it as plain facts, and from those: of whom it is asked, and in which words.

How an engine finds the facts is its own matter; everything that is told of a question comes from them.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

from gamedsl.engine.state.choices import Choice
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.state.block import State
from gamedsl.play.choice_names import Called
from gamedsl.play.runner import Runner

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


class Questions:
    """Tells what is asked, and what choices mean there."""

    def __init__(self, runner: Runner, called: Called) -> None:
        self.runner, self.called = runner, called
        self.game, self.wording = runner.set_up.game, runner.set_up.wording

    def question(self, s: State, *, hide: bool = False) -> Decision:
        """Return what is asked now; ``hide``: as others read it."""
        asked, wording = self.runner.asked(s), self.wording
        f, phase, seat = asked.frame, asked.phase, asked.seat
        declared = self.game.phases.get(phase)
        phase_words = wording.render(declared.words if declared else None, s, f[:], bare(phase))
        passing = self.runner.set_up.numbering.pass_code in self.runner.codes(s)
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
            asked = self.runner.asked(s)
            return self.wording.render(asked.pass_words, s, asked.frame[:], gettext("Pass"), hide=hide)
        if choice.action is None:
            return self.called.label(s, choice, hide=hide)
        frame = self.runner.action_frame(s, choice)
        words = self.wording.paragraph(choice.action, s, frame, hide=hide)
        if choice.question is None or choice.type is None:
            return words
        return headed(words, self.called.label(s, choice, hide=hide))
