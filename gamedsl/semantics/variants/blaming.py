"""Findings in a base game, and what a variant has changed -> the same findings with the changes they may come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from gamedsl.diagnostics.catalogue import entry
from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics.variants.changed_paragraphs import words_in, words_of
from gamedsl.semantics.variants.edits import Edit
from gamedsl.source import Span
from gamedsl.syntax import nodes

_UNUSED = "GDFLO07"
_MOST_LABELS = 3

_Named = nodes.Entry | nodes.Term | nodes.Paragraph


def pointing_at_changes(
    report: Report, game: nodes.GameFile, changed: Iterable[Edit], removed: Iterable[Edit] = ()
) -> Report:
    """Return a report that labels findings in lines of a base game with the changes that they may come from.

    These are changes of names that stand in the line, of the paragraph, term or entry in which the line stands, else of
    what the terms in the line read, else (for errors) of what that one reads. ``game`` is the whole game, with all
    changes. The base may be without findings when it is checked alone.
    """
    edits = [edit for edit in changed if edit.keyword != "end"]  # its names are keywords
    named = [edit for edit in edits if edit.keyword != "setup"]  # its steps have no names
    blame = _Blame(game, named, (*edits, *removed))
    if not blame.edits:
        return report

    def pointing(code: str, span: Span, *, labels: Iterable[Label] = (), **values: Any) -> None:
        if span.source.path not in blame.variants:
            labels = (*labels, *blame.labels(span, is_error=entry(code).severity == "error"))
            if code == _UNUSED:
                labels = (*labels, *blame.no_longer_named(values["name"]))
                values["hint"] += f"; or write `remove {values['name']}` under `{values['kind']}s`"
        report(code, span, labels=labels, **values)

    return pointing


class _Blame:
    """Knows what has been changed, and what reads it; looked up only when there is a finding."""

    def __init__(self, game: nodes.GameFile, changed: Iterable[Edit], edits: Iterable[Edit]) -> None:
        self._game = game
        self._changed: Mapping[str, Edit] = {edit.name: edit for edit in changed}
        self.edits = tuple(edits)
        self.variants = {edit.span.source.path for edit in self.edits}

    def labels(self, span: Span, *, is_error: bool) -> list[Label]:
        """Return a label for each change that a finding may come from."""
        line = words_of(span.source, span.line, span.line)
        owner = self._owner(span)
        found = [word for word in line if word in self._changed]
        found += [owner.name] if owner is not None and owner.name in self._changed else []
        found = found or self._read_by(line)
        if not found and is_error and owner is not None:
            found = self._read_by(_words(owner))
        return [self._label(self._changed[name]) for name in dict.fromkeys(found)][:_MOST_LABELS]

    def no_longer_named(self, name: str) -> list[Label]:
        """Return a label for each change or removal that has taken away a mention of a name."""
        gone = [edit for edit in self.edits if name in edit.lost]
        return [Label(edit.span, f"`{edit.name}` names `{name}` no more") for edit in gone][:_MOST_LABELS]

    def _label(self, edit: Edit) -> Label:
        told = f"`{edit.name}` is changed here"
        fewer = " and ".join(f"{number} `{keyword}`" for keyword, number in edit.fewer)
        again = f": this replaces {fewer} of the base; write those to be kept again"
        return Label(edit.span, f"{told}{again}" if fewer else told)

    def _read_by(self, words: Iterable[str]) -> list[str]:
        """Return the changed names that the terms and rules among these words read, the nearest first."""
        seen = dict.fromkeys(words)
        waiting = list(seen)
        for word in waiting:
            new = [other for other in self._texts.get(word, ()) if other not in seen]
            seen |= dict.fromkeys(new)
            waiting += new
        return [word for word in seen if word in self._changed]

    def _owner(self, span: Span) -> _Named | None:
        """Return the paragraph, term or entry in whose lines a finding stands."""
        for item in self._items:
            parts: list[nodes.Node] = [item, *item.fields] if isinstance(item, nodes.Paragraph) else [item]
            parts += [item.table] if isinstance(item, nodes.Entry) and item.table is not None else []
            for part in parts:
                if part.span.source.path == span.source.path and part.span.line <= span.line <= part.span.end_line:
                    return item
        return None

    @cached_property
    def _items(self) -> list[_Named]:
        """All paragraphs, terms and entries."""
        parts = [part for section in self._game.sections for part in section.items]
        items = [item for part in parts for item in (part.items if isinstance(part, nodes.EachBlock) else (part,))]
        return [item for item in items if isinstance(item, _Named)]

    @cached_property
    def _texts(self) -> dict[str, tuple[str, ...]]:
        """The words in every term and rule, by its name: what a line that names them reads."""
        rules = {
            item.name for section in self._game.sections if section.keyword == "rules" for item in _paragraphs(section)
        }
        found: dict[str, tuple[str, ...]] = {}
        for item in self._items:
            if isinstance(item, nodes.Term) or (isinstance(item, nodes.Paragraph) and item.name in rules):
                found[item.name] = (*found.get(item.name, ()), *_words(item))
        return found


def _paragraphs(section: nodes.Section) -> list[nodes.Paragraph]:
    return [item for item in section.items if isinstance(item, nodes.Paragraph)]


def _words(item: _Named) -> list[str]:
    """Return the words of an item, those of its fields as well, which may stand in another file."""
    parts: list[nodes.Node] = [item, *item.fields] if isinstance(item, nodes.Paragraph) else [item]
    return list(dict.fromkeys(word for part in parts for word in words_in(part)))
