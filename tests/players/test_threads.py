"""Searches by time: in several threads, where what all have found counts together, and more widely planned."""

from __future__ import annotations

import shutil
import threading
from contextlib import ExitStack
from itertools import count
from threading import current_thread

import pytest

import gamedsl
from gamedsl.kernel.native import compilers
from gamedsl.kernel.native.thinking import Done, TroubleError
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.kinds import mcts
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.in_c import InC
from gamedsl.players.search.tuning import PATIENT, Tuning
from gamedsl.players.seats import make
from gamedsl.semantics.core.model import LEVELS
from tests.helpers.play.recordings import NIM
from tests.players.test_in_c import engine_of, race

pytestmark = pytest.mark.skipif(not any(map(shutil.which, compilers.NAMES)), reason="there is no compiler")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all threads search from the beginning."""
    monkeypatch.setattr(mcts, "_ALONE", -1.0)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the names of all threads that search in C."""
    found, go = set[str](), InC.go

    def noting(self: InC, *given: float, **named: float) -> Done:
        found.add(current_thread().name)
        return go(self, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(InC, "go", noting)
    return found


def decided(table: gamedsl.Table, player: MctsPlayer) -> str:
    """Return what a player decides by machine code, in words."""
    engine_of(table).thinks = "native"
    codes = table.codes()
    return table.text_of(codes[player.choose(table.situation(), codes)])


def nim() -> gamedsl.Table:
    """Return a game of which three coins are left, the last of which win; the judge sees nothing there."""
    table = gamedsl.load(NIM).start(seed=1)
    table.apply("take(1)")
    table.apply("take(1)")
    return table


@pytest.mark.parametrize("handed_in", [False, True])
def test_threads_find_what_one_finds(names: set[str], handed_in: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one choice is better they agree on it, long before the time is over, wherever deals are made."""
    if handed_in:
        monkeypatch.setattr(Determinizer, "hidden", lambda _: None)
    assert (
        "take"
        == decided(race(), MctsPlayer(1, iterations=400))
        == decided(race(), MctsPlayer(1, seconds=600, threads=3))
    )
    assert {"MainThread", "search_0", "search_1"} == names
    assert not [one for one in threading.enumerate() if one.name.startswith("search")]


def test_threads_search_where_the_judge_sees_nothing(names: set[str]) -> None:
    """There the choice that all together have tried most often is made, when the time is over."""
    assert "take(3)" == decided(nim(), MctsPlayer(1, seconds=0.1, threads=2))
    assert {"MainThread", "search_0"} == names


def test_tries_are_made_in_one_thread(names: set[str]) -> None:
    """What is counted in tries comes to the same however many threads there may be."""
    player = make("mcts:50", 1, threads=4)
    assert isinstance(player, MctsPlayer)
    assert decided(race(), MctsPlayer(1, iterations=50)) == decided(race(), player)
    assert {"MainThread"} == names


def test_what_is_found_beside_counts() -> None:
    """One try of each choice settles nothing; with those of another thread it is settled, for both."""
    table = race()
    engine = engine_of(table)
    compiled = engine.trials(table._state).compiled
    assert compiled.build()
    with ExitStack() as lent:
        deals = Deals(table.situation()._determinizer(), 1, 0)
        first = InC(lambda: lent.enter_context(compiled.thinking()), compiled.tail, LEVELS[-1], deals)
        first.search(4, Tuning())
        while not first.go().is_searching:
            first.portion = 1000
        other, rounds = first.beside(1), 0
        first.portion = 4
        assert 4 == first.go().made
        while not first.compare(0.0) and rounds < 20:
            other.portion, rounds = 100, rounds + 1
            assert not other.go().is_over
        assert 1 < rounds < 20
        assert first.go().is_over
        assert other.go().is_over
        assert 2 == first.best()


def test_other_threads_have_other_deals() -> None:
    """They meet other chance, and the same in every run."""
    deals = [Deals(race().situation()._determinizer(), 1, 0) for _ in range(2)]
    keys = [one.others(number).deal(0).seed for one in deals for number in (1, 2)]
    assert keys[:2] == keys[2:]
    assert 3 == len({deals[0].deal(0).seed, *keys})


def test_ctrl_c_ends_all_threads(names: set[str]) -> None:
    """The choice that is best so far is made, and nobody searches any more."""
    calls = count()

    def progress(tries: int, share: float) -> None:
        if tries and next(calls) > 2:
            raise KeyboardInterrupt

    assert decided(nim(), MctsPlayer(1, seconds=600, threads=2, progress=progress)).startswith("take")
    assert {"MainThread", "search_0"} == names
    assert not [one for one in threading.enumerate() if one.name.startswith("search")]


def test_trouble_in_a_thread_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a rule fails in one of them, the decision is made in Python, as it is where there is one thread."""
    search = InC.go_for

    def failing(self: InC, seconds: float, share: float) -> int:
        if current_thread().name.startswith("search"):
            raise TroubleError
        return search(self, seconds, share)

    monkeypatch.setattr(InC, "go_for", failing)
    table = nim()
    assert decided(table, MctsPlayer(1, seconds=0.1, threads=2)).startswith("take")
    assert 1 == engine_of(table).trials(table._state).compiled._trouble


@pytest.mark.parametrize(("kind", "tuning"), [("mcts:2s", PATIENT), ("mcts:0.1s", Tuning()), ("mcts:90000", Tuning())])
def test_who_has_time_plans_more_widely(kind: str, tuning: Tuning, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted in tries, and what has next to no time, is planned as ever."""
    found = list[Tuning]()

    def search(self: InC, choices: int, tuning: Tuning) -> None:
        found.append(tuning)
        raise KeyboardInterrupt

    monkeypatch.setattr(InC, "search", search)
    table = race()
    engine_of(table).thinks = "native"
    make(kind, 1).choose(table.situation(), table.codes())
    assert [tuning] == found
