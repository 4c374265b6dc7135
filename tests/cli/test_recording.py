"""Records at the command line: going on, taking back, replaying, verifying, scenarios."""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gamedsl.cli import group
from gamedsl.records.files import BUSY, read_record
from gamedsl.records.folder import records_folder
from gamedsl.records.lines import RecordError, Undo

HERE = Path(__file__).parent
NIM, STEPS, HANDS, WAGES = (str(HERE / f"{name}.game") for name in ("nim", "steps", "hands", "wages"))
TWO = ("--seat", "1=human", "--seat", "2=human")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test, and the test stands in another one."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is a terminal, as far as the commands can tell."""
    for verb in ("play", "replay"):
        monkeypatch.setattr(f"gamedsl.cli.verbs.{verb}.at_terminal", lambda: True)


def run(*arguments: str, typed: str | None = None) -> Result:
    """Run the command line."""
    result = CliRunner().invoke(group, list(arguments), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def records() -> list[Path]:
    """All records, the oldest first."""
    return sorted(records_folder().iterdir())


# ---------------------------------------------------------------- play


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
    assert (2, f"gamedsl: {records()[0]}: it was played with other rules of Nim: `actions` differs\n") == (
        refused.exit_code, refused.stderr,
    )  # fmt: skip


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


# ---------------------------------------------------------------- undo


def steps(*typed: str, seats: tuple[str, ...] = ("--seat", "1=human")) -> str:
    """What is said after typing lines in a game of steps."""
    return run("play", STEPS, "--seed", "1", *seats, typed="\n".join(typed) + "\nq\ny\n").stdout


def test_undo_goes_back_before_the_last_decision(tmp_path: Path) -> None:
    """Decisions that nobody saw anything of are taken back one after another, and the record tells so."""
    text = run(
        "play", STEPS, "--seat", "1=human", "--save", "a.jsonl",
        typed="take 1\ntake 2\nundo\nundo\nundo\ntake 3\nq\ny\n",
    ).stdout  # fmt: skip
    assert 2 == text.count("Taken back.")
    assert "It stays as it is: nothing has been decided since this game began" in " ".join(text.split())
    record = read_record(tmp_path / "a.jsonl")
    assert (["take(3)"], 6) == ([move.text for move in record.moves], len(record.lines))
    assert 0 == run("replay", "a.jsonl", "--verify").exit_code


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("throw",), "die has been rolled"),
        (("take 1", "draw"), "hidden pieces have been seen"),
        (("lay",), "hidden pieces have been seen"),
        (("let",), "hidden pieces have been shown"),
        (("take 1", "pass"), "the last decision was Bob's, and nobody takes back another player's"),
    ],
)
def test_what_was_seen_stays(typed: tuple[str, ...], why: str) -> None:
    """Chance, hidden things that were seen and decisions of others are never taken back."""
    assert f"It stays as it is: {why}." in " ".join(steps(*typed, "undo").split())


CLUES = """
game Clues "Clues"
  players: 2
components
  coin: counter, 60
  card: card, 1 each value: 1..12
table
  bank: purse of coin, full
  deck: stack of card, full, seen by none
  each player
    hand: heap of card, seen by owner
    coins: purse of coin
setup
  shuffle deck
  for each p in players: deal 4 from deck to p.hand
phases
  game
    who: players from A
    play: up to 3 of (clue or rest)
    until: bank < 20
actions
  clue "A coin for each high card of the other"
    then: pay count(next(you).hand where value > 6) from bank to you.coins
  rest "A coin"
    then: pay 1 from bank to you.coins
end
  winner: the p in players with most p.coins ties all
"""


def test_what_has_told_about_hidden_things_stays(tmp_path: Path) -> None:
    """An amount that depends on cards nobody has seen is never taken back, nor what was decided before it."""
    path = tmp_path / "clues.game"
    path.write_text(CLUES, encoding="utf-8")
    more = ("--seed", "1", "--seat", "1=human")
    told = run("play", str(path), *more, typed="rest\nclue\nundo\nundo\nq\ny\n").stdout
    open_ = run("play", str(path), *more, typed="rest\nrest\nundo\nundo\nq\ny\n").stdout
    why = "It stays as it is: what happened then has told somebody about hidden things."
    assert (2, 0) == (" ".join(told.split()).count(why), told.count("Taken back."))
    assert 2 == open_.count("Taken back.")


