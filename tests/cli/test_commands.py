"""The verbs of the command line: what they print and their exit codes."""

import gc
import io
import json
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.describe import render_described
from gamedsl.diagnostics import catalogue
from tests.helpers.suite.nightly import NIGHTLY

HERE = Path(__file__).parent
NIM = str(HERE / "nim.game")
HANDS = str(HERE / "hands.game")


def run(*arguments: str, typed: str | None = None) -> Result:
    """Run the command line; standard input is no terminal."""
    return CliRunner().invoke(group, list(arguments), input=typed)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """A rule file with one error: a name that nobody knows, in line 19."""
    path = tmp_path / "broken.game"
    path.write_text(Path(NIM).read_text(encoding="utf-8").replace("pay start from box", "pay start from bix"), "utf-8")
    return str(path)


def test_check_clean() -> None:
    """A file without findings gives exit code 0 and says so."""
    result = run("check", NIM)
    assert (result.exit_code, result.stdout) == (0, "1 file checked: no findings\n")


def test_check_error(broken: str) -> None:
    """An error gives exit code 1 and shows place, line, underline and cure, without colours."""
    result = run("check", broken)
    assert result.exit_code == 1
    assert f"{broken}:19:18: error GDNAM01 unknown-name:" in result.stdout
    assert "pay start from bix to heap" in result.stdout
    assert "^^^" in result.stdout
    assert "did you mean `box`?" in result.stdout
    assert "\x1b" not in result.stdout


def test_check_json(broken: str) -> None:
    """The JSON format is one object with the findings."""
    report = json.loads(run("check", "--format", "json", broken).stdout)
    assert (report["version"], report["errors"]) == (1, 1)
    assert report["diagnostics"][0]["span"]["path"] == broken


def test_check_github(broken: str) -> None:
    """The github format is one annotation for each finding."""
    result = run("check", "--format", "github", broken)
    assert result.stdout.startswith(f"::error file={broken},line=19,")
    assert result.exit_code == 1


def test_check_folder(tmp_path: Path, broken: str) -> None:
    """A folder stands for all rule files in it; hidden folders are left out."""
    (tmp_path / ".old").mkdir()
    (tmp_path / ".old" / "worse.game").write_text("nonsense", "utf-8")
    (tmp_path / "nim.game").write_text(Path(NIM).read_text("utf-8"), "utf-8")
    result = run("check", str(tmp_path))
    assert result.exit_code == 1
    assert result.stdout.endswith("2 files checked: 1 error and 0 warnings\n")


def test_warnings_count_only_when_strict(tmp_path: Path) -> None:
    """A warning alone gives exit code 0, with --strict 1."""
    path = tmp_path / "warned.game"
    path.write_text(
        Path(NIM).read_text("utf-8").replace("\noptions\n", '\nabout\n  inventor: "A"\n\noptions\n'), "utf-8"
    )
    assert (run("check", str(path)).exit_code, run("check", "--strict", str(path)).exit_code) == (0, 1)


def test_notes_fail_nothing(tmp_path: Path) -> None:
    """A note is told and counted, but gives exit code 0, with --strict too; JSON and GitHub know it; it is accepted."""
    page = catalogue.entry("GDDAT23").bad
    path = tmp_path / "noted.game"
    path.write_text(page.text, "utf-8")
    for name, text in page.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    result = run("check", "--strict", str(path))
    assert result.exit_code == 0
    assert result.stdout.endswith("1 file checked: 0 errors, 0 warnings and 1 note\n")
    told = json.loads(run("check", "--format", "json", str(path)).stdout)
    assert (told["errors"], told["warnings"], told["notes"]) == (0, 0, 1)
    assert run("check", "--format", "github", str(path)).stdout.startswith("::notice file=")
    path.write_text(page.text.replace('cards.csv"', 'cards.csv" # accept GDDAT23: our spreadsheet'), "utf-8")
    assert run("check", str(path)).stdout == "1 file checked: no findings\n"


@pytest.mark.parametrize("verb", ["check", "test", "play", "show"])
def test_missing_file(verb: str, tmp_path: Path) -> None:
    """A file that is not there gives exit code 2 and one line that names it; no traceback."""
    path = str(tmp_path / "missing.game")
    result = run(verb, path)
    assert result.exit_code == 2
    assert result.stderr == f"gamedsl: there is no file and no bundled game `{path}`\n"


