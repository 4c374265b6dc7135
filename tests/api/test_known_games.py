"""A rule file that was clean is read from the cache the second time: the same game, as long as nothing has changed."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl.check_cache import games as known_games
from gamedsl.check_cache import watched
from gamedsl.diagnostics.diagnostic import RuleFileError
from gamedsl.files import UnreadableFileError
from gamedsl.play.engine import Engine
from gamedsl.semantics import check
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.syntax import parser
from tests.frozen.folds import folded, played, told
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.suite.sharing import check_anew

ROOT = Path(__file__).parents[2]
BASE = re.sub(
    r"lot: card\n( +\|.*\n)+",
    'lot: card, csv "lots.csv"\n    | lot | value: 1..9 |\n',
    (ROOT / "examples" / "sealed_bid.game").read_text("utf-8"),
)
FILES = {
    "base.game": BASE,
    "lots.csv": "lot,value\nvase,3\nmirror,5\npiano,8\n",
    "anew.game": 'variant SealedBidAnew of "base.game"\n',
}


@pytest.fixture
def checks(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that gets the path of every rule file that is read and checked; nothing is shared by tests."""
    del own_store
    found: list[str] = []

    def noted(source: Any, files: Any, reporter: Any) -> Any:
        found.append(Path(source.path).name)
        return check_anew(source, files, reporter)

    monkeypatch.setattr(check, "check_source", noted)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game, its table, and a variant."""
    made = tmp_path / "games"
    made.mkdir()
    for name, text in FILES.items():
        (made / name).write_text(text, "utf-8")
    return made


def paths(game: CheckedGame) -> list[str]:
    """Return the files in which the paragraphs of a game stand."""
    paragraphs = [*game.phases.values(), *game.actions.values(), *game.terms.values(), *game.scenarios]
    return [one.span.source.path for one in paragraphs]


@pytest.mark.parametrize(
    "name",
    gamedsl.bundled_names()
    if NIGHTLY
    else ["checkers", "liars_dice", "mogul", "mogul_scenarios", "saloon_tycoon", "tycoon_later"],
)
def test_the_same_game(name: str, checks: list[str]) -> None:
    """Every shipped game is equal to the one that was checked, in all its parts."""
    first, second = gamedsl.load(name), gamedsl.load(name)
    assert 1 == len(checks)
    assert first.checked is not second.checked
    assert (repr(first.checked), (), "") == (repr(second.checked), second.warnings, second.language)
    assert paths(first.checked) == paths(second.checked) != []


@pytest.mark.parametrize("name", ["mogul", *(["tycoon"] if NIGHTLY else []), "examples/liars_dice.game"])
def test_the_same_games(name: str, checks: list[str]) -> None:
    """It goes the same way, decision by decision, and tells the same."""
    engines = [Engine(gamedsl.load(name).checked, 3) for _ in range(2)]
    for story in (played, told):
        first, second = (folded(story, engine, [5], 40) for engine in engines)
        assert first == second
    assert 1 == len(checks)


def test_scenarios(checks: list[str]) -> None:
    """Its scenarios have the same results."""
    first, second = (gamedsl.load("mogul_scenarios").test("" if NIGHTLY else "s0") for _ in range(2))
    assert (repr(first), 1, True) == (repr(second), len(checks), len(first) > 5)


def test_translations(checks: list[str]) -> None:
    """A game in another language is another one; its scenarios speak the original."""
    first, second, own = gamedsl.load("mogul", "de"), gamedsl.load("mogul", "de"), gamedsl.load("mogul")
    assert (first.checked, first._original, "de") == (second.checked, second._original, second.language)
    assert own.checked == second._original != second.checked
    assert 2 == len(checks)


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ("base.game", "pay 10 from", "pay 9 from"),
        ("lots.csv", "vase,3", "vase,4"),
        ("anew.game", '"base.game"\n', '"base.game"\n  players: 2\n'),
    ],
    ids=["base", "table", "rules"],
)
def test_what_has_changed_is_read_anew(changed: str, old: str, new: str, folder: Path, checks: list[str]) -> None:
    """A change to the rule file, its table or its base alone is seen; what was before comes back with its text."""
    before = gamedsl.load(folder / "anew.game").checked
    (folder / changed).write_text(FILES[changed].replace(old, new), "utf-8")
    now = gamedsl.load(folder / "anew.game").checked
    assert (2, True) == (checks.count("anew.game"), before != now)
    (folder / changed).write_text(FILES[changed], "utf-8")
    assert before == gamedsl.load(folder / "anew.game").checked


def test_files_that_come_and_go(folder: Path) -> None:
    """A table or base that is gone is missed, as if nothing had been kept."""
    gamedsl.load(folder / "anew.game")
    (folder / "lots.csv").unlink()
    with pytest.raises(RuleFileError):
        gamedsl.load(folder / "anew.game")
    (folder / "base.game").unlink()
    with pytest.raises(RuleFileError):
        gamedsl.load(folder / "anew.game")


def test_the_same_text_elsewhere(folder: Path, tmp_path: Path, checks: list[str]) -> None:
    """Messages name the file that was asked for: a copy in another folder is another game."""
    gamedsl.load(folder / "anew.game")
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    assert str(copy / "anew.game") == gamedsl.load(copy / "anew.game").checked.winner.span.source.path.replace(
        "base.game", "anew.game"
    )
    assert 2 == checks.count("anew.game")


def test_warnings_are_told_every_time(folder: Path, checks: list[str]) -> None:
    """A file with findings is never kept."""
    path = folder / "base.game"
    path.write_text(BASE.replace("  each player\n", "  idle: 0..9\n  each player\n", 1), "utf-8")
    first, second = gamedsl.load(path), gamedsl.load(path)
    assert (repr(first.warnings), 1, 2) == (repr(second.warnings), len(first.warnings), len(checks))


def test_another_version(checks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the program has kept is not found."""
    gamedsl.load("mogul")
    monkeypatch.setattr(known_games, "program_hash", lambda: "another version")
    gamedsl.load("mogul")
    assert 2 == len(checks)


