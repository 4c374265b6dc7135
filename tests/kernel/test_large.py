"""Rule files with very much of something: what is made of them grows with the file, not with its square."""

from __future__ import annotations

from functools import cache

import pytest

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.engine.errors import SetupError
from gamedsl.engine.state.chance import MOST_STREAMS
from gamedsl.kernel.lowering.boards import near
from gamedsl.kernel.passes.analysis.liveness import Liveness
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.program import Program
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine
from tests.helpers.hostile.files import hostile
from tests.helpers.suite.call_counts import calls_of
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.helpers.texts import game_text

GAME = """game Large
  players: 2
components
  coin: counter, 6
table
  bank: purse of coin, full
  x: 0..1999
  each player
    coins: purse of coin
{more}phases
  go
    who: players from A
    play: take
    until: bank = 0
actions
  take "Take a coin"
    then:
      pay price from bank to you.coins
{steps}terms
  price = 1
{rules}end
  winner: the p in players with most p.coins ties all
"""


def large(steps: int = 0, rules: str = "", more: str = "") -> str:
    """Return a game in which an action has so many steps."""
    written = "".join(f"      set x to (x + {at % 7 + 1}) mod 2000\n" for at in range(steps))
    return GAME.format(steps=written, rules=rules, more=more)


def asking(many: int) -> str:
    """Return a game with so many steps, each of which may set off any of so many triggers that ask."""
    trigger = (
        '  t{0}\n    who: players\n    when: x = {0}\n    then:\n      pick n in 1..2 "Which"\n      set x to x + n\n'
    )
    return large(many, "triggers\n" + "".join(trigger.format(at) for at in range(many)))


def telling(many: int) -> str:
    """Return a game with so many steps and triggers that ask nobody."""
    trigger = "  t{0}\n    when: x = {0}\n    then: set x to x + 5\n"
    return large(many, "triggers\n" + "".join(trigger.format(at) for at in range(many)))


def modified(many: int) -> str:
    """Return a game with so many modifiers of one term."""
    modifier = "  m{0}\n    when: x = {0}\n    change: price to min(1, old + 1)\n"
    return large(1, "modifiers\n" + "".join(modifier.format(at + 3) for at in range(many)))


def engine(text: str) -> Engine:
    """Return the engine of a game of two."""
    return kernel_engine(gamedsl.loads(text).checked, 2)


@cache
def program(text: str) -> Program:
    """Return a program after all passes."""
    return program_of(engine(text).set_up)


def test_triggers_that_ask_stand_in_a_program_once() -> None:
    """Steps share where triggers begin: 30 steps with 30 triggers are not 900 places."""
    assert 1.2 * 3 * len(program(asking(10)).blocks) > len(program(asking(30)).blocks)


def test_triggers_that_ask_come_back_to_the_step_that_set_them_off() -> None:
    """A state still needs what the step needs that has set a trigger off, and nothing that other steps need."""
    rule = "  {0}(n: 1..9)\n    then:\n      set x to 1\n      set x to n\n"
    more = "rules\n" + rule.format("by") + rule.format("to")
    text = asking(3).replace("terms\n", more + "terms\n").replace("set x to (x + 1) mod 2000", "by(3)\n      to(4)")
    plain = program_of(engine(text).set_up).plain
    assert plain is not None
    liveness = Liveness(plain)
    behind = [
        {field.split(".")[0] for field in liveness.fields(liveness.behind("due", number))}
        for number in range(len(plain.sites["due"]))
    ]
    frames = [one.paragraph for one in plain.sites["due"]]  # type: ignore[attr-defined]
    needed = {(frame, one) for frame, fields in zip(frames, behind, strict=True) for one in fields}
    of_rules = {(frame, one) for frame, one in needed if one in ("rule by", "rule to")}
    assert {("rule by", "rule by"), ("rule to", "rule to")} == of_rules