@pytest.mark.parametrize("verb", ["check", "test", "play", "show"])
def test_file_that_is_no_text(verb: str, tmp_path: Path) -> None:
    """A file in another encoding gives exit code 2 and the place of the first wrong byte."""
    path = tmp_path / "latin.game"
    path.write_bytes(b'game A "\xe9"\n')
    result = run(verb, str(path))
    assert result.exit_code == 2
    assert f"{path}:1:9: this is not UTF-8 text" in result.stderr


@pytest.mark.parametrize("verb", ["test", "play", "show"])
def test_file_with_errors(verb: str, broken: str) -> None:
    """A game with errors cannot be used: its findings are shown, exit code 1."""
    result = run(verb, broken)
    assert result.exit_code == 1
    assert "GDNAM01" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "7"), "Nim is for 2 to 3 players, not 7"),
        (("--option", "strat=5"), "the game has no option `strat`; did you mean `start`?"),
        (("--option", "start=6"), "the option start can be 5 or 9, not 6"),
        (("--option", "start"), "write --option NAME=VALUE"),
        (("--seat", "3=human"), "the seats are 1 to 2"),
        (("--seat", "1=robot"), "there is no player `robot`; there are random, quick, greedy"),
        (("--at", "3"), "--at needs --resume"),
        (("--seed", "-1"), "the seed must be a whole number from 0"),
    ],
)
def test_play_wrong_use(arguments: tuple[str, ...], message: str) -> None:
    """Wrong players, options, seats and seeds give exit code 2 and say what fits."""
    result = run("play", NIM, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_play_without_terminal_is_random_and_repeatable() -> None:
    """Without a terminal all seats are random; the same seed gives the same game to the end."""
    first, second = run("play", NIM, "--seed", "4"), run("play", NIM, "--seed", "4")
    assert (first.exit_code, first.stdout) == (0, second.stdout)
    assert "Ann (random), Bob (random) · seed 4" in first.stdout
    assert " wins." in first.stdout


def test_play_by_person() -> None:
    """A person answers by number, by short form or by words and sees the result with its sources."""
    result = run("play", NIM, "--seat", "1=human", "--seat", "2=human", typed="\n1\n\ntake(3)\n\n1\n")
    assert result.exit_code == 0
    assert "Ann wins." in result.stdout
    assert "Coins" in result.stdout


def test_play_tells_why_and_refuses_nonsense() -> None:
    """``why`` lists what is not possible with its reason; an unknown answer changes nothing."""
    result = run("play", NIM, "--seat", "1=human", typed="why\nzebra\nskip\nquit\ny\n")
    assert "Take nothing — not now: the heap is not full" in result.stdout
    assert "`zebra` is no choice here" in result.stdout
    assert "Take nothing is not possible: the heap is not full" in result.stdout
    assert "Left after 0 decisions" in result.stdout


def test_quit_is_confirmed() -> None:
    """``quit`` without a yes goes on with the game."""
    result = run("play", NIM, "--seat", "1=human", "--seat", "2=random", typed="quit\nn\nquit\ny\n")
    assert result.stdout.count("Leave the game?") == 2
    assert result.exit_code == 0


def test_end_of_input_leaves_the_game() -> None:
    """When standard input ends the game is left without a traceback."""
    result = run("play", NIM, "--seat", "1=human", typed="")
    assert (result.exit_code, "Left after 0 decisions" in result.stdout) == (0, True)


def test_other_hands_are_hidden() -> None:
    """A person never sees the cards of the others before they are played."""
    result = run("play", HANDS, "--seat", "1=human", "--ask-all", "--seed", "1", typed="table\nlog\nquit\ny\n")
    seen = [name for name in ("jack", "queen", "king") if name in result.stdout]
    assert (len(seen), "1 hidden" in result.stdout) == (1, True)


@pytest.mark.parametrize("word", ["help", "table", "scores", "rules", "log", "choices", "look hand"])
def test_every_question_is_answered(word: str) -> None:
    """Questions print something and the decision stays open."""
    result = run("play", HANDS, "--seat", "1=human", "--ask-all", "--seed", "1", typed=f"{word}\nquit\ny\n")
    assert (result.exit_code, "Left after 0 decisions" in result.stdout) == (0, True)


def test_test_passes() -> None:
    """Scenarios that hold give exit code 0."""
    result = run("test", NIM)
    assert result.exit_code == 0
    assert result.stdout.endswith("1 passed\n")


def test_test_fails_with_expected_and_actual(tmp_path: Path) -> None:
    """A scenario that fails gives exit code 1, and shows its line with expected and actual."""
    path = tmp_path / "nim.game"
    path.write_text(Path(NIM).read_text("utf-8").replace("heap = 4", "heap = 3"), "utf-8")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert "expected 3, but `heap` is 4" in result.stdout
    assert "expect heap = 3 and Ann.coins = 1" in result.stdout
    assert result.stdout.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize(("select", "code"), [("FIRST", 0), ("take one", 0), ("NIM-S1", 0), ("second", 2)])
def test_test_selects(select: str, code: int) -> None:
    """-k selects by name, title or reference; selecting nothing is wrong use."""
    assert run("test", NIM, "-k", select).exit_code == code


def test_show() -> None:
    """The page of a game names players, options, zones with who sees them, phases and actions with codes."""
    text = run("show", HANDS).stdout
    for part in ("2 players: Ann, Bob", "stack of card", "seen by none", "seen by owner", "0..2", "lay", "Lay a card"):
        assert part in text


def test_explain() -> None:
    """A code or its name gives its page; an unknown one exit code 2 and the nearest."""
    assert run("explain", "unknown-name").stdout == run("explain", "GDNAM01").stdout
    result = run("explain", "GDNAM1")
    assert (result.exit_code, "did you mean `GDNAM01`" in result.stderr) == (2, True)


def test_schema() -> None:
    """A name gives the schema of a document, no name all names; an unknown one exit code 2 and the nearest."""
    assert "gamedsl:view:1" == json.loads(run("schema", "view").stdout)["$id"]
    assert ["legend", "view", "question", "events"] == run("schema").stdout.split()
    result = run("schema", "views")
    assert (result.exit_code, "did you mean `view`" in result.stderr) == (2, True)


def test_save_and_resume(tmp_path: Path) -> None:
    """A saved game goes on where it was left, to the same end as without a break; a save is never overwritten."""
    path = str(tmp_path / "nim.json")
    start = ("play", NIM, "--seat", "1=human", "--seed", "2", "--option", "start=9")
    played = run(*start, typed=f"take(1)\nsave {path}\nsave {path}\nquit\ny\n")
    assert "is there already" in " ".join(played.stdout.split())
    resumed = run("play", NIM, "--seat", "1=human", "--resume", path, typed="take(1)\n" * 9)
    whole = run(*start, typed="take(1)\n" * 9)
    assert " wins." in whole.stdout
    again = f"See the game again: gamedsl replay {path}"  # the same record goes on
    assert again == resumed.stdout.splitlines()[-1]
    assert resumed.stdout.splitlines()[-8:-1] == whole.stdout.splitlines()[-8:-1]


def test_resume_from_something_else(tmp_path: Path) -> None:
    """A file that is no record gives exit code 2 and says so; a saved state of the Python API is called what it is."""
    path = tmp_path / "other.json"
    path.write_text("{}", "utf-8")
    result = run("play", NIM, "--resume", str(path))
    assert (2, f"gamedsl: {path}: this is not a record of a game\n") == (result.exit_code, result.stderr)
    saved = json.dumps(gamedsl.load(NIM).start().save())
    path.write_text(saved, "utf-8")
    assert "a state saved with the Python API" in run("play", NIM, "--resume", str(path)).stderr
    assert saved == path.read_text("utf-8")


def test_test_runs_the_scenario_files_beside_a_game(tmp_path: Path) -> None:
    """For a game, by name or file, the scenarios of the files beside it are run too, and told with their file."""
    gc.freeze()  # `test` looks for garbage between files: only in what is made here
    if NIGHTLY:
        result = run("test", "mogul")
        assert (0, True) == (result.exit_code, "mogul_scenarios.game\n" in result.stdout)
    (tmp_path / "nim.game").write_text(Path(NIM).read_text("utf-8").partition("\nscenarios\n")[0] + "\n", "utf-8")
    (tmp_path / "more.game").write_text(
        '# More.\n\nscenarios More "More of it" of "nim.game"\n\n'
        '  one "One"\n    players: 2\n    then: expect heap = 5\n',
        "utf-8",
    )
    (tmp_path / "other.game").write_text('scenarios Other of "else.game"\n', "utf-8")
    result = run("test", str(tmp_path / "nim.game"))
    assert (0, "1 passed") == (result.exit_code, result.stdout.splitlines()[-1])
    assert str(tmp_path / "more.game") in result.stdout


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.docx", b"PK\x03\x04", "a Word file"),
        ("a.xlsx", b"PK\x03\x04", "an Excel file"),
        ("a.game", b"PK\x03\x04", "a Word, Excel or other packed file"),
        ("a.rtf", b"{\\rtf1", "an RTF file"),
        ("a.pdf", b"%PDF-1.7", "a PDF file"),
    ],
)
def test_files_of_office_programs(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    """A file that is no plain text is called what it is; nothing is said about files checked."""
    (tmp_path / name).write_bytes(data)
    result = run("check", str(tmp_path / name))
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"this is {said}; save it as plain text" in result.stderr


def test_why_answers_for_an_action() -> None:
    """``why`` with a word says that an action is possible, comes in another phase, or does not exist."""
    result = run(
        "play", "mogul", "--seat", "1=human", "--ask-all", "--seed", "3", typed="why bor\nwhy take\nwhy zebra\n"
    )
    assert "It is possible now: Borrow 2 chips" in result.stdout
    assert "not in this phase, but in: The winner takes the share or sells" in " ".join(result.stdout.split())
    assert "No action and no amount is called `zebra`" in result.stdout


def test_rules_by_short_name() -> None:
    """``rules`` finds an action by its name in the rule file; places for values stand as …"""
    result = run("play", "mogul", "--seat", "1=human", "--ask-all", "--seed", "3", typed="rules borrow\nrules bid\n")
    assert "Borrow … chips" in result.stdout
    assert "Stay in for 1 chip" in result.stdout


def test_seats_by_name_and_who_plays_is_saved(tmp_path: Path) -> None:
    """A seat may be called by its name; a save remembers who plays, and tells the whole command to go on."""
    path = tmp_path / "a.json"
    result = run("play", NIM, "--seat", "bob=human", "--seed", "2", typed=f"save {path}\nq\ny\n")
    assert f"gamedsl play {NIM} --resume {path}" in result.stdout
    resumed = run("play", NIM, "--resume", str(path), typed="q\ny\n")
    assert "Ann (random), Bob (you)" in resumed.stdout


def test_leaving_offers_to_save_what_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the folder of records cannot be written whoever leaves may save; no file is overwritten."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").write_text("", "utf-8")
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    (tmp_path / "nim.record.jsonl").write_text("", "utf-8")
    result = run("play", NIM, "--seat", "1=human", typed="1\nquit\ns\n")
    assert (0, True) == (result.exit_code, "--resume nim-2.record.jsonl" in result.stdout)
    assert 1 == result.stderr.count("this game is not recorded")
    assert "Going on behind" in run("play", NIM, "--resume", "nim-2.record.jsonl", typed="q\ny\n").stdout


