"""Opponents that nobody has named: a level, and players that suit the game."""

from pathlib import Path

import pytest

from gamedsl.api import load
from gamedsl.players.levels import OPPONENTS, aimless
from gamedsl.players.seats import check
from gamedsl.records.files import read_record
from gamedsl.semantics.declare.heads import OPPONENTS_OF
from tests.helpers.play.recordings import NIM, run

pytestmark = pytest.mark.usefixtures("own_folder")
LEAVE = "q\ny\n"


def seats(*options: str) -> tuple[str, ...]:
    """Return who plays a game that is begun so and left."""
    run("play", *options, "--seed", "1", "--save", "a.jsonl", typed=LEAVE)
    return read_record(Path("a.jsonl")).seats


def test_each_level_can_play() -> None:
    """All levels are players of the program, one for each."""
    for kind in OPPONENTS.values():
        check(kind)
    assert len(OPPONENTS) == len({*OPPONENTS.values()})


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ((), ("human", "mcts:50")),
        (("--level", "easy"), ("human", "quick")),
        (("--level", "hard", "--seat", "2=random"), ("human", "random")),
        (("--seat", "2=human"), ("human", "human")),
    ],
)
@pytest.mark.usefixtures("terminal")
def test_opponents_at_a_terminal(options: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    """The first seat is the person's, the others are of medium strength unless something else is said."""
    assert kinds == seats(NIM, *options)


@pytest.mark.usefixtures("terminal")
def test_a_rule_file_says_which_players_suit_it() -> None:
    """Levels that it names mean these players, the others what they mean in all games; no code of others is run."""
    text = Path(NIM).read_text("utf-8").replace("\nphases", '\nabout\n  medium: "greedy"\n\nphases', 1)
    Path("own.game").write_text(text, "utf-8")
    found = []
    for number, options in enumerate(((), ("--level", "easy"))):
        run("play", "own.game", *options, "--seed", "1", "--save", f"{number}.jsonl", typed=LEAVE)
        found.append(read_record(Path(f"{number}.jsonl")).seats[1])
    assert (["greedy", "quick"], {*OPPONENTS}) == (found, {*OPPONENTS_OF})
    Path("own.game").write_text(text.replace('"greedy"', '"os:system"'), "utf-8")
    assert "GDTYP01" in run("check", "own.game").stdout


def test_players_without_a_terminal() -> None:
    """Nobody sits there: players are random, in games with hints quick, and of a level when one is named."""
    assert ("random", "random") == seats(NIM)
    assert ("quick", "random") == (aimless(load("quatre_etoiles").checked), aimless(load(NIM).checked))


def test_whichever_engine_thinks_the_game_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players decide the same in so many tries; where there is no machine code, that is said in a line."""
    monkeypatch.setattr("gamedsl.players.search.thinking.why_not", lambda *_: "nobody can make it")
    games, said = [], []
    for engine in ("auto", "python", "native"):
        given = ("--seed", "7", "--seat", "1=mcts:40", "--seat", "2=greedy", "--engine", engine)
        shown = run("play", NIM, *given, "--save", f"{engine}.jsonl")
        games.append([move.text for move in read_record(Path(f"{engine}.jsonl")).moves])
        said.append("Players think in Python, not by machine code: nobody can make it." in shown.stderr)
    assert games[0] == games[1] == games[2] != []
    assert [False, False, True] == said


def test_the_level_changes_when_a_game_goes_on() -> None:
    """``--resume`` with a level changes the players of the program, and no person."""
    run("play", NIM, "--seed", "1", "--seat", "1=human", "--save", "a.jsonl", typed=f"take 1\n{LEAVE}")
    run("play", NIM, "--resume", "a.jsonl", "--level", "hard", typed=LEAVE)
    assert ("human", "mcts:400") == read_record(Path("a.jsonl")).seats


def test_four_stars_comes_to_an_end() -> None:
    """In a game that random players hardly ever end, those that nobody has named reach an end soon."""
    shown = run("play", "quatre_etoiles", "--seed", "5", "--limit", "2000", "--save", "a.jsonl")
    record = read_record(Path("a.jsonl"))
    assert (0, ("quick", "quick")) == (shown.exit_code, record.seats)
    assert record.end is not None
    assert "finished" == record.end.status
