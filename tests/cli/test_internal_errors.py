"""Faults of the program itself: one message that names file and place, a file with the traceback, exit code 2."""

import errno
import gc
import json
import sys
from contextvars import Context
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gamedsl
from gamedsl.cli import group, main
from gamedsl.game import Game

NIM = Path(__file__).parent / "nim.game"
CHECK = "gamedsl.semantics.check"
SALOON, MOGUL, OPEN_PURSE = "saloon_tycoon", "mogul", "mogul_open_purse"


class BrokenError(Exception):
    """What nobody has foreseen."""


def broken(*given: object, **named: object) -> None:
    """Fail as nobody has foreseen."""
    raise BrokenError("a hole in the program")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept; the command line is that of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GAMEDSL_DEBUG", raising=False)
    return tmp_path / "home"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    """Run the command line as a new process would, which has not worked on anything yet."""
    monkeypatch.setattr(sys, "argv", ["gamedsl", *arguments])
    return Context().run(lambda: CliRunner().invoke(group, list(arguments)))


def reports(home: Path) -> list[str]:
    """Return the texts of all files about faults."""
    return [path.read_text("utf-8") for path in sorted((home / "log").glob("fault-*.txt"))]


PASSES = [
    ("gamedsl.syntax.parser.layout.read_blocks", str(NIM), "reading the file"),
    ("gamedsl.syntax.parser._read", str(NIM), "reading the file"),
    ("gamedsl.syntax.parser.paragraphs_of_another", "no_thanks", "reading the section `about`"),
    ("gamedsl.semantics.variants.loading.overlay", OPEN_PURSE, "laying the variant over its base"),
    (f"{CHECK}.declare_terms", str(NIM), "reading the table, the terms and the paragraphs"),
    ("gamedsl.semantics.declare.components._first_round", str(NIM), "reading the component `"),
    ("gamedsl.semantics.declare.components._second_round", str(NIM), "reading the rows of `"),
    ("gamedsl.semantics.declare.components._third_round", str(NIM), "reading the cells of `"),
    ("gamedsl.semantics.declare.heads._parameter_type", SALOON, "reading the head of the action `"),
    (f"{CHECK}.check_cell", SALOON, "checking the rules in the rows of `"),
    (f"{CHECK}.Steps.block", str(NIM), "checking a step of the setup"),
    (f"{CHECK}.check_phase", str(NIM), "checking the phase `"),
    (f"{CHECK}.check_action", str(NIM), "checking the action `"),
    (f"{CHECK}.check_rule", SALOON, "checking the rule `"),
    (f"{CHECK}.check_trigger", SALOON, "checking the trigger `"),
    (f"{CHECK}.check_modifier", SALOON, "checking the modifier `"),
    (f"{CHECK}.check_scoring_source", str(NIM), "checking the scoring `"),
    (f"{CHECK}.check_hint", SALOON, "checking the hint `"),
    (f"{CHECK}.check_end", str(NIM), "checking the end"),
    (f"{CHECK}.check_displays", str(NIM), "checking the displays"),
    ("gamedsl.semantics.bodies.scenario_paragraphs._seats", str(NIM), "checking the scenario `first`"),
    (f"{CHECK}.knowledge.check", str(NIM), "checking what players can know"),
    ("gamedsl.semantics.visibility.guards.Watch.phase", str(NIM), "checking what players know in the phase `"),
    (f"{CHECK}.flow.check", str(NIM), "checking how the paragraphs lead to each other"),
    (f"{CHECK}.usage.check", str(NIM), "checking what is never used"),
    (f"{CHECK}.check_scenarios", str(NIM), "checking the scenarios"),
    ("gamedsl.semantics.texts.translation.read_translation", MOGUL, "reading a translation"),
    ("gamedsl.semantics.acceptances._file", str(NIM), "looking at what is accepted"),
]


