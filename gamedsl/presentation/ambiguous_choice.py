"""A legal choice of one of several pieces called alike -> the move as scenarios write it: by where the piece lies.

``play(knight#2)`` is nothing that rule files can say; ``play(A.row[3])`` is, or a set of pieces, any of which is meant:
``play((one for each one in A.hand where one = knight and one.wounds = 2))``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from gamedsl.engine.state.choices import Choice
from gamedsl.kernel.state.block import State
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

if TYPE_CHECKING:
    from gamedsl.play.engine import Engine


@attrs.frozen
class Pointed:
    """A move as scenarios write it; ``sure``: it can mean no other of the choices that are called alike."""

    text: str
    sure: bool


def pointed(engine: Engine, state: State, choice: Choice) -> Pointed:
    """Return how a scenario says a legal choice. Of several that are called alike the plain name means the first."""
    plain = engine.move_text(choice, state)
    alike = [one for one in engine.legal(state) if engine.move_text(one, state) == plain]
    answer, sure = engine.value_text(choice, state), True
    if alike[0].code != choice.code:
        answer, sure = _answer(engine, state, choice, [one for one in alike if one.code != choice.code])
    if choice.action is None:
        return Pointed(answer if choice.question is not None else plain, sure)
    return Pointed(f"{choice.action}({answer})" if choice.question is not None else plain, sure)


def _answer(engine: Engine, state: State, choice: Choice, others: list[Choice]) -> tuple[str, bool]:
    """Return what says a choice among others that read alike, and whether it can mean none of these."""
    kind, meant = choice.type, engine.meant(state, choice)
    if kind is None:
        return "", False
    besides = [engine.meant(state, one) for one in others]
    if isinstance(kind, t.Type):
        return _Pointer(engine, state, kind, meant).answer(besides)
    if isinstance(kind, t.SomeType):
        return _set_pointed(engine, state, kind.item, meant, besides)
    said = []
    for place, (part, value) in enumerate(zip(kind.parts, meant, strict=True)):
        left = [one[place] for one in besides if one[place] != value]
        besides = [one for one in besides if one[place] == value]
        if not left:
            said.append((engine.wording.name(part, value), True))
        elif isinstance(part, t.SomeType):
            said.append(_set_pointed(engine, state, part.item, value, left))
        else:
            said.append(_Pointer(engine, state, part, value).answer(left))
    return ", ".join(text for text, _ in said), all(sure for _, sure in said)


def _set_pointed(
    engine: Engine, state: State, item: t.Type, pieces: tuple[int, ...], others: list[tuple[int, ...]]
) -> tuple[str, bool]:
    """Return what says a set among others whose members are called alike: each member by its place, if it has one."""
    said = []
    for piece in pieces:
        left = [one for other in others for one in other if one not in pieces]
        text, sure = (
            _Pointer(engine, state, item, piece).answer(left) if left else (engine.wording.name(item, piece), True)
        )
        if text.startswith(("(", "{")):
            text, sure = engine.wording.name(item, piece), False
        said.append((text, sure))
    return f"{{{', '.join(text for text, _ in said)}}}", all(sure for _, sure in said)


class _Pointer:
    """One piece at one moment, and what can be said of it."""

    def __init__(self, engine: Engine, state: State, kind: t.Type | None, piece: int) -> None:
        self.engine = engine
        self.layout = engine.layout
        self.state = state
        self.kind = kind.item if isinstance(kind, t.MaybeType) else kind
        self.piece = piece
        self.name = _free_name(engine)

    def answer(self, others: list[int]) -> tuple[str, bool]:
        """Return an expression for the piece, and whether none of ``others`` fits it."""
        if not isinstance(self.kind, t.PieceType):
            return self.engine.wording.name(self.kind or t.UnknownType(), self.piece, self.state.values), False
        cell = self.state.place[self.piece]
        single = not self.state.spot[self.piece] or not self._set_keys(cell)
        if cell >= 0 and single and self.layout.cell_form[cell] == "slot" and self._can_be_named(cell):
            place = self.engine.wording.cell(cell)
            if self.engine.wording.is_on_board(cell):
                return place, True
            return (place if "." in place or "[" in place else f"{{{place}}}"), True
        source, left = self._source(cell, others)
        alone = len(self.engine.game.kinds[self.kind.kind].designs) == 1
        said = [] if alone else [f"{self.name} = {self.engine.wording.name(self.kind, self.piece)}"]
        mine = self._facts(self.piece)
        facts = {other: self._facts(other) for other in left}
        for key, fact in mine.items():
            if any(facts[other].get(key) != fact for other in left):
                said.append(fact)
                left = [other for other in left if facts[other].get(key) == fact]
        where = f" where {' and '.join(said)}" if said else ""
        return f"({self.name} for each {self.name} in {source}{where})", not left

    # ------------------------------------------------------------ places

    def _source(self, cell: int, others: list[int]) -> tuple[str, list[int]]:
        """Return a set that the piece is in, and those of the others that are in it too."""
        assert isinstance(self.kind, t.PieceType)
        if cell < 0 or not self._owner_named(cell):
            return self.kind.kind, others
        place = self.state.place
        if self._set_keys(cell) or not self._can_be_named(cell):
            entry, owner = self.layout.cell_entry[cell], self.layout.cell_owner[cell]
            cells = [number for number, name in enumerate(self.layout.cell_entry) if name == entry]
            near = {number for number in cells if self.layout.cell_owner[number] == owner}
            return self.engine.wording.cell(cell).partition("[")[0], [one for one in others if place[one] in near]
        return self.engine.wording.cell(cell), [one for one in others if place[one] == cell]

    def _zone(self, cell: int) -> model.Zone:
        return self.engine.game.zones[self.layout.cell_entry[cell]]

    def _set_keys(self, cell: int) -> bool:
        return any(key.is_set for key in self._zone(cell).keys)

    def _owner_named(self, cell: int) -> bool:
        """Is the owner of a place a player, or a piece without copies?"""
        each, owner = self._zone(cell).each, self.layout.cell_owner[cell]
        return each in ("", "player") or owner is None or self._is_single(owner)

    def _can_be_named(self, cell: int) -> bool:
        keys = zip(self._zone(cell).keys, self.layout.cell_keys[cell], strict=True)
        return self._owner_named(cell) and all(self._has_name(key.type, value) for key, value in keys)

    def _has_name(self, kind: t.Type, value: int | None) -> bool:
        """Does the name of a value mean it alone?"""
        match kind:
            case t.MaybeType(item):
                return value is None or self._has_name(item, value)
            case t.PieceType():
                return value is not None and self._is_single(value)
            case t.BoolType() | t.IntType() | t.WordType() | t.PlayerType() | t.DesignType():
                return True
            case _:
                return False

    def _is_single(self, piece: int) -> bool:
        return len(self.layout.design_pieces[self.layout.piece_design[piece]]) == 1

    # ------------------------------------------------------------ what is true of a piece

    def _facts(self, piece: int) -> dict[str, str]:
        """Return what is true of a piece as conditions, by what they are about."""
        facts = dict(self._amounts(piece))
        seat = self.layout.piece_seat[piece]
        if seat is not None:
            facts["owner"] = f"{self.name}.owner = {self.engine.game.seat_names[seat]}"
        return facts | dict(self._keys(piece))

    def _amounts(self, piece: int) -> Iterator[tuple[str, str]]:
        """Yield what a piece holds, and its values."""
        assert isinstance(self.kind, t.PieceType)
        kind, (first, _) = self.kind.kind, self.layout.kind_pieces[self.kind.kind]
        game, wording = self.engine.game, self.engine.wording
        for grids, entries in ((self.layout.purses, game.zones), (self.layout.values, game.values)):
            for name, grid in grids.items():
                if not name.startswith(f"{kind}."):
                    continue
                keys: tuple[model.Key, ...] = entries[name].keys
                start = grid.base + (piece - first) * grid.owner_stride
                for field in range(start, start + grid.owner_stride):
                    inside = grid.decode(field)[1]
                    if not all(self._has_name(key.type, value) for key, value in zip(keys, inside, strict=True)):
                        continue
                    named = ", ".join(wording.name(key.type, value) for key, value in zip(keys, inside, strict=True))
                    said = f"{self.name}.{name.rpartition('.')[2]}{f'[{named}]' if named else ''}"
                    if grids is self.layout.purses:
                        yield said, f"{said} = {self.state.purses[field]}"
                    elif self._has_name(of := game.values[name].type, value := self.state.values[field]):
                        yield said, f"{said} = {wording.name(of, value)}"

    def _keys(self, piece: int) -> Iterator[tuple[str, str]]:
        """Yield the keys of the place where a piece lies."""
        cell = self.state.place[piece]
        if cell < 0:
            return
        for number, key in enumerate(self._zone(cell).keys):
            if not self._is_attribute(key):
                continue
            cells = self.state.spot[piece] or (cell,)
            values = tuple(sorted({self.layout.cell_keys[one][number] for one in cells}))
            if all(self._has_name(key.type, value) for value in values):
                named = self.engine.wording.name(key.type, values if key.is_set else values[0])
                yield key.name, f"{self.name}.{key.name} = {named}"

    def _is_attribute(self, key: model.Key) -> bool:
        """Has a key the same type wherever pieces of this kind lie under a key of that name?"""
        assert isinstance(self.kind, t.PieceType)
        zones = [zone for zone in self.engine.game.zones.values() if zone.kind == self.kind.kind]
        said = [(other.type, other.is_set) for zone in zones for other in zone.keys if other.name == key.name]
        return all(one == said[0] for one in said)


def _free_name(engine: Engine) -> str:
    """Return a name for a loop that means nothing else in the game."""
    game = engine.game
    taken = {name.rpartition(".")[2] for part in (game.zones, game.values, game.terms) for name in part}
    taken |= {*game.kinds, *game.counters, *game.dice, *game.charts, *game.options, *game.actions, *game.seat_names}
    taken |= {design.name for kind in game.kinds.values() for design in kind.designs}
    taken |= {word for words in game.word_lists.values() for word in words.words_of}
    taken |= {column.name for kind in game.kinds.values() for column in kind.columns}
    number, name = 1, "one"
    while name in taken:
        number += 1
        name = f"one_{number}"
    return name
