"""``gamedsl show --kernel``: the flat program of a set-up, to look at."""

from __future__ import annotations

from click.testing import CliRunner

from gamedsl.cli import group


def shown(*words: str) -> tuple[int, str]:
    """Return exit code and output of ``gamedsl show``."""
    result = CliRunner().invoke(group, ["show", *words])
    return result.exit_code, result.output


def test_python() -> None:
    """The program stands there as Python, with the lines of the rules and the places of the state."""
    code, text = shown("mogul", "--players", "3", "--kernel", "python")
    assert (code, "# line " in text, "stack.share.size" in text, "def B0(s, code):" in text) == (0, True, True, True)


def test_c() -> None:
    """And as C, for the number of players that is wanted."""
    code, text = shown("mogul", "--players", "3", "--kernel", "c")
    assert (code, "#include <stdint.h>" in text, "/* line " in text) == (0, True, True)


def test_not_with_json() -> None:
    """It is no part of what is shown as JSON."""
    code, text = shown("mogul", "--kernel", "c", "--format", "json")
    assert (code, "goes with none of" in text) == (2, True)
