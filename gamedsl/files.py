"""Names and paths of rule files -> Sources; reads beside the rule file and among the bundled games, nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.packages import package_folder
from gamedsl.source import Source

SUFFIX = ".game"
LANGUAGE = r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*"
"""How the code of a language looks: ``de``, ``pt-PT``."""
_MOST_COMMENTS = 1000
_SCENARIOS_OF = re.compile(r'scenarios\b[^"]*?(?:"[^"]*"\s*)?\bof\s+"(?P<base>[^"]+)"')
_KINDS_OF_FILES = (
    (b"PK", mark("a Word, Excel or other packed file")),
    (b"\xd0\xcf\x11\xe0", mark("an old Word or Excel file")),
    (b"{\\rtf", mark("an RTF file")),
    (b"%PDF", mark("a PDF file")),
)
_ENDINGS = {
    ".docx": mark("a Word file"),
    ".odt": mark("a Writer file"),
    ".xlsx": mark("an Excel file"),
    ".ods": mark("a Calc file"),
}
_MOST_BYTES = 8_000_000
_PACKAGES = ("gamedsl.games", "gamedsl.examples")


class UnreadableFileError(OSError):
    """A file that is missing, no regular file, too large or no UTF-8 text; the message names path and cure."""


@attrs.frozen
class FolderFiles:
    """Reads files of the folder of a rule file, then those of the bundled games.

    A name that leaves the folder (absolute, with ``..`` or through a link) is never found: a rule file must not reach
    the rest of the computer it runs on.
    """

    folder: Path

    def read(self, path: str) -> Source | None:
        """Return the file ``path``, written as seen from the rule file with ``/``; None when there is none.

        Raises UnreadableFileError for a file that is there but cannot be read as text.
        """
        for folder in (self.folder, *bundled_folders()):
            found = _inside(folder, path)
            if found is not None:
                return read_source(found)
        return None

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of the translations ``STEM.LANGUAGE.csv`` in the folder, sorted."""
        return _languages(stem, (path.name for path in self.folder.iterdir() if path.is_file()))


@attrs.frozen
class GivenFiles:
    """Reads files from a mapping of path to text, then those of the bundled games."""

    texts: Mapping[str, str]

    def read(self, path: str) -> Source | None:
        """Return the text given for ``path``, or a bundled file of that name; None when there is none."""
        if path in self.texts:
            return Source(path, self.texts[path])
        for folder in bundled_folders():
            found = _inside(folder, path)
            if found is not None:
                return read_source(found)
        return None

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of the translations ``STEM.LANGUAGE.csv`` that are given, sorted."""
        return _languages(stem, self.texts)


@attrs.frozen
class NotedFiles:
    """Answers as ``files`` does, and notes the answers: ``CarriedFiles`` then gives them on another machine."""

    files: FolderFiles
    sources: dict[str, Source | None] = attrs.field(factory=dict)

    def read(self, path: str) -> Source | None:
        """Return the file ``path``; None when there is none."""
        found = self.sources[path] = self.files.read(path)
        return found

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of the translations ``STEM.LANGUAGE.csv``, sorted."""
        return self.files.languages(stem)


