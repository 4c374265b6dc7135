"""What is kept of other states: a term or hint has the same value whether it is kept or worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from engine_help import engine_of, example, play_out
from everything_game import EVERYTHING

from gamedsl.engine.errors import RuleError
from gamedsl.engine.machine import Engine
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Eval
from gamedsl.engine.write.drafts import Draft
from gamedsl.engine.write.footprints import Footprint
from gamedsl.players.judge import Judge
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

GAMES = [
    ("tycoon", 3),
    ("mogul", 4),
    ("quatre_etoiles", 3),
    ("saloon_tycoon", 2),
    ("no_thanks", 3),
    ("six_tricks", 3),
    ("sealed_bid", 3),
    ("connect_four", 2),
]
MOST_ARGUMENTS = 30
MOST_STATES = 25


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
    value = playing.compiler.value(call)
    for given in islice(product(*[members(playing, kind) for kind in kinds]), MOST_ARGUMENTS):
        yield value, [0, 0, 0, 0, *given]


def found(value: Eval, s: State, f: list[Any]) -> Any:
    """Return a value, or the code of the error that it meets."""
    s.work = 0
    try:
        return value(s, f[:])
    except RuleError as error:
        return error.code


def states(playing: Engine, seed: int) -> list[State]:
    """Return states from the whole of a game and its end, several of them right behind each other."""
    every: list[State] = []
    play_out(playing, seed, lambda s: every.append(s.copy()), most=300, log=False)
    step = max(1, 2 * len(every) // MOST_STATES)
    return [*[state for number, state in enumerate(every) if number % step < 2], every[-1]]


def prints(playing: Engine, name: str) -> list[str] | None:
    """Return the footprint of a term."""
    term = playing.game.terms[name]
    taken = len(term.params) + (term.each not in ("", "player"))
    return Footprint.of_term(Draft.free(playing.compiler, taken), name)


def agree(playing: Engine, seeds: range) -> None:
    """Every term has the same value kept or not, with many arguments and in states from whole games."""
    every = [call for term in playing.game.terms for call in calls(playing, term)]
    kept: dict[Any, Any] = {}
    for s in [s for seed in seeds for s in states(playing, seed)]:
        s.remember(kept)
        first = [found(value, s, f) for value, f in every]
        s.forget()
        assert first == [found(value, s, f) for value, f in every]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_term_is_the_same_kept_or_not(name: str, seats: int) -> None:
    """Terms of bundled games."""
    agree(example(name, seats), range(1, 2))


def test_terms_that_read_everything_are_the_same_kept_or_not() -> None:
    """Terms that read every kind of thing there is on a table, and more."""
    agree(engine_of(EVERYTHING, 3), range(20))


@pytest.mark.parametrize(
    ("term", "told"),
    [
        ("row_size", True),
        ("at", True),
        ("off", True),
        ("odds", True),
        ("highest", True),
        ("reach", True),
        ("over", True),
        ("won", True),
        ("scored", True),
        ("sized", True),
        ("player.height", True),
        ("player.times", True),
        ("player.behind", True),
        ("player.texts", True),
        ("player.ready", False),
        ("player.lucky", False),
        ("player.busy", False),
    ],
)
def test_what_can_be_kept(term: str, told: bool) -> None:
    """Chance to come and what is going on are no part of a table that could be compared."""
    assert (prints(engine_of(EVERYTHING, 3), term) is not None) == told


def test_only_what_is_read_is_compared() -> None:
    """Of an entry the part for the given key, or for you; where pieces lie only if that is not told by their zone."""
    playing = engine_of(EVERYTHING, 3)
    row, ladder = playing.layout.cells["row"].base, playing.layout.cells["ladder"].base
    pawns, count = playing.layout.kind_pieces["pawn"]
    rungs, places = f"*s.zones[{ladder}:{ladder + 5}]", f"*s.place[{pawns}:{pawns + count}]"
    for term, expected in (
        ("at", {"v0", f"s.zones[v0 + {row - 1}]"}),
        ("off", {"v0", f"*s.zones[{row}:{row + 3}]"}),
        ("player.height", {"y", rungs}),
        ("highest", {rungs, places}),
    ):
        assert expected == set(prints(playing, term) or ())


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_position_is_judged_the_same_whatever_was_judged_before(name: str, seats: int) -> None:
    """A judge that has seen the whole game says the same as one that has seen nothing."""
    playing = example(name, seats)
    old = Judge(playing)
    for s in states(playing, 2):
        assert old.values(s) == Judge(playing).values(s)


def test_only_what_reads_something_different_is_worked_out_again() -> None:
    """The same position again adds nothing to what is kept, another one adds something."""
    playing = example("tycoon", 2)
    judge, start = Judge(playing), playing.start(1, log=False)
    judge.values(start)
    known = len(judge._kept)
    assert known > 5
    judge.values(start.copy())
    assert len(judge._kept) == known
    built = start.copy()
    purse = playing.layout.purses["player.cash"].base
    built.purses[purse] += 1
    judge.values(built)
    assert known < len(judge._kept) < 2 * known


def test_an_unknown_value_is_an_error() -> None:
    """A kind of value that nobody has said anything about could read anything."""

    class Strange(core.Value):
        """No value of the language."""

    playing = engine_of(EVERYTHING, 3)
    span = playing.game.terms["at"].span
    with pytest.raises(TypeError, match="unknown value Strange"):
        Footprint.of_value(Draft.in_frame(playing.compiler), Strange(span=span, type=t.BoolType()))


def test_states_of_games_with_a_log_do_not_keep() -> None:
    """What changes a term is noted in games with a log; that must not be passed over."""
    playing = example("tycoon", 2)
    judge, start = Judge(playing), playing.start(1)
    judge.values(start)
    assert not judge._kept
