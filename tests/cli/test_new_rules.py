"""Records and rules that change: words do not matter; games over are closed; other rules are played on with by wish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gamedsl
from gamedsl.cli import group
from gamedsl.records.files import read_record
from gamedsl.records.folder import interrupted
from gamedsl.records.replaying import carried_over, verify

EXAMPLE = Path(gamedsl.__file__).parents[1] / "examples" / "no_thanks.game"
PLAY = ("play", "no_thanks.game", "--players", "3", "--seed", "5", "--level", "easy")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Return what types a command in a folder with a rule file and a recorded game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    Path("no_thanks.game").write_bytes(EXAMPLE.read_bytes())

    def typed(*words: str, given: str = "") -> Result:
        return CliRunner().invoke(group, words, input=given)

    assert 0 == typed(*PLAY, "--save", "game.jsonl").exit_code
    return typed


def edit(old: str, new: str) -> None:
    """Write the rule file otherwise."""
    text = Path("no_thanks.game").read_text("utf-8")
    assert old in text
    Path("no_thanks.game").write_text(text.replace(old, new), encoding="utf-8")


def cut(lines: int) -> None:
    """Leave of the record its start and some decisions."""
    kept = Path("game.jsonl").read_text("utf-8").splitlines(keepends=True)[: lines + 1]
    Path("open.jsonl").write_text("".join(kept), encoding="utf-8")


def test_words_do_not_lock_a_record(run) -> None:  # type: ignore[no-untyped-def]
    """A slip of the pen may be mended: the game is verified, and goes on."""
    edit('"No thanks: put 1 chip on the card"', '"No thanks: put one chip on the card"')
    cut(10)

    assert 0 == run("replay", "game.jsonl", "--verify").exit_code
    assert 0 == run("play", "--resume", "open.jsonl").exit_code


def test_rules_that_have_changed_are_told_with_the_way_on(run) -> None:  # type: ignore[no-untyped-def]
    """The command that is told plays on, and says what differs."""
    edit("pay 11 from bank", "pay 9 from bank")
    cut(6)
    refused = run("play", "--resume", "open.jsonl")
    assert (2, True) == (refused.exit_code, "--resume open.jsonl --with-new-rules" in refused.output)
    told = run("play", "--resume", "open.jsonl", "--with-new-rules", "--save", "new.jsonl")

    assert 0 == told.exit_code, told.output
    for said in ("begins with 6 decisions of open.jsonl", "Of the rules `setup` differs", "The set-up gives another"):
        assert said in told.output
    assert 0 == run("replay", "new.jsonl", "--verify").exit_code
    assert 7 == len(Path("open.jsonl").read_text("utf-8").splitlines())


def test_a_move_that_is_not_possible_any_more_ends_what_is_taken_over(run) -> None:  # type: ignore[no-untyped-def]
    """With the decisions before it a new record begins."""
    edit("pay 11 from bank", "pay 1 from bank")
    told = run("play", "--resume", "game.jsonl", "--with-new-rules", "--save", "new.jsonl")

    assert "There it stops: " in told.output
    assert "is not possible in the re-run." in told.output
    carried = carried_over(gamedsl.load("no_thanks.game"), read_record(Path("game.jsonl")))
    assert 0 < len(carried.codes) < len(read_record(Path("game.jsonl")).moves)
    assert [move.code for move in read_record(Path("new.jsonl")).moves][: len(carried.codes)] == [*carried.codes]


def test_rules_of_the_same_play_take_everything_over(run) -> None:  # type: ignore[no-untyped-def]
    """Where nothing differs for this game, nothing is told to differ; else the first decision with another table."""
    record = read_record(Path("game.jsonl"))
    same = carried_over(gamedsl.load("no_thanks.game"), record)
    assert (None, "", len(record.moves)) == (same.other, same.stopped, len(same.codes))
    assert verify(gamedsl.load("no_thanks.game"), record) is None
    edit("pay pot from pot to you.chips", "pay min(1, pot) from pot to you.chips")
    other = carried_over(gamedsl.load("no_thanks.game"), record)
    assert other.other == next(move.number for move in record.moves if move.text == "take")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--with-new-rules",), "needs --resume"),
        (("--resume", "game.jsonl", "--with-new-rules", "--at", "3"), "and no --at"),
        (("--resume", "game.jsonl", "--with-new-rules"), "leave --with-new-rules out"),
    ],
)
def test_wrong_use(run, words: tuple[str, ...], told: str) -> None:  # type: ignore[no-untyped-def]
    """What goes with what is said."""
    said = run("play", *([] if "--resume" in words else ["no_thanks.game"]), *words)

    assert (2, True) == (said.exit_code, told in said.output)


def test_a_game_that_was_over_is_closed_by_going_on(run) -> None:  # type: ignore[no-untyped-def]
    """Killed between the last decision and the line of the end, it is offered once, and never again."""
    home = Path("home") / "games"
    home.mkdir(parents=True, exist_ok=True)
    lines = [json.loads(line) for line in Path("game.jsonl").read_text("utf-8").splitlines()]
    lines[0]["seats"] = ["human", "quick", "quick"]
    path = home / "nothanks-20260101T000000Z.record.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines if line["line"] != "end"), encoding="utf-8")
    assert [path.name] == [one.name for one, _ in interrupted("NoThanks")]
    said = run("play", "--resume", str(path))

    assert (2, True) == (said.exit_code, "this game is over" in said.output)
    assert [] == interrupted("NoThanks")
    record = read_record(path)
    assert record.end is not None
    assert (lines[-1]["status"], lines[-1]["state"]) == (record.end.status, record.end.state)
    assert 0 == run("replay", str(path), "--verify").exit_code
