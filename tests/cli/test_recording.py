"""Recorded games at the command line: going on, dropping, saving, other players and other ways."""

from pathlib import Path

import pytest

from gamedsl.records.files import BUSY, read_record
from gamedsl.records.folder import records_folder
from gamedsl.records.lines import RecordError
from tests.helpers.play.recordings import NIM, ONE, TWO, records, run
from tests.helpers.texts import game_text

pytestmark = pytest.mark.usefixtures("own_folder")


def test_every_game_is_recorded() -> None:
    """A game of program players has a record with its result, one that was left has none."""
    run("play", NIM, "--seed", "4")
    left = run("play", NIM, "--seat", "1=human", typed="take 1\nq\ny\n")
    first, second = (read_record(path) for path in records())
    assert ("finished", ("random", "random")) == (first.end and first.end.status, first.seats)
    assert (None, ("human", "random")) == (second.end, second.seats)
    assert f"Go on with: gamedsl play {NIM} --resume {records()[1]}" in left.stdout


@pytest.mark.usefixtures("terminal")
def test_an_interrupted_game_is_offered() -> None:
    """Whoever starts the game again is asked, and goes on where it was left, with the same players."""
    run("play", NIM, "--seat", "2=human", "--new", typed="\ntake 1\n\nq\ny\n")
    result = run("play", NIM, typed="\n\ntake 1\n")
    assert "Ann (human), Bob (human)  1 decision\n" in result.stdout
    assert "Going on behind 1 decision of" in result.stdout
    assert "Bob> take 1" in result.stdout
    assert 1 == len(records())


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("typed", "many", "again"), [("n\nq\ny\n", 2, True), ("d\nq\ny\n", 2, False), ("x\nn\nq\ny\n", 2, True)]
)
def test_a_new_game_instead(typed: str, many: int, again: bool) -> None:
    """`n` begins a new game and keeps the other; `d` drops it, and it is not offered again; nonsense asks again."""
    run("play", NIM, "--new", typed="take 1\nq\ny\n")
    result = run("play", NIM, typed=typed)
    assert "Left after 0 decisions" in result.stdout
    assert many == len(records())
    assert again == (read_record(records()[0]).end is None)


@pytest.mark.usefixtures("terminal")
def test_of_several_games_the_one_to_drop_is_named() -> None:
    """`d` alone drops nothing where several games are listed."""
    for _ in range(2):
        run("play", NIM, "--new", typed="take 1\nq\ny\n")
    result = run("play", NIM, typed="d\nd2\nn\nq\ny\n")
    assert "which one? Type d1 to d2" in result.stderr
    assert 1 == result.stdout.count("Dropped")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("busy", [True, False])
