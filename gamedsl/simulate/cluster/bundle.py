"""Simulations -> a text of JSON with all that another machine needs to play them: rules, tables, bases, settings

There are only texts and numbers in it. Players from Python go along by name alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from gamedsl.api import checked_game
from gamedsl.files import CarriedFiles, FolderFiles, NotedFiles, find_game, read_source
from gamedsl.game import Game
from gamedsl.packages import package_folder
from gamedsl.simulate.play.processes import RulesChangedError
from gamedsl.simulate.play.results_file import hashes
from gamedsl.simulate.play.settings import Settings, program
from gamedsl.source import Source

_OUTSIDE = frozenset({"__pycache__", "cli", "games", "examples"})
"""Folders of the package that no worker needs: rules travel in the bundle."""


class OtherProgramError(ValueError):
    """A worker with another gamedsl: its games might go another way."""


@attrs.frozen
class Carried:
    """One simulation on the machine where it is played; ``many``: about how many of its games a worker will play."""

    game: Game
    settings: Settings
    many: int


def bundle_of(
    games: Sequence[Game], settings: Sequence[Settings], many: Sequence[int], is_stored: bool, held: int
) -> str:
    """Return simulations as JSON; ``many``, ``is_stored`` and ``held`` as in ``Carried`` and ``Job``.

    Raises RulesChangedError when a rule file is not what was loaded before.
    """
    every = zip(games, settings, many, strict=True)
    return json.dumps(
        {
            "program": program(),
            "files": program_hash(),
            "is_stored": is_stored,
            "held": held,
            "simulations": [
                {"rules": _rules(game, one), "settings": one.to_data() | {"engine": one.engine}, "many": own}
                for game, one, own in every
            ],
        }
    )


def check_program(bundle: dict[str, Any]) -> None:
    """Raise OtherProgramError when a bundle was made by another gamedsl than this one."""
    if bundle["program"] != program():
        raise OtherProgramError(f"a worker has gamedsl {program()}, here it is {bundle['program']}")
    if bundle["files"] != program_hash():
        raise OtherProgramError(
            f"a worker has another gamedsl {program()} than there is here: install the same on both"
        )


def carried(bundle: dict[str, Any]) -> list[Carried]:
    """Return the simulations of a bundle; raise OtherProgramError when another gamedsl has made it."""
    check_program(bundle)
    return [
        Carried(
            _game(one["rules"]),
            Settings(**one["settings"] | {"seats": tuple(one["settings"]["seats"])}),
            one["many"],
        )
        for one in bundle["simulations"]
    ]


def _rules(game: Game, settings: Settings) -> dict[str, Any]:
    """Return the rule file of a game with all files that it names, each under the name that messages have for it."""
    changed = RulesChangedError(f"{settings.game} was changed while the simulation began; start it again")
    try:
        path = find_game(settings.game)
        source, files = read_source(path), NotedFiles(FolderFiles(path.parent))
        found = checked_game(source, files)
    except (OSError, ValueError) as error:
        raise changed from error
    if hashes(found) != hashes(game):
        raise changed
    told = {name: None if one is None else [one.path, one.text] for name, one in files.sources.items()}
    return {"path": source.path, "text": source.text, "files": told}


def _game(rules: dict[str, Any]) -> Game:
    files = {name: None if one is None else Source(*one) for name, one in rules["files"].items()}
    return checked_game(Source(rules["path"], rules["text"]), CarriedFiles(files))


# ---------------------------------------------------------------- the program


@cache
def program_hash() -> str:
    """Return a hash of all that plays games: of two with the same version it tells whether they are the same."""
    found = sha256()
    for folder in (package_folder("gamedsl"), package_folder("gamedsl.grammar")):
        for path in sorted(_files(folder), key=lambda path: path.relative_to(folder).as_posix()):
            data = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{path.relative_to(folder).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in _OUTSIDE:
                yield from _files(path)
        elif path.suffix in (".py", ".lark"):
            yield path
