"""Players that think: they choose sensibly, alike for the same seed, and see nothing that their seat may not see."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

import gamedsl
from gamedsl.game import Table
from gamedsl.players.judge import Judge, rewards
from gamedsl.players.kinds.greedy import GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.seats import UnknownPlayerError, make
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.helpers.texts import game_text

BOTS = Path(__file__).parents[2] / "examples" / "bots"

RACE = """
game Race "Race"
  players: 2 to 3

components
  coin: counter, 60
  die: dice 1..3

table
  bank: purse of coin, full
  lazy: bool
  each player
    coins: purse of coin
    debt: purse of coin

phases
  race
    who: players from A
    play: step or stay or choose or owe
    until: you.coins >= 10

actions
  step "One step"
    then: pay 1 from bank to you.coins
  stay "Stay"
    then: set lazy to yes
  choose "As many steps as you say, up to the die"
    then:
      roll die
      pick n in 0..die "How many?"
      pay n from bank to you.coins
  owe "Take three, owe three"
    then: pay 3 from bank to you.coins; pay 3 from bank to you.debt
{more}
end
  when: lazy and bank = 0 "never"
  winner: the p in players with {keys} ties all
"""


def race(keys: str = "most p.coins", more: str = "") -> gamedsl.Game:
    """Return a race to ten coins."""
    return gamedsl.loads(RACE.format(keys=keys, more=more))


def decided(table: Table, player: Any) -> str:
    """Return the text of what a player chooses."""
    choices = table.legal()
    return choices[player.choose(table.situation(), choices)].text


def finished(game: gamedsl.Game, kinds: list[str], seed: int = 1) -> Table:
    """Return a game played to its end."""
    table = game.start(players=len(kinds), seed=seed, limit=400)
    bots = [make(kind, seed) for kind in kinds]
    while table.decider is not None:
        codes = table.codes()
        table.apply(codes[bots[table.decider].choose(table.situation(), codes)])
    return table


# ---------------------------------------------------------------- the judge


def values(table: Table) -> list[int]:
    """Return the judge's values of the true state."""
    return Judge(table._engine).values(table._state)


def test_the_judge_reads_the_first_key_of_the_winner() -> None:
    """Without points the first key counts; `least` turns its sign."""
    for keys, expected in (("most p.coins", [3, 0]), ("least p.debt", [-3, 0]), ("most p.points", [0, 0])):
        table = race(keys).start(seed=1)
        table.apply("owe")
        assert expected == values(table)


def test_worth_counts_as_if_the_game_ended_now() -> None:
    """Points with `worth` are counted in the middle of the game."""
    table = race("most p.points", "scoring\n  gold\n    worth: 2 * you.coins - you.debt\n").start(seed=1)
    table.apply("owe")
    assert [3, 0] == values(table)
    assert (0, 0) == tuple(table._state.points)


def test_the_judge_counts_sources_as_if_the_game_ended_now() -> None:
    """A first key that reads the points from one source has the `worth` of that source, and of no other."""
    more = "scoring\n  gold\n    worth: 2 * you.coins\n  debts\n    worth: -you.debt\n"
    table = race("most p.points[gold]", more).start(seed=1)
    table.apply("owe")
    before = [*table._state.scores]
    assert [6, 0] == values(table)
    assert before == table._state.scores


def test_hints_are_added() -> None:
    """Every hint is added to the key, for each player as `you`."""
    table = race(more="hints\n  debts\n    worth: -2 * you.debt\n  start\n    worth: 5\n").start(seed=1)
    table.apply("owe")
    assert [3 - 6 + 5, 5] == values(table)


LEVELLED = "hints\n  a\n    worth: 1\n  b\n    level: quick\n    worth: 10\n"
LEVELLED += "  c\n    level: greedy\n    worth: 100\n  d\n    level: mcts\n    worth: 1000\n"


