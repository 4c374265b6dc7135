"""What a variant does to its base game, as a record: each thing that it adds, changes or removes."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamedsl.source import Span
from gamedsl.syntax import nodes

KINDS: dict[nodes.SectionKeyword, str] = {
    "about": "fact",
    "options": "option",
    "types": "list of words",
    "components": "component",
    "table": "entry",
    "terms": "term",
    "setup": "step",
    "phases": "phase",
    "actions": "action",
    "rules": "rule",
    "triggers": "trigger",
    "modifiers": "modifier",
    "scoring": "scoring source",
    "hints": "hint",
    "metrics": "metric",
    "end": "field",
    "scenarios": "scenario",
    "display": "display",
}

WORD = "word"
"""The kind of a word that is lost because its option or list of words is changed or removed."""


@attrs.frozen(kw_only=True)
class Edit:
    """One thing that a variant adds, changes or removes.

    ``kind`` is a word for people ("action"); ``each`` is that of an ``each K`` block, else empty; ``span`` lies in the
    variant; ``fields`` are the keywords of fields that a changed paragraph replaces; ``fewer`` are those of which it
    has fewer than the base, with their number there; ``lost`` are the words that stand in it no more, ``rarer`` those
    that stand in it less often.
    """

    keyword: nodes.SectionKeyword
    name: str
    kind: str
    span: Span = attrs.field(eq=False, repr=False)
    each: str = ""
    fields: tuple[str, ...] = ()
    fewer: tuple[tuple[str, int], ...] = attrs.field(default=(), eq=False, repr=False)
    lost: frozenset[str] = attrs.field(default=frozenset(), eq=False, repr=False)
    rarer: frozenset[str] = attrs.field(default=frozenset(), eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Overlaid:
    """The whole game, and what the variant has done to the base, each list in the order of the variant."""

    game: nodes.GameFile
    removed: tuple[Edit, ...]
    changed: tuple[Edit, ...]
    added: tuple[Edit, ...]


def rarer_names(edits: Iterable[Edit]) -> frozenset[str]:
    """Return the names that variants have taken away from somewhere."""
    return frozenset(word for edit in edits for word in edit.lost | edit.rarer)


def words_lost(old: nodes.Choices, new: nodes.Choices | None, edit: Edit) -> list[Edit]:
    """Return the words that a changed option or list of words has no more, all where it is removed."""
    kept = set() if new is None else {choice.value for choice in new.choices}
    lost = [choice.value for choice in old.choices if choice.value not in kept]
    return [attrs.evolve(edit, name=word, kind=WORD) for word in lost if isinstance(word, str)]


def wholes(removed: Iterable[Edit]) -> dict[str, str]:
    """Return, for each word that is removed with its option or list of words, the name of that."""
    edits = tuple(removed)
    things = {(edit.keyword, id(edit.span)): edit.name for edit in edits if edit.kind != WORD}
    words = ((edit, things.get((edit.keyword, id(edit.span)), "")) for edit in edits if edit.kind == WORD)
    return {edit.name: thing for edit, thing in words if thing}
