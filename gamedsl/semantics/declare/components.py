"""The section ``components`` -> kinds, counters, dice and charts with their data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.internal_errors import working_on
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.types import UNLIMITED
from gamedsl.semantics.core.walk import label_column
from gamedsl.semantics.data.cells import RawCell
from gamedsl.semantics.data.csv_reader import FileCell
from gamedsl.semantics.data.row_edits import edited, telling_how_to_widen
from gamedsl.semantics.data.tables import Files, RawTable, read_table
from gamedsl.semantics.data.typed_tables import TypedRow, type_table
from gamedsl.semantics.declare.adjacency import join_places
from gamedsl.semantics.declare.dice import declare_dice, faces_of, kinds_in_zones
from gamedsl.semantics.declare.grids import (
    Places,
    board_columns,
    complete,
    declare_directions,
    is_board,
    places_of,
    rectangle,
    with_all_places,
)
from gamedsl.semantics.declare.heads import TYPE_WORDS, Names, items, plain, report_builtin, resolve, resolve_keys
from gamedsl.semantics.declare.lots import check_lots, names_in, told_thousands
from gamedsl.semantics.expressions.functions import BUILTINS
from gamedsl.semantics.expressions.names import SPECIAL
from gamedsl.semantics.expressions.words import references
from gamedsl.semantics.symbols import CodeCell, Symbols, finite
from gamedsl.source import Span, first_line
from gamedsl.syntax import nodes

_FORMS = ("card", "tile", "piece", "space")
_OWN_ATTRIBUTES = ("top", "owner", "design")
_MOST_DESIGNS = 5_000
_MOST_PIECES = 20_000


@attrs.define(eq=False)
class _Types:
    """Tells the table reader what names in a table mean."""

    symbols: Symbols
    boards: dict[str, Places] = attrs.field(factory=dict)

    def resolve(self, type_expr: nodes.TypeExpr) -> t.Type:
        return resolve(self.symbols, type_expr)

    def values(self, kind: t.Type) -> Mapping[int | bool, str]:
        return finite(self.symbols, kind)

    def removed(self, name: str, span: Span) -> bool:
        if name not in self.symbols.removed:
            return False
        self.symbols.unknown_names.add(span, "row", name, list, "")
        return True

    def between(self, kind: t.Type, first: str, last: str) -> tuple[str, ...] | None:
        places = self.boards.get(kind.kind) if isinstance(kind, t.PieceType) else None
        return None if places is None else rectangle(places.names, places.at, first, last)


@attrs.define(eq=False)
class _Draft:
    """A kind or chart whose cells are not typed yet."""

    node: nodes.Entry
    raw: RawTable | None
    form: str
    copies: int
    each_player: bool
    each: tuple[model.Key, ...] = ()
    columns: tuple[model.Column, ...] = ()
    places: Places | None = None


def declare_components(symbols: Symbols, game: nodes.GameFile, files: Files, types: Names, values: Names) -> None:
    """Read all components in three rounds: names, columns and rows, cells."""
    drafts = []
    nodes_ = list(items(game, "components", nodes.Entry))
    lying = kinds_in_zones(game)
    for node in nodes_:
        working_on(f"reading the component `{node.name}`", node.span)
        is_dice = isinstance(node.type, nodes.DiceType)
        space = values if is_dice and node.name not in lying else types
        if not space.add(node.name, "component", node.name_span, reserved=True):
            continue
        if node.name in TYPE_WORDS:
            symbols.report("GDNAM03", node.name_span, name=node.name, other="a type of the language")
            continue
        if told_thousands(symbols, node):
            symbols.broken.add(node.name)
            continue
        _check_traits(symbols, node)
        draft = _dice_in_zones(symbols, node) if is_dice and node.name in lying else _first_round(symbols, node)
        if draft is not None:
            drafts.append(draft)
        else:
            symbols.broken |= names_in(node)
    taken = {node.name for node in nodes_} | {*symbols.options}
    declare_directions(symbols, [draft.node for draft in drafts if draft.form == "space"], taken)
    lookup = _Types(symbols)
    for draft in drafts:
        _lay_out(symbols, draft, lookup)
    for draft in drafts:
        working_on(f"reading the rows of `{draft.node.name}`", draft.node.span)
        _second_round(symbols, draft, files, lookup)
    for draft in drafts:
        working_on(f"reading the cells of `{draft.node.name}`", draft.node.span)
        _third_round(symbols, draft, lookup)


def _dice_in_zones(symbols: Symbols, node: nodes.Entry) -> _Draft:
    """Take dice that lie in zones as pieces; what they show is a value of each of them."""
    symbols.kinds[node.name] = _new_kind(node, "piece")
    return _Draft(node, None, "piece", 1, False)


_COUNTED = ("token", "chip", "marker", "money", "resource", "coin", "point")
_PLACED = ("cube", "disc", "pawn", "meeple", "figure", "stone", "worker", "token", "marker", "cylinder")
_DIE = re.compile(r"[dw]([0-9]+)", re.IGNORECASE)


def _sort_meant(name: str) -> str:
    """Return what to write for a sort of component as people call it; nothing for any other word."""
    if die := _DIE.fullmatch(name):
        return f"write `dice 1..{die[1]}`"
    counted = "`counter` for what is only counted" if name.lower().removesuffix("s") in _COUNTED else ""
    placed = "`piece` for what lies somewhere" if name.lower().removesuffix("s") in _PLACED else ""
    return f"write {' or '.join(filter(None, (counted, placed)))}" if counted or placed else ""


def _new_kind(node: nodes.Entry, form: str) -> model.Kind:
    return model.Kind(
        name=node.name,
        span=node.name_span,
        words=plain(node.words, f"components.{node.name}"),
        references=references(node.words),
        form=form,  # type: ignore[arg-type]
        columns=(),
        designs=(),
        each_player=False,
    )


def _lay_out(symbols: Symbols, draft: _Draft, lookup: _Types) -> None:
    """Find the places of a board."""
    if draft.form != "space" or not is_board(draft.node):
        return
    draft.places = places_of(symbols, draft.node)
    if draft.places is not None:
        lookup.boards[draft.node.name] = draft.places
    elif draft.node.table is not None:  # Of what has no places no row can be judged.
        draft.node = attrs.evolve(draft.node, table=attrs.evolve(draft.node.table, rows=()))


_TRAITS: dict[type[nodes.Trait], str] = {
    nodes.Copies: "",
    nodes.Csv: "",
    nodes.Adjacent: "space",
    nodes.Grid: "space",
    nodes.DrawnLines: "space",
    nodes.Flag: "counter",
}
"""Traits of components and the only form that may have them ("": all)."""


def _check_traits(symbols: Symbols, node: nodes.Entry) -> None:
    """Report traits that only zones have, numbers of copies below 1 and conditions, which only zones can have."""
    form = node.type.name if isinstance(node.type, nodes.NamedType) else "dice"
    for trait in node.traits:
        only = _TRAITS.get(type(trait)) if form in (*_FORMS, "counter", "chart", "dice") else ""
        if only is None or only not in ("", form) or (isinstance(trait, nodes.Flag) and trait.name != "unlimited"):
            hint = "zones under `table` are seen, filled and refilled; supplies, neighbours and files stand here"
            if isinstance(trait, nodes.Grid | nodes.DrawnLines):
                hint = "a board is made of places: `square: space, grid a..h by 1..8`"
            symbols.report("GDTYP01", trait.span, expected=f"a trait of a {form}", found="another trait", hint=hint)
        elif isinstance(trait, nodes.Copies) and trait.count < 1 and form != "counter":
            symbols.report("GDDAT07", trait.span, key=node.name, copies=trait.count)
        elif isinstance(trait, nodes.Copies) and trait.count > 1 and form == "space":
            symbols.report("GDDAT15", trait.span, kind=node.name, written=f"`{trait.count}`")
        if trait.condition is not None:
            hint = "only traits of zones may depend on options"
            symbols.report("GDTYP01", trait.condition.span, expected="no condition", found="a condition", hint=hint)
    if form == "chart":
        _check_chart(symbols, node)


def _check_chart(symbols: Symbols, node: nodes.Entry) -> None:
    has_table = node.table is not None or any(isinstance(trait, nodes.Csv) for trait in node.traits)
    if node.keys and has_table:
        return
    found = "one without a table" if node.keys else "one without keys"
    hint = "" if node.keys else f"write what its rows are for: `{node.name}[colour]: chart`"
    symbols.report("GDTYP01", node.span, expected="a chart with keys and a table", found=found, hint=hint)
    symbols.broken.add(node.name)


def _first_round(symbols: Symbols, node: nodes.Entry) -> _Draft | None:
    """Take the name; counters and dice need no more."""
    match node.type:
        case nodes.NamedType("counter"):
            return _Draft(node, None, "counter", 0, False)
        case nodes.DiceType():
            return _Draft(node, None, "dice", 0, False)
        case nodes.NamedType("chart") if node.name in symbols.broken:
            return None
        case nodes.NamedType("chart"):
            return _Draft(node, None, "chart", 0, False)
        case nodes.NamedType(form) if form in _FORMS:
            symbols.kinds[node.name] = _new_kind(node, form)
            return _Draft(node, None, form, 1, False)
        case (
            nodes.NamedType()
            | nodes.ZoneType()
            | nodes.RangeType()
            | nodes.SetType()
            | nodes.MaybeType()
            | nodes.DesignType()
        ):
            if isinstance(node.type, nodes.ZoneType) or node.type == nodes.NamedType("player"):
                line = node.span.source.line(node.span.line).strip()
                span, move = first_line(node.span), "move it under `table`, where zones and values stand"
                symbols.report("GDSYN31", span, found=line, section="components", likely="table", help=move)
                return None
            known = [*_FORMS, "counter", "chart", "dice"]
            name = node.type.name if isinstance(node.type, nodes.NamedType) else "zone"
            symbols.unknown(node.type.span, "sort of component", name, lambda: known, _sort_meant(name))
            return None
        case _:
            raise TypeError(f"unknown type {type(node.type).__name__}")


def _lots(symbols: Symbols, draft: _Draft) -> None:
    """Read ``18 each player``, ``1 each suit and rank: 1..8``."""
    for trait in draft.node.traits:
        if not isinstance(trait, nodes.Copies):
            continue
        draft.copies = trait.count
        keys = []
        for key in trait.each:
            if isinstance(key.type, nodes.NamedType) and key.type.name == "player":
                draft.each_player = True
            else:
                keys.append(key)
        draft.each = resolve_keys(symbols, tuple(keys)) or ()
        if draft.form != "chart" and draft.node.name in BUILTINS:
            report_builtin(symbols, draft.node.name, "component", draft.node.name_span)


def _second_round(symbols: Symbols, draft: _Draft, files: Files, lookup: _Types) -> None:
    node = draft.node
    _lots(symbols, draft)
    if draft.form == "counter":
        _counter(symbols, draft)
        return
    if isinstance(node.type, nodes.DiceType):
        faces = faces_of(symbols, node.type)
        if faces is None:
            symbols.broken.add(node.name)
            return
        if draft.form == "dice":
            declare_dice(symbols, node, faces, draft.copies)
            return
        symbols.kinds[node.name] = attrs.evolve(symbols.kinds[node.name], faces=faces)
    if draft.places is not None:
        node = with_all_places(symbols, node, draft.places)
    if node.table is not None or any(isinstance(trait, nodes.Csv) for trait in node.traits):
        draft.raw = edited(read_table(node, files, lookup, symbols.report), lookup, symbols.report)
    if draft.places is not None and draft.raw is not None:
        draft.raw = complete(symbols, node, draft.places, draft.raw)
    made = () if draft.form == "chart" else _made_columns(symbols, draft)
    for column in draft.raw.columns if draft.raw else ():
        symbols.column_params[node.name, column.name] = column.params
    columns = (*made, *(_column(symbols, column) for column in (draft.raw.columns if draft.raw else ())))
    draft.columns = tuple(column for column in columns if column is not None)
    for column in draft.raw.columns if draft.raw else ():
        _check_told(symbols, column, draft.columns)
    if draft.form == "chart":
        _chart_head(symbols, draft)
    else:
        _designs(symbols, draft)


def _check_told(symbols: Symbols, node: nodes.Column, columns: Sequence[model.Column]) -> None:
    """Hold the words for the cells of a column to another column, of words, beside them."""
    if node.told is None or node.told_span is None:
        return
    other = next((column for column in columns if column.name == node.told), None)
    if other is None:
        symbols.unknown(node.told_span, "column", node.told, lambda: [one.name for one in columns])
    elif not isinstance(other.type, t.TextType) or node.told == node.name:
        expected, hint = "another column, of words", f"write `{node.told}: words`"
        if node.told == node.name:
            hint = "a column of words tells itself what stands in it"
        symbols.report("GDTYP01", node.told_span, expected=expected, found=f"`{node.told}`", hint=hint)


def _made_columns(symbols: Symbols, draft: _Draft) -> tuple[model.Column, ...]:
    by_each = tuple(model.Column(name=key.name, type=key.type, made=True) for key in draft.each)
    of_board = () if draft.places is None else board_columns(draft.places)
    for column in draft.raw.columns if draft.raw is not None else ():
        if column.name in {made.name for made in of_board}:
            other = "a column of every place of a grid"
            symbols.report("GDNAM03", column.span, name=column.name, other=other)
    return (*by_each, *of_board)


def _counter(symbols: Symbols, draft: _Draft) -> None:
    node = draft.node
    unlimited = any(isinstance(trait, nodes.Flag) and trait.name == "unlimited" for trait in node.traits)
    symbols.counters[node.name] = model.Counter(
        name=node.name,
        span=node.name_span,
        words=plain(node.words, f"components.{node.name}"),
        references=references(node.words),
        supply=None if unlimited or not draft.copies else draft.copies,
        keys=draft.each,
        each_player=draft.each_player,
    )
    if not unlimited and not draft.copies:
        hint = "write how many there are, `chip: counter, 45`, or `unlimited`"
        symbols.report("GDTYP01", node.span, expected="a counter with a supply", found="one without", hint=hint)


def _column(symbols: Symbols, node: nodes.Column) -> model.Column | None:
    if node.name in SPECIAL or node.name in _OWN_ATTRIBUTES:
        symbols.report("GDNAM03", node.span, name=node.name, other="a word of the language")
    code = node.type.name if isinstance(node.type, nodes.NamedType) else ""
    keys = resolve_keys(symbols, node.keys)
    params = tuple(resolve(symbols, param.type) for param in node.params)
    kind: t.Type
    if code in ("condition", "formula", "rule"):
        kind = t.BoolType() if code == "condition" else t.IntType(-UNLIMITED, UNLIMITED)
        return model.Column(name=node.name, type=kind, code=code, params=params, told=node.told or "")  # type: ignore[arg-type]
    kind = resolve(symbols, node.type) if node.type is not None else t.UnknownType()
    if isinstance(kind, t.UnknownType) or keys is None:
        return None
    return model.Column(name=node.name, type=kind, keys=keys, told=node.told or "")


# ---------------------------------------------------------------- kinds


def _designs(symbols: Symbols, draft: _Draft) -> None:
    """Make one design for each row, or for each combination of the ``each`` keys, or one of the kind's own name."""
    node = draft.node
    kind = node.name
    if draft.raw is not None:
        check_lots(symbols, node, draft.each, draft.raw)
        made = [
            _design(symbols, kind, row.name, row.name.replace("_", " "), draft.copies or 1, row.span)
            for row in draft.raw.rows
        ]
    elif draft.each:
        made = _product(symbols, draft)
    else:
        made = [_design(symbols, kind, kind, kind.replace("_", " "), draft.copies or 1, node.name_span)]
    symbols.kinds[kind] = attrs.evolve(
        symbols.kinds[kind], columns=draft.columns, designs=tuple(made), each_player=draft.each_player
    )