@pytest.mark.parametrize(("level", "expected"), [("quick", 11), ("greedy", 111), ("mcts", 1111)])
def test_hints_of_higher_levels_are_not_known(level: str, expected: int) -> None:
    """A player of a level knows the hints of that level, of those below, and those without one."""
    table = race(more=LEVELLED).start(seed=1)
    assert [expected, expected] == Judge(table._engine, level).values(table._state)
    assert [1111, 1111] == values(table)


@pytest.mark.parametrize(
    ("kind", "level", "knows"),
    [
        *[("quick", "quick", True), ("quick", "greedy", False), ("quick", "mcts", False)],
        *[("greedy", "greedy", True), ("greedy", "mcts", False), ("mcts:40", "mcts", True)],
    ],
)
def test_players_of_the_program_have_levels(kind: str, level: str, knows: bool) -> None:
    """They decide as with a hint that all know, or as without it, as their level says."""
    hint = "hints\n  poor\n{}    worth: -9 * you.coins\n"
    games = [race(more=text) for text in (hint.format(f"    level: {level}\n"), hint.format(""), "")]
    levelled, known, unknown = ([decided(game.start(), make(kind, seed)) for seed in range(6)] for game in games)
    assert (True, levelled) == (known != unknown, known if knows else unknown)


def test_hints_do_not_count_at_the_end() -> None:
    """The end of a game is judged by its result alone."""
    table = finished(race(more="hints\n  start\n    worth: 500\n"), ["greedy", "greedy"])
    assert max(values(table)) < 500


def test_rewards_share_the_win() -> None:
    """Winners share the prize of winning, places count a little, a game given up is a draw."""
    table = finished(race(), ["greedy", "random"])
    assert (0,) == table.outcome().winners  # type: ignore[union-attr]
    assert [1.0, 0.0] == rewards(table._state, 2)
    assert [0.5, 0.5] == rewards(race().start()._state, 2)


# ---------------------------------------------------------------- greedy


def test_greedy_takes_what_brings_most() -> None:
    """It sees one own move ahead."""
    assert "owe" == decided(race().start(), GreedyPlayer(1))
    assert "owe" != decided(race("most p.coins - 2 * p.debt").start(), GreedyPlayer(1))


def test_greedy_follows_its_own_move_through_further_questions() -> None:
    """A choice is worth what it brings after the best answers to the questions that follow at once."""
    game = race("most p.coins - 2 * p.debt")
    tables = [game.start(seed=seed) for seed in range(6)]
    assert {"choose"} == {decided(table, GreedyPlayer(seed, deals=12)) for seed, table in enumerate(tables)}
    tables[0].apply("choose")
    assert decided(tables[0], GreedyPlayer(1)) == tables[0].legal()[-1].text


def test_hints_lead_greedy() -> None:
    """A hint that outweighs the points makes the player do what it rewards."""
    keys, hint = "most p.coins - 2 * p.debt", "hints\n  trust\n    worth: 9 * you.debt\n"
    assert "owe" != decided(race(keys).start(), GreedyPlayer(3))
    assert "owe" == decided(race(keys, hint).start(), GreedyPlayer(3))


def test_equal_choices_are_drawn() -> None:
    """Of equally good choices each comes up; for the same seed always the same."""
    game = race("most p.debt", "hints\n  flat\n    worth: -9 * you.debt\n")
    found = [decided(game.start(), GreedyPlayer(seed)) for seed in range(24)]
    assert {"step", "stay", "choose"} == set(found)
    assert found == [decided(game.start(), GreedyPlayer(seed)) for seed in range(24)]


@pytest.mark.parametrize("name", ["tic_tac_toe", "mogul", "no_thanks"] if NIGHTLY else ["tic_tac_toe", "no_thanks"])
def test_greedy_beats_random(name: str) -> None:
    """In a handful of games greedy wins more than its fair share."""
    game = gamedsl.load(name)
    players = game.players.start
    won = 0.0
    games = 12 if name == "mogul" else 24
    for seed in range(games):
        kinds = ["random"] * players
        kinds[seed % players] = "greedy"
        outcome = finished(game, kinds, seed).outcome()
        assert outcome is not None
        won += (seed % players in outcome.winners) / max(1, len(outcome.winners))
    assert won > games / players