def test_a_game_that_cannot_be_dropped(busy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else has just gone on with it, or it cannot be written: that is said, and nothing stops."""
    run("play", NIM, "--new", typed="take 1\nq\ny\n")

    def refuse(path: Path) -> None:
        raise RecordError(BUSY) if busy else OSError(30, "Read-only file system")

    monkeypatch.setattr("gamedsl.cli.verbs.play.abandon", refuse)
    result = run("play", NIM, typed="d1\nq\ny\n")
    why = BUSY if busy else "Read-only file system"
    assert f"gamedsl: {records()[0].name} is not dropped: {why}\n" == result.stderr
    assert "Left after 0 decisions" in result.stdout


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("option", [("--new",), ("--seed", "3"), ("--players", "2"), ("--option", "start=9")])
def test_who_says_how_to_begin_is_not_asked(option: tuple[str, ...]) -> None:
    """Options for a new game begin one; without `--new` it is said that the other one is kept."""
    run("play", NIM, "--new", typed="take 1\nq\ny\n")
    said = run("play", NIM, *option, typed="q\ny\n").stdout
    assert "Go on with an interrupted game?" not in said
    assert (option != ("--new",)) == ("An interrupted game is kept; go on with: gamedsl play" in said)


@pytest.mark.usefixtures("terminal")
def test_an_interrupted_game_with_other_rules(tmp_path: Path) -> None:
    """It is not offered; what differs is told."""
    path = tmp_path / "nim.game"
    path.write_text(Path(NIM).read_text("utf-8"), "utf-8")
    run("play", str(path), "--new", typed="take 1\nq\ny\n")
    path.write_text(Path(NIM).read_text("utf-8").replace("1..3", "1..4"), "utf-8")
    result = run("play", str(path), typed="q\ny\n")
    assert "cannot go on: `actions` differs" in " ".join(result.stdout.split())
    refused = run("play", str(path), "--resume", str(records()[0]))
    way_on = f"gamedsl play {path} --resume {records()[0]} --with-new-rules"
    told = f"it was played with other rules of Nim: `actions` differs; to play on with these: {way_on}"
    assert (2, f"gamedsl: {records()[0]}: {told}\n") == (refused.exit_code, refused.stderr)
    assert f"Go on with: {way_on}" in result.stdout


def test_save_names_the_record(tmp_path: Path) -> None:
    """With --save FILE the game is recorded there and nowhere else; an existing file stays as it is."""
    run("play", NIM, "--seed", "4", "--save", "a.jsonl")
    assert "finished" == getattr(read_record(tmp_path / "a.jsonl").end, "status", None)
    assert not records_folder().exists()
    again = run("play", NIM, "--save", "a.jsonl")
    assert (2, "gamedsl: a.jsonl is there already; name another file\n") == (again.exit_code, again.stderr)


def test_going_on_with_other_players(tmp_path: Path) -> None:
    """--seat changes who plays on; the change stands in the record."""
    run("play", NIM, *TWO, "--save", "a.jsonl", typed="\ntake 1\n\nq\ny\n")
    result = run("play", NIM, "--resume", "a.jsonl", "--seat", "1=random", "--seat", "2=random")
    assert "Ann (random), Bob (random)" in result.stdout
    assert ("random", "random") == read_record(tmp_path / "a.jsonl").seats
    over = run("play", NIM, "--resume", "a.jsonl")
    assert (2, "gamedsl: a.jsonl: this game is over; `gamedsl replay FILE` shows it\n") == (
        over.exit_code, over.stderr,
    )  # fmt: skip


def test_a_record_runs_no_foreign_program(tmp_path: Path) -> None:
    """A bot in Python that stands in a record is only run when --seat names it."""
    run("play", NIM, *TWO, "--save", "a.jsonl", typed="\ntake 1\n\nq\ny\n")
    path = tmp_path / "a.jsonl"
    path.write_text(path.read_text("utf-8").replace('["human","human"]', '["human","this:Evil"]'), "utf-8")
    result = run("play", NIM, "--resume", "a.jsonl")
    assert (2, True) == (result.exit_code, "Bob was played by the bot this:Evil; name it again" in result.stderr)
    assert 0 == run("play", NIM, "--resume", "a.jsonl", "--seat", "2=random", typed="q\ny\n").exit_code


def test_another_way_from_a_decision_on(tmp_path: Path) -> None:
    """--at N begins a game of its own with N decisions of a record."""
    run("play", NIM, "--seed", "4", "--save", "a.jsonl")
    before = (tmp_path / "a.jsonl").read_bytes()
    result = run(
        "play", NIM, "--resume", "a.jsonl", "--at", "1", "--seat", "2=human", "--save", "b.jsonl", typed="q\ny\n"
    )
    assert "Left after 1 decision." in result.stdout
    assert before == (tmp_path / "a.jsonl").read_bytes()
    assert 1 == len(read_record(tmp_path / "b.jsonl").moves)
    wrong = run("play", NIM, "--resume", "a.jsonl", "--at", "99")
    assert (2, True) == (wrong.exit_code, "--at 99: the record has " in wrong.stderr)


FRUIT = game_text("cli/recording")


def test_numbers_are_the_same_after_a_break(tmp_path: Path) -> None:
    """What stood behind a number stands behind it when a game goes on, also what was given to things taken back."""
    path = tmp_path / "fruit.game"
    path.write_text(FRUIT, encoding="utf-8")
    typed = "take banana\ntake apple\nundo\ntake damson\ng\nq\ny\n"
    before = run("play", str(path), *ONE, "--save", "a.jsonl", typed=typed).stdout
    after = run("play", str(path), "--resume", "a.jsonl", typed="g\nq\ny\n").stdout
    listed = ["g1  Give back: banana", "g3  Give back: damson"]
    told = [[line.strip() for line in text.rpartition("Ann> g\n")[2].splitlines()[:2]] for text in (before, after)]
    assert [listed, listed] == told


def test_a_record_names_its_game(tmp_path: Path) -> None:
    """It goes on without a name of the game; where that has gone, what to write is told; no record, no game."""
    game = tmp_path / "own.game"
    game.write_text(Path(NIM).read_text(encoding="utf-8"), encoding="utf-8")
    run("play", str(game), "--seat", "1=human", typed="take 1\nq\ny\n")
    record = str(records()[0])
    result = run("play", "--resume", record, typed="q\ny\n")
    assert (0, "Going on behind ") == (result.exit_code, result.stdout[:16])
    assert f"Go on with: gamedsl play {game} --resume {record}" in result.stdout
    game.unlink()
    result = run("play", "--resume", record)
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"; name the rule file of this record: gamedsl play GAME --resume {record}\n" in result.stderr
    (tmp_path / "none.jsonl").write_text("{}\n", encoding="utf-8")
    for arguments, told in (
        ((), "Missing argument 'GAME'"),
        (("--resume", str(tmp_path / "none.jsonl")), "this is not a record"),
    ):
        result = run("play", *arguments)
        assert (2, "") == (result.exit_code, result.stdout)
        assert told in result.stderr