def _product(symbols: Symbols, draft: _Draft) -> list[model.Design]:
    kind = draft.node.name
    sizes = 1
    for key in draft.each:
        sizes *= symbols.members(key.type)
    if sizes > _MOST_DESIGNS:
        found, expected = f"{sizes} rows", f"at most {_MOST_DESIGNS} rows"
        symbols.report("GDTYP01", draft.node.span, expected=expected, found=found, hint="")
        return []
    made = []
    for values in product(*(finite(symbols, key.type).items() for key in draft.each)):
        names = [name for _, name in values]
        label = " ".join(names).replace("_", " ")
        design = _design(symbols, kind, f"{kind}({', '.join(names)})", label, draft.copies, draft.node.name_span)
        data = dict(design.data) | {key.name: value for key, (value, _) in zip(draft.each, values, strict=True)}
        design = attrs.evolve(design, data=data)
        symbols.designs[design.number] = (kind, design)
        made.append(design)
    return made


def _design(symbols: Symbols, kind: str, name: str, label: str, copies: int, span: object) -> model.Design:
    number = len(symbols.designs)
    design = model.Design(
        name=name,
        span=span,  # type: ignore[arg-type]
        number=number,
        label=label,
        copies=copies,
        data={},
        code={},
    )
    symbols.designs.append((kind, design))
    if name != kind:
        symbols.add_constant(name, t.DesignType(kind), number)
    return design