@pytest.mark.parametrize(("target", "game", "doing"), PASSES, ids=[target for target, _, _ in PASSES])
def test_fault_in_a_pass(target: str, game: str, doing: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in any pass is one finding with the place of the work, exit code 2, and a file with the traceback."""
    monkeypatch.setattr(target, broken)
    result = run(monkeypatch, "check", game)
    assert (2, "", 1) == (result.exit_code, result.stderr, result.stdout.count("GDINT01"))
    assert f"gamedsl has failed while {doing}" in result.stdout
    assert "BrokenError: a hole in the program. This is a fault of gamedsl, not of your rules." in result.stdout
    assert "Traceback" not in result.stdout
    [report] = reports(home)
    assert f"command: gamedsl check {game}\n" in report
    assert "Traceback (most recent call last):\n" in report
    assert f"while: {doing}" in report


def test_fault_names_file_and_line(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place of a fault is that of the card being checked, and its line is shown."""
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    path = tmp_path / "nim.game"
    path.write_text(NIM.read_text("utf-8"), "utf-8")
    result = run(monkeypatch, "check", str(path))
    assert result.stdout.startswith(f"{path}:29:3: error GDINT01 fault-of-gamedsl: gamedsl has failed while checking ")
    assert '29 |   take "Take {heap|coin|coins} at most" [NIM-1]' in result.stdout


VERBS = [
    ("gamedsl.cli.verbs.check.rule_files", ("check", str(NIM))),
    ("gamedsl.comparing.games.compare", ("diff", MOGUL, OPEN_PURSE)),
    ("gamedsl.cli.verbs.compare.simulate_both", ("compare", str(NIM), str(NIM), "--games", "2")),
    ("gamedsl.authoring.formatting.print_file", ("fmt", "--check", str(NIM))),
    ("gamedsl.cli.verbs.explain.find", ("explain", "GDNAM01")),
    ("gamedsl.play.engine.Engine.legal", ("play", str(NIM), "--new")),
    ("gamedsl.cli.verbs.replay.newest", ("replay",)),
    ("gamedsl.cli.verbs.schema.schema_text", ("schema", "view")),
    ("gamedsl.cli.verbs.show.Overview.print", ("show", str(NIM))),
    ("gamedsl.cli.verbs.simulate.simulated_report", ("simulate", str(NIM), "--games", "2", "--workers", "1")),
    ("gamedsl.scenarios.runner._Run.run", ("test", str(NIM))),
]


def test_every_verb_is_tried() -> None:
    """The list of verbs with a fault is that of the command line."""
    assert sorted(group.list_commands(None)) == sorted(arguments[0] for _, arguments in VERBS)


@pytest.mark.parametrize(("target", "arguments"), VERBS, ids=[arguments[0] for _, arguments in VERBS])
def test_fault_in_a_verb(target: str, arguments: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in any verb is one message, exit code 2, and a file with the traceback."""
    monkeypatch.setattr(target, broken)
    result = run(monkeypatch, *arguments)
    shown = result.stdout + result.stderr
    assert (2, 1, 0) == (result.exit_code, shown.count("GDINT01"), shown.count("Traceback"))
    [report] = reports(home)
    assert report.endswith("BrokenError: a hole in the program\n")
    [file] = (home / "log").glob("fault-*.txt")
    assert str(file) in shown


@pytest.mark.parametrize(("target", "arguments"), VERBS, ids=[arguments[0] for _, arguments in VERBS])
def test_fault_with_debug(target: str, arguments: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --debug the traceback is on standard error as well."""
    monkeypatch.setattr(target, broken)
    result = run(monkeypatch, "--debug", *arguments)
    assert (2, 1) == (result.exit_code, result.stderr.count("BrokenError: a hole in the program\n"))
    assert "Traceback (most recent call last):\n" in result.stderr


def test_debug_by_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable GAMEDSL_DEBUG means the same as --debug."""
    monkeypatch.setenv("GAMEDSL_DEBUG", "1")
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    assert "Traceback" in run(monkeypatch, "check", str(NIM)).stderr


def test_fault_in_the_rules_being_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault while a game is played names the rule file and the card that was carried out."""
    monkeypatch.setattr("gamedsl.play.runner.Limits", None)
    result = run(monkeypatch, "play", str(NIM), "--new", "--seed", "1")
    assert 2 == result.exit_code
    assert f"{NIM}:" in result.stderr
    assert "gamedsl has failed while carrying out the rules: AttributeError" in result.stderr


def test_other_files_are_still_checked(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a fault in one file the others are checked, and their findings told."""
    (tmp_path / "a.game").write_text("game A\n", "utf-8")
    (tmp_path / "b.game").write_text(NIM.read_text("utf-8"), "utf-8")
    (tmp_path / "c.game").write_text("game C\n", "utf-8")
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    result = run(monkeypatch, "check", "--format", "json", str(tmp_path))
    found = json.loads(result.stdout)
    told = [(Path(one["span"]["path"]).name, one["code"]) for one in found["diagnostics"]]
    assert (2, [("a.game", "GDSYN20"), ("b.game", "GDINT01"), ("c.game", "GDSYN20")]) == (result.exit_code, told)


def test_other_files_are_still_tested(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a fault in one file the scenarios of the others are run."""
    gc.freeze()  # `test` looks for garbage between files: only in what is made here
    monkeypatch.setattr("gamedsl.semantics.variants.loading.overlay", broken)
    result = run(monkeypatch, "test", OPEN_PURSE, str(NIM))
    assert (2, 1, "1 passed\n") == (
        result.exit_code,
        result.stderr.count("GDINT01"),
        result.stdout.splitlines(keepends=True)[-1],
    )


def test_github_carries_a_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An annotation of GitHub names the file and line of a fault, and what to do."""
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    result = run(monkeypatch, "check", "--format", "github", str(NIM))
    assert result.stdout.startswith(f"::error file={NIM},line=29,endLine=29,col=3,")
    assert "please report it" in result.stdout


def test_log_that_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot be written, the message says how to see the traceback instead."""
    home.write_text("no folder", "utf-8")
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    result = run(monkeypatch, "check", str(NIM))
    assert 2 == result.exit_code
    assert f"with the rule file and what `gamedsl --debug check {NIM}` prints" in result.stdout


def test_fault_of_a_report_has_no_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault without a rule file is told in the same words, without a place."""
    monkeypatch.setattr("gamedsl.cli.verbs.explain.find", broken)
    first, second = run(monkeypatch, "explain", "GDNAM01").stderr.splitlines()
    assert first.startswith(
        "gamedsl: error GDINT01 fault-of-gamedsl: gamedsl has failed while carrying out `explain`: "
    )
    assert second.startswith("  help: please report it")


def ended(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> object:
    """Return the exit code of the program when checking a file ends so."""

    def fail(*given: object) -> None:
        raise error

    monkeypatch.setattr(f"{CHECK}.check_action", fail)
    monkeypatch.setattr(sys, "argv", ["gamedsl", "check", str(NIM)])
    with pytest.raises(SystemExit) as left:
        main()
    return left.value.code


def interrupted_in_a_class() -> BaseException:
    """Return what comes of a Ctrl-C while Python 3.11 makes a class."""
    error = RuntimeError("Error calling __set_name__ on 'x'")
    error.__cause__ = KeyboardInterrupt()
    return error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "\nInterrupted.\n"),
        (interrupted_in_a_class(), 130, "\nInterrupted.\n"),
        (MemoryError(), 2, "gamedsl: the memory of this computer does not suffice\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "gamedsl: No space left on device\n"),
    ],
    ids=["interrupted", "interrupted while a class is made", "memory", "device"],
)
def test_other_ends_stay_as_they_are(
    error: BaseException, code: int, message: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: object
) -> None:
    """Ctrl-C, a full memory and a full disk are no faults of the program."""
    assert (code, message) == (ended(monkeypatch, error), capsys.readouterr().err)
    assert [] == reports(home)


def test_what_goes_too_deep_is_a_finding_at_its_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recursion that does not end in time is told of what is being checked: mostly a file nests things very deeply."""

    def deeper(*given: object) -> None:
        deeper(*given)

    monkeypatch.setattr(f"{CHECK}.check_action", deeper)
    result = run(monkeypatch, "check", str(NIM))
    assert 1 == result.exit_code
    assert f"{NIM}:29:3: error GDLIM06" in result.stdout


def test_api_raises_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python a fault of the checker names file, place and work, and is caused by what went wrong."""
    monkeypatch.setattr(f"{CHECK}.check_action", broken)
    with pytest.raises(gamedsl.InternalError) as caught:
        gamedsl.load(NIM)
    error = caught.value
    assert (str(NIM), 29, "checking the action `take`") == (error.path, error.span.line, error.doing)
    assert BrokenError is type(error.__cause__)
    assert f"{NIM}:29: gamedsl has failed while checking the action `take`: BrokenError: a hole in the program" == str(
        error
    )


def test_scenarios_raise_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault while a scenario is run names the scenario."""
    game: Game = gamedsl.load(NIM)
    monkeypatch.setattr("gamedsl.scenarios.runner._Run.run", broken)
    with pytest.raises(gamedsl.InternalError, match="while running the scenario `first`: BrokenError"):
        game.test()
