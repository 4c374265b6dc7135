"""Values that are left over from before: which they are, and that games go the same way whatever they say."""

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.program import Word
from gamedsl.play.engine import Engine
from tests.helpers.kernel.comparing import POLICY
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text
from tests.kernel.test_liveness import playing

_PAIR = game_text("kernel/dead_state")


def scrambled(s: Any, random: Random) -> tuple[Any, int]:
    """Return a copy of a state in which values and dice that are stale are something else, and how many these are."""
    new, changed, stale = s.copy(), 0, s.left_over()
    places = [(f"value.{name}", 0) for name in sorted(stale.values)]
    for name, place in places + [(f"dice.{name}", die) for name, die in sorted(stale.dice)]:
        kind = s.reading.program.fields[name].type
        at = s.reading.at[name] + place
        new[at] = random.getrandbits(kind.width) if isinstance(kind, Word) else random.randint(kind.low, kind.high)
        changed += new[at] != s[at]
    return new, changed


def played(engine: Engine, seed: int, limit: int) -> int:
    """Play at random, and beside it the same game with anything in what is stale; return how much was otherwise."""
    random, found = Random(seed), 0
    s: Any = engine.start(seed)
    other = s.copy()
    while s.decisions < limit and (codes := engine.codes(s)):
        other, changed = scrambled(other, random)
        found += changed
        assert codes == engine.codes(other)
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        engine.apply(s, code)
        engine.apply(other, code)
        assert (s.status, list(s.points)) == (other.status, list(other.points))
    assert engine.outcome(s) == engine.outcome(other)
    return found


@pytest.mark.parametrize("name", ["mogul", "mogul_open_purse"] if NIGHTLY else ["mogul"])
def test_what_is_stale_decides_nothing(name: str) -> None:
    """Whatever stands there, the same choices are possible, and the game ends in the same way."""
    assert sum(played(playing(name), seed, 200) for seed in range(4)) > 20


@pytest.mark.parametrize(
    "name", [*(("quatre_etoiles", "saloon_tycoon", "tycoon") if NIGHTLY else ()), "liars_dice", "six_tricks"]
)
def test_what_is_needed_is_not_stale(name: str) -> None:
    """Nothing goes otherwise where paragraphs are called by others, who may need what these do not read."""
    for seed in range(2):
        played(playing(name), seed, 60)


def test_left_over_between_two_auctions() -> None:
    """Who has won an auction counts until the winner has acted, and is nobody's business before the next one."""
    table = gamedsl.load("mogul").start(players=3, seed=7)
    found: dict[str, set[str]] = {}
    for _ in range(60):
        view = table.view(None)
        assert view.phase is not None
        found.setdefault(view.phase, set()).update(value.entry for value in view.values if value.stale)
        table.apply(table.codes()[-1])
    assert {"bidders", "winner", "second"} == found["loans"]
    assert {"winner"} == found["auction"]
    assert {"bidders"} == found["winner_acts"]
    assert {"bidders"} == found["second_acts"]


def test_left_over_when_a_game_is_over() -> None:
    """The last auction says nothing any more; what ended the game does, like the card that was turned up last."""
    table = gamedsl.load("mogul").start(players=3, seed=7)
    while codes := table.codes():
        table.apply(codes[-1])
    view = table.view(None)
    assert view.over
    assert {"bidders", "winner", "second"} == {value.entry for value in view.values if value.stale}


def test_dice_that_have_been_made_use_of() -> None:
    """Both dice count while two values are changed by them, and none of them once the pawn has moved on."""
    table = gamedsl.load("quatre_etoiles").start(players=2, seed=4)
    found: dict[str | None, set[tuple[bool, ...]]] = {}
    random = Random(1)
    for _ in range(45):
        table.apply(random.choice(table.codes()))
        if table.decisions > 30:
            view = table.view(None)
            found.setdefault(view.phase, set()).add(view.dice[0].stale)
            assert view.dice[0].fresh == (() if view.dice[0].stale[0] else view.dice[0].faces)
    assert {"before": {(True, True)}, "landing": {(True, True)}, "two_changes": {(False, False)}} == found


def test_each_die_counts_by_itself() -> None:
    """One die has been made use of, and the other one counts still."""
    table = gamedsl.loads(_PAIR).start(players=2, seed=1)
    stale: dict[str, tuple[bool, ...]] = {"": table.view(None).dice[0].stale}
    for move in ("throw", "again", "begin", "go"):
        table.apply(move)
        stale[move] = table.view(None).dice[0].stale
    assert {
        "": (),
        "throw": (False, False),
        "again": (False, False),
        "begin": (True, False),
        "go": (True, True),
    } == stale


def test_a_die_of_which_use_is_made_at_once_shows_the_last_throw() -> None:
    """No decision ever depends on it: it is for people."""
    table = gamedsl.load("examples/first_game.game").start(players=2, seed=1)
    table.apply("dare")
    assert len(table.view(None).dice[0].fresh) == 1


def test_rules_that_call_each_other_in_very_many_ways() -> None:
    """What is left over when such a game ends is found by what is called, not one way after another."""
    many = 40
    rules = [
        f"  r{at}(k: 1..2)\n    then:\n      if v > 5: r{at + 1}(1)\n      else: r{at + 1}(2)" for at in range(1, many)
    ]
    last = f"  r{many}(k: 1..2)\n    then:\n      pick x in 1..2\n      set v to x"
    start = "game Chain\n  players: 2\ntable\n  v: 0..9 = 0\n  each player\n    here: 0..9 = 0\nphases\n  round\n"
    start += (
        "    who: players from A\n    play: go or stop\n    until: any(p.here > 0 for each p in players)\nactions\n"
    )
    start += "  go\n    then: r1(1)\n  stop\n    then: set you.here to 1\nrules\n"
    end = "\nend\n  winner: the p in players with most p.here ties all\n"
    table = gamedsl.loads(start + "\n".join([*rules, last]) + end).start(players=2, seed=1)
    table.apply("stop")
    assert table.decider is None
    assert [value.text for value in table.view(None).values if value.entry == "v"] == ["0"]
