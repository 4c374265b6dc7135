"""Markdown pages in, the rule files and outputs shown in them out.

Fenced blocks by the words behind the fence:

- ``game``, ``variant``, ``scenarios``: a whole file; a game is also the file ``name.game`` for later blocks of its page
- ``csv PATH``: a file beside the rule files of its page
- ``game-part``: sections that are added to the game Harbour of docs/language.md
- ``game-step``: sections that replace those of the same name in the game the page is building up
- ``game-wrong``: the same, but with mistakes and only for the moment; the block ``findings`` behind it is the output
- ``recipe``: sections that are added to the game in the next block ``frame`` of the page
- ``slip``: lines of the recipe above that are written otherwise, ``-`` and ``+``; ``findings`` behind it are the output
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group
from gamedsl.diagnostics.catalogue import codes, entry
from gamedsl.diagnostics.text import render_text
from gamedsl.simulate.figures.metric_rows import METRICS
from gamedsl.simulate.figures.row import LeftOut, Row

ROOT = Path(__file__).parents[3]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SECTIONS = (
    *("game", "about", "options", "types", "components", "table", "terms", "setup", "phases", "actions", "rules"),
    *("triggers", "modifiers", "scoring", "hints", "metrics", "end", "scenarios", "display"),
)
_FENCE = re.compile(r"^```(?P<info>[a-z][^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Block:
    """One fenced block: its kind, the path of a file, its text, and where it stands."""

    kind: str
    path: str
    text: str
    page: Path
    line: int

    @property
    def name(self) -> str:
        """How tests call the block."""
        return f"{self.page.name}:{self.line}"


@attrs.frozen
class Shown:
    """A rule file shown in a page: its whole text, the files beside it, and the findings that are shown with it."""

    kind: str
    text: str
    files: dict[str, str]
    name: str
    findings: Block | None = None

    @property
    def path(self) -> str:
        """The path that the page gives to the file."""
        return f"{self.text.split()[1].lower()}.game"

    def output(self) -> str:
        """Return what the program finds: mistakes of the file, else those of its scenarios."""
        found = gamedsl.check_text(self.text, path=self.path, files=self.files)
        if not found:
            results = gamedsl.loads(self.text, path=self.path, files=self.files).test()
            found = [finding for result in results for finding in result.diagnostics]
        return render_text(found)


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for block in _FENCE.finditer(text):
        kind, _, path = block["info"].partition(" ")
        found.append(Block(kind, path, block["text"], page, text.count("\n", 0, block.start()) + 1))
    return found


def shown_files(page: Path) -> Iterator[Shown]:
    """Walk the rule files of a page."""
    files: dict[str, str] = {}
    growing: list[str] = []
    found = blocks(page)
    for place, block in enumerate(found):
        match block.kind:
            case "csv":
                files[block.path] = block.text
            case "game" | "variant" | "scenarios":
                yield Shown(block.kind, block.text, dict(files), block.name)
                files[f"{block.text.split()[1].lower()}.game"] = block.text
                growing = cut(block.text) if block.kind == "game" else growing
            case "game-part":
                yield Shown(block.kind, f"{harbour()}\n{block.text}", dict(files), block.name)
            case "recipe" | "slip":
                recipe = next(other for other in reversed(found[: place + 1]) if other.kind == "recipe")
                frame = next(other for other in found[place:] if other.kind == "frame")
                findings = found[place + 1] if block.kind == "slip" else None
                passage = recipe.text if findings is None else slipped(recipe.text, block.text)
                yield Shown(block.kind, f"{frame.text}\n{passage}", dict(files), block.name, findings)
            case "game-step" | "game-wrong":
                laid = laid_over(growing, cut(block.text))
                behind = found[place + 1] if place + 1 < len(found) else None
                findings = behind if behind is not None and behind.kind == "findings" else None
                yield Shown(block.kind, "\n".join(laid), dict(files), block.name, findings)
                if block.kind == "game-step":
                    growing = laid
                    files[f"{growing[0].split()[1].lower()}.game"] = "\n".join(growing)


def slipped(passage: str, slip: str) -> str:
    """Return a passage with the slip made in it: the lines with ``-``, there just once, become those with ``+``."""
    old, new = ("".join(line[1:] for line in slip.splitlines(keepends=True) if line[0] == sign) for sign in ("-", "+"))
    if passage.count(old) != 1 or not old:
        raise ValueError(f"stands {passage.count(old)} times in the recipe: {old!r}")
    return passage.replace(old, new)


def cut(text: str) -> list[str]:
    """Cut a rule file at its sections; comments above the first one belong to it."""
    lines = text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.split(" ")[0].strip() in SECTIONS]
    starts[0] = 0
    ends = [*starts[1:], len(lines)]
    return ["".join(lines[start:end]).rstrip("\n") + "\n" for start, end in zip(starts, ends, strict=True)]


def laid_over(sections: list[str], new: list[str]) -> list[str]:
    """Replace the sections of the same first word; others go where sections are usually written."""
    result = {_word(section): section for section in sections}
    for section in new:
        result[_word(section)] = section
    return [result[word] for word in SECTIONS if word in result]


def _word(section: str) -> str:
    lines = (line for line in section.splitlines() if line and not line.startswith("#"))
    return next(lines).split(" ")[0]


def harbour() -> str:
    """Return the game in which the parts shown in the reference stand."""
    page = ROOT / "docs" / "language.md"
    return next(block.text for block in blocks(page) if block.text.startswith("game Harbour"))


def mistyped(readme: str) -> str:
    """Return what ``gamedsl check`` says about the game of README.md with two names mistyped."""
    sample = next(block["text"] for block in _FENCE.finditer(readme) if block["info"] == "game")
    wrong = sample.replace("play: take", "play: take or wait").replace("min(3, quay)", "min(3, qay)")
    found = gamedsl.check_text(wrong, path="crates.game")
    return f"{render_text(found)}\n1 file checked: {len(found)} errors and 0 warnings\n"


def moment() -> str:
    """Return the screen of a game of Mogul that README.md shows, from a typed bid to the next question."""
    with TemporaryDirectory() as home:
        told = CliRunner(env={"GAMEDSL_HOME": home, "COLUMNS": "80", "LANG": "C.UTF-8"}).invoke(
            group, ["play", "mogul", "--seed", "7", "--seat", "1=human"], input="p\nbid\nq\ny\n"
        )
    shown = told.stdout[told.stdout.index("A> bid") : told.stdout.rindex(" q\n")]
    return "".join(f"{line.rstrip()}\n" for line in shown.splitlines())


AREAS = {
    "SYN": "How it is written",
    "NAM": "Names",
    "TYP": "What fits where",
    "RNG": "Numbers and ranges",
    "KNO": "Who knows what",
    "TIE": "Ties",
    "FLO": "The course of the game",
    "DAT": "Tables and files",
    "SCN": "Scenarios",
    "VAR": "Variants",
    "ACC": "Accepted warnings",
    "LIM": "Too large",
    "RUN": "In play",
    "FIL": "Files",
    "INT": "The program itself",
}


def messages_page() -> str:
    """Return docs/messages.md as made from the catalogue."""
    lines = [
        "# Messages",
        "",
        "Everything the program finds has a code. `gamedsl explain GDNAM01` (or `gamedsl explain unknown-name`)",
        "explains it, with a bad and a good example; `gamedsl explain` alone lists all codes. An **error** means that",
        "the rules cannot be played as they are; a **warning** that they can, but that something looks like a",
        "mistake. A **note** says how something was read, and fails no check. Codes `GDRUN…` appear in play only,",
        "codes `GDSCN…` mostly in `gamedsl test`.",
        "",
        "This page is written by `python tests/docs/refresh.py` from the catalogue.",
    ]
    for area, title in AREAS.items():
        lines += ["", f"## {title}", "", "| Code | Name | | Meaning | Message |", "|---|---|---|---|---|"]
        for code in codes():
            if code[2:5] == area:
                page = entry(code)
                message = page.message.text.replace("{{", "{").replace("}}", "}")
                cells = (code, page.name, page.severity, page.title, message)
                lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines) + "\n"


METRICS_PAGE = ROOT / "docs" / "metrics.md"
_METRICS_HEAD = ("| Name | Meaning | Not in |", "|---|---|---|")


def metric_line(row: Row) -> str:
    """Return the line of docs/metrics.md on a metric."""
    places = {"tables of reports": row.report, "sweeps": row.sweep, "comparisons": row.comparison}
    out = [f"{where} ({place.why})" for where, place in places.items() if isinstance(place, LeftOut)]
    return f"| `{row.shown_name}` | {row.meaning} | {'; '.join(out)} |".replace("|  |", "| |")


def metrics_page() -> str:
    """Return docs/metrics.md with the table of metrics as made from their rows."""
    lines = METRICS_PAGE.read_text("utf-8").splitlines()
    begin = lines.index(_METRICS_HEAD[0])
    end = lines.index("", begin)
    return "\n".join([*lines[:begin], *_METRICS_HEAD, *map(metric_line, METRICS), *lines[end:]]) + "\n"
