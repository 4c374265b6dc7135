"""``gamedsl simulate`` and ``gamedsl compare``: what they print, write and refuse."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gamedsl.cli import group
from gamedsl.cli.terminal import progress as simulating
from gamedsl.cli.terminal.progress import long_games
from gamedsl.simulate.play.one_game import Long

NIM = str(Path(__file__).parent / "nim.game")
FEW = ("--games", "12", "--seed", "3", "--workers", "1")


def run(*arguments: str) -> Result:
    """Run the command line; standard input is no terminal."""
    return CliRunner().invoke(group, list(arguments))


def test_the_summary() -> None:
    """It says what was played, who wins, how long it takes, and what the actions are used for."""
    result = run("simulate", "no_thanks", *FEW)

    assert 0 == result.exit_code
    for said in ("No Thanks!: 12 simulated games", "3 to 14, one for each game", "Who wins", "Length", "no_thanks"):
        assert said in result.stdout


def test_the_seed_decides() -> None:
    """The same command prints the same; without a seed a new one is chosen and printed."""
    again = [run("simulate", NIM, *FEW).stdout for _ in range(2)]

    assert again[0] == again[1]
    assert "one for each game" in run("simulate", NIM, "--games", "2", "--workers", "1").stdout


@pytest.mark.parametrize("form", ["json", "csv", "md", "html", "text"])
def test_reports_to_a_file(tmp_path: Path, form: str) -> None:
    """Every format can be written to a file; what is printed is the same."""
    path = tmp_path / "report"
    result = run("simulate", NIM, *FEW, "--format", form, "--output", str(path))

    assert (0, f"Written: {path}\n") == (result.exit_code, result.stdout)
    assert "seat" in path.read_text("utf-8").casefold()
    if form != "text":
        assert path.read_text("utf-8") == run("simulate", NIM, *FEW, "--format", form).stdout


def test_raw_results(tmp_path: Path) -> None:
    """One row for each game."""
    path = tmp_path / "games.csv"
    run("simulate", NIM, *FEW, "--raw", str(path))

    assert 13 == len(path.read_text("utf-8").splitlines())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no file here is full")
@pytest.mark.parametrize("verb", [("simulate", NIM), ("compare", NIM, NIM)])
def test_a_full_disk_loses_no_report(verb: tuple[str, ...]) -> None:
    """What cannot be written is said by name, and what was played is printed all the same."""
    csv, full = (*verb, *FEW, "--format", "csv"), "/dev/full: No space left on device"
    result = run(*csv, "--output", "/dev/full")

    assert (2, run(*csv).stdout) == (result.exit_code, result.stdout)
    assert f"{full}; the report was printed instead" in result.stderr
    if verb[0] == "simulate":  # the other one writes two files, with names of their own
        beside = run(*csv, "--raw", "/dev/full")
        assert (2, result.stdout, f"gamedsl: {full}\n") == (beside.exit_code, beside.stdout, beside.stderr)


@pytest.mark.parametrize(("claim", "code"), [("decisions > 1", 0), ("decisions < 1", 1), ("win_rate.seat_1 >= 0.5", 0)])
def test_claims_decide_the_exit_code(claim: str, code: int) -> None:
    """Only what the games rule out fails."""
    result = run("simulate", NIM, *FEW, "--assert", claim)

    assert (code, True) == (result.exit_code, claim in result.stdout)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "no_such_game"), "no_such_game"),
        (("simulate", NIM, "--seats", "random,random,random"), "names 3 players, the game has 2"),
        (("simulate", NIM, "--seats", "rondom"), "rondom"),
        (("simulate", NIM, "--option", "x"), "NAME=VALUE"),
        (("simulate", NIM, "--option", "x=1"), "no option `x`"),
        (("simulate", NIM, "--players", "9"), "not 9"),
        (("simulate", NIM, *FEW, "--assert", "fun > 3"), "no metric"),
        (("simulate", NIM, *FEW, "--assert", "fun"), "no claim"),
        (("simulate", NIM, *FEW, "--sweep", "x"), "OPTION=A,B,C"),
        (("simulate", "mogul", *FEW, "--sweep", "sale=../x", "--keep", "y"), "sale can be any or all_or_none"),
        (("simulate", NIM, *FEW, "--sweep", "players=,"), "OPTION=A,B,C"),
        (("simulate", NIM, *FEW, "--sweep", "players=two"), "--sweep players=2,3,4"),
        (("simulate", NIM, *FEW, "--output", "no/such/folder/report.md"), "no such folder"),
        (("simulate", "mogul", *FEW, "--sweep", "sale=any,none"), "sale can be any or all_or_none, not none"),
        (("simulate", NIM, *FEW, "--keep", NIM), "end in .game hold rules; name another one"),
        (("simulate", NIM, *FEW, "--keep", __file__), "no file of simulation results"),
        (("simulate", NIM, *FEW, "--keep", "/dev/null"), "/dev/null is no ordinary file"),
        (("simulate", NIM, *FEW, "--keep", "out", "--raw", "./out"), "--raw and --keep both name out; each needs"),
        (("simulate", NIM, *FEW, "--sweep", "start=5,9", "--raw", "r", "--output", "r.9"), "--raw both name r.9"),
        (("simulate", NIM, *FEW, "--into", str(Path(__file__).parent), "--raw", f"{__file__}.csv"), "--into and --raw"),
        (("compare", NIM, NIM, *FEW, "--output", "x.A.csv", "--raw", "x.csv"), "--output and --raw both name x.A.csv"),
        (("compare", NIM, NIM, *FEW, "--keep", "x", "--raw", "x"), "--raw and --keep both name x.A"),
        (("simulate", "mogul", *FEW, "--sweep", "sale=any", "--sweep", "players=3"), "only one option"),
        (("compare", NIM, "no_such_game"), "no_such_game"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], said: str) -> None:
    """Exit code 2 and a sentence that says what is wrong."""
    result = run(*arguments)

    assert 2 == result.exit_code
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_sweep_has_a_column_for_each_value() -> None:
    """The metrics of all values stand side by side."""
    result = run(
        "simulate", "mogul", "--games", "3", "--seed", "1", "--workers", "1", "--sweep", "sale=any,all_or_none"
    )

    assert 0 == result.exit_code
    assert "sale = all_or_none" in result.stdout
    assert "Decisions in a game" in result.stdout


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("json", '"players=4:win_rate.seat_4": {'),
        ("csv", "\nplayers=4:win_rate.seat_4,"),
        ("md", "|  | players = 3 | players = 4 |"),
        ("html", '<th class="n">players = 4</th>'),
    ],
)
def test_a_sweep_over_players_in_every_format(form: str, said: str) -> None:
    """The number of players can be swept, too."""
    few = ("--games", "4", "--seed", "1", "--workers", "1", "--sweep", "players=3,4")
    result = run("simulate", "no_thanks", *few, "--format", form)

    assert 0 == result.exit_code
    assert said in result.stdout


def test_a_sweep_that_is_interrupted_tells_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values of which all games were played have a report, also when Ctrl-C comes before the first game of another."""
    played = simulating.run
    left = [played, lambda *_: ([], 0)]
    monkeypatch.setattr("gamedsl.cli.verbs.simulate.run", lambda *given: left.pop(0)(*given))
    few = ("--games", "3", "--seed", "1", "--workers", "1", "--sweep", "players=3,4")
    result = run("simulate", "no_thanks", *few)

    assert 130 == result.exit_code
    assert "players = 3" in result.stdout
    assert "players = 4" not in result.stdout


