"""The modules of the program in, what they import out: everywhere, also inside functions and under TYPE_CHECKING."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = {"gamedsl": ROOT / "gamedsl", "gamedsl.cli": ROOT / "cli"}


def modules() -> dict[str, Path]:
    """Return the file of every module of the program by its name when installed."""
    return {
        ".".join([package, *path.relative_to(folder).with_suffix("").parts]).removesuffix(".__init__"): path
        for package, folder in FOLDERS.items()
        for path in sorted(folder.rglob("*.py"))
    }


@cache
def tree(path: Path) -> ast.Module:
    """Return what stands in a module, read once."""
    return ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module, package: str) -> Iterator[tuple[str, str]]:
    """Walk what a module of a package imports: a module, and the name that is taken from it (or nothing)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            above = above[: len(above) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)


def graph(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Return the modules that each module imports; what is taken from a folder is a module of it, or its own name."""
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        taken = imports(tree(path), package)
        named = {inner if (inner := f"{module}.{what}") in files else module for module, what in taken}
        found[name] = (named & set(files)) - {name}
    return found


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle, the first one again at the end; empty when there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
