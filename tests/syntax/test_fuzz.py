"""Whatever the text is: nothing but findings comes out, and what has none comes back from print."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamedsl.syntax.print.printer import print_file
from tests.helpers.checking.parsing import read
from tests.helpers.checking.word_strategies import KEYWORDS
from tests.helpers.suite.nightly import examples

CORPUS = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.joinpath("corpus").glob("*.game"))]
_SIGNS = ["(", ")", "[", "]", "{", "}", "|", ":", ",", ";", ".", "..", "=", "<", "-", '"', "#", "\n", "\n  ", "\n    "]
TOKENS = [
    *sorted(KEYWORDS),
    *_SIGNS,
    "x",
    "A",
    "3",
    " ",
    "\t",
    '"words {x}"',
    "[AB-1]",
    "$",
    "\u201c",
    "\x1e",
]
SLOW = settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))


OTHERS = ("GDTIE01", "GDVAR12")
"""Codes of other areas that reading reports, because a word is missing that it needs."""


def _check(text: str) -> None:
    file, found = read(text)
    lines = text.split("\n")
    for code, span, _ in found.calls:
        assert code.startswith("GDSYN") or code in OTHERS
        assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
        assert span.end_line <= len(lines)
        assert span.column <= len(lines[span.line - 1]) + 1
        assert span.end_column <= len(lines[span.end_line - 1]) + 1
    assert len(found.calls) == len({(code, span.line, span.column) for code, span, _ in found.calls})
    if not found.calls:
        assert file is not None
        again, clean = read(print_file(file))
        assert [] == clean.calls
        assert file == again


@settings(max_examples=examples(40))
@given(st.text())
def test_any_text(text: str) -> None:
    """Random characters."""
    _check(text)


@settings(max_examples=examples(40))
@given(st.lists(st.sampled_from(TOKENS)))
def test_any_tokens(tokens: list[str]) -> None:
    """Random tokens under a good header and a section."""
    _check("game G\n  players: 2\n\nrules\n  " + " ".join(tokens))


@st.composite
def _mutations(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(CORPUS))
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        column = draw(st.integers(0, len(lines[a])))
        line, rest = lines[a][:column], lines[a][column:]
        match draw(st.sampled_from(["cut", "swap", "double", "insert", "delete", "indent", "drop"])):
            case "cut":
                lines[a] = line
            case "drop":
                lines[a] = line + rest[1:]
            case "swap":
                lines[a], lines[b] = lines[b], lines[a]
            case "double":
                lines.insert(a, lines[b])
            case "insert":
                lines[a] = line + draw(st.sampled_from(TOKENS)) + rest
            case "delete":
                del lines[a]
            case "indent":
                lines[a] = " " * draw(st.integers(0, 9)) + lines[a].strip()
        text = "\n".join(lines)
    return text


@given(_mutations())
@SLOW
def test_damaged_files(text: str) -> None:
    """Good files with characters and lines cut, doubled, swapped, put in and moved."""
    _check(text)
