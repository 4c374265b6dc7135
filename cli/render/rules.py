"""A game -> its rules as they are written, with all data, those of a base and of a variant put together and marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from textwrap import dedent, indent

import attrs

from gamedsl.comparing.data import with_rows
from gamedsl.comparing.marks import Marks
from gamedsl.semantics.data.tables import is_chart
from gamedsl.source import Source, Span, written
from gamedsl.syntax import nodes
from gamedsl.syntax.print.comments import code_of
from gamedsl.syntax.print.inline import joined
from gamedsl.syntax.print.inline import text as printed
from gamedsl.syntax.print.printer import node_text

_EDITS = ("change ", "add ")
_THROUGH = ("each ", "change ")
"""Lines of a variant that may stand between a comment and what it is about."""


def rule_text(marks: Marks) -> str:
    """Return the whole game as the text of a rule file without scenarios.

    Comments are kept, rows of CSV files stand in tables, and what a variant has added, changed or removed is marked by
    comments.
    """
    return "\n\n".join(_Writer(marks).parts())


@attrs.define
class _Writer:
    """Writes one game; ``_told`` are the lines that have been written."""

    _marks: Marks
    _told: set[tuple[str, int]] = attrs.field(factory=set)

    def parts(self) -> Iterator[str]:
        """Yield the header, then the sections."""
        yield "\n".join(self._header())
        sections = [section for section in self._marks.whole.rules.sections if section.keyword != "scenarios"]
        last = {section.keyword: at for at, section in enumerate(sections)}
        gone = dict.fromkeys(found.section for found in self._marks.all() if found.deed == "removed")
        for at, section in enumerate(sections):
            name = f" {section.name}" if section.name else ""
            words = f" {printed(section.words)}" if section.words is not None else ""
            lines = [*self._comments(section.span.source, section.span.line), f"{section.keyword}{name}{words}"]
            for item in section.items:
                lines += (indent(text, "  ") for text in self._item(item, section.keyword, ""))
            if last[section.keyword] == at:
                lines += (indent(text, "  ") for text in self._removed(section.keyword))
            yield "\n".join(lines)
        for keyword in gone:
            if keyword not in (*last, "references") and (lines := list(self._removed(keyword))):
                yield "\n".join(lines)

    def _header(self) -> Iterator[str]:
        """Yield the comments at the beginning, what the marks mean, the first line and its fields."""
        rules, comparison = self._marks.whole.rules, self._marks.comparison
        parts = {part.part for found in self._marks.all() if found.section == "header" for part in found.parts}
        if comparison is not None:
            yield f"# A variant of {comparison.old_name}. Marked: what it has added, changed or removed."
            yield f"# In words: gamedsl diff {comparison.new_path}"
        yield from self._comments(rules.span.source, rules.span.line)
        heading, *_ = node_text(attrs.evolve(rules, sections=())).split("\n")
        yield _marked(heading, "changed" if {"name", "title", "references"} & parts else "")
        for field in rules.fields:
            text = node_text(field)
            yield from (f"  {line}" for line in self._comments(field.span.source, field.span.line))
            yield _marked(f"  {text}", "changed" if text.partition(":")[0] in parts else "")

    def _removed(self, keyword: str) -> Iterator[str]:
        for found in self._marks.removed(keyword):
            yield f"# removed: {found.name or found.text}".split("\n")[0]

    def _item(self, item: nodes.Item, keyword: str, each: str) -> Iterator[str]:
        name = getattr(item, "name", "")
        called = f"{each}.{name}" if each else name
        match item:
            case nodes.Paragraph(fields=fields):
                yield from self._paragraph(item, fields, keyword, called)
            case nodes.EachBlock(items=items):
                yield from self._lines(item.span, item.span.line, item.span.line)
                for inner in items:
                    yield from (indent(text, "  ") for text in self._item(inner, keyword, item.kind))
            case nodes.Entry() if item.edits or _files(item):
                yield from self._table(item)
            case _:
                mark = self._marks.deed(keyword, called) if name else self._unnamed(item, keyword)
                words = _kept_words(item)
                if words and item.span.end_line > item.span.line:
                    yield from self._comments(item.span.source, item.span.line)
                    yield _marked(node_text(item), mark)
                else:
                    yield from self._lines(item.span, item.span.line, item.span.end_line, mark, words)

    def _unnamed(self, item: nodes.Item, keyword: str) -> str:
        """Return the mark of a step, a condition or a fact."""
        if isinstance(item, nodes.Fact):
            known = {line for found in self._marks.of(keyword, item.key) for line in found.parts[0].old.split("\n")}
            return "" if item.text in known else self._marks.deed(keyword, item.key)
        text = node_text(item)
        for found in self._marks.all():
            if found.section == keyword and text in (found.text, *(part.new for part in found.parts)):
                return found.deed if found.deed != "removed" else ""
        return ""

    def _paragraph(
        self, item: nodes.Paragraph, fields: tuple[nodes.Field, ...], keyword: str, called: str
    ) -> Iterator[str]:
        deed = self._marks.deed(keyword, called)
        parts = {part.part: part.new for found in self._marks.of(keyword, called) for part in found.parts}
        heading = {"words", "references", "parameters", "group"} & parts.keys()
        first = fields[0].span.line if fields else item.span.end_line + 1
        last = min(first - 1, item.span.end_line) if fields and _same_file(item, fields[0]) else item.span.line
        mark = deed if deed != "changed" or heading else ""
        yield from self._lines(item.span, item.span.line, max(last, item.span.line), mark, _kept_words(item))
        for field in fields:
            said = node_text(field).partition(":")[0]
            told = {said, *([field.keyword, f"{field.keyword} as"] if isinstance(field, nodes.Steps) else [])}
            changed = "changed" if told & parts.keys() else ""
            yield from (indent(text, "  ") for text in self._field(field, changed))
        yield from (f"  # removed: {part}" for part, new in parts.items() if not new)

    def _field(self, field: nodes.Field, mark: str) -> Iterator[str]:
        """Yield a field as it is written; steps of a base and of a variant together."""
        files = {step.span.source.path for step in field.steps} if isinstance(field, nodes.Steps) else set()
        edited = isinstance(field, nodes.Steps) and field.edited
        if files <= {field.span.source.path} and not edited:
            yield from self._lines(field.span, field.span.line, field.span.end_line, mark)
        else:
            for part in (field, *field.steps) if isinstance(field, nodes.Steps) else (field,):
                yield from self._comments(part.span.source, part.span.line)
            yield _marked(node_text(field), mark)

    def _table(self, item: nodes.Entry) -> Iterator[str]:
        """Yield a component with all of its rows, from its CSV file and from variants too."""
        rows = {found.name: found.deed for found in self._marks.all() if found.kind == item.name}
        own = self._marks.deed("components", item.name) if not item.edits else ""
        own = next((found.deed for found in self._marks.of("components", item.name) if found.kind != item.name), own)
        spans = (item.span, *(edit.span for edit in item.edits))
        for span in spans:
            yield from self._comments(span.source, span.line)
        heading, *lines = with_rows(self._marks.whole, item)
        head = item.span.source.line(item.span.line)
        behind = head[len(code_of(head)) :].strip().removeprefix("#").strip()
        files = f"rows of {' and '.join(_files(item))}" if _files(item) else ""
        yield _marked(heading[0], "; ".join(filter(None, [behind, own, files])))
        notes = _notes(spans, {row for _, row in lines}, len(item.keys) if is_chart(item) else 1)
        for line, row in lines:
            above, beside = notes.get(row, ([], []))
            yield from (f"  {comment}" for comment in [*above, *beside[1:]])
            yield _marked("  ".join([line, *beside[:1]]), rows.get(row, "") if row else "")
        yield from (f"  # removed: {row}" for row, deed in rows.items() if deed == "removed")

    def _lines(self, span: Span, first: int, last: int, mark: str = "", words: str = "") -> Iterator[str]:
        """Yield the comments above lines of a file, and the lines, each only once, without words of editing.

        The first line is marked, and ``words`` that it keeps from a base stand behind it.
        """
        new = [line for line in range(first, last + 1) if (span.source.path, line) not in self._told]
        while new and not code_of(span.source.line(new[-1])).strip():
            new.pop()  # a comment is about what follows it
        if new:
            yield from self._comments(span.source, new[0])
        self._told.update((span.source.path, line) for line in new)
        text = dedent("\n".join(_in_line([span.source.line(line) for line in new])))
        for word in _EDITS:
            text = text.removeprefix(word)
        if text:
            head, end, rest = text.partition("\n")
            code = code_of(head)
            head = f"{code.rstrip()}{words}  {head[len(code) :]}".rstrip() if words else head
            yield f"{_marked(head, mark)}{end}{rest}"

    def _comments(self, source: Source, line: int) -> Iterator[str]:
        """Yield the comments that stand directly above a line, or above the headings over it."""
        found: list[str] = []
        while (line := line - 1) > 0 and (source.path, line) not in self._told:
            text = source.line(line)
            if text.lstrip().startswith("#"):
                found.append(text.strip())
                self._told.add((source.path, line))
            elif text[:1] == " " and text.strip() and not text.lstrip().startswith(_THROUGH):
                break
        yield from reversed(found)


def _in_line(lines: Iterable[str]) -> list[str]:
    """Return lines without blank ones, comments as far from the margin as the line below."""
    made: list[str] = []
    margin = ""
    for line in reversed([line for line in lines if line.strip()]):
        code = line.lstrip(" ")
        if code.startswith("#"):
            made.append(f"{margin}{code}")
        else:
            margin = " " * (len(line) - len(code))
            made.append(line)
    return made[::-1]


def _notes(spans: Iterable[Span], names: Collection[str], keys: int) -> dict[str, tuple[list[str], list[str]]]:
    """Return the comments in tables, by the row that they stand above and behind, those of their heads under "".

    A row is called by its first cells, as many as ``keys``; comments about what is no row of ``names`` go to the head.
    """
    found: dict[str, tuple[list[str], list[str]]] = {"": ([], [])}
    for span in spans:
        waiting: list[str] = []
        row: str | None = None
        for number in range(span.line + 1, span.end_line + 1):
            line = span.source.line(number)
            code = code_of(line).strip()
            comment = line.strip()[len(code) :].strip()
            if code.startswith("|"):
                cells = ", ".join(cell.strip() for cell in code.split("|")[1 : keys + 1])
                row = cells if row is not None and cells in names else ""
                above, behind = found.setdefault(row, ([], []))
                above += waiting
                behind += [comment] if comment else []
                waiting = []
            elif comment:
                waiting.append(comment)
        found[""][0].extend(waiting)
    return found


def _marked(text: str, mark: str) -> str:
    """Return text with a mark behind its first line."""
    if not mark:
        return text
    head, end, rest = text.partition("\n")
    return f"{head}{', ' if code_of(head) != head else '  # '}{mark}{end}{rest}"


def _kept_words(item: nodes.Node) -> str:
    """Return the words that a changed thing keeps from its base, as they stand there."""
    words = getattr(item, "words", None)
    if not isinstance(words, nodes.Words):
        return ""
    if words.span.source.path != item.span.source.path:
        return f" {written(words.span)}"
    references = words.references
    foreign = references and references[0].span.source.path != item.span.source.path
    return f" [{joined(references)}]" if foreign else ""


def _files(item: nodes.Entry) -> list[str]:
    return [trait.path for trait in item.traits if isinstance(trait, nodes.Csv)]


def _same_file(item: nodes.Node, other: nodes.Node) -> bool:
    return item.span.source.path == other.span.source.path and other.span.line > item.span.line
