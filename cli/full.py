"""A game -> its rules as they are written, those of a base and of a variant put together, with marks as comments."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent, indent

import attrs

from gamedsl.comparing.data import with_rows
from gamedsl.engine.nouns import written
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.printer import node_text

from .marks import Marks

_EDITS = ("change ", "add ")
_LEGEND = "# Marked: what a variant has added, changed or removed. In words: gamedsl diff"


def rule_text(marks: Marks) -> str:
    """Return all sections as rule text; without other comments than marks, and without scenarios."""
    return "\n\n".join(_Writer(marks).parts())


@attrs.define
class _Writer:
    """Writes one game; ``_told`` are the lines that have been written."""

    _marks: Marks
    _told: set[tuple[str, int]] = attrs.field(factory=set)

    def parts(self) -> Iterator[str]:
        """Yield the legend of a variant, then the sections."""
        if self._marks.all():
            yield _LEGEND
        sections = [section for section in self._marks.whole.rules.sections if section.keyword != "scenarios"]
        last = {section.keyword: at for at, section in enumerate(sections)}
        gone = dict.fromkeys(found.section for found in self._marks.all() if found.deed == "removed")
        for at, section in enumerate(sections):
            name = f" {section.name}" if section.name else ""
            words = f" {_lines(section.words.span).strip()}" if section.words is not None else ""
            lines = [f"{section.keyword}{name}{words}"]
            self._told = set()
            for item in section.items:
                lines += (indent(text, "  ") for text in self._item(item, section.keyword, ""))
            if last[section.keyword] == at:
                lines += (indent(text, "  ") for text in self._removed(section.keyword))
            yield "\n".join(lines)
        for keyword in gone:
            if keyword not in last and (lines := list(self._removed(keyword))):
                yield "\n".join(lines)

    def _removed(self, keyword: str) -> Iterator[str]:
        for found in self._marks.removed(keyword):
            yield f"# removed: {found.name or found.text}".split("\n")[0]

    def _item(self, item: nodes.Item, keyword: str, each: str) -> Iterator[str]:
        name = getattr(item, "name", "")
        called = f"{each}.{name}" if each else name
        match item:
            case nodes.Card(fields=fields):
                yield from self._card(item, fields, keyword, called)
            case nodes.EachBlock(items=items):
                yield from self._lines(item.span, item.span.line, item.span.line)
                for inner in items:
                    yield from (indent(text, "  ") for text in self._item(inner, keyword, item.kind))
            case nodes.Entry() if item.edits:
                yield from self._table(item)
            case _:
                mark = self._marks.deed(keyword, called) if name else self._unnamed(item, keyword)
                yield from self._lines(item.span, item.span.line, item.span.end_line, mark)

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

    def _card(self, item: nodes.Card, fields: tuple[nodes.Field, ...], keyword: str, called: str) -> Iterator[str]:
        deed = self._marks.deed(keyword, called)
        parts = {part.part: part.new for found in self._marks.of(keyword, called) for part in found.parts}
        heading = {"words", "references", "parameters", "group"} & parts.keys()
        first = fields[0].span.line if fields else item.span.end_line + 1
        last = min(first - 1, item.span.end_line) if fields and _same_file(item, fields[0]) else item.span.line
        mark = deed if deed != "changed" or heading else ""
        kept = item.words is not None and item.words.span.source.path != item.span.source.path
        words = f" {written(item.words.span)}" if kept and item.words is not None else ""
        yield from self._lines(item.span, item.span.line, max(last, item.span.line), mark, words)
        for field in fields:
            keyword_of = node_text(field).partition(":")[0]
            changed = "changed" if keyword_of in parts else ""
            lines = self._lines(field.span, field.span.line, field.span.end_line, changed)
            yield from (indent(text, "  ") for text in lines)
        yield from (f"  # removed: {part}" for part, new in parts.items() if not new)

    def _table(self, item: nodes.Entry) -> Iterator[str]:
        """Yield a component whose rows a variant has changed, with all of its rows."""
        rows = {found.name: found.deed for found in self._marks.all() if found.kind == item.name}
        own = next((found.deed for found in self._marks.of("components", item.name) if found.kind != item.name), "")
        for line, row in with_rows(self._marks.whole, item):
            deed = rows.get(row, "") if row else own
            yield f"{line}  # {deed}" if deed else line
            own = ""
        yield from (f"  # removed: {row}" for row, deed in rows.items() if deed == "removed")

    def _lines(self, span: Span, first: int, last: int, mark: str = "", words: str = "") -> Iterator[str]:
        """Yield lines of a file, each only once, without comment lines and words of editing; the first is marked."""
        new = [line for line in range(first, last + 1) if (span.source.path, line) not in self._told]
        self._told.update((span.source.path, line) for line in new)
        lines = [span.source.line(line) for line in new]
        text = dedent("\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#")))
        for word in _EDITS:
            text = text.removeprefix(word)
        if text:
            head, end, rest = text.partition("\n")
            yield f"{head}{words}{_comment(head, mark)}{end}{rest}"


def _comment(line: str, mark: str) -> str:
    if not mark:
        return ""
    return f", {mark}" if "#" in line else f"  # {mark}"


def _same_file(item: nodes.Node, other: nodes.Node) -> bool:
    return item.span.source.path == other.span.source.path and other.span.line > item.span.line


def _lines(span: Span) -> str:
    return " ".join(span.source.line(line) for line in range(span.line, span.end_line + 1))[span.column - 1 :]
