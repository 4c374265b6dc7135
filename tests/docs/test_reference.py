"""The reference tells every built-in function, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamedsl.semantics.expressions.functions import BUILTINS

REFERENCE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILTINS)
def test_every_built_in_function_stands_in_the_reference(name: str) -> None:
    """A row of a table begins with a call of it."""
    rows = [line.split("|")[1] for line in REFERENCE.splitlines() if line.startswith("|")]

    assert any(re.search(rf"`{name}\(", row) for row in rows)


def test_no_other_function_stands_in_the_reference() -> None:
    """Every row of a table of functions begins with the call of one that there is."""
    tables = [behind.partition("\n\n")[0] for behind in REFERENCE.split("| Function | Result |\n|---|---|\n")[1:]]
    rows = [row for table in tables for row in table.splitlines()]
    called = {name for row in rows for name in re.findall(r"`(\w+)\(", row.split("|")[1])}

    assert {*BUILTINS} == called
