"""Replaying and verifying records, step by step and whole."""

import re
import shutil
from pathlib import Path

import pytest

from gamedsl.engine.playing import PLAYING
from tests.helpers.play.recordings import HANDS, HERE, NIM, WAGES, nim, records, run

pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_record_with_a_strange_time(tmp_path: Path) -> None:
    """What stands in a record as time is shown as it is when it is none."""
    run("play", NIM, "--save", "a.jsonl", "--seed", "1")
    path = tmp_path / "a.jsonl"
    path.write_text(re.sub('"time":"[^"]*"', '"time":"noon"', path.read_text("utf-8")), "utf-8")
    assert "Nim: noon  Ann (random)" in run("replay", "a.jsonl").stdout


def test_replay_tells_the_whole_game() -> None:
    """Without a terminal the log, the last situation and the result are printed."""
    result = run("replay", nim())
    assert 0 == result.exit_code
    for part in ("Nim: ", "3 decisions, seed 4", "Ann: Take 5 coins at most: 1", "Ann wins.", "Points"):
        assert part in result.stdout


def test_replay_shows_one_moment() -> None:
    """--at N ends behind N decisions."""
    result = run("replay", nim(), "--at", "1")
    assert "decision 1 of 3, turn 2  Bob" in result.stdout
    assert "wins" not in result.stdout
    assert 2 == run("replay", nim(), "--at", "4").exit_code


def test_replay_hides_what_a_seat_could_not_see() -> None:
    """Each view shows what that seat saw; all shows every secret, public none."""
    run("play", HANDS, "--seat", "1=human", "--seat", "2=human", "--ask-all", "--seed", "1", typed="\nq\ny\n")
    path = str(records()[0])
    cards = {
        view: {name for name in ("jack", "queen", "king") if name in run("replay", path, "--as", view).stdout}
        for view in ("Ann", "2", "all", "public")
    }
    assert [1, 1, 0] == [len(cards[view]) for view in ("Ann", "2", "public")]
    assert cards["Ann"] != cards["2"]
    assert cards["Ann"] | cards["2"] <= cards["all"]
    assert 2 == run("replay", path, "--as", "Carl").exit_code


def test_verify_finds_the_first_difference() -> None:
    """--verify gives exit code 0 for the same game, 1 with the decision where it is another."""
    path = Path(nim())
    assert (0, "3 decisions: the re-run is the same\n") == (
        run("replay", str(path), "--verify").exit_code,
        run("replay", str(path), "--verify").stdout,
    )
    path.write_text(path.read_text("utf-8").replace('"code":2,"text":"take(3)"', '"code":1,"text":"take(2)"'), "utf-8")
    result = run("replay", str(path), "--verify")
    assert (1, "Behind decision 3 of 3 the re-run differs: Ann: take(2) leads to another situation\n") == (
        result.exit_code, result.stdout,
    )  # fmt: skip


def test_a_record_played_otherwise_says_so_where_it_differs() -> None:
    """Where the program plays a rule otherwise since a record was made, that is told, by --resume as well."""
    path = Path(nim())
    text = path.read_text("utf-8").replace('"code":2,"text":"take(3)"', '"code":1,"text":"take(2)"')
    for written, has_reason in ((f'"playing":{PLAYING},', False), (f'"playing":{PLAYING - 1},', True)):
        path.write_text(text.replace(f'"playing":{PLAYING},', written), "utf-8")
        told = run("replay", str(path), "--verify").stdout, run("play", NIM, "--resume", str(path)).stderr
        assert [has_reason] * 2 == ["; since it was made, the program plays otherwise" in one for one in told]


def test_verify_compares_what_is_written() -> None:
    """A decision whose text was edited differs; a scenario is made of what was decided, whatever the text says."""
    path = Path(nim())
    path.write_text(path.read_text("utf-8").replace('"code":2,"text":"take(3)"', '"code":2,"text":"take(9)"'), "utf-8")
    result = run("replay", str(path), "--verify")
    assert (1, True) == (result.exit_code, "the record says take(9), but its code means take(3)\n" in result.stdout)
    shutil.copy(NIM, "nim.game")
    assert 0 == run("replay", str(path), "--game", "nim.game", "--record", "a.game").exit_code
    assert "Ann: take(3)" in Path("a.game").read_text("utf-8")


@pytest.mark.parametrize("option", [("--verify",), ("--at", "1"), ("--record", "a.game"), ("--as", "all")])
def test_options_need_a_record(option: tuple[str, ...]) -> None:
    """Only without options the records are listed."""
    nim()
    result = run("replay", *option)
    assert (2, True) == (result.exit_code, "name the record too" in result.stderr)


def test_verified_and_written() -> None:
    """With both options the record is verified first, then written."""
    path = nim()
    shutil.copy(NIM, "nim.game")
    result = run("replay", path, "--game", "nim.game", "--verify", "--record", "a.game")
    assert (0, True, True) == (result.exit_code, "re-run is the same" in result.stdout, Path("a.game").is_file())


def test_the_language_of_a_record() -> None:
    """A game is replayed in the language it was played in; a translation that is missing is named as that."""
    run("play", "mogul", "--seed", "1", "--language", "de", "--limit", "5", "--save", "a.jsonl")
    german, english = run("replay", "a.jsonl").stdout, run("replay", "a.jsonl", "--language", "").stdout
    assert german != english
    assert german == run("replay", "a.jsonl", "--language", "de").stdout
    wrong = run("replay", "a.jsonl", "--language", "xx")
    assert (2, False, True) == (wrong.exit_code, "name the rule file" in wrong.stderr, "xx" in wrong.stderr)
    path = Path("a.jsonl")
    path.write_text(path.read_text("utf-8").replace('"language":"de"', '"language":"xx"'), "utf-8")
    without = run("replay", "a.jsonl")
    assert (0, True) == (without.exit_code, "it is shown without translation" in without.stderr)