@attrs.frozen
class CarriedFiles:
    """Gives the answers that ``NotedFiles`` has noted, under the names that the files had there; no translations."""

    sources: Mapping[str, Source | None]

    def read(self, path: str) -> Source | None:
        """Return the file ``path``; None when there was none."""
        return self.sources[path]

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return no languages: who plays many games reads nothing."""
        del stem
        return ()


def read_source(path: Path) -> Source:
    """Return the text of one file; raise UnreadableFileError when it cannot be read."""
    try:
        if not path.is_file():
            problem = gettext("it is a folder") if path.is_dir() else gettext("there is no such file")
            raise UnreadableFileError(_unreadable(path, problem))
        data = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else None
    except UnreadableFileError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFileError(_unreadable(path, reason)) from error
    if data is None:
        raise UnreadableFileError(
            _unreadable(path, gettext("it has more than {number} MB", number=_MOST_BYTES // 1_000_000))
        )
    other = next((said for magic, said in _KINDS_OF_FILES if data.startswith(magic)), None)
    if other is not None:
        named = gettext(_ENDINGS.get(path.suffix.casefold(), other))
        problem = gettext("this is {what}; save it as plain text (UTF-8)", what=named)
        raise UnreadableFileError(_unreadable(path, problem))
    try:
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        said = gettext("this is not UTF-8 text; save the file as UTF-8")
        raise UnreadableFileError(f"{path}:{line}:{column}: {said}") from error


def _languages(stem: str, names: Iterable[str]) -> tuple[str, ...]:
    pattern = re.compile(rf"{re.escape(stem)}\.(?P<language>{LANGUAGE})\.csv")
    return tuple(sorted(found["language"] for name in names if (found := pattern.fullmatch(name))))


def bundled_folders() -> tuple[Path, ...]:
    """Return the folders of the bundled games, examples and variants."""
    games, examples = (package_folder(package) for package in _PACKAGES)
    return games, examples, examples / "variants"


def bundled_names() -> tuple[str, ...]:
    """Return the names of all bundled rule files without their ending, sorted within games and examples."""
    return tuple(path.stem for folder in bundled_folders() for path in sorted(folder.glob(f"*{SUFFIX}")))


def find_game(game: str | Path) -> Path:
    """Return the path of a rule file: a path, else the name of a bundled file (``mogul`` or ``mogul.game``).

    Raises UnreadableFileError when there is neither.
    """
    path = Path(game)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError) as error:
        said = _unreadable(f"{str(game)[:80]}…", gettext("this is no name of a file"))
        raise UnreadableFileError(said) from error
    if isinstance(game, str) and path.name == game:
        for folder in bundled_folders():
            bundled = folder / (game if game.endswith(SUFFIX) else game + SUFFIX)
            if bundled.is_file():
                return shortened(bundled)
    if path.is_dir():
        raise UnreadableFileError(_unreadable(path, gettext("it is a folder; name a rule file in it")))
    near = did_you_mean(path.stem if path.name == str(game) else "", bundled_names())
    if near:
        raise UnreadableFileError(
            gettext("there is no file and no bundled game `{game}`; did you mean {near}?", game=game, near=near)
        )
    raise UnreadableFileError(gettext("there is no file and no bundled game `{game}`", game=game))


def _unreadable(path: object, problem: str) -> str:
    return gettext("{path} cannot be read: {reason}", path=path, reason=problem)


def scenario_files(game: Path) -> tuple[Path, ...]:
    """Return the files with scenarios ``of`` this rule file that lie beside it, sorted by name."""
    return tuple(path for path in sorted(game.parent.glob(f"*{SUFFIX}")) if path != game and _is_of(path, game.name))


def _is_of(path: Path, game: str) -> bool:
    """Is this a file ``scenarios NAME of "GAME"``?"""
    base = scenario_base(path)
    return base is not None and PurePosixPath(base).name == game


def scenario_base(path: Path) -> str | None:
    """Return what a file ``scenarios NAME of "GAME"`` is of; None for others. Only its first lines are looked at."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            lines = (line.strip() for line in islice(file, _MOST_COMMENTS))
            first = next((line for line in lines if line and not line.startswith("#")), "")
    except (OSError, ValueError):
        return None
    found = _SCENARIOS_OF.match(first)
    return None if found is None else found["base"]


def shortened(path: Path) -> Path:
    """Return the path as seen from the working folder when it lies inside it, else unchanged."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def _inside(folder: Path, path: str) -> Path | None:
    """Return the file ``path`` of ``folder`` when it is there and really lies inside."""
    parts = PurePosixPath(path)
    if not path or parts.is_absolute() or ".." in parts.parts or "\\" in path or "\0" in path or ":" in path:
        return None
    found = folder / parts
    try:
        inside = found.is_file() and found.resolve().is_relative_to(folder.resolve())
    except OSError:
        return None
    return shortened(found) if inside else None
