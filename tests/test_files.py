"""Files that somebody else names are opened through one door: regular, bounded, inside their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from gamedsl.api import check_text
from gamedsl.cli import group
from gamedsl.files import FolderFiles, UnreadableFileError, bytes_of, read_source, rule_files_in, scenario_files

GAME = """game G "G"
  players: 2
phases
  p
    who: players from A
    play: go
actions
  go "Go"
end
  winner: A
scenarios
  one "One"
    then: A: go
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Return a folder with a rule file, beside which a secret lies."""
    (tmp_path / "secret.txt").write_text("SECRET_TOKEN=hunter2\n", encoding="utf-8")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "g.game").write_text(GAME, encoding="utf-8")
    return folder


def names(folder: Path) -> list[str]:
    """Return what is found in a folder, as seen from it."""
    return [path.relative_to(folder).as_posix() for path in rule_files_in(folder).found]


def test_links_out_of_a_folder_are_told_and_not_read(rules: Path) -> None:
    """``check FOLDER`` prints no line of what lies elsewhere."""
    (rules / "evil.game").symlink_to(rules.parent / "secret.txt")
    said = CliRunner().invoke(group, ["check", str(rules)])

    assert ["g.game"] == names(rules)
    assert 2 == said.exit_code
    assert "evil.game is a link out of the folder" in said.output
    assert "hunter2" not in said.output


def test_links_inside_a_folder_are_read(rules: Path) -> None:
    """A second name for a file of the same folder is nothing strange."""
    (rules / "h.game").symlink_to(rules / "g.game")

    assert ["g.game", "h.game"] == names(rules)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_pipes_and_devices_are_never_opened(rules: Path) -> None:
    """Neither beside a game that is tested nor in a folder; who reads one all the same is told."""
    os.mkfifo(rules / "pipe.game")
    (rules / "zero.game").symlink_to("/dev/zero")
    said = CliRunner().invoke(group, ["test", str(rules / "g.game")])

    assert ["g.game"] == names(rules)
    assert () == scenario_files(rules / "g.game")
    assert 0 == said.exit_code, said.output
    assert FolderFiles(rules).read("pipe.game") is FolderFiles(rules).read("zero.game") is None
    for path in (rules / "pipe.game", rules / "zero.game"):
        with pytest.raises(OSError, match="no ordinary file"):
            bytes_of(path, 10)
        with pytest.raises(UnreadableFileError):
            read_source(path)


def test_no_more_is_read_than_is_wanted(rules: Path) -> None:
    """A file that has grown behind a look at its size takes no more memory."""
    assert b"game" == bytes_of(rules / "g.game", 3)


@pytest.mark.parametrize(
    "path",
    [
        "node_modules/a.game",
        ".hidden/a.game",
        "own_env/lib/a.game",
        "__pycache__/a.game",
        "ignored/a.game",
        "x.tmp.game",
    ],
)
def test_folders_of_tools_are_not_searched(rules: Path, path: str) -> None:
    """Nor what git ignores; what is named is read all the same."""
    (rules / ".git").mkdir()
    (rules / ".gitignore").write_text("ignored/\n*.tmp.game\n", encoding="utf-8")
    file = rules / path
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(GAME, encoding="utf-8")
    (rules / "own_env").mkdir(exist_ok=True)
    (rules / "own_env" / "pyvenv.cfg").touch()

    assert ["g.game"] == names(rules)
    assert 0 == CliRunner().invoke(group, ["check", str(file)]).exit_code


def test_what_git_ignores_above_and_takes_back_below(rules: Path) -> None:
    """The nearest file decides, from that of the repository down; one outside of it says nothing."""
    top = rules.parent
    (top / ".git").mkdir()
    (top / ".gitignore").write_text("g.game\nh.game\n", encoding="utf-8")
    (rules / ".gitignore").write_text("!g.game\n", encoding="utf-8")
    (rules / "h.game").write_text(GAME, encoding="utf-8")

    assert ["g.game"] == names(rules)
    (top / ".git").rename(rules / ".git")
    assert ["g.game", "h.game"] == names(rules)


def test_a_record_opens_nothing_but_rule_files(rules: Path) -> None:
    """What a record names is no way to the lines of another file."""
    record = rules / "r.record.jsonl"
    runner = CliRunner(env={"GAMEDSL_HOME": str(rules / "home")})
    runner.invoke(group, ["play", str(rules / "g.game"), "--limit", "2", "--save", str(record)])
    written = record.read_text("utf-8").replace(str(rules / "g.game"), str(rules.parent / "secret.txt"))
    record.write_text(written, encoding="utf-8")
    for verb in (["replay", str(record)], ["play", "--resume", str(record)]):
        said = runner.invoke(group, verb)
        assert 2 == said.exit_code
        assert "is no rule file (*.game); name the rule file of this record" in said.output
    (rules / "broken.game").write_text("SECRET_TOKEN=hunter2\n", encoding="utf-8")
    record.write_text(written.replace("secret.txt", "rules/broken.game"), encoding="utf-8")
    for verb in (["replay", str(record)], ["play", "--resume", str(record)]):
        said = runner.invoke(group, verb)
        assert 2 == said.exit_code
        assert "which the record names, cannot be played: it has 1 error, GDSYN" in said.output
        assert "hunter2" not in said.output


@pytest.mark.parametrize("above", ["../cards.csv", "/cards.csv", "c:cards.csv"])
def test_tables_and_bases_of_other_folders_are_told_to_lie_there(above: str) -> None:
    """The file may be there: "it is not there" would send people looking for a slip of the pen."""
    rules = f'game G "G"\n  players: 2\ncomponents\n  card: card, csv "{above}"\n    | card | n: 0..9 |\n'
    variant = f'variant V "V" of "{above}"\nend\n  winner: A\n'
    told = [check_text(text)[0] for text in (rules, variant)]

    assert ["GDDAT01", "GDVAR01"] == [finding.code for finding in told]
    assert all("lies in another folder" in finding.message for finding in told)
    assert all("the folder" in finding.help or "same folder" in finding.help for finding in told)
