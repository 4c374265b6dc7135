"""The open frames of a determinization -> the same with other pieces, and what rules worked out from them anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.flat import HEADER, Eval, Frame
from gamedsl.engine.state.public import who_knows
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.secret_picks import blurred
from gamedsl.players.randomness import Random
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.visibility.guards import taken as taken_from_others


@attrs.frozen
class Taken:
    """A place of picked pieces: the question, what they were picked from and on which condition."""

    place: int
    question: int
    domain: Eval
    condition: Eval | None


@attrs.frozen
class Shape:
    """What stands in the frame of a paragraph: the places of ``pieces``, and hidden ``lets`` with what works them out.

    ``lists`` are the places among them whose order counts. ``lets`` tell besides whether ``you`` there always
    know the value. ``secrets`` are the places of picked numbers that only the player who picked them knows, with what
    they were picked from; ``taken`` those of picked pieces.
    """

    pieces: tuple[int, ...]
    lists: frozenset[int]
    lets: tuple[tuple[int, Eval, bool], ...]
    secrets: tuple[tuple[int, Eval], ...]
    taken: tuple[Taken, ...]


_SHAPES: WeakKeyDictionary[Engine, dict[str, Shape]] = WeakKeyDictionary()


def shapes(engine: Engine) -> dict[str, Shape]:
    """Return the shapes of all paragraphs, by section and name; worked out once for an engine."""
    known = _SHAPES.get(engine)
    if known is None:
        known = _SHAPES[engine] = {
            paragraph: _shape(engine, name, *inside) for paragraph, name, *inside in _paragraphs(engine.game)
        }
    return known


def _paragraphs(game: model.CheckedGame) -> Iterator[tuple[str, str, tuple[Any, ...], tuple[t.Type, ...]]]:
    """Walk paragraphs: section and name, as passes over paragraphs call them, nodes, the types of parameters."""
    yield "setup", "setup", game.setup, ()
    for action in game.actions.values():
        name = f"action {action.name}"
        yield name, name, (*action.elements, *action.cost, *action.then), action.params
    for rule in game.rules.values():
        name = f"rule {rule.name}"
        yield name, name, rule.then, rule.params
    for phase in game.phases.values():
        name = f"phase {phase.name}"
        yield name, name, (*phase.start, *phase.then), ()
    for trigger in game.triggers.values():
        name = f"trigger {trigger.name}"
        yield name, name, trigger.then, taken_from_others(game, trigger)
    for kind in game.kinds.values():
        for design in kind.designs:
            for column, cell in design.code.items():
                name = f"{design.name}.{column}"
                yield f"cell {name}", f"cell {kind.name}.{name}", cell.steps, ()


@attrs.frozen
class Bound:
    """A place of a frame that a node fills: its type; ``let`` works it out, or it was ``picked``."""

    slot: int
    type: t.Type
    let: core.Value | None = None
    picked: core.Pick | model.PickField | None = None


def _let(node: core.Let | model.LetField) -> Bound:
    drawn = isinstance(node.value, core.Dealt)  # a deal cannot be worked out again
    return Bound(node.slot, node.value.type, let=None if drawn else node.value)


def _deal(node: core.Deal) -> Bound | None:
    return None if node.slot is None or node.dealt is None else Bound(node.slot, node.dealt)


def _pick(node: core.Pick | model.PickField) -> Bound:
    return Bound(node.slot, model.kind_picked(node), picked=node)


def _loop(node: core.ForEach) -> Bound:
    source = node.loop.source.type
    return Bound(node.loop.slot, getattr(source, "item", source))


BINDERS: dict[type, Callable[[Any], Bound | None]] = {
    core.Deal: _deal,
    core.Let: _let,
    model.LetField: _let,
    core.Pick: _pick,
    model.PickField: _pick,
    core.ForEach: _loop,
}
"""All nodes that fill a place of an open frame."""


def _shape(engine: Engine, name: str, nodes: tuple[Any, ...], params: tuple[t.Type, ...]) -> Shape:
    types = dict(enumerate(params))
    lets: dict[int, core.Value] = {}
    secrets: dict[int, core.Value] = {}
    picked: dict[int, core.Pick | model.PickField] = {}
    filled = [BINDERS[type(node)](node) for node in walk(*nodes) if type(node) in BINDERS]
    for bound in (one for one in filled if one is not None):
        types[bound.slot] = bound.type
        if bound.let is not None:
            lets[bound.slot] = bound.let
        if bound.picked is not None and bound.picked.question in engine.wording.secrets.numbers:
            secrets[bound.slot] = bound.picked.domain
        if bound.picked is not None and _is_of_pieces(bound.type):
            picked[bound.slot] = bound.picked
    pieces = tuple(slot + HEADER for slot, kind in types.items() if _is_of_pieces(kind) and not _is_of_lists(kind))
    lists = {slot + HEADER for slot, kind in types.items() if _is_list(kind)}
    make, hidden = engine.evaluator.value, engine.wording.secrets.lets
    return Shape(
        pieces,
        frozenset(lists),
        tuple((slot + HEADER, make(one), hidden[name, slot]) for slot, one in lets.items() if (name, slot) in hidden),
        tuple((slot + HEADER, make(one)) for slot, one in secrets.items()),
        tuple(
            Taken(slot + HEADER, one.question, make(one.domain), None if one.condition is None else make(one.condition))
            for slot, one in sorted(picked.items())
        ),
    )


def _is_list(kind: t.Type) -> bool:
    return isinstance(kind.item if isinstance(kind, t.MaybeType) else kind, t.ListType)


def _is_of_lists(kind: t.Type) -> bool:
    """Tell whether values of a type are lists of lists: these hold places of boards, which nobody deals."""
    return isinstance(kind, t.ListType) and isinstance(kind.item, t.ListType)


def _is_of_pieces(kind: t.Type) -> bool:
    inner: Any = kind
    while isinstance(inner, t.MaybeType | t.SetType | t.ListType):
        inner = inner.item
    return isinstance(inner, t.PieceType)


def named_in(engine: Engine, s: State, seat: int, opened: Sequence[OpenParagraph]) -> dict[int, list[tuple[int, ...]]]:
    """Return where open paragraphs mean each piece: the number of one, the place in its frame, the place in a list.

    Pieces that come in an order by chance have the same place while it is not yet seen.
    A piece that somebody has picked is left out while the seat cannot tell which one it is. So are those of a loop in
    which others have picked in secret: of these it says which picks they may have been.
    """
    found: dict[int, list[tuple[int, ...]]] = {}
    lost: dict[tuple[int, int], set[int]] = {}
    for number, place, heaps in blurred(engine, s, seat):
        lost[number, place] = set().union(*heaps)
        for at, heap in enumerate(heaps):
            for piece in heap:
                found.setdefault(piece, []).append((number, place, -1 - at))
    for number, one in enumerate(opened):
        turns = {var: lost.get((number, place), set()) for place, var in one.loops.items()}
        unseen = {taken.place for taken, _ in _unseen_picks(engine, s, one, seat)}
        for place, in_order in _pieces(engine, one):
            if place in unseen:
                continue
            last = one.by_chance.get(place, len(s.place))
            for at, piece in enumerate(_inside(one.frame[place])):
                if piece in lost.get((number, place), ()) or piece in turns.get(place, ()):
                    continue
                found.setdefault(piece, []).append((number, place, min(at, last)) if in_order else (number, place))
    return found


def _pieces(engine: Engine, one: OpenParagraph) -> Iterator[tuple[int, bool]]:
    """Walk the places of a frame that hold pieces, with whether their order counts."""
    shape = shapes(engine)[one.paragraph]
    for place in shape.pieces:
        yield place, place in shape.lists
    yield from sorted(one.held.items())


def _inside(value: Any) -> Iterator[int]:
    """Walk the pieces in a value: one, several, or blocks of them."""
    if type(value) is tuple:
        for one in value:
            yield from _inside(one)
    elif value is not None:
        yield value


def _unseen_picks(engine: Engine, s: State, one: OpenParagraph, seat: int) -> Iterator[tuple[Taken, list[int]]]:
    """Walk the places of a frame that mean pieces picked by another player, and not yet moved, with what they may be.

    The seat sees that pieces of a heap were picked, into which it does not look; so it may be any others there.
    """
    if one.you == seat or one.is_offer:
        return
    frame = one.frame
    for taken in shapes(engine)[one.paragraph].taken:
        hidden = _hidden(engine, s, frame[taken.place], seat)
        found = _possible(s, frame, taken, {s.place[piece] for piece in hidden}) if hidden else []
        if hidden and set(hidden) <= set(found):
            yield taken, found


def _hidden(engine: Engine, s: State, value: Any, seat: int) -> list[int]:
    """Return those of the pieces in a frame that lie in heaps into which a seat does not look, and were not shown."""
    drawing, home = engine.drawing, s.place
    unseen = (
        piece
        for piece in _inside(value)
        if home[piece] >= 0 and not drawing.stack[home[piece]] and not drawing.viewers[home[piece]] >> seat & 1
    )
    shown = s.exposed
    return [piece for piece in unseen if not any(one == piece and seats >> seat & 1 for one, seats in shown)]


def _possible(s: State, frame: Frame, taken: Taken, homes: Collection[int]) -> list[int]:
    """Return the pieces in some places that could have been picked."""
    found: list[int] = []
    trial = frame[:]
    with suppress(RuleError):
        for one in taken.domain(s, frame[:]) or ():
            trial[taken.place] = one
            if s.place[one] in homes and (taken.condition is None or taken.condition(s, trial) is True):
                found.append(one)
    return found


class OpenSecrets:
    """What the open paragraphs of ``base`` (``opened``) hold that a seat cannot know, as it is in its deals.

    What a deal need not look at is known before there is one.
    """

    def __init__(self, engine: Engine, base: State, seat: int, opened: Sequence[OpenParagraph]) -> None:
        self._engine, self._base, self._seat = engine, base, seat
        known = shapes(engine)
        others = [known[one.paragraph] for one in opened if not one.is_offer and one.you != seat]
        self._offers = any(one.is_offer for one in opened)
        self._lets = any(
            not (is_own and one.you == seat)
            for one in opened
            if not one.is_offer
            for _, _, is_own in known[one.paragraph].lets
        )
        self._picks = any(shape.taken or shape.secrets for shape in others)
        self._named = frozenset(
            piece for one in opened for place, _ in _pieces(engine, one) for piece in _inside(one.frame[place])
        )
        self._by_chance = frozenset(
            (number, place) for number, one in enumerate(opened) for place in _chance_orders(engine, base, seat, one)
        )

    def hold(self, hidden: Collection[int]) -> bool:
        """Tell whether anything in them may be otherwise in a deal that differs in where ``hidden`` pieces lie."""
        return self._lets or self._picks or bool(self._by_chance) or not self._named.isdisjoint(hidden)

    def rename(self, s: State, moved: dict[int, int]) -> None:
        """Put into the open frames of a deal the pieces that now lie where others lay."""
        for one in self._engine.open(s) if self._named else ():
            for place, in_order in _pieces(self._engine, one):
                one.put(place, _renamed(one.frame[place], moved, in_order))

    def renew(self, s: State, random: Random) -> None:
        """Let nothing in the open frames of a deal tell the seat what is true.

        Others pick anew what they have picked in secret; what rules have worked out from hidden things that the seat
        does not see is worked out again; what goes on in an order by chance is mixed again.
        """
        engine, known = self._engine, shapes(self._engine)
        for number, one in enumerate(engine.open(s) if self._by_chance else ()):
            for place, first in one.by_chance.items():
                if (number, place) in self._by_chance:
                    one.put(place, _mixed(s, one.frame[place], first, random))
        if self._picks:
            _pick_again(engine, s, self._seat, random)
        for one in engine.open(s) if self._lets else ():
            frame = one.frame
            for place, value, own in known[one.paragraph].lets if not one.is_offer else ():
                if frame[place] is not None and not (own and one.you == self._seat):
                    with suppress(RuleError):
                        one.put(place, value(s, frame[:]))
        if self._offers:
            _hand_on(engine, self._base, s)


def _chance_orders(engine: Engine, s: State, seat: int, one: OpenParagraph) -> Iterator[int]:
    """Walk the places of a frame that hold several pieces whose order only chance knows.

    Pieces that all players know come in the order of the file.
    """
    knowing = who_knows(engine.layout, seat)
    for place, first in one.by_chance.items():
        rest = list(one.frame[place] or ())[first:]
        is_known = all(knowing(s.place[piece], s.known[piece]) == engine.layout.everybody for piece in rest)
        if len(rest) > 1 and not (is_known and rest == sorted(rest)):
            yield place


def _mixed(s: State, pieces: Sequence[int], first: int, random: Random) -> tuple[int, ...]:
    """Return pieces with those from ``first`` on mixed again, as far as they lie together."""
    found = list(pieces[:first])
    for _, group in groupby(pieces[first:], lambda piece: _lies(s, piece)):
        together = sorted(group)
        found += random.sample(together, len(together))
    return tuple(found)


def _lies(s: State, piece: int) -> tuple[int, int]:
    """Return the place of a piece, and in a stack its block from the bottom."""
    cell = s.place[piece]
    blocks = s.zones[cell] if cell >= 0 else ()
    return cell, next((at for at, block in enumerate(blocks) if type(block) is tuple and piece in block), 0)


def _renamed(value: Any, moved: dict[int, int], in_order: bool) -> Any:
    if type(value) is tuple:
        found = [_renamed(one, moved, False) for one in value]
        return tuple(found if in_order else sorted(found))
    return value if value is None else moved.get(value, value)


def _pick_again(engine: Engine, s: State, seat: int, random: Random) -> None:
    known = shapes(engine)
    for one in engine.open(s):
        if one.you == seat or one.is_offer:
            continue
        frame, several = one.frame, _pick_together(engine, s, one, seat, random)
        for taken, pieces in _unseen_picks(engine, s, one, seat):
            if taken.place not in several:
                one.put(taken.place, random.choice(pieces))
        for place, domain in known[one.paragraph].secrets:
            if frame[place] is not None:
                with suppress(RuleError):
                    one.put(place, _another(frame[place], domain(s, frame[:]), random))


def _another(value: Any, domain: Sequence[int], random: Random) -> Any:
    """Return another secret answer to the same question: of a set one of the same size."""
    if type(value) is not tuple:
        return random.choice(domain or (value,))
    return tuple(sorted(random.sample(domain, len(value)))) if len(value) <= len(domain) else value


_MOST_TRIES = 50


def _pick_together(engine: Engine, s: State, one: OpenParagraph, seat: int, random: Random) -> frozenset[int]:
    """Pick anew what others have picked in one choice of several pieces; return the places in the frame of all that."""
    done: set[int] = set()
    frame = one.frame
    for _, group in groupby(shapes(engine)[one.paragraph].taken, lambda taken: taken.question):
        parts = list(group)
        if len(parts) == 1 and type(frame[parts[0].place]) is not tuple:
            continue
        hidden = {taken.place: _hidden(engine, s, frame[taken.place], seat) for taken in parts}
        done |= hidden.keys()
        for _ in range(_MOST_TRIES if any(hidden.values()) and one.you != seat else 0):
            trial = frame[:]
            if all(_others(s, trial, taken, hidden[taken.place], random) for taken in parts):
                for place, value in enumerate(trial):
                    one.put(place, value)
                break
    return frozenset(done)


def _others(s: State, frame: Frame, taken: Taken, hidden: Sequence[int], random: Random) -> bool:
    """Put other pieces of the same places where hidden ones stand in a frame; tell whether there are any."""
    value, places = frame[taken.place], [s.place[piece] for piece in hidden]
    if not hidden:
        return type(value) is tuple or taken.condition is None or taken.condition(s, frame[:]) is True
    found = _possible(s, frame, taken, places)
    if type(value) is not tuple:
        frame[taken.place] = random.choice(found) if found else None
        return bool(found)
    chosen = [piece for piece in value if piece not in hidden]
    for home in sorted(set(places)):
        there = [piece for piece in found if s.place[piece] == home and piece not in chosen]
        if len(there) < places.count(home):
            return False
        chosen += random.sample(there, places.count(home))
    frame[taken.place] = tuple(sorted(chosen))
    return True


def _hand_on(engine: Engine, base: State, s: State) -> None:
    """Give the frames of offers what the paragraphs that offer have now, where they had the same."""
    before, opened = engine.open(base), engine.open(s)
    for number, one in enumerate(opened):
        if not one.is_offer:
            continue
        shape = shapes(engine)[one.paragraph]
        under = [at for at in range(number) if opened[at].paragraph == one.paragraph]
        if under:
            true, now = before[under[-1]], opened[under[-1]].frame
            lets, secrets = (found[0] for found in shape.lets), (found[0] for found in shape.secrets)
            for place in (*lets, *secrets, *(found.place for found in shape.taken), *true.loops.values()):
                if before[number].frame[place] == true.frame[place]:
                    one.put(place, now[place])