def test_nobody_takes_back_what_another_person_did() -> None:
    """At one keyboard each person takes back only the own decisions."""
    text = steps("", "take 1", "pass", "", "undo", "take 2", "undo", "undo", seats=TWO)
    refused = "It stays as it is: the last decision was Ann's, and nobody takes back another player's."
    assert 2 == " ".join(text.split()).count(refused)
    assert 1 == text.count("Taken back.")


def test_the_end_of_a_turn_is_taken_back_before_the_next_one_looks(tmp_path: Path) -> None:
    """Where the next person is to press Enter, `undo` goes back; who takes over is asked to be ready again."""
    text = run(
        "play", STEPS, "--seed", "1", *TWO, "--save", "a.jsonl",
        typed="\ntake 1\npass\nundo\n\ntake 2\npass\n\nundo\nq\ny\n",
    ).stdout  # fmt: skip
    assert 2 == text.count("Ann, press Enter when you are ready")
    assert 1 == " ".join(text.split()).count("It stays as it is: the last decision was Ann's")
    record = read_record(tmp_path / "a.jsonl")
    assert ["take(1)", "take(2)", "pass"] == [move.text for move in record.moves]
    assert [0] == [line.seat for line in record.lines if isinstance(line, Undo)]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("throw", "take 1", "pass", "undo", "", "undo", "undo"), "die has been rolled"),
        (("undo",), "nothing has been decided since this game began"),
    ],
)
def test_before_enter_the_same_rules_hold(typed: tuple[str, ...], why: str) -> None:
    """Chance that was seen stays there too, and the start of the game."""
    first = () if typed[0] == "undo" else ("",)
    assert f"It stays as it is: {why}." in " ".join(steps(*first, *typed, "", seats=TWO).split())


def test_a_bot_that_decided_last_is_not_taken_back() -> None:
    """Where the next person is to press Enter, a player of the program may have decided since."""
    seats = ("--players", "3", "--seat", "1=human", "--seat", "2=random", "--seat", "3=human")
    text = run("play", NIM, "--seed", "4", *seats, typed="\ntake 1\nundo\n\nq\ny\n").stdout
    assert "It stays as it is: the last decision was Bob's" in " ".join(text.split())


# ---------------------------------------------------------------- undo after a break


def resumed(tmp_path: Path, before: tuple[str, ...], after: tuple[str, ...], *more: str, seats: tuple[str, ...]) -> str:
    """Play, leave, go on with the record, and return what is said then."""
    leave = ("q", "y", "")
    run("play", STEPS, "--seed", "1", *seats, "--save", "a.jsonl", typed="\n".join((*before, *leave)))
    text = run("play", STEPS, "--resume", "a.jsonl", *more, typed="\n".join((*after, *leave))).stdout
    assert 0 == run("replay", "a.jsonl", "--verify").exit_code
    return " ".join(text.split())


ONE = ("--seat", "1=human")


@pytest.mark.parametrize(
    ("before", "many", "why"),
    [
        (("take 1", "take 2"), 2, "nothing has been decided since this game began"),
        (("take 1", "take 2", "undo", "take 3", "undo"), 1, "nothing has been decided since this game began"),
        (("take 1", "throw"), 0, "die has been rolled"),
        (("take 1", "draw", "take 2"), 1, "hidden pieces have been seen"),
        (("let", "take 2"), 1, "hidden pieces have been shown"),
        (("take 1", "pass"), 0, "the last decision was Bob's"),
    ],
)
def test_undo_after_a_break(before: tuple[str, ...], many: int, why: str, tmp_path: Path) -> None:
    """What could be taken back before the game was left can be afterwards, and nothing else."""
    text = resumed(tmp_path, before, ("undo",) * (many + 1), seats=ONE)
    assert many == text.count("Taken back.")
    assert f"It stays as it is: {why}" in text


