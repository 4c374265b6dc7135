"""Pages of the catalogue (one Markdown file for each code, beside this module) -> typed entries, read when asked for.

A page has a header of ``key: value`` lines between two lines ``---`` (``name severity title message`` and perhaps
``help``), then the sections ``## Why``, ``## Bad`` and ``## Good``. The last two hold fenced blocks: ``game``,
``variant`` or ``scenarios`` is the file to check; ``game PATH`` and ``csv PATH`` are files beside it; ``moves`` are
decisions to play, one on a line (``A: take``, or ``3 x A: take`` for three).
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import cast, get_args

import attrs

from gamedsl.diagnostics.diagnostic import Severity
from gamedsl.packages import package_folder

_FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (Why|Bad|Good)$", re.MULTILINE)
_REQUIRED_KEYS = frozenset({"name", "severity", "title", "message"})
_MAIN_BLOCKS = frozenset({"game", "variant", "scenarios"})
MAIN_PATH = "game.game"
"""Path of the file that an example is about."""


class CatalogueError(Exception):
    """A code, a page or a placeholder is wrong: a mistake in the program, never in a rule file."""


@attrs.frozen
class Template:
    """Text with ``{placeholders}``; ``{{`` and ``}}`` are braces."""

    text: str

    @property
    def placeholders(self) -> tuple[str, ...]:
        """Names of the placeholders in order of appearance, each once."""
        return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(self.text) if name is not None))

    def fill(self, values: dict[str, str | int]) -> str:
        """Return the text with every placeholder replaced; raise KeyError for one without a value."""
        return self.text.format_map(values)


@attrs.frozen
class Example:
    """One example of a page: the ``text`` to check, the ``files`` beside it (path -> text), the ``moves`` to play.

    ``text`` is empty for the few examples that are too long, or no text at all, and so are only described.
    """

    text: str
    files: dict[str, str]
    moves: tuple[str, ...]
    markdown: str


@attrs.frozen
class Entry:
    """One code with everything that people can read about it."""

    code: str
    name: str
    severity: Severity
    title: str
    message: Template
    help: Template | None
    why: str
    bad: Example
    good: Example


def codes() -> tuple[str, ...]:
    """Return all codes, sorted by area in the order of the alphabet, then by number."""
    return tuple(sorted(page.stem for page in package_folder(__name__).glob("*.md")))


@cache
def entry(code: str) -> Entry:
    """Return the entry of ``code``, for example ``GDNAM01``; raise CatalogueError for a code without a page."""
    page = package_folder(__name__) / f"{code}.md"
    if not re.fullmatch(r"GD[A-Z]{3}\d\d", code) or not page.is_file():
        raise CatalogueError(f"there is no page for the code {code!r}")
    return parse_page(code, page.read_text(encoding="utf-8"))


def find(word: str) -> Entry | None:
    """Return the entry with this code or readable name; case, and the ``GD`` of a code, do not matter."""
    wanted = word.casefold()
    for code in codes():
        if wanted in (code.casefold(), code.removeprefix("GD").casefold()) or wanted == entry(code).name:
            return entry(code)
    return None


def parse_page(code: str, text: str) -> Entry:
    """Read one page; raise CatalogueError when a key or a section is missing or unknown."""
    head, body = _split_header(code, text)
    sections = _sections(code, body)
    severity = head["severity"]
    if severity not in get_args(Severity):
        raise CatalogueError(f"{code}: severity {severity!r} is not known")
    return Entry(
        code=code,
        name=head["name"],
        severity=cast(Severity, severity),
        title=head["title"],
        message=Template(head["message"]),
        help=Template(head["help"]) if "help" in head else None,
        why=sections["Why"],
        bad=_example(code, sections["Bad"]),
        good=_example(code, sections["Good"]),
    )


def _split_header(code: str, text: str) -> tuple[dict[str, str], str]:
    """Cut a page into the keys of its header and its body."""
    parts = text.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise CatalogueError(f"{code}: the page has no header between two lines ---")
    head: dict[str, str] = {}
    for line in parts[1].splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key in head:
            raise CatalogueError(f"{code}: cannot read the header line {line!r}")
        head[key] = value.strip()
    if not _REQUIRED_KEYS <= set(head) <= _REQUIRED_KEYS | {"help"}:
        raise CatalogueError(f"{code}: the header has the keys {', '.join(head)}")
    return head, parts[2]


def _sections(code: str, body: str) -> dict[str, str]:
    """Cut a body at its headings."""
    parts = _SECTION.split(body)
    names = parts[1::2]
    if names != ["Why", "Bad", "Good"]:
        raise CatalogueError(f"{code}: the sections are {names}, wanted are Why, Bad, Good")
    return {name: text.strip() for name, text in zip(names, parts[2::2], strict=True)}


def _repeated(line: str) -> list[str]:
    """Return the moves of one line."""
    count, times, move = line.partition(" x ")
    return [move] * int(count) if times and count.isdigit() else [line]


def _example(code: str, markdown: str) -> Example:
    """Gather the fenced blocks of a section."""
    main: list[str] = []
    beside: dict[str, str] = {}
    moves: list[str] = []
    for block in _FENCE.finditer(markdown):
        kind, _, path = block["info"].partition(" ")
        if kind == "moves" and not path:
            moves += [move for line in block["text"].splitlines() for move in _repeated(line.strip())]
        elif kind in {"game", "csv"} and path:
            beside[path] = block["text"]
        elif kind in _MAIN_BLOCKS and not path:
            main.append(block["text"])
        else:
            raise CatalogueError(f"{code}: the block {block['info']!r} is not known")
    if len(main) > 1 or not markdown or (beside and not main):
        raise CatalogueError(f"{code}: an example needs one file to check, it has {len(main)}")
    return Example("".join(main), beside, tuple(moves), markdown)