def test_resume_from_a_rule_file() -> None:
    """A file of another kind is refused in plain words."""
    result = run("play", NIM, "--resume", NIM)
    assert (2, f"gamedsl: {NIM}: this is not a record of a game\n") == (result.exit_code, result.stderr)


def test_a_stopped_game_can_be_reproduced(tmp_path: Path) -> None:
    """When a rule stops the game the command that shows it again is printed, and nothing stays hidden from bots."""
    path = tmp_path / "hands.game"
    text = Path(HANDS).read_text("utf-8").replace("then: move c to you.played", "then: move deck.top to you.played")
    text = text.replace("then: move deck.top", "then:\n      move deck.top to you.played\n      move deck.top")
    path.write_text(text, "utf-8")
    result = run("play", str(path), "--seed", "4")
    assert 1 == result.exit_code
    assert "the game has stopped" in result.stdout
    seats = "--seat 1=random --seat 2=random"
    assert f"The same again: gamedsl play {path} --players 2 --seed 4 {seats}\n" in result.stdout
    assert " hidden" not in result.stdout.rpartition("the game has stopped")[2]


def test_show_terms_and_full_rules() -> None:
    """The page has the terms with their formulas; --full has every rule as it is written."""
    assert "min(2, bank)" in run("show", "mogul").stdout
    text = run("show", "--full", "mogul").stdout
    for part in (
        'setup "Preparing the game" [MOG-010..MOG-016]\n  # MOG-Q17: the rulebook names no method',
        "chance is fair.\n  roll first in players",
        "loan = min(2, bank)",
        "  early_loans",
        '      pay 1 from you.chips to pot "bid"',
        "    then: set borrowers to {}",
    ):
        assert part in text


