"""Machine code is known by all that its text follows from, and by nothing else."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import gamedsl
from gamedsl import batch
from gamedsl.engine.errors import Limits
from gamedsl.kernel import build_cache
from gamedsl.kernel.native import compilers
from gamedsl.kernel.program import BOOL, Field, Program
from gamedsl.play.engine import Engine
from gamedsl.storage.contents import content_of, note_content

NIM = Path("tests/cli/nim.game")


def engine(text: str = NIM.read_text(encoding="utf-8")) -> Engine:
    """Return an engine of a small game that is read anew."""
    game = gamedsl.loads(text, "nim.game").checked
    return Engine(game, game.least_seats)


def test_keys(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another rule, number of seats, option, limit or purpose is another key; the same set-up has the same one."""
    del own_store
    first, text = engine(), NIM.read_text(encoding="utf-8")
    game, key = first.game, build_cache.key_of(first.set_up, "batches")
    assert key == build_cache.key_of(Engine(game, game.least_seats).set_up, "batches")
    changed = attrs.evolve(game, title="Another")
    others = [
        build_cache.key_of(first.set_up, "thinking"),
        build_cache.key_of(Engine(game, game.least_seats + 1).set_up, "batches"),
        build_cache.key_of(Engine(changed, game.least_seats).set_up, "batches"),
        build_cache.key_of(engine(text.replace("take", "grab")).set_up, "batches"),
    ]
    others.append(build_cache.key_of(attrs.evolve(first.set_up, chosen={"an option": True}), "batches"))
    monkeypatch.setattr(Limits, "passes", Limits.passes - 1)
    others.append(build_cache.key_of(first.set_up, "batches"))
    assert len({key, *others}) == 1 + len(others)
    monkeypatch.setattr(build_cache, "_gamedsl", lambda: "of another day")
    assert build_cache.key_of(first.set_up, "batches") not in (key, *others)


def test_nothing_is_known_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache folder there are no keys, and by none nothing is found."""
    monkeypatch.setenv("GAMEDSL_HOME", os.devnull)
    assert ("", None) == (build_cache.key_of(engine().set_up, "batches"), build_cache.found(""))


def test_contents() -> None:
    """Games are known by what was read or written of them, else by what stands in them."""
    game = engine().game
    one, other = attrs.evolve(game, title="One"), attrs.evolve(game, title="One")
    assert content_of(one) == content_of(one)
    assert content_of(game) != content_of(one)
    for at, noted in enumerate((one, other)):
        note_content(noted, b"what was read", at)
    assert content_of(one) != content_of(other)
    note_content(other, b"what was read", 0)
    assert content_of(one) == content_of(other)


@pytest.mark.parametrize("data", [b"", b"no pickle", b"N.", b"(lp0\n."])
def test_what_stands_there_may_be_anything(own_store: Path, data: bytes) -> None:
    """What is damaged, or names a library that is gone, is as if it were not there."""
    del own_store
    build_cache.STORE.keep("key", data)
    program = Program(fields={"one": Field("one", 1, BOOL)})
    build_cache.keep("other", "a text that nobody has compiled", program, [1, 2])
    assert (None, None) == (build_cache.found("key"), build_cache.found("other"))


@pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")
def test_games_are_played_without_a_program(
    own_store: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[[str], None]
) -> None:
    """The second engine of a set-up plays the same games, with nothing lowered or compiled; not when a file is gone."""
    monkeypatch.setattr(compilers, "_FLAGS", ("-O0", *compilers._FLAGS[1:]))
    first = batch.played(engine_of_disk(), range(50), None, "native", 1)
    refused("program_of")
    monkeypatch.setattr(subprocess, "Popen", None)
    second = batch.played(engine_of_disk(), range(50), None, "native", 1)
    assert [*first.decisions] == [*second.decisions]
    assert ([*map(list, first.winners)], "native") == ([*map(list, second.winners)], second.engine)
    for path in (own_store / "native").iterdir():
        path.unlink()
    with pytest.raises(AssertionError, match="program_of"):
        batch.played(engine_of_disk(), range(50), None, "native", 1)


def test_words_that_follow_from_a_set_up(own_store: Path) -> None:
    """They are made once for a set-up and purpose; what stands there instead is as if nothing did."""
    del own_store
    made = list[str]()

    def words(one: str) -> tuple[tuple[str, ...], ...]:
        def make() -> list[list[str]]:
            made.append(one)
            return [["of", one], []]

        return build_cache.words_of(engine().set_up, one, make)

    assert (("of", "a"), ()) == words("a") == words("a")
    assert (("of", "b"), ()) == words("b")
    assert ["a", "b"] == made
    for data in (b"no pickle", build_cache.bytes_of([["of"], "a"], fast=False), build_cache.bytes_of([1], fast=False)):
        build_cache.STORE.keep(build_cache.key_of(engine().set_up, "a"), data)
        assert (("of", "a"), ()) == words("a")
    assert ["a", "b", "a", "a", "a"] == made


def engine_of_disk() -> Engine:
    """Return an engine of a file."""
    game = gamedsl.load(NIM).checked
    return Engine(game, game.least_seats)


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What lets a function of batches fail from then on."""

    def refuse(name: str) -> None:
        def fail(*given: object, **named: object) -> None:
            del given, named
            raise AssertionError(name)

        monkeypatch.setattr(batch, name, fail)

    return refuse
