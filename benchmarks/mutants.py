"""Modules of the program and tests -> which faults that are put into the modules no test finds.

    python benchmarks/mutants.py gamedsl/semantics/flow --count 60 -- tests/semantics/test_flow.py
    python benchmarks/mutants.py gamedsl/semantics/flow --count 60 --before old.json -- tests/semantics

A mutant is a copy of the program with one fault: a condition is turned round, a number is one too large, a comparison
is another one, a finding is not reported, a branch is left out. Tests run in a copy of the tree until the first of them
fails. ``--write`` keeps what was found out; ``--before`` compares with it, and ends with 1 where a fault that was found
then is no longer found: so it is shown that tests that were written anew are as sharp as those before. The same seed
gives the same faults, as long as the modules are the same.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import json
import os
import py_compile
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
COPIED = ("gamedsl", "cli", "grammar", "games", "examples", "tests", "docs", "benchmarks")
INSIDE = ("cli", "grammar", "games", "examples")
"""Folders that are parts of the package when it is installed."""
SECONDS = 300
"""CPU time after which the tests of a mutant are ended: a fault that goes on for ever is found, too."""
OTHER = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
"""What a comparison becomes."""

Edit = tuple[ast.expr | ast.stmt, str, str]
"""What is replaced, by which text, and what kind of fault that is."""


def faults(tree: ast.Module) -> Iterator[Edit]:
    """Walk the faults that can be put into a module."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            yield node.test, f"not ({ast.unparse(node.test)})", "condition turned round"
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield test, f"(not ({ast.unparse(test)}))", "condition turned round"
        if isinstance(node, ast.If):
            yield from ((one, "pass", "branch left out") for one in node.body[:1] if len(node.body) == 1)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
            left, right = (ast.unparse(side) for side in (node.left, node.comparators[0]))
            yield node, f"({left} {OTHER[type(node.ops[0])]} {right})", "another comparison"
        if isinstance(node, ast.BoolOp):
            sign = " or " if isinstance(node.op, ast.And) else " and "
            yield node, f"({sign.join(ast.unparse(one) for one in node.values)})", "and for or"
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, str(node.value + 1), "number one too large"
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "pass", "finding not reported" if "report" in ast.unparse(node.value.func) else "call left out"


def mutants(folder: str) -> Iterator[tuple[str, int, str, str]]:
    """Walk the mutants of a module or a folder of modules: path, line, kind, and the whole text."""
    paths = [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py"))
    for path in paths:
        text = path.read_text("utf-8")
        lines = text.splitlines(keepends=True)
        begins = [0, *accumulate(map(len, lines))]

        def at(line: int, column: int, lines: list[str] = lines, begins: list[int] = begins) -> int:
            """Return the place in the text of one that Python counts in bytes of a line."""
            return begins[line - 1] + len(lines[line - 1].encode()[:column].decode())

        for node, other, kind in faults(ast.parse(text)):
            first, last = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
            yield (
                str(path.relative_to(ROOT)),
                node.lineno,
                f"{kind}: {text[first:last]}",
                text[:first] + other + text[last:],
            )


def copied(folder: Path) -> None:
    """Make a copy of the tree in which the package is found as if it were installed there."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in INSIDE:
        (folder / "gamedsl" / name).symlink_to(folder / name, target_is_directory=True)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    # bytecode by hash is never that of a mutant, or of the module that it was
    compileall.compile_dir(folder, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


def failing(folder: Path, tests: list[str]) -> str:
    """Run tests in a copy up to the first that fails; return its name, or nothing."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--assert=plain", *tests],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "GAMEDSL_HOME": str(folder / "home"),
        },
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )
    if run.returncode == 0:
        return ""
    named = [line.split()[1] for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return named[0] if named else f"ended with {run.returncode}"


def tried(folder: str, count: int, seed: int, tests: list[str]) -> dict[str, str]:
    """Return for each of so many mutants which test fails, or nothing."""
    every = [*mutants(folder)]
    found = {}
    with TemporaryDirectory() as home:
        copy = Path(home)
        copied(copy)
        if failing(copy, tests):
            raise SystemExit("these tests fail without any fault")
        for path, line, kind, text in Random(seed).sample(every, min(count, len(every))):
            before = (copy / path).read_text("utf-8")
            (copy / path).write_text(text, "utf-8")
            name = f"{path}:{line} {' '.join(kind.split())}"
            found[name] = failing(copy, tests)
            (copy / path).write_text(before, "utf-8")
            print(f"{'killed' if found[name] else 'ALIVE '} {name[:100]}  {found[name][:60]}", flush=True)  # noqa: T201
    return found


def main() -> int:
    """Try mutants, and compare with what was found before."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--before", type=Path)
    given = parser.parse_args()
    found = tried(given.folder, given.count, given.seed, given.tests)
    print(f"{sum(map(bool, found.values()))} of {len(found)} killed")  # noqa: T201
    if given.write:
        given.write.write_text(json.dumps(found, indent=1), "utf-8")
    if given.before is None:
        return 0
    before = json.loads(given.before.read_text("utf-8"))
    lost = [name for name, test in before.items() if test and not found.get(name)]
    print(*(f"no longer killed: {name}" for name in lost), sep="\n")  # noqa: T201
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
