"""Translations on the command line: written by ``show --texts``, shown by ``play --language``, checked by ``check``."""

from pathlib import Path

from click.testing import CliRunner, Result

from gamedsl.cli import group

NIM = Path(__file__).parent / "nim.game"


def run(*arguments: str, typed: str | None = None) -> Result:
    """Run the command line; standard input is no terminal."""
    return CliRunner().invoke(group, list(arguments), input=typed)


def test_texts_are_a_translation_file(tmp_path: Path) -> None:
    """What ``show --texts`` writes can be saved as a translation as it is."""
    made = run("show", "--texts", str(NIM))
    assert (0, "key,words") == (made.exit_code, made.stdout.splitlines()[0])
    (tmp_path / "nim.game").write_text(NIM.read_text("utf-8"), "utf-8")
    (tmp_path / "nim.de.csv").write_text(made.stdout, "utf-8")
    assert "1 file checked: no findings\n" == run("check", "--strict", str(tmp_path)).stdout
    again = run("show", "--texts", "--language", "de", str(tmp_path / "nim.game"))
    assert made.stdout == again.stdout


def test_check_reads_translations(tmp_path: Path) -> None:
    """Findings in the translations beside a rule file are shown with theirs, at their place."""
    (tmp_path / "nim.game").write_text(NIM.read_text("utf-8"), "utf-8")
    (tmp_path / "nim.de.csv").write_text("key,words\ngame,a\ngame,b\n", "utf-8")
    result = run("check", str(tmp_path))
    assert 1 == result.exit_code
    assert "nim.de.csv:3:1: error GDDAT12 translated-twice" in result.stdout


def test_play_in_german() -> None:
    """The table, the choices and the rules are shown in the language that is asked for."""
    result = run("play", "mogul", "--language", "de", "--seat", "1=human", "--seed", "3", typed="rules auss\nquit\ny\n")
    assert 0 == result.exit_code
    for expected in ("Kredite vor der Versteigerung", "Topf 0", "Startspieler B", "Kein Kredit", "Aussteigen und"):
        assert expected in result.stdout


def test_show_in_german() -> None:
    """``show`` tells the actions in the language that is asked for."""
    assert "Für 1 Chip dabeibleiben" in run("show", "mogul", "--language", "de").stdout


def test_unknown_language() -> None:
    """A language without translation is told in one line."""
    result = run("play", "mogul", "--language", "xx")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "there is no translation of Mogul into `xx`; there are `de` and `fr`" in result.stderr
