"""The engine: a checked game, seats and options -> states, legal choices, and states after them.

How rules are carried out is the matter of its subclasses; what is asked, told and counted is the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.engine.asked import Asked, Decision, Questions
from gamedsl.engine.beginning import Table, beginning
from gamedsl.engine.errors import RefusedSetupError, RuleError
from gamedsl.engine.events import DecisionEvent, StopEvent
from gamedsl.engine.journal import tell
from gamedsl.engine.looks import Looks
from gamedsl.engine.open_paragraphs import OpenParagraph, loops_of
from gamedsl.engine.outcome import Ending, Outcome
from gamedsl.engine.picked import note_picks, pieces_picked
from gamedsl.engine.setup.prepare import rolled_values, span_at
from gamedsl.engine.state import saving
from gamedsl.engine.state.choices import Choice, Numbering
from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.flat import FINISHED, STOPPED, UNFINISHED, Forced, LeftOver, State
from gamedsl.engine.state.forcing import is_of
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.state.positions import hidden_positions
from gamedsl.engine.together import resume, snapshot
from gamedsl.engine.trial import Trial
from gamedsl.engine.words.choice_names import Called
from gamedsl.engine.words.wording import Wording
from gamedsl.i18n.speaking import ngettext
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Span

_T = TypeVar("_T")


class Engine(ABC):
    """Plays one game with a number of seats and options. Engines are immutable in use and may be shared.

    Raise SetupError when seats, options or the header's ``when`` do not allow this set-up; see ``engine_for``.
    """

    thinks = "auto"
    """By what players think who search: python, native (machine code), or auto: native where it is worth while.

    ``beside``: as auto, but while machine code is made, in a thread, they go on in Python.
    """

    def __init__(
        self,
        game: model.CheckedGame,
        seats: int,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> None:
        self.game = game
        self.chosen = dict(options or {})
        """The options that were given: what another engine of this set-up is made of."""
        self.layout = layout = Layout(game, seats, options)
        self.wording = Wording(layout)
        self.looks = self.wording.looks = self._looks()
        self._check_setup()
        layout.rolled = rolled_values(game)
        layout.lay_out(self.looks.holds)
        self.drawing = Drawing(layout, self.wording)
        self.numbering = Numbering(layout)
        self.called = Called(self)
        self.ending = Ending(self.looks)
        self.questions = Questions(self)
        self._made_of: dict[Any, Any] = {}
        """What others have made of this engine, by what makes it: see ``once``."""
        self.named: list[Any] = []
        """Local values that ``evaluate`` knows: those of the steps of a scenario."""

    def once(self, make: Callable[[Engine], _T]) -> _T:
        """Return what ``make`` makes of this engine, made when it is first asked for.

        So what tells of games can keep something beside an engine that knows nothing of it.
        """
        if make not in self._made_of:
            self._made_of[make] = make(self)
        made: _T = self._made_of[make]
        return made

    @abstractmethod
    def _looks(self) -> Looks:
        """Return what is asked of expressions; conditions over options are asked before anything is laid out."""

    def _check_setup(self) -> None:
        for when in self.game.setup_conditions:
            if not self.looks.holds(when.condition):
                nothing: Any = Table()  # of options alone
                words = self.wording.render(when.words, nothing, [0, 0, None, None])
                raise RefusedSetupError(self.game.title, words)

    # ------------------------------------------------------------ starting

    def start(
        self,
        seed: int = 0,
        game_number: int = 0,
        log: bool = True,
        forced: Mapping[str, tuple[Any, ...]] | None = None,
        limit: int = 0,
    ) -> State:
        """Set a game up and run it to the first decision.

        ``game_number`` (0 to 2^31) tells games of one seed apart. ``forced`` gives the next outcomes by the name of
        dice, rolled values or zones; an outcome of a zone is a tuple of the pieces that will do. After ``limit``
        decisions the game is given up; 0: at the limit that holds for all games.
        """
        if not 0 <= game_number < 2**31:
            raise ValueError("the game number must be in 0..2147483647")
        s = self.blank(seed, game_number, log)
        s.limit = limit
        for name, values in (forced or {}).items():
            self.force(s, name, tuple([Forced(value) for value in values]))
        self._begin(s)
        return s

    @abstractmethod
    def _begin(self, s: State) -> None:
        """Carry setup out, in a state from before that, and run to the first decision."""

    @abstractmethod
    def blank(self, seed: int, game_number: int, log: bool) -> State:
        """Return the state before setup: everything where ``full`` puts it, values at their start."""

    def beginning(self) -> Table:
        """Return what is on the table before setup."""
        return beginning(self.drawing, self.wording)

    def force(self, s: State, name: str, forced: tuple[Forced, ...]) -> None:
        """Add outcomes that chance will give next; raise KeyError for a name without chance of its own."""
        layout = self.layout
        first = layout.streams[name]
        cells = name in self.game.zones
        for stream in range(first, len(layout.stream_names)):
            if layout.stream_names[stream] == name:
                seat = stream - first if layout.stream_names.count(name) > 1 else None
                grid = layout.cells[name] if cells else layout.values.get(name)
                own = [one for one in forced if seat is None or one.places is None or is_of(grid, seat, one.places)]
                s.forced[stream] = (*s.forced[stream], *own)

    # ------------------------------------------------------------ running

    @abstractmethod
    def run(self, s: State) -> None:
        """Run to the next decision or the end. A rule that cannot be carried out stops the game."""

    @abstractmethod
    def apply(self, s: State, code: int) -> None:
        """Carry out a choice in place and run to the next decision; raise IllegalChoice when it is not legal."""

    def _stopped(
        self, s: State, error: RuleError, chain: tuple[str, ...], seat: int | None, card: str | None = None
    ) -> None:
        """Make a state that is stopped while some paragraphs are open, the last of them is told as the card."""
        span = error.span
        place = (span.path, span.line, span.column, span.end_line, span.end_column)
        values = tuple(sorted((name, value) for name, value in error.values.items()))
        s.error = (error.code, place, chain, seat, values)
        s.status = STOPPED
        s.cache = None
        if s.log is not None:
            name = (chain[-1] if chain else "") if card is None else card
            tell(self.layout, s, StopEvent, code=error.code, line=span.line, card=name)

    # ------------------------------------------------------------ phases together

    @abstractmethod
    def before_together(self, s: State) -> State:
        """Return the state in which all began to decide at the same time; ``run`` plays on from there."""

    def begin_together(self, s: State) -> None:
        """Let all decide from here on without seeing what others do, in a state from before that."""
        s.curtain = (snapshot(s), None, 0, resume(s), ())

    # ------------------------------------------------------------ scenarios

    @abstractmethod
    def before_setup(self, scenario: model.CheckedScenario, log: bool) -> State:
        """Return the state before setup of a scenario."""

    @abstractmethod
    def set_up(self, s: State) -> None:
        """Carry setup out, and nothing else."""

    @abstractmethod
    def give(self, s: State, scenario: model.CheckedScenario) -> bool:
        """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""

    @abstractmethod
    def enter(self, s: State, way: Sequence[str]) -> str:
        """Put play into the phases on a way, arm the triggers and run the last phase.

        Return the phase in which nobody has a turn, nothing when play has begun. Raise RuleError where a first turn
        cannot begin.
        """

    # ------------------------------------------------------------ what is open

    @cached_property
    def hidden_positions(self) -> list[int]:
        """The places in ``State.past`` of positions that not everybody sees."""
        return hidden_positions(self.layout)

    @abstractmethod
    def open(self, s: State) -> list[OpenParagraph]:
        """Return the paragraphs that are open, outermost first; what is written into their frames goes into ``s``."""

    @abstractmethod
    def stale(self, s: State) -> LeftOver:
        """Return the values and dice of the table that are written anew before the rules read them again."""

    @abstractmethod
    def latch(self, s: State) -> None:
        """Let latches of triggers that ask for hidden things tell nothing, in a state with other hidden things."""

    # ------------------------------------------------------------ deciding

    @abstractmethod
    def decider(self, s: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""

    @abstractmethod
    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""

    @abstractmethod
    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""

    @abstractmethod
    def asks_plan(self, s: State) -> bool:
        """Tell whether a plan asks in a game that goes on: what is chosen is an action."""

    @abstractmethod
    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""

    @abstractmethod
    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""

    def legal(self, s: State) -> tuple[Choice, ...]:
        """Return all legal choices in canonical order; empty when the game is over."""
        return tuple([self.numbering.choice(code) for code in self.codes(s)])

    def codes_meant(self, s: State) -> tuple[int, ...]:
        """Return the codes of the legal choices as they would be if every piece were called by its own number."""
        found = []
        for choice in self.legal(s):
            value = self.meant(s, choice)
            found.append(choice.code if value == choice.value else self.numbering.with_value(choice, value))
        return tuple(found)

    @abstractmethod
    def trial(self, s: State) -> Trial:
        """Return the game of a state from its decision on, for trying choices out; outcomes must not be forced."""

    def _note_picks(self, s: State, choice: Choice) -> None:
        """Note who loses track of what is picked while loops through pieces are open."""
        seat = self.decider(s)
        assert seat is not None
        pieces = pieces_picked(self.game, choice, self.meant(s, choice))
        note_picks(self.drawing, s, seat, lambda: loops_of(self.open(s)), pieces)

    def _log_decision(self, s: State, code: int) -> None:
        choice = self.numbering.choice(code)
        asked = self.asked(s)
        s.changes_told = 0
        seat, audience = asked.seat, self.layout.everybody
        pieces = pieces_picked(self.game, choice, self.meant(s, choice))
        for piece in pieces:
            audience &= self.drawing.recognised(s, piece, s.exposed) | 1 << seat
        if choice.question in self.wording.secrets.numbers:
            audience = 1 << seat
        words, question = self.choice_words(s, choice), self.question(s).words
        told, told_question = words, question
        if self.wording.secrets.parts or pieces:
            told, told_question = self.choice_words(s, choice, hide=True), self.question(s, hide=True).words
        tell(
            self.layout,
            s,
            DecisionEvent,
            audience,
            number=s.decisions,
            seat=seat,
            code=code,
            text=self.choice_text(s, choice),
            words=words,
            question=question,
            told=None if told == words else told,
            told_question=None if told_question == question else told_question,
            card=asked.paragraph,
        )

    # ------------------------------------------------------------ words

    def question(self, s: State, *, hide: bool = False) -> Decision:
        """Return what is asked now; ``hide``: as others read it. Raise IllegalChoice when the game is over."""
        return self.questions.question(s, hide=hide)

    def choice_text(self, s: State, choice: Choice) -> str:
        """Return a choice as records and scenarios write it; see ``Called.text``."""
        return self.called.text(s, choice)

    def move_text(self, choice: Choice, s: State | None = None) -> str:
        """Return a choice by its names alone, whatever else is legal; dice are called by what they show in a state."""
        return self.called.move(choice, s)

    def value_text(self, choice: Choice, s: State | None = None) -> str:
        """Return only the value of a choice, as rule files write it; empty when it has none."""
        return self.called.value(choice, s)

    def choice_words(self, s: State, choice: Choice, *, hide: bool = False) -> str:
        """Return a choice in words for people; ``hide``: as others than the decider read it."""
        return self.questions.choice_words(s, choice, hide=hide)

    def choice_label(self, s: State, choice: Choice, *, hide: bool = False) -> str:
        """Return the value of a choice in words; empty when it has none; see ``Called.label``."""
        return self.called.label(s, choice, hide=hide)

    def answered_frame(self, s: State, choice: Choice) -> list[Any]:
        """Return the frame in which a choice is made, with what it picks."""
        return self.questions.answered_frame(s, choice)

    # ------------------------------------------------------------ results

    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended, None while it runs."""
        if s.status == FINISHED and s.end is not None:
            f: list[Any] = [0, 0, None, None, *[None] * self.game.end_slots]
            words = self.wording.render(self.game.ends[s.end].words, s, f)
        elif s.status == UNFINISHED:
            words = ngettext(
                "stopped after {count} decision: no winner", "stopped after {count} decisions: no winner", s.decisions
            )
        else:
            words = ""
        return self.ending.outcome(s, words)

    def points(self, s: State) -> tuple[int, ...]:
        """Return the points of all players: what is fed so far, at the end also what is worth something."""
        return tuple(s.points)

    def standing(self, s: State) -> tuple[int, ...] | None:
        """Return the points of all players as if the game ended now, secrets included; None when that fails."""
        return self.ending.standing(s)

    @abstractmethod
    def carried_out(self) -> set[str]:
        """Return the names of what the last game with a log has come to: paragraphs, and modifiers in force."""

    def finding(self, error: RuleError, span: Span) -> Diagnostic:
        """Return a rule error as a finding at ``span``."""
        return diagnostic(error.code, span, labels=(), help=None, **error.values)

    def diagnostic(self, s: State) -> Diagnostic | None:
        """Return the rule error that stopped a game as a finding, None when there was none."""
        if s.error is None:
            return None
        code, place, _, _, values = s.error
        return diagnostic(code, span_at(self.game, place), **dict(values))

    def evaluate(self, s: State, value: core.Value, you: int | None = None, slots: int = 0) -> Any:
        """Evaluate an expression for a player without changing the state; raise RuleError when that is impossible."""
        copy = s.copy()
        return self.looks.value(value)(copy, [0, 0, you, s.active, *self.named, *[None] * max(slots, 64)])

    # ------------------------------------------------------------ saving

    def to_json(self, s: State) -> dict[str, Any]:
        """Return a state as JSON-able data, with what tells whether it belongs to this engine."""
        return saving.to_json(self, s)
