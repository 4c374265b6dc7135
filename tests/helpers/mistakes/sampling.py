"""Shipped rule files and kinds of mistakes in -> single mistakes as designers make them, and how each is answered.

A page is a rule file and its text with all but code blanked out, so that patterns find code alone. A mistake changes
one place of a page or of a file beside it. It is judged by what is found then: anything, one finding only, help that
says what to write, and whether that is right where a program can follow it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from random import Random

import attrs

from gamedsl import api
from gamedsl.diagnostics.diagnostic import Diagnostic, RuleFileError
from gamedsl.files import bundled_folders
from gamedsl.source import Span

DEVELOPMENT = (
    "no_thanks", "first_game", "connect_four", "six_tricks", "mogul", "quatre_etoiles", "mogul_scenarios",
    "mogul_open_purse", "variants/tycoon_duel", "variants/tycoon_short", "othello", "checkers", "nine_mens_morris",
)  # fmt: skip
"""Files whose mistakes are looked at while messages are mended."""
HELD_BACK = (
    "kuhn_poker", "sealed_bid", "tic_tac_toe", "saloon_tycoon", "tycoon", "quatre_etoiles_scenarios",
    "variants/tycoon_later", "variants/saloon_tycoon_spring", "amazons", "breakthrough", "hex", "leduc_poker",
)  # fmt: skip
"""Files whose mistakes are only counted: they show whether the rates hold for others."""

_STRING = re.compile(r'"[^"\n]*"')
_COMMENT = re.compile(r"#.*")
_REFERENCES = re.compile(r"\[[A-Z][A-Z0-9]+-[A-Z]?[0-9][^\]\n]*\]")
_HEADING = re.compile(r"^(?:change +)?([a-z]+)", re.M)
_CURE = re.compile(r"(?:did you mean|write) `")
_ABOVE = re.compile(r"write `(\w+)` above it, on a line of its own")
_BELOW = re.compile(r"` (?:under|as the first line|behind)")
_QUOTED = re.compile(r"`([^`]+)`")
_PLACEHOLDER = re.compile(r"…|\b[A-Z]{3,}\b|\bX\b|\bx\b|\bvalue\b")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _code(text: str) -> str:
    """Return a text of the same length: comments and references are blanks, words in quotes are waves."""
    text = _STRING.sub(lambda match: '"' + "~" * (len(match[0]) - 2) + '"', text)
    return _REFERENCES.sub(_blank, _COMMENT.sub(_blank, text))


@attrs.frozen
class Page:
    """A shipped rule file: its name, its path as seen from its folder, the folder and the text."""

    name: str
    path: str
    folder: Path
    text: str

    @cached_property
    def code(self) -> str:
        """The text with all but code blanked out."""
        return _code(self.text)

    @cached_property
    def _sections(self) -> list[tuple[int, str]]:
        return [(match.start(), match[1]) for match in _HEADING.finditer(self.code)]

    def section(self, place: int) -> str:
        """Return the keyword of the section that a place stands in; in a file of scenarios `scenarios`."""
        return next((word for start, word in reversed(self._sections) if start <= place), "")

    @property
    def has_base(self) -> bool:
        """Whether names may come from another file."""
        return not self.text.lstrip("# \n").startswith("game") and " of " in self.code

    def line_at(self, place: int) -> tuple[int, int]:
        """Return where the line of a place begins, and where the next one does."""
        end = self.text.find("\n", place)
        return self.text.rfind("\n", 0, place) + 1, len(self.text) if end < 0 else end + 1

    def beside(self, path: str) -> str:
        """Return the text of a file beside this one."""
        return (self.folder / path).read_text("utf-8")


@attrs.frozen
class Edit:
    """What is written between two places of a file instead; ``file`` is empty for the rule file itself."""

    start: int
    end: int
    new: str
    file: str = ""


@attrs.frozen
class Kind:
    """A kind of mistake, and a function that finds its edits in a page, in an order by chance."""

    name: str
    find: Callable[[Page, Random], Iterator[Edit]]
    most: int = 9
    played: bool = False  # whether only running the scenarios shows it


@attrs.frozen
class Mistake:
    """One mistake in one file."""

    kind: Kind
    page: Page
    edit: Edit

    @property
    def original(self) -> str:
        """The text that is changed."""
        return self.page.beside(self.edit.file) if self.edit.file else self.page.text

    @property
    def texts(self) -> tuple[str, dict[str, str]]:
        """The rule text and the files beside it, with the mistake."""
        edit = self.edit
        changed = self.original[: edit.start] + edit.new + self.original[edit.end :]
        return (self.page.text, {edit.file: changed}) if edit.file else (changed, {})

    @property
    def line(self) -> int:
        """The number of the first line that is changed."""
        return self.original.count("\n", 0, self.edit.start) + 1

    def __str__(self) -> str:
        number, was = self.line, self.original
        now = self.texts[1][self.edit.file] if self.edit.file else self.texts[0]
        shown = [[*text.split("\n"), ""][number - 1].strip()[:100] for text in (was, now)]
        return f"{self.kind.name}: {self.edit.file or self.page.path}:{number}\n    - {shown[0]}\n    + {shown[1]}"


@cache
def page(name: str) -> Page:
    """Return a shipped rule file by its name."""
    for folder in bundled_folders():
        path = folder / f"{name}.game"
        if path.exists():
            return Page(name, path.name, path.parent, path.read_text("utf-8"))
    raise FileNotFoundError(name)


def draw(kinds: Sequence[Kind], names: Sequence[str], seed: int, share: float = 1.0) -> Iterator[Mistake]:
    """Yield mistakes of every kind by chance, spread over the files: one of each file in turn."""
    for kind in kinds:
        chance = Random(f"{seed} {kind.name}")
        pages = [page(name) for name in chance.sample(names, len(names))]
        sources = [kind.find(one, chance) for one in pages]
        made: list[Mistake] = []
        most = max(1, round(kind.most * share))
        while sources and len(made) < most:
            for one, source in [*zip(pages, sources, strict=True)]:
                edit = next(source, None)
                if edit is None:
                    place = sources.index(source)
                    del pages[place], sources[place]
                elif len(made) < most:
                    made.append(Mistake(kind, one, edit))
        yield from made


# ---------------------------------------------------------------- judging


@attrs.frozen
class Verdict:
    """What is found after a mistake, and whether a cure in it can be followed and leads elsewhere."""

    mistake: Mistake
    found: tuple[Diagnostic, ...]
    wrong: str = ""  # a cure that, followed, gives neither the file as it was nor one without findings

    @property
    def is_found(self) -> bool:
        """Whether anything is found."""
        return bool(self.found)

    @property
    def is_single(self) -> bool:
        """Whether one thing is found."""
        return len(self.found) == 1

    @property
    def has_cure(self) -> bool:
        """Whether the first finding says what to write."""
        return bool(self.found) and bool(self.found[0].help) and not self.wrong

    def __str__(self) -> str:
        lines = [f"  {one.span}: {one.code} {one.message}\n      help: {one.help}" for one in self.found[:6]]
        more = [f"  … {len(self.found)} in all"] if len(self.found) > 6 else []
        wrong = [f"  WRONG when followed: {self.wrong}"] if self.wrong else []
        return "\n".join([str(self.mistake), *lines, *more, *wrong])


def findings(mistake: Mistake, text: str, files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Return what is found in a rule text, if need be by running its scenarios."""
    path = mistake.page.path
    found = tuple(api.check_text(text, path, files))
    if mistake.kind.played and not found:
        try:
            results = api.loads(text, path, files).test()
        except RuleFileError as error:
            return error.diagnostics
        found = tuple(one for result in results for one in result.diagnostics)
    return found