def test_others_stay_after_a_break(tmp_path: Path) -> None:
    """A person who takes over from a player of the program, or whose neighbour took back, gets nothing back."""
    text = resumed(tmp_path, ("take 1", "pass"), ("undo",), "--seat", "2=human", "--seat", "1=random", seats=ONE)
    assert "It stays as it is: " in text
    assert "Taken back." not in text
    again = ("", "take 1", "pass", "", "take 2", "undo")
    (tmp_path / "a.jsonl").unlink()
    text = resumed(tmp_path, again, ("undo", ""), seats=TWO)
    assert "It stays as it is: the last decision was Ann's" in text
    assert "Taken back." not in text


def test_what_happens_again_is_told_again() -> None:
    """Lines of the log that were taken back are new when they happen again."""
    text = steps("take 1", "take 2", "undo", "take 2", "log")
    assert 2 <= text.count("+2 coins from box")


# ---------------------------------------------------------------- replay


def test_a_record_with_a_strange_time(tmp_path: Path) -> None:
    """What stands in a record as time is shown as it is when it is none."""
    run("play", NIM, "--save", "a.jsonl", "--seed", "1")
    path = tmp_path / "a.jsonl"
    path.write_text(re.sub('"time":"[^"]*"', '"time":"noon"', path.read_text("utf-8")), "utf-8")
    assert "Nim: noon  Ann (random)" in run("replay", "a.jsonl").stdout


def nim() -> str:
    """The record of a game of Nim."""
    run("play", NIM, "--seed", "4", "--seat", "1=random")
    return str(records()[-1])


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
    run("play", NIM, "--new", "--seat", "1=human", typed="take 1\nq\ny\n")
    (path,) = records()
    path.write_text(path.read_text("utf-8").replace('"seats":["human","random"]', '"seats":["human"]'), "utf-8")
    assert f"cannot be read, such as {path.name}" in run("replay").stdout
    assert "Left after 0 decisions" in run("play", NIM, typed="q\ny\n").stdout


# ---------------------------------------------------------------- scenarios


def test_a_session_becomes_a_scenario(tmp_path: Path) -> None:
    """--record FILE.game writes a file that `gamedsl test` passes, when the game ends and when it is left."""
    (tmp_path / "steps.game").write_text(Path(STEPS).read_text("utf-8"), "utf-8")
    whole = run("play", "steps.game", "--seed", "3", "--record", "whole.game")
    assert "written to whole.game\n" in whole.stdout
    run("play", "steps.game", "--seat", "1=human", "--record", "left.game", typed="throw\ntake 2\nundo\ntake 3\nq\ny\n")
    assert "Ann: throw; Ann: take(3)\n" in (tmp_path / "left.game").read_text("utf-8")
    tested = run("test", "whole.game", "left.game")
    assert (0, "2 passed") == (tested.exit_code, tested.stdout.splitlines()[-1])


def test_a_record_becomes_a_scenario(tmp_path: Path) -> None:
    """`replay --record` does the same for a game that was played before."""
    path = nim()
    result = run("replay", path, "--game", NIM, "--record", "a.game")
    assert (2, True) == (result.exit_code, "scenarios stand beside their rule file" in result.stderr)
    (tmp_path / "nim.game").write_text(Path(NIM).read_text("utf-8"), "utf-8")
    assert 0 == run("replay", path, "--game", "nim.game", "--record", "a.game").exit_code
    assert 0 == run("test", "a.game").exit_code
    assert 2 == run("play", "nim.game", "--record", "a.game").exit_code


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--record", "missing/a.game"), "there is no folder missing"),
        (("--save", "a.game", "--record", "./a.game"), "the record itself goes to this file"),
    ],
)
def test_where_a_session_cannot_be_written_is_said_at_once(more: tuple[str, ...], said: str) -> None:
    """Nothing is played when its scenario could not be written."""
    shutil.copy(NIM, "nim.game")
    result = run("play", "nim.game", *more)
    assert (2, "", True) == (result.exit_code, result.stdout, said in " ".join(result.stderr.split()))


