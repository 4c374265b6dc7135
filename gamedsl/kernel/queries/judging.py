"""What players judge by, and how ends are ranked -> statements that list it as numbers, to be a part of a program"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from gamedsl.kernel.builder import choose, compare, minus, number, plus
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowering, Run
from gamedsl.kernel.lowering.values.registry import lowered
from gamedsl.kernel.playing import FINISHED
from gamedsl.kernel.program import Append, Expression, Int, Name, Return
from gamedsl.kernel.queries.requirements import WORST, held
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_SUM = Int(-(2**62), 2**62)


@attrs.frozen
class Judged:
    """What is judged by: what sources are worth, with their numbers; what decides who wins, hints with their names.

    ``rank``: whose first key counts instead of the points; None: the points do.
    """

    worths: tuple[tuple[int, core.Value], ...]
    rank: core.Rank | None
    hints: tuple[tuple[str, core.Value], ...]

    @property
    def changes(self) -> bool:
        """Whether points that are not there yet have to stand in the state meanwhile."""
        return bool(self.worths) and self.rank is not None


def judged_by_level(game: model.CheckedGame) -> Mapping[str, Judged]:
    """Return what players of each level judge by."""
    worths = tuple([(at, one.worth) for at, one in enumerate(game.sources.values()) if one.worth is not None])
    rank = rank_of_players(game)
    if rank is not None and _is_points(rank.keys[0]):
        rank = None
    levels = model.LEVELS
    return {
        level: Judged(
            worths,
            rank,
            tuple([(name, one.worth) for name, one in game.hints.items() if levels.index(one.level) <= at]),
        )
        for at, level in enumerate(levels)
    }


def rank_of_players(game: model.CheckedGame) -> core.Rank | None:
    """Return what compares players for the victory, where it is keys of theirs."""
    rank = game.winner
    if isinstance(rank, core.Rank) and getattr(rank.loop.source.type, "item", None) == t.PlayerType():
        return rank
    return None


def _is_points(key: core.OrderKey) -> bool:
    return isinstance(key.key, core.PointsOf) and key.key.source is None and key.most


def write_values(b: Lowering, by: Judged) -> None:
    """Write how well each seat stands, as if the game ended now; see ``Judge.values``."""
    seats = range(b.layout.seats)
    is_open = compare("!=", b.read("status"), FINISHED)
    values = [b.variable(b.read("points", seat), _SUM) for seat in seats]
    scores = _counted(b, by, values, is_open)
    if by.rank is not None:
        before = _put(b, by, values, scores) if by.changes else []
        for seat, key in enumerate([_first_key(b, by.rank, seat) for seat in seats]):
            b.assign(values[seat], key)
        for field, at, value in before:
            b.store(field, value, at)
    if by.hints:
        hints = {f"hint {name}": hint for name, hint in by.hints}
        with b.when(is_open):
            for seat in seats:
                b.assign(values[seat], plus(values[seat], _together(b, hints, seat)))
    b.emit(*[Append(value) for value in values])


def _of(b: Lowering, node: core.Value, seat: int, slot: int | None = None) -> Expression:
    """Return a value with a seat as ``you``, that stays as it is."""
    slots = {} if slot is None else {slot: number(seat)}
    with b.within(you=number(seat), active=number(NOBODY), slots=slots):
        found = lowered(b, node)
        assert not isinstance(found, Listed | Run)
        return b.let(found, always=True)


def _worth(b: Lowering, name: str, node: core.Value, seat: int) -> Expression:
    """Return what something is worth for a seat."""
    return b.let(_called(b, name, node, number(seat)), always=True)


def _called(b: Lowering, name: str, node: core.Value, you: Expression) -> Expression:
    """Return what something is worth for a seat, worked out by a function: most of it stays from move to move."""

    def write(given: list[Expression]) -> None:
        with b.within(you=given[0], active=number(NOBODY), slots={}):
            found = lowered(b, node)
            assert not isinstance(found, Listed | Run)
            b.emit(Return(found))

    b.function(name, [("you", Int(0, b.seats - 1))], b.type_of(node.type), write)
    return b.call(name, you)


def _together(b: Lowering, many: Mapping[str, core.Value], seat: int) -> Expression:
    """Return what several things are worth for a seat, worked out by a function: of most seats all stays as it was."""
    spans = [b.range_of(node.type) for node in many.values()]

    def write(given: list[Expression]) -> None:
        found = [b.let(_called(b, name, node, given[0]), always=True) for name, node in many.items()]
        b.emit(Return(plus(*found)))

    name, worth = f"sum of {', '.join(many)}", Int(sum(low for low, _ in spans), sum(high for _, high in spans))
    b.function(name, [("you", Int(0, b.seats - 1))], worth, write)
    return b.let(b.call(name, number(seat)), always=True)


def _counted(b: Lowering, by: Judged, values: Sequence[Name], is_open: Expression) -> dict[int, Name]:
    """Write what the sources are worth now into the points; return the scores that come of it, by place."""
    seats = range(b.layout.seats)
    scores = {}
    if by.changes:
        for place, _ in by.worths:
            for seat in seats:
                at = place * len(seats) + seat
                scores[at] = b.variable(b.read("scores", at), _SUM)
    if by.worths:
        with b.when(is_open):
            for seat in seats:
                for place, worth in by.worths:
                    counted = _worth(b, f"worth {place}", worth, seat)
                    b.assign(values[seat], plus(values[seat], counted))
                    if by.changes:
                        score = scores[place * len(seats) + seat]
                        b.assign(score, plus(score, counted))
    return scores


def _put(b: Lowering, by: Judged, points: Sequence[Name], scores: dict[int, Name]) -> list[tuple[str, int, Expression]]:
    """Write points and scores into the state; return what was there, by field and place."""
    new = [("points", at, one) for at, one in enumerate(points)] + [("scores", at, one) for at, one in scores.items()]
    before = [(field, at, b.let(b.read(field, at), always=True)) for field, at, _ in new]
    for field, at, one in [(field, at, held(b, one, field)) for field, at, one in new]:
        b.store(field, one, at)
    return before


def _first_key(b: Lowering, rank: core.Rank, seat: int) -> Expression:
    return _key(b, rank.keys[0], _of(b, rank.keys[0].key, seat, rank.loop.slot))


def _key(b: Lowering, key: core.OrderKey, found: Expression) -> Expression:
    signed = found if key.most else minus(number(0), found)
    return choose(b.there(found, key.key.type), signed, number(WORST))


def write_ranking(b: Lowering, rank: core.Rank) -> None:
    """Write who is compared for the victory, as a word, and for each seat in turn all its keys; see ``Ending``."""
    loop = rank.loop
    kind = loop.source.type
    assert isinstance(kind, t.SetType | t.ListType)
    itself = core.Local(span=loop.span, type=kind.item, slot=loop.slot)
    among = core.Collect(span=loop.span, type=t.SetType(kind.item), loops=(loop,), value=itself)
    with b.within(you=number(NOBODY), active=b.read("turn.of"), slots={}):
        found = lowered(b, among)
        assert not isinstance(found, Listed | Run)
        b.emit(Append(b.let(found, always=True)))
    for seat in range(b.layout.seats):
        with b.within(you=number(seat), active=b.read("turn.of"), slots={loop.slot: number(seat)}):
            for key in rank.keys:
                value = lowered(b, key.key)
                assert not isinstance(value, Listed | Run)
                b.emit(Append(_key(b, key, b.let(value, always=True))))