@pytest.mark.usefixtures("terminal")
def test_long_lines_are_refused() -> None:
    """Nobody means a line of thousands of characters, or with very many brackets."""
    text = run("replay", nim(), typed=f"why {'(' * 60}\nlook {'x' * 3000}\nq\n").stdout
    assert "These are too many brackets." in text
    assert "That is more than 2,000 characters" in text


@pytest.mark.usefixtures("terminal")
def test_stepping() -> None:
    """At a terminal one goes forward, back, to a decision or a turn, and changes the view."""
    typed = [
        "",
        "next 2",
        "back",
        "jump 1",
        "turn",
        "turn 9",
        "as Bob",
        "as nobody",
        "end",
        "next",
        "0",
        "back",
        "zebra",
    ]
    typed += ["log", "scores", "look box", "why coins", "rules take", "table", "help", "jump", "jump x", "quit"]
    text = run("replay", nim(), typed="\n".join(typed) + "\n").stdout
    for part in (
        "decision 0 of 3, turn 1  Ann", "decision 1 of 3, turn 2  Bob", "decision 2 of 3, turn 3  Ann", "Ann wins.",
        "the record has 3 turns", "`nobody` is no seat", "This is the end.", "This is the start.", "`zebra` is nothing",
        "a number is missing", "`x` is no number", "Bob's coins: 0",
    ):  # fmt: skip
        assert part in text


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("typed", "whose", "log", "place"),
    [
        ("jump 2", "decision 2, turn 2: Bob", "Bob: Take 4 coins at most: 1", "decision 2 of 3, turn 3  Ann"),
        ("end", "decision 3, turn 3: Ann", "Ann: Take 3 coins at most: 3", "decision 3 of 3, the end of the game"),
        ("turn 3", "decisions 1 to 2, turns 1 to 2: Ann, Bob", "Ann: Take 5 coins at most: 1", "turn 3  Ann"),
        ("next 3", "decisions 1 to 3, turns 1 to 3: Ann, Bob", "Bob: Take 4 coins at most: 1", "the end of the game"),
    ],
)
def test_a_moment_tells_how_it_came_about(typed: str, whose: str, log: str, place: str) -> None:
    """Wherever one goes, the table is followed by whose decision led there, what happened then, and the place."""
    text = run("replay", nim(), typed=f"{typed}\nquit\n").stdout.partition("replay>")[2]
    where = [text.index(part) for part in (whose, log, place)]
    assert sorted(where) == where


@pytest.mark.usefixtures("terminal")
def test_at_the_start_nothing_has_happened() -> None:
    """Behind no decision only the table and the place are shown."""
    text = run("replay", nim(), typed="end\njump 0\nquit\n").stdout.rpartition("replay> ")[0].rpartition("replay> ")[2]
    assert "decision 0 of 3, turn 1  Ann" in text
    assert "coins at most" not in text


@pytest.mark.usefixtures("terminal")
def test_going_back_tells_the_step_before() -> None:
    """One decision back, the one that led there is told again."""
    text = run("replay", nim(), typed="jump 3\nback\nquit\n").stdout
    assert "decision 2, turn 2: Bob" in text
    assert text.rindex("decision 2, turn 2: Bob") < text.rindex("Bob: Take 4 coins at most: 1")


def test_records_are_listed() -> None:
    """Without a file the newest records are listed, with their state."""
    assert "No game has been recorded yet" in run("replay").stdout
    path = nim()
    run("play", WAGES, "--seat", "1=human", typed="rest\nq\ny\n")
    lines = run("replay").stdout.splitlines()
    assert [True, True] == [any(path in line for line in lines), any("Nim, finished" in line for line in lines)]
    assert any("Wages, interrupted" in line for line in lines)


def test_a_rule_file_that_moved(tmp_path: Path) -> None:
    """When the rule file is gone it can be named; another game is refused."""
    path = tmp_path / "nim.game"
    path.write_text(Path(NIM).read_text("utf-8"), "utf-8")
    run("play", str(path), "--save", "a.jsonl", "--seed", "1")
    path.unlink()
    result = run("replay", "a.jsonl")
    assert (2, True) == (result.exit_code, "name the rule file of this record: --game GAME" in result.stderr)
    assert 0 == run("replay", "a.jsonl", "--game", NIM).exit_code
    other = run("replay", "a.jsonl", "--game", WAGES)
    assert (2, "gamedsl: a.jsonl: it is a record of Nim, not of Wages\n") == (other.exit_code, other.stderr)


def test_what_is_no_record() -> None:
    """Rule files, folders and missing files are refused in one line."""
    assert f"gamedsl: {NIM}: this is not a record of a game\n" == run("replay", NIM).stderr
    assert "gamedsl: nothing.jsonl cannot be read: No such file or directory\n" == run("replay", "nothing.jsonl").stderr
    assert f"gamedsl: {HERE}: this is a folder; name a record in it\n" == run("replay", str(HERE)).stderr


@pytest.mark.usefixtures("terminal")
def test_a_misfit_record_in_the_folder_stops_nothing() -> None:
    """A record that names fewer players than play is counted among what cannot be read; a new game begins."""
    run("play", NIM, "--new", "--seat", "1=human", "--seat", "2=random", typed="take 1\nq\ny\n")
    (path,) = records()
    path.write_text(path.read_text("utf-8").replace('"seats":["human","random"]', '"seats":["human"]'), "utf-8")
    assert f"cannot be read, such as {path.name}" in run("replay").stdout
    assert "Left after 0 decisions" in run("play", NIM, typed="q\ny\n").stdout
