"""A checked game -> all its texts for people by their stable keys; the same game with other texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import label_column
from gamedsl.source import Span

_NamedT = TypeVar("_NamedT", bound=model.Named)
_SECTIONS = {
    "options": "options",
    "word_lists": "types",
    "kinds": "components",
    "counters": "components",
    "dice": "components",
    "charts": "components",
    "zones": "table",
    "values": "table",
    "terms": "terms",
    "phases": "phases",
    "actions": "actions",
    "groups": "actions",
    "rules": "rules",
    "triggers": "triggers",
    "modifiers": "modifiers",
    "sources": "scoring",
    "hints": "hints",
    "metrics": "metrics",
    "displays": "display",
}
"""Fields of a checked game that hold named things, and the first part of their keys."""
_SHOWN_BY_NAME = frozenset(
    {"dice", "zones", "values", "phases", "actions", "rules", "triggers", "sources", "hints", "metrics", "displays"}
)
"""Those which people see by their names when they have no words."""
_COPIES = "copies"
GOAL = "goal"
"""The fact under ``about`` that players read."""
_SKIPPED = frozenset({"span", "type"})
_FIELDS: dict[type, tuple[str, ...]] = {}


def texts(game: model.CheckedGame) -> dict[str, core.Text]:
    """Return all texts by key, section by section; of ``about`` only the goal, and no scenarios.

    What people see by its name (rows, words of lists, paragraphs and entries without words) has its name as text.
    """
    found: dict[str, core.Text] = {}
    for text in every_text(game):
        found.setdefault(text.key, text)
    return found


def every_text(game: model.CheckedGame) -> Iterator[core.Text]:
    """Walk all texts; one that stands at two places of the checked game comes twice."""
    yield _plain("game", game.title, game.winner.span)
    for key, words in _goals(game):
        yield _plain(key, words, game.winner.span)
    for key, name in _seats(game):
        yield _plain(key, name, game.winner.span)
    yield from _inside(game.setup_conditions)
    for field, section in _SECTIONS.items():
        if section == "phases" and field == "phases":
            yield from _inside(game.setup)
            yield from _questions(game, "setup")
        if field == "zones":
            tables: Mapping[str, model.Named] = {**game.zones, **game.values}
            for name in game.table_order:
                yield from _named(tables[name], section, True)
        elif field != "values":
            for thing in getattr(game, field).values():
                yield from _thing(game, thing, field, section)
    yield from _inside(game.ends)
    yield from _inside(game.winner_words)


def _goals(game: model.CheckedGame) -> Iterator[tuple[str, str]]:
    """Walk the paragraphs about the goal, with their keys: ``about.goal``, ``about.goal.2`` …"""
    paragraphs = [words for key, words in game.facts if key == GOAL]
    for number, words in enumerate(paragraphs, 1):
        yield f"about.{GOAL}" if number == 1 else f"about.{GOAL}.{number}", words


def _seats(game: model.CheckedGame) -> Iterator[tuple[str, str]]:
    """Walk the names of seats that are words, with their keys: ``players.North``; A, B … are none."""
    for name, label in zip(game.seat_names, game.seat_labels, strict=True):
        if len(name) > 1:
            yield f"players.{name}", label


def _thing(game: model.CheckedGame, thing: model.Named, field: str, section: str) -> Iterator[core.Text]:
    match thing:
        case model.WordList(name=name):
            prefix = "options" if name in game.options else section
            if prefix == section:
                yield from _named(thing, section, False)
            for word in thing.words_of:
                yield _plain(f"{prefix}.{name}.{word}", thing.labels.get(word, bare(word)), thing.span)
        case model.Kind(name=name):
            yield from _named(attrs.evolve(thing, designs=()), section, False)
            for design in thing.designs:
                if not _is_made(design) and not _is_coordinate(thing, design):
                    yield _plain(f"{section}.{name}.{design.name}", design.label, design.span)
                for column in _worded(thing, design):
                    key = f"{section}.{name}.{design.name}.{column}"
                    yield from _cell(key, design.data[column], design.span)
                yield from _inside(design)
            yield from _column_names(thing)
            yield from _questions(game, name, section)
        case model.ChartTable(name=name):
            yield from _named(thing, section, False)
            for keys, row in thing.rows.items():
                for column in _columns_of_words(thing.columns):
                    key = f"{section}.{name}.{_row_name(game, thing, keys)}.{column}"
                    yield from _cell(key, thing.data[column][row], thing.span)
            yield from _column_names(thing)
        case _:
            yield from _named(thing, section, field in _SHOWN_BY_NAME)
            yield from _questions(game, thing.name)


def _column_names(thing: model.Kind | model.ChartTable) -> Iterator[core.Text]:
    """Yield the names of columns, which stand beside values: ``columns.tool.weight``; of words they stand bare."""
    for column in thing.columns:
        if column.code != "rule" and column.name != _COPIES and column.name not in _columns_of_words(thing.columns):
            yield _plain(f"columns.{thing.name}.{column.name}", name_in_forms(column), thing.span)


def name_in_forms(column: model.Column) -> str:
    """Return the name of a column as words, of one that counts things in number forms."""
    name = bare(column.name)
    of = column.type.item if isinstance(column.type, t.MaybeType) else column.type
    several = isinstance(of, t.IntType) and name.endswith("s") and not name.endswith("ss")
    return f"{name[:-1]}|{name}" if several else name


def _with_column_names(
    thing: model.Kind | model.ChartTable, other: Mapping[str, core.Text]
) -> tuple[model.Column, ...]:
    keys = {column.name: f"columns.{thing.name}.{column.name}" for column in thing.columns}
    return tuple(
        attrs.evolve(column, words=words_of(other[keys[column.name]])) if keys[column.name] in other else column
        for column in thing.columns
    )


def _columns_of_words(columns: tuple[model.Column, ...]) -> tuple[str, ...]:
    """Return the columns in whose cells people read words."""
    return tuple(one.name for one in columns if one.type in (t.TextType(), t.MaybeType(t.TextType())))


def _worded(kind: model.Kind, design: model.Design) -> tuple[str, ...]:
    """Return the columns with words of a row, but for that of its name; none of rows made by ``each``."""
    if _is_made(design):
        return ()
    called = label_column(kind.columns)
    return tuple(name for name in _columns_of_words(kind.columns) if name in design.data and name != called)


def _cell(key: str, value: Any, span: Span) -> Iterator[core.Text]:
    """Yield the words of a cell, of one with several those of each, by its place from 1."""
    if isinstance(value, tuple):
        for place, one in enumerate(value, 1):
            yield from _cell(f"{key}.{place}", one, span)
    elif isinstance(value, str) and value:
        yield _plain(key, value, span)


def _translated_cell(key: str, value: Any, other: Mapping[str, core.Text]) -> Any:
    if isinstance(value, tuple):
        return tuple(_translated_cell(f"{key}.{place}", one, other) for place, one in enumerate(value, 1))
    return words_of(other[key]) if isinstance(value, str) and key in other else value


def _row_name(game: model.CheckedGame, chart: model.ChartTable, keys: tuple[int, ...]) -> str:
    """Return the keys of a row of a chart by their names: ``high.3``."""
    designs = {kind.name: kind.designs for kind in game.kinds.values()}
    said = []
    for key, value in zip(chart.keys, keys, strict=True):
        if isinstance(key.type, t.WordType):
            said.append(game.word_lists[key.type.words].words_of[value])
        elif isinstance(key.type, t.PieceType | t.DesignType):
            said.append(next((one.name for one in designs[key.type.kind] if one.number == value), str(value)))
        else:
            said.append(str(value))
    return ".".join(said)


def _named(thing: model.Named, section: str, by_name: bool) -> Iterator[core.Text]:
    if thing.words is None and by_name:
        yield _plain(f"{section}.{thing.name}", bare(thing.name), thing.span)
    yield from _inside(thing)


def _questions(game: model.CheckedGame, paragraph: str, section: str = "") -> Iterator[core.Text]:
    """Walk the questions without words of a paragraph, or of the cells of a kind of component."""
    for question in game.questions:
        owned = question.paragraph.startswith(f"{paragraph}.") if section else question.paragraph == paragraph
        if question.words is None and owned:
            yield _plain(_question_key(game, question), bare(question.name), question.span)


def _question_key(game: model.CheckedGame, question: model.Question) -> str:
    for field in ("phases", "actions", "rules", "triggers"):
        if question.paragraph in getattr(game, field):
            return f"{field}.{question.paragraph}.{question.name}"
    section = "components." if "." in question.paragraph else ""
    return f"{section}{question.paragraph}.{question.name}"


def _inside(value: Any) -> Iterator[core.Text]:
    """Walk the texts inside checked nodes, in the order of their fields."""
    if isinstance(value, core.Text):
        if value.parts:
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _inside(item)
    elif isinstance(value, Mapping):
        yield from _inside(tuple(value.values()))
    elif isinstance(value, ByFields):
        for name in _fields(type(value)):
            yield from _inside(getattr(value, name))


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in attrs.fields(kind) if field.name not in _SKIPPED)
    return _FIELDS[kind]


def _plain(key: str, words: str, span: Span) -> core.Text:
    return core.Text(span=span, key=key, parts=(words,))


def bare(name: str) -> str:
    """Return a name, without that of an owner, as words: blanks for ``_``."""
    return name.rpartition(".")[2].replace("_", " ")


def words_of(text: core.Text) -> str:
    """Return the words of a text without its values."""
    return "".join(part for part in text.parts if isinstance(part, str))


def _is_made(design: model.Design) -> bool:
    """Was the row made by ``each``? Then it is called by the words for its keys."""
    return design.name.endswith(")")


def _is_coordinate(kind: model.Kind, design: model.Design) -> bool:
    """Is the row a place of a grid that is called by its letter and number? These are the same in all languages."""
    return kind.board is not None and bool(kind.board.numbers) and design.label == design.name


# ---------------------------------------------------------------- other texts


def with_texts(game: model.CheckedGame, other: Mapping[str, core.Text]) -> model.CheckedGame:
    """Return the game with other texts by key; what ``other`` lacks stays. Names, numbers and rules do not change."""
    changed: dict[str, Any] = {
        field: {name: _renamed(thing, field, section, other) for name, thing in getattr(game, field).items()}
        for field, section in _SECTIONS.items()
    }
    lists = {name: _labelled(game, words, other) for name, words in changed["word_lists"].items()}
    changed["word_lists"] = lists
    changed["kinds"] = {name: _with_rows(kind, lists, other) for name, kind in changed["kinds"].items()}
    changed["charts"] = {name: _with_cells(game, chart, other) for name, chart in changed["charts"].items()}
    for field in ("setup_conditions", "setup", "ends", "winner_words"):
        changed[field] = _replaced(getattr(game, field), other)
    changed["questions"] = tuple(_asked(game, question, other) for question in game.questions)
    changed["title"] = words_of(other["game"]) if "game" in other else game.title
    labels = {key: words_of(other[key]) for key, _ in _seats(game) if key in other}
    changed["seat_labels"] = tuple(labels.get(f"players.{name}", name) for name in game.seat_names)
    goals = iter([words_of(other[key]) if key in other else words for key, words in _goals(game)])
    changed["facts"] = tuple((key, next(goals) if key == GOAL else words) for key, words in game.facts)
    return attrs.evolve(game, **changed)


def _renamed(thing: _NamedT, field: str, section: str, other: Mapping[str, core.Text]) -> _NamedT:
    made: _NamedT = _replaced(thing, other)
    words = other.get(f"{section}.{thing.name}")
    if field in _SHOWN_BY_NAME and thing.words is None and words is not None and words.parts != (bare(thing.name),):
        return attrs.evolve(made, words=words)
    return made


def _labelled(game: model.CheckedGame, words: model.WordList, other: Mapping[str, core.Text]) -> model.WordList:
    prefix = "options" if words.name in game.options else "types"
    keys = {word: f"{prefix}.{words.name}.{word}" for word in words.words_of}
    return attrs.evolve(words, labels={word: words_of(other[key]) for word, key in keys.items() if key in other})


def _with_rows(kind: model.Kind, lists: Mapping[str, model.WordList], other: Mapping[str, core.Text]) -> model.Kind:
    rows = []
    for design in kind.designs:
        key = f"components.{kind.name}.{design.name}"
        text = other.get(key)
        label = design.label if text is None else words_of(text)
        data = {column: _translated_cell(f"{key}.{column}", value, other) for column, value in design.data.items()}
        if design.data.get(label_column(kind.columns)):
            data[label_column(kind.columns)] = label
        label = _made_label(kind, design, lists) if _is_made(design) else label
        rows.append(attrs.evolve(design, label=label, data=data, original=design.original or design.label))
    return attrs.evolve(kind, designs=tuple(rows), columns=_with_column_names(kind, other))


def _with_cells(game: model.CheckedGame, chart: model.ChartTable, other: Mapping[str, core.Text]) -> model.ChartTable:
    keys = [f"components.{chart.name}.{_row_name(game, chart, keys)}" for keys in chart.rows]
    data = {
        column: tuple(_translated_cell(f"{key}.{column}", one, other) for key, one in zip(keys, values, strict=True))
        for column, values in chart.data.items()
    }
    return attrs.evolve(chart, data=data, columns=_with_column_names(chart, other))


def _made_label(kind: model.Kind, design: model.Design, lists: Mapping[str, model.WordList]) -> str:
    """Return the label of a row made by ``each``: "hearts 3" with the words of the list for "hearts"."""
    columns = [column for column in kind.columns if column.made]
    parts = [name.replace("_", " ") for name in design.name.removeprefix(f"{kind.name}(").removesuffix(")").split(", ")]
    if len(parts) != len(columns):
        return design.label
    for place, column in enumerate(columns):
        value = design.data[column.name]
        if isinstance(column.type, t.WordType) and isinstance(value, int):
            words = lists[column.type.words]
            parts[place] = words.labels.get(words.words_of[value], parts[place])
    return " ".join(parts)


def _asked(game: model.CheckedGame, question: model.Question, other: Mapping[str, core.Text]) -> model.Question:
    if question.words is not None:
        asked: model.Question = _replaced(question, other)
        return asked
    words = other.get(_question_key(game, question))
    question = attrs.evolve(question, answers=_replaced(question.answers, other))
    known = words is None or words.parts == (bare(question.name),)
    return question if known else attrs.evolve(question, words=words)


def _replaced(value: Any, other: Mapping[str, core.Text]) -> Any:
    """Return checked nodes with other texts; what does not change is not copied."""
    if isinstance(value, core.Text):
        return other.get(value.key, value) if value.parts else value
    if isinstance(value, tuple):
        items = tuple(_replaced(item, other) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if isinstance(value, Mapping):
        made = {name: _replaced(item, other) for name, item in value.items()}
        return value if all(made[name] is value[name] for name in value) else made
    if isinstance(value, ByFields):
        old = {name: getattr(value, name) for name in _fields(type(value))}
        new = {name: _replaced(item, other) for name, item in old.items()}
        different = {name: item for name, item in new.items() if item is not old[name]}
        return attrs.evolve(value, **different) if different else value
    return value
