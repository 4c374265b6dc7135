"""The open frames of a dealt game -> the same with other pieces, and with what rules have worked out from them anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.machine import Engine
from gamedsl.engine.state.flat import HEADER, Frame, State
from gamedsl.engine.write.compiling import Eval
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.visibility.guards import taken


@attrs.frozen
class Shape:
    """What stands in the frame of a card: the places of ``pieces``, and of ``lets`` with what works them out.

    ``secrets`` are the places of picked numbers that only the player who picked them knows, with what they were picked
    from.
    """

    pieces: tuple[int, ...]
    lets: tuple[tuple[int, Eval], ...]
    secrets: tuple[tuple[int, Eval], ...]


@attrs.frozen
class Worked:
    """A value of a ``let`` in an open frame: where it stands, and what it would be if it were worked out now."""

    frame: int
    place: int
    value: Eval
    now: Any


_SHAPES: WeakKeyDictionary[Engine, list[Shape]] = WeakKeyDictionary()


def shapes(engine: Engine) -> list[Shape]:
    """Return the shapes of all compiled cards, by the numbers of their codes; worked out once for an engine."""
    known = _SHAPES.get(engine)
    if known is None or len(known) != len(engine.cards.codes):
        cards = dict(_cards(engine.game))
        known = [_shape(engine, *cards.get(code.card, ((), ()))) for code in engine.cards.codes]
        _SHAPES[engine] = known
    return known


def _cards(game: model.CheckedGame) -> Iterator[tuple[str, tuple[tuple[Any, ...], tuple[t.Type, ...]]]]:
    """Walk the names of cards, each with its nodes and the types of its parameters."""
    yield "setup", (game.setup, ())
    for action in game.actions.values():
        yield action.name, ((*action.elements, *action.cost, *action.then), action.params)
    for rule in game.rules.values():
        yield rule.name, (rule.then, rule.params)
    for phase in game.phases.values():
        yield phase.name, ((*phase.start, *phase.then), ())
    for trigger in game.triggers.values():
        yield trigger.name, (trigger.then, taken(game, trigger))
    for kind in game.kinds.values():
        for design in kind.designs:
            for column, cell in design.code.items():
                yield f"{design.name}.{column}", (cell.steps, ())


def _shape(engine: Engine, nodes: tuple[Any, ...], params: tuple[t.Type, ...]) -> Shape:
    types = dict(enumerate(params))
    lets: dict[int, core.Value] = {}
    secrets: dict[int, core.Value] = {}
    for node in walk(*nodes):
        match node:
            case core.Let(slot=slot, value=value) | model.LetField(slot=slot, value=value):
                types[slot], lets[slot] = value.type, value
            case (
                core.Pick(slot=slot, domain=domain, question=question)
                | model.PickField(slot=slot, domain=domain, question=question)
            ):
                types[slot] = getattr(domain.type, "item", domain.type)
                if question in engine.wording.secrets.numbers:
                    secrets[slot] = domain
            case core.ForEach(loop=loop):
                types[loop.slot] = getattr(loop.source.type, "item", loop.source.type)
    pieces = tuple(slot + HEADER for slot, kind in types.items() if _is_of_pieces(kind))
    return Shape(pieces, _evals(engine, lets), _evals(engine, secrets))


def _evals(engine: Engine, values: dict[int, core.Value]) -> tuple[tuple[int, Eval], ...]:
    return tuple((slot + HEADER, engine.compiler.value(value)) for slot, value in values.items())


def _is_of_pieces(kind: t.Type) -> bool:
    inner: Any = kind
    while isinstance(inner, t.MaybeType | t.SetType | t.ListType):
        inner = inner.item
    return isinstance(inner, t.PieceType)


def rename(engine: Engine, frames: Sequence[Frame], moved: dict[int, int]) -> None:
    """Put into frames the pieces that now lie where others lay."""
    known = shapes(engine)
    for frame in frames:
        for place in known[frame[0]].pieces:
            frame[place] = _renamed(frame[place], moved)


def _renamed(value: Any, moved: dict[int, int]) -> Any:
    if type(value) is tuple:
        found = [moved.get(one, one) for one in value]
        return tuple(sorted(found) if list(value) == sorted(value) else found)
    return value if value is None else moved.get(value, value)


def worked_out(engine: Engine, s: State) -> list[Worked]:
    """Return the values of ``let`` in the open frames of a state, in the order in which they are worked out."""
    known = shapes(engine)
    lets = [
        (number, place, value)
        for number, frame in enumerate(s.frames)
        if not _is_offer(engine, frame)
        for place, value in known[frame[0]].lets
        if frame[place] is not None
    ]
    found = []
    tried = s.copy() if lets else s  # a value may settle the order of a stack
    for number, place, value in lets:
        with suppress(RuleError):
            found.append(Worked(number, place, value, value(tried, tried.frames[number][:])))
    return found


def renew(engine: Engine, base: State, s: State, seat: int, lets: Sequence[Worked], random: Random) -> None:
    """Let nothing in the open frames of a deal of ``base`` tell the seat what is true.

    Others pick anew what they have picked in secret; what rules have worked out from hidden things (``lets``, as
    ``worked_out`` found it in ``base``) is worked out again.
    """
    _pick_again(engine, s, seat, random)
    for one in lets:
        frame = s.frames[one.frame]
        with suppress(RuleError):
            found = one.value(s, frame[:])
            if found != one.now:
                frame[one.place] = found
    _hand_on(engine, base, s)


def _pick_again(engine: Engine, s: State, seat: int, random: Random) -> None:
    known = shapes(engine)
    for frame in s.frames:
        if frame[2] == seat or _is_offer(engine, frame):
            continue
        for place, domain in known[frame[0]].secrets:
            if frame[place] is not None:
                with suppress(RuleError):
                    frame[place] = random.choice(domain(s, frame[:]) or (frame[place],))


def _hand_on(engine: Engine, base: State, s: State) -> None:
    """Give the frames of offers what the cards that offer have now, where they had the same."""
    known, codes = shapes(engine), engine.cards.codes
    for number, frame in enumerate(s.frames):
        if not _is_offer(engine, frame):
            continue
        card, shape = codes[frame[0]].card, known[frame[0]]
        under = [one for one in range(number) if codes[s.frames[one][0]].card == card]
        if under:
            true, now = base.frames[under[-1]], s.frames[under[-1]]
            for place, _ in (*shape.lets, *shape.secrets):
                if base.frames[number][place] == true[place]:
                    frame[place] = now[place]


def _is_offer(engine: Engine, frame: Frame) -> bool:
    return engine.cards.codes[frame[0]].section == "offer"
