"""The engine: a checked game, seats and options -> states, legal choices, and states after them"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.engine.beginning import Table
from gamedsl.engine.errors import IllegalChoice, RefusedSetupError, RuleError
from gamedsl.engine.events import DecisionEvent
from gamedsl.engine.journal import tell
from gamedsl.engine.open_paragraphs import OpenParagraph, loops_of
from gamedsl.engine.picked import can_pick_pieces, note_picks, pieces_picked
from gamedsl.engine.set_up import SetUp
from gamedsl.engine.setup.prepare import rolled_values, span_at
from gamedsl.engine.state import saving
from gamedsl.engine.state.choices import Choice, Numbering
from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.flat import FINISHED, UNFINISHED, Forced, LeftOver, mixes_back
from gamedsl.engine.state.forcing import is_of
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.state.positions import hidden_positions
from gamedsl.engine.together import resume, snapshot
from gamedsl.engine.words.wording import Wording
from gamedsl.i18n.speaking import ngettext
from gamedsl.kernel.compiled_rules import SharedRules
from gamedsl.kernel.playing import RUNNING as GOES_ON
from gamedsl.kernel.playing import Draw
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.queries.options import compiler_of_options
from gamedsl.kernel.queries.outcome import Ending, Outcome
from gamedsl.kernel.queries.questions import Asked
from gamedsl.kernel.queries.reset_latches import Latching
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.reading import Reading
from gamedsl.play.choice_names import Called
from gamedsl.play.programs import Programs, Rules
from gamedsl.play.question import Decision, Questions
from gamedsl.play.runner import Runner
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.kernel.search_engine import Trial, Trials

_T = TypeVar("_T")


class Engine:
    """Plays one game with a number of seats and options. Engines are immutable in use and may be shared.

    ``scenarios`` are those that it will begin. ``shared``: what it has in common with engines that play the same
    scenarios with other options. ``draw``: what gives the outcomes of chance; None: they follow from the
    seed. ``rules``: what makes its only program; None: programs are made as they are wanted. Raise SetupError when
    seats, options or the header's ``when`` do not allow this set-up; rules that no program can say raise it later, when
    a game is first begun, or the program is first asked for a value.
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
        scenarios: Sequence[model.CheckedScenario] = (),
        *,
        shared: SharedRules | None = None,
        draw: Draw | None = None,
        rules: Rules | None = None,
    ) -> None:
        self.game = game
        self.layout = layout = Layout(game, seats, options)
        self.wording = wording = Wording(layout)
        compiler = compiler_of_options(layout, wording)
        self.evaluator = Evaluator(compiler, lambda s: self.programs.of(s).compiler)
        wording.value, wording.holds = self.evaluator.value, self.evaluator.holds
        self._check_setup()
        layout.rolled = rolled_values(game)
        layout.lay_out(self.evaluator.holds)
        self.drawing, self.numbering = Drawing(layout, wording), Numbering(layout)
        self.set_up = SetUp(layout, wording, self.drawing, self.numbering, dict(options or {}))
        self.ending = Ending(self.evaluator)
        self.programs = Programs(self.set_up, scenarios, draw, rules, shared)
        self.runner = Runner(self.programs, self.ending)
        self.decider, self.codes = self.runner.decider, self.runner.codes
        """Give the seat that has to decide, and the numbers of all legal choices; asked more than anything else."""
        self.called = Called(self.runner, self.evaluator)
        self.questions = Questions(self.runner, self.called)
        self._trials: dict[Reading, Trials] = {}
        self._picking: dict[int, bool] = {}
        """By question whether its answers may be pieces."""
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

    def _check_setup(self) -> None:
        for when in self.game.setup_conditions:
            if not self.evaluator.holds(when.condition):
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
        self.runner.run(s, 0)
        return s

    def blank(self, seed: int, game_number: int, log: bool) -> State:
        """Return the state before setup: everything where ``full`` puts it, values at their start."""
        return self.runner.blank(self.programs.first, seed, log, game_number)

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

    def run(self, s: State) -> None:
        """Run to the next decision or the end."""
        s.settle()
        self.runner.run(s, s[s.reading.at["resume"]])

    def apply(self, s: State, code: int) -> None:
        """Carry out a choice in place and run to the next decision; raise IllegalChoice when it is not legal."""
        if s[s.reading.status] != GOES_ON:
            raise IllegalChoice("the game is over")
        if code not in (self.runner.ask(s) if s.cache is None else s.cache):
            raise IllegalChoice(f"choice {code} is not legal here")
        if self._has_loops:
            self._note_pick(s, code)
        if s.curtain is not None:
            s.curtain = (*s.curtain[:4], (*s.curtain[4], (self.decider(s), code, tuple(s.known))))
        if s.log is not None:
            self._log_decision(s, code)
        elif not s.reading.is_quick:
            self.programs.hurry(s)
        self.runner.carry_out(s, code)

    # ------------------------------------------------------------ phases together

    def before_together(self, s: State) -> State:
        """Return the state in which all began to decide at the same time; ``run`` plays on from there."""
        assert s.curtain is not None and s.second is not None
        board, _, _, rest, _ = s.curtain
        new = s.copy()
        new[:] = s.second
        new.decoded = {}
        *_, (mixes, new.shown, _), new.ledger_size, _ = rest
        new.mixes = [(), *reversed(list(mixes_back(s)))][mixes]
        new.curtain, new.cache, new.stale = (board, None, 0, rest, ()), None, True
        return new

    def begin_together(self, s: State) -> None:
        """Let all decide from here on without seeing what others do, in a state from before that."""
        s.settle()
        s.second = tuple(s)
        s.curtain = (snapshot(s), None, 0, resume(s), ())

    # ------------------------------------------------------------ what is open

    @cached_property
    def hidden_positions(self) -> list[int]:
        """The places in ``State.past`` of positions that not everybody sees."""
        return hidden_positions(self.layout)

    def open(self, s: State) -> list[OpenParagraph]:
        """Return the paragraphs that are open, outermost first; what is written into their frames goes into ``s``."""
        return s.open()

    def stale(self, s: State) -> LeftOver:
        """Return the values and dice of the table that are written anew before the rules read them again."""
        return s.left_over()

    @cached_property
    def _latching(self) -> Latching:
        return Latching(self.evaluator, self.wording.secrets.triggers)

    def latch(self, s: State) -> None:
        """Let latches of triggers that ask for hidden things tell nothing, in a state with other hidden things."""
        self._latching.latch(s)

    # ------------------------------------------------------------ deciding

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        return self.runner.asked(s)

    def asks_plan(self, s: State) -> bool:
        """Tell whether a plan asks in a game that goes on: what is chosen is an action."""
        return self.runner.asks_plan(s)

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        return self.runner.meant(s, choice)

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        return self.runner.arguments(s, choice)

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

    def trial(self, s: State) -> Trial:
        """Return the game of a state from its decision on, for trying choices out; outcomes must not be forced."""
        if s.forced != s.reading.unforced:
            raise ValueError("outcomes are forced in this state")
        return self.trials(s).trial(s, self.codes(s))

    def trials(self, s: State) -> Trials:
        """Return what begins trials of the game of a state."""
        rules = self.programs.without_passes(s)
        if rules.reading not in self._trials:
            from gamedsl.kernel import search_engine  # only who thinks needs it

            self._trials[rules.reading] = search_engine.Trials(self.set_up, rules, self.ending)
        return self._trials[rules.reading]

    @cached_property
    def _has_loops(self) -> bool:
        """Whether a decision may be wanted while a loop through pieces is open."""
        return self.programs.first.reading.open.has_loops

    def _note_pick(self, s: State, code: int) -> None:
        """Note who loses track of what is picked, where a choice may pick pieces."""
        choice = self.numbering.choice(code)
        if choice.question is None:
            return
        picks = self._picking.get(choice.question)
        if picks is None:
            picks = self._picking[choice.question] = can_pick_pieces(self.game, choice)
        if picks:
            self._note_picks(s, choice)

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
        return self.runner.answered_frame(s, choice)

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

    def carried_out(self) -> set[str]:
        """Return the names of what the last game with a log has come to: paragraphs, and modifiers in force."""
        return set(self.programs.used)

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
        return self.evaluator.value(value)(copy, [0, 0, you, s.active, *self.named, *[None] * max(slots, 64)])

    # ------------------------------------------------------------ saving

    def to_json(self, s: State) -> dict[str, Any]:
        """Return a state as JSON-able data, with what tells whether it belongs to this engine."""
        return saving.to_json(self.layout, s)