def test_a_session_that_was_not_written_can_be_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails at the end, the command that does it later is told."""
    shutil.copy(NIM, "nim.game")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gamedsl.cli.terminal.recording.write_scenario", full)
    result = run("play", "nim.game", "--record", "a.game", "--save", "a.jsonl")
    assert (
        "gamedsl: a.game cannot be written: No space left on device; later: gamedsl replay a.jsonl --record FILE.game\n"
    ) == result.stderr


def test_a_record_that_can_only_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it cannot be written is no trouble of reading, and it is said how its decisions are played on."""
    path = begun("take 1")
    opened = os.open

    def read_only(name: object, flags: int, *more: int) -> int:
        if name == path and flags & os.O_RDWR:
            raise OSError(30, "Read-only file system")
        return opened(name, flags, *more)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr("gamedsl.records.files.os.open", read_only)
    said = run("play", NIM, "--resume", str(path)).stderr
    assert "it can be read but not written: Read-only file system; with --at N a new record begins" in said


def test_a_limit_ends_a_game_without_a_winner(tmp_path: Path) -> None:
    """What nobody has won has no winner, and the record says so; it is verified like any other."""
    file = tmp_path / "game.jsonl"
    played = run("play", NIM, "--seed", "4", "--limit", "2", "--save", str(file))

    assert 0 == played.exit_code
    assert "stopped after 2 decisions: no winner" in " ".join(played.stdout.split())
    assert "wins" not in played.stdout
    assert '"status":"unfinished","winners":[]' in file.read_text("utf-8")
    assert 0 == run("replay", str(file), "--verify").exit_code


def test_files_that_are_no_records_are_named(tmp_path: Path) -> None:
    """They are not passed over in silence, and records of an earlier program without a limit are read."""
    run("play", NIM, "--seed", "4")
    (path,) = records()
    path.write_text(path.read_text("utf-8").replace('"limit":0,', ""), "utf-8")
    (path.parent / "other.record.jsonl").write_text("hello\n", "utf-8")
    listed = run("replay").stdout

    assert "1 file in" in listed
    assert "cannot be read, such as other.record.jsonl" in listed
    assert "Nim, finished" in listed
    assert 0 == run("replay", str(path), "--verify").exit_code


# ---------------------------------------------------------------- damage


def damaged(path: Path, line: int) -> bytes:
    """Break one line of a record; return all of it."""
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1][:20]
    path.write_bytes(b"\n".join(lines))
    return path.read_bytes()


def begun(*typed: str) -> Path:
    """The record of a game of two people that was left."""
    answers = "".join(f"\n{move}\n" for move in typed)
    run("play", NIM, *TWO, "--seed", "4", typed=f"{answers}\nq\ny\n")
    return records()[-1]


def test_a_damaged_record_is_told_with_what_can_be_done(tmp_path: Path) -> None:
    """What is lost is told, the decisions before can be played on and replayed, and the file stays as it is."""
    path = begun("take 1", "take 1", "take 2")
    before = damaged(path, 4)
    refused = run("play", NIM, "--resume", str(path))
    assert 2 == refused.exit_code
    assert "the record is damaged in line 4 (byte " in refused.stderr
    assert "from there on 1 line is lost; play on behind the 2 decisions before it, in a new record" in refused.stderr
    assert f"gamedsl play {NIM} --resume {path} --at 2" in refused.stderr
    told = run("play", NIM, "--resume", str(path), "--at", "2", "--save", "b.jsonl", typed="\nq\ny\n")
    assert "A new record begins with 2 decisions of" in told.stdout
    assert ["take(1)", "take(1)"] == [move.text for move in read_record(tmp_path / "b.jsonl").moves]
    more = run("play", NIM, "--resume", str(path), "--at", "3").stderr
    assert "the record has 2 decisions before it is damaged in line 4" in " ".join(more.split())
    assert before == path.read_bytes()


