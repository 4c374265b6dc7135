"""Games with forced outcomes in the kernel program: what comes, what is left of it, and what cannot come."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.errors import SetupError
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import lowering_of
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.scenario import ScenarioError, start_scenario
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.presentation.fingerprint import fingerprint
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from gamedsl.semantics.core.walk import walk
from tests.frozen.folds import fold
from tests.frozen.kept import cases, freezes, held, kernel_engine, tried
from tests.helpers.random_games.cards import card_game
from tests.players.test_tracking import TOGETHER
from tests.scenarios.test_forced import DEAL, GAME, SHUFFLED

FILES = (
    *(f"games/{name}_scenarios.game" for name in ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")),
    *(f"examples/{name}.game" for name in ("first_game", "kuhn_poker", "leduc_poker", "liars_dice")),
)
MOST = 1
"""Set-ups of a file that are tried, and, of each, ``FEW`` scenarios."""
FEW = 6
"""Scenarios of a set-up, and decisions in each."""


def standing(engine: Engine, s: State) -> dict[str, Any]:
    """Return what is compared of a state: choices, everything on the table, what is still forced, what was told."""
    return {
        "choices": engine.codes(s),
        "table": fingerprint(engine, s),
        "forced": s.forced,
        "draws": [*s.draws],
        "lost track of": s.mixes,
        "error": s.error,
        "told": s.events(),
    }


def story(engine: Engine, s: State, policy: int, limit: int) -> list[dict[str, Any]]:
    """Play on from a state; return how it stands at every decision."""
    chance, found = Random(policy), []
    while True:
        found.append(standing(engine, s))
        codes = found[-1]["choices"]
        if not codes or s.decisions >= limit:
            return found
        engine.apply(s, chance.choice(codes))


def hold(case: str, engine: Engine, s: State | str, policy: int, limit: int) -> None:
    """Hold a game to what is frozen, from a state on; or why it could not begin."""
    held("kernel", "forced", case, s if isinstance(s, str) else fold(story(engine, s, policy, limit)))


def setups(game: CheckedGame) -> list[list[CheckedScenario]]:
    """Return the scenarios that force something, those of one set-up together."""
    found: dict[tuple[object, ...], list[CheckedScenario]] = {}
    for one in game.scenarios:
        if any(isinstance(step, core.Force) for step in (*one.given, *walk(*one.then))):
            found.setdefault((one.seats, *sorted(one.options.items())), []).append(one)
    return [*found.values()]


@pytest.mark.parametrize("name", tried([FILES[0], *FILES[4:]], FILES))
def test_scenarios_that_force(name: str) -> None:
    """Scenarios that force chance begin in the program and go on there as in the engine."""
    game = gamedsl.load(name).checked
    found = 0
    for scenarios in setups(game)[:MOST]:
        first = scenarios[0]
        try:
            engine = kernel_engine(game, first.seats, first.options, scenarios)
        except SetupError:
            continue
        for number, scenario in enumerate(scenarios[:FEW]):
            found += 1
            hold(f"{name}, {scenario.name}", engine, _begun(engine, scenario), number, FEW)
    assert found


def _begun(engine: Engine, scenario: CheckedScenario) -> Any:
    try:
        return start_scenario(engine, scenario)
    except ScenarioError as error:
        return str(error)


@pytest.mark.parametrize("number", cases(5, 12))
def test_pieces_forced_in_card_games(number: int) -> None:
    """Any pieces that are forced of stacks and heaps come, or cannot come, as in the engine, to the last decision."""
    chance = Random(number)
    game = gamedsl.loads(card_game(chance)).checked
    engine = kernel_engine(game, game.least_seats)
    s = engine.start(number, log=number % 2 == 0, forced=_any_pieces(engine, chance))
    hold(f"card game {number}", engine, s, number, 40)


def _any_pieces(engine: Engine, chance: Random) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    names = [name for name in engine.game.zones if name in engine.layout.streams]
    found = {}
    for name in chance.sample(names, min(len(names), chance.randint(1, 3))):
        low, count = engine.layout.kind_pieces[engine.game.zones[name].kind]
        pieces = chance.sample(range(low, low + count), chance.randint(1, 4))
        found[name] = tuple((one,) for one in pieces)
    return found


def mini(given: str, dealing: str = DEAL) -> CheckedGame:
    """Return a game with stacks, dice and rolled values, and one scenario."""
    parts = {"given": given, "then": "expect level = 0", "dealing": dealing}
    blocks = {name: "\n".join("      " + line for line in block.split("\n")) for name, block in parts.items()}
    return gamedsl.loads(GAME.format(setup=SHUFFLED, **blocks)).checked


GIVENS = (
    "force deck[1]: card(4), card(2)\nmove deck[2] to removed",
    "deal 2 from deck[1] to quay\nforce deck[1]: card(4), card(2)",
    "move deck[1].top to quay\nforce deck[1]: card(4), card(2)",
    "let c = deck[1].top\nmove c to quay\nforce deck[1]: card(4), card(2)",
    "force deck[1]: card(3), card(4), card(2)\ndeal 1 from deck[1] to quay",
    "force deck[1]: card(4)\nforce deck[1]: card(2)\nmove card(2) to quay",
    "force deck[1]: card(4), card(2)\nforce deck[1] unseen: card(5), card(1)",
    "force deck[2]: card(9)\nforce deck[1]: card(3)\nforce B.pile: card(15)\nforce A.pile: card(12)",
    "force die[2]: 5, 6\nforce die[1]: 1\nforce B.luck: 4\nforce level: 3",
    "force deck[1]: card(4)\nforce deck[1]: card(2), card(9)",
)
DEALINGS = (
    DEAL,
    "shuffle deck[1]\n" + DEAL,
    "deal 1 from deck[1] to removed\n" + DEAL,
    "move deck[1].top to removed\n" + DEAL,
    "move deck[1].bottom to quay\n" + DEAL,
    "for each c in deck[1] where c.n < 4: move c to quay\n" + DEAL,
)


WAYS = [(number, dealing) for number in range(len(GIVENS)) for dealing in range(2)]


@pytest.mark.parametrize(("number", "dealing"), tried(WAYS[::4] + WAYS[3::4], WAYS))
def test_ways_in_which_what_is_forced_comes(number: int, dealing: int) -> None:
    """Shuffles, tops, bottoms, hidden draws and rules that take a piece themselves leave the same for later."""
    game = mini(GIVENS[number], DEALINGS[(number + 3 * dealing) % len(DEALINGS)])
    (scenario,) = game.scenarios
    engine = kernel_engine(game, 2, None, game.scenarios)
    hold(f"given {number}, dealing {dealing}", engine, _begun(engine, scenario), 1, 6)


def test_faces_that_cannot_come_stop_the_game() -> None:
    """What is rolled among others stops the game at the roll, in the open paragraphs, for the same seat."""
    game = mini("force die: 3")
    engine = kernel_engine(game, 2)
    s = engine.start(1, forced={"level": (8,)})
    engine.apply(s, next(choice.code for choice in engine.legal(s) if choice.action == "wait"))
    assert s.error is not None
    assert "GDSCN03" == s.error[0]
    held("kernel", "forced", "faces that cannot come", fold([standing(engine, s)]))


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_own_draws_are_forced_in_deals(moves: int) -> None:
    """A seat that has drawn while all decide together draws the same in other deals of the table, as in the engine."""
    game = gamedsl.loads(TOGETHER).checked
    engine = kernel_engine(game, game.least_seats)
    s = engine.start(4)
    for _ in range(moves):
        engine.apply(s, engine.codes(s)[0])
    seat = engine.decider(s)
    assert seat is not None
    for number in range(4):
        deal = Determinizer(engine, s, seat).deal(Random(number))
        assert engine.codes(s) == engine.codes(deal)
        held("kernel", "forced", f"own draws, {moves} moves, deal {number}", fold([{"zones": [*deal.zones]}]))
        assert freezes() or not any(deal.forced)


@pytest.mark.parametrize("name", ["mogul", "quatre_etoiles", "examples/sealed_bid.game"])
def test_both_programs_of_a_set_up_have_the_same_states(name: str) -> None:
    """The program that asks what is forced has the fields, blocks and faults of the one that does not."""
    game = gamedsl.load(name).checked
    engine = Engine(game, game.least_seats)
    plain, asking = (lowering_of(engine.set_up, NAMES, None, forces).program for forces in (False, True))
    assert plain.fields == asking.fields
    assert (len(plain.blocks), [*plain.waits]) == (len(asking.blocks), [*asking.waits])
    assert [one.code for one in plain.faults] == [one.code for one in asking.faults]  # type: ignore[attr-defined]


def test_a_copy_does_not_take_what_is_forced() -> None:
    """What comes in a copy of a state is still to come in the state itself."""
    game = mini("force die: 3")
    other = Engine(game, 2)
    s = other.start(1, forced={"die": (6, 2, 5)})
    copy = s.copy()
    wait = next(choice.code for choice in other.legal(s) if choice.action == "wait")
    other.apply(copy, wait)
    assert ([6, 5], 3, 0) == ([*copy.dice], *(sum(map(len, one.forced)) for one in (s, copy)))
