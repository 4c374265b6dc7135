"""What C and Python hand each other: the same places in both, and nothing is forgotten in a row."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from gamedsl.kernel.native import compilers
from gamedsl.kernel.printing.structs import CURTAIN, HELD, OPENED, STANDS, TASK, Row, Struct

COMPILER = next(compilers.compilers(), None)
MIXED = Struct("Mixed", (("int64_t", "one", ""), ("int64_t[3]", "some", ""), ("const int64_t *", "row", "")))
ALSO = Struct("Also", (("Mixed", "mixed", ""), ("double", "real", ""), ("int64_t (*)(void *)", "call", "")))


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
def test_fields_lie_where_python_looks_for_them(tmp_path: Path) -> None:
    """Every field of every form of struct has the same place in C."""
    assert COMPILER is not None
    mixed = type("Mixed", (ctypes.Structure,), {"_fields_": MIXED.layout()})
    places = []
    for struct, inner in ((MIXED, ()), (ALSO, (mixed,)), (TASK, ()), (CURTAIN, ())):
        made = type(struct.name, (ctypes.Structure,), {"_fields_": struct.layout(*inner)})
        places += [(struct.name, name, getattr(made, name).offset) for name, _ in struct.pairs()]
    checks = [f'_Static_assert(offsetof({name}, {field}) == {at}, "");' for name, field, at in places]
    texts = [struct.text for struct in (MIXED, ALSO, TASK, CURTAIN)]
    source = tmp_path / "structs.c"
    source.write_text("\n".join(["#include <stdint.h>", "#include <stddef.h>", *texts, *checks]))
    subprocess.run([*COMPILER.command, "-c", "-o", tmp_path / "structs.o", source], check=True)


def test_rows_name_all_their_parts() -> None:
    """A row stands in the order of its parts, whose first places are constants in C; too much or too little is told."""
    row = Row("ROW", {"first": 1, "some": 2, "last": 1})
    assert [1, 2, 3, 4] == row.of(last=4, first=1, some=(2, 3))
    assert "enum { ROW_FIRST = 0, ROW_SOME = 1, ROW_LAST = 3, ROW_PARTS = 4 };" == row.text
    assert 2 * STANDS.size + 2 == HELD.size < OPENED.size
    with pytest.raises(ValueError, match="some: 2 numbers, not 1"):
        row.of(first=1, some=2, last=4)
    with pytest.raises(ValueError, match="no parts of a row: more"):
        row.of(first=1, some=(2, 3), last=4, more=5)
    with pytest.raises(KeyError):
        row.of(first=1, some=(2, 3))
