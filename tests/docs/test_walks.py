"""The walks of docs/contributing.md, made in a copy by its lists: whole with them, and no file can be left out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from compileall import compile_dir
from contextlib import closing, contextmanager
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

from tests.helpers.suite.forked_runs import Runs
from tests.helpers.suite.guide_changes import ROOT, WALKS, Edit, Walk
from tests.helpers.suite.nightly import NIGHTLY

GUIDE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
COPIED = ("gamedsl", "cli", "grammar", "games", "examples", "tests", "docs")
INSIDE = ("cli", "grammar", "games", "examples")
"""Folders that are parts of the package when it is installed."""
WITHOUT = [(name, path) for name, walk in WALKS.items() for path in walk.paths()]
TRIED = WITHOUT if NIGHTLY else []
"""What is left out: walks are made by night; every day it is only looked at where they begin."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which the package is found as if it were installed there."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in INSIDE:
        (folder / "gamedsl" / name).symlink_to(folder / name, target_is_directory=True)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    # what is not edited need not be compiled for each run; bytecode by hash is never that of an edited text
    for name, levels in (("gamedsl", 9), ("cli", 9), ("tests", 9)):
        assert compile_dir(folder / name, levels, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return folder


@contextmanager
def changed(folder: Path, walk: Walk, left_out: str) -> Iterator[None]:
    """Make a change but in one file, and take it back; the places that its edits stand behind must be there."""
    edits = [*walk.edits, *([walk.proof] if walk.proof and not left_out else [])]
    paths = [folder / path for path in dict.fromkeys([*(edit.path for edit in edits), *walk.made])]
    before = {path: path.read_bytes() if path.exists() else None for path in paths}
    try:
        for edit in edits:
            if edit.path != left_out:
                make(folder, edit)
        if walk.script:  # a program that cannot even be read fails in the tests as well
            environment = {**os.environ, "PYTHONPATH": str(folder)}
            subprocess.run([sys.executable, walk.script], cwd=folder, env=environment, capture_output=True, check=False)
        if left_out in walk.made:
            put_back(folder / left_out, before[folder / left_out])
        yield
    finally:
        for path, content in before.items():
            put_back(path, content)


def make(folder: Path, edit: Edit) -> None:
    """Write an edit into its file."""
    path = folder / edit.path
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert edit.behind in text, f"{edit.path} has no {edit.behind!r}"
    place = text.index(edit.behind) + len(edit.behind) if edit.behind else len(text)
    path.write_text(text[:place] + edit.text + text[place:], encoding="utf-8")


def put_back(path: Path, content: bytes | None) -> None:
    """Let a file be as it was, or not be there."""
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)


@pytest.fixture(scope="module")
def runs(copy: Path) -> Iterator[Runs]:
    """Runs of tests in the copy."""
    with closing(Runs(copy)) as runs:
        yield runs


def outcome(folder: Path, runs: Runs, walk: Walk, left_out: str = "") -> tuple[int, str]:
    """Run the tests of a walk in the copy up to the first failure; return the exit code and what was printed."""
    proof = () if left_out or walk.proof is None else (walk.proof.path,)
    with changed(folder, walk, left_out):
        return runs.run((*walk.tests, *proof))


@pytest.mark.parametrize("name", WALKS)
def test_every_edit_has_its_place(name: str) -> None:
    """What an edit stands behind is there, in the files as they are or in what an edit before it has written."""
    texts: dict[str, str] = {}
    for edit in WALKS[name].edits:
        path = ROOT / edit.path
        text = texts.get(edit.path, path.read_text(encoding="utf-8") if path.exists() else "")
        assert edit.behind in text, f"{edit.path} has no {edit.behind!r}"
        texts[edit.path] = text + edit.text


@pytest.mark.parametrize("name", WALKS if NIGHTLY else [])
def test_a_change_by_the_guide_is_whole(name: str, copy: Path, runs: Runs) -> None:
    """With every file of the list the tests that would miss one pass."""
    code, printed = outcome(copy, runs, WALKS[name])

    assert 0 == code, printed


@pytest.mark.parametrize(("name", "left_out"), TRIED, ids=[f"{name} without {path}" for name, path in TRIED])
def test_a_file_left_out_fails_a_test(name: str, left_out: str, copy: Path, runs: Runs) -> None:
    """Forgetting any file of the list is told: a test fails, or the program cannot even be read."""
    code, printed = outcome(copy, runs, WALKS[name], left_out)

    assert code in (1, 2, 4), printed


@pytest.mark.parametrize(("name", "path"), WITHOUT, ids=[f"{name}: {path}" for name, path in WITHOUT])
def test_the_guide_names_every_file(name: str, path: str) -> None:
    """The section on a change names each file that it touches, by its path or the form of its path."""
    _, _, section = GUIDE.partition(f"\n## Adding a {name}")
    section = section.partition("\n## ")[0]
    shown = re.sub(r"/GD[A-Z]{3}\d\d\.md$", "/GDXXXnn.md", path).replace("called_debug", "NAME")

    assert re.sub("/locale/(de|fr)/", "/locale/{de,fr}/", shown) in section


@pytest.mark.parametrize(("name", "most"), [("step", 14), ("built-in", 6)])
def test_a_change_touches_few_files_of_the_program(name: str, most: int) -> None:
    """A step that the log tells, with its translations; tests and documents do not count."""
    paths = WALKS[name].paths()

    assert most >= len([path for path in paths if path.startswith(("gamedsl/", "grammar/"))])
