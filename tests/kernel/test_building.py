"""C files become libraries: kept, found again, and whatever is wrong with compiler or cache is said or mended."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from gamedsl.kernel.native import building, compilers, compiling
from gamedsl.kernel.native.building import library
from gamedsl.kernel.native.compiling import NotBuiltError

HAS_COMPILER = next(compilers.compilers(), None) is not None
TEXT = "int answer(void) { return 42; }\n"
IN_PARTS = """
#ifndef PART
int answer(void) { return 41; }
#elif PART == 1
int half(void);
int answer(void) { return 2 * half(); }
#else
int half(void) { return 21; }
#endif
"""
ENDLESS = "sleep 1000 & echo $! >> {folder}/children; wait"

pytestmark = pytest.mark.skipif(not HAS_COMPILER, reason="there is no compiler")


@pytest.fixture(autouse=True)
def _home(own_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))


def kept(tmp_path: Path) -> list[Path]:
    """Return the libraries that are kept; nothing else may lie beside them."""
    found = sorted((tmp_path / "native").iterdir())
    assert all(one.suffix == ".so" for one in found)
    return found


def script(path: Path, text: str) -> str:
    """Write a program that takes the place of a compiler."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def only(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Let there be one compiler."""
    monkeypatch.setenv("CC", command)
    monkeypatch.setattr(compilers, "NAMES", ())
    monkeypatch.setattr(compilers, "version", missing)


def missing(name: str) -> str:
    """Know no package."""
    raise PackageNotFoundError(name)


def test_is_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The second time nothing is compiled, and the folder is nobody else's."""
    assert 42 == library(TEXT).answer()
    assert 1 == len(kept(tmp_path))
    assert 0o700 == stat.S_IMODE((tmp_path / "native").stat().st_mode)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert 42 == library(TEXT).answer()


def test_another_text_is_another_library(tmp_path: Path) -> None:
    """What differs in anything is compiled for itself."""
    assert (42, 43) == (library(TEXT).answer(), library(TEXT.replace("42", "43")).answer())
    assert 2 == len(kept(tmp_path))


def test_very_long_files_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compilers take minutes for them, so none is asked, and it is said why."""
    monkeypatch.setattr(building, "compilers", lambda: pytest.fail("a compiler is asked for"))
    monkeypatch.setattr(building, "LONGEST", 20)
    with pytest.raises(NotBuiltError, match="21 characters of C are more than the 20 that are compiled"):
        library("int x;".ljust(21))


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a compiler one sentence says what would help."""
    only(monkeypatch, "")
    with pytest.raises(NotBuiltError, match=r"no C compiler was found \(gcc, clang, or `pip install gamedsl\[native\]"):
        library(TEXT)


def test_compiler_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its own words say what failed."""
    only(monkeypatch, script(tmp_path / "broken", "echo 'fatal error: no licence today' >&2; exit 1"))
    with pytest.raises(NotBuiltError, match="broken` failed: fatal error: no licence today"):
        library(TEXT)
    assert [] == kept(tmp_path)


def test_compiler_that_says_nothing_and_makes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Success without a library is none."""
    only(monkeypatch, script(tmp_path / "lazy", "exit 0"))
    with pytest.raises(NotBuiltError, match="lazy` failed: it says nothing"):
        library(TEXT)