def judge(mistake: Mistake) -> Verdict:
    """Return what is found after a mistake, and whether its cure is right."""
    text, files = mistake.texts
    found = findings(mistake, text, files)
    return Verdict(mistake, found, _followed(mistake, text, found[0]) if found else "")


def _followed(mistake: Mistake, text: str, found: Diagnostic) -> str:
    """Follow each cure of a finding as far as a program can; return the first one that is wrong.

    A cure is right if it stands in the line as it was, or if the file is without this finding once it is followed.
    """
    if mistake.edit.file or found.span.path != mistake.page.path:
        return ""
    above = _ABOVE.search(found.help)
    if above is not None:
        lines = text.split("\n")
        lines.insert(found.span.line - 1, above[1])
        return "" if not findings(mistake, "\n".join(lines), {}) else above[0]
    if not _CURE.match(found.help) or _BELOW.search(found.help):
        return ""
    quoted, was = _QUOTED.findall(found.help), " ".join(_around(mistake.original, mistake.line).split())
    cures = [cure for cure in quoted if not _PLACEHOLDER.search(cure)]
    if not cures or any(" ".join(cure.split()) in was for cure in quoted):  # names like `x` stand for nothing there
        return ""
    spans = [found.span, *(label.span for label in found.labels)]
    made = [_replaced(text, spans, cure) for cure in cures]
    if found.code == "GDNAM01":  # The same word stands in more places than the finding names.
        made += [re.sub(rf"\b{_QUOTED.findall(found.message)[0]}\b", cure, text) for cure in cures]
    if any(not findings(mistake, one, {}) for one in made):
        return ""
    return cures[0]


def _around(text: str, number: int) -> str:
    return " ".join(text.split("\n")[max(0, number - 2) : number + 1])


def _replaced(text: str, spans: Sequence[Span], new: str) -> str:
    lines = text.split("\n")
    for span in sorted(spans, key=lambda one: (one.line, one.column), reverse=True):
        if span.line == span.end_line:
            line = lines[span.line - 1]
            lines[span.line - 1] = line[: span.column - 1] + new + line[span.end_column - 1 :]
    return "\n".join(lines)


@attrs.define
class Rates:
    """How many mistakes there were, and how many of them were answered well."""

    made: int = 0
    found: int = 0
    single: int = 0
    cured: int = 0
    wrong: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count one more."""
        self.made += 1
        self.found += verdict.is_found
        self.single += verdict.is_single
        self.cured += verdict.has_cure
        self.wrong += bool(verdict.wrong)

    def __str__(self) -> str:
        found, single, cured = (f"{100 * one / self.made:5.1f}" for one in (self.found, self.single, self.cured))
        return f"{self.made:5}  found {found} %  one finding {single} %  with a cure {cured} %  wrong {self.wrong}"
