"""While a player thinks: how far it is, and how its thinking is ended."""

import io
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.terminal.thinking import Thinking
from gamedsl.players.kinds.greedy import DEALS, GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.records.files import read_record
from gamedsl.records.folder import records_folder

HERE = Path(__file__).parent
NIM = str(HERE / "nim.game")
FOR_EVER = "mcts:10000000"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))


def silent() -> Console:
    """A terminal that nobody sees."""
    return Console(width=80, file=io.StringIO(), force_terminal=True, no_color=True)


def line(thinking: Thinking) -> str:
    """Return what stands at the terminal."""
    console = silent()
    console.print(thinking)
    assert isinstance(console.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until its one number is changed."""
    now = [100.0]
    monkeypatch.setattr("gamedsl.cli.terminal.thinking.time.monotonic", lambda: now[0])
    return now


def test_the_share_and_the_time_left(clock: list[float]) -> None:
    """The share of the budget stands there, and how long the rest will take at the pace so far."""
    thinking = Thinking(silent())
    with thinking.of("Bob", searches=True):
        assert "Bob thinks" in line(thinking)
        assert "%" not in line(thinking)
        thinking.progress(10, 0.25)
        clock[0] += 10
        thinking.progress(20, 0.5)
        assert "50 % about 20 s left (Ctrl-C: decide now)" in line(thinking)
        clock[0] += 190
        thinking.progress(30, 0.75)
        assert "75 % about 1 min 40 s left" in line(thinking)


def test_ctrl_c_ends_the_thinking() -> None:
    """A search that would take for ever makes a legal choice; Ctrl-C is itself again afterwards."""
    table = gamedsl.load(NIM).start(seed=1)
    thinking = Thinking(silent())

    def progress(iterations: int, share: float) -> None:
        if iterations >= 20 and not thinking.stopped:  # machine code does not tell every number
            signal.raise_signal(signal.SIGINT)
        thinking.progress(iterations, share)

    before = signal.getsignal(signal.SIGINT)
    player = MctsPlayer(1, iterations=10_000_000, progress=progress)
    with thinking.of("Ann", searches=True):
        place = player.choose(table.situation(), table.codes())
    assert thinking.stopped
    assert place in range(len(table.codes()))
    assert before == signal.getsignal(signal.SIGINT)


def test_pressed_twice_it_is_itself() -> None:
    """Who presses Ctrl-C again before the search has noticed is not kept waiting."""
    thinking = Thinking(silent())
    with pytest.raises(KeyboardInterrupt), thinking.of("Ann", searches=True):
        signal.raise_signal(signal.SIGINT)
        assert thinking.stopped
        signal.raise_signal(signal.SIGINT)


def test_a_search_does_not_swallow_the_second_time() -> None:
    """A search ends at any KeyboardInterrupt with its choice; who has pressed twice leaves all the same."""
    thinking = Thinking(silent())
    with pytest.raises(KeyboardInterrupt), thinking.of("Ann", searches=True):
        signal.raise_signal(signal.SIGINT)
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_players_that_do_not_search_are_not_ended() -> None:
    """With them, Ctrl-C does what it does everywhere, also where the tests run with Ctrl-C switched off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), Thinking(silent()).of("Ann", searches=False):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("last", [1, 4, 100])
def test_the_choice_that_is_best_so_far(last: int) -> None:
    """Wherever a search is ended, also while it compares the choices, what it has found counts."""
    table = gamedsl.load(NIM).start(seed=1)
    table.apply("take(1)")
    table.apply("take(1)")
    calls = [0]

    def progress(iterations: int, share: float) -> None:
        del iterations, share
        calls[0] += 1
        if calls[0] > last:
            raise KeyboardInterrupt

    player = MctsPlayer(1, iterations=10_000_000, progress=progress)
    place = player.choose(table.situation(), table.codes())
    assert place in range(len(table.codes()))
    if last > 1:
        assert "take(3)" == table.text_of(table.codes()[place])  # the last coins win