def test_the_next_compiler_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A compiler that fails does not stand in the way of another one."""
    monkeypatch.setenv("CC", script(tmp_path / "broken", "exit 1"))
    assert 42 == library(TEXT).answer()


@pytest.mark.parametrize("processors", [1, 2])
def test_a_long_file_is_compiled_in_parts_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, processors: int
) -> None:
    """As many compilers as there are parts make one library, where there is more than one processor."""
    in_parts(monkeypatch, processors)
    assert {1: 41, 2: 42}[processors] == library(IN_PARTS).answer()
    assert 1 == len(kept(tmp_path))
    monkeypatch.setattr(subprocess, "Popen", None)
    assert {1: 41, 2: 42}[processors] == library(IN_PARTS).answer()


def in_parts(monkeypatch: pytest.MonkeyPatch, processors: int = 2) -> None:
    """Let every file be long enough to be compiled in parts, by so many processors."""
    monkeypatch.setattr(compiling, "LONG", 0)
    monkeypatch.setattr(compiling, "processors", lambda: processors)


@pytest.mark.parametrize("part", [1, 2])
def test_part_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: int) -> None:
    """When one part fails the other one is stopped, and it is said why."""
    in_parts(monkeypatch)
    fails = f"while [ ! -s {tmp_path}/children ]; do sleep 0.01; done; echo 'error: no part' >&2; exit 1"
    text = f'case "$*" in *PART={part}*) {fails};; *) {ENDLESS.format(folder=tmp_path)};; esac'
    only(monkeypatch, script(tmp_path / "broken", text))
    with pytest.raises(NotBuiltError, match="broken` failed: error: no part"):
        library(IN_PARTS)
    assert is_stopped(tmp_path, 1)


def test_parts_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the parts make no library it is said why."""
    in_parts(monkeypatch)
    with pytest.raises(NotBuiltError, match="failed: "):
        library(TEXT)


@pytest.mark.parametrize("parts", [1, 2])
def test_compiler_that_hangs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, parts: int) -> None:
    """It is given up, and nothing that it has started goes on."""
    only(monkeypatch, script(tmp_path / "endless", ENDLESS.format(folder=tmp_path)))
    in_parts(monkeypatch, parts)
    with pytest.raises(NotBuiltError, match=r"endless` was given up after 0\.3 seconds$"):
        library(TEXT, patience=0.3)
    assert is_stopped(tmp_path, parts)


def test_compiler_that_hung_rests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is not tried again for an hour, unless somebody has more patience."""
    only(monkeypatch, script(tmp_path / "endless", ENDLESS.format(folder=tmp_path)))
    with pytest.raises(NotBuiltError, match=r"after 0\.2 seconds$"):
        library(TEXT, patience=0.2)
    with pytest.raises(NotBuiltError, match=r"after 0\.2 seconds within the last hour$"):
        library(TEXT, patience=0.1)
    with pytest.raises(NotBuiltError, match=r"after 0\.3 seconds$"):
        library(TEXT, patience=0.3)
    monkeypatch.setattr(building, "time", lambda: time.time() + 4000)
    with pytest.raises(NotBuiltError, match=r"after 0\.1 seconds$"):
        library(TEXT, patience=0.1)
    assert 3 == len(children(tmp_path))


@pytest.mark.parametrize("parts", [1, 2])
def test_a_compiler_is_ended_when_nobody_wants_it_any_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, parts: int
) -> None:
    """While it runs it is asked again and again, and what that raises goes through."""
    only(monkeypatch, script(tmp_path / "endless", ENDLESS.format(folder=tmp_path)))
    in_parts(monkeypatch, parts)

    def hear() -> None:
        if len(children(tmp_path)) == parts:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library(TEXT, hear)
    assert is_stopped(tmp_path, parts)


def children(folder: Path) -> list[int]:
    """Return what compilers have started so far."""
    path = folder / "children"
    return [int(one) for one in path.read_text().split("\n")[:-1]] if path.exists() else []


def is_stopped(folder: Path, many: int) -> bool:
    """Tell whether what compilers have started, so many, comes to an end soon."""
    assert many == len(children(folder))
    for _ in range(100):
        if not any(is_running(one) for one in children(folder)):
            return True
        time.sleep(0.05)
    return False


def is_running(process: int) -> bool:
    """Tell whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_compiler_that_makes_rubbish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What cannot be loaded is said, and is not taken from the cache the next time."""
    only(monkeypatch, script(tmp_path / "odd", 'while [ "$1" != -o ]; do shift; done; echo rubbish > "$2"'))
    for _ in range(2):
        with pytest.raises(NotBuiltError, match="odd` has made cannot be loaded"):
            library(TEXT)


def test_compiler_that_makes_something_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A library that can be loaded, and is not of the text that was given, is none."""
    (tmp_path / "other.c").write_text(TEXT)
    cc = next(compilers.compilers()).command[0]
    other = f'while [ "$1" != -o ]; do shift; done; {cc} -shared -o "$2" {tmp_path}/other.c'
    only(monkeypatch, script(tmp_path / "odd", other))
    for _ in range(2):
        with pytest.raises(NotBuiltError, match="odd` has made cannot be loaded: it is not made of"):
            library(TEXT)


