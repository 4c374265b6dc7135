"""Checked scenarios in, what became of them out; of a game whose scenarios have all passed before without playing any.

It is known by all that they follow from: the bytes of the checked game, the limits of play, the files of gamedsl and
Python. Only a game that was read from the cache of checked games, or has gone into it, is known by its bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.engine.errors import Limits
from gamedsl.packages import package_folder
from gamedsl.presentation.view_data import View
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from gamedsl.source import Span
from gamedsl.storage.contents import noted_content
from gamedsl.storage.fingerprint import fingerprint
from gamedsl.storage.store import Store

STORE = Store("passed", 1 << 20)
_FORM = 1
"""Number of what it means that a key is kept; change it with that."""


@attrs.frozen
class ScenarioResult:
    """What became of one scenario: ``diagnostics`` say what failed, and warn; without errors it has passed.

    ``tables``: for each line under ``then`` that has failed, its number and the whole table there, secrets too.
    """

    name: str
    title: str
    span: Span
    references: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    tables: tuple[tuple[int, View], ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything written in the scenario holds."""
        return all(found.severity != "error" for found in self.diagnostics)


def result_of(
    scenario: CheckedScenario, diagnostics: tuple[Diagnostic, ...] = (), tables: tuple[tuple[int, View], ...] = ()
) -> ScenarioResult:
    """Return the result of a scenario in which something was found, or nothing."""
    return ScenarioResult(scenario.name, title_of(scenario), scenario.span, scenario.references, diagnostics, tables)


def plain_words(words: core.Text) -> str:
    """Return words without what is worked out in play."""
    return "".join(part for part in words.parts if isinstance(part, str))


def title_of(scenario: CheckedScenario) -> str:
    """Return the title of a scenario, of a case with its row."""
    title = "" if scenario.words is None else plain_words(scenario.words)
    return f"{title} [{scenario.case}]".strip() if scenario.case else title


def selected(game: CheckedGame, select: str) -> list[CheckedScenario]:
    """Return the scenarios with ``select`` in their name, title or references (case ignored), in file order."""
    wanted = select.casefold()
    return [
        scenario
        for scenario in game.scenarios
        if any(wanted in text.casefold() for text in (scenario.name, title_of(scenario), *scenario.references))
    ]


def results_of(
    game: CheckedGame, select: str, run: Callable[[CheckedGame, str], list[ScenarioResult]]
) -> list[ScenarioResult]:
    """Return the results of scenarios; ``run`` runs them where it is not known that all of them pass."""
    key = _key(game)
    if key and STORE.found(key) is not None:
        return [result_of(scenario) for scenario in selected(game, select)]
    results = run(game, select)
    if key and len(results) == len(game.scenarios) and not any(one.diagnostics for one in results):
        STORE.keep(key, b"")
    return results


def _key(game: CheckedGame) -> str:
    content = noted_content(game) if game.scenarios and STORE.folder() is not None else ""
    if not content:
        return ""
    limits = sorted((name, value) for name, value in vars(Limits).items() if isinstance(value, int))
    parts = (_FORM, sys.version, _gamedsl(), content, limits)
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:40]


@cache
def _gamedsl() -> str:
    return fingerprint([str(package_folder("gamedsl"))], ("attr",))
