"""The Python API: rule files in, checked games, playable states, views and results out.

>>> import gamedsl
>>> game = gamedsl.load("mogul")
>>> table = game.start(players=3, seed=7, options={"sale": "all_or_none"})
>>> while table.decider is not None:
...     table.apply(table.legal()[0])
>>> table.outcome().status
'finished'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import attrs

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.engine.errors import IllegalChoice, Limits, SaveError, SetupError
from gamedsl.files import FolderFiles, GivenFiles, UnreadableFileError, bundled_names, find_game, read_source
from gamedsl.record import Record, record
from gamedsl.source import Source

if TYPE_CHECKING:
    from gamedsl.engine.breakdown import Breakdown
    from gamedsl.engine.events import Event
    from gamedsl.engine.machine import Engine
    from gamedsl.engine.outcome import Outcome
    from gamedsl.engine.state import State
    from gamedsl.engine.view_data import Line, View
    from gamedsl.players.protocol import Situation
    from gamedsl.scenarios.runner import ScenarioResult
    from gamedsl.semantics.model import CheckedGame
    from gamedsl.semantics.translation import TranslationFiles

__all__ = [
    "Choice",
    "Decision",
    "Game",
    "IllegalChoice",
    "Refusal",
    "RuleFileError",
    "SaveError",
    "SetupError",
    "Table",
    "UnreadableFileError",
    "bundled_names",
    "check_path",
    "check_text",
    "load",
    "loads",
]

SAVE_FORMAT = "gamedsl save"
SAVE_VERSION = 1


class RuleFileError(ValueError):
    """A rule file with errors; ``diagnostics`` holds everything found, warnings too."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        errors = [found for found in diagnostics if found.severity == "error"]
        super().__init__("\n".join(f"{found.span}: {found.code} {found.message}" for found in errors))


def load(game: str | Path, language: str = "") -> Game:
    """Return the checked game of a rule file: a path, or the name of a bundled game (``"mogul"``).

    ``language`` is that of a translation beside the rule file, ``de`` for ``mogul.de.csv``; empty: the texts of the
    rule file. Raises RuleFileError when a file has errors and UnreadableFileError (an OSError) when it cannot be read
    or there is no such translation.
    """
    path = find_game(game)
    return _checked(read_source(path), FolderFiles(path.parent), language)


def loads(text: str, path: str = "game.game", files: Mapping[str, str] | None = None, language: str = "") -> Game:
    """Return the checked game of rule text; ``files`` holds the texts of base games, CSV tables and translations.

    They go by path as seen from the rule file. ``language`` as in ``load``. Raises RuleFileError when a text has
    errors and UnreadableFileError when there is no such translation.
    """
    return _checked(Source(path, text), GivenFiles(files or {}), language)


def check_path(game: str | Path) -> list[Diagnostic]:
    """Return the findings about a rule file and its translations, sorted by place.

    Raises UnreadableFileError when the rule file cannot be read.
    """
    path = find_game(game)
    return _findings(read_source(path), FolderFiles(path.parent))