def _third_round(symbols: Symbols, draft: _Draft, lookup: _Types) -> None:
    if draft.raw is None:
        if draft.form in _FORMS:
            _check_size(symbols, draft)
        if draft.form == "space":
            _check_single(symbols, draft)
            join_places(symbols, draft.node, draft.places)
        return
    rows = type_table(draft.raw, lookup, telling_how_to_widen(draft.raw, symbols.report))
    if draft.form == "chart":
        _chart_data(symbols, draft, rows)
    else:
        _fill(symbols, draft, rows)
        _check_size(symbols, draft)
        if draft.form == "space":
            _check_single(symbols, draft)
            join_places(symbols, draft.node, draft.places)


def _check_single(symbols: Symbols, draft: _Draft) -> None:
    """Report several copies of a place, which could not be told apart by their name; go on with one of each."""
    kind = symbols.kinds[draft.node.name]
    several = next((design for design in kind.designs if design.copies > 1), None)
    column = next((column for column in draft.raw.columns if column.name == "copies"), None) if draft.raw else None
    if several is None:
        return
    if column is not None:
        label = Label(several.span, f"{several.copies} of `{several.name}`")
        symbols.report("GDDAT15", column.span, labels=(label,), kind=kind.name, written="the column `copies`")
    single = tuple(attrs.evolve(design, copies=1) for design in kind.designs)
    symbols.kinds[kind.name] = attrs.evolve(kind, designs=single)
    for design in single:
        symbols.designs[design.number] = (kind.name, design)


