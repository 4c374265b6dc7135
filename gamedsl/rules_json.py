"""A game, its marks and a table of it -> plain data for programs: everything that stands in its rules; docs/json.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.comparing.data import data_of
from gamedsl.comparing.marks import Marks
from gamedsl.comparing.sheets import plain_words
from gamedsl.game import Table
from gamedsl.semantics.variants.edits import KINDS
from gamedsl.syntax import nodes
from gamedsl.syntax.print.inline import text
from gamedsl.syntax.print.printer import node_text

VERSION = 1
_LEFT_OUT = frozenset({"about", "scenarios"})


def rules_dict(marks: Marks, table: Table) -> dict[str, Any]:
    """Return what was understood of a game; codes of moves are those of the number of players of the table."""
    whole, comparison = marks.whole, marks.comparison
    checked = whole.checked
    codes = {name: found for found, name in table.action_codes()}
    things = [thing for section in whole.rules.sections for thing in _things(marks, section)]
    for thing in things:
        if thing["section"] == "actions" and thing["name"] in codes:
            thing["codes"] = [*codes[thing["name"]]][:1] + [*codes[thing["name"]]][-1:]
    return {
        "version": VERSION,
        "name": checked.name,
        "title": checked.title,
        "path": checked.path,
        "base": None if comparison is None else comparison.old_path,
        "players": {
            "least": checked.least_seats,
            "most": checked.most_seats,
            "names": [*checked.seat_names[: checked.most_seats]],
            "codes": table.players,
        },
        "facts": [{"key": key, "text": said} for key, said in checked.facts],
        "options": [{"name": option.name, "values": [*option.values]} for option in checked.options.values()],
        "things": things,
        "tables": [*_tables(marks)],
    }


def _things(marks: Marks, section: nodes.Section) -> Iterator[dict[str, Any]]:
    """Walk the things of a section in the order of the rules."""
    if section.keyword in _LEFT_OUT:
        return
    for item in section.items:
        inside = item.items if isinstance(item, nodes.EachBlock) else (item,)
        each = item.kind if isinstance(item, nodes.EachBlock) else ""
        for thing in inside:
            yield _thing(marks, section, thing, each)


def _thing(marks: Marks, section: nodes.Section, thing: nodes.Node, each: str) -> dict[str, Any]:
    keyword = section.keyword
    own = thing.keyword if isinstance(thing, nodes.Condition) else getattr(thing, "name", "")
    own = "" if isinstance(thing, nodes.Step) else own
    name = f"{each}.{own}" if each else own
    words = getattr(thing, "words", None)
    bare = attrs.evolve(thing, table=None) if isinstance(thing, nodes.Entry) else thing
    said = node_text(bare)
    return {
        "section": keyword,
        "group": section.name or "",
        "kind": KINDS[keyword],
        "name": name,
        "words": plain_words(thing),
        "references": [text(one) for one in words.references] if isinstance(words, nodes.Words) else [],
        "text": said,
        "path": thing.span.source.path,
        "line": thing.span.line,
        "deed": marks.deed(keyword, name) if name else _deed(marks, keyword, said),
    }


def _deed(marks: Marks, keyword: str, said: str) -> str:
    """Return what a variant has done to a step."""
    for found in marks.all():
        if found.section == keyword and found.deed != "removed" and said in (found.text, *_new(found.parts)):
            return found.deed
    return ""


def _new(parts: tuple[Any, ...]) -> list[str]:
    return [part.new for part in parts]


def _tables(marks: Marks) -> Iterator[dict[str, Any]]:
    """Walk the components with rows, whether these stand in the rules, in CSV files or in variants."""
    for section in marks.whole.rules.sections:
        for item in section.items if section.keyword == "components" else ():
            data = data_of(marks.whole, item) if isinstance(item, nodes.Entry) else None
            if isinstance(item, nodes.Entry) and data is not None:
                yield {
                    "component": item.name,
                    "files": [trait.path for trait in item.traits if isinstance(trait, nodes.Csv)],
                    "columns": [{"name": name, "type": said} for name, said in data.columns.items()],
                    "rows": [{"name": name, "cells": cells} for name, cells in data.rows.items()],
                }
