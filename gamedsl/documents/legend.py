"""A table -> what never changes in a game of its set-up as a JSON document: names, words, types, keys and geometry

Views, questions and events speak of it by names and handles; a program that draws them asks for it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, cast

from gamedsl.documents.question import parts_data
from gamedsl.documents.schemas import legend as shape
from gamedsl.documents.value_json import type_data
from gamedsl.engine.event_names import dice_place, seat_place, space_place
from gamedsl.engine.words.place_names import static_words, template
from gamedsl.engine.words.wording import bare
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

COLOURS = {
    "red": "#d03b3b",
    "blue": "#2f6fd0",
    "green": "#2e8b57",
    "yellow": "#e0b020",
    "purple": "#8a4fbf",
    "orange": "#e07b20",
    "black": "#303030",
    "white": "#f4f4f0",
    "brown": "#8b5a2b",
    "pink": "#e07aa8",
    "grey": "#808080",
}
"""Colours by their names: players and words that are called by one have it, other players the first that are free."""
_IN_OTHER_LANGUAGES = {
    "red": ("rot", "rouge"),
    "blue": ("blau", "bleu"),
    "green": ("grün", "vert"),
    "yellow": ("gelb", "jaune"),
    "purple": ("lila", "violet"),
    "orange": ("orange", "orange"),
    "black": ("schwarz", "noir"),
    "white": ("weiß", "blanc"),
    "brown": ("braun", "marron"),
    "pink": ("rosa", "rose"),
    "grey": ("grau", "gris"),
}
"""The same names in the languages that the program speaks besides English."""
COLOUR_OF = {name: name for name in COLOURS} | {
    word: name for name, words in _IN_OTHER_LANGUAGES.items() for word in words
}
"""The colour that a word names, in any of these languages."""


_AXES: Final = ("x", "y")


def legend_document(engine: Engine) -> shape.Legend:
    """Return the document."""
    game = engine.game
    return {
        "format": "gamedsl legend",
        "version": 1,
        "game": game.name,
        "title": game.title or game.name,
        "rules": game.rules_hash,
        "options": {name: option.values[0] if value is None else value for name, option, value in _options(engine)},
        "seats": _seats(engine),
        "words": {name: _word_list(one) for name, one in game.word_lists.items()},
        "kinds": [_kind(engine, one) for one in game.kinds.values()],
        "counters": [{"name": one.name, "words": static_words(one)} for one in game.counters.values()],
        "entries": list(_entries(engine)),
        "dice": [
            {
                "id": dice_place(number),
                "entry": one.name,
                "words": static_words(one),
                "count": one.count,
                "faces": type_data(one.faces),
            }
            for number, one in enumerate(game.dice.values())
        ],
        "boards": list(_boards(engine)),
        "displays": [{"name": one.name, "words": static_words(one)} for one in game.displays.values()],
        "sources": [{"name": one.name, "words": static_words(one)} for one in game.sources.values()],
        "phases": [{"name": one.name, "words": _words(one)} for one in game.phases.values()],
        "actions": [_action(engine, one) for one in game.actions.values()],
    }


def _options(engine: Engine) -> Iterator[tuple[str, model.Option, Any]]:
    for name, value in engine.layout.options.items():
        option = engine.game.options[name]
        told = option.values[value] if isinstance(option.type, t.WordType) and value is not None else value
        yield name, option, model.NO_LIMIT if value is None else told


def _words(thing: model.Named) -> str:
    return bare(thing.name) if thing.words is None else template(thing.words)


def _seats(engine: Engine) -> list[shape.SeatColour]:
    names = engine.game.seat_labels[: engine.layout.seats]
    own = [COLOUR_OF.get(name.lower()) for name in names]
    free = [colour for colour in COLOURS if colour not in own]
    return [
        {
            "id": seat_place(seat),
            "seat": seat,
            "name": name,
            "colour": COLOURS[own[seat] or free[seat % len(free)]],
        }
        for seat, name in enumerate(names)
    ]


def _word_list(one: model.WordList) -> list[shape.ListedWord]:
    return [
        {"name": word, "label": label, "colour": _colour(word) or _colour(label)}
        for word in one.words_of
        for label in [one.labels.get(word, bare(word))]
    ]


def _colour(word: str) -> str | None:
    name = COLOUR_OF.get(word.lower())
    return None if name is None else COLOURS[name]


# ---------------------------------------------------------------- pieces


def _kind(engine: Engine, kind: model.Kind) -> shape.Kind:
    return {
        "name": kind.name,
        "words": static_words(kind),
        "form": kind.form,
        "each_player": kind.each_player,
        "hides": kind.form != "space" and engine.drawing.can_hide(kind.name),
        "faces": None if kind.faces is None else type_data(kind.faces),
        "columns": [
            {"name": one.name, "words": bare(one.name), "type": type_data(one.type)}
            for one in kind.columns
            if not one.code and not one.keys and one.name != "copies"
        ],
        "designs": [{"name": one.name, "label": one.label, "copies": one.copies} for one in kind.designs],
    }


# ---------------------------------------------------------------- the table


def _entries(engine: Engine) -> Iterator[shape.Entry]:
    game, layout = engine.game, engine.layout
    for name in game.table_order:
        zone, value = game.zones.get(name), game.values.get(name)
        declared = zone or value
        if declared is None:
            continue
        traits = layout.traits.get(name, ())
        yield {
            "entry": name,
            "words": static_words(declared),
            "form": "value" if zone is None else zone.form,
            "of": "" if zone is None else zone.kind,
            "each": declared.each,
            "keys": _keys(declared.keys),
            "type": None if value is None else type_data(value.type),
            "bookkeeping": name in layout.quiet,
            "unlimited": "unlimited" in traits,
            "seen": _seen(engine, name),
        }


def _keys(keys: Sequence[model.Key]) -> list[shape.Key]:
    """Return the keys of an entry; of two numbers the first one leads to the right, the second one upward."""
    is_grid = len(keys) == len(_AXES) and all(isinstance(one.type, t.IntType) and not one.is_set for one in keys)
    return [
        {
            "name": one.name,
            "type": type_data(one.type),
            "several": one.is_set,
            "axis": _AXES[at] if is_grid else None,
        }
        for at, one in enumerate(keys)
    ]


def _seen(engine: Engine, name: str) -> Literal["all", "owner", "nobody"]:
    """Return who sees what lies in an entry, or what it says: all, its owner, or nobody."""
    layout = engine.layout
    if name in layout.values:
        rank = layout.secret.get(layout.values[name].base)
        eyes = layout.everybody if rank is None else layout.secret_viewers[rank]
    elif name in layout.purses:
        eyes = layout.purse_viewers[layout.purses[name].base]
    else:
        grid = layout.cells[name]
        eyes = layout.cell_viewers[grid.base] if grid.size else layout.everybody
    return "all" if eyes == layout.everybody else "owner" if eyes else "nobody"


def _boards(engine: Engine) -> Iterator[shape.Board]:
    """Yield the places of each board: ``x`` to the right and ``y`` upward, where it has columns and rows."""
    for kind in engine.game.kinds.values():
        if kind.form != "space":
            continue
        board = kind.board
        is_grid = board is not None and bool(board.numbers)
        first, _ = engine.layout.kind_pieces[kind.name]
        beside = kind.adjacency or ((),) * len(kind.designs)
        yield {
            "kind": kind.name,
            "words": static_words(kind),
            "letters": board.letters if board is not None and is_grid else "",
            "numbers": list(board.numbers) if board is not None and is_grid else [],
            "hexagons": board is not None and board.hexagons,
            "places": [
                {
                    "id": space_place(first + at),
                    "name": one.name,
                    "label": one.label,
                    "x": cast(int, one.data["column"]) if is_grid else None,
                    "y": cast(int, one.data["row"]) if is_grid else None,
                    "beside": [space_place(first + other) for other in beside[at]],
                }
                for at, one in enumerate(kind.designs)
            ],
        }


# ---------------------------------------------------------------- choices


def _action(engine: Engine, action: model.CheckedAction) -> shape.Action:
    question = engine.numbering.first_question.get(action.name)
    group = engine.game.groups.get(action.group)
    return {
        "name": action.name,
        "words": _words(action),
        "group": action.group,
        "group_words": "" if group is None else _words(group),
        "parts": [] if question is None else parts_data(engine, question.number),
    }