@pytest.mark.parametrize(("last", "found"), [(0, None), (1, "take(1)"), (3, "take(3)"), (100, "take(3)")])
def test_greedy_is_ended_alike(last: int, found: str | None) -> None:
    """What was tried of all choices counts, before that what was tried of some; nothing tried is a legal choice."""
    table = gamedsl.load(NIM).start(seed=1)
    table._engine.thinks = "python"  # every step is told
    table.apply("take(1)")
    table.apply("take(1)")
    shares: list[float] = []

    def progress(steps: int, share: float) -> None:
        assert steps == len(shares)
        if steps == last:
            raise KeyboardInterrupt
        shares.append(share)

    place = GreedyPlayer(1, progress=progress).choose(table.situation(), table.codes())
    assert found in (None, table.text_of(table.codes()[place]))
    tried = min(last, len(table.codes()) * DEALS)
    assert shares == [step / len(table.codes()) / DEALS for step in range(tried)]


# ---------------------------------------------------------------- play


def play(*arguments: str, typed: str = "") -> Result:
    """Run ``play`` with somebody who types lines."""
    return CliRunner().invoke(group, ["play", NIM, "--seed", "4", *arguments], input=typed)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed whenever a search has tried a little."""
    before = Thinking.progress

    def progress(self: Thinking, iterations: int, share: float) -> None:
        if iterations >= 20 and not self.stopped:  # machine code does not tell every number
            signal.raise_signal(signal.SIGINT)
        before(self, iterations, share)

    monkeypatch.setattr(Thinking, "progress", progress)


@pytest.mark.usefixtures("impatient")
def test_the_game_goes_on_with_the_person() -> None:
    """The other player has decided, and the person is asked; the decision is recorded."""
    result = play("--seat", "1=human", "--seat", f"2={FOR_EVER}", typed="take 1\nq\ny\n")
    assert "Left after 2 decisions" in result.stdout
    (path,) = records_folder().iterdir()
    assert [0, 1] == [move.seat for move in read_record(path).moves]


@pytest.mark.usefixtures("impatient")
def test_a_game_without_people_is_left() -> None:
    """Where nobody can be asked, Ctrl-C leaves the game."""
    result = play("--seat", f"1={FOR_EVER}", "--seat", f"2={FOR_EVER}")
    assert (130, True) == (result.exit_code, "Interrupted." in result.stdout)


@pytest.mark.parametrize("environment", [{}, {"FORCE_COLOR": "1"}])
def test_nothing_is_shown_without_a_terminal(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to a file or another program holds no trace of thinking."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("gamedsl.cli.terminal.thinking._PATIENCE", 0)
    result = play("--seat", "1=human", "--seat", "2=mcts:300", typed="take 1\nq\ny\n")
    assert "Left after 2 decisions" in result.stdout
    assert "thinks" not in result.stdout
    assert "\x1b[?25l" not in result.stdout


@pytest.mark.parametrize(("engine", "times"), [("auto", 3), ("python", 0)])
def test_time_for_which_a_person_is_asked_is_used(engine: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every question machine code may be made beside, unless players are to think in Python."""
    asked: list[object] = []
    monkeypatch.setattr("gamedsl.players.search.thinking.make_meanwhile", lambda *given: asked.append(given))
    play("--seat", "1=human", "--seat", "2=random", "--engine", engine, typed="take 1\nq\ny\n")
    assert times == len(asked)


def test_it_is_shown_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal a line tells who thinks, and is gone when the player has decided."""
    monkeypatch.setattr("gamedsl.cli.terminal.thinking._PATIENCE", 0)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    console = silent()
    thinking = Thinking(console)
    with thinking.of("Bob", searches=True):
        file = console.file
        assert isinstance(file, io.StringIO)
        while "Bob thinks" not in file.getvalue():
            pass
    assert file.getvalue().endswith("\x1b[?25h\r\x1b[1A\x1b[2K")
