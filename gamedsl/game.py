"""A checked game and a set-up -> tables at which it is played: decisions, choices, views, logs and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

from gamedsl.choices import Choice, ChoiceGroup, Decision, Refusal, grouped
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.engine.errors import IllegalChoice, SaveError, SetupError
from gamedsl.engine.state.flat import decisions_seen
from gamedsl.i18n.speaking import ENGLISH, in_its_language, speaking
from gamedsl.internal_errors import faults_noticed, working_on
from gamedsl.option_values import check_limit, check_seed, completed, demand, is_seed, number_of_players, shortly, whole
from gamedsl.players.protocol import Situation
from gamedsl.source import Source, Span
from gamedsl.storage.one_thread import Owned, Shared, new_lock, one_at_a_time

if TYPE_CHECKING:
    from threading import RLock

    from gamedsl.batch import Batch
    from gamedsl.kernel.queries.outcome import Outcome
    from gamedsl.kernel.state.block import State
    from gamedsl.play.engine import Engine
    from gamedsl.players.imagine.determinization import Determinizer
    from gamedsl.presentation.breakdown import Breakdown
    from gamedsl.presentation.changes import Changes, Look
    from gamedsl.presentation.effects.moves import MovesTold
    from gamedsl.presentation.effects.rules import RulesSection, Told
    from gamedsl.presentation.effects.standings import Standings
    from gamedsl.presentation.story.passages import Passage
    from gamedsl.presentation.view_data import Line, View
    from gamedsl.scenarios.results import ScenarioResult
    from gamedsl.semantics.core.model import CheckedGame

__all__ = ["Game", "Table"]

_Moves = tuple[Any, ...] | None
"""The moves before and the code of the last one, which copies share; None: the table is imagined, nobody played it."""
MOST_GAMES, MOST_THREADS = 10**9, 256
"""Of a batch."""
_SAVE_FORMAT, _SAVE_VERSION = "gamedsl save", 3


@attrs.frozen(eq=False)
class Game(Shared):
    """A checked game; immutable. ``warnings`` are the findings that do not stop it.

    ``language`` is that of its words; empty: the texts of the rule file, and English.
    """

    checked: CheckedGame = attrs.field(repr=lambda checked: checked.name)
    warnings: tuple[Diagnostic, ...] = ()
    language: str = ""
    _original: CheckedGame | None = attrs.field(default=None, repr=False)
    _engines: dict[tuple[Any, ...], Engine] = attrs.field(factory=dict, init=False, repr=False)

    @property
    def name(self) -> str:
        """Name as in the rule file."""
        return self.checked.name

    @property
    def title(self) -> str:
        """Title for people."""
        return self.checked.title or self.checked.name

    @property
    def translated(self) -> bool:
        """Are its texts those of a translation?"""
        return self._original is not None and self.checked is not self._original

    @property
    def players(self) -> range:
        """The numbers of players that the header allows."""
        return range(self.checked.least_seats, self.checked.most_seats + 1)

    @property
    def options(self) -> dict[str, tuple[bool | int | str, ...]]:
        """The values of every option; the first is the default."""
        return {name: option.values for name, option in self.checked.options.items()}

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        log: bool = True,
        limit: int | None = None,
    ) -> Table:
        """Return the state at the first decision.

        ``players`` defaults to the smallest number; ``seed`` is any int from 0 to 2**64 - 1; options left out have
        their default. Without ``log`` there is no ledger and no log, and play is faster. ``limit`` (from 1) is the
        number of decisions after which a game that does not end is given up: its outcome is ``unfinished``, without
        winners; None: after 100 000. Raises SetupError.
        """
        seed, limit = whole(seed), whole(limit)
        engine, chosen = self._set_up(players, seed, options, limit)
        self._working_on("setting up the game")
        with speaking(self.language):
            state = engine.start(seed=seed, log=log, limit=limit or 0)
        self._working_on("playing the game")
        return Table(self, engine, state, seed, chosen)

    def _set_up(
        self, players: int | None, seed: int, options: Mapping[str, Any] | None, limit: int | None = None
    ) -> tuple[Engine, dict[str, bool | int | str]]:
        """Return the engine of a set-up, and the value of every option; see ``start``."""
        chosen = completed(self.checked.options, {} if options is None else options)
        engine = self._engine(self._seats(players), chosen)
        check_seed(seed)
        check_limit(limit)
        return engine, chosen

    def batch(
        self,
        games: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        limit: int | None = None,
        engine: Literal["auto", "python", "native"] = "auto",
        threads: int = 1,
    ) -> Batch:
        """Play games between random players, with the seeds from ``seed`` on, and return how they end.

        They are the games in which a player ``random`` sits at every seat, so any of them can be played again.
        ``limit`` and ``options`` as for ``start``. ``engine``: machine code, Python, or what takes less time; results
        are the same, with any number of ``threads``, which machine code alone uses. Raises SetupError, also where
        machine code is wanted and cannot be had.
        """
        from gamedsl.batch import played

        chosen = completed(self.checked.options, {} if options is None else options)
        made = self._engine(self._seats(players), chosen)
        games, seed, limit, threads = map(whole, (games, seed, limit, threads))
        for name, value, most in (("games", games, MOST_GAMES), ("threads", threads, MOST_THREADS)):
            if type(value) is not int or not 1 <= value <= most:
                raise SetupError(f"`{name}` must be a whole number from 1 to {most:,}, not {shortly(value)}")
        if not is_seed(seed) or not is_seed(seed + games - 1):
            raise SetupError(f"the seeds must be whole numbers from 0 to {2**64 - 1}, not from {shortly(seed)} on")
        check_limit(limit)
        if engine not in ("auto", "python", "native"):
            raise SetupError(f"`engine` must be one of auto, python, native, not {shortly(engine)}")
        self._working_on("playing games")
        return played(made, range(seed, seed + games), limit, engine, threads)

    def restore(self, saved: str | Mapping[str, Any]) -> Table:
        """Return the state that ``Table.save`` has written: its dict or the JSON text of it.

        Its moves are played again, and all it says has to be what they lead to. Raises SaveError.
        """
        from gamedsl.engine.state.saving import parsed

        data = parsed(saved)
        if data.get("format") != _SAVE_FORMAT:
            raise SaveError("this is not a saved game")
        if data.get("version") != _SAVE_VERSION:
            found = shortly(data.get("version"))
            raise SaveError(f"the saved game has version {found} of the format, and this program reads {_SAVE_VERSION}")
        if data.get("rules") != self.checked.rules_hash:
            name = data.get("game")
            other = "an earlier or later version of its rules" if name == self.name else f"the game {name!r}"
            raise SaveError(f"the saved game belongs to {other}")
        seed = data.get("seed")
        if not is_seed(seed) or not isinstance(data.get("options"), dict) or data.get("players") is None:
            raise SaveError("the saved game is damaged")
        try:
            return self._played_again(data, seed)
        except (SetupError, IllegalChoice, TypeError, ValueError, RecursionError) as error:
            raise error if isinstance(error, SaveError) else SaveError(f"the saved game is damaged: {error}") from error

    def _played_again(self, data: Mapping[str, Any], seed: int) -> Table:
        """Play the moves of a save; raise SaveError where it says something else than what they lead to."""
        from gamedsl.engine.state.saving import differing, is_same

        saved, moves = data.get("state"), data.get("moves")
        if moves is None:
            raise SaveError("this table was imagined for a player: nobody can go on from it")
        if not isinstance(saved, dict) or not isinstance(moves, list) or any(type(one) is not int for one in moves):
            raise SaveError("the saved game is damaged: its moves are missing")
        limit = saved.get("limit") or None
        table = self.start(data.get("players"), seed, data["options"], saved.get("log") is not None, limit)
        for move in moves:
            table.apply(move)
        own = table.save()
        outer = (name for name in {**own, **data} if name != "state" and not is_same(own, data, name))
        if wrong := next(outer, "") or differing(table._engine.layout, table._state, saved):
            raise SaveError(f"the saved game is damaged: `{shortly(wrong)}` is not what its moves lead to")
        return table

    def test(self, select: str = "") -> list[ScenarioResult]:
        """Run the scenarios whose name or title contains ``select`` (case ignored), in file order."""
        from gamedsl.scenarios.results import results_of

        demand(select, "a part of a name", str)
        # Scenarios quote reasons as the rule file and the program word them.
        with speaking(ENGLISH), faults_noticed(Source(self.checked.path, "")):
            return results_of(self._original or self.checked, select, _run)

    def _working_on(self, doing: str) -> None:
        working_on(doing, Span(Source(self.checked.path, ""), 1, 1, 1, 1))

    def _seats(self, players: object) -> int:
        return number_of_players(players, self.players, self.title)

    def _engine(self, seats: int, options: dict[str, bool | int | str], sealed: bool = False) -> Engine:
        """Return the engine of a set-up; a ``sealed`` one is for bots, who might change it."""
        from gamedsl.play.engines import engine_for

        key = (seats, tuple(sorted(options.items())), sealed)
        if key not in self._engines:
            self._engines[key] = engine_for(self.checked, seats, options)
        return self._engines[key]


_WORDED = ("decision", "legal", "groups", "consequences", "standings", "rules", "refusals", "view", "look")
_TOLD = ("apply", "changes", "events", "narration", "story", "ledger", "breakdowns", "error")


@one_at_a_time(*_WORDED, *_TOLD, "codes", "copy", "fingerprint", "outcome", "save", "text_of")
@in_its_language(*_WORDED, *_TOLD, "outcome")
@attrs.define(eq=False)
class Table(Owned):
    """A game being played: the state, with everything that may be asked about it.

    Seats count from 0. ``apply`` changes it in place; ``copy`` is cheap. Threads that share it wait for each other.
    """

    game: Game
    _engine: Engine = attrs.field(repr=False)
    _state: State = attrs.field(repr=False)
    seed: int
    _options: dict[str, bool | int | str] = attrs.field(repr=False)
    _moves: _Moves = attrs.field(default=(), repr=False)
    _lock: RLock = attrs.field(factory=new_lock, init=False, repr=False)

    @property
    def players(self) -> int:
        """Number of players."""
        return self._engine.layout.seats

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats, in the language of the table."""
        return self.game.checked.seat_labels[: self.players]

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
        return Situation(seat, decisions_seen(self._state, seat), self, self._state.decisions)

    def _determinizer(self, seat: int) -> Determinizer:
        """What deals anew all that a seat cannot know."""
        from gamedsl.players.imagine.determinization import Determinizer

        return Determinizer(self._engine, self._state, seat)

    def _sealed(self, seat: int, seed: int) -> Table:
        """The same table with nothing on it that the seat may not know: secrets and chance are dealt anew.

        It has an engine of its own, which carries no game of the real table. Raises DeterminizationError where nothing
        can be imagined.
        """
        from gamedsl.players.seeding import generator
        from gamedsl.presentation.seen import seen_log

        seen = decisions_seen(self._state, seat)
        state = self._determinizer(seat).deal(generator(seed, seen, seat + 1))
        seen_log(self._engine, self._state, seat, state)
        state.decisions = seen
        sealed = self.game._engine(self.players, self._options, sealed=True)
        return Table(self.game, sealed, state, 0, self._options, None)

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

    def groups(self) -> tuple[ChoiceGroup, ...]:
        """The legal choices in their order, those of one action or question together."""
        return grouped(self.legal())

    def consequences(self) -> dict[int, Told]:
        """What each legal choice costs and does, by its code, as far as who is asked can know it.

        Nothing for passing and for the answers to later questions: their words say what they do.
        """
        if self.decider is None:
            return {}
        told = self._moves_told()
        return {choice.code: told.of(self._state, choice) for choice in self._engine.legal(self._state)}

    def standings(self, seat: int | None = None, *, revealed: bool = False) -> Standings:
        """How everybody stands as if the game ended now, as far as a seat (None: a spectator) can know it.

        ``revealed``: with all secrets. Raises ValueError for a seat that there is not.
        """
        return self._moves_told().standings.of(self._state, self._seat(seat), revealed=revealed)

    def _moves_told(self) -> MovesTold:
        from gamedsl.presentation.effects.moves import MovesTold  # only people need it

        return self._engine.once(MovesTold)

    def rules(self) -> tuple[RulesSection, ...]:
        """All rules of this set-up in words: what it is about, how it ends and is won, turns, actions, points."""
        return self._moves_told().rules.sections()

    def codes(self) -> tuple[int, ...]:
        """Only the codes of the legal choices: for fast play."""
        return self._engine.codes(self._state)

    def apply(self, move: Choice | int | str) -> None:
        """Make a move: a choice, its code or its text form. Raises IllegalChoice and changes nothing then."""
        if self.decider is None:
            raise IllegalChoice("the game is over")
        move = whole(move)
        if type(move) is int and abs(move) < 2**63:
            self._make(move)
            return
        if not isinstance(move, Choice | str):
            raise IllegalChoice(f"a move is a choice, its code or its text form, not {shortly(move)}")
        for choice in self._engine.legal(self._state):
            text = self._engine.choice_text(self._state, choice)
            if move == text if isinstance(move, str) else (move.code, move.text) == (choice.code, text):
                self._make(choice.code)
                return
        raise IllegalChoice(f"{shortly(move.text if isinstance(move, Choice) else move)} is not a legal move now")

    def _make(self, code: int) -> None:
        self._engine.apply(self._state, code)
        if self._moves is not None:
            self._moves = (self._moves, code)

    def _codes_made(self) -> list[int] | None:
        """The codes of all moves from the start on; None for an imagined table."""
        if self._moves is None:
            return None
        found, rest = [], self._moves
        while rest:
            rest, code = rest
            found.append(code)
        return found[::-1]

    def action_codes(self) -> list[tuple[range, str]]:
        """The codes of all moves of this set-up: of each action, of ``pass`` and of each later question, in order.

        A later question has the names of its paragraph and its own, ``build.l``. The codes never depend on the state.
        """
        return self._engine.numbering.named_codes()

    def refusals(self) -> tuple[Refusal, ...]:
        """Moves that could come next but are not possible, with the reasons."""
        if self.decider is None:
            return ()
        from gamedsl.presentation.refusal import refusals

        found = refusals(self._engine, self._state)
        return tuple(Refusal(refusal.text, refusal.words, refusal.reason) for refusal in found)

    def view(self, seat: int | None = None, *, revealed: bool = False, bookkeeping: bool = False) -> View:
        """What a seat may see; None for a spectator. ``revealed``: all secrets, for looking into a stopped game.

        ``bookkeeping``: with the entries of the table that are `quiet`. Raises ValueError for a seat that there is not.
        """
        from gamedsl.presentation.views import project

        return project(self._engine, self._state, self._seat(seat), revealed=revealed, bookkeeping=bookkeeping)

    def look(self, seat: int | None = None, *, revealed: bool = False) -> Look:
        """What a seat sees now and what it has been told: kept, it tells later what is new since. As for ``view``."""
        from gamedsl.presentation.changes import Look

        return Look(self.view(seat, revealed=revealed), self.story(seat, revealed=revealed))

    def changes(self, since: Look) -> Changes:
        """What is new for a viewer since an earlier look at this game. Raises ValueError for a look at another one."""
        from gamedsl.presentation.changes import looker

        return self.look(looker(since)).since(since)

    def _seat(self, seat: int | None) -> int | None:
        seat = whole(seat)
        if seat is not None and (type(seat) is not int or seat not in range(self.players)):
            raise ValueError(f"there is no seat {shortly(seat)}")
        return seat

    def events(self, seat: int | None = None) -> tuple[dict[str, Any], ...]:
        """What has happened as plain data, as far as a seat (None: a spectator) may know it.

        Empty without a log. Raises ValueError for a seat that there is not.
        """
        from gamedsl.presentation.seen import seen_events

        return seen_events(self._engine, self._state, self._seat(seat))

    def narration(self, seat: int | None = None, *, revealed: bool = False) -> list[Line]:
        """Every single thing that has happened, as a seat (None: a spectator) may know it."""
        from gamedsl.presentation.story.details import narrate

        return narrate(self._engine, self._state, self._seat(seat), revealed=revealed)

    def story(self, seat: int | None = None, *, revealed: bool = False) -> tuple[Passage, ...]:
        """What has happened as people tell it: moves, with what they cost and brought. For whom: as ``narration``."""
        from gamedsl.presentation.story.story import story

        return story(self._engine, self._state, self._seat(seat), revealed=revealed)

    def log(self, seat: int | None = None) -> list[str]:
        """Every single thing that has happened, in words, for whom: as ``narration``."""
        return [line.text for line in self.narration(seat)]

    def ledger(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Every payment, move of a piece and score as plain data, in order; ``full`` tells of secrets left out.

        Empty without a log. Raises ValueError for a seat that there is not.
        """
        from gamedsl.presentation.seen import ledger

        return ledger(self._engine, self._state, self._seat(seat))

    def breakdowns(self, seat: int | None = None, *, revealed: bool = False) -> tuple[Breakdown, ...]:
        """For each phase that paid or scored without asking anybody: who got how much for what, as a seat may know.

        ``revealed``: with all secrets. Empty without a log. Raises ValueError for a seat that there is not.
        """
        from gamedsl.presentation.breakdown import breakdowns

        return breakdowns(self._engine, self._state, self._seat(seat), revealed=revealed)

    def outcome(self) -> Outcome | None:
        """Winners, ranking, points and their sources; None while the game goes on."""
        return self._engine.outcome(self._state)

    def error(self) -> Diagnostic | None:
        """The rule error that has stopped the game; None when there is none."""
        return self._engine.diagnostic(self._state)

    def text_of(self, code: int) -> str:
        """The text form of one legal choice; raise IllegalChoice when there is none with this code."""
        code = whole(code)
        choice = next((one for one in self._engine.legal(self._state) if type(code) is int and one.code == code), None)
        if choice is None:
            raise IllegalChoice(f"choice {shortly(code)} is not legal here")
        return self._engine.choice_text(self._state, choice)

    def fingerprint(self) -> str:
        """A short text that is the same for the same situation: for finding where two runs of a game differ."""
        from gamedsl.presentation.fingerprint import fingerprint

        return fingerprint(self._engine, self._state)

    def copy(self) -> Table:
        """Return an independent copy."""
        return Table(self.game, self._engine, self._state.copy(), self.seed, self._options, self._moves)

    def save(self) -> dict[str, Any]:
        """Return everything needed to go on later, as plain data for ``json.dumps``; see ``Game.restore``."""
        return {
            "format": _SAVE_FORMAT,
            "version": _SAVE_VERSION,
            "game": self.game.name,
            "rules": self.game.checked.rules_hash,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "moves": self._codes_made(),
            "state": self._engine.to_json(self._state),
        }

    def _choice(self, choice: Any) -> Choice:
        label = self._engine.choice_label(self._state, choice)
        text, words = self._engine.choice_text(self._state, choice), self._engine.choice_words(self._state, choice)
        return Choice(choice.code, choice.action, choice.value, label, choice.is_pass, text, words)


def _run(game: CheckedGame, select: str) -> list[ScenarioResult]:
    from gamedsl.scenarios.runner import run_all  # not needed where all are known to pass

    return run_all(game, select)
