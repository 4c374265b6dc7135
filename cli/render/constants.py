"""A checked game -> what is printed on its components, as text: rows, words of lists, charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from gamedsl.engine.words.place_names import Columns, column_called, static_words
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import Nature, Trait
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import ChartTable, CheckedGame, Column, Design, Kind

from .pieces import trait_words

_MANY = 20


@attrs.frozen
class Thing:
    """Something with a name: a row of a kind, a word of a list, or a kind or list itself (``many`` things).

    ``names`` are how it may be called, ``about`` what is printed about it, ``what`` says what it is.
    """

    label: str
    names: tuple[str, ...]
    about: str
    what: str
    many: bool = False


@attrs.frozen
class Chart:
    """A chart: the texts of its ``rows``, keys first, and the ``keys`` of each row alone."""

    label: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[tuple[str, ...], ...]


class Constants:
    """Reads the constants of a game."""

    def __init__(self, game: CheckedGame) -> None:
        self.game = game
        self.columns = Columns(game)
        self.labels = {design.number: design.label for kind in game.kinds.values() for design in kind.designs}

    def things(self) -> Iterator[Thing]:
        """Yield every kind and its rows, every list of words and its words; options are no part of the table."""
        for kind in self.game.kinds.values():
            words = static_words(kind)
            if len(kind.designs) > 1:
                yield self._many(kind.name, words, [design.label for design in kind.designs], kind.form)
            for design in kind.designs:
                if design.name != kind.name:
                    about = ", ".join(trait_words(self._traits(kind, design)))
                    what = words if kind.form == "space" else gettext("{what}, not in sight", what=words)
                    yield Thing(design.label, (design.label, design.name), about, what)
        for words_list in self.game.word_lists.values():
            if words_list.name in self.game.options:
                continue
            words = static_words(words_list)
            labels = [words_list.labels.get(word, _spaced(word)) for word in words_list.words_of]
            yield self._many(words_list.name, words, labels, gettext("list of words"))
            for word, label in zip(words_list.words_of, labels, strict=True):
                yield Thing(label, (label, word), "", words)

    def _many(self, name: str, words: str, labels: Sequence[str], what: str) -> Thing:
        shown = ", ".join(_some(list(dict.fromkeys(labels))))
        return Thing(words, (name, words), shown, what, many=True)

    def bearers(self, label: str) -> list[str]:
        """Return the labels of rows on which a word or another row is printed; of many only some."""
        found = [
            design.label
            for kind in self.game.kinds.values()
            for design in kind.designs
            if any(label in trait.text.split(", ") for trait in self._traits(kind, design) if trait.nature == "word")
        ]
        return _some(list(dict.fromkeys(found)))

    def charts(self) -> Iterator[Chart]:
        """Yield every chart."""
        for chart in self.game.charts.values():
            columns = [column for column in chart.columns if not column.code]
            names = [_spaced(name) for name in [key.name for key in chart.keys]]
            names += map(column_called, columns)
            keys = tuple(
                tuple(self.text(key.type, value) for key, value in zip(chart.keys, values, strict=True))
                for values in chart.rows
            )
            rows = tuple(
                (*texts, *self._cells(chart, columns, row))
                for texts, row in zip(keys, chart.rows.values(), strict=True)
            )
            words = static_words(chart)
            yield Chart(words, (chart.name, words), tuple(names), rows, keys)

    def _cells(self, chart: ChartTable, columns: Sequence[Column], row: int) -> list[str]:
        return [self._printed(column, chart.data[column.name][row]) for column in columns]

    def keyed(self, kind: str, name: str) -> Iterator[Trait]:
        """Yield what stands in the columns with keys of a row: views do not show it."""
        of = self.game.kinds.get(kind)
        if of is None:
            return
        columns = {column.name for column in of.columns if column.keys}
        for design in of.designs if columns else ():
            if design.name == name:
                yield from (one for one in self._traits(of, design) if one.column in columns)

    def _traits(self, kind: Kind, design: Design) -> Iterator[Trait]:
        """Yield the attributes of a row as the view shows them."""
        for column in kind.columns:
            value = design.data.get(column.name)
            if column.code or value in (None, ()) or column.name == "copies":
                continue
            text = self._printed(column, value)
            if isinstance(value, bool):
                yield Trait(column.name, text, "yes" if value else "no", self.columns.words(kind, column, design, text))
            elif text.casefold() != design.label.casefold():
                nature: Nature = "number" if isinstance(column.type, t.IntType) else "word"
                yield Trait(column.name, text, nature, self.columns.words(kind, column, design, text))

    def _printed(self, column: Column, value: object) -> str:
        """Return what a cell says; the values of a column with keys one after another."""
        if column.keys and isinstance(value, tuple):
            return " / ".join(self.text(column.type, one) for one in value)
        return self.text(column.type, value)

    def text(self, kind: t.Type, value: object) -> str:
        """Return a constant of a type in words."""
        match kind:
            case _ if value is None:
                return "–"
            case t.MaybeType(item):
                return self.text(item, value)
            case t.SetType(item) | t.ListType(item) if isinstance(value, tuple):
                return ", ".join(self.text(item, one) for one in value) or "–"
            case t.BoolType():
                return gettext("yes") if value else gettext("no")
            case t.WordType(name) if isinstance(value, int):
                word_list = self.game.word_lists[name]
                word = word_list.words_of[value]
                return word_list.labels.get(word, _spaced(word))
            case t.PlayerType() if isinstance(value, int):
                return self.game.seat_labels[value]
            case t.PieceType() | t.DesignType() if isinstance(value, int):
                return self.labels[value]
            case _:
                return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _some(labels: list[str]) -> list[str]:
    return labels if len(labels) <= _MANY else [*labels[: _MANY - 1], gettext("… {number} in all", number=len(labels))]