def test_show_tells_what_a_variant_does() -> None:
    """A variant names its base and what it adds, changes and removes; --full has both put together."""
    page = " ".join(run("show", "mogul_open_purse").stdout.split())
    for part in ("A variant of ", "mogul.game", "adds: entry preview, term stake", "action bid (words, cost, cost as)"):
        assert part in page
    for marked in ("+ preview", "~ bid", "- loans phase, removed", "marked: + added ~ changed - removed"):
        assert marked in page
    text = run("show", "--full", "mogul_open_purse").stdout
    assert '  bid "Stay in for {stake|chip|chips}" [MOG-061]  # changed\n' in text
    assert '({pot + stake|chip|chips} then)":  # changed\n      pay stake from you.chips to pot\n' in text
    assert "  # removed: early_loans\n" in text
    assert '  round "Rounds until the Crash" [MOG-020' in text
    assert "borrow " not in text.partition("about")[2]


def test_what_full_writes_is_a_game(tmp_path: Path) -> None:
    """The text of --full is a rule file with the same rules."""
    (tmp_path / "a.game").write_text(run("show", "--full", NIM).stdout, "utf-8")
    assert "1 file checked: no findings\n" == run("check", str(tmp_path / "a.game")).stdout


def test_what_led_to_the_only_choice_is_told_before_the_next_question() -> None:
    """A loan is told once; that there is no other one after it is nothing to tell."""
    shown = run("play", "mogul", "--seat", "1=human", "--seed", "3", typed="bo\n").stdout
    lines = [line.strip() for line in shown.partition("A> bo")[2].splitlines()]
    assert "Auction" == lines[lines.index("loses 2 points (Loans)") + 1]