def _check_size(symbols: Symbols, draft: _Draft) -> None:
    designs = symbols.kinds[draft.node.name].designs
    if len(designs) > _MOST_DESIGNS:
        found, expected = f"{len(designs)} rows", f"at most {_MOST_DESIGNS} rows"
        symbols.report("GDTYP01", designs[_MOST_DESIGNS].span, expected=expected, found=found, hint="")
    pieces = symbols.pieces_of(draft.node.name)
    if pieces > _MOST_PIECES:
        found, expected = f"{pieces} pieces", f"at most {_MOST_PIECES} pieces"
        symbols.report("GDTYP01", draft.node.span, expected=expected, found=found, hint="")


def _fill(symbols: Symbols, draft: _Draft, rows: tuple[TypedRow, ...]) -> None:
    kind = symbols.kinds[draft.node.name]
    label = label_column(kind.columns)
    by_name = {row.name: row for row in rows}
    made = []
    for design in kind.designs:
        row = by_name.get(design.name)
        if row is None:
            made.append(design)
            continue
        copies = row.data.get("copies")
        words = row.data.get(label) if label else None
        filled = attrs.evolve(
            design,
            data=dict(row.data),
            copies=copies if isinstance(copies, int) and copies >= 1 else design.copies,
            label=words if isinstance(words, str) and words else design.label,
        )
        symbols.designs[design.number] = (kind.name, filled)
        made.append(filled)
        for name, cell in row.code.items():
            _code_cell(symbols, draft, filled, name, cell)
    symbols.kinds[kind.name] = attrs.evolve(kind, designs=tuple(made))


