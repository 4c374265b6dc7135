"""The text of a source -> the AST of a rule file; every syntax error is reported once and the good rest is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, cast

import attrs

from gamedsl.diagnostics.effort import allow
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean, suggest
from gamedsl.gc_control import without_collector
from gamedsl.internal_errors import working_on
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.faulty_lines import sift
from gamedsl.syntax.grammar.field_words import FIELDS, SECTIONS_MEANT
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.pieces import Failure, Reader, lines_of, read_expression
from gamedsl.syntax.recovery.hints.headings import goes_back, missing_heading, paragraphs_of_another
from gamedsl.syntax.text import layout
from gamedsl.syntax.text.layout import Block
from gamedsl.syntax.text.scanner import MAX_CHARACTERS, Line, read_lines

MAX_FINDINGS = 100
MAX_JUNK = 20
"""Signs without a meaning, after which a text is taken for something other than a rule file."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_FIRST_WORD = re.compile(r"^[a-z]+", re.MULTILINE)
_AT_MARGIN = "it stands at the margin; under `{line}` two spaces are needed"
_INDENT_IT = "what belongs to the section above is indented by two spaces; `gamedsl explain GDSYN09` names the sections"
_NAME_BASE = (
    'what is changed and removed here has a base: write `variant MyVariant "…" of "base.game"` as the first line'
)
_OF_ENTRIES = ("options", "types", "components", "table", "terms")
"""Sections whose entries tell by their types where they belong."""

_EDIT = re.compile(r"(?:change|remove) +\w")
_EDITED_SETUP = re.compile(r"(?:change|remove) +(setup)\b")


class _TooManyError(Exception):
    """Raised behind the last finding that is shown."""


@attrs.define(eq=False)
class _Limited:
    """Passes findings on, up to ``MAX_FINDINGS``, and up to ``MAX_JUNK`` for signs that mean nothing."""

    report: Report
    count: int = 0
    junk: int = 0
    told: set[tuple[str, int, int]] = attrs.field(factory=set)

    def __call__(self, code: str, span: Span, **values: Any) -> None:
        place = (code, span.line, span.column)
        if place in self.told:
            return
        self.told.add(place)
        if self.count >= MAX_FINDINGS:
            self.report("GDSYN26", span, limit=MAX_FINDINGS)
            raise _TooManyError
        self.junk += code == "GDSYN11" and not str(values["found"]).isalpha()
        if self.junk > MAX_JUNK:
            self.report("GDSYN34", span, limit=MAX_JUNK)
            raise _TooManyError
        self.count += 1
        self.report(code, span, **values)


def parse(source: Source, report: Report) -> nodes.File | None:
    """Return the AST of a rule file, or None when not even its header can be read.

    ``report(code, span, **values)`` is called for every syntax error, once for each, and in the order they are found.
    After an error the AST holds what could be read; only when nothing was reported is it the whole file.
    """
    working_on("reading the file", Span(source, 1, 1, 1, 1))
    limited = _Limited(report)
    try:
        with without_collector():
            return _parse(source, limited)
    except _TooManyError:
        return None


def parse_expression(source: Source, report: Report) -> nodes.Expr | None:
    """Return the expression that is the whole text of ``source``, or None after a report."""
    limited = _Limited(report)
    try:
        lines = read_lines(source, limited)
        if limited.count:
            return None
        if not lines:
            limited("GDSYN01", Span(source, 1, 1, 1, 1), found="the end of the line", expected="an expression")
            return None
        if len(lines) > 1:
            limited("GDSYN01", lines[1].span(source), found=f"`{lines[1].text[:40]}`", expected="the end")
            return None
        return read_expression(source, lines[0], limited)
    except _TooManyError:
        return None


def _parse(source: Source, report: _Limited) -> nodes.File | None:
    blocks = layout.read_blocks(source, report)
    allow(min(len(source.text), MAX_CHARACTERS))
    if not blocks:
        if not report.count:
            report("GDSYN12", Span(source, 1, 1, 1, 1))
        return None
    blocks = _adopted(blocks, source, report)
    kind = _header_kind(blocks[0].line)
    edits = kind == "variant" or (kind is None and any(map(_EDIT.match, _texts(blocks))))
    file: Any = None
    if kind is None:
        blocks = _without_header(blocks, source, report, edits)
    else:
        header, *blocks = blocks
        reader = Reader(source, edits=edits, moves=kind == "scenarios")
        file = _read(reader, header, "tests" if kind == "scenarios" else "header", report)
    sections: list[nodes.Section] = []
    for block in blocks:
        sections += _sections(source, block, edits, report)
    return _whole(file, sections, report)


