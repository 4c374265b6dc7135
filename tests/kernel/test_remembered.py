"""What functions of a program remember: terms and positions are worth the same to programs that remember nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.engine.state.flat import Eval
from gamedsl.kernel.state.block import State
from gamedsl.play import programs
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from tests.frozen.kept import tried
from tests.helpers.play.engines import FRAME, WINNER
from tests.helpers.sample_games.every_term import EVERYTHING

GAMES = [
    ("tycoon", 3),
    ("mogul", 4),
    ("quatre_etoiles", 3),
    ("saloon_tycoon", 2),
    ("examples/no_thanks.game", 3),
    ("examples/connect_four.game", 2),
]
MOST_ARGUMENTS, MOST_STATES = 12, 6


def members(playing: Engine, kind: t.Type) -> tuple[Any, ...]:
    """Return values that a parameter may have; for sets none and all."""
    if isinstance(kind, t.MaybeType):
        return (None, *members(playing, kind.item))
    if isinstance(kind, t.SetType):
        return ((), playing.layout.members(kind.item))
    if isinstance(kind, t.IntType) and kind.high - kind.low > MOST_ARGUMENTS:
        return (kind.low, kind.low + 7, kind.high)
    return playing.layout.members(kind)


def calls(playing: Engine, name: str) -> Iterator[tuple[Eval, list[Any]]]:
    """Walk calls of a term: functions and frames."""
    term: model.CheckedTerm = playing.game.terms[name]
    owner_type = t.PlayerType() if term.each == "player" else t.PieceType(term.each)
    kinds = [*([owner_type] if term.each else []), *term.params]
    places = tuple(core.Local(span=term.span, type=kind, slot=slot) for slot, kind in enumerate(kinds))
    owner = places[0] if term.each else None
    call = core.TermCall(
        span=term.span, type=term.value.type, term=name, owner=owner, arguments=places[1 if term.each else 0 :]
    )
    value = playing.evaluator.value(call)
    for given in islice(product(*[members(playing, kind) for kind in kinds]), MOST_ARGUMENTS):
        yield value, [0, 0, 0, 0, *given]


def found(value: Eval, s: State, f: list[Any]) -> Any:
    """Return a value, or the code of the error that it meets."""
    try:
        return value(s, f[:])
    except RuleError as error:
        return error.code


def side_by_side(game: model.CheckedGame, seats: int, seed: int, patch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Walk states of one game on a program that remembers and on one that does not, with their engines."""
    engines = Engine(game, seats), Engine(game, seats)
    states = [engine.start(seed, log=False) for engine in engines]
    every = 0
    while codes := engines[0].codes(states[0]):
        if every % 7 < 2 and every < 7 * MOST_STATES // 2:
            yield engines, states
        code = codes[draw(states[0].key, 0, POLICY_STREAM, states[0].decisions, len(codes))]
        for engine, s, passes in zip(engines, states, (0, 10**9), strict=True):
            patch.setattr(programs, "_PASSES", passes)
            engine.apply(s, code)
        every += 1
        if every > 200:
            return
    yield engines, states


@pytest.mark.parametrize(
    ("name", "seats"), tried([("mogul", 4), *GAMES[4:], ("everything", 3)], [*GAMES, ("everything", 3)])
)
def test_every_term_is_worth_the_same(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many arguments, and in states that were played to, judged and copied in between."""
    game = (
        gamedsl.loads(FRAME.format(parts=EVERYTHING.strip(), winner=WINNER))
        if name == "everything"
        else gamedsl.load(name)
    ).checked
    quick, compared = 0, 0
    asked: list[list[tuple[Eval, list[Any]]]] = []
    for engines, states in side_by_side(game, seats, 1, monkeypatch):
        if not asked:
            asked = [[call for term in game.terms for call in calls(engine, term)] for engine in engines]
        copies = [s.copy() for s in states]
        one, other = ([found(value, s, f) for value, f in every] for every, s in zip(asked, copies, strict=True))
        assert one == other
        judged = [Judge(engine).values(s) for engine, s in zip(engines, copies, strict=True)]
        assert judged[0] == judged[1]
        quick += states[0].reading.is_quick and not states[1].reading.is_quick
        compared += 1
    assert quick > compared // 2
