"""A program -> for every place where it may stand which fields of paragraphs it may still read before it writes them

Known as live-variable analysis, between functions and call by call. What is read is followed backwards through blocks,
jumps, loops and functions. Behind a call of a paragraph it goes on where that call returns to, not where others do: so
what is found is what that one call will still need. A field that is a row counts as long as the field that has its
length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import constant
from gamedsl.kernel.passes.walk import TERMINATORS, all_expressions, bodies, subexpressions
from gamedsl.kernel.program import (
    GIVEN,
    Aside,
    Back,
    Break,
    Call,
    Continue,
    Do,
    Expression,
    Fail,
    For,
    ForBits,
    Halt,
    If,
    Jump,
    Ordered,
    Program,
    Read,
    Return,
    Statement,
    Store,
    Target,
    Try,
    Wait,
    While,
)

SAVED = "saved"
"""The field in which fields of paragraphs lie while these are carried out inside themselves."""
_SECTIONS = ("rule ", "phase ", "trigger ", "action ", "cell ")
_TRANSIENT = ("due.now", "due.back", "due.active")
_BACK = ".back"
DUE = "due"
"""What goes back for all watched triggers in which something may wait."""


def is_of_paragraph(name: str) -> bool:
    """Tell whether a field means something only at times: most of these belong to a paragraph."""
    return name.startswith(("setup.", *_SECTIONS)) or name in _TRANSIENT


@attrs.frozen
class _Use:
    """Reads of fields, as a word."""

    fields: int


@attrs.frozen
class _Kill:
    """A field gets a new value."""

    field: int


@attrs.frozen
class _Either:
    """One of several bodies; reads come before."""

    bodies: tuple[tuple[_Part, ...], ...]


@attrs.frozen
class _Loop:
    """A body that is carried out any number of times, and what is read in it."""

    body: tuple[_Part, ...]
    fields: int


@attrs.frozen
class _Carry:
    """A function that is carried out: what it reads first, and what it leaves as it is."""

    reads: int
    passes: int


@attrs.frozen
class _Leave:
    """Play goes on with one of some blocks; of those that are returned to only some ``fields`` count.

    What is ``needed`` behind them counts in any case.
    """

    blocks: tuple[Target, ...]
    fields: int
    needed: int = 0


@attrs.frozen
class _Stop:
    """The run ends, or (``again``) goes on with the loop or behind it, or (``returns``) behind the function."""

    again: bool = False
    returns: bool = False


_Part = _Use | _Kill | _Either | _Loop | _Carry | _Leave | _Stop


class Liveness:
    """What a program may still read, of fields of paragraphs or of the ``names`` that are given: words over ``names``.

    A name is that of a field, or of one place of it (``place_in``), which is read and written by itself.

    ``at_block``: by block where it begins, or goes on behind a wait, with what is asked there. ``needed``: it is found,
    too, what would be read if all who have called paragraphs needed everything: in a second half of each word.
    """

    def __init__(self, program: Program, names: Sequence[str] | None = None, *, needed: bool = False) -> None:
        self.program = program
        self.names = [name for name in program.fields if is_of_paragraph(name)] if names is None else list(names)
        many = len(self.names)
        self._halves = (0, many) if needed else (0,)
        self._at = {name: at for at, name in enumerate(self.names)}
        self._place = {name: _united(1 << at + half for half in self._halves) for name, at in self._at.items()}
        self._bit: dict[str, int] = {}
        for name, bit in self._place.items():
            field = name.partition("[")[0]
            self._bit[field] = self._bit.get(field, 0) | bit
        self._all = (1 << many * len(self._halves)) - 1
        self._needed = self._all ^ ((1 << many) - 1)
        self._rows = {
            1 << self._at[row] + half: 1 << self._at[length.field] + half
            for row, length in program.rows.items()
            if row in self._at
            for half in self._halves
        }
        self._around = sum(bit for name, bit in self._bit.items() if name in _TRANSIENT)
        self._backs = _backs(program)
        self._functions: dict[str, _Carry | None] = {}
        blocks = [self._parts(body) for body in program.blocks]
        legal = {at: self._before(self._parts(body), 0, 0, 0) for at, body in program.waits.items()}
        self.at_block = [legal.get(at, 0) for at in range(len(blocks))]
        self._flow(blocks, legal)

    def fields(self, block: int) -> frozenset[str]:
        """Return the fields that are live where a block begins."""
        return self._named(self.at_block[block])

    def needed(self, block: int) -> frozenset[str]:
        """Return the fields that would be live there if all who have called paragraphs needed everything."""
        return self._named(self.at_block[block] >> self._halves[-1])

    def _named(self, live: int) -> frozenset[str]:
        return frozenset(name for name, at in self._at.items() if live >> at & 1)

    def behind(self, key: str, number: int) -> int:
        """Return the block where a call of a paragraph returns to."""
        return self._backs[key][number].block

    # ------------------------------------------------------------ the way back through a program

    def _flow(self, blocks: Sequence[tuple[_Part, ...]], legal: Mapping[int, int]) -> None:
        """Find what is live where each block begins; a block that does not end runs on into the next one."""
        after: dict[int, set[int]] = {}
        for at, body in enumerate(blocks):
            for other in (*_left_for(body), at + 1):
                after.setdefault(other, set()).add(at)
        left = set(range(len(blocks)))
        while left:
            at = max(left)
            left.remove(at)
            behind = self.at_block[at + 1] if at + 1 < len(blocks) else 0
            found = self._before(blocks[at], behind, 0, 0) | legal.get(at, 0)
            if found != self.at_block[at]:
                self.at_block[at] = found
                left |= after.get(at, set())

    def _before(self, body: Sequence[_Part], live: int, loop: int, behind: int) -> int:
        """Return what is live before a body; ``live`` behind it, ``loop`` around it, ``behind`` the function."""
        for part in reversed(body):
            match part:
                case _Use(fields=fields):
                    live |= fields
                case _Kill(field=field):
                    live &= ~field
                case _Either(bodies=inside):
                    live = _united(self._before(one, live, loop, behind) for one in inside)
                case _Loop(body=inner, fields=fields):
                    live |= fields
                    live |= self._before(inner, live, live, behind)
                case _Carry(reads=reads, passes=passes):
                    live = reads | live & passes
                case _Leave(blocks=others, fields=fields, needed=needed):
                    live = _united(self.at_block[one.block] for one in others) & fields | needed
                case _Stop(again=again, returns=returns):
                    live = loop if again else behind if returns else 0
                case _:
                    raise TypeError(type(part).__name__)
        return live & ~_united(row for row, length in self._rows.items() if not live & length)

    # ------------------------------------------------------------ what statements do to fields

    def _parts(self, body: Sequence[Statement]) -> tuple[_Part, ...]:
        found: list[_Part] = []
        call: tuple[str, int] | None = None
        for x in body:
            if isinstance(x, Store) and x.field.endswith(_BACK) and x.field.removesuffix(_BACK) in self._backs:
                number = constant(x.value)
                call = None if number is None else (x.field.removesuffix(_BACK), number)
            if isinstance(x, Jump) and call is not None:
                key, number = call
                found.append(_Leave((x.block, self._backs[key][number]), self._all))
                continue
            found += self._part(x)
        return tuple(found)

    def _part(self, x: Statement) -> list[_Part]:
        """Return what a statement does; what it reads comes before what it does then."""
        if isinstance(x, For | ForBits | While):
            return [_Loop(self._parts(x.body), self._reads(all_expressions([x])))]
        if isinstance(x, Store) and _is_saving(x):
            return []
        reads = self._reads(subexpressions(x)) | (self._bit.get(x.field, 0) if isinstance(x, Back) else 0)
        does = self._leaving(x) if isinstance(x, TERMINATORS) else self._does(x)
        return [_Use(reads), *does] if reads else [*does]

    def _does(self, x: Statement) -> Sequence[_Part]:
        match x:
            case Store(field=field, index=index):
                return [_Kill(written)] if (written := self._written(field, index)) else []
            case If(then=body, otherwise=otherwise) | Try(body=body, otherwise=otherwise):
                return [_Either((self._parts(body), self._parts(otherwise)))]
            case Aside(body=body):
                return [_Either((self._parts(body), ()))]
            case Ordered(body=body):
                return self._parts(body)
            case Do(call=Call(function=function)) if function not in GIVEN:
                return [self._carry(function)]
            case _:
                if bodies(x):
                    raise TypeError(type(x).__name__)
                return []

    def _leaving(self, x: Statement) -> Sequence[_Part]:
        """Return what a statement does behind which nothing is carried out."""
        match x:
            case Jump(block=block) | Wait(block=block):
                return [_Leave((block,), self._all)]
            case Back(field=field, blocks=targets):
                return [self._back(field, targets)]
            case Return():
                return [_Stop(returns=True)]
            case Break() | Continue():
                return [_Stop(again=True)]
            case Halt() | Fail():
                return [_Stop()]
            case _:
                raise TypeError(type(x).__name__)

    def _back(self, field: str, targets: Sequence[Target]) -> _Leave:
        """Return where a paragraph may go back to: what its callers need of their own is known where they call."""
        is_call = field.removesuffix(_BACK) in self.program.sites
        return _Leave(tuple(targets), *((self._around, self._needed) if is_call else (self._all, 0)))

    # ------------------------------------------------------------ places

    def _read(self, x: Read) -> int:
        """Return what is read: the one place, or all of the field where it is only known in play which place."""
        every = self._bit.get(x.field, 0)
        at = constant(x.index)
        return every if at is None else self._place.get(place_in(x.field, at), every)

    def _written(self, field: str, index: Expression) -> int:
        """Return what has another value when something is written there; 0 where nothing is sure to be."""
        at = constant(index)
        if at is None or field not in self._bit:
            return 0
        whole = self._bit[field] if self.program.fields[field].count == 1 else 0
        return self._place.get(place_in(field, at), whole)

    # ------------------------------------------------------------ functions

    def _reads(self, expressions: Iterable[Expression]) -> int:
        found = 0
        for x in expressions:
            if isinstance(x, Read):
                found |= self._read(x)
            elif isinstance(x, Call) and x.function not in GIVEN:
                found |= self._carry(x.function).reads
        return found

    def _carry(self, name: str) -> _Carry:
        """Return what a function does to fields; of one inside itself no more than what it and its callees read."""
        if name not in self._functions:
            self._functions[name] = None
            parts = self._parts(self.program.functions[name].body)
            self._functions[name] = _Carry(self._before(parts, 0, 0, 0), self._before(parts, self._all, 0, self._all))
        return self._functions[name] or _Carry(self._everything_read(name), self._all)

    def _everything_read(self, name: str) -> int:
        found, left, seen = 0, [name], {name}
        while left:
            function: Any = self.program.functions[left.pop()]
            for x in all_expressions(function.body):
                if isinstance(x, Read):
                    found |= self._read(x)
                elif isinstance(x, Call) and x.function not in GIVEN and x.function not in seen:
                    seen.add(x.function)
                    left.append(x.function)
        return found


def place_in(field: str, index: int) -> str:
    """Return the name of one place of a field, by its number from 0."""
    return f"{field}[{index}]"


def _united(words: Iterable[int]) -> int:
    found = 0
    for one in words:
        found |= one
    return found


def _is_saving(x: Store) -> bool:
    """Tell whether a field of a paragraph is only put aside while that is carried out inside itself, or comes back."""
    return isinstance(x.value, Read) and SAVED in (x.field, x.value.field)


def _left_for(body: Sequence[_Part]) -> Iterable[int]:
    """Give the numbers of the blocks that a body may be left for."""
    for part in body:
        match part:
            case _Leave(blocks=blocks):
                yield from (one.block for one in blocks)
            case _Either(bodies=inside):
                for one in inside:
                    yield from _left_for(one)
            case _Loop(body=inner):
                yield from _left_for(inner)


def _backs(program: Program) -> dict[str, list[Target]]:
    """Return by paragraph that is called the blocks where its calls return to."""
    found: dict[str, list[Target]] = {}
    left = [one for body in program.blocks for one in body]
    while left:
        x = left.pop()
        if isinstance(x, Back) and x.field.endswith(_BACK):
            found[x.field.removesuffix(_BACK)] = x.blocks
        left += [one for inner in bodies(x) for one in inner]
    for name in program.sites.keys() - found.keys():  # triggers go back where all that are due do
        found[name] = found[DUE]
    return found
