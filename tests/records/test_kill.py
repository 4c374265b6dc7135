"""A program that is killed at any moment loses nothing that it had confirmed."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

import gamedsl
from gamedsl.records.files import read_record
from gamedsl.records.replaying import replayed, verify
from gamedsl.records.session import Session
from tests.helpers.suite.nightly import NIGHTLY

CLI = Path(__file__).parents[1] / "cli"
NIM, STEPS = str(CLI / "nim.game"), str(CLI / "steps.game")

_PLAY = """
import sys, random, gamedsl
from pathlib import Path
from gamedsl.records.session import Session
path, game, seed = Path(sys.argv[1]), gamedsl.load(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
if path.exists():
    session, table = Session.go_on(path, game)
else:
    table = game.start(seed=seed)
    session = Session.begin(table, sys.argv[2], ("random",) * table.players, path)
while table.decider is not None:
    seat, choice = table.decider, chance.choice(table.legal())
    table.apply(choice)
    session.decided(table, seat, choice.code, choice.text)
    print(table.decisions, flush=True)
session.ended(table)
print("over", flush=True)
"""


@pytest.mark.parametrize("seed", [1, 2] if NIGHTLY else [2])
def test_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    """Every decision that was told before a kill stands in the record, and the game goes on to its end from there."""
    path, game = tmp_path / "game.record.jsonl", gamedsl.load(STEPS)
    chance = random.Random(seed)
    confirmed, said = 0, ""
    for _ in range(40):
        with subprocess.Popen(
            [sys.executable, "-c", _PLAY, str(path), STEPS, str(seed)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(chance.randrange(5, 40)):
                said = process.stdout.readline().strip()
                if said in ("", "over"):
                    break
                confirmed = int(said)
            process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        record = read_record(path)
        assert len(record.moves) >= confirmed
        assert verify(game, record) is None
        over = replayed(game, record).outcome() is not None
        if over:  # a kill may come between the last decision, the line on the end and its being told
            break
    assert said in ("over", str(confirmed))
    assert over
    assert said != "over" or record.end is not None


def test_the_command_is_killed_while_it_asks(tmp_path: Path) -> None:
    """What a person has decided is on the disk before anything else is asked."""
    path = tmp_path / "game.record.jsonl"
    command = [sys.executable, "-m", "gamedsl", "play", STEPS, "--save", str(path), "--seed", "1"]
    command += ["--seat", "1=human", "--seat", "2=human"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\ntake 2\npass\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("Ann> pass"):
                break
        process.stdout.readline()
        process.kill()
    session, table = Session.go_on(path, gamedsl.load(STEPS))
    session.close()
    assert ["take(2)", "pass"] == [move.text for move in session.record.moves][: table.decisions]
    assert 1 == table.decider


MOMENTS = [
    ("random", "take 1\n", 2),  # while the next question stands there, behind a decision of the other player
    ("mcts:10000000", "take 1\n", 1),  # while the other player thinks
    ("random", "", 0),  # while the first question stands there
]


@pytest.mark.parametrize(("bot", "typed", "moves"), MOMENTS if NIGHTLY else MOMENTS[:1])
def test_the_command_is_killed_and_goes_on(bot: str, typed: str, moves: int, tmp_path: Path) -> None:
    """Killed at any moment, it goes on with everything that was decided, and the record verifies."""
    path = tmp_path / "game.record.jsonl"
    command = [sys.executable, "-m", "gamedsl", "play", NIM, "--seed", "4"]
    people = ["--seat", "1=human", "--seat", f"2={bot}"]
    with subprocess.Popen(
        [*command, "--save", str(path), *people], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(typed)
        process.stdin.flush()
        while not path.exists() or (read := path.read_bytes()).count(b'"line":"move"') < moves or b"\n" not in read:
            assert process.poll() is None
            sleep(0.01)
        process.kill()
    going_on = [*command[:5], "--resume", str(path), "--seat", "2=random"]
    told = subprocess.run(going_on, input="q\ny\n", capture_output=True, text=True, check=True).stdout
    assert f"Going on behind {moves} decision" in told
    record = read_record(path)
    assert moves <= len(record.moves)
    assert verify(gamedsl.load(NIM), record) is None
