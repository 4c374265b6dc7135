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

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.check_cache.games import keep_game, known_game
from gamedsl.check_cache.watched import Watched
from gamedsl.diagnostics.diagnostic import Diagnostic, RuleFileError
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import LANGUAGE, FolderFiles, GivenFiles, UnreadableFileError, find_game, read_source
from gamedsl.game import Game
from gamedsl.internal_errors import faults_noticed
from gamedsl.option_values import demand, shortly
from gamedsl.source import Source

if TYPE_CHECKING:
    from gamedsl.semantics.texts.translation import TranslationFiles

__all__ = ["check_path", "check_text", "load", "loads"]


def load(game: str | Path, language: str = "") -> Game:
    """Return the checked game of a rule file: a path, or the name of a bundled game (``"mogul"``).

    ``language``, such as ``de``, is that of all words: of the texts of the game, where there is a translation beside
    the rule file (``mogul.de.csv``), and of the program; empty: the texts of the rule file, and English. Raises
    RuleFileError when a file has errors and UnreadableFileError (an OSError) when it cannot be read, or when neither
    the game nor the program speaks the language.
    """
    demand(game, "a game", str, Path)
    _demand_language(language)
    path = find_game(game)
    source, files = read_source(path), FolderFiles(path.parent)
    known = known_game(source, files, language)
    if known is not None:
        shown, own = known
        return Game(shown, (), language, own)
    watched = Watched(files)
    found = checked_game(source, watched, language)
    if not found.warnings:
        keep_game(source, watched, language, found.checked, found._original or found.checked)
    return found


def loads(text: str, path: str = "game.game", files: Mapping[str, str] | None = None, language: str = "") -> Game:
    """Return the checked game of rule text; ``files`` holds the texts of base games, CSV tables and translations.

    They go by path as seen from the rule file. ``language`` as in ``load``. Raises RuleFileError when a text has
    errors and UnreadableFileError when nothing speaks the language.
    """
    _demand_language(language)
    return checked_game(*_given(text, path, files), language)


def _demand_language(language: object) -> None:
    """Raise TypeError for what is no text, and UnreadableFileError for what can be no code of a language."""
    demand(language, "a language", str)
    if language and not re.fullmatch(LANGUAGE, str(language)):
        raise UnreadableFileError(f"`{shortly(language)}` is no code of a language, such as `de` or `pt-PT`")


def check_path(game: str | Path) -> list[Diagnostic]:
    """Return the findings about a rule file and its translations, sorted by place.

    Raises UnreadableFileError when the rule file cannot be read and InternalError after a fault of gamedsl.
    """
    demand(game, "a game", str, Path)
    from gamedsl import check_file

    path = find_game(game)
    return check_file.findings_about(read_source(path), FolderFiles(path.parent))


def check_text(text: str, path: str = "game.game", files: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Return the findings about rule text and its translations, sorted by place; arguments as in ``loads``."""
    from gamedsl import check_file

    return check_file.findings_about(*_given(text, path, files))


def _given(text: str, path: str, files: Mapping[str, str] | None) -> tuple[Source, GivenFiles]:
    """Return rule text and the files beside it; raise TypeError for what is no text."""
    demand(text, "rule text", str)
    demand(path, "the path of rule text", str)
    demand({} if files is None else files, "files", Mapping)
    for name, inside in (files or {}).items():
        demand(name, "the path of a file", str)
        demand(inside, f"the text of {shortly(name)}", str)
    return Source(path, text), GivenFiles(files or {})


def checked_game(source: Source, files: TranslationFiles, language: str = "") -> Game:
    """Return the checked game of a rule file and of what finds the files it names; ``language`` as in ``load``."""
    from gamedsl.i18n.speaking import ENGLISH, kinds, speaking, speaks
    from gamedsl.semantics.acceptances import base_sources, settle
    from gamedsl.semantics.check import check_source
    from gamedsl.semantics.texts.translation import no_translation, translated

    reporter = Reporter()
    with speaking(ENGLISH), faults_noticed(source):  # findings are English
        checked = shown = check_source(source, files, reporter)
        if checked is not None and language:
            found = (translated(checked, kind, files, reporter.report) for kind in kinds(language))
            shown = next((one for one in found if one is not None), checked if speaks(language) else None)
        settle(source, base_sources(checked, files), reporter, is_whole=checked is not None)
    if checked is not None and shown is None:
        raise UnreadableFileError(no_translation(checked, language, files))
    if checked is None or shown is None or reporter.has_errors:
        raise RuleFileError(reporter.diagnostics)
    return Game(shown, reporter.diagnostics, language, checked)
