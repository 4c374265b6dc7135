"""A waiting state -> the paragraphs that are open in it, innermost first, and the values that they have bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.program import Expression, Number, Operation, Program, Read
from gamedsl.kernel.resume_points import Held, Standing
from gamedsl.kernel.state.values import value_of
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

Where = dict[str, int]
"""Where the fields of paragraphs lie that are saved while they are carried out inside themselves."""


class OpenParagraphs:
    """Reads where play stands in states of one program."""

    def __init__(self, layout: Layout, program: Program) -> None:
        self.layout = layout
        self.program, self.at = program, program.places()
        self._own: dict[str, list[str]] = {}

    def open(self, s: list[int], innermost: object = None) -> Iterator[tuple[Standing, Where]]:
        """Walk the paragraphs that are open, the innermost first, with where fields lie that are saved."""
        standing = innermost or self.program.standing[s[self.at["resume"]]]
        where: Where = {}
        top = s[self.at["saved.size"]] if "saved.size" in self.at else 0
        while isinstance(standing, Standing):
            yield standing, where
            if standing.around is not None:
                standing = standing.around
                continue
            key = standing.paragraph
            sites = self.program.sites.get(key)
            if sites is None:
                return
            standing = sites[s[self.place(where, f"{key}.back")]]
            if isinstance(standing, Standing) and standing.saves:
                own = self.own_fields(key)
                top -= sum(self.program.fields[name].count for name in own)
                where, next_one = dict(where), self.at["saved"] + top
                for name in own:
                    where[name] = next_one
                    next_one += self.program.fields[name].count

    def own_fields(self, key: str) -> list[str]:
        """Return the fields of a paragraph, in the order in which they are saved."""
        if key not in self._own:
            self._own[key] = [name for name in self.program.fields if name.startswith(key + ".")]
        return self._own[key]

    def place(self, where: Where, field: str) -> int:
        return where.get(field, self.at[field])

    def seat(self, s: list[int], standing: Standing, where: Where) -> int | None:
        """Return to whom an open paragraph speaks."""
        return self.seat_of(s, standing.you, where)

    def active(self, s: list[int]) -> int | None:
        """Return whose turn it is in the innermost paragraph."""
        standing, where = next(self.open(s))
        return self.seat_of(s, standing.active, where)

    def name(self, standing: Standing) -> str:
        """Return the name of an open paragraph; an offer goes by the name of the one that it is made in."""
        paragraph = outermost(standing).paragraph
        return paragraph.partition(" ")[2] or paragraph

    def bound(self, s: list[int], standing: Standing, where: Where) -> dict[int, Any]:
        """Return the values that are bound in an open paragraph, by slot."""
        around = standing.around
        found = self.bound(s, around, where) if standing.offer is not None and around is not None else {}
        return found | {slot: self.held(s, held, where) for slot, held in standing.slots.items()}

    def held(self, s: list[int], held: Held | Expression, where: Where) -> Any:
        """Return a value that a paragraph has bound."""
        if not isinstance(held, Held):
            return self.number(s, held, where)
        at = self.place(where, held.field)
        if held.inside:
            assert isinstance(held.kind, t.ListType)
            item, first = held.kind.item, self.place(where, held.inside)
            starts = range(first, first + held.longest * s[self.place(where, held.length)], held.longest)
            return tuple([self.listed(s, item, begin, at + one) for one, begin in enumerate(starts)])
        if held.length:
            return self.listed(s, held.kind, at, self.place(where, held.length))
        return value_of(self.layout, held.kind, s[at])

    def listed(self, s: list[int], kind: t.Type, at: int, length: int) -> tuple[Any, ...]:
        """Return a list that lies in the state."""
        return tuple([value_of(self.layout, kind, one) for one in s[at : at + s[length]]])

    def seat_of(self, s: list[int], x: Expression, where: Where) -> int | None:
        """Return the seat that an expression of a paragraph gives, None for nobody."""
        found = self.number(s, x, where)
        return None if found < 0 else found

    def number(self, s: list[int], x: Expression, where: Where) -> int:
        """Return what an expression of a paragraph gives."""
        match x:
            case Number(value=value):
                return value
            case Read(field=field, index=index):
                return s[self.place(where, field) + self.number(s, index, where)]
            case Operation(sign="=", left=left, right=right):
                return int(self.number(s, left, where) == self.number(s, right, where))
            case _:
                raise TypeError(f"{type(x).__name__} is not kept")


def outermost(standing: Standing) -> Standing:
    """Return where the paragraph stands that an offer is made in; of any other where it stands itself."""
    while standing.offer is not None:
        assert standing.around is not None
        standing = standing.around
    return standing


def slots_of(game: model.CheckedGame) -> dict[str, int]:
    """Return how many slots every paragraph has, by section and name."""
    found = {"setup": game.setup_slots}
    for section, paragraphs in (
        ("phase", game.phases),
        ("action", game.actions),
        ("rule", game.rules),
        ("trigger", game.triggers),
    ):
        found |= {f"{section} {name}": one.slots for name, one in paragraphs.items()}
    for kind in game.kinds.values():
        for design in kind.designs:
            found |= {f"cell {design.name}.{column}": cell.slots for column, cell in design.code.items()}
    return found
