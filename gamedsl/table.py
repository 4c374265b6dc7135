"""A game being played: the state and its engine in; decisions, choices, views, logs and outcomes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.engine.errors import IllegalChoice
from gamedsl.players.protocol import Situation

if TYPE_CHECKING:
    from gamedsl.api import Game
    from gamedsl.engine.machine import Engine
    from gamedsl.engine.outcome import Outcome
    from gamedsl.engine.present.breakdown import Breakdown
    from gamedsl.engine.present.events import Event
    from gamedsl.engine.present.pointing import Pointed
    from gamedsl.engine.present.view_data import Line, View
    from gamedsl.engine.state.flat import State
    from gamedsl.players.imagine.determinization import Redealer

__all__ = ["SAVE_FORMAT", "SAVE_VERSION", "Choice", "Decision", "Refusal", "Table"]

SAVE_FORMAT = "gamedsl save"
SAVE_VERSION = 1


@attrs.frozen
class Choice:
    """One legal move: a stable ``code``, its structured form, the short ``text`` form and ``words`` for people.

    ``action`` is None for the answer to a later question; ``value`` is what is picked as a run-time value, None when
    nothing is; ``label`` shows it.
    """

    code: int
    action: str | None
    value: int | bool | None
    label: str
    is_pass: bool
    text: str
    words: str


@attrs.frozen
class Decision:
    """What is asked: ``kind`` is ``plan`` (which action?), ``pick`` or ``chosen`` (which is next?)."""

    kind: str
    seat: int
    words: str
    phase: str | None


@attrs.frozen
class Refusal:
    """A move that the plan would allow, but that is not possible now, and why."""

    text: str
    words: str
    reason: str


@attrs.define(eq=False)
class Table:
    """A game being played: the state, with everything that may be asked about it.

    Seats count from 0. ``apply`` changes it in place; ``copy`` is cheap.
    """

    game: Game
    _engine: Engine = attrs.field(repr=False)
    _state: State = attrs.field(repr=False)
    seed: int
    _options: dict[str, bool | int | str] = attrs.field(repr=False)

    @property
    def engine(self) -> Engine:
        """What carries the rules out with these players and options: for studies of whole games."""
        return self._engine

    @property
    def players(self) -> int:
        """Number of players."""
        return self._engine.layout.seats

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.game.checked.seat_names[: self.players]

    @property
    def options(self) -> dict[str, bool | int | str]:
        """The value chosen for every option."""
        return dict(self._options)

    @property
    def decider(self) -> int | None:
        """The seat that is asked; None when the game is over or has stopped."""
        return self._engine.decider(self._state)

    @property
    def limit(self) -> int | None:
        """The number of decisions after which the game is given up; None for the limit that holds for all games."""
        return self._state.limit or None

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self._state.decisions

    def situation(self) -> Situation:
        """What a player object gets to know when it decides now; raise IllegalChoice when nobody is asked."""
        seat = self._engine.decider(self._state)
        if seat is None:
            raise IllegalChoice("the game is over")
        return Situation(seat, self._state.decisions, self)

    def redealer(self, seat: int) -> Redealer:
        """What deals anew all that a seat cannot know."""
        from gamedsl.players.imagine.determinization import Redealer

        return Redealer(self._engine, self._state, seat)

    def sealed(self, seat: int, seed: int) -> Table:
        """The same table with nothing on it that the seat may not know: secrets and chance are dealt anew.

        It has an engine of its own, which carries no game of the real table. Raises RedealError where nothing can be
        imagined.
        """
        from gamedsl.engine.present.narrate import seen_log
        from gamedsl.players.seeding import generator

        state = self.redealer(seat).deal(generator(seed, self.decisions, seat + 1))
        seen = self.view(seat).decisions
        seen_log(self._engine, self._state, seat, state)
        state.decisions = seen
        return Table(self.game, self.game._engine(self.players, self._options, sealed=True), state, 0, self._options)

    def decision(self) -> Decision | None:
        """What is asked of the decider; None when nobody is."""
        if self.decider is None:
            return None
        asked = self._engine.question(self._state)
        return Decision(asked.kind, asked.seat, asked.words, asked.phase)

    def legal(self) -> tuple[Choice, ...]:
        """The legal choices of the decider in canonical order; empty when nobody is asked."""
        if self.decider is None:
            return ()
        return tuple(self._choice(choice) for choice in self._engine.legal(self._state))

    def codes(self) -> tuple[int, ...]:
        """Only the codes of the legal choices: for fast play."""
        return self._engine.codes(self._state)

    def apply(self, move: Choice | int | str) -> None:
        """Make a move: a choice, its code or its text form. Raises IllegalChoice and changes nothing then."""
        if self.decider is None:
            raise IllegalChoice("the game is over")
        if type(move) is int:
            self._engine.apply(self._state, move)
            return
        legal = self._engine.legal(self._state)
        code = move.code if isinstance(move, Choice) else move
        for choice in legal:
            if choice.code == code or (isinstance(code, str) and self._engine.choice_text(self._state, choice) == code):
                self._engine.apply(self._state, choice.code)
                return
        raise IllegalChoice(f"{move.text if isinstance(move, Choice) else move} is not a legal move now")

    def action_codes(self) -> list[tuple[range, str]]:
        """The codes of all moves of this set-up: of each action, of ``pass`` and of each later question, in order.

        A later question is named after its card and its own name, ``build.l``. The codes never depend on the state.
        """
        numbering = self._engine.numbering
        found = []
        for name, base in numbering.action_base.items():
            first = numbering.first_question.get(name)
            size = 1 if first is None else numbering.domains[first.number].size
            found.append((range(base, base + size), name))
        found.append((range(numbering.pass_code, numbering.pass_code + 1), "pass"))
        for number, base in numbering.question_base.items():
            question = self.game.checked.questions[number]
            found.append((range(base, base + numbering.domains[number].size), f"{question.card}.{question.name}"))
        return found

    def refusals(self) -> tuple[Refusal, ...]:
        """Moves that could come next but are not possible, with the reasons."""
        if self.decider is None:
            return ()
        found = self._engine.refusals(self._state)
        return tuple(Refusal(refusal.text, refusal.words, refusal.reason) for refusal in found)

    def view(self, seat: int | None = None, *, revealed: bool = False) -> View:
        """What a seat may see; None for a spectator. ``revealed``: all secrets, for looking into a stopped game."""
        from gamedsl.engine.present.views import project

        self._check_seat(seat)
        return project(self._engine, self._state, seat, revealed=revealed)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or seat not in range(self.players)):
            raise ValueError(f"there is no seat {seat}")

    def events(self, seat: int | None = None) -> tuple[dict[str, Any], ...]:
        """What has happened as plain data, as far as a seat (None: a spectator) may know it."""
        from gamedsl.engine.present.narrate import seen_events

        self._check_seat(seat)
        return seen_events(self._engine, self._state, seat)

    def narration(self, seat: int | None = None, *, revealed: bool = False) -> list[Line]:
        """What has happened, as lines with their kind, as far as a seat (None: a spectator) may know it.

        ``revealed``: with all secrets, for looking at recorded games.
        """
        from gamedsl.engine.present.narrate import narrate

        self._check_seat(seat)
        return narrate(self._engine, self._state, seat, revealed=revealed)

    def log(self, seat: int | None = None) -> list[str]:
        """What has happened, in plain words, as far as a seat (None: a spectator) may know it."""
        return [line.text for line in self.narration(seat)]

    def ledger(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Every payment, move of a piece and score as plain data, in order; ``full`` tells of secrets left out."""
        from gamedsl.engine.present.narrate import ledger

        self._check_seat(seat)
        return ledger(self._engine, self._state, seat)

    def breakdowns(self, seat: int | None = None, *, revealed: bool = False) -> tuple[Breakdown, ...]:
        """For each phase that paid or scored without asking anybody: who got how much for what, as a seat may know."""
        from gamedsl.engine.present.breakdown import breakdowns

        self._check_seat(seat)
        return breakdowns(self._engine, self._state, seat, revealed=revealed)

    def outcome(self) -> Outcome | None:
        """Winners, ranking, points and their sources; None while the game goes on."""
        return self._engine.outcome(self._state)

    def standing(self) -> tuple[int, ...] | None:
        """The points of all seats as if the game ended now, None when the rules cannot tell that before the end.

        It counts what is secret too: for studies of whole games, never for players.
        """
        return self._engine.standing(self._state)

    def leading(self) -> tuple[int, ...] | None:
        """What decides first who wins (mostly points), by seat, as if the game ended now: more is better.

        None when the rules cannot tell that before the end. It counts what is secret too: for studies of whole games.
        """
        return self._engine.ending.leading(self._state)

    def nowhere(self) -> frozenset[int]:
        """The numbers of the pieces that lie nowhere on the table; spaces, which never move, are among them."""
        return frozenset(piece for piece, cell in enumerate(self._state.place) if cell < 0)

    def designs(self) -> tuple[str, ...]:
        """The design of every piece by its number, as rule files write it; spaces, which never move, are empty."""
        layout = self._engine.layout
        kinds = self.game.checked.kinds
        return tuple(
            "" if kinds[kind].form == "space" else layout.designs[design].name
            for kind, design in zip(layout.piece_kind, layout.piece_design, strict=True)
        )

    def all_events(self) -> tuple[Event, ...]:
        """Everything that has happened, secrets included: for studies of whole games, never for players."""
        return self._state.events()

    def carried_out(self) -> tuple[str, ...]:
        """The names of the rules, triggers and cells of rules that the last game with a log has carried out, sorted.

        With them stand the modifiers that were in force. Cells are named ``row.column``. It is about the last game
        begun with these players and options: for studies.
        """
        carried = {self._engine.cards.names[number] for number in self._engine.cards.carried}
        return tuple(sorted(carried | self._engine.compiler.in_force))

    def error(self) -> Diagnostic | None:
        """The rule error that has stopped the game; None when there is none."""
        return self._engine.diagnostic(self._state)

    def text_of(self, code: int) -> str:
        """The text form of one legal choice; raise IllegalChoice when there is none with this code."""
        choice = next((one for one in self._engine.legal(self._state) if one.code == code), None)
        if choice is None:
            raise IllegalChoice(f"choice {code} is not legal here")
        return self._engine.choice_text(self._state, choice)

    def scenario_move(self, code: int) -> Pointed:
        """One legal choice as scenarios write it; raise IllegalChoice when there is none with this code.

        Of several pieces that are called alike it says which one is meant, by where it lies and what it holds.
        """
        from gamedsl.engine.present.pointing import pointed

        choice = next((one for one in self._engine.legal(self._state) if one.code == code), None)
        if choice is None:
            raise IllegalChoice(f"choice {code} is not legal here")
        return pointed(self._engine, self._state, choice)

    def fingerprint(self) -> str:
        """A short text that is the same for the same situation: for finding where two runs of a game differ."""
        from gamedsl.engine.present.fingerprint import fingerprint

        return fingerprint(self._engine, self._state)

    def seen_since(self, before: Table) -> str:
        """What chance or hidden things have shown somebody since an earlier state of this game; empty: nothing."""
        from gamedsl.engine.present.undoing import seen_since

        return seen_since(self._engine, before._state, self._state)

    def has_told(self, before: Table) -> bool:
        """Whether what was decided since an earlier state has told somebody about hidden things, as far as deals show.

        Nobody need have seen them: an amount that depends on them is enough. Takes up to a second or two; both tables
        must have a log.
        """
        from gamedsl.players.imagine.disclosure import has_told

        return has_told(self._engine, before._state, self._state)

    def copy(self) -> Table:
        """Return an independent copy."""
        return Table(self.game, self._engine, self._state.copy(), self.seed, self._options)

    def save(self) -> dict[str, Any]:
        """Return everything needed to go on later, as plain data for ``json.dumps``; see ``Game.restore``."""
        return {
            "format": SAVE_FORMAT,
            "version": SAVE_VERSION,
            "game": self.game.name,
            "rules": self.game.checked.rules_hash,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "state": self._engine.to_json(self._state),
        }

    def _choice(self, choice: Any) -> Choice:
        label = "" if choice.type is None else self._engine.label(choice.type, choice.value)
        text, words = self._engine.choice_text(self._state, choice), self._engine.choice_words(self._state, choice)
        return Choice(choice.code, choice.action, choice.value, label, choice.is_pass, text, words)