def test_one_point_is_no_points() -> None:
    """``look A`` counts in words that fit."""
    table = gamedsl.load(HERE / "wages.game").start(seed=1)
    view = table.view(0)
    seats = tuple(attrs.evolve(seat, points=1) for seat in view.seats)
    shown = Console(file=io.StringIO(), width=100)
    shown.print(render_described(attrs.evolve(view, seats=seats, scored=True), table.names[0], table.game.checked))
    assert f"{table.names[0]}: 1 point\n" in shown.file.getvalue()  # type: ignore[attr-defined]


def test_look_at_a_player_does_not_search_for_the_letter() -> None:
    """``look B`` shows the player B with everything B has, and no place whose words hold a b."""
    shown = run("play", "mogul", "--seat", "1=human", "--seed", "3", typed="look B\n").stdout
    lines = [line.strip().removeprefix("A> ") for line in shown.partition("look B\n")[2].splitlines()]
    assert ["B  0 points", "chips ?", "shares BR5 (brown, border pink, number 8)", "A>"] == lines[:4]


def test_the_table_is_printed_where_a_scenario_fails(tmp_path: Path):
    """`test --table` shows the table at each line that fails, and nothing of what passes."""
    path = tmp_path / "nim.game"
    scenarios = "\nscenarios\n  one\n    then: expect heap = 4\n  two\n    then: expect heap = 5\n"
    path.write_text(Path(NIM).read_text("utf-8").partition("\nscenarios")[0] + scenarios, "utf-8")
    shown = run("test", "--table", str(path)).stdout
    assert [1, 1] == [shown.count("The table at line"), shown.count("heap 5")]
    assert "The table" not in run("test", str(path)).stdout


def test_no_line_of_play_is_wider_than_the_terminal() -> None:
    """The first line, with all players and the seed, is folded like all others."""
    shown = CliRunner(env={"COLUMNS": "40"}).invoke(
        group, ["play", "mogul", "--players", "3", "--seed", "1", "--limit", "1", "--level", "easy"]
    )
    assert 0 == shown.exit_code
    assert max(map(len, shown.stdout.splitlines())) <= 40
