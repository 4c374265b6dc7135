"""Damaged records: what is told, shown and played on."""

import re
import shlex
from pathlib import Path

import pytest

from gamedsl.records.files import read_record
from tests.helpers.play.recordings import NIM, begun, records, run

pytestmark = pytest.mark.usefixtures("own_folder")


def damaged(path: Path, line: int) -> bytes:
    """Break one line of a record; return all of it."""
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1][:20]
    path.write_bytes(b"\n".join(lines))
    return path.read_bytes()


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
