"""Sections of a game while a variant is laid over it, and the parts of its things that a variant may change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics.variants.changed_paragraphs import changed_fields
from gamedsl.source import Span
from gamedsl.syntax import nodes

Named = nodes.Choices | nodes.Entry | nodes.Term | nodes.Paragraph
EachItem = nodes.Entry | nodes.Term | nodes.Paragraph | nodes.Removal
_AnyItem = TypeVar("_AnyItem", bound=nodes.Item | EachItem)


@attrs.define(eq=False)
class Part:
    """A section of the result while it is put together."""

    section: nodes.Section
    items: list[nodes.Item]


@attrs.define(eq=False)
class Block:
    """The items of one ``each K`` block; ``part`` and ``at`` say where the block stands."""

    part: Part
    at: int

    @property
    def node(self) -> nodes.EachBlock:
        found = self.part.items[self.at]
        if not isinstance(found, nodes.EachBlock):
            raise TypeError(f"not an each block: {type(found).__name__}")
        return found

    def store(self, items: Iterable[EachItem]) -> None:
        """Put a new block with these items in the place of the old one."""
        self.part.items[self.at] = attrs.evolve(self.node, items=tuple(items))


def adds(new: Named) -> bool:
    """Tell whether a change has fields with ``add`` or edits of steps: if these change nothing, that has been told."""
    return isinstance(new, nodes.Paragraph) and any(
        isinstance(field, nodes.Added | nodes.EditedSteps) for field in new.fields
    )


def changed_header(base: nodes.GameFile, variant: nodes.VariantFile, report: Report) -> tuple[nodes.Field, ...]:
    """Return the fields of the header; seats keep their names when only their number is written."""
    old = next((field for field in base.fields if isinstance(field, nodes.Players)), None)
    fields = [
        attrs.evolve(field, names=old.names[: field.high])
        if isinstance(field, nodes.Players) and not field.names and old is not None and field.high <= len(old.names)
        else field
        for field in variant.fields
    ]
    if not fields:
        return base.fields

    def only_added(code: str, span: Span, **values: Any) -> None:
        if code == "GDVAR12":  # which fields a header may have is checked later
            report(code, span, **values)

    header = nodes.Paragraph(variant.name, fields=base.fields)
    return changed_fields(header, attrs.evolve(header, fields=tuple(fields)), only_added)


def retyped(table: nodes.Table | None, edits: nodes.RowEdits) -> nodes.Table | None:
    """Return a table whose columns have the types that the head of the edits gives them."""
    types = {column.name: column.type for column in edits.columns if column.type is not None and not column.keys}
    if table is None or not types:
        return table
    columns = tuple(
        column if column.type is None else attrs.evolve(column, type=types.get(column.name, column.type))
        for column in table.columns
    )
    return attrs.evolve(table, columns=columns)


def has_rows(entry: nodes.Entry) -> bool:
    """Tell whether an entry has a table, or a CSV file with one."""
    return entry.table is not None or any(isinstance(trait, nodes.Csv) for trait in entry.traits)


def replace_in(items: list[_AnyItem], name: str, new: Callable[[Named], Sequence[Named]]) -> bool:
    """Replace the first item called ``name`` in place; tell whether there is one."""
    for at, item in enumerate(items):
        if isinstance(item, Named) and item.name == name:
            items[at : at + 1] = new(item)  # type: ignore[assignment]  # a thing is replaced by one of its own class
            return True
    return False
