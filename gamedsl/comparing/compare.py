"""Two whole games -> what differs between them, section by section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import cast, get_args

import attrs

from gamedsl.comparing.citing import folded, spread
from gamedsl.comparing.data import Data, data_of
from gamedsl.comparing.differences import Comparison, Deed, Difference, Part
from gamedsl.comparing.reading import Whole
from gamedsl.comparing.sheets import (
    ORDER,
    Sheet,
    cited,
    fields_sheet,
    plain_words,
    references_text,
    sheet,
    words_text,
)
from gamedsl.semantics.variants.edits import KINDS
from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import node_text

_KINDS = {**KINDS, "end": "line"}
_SECTIONS = cast("tuple[nodes.SectionKeyword, ...]", get_args(nodes.SectionKeyword))
_LEFT_OUT = frozenset({"scenarios"})  # examples speak of one game; they are no rules
_WITHOUT_ORDER = frozenset({"about", "options", "types", "components", "table", "terms", "phases", "rules"})
"""Sections in which the order of the things means nothing; of the phases only the first is marked by its place."""


def compare(old: Whole, new: Whole, base: str = "") -> Comparison:
    """Return what differs between two games: header, options, data, every paragraph; scenarios are not compared.

    Things are matched by section and name; steps of ``setup`` and lines of ``end``, which have no name, by their order.
    ``base`` is what the new game calls the old one, where it is a variant of it.
    """
    found = [*_header(old.rules, new.rules)]
    for keyword in _SECTIONS:
        if keyword not in _LEFT_OUT:
            found += _section(keyword, old, new)
    found += _references(old.rules, new.rules)
    return Comparison(
        old_path=old.path,
        old_name=base or old.path,
        old_title=old.checked.title,
        new_path=new.path,
        new_title=new.checked.title,
        differences=tuple(found),
    )


# ---------------------------------------------------------------- header and references


def _header(old: nodes.GameFile, new: nodes.GameFile) -> Iterator[Difference]:
    parts = _parts(_header_sheet(old), _header_sheet(new))
    if parts:
        yield Difference(section="header", kind="game", name=new.name, deed="changed", parts=parts)


def _header_sheet(game: nodes.GameFile) -> Sheet:
    said = {"name": game.name, "title": words_text(game.words), "references": references_text(game.words)}
    return said | fields_sheet(game.fields)


def _references(old: nodes.GameFile, new: nodes.GameFile) -> Iterator[Difference]:
    """Tell which references only one game cites."""
    before, after = _cited(old), _cited(new)
    gone, came = [one for one in before if one not in after], [one for one in after if one not in before]
    for references, is_new in ((gone, False), (came, True)):
        if references:
            yield _plain("references", "references", "", is_new, folded(references))


def _cited(game: nodes.GameFile) -> dict[str, None]:
    kept = tuple(section for section in game.sections if section.keyword not in _LEFT_OUT)
    return dict.fromkeys(spread((*cited(game.words), *cited(game.fields), *cited(kept))))


# ---------------------------------------------------------------- sections


@attrs.define
class _Things:
    """What stands in all sections of one keyword: named things by ``each`` and name, the others by what they are."""

    named: dict[tuple[str, str], nodes.Node] = attrs.field(factory=dict)
    groups: dict[tuple[str, str], str] = attrs.field(factory=dict)
    facts: dict[str, list[str]] = attrs.field(factory=dict)
    unnamed: dict[str, list[nodes.Node]] = attrs.field(factory=dict)
    heads: dict[str, nodes.Words | None] = attrs.field(factory=dict)


def _things(game: nodes.GameFile, keyword: str) -> _Things:
    found = _Things()
    for section in game.sections:
        if section.keyword != keyword:
            continue
        if section.name is not None or section.words is not None:
            found.heads[section.name or ""] = section.words
        for item in section.items:
            inside = item.items if isinstance(item, nodes.EachBlock) else (item,)
            each = item.kind if isinstance(item, nodes.EachBlock) else ""
            for thing in inside:
                _take(found, thing, each, section.name or "")
    return found


def _take(found: _Things, thing: nodes.Node, each: str, group: str) -> None:
    if isinstance(thing, nodes.Fact):
        found.facts.setdefault(thing.key, []).append(thing.text)
        return
    name = None if isinstance(thing, nodes.Step) else getattr(thing, "name", None)
    if isinstance(name, str):
        found.named[each, name] = thing
        found.groups[each, name] = group
    else:
        kind = thing.keyword if isinstance(thing, nodes.Condition) else ""
        found.unnamed.setdefault(kind, []).append(thing)


def _section(keyword: nodes.SectionKeyword, old: Whole, new: Whole) -> Iterator[Difference]:
    before, after = _things(old.rules, keyword), _things(new.rules, keyword)
    yield from _heads(keyword, before, after)
    yield from _facts(before, after)
    yield from _unnamed(keyword, before, after)
    for key in (*before.named, *(key for key in after.named if key not in before.named)):
        one, other = before.named.get(key), after.named.get(key)
        name = f"{key[0]}.{key[1]}" if key[0] else key[1]
        if one is None or other is None:
            yield _whole(keyword, name, one, other, old if other is None else new)
            continue
        yield from _changed(keyword, name, one, other, (before.groups[key], after.groups[key]))
        if isinstance(one, nodes.Entry) and isinstance(other, nodes.Entry):
            yield from _rows(one.name, data_of(old, one), data_of(new, other))
    yield from _order(keyword, list(before.named), list(after.named))


def _heads(keyword: str, before: _Things, after: _Things) -> Iterator[Difference]:
    """Compare the words and references behind section names and groups of actions."""
    for name in dict.fromkeys((*before.heads, *after.heads)):
        one, other = before.heads.get(name), after.heads.get(name)
        sheets = [{"words": words_text(words), "references": references_text(words)} for words in (one, other)]
        kind = "group" if name else "section"
        if name and (name in before.heads) != (name in after.heads):
            said = words_text(other or one)
            yield _plain(keyword, kind, name, name in after.heads, f"{keyword} {name} {said}".strip(), said.strip('"'))
        elif parts := _parts(*sheets):
            yield Difference(section=keyword, kind=kind, name=name or keyword, deed="changed", parts=parts)


def _facts(before: _Things, after: _Things) -> Iterator[Difference]:
    for key in dict.fromkeys((*before.facts, *after.facts)):
        one, other = "\n".join(before.facts.get(key, [])), "\n".join(after.facts.get(key, []))
        if not one or not other:
            text = "\n".join(f'{key}: "{line}"' for line in (one or other).split("\n"))
            yield _plain("about", "fact", key, not one, text)
        elif one != other:
            yield Difference(section="about", kind="fact", name=key, deed="changed", parts=(Part("text", one, other),))


def _plain(section: str, kind: str, name: str, is_new: bool, text: str, words: str = "") -> Difference:
    deed: Deed = "added" if is_new else "removed"
    return Difference(section=section, kind=kind, name=name, deed=deed, text=text, words=words)


def _unnamed(keyword: nodes.SectionKeyword, before: _Things, after: _Things) -> Iterator[Difference]:
    """Compare steps and conditions by their order."""
    for kind in dict.fromkeys((*before.unnamed, *after.unnamed)):
        old = [node_text(item) for item in before.unnamed.get(kind, [])]
        new = [node_text(item) for item in after.unnamed.get(kind, [])]
        for tag, low, high, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "replace" and high - low == stop - start:
                for one, other in zip(old[low:high], new[start:stop], strict=True):
                    parts = (Part("text", one, other),)
                    yield Difference(section=keyword, kind=_KINDS[keyword], name=kind, deed="changed", parts=parts)
            elif tag != "equal":
                yield from (_plain(keyword, _KINDS[keyword], kind, False, text) for text in old[low:high])
                yield from (_plain(keyword, _KINDS[keyword], kind, True, text) for text in new[start:stop])


def _whole(
    keyword: nodes.SectionKeyword, name: str, old: nodes.Node | None, new: nodes.Node | None, whole: Whole
) -> Difference:
    """Return a thing that only one game has, with its text and the rows of its table."""
    item = new or old
    assert item is not None
    text = node_text(item)
    if isinstance(item, nodes.Entry):
        data = data_of(whole, item)
        text = node_text(attrs.evolve(item, table=None))
        if data is not None:
            text = "\n".join([text, *(f"  {_row_text(row, cells)}" for row, cells in data.rows.items())])
    return _plain(keyword, _KINDS[keyword], name, new is not None, text, plain_words(item))


def _changed(
    keyword: nodes.SectionKeyword, name: str, old: nodes.Node, new: nodes.Node, groups: tuple[str, str]
) -> Iterator[Difference]:
    parts = _parts({"group": groups[0], **sheet(old, keyword)}, {"group": groups[1], **sheet(new, keyword)})
    if parts:
        yield Difference(
            section=keyword, kind=_KINDS[keyword], name=name, deed="changed", words=plain_words(new), parts=parts
        )


def _parts(old: Sheet, new: Sheet) -> tuple[Part, ...]:
    """Return the parts that differ; an order only where nothing else does."""
    found = {
        part: Part(part, old.get(part, ""), new.get(part, ""))
        for part in dict.fromkeys((*old, *new))
        if old.get(part, "") != new.get(part, "")
    }
    if ORDER in found and {"when", "pick", "let"} & found.keys():
        del found[ORDER]
    if "default" in found and "values" in found and _same_values(found["values"]):
        del found["values"]
    return tuple(found.values())


def _same_values(part: Part) -> bool:
    return sorted(part.old.split(", ")) == sorted(part.new.split(", "))


def _order(keyword: str, old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> Iterator[Difference]:
    """Tell when things that both games have stand in another order, where that means something."""
    if keyword == "phases":
        if old and new and old[0] != new[0]:
            parts = (Part("the game begins with", old[0][1], new[0][1]),)
            yield Difference(section=keyword, kind="first phase", name="", deed="changed", parts=parts)
        return
    before = [".".join(key).strip(".") for key in old if key in new]
    after = [".".join(key).strip(".") for key in new if key in old]
    if keyword not in _WITHOUT_ORDER and before != after:
        parts = (Part("order", ", ".join(before), ", ".join(after)),)
        yield Difference(section=keyword, kind="order", name="", deed="changed", parts=parts)


# ---------------------------------------------------------------- data


def _rows(entry: str, old: Data | None, new: Data | None) -> Iterator[Difference]:
    """Compare the columns and rows of one component."""
    old, new = old or Data({}, {}, {}), new or Data({}, {}, {})
    columns = tuple(
        Part(f"column {name}", old.columns.get(name, ""), _column(new, name, name not in old.columns))
        for name in dict.fromkeys((*old.columns, *new.columns))
        if old.columns.get(name) != new.columns.get(name)
    )
    if columns:
        yield Difference(section="components", kind="table", name=entry, deed="changed", parts=columns)
    shared = {at for name in old.places if name in new.places for at in (*old.places[name], *new.places[name])}
    for row in dict.fromkeys((*old.rows, *new.rows)):
        one, other = old.rows.get(row), new.rows.get(row)
        if one is None or other is None:
            cells = one or other or {}
            yield _plain("components", entry, row, one is None, _row_text(row, cells))
        elif parts := _parts(_kept(one, shared), _kept(other, shared)):
            yield Difference(section="components", kind=entry, name=row, deed="changed", parts=parts)
    before, after = [row for row in old.rows if row in new.rows], [row for row in new.rows if row in old.rows]
    if before != after:
        parts = (Part("order of the rows", ", ".join(before), ", ".join(after)),)
        yield Difference(section="components", kind="table", name=entry, deed="changed", parts=parts)


def _row_text(row: str, cells: dict[str, str]) -> str:
    """Return a row with the name and content of every cell that is not empty."""
    said = ", ".join(f"{at} {said}" for at, said in cells.items() if said)
    return f"{row}: {said}" if said else row


def _column(data: Data, name: str, is_new: bool) -> str:
    """Return a column as written; of a new one with what stands in it."""
    said = data.columns.get(name, "")
    if not said or not is_new:
        return said
    places = data.places.get(name, (name,))
    cells = [f"{row} {'; '.join(cells.get(at, '') for at in places)}" for row, cells in data.rows.items()]
    return f"{said} ({', '.join(cells)})"


def _kept(cells: dict[str, str], places: set[str]) -> Sheet:
    return {at: said for at, said in cells.items() if at in places}
