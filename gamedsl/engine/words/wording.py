"""Texts and values -> words for people, and the short names that rule files use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from gamedsl.engine.state.by_game import ByGame
from gamedsl.engine.state.flat import Eval, StateLike
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.labels import ON
from gamedsl.i18n.speaking import gettext
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.texts.plurals import counted
from gamedsl.semantics.visibility.told import Secrets, secrets_of

Render = Callable[[StateLike, list[Any]], str]
Table = Sequence[Any]
"""The values of the table, by number."""
FILLED, FREE = "■", "□"
COVERED = "+"
"""Stands between the places that one piece covers, as a large tile does."""
HIDDEN = "…"
"""Stands for a value that its reader may not know."""
MOST_MARKS = 40
"""Marks of one meter; no line has room for more."""
Held = tuple[bool, ...]
"""Whether each trait of a zone or value holds."""
_Found = dict[tuple[Held, ...], Secrets]
_secrets: ByGame[_Found] = ByGame(lambda _: {})
"""By the traits that hold what the log does not tell to everybody."""


def bare(name: str) -> str:
    """Return a name as words: blanks for ``_``."""
    return name.replace("_", " ")


def meter(filled: int, most: int) -> str:
    """Return ``{filled of most}`` as marks, kept within what can be drawn."""
    most = min(max(most, 0), MOST_MARKS)
    filled = min(max(filled, 0), most)
    return FILLED * filled + FREE * (most - filled)


def nothing(game: model.CheckedGame, value: core.Value) -> str:
    """Return what stands in words where a value is nothing: as people say it, never as rules write it."""
    kind = value.type
    if isinstance(value, core.OptionValue):
        return gettext(model.NO_LIMIT)
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    match kind:
        case t.IntType():
            return "–"
        case t.PlayerType():
            return gettext("nobody")
        case t.PieceType(name) if game.kinds[name].form == "space":
            return gettext("nowhere")
        case t.PieceType() | t.DesignType():
            return gettext("nothing")
        case (
            t.BoolType() | t.WordType() | t.RowType() | t.TextType() | t.NothingType() | t.ZoneType() | t.UnknownType()
        ):
            return gettext("none")
        case _:
            raise TypeError(f"unknown type {type(kind).__name__}")


class Wording:
    """Labels of values and rendered texts of one set-up."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.value: Callable[[core.Value], Eval]
        """Gives functions that work values out; set by who can, before anything is said."""
        self.holds: Callable[[core.Value], bool]
        """Tells whether conditions over options and the number of seats hold; set in the same way."""
        self._paragraphs = self._all_paragraphs()
        self._made: dict[tuple[str, bool], tuple[core.Text, Render]] = {}
        self._secrets: Secrets | None = None
        self._cells: dict[int, str] = {}
        self._on_board: dict[int, bool] = {}

    def _all_paragraphs(self) -> dict[str, tuple[core.Text | None, tuple[str, ...]]]:
        game = self.game
        paragraphs: dict[str, tuple[core.Text | None, tuple[str, ...]]] = {}
        for section in (game.phases, game.actions, game.rules, game.triggers):
            for paragraph in section.values():
                paragraphs[paragraph.name] = (paragraph.words, paragraph.references)
        return paragraphs

    # ------------------------------------------------------------ values

    def label(self, kind: t.Answer, value: Any, values: Table | None = None) -> str:
        """Return a value of a type in words; dice are called by their faces where the ``values`` are told."""
        if isinstance(kind, t.PartsType):
            return ", ".join(self.label(part, one, values) for part, one in zip(kind.parts, value, strict=True))
        if value is None:
            return gettext("none")
        if isinstance(value, tuple):
            item = _item(kind)
            inside = self.in_order(kind, value, values)
            return ", ".join(self.label(item, one, values) for one in inside) if value else gettext("nothing")
        assert isinstance(kind, t.Type)
        die = self._die(value, values) if isinstance(_item(kind), t.PieceType) else None
        return self._name(kind, value, words=True) if die is None else self._shown(value, *die, words=True)

    def name(self, kind: t.Answer, value: Any, values: Table | None = None, at: Sequence[int] | None = None) -> str:
        """Return a value as rule files and scenarios write it; dice by their faces, as ``label`` does.

        Where it is told ``at`` which places pieces lie, those on a board are called by theirs.
        """
        if isinstance(kind, t.PartsType):
            return ", ".join(self.name(part, one, values, at) for part, one in zip(kind.parts, value, strict=True))
        if value is None:
            return "none"
        if isinstance(value, tuple):
            item = _item(kind)
            inside = self.in_order(kind, value, values)
            return "{" + ", ".join(self.name(item, one, values, at) for one in inside) + "}"
        assert isinstance(kind, t.Type)
        is_piece = isinstance(_item(kind), t.PieceType)
        die = self._die(value, values) if is_piece else None
        if at is not None and is_piece and die is None and self._stands_on_board(at[value], value):
            return self.cell(at[value])
        return self._name(kind, value, words=False) if die is None else self._shown(value, *die, words=False)

    def in_order(self, kind: t.Part, members: tuple[Any, ...], values: Table | None) -> tuple[Any, ...]:
        """Return the members of a set as they are told: dice from the lowest face to the highest, others as they are.

        Which die is which is a number that nobody sees.
        """
        face_of = self.layout.face_of
        if values is None or len(members) < 2 or isinstance(kind, t.ListType) or not face_of:
            return members
        if not isinstance(_item(_item(kind)), t.PieceType) or members[0] not in face_of:
            return members
        return tuple(sorted(members, key=lambda die: values[face_of[die]]))

    def _die(self, value: Any, values: Table | None) -> tuple[t.Type, Any] | None:
        """Return what a die shows, with its type; None for what is no die."""
        field = None if values is None or isinstance(value, bool) else self.layout.face_of.get(value)
        if field is None or values is None:
            return None
        return self.game.values[self.layout.value_entry[field]].type, values[field]

    def _shown(self, die: int, faces: t.Type, face: Any, *, words: bool) -> str:
        """Return what a die is called: its face; of dice of several sorts in words which it is, too."""
        shown = self._name(faces, face, words)
        alone = self.layout.kind_designs[self.layout.piece_kind[die]][1] == 1
        return shown if alone or not words else f"{self._design(self.layout.piece_design[die], words)} {shown}"

    def _name(self, kind: t.Type, value: Any, words: bool) -> str:
        match kind:
            case t.MaybeType(item):
                return self._name(item, value, words)
            case t.BoolType():
                return ("yes" if value else "no") if not words else gettext("yes") if value else gettext("no")
            case t.WordType(name):
                word = self.game.word_lists[name].words_of[value]
                return self._word(name, word) if words else word
            case t.PlayerType():
                return str((self.game.seat_labels if words else self.game.seat_names)[value])
            case t.PieceType() if isinstance(value, int):
                return self._design(self.layout.piece_design[value], words)
            case t.DesignType():
                return self._design(value, words)
            case _:
                return str(value)

    def _word(self, name: str, word: str) -> str:
        return self.game.word_lists[name].labels.get(word, bare(word))

    def _design(self, number: int, words: bool) -> str:
        design = self.layout.designs[number]
        return design.label if words else design.name

    # ------------------------------------------------------------ places

    def cell(self, cell: int) -> str:
        """Return the name of a zone cell: ``A.hand``, ``grid[3, 1]``, ``d2`` for the only one on a place of a board."""
        name = self._cells.get(cell)
        if name is None:
            name = self._cells[cell] = self._cell(cell)
        return name

    def _cell(self, cell: int) -> str:
        layout = self.layout
        if self.is_on_board(cell):
            return self.name(t.PieceType(self.game.zones[layout.cell_entry[cell]].each), layout.cell_owner[cell])
        return self._place(layout.cell_entry[cell], layout.cell_owner[cell], layout.cell_keys[cell])

    def is_on_board(self, cell: int) -> bool:
        """Tell whether a cell is what a place of a board stands for: the only place there for its pieces."""
        known = self._on_board.get(cell)
        if known is None:
            known = self._on_board[cell] = self.is_place(self.game.zones[self.layout.cell_entry[cell]])
        return known

    def _stands_on_board(self, cell: int, piece: int) -> bool:
        """Tell whether the place of a piece says which of its copies it is: it lies there alone, and all see it."""
        layout = self.layout
        if cell < 0 or layout.cell_form[cell] != "slot" or layout.cell_viewers[cell] != layout.everybody:
            return False
        return len(layout.design_pieces[layout.piece_design[piece]]) > 1 and self.is_on_board(cell)

    def is_place(self, zone: model.Zone) -> bool:
        """Tell whether places of a board stand for what lies in a zone: it is the only one there for its pieces."""
        kind = self.game.kinds.get(zone.each)
        if kind is None or kind.board is None or zone.keys:
            return False
        return not any(
            other.each == zone.each and other.kind == zone.kind and not other.keys and other.name != zone.name
            for other in self.game.zones.values()
        )

    def purse(self, purse: int, s: StateLike) -> str:
        """Return the name of a purse: ``bank``, ``stock[hotel]``, ``A.chips``, ``shop on A.board[2].coins``."""
        layout = self.layout
        return self._place(layout.purse_entry[purse], layout.purse_owner[purse], layout.purse_keys[purse], s)

    def field(self, number: int, s: StateLike) -> str:
        """Return the name of a value field, as that of a purse."""
        entry = self.layout.value_entry[number]
        owner, keys = self.layout.values[entry].decode(number)
        return self._place(entry, owner if "." in entry else None, keys, s)

    def where(self, s: StateLike, piece: int) -> str:
        """Return what tells a piece from its copies: " on A.board[2]", where everybody sees it there.

        Empty for the only copy of a design, and for pieces that are nowhere, in a common heap or where not all look.
        """
        layout, cell = self.layout, s.place[piece]
        alone = len(layout.design_pieces[layout.piece_design[piece]]) == 1
        if alone or cell < 0 or layout.cell_viewers[cell] != layout.everybody:
            return ""
        zone = self.game.zones[layout.cell_entry[cell]]
        told = (zone.keys or zone.each) and zone.name not in layout.quiet
        return f"{ON}{self.spot(s, piece)}" if told else ""

    def spot(self, s: StateLike, piece: int) -> str:
        """Return the name of the place of a piece, with all that it covers: ``A.board[2+3, 1]``."""
        layout, cells = self.layout, s.spot[piece] or (s.place[piece],)
        if len(cells) == 1:
            return self.cell(cells[0])
        entry = layout.cell_entry[cells[0]]
        keys = zip(
            self.game.zones[entry].keys, zip(*(layout.cell_keys[cell] for cell in cells), strict=True), strict=True
        )
        covered = [COVERED.join(self.name(key.type, one) for one in dict.fromkeys(several)) for key, several in keys]
        return f"{self._place(entry, layout.cell_owner[cells[0]], ())}[{', '.join(covered)}]"

    def _place(self, entry: str, owner: int | None, keys: tuple[int, ...], s: StateLike | None = None) -> str:
        each, _, short = entry.rpartition(".")
        declared = self.game.zones.get(entry) or self.game.values[entry]
        if owner is not None:
            kind: t.Type = t.PlayerType() if each == "player" else t.PieceType(each)
            where = "" if s is None or each == "player" else self.where(s, owner)
            short = f"{self.name(kind, owner)}{where}.{short}"
        if not keys:
            return short
        inside = ", ".join(self.name(key.type, value) for key, value in zip(declared.keys, keys, strict=True))
        return f"{short}[{inside}]"

    # ------------------------------------------------------------ texts

    def render(
        self, text: core.Text | None, s: StateLike, f: list[Any], otherwise: str = "", *, hide: bool = False
    ) -> str:
        """Return a text with its values filled in; ``otherwise`` when there is none.

        ``hide``: with ``…`` for values that not everybody may know.
        """
        if text is None:
            return otherwise
        made = self._made.get((text.key, hide))
        if made is None or made[0] is not text:
            secret = self.secrets.parts.get(text.key, frozenset()) if hide else frozenset()
            made = (text, self._compile(text, secret))
            self._made[text.key, hide] = made
        return made[1](s, f)

    @property
    def secrets(self) -> Secrets:
        """What the log does not tell to everybody, with these options."""
        if self._secrets is None:
            found, held = _secrets(self.game), self.traits_held
            if held not in found:
                found[held] = secrets_of(self.as_seen)
            self._secrets = found[held]
        return self._secrets

    @property
    def traits_held(self) -> tuple[Held, ...]:
        """For each zone and value of the table, which of its traits hold with these options."""
        game = self.game
        traits = [*[one.traits for one in game.zones.values()], *[one.traits for one in game.values.values()]]
        return tuple([self._held(one) for one in traits])

    @property
    def as_seen(self) -> model.CheckedGame:
        """The game with only those traits of zones and values that hold with these options."""
        held = self.traits_held

        def kept(traits: tuple[model.TraitUse, ...], holds: Held) -> tuple[model.TraitUse, ...]:
            return tuple([attrs.evolve(use, condition=None) for use, one in zip(traits, holds, strict=True) if one])

        left = iter(held)
        zones = {name: attrs.evolve(one, traits=kept(one.traits, next(left))) for name, one in self.game.zones.items()}
        values = {
            name: attrs.evolve(one, traits=kept(one.traits, next(left))) for name, one in self.game.values.items()
        }
        return attrs.evolve(self.game, zones=zones, values=values)

    def _held(self, traits: tuple[model.TraitUse, ...]) -> Held:
        return tuple([use.condition is None or self.holds(use.condition) for use in traits])

    def _compile(self, text: core.Text, secret: frozenset[int]) -> Render:
        parts = [
            part if isinstance(part, str) else HIDDEN if place in secret else self._slot(part)
            for place, part in enumerate(text.parts)
        ]

        def render(s: StateLike, f: list[Any]) -> str:
            return "".join([part if isinstance(part, str) else part(s, f) for part in parts])

        return render

    def _slot(self, slot: core.TextSlot) -> Render:
        value, kind = self.value(slot.value), slot.value.type
        if slot.most is not None:
            most = self.value(slot.most)
            return lambda s, f: meter(value(s, f), most(s, f))
        if not slot.forms:

            def told(s: StateLike, f: list[Any]) -> str:
                found = value(s, f)
                if found is None or found == ():
                    return nothing(self.game, slot.value)
                return self.label(kind, found, s.values)

            return told

        return lambda s, f: " ".join(counted(slot, value(s, f))).lstrip()

    def paragraph(self, name: str, s: StateLike, f: list[Any], *, hide: bool = False) -> str:
        """Return the words of a paragraph, seen from its frame; ``hide``: without what not everybody may know."""
        text, _ = self.paragraph_words(name)
        return self.render(text, s, f, bare(name), hide=hide)

    def paragraph_words(self, name: str) -> tuple[core.Text | None, tuple[str, ...]]:
        """Return the words of a paragraph as they are written, and its references."""
        return self._paragraphs.get(name, (None, ()))


def each_once(labels: Iterable[str]) -> str:
    """Return names, each once, with how often it is there: "red ×3, blue"."""
    return ", ".join(label if times == 1 else f"{label} ×{times}" for label, times in Counter(labels).items())


def _item(kind: t.Answer) -> t.Answer:
    if isinstance(kind, t.MaybeType):
        kind = kind.item
    return kind.item if isinstance(kind, t.SetType | t.ListType | t.SomeType) else kind
