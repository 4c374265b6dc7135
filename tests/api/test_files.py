"""Where rule files, their bases and their tables are looked for."""

from pathlib import Path

import pytest

from gamedsl.files import FolderFiles, GivenFiles, UnreadableFileError, find_game, read_source


def test_reads_a_file_beside_the_rule_file(tmp_path: Path) -> None:
    """A table in a folder beside the rule file is found by its path with slashes."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.csv").write_text("id\n", encoding="utf-8")
    source = FolderFiles(tmp_path).read("data/a.csv")
    assert source is not None
    assert source.text == "id\n"


@pytest.mark.parametrize("path", ["../secret.csv", "{outside}/secret.csv", "link.csv", "", "data\\..\\secret.csv"])
def test_never_reads_outside_of_the_folder(tmp_path: Path, path: str) -> None:
    """Absolute paths, ``..`` and links out of the folder are not found, though the file exists."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.csv").write_text("secret", encoding="utf-8")
    (inside / "link.csv").symlink_to(tmp_path / "secret.csv")
    assert FolderFiles(inside).read(path.format(outside=tmp_path)) is None


def test_given_texts_come_first_and_nothing_is_read_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule text from memory reads its tables from memory, never from the working folder."""
    (tmp_path / "a.csv").write_text("on disk", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert GivenFiles({}).read("a.csv") is None
    source = GivenFiles({"a.csv": "given"}).read("a.csv")
    assert source is not None
    assert source.text == "given"


def test_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    """A file saved by an editor with a byte order mark reads like one without."""
    path = tmp_path / "a.game"
    path.write_bytes("\ufeffgame A".encode())
    assert read_source(path).text == "game A"


def test_text_that_is_no_utf8_names_line_column_and_cure(tmp_path: Path) -> None:
    """A file in another encoding is refused with the place of the first wrong byte."""
    path = tmp_path / "a.game"
    path.write_bytes(b"game A\n  \xe9t\xe9")
    with pytest.raises(UnreadableFileError) as caught:
        read_source(path)
    assert str(caught.value) == f"{path}:2:3: this is not UTF-8 text; save the file as UTF-8"


def test_unknown_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is neither a file nor bundled is refused with that name."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnreadableFileError) as caught:
        find_game("no_such_game")
    assert str(caught.value) == "there is no file and no bundled game `no_such_game`"


def test_near_bundled_names_are_offered() -> None:
    """A name typed wrongly gets the nearest bundled name."""
    with pytest.raises(UnreadableFileError, match="did you mean `mogul`"):
        find_game("mogl")


def test_folder_is_no_game(tmp_path: Path) -> None:
    """A folder cannot be played."""
    with pytest.raises(UnreadableFileError, match="it is a folder"):
        find_game(str(tmp_path))
