"""Names and paths of rule files -> Sources; reads beside the rule file and among the bundled games, nowhere else."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.packages import package_folder
from gamedsl.source import Source

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

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
_MOST_HEAD = 200_000
"""So much of a file is read to find out what it is of."""
_OF_TOOLS = frozenset({"node_modules", "__pycache__", "site-packages"})
"""Folders that tools make, with files of other people in them."""
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


def bytes_of(path: Path, most: int) -> bytes:
    """Return what stands in a regular file, of a longer one ``most`` + 1 bytes: the door for every file.

    It is opened without waiting, and asked what it is behind that: a pipe has no end, and a device may give for ever.
    Raises OSError, for what is no regular file without an ``errno``.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(gettext("it is no ordinary file"))
        return file.read(most + 1)


def read_source(path: Path) -> Source:
    """Return the text of one file; raise UnreadableFileError when it cannot be read."""
    try:
        if not path.is_file():
            problem = gettext("it is a folder") if path.is_dir() else gettext("there is no such file")
            raise UnreadableFileError(_unreadable(path, problem))
        data = bytes_of(path, _MOST_BYTES)
    except UnreadableFileError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFileError(_unreadable(path, reason)) from error
    if len(data) > _MOST_BYTES:
        raise UnreadableFileError(
            _unreadable(path, gettext("it has more than {number} MB", number=_MOST_BYTES // 1_000_000))
        )
    return source_of(path, data)


def source_of(path: Path, data: bytes) -> Source:
    """Return the text of bytes that stand under a name; raise UnreadableFileError where they are no UTF-8 text."""
    other = next((said for magic, said in _KINDS_OF_FILES if data.startswith(magic)), None)
    if other is not None:
        named = gettext(_ENDINGS.get(path.suffix.casefold(), other))
        problem = gettext("this is {what}; save it as plain text (UTF-8)", what=named)
        raise UnreadableFileError(_unreadable(path, problem))
    try:
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        if path.suffix.casefold() == ".csv" and (text := _of_spreadsheet(data)) is not None:
            return Source(str(path), text)
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        said = gettext("this is not UTF-8 text; save the file as UTF-8")
        raise UnreadableFileError(f"{path}:{line}:{column}: {said}") from error


_OF_WINDOWS = "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛàâæçéèêëîïôœùûÑñÁÍÓÚáíóúÅåØøÃãÕõ¡¿«»‚„‘’“”…–—•·°²³¼½¾×±€£§©®™\u00a0"
"""Letters and signs of western languages; what else the code of Windows has is mostly a letter of another code."""
_FOREIGN = re.compile(rf"[^\x09\x0a\x0d\x20-\x7e{_OF_WINDOWS}]|[^\W\d_a-zA-Z]{{4}}")


def _of_spreadsheet(data: bytes) -> str | None:
    """Return the text of a table that a spreadsheet of Windows has saved in its own code; None where it is no text."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return None if _FOREIGN.search(text) else text


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
    """Return the files with scenarios ``of`` this rule file that lie beside it, sorted by name.

    What somebody else has laid there is not opened where it leads out of the folder.
    """
    beside = (path for path in sorted(game.parent.glob(f"*{SUFFIX}")) if path != game and is_within(path, game.parent))
    return tuple(path for path in beside if _is_of(path, game.name))


def is_within(path: Path, folder: Path) -> bool:
    """Is this a regular file that really lies in the folder or below it, wherever links lead?"""
    try:
        return path.is_file() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError):
        return False


@attrs.frozen
class Search:
    """What was looked for in a folder: the rule files in it, and those that are links out of it."""

    found: tuple[Path, ...]
    outside: tuple[Path, ...]


def rule_files_in(folder: Path) -> Search:
    """Return the rule files of a folder and those below it, sorted.

    Left out is what nobody wrote there: hidden folders, those of tools (environments of Python, packages of Node.js),
    what git ignores, and what is no regular file.
    """
    found: list[Path] = []
    outside: list[Path] = []
    ignored = Ignored.around(folder)
    for place, below, names in os.walk(folder):
        inside = Path(place)
        ignored.read(inside)
        folders = {name: inside / name for name in below}
        left_out = {name for name, one in folders.items() if _is_of_tools(one) or ignored.holds(one, is_folder=True)}
        below[:] = [name for name in below if name not in left_out]
        for name in names:
            path = inside / name
            if not name.endswith(SUFFIX) or name.startswith(".") or ignored.holds(path) or not path.is_file():
                continue
            (found if is_within(path, folder) else outside).append(path)
    return Search(tuple(sorted(found)), tuple(sorted(outside)))


def _is_of_tools(folder: Path) -> bool:
    return folder.name.startswith(".") or folder.name in _OF_TOOLS or (folder / "pyvenv.cfg").exists()


class Ignored:
    """What the files ``.gitignore`` of a repository leave out, as far as they have been read."""

    def __init__(self) -> None:
        self._specs: dict[Path, GitIgnoreSpec] = {}

    @classmethod
    def around(cls, folder: Path) -> Ignored:
        """Return what is ignored in a folder by those around it, up to that of the repository."""
        made, absolute = cls(), folder.resolve()
        above = [absolute, *absolute.parents]
        top = next((place for place in above if (place / ".git").exists()), None)
        for place in above[1 : above.index(top) + 1] if top is not None else ():
            made.read(place)
        return made

    def read(self, folder: Path) -> None:
        """Take the file of a folder in."""
        path = folder / ".gitignore"
        if is_within(path, folder):
            from pathspec import GitIgnoreSpec  # few folders have one

            with suppress(OSError, ValueError):
                lines = bytes_of(path, _MOST_BYTES).decode("utf-8", "replace").splitlines()
                self._specs[folder.resolve()] = GitIgnoreSpec.from_lines(lines)

    def holds(self, path: Path, *, is_folder: bool = False) -> bool:
        """Is a file, or a folder with all in it, left out? The nearest file that says something of it decides."""
        if not self._specs:
            return False
        absolute = path.parent.resolve() / path.name
        for folder in absolute.parents:
            if folder in self._specs:
                named = absolute.relative_to(folder).as_posix() + ("/" if is_folder else "")
                said = self._specs[folder].check_file(named).include
                if said is not None:
                    return said
        return False


def _is_of(path: Path, game: str) -> bool:
    """Is this a file ``scenarios NAME of "GAME"``?"""
    base = scenario_base(path)
    return base is not None and PurePosixPath(base).name == game


def scenario_base(path: Path) -> str | None:
    """Return what a file ``scenarios NAME of "GAME"`` is of; None for others. Only its first lines are looked at."""
    try:
        text = bytes_of(path, _MOST_HEAD).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return None
    lines = (line.strip() for line in islice(text.splitlines(), _MOST_COMMENTS))
    first = next((line for line in lines if line and not line.startswith("#")), "")
    found = _SCENARIOS_OF.match(first)
    return None if found is None else found["base"]


def shortened(path: Path) -> Path:
    """Return the path as seen from the working folder when it lies inside it, else unchanged."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def leads_out(path: str) -> bool:
    """Does a path, written as seen from a rule file, lead out of its folder, or is it none of such a sort?"""
    parts = PurePosixPath(path)
    return parts.is_absolute() or ".." in parts.parts or any(sign in path for sign in ("\\", "\0", ":"))


def _inside(folder: Path, path: str) -> Path | None:
    """Return the file ``path`` of ``folder`` when it is there and really lies inside."""
    if not path or leads_out(path):
        return None
    found = folder / PurePosixPath(path)
    return shortened(found) if is_within(found, folder) else None
