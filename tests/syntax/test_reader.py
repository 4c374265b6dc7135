"""Files as bytes: encodings, line ends and lengths."""

from __future__ import annotations

import pytest

from gamedsl.syntax.text.reader import MAX_BYTES, read_source
from gamedsl.syntax.text.scanner import MAX_CHARACTERS, MAX_LINES
from tests.helpers.checking.parsing import Findings, clean, read

TEXT = 'game Gr\u00fcn "\u00dcb"\n  players: 2\n'.replace("Gr\u00fcn", "G")


def test_utf_8_is_read_with_either_line_end_and_mark() -> None:
    """A byte order mark and CRLF make no difference."""
    for data in (TEXT, "\ufeff" + TEXT, TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT.replace("\n", "\r\n")):
        found = Findings()
        source = read_source("a.game", data.encode(), found)

        assert [] == found.calls
        assert source is not None
        assert TEXT == source.text


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (TEXT.encode("utf-16"), 1, "it is written in UTF-16"),
        (TEXT.encode("utf-32"), 1, "it is written in UTF-32"),
        (b"game G\n  players: 2\n# caf\xe9\n", 3, "the byte 0xE9 is no UTF-8"),
        (b"game G\n\0\n", 2, "it holds a byte 0, as only files that are no texts do"),
        (b"game G\r  players: 2\r", 1, "its lines end with a lone carriage return"),
    ],
)
def test_what_is_no_text_is_reported_at_its_line(data: bytes, line: int, problem: str) -> None:
    """The finding names what was found; nothing is read."""
    found = Findings()

    assert read_source("a.game", data, found) is None
    assert [("GDSYN29", line, 1)] == found.places
    assert problem == found.calls[0][2]["problem"]


def test_files_that_are_too_long_are_not_read() -> None:
    """Bytes, characters and lines have limits."""
    found = Findings()
    assert read_source("a.game", b"x" * (MAX_BYTES + 1), found) is None
    assert [("GDSYN13", 1, 1)] == found.places

    assert [("GDSYN13", MAX_LINES + 1, 1)] == read(TEXT + "\n" * MAX_LINES)[1].places
    assert [("GDSYN13", 3, 1)] == read(TEXT + "#" * MAX_CHARACTERS)[1].places


def test_texts_given_as_strings_may_have_other_line_ends() -> None:
    """The Python API takes texts that no reader has seen; a lone carriage return in a line is reported."""
    assert "G" == clean("\ufeff" + TEXT.replace("\n", "\r\n")).name
    assert [("GDSYN11", 2, 9)] == read("game G\n  player\rs: 2\n")[1].places


def test_one_mistake_is_told_once() -> None:
    """A tab at the very beginning is a tab, and not a wrong margin as well."""
    _, found = read("\t0")

    assert [("GDSYN02", 1), ("GDSYN12", 2)] == [(code, span.column) for code, span, _ in found.calls]
