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

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.engine.errors import IllegalChoice, Limits, SaveError, SetupError
from gamedsl.faults import InternalError, faults_noticed, working_on
from gamedsl.files import FolderFiles, GivenFiles, UnreadableFileError, bundled_names, find_game, read_source
from gamedsl.source import Source, Span
from gamedsl.table import SAVE_FORMAT, SAVE_VERSION, Choice, Decision, Refusal, Table

if TYPE_CHECKING:
    from gamedsl.engine.machine import Engine
    from gamedsl.scenarios.runner import ScenarioResult
    from gamedsl.semantics.core.model import CheckedGame
    from gamedsl.semantics.texts.translation import TranslationFiles

__all__ = [
    "Choice",
    "Decision",
    "Game",
    "IllegalChoice",
    "InternalError",
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

    Raises UnreadableFileError when the rule file cannot be read and InternalError after a fault of gamedsl.
    """
    path = find_game(game)
    return _findings(read_source(path), FolderFiles(path.parent))


def check_text(text: str, path: str = "game.game", files: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Return the findings about rule text and its translations, sorted by place; arguments as in ``loads``."""
    return _findings(Source(path, text), GivenFiles(files or {}))


def _findings(source: Source, files: TranslationFiles) -> list[Diagnostic]:
    from gamedsl.semantics.check import check_source
    from gamedsl.semantics.texts.translation import check_translations

    reporter = Reporter()
    with faults_noticed(source):
        checked = check_source(source, files, reporter)
        if checked is not None:
            check_translations(checked, files, reporter.report)
    return list(reporter.diagnostics)


def _checked(source: Source, files: TranslationFiles, language: str) -> Game:
    from gamedsl.semantics.check import check_source
    from gamedsl.semantics.texts.translation import no_translation, translated

    reporter = Reporter()
    with faults_noticed(source):
        checked = shown = check_source(source, files, reporter)
        if checked is not None and language:
            shown = translated(checked, language, files, reporter.report)
    if checked is not None and shown is None:
        raise UnreadableFileError(no_translation(checked, language, files))
    if checked is None or shown is None or reporter.has_errors:
        raise RuleFileError(reporter.diagnostics)
    return Game(shown, reporter.diagnostics, language, checked)


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
        self._working_on("setting up the game")
        state = engine.start(seed=seed, log=log, limit=limit or 0)
        self._working_on("playing the game")
        return Table(self, engine, state, seed, chosen)

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

        with faults_noticed(Source(self.checked.path, "")):
            return run_all(self._original or self.checked, select)  # they quote reasons as the rule file words them

    def _working_on(self, doing: str) -> None:
        working_on(doing, Span(Source(self.checked.path, ""), 1, 1, 1, 1))

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

    def _engine(self, seats: int, options: dict[str, bool | int | str], sealed: bool = False) -> Engine:
        """Return the engine of a set-up; a ``sealed`` one is for bots, who might change it."""
        from gamedsl.engine.machine import Engine

        key = (seats, tuple(sorted(options.items())), sealed)
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