def _code_cell(symbols: Symbols, draft: _Draft, design: model.Design, name: str, cell: RawCell) -> None:
    column = next(column for column in draft.node.table.columns if column.name == name) if draft.node.table else None
    kind = draft.node.name
    if isinstance(cell, FileCell):
        if cell.text:
            path = draft.raw.file if draft.raw and draft.raw.file else ""
            symbols.report("GDDAT09", cell.span, column=name, path=path)
        cell = None
    steps = cell.steps if isinstance(cell, nodes.Cell) else ()
    span = cell.span if isinstance(cell, nodes.Cell) else design.span
    if not steps and column is not None and column.default is not None:
        steps = (nodes.CallStep(column.default, span=column.default.span),)
    symbols.code_cells.append(CodeCell(kind=kind, design=design.number, column=name, steps=steps, span=span))


# ---------------------------------------------------------------- charts


def _chart_head(symbols: Symbols, draft: _Draft) -> None:
    node = draft.node
    keys = resolve_keys(symbols, node.keys) or ()
    symbols.charts[node.name] = model.ChartTable(
        name=node.name,
        span=node.name_span,
        words=plain(node.words, f"components.{node.name}"),
        references=references(node.words),
        keys=keys,
        columns=draft.columns,
        rows={},
        data={},
    )


def _chart_data(symbols: Symbols, draft: _Draft, rows: tuple[TypedRow, ...]) -> None:
    chart = symbols.charts[draft.node.name]
    numbers = {row.keys: number for number, row in enumerate(rows)}
    data = {column.name: tuple(row.data[column.name] for row in rows) for column in chart.columns}
    symbols.charts[draft.node.name] = attrs.evolve(chart, rows=numbers, data=data)