def test_a_sweep_keeps_and_claims_for_each_value(tmp_path: Path) -> None:
    """Every value has files of its own; the same command goes on with them, and a claim is judged for each."""
    files = ("--keep", str(tmp_path / "kept.jsonl"), "--raw", str(tmp_path / "games.csv"))
    sweep = ("--sweep", "players=3,4", "--workers", "1", "--assert", "decisions > 1", "--assert", "decisions < 2")
    first = run("simulate", "no_thanks", "--games", "6", "--seed", "1", *sweep, *files)
    kept = {file.name: file.read_bytes() for file in tmp_path.glob("kept.*")}
    second = run("simulate", "no_thanks", "--games", "6", *sweep, *files)

    assert 1 == first.exit_code == second.exit_code
    assert first.stdout == second.stdout
    assert {"kept.3.jsonl", "kept.4.jsonl"} == set(kept)
    assert kept == {file.name: file.read_bytes() for file in tmp_path.glob("kept.*")}
    for players in (3, 4):
        assert f"players = {players}: decisions > 1: measured" in first.stdout
        assert f"players = {players}: decisions < 2: measured" in first.stdout
        rows = (tmp_path / f"games.{players}.csv").read_text().splitlines()
        assert 7 == len(rows)
        assert (f"kind_{players}" in rows[0], f"kind_{players + 1}" in rows[0]) == (True, False)


