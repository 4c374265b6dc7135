"""A rule file -> its rules as they are written, those of the base game and of the variant put together."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent, indent

from gamedsl.files import FolderFiles, find_game, read_source
from gamedsl.scenarios.explain import written
from gamedsl.semantics.loading import Loaded, load
from gamedsl.semantics.overlay import Edit
from gamedsl.source import Span
from gamedsl.syntax import nodes

_EDITS = ("change ", "add ")


def loaded_rules(game: str) -> Loaded:
    """Return the rules of a game that has been found to be without errors, as they are written."""
    path = find_game(game)

    def never(code: str, span: Span, **values: object) -> None:
        raise ValueError(f"{span}: {code} {values}")

    found = load(read_source(path), FolderFiles(path.parent), never)
    if found is None:
        raise ValueError(f"{path} has errors")
    return found


def edits(rules: Loaded) -> Iterator[tuple[str, str]]:
    """Yield ("adds", "action bid, …"), "changes" and "removes" of a variant, as far as there are any."""
    for verb, done in (("adds", rules.added), ("changes", rules.changed), ("removes", rules.removed)):
        if done:
            yield verb, ", ".join(map(_edit, done))


def _edit(edit: Edit) -> str:
    each = f"{edit.each}." if edit.each else ""
    fields = f" ({', '.join(edit.fields)})" if edit.fields else ""
    return f"{edit.kind} {each}{edit.name}{fields}"


def rule_text(rules: Loaded) -> str:
    """Return all sections as rule text; without comments, and without scenarios."""
    parts = []
    for section in rules.game.sections:
        if section.keyword == "scenarios":
            continue
        name = f" {section.name}" if section.name else ""
        words = f" {_lines(section.words.span).strip()}" if section.words is not None else ""
        head = f"{section.keyword}{name}{words}"
        told: set[tuple[str, int]] = set()
        parts.append("\n".join([head, *(indent(text, "  ") for item in section.items for text in _item(item, told))]))
    return "\n\n".join(parts)


def _item(item: nodes.Item, told: set[tuple[str, int]]) -> Iterator[str]:
    match item:
        case nodes.Card(fields=fields):
            first = fields[0].span.line if fields else item.span.end_line + 1
            last = min(first - 1, item.span.end_line) if fields and _same_file(item, fields[0]) else item.span.line
            head = "\n".join(_told(item.span, item.span.line, max(last, item.span.line), told))
            kept = item.words is not None and item.words.span.source.path != item.span.source.path
            yield f"{head} {written(item.words.span)}" if kept and item.words is not None else head
            for field in fields:
                yield from (
                    indent(text, "  ") for text in _told(field.span, field.span.line, field.span.end_line, told)
                )
        case nodes.EachBlock(items=items):
            yield from _told(item.span, item.span.line, item.span.line, told)
            for inner in items:
                yield from (indent(text, "  ") for text in _item(inner, told))
        case _:
            yield from _told(item.span, item.span.line, item.span.end_line, told)


def _same_file(item: nodes.Node, other: nodes.Node) -> bool:
    return item.span.source.path == other.span.source.path and other.span.line > item.span.line


def _told(span: Span, first: int, last: int, told: set[tuple[str, int]]) -> Iterator[str]:
    """Yield lines of a file, each only once, without comment lines and without words of editing."""
    new = [line for line in range(first, last + 1) if (span.source.path, line) not in told]
    told.update((span.source.path, line) for line in new)
    lines = [span.source.line(line) for line in new]
    text = dedent("\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#")))
    for word in _EDITS:
        text = text.removeprefix(word)
    if text:
        yield text


def _lines(span: Span) -> str:
    return " ".join(span.source.line(line) for line in range(span.line, span.end_line + 1))[span.column - 1 :]