@pytest.mark.parametrize("maker", [asking, telling, modified] if NIGHTLY else [modified])
def test_twice_as_much_is_twice_the_work(maker: object) -> None:
    """The work of lowering a game and of all passes grows with what stands in its file."""

    def work(many: int) -> int:
        made = engine(maker(many))  # type: ignore[operator]
        return calls_of(lambda: program_of(made.set_up))

    work(5)  # what is made only once
    few = examples(14, 24)
    assert 2.6 * work(few) > work(2 * few)


def stopped(text: str) -> Diagnostic:
    """Return what stops a game in which everybody takes the first choice."""
    table = gamedsl.loads(text).start(players=2, seed=1, log=False)
    while codes := table.codes():
        table.apply(codes[0])
    found = table.error()
    assert found is not None
    return found


@pytest.mark.parametrize("question", ['      pick n in 1..2 "Which"\n', ""])
def test_a_chain_of_triggers_is_told_where_the_trigger_stands(question: str) -> None:
    """Whether it asks somebody or not, a trigger that sets itself off without an end is told at its name."""
    trigger = f"triggers\n  again\n    when: x > 5\n    then:\n{question}      set x to 0\n      set x to 9\n"
    trigger = trigger.replace("    when", "    who: players from active\n    when")
    text = large(9, trigger)
    found = stopped(text)
    assert ("GDRUN06", "  again") == (found.code, text.splitlines()[found.span.line - 1])


def test_triggers_that_ask_are_played() -> None:
    """A game in which many triggers that ask are due at once goes to its end."""
    kernel = PythonKernel(program(asking(30)))
    block = kernel.play(0, 1, 255, 2000)
    assert (1, None) == (block[kernel.at["status"]], kernel.failed)


def test_many_modifiers_of_one_term_are_checked() -> None:
    """Whether two of them meet is asked of so many only: a file with 200 on one term is answered, not refused."""
    assert [] == [one.code for one in gamedsl.check_text(modified(200))]


def many_heaps(many: int) -> str:
    """Return a game with so many heaps of one player besides those of all."""
    own = "".join(f"    h{at}: heap of card\n" for at in range(many))
    text = large(1).replace("coin: counter, 6\n", "coin: counter, 6\n  card: card, 4\n", 1)
    return text.replace("  each player\n", "  deck: stack of card, full\n  each player\n" + own, 1)


def test_chance_for_too_many_is_refused_at_its_place() -> None:
    """A game with more sources of chance than there can be is told where, when it is checked."""
    first = next(at for at, line in enumerate(many_heaps(140).splitlines(), 1) if line.startswith("    h0:"))
    fits = (MOST_STREAMS - 1) // 2
    assert [] == [one.code for one in gamedsl.check_text(many_heaps(fits)) if one.severity == "error"]
    (error,) = [one for one in gamedsl.check_text(many_heaps(140)) if one.severity == "error"]
    assert ("GDLIM01", first + fits) == (error.code, error.span.line)
    assert str(MOST_STREAMS) in error.message


def test_chance_for_too_many_values_is_refused_at_its_place() -> None:
    """What is rolled is known when a set-up begins: then the place is told, and what to do."""
    own = "".join(f"    v{at}: 0..6\n" for at in range(130))
    text = large(1, more=own).replace("    then:\n", "    then:\n" + "      roll you.v{} in 1..6\n" * 130, 1)
    text = text.format(*range(130))
    line = next(at for at, one in enumerate(text.splitlines(), 1) if one.startswith("    v127:"))
    with pytest.raises(SetupError, match=rf"game\.game:{line}:5: with `player\.v127` .* 254 sources of chance; use "):
        gamedsl.loads(text).start(players=2)


ISLANDS = game_text("kernel/large")


