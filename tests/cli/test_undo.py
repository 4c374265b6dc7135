"""Taking decisions back at the terminal, in a session of play and after a break."""

from pathlib import Path

import pytest

from gamedsl.records.files import read_record
from gamedsl.records.lines import Undo
from tests.helpers.play.recordings import NIM, ONE, STEPS, TWO, run
from tests.helpers.texts import game_text

pytestmark = pytest.mark.usefixtures("own_folder")


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
        (("take 1", "pass"), "hidden pieces have been seen"),
    ],
)
def test_what_was_seen_stays(typed: tuple[str, ...], why: str) -> None:
    """Chance and hidden things that were seen, also while players of the program decided, are never taken back."""
    assert f"It stays as it is: {why}." in " ".join(steps(*typed, "undo").split())


CLUES = game_text("cli/undo")


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


ALONE = ("--seed", "4", "--seat", "1=human")


def test_what_bots_have_decided_since_is_taken_back_too(tmp_path: Path) -> None:
    """A person goes back to the last decision of their own while the others are players of the program."""
    typed = "take 1\ntake 1\nundo\nundo\nundo\ntake 2\nq\ny\n"
    text = run("play", NIM, *ALONE, "--save", "a.jsonl", typed=typed).stdout
    assert 2 == text.count("Taken back.")
    assert "It stays as it is: nothing has been decided since this game began" in " ".join(text.split())
    record = read_record(tmp_path / "a.jsonl")
    assert ["take(2)", "take(1)"] == [move.text for move in record.moves]
    assert [(2, 0), (0, 0)] == [(line.left, line.seat) for line in record.lines if isinstance(line, Undo)]
    assert 0 == run("replay", "a.jsonl", "--verify").exit_code


def test_what_bots_have_decided_is_taken_back_after_a_break(tmp_path: Path) -> None:
    """It goes as far as it would have gone without the break."""
    run("play", NIM, *ALONE, "--save", "a.jsonl", typed="take 1\ntake 1\nq\ny\n")
    text = run("play", NIM, "--resume", "a.jsonl", typed="undo\nundo\nundo\nq\ny\n").stdout
    assert 2 == text.count("Taken back.")
    assert "It stays as it is: nothing has been decided since this game began" in " ".join(text.split())
    assert () == read_record(tmp_path / "a.jsonl").moves


def test_the_end_of_a_turn_is_taken_back_behind_a_bot(tmp_path: Path) -> None:
    """Where the next person is to press Enter, the decision of the person before a player of the program goes back."""
    path, text = tmp_path / "secret.game", Path(NIM).read_text("utf-8")
    path.write_text(text.replace("\ntable\n", "\ntable\n  each player\n    note: 0..9, seen by owner\n"), "utf-8")
    seats = ("--players", "3", "--seat", "1=human", "--seat", "2=random", "--seat", "3=human")
    text = run("play", str(path), "--seed", "4", *seats, typed="\ntake 1\nundo\n\nq\ny\n").stdout
    assert "What was decided last has been taken back. Ann is next." in " ".join(text.split())


def test_where_nothing_is_secret_the_next_person_takes_back_for_all() -> None:
    """They share a screen on which everybody may look: nobody presses Enter, and undo is that of whoever decided."""
    seats = ("--players", "3", "--seat", "1=human", "--seat", "2=random", "--seat", "3=human")
    text = run("play", NIM, "--seed", "4", *seats, typed="take 1\nundo\nq\ny\n").stdout
    assert "press Enter" not in text
    assert "Taken back." in text and "Ann's decision" in text.rpartition("Taken back.")[2]


def test_a_bot_that_began_is_not_taken_back() -> None:
    """Nobody takes back what a player of the program decided before any person."""
    text = run("play", NIM, "--seed", "4", "--seat", "1=random", "--seat", "2=human", typed="undo\nq\ny\n").stdout
    assert "It stays as it is: the last decision was Ann's" in " ".join(text.split())


def test_what_a_bot_has_told_about_hidden_things_stays(tmp_path: Path) -> None:
    """What a player of the program is paid for hidden cards tells about them, and cannot be forgotten."""
    path = tmp_path / "clues.game"
    only = CLUES.replace("up to 3 of ", "").replace(
        "    then: pay count", '    when: you = B "only B"\n    then: pay count'
    )
    path.write_text(only.replace("    then: pay 1", '    when: you = A "only A"\n    then: pay 1'), encoding="utf-8")
    text = run("play", str(path), "--seed", "1", "--seat", "1=human", "--ask-all", typed="rest\nundo\nq\ny\n").stdout
    assert 1 == text.count("B: A coin for each high card of the other")
    assert "It stays as it is: what happened then has told somebody about hidden things." in " ".join(text.split())


def resumed(tmp_path: Path, before: tuple[str, ...], after: tuple[str, ...], *more: str, seats: tuple[str, ...]) -> str:
    """Play, leave, go on with the record, and return what is said then."""
    leave = ("q", "y", "")
    run("play", STEPS, "--seed", "1", *seats, "--save", "a.jsonl", typed="\n".join((*before, *leave)))
    text = run("play", STEPS, "--resume", "a.jsonl", *more, typed="\n".join((*after, *leave))).stdout
    assert 0 == run("replay", "a.jsonl", "--verify").exit_code
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("before", "many", "why"),
    [
        (("take 1", "take 2"), 2, "nothing has been decided since this game began"),
        (("take 1", "take 2", "undo", "take 3", "undo"), 1, "nothing has been decided since this game began"),
        (("take 1", "throw"), 0, "die has been rolled"),
        (("take 1", "draw", "take 2"), 1, "hidden pieces have been seen"),
        (("let", "take 2"), 1, "hidden pieces have been shown"),
        (("take 1", "pass"), 0, "hidden pieces have been seen"),
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
    """What was taken back is new when it happens again; the whole log tells it once more."""
    text = steps("take 1", "take 2", "undo", "take 2", "log").partition("Taken back.")[2]
    assert 2 <= text.partition("take 2")[2].count("gets 2 coins")