def test_libraries_that_were_exchanged(tmp_path: Path) -> None:
    """One that has the name of another one is not taken for it."""
    library(TEXT)
    (first,) = kept(tmp_path)
    library(TEXT.replace("42", "17"))
    (second,) = {*kept(tmp_path)} - {first}
    content = second.read_bytes()
    first.unlink()
    first.with_name(f"{first.stem.split('-')[0]}-{second.stem.split('-')[1]}.so").write_bytes(content)
    assert 42 == library(TEXT).answer()
    assert sorted([first, second]) == kept(tmp_path)


@pytest.mark.parametrize("damage", [b"", b"rubbish"])
def test_damaged_library(tmp_path: Path, damage: bytes) -> None:
    """What was changed in the cache is compiled anew."""
    assert 42 == library(TEXT).answer()
    (path,) = kept(tmp_path)
    path.unlink()  # a library that is loaded must not change under its program
    path.write_bytes(damage)
    assert 42 == library(TEXT).answer()
    assert kept(tmp_path)[0].read_bytes() != damage


def test_library_for_another_machine(tmp_path: Path) -> None:
    """A whole file that cannot be loaded here makes place for one that can."""
    assert 42 == library(TEXT).answer()
    (path,) = kept(tmp_path)
    foreign = tmp_path / "foreign.so"
    foreign.write_bytes(b"\x7fELF of another machine")
    path.unlink()
    foreign.replace(path.with_name(f"{path.name.split('-')[0]}-{building._hash(foreign)}.so"))
    assert 42 == library(TEXT).answer()
    assert [path] == kept(tmp_path)


def test_foreign_library_is_not_loaded(tmp_path: Path) -> None:
    """A file into which others may write is nobody's."""
    library(TEXT)
    (path,) = kept(tmp_path)
    path.chmod(0o666)
    assert building._kept(tmp_path / "native", path.name.split("-")[0]) is None


def test_folder_of_everybody_is_not_used(tmp_path: Path) -> None:
    """Where others may write, nothing is kept and nothing is loaded."""
    (tmp_path / "native").mkdir()
    (tmp_path / "native").chmod(0o777)
    assert 42 == library(TEXT).answer()
    assert [] == kept(tmp_path)


def test_no_folder_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache everything works, each time anew."""
    monkeypatch.setenv("GAMEDSL_HOME", os.devnull)
    assert 42 == library(TEXT).answer()


def test_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cache that has no room costs only the time to compile, and nothing half is left in it."""

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert 42 == library(TEXT).answer()
    assert [] == kept(tmp_path)


def test_no_room_to_compile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a folder for what is made on the way, a sentence says so."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(NotBuiltError, match="no folder to compile in: No such file or directory"):
        library(TEXT)


def test_two_at_once(tmp_path: Path) -> None:
    """Programs that compile the same at once all get it, and one library is kept of each hash."""
    code = f"from gamedsl.kernel.native.building import library; print(library({TEXT!r}).answer())"
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert ["42\n"] * 3 == [one.communicate()[0] for one in running]
    assert kept(tmp_path)


def test_old_ones_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of too many libraries those go that were used longest ago."""
    monkeypatch.setattr(building, "MOST", 2)
    for number in (0, 1, 0, 2):
        library(TEXT.replace("42", str(number)))
        for path in kept(tmp_path):
            os.utime(path, (path.stat().st_mtime - 100, path.stat().st_mtime - 100))
    assert 2 == len(kept(tmp_path))
    monkeypatch.setattr(subprocess, "Popen", None)
    assert [0, 2] == [library(TEXT.replace("42", str(number))).answer() for number in (0, 2)]


def test_what_is_no_command_is_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quotation mark too few in CC: the others are tried."""
    monkeypatch.setenv("CC", '"gcc')
    found = [one.name for one in compilers.compilers()]
    monkeypatch.delenv("CC")
    assert [one.name for one in compilers.compilers()] == found