def _whole(file: Any, sections: list[nodes.Section], report: _Limited) -> nodes.File | None:
    if file is None:
        return None
    if isinstance(file, nodes.ScenarioFile):
        for section in sections:
            report("GDSYN27", section.span, section=section.keyword)
        return file
    if not sections:
        return cast(nodes.File, file)
    span = file.span.to(sections[-1].span)
    return cast(nodes.File, attrs.evolve(file, sections=tuple(sections), span=span))


def _adopted(blocks: list[Block], source: Source, report: Report) -> list[Block]:
    """Put lines at the margin that are no sections under an empty line above; report the first."""
    found: list[Block] = []
    into: Block | None = None
    for block in blocks:
        word = _first_word(block.line)
        is_known = word in WORDS.sections or word in WORDS.headers
        if is_known or into is None or block.line.bad or not _belongs(block, into):
            found.append(block)
            into = block if is_known and not block.children and not block.line.text.startswith("remove ") else None
            continue
        if not into.children:
            span = Span(source, block.line.number, block.line.margin + 1, block.line.number, block.line.margin + 2)
            report("GDSYN02", span, problem=_AT_MARGIN.format(line=into.line.text))
        into.children += _beside(block, _first_word(into.line))
    return [layout.summed(block) for block in found]


def _belongs(block: Block, into: Block) -> bool:
    """Tell whether a line at the margin may stand under a section: it is no misspelt or invented one itself."""
    word, section = _first_word(block.line), _first_word(into.line)
    if suggest(word, WORDS.sections):
        return False
    if block.children and block.line.text.strip() == word:
        own = FIELDS.get(section, ())
        return any(_first_word(child.line) in own for child in block.children)
    if section in WORDS.headers:
        return word == "players"
    return section != "end" or word in FIELDS["end"]


def _beside(block: Block, section: str) -> list[Block]:
    """Return a block that was moved in, and beside it what stands under it but belongs to the section as well."""
    own = FIELDS.get(section, ())
    inner = [child for child in block.children if child.line.text.startswith("|") or _first_word(child.line) in own]
    outer = [child for child in block.children if child not in inner]
    return [layout.summed(layout.Block(block.line, inner)), *outer]


def _first_word(line: Line) -> str:
    """Return the first word of a line, of `change setup` and `remove setup` the section."""
    found = _EDITED_SETUP.match(line.text) or _WORD.match(line.text)
    return found[found.lastindex or 0] if found else ""


def _header_kind(line: Line) -> str | None:
    """Return which kind of file this line begins, or None when it is no header."""
    word = _first_word(line)
    if word == "scenarios" and _WORD.match(line.text[len(word) :].lstrip()) is None:
        return None
    return word if word in WORDS.headers else None


def _texts(blocks: list[Block]) -> Iterator[str]:
    """Walk the lines of sections and those directly under them."""
    for block in blocks:
        yield from (block.line.text, *(child.line.text for child in block.children))


def _without_header(blocks: list[Block], source: Source, report: Report, edits: bool) -> list[Block]:
    """Report that the header is missing or misspelt; return the blocks that are sections."""
    line = blocks[0].line
    word = _first_word(line)
    near = did_you_mean(word, WORDS.headers)
    span = Span(source, line.number, line.margin + 1, line.number, line.margin + 1 + max(len(word), 1))
    if not line.bad:
        if word.lower() != word and word.lower() in WORDS.headers:
            report("GDSYN21", span, found=word, write=word.lower())
        elif near and word not in WORDS.sections:
            report("GDSYN23", span, found=word, suggestions=near)
        else:
            report("GDSYN12", span, **({"help": _NAME_BASE} if edits else {}))
    return blocks if word in WORDS.sections else blocks[1:]


