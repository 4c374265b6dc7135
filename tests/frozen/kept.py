"""A case and what was found in it -> a failure unless that is what was found when it was frozen, by ``freeze.py``

Each file of the folder has sections, and each section cases with what was found. What is found by a test that is run to
freeze goes to a folder instead, from which ``freeze.py`` collects it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from gamedsl.play.engine import Engine
from gamedsl.semantics.core import model
from tests.helpers.suite.nightly import NIGHTLY

FOLDER = Path(__file__).parent
SWITCH = "GAMEDSL_FREEZE_TO"
"""The environment variable with the folder where what is found goes, when that is to be frozen."""
OTHERWISE = """{case} of {section}: {found} is not {expected}, which is frozen in tests/frozen/{file}.json.
Games of this file go otherwise than before, or say something else: their records and saved games are no longer good.
If a rule file or words were changed on purpose, freeze anew: python tests/frozen/freeze.py --anew TEST
(where play itself was wrong, add one to `PLAYING` in `gamedsl/engine/playing.py`). If not, the engine has a fault."""
ANEW = "GAMEDSL_FREEZE_ANEW"
"""The environment variable that is set when nothing counts that is frozen already."""
Frozen = dict[str, dict[str, str]]
LARGEST = "tycoon"
"""What the names of the two largest games and of their variants have in common."""
_Case = TypeVar("_Case")


def freezes() -> bool:
    """Tell whether what is found is to be frozen."""
    return SWITCH in os.environ


def cases(few: int, most: int) -> range:
    """Return the numbers of cases that are tried: few in everyday runs, most by night and where they are frozen."""
    return range(most if NIGHTLY or freezes() else few)


def tried(everyday: Iterable[_Case], every: Iterable[_Case]) -> list[_Case]:
    """Return the cases that are tried: those of everyday runs, or by night and where they are frozen every one."""
    return [*(every if NIGHTLY or freezes() else everyday)]


def without_largest(games: Iterable[_Case]) -> list[_Case]:
    """Return games that are played every day; the largest are for the night where other tests play their programs."""
    return [one for one in games if NIGHTLY or freezes() or LARGEST not in str(one)]


def kernel_engine(
    game: model.CheckedGame,
    seats: int,
    options: Mapping[str, bool | int | str] | None = None,
    scenarios: Sequence[model.CheckedScenario] = (),
) -> Engine:
    """Return the engine of a set-up with what only kernel engines can be asked."""
    return Engine(game, seats, options, scenarios)


@cache
def read(file: str) -> Frozen:
    """Return what is frozen in a file."""
    path = FOLDER / f"{file}.json"
    found: Frozen = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def before(file: str, section: str, case: str) -> str | None:
    """Return what is frozen of a case; None when nothing is, or that does not count."""
    return None if ANEW in os.environ else read(file).get(section, {}).get(case)


def held(file: str, section: str, case: str, found: str) -> None:
    """Fail where something else is found than when it was frozen."""
    if freezes():
        with (Path(os.environ[SWITCH]) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps([file, section, case, found]) + "\n")
        return
    expected = read(file).get(section, {}).get(case, "nothing")
    if expected != found:
        pytest.fail(OTHERWISE.format(file=file, section=section, case=case, found=found, expected=expected))
