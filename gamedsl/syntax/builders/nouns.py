"""Parse trees of nouns (facts, choices, types, traits, tables, entries, terms) -> nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from gamedsl.syntax import nodes
from gamedsl.syntax.builders.builder import Builder, Rule

if TYPE_CHECKING:
    from lark import ParseTree as Tree
    from lark import Token


def _removal(b: Builder, t: Tree) -> nodes.Removal:
    word, name = cast("Any", t.children)
    b.edit(word, b.token_span(word))
    return nodes.Removal(str(name), span=b.span(t))


def _fact(b: Builder, t: Tree) -> nodes.Fact:
    key, text = cast("Any", t.children)
    return nodes.Fact(str(key), text[1:-1], span=b.span(t))


def _choice(b: Builder, t: Tree) -> nodes.Choice:
    token = cast("Token", t.children[0])
    value: str | int | bool
    match token.type:
        case "INT":
            value = b.number(token)
        case "NAME":
            b.foreign_truth(token)
            value = str(token)
        case _:
            value = token == "yes"
    return nodes.Choice(value, span=b.span(t))


def _choices(b: Builder, t: Tree) -> nodes.Choices:
    change, name, *values, words = cast("Any", t.children)
    return nodes.Choices(
        str(name),
        b.all(values),
        b.maybe(words),
        change=b.edit(change, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


# ---------------------------------------------------------------- types


def _named_type(b: Builder, t: Tree) -> nodes.NamedType:
    return nodes.NamedType(str(t.children[0]), span=b.span(t))


def _range_type(b: Builder, t: Tree) -> nodes.RangeType:
    low, high = cast("Any", t.children)
    return nodes.RangeType(b.node(low), b.node(high), span=b.span(t))


def _bound(b: Builder, t: Tree) -> int:
    value = b.number(cast("Token", t.children[-1]))
    return -value if len(t.children) == 2 else value


def _set_type(b: Builder, t: Tree) -> nodes.SetType:
    return nodes.SetType(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _design_type(b: Builder, t: Tree) -> nodes.DesignType:
    return nodes.DesignType(str(t.children[-1]), span=b.span(t))


def _zone_type(b: Builder, t: Tree) -> nodes.ZoneType:
    form, kind = cast("Any", t.children)
    return nodes.ZoneType(str(form), str(kind), span=b.span(t))  # type: ignore[arg-type]


def _dice_type(b: Builder, t: Tree) -> nodes.DiceType:
    return nodes.DiceType(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _maybe_type(b: Builder, t: Tree) -> nodes.MaybeType:
    return nodes.MaybeType(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _keys(b: Builder, t: Tree) -> tuple[nodes.Key, ...]:
    return b.all(t.children)


def _key(b: Builder, t: Tree) -> nodes.Key:
    name, kind = cast("Any", t.children)
    return nodes.Key(None if name is None else str(name), b.node(kind), span=b.span(t))


def _params(b: Builder, t: Tree) -> tuple[nodes.Param, ...]:
    return b.all(t.children)


def _param(b: Builder, t: Tree) -> nodes.Param:
    name, kind, default = cast("Any", t.children)
    return nodes.Param(str(name), b.node(kind), b.maybe(default), span=b.span(t))


# ---------------------------------------------------------------- traits


def _trait(b: Builder, t: Tree) -> nodes.Trait:
    core, condition = cast("Any", t.children)
    made = cast(nodes.Trait, b.node(core))
    return attrs.evolve(made, condition=b.maybe(condition), span=b.span(t))


def _traits(b: Builder, t: Tree) -> tuple[nodes.Trait, ...]:
    return b.all(t.children)


def _seen(b: Builder, t: Tree) -> nodes.Seen:
    return nodes.Seen(str(t.children[-1]), span=b.span(t))  # type: ignore[arg-type]


def _refilled(b: Builder, t: Tree) -> nodes.Refilled:
    source, level, phase = cast("Any", t.children)
    if level is None:
        return nodes.Refilled(str(source), span=b.span(t))
    return nodes.Refilled(str(source), b.number(level), str(phase), span=b.span(t))


def _flag(b: Builder, t: Tree) -> nodes.Flag:
    return nodes.Flag(str(t.children[0]), span=b.span(t))  # type: ignore[arg-type]


def _copies(b: Builder, t: Tree) -> nodes.Copies:
    count, *each = cast("Any", t.children)
    return nodes.Copies(b.number(count), b.all(each), span=b.span(t))


def _adjacent(b: Builder, t: Tree) -> nodes.Adjacent:
    first, second = cast("Any", t.children)
    return nodes.Adjacent(str(first), None if second is None else str(second), span=b.span(t))


def _csv(b: Builder, t: Tree) -> nodes.Csv:
    return nodes.Csv(str(t.children[-1])[1:-1], span=b.span(t))


def _grid(b: Builder, t: Tree) -> nodes.Grid:
    first, last, low, high, hexagons = cast("Any", t.children)
    columns, rows = (str(first), str(last)), (str(low), str(high))
    return nodes.Grid(columns, rows, hexagons is not None, span=b.span(t))


def _drawn_lines(b: Builder, t: Tree) -> nodes.DrawnLines:
    return nodes.DrawnLines(b.all(t.children), span=b.span(t))


def _run(b: Builder, t: Tree) -> nodes.Run:
    return nodes.Run(tuple(str(name) for name in t.children), span=b.span(t))


# ---------------------------------------------------------------- tables


def _table(b: Builder, t: Tree) -> nodes.Table:
    head, *rows = cast("Any", t.children)
    return nodes.Table(b.all(head.children), b.all(rows), span=b.span(t))


def _column(b: Builder, t: Tree) -> nodes.Column:
    name, parameters, key_list, kind, default, told = cast("Any", t.children)
    return nodes.Column(
        str(name),
        b.maybe(parameters) or (),
        b.maybe(key_list) or (),
        b.maybe(kind),
        b.maybe(default),
        None if told is None else str(told),
        None if told is None else b.token_span(told),
        span=b.span(t),
    )


def _row(b: Builder, t: Tree) -> nodes.Row:
    return nodes.Row(b.all(t.children), span=b.span(t))


def _text_cell(b: Builder, t: Tree) -> nodes.Cell:
    return nodes.Cell(str(t.children[0])[1:-1], span=b.span(t))


def _cell(b: Builder, t: Tree) -> nodes.Cell:
    return nodes.Cell(None, b.all(t.children), span=b.span(t))


def _empty_cell(_b: Builder, _t: Tree) -> nodes.Cell:
    return nodes.Cell()


# ---------------------------------------------------------------- entries and terms


def _entry(b: Builder, t: Tree) -> nodes.Entry:
    change, name, key_list, kind, initial, trait_list, words, rows = cast("Any", t.children)
    return nodes.Entry(
        str(name),
        b.node(kind),
        b.maybe(key_list) or (),
        b.maybe(initial),
        b.node(trait_list),
        b.maybe(words),
        b.maybe(rows),
        change=b.edit(change, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


def _edited_column(b: Builder, t: Tree) -> nodes.EditedColumn:
    name, *keys, kind = cast("Any", t.children)
    return nodes.EditedColumn(str(name), b.all(keys), b.maybe(kind), span=b.span(t))


def _row_removal(b: Builder, t: Tree) -> nodes.RowRemoval:
    return nodes.RowRemoval(b.all(cast("Any", t.children[1:])), span=b.span(t))


def _row_edits(b: Builder, t: Tree) -> nodes.RowEdits:
    mark, name, table, *removals = cast("Any", t.children)
    head, *rows = [None] if table is None else table.children
    return nodes.RowEdits(
        str(name),
        () if head is None else b.all(head.children),
        b.all(rows),
        b.all(removals),
        change=b.edit(mark, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


def _term(b: Builder, t: Tree) -> nodes.Term:
    change, name, parameters, value, words, *lets = cast("Any", t.children)
    return nodes.Term(
        str(name),
        b.maybe(parameters),
        b.node(value),
        b.maybe(words),
        tuple(field.let for field in b.all(lets)),
        change=b.edit(change, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


def _each_block(b: Builder, t: Tree) -> nodes.EachBlock:
    kind, *items = cast("Any", t.children)
    return nodes.EachBlock(str(kind), b.all(items), span=b.span(t))


RULES: dict[str, Rule] = {
    "removal": _removal,
    "fact": _fact,
    "choice": _choice,
    "choices": _choices,
    "named_type": _named_type,
    "range_type": _range_type,
    "bound": _bound,
    "set_type": _set_type,
    "design_type": _design_type,
    "zone_type": _zone_type,
    "dice_type": _dice_type,
    "maybe_type": _maybe_type,
    "keys": _keys,
    "key": _key,
    "params": _params,
    "param": _param,
    "trait": _trait,
    "traits": _traits,
    "seen": _seen,
    "refilled": _refilled,
    "flag": _flag,
    "copies": _copies,
    "adjacent": _adjacent,
    "csv": _csv,
    "grid": _grid,
    "drawn_lines": _drawn_lines,
    "run": _run,
    "table": _table,
    "column": _column,
    "row": _row,
    "text_cell": _text_cell,
    "cell": _cell,
    "empty_cell": _empty_cell,
    "entry": _entry,
    "edited_column": _edited_column,
    "row_removal": _row_removal,
    "row_edits": _row_edits,
    "term": _term,
    "each_block": _each_block,
}