def test_a_damaged_record_is_replayed_as_far_as_it_goes() -> None:
    """The decisions before the damage are shown, a scenario is made of them, and nothing of it is verified."""
    path = begun("take 1", "take 1", "take 2")
    damaged(path, 4)
    shown = run("replay", str(path))
    assert (0, True) == (
        shown.exit_code, "2 decisions, then damaged (line 4)" in " ".join(shown.stdout.split()),
    )  # fmt: skip
    assert "the record is damaged in line 4" in shown.stderr
    assert (2, "") == (run("replay", str(path), "--verify").exit_code, run("replay", str(path), "--verify").stdout)
    assert any("Nim, damaged" in line for line in run("replay").stdout.splitlines())


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("answer", "goes_on"), [("", True), ("n", False)])
def test_a_damaged_game_is_offered(answer: str, goes_on: bool) -> None:
    """Whoever starts the game again may play on with what stands before the damage, in a new record."""
    path = begun("take 1", "take 1", "take 2")
    before = damaged(path, 4)
    result = run("play", NIM, typed=f"1\n{answer}\n\nq\ny\n")
    assert "2 decisions, then damaged (line 4)" in result.stdout
    assert "Play on behind the 2 decisions before it, in a new record? The damaged file stays. [Y/n]" in result.stdout
    assert goes_on == ("Left after 2 decisions" in result.stdout)
    assert (1 + goes_on, before) == (len(records()), path.read_bytes())


def impossible(path: Path) -> None:
    """Edit the second decision of a record: nobody can decide so."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[2] = re.sub('"code":[0-9]+', '"code":99999', lines[2])
    path.write_text("".join(lines), "utf-8")


def test_an_impossible_decision_is_told_like_damage() -> None:
    """The decisions before it are replayed, and the command that is given plays on behind them."""
    path = begun("take 1", "take 1", "take 2")
    impossible(path)
    refused = run("play", NIM, "--resume", str(path))
    assert (2, True) == (refused.exit_code, "Bob: take(1) is not possible in the re-run" in refused.stderr)
    command = refused.stderr.rstrip().partition(" with: gamedsl ")[2]
    assert f"play {NIM} --resume {path} --at 1" == command
    assert "Left after 1 decision." in run(*shlex.split(command), typed="\nq\ny\n").stdout
    shown = run("replay", str(path))
    assert (0, True) == (shown.exit_code, "decision 1 of 1, turn 1  Bob" in shown.stdout)
    assert "is not possible in the re-run; play on behind the 1 decision before it" in shown.stderr


@pytest.mark.usefixtures("terminal")
def test_stepping_ends_before_an_impossible_decision() -> None:
    """At a terminal one steps through what stands before it, and `play` asks whether to play on there."""
    path = begun("take 1", "take 1", "take 2")
    impossible(path)
    stepped = run("replay", str(path), typed="end\nnext\nturn 9\njump 99999999\nq\n")
    assert (0, 1) == (stepped.exit_code, stepped.stdout.count("This is the end."))
    assert "the record has 1 decision\n" in stepped.stdout
    assert "is no number" not in stepped.stdout
    assert "Left after 1 decision." in run("play", NIM, "--resume", str(path), typed="y\n\nq\ny\n").stdout


def test_the_command_for_a_rerun_that_differs_can_be_typed() -> None:
    """Where another situation comes out the message names the rule file as it was called, and the record."""
    path = begun("take 1", "take 1", "take 2")
    path.write_text(re.sub('("number":3.*"state":")[^"]*', r"\1nonsense", path.read_text("utf-8")), "utf-8")
    refused = run("play", NIM, "--resume", str(path)).stderr
    assert "a re-run differs behind decision 3: Ann: take(2) leads to another situation" in refused
    assert f"with: gamedsl play {NIM} --resume {path} --at 2\n" in refused


@pytest.mark.usefixtures("terminal")
def test_a_damaged_game_with_a_continuation_is_not_offered() -> None:
    """Behind what stands before the damage the game goes on in the other record only, also when that is over."""
    path = begun("take 1", "take 1", "take 2")
    damaged(path, 4)
    run("play", NIM, typed="1\n\n\nq\ny\n")
    offered = run("play", NIM, typed="n\nq\ny\n").stdout
    assert "Go on with an interrupted game? [1]" in offered
    assert "then damaged" not in offered


@pytest.mark.usefixtures("terminal")
def test_a_damaged_game_is_dropped() -> None:
    """A damaged game that is dropped is not offered any more."""
    damaged(begun("take 1", "take 1"), 3)
    run("play", NIM, typed="d1\nq\ny\n")
    assert "Go on with an interrupted game?" not in run("play", NIM, typed="q\ny\n").stdout