# ---------------------------------------------------------------- search


def test_search_finds_the_winning_move() -> None:
    """Noughts and crosses: it wins at once where it can, and stops the other."""
    game = gamedsl.load("tic_tac_toe")
    for squares in (("a1", "a2", "b2"), ("a1", "a2", "b2", "b1")):
        table = game.start(seed=1)
        for square in squares:
            table.apply(f"put({square})")
        assert "put(c3)" == decided(table, MctsPlayer(1, iterations=300))


def test_search_is_the_same_for_seed_and_iterations() -> None:
    """The same seed and budget give the same game."""
    game = gamedsl.load("kuhn_poker")
    first, second = (finished(game, ["mcts:20", "mcts:20"], 7).log(0) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("kind", ["mcts:200", "greedy", "quick"])
def test_progress_is_told(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callback hears of iterations and the share of the budget; with machine code it would begin anew."""
    monkeypatch.setattr("gamedsl.players.search.thinking.PATIENCE", 1e9)
    told: list[tuple[int, float]] = []
    player = make(kind, 1, progress=lambda done, share: told.append((done, share)))
    decided(gamedsl.load("no_thanks").start(seed=2), player)
    assert told and all(0 <= share <= 1 for _, share in told) and told == sorted(told)


def test_ctrl_c_ends_thinking() -> None:
    """An interrupted search makes the choice that is best so far."""

    def interrupt(done: int, share: float) -> None:
        if done:
            raise KeyboardInterrupt

    table = gamedsl.load("no_thanks").start(seed=2)
    player = MctsPlayer(1, iterations=10**6, progress=interrupt)
    assert decided(table, player) in ("take", "no_thanks")


def test_a_budget_of_time_ends() -> None:
    """Seconds are a budget, too."""
    table = gamedsl.load("no_thanks").start(seed=2)
    assert decided(table, make("mcts:0.05s", 1)) in ("take", "no_thanks")


def test_a_budget_of_time_is_not_used_up_when_one_choice_is_left() -> None:
    """Who can win at once does not think about it for a minute."""
    told: list[float] = []
    table = gamedsl.load("tic_tac_toe").start(seed=1)
    for square in ("a1", "a2", "b1", "b2"):
        table.apply(f"put({square})")
    decided(table, make("mcts:60s", 1, progress=lambda done, share: told.append(share)))
    assert told[-1] < 0.9


@pytest.mark.parametrize("name", ["sealed_bid", "six_tricks", "kuhn_poker", "saloon_tycoon"][: examples(3, 4)])
def test_search_plays_games_with_secrets(name: str) -> None:
    """Hidden hands and secret bids: thinking never fails, and never changes the table."""
    game = gamedsl.load(name)
    table = game.start(seed=3, log=False)
    bot = MctsPlayer(1, iterations=4)
    for _ in range(14):
        if table.decider is None:
            break
        before = table._state.record()
        codes = table.codes()
        code = codes[bot.choose(table.situation(), codes)]
        assert before == table._state.record()
        table.apply(code)


# ---------------------------------------------------------------- kinds of players


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("gredy", "there is no player `gredy`; did you mean `greedy`?"),
        ("zzz", "there are random, quick, greedy, mcts:500"),
        ("mcts:many", "write mcts:500 for iterations or mcts:2s for seconds"),
        ("mcts:0", "more than nothing and at most 10000000 iterations"),
        ("mcts:1.5", "write mcts:500"),
        ("mcts:99999s", "at most 3600 seconds"),
        ("no_such_module:Bot", "the module no_such_module cannot be imported"),
        ("json:NoSuchClass", "json has no class NoSuchClass"),
        ("greedy:3", "there is no player `greedy:3`; did you mean `greedy`?"),
    ],
)
def test_unknown_kinds_are_explained(kind: str, said: str) -> None:
    """What is no kind of player is refused with the cure."""
    with pytest.raises(UnknownPlayerError) as caught:
        make(kind, 1)
    assert said in str(caught.value)


def test_a_bot_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example bot plays a whole game by `module:Class`."""
    monkeypatch.syspath_prepend(str(BOTS))
    monkeypatch.delitem(sys.modules, "careful", raising=False)
    game = gamedsl.load("no_thanks")
    table = finished(game, ["careful:Careful", "random", "random"])
    assert "finished" == table.outcome().status  # type: ignore[union-attr]


class Curious:
    """Keeps the situations it was given."""

    kept: ClassVar[list[Any]] = []

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, situation: Any, choices: Any) -> int:
        Curious.kept.append(
            (situation, [choice.text for choice in choices], situation.view().to_json(), situation.log())
        )
        return len(choices) - 1


def test_a_bot_never_holds_the_true_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot in Python is given hangs on another table: same view, choices and log, other secrets."""
    Curious.kept.clear()
    monkeypatch.setitem(sys.modules, "curious", sys.modules[__name__])
    table = gamedsl.load("six_tricks").start(seed=5)
    bots = [make("curious:Curious", 1) for _ in range(3)]
    same = 0
    for _ in range(9):
        seat = table.decider
        assert seat is not None
        choices = table.legal()
        place = bots[seat].choose(table.situation(), choices)
        situation, texts, view, log = Curious.kept[-1]
        assert [choice.text for choice in choices] == texts
        assert json.dumps(table.view(seat).to_json()) == json.dumps(view)
        assert table.log(seat) == log
        held = _states(situation)
        assert held and all(state is not table._state for state in held)
        same += any(state.zones == table._state.zones or state.key == table._state.key for state in held)
        table.apply(choices[place])
    assert 0 == same


def _states(situation: Any) -> list[Any]:
    """Return the states that can be reached from a situation."""
    return [situation._table._state]


class Wrong(Curious):
    """Answers nonsense."""

    def choose(self, situation: Any, choices: Any) -> int:
        return len(choices)


def test_a_wrong_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that answers no index of a choice is told so."""
    monkeypatch.setitem(sys.modules, "curious", sys.modules[__name__])
    table = gamedsl.load("no_thanks").start(seed=2)
    with pytest.raises(ValueError, match="an index from 0 to 1, not 2"):
        make("curious:Wrong", 1).choose(table.situation(), table.legal())


ALONE = game_text("players/players")


@pytest.mark.parametrize("kind", ["quick", "greedy", "mcts:30"])
def test_who_plays_alone_plays_for_points(kind: str) -> None:
    """In a game for one there is nobody to be ahead of: more points are better."""
    table = gamedsl.loads(ALONE).start(seed=3)
    player = make(kind, 1)
    while table.decider is not None:
        choices = table.legal()
        table.apply(choices[player.choose(table.situation(), choices)])
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.points == (12,)


# ---------------------------------------------------------------- endless games


def test_a_limit_ends_without_a_winner() -> None:
    """A game that does not end is given up after so many decisions, and nobody wins."""
    game = race()
    table = game.start(limit=7)
    while table.decider is not None:
        table.apply("stay")
    outcome = table.outcome()
    assert outcome is not None
    assert ("unfinished", (), (), "stopped after 7 decisions: no winner") == (
        outcome.status,
        outcome.winners,
        outcome.ranking,
        outcome.words,
    )


def test_a_limit_is_saved() -> None:
    """A game that goes on later is given up at the same decision."""
    game = race()
    table = game.start(limit=3)
    table.apply("stay")
    again = game.restore(json.dumps(table.save()))
    for _ in range(2):
        again.apply("stay")
    assert (None, 3) == (again.decider, again.decisions)


@pytest.mark.parametrize("limit", [0, -1, 100_001, True])
def test_a_limit_is_a_number_of_decisions(limit: int) -> None:
    """Other limits are refused."""
    with pytest.raises(gamedsl.SetupError, match="from 1 to 100000"):
        race().start(limit=limit)