def check_text(text: str, path: str = "game.game", files: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Return the findings about rule text and its translations, sorted by place; arguments as in ``loads``."""
    return _findings(Source(path, text), GivenFiles(files or {}))


def _findings(source: Source, files: TranslationFiles) -> list[Diagnostic]:
    from gamedsl.semantics.check import check_source
    from gamedsl.semantics.translation import check_translations

    reporter = Reporter()
    checked = check_source(source, files, reporter)
    if checked is not None:
        check_translations(checked, files, reporter.report)
    return list(reporter.diagnostics)


def _checked(source: Source, files: TranslationFiles, language: str) -> Game:
    from gamedsl.semantics.check import check_source
    from gamedsl.semantics.translation import no_translation, translated

    reporter = Reporter()
    checked = check_source(source, files, reporter)
    shown = checked
    if checked is not None and language:
        shown = translated(checked, language, files, reporter.report)
        if shown is None:
            raise UnreadableFileError(no_translation(checked, language, files))
    if checked is None or shown is None or reporter.has_errors:
        raise RuleFileError(reporter.diagnostics)
    return Game(shown, reporter.diagnostics, language, checked)


@record
class Choice(Record):
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


@record
class Decision(Record):
    """What is asked: ``kind`` is ``plan`` (which action?), ``pick`` or ``chosen`` (which is next?)."""

    kind: str
    seat: int
    words: str
    phase: str | None


@record
class Refusal(Record):
    """A move that the plan would allow, but that is not possible now, and why."""

    text: str
    words: str
    reason: str


@attrs.frozen(eq=False)
class Game:
    """A checked game; immutable. ``warnings`` are the findings that do not stop it.

    ``language`` is that of its texts; empty: those of the rule file.
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
        chosen = self._complete(options or {})
        engine = self._engine(self._seats(players), chosen)
        if not _is_seed(seed):
            raise SetupError(f"the seed must be a whole number from 0 to {2**64 - 1}, not {seed!r}")
        most = Limits.decisions
        if limit is not None and (type(limit) is not int or not 1 <= limit <= most):
            raise SetupError(f"the limit must be a number of decisions from 1 to {most}, not {limit!r}")
        return Table(self, engine, engine.start(seed=seed, log=log, limit=limit or 0), seed, chosen)

    def restore(self, saved: str | Mapping[str, Any]) -> Table:
        """Return the state that ``Table.save`` has written: its dict or the JSON text of it. Raises SaveError."""
        data = _parsed(saved)
        if data.get("format") != SAVE_FORMAT or data.get("version") != SAVE_VERSION:
            raise SaveError("this is not a saved game of this version of gamedsl")
        if data.get("rules") != self.checked.rules_hash:
            name = data.get("game")
            other = "an earlier or later version of its rules" if name == self.name else f"the game {name!r}"
            raise SaveError(f"the saved game belongs to {other}")
        seed = data.get("seed")
        if not _is_seed(seed) or not isinstance(data.get("options"), dict) or data.get("players") is None:
            raise SaveError("the saved game is damaged")
        try:
            options = self._complete(data["options"])
            engine = self._engine(self._seats(data.get("players")), options)
            state = engine.from_json(data.get("state"))
        except SaveError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
            raise SaveError(f"the saved game is damaged: {error}") from error
        if state.seed != seed:
            raise SaveError("the saved game is damaged: two different seeds")
        return Table(self, engine, state, seed, options)

    def test(self, select: str = "") -> list[ScenarioResult]:
        """Run the scenarios whose name or title contains ``select`` (case ignored), in file order."""
        from gamedsl.scenarios.runner import run_all

        return run_all(self._original or self.checked, select)  # scenarios quote reasons as the rule file words them

    def _seats(self, players: object) -> int:
        allowed = self.players
        if players is None:
            return allowed.start
        if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
            least, most = allowed.start, allowed.stop - 1
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise SetupError(f"{self.title} is for {wanted} players, not {players}")
        return players

    def _complete(self, given: Mapping[str, Any]) -> dict[str, bool | int | str]:
        """Return the value of every option."""
        chosen = self._options(given)
        return {name: chosen.get(name, values[0]) for name, values in self.options.items()}

    def _options(self, given: Mapping[str, Any]) -> dict[str, bool | int | str]:
        """Return given options with values of their own type: text as written in rule files is understood too."""
        chosen: dict[str, bool | int | str] = {}
        for name, value in given.items():
            option = self.checked.options.get(name)
            if option is None:
                raise SetupError(_unknown_option(name, list(self.checked.options)))
            fitting = [known for known in option.values if _same(known, value)]
            if not fitting:
                raise SetupError(f"the option {name} can be {_listed(option.values)}, not {written(value)}")
            chosen[name] = fitting[0]
        return chosen

    def _engine(self, seats: int, options: dict[str, bool | int | str]) -> Engine:
        from gamedsl.engine.machine import Engine

        key = (seats, tuple(sorted(options.items())))
        if key not in self._engines:
            self._engines[key] = Engine(self.checked, seats, options)
        return self._engines[key]


def _is_seed(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64


def written(value: object) -> str:
    """Return an option value as rule files write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _same(known: bool | int | str, value: object) -> bool:
    return (type(known) is type(value) and known == value) or (isinstance(value, str) and written(known) == value)


def _listed(values: tuple[bool | int | str, ...]) -> str:
    *most, last = [written(value) for value in values]
    return f"{', '.join(most)} or {last}" if most else last


def _unknown_option(name: str, known: list[str]) -> str:
    from gamedsl.diagnostics.suggest import did_you_mean

    near = did_you_mean(name, known)
    cure = f"did you mean {near}?" if near else f"its options are {', '.join(known)}" if known else "it has none"
    return f"the game has no option `{name}`; {cure}"


def _parsed(saved: str | Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        data = json.loads(saved) if isinstance(saved, str) else saved
    except (ValueError, RecursionError) as error:
        broken = isinstance(saved, str) and saved.lstrip().startswith("{")
        problem = "the saved game is damaged: it is not complete JSON" if broken else "this is not a saved game"
        raise SaveError(problem) from error
    if not isinstance(data, Mapping):
        raise SaveError("this is not a saved game")
    return data


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
        from gamedsl.players.protocol import Situation
        from gamedsl.players.redeal import Redealer

        seat = self.decider
        if seat is None:
            raise IllegalChoice("the game is over")
        return Situation(
            seat,
            self.decisions,
            look=lambda: self.view(seat),
            legal=self.legal,
            log=lambda: self.log(seat),
            dealer=lambda: Redealer(self._engine, self._state, seat),
            seal=lambda seed: self._sealed(seat, seed),
        )

    def _sealed(self, seat: int, seed: int) -> Situation:
        """Return the situation on a table with nothing on it that the seat may not know: secrets are dealt anew."""
        from gamedsl.engine.narrate import seen_log
        from gamedsl.players.redeal import Redealer
        from gamedsl.players.seeding import generator

        state = Redealer(self._engine, self._state, seat).deal(generator(seed, self.decisions, seat + 1))
        seen = self.view(seat).decisions
        seen_log(self._engine, self._state, seat, state)
        state.decisions = seen
        return Table(self.game, self._engine, state, 0, self._options).situation()

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
        from gamedsl.engine.views import project

        self._check_seat(seat)
        return project(self._engine, self._state, seat, revealed=revealed)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or seat not in range(self.players)):
            raise ValueError(f"there is no seat {seat}")

    def events(self, seat: int | None = None) -> tuple[dict[str, Any], ...]:
        """What has happened as plain data, as far as a seat (None: a spectator) may know it."""
        from gamedsl.engine.narrate import seen_events

        self._check_seat(seat)
        return seen_events(self._engine, self._state, seat)

    def narration(self, seat: int | None = None, *, revealed: bool = False) -> list[Line]:
        """What has happened, as lines with their kind, as far as a seat (None: a spectator) may know it.

        ``revealed``: with all secrets, for looking at recorded games.
        """
        from gamedsl.engine.narrate import narrate

        self._check_seat(seat)
        return narrate(self._engine, self._state, seat, revealed=revealed)

    def log(self, seat: int | None = None) -> list[str]:
        """What has happened, in plain words, as far as a seat (None: a spectator) may know it."""
        return [line.text for line in self.narration(seat)]

    def ledger(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Every payment, move of a piece and score as plain data, in order; ``full`` tells of secrets left out."""
        from gamedsl.engine.narrate import ledger

        self._check_seat(seat)
        return ledger(self._engine, self._state, seat)

    def breakdowns(self, seat: int | None = None, *, revealed: bool = False) -> tuple[Breakdown, ...]:
        """For each phase that paid or scored without asking anybody: who got how much for what, as a seat may know."""
        from gamedsl.engine.breakdown import breakdowns

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

    def error(self) -> Diagnostic | None:
        """The rule error that has stopped the game; None when there is none."""
        return self._engine.diagnostic(self._state)

    def text_of(self, code: int) -> str:
        """The text form of one legal choice; raise IllegalChoice when there is none with this code."""
        choice = next((one for one in self._engine.legal(self._state) if one.code == code), None)
        if choice is None:
            raise IllegalChoice(f"choice {code} is not legal here")
        return self._engine.choice_text(self._state, choice)

    def fingerprint(self) -> str:
        """A short text that is the same for the same situation: for finding where two runs of a game differ."""
        from gamedsl.engine.fingerprint import fingerprint

        return fingerprint(self._engine, self._state)

    def seen_since(self, before: Table) -> str:
        """What chance or hidden things have shown somebody since an earlier state of this game; empty: nothing."""
        from gamedsl.engine.undoing import seen_since

        return seen_since(self._engine, before._state, self._state)

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
