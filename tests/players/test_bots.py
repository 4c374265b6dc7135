"""Bots in Python that do not work: what is wrong is said, with its place, before the game if possible."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gamedsl.cli import group
from gamedsl.players.kinds.random_player import RandomPlayer
from gamedsl.players.protocol import Situation
from gamedsl.players.seats import UnknownPlayerError, check
from gamedsl.simulate import Settings, simulate

NIM = str(Path(__file__).parents[1] / "cli" / "nim.game")
GOOD = "class Bot:\n    def __init__(self, seed):\n        pass\n    def choose(self, situation, choices):\n        "


def bot(name: str, text: str, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Write a module with a bot; return its kind and the file."""
    (folder / f"{name}.py").write_text(text, "utf-8")
    patch.syspath_prepend(str(folder))
    patch.setenv("GAMEDSL_HOME", str(folder / "home"))
    return f"{name}:Bot"


def play(*arguments: str, typed: str = "") -> Result:
    """Run a game."""
    result = CliRunner().invoke(group, ["play", NIM, "--seed", "4", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("syntax", "class Bot:\n    def (self):\n", "SyntaxError: invalid syntax ({file}, line 2)"),
        ("runtime", "\nraise RuntimeError('no')\n", "RuntimeError: no ({file}, line 2)"),
        ("leaving", "import sys\nsys.exit(3)\n", "it ends the program (exit code 3) ({file}, line 2)"),
        ("nested", "\n\nimport no_such_thing\n", "No module named 'no_such_thing' ({file}, line 3)"),
        ("unable", "class Bot:\n    def __init__(self, seed):\n        raise KeyError\n", "it has no method `choose`"),
        ("making", "def Bot(seed):\n    return 5\n", "the bot cannot be made: it has no method `choose`"),
        ("begun", "def Bot(seed):\n    return 5 / 0\n", "ZeroDivisionError: division by zero ({file}, line 2)"),
        (
            "ended",
            "import sys\n\ndef Bot(seed):\n    sys.exit(4)\n",
            "it ends the program (exit code 4) ({file}, line 4)",
        ),
    ],
)
def test_what_cannot_play_is_refused_before_the_game(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every mistake while a bot is loaded or made is told with its file and line."""
    kind = bot(f"bot_{name}", text, tmp_path, monkeypatch)
    with pytest.raises(UnknownPlayerError) as caught:
        check(kind)
    assert said.format(file=tmp_path / f"bot_{name}.py") in str(caught.value)
    result = play("--seat", f"2={kind}")
    assert (2, "", True) == (result.exit_code, result.stdout, f"--seat 2={kind}: " in " ".join(result.stderr.split()))


def test_what_is_no_bot_at_all() -> None:
    """A function of the system makes no player."""
    with pytest.raises(UnknownPlayerError, match="os:system: the bot cannot be made: "):
        check("os:system")


@pytest.mark.parametrize(
    ("name", "does", "said"),
    [
        ("exits", "import sys; sys.exit(3)", "it ends the program (exit code 3)"),
        ("fails", "return choices[99]", "IndexError: tuple index out of range ("),
        ("wrong", "return 99", "the bot must choose an index from 0 to "),
    ],
)
def test_a_bot_that_fails_in_play(
    name: str, does: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, and how the game goes on with another player; nothing ends in silence."""
    kind = bot(f"bot_{name}", GOOD + does, tmp_path, monkeypatch)
    result = play("--seat", "1=human", "--seat", f"2={kind}", "--save", str(tmp_path / "a.jsonl"), typed="take 1\n")
    assert (2, True) == (result.exit_code, f"gamedsl: the player {kind} at Bob failed: {said}" in result.stderr)
    assert f"play {NIM} --resume {tmp_path / 'a.jsonl'} --seat 2=random\n" in result.stderr


def test_a_player_of_the_program_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is told alike, without a traceback; the cause is kept for those who look for it."""

    def fail(self: RandomPlayer, situation: Situation, choices: object) -> int:
        raise AssertionError("never so")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    result = play("--seat", "1=human", "--save", str(tmp_path / "a.jsonl"), typed="take 1\n")
    assert 2 == result.exit_code
    assert "gamedsl: the player random at Bob failed: AssertionError: never so (" in result.stderr
    assert "Go on with another player there: gamedsl play" in result.stderr
    assert isinstance(result.exception and result.exception.__cause__, AssertionError)


def test_an_index_of_numpy_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots work out with NumPy need not be turned into numbers of Python."""
    pytest.importorskip("numpy")
    last = GOOD + "import numpy; return numpy.argmax(numpy.arange(len(choices)))"
    kind = bot("bot_numerical", last, tmp_path, monkeypatch)
    results = simulate(Settings("no_thanks", 3, (kind, "random", "random"), seed=4, games=1))

    assert "finished" == results[0].status
    assert "int64" not in repr(results)
