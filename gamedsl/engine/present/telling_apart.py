"""A piece that can be chosen, and others that are called alike -> what people say to tell it from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.engine.present.words import Wording, bare
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout


class TellingApart:
    """Says which of several pieces of one name is meant: by its place, its player, what it holds, or by a number."""

    def __init__(self, layout: Layout, wording: Wording) -> None:
        self.layout = layout
        self.wording = wording

    def said(self, s: State, piece: int, pieces: Sequence[int], seat: int | None) -> str:
        """Return what is said behind the name of one of several pieces, for a seat (None: for everybody)."""
        if seat is None:
            pieces = [one for one in pieces if self._open(s, one)]
        if piece not in pieces or len(pieces) < 2:
            return ""
        left, found = list(pieces), ""
        facts: tuple[Callable[[State, int, int | None], str], ...] = (
            self._place,
            self._player,
            self._holds,
            self._shown,
        )
        for fact in facts:
            mine = fact(s, piece, seat)
            same = [one for one in left if fact(s, one, seat) == mine]
            if len(same) < len(left):
                found += mine
                left = same
        return found if len(left) == 1 else f"{found} #{left.index(piece) + 1}"

    def _open(self, s: State, piece: int) -> bool:
        cell = s.place[piece]
        return cell >= 0 and self.layout.cell_viewers[cell] == self.layout.everybody

    def _place(self, s: State, piece: int, seat: int | None) -> str:  # noqa: ARG002
        """Say where a piece lies, as scenarios write it; a single key says enough: "on d2"."""
        cell = s.place[piece]
        if cell < 0 or self.layout.cell_entry[cell] in self.layout.quiet:
            return ""
        zone = self.layout.game.zones[self.layout.cell_entry[cell]]
        if self.wording.is_on_board(cell):
            return f" on {self.wording.cell(cell)}"
        if not zone.keys:
            return f" in {self.wording.cell(cell)}"
        if len(zone.keys) > 1 or zone.each:
            return f" on {self.wording.cell(cell)}"
        cells = s.spot[piece] or (cell,)
        return f" on {'+'.join(self.wording.label(zone.keys[0].type, self.layout.cell_keys[one][0]) for one in cells)}"

    def _player(self, s: State, piece: int, seat: int | None) -> str:  # noqa: ARG002
        owner = self.layout.piece_seat[piece]
        return "" if owner is None else f" of {self.layout.game.seat_names[owner]}"

    def _holds(self, s: State, piece: int, seat: int | None) -> str:
        """Say the amounts on a piece that are seen, and its values, but for bookkeeping."""
        layout, kind = self.layout, self.layout.piece_kind[piece]
        own = piece - layout.kind_pieces[kind][0]
        eyes = layout.everybody if seat is None else 1 << seat
        found = []
        for name, grid in layout.purses.items():
            if name in layout.quiet:
                continue
            found += [
                f"{s.purses[field]} {bare(layout.game.zones[name].kind)}"
                for field in range(*self._fields(name, kind, grid.base, grid.owner_stride, own))
                if s.purses[field] and layout.purse_viewers[field] & eyes == eyes
            ]
        for name, grid in layout.values.items():
            if name in layout.quiet:
                continue
            for field in range(*self._fields(name, kind, grid.base, grid.owner_stride, own)):
                words = self.wording.label(layout.game.values[name].type, s.values[field])
                found.append(f"{bare(name.rpartition('.')[2])} {words}")
        return f" ({', '.join(found)})" if found else ""

    def _fields(self, name: str, kind: str, base: int, size: int, own: int) -> tuple[int, int]:
        return (base + own * size, base + (own + 1) * size) if name.startswith(f"{kind}.") else (0, 0)

    def _shown(self, s: State, piece: int, seat: int | None) -> str:  # noqa: ARG002
        return " (just shown)" if any(one == piece for one, _ in s.exposed) else ""