def test_nothing_can_be_kept(checks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder every game is read."""
    monkeypatch.setenv("GAMEDSL_HOME", os.devnull)
    assert gamedsl.load("mogul").checked == gamedsl.load("mogul").checked
    assert 2 == len(checks)


def test_missing_translation(own_store: Path) -> None:
    """What there is no translation of is told, whatever is kept."""
    del own_store
    gamedsl.load("mogul")
    for _ in range(2):
        with pytest.raises(UnreadableFileError):
            gamedsl.load("mogul", "xx")


def with_hash(data: bytes) -> bytes:
    """Return a file that says of itself that it is whole."""
    packed = zlib.compress(data, 1)
    return sha256(packed).digest() + packed


class Forged:
    """Something that ends the process when it is read."""

    def __reduce__(self) -> Any:
        return os._exit, (77,)


ANSWERS = pickle.dumps({"sources": {}, "listed": {}})
SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[:100],
    "empty": lambda _: b"",
    "no pickle": lambda _: with_hash(b"rubbish"),
    "no game": lambda _: with_hash(ANSWERS),
    "another thing": lambda _: with_hash(ANSWERS + pickle.dumps([1, 2, 3])),
    "a call": lambda _: with_hash(pickle.dumps(Forged())),
    "a call behind answers": lambda _: with_hash(ANSWERS + pickle.dumps((Forged(), Forged()))),
    "a class of another module": lambda _: with_hash(ANSWERS + pickle.dumps((parser.__name__, Path("x")))),
}


@pytest.mark.parametrize("way", SPOILT)
def test_spoilt(way: str, own_store: Path, checks: list[str]) -> None:
    """A game is read anew where what is kept is damaged or forged, and nothing that stands there is carried out."""
    good = gamedsl.load("mogul").checked
    for path in (own_store / "read").iterdir():
        path.write_bytes(SPOILT[way](path.read_bytes()))
    assert (good, 2) == (gamedsl.load("mogul").checked, len(checks))
    assert (good, 2) == (gamedsl.load("mogul").checked, len(checks))  # it was kept again


def test_a_changed_program_has_another_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file of the program counts."""
    monkeypatch.setattr(watched, "package_folder", lambda _: tmp_path)
    found = {watched.program_hash()}
    (tmp_path / "module.py").write_text("one = 1\n")
    found.add(watched.program_hash())
    (tmp_path / "module.py").write_text("one = 12\n")
    assert 3 == len(found | {watched.program_hash()})
