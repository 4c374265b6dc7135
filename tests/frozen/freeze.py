"""Tests by their paths -> what they find, written into the files of this folder: ``python tests/frozen/freeze.py``

What is frozen already stays: where something else is found that is told, and nothing of it is written, unless
``--anew`` is given. Words besides go to pytest, as in ``freeze.py --anew tests/frozen -k mogul``; without any, all
tests that hold to frozen results are run, and with ``--anew`` cases that no test has any more are left out.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.frozen.kept import ANEW, FOLDER, SWITCH, Frozen, read

ALL = ("tests/frozen", "tests/kernel")


def collected(folder: Path) -> dict[str, Frozen]:
    """Return what tests have found, by file, section and case."""
    files: dict[str, Frozen] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            file, section, case, found = json.loads(line)
            files.setdefault(file, {}).setdefault(section, {})[case] = found
    return files


def merged(file: str, found: Frozen, anew: bool, whole: bool) -> int:
    """Write what was found into a file; return how much of it is otherwise."""
    known, otherwise = read(file), 0
    new: Frozen = {} if anew and whole else {section: dict(inside) for section, inside in known.items()}
    for section, inside in found.items():
        for case, value in inside.items():
            before = known.get(section, {}).get(case, value)
            if before != value:
                otherwise += 1
                print(f"{file}, {section}, {case}: {before} is now {value}")
            new.setdefault(section, {})[case] = value if anew else before
    text = json.dumps(new, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    (FOLDER / f"{file}.json").write_text(text, encoding="utf-8")
    return otherwise


def main(words: list[str]) -> int:
    """Run tests and write what they find; return how the process ends."""
    anew = "--anew" in words
    given = [one for one in words if one != "--anew"]
    with TemporaryDirectory() as folder:
        os.environ[SWITCH] = folder
        if anew:
            os.environ[ANEW] = "yes"
        failed = pytest.main(["-q", *(given or ALL)])
        found = collected(Path(folder))
    otherwise = sum(merged(file, inside, anew, not given and not failed) for file, inside in found.items())
    if otherwise and not anew:
        print(f"{otherwise} are otherwise and stay as they were; --anew writes them, too. Recorded games change then.")
    return int(failed) or int(bool(otherwise) and not anew)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
