"""A thing of a rule file (paragraph, entry, term …) -> its parts as canonical text, so that layout never matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.syntax import nodes
from gamedsl.syntax.print.inline import joined, let_body, text
from gamedsl.syntax.print.printer import node_text, steps_text

Sheet = dict[str, str]
"""The parts of a thing by their names for people; parts that are not there are left out."""


def sheet(item: nodes.Node, section: str) -> Sheet:
    """Return the parts of a thing; of a kind of thing unknown here its whole text as the one part ``text``.

    Raises:
        TypeError: the printer does not know the thing either.
    """
    make = _SHEETS.get(type(item))
    made = {"text": node_text(item)} if make is None else make(item)
    if section == "types" and isinstance(item, nodes.Choices):
        made = {"list": made.pop("values"), **made, "default": ""}
    return {part: said for part, said in made.items() if said}


def words_text(words: nodes.Words | None) -> str:
    """Return the words for people with their quotes, without references."""
    return "" if words is None or words.parts is None else text(attrs.evolve(words, references=()))


def references_text(words: nodes.Words | None) -> str:
    """Return the references behind words."""
    return "" if words is None else joined(words.references)


def plain_words(item: nodes.Node) -> str:
    """Return the words of a thing without quotes, for headings."""
    return words_text(getattr(item, "words", None)).strip('"')


def cited(node: object) -> Iterator[str]:
    """Walk all references below a node, in the order of the text."""
    if isinstance(node, nodes.Reference):
        yield text(node)
    elif isinstance(node, nodes.Node):
        for field in attrs.fields(type(node)):
            if field.name not in ("span", "name_span"):
                yield from cited(getattr(node, field.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from cited(item)


def fields_sheet(fields: Sequence[nodes.Field]) -> Sheet:
    """Return fields by their keywords; those of one keyword under each other, each step on its own line."""
    made: dict[str, list[str]] = {}
    for field in fields:
        if isinstance(field, nodes.Steps):
            made.setdefault(field.keyword, []).append(steps_text(field.steps))
            if field.words is not None:
                made.setdefault(f"{field.keyword} as", []).append(words_text(field.words))
        else:
            keyword, _, said = node_text(field).partition(":")
            made.setdefault(keyword, []).append(said.strip())
    return {keyword: "\n".join(lines) for keyword, lines in made.items()}


def _named(words: nodes.Words | None) -> Sheet:
    return {"words": words_text(words), "references": references_text(words)}


def _paragraph(item: nodes.Paragraph) -> Sheet:
    made = {"parameters": joined(item.params), **_named(item.words), **fields_sheet(item.fields)}
    ordered = [field for field in item.fields if isinstance(field, _ORDERED) and _is_read_in_order(field)]
    mixed = len({type(field) for field in ordered}) > 1
    return {**made, ORDER: "\n".join(map(node_text, ordered)) if mixed else ""}


ORDER = "order of the questions and conditions"
"""A part of paragraphs that says nothing new unless the questions and conditions themselves are the same."""

_ORDERED = (nodes.Condition, nodes.PickField, nodes.LetField)


def _is_read_in_order(field: nodes.Field) -> bool:
    return not isinstance(field, nodes.Condition) or field.keyword == "when"


def _choices(item: nodes.Choices) -> Sheet:
    return {"default": text(item.choices[0]), "values": joined(item.choices), **_named(item.words)}


def _entry(item: nodes.Entry) -> Sheet:
    traits = [trait for trait in item.traits if not isinstance(trait, nodes.Csv)]  # where data stand is no rule
    return {
        "keys": joined(item.keys),
        "type": text(item.type),
        "starts as": "" if item.initial is None else text(item.initial),
        "traits": joined(traits),
        **_named(item.words),
    }


def _term(item: nodes.Term) -> Sheet:
    lets = [let_body(let) for let in item.lets]
    return {
        "parameters": joined(item.params or ()),
        "formula": text(item.value),
        "let": "; ".join(lets),
        **_named(item.words),
    }


_SHEETS: dict[type[nodes.Node], Callable[[Any], Sheet]] = {
    nodes.Paragraph: _paragraph,
    nodes.Choices: _choices,
    nodes.Entry: _entry,
    nodes.Term: _term,
    nodes.Fact: lambda item: {"text": item.text},
}
