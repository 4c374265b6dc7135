"""Views of cells and values -> styled text: labels, traits, amounts, what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from string import Formatter

from rich.text import Text

from gamedsl.documents.legend import COLOUR_OF
from gamedsl.engine.words.labels import called
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import CellView, DiceView, PieceView, SeatView, Trait, ValueView, initials
from gamedsl.semantics.core.types import UNLIMITED

from ..console import plain

LABEL, HIDDEN, NOTHING = "dim", "dim italic", "dim"
_MOST_WORDS, _MOST_NUMBERS = 3, 2
_SHORT = 16
_MOST_LISTED = 14
_NAMED = {
    "red": "bright_red",
    "blue": "bright_blue",
    "green": "green",
    "yellow": "yellow",
    "white": "white",
    "black": "bright_black",
    "purple": "magenta",
    "pink": "bright_magenta",
    "orange": "dark_orange",
}
_PIPS = "⚀⚁⚂⚃⚄⚅"
_PALETTE = ("cyan", "magenta", "yellow", "green", "bright_blue", "bright_red")


def filled(template: str, **parts: Text) -> Text:
    """Return a text with styled parts in the places that it names."""
    made = Text()
    for words, name, _, _ in Formatter().parse(template):
        made.append(words)
        if name:
            made.append_text(parts[name])
    return made


def seat_style(seat: SeatView) -> str:
    """Return the colour of a seat: the one it is named after, else one of six."""
    colour = COLOUR_OF.get(seat.name.casefold(), "")
    return _NAMED.get(colour, _PALETTE[seat.seat % len(_PALETTE)])


def sign_of(seat: SeatView, seats: Sequence[SeatView]) -> str:
    """Return the letter that stands for a player."""
    return initials([one.name for one in seats])[seat.seat]


def piece_text(piece: PieceView, seats: Sequence[SeatView], *, traits: bool = True) -> Text:
    """Return a piece: its label, with its attributes in brackets when they are few."""
    style = seat_style(seats[piece.owner]) if piece.owner is not None and piece.owner < len(seats) else ""
    text = Text(plain(piece.label), style=style)
    said = _main_traits(piece) if traits else []
    if said:
        text.append(f" ({', '.join(said)})", style=LABEL)
    return text


def _main_traits(piece: PieceView) -> list[str]:
    """Return the attributes worth the room: words and numbers, each only when they are few."""
    told = [trait for trait in piece.traits if trait.words and not _in_label(trait, piece)]
    words = [trait for trait in told if trait.nature == "word"]
    numbers = [trait for trait in told if trait.nature == "number"]
    said = trait_words(words) if len(words) <= _MOST_WORDS else []
    return [*said, *(trait_words(numbers) if len(numbers) <= _MOST_NUMBERS else [])]


def numbers_of(piece: PieceView) -> list[str]:
    """Return what the numbers of a piece say that its label does not: "6 points"."""
    return trait_words(one for one in piece.traits if one.nature == "number" and not _in_label(one, piece))


def _in_label(trait: Trait, piece: PieceView) -> bool:
    """Does the label say it already? A number only where it stands alone: the 8 of BR8 may be something else."""
    said = trait.text.casefold()
    if trait.nature == "number":
        return said in re.findall(r"\w+", piece.label)
    return said in piece.label.casefold()


def entry_label(entry: str, words: str) -> str:
    """Return how an entry of the table is called: its words when they are short, else its name."""
    return plain(called(entry, words))


def trait_words(traits: Iterable[Trait]) -> list[str]:
    """Return what attributes say, as people say it."""
    return [plain(trait.words) for trait in traits if trait.words]


def pieces_text(cell: CellView, seats: Sequence[SeatView]) -> Text:
    """Return the pieces of one place: equal ones counted, hidden ones only counted."""
    if cell.form == "stack" and cell.count and not cell.pieces:
        return Text(str(cell.count), style="bold")
    if cell.form != "slot" and cell.pieces and not cell.unseen and all(_plain(piece) for piece in cell.pieces):
        return _alike(cell, seats)
    grouped: dict[str, tuple[Text, int]] = {}
    for piece in cell.pieces:
        text = piece_text(piece, seats)
        shown, number = grouped.get(text.plain, (text, 0))
        grouped[text.plain] = (shown, number + 1)
    parts = [shown + Text(f" ×{number}", style=LABEL) if number > 1 else shown for shown, number in grouped.values()]
    if len(parts) > _MOST_LISTED:
        parts = [*parts[: _MOST_LISTED - 2], Text(gettext("… {number} in all", number=len(cell.pieces)), style=LABEL)]
    if cell.unseen:
        parts.append(Text(gettext("{number} hidden", number=cell.unseen), style=HIDDEN))
    return Text(", ").join(parts) if parts else Text("–", style=NOTHING)


def _plain(piece: PieceView) -> bool:
    """Is there nothing to tell about the piece but its kind and owner?"""
    return not piece.traits and piece.name == piece.kind


def _alike(cell: CellView, seats: Sequence[SeatView]) -> Text:
    """Return pieces of which only kind and owner are known: their number, by owner where that is not plain."""
    owners = [piece.owner for piece in cell.pieces]
    if all(owner is None or owner == cell.seat for owner in owners):
        return Text(str(cell.count), style="bold")
    counted = {owner: owners.count(owner) for owner in owners}
    parts = []
    for owner, number in counted.items():
        seat = seats[owner] if owner is not None and owner < len(seats) else None
        sign = Text("?") if seat is None else Text(plain(sign_of(seat, seats)), style=f"bold {seat_style(seat)}")
        parts.append(sign if number == 1 else sign + Text(f"×{number}", style=LABEL))
    return Text(" ").join(parts)


def cell_text(cell: CellView, seats: Sequence[SeatView]) -> Text:
    """Return what one place holds."""
    if cell.form != "purse":
        return pieces_text(cell, seats)
    if cell.amount is None:
        return Text("?", style=HIDDEN)
    return Text("∞" if cell.amount >= UNLIMITED else str(cell.amount), style="bold")


def value_text(value: ValueView) -> Text:
    """Return a value of the table."""
    if value.text is None:
        return Text("?", style=HIDDEN)
    return Text(plain(value.text)) if value.text not in (gettext("none"), "") else Text("–", style=NOTHING)


def dice_text(dice: DiceView) -> Text:
    """Return what dice show that still counts; dice from 1 to 6 are drawn, with the number beside."""
    if not dice.pips:
        return Text(" ".join(map(plain, dice.fresh)), style="bold")
    return Text(" ").join(
        Text(_PIPS[int(face) - 1], style="bold").append(face)
        if face.isdecimal() and 1 <= int(face) <= 6
        else Text(face)
        for face in dice.fresh
    )


def is_short(cell: CellView, seats: Sequence[SeatView]) -> bool:
    """Does the place take little room?"""
    return cell.form == "purse" or not cell.pieces or len(pieces_text(cell, seats).plain) <= _SHORT


def short_sign(cell: CellView, seats: Sequence[SeatView]) -> Text:
    """Return a slot as one or two letters, for boards."""
    if not cell.count:
        return Text("·", style=NOTHING)
    if not cell.pieces:
        return Text("?", style=HIDDEN)
    piece = cell.pieces[0]
    if piece.owner is not None and piece.owner < len(seats):
        seat = seats[piece.owner]
        return Text(plain(sign_of(seat, seats)), style=f"bold {seat_style(seat)}")
    return Text(plain(piece.label)[:2])