def test_a_kept_simulation_needs_no_seed(tmp_path: Path) -> None:
    """The same command goes on, although it names no seed."""
    kept = tmp_path / "results.jsonl"
    first = run("simulate", NIM, "--games", "3", "--workers", "1", "--keep", str(kept))
    second = run("simulate", NIM, "--games", "3", "--workers", "1", "--keep", str(kept))

    assert (0, first.stdout) == (second.exit_code, second.stdout)


def test_parquet_needs_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is said before anything is played."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    path = tmp_path / "games.parquet"
    result = run("simulate", NIM, *FEW, "--raw", str(path))

    assert (2, False) == (result.exit_code, path.exists())
    assert "pip install pyarrow" in result.stderr


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("desisions > 3", "did you mean `decisions`"),
        ("decisions > 30%", "no share"),
        ("win_rate.seat_1 > 30", "never below 0 or above 1"),
        ("decisions = 3", "`=` is none of the signs"),
        ("decisions > many", "`many` is no number"),
        ("> 3", "does not begin with a metric"),
    ],
)
def test_claims_are_checked_before_games_are_played(claim: str, said: str) -> None:
    """Names and units are known from the rules."""
    result = run("simulate", NIM, "--games", "100000", "--assert", claim)

    assert (2, "") == (result.exit_code, result.stdout)
    assert said in result.stderr


def test_a_metric_that_these_games_do_not_have_loses_no_report() -> None:
    """Whether standings tell anything is known when the games were played: the report comes first, then the message."""
    result = run("simulate", "tic_tac_toe", *FEW, "--assert", "comeback > 0.3")

    assert (2, True) == (result.exit_code, "Who wins" in result.stdout)
    assert "`comeback` is no metric of this simulation" in result.stderr


def test_long_games_are_told_three_times(capsys: pytest.CaptureFixture[str]) -> None:
    """The first few at each number of decisions, with what to do."""
    watch = long_games()
    for number in range(5):
        watch(Long(number, 7 + number, 2000, ("A bribe", "A pass")))
    watch(Long(0, 7, 20000, ()))
    lines = capsys.readouterr().err.splitlines()

    assert 4 == len(lines)
    assert lines[0].startswith("Game 1 (seed 7) goes on after 2,000 decisions; its last actions: A bribe, A pass. ")
    assert "--limit N" in lines[0]


def test_without_matplotlib_the_terminal_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the page, which is perhaps opened later."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = run("simulate", NIM, *FEW, "--format", "html", "--output", str(tmp_path / "report.html"))

    assert "plots are missing" in result.stderr and "pip install matplotlib" in result.stderr


def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for commands, which are never broken."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("simulate", "saloon_tycoon", "--games", "3", "--seed", "1", "--workers", "1").stdout.splitlines()

    assert [] == [line for line in lines if len(line) > 80 and not line.startswith("  gamedsl play")]
    assert any(line.startswith("  gamedsl play saloon_tycoon") for line in lines)


def test_comparing_options() -> None:
    """The same game twice, with an option of the second only; as words and as data."""
    few = ("--games", "6", "--seed", "1", "--workers", "1", "--with", "sale=all_or_none")
    words = run("compare", "mogul", "mogul", *few)
    data = json.loads(run("compare", "mogul", "mogul", *few, "--format", "json").stdout)

    assert 0 == words.exit_code
    assert "Decisions in a game" in words.stdout
    assert {"decisions", "score", "win_rate.seat_3"} <= {one["name"] for one in data["differences"]}
    assert (6, ["Mogul", "Mogul with sale = all_or_none"]) == (data["pairs"], [one["name"] for one in data["games"]])


