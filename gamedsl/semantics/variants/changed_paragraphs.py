"""A paragraph of a base game and its change in a variant -> the changed one, its fields in the order that they have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics.field_words import keyword_of
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import node_text

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NO_RULES = re.compile(r'"[^"{]*"|#.*')

# These fields are read in written order, so several of them stay together when a variant writes them.
_ORDERED_FIELDS = frozenset({"when", "pick", "let"})

# A display may be given any of these that it did not have.
_ADDED_FIELDS = frozenset({*_ORDERED_FIELDS, "each", "at", "joined", "title", "line", "seen by", "instead of"})

# Of these a paragraph may have several.
_REPEATED_FIELDS = frozenset({*_ORDERED_FIELDS, "each", "line"})

# A paragraph has only one of these; writing one replaces the other.
_RIVALS = {"steps": "play", "play": "steps", "change": "forbid", "forbid": "change"}


def words_of(source: Source, first: int, last: int) -> list[str]:
    """Return the words of rules in some lines of a file, without quoted text and comments."""
    lines = (_NO_RULES.sub(" ", line) for line in source.lines[first - 1 : last])
    return [word for line in lines for word in _WORD.findall(line)]


def words_in(node: nodes.Node) -> list[str]:
    """Return the words of rules in the lines of a node."""
    return words_of(node.span.source, node.span.line, node.span.end_line)


def lost_words(old: nodes.Paragraph | nodes.Term, new: nodes.Paragraph | nodes.Term | None) -> frozenset[str]:
    """Return the words that stand in a paragraph or term but no longer in its successor; all without a successor."""
    return frozenset(_all_words(old)) - frozenset(_all_words(new) if new is not None else ())


def rarer_words(old: nodes.Paragraph | nodes.Term, new: nodes.Paragraph | nodes.Term) -> frozenset[str]:
    """Return the words that stand less often in a changed paragraph or term than in that of the base."""
    return frozenset(Counter(_all_words(old)) - Counter(_all_words(new)))


def _all_words(item: nodes.Paragraph | nodes.Term) -> list[str]:
    parts = item.fields if isinstance(item, nodes.Paragraph) else (item.value,)
    return [word for part in parts for word in _own_words(part)]


def _own_words(part: nodes.Node) -> list[str]:
    """Return the words of a part; edited steps come from several files, and not all that stand in their lines are."""
    if isinstance(part, nodes.Steps) and part.edited:
        return _WORD.findall(" ".join(_NO_RULES.sub(" ", node_text(step)) for step in part.steps))
    return words_in(part)


def fewer_fields(old: nodes.Paragraph, new: nodes.Paragraph) -> tuple[tuple[str, int], ...]:
    """Return the keywords of which a change writes fewer fields than it replaces, with the number replaced."""
    before = Counter(keyword_of(field) for field in old.fields)
    after = Counter(keyword_of(field) for field in new.fields if not isinstance(field, nodes.Added))
    return tuple((keyword, before[keyword]) for keyword in after if after[keyword] < before[keyword])


def joined_words(old: nodes.Words | None, new: nodes.Words | None) -> nodes.Words | None:
    """Return new words; text or references that they leave out are kept from the old ones."""
    if old is None or new is None:
        return new or old
    parts = old.parts if new.parts is None else new.parts
    return attrs.evolve(new, parts=parts, references=new.references or old.references)


def changed_paragraph(old: nodes.Paragraph, new: nodes.Paragraph, report: Report) -> nodes.Paragraph:
    """Return a paragraph with the written fields replaced, and words and parameters where they are given."""
    return attrs.evolve(
        new,
        params=new.params or old.params,
        words=joined_words(old.words, new.words),
        fields=changed_fields(old, new, report),
        change=False,
    )


def changed_fields(old: nodes.Paragraph, new: nodes.Paragraph, report: Report) -> tuple[nodes.Field, ...]:
    """Return the fields of a changed paragraph: written ones take the places of those they replace, the others stay.

    When several of ``when pick let`` are written, they stand together, in written order, where the first of those they
    replace stood; otherwise each new field stands where its predecessor stood. Fields with ``add`` join those that are
    there then: steps follow the steps of the same field, ``when pick let`` all of these, others those of their keyword.
    """
    replacing = [field for field in new.fields if not isinstance(field, nodes.Added)]
    made = _replaced(old, replacing, report)
    for field in new.fields:
        if isinstance(field, nodes.Added):
            _add(made, field.field, old.name, report)
    return tuple(made)


def _add(made: list[nodes.Field], field: nodes.Field, paragraph: str, report: Report) -> None:
    """Add a field to those of a paragraph, or report that it has one already of which there can be only one."""
    keyword = keyword_of(field)
    group = _ORDERED_FIELDS if keyword in _ORDERED_FIELDS else {keyword}
    present = [at for at, other in enumerate(made) if keyword_of(other) in group]
    rival = next((other for other in made if keyword_of(other) == _RIVALS.get(keyword)), None)
    if rival is not None:
        instead = f"it has `{keyword_of(rival)}`: write `{keyword}:` alone to replace that"
        report("GDVAR12", field.span, paragraph=paragraph, field=keyword, problem=instead)
    elif not present:
        made.append(field)
    elif keyword in _REPEATED_FIELDS:
        made.insert(present[-1] + 1, field)
    elif isinstance(field, nodes.Steps):
        there = made[present[0]]
        assert isinstance(there, nodes.Steps)
        made[present[0]] = attrs.evolve(there, steps=(*there.steps, *field.steps))
    else:
        instead = f"it has one, and there can be no second: write `{keyword}:` alone to replace it"
        report("GDVAR12", field.span, paragraph=paragraph, field=keyword, problem=instead)


def _replaced(old: nodes.Paragraph, fields: list[nodes.Field], report: Report) -> list[nodes.Field]:
    """Return the fields of the base with ``fields`` in the places of those that they replace."""
    present = [keyword_of(field) for field in old.fields]
    written = list(dict.fromkeys(keyword_of(field) for field in fields))
    waiting = list(fields)
    for keyword in written:
        if keyword not in (*present, *_ADDED_FIELDS) and _RIVALS.get(keyword) not in present:
            span = next(field.span for field in fields if keyword_of(field) == keyword)
            report("GDVAR05", span, paragraph=old.name, field=keyword)
    together = len(_ORDERED_FIELDS.intersection(written)) > 1
    made: list[nodes.Field] = []
    for at, (field, keyword) in enumerate(zip(old.fields, present, strict=True)):
        if together and keyword in _ORDERED_FIELDS and keyword in written:
            made += _take(waiting, _ORDERED_FIELDS)
        elif keyword in written:
            last = keyword not in present[at + 1 :]
            made += _take(waiting, {keyword}, None if last else 1)
        elif _RIVALS.get(keyword) in written:
            made += _take(waiting, {_RIVALS[keyword]})
        else:
            made.append(field)
    return [*made, *waiting]


def _take(waiting: list[nodes.Field], keywords: Container[str], most: int | None = None) -> list[nodes.Field]:
    """Take the first fields of these keywords out of ``waiting``: at most ``most``, or all."""
    taken = [field for field in waiting if keyword_of(field) in keywords][:most]
    for field in taken:
        waiting.remove(field)
    return taken
