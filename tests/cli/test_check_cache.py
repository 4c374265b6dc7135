"""A clean rule file is checked again only after something that its check has read, or the program, has changed."""

import json
import shutil
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from gamedsl import api, check_file
from gamedsl.check_cache import findings, watched
from gamedsl.check_cache.findings import check_if_changed
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.files import UnreadableFileError, bundled_folders
from gamedsl.semantics.texts.translation import TranslationFiles
from gamedsl.source import Source
from gamedsl.storage import fingerprint

NIM = Path(__file__).parent / "nim.game"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which clean files are kept, in a folder of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "checked" / findings.FILE


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the rule files that were really checked, in their order."""
    done: list[str] = []
    real = check_file.findings_about

    def noted(source: Source, files: TranslationFiles) -> list[Diagnostic]:
        done.append(Path(source.path).name)
        return real(source, files)

    monkeypatch.setattr(check_file, "findings_about", noted)
    return done


@pytest.fixture
def mogul(tmp_path: Path) -> Path:
    """A copy of Mogul with its tables and translations."""
    folder = tmp_path / "rules"
    shutil.copytree(bundled_folders()[0], folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder / "mogul.game"


def added(path: Path, text: str) -> None:
    """Write text at the end of a file."""
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def told(findings: list[Diagnostic]) -> list[tuple[str, str, str]]:
    """Return what people see of findings."""
    return [(str(found.span), found.code, found.message) for found in findings]


def test_clean_file_is_checked_once(kept: Path, checked: list[str], mogul: Path):
    """Nothing has changed since the file was found clean, so it is still clean."""
    assert [[], [], []] == [check_if_changed(mogul) for _ in range(3)]
    assert ["mogul.game"] == checked


CHANGES: dict[str, Callable[[Path], None]] = {
    "the rule file": lambda folder: added(folder / "mogul.game", "# one line more\n"),
    "a table": lambda folder: added(folder / "mogul" / "shares.csv", "\n"),
    "a missing table": lambda folder: (folder / "mogul" / "shares.csv").unlink(),
    "a translation": lambda folder: added(folder / "mogul.de.csv", "no.such.key,nothing\n"),
    "a new translation": lambda folder: (folder / "mogul.nl.csv").write_text("key,words\n", "utf-8"),
    "a translation that is gone": lambda folder: (folder / "mogul.fr.csv").unlink(),
    "a file that is no text": lambda folder: (folder / "mogul.fr.csv").write_bytes(b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_change_is_seen(change: Callable[[Path], None], kept: Path, checked: list[str], mogul: Path):
    """Whatever the first check has read or looked for: after a change the findings are those of a full check."""
    check_if_changed(mogul)
    change(mogul.parent)

    assert told(api.check_path(mogul)) == told(check_if_changed(mogul))
    assert ["mogul.game"] * 3 == checked


def test_findings_are_told_again(kept: Path, checked: list[str], mogul: Path):
    """A file with findings is never kept: what is wrong is told at every check."""
    added(mogul.parent / "mogul.de.csv", "no.such.key,nothing\n")
    first, second = told(check_if_changed(mogul)), told(check_if_changed(mogul))

    assert first != []
    assert first == second
    assert ["mogul.game"] * 2 == checked


def test_another_program_checks_anew(kept: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A file of the program that differs in size or time may find something else."""
    folder = tmp_path / "program"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "module.py").write_text("one", "utf-8")
    monkeypatch.setattr(watched, "package_folder", lambda _: folder)
    check_if_changed(NIM)
    (folder / "inner" / "module.py").write_text("three", "utf-8")
    check_if_changed(NIM)

    assert ["nim.game"] * 2 == checked


def test_other_libraries_check_anew(kept: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Another version of the parser may read another game."""
    library = tmp_path / "library.py"
    library.write_text("one", "utf-8")
    monkeypatch.setattr(fingerprint, "find_spec", lambda name: ModuleSpec(name, None, origin=str(library)))
    check_if_changed(NIM)
    check_if_changed(NIM)
    library.write_text("three", "utf-8")
    check_if_changed(NIM)

    assert ["nim.game"] * 2 == checked


def test_two_programs_keep_their_own(kept: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A second installation does not make the first one forget other files."""
    other = Path(shutil.copy(NIM, tmp_path / "other.game"))
    check_if_changed(NIM)
    with monkeypatch.context() as patch:
        patch.setattr(findings, "program_hash", lambda: "another")
        check_if_changed(other)
    check_if_changed(NIM)

    assert ["nim.game", "other.game"] == checked


DAMAGE = [
    lambda kept: b"",
    lambda kept: b"\x00\xff",
    lambda kept: b"[1]",
    lambda kept: kept[: len(kept) // 2],
    lambda kept: json.dumps({**json.loads(kept), "clean": [3]}).encode(),
    lambda kept: json.dumps({**json.loads(kept), "clean": dict.fromkeys(json.loads(kept)["clean"], 7)}).encode(),
    lambda kept: json.dumps({**json.loads(kept), "clean": {key: {} for key in json.loads(kept)["clean"]}}).encode(),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_no_error(damage: Callable[[bytes], bytes], kept: Path, checked: list[str]):
    """What cannot be read is forgotten: the file is checked and kept anew."""
    check_if_changed(NIM)
    kept.write_bytes(damage(kept.read_bytes()))

    assert [[], []] == [check_if_changed(NIM) for _ in range(2)]
    assert ["nim.game"] * 2 == checked


def test_what_others_may_have_written_is_not_believed(kept: Path, checked: list[str]):
    """A file that a group may write to can say anything is clean."""
    check_if_changed(NIM)
    kept.chmod(0o666)
    check_if_changed(NIM)

    assert ["nim.game"] * 2 == checked


def test_no_folder_is_no_error(checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Where nothing can be kept, every check is a full one."""
    (tmp_path / "home").write_text("a file, not a folder", "utf-8")
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))

    assert [[], []] == [check_if_changed(NIM) for _ in range(2)]
    assert ["nim.game"] * 2 == checked


def test_oldest_is_forgotten(kept: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The cache does not grow for ever."""
    monkeypatch.setattr(findings, "MOST", 2)
    files = [Path(shutil.copy(NIM, tmp_path / f"{number}.game")) for number in range(3)]
    for file in files:
        check_if_changed(file)

    assert [str(file) for file in files[1:]] == list(json.loads(kept.read_bytes())["clean"])


def test_missing_rule_file_is_an_error(kept: Path):
    """A rule file that is gone is not clean."""
    with pytest.raises(UnreadableFileError):
        check_if_changed(kept.parent / "gone.game")
