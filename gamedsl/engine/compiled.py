"""An engine that writes rules as Python text, step by step, and carries them out over states that are lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from gamedsl.engine.asked import Asked, ways_of
from gamedsl.engine.compiled_looks import CompiledLooks
from gamedsl.engine.entering import enter, give, set_up
from gamedsl.engine.errors import IllegalChoice, Limits, RuleError
from gamedsl.engine.looks import Looks
from gamedsl.engine.machine import Engine
from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.present.events import EndEvent
from gamedsl.engine.rules.asks import PickAsk, PlanAsk
from gamedsl.engine.rules.atoms import Atoms
from gamedsl.engine.rules.codes import JUMP, WAIT, Ask, Code
from gamedsl.engine.rules.ending import CountingEnding
from gamedsl.engine.rules.opened import opened
from gamedsl.engine.rules.paragraphs import Paragraphs
from gamedsl.engine.rules.watching import Watching
from gamedsl.engine.setup.prepare import asked_actions
from gamedsl.engine.state.board import Board
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, TABLE, UNFINISHED, State
from gamedsl.engine.together import before_together
from gamedsl.engine.write.compiling import Compiler
from gamedsl.engine.write.makers import load_makers
from gamedsl.faults import working_on
from gamedsl.semantics.core import model
from gamedsl.source import Span


class CompiledEngine(Engine):
    """Plays by what the compiler makes of every paragraph."""

    save_format = 1

    def __init__(
        self,
        game: model.CheckedGame,
        seats: int,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> None:
        super().__init__(game, seats, options)
        c = self.compiler
        self.drawing = self.board = c.board = Board(self.layout, self.journal)
        self.paragraphs = paragraphs = Paragraphs(c, self.numbering, self.journal.card_names)
        paragraphs.asked_done = asked_actions(game)
        self.watching = paragraphs.watching = Watching(c, self.journal, paragraphs.watch)
        self.watching.finish = self._finish
        self.watching.push = paragraphs.push
        paragraphs.finish = self._finish
        paragraphs.atoms = Atoms(c, self.board, self.journal, self.watching)
        self.watching.prepare(paragraphs.action_code)
        paragraphs.write()
        self.ending: CountingEnding = CountingEnding(self.looks, paragraphs.measuring.at_end)
        self._operations = [code.operations for code in paragraphs.codes]
        self._asks = [code.asks for code in paragraphs.codes]
        self._has_loops = any(code.loops for code in paragraphs.codes)
        self._start: State | None = None

    def _looks(self) -> Looks:
        """Return what is asked of expressions."""
        load_makers()
        self.compiler = c = Compiler(self.layout)
        c.looks = looks = CompiledLooks(c)
        c.wording = self.wording
        return looks

    # ------------------------------------------------------------ starting

    def blank(self, seed: int, game_number: int, log: bool) -> State:
        """Return the state before setup: everything where ``full`` puts it, values at their start."""
        s = State(seed, game_number, log)
        if self._start is None:
            self._start = self.beginning()
        for name in TABLE:
            setattr(s, name, getattr(self._start, name)[:])
        s.latches = [False] * self.watching.latches
        s.draws = [0] * len(self.layout.stream_names)
        s.forced = [()] * len(self.layout.stream_names)
        s.past = [(0, ())] * len(self.compiler.positions.asked)
        return s

    def _begin(self, s: State) -> None:
        s.frames.append(self.paragraphs.root.template[:])
        self.run(s)

    # ------------------------------------------------------------ running

    def run(self, s: State) -> None:
        """Run to the next decision or the end. A rule that cannot be carried out stops the game."""
        frames, tables = s.frames, self._operations
        try:
            while frames:
                f = frames[-1]
                operations = tables[f[0]]
                while True:
                    place = f[1]
                    f[1] = place + 1
                    answer = operations[place](s, f)
                    if answer is None:
                        continue
                    if answer == JUMP:
                        break
                    if answer == WAIT and s.decisions >= (s.limit or Limits.decisions):
                        s.status = UNFINISHED
                        s.cache = None
                    return
        except RuleError as error:
            self._stop(s, error)
        except RecursionError:
            chain = self.paragraphs.chain(s, "")
            self._stop(s, RuleError("GDRUN06", self._span(s), bound="1000", chain=chain))
        except Exception:
            working_on("carrying out the rules", self._span(s))
            raise

    def _span(self, s: State) -> Span:
        for frame in reversed(s.frames):
            span = self.paragraphs.codes[frame[0]].span
            if span is not None:
                return span
        return self.game.winner.span

    def _stop(self, s: State, error: RuleError) -> None:
        """Make a state that is stopped at a rule error; everything stays as it was in that moment."""
        chain = self.paragraphs.paragraph_chain(s)
        seat = next((frame[2] for frame in reversed(s.frames) if frame[2] is not None), None)
        card = self.paragraphs.names[s.frames[-1][0]] if s.frames else ""
        self._stopped(s, error, chain, seat, card)

    def _finish(self, s: State, end: int | None) -> None:
        words = ""
        if s.log is not None and end is not None:
            f: list[Any] = [0, 0, None, None, *[None] * self.game.end_slots]
            words = self.wording.render(self.game.ends[end].words, s, f)
        self.ending.finish(s, end)
        s.cache = None
        if s.log is not None:
            line = 0 if end is None else self.game.ends[end].span.line
            self.journal.add(s, EndEvent, words=words, winners=s.winners, line=line, card="")

    def before_together(self, s: State) -> State:
        """Return the state in which all began to decide at the same time; ``run`` plays on from there."""
        return before_together(s)

    def carried_out(self) -> set[str]:
        """Return the names of what the last game with a log has come to: paragraphs, and modifiers in force."""
        return {self.paragraphs.names[number] for number in self.paragraphs.carried} | self.compiler.in_force

    # ------------------------------------------------------------ scenarios

    def before_setup(self, scenario: model.CheckedScenario, log: bool) -> State:
        """Return the state before setup of a scenario."""
        return self.blank(scenario.seed, 0, log)

    def set_up(self, s: State) -> None:
        """Carry setup out, and nothing else."""
        set_up(self, s)

    def give(self, s: State, scenario: model.CheckedScenario) -> bool:
        """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""
        return give(self, s, scenario)

    def enter(self, s: State, way: Sequence[str]) -> str:
        """Put the frames of the phases on a way in place, arm the triggers and run the last phase.

        Return the phase in which nobody has a turn, nothing when play has begun. Raise RuleError where a first turn
        cannot begin.
        """
        return enter(self, s, way)

    def use(self, code: Code) -> None:
        """Let the machine run code that was compiled later."""
        self._operations.extend(one.operations for one in self.paragraphs.codes[len(self._operations) :])
        assert self._operations[code.number] is code.operations

    def forget(self, code: Code) -> None:
        """Remove code that was compiled later, with everything behind it."""
        del self.paragraphs.codes[code.number :], self.paragraphs.names[code.number :], self._operations[code.number :]

    # ------------------------------------------------------------ what is open

    def open(self, s: State) -> list[OpenParagraph]:
        """Return the paragraphs that are open, outermost first; what is written into their frames goes into ``s``."""
        return list(opened(self.paragraphs, s))

    def latch(self, s: State) -> None:
        """Let latches of triggers that ask for hidden things tell nothing, in a state with other hidden things."""
        self.watching.latch(s)

    # ------------------------------------------------------------ deciding

    def decider(self, s: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        return cast("int | None", s.frames[-1][2]) if s.status == RUNNING and s.frames else None

    def ask(self, s: State) -> Ask:
        """Return the question that is open; raise IllegalChoice when none is."""
        if s.status != RUNNING or not s.frames:
            raise IllegalChoice("the game is over")
        f = s.frames[-1]
        return self.paragraphs.codes[f[0]].asks[f[1]]

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        if s.status != RUNNING:
            return ()
        if s.cache is None:
            s.cache = self.ask(s).choices(s, s.frames[-1])
        codes: tuple[int, ...] = s.cache[0]
        return codes

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        if choice.type is None:
            return choice.value
        self.codes(s)
        return self.ask(s).meant(choice.code, choice.value, s.cache[1])

    def apply(self, s: State, code: int) -> None:
        """Carry out a choice in place and run to the next decision; raise IllegalChoice when it is not legal."""
        if s.status != RUNNING:
            raise IllegalChoice("the game is over")
        f = s.frames[-1]
        ask = self._asks[f[0]][f[1]]
        codes, known = s.cache or ask.choices(s, f)
        if code not in codes:
            raise IllegalChoice(f"choice {code} is not legal here")
        if s.log is not None:
            self._log_decision(s, code)
        if self._has_loops:
            self._note_picks(s, self.numbering.choice(code))
        s.cache = None
        s.work = s.jumps = 0
        s.decisions += 1
        if s.curtain is not None:
            s.curtain = (*s.curtain[:4], (*s.curtain[4], (f[2], code, tuple(s.known))))
        try:
            ask.answer(s, f, code, known)
        except RuleError as error:
            self._stop(s, error)
            return
        self.run(s)

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        ask, frames = self.ask(s), s.frames
        codes, f = self.paragraphs.codes, frames[-1]
        code = codes[f[0]]
        phase = next((one for one in reversed([self._phase(frame) for frame in frames]) if one), "")
        around = [frame for frame in frames[:-1] if codes[frame[0]].paragraph == code.paragraph]
        where = (code.section, code.paragraph, phase, any(frame[2] != f[2] for frame in around), f[:])
        if isinstance(ask, PlanAsk):
            return Asked("plan", *where, ways_of(ask.automaton, f[ask.state_place]), ask.pass_words)
        assert isinstance(ask, PickAsk)
        return Asked(ask.kind, *where, question=ask.question, places=ask.places)

    def _phase(self, frame: list[Any]) -> str:
        code = self.paragraphs.codes[frame[0]]
        return code.paragraph if code.section == "phase" else ""

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        ask, f = self.ask(s), s.frames[-1]
        self.codes(s)
        if not isinstance(ask, PlanAsk) or choice.action not in ask.by_name[f[ask.state_place]]:
            return None
        return tuple(ask.move_of(f, choice.action, s.cache[1])[1])