def test_far_apart_places_are_as_far_apart_as_by_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Distances of very many places are worked out when they are asked for; they are those of the table."""
    found = []
    for most in (near.MOST_APART, 0):
        monkeypatch.setattr(near, "MOST_APART", most)
        made = program_of(engine(ISLANDS).set_up)
        assert any(name.startswith("distance") for name in made.tables) == (most > 0)
        kernel = PythonKernel(made)
        ends = [kernel.play(seed, 0, 255, 300) for seed in range(20)]
        found.append([(block[kernel.at["decisions"]], block[kernel.at["value.sum"]]) for block in ends])
    assert found[0] == found[1]
    assert len(set(found[0])) > 5


def test_distances_of_very_many_places_are_no_table() -> None:
    """A game of 5,000 spaces beside each other has no table of 25 million distances."""
    texts = hostile("adjacent_spaces")
    made = program_of(kernel_engine(gamedsl.loads(texts["game.game"], files=texts).checked, 2).set_up, NAMES)
    assert 10_000 > sum(map(len, made.tables.values()))


def test_many_keys_of_a_winner_are_compared() -> None:
    """Keys are halved, so however many they are, Python takes the brackets; the last one decides as any other."""
    keys = " then ".join(["most count(players)"] * 150 + ["least p.coins"])
    text = large(1).replace("with most p.coins ties all", f"with {keys} ties all").replace("pay price", "pay 2")
    kernel = PythonKernel(program(text.replace("who: players from A", "who: players from B")))
    block = kernel.play(0, 1, 255, 2000)
    assert (1, 1 << 0) == (block[kernel.at["status"]], block[kernel.at["winners"]])


def test_a_pick_of_one_number_has_conditions() -> None:
    """A set of one number is a set: whether a condition holds that does not read it leaves it or nothing."""
    take = '  take "Take a coin"\n    pick: n in 1..1\n    when: bank > 0\n'
    kernel = PythonKernel(program(large(1).replace('  take "Take a coin"\n', take)))
    block = kernel.play(0, 1, 255, 2000)
    assert (1, 6) == (block[kernel.at["status"]], block[kernel.at["decisions"]])


def keeping(pieces: int, depth: int) -> str:
    """Return a game with a rule that is carried out inside itself while it moves many pieces one by one."""
    rules = (
        f"rules\n  again(k: 0..{depth})\n    depth: {depth + 5}\n    when: k > 0\n    then:\n      again(k - 1)\n"
        "      move deck to box\n      move box to deck\n"
        "triggers\n  few\n    who: players from A\n    when: count(deck) = 3\n    then:\n"
        '      pick n in 1..2 "Which"\n      set x to x + n\n'
    )
    text = large(0, rules, "  deck: heap of card, full, seen by none\n  box: heap of card, seen by none\n")
    text = text.replace("coin: counter, 6\n", f"coin: counter, 6\n  card: card, {pieces}\n", 1)
    return text.replace(
        "      pay price from bank to you.coins\n", f"      pay 6 from bank to you.coins\n      again({depth})\n"
    )


ROOM = [(20, 8, ""), (60, 30, ""), (4, 40, ""), (500, 40, "GDRUN06"), (500, 8, "")]


@pytest.mark.parametrize(("pieces", "depth", "fault"), ROOM if NIGHTLY else ROOM[:-1])
def test_frames_that_are_saved_have_room(pieces: int, depth: int, fault: str) -> None:
    """Paragraphs inside themselves keep all that they need, or the game is stopped; nothing else is written over."""
    made = engine(keeping(pieces, depth))
    ends = []
    for without in (NAMES, frozenset[str]()):
        lowered = program_of(made.set_up, without)
        kernel = PythonKernel(lowered)
        block = kernel.play(0, 1, 255, 2000)
        first, saved = kernel.at["saved.size"], block[kernel.at["saved.size"]]
        assert (first > 0, len(kernel.initial)) == (True, len(block))
        code = "" if kernel.failed is None else lowered.faults[kernel.failed[0]].code  # type: ignore[attr-defined]
        ends.append((code, saved == 0 or bool(code), block[kernel.at["decisions"]]))
    assert [fault, fault] == [code for code, _, _ in ends]
    assert ends[0] == ends[1]
    assert ends[0][1]
