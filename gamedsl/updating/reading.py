"""A rule file with its bases -> what the whole game declares, and the nodes of this file, for finding old forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import attrs

from gamedsl.semantics.data.tables import Files
from gamedsl.semantics.variants.loading import load
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from gamedsl.updating.edits import Text

ATTRIBUTES = frozenset({"owner", "at", "design"})
"""Attributes that every piece has, and that are one thing or none."""


_BASE = re.compile(r"\A(?:[ ]*(?:#[^\n]*)?\r?\n)*(?:variant|scenarios)\b[^\n]*?\bof[ ]+\"(?P<base>[^\"\n]+)\"")


_N = TypeVar("_N", bound=nodes.Node)


@attrs.define
class Declared:
    """What a whole game declares: seats, words of lists, and where a name stands for what type."""

    seats: tuple[int, int] = (1, 12)
    seat_names: tuple[str, ...] = ()
    lists: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    rows: set[str] = attrs.field(factory=set)
    attributes: dict[str, list[nodes.TypeExpr | None]] = attrs.field(factory=dict)
    """Entries, columns, keys and terms by name; the type is None where it is not written."""
    spaces: dict[str, nodes.Entry] = attrs.field(factory=dict)
    names: set[str] = attrs.field(factory=set)

    def is_single(self, name: str) -> bool:
        """Is this, wherever it is an attribute, one word, number or thing (or none): no set, amount or formula?"""
        types = self.attributes.get(name, [])
        if name in ATTRIBUTES:
            return not types
        return bool(types) and all(_single(kind) for kind in types)

    def is_condition(self, name: str) -> bool:
        """Is this, wherever it is an attribute, yes or no?"""
        types = self.attributes.get(name, [])
        return bool(types) and all(kind == nodes.NamedType("bool") for kind in types)

    def is_word_of(self, name: str, words: str) -> bool:
        """Is this, wherever it is an attribute, one word of the list ``words``, and never none?"""
        types = self.attributes.get(name, [])
        return words in self.lists and bool(types) and all(kind == nodes.NamedType(words) for kind in types)

    def constants(self) -> set[str]:
        """Return the names that stand for a word, a row or a seat and for nothing else."""
        words = {word for words in self.lists.values() for word in words}
        return (words | self.rows | set(self.seat_names)) - set(self.attributes)


@attrs.frozen(eq=False)
class Reading:
    """One rule file, read: ``file`` is what stands in it, ``game`` what it declares together with its bases.

    ``bases`` tells whether all of its bases are among the files that are updated.
    """

    text: Text
    file: nodes.File
    game: Declared
    files: Files
    bases: bool

    def nodes(self, *kinds: type[_N]) -> Iterator[_N]:
        """Walk the nodes of these kinds that stand in this file, but those inside words for people."""
        return (node for node in walk(self.file) if isinstance(node, kinds))


def read(source: Source, files: Files, bases: bool) -> Reading | None:
    """Return a rule file, or None where it or a base of it cannot be read."""

    def ignore(code: str, span: Span, **values: object) -> None:
        del code, span, values

    file = parse(source, ignore)
    loaded = load(source, files, ignore)
    if file is None or loaded is None:
        return None
    return Reading(Text(source), file, _declared(loaded.game), files, bases)


def base_named(text: str) -> str | None:
    """Return the base that the first line of a variant or of a file of scenarios names."""
    found = _BASE.match(text)
    return found["base"] if found else None


def walk(node: nodes.Node, words: bool = False) -> Iterator[nodes.Node]:
    """Return a node and all under it in file order.

    Without ``words`` not what stands in words for people: translations show the same values, written as there.
    """
    yield node
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, nodes.Node) and (words or not isinstance(child, nodes.Words)):
                yield from walk(child, words)


def _single(kind: nodes.TypeExpr | None) -> bool:
    inner = kind.item if isinstance(kind, nodes.MaybeType) else kind
    if isinstance(inner, nodes.NamedType):
        return inner.name not in ("bool", "condition", "formula", "rule", "words", "chart", "space")
    return isinstance(inner, nodes.RangeType) or (isinstance(inner, nodes.ZoneType) and inner.form == "slot")


def _declared(game: nodes.GameFile) -> Declared:
    found = Declared()
    for field in game.fields:
        if isinstance(field, nodes.Players):
            found.seats = field.low, field.high
            found.seat_names = field.names or tuple("ABCDEFGHIJKL"[: field.high])
    for node in walk(game):
        match node:
            case nodes.Entry():
                _entry(found, node)
            case nodes.Choices(name, choices):
                found.names |= {name}
                found.lists[name] = tuple(str(choice.value) for choice in choices)
            case nodes.Term(name) | nodes.Binder(name) | nodes.Let(name):
                found.names.add(name)
                found.attributes.setdefault(name, []).append(None)
            case nodes.Param(name, kind) | nodes.Key(str(name), kind):
                found.names.add(name)
                found.attributes.setdefault(name, []).append(kind)
            case nodes.Key(None, nodes.NamedType(name)):
                found.attributes.setdefault(name, []).append(nodes.NamedType(name))
            case nodes.Paragraph(name):
                found.names.add(name)
            case _:  # all else declares nothing
                pass
    return found


def _entry(found: Declared, entry: nodes.Entry) -> None:
    found.names.add(entry.name)
    if entry.type == nodes.NamedType("space"):
        found.spaces[entry.name] = entry
    if not isinstance(entry.type, nodes.NamedType) or entry.type.name not in ("space", "card", "tile", "piece"):
        found.attributes.setdefault(entry.name, []).append(entry.type)
    for column in entry.table.columns if entry.table else ():
        if column.type is not None:
            found.names.add(column.name)
            found.attributes.setdefault(column.name, []).append(None if column.keys or column.params else column.type)
    for row in entry.table.rows if entry.table else ():
        match row.cells[0].steps if row.cells else ():
            case (nodes.CallStep(nodes.Name(name)),):
                found.rows.add(name)
            case _:  # a number, or a row without a name
                pass
