"""Modules in their rooms: no import circles of any kind, small folders, small modules."""

import ast
import re
import sys
from collections import Counter
from pathlib import Path

from tests.helpers.suite.module_graph import ROOT, circle, graph, imports, modules

MOST_IN_A_FOLDER = 16
MOST_LINES, MOST_LINES_OF_TESTS = 520, 500


def lengths(*paths: Path, most: int) -> dict[str, int]:
    """Return the modules that have more lines than this."""
    counted = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in paths}
    return {name: lines for name, lines in counted.items() if lines > most}


def test_imports_are_found_wherever_they_stand():
    """Inside functions, under TYPE_CHECKING, relative and absolute."""
    text = (
        "import a.b\nfrom . import c\nfrom ..d import e\n"
        "if TYPE_CHECKING:\n    from f import g\n\ndef h():\n    from .i import j\n"
    )

    assert [("a.b", ""), ("p.q", "c"), ("p.d", "e"), ("f", "g"), ("p.q.i", "j")] == list(
        imports(ast.parse(text), "p.q")
    )


def test_circles_are_found():
    """Two modules that import each other are a circle, also over a third."""
    assert ["a", "c", "b", "a"] == circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert [] == circle({"a": {"b", "c"}, "b": {"c"}, "c": set()})


def test_no_module_imports_itself_by_way_of_others():
    """What a module needs does not need the module."""
    assert [] == circle(graph(modules()))


def test_folders_are_small():
    """Somebody new to a folder can look through it."""
    shared = (ROOT / "tests" / "helpers").rglob("*.py")
    counted = Counter(path.parent for path in (*modules().values(), *shared) if path.name != "__init__.py")

    assert {} == {str(folder): number for folder, number in counted.items() if number > MOST_IN_A_FOLDER}


def test_tests_share_no_loose_modules():
    """What several tests need lies in ``tests/helpers`` and is imported by its whole name: so it is loaded once."""
    own = [*(ROOT / "tests").rglob("*.py")]
    bare = {path.stem for path in own} - {"conftest", "hypothesis", *sys.stdlib_module_names}
    paths = [*own, *(ROOT / "benchmarks").glob("*.py")]
    named = {path: re.findall(r"^ *(?:from|import) (\w+)\b", path.read_text("utf-8"), re.M) for path in paths}
    loose = {path.name for path in own if path.parent == ROOT / "tests" and not path.name.startswith("test_")}

    assert {} == {path: bare & {*names} for path, names in named.items() if bare & {*names}}
    assert {"conftest.py"} == loose


def test_every_game_of_the_tests_is_read():
    """No game is left in a folder ``games`` of the tests when its test has gone."""
    text = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    kept = {f"{path.parts[-3]}/{path.stem}" for path in (ROOT / "tests").glob("*/games/*.game")}

    assert kept == set(re.findall(r'game_text\("([^"]+)"\)', text))


def test_modules_are_small():
    """No module of the program or its tests is too long to be read at a sitting."""
    assert {} == lengths(*modules().values(), most=MOST_LINES)
    assert {} == lengths(*(ROOT / "tests").rglob("*.py"), most=MOST_LINES_OF_TESTS)