def test_a_game_is_like_itself() -> None:
    """Nothing differs when nothing was changed."""
    assert "No real difference was found." in run("compare", NIM, NIM, *FEW).stdout


def test_nothing_was_changed_or_all() -> None:
    """A comparison of a game with itself says so, and so does one of two games that are no relatives."""
    same, other = run("compare", NIM, NIM, *FEW).stdout, run("compare", NIM, "tic_tac_toe", *FEW).stdout

    assert ("nothing was changed" in same, "different games" in same) == (True, False)
    assert ("nothing was changed" in other, "different games" in other) == (False, True)


def test_comparing_kinds_of_players_and_endings() -> None:
    """Who does better, and whether games still end, is compared, too."""
    few = ("--games", "12", "--seed", "3", "--workers", "1", "--seats", "quick,random", "--format", "json")
    data = json.loads(run("compare", NIM, NIM, *few).stdout)
    short = json.loads(run("compare", NIM, NIM, *few, "--limit", "3").stdout)

    assert {"win_rate.quick", "win_rate.random"} <= {one["name"] for one in data["differences"]}
    assert "unfinished" not in {one["name"] for one in data["differences"]}
    assert {"finished", "unfinished"} <= {one["name"] for one in short["differences"]}


@pytest.mark.parametrize(
    ("form", "said"),
    [("json", '"format": "gamedsl comparison",\n  "version": 1'), ("csv", "\ndecisions,"), ("md", "## All figures")],
)
def test_comparisons_to_a_file(tmp_path: Path, form: str, said: str) -> None:
    """In every format, as reports of one simulation."""
    path = tmp_path / "report"
    result = run("compare", NIM, NIM, *FEW, "--format", form, "--output", str(path))

    assert (0, f"Written: {path}\n") == (result.exit_code, result.stdout)
    assert said in path.read_text("utf-8")
    assert path.read_text("utf-8") == run("compare", NIM, NIM, *FEW, "--format", form).stdout


def test_a_kept_comparison_goes_on(tmp_path: Path) -> None:
    """Each side has a file; the same command needs no seed and plays nothing again."""
    files = ("--keep", str(tmp_path / "kept.jsonl"), "--raw", str(tmp_path / "games.csv"))
    first = run("compare", NIM, NIM, "--games", "4", "--workers", "1", *files)
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    second = run("compare", NIM, NIM, "--games", "4", "--workers", "1", *files)

    assert {"kept.A.jsonl", "kept.B.jsonl", "games.A.csv", "games.B.csv"} == set(kept)
    assert (0, first.stdout) == (second.exit_code, second.stdout)
    assert kept == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_reports_as_data_have_a_version() -> None:
    """As all JSON formats; a sweep tells for each value what was never used."""
    plain = json.loads(run("simulate", NIM, *FEW, "--format", "json").stdout)
    swept = json.loads(run("simulate", "no_thanks", *FEW, "--sweep", "players=3,4", "--format", "json").stdout)

    assert ("gamedsl simulation report", 1) == (plain["format"], plain["version"])
    assert ("gamedsl sweep report", 1, False) == (swept["format"], swept["version"], "never_used" in swept)
    assert ["players = 3", "players = 4"] == [one["label"] for one in swept["parts"]]
    assert all({"never_used", "not_in_play", "simulation"} <= set(one) for one in swept["parts"])
    assert any(line.startswith("players = 4: Fair?") for line in swept["findings"])
    assert any(line.startswith("players = 4: Never used?") for line in swept["findings"])


def test_seats_of_a_sweep_stand_in_their_order() -> None:
    """Seat 4 follows seat 3, though only one value has it."""
    lines = run("simulate", "no_thanks", *FEW, "--sweep", "players=3,4").stdout.splitlines()
    seats = [number for number, line in enumerate(lines) if line.startswith("Seat ") and "wins" in line]

    assert [*range(seats[0], seats[0] + 4)] == seats


def test_passing_is_told() -> None:
    """As an action: in the table and as a metric."""
    result = run("simulate", "mogul", "--games", "3", "--seed", "1", "--workers", "1", "--assert", "uses.pass > 1")

    assert 0 == result.exit_code
    assert any(line.startswith("Pass ") for line in result.stdout.splitlines())
