"""Names of places in events (``A.hand``, ``shop on A.board[2].coins``) -> the words by which the table calls them.

These are the words of the display that is drawn instead of the place, else its declared words when they are short.
Columns of pieces, and their values -> what people say of a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from gamedsl.engine.words.labels import ON, called, lying
from gamedsl.engine.words.wording import COVERED, bare
from gamedsl.i18n.speaking import gettext, is_english, spoken
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import ChartTable, CheckedGame, Column, Counter, Design, Key, Kind, Named
from gamedsl.semantics.texts.keys import name_in_forms
from gamedsl.semantics.texts.plurals import plural_rule

_FORM = "|"
"""It stands between the number forms in words of a kind."""
_LETTERS = 2
"""Words of so few letters say nothing alone."""
_UNCOUNTED = frozenset(
    (
        *("hundred", "thousand", "million", "billion", "dozen", "money", "cash", "gold", "silver", "copper", "bronze"),
        *("iron", "steel", "ore", "coal", "oil", "gas", "fuel", "wood", "timber", "lumber", "clay"),
        *("grain", "wheat", "corn", "rice", "food", "meat", "fish", "sheep", "wool", "cloth", "silk", "salt", "sugar"),
        *("wine", "tea", "coffee", "water", "energy", "power", "mana", "magic", "faith", "influence", "fame", "honour"),
        *("prestige", "reputation", "health", "damage", "experience", "knowledge", "research", "science", "culture"),
    )
)
"""Names that English gives no plural behind a number: 4 million, 3 wood. Any other way is written in number forms."""
_IRREGULAR = {"die": "dice", "man": "men", "woman": "women", "person": "people", "child": "children", "mouse": "mice"}
_PLACE = re.compile(r"(?:(?P<owner>[^.\[]+)\.)?(?P<entry>[^.\[]+)(?:\[(?P<keys>.*)\])?")


@attrs.frozen
class Called:
    """A place in words: ``label`` with its keys; ``seat`` is the name of the player, ``holder`` of the piece it is of.

    ``keys``: which of several places of that name it is, ``named`` those of them that are no numbers. ``entry`` is its
    name in the rules. ``piece`` is the label of
    the piece that it is of, ``where`` the place that tells it from its copies, as events name places. ``counted``: its
    keys that are numbers, where they say what they count: "strip 1".
    """

    label: str
    seat: str = ""
    holder: str = ""
    keys: str = ""
    entry: str = ""
    piece: str = ""
    where: str = ""
    named: tuple[str, ...] = ()
    counted: str = ""

    @property
    def keyed(self) -> bool:
        """Is it one of several places of that name?"""
        return bool(self.keys)


class Places:
    """The words of all places of a set-up; ``seats``: what its players are called."""

    def __init__(self, game: CheckedGame, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = dict(zip(game.seat_names, seats, strict=False))
        self.drawn = dict(_drawn(game))
        self._read: dict[tuple[str, str], Called] = {}

    def read(self, place: str) -> Called:
        """Return the words of a place as events name it, in the language that is spoken."""
        key = spoken(), place
        found = self._read.get(key)
        if found is None:
            found = self._read[key] = self._words(place)
        return found

    def _words(self, place: str) -> Called:
        piece, on, rest = place.partition(ON)
        where, _, own = rest.rpartition(".")
        found = _PLACE.fullmatch(f"{piece}.{own}" if on else place)
        if found is None:
            return Called(bare(place))
        owner, short, keys = found["owner"] or "", found["entry"], found["keys"]
        entry = self._entry(owner, short)
        declared = self.game.zones.get(entry) or self.game.values.get(entry)
        label = bare(short) if declared is None else self.drawn.get(entry) or called(entry, static_words(declared))
        which, told = "", self._keys(keys or "", () if declared is None else declared.keys)
        named = tuple([words for words, is_number in told if not is_number])
        counted = ", ".join(words for words, is_number in told if is_number and named and is_english())
        if keys is not None:
            which = ", ".join(words for words, _ in told) or keys
            label = f"{label} ({which})"
        if owner in self.seats:
            return Called(label, seat=self.seats[owner], keys=which, entry=entry, named=named, counted=counted)
        of_whoever = owner in ("", "player")  # a deal does not say whose heap was too small
        mine = "" if of_whoever else self._piece(entry.rpartition(".")[0], owner)
        holder = lying(mine, f" {self.apart(where)}" if where else "")
        return Called(
            label, holder=holder, keys=which, entry=entry, piece=mine, where=where, named=named, counted=counted
        )

    def whose(self, place: str) -> str:
        """Return a place with the player or piece it is of."""
        found = self.read(place)
        if found.seat:
            return gettext("{owner}'s {what}", owner=found.seat, what=found.label)
        return f"{found.holder} {found.label}" if found.holder else found.label

    def is_turned(self, source: str, target: str) -> bool:
        """Is it the same place of the same owner but for words: a loan that is due now, a card on its other side?"""
        one, other = _PLACE.fullmatch(source), _PLACE.fullmatch(target)
        if one is None or other is None or one.group("owner", "entry") != other.group("owner", "entry"):
            return False
        declared = self.game.zones.get(self._entry(one["owner"] or "", one["entry"]))
        keys = [(found["keys"] or "").split(", ") for found in (one, other)]
        if declared is None or source == target or {len(declared.keys)} != {len(names) for names in keys}:
            return False
        pairs = zip(declared.keys, *keys, strict=True)
        return all(isinstance(key.type, t.WordType) for key, old, new in pairs if old != new)

    def apart(self, place: str, own: str = "") -> str:
        """Return the place of one of several pieces as it stands behind its name: "(A3, floor 1)", "(Bob's A3)".

        ``own`` is the name of the player whose places need no name.
        """
        found = self.read(place)
        if found.entry not in self.game.table_order:
            return gettext(" on {place}", place=found.label).strip()
        where = found.keys or found.label
        if found.seat and found.seat != own:
            where = gettext("{owner}'s {what}", owner=found.seat, what=where)
        return f"({where})"

    def named(self, name: str) -> str:
        """Return dice in words."""
        return called(name, static_words(self.game.dice[name])) if name in self.game.dice else bare(name)

    def _entry(self, owner: str, short: str) -> str:
        of_players = f"player.{short}" if f"player.{short}" in self.game.table_order else short
        if owner in self.seats and of_players != short:
            return of_players
        fitting = [name for name in self.game.table_order if name.rpartition(".")[2] == short]
        inside = [name for name in fitting if ("." in name) == bool(owner) and not name.startswith("player.")]
        return next(iter(inside), of_players)

    def _keys(self, keys: str, declared: Sequence[Key]) -> list[tuple[str, bool]]:
        """Return the keys of a place in words, and whether each is a number.

        A number beside others says what it counts: "(A1, floor 2)". Names of keys have no translation.
        """
        names = keys.split(", ")
        if len(names) != len(declared):
            return []
        numbers = [isinstance(intervals.strip(key.type), t.IntType) for key in declared]
        told = [self._key(key.type, name) for key, name in zip(declared, names, strict=True)]
        if is_english() and not all(numbers):
            told = [
                f"{bare(key.name)} {words}" if number else words
                for key, words, number in zip(declared, told, numbers, strict=True)
            ]
        return list(zip(told, numbers, strict=True))

    def _key(self, kind: t.Type, name: str) -> str:
        if COVERED in name:
            return COVERED.join(self._key(kind, one) for one in name.split(COVERED))
        match kind:
            case t.WordType(words):
                labels: Mapping[str, str] = self.game.word_lists[words].labels
                return labels.get(name, bare(name))
            case t.PieceType(of) | t.DesignType(of):
                return self._piece(of, name)
            case t.PlayerType():
                return self.seats.get(name, name)
            case _:
                return name

    def _piece(self, kind: str, name: str) -> str:
        designs = self.game.kinds[kind].designs if kind in self.game.kinds else ()
        return next((design.label for design in designs if design.name == name), bare(name))


class Columns:
    """How people say what stands in the columns of pieces."""

    def __init__(self, game: CheckedGame) -> None:
        self.game = game
        self.things = {name.rpartition(".")[2] for name in (*game.counters, *game.kinds, *game.table_order)}
        self._same: dict[tuple[str, str], bool] = {}
        """By kind and column, whether that says the same of all rows."""

    def words(self, kind: Kind, column: Column, row: Design, text: str) -> str:
        """Return the words for a cell of a row: "3 spaces", "cost 4", "small"; none where it says nothing.

        So are zero, no, what is the same for the whole kind, and what another column of the row tells. A word
        stands bare where it can mean nothing else, and the first of several from one list does. In other languages
        than English so do all values of columns whose names are not translated.
        """
        of = column.type.item if isinstance(column.type, t.MaybeType) else column.type
        value = row.data.get(column.name)
        if (
            row.data.get(column.told)
            or value in (None, (), "")
            or (isinstance(of, t.IntType | t.BoolType) and not value)
        ):
            return ""
        if self._is_the_same(kind, column.name):
            return ""
        forms = (column.words or (name_in_forms(column) if is_english() else "")).split(_FORM)
        if value is True:
            return column_called(column)
        if isinstance(value, str) or not forms[0] or self._stands_bare(kind, of, column.name):
            return text
        if isinstance(value, int) and isinstance(of, t.IntType) and len(forms) > 1:
            return f"{text} {forms[min(plural_rule(spoken()).which(value), len(forms) - 1)]}"
        return f"{forms[-1]} {text}"

    def _is_the_same(self, kind: Kind, column: str) -> bool:
        """Tell whether all rows of a kind have the same in a column; looked up once for all rows."""
        found = self._same.get((kind.name, column))
        if found is None:
            values = [design.data.get(column) for design in kind.designs]
            found = len(values) > 1 and all(one == values[0] for one in values)
            self._same[kind.name, column] = found
        return found

    def _stands_bare(self, kind: Kind, of: t.Type, column: str) -> bool:
        match of:
            case t.WordType(name):
                words = self.game.word_lists[name].words_of
                alike = [one for one in kind.columns if of in (one.type, getattr(one.type, "item", None))]
                return (
                    alike[0].name == column
                    and not self.things & set(words)
                    and all(len(word) > _LETTERS for word in words)
                )
            case t.PieceType(name) | t.DesignType(name):
                return column.startswith(name)
            case _:
                return False


def column_called(column: Column) -> str:
    """Return what a column is called: its words in another language, else its name."""
    return column.words.rpartition(_FORM)[2] or bare(column.name)


def column_of(game: CheckedGame, node: core.Attribute | core.CellCall) -> str:
    """Return what the column is called that is read of a thing or of the row of a chart."""
    subject = node.subject
    thing: Kind | ChartTable | None
    if isinstance(subject, core.ChartRow):
        thing = game.charts.get(subject.chart)
    else:
        thing = game.kinds.get(getattr(intervals.strip(subject.type), "kind", ""))
    found = (one for one in (thing.columns if thing is not None else ()) if one.name == node.column)
    return next(map(column_called, found), bare(node.column))


def _drawn(game: CheckedGame) -> Iterator[tuple[str, str]]:
    """Yield entries of pieces that have a display of their own, with its words: so are they called on the table."""
    for display in game.displays.values():
        entry = display.instead[0] if len(display.instead) == 1 else ""
        zone = game.zones.get(entry)
        if zone is None or zone.form == "purse" or zone.keys or not display.loops or display.words is None:
            continue
        if zone.each == display.each:
            yield entry, static_words(display)


def static_words(thing: Named) -> str:
    """Return the words of a thing, its name where it has none or they hold values."""
    if thing.words is None or not thing.words.parts or not all(isinstance(part, str) for part in thing.words.parts):
        return bare(thing.name.rpartition(".")[2])
    words = "".join(part for part in thing.words.parts if isinstance(part, str))
    return words.partition(_FORM)[0] if isinstance(thing, Kind | Counter) else words


def _forms(game: CheckedGame, kind: str) -> tuple[str, ...]:
    """Return the number forms that are written for a kind: "chip|chips"; none where there is one word for all."""
    thing = game.kinds.get(kind) or game.counters.get(kind)
    if thing is None or thing.words is None:
        return ()
    forms = "".join(part for part in thing.words.parts if isinstance(part, str)).split(_FORM)
    return tuple(forms) if len(forms) > 1 else ()


def template(words: core.Text) -> str:
    """Return words with … where a value stands in play."""
    return "".join([part if isinstance(part, str) else _place_for(part) for part in words.parts])


def short_template(words: core.Text) -> str:
    """Return words with … where a value stands in play, without a clause at their end that says nothing then."""
    whole = template(words)
    for sign in (": ", ", "):
        head, _, tail = whole.rpartition(sign)
        if head.strip(" …") and "…" in tail:
            whole = head.rstrip()
    return whole


def _place_for(slot: core.TextSlot) -> str:
    return f"… {slot.forms[-1]}" if slot.forms else "…"


def one_of_kind(game: CheckedGame, kind: str) -> str:
    """Return what a thing of a kind is called: its words where they are short; in other languages its words."""
    thing = game.kinds.get(kind) or game.counters.get(kind)
    return kind_called(game, kind) if thing is None or is_english() else static_words(thing)


def many_of_kind(game: CheckedGame, kind: str, english: Mapping[str, str]) -> str:
    """Return what several things of a kind are called; that is known only of its name, by ``english`` plurals."""
    if forms := _forms(game, kind):
        return forms[-1]
    one = one_of_kind(game, kind)
    return bare(english.get(kind, kind)) if is_english() else one


def number_of_kind(game: CheckedGame, kind: str, number: int, english: Mapping[str, str]) -> str:
    """Return a number of things of a kind: "2 chips", in other languages than English "2 × Chip"."""
    if forms := _forms(game, kind):
        return f"{number} {forms[min(plural_rule(spoken()).which(number), len(forms) - 1)]}"
    if number == 1:
        return f"1 {one_of_kind(game, kind)}"
    many = many_of_kind(game, kind, english)
    return f"{number} {many}" if is_english() or many in _UNCOUNTED else f"{number} × {many}"


def plurals(game: CheckedGame) -> dict[str, str]:
    """Return what several things of a kind are called in English: "chips"; what is not counted there has no plural."""
    written = dict(_counted_in_words(game))
    every = ((kind, kind_called(game, kind)) for kind in (*game.counters, *game.kinds))
    return {kind: written.get(words) or _plural(words) for kind, words in every}


def _counted_in_words(game: CheckedGame) -> Iterator[tuple[str, str]]:
    """Yield what is called one way alone and another way where there are several: the forms in words of paragraphs."""
    paragraphs = (*game.actions.values(), *game.rules.values(), *game.phases.values())
    for words in (paragraph.words for paragraph in paragraphs if paragraph.words is not None):
        for part in words.parts:
            if isinstance(part, core.TextSlot) and part.forms:
                yield part.forms[0], part.forms[-1]


def kind_called(game: CheckedGame, kind: str) -> str:
    """Return what one thing of a kind is called: its words where they are short, else its name."""
    declared = game.kinds.get(kind) or game.counters.get(kind)
    return bare(kind) if declared is None else called(kind, static_words(declared))


def _plural(name: str) -> str:
    """Return an English plural, which the last of several words has."""
    before, between, last = name.rpartition(" ")
    if last.casefold() in _UNCOUNTED:
        return name
    return f"{before}{between}{_IRREGULAR.get(last) or _regular(last)}"


def _regular(name: str) -> str:
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}{'es' if name.endswith(('s', 'x', 'ch', 'sh')) else 's'}"