def _sections(source: Source, block: Block, edits: bool, report: _Limited) -> list[nodes.Section]:
    """Return one section, more where the lines of sections are missing, or none when nothing of it can be read."""
    word = _first_word(block.line)
    working_on(f"reading the section `{word}`", block.line.span(source))
    if word not in WORDS.sections:
        guess = (
            SECTIONS_MEANT.get(word) or next(iter(suggest(word, WORDS.sections)), None)
            if word and word not in WORDS.headers
            else None
        )
        if not block.line.bad:
            _report_section(source, block, word, guess, report)
        if guess is None or not block.children:
            return []
        word, block = guess, layout.heading(guess, block.line.number, block.children)
    reader = Reader(source, edits=edits, moves=word == "scenarios")
    made = _read_whole(reader, block, "section", report)
    if made is None or isinstance(made, Failure):
        gap = missing_heading(word, block, partial(_can_hold, reader), set(_FIRST_WORD.findall(source.text)))
        if gap == (0, "terms") and word == "table" and "(" not in block.children[0].line.text.partition("=")[0]:
            gap = None  # Nothing would be left under `table`: its first value is written like a term.
        if gap is not None and goes_back(word, block.children[gap[0] + 1 :]):
            return _without_stray(source, block, *gap, edits, report)
        if gap is not None:
            return _divide(source, block, *gap, edits, report)
        made = _read_rest(reader, block, "section", made, report)
    elif (other := paragraphs_of_another(word, block)) is not None:
        return _divide(source, block, *other, edits, report)
    return [] if made is None else [made]


def _without_stray(
    source: Source, block: Block, index: int, likely: str, edits: bool, report: _Limited
) -> list[nodes.Section]:
    """Report a child that belongs to another section, while the next are at home; return what the others make."""
    section, child = _first_word(block.line), block.children[index]
    move = f"move it under `{likely}`"
    report("GDSYN31", child.line.span(source), found=child.line.text, section=section, likely=likely, help=move)
    rest = layout.heading(section, block.line.number, [one for one in block.children if one is not child])
    home = _sections(source, layout.heading(likely, child.line.number, [child]), edits, report)
    return [*(_sections(source, rest, edits, report) if rest.children else []), *home]


def _can_hold(reader: Reader, section: str, child: Block) -> bool:
    """Tell whether a section can hold a block, whatever else stands in it."""
    alone = layout.heading(section, child.line.number, [child])
    return alone.sound and reader.failure(lines_of(alone, 0), "section") is None


def _divide(
    source: Source, block: Block, index: int, likely: str, edits: bool, report: _Limited
) -> list[nodes.Section]:
    """Report that the line of a section is missing above a child; return what both sections hold."""
    line = block.children[index].line
    span = line.span(source)
    # Of lines that only remove something, or fit into both, nobody can tell here which of the two they belong to.
    own_help = {"help": f"write `{likely}` on a line of its own above the first of these lines that belongs to it"}
    reader = Reader(source, edits=edits, moves=likely == "scenarios")
    is_open = index > 0 and likely not in _OF_ENTRIES and _can_hold(reader, likely, block.children[index - 1])
    more = own_help if is_open or line.text.startswith("remove ") else {}
    report("GDSYN31", span, found=line.text, section=_first_word(block.line), likely=likely, **more)
    made: list[nodes.Section] = []
    if index:
        upper = layout.Block(block.line, block.children[:index])
        made += _sections(source, layout.summed(upper), edits, report)
    return made + _sections(source, layout.heading(likely, line.number, block.children[index:]), edits, report)


def _report_section(source: Source, block: Block, word: str, guess: str | None, report: Report) -> None:
    line = block.line
    span = Span(source, line.number, line.margin + 1, line.number, line.margin + 1 + max(len(word), 1))
    if word in WORDS.headers:
        report("GDSYN28", span, word=word)
    else:
        own_help = {} if guess else {"help": _INDENT_IT}
        report("GDSYN09", span, found=word or line.text[:1], suggestions=f"`{guess}`" if guess else "", **own_help)


def _read(reader: Reader, block: Block, start: str, report: _Limited) -> Any:
    """Return the node of a block; after an error the node of what is left of it, or None."""
    made = _read_whole(reader, block, start, report)
    return _read_rest(reader, block, start, made, report) if made is None or isinstance(made, Failure) else made


def _read_whole(reader: Reader, block: Block, start: str, report: _Limited) -> Any:
    """Return the node of a block, a failure, or None when its lines are faulty."""
    return reader.read(lines_of(block, 0), start, report) if block.sound else None


def _read_rest(reader: Reader, block: Block, start: str, failure: Failure | None, report: _Limited) -> Any:
    """Report the faults of a block; return the node of what is left of it, or None."""
    told = report.count
    kept = sift(reader, block, start, report)
    made = reader.read(kept, start, report) if kept else None
    if failure is not None and told == report.count:
        finding = failure.explain()
        report(finding.code, finding.span, **finding.values)
    return None if isinstance(made, Failure) else made
