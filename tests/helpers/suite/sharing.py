"""Rule files in, what has been read and checked of them before out: many tests use the same games.

What is read and checked depends on nothing but texts, and is never changed. So a test gets the tree and the checked
game that an earlier one got of the same path and text, as long as every file that was read on the way has the same
text too. Findings are reported anew. ``share`` is called before any test module is imported. Tests that replace
something by ``monkeypatch.setattr`` share nothing; tests of the parser call it as it is.

Most texts of tests are a known game with some lines changed, and sections are read one by one: the parse tree of a
section that has been read before is taken again, wherever it stands now, and its work is counted as if it were read.

An engine of a bundled game that one test has used plays on for the next: engines are immutable in use, but for what
``as_new`` puts back. No test gets one twice.

What the program keeps on disk (``gamedsl.storage.store``) all processes of a run keep in one folder, which is empty as
the run begins. ``own_store`` gives a test what users have: the cache folder of its own home.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
from lark import ParseTree

from gamedsl.check_cache import games as known_games
from gamedsl.comparing import reading
from gamedsl.diagnostics import effort
from gamedsl.diagnostics.report import Reporter
from gamedsl.game import Game
from gamedsl.kernel.native import building, compilers
from gamedsl.play import engines
from gamedsl.play.engine import Engine
from gamedsl.semantics import check
from gamedsl.semantics.variants import loading
from gamedsl.source import Source
from gamedsl.storage.caching import HOME
from gamedsl.storage.store import Store
from gamedsl.syntax.grammar.reading import Grammar
from gamedsl.syntax.grammar.stopping import StoppedError

MOST = 256  # property tests make new texts for ever
MOST_SECTIONS = 2048
LONGEST_SECTION = 20_000  # letters; longer ones are for tests of limits
MOST_ENGINES = 64
BUNDLED = ("games", "examples", "variants")
read_anew, check_anew, made_anew = loading.parse, check.check_source, engines.engine_for
read_section = Grammar.parse
users_flags = compilers._FLAGS
own_folder, own_engine, own_libraries = Store.folder, Game._engine, building.cache_folder
READ = known_games.STORE


class Sharing:
    """Whether tests share; off while a test has replaced something. ``kept``: what they share on disk; see above."""

    on = True
    kept: Path | None = None
    own_store = False
    language = ""
    """What the game speaks that asks for an engine: an engine keeps words."""


@attrs.define
class Watched:
    """Files that note what was asked for: path by path the file that was found, or None."""

    files: Any
    asked: dict[str, Source | None] = attrs.field(factory=dict)

    def read(self, path: str) -> Source | None:
        """Return a file, as the files themselves do."""
        self.asked[path] = found = self.files.read(path)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.files, name)


@attrs.frozen
class Checked:
    """What came of checking a rule file, and the files that were asked for on the way."""

    game: Any
    findings: Reporter
    asked: dict[str, Source | None]

    def fits(self, files: Any) -> bool:
        """Tell whether all files are as they were."""
        return all(_same(source, files.read(path)) for path, source in self.asked.items())


def _same(one: Source | None, other: Source | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.path, one.text) == (other.path, other.text)


@lru_cache(MOST)
def _known(path: str, text: str) -> list[Checked]:
    """Return what is known of a rule file: one result for each set of files that were found beside it."""
    return []


def check_source(source: Source, files: Any, reporter: Reporter) -> Any:
    """Check a rule file, or say again what came of it."""
    if not Sharing.on:
        return check_anew(source, files, reporter)
    known = _known(source.path, source.text)
    done = next((one for one in known if one.fits(files)), None)
    if done is None:
        watched, found = Watched(files), Reporter()
        done = Checked(check_anew(source, watched, found), found, watched.asked)
        known.append(done)
    for finding in done.findings.diagnostics:
        reporter.add(finding)
    return done.game


@lru_cache(MOST)
def _read(path: str, text: str) -> tuple[Any, list[tuple[tuple[Any, ...], dict[str, Any]]]]:
    told: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    return read_anew(Source(path, text), lambda *found, **values: told.append((found, values))), told


def parse(source: Source, report: Callable[..., None]) -> Any:
    """Read a rule file, or say again what came of it."""
    if not Sharing.on:
        return read_anew(source, report)
    file, told = _read(source.path, source.text)
    for found, values in told:
        report(*found, **values)
    return file


@attrs.frozen
class Section:
    """What came of reading a section, a tree that nobody changes or where it stopped, and the work that it took."""

    tree: ParseTree | StoppedError
    work: int


SECTIONS: OrderedDict[tuple[int, str, str], Section] = OrderedDict()


def _section(grammar: Grammar, text: str, start: str) -> Section:
    uncounted = effort._left.set(left := [effort.MOST_WORK, 0])
    try:
        tree: ParseTree | StoppedError = read_section(grammar, text, start)
    except StoppedError as stopped:
        tree = stopped
    finally:
        effort._left.reset(uncounted)
    return Section(tree, effort.MOST_WORK - left[0])


def parse_section(self: Grammar, text: str, start: str) -> ParseTree:
    """Read a section, or give its tree again; either takes the same work."""
    if not Sharing.on or len(text) > LONGEST_SECTION:
        return read_section(self, text, start)
    key = (id(self), start, text)
    found = SECTIONS.pop(key, None) or _section(self, text, start)
    SECTIONS[key] = found
    if len(SECTIONS) > MOST_SECTIONS:
        SECTIONS.popitem(last=False)
    effort.spend(found.work)
    if isinstance(found.tree, StoppedError):
        raise StoppedError(found.tree.token, found.tree.before, found.tree.accepted)
    return found.tree


Setup = tuple[int, str, int, tuple[tuple[str, Any], ...]]


@attrs.define
class Pool:
    """Engines that wait for a test, by what they play: the longest unused is dropped first; and those in use."""

    waiting: dict[Setup, list[Engine]] = attrs.field(factory=dict)
    used: list[tuple[Setup, Engine]] = attrs.field(factory=list)

    def take(self, setup: Setup) -> Engine | None:
        """Return an engine that is as new, if one waits."""
        found = self.waiting.get(setup)
        return as_new(found.pop()) if found else None

    def drop(self) -> None:
        """Forget what the test at hand uses: it replaces parts of what they were made by."""
        self.used.clear()

    def end_test(self) -> None:
        """Take all back: the test has ended."""
        for setup, engine in self.used:
            self.waiting[setup] = [*self.waiting.pop(setup, []), engine]
        self.used.clear()
        while len(self.waiting) > MOST_ENGINES:
            del self.waiting[next(iter(self.waiting))]


POOL = Pool()


def as_new(engine: Engine) -> Engine:
    """Put back what an engine notes beside its games."""
    assert isinstance(engine, Engine)
    engine.thinks = Engine.thinks
    engine.programs.used.clear()
    engine.programs._quiet = 0
    return engine


def engine_for(game: Any, seats: int, options: Any = None) -> Engine:
    """Return an engine that another test has left, or a new one."""
    if not Sharing.on or Path(game.path).parent.name not in BUNDLED:
        return made_anew(game, seats, options)
    setup = (id(game), Sharing.language, seats, tuple(sorted((options or {}).items())))
    engine = POOL.take(setup) or made_anew(game, seats, options)  # which keeps the game, so that no other has its id
    POOL.used.append((setup, engine))
    return engine


def engine_of(self: Game, seats: int, options: dict[str, Any], sealed: bool = False) -> Engine:
    """Return the engine of a set-up of a game in its language."""
    Sharing.language = self.language
    try:
        return own_engine(self, seats, options, sealed)
    finally:
        Sharing.language = ""


def folder_of(self: Store) -> Path | None:
    """Return where a store of all tests is; None while nothing is shared."""
    if Sharing.own_store or os.environ.get(HOME) == os.devnull:
        return own_folder(self)
    if Sharing.kept is None or not Sharing.on or self is READ:
        return None  # the same games are the same objects: they are shared above
    folder = Sharing.kept / self.name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def libraries_of(name: str) -> Path | None:
    """Return where machine code is kept: all tests that share anything share what is compiled."""
    if Sharing.own_store or Sharing.kept is None or not Sharing.on or os.environ.get(HOME) == os.devnull:
        return own_libraries(name)
    folder = Sharing.kept / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def share() -> None:
    """Put both functions in the places of those that do it anew; modules that are imported later find them there."""
    for module in [module for name, module in sys.modules.items() if name.startswith("gamedsl")]:
        if getattr(module, "check_source", None) is check_anew:
            module.check_source = check_source
    loading.parse = reading.parse = parse
    engines.engine_for = engine_for
    Game._engine = engine_of  # type: ignore[method-assign]
    building.cache_folder = libraries_of
    Grammar.parse = parse_section  # type: ignore[method-assign]
    Store.folder = folder_of  # type: ignore[method-assign]
