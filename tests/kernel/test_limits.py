"""What never ends stops, soon and where it always did; what is merely long goes on."""

from __future__ import annotations

import sys
import time
from types import FrameType

import pytest

import gamedsl
from gamedsl.engine.errors import Limits
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.passes.walk import program_bodies, walk
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.program import ForBits, Word
from gamedsl.kernel.state.values import bits
from gamedsl.play.engine import Engine
from tests.frozen.folds import fields, fold
from tests.frozen.kept import held, kernel_engine, tried
from tests.helpers.kernel.comparing import kernel_of, same_games
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

GAME = game_text("kernel/limits")
TERMS = "\n".join(f"  t{level} = min(5, t{level - 1} + t{level - 1})" for level in range(1, 31))
CALLS = "rules\n  r0\n    then: set n to 1 - n" + "".join(
    f"\n  r{at}\n    then: r{at - 1}; r{at - 1}" for at in range(1, 27)
)
PING = """triggers
  ping
    when: n = 0
    then: set n to 1
  pong
    when: n = 1
    then: set n to 0"""
WIDE = "any(a + b + c = 1 for each a in 1..400 for each b in 2..400 for each c in 3..400)"
ENDLESS = {
    "a loop": ("repeat until n * n = 7: set n to 1 - n", ""),
    "a loop with a choice in it": (
        'repeat until n * n = 7:\n        if n = 5: pick p in players "Who?"\n        set n to 1 - n',
        "",
    ),
    "a loop of loops": ("repeat until n * n = 7:\n        for each p in players: set n to 1 - n", ""),
    "very many times": ("repeat 2000000000 times: set n to 1 - n", ""),
    "many times many": ("repeat 3000 times:\n        repeat 3000 times: set n to 1 - n", ""),
    "for each of many": ("for each a in 1..1200000: set n to 1 - n", ""),
    "loops in an expression": (f"if {WIDE}: set n to 1", ""),
    "a rule that begins itself": ("again", "rules\n  again\n    then: set n to 1 - n; again"),
    "rules that begin the one before twice": ("r26", CALLS),
    "triggers that set each other off": ("set n to 1 - n", PING),
    "a rule of others": ("one", "rules\n  one\n    then: other\n  other\n    then: one"),
    "deep": ("again", "rules\n  again\n    then: set n to 1 - n; again\n    depth: 1000"),
}


def engine_of(then: str, paragraphs: str = "", **parts: str) -> Engine:
    """Return the engine of a game in which the only action does this."""
    given = {"cards": "2", "deck": "heap", "pile": "heap", "terms": "", "phase": "", "outer": "steps: turn"} | parts
    return kernel_engine(gamedsl.loads(GAME.format(then=then, paragraphs=paragraphs, **given)).checked, 2)


def stopped(case: str, engine: Engine) -> str:
    """Return the code that stops the game, where it always did and within some seconds; empty when none does."""
    before = time.process_time()
    same_games("limits", case, engine, [0], 5)
    assert time.process_time() - before < 20
    s = engine.start(0, log=False)
    while s.error is None and s.decisions < 5 and engine.codes(s):
        engine.apply(s, engine.codes(s)[0])
    return "" if s.error is None else str(s.error[0])


@pytest.mark.parametrize("name", tried([one for one in ENDLESS if "twice" not in one], ENDLESS))
def test_what_never_ends_stops_alike(name: str) -> None:
    """Loops, calls and triggers without an end stop a game."""
    chains = ("a rule that begins itself", "a rule of others", "deep", "triggers that set each other off")
    assert ("GDRUN06" if name in chains else "GDRUN07") == stopped(name, engine_of(*ENDLESS[name]))


MOST = {
    "a loop": ("repeat {n} times: set n to 1 - n", "", 1_000_000),
    "a loop in a loop": ("repeat {n} times:\n        repeat 100 times: set n to 1 - n", "", 76_923),
    "for each": ("for each a in 1..{n}: set n to 1 - n", "", 1_000_000),
    "a count": ("if count(a for each a in 1..{n} where a mod 3 = 1) > 5: set n to 1", "", 1_000_000),
    "two loops": ("if any(a + b = 0 for each a in 1..1000 for each b in 1..{n}): set n to 1", "", 999),
    "a rule": ("repeat {n} times: r", "rules\n  r\n    then: set n to 1 - n", 1_000_000),
    "rules": (
        "r2",
        "rules\n  r0\n    then: repeat {n} times: set n to 1 - n\n  r1\n    then: r0; r0\n  r2\n    then: r1; r1",
        250_000,
    ),
}
"""Steps and paragraphs, with the most passes that go on; found by halving, with the engine that was and this one."""


@pytest.mark.parametrize("name", MOST if NIGHTLY else ["a loop", "for each", "two loops", "a rule"])
def test_one_pass_more_is_too_many(name: str) -> None:
    """The limit of passes lies where it always lay."""
    then, paragraphs, most = MOST[name]
    found = []
    for number in (most, most + 1):
        engine = engine_of(then.format(n=number), paragraphs.format(n=number))
        s = engine.start(0, log=False)
        engine.apply(s, engine.codes(s)[0])
        found.append(s.error and s.error[0])
    assert [None, "GDRUN07"] == found


def test_a_phase_without_decisions_stops_alike() -> None:
    """A phase that repeats and asks nobody stops the game."""
    phase = "quiet\n    until: n = 8\n    then: roll n in 0..6"
    engine = engine_of("set n to 1", phase=phase, outer="steps: turn, quiet")
    assert "GDRUN07" == stopped("a phase without decisions", engine)


def test_a_worth_without_end_stops_alike() -> None:
    """What a source is worth is read when the game ends, and stops there."""
    text = GAME.format(
        then="set n to 9", paragraphs="", cards="2", deck="heap", pile="heap", terms="", phase="", outer="steps: turn"
    ).replace(
        'dots "Dots"',
        'dots "Dots"\n    worth: count(c for each a in 1..400 for each b in 2..400 for each c in 3..400)',
    )
    assert "GDRUN07" == stopped("a worth without end", kernel_engine(gamedsl.loads(text).checked, 2))


MOVED = [("heap", "heap"), ("heap", "stack"), ("stack", "stack")]


@pytest.mark.parametrize(("deck", "pile"), MOVED if NIGHTLY else MOVED[:1])
def test_moving_too_many_pieces_stops_alike(deck: str, pile: str) -> None:
    """Twenty thousand pieces that move one by one are too many, a few hundred are not."""
    assert "GDRUN07" == stopped(
        f"20000 from {deck} to {pile}", engine_of("move deck to pile", cards="20000", deck=deck, pile=pile)
    )
    assert "" == stopped(
        f"400 from {deck} to {pile}", engine_of("move deck to pile", cards="400", deck=deck, pile=pile)
    )


def test_terms_that_double_are_stopped_by_the_calls_that_they_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not counted itself counts with what calls it: no more is called than 16 times the limit of passes."""
    monkeypatch.setattr(Limits, "passes", 3_000)
    given = "  t{n}(k: 0..9) = min(5, t{m}(k) + t{m}(min(9, k + 1)))"
    terms = "\n".join(given.format(n=at, m=at - 1) for at in range(1, 39))
    text = GAME.replace("terms\n  t0 = n\n{terms}", f"terms\n  t0(k: 0..9) = min(9, n + k)\n{terms}").format(
        then="set n to t38(n)",
        paragraphs="",
        cards="2",
        deck="heap",
        pile="heap",
        phase="",
        outer="steps: turn",
    )
    engine = kernel_engine(gamedsl.loads(text).checked, 2)
    s = engine.start(0, log=False)
    kernel = PythonKernel(program_of(engine.set_up, NAMES))
    calls = 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and "_term_" in frame.f_code.co_name

    block = list(kernel.initial)
    kernel.set_up(block)
    sys.setprofile(called)
    kernel.apply(block, kernel.codes(block)[0])
    sys.setprofile(None)
    engine.apply(s, engine.codes(s)[0])
    assert s.error is not None
    assert "GDRUN07" == s.error[0]
    assert 3_000 < calls < 17 * 3_000


def test_very_many_ends_stand_once_in_a_program() -> None:
    """What is tested behind a step does not grow with the ends; the first one in the file that holds decides."""

    def engine(steps: int, ends: int) -> Engine:
        parts = {"paragraphs": "", "cards": "2", "deck": "heap", "pile": "heap", "terms": "", "phase": ""}
        text = GAME.format(then="; ".join(["set m to m + 1"] * steps), outer="steps: turn", **parts)
        when = "".join(f"  when: m = {at % 5 + 3} and n < {at}\n" for at in range(ends))
        return kernel_engine(gamedsl.loads(text.replace("end\n", f"end\n{when}")).checked, 2)

    def nodes(steps: int, ends: int) -> int:
        return sum(1 for body in program_bodies(program_of(engine(steps, ends).set_up, NAMES)) for _ in walk(body))

    assert nodes(7, 50) - nodes(6, 50) == nodes(7, 100) - nodes(6, 100)
    many = engine(7, 50)
    s = many.start(0, log=False)
    many.apply(s, many.codes(s)[0])
    assert ("finished", 5, 3) == (s.status, s.end, s.values[1])


@pytest.mark.parametrize("wide", [2, 64, 65, 128, 700, 5_000])
def test_a_piece_of_very_many_is_found_without_walking_all(wide: int) -> None:
    """The n-th of a wide set is looked for in halves of it; it is the n-th."""
    given = {"paragraphs": "", "deck": "heap", "pile": "heap", "terms": "", "phase": "", "outer": "steps: turn"}
    text = GAME.format(then="for each c in deck: move c to pile", cards=wide, **given)
    game = gamedsl.loads(text.replace("of card, full", "of card, full, seen by none")).checked
    kernel = PythonKernel(program_of(kernel_engine(game, 2).set_up, NAMES))
    kernel.functions.complete()
    found = {name: one for name, one in kernel.program.functions.items() if name.startswith("nth.")}
    walked = [x for one in found.values() for x in walk(one.body) if isinstance(x, ForBits)]
    assert f"nth.{wide}" in found
    assert {True} == {isinstance(x.word.type, Word) and x.word.type.width <= 64 for x in walked}
    assert len(found) <= 2 * wide.bit_length()
    word = sum(1 << at for at in range(wide) if at % 7 in (0, 2, 3) or at == wide - 1)
    nth = kernel.module[next(name for name in kernel.module if name.endswith(f"nth_{wide}"))]
    assert list(bits(word)) == [nth(list(kernel.initial), word, at) for at in range(word.bit_count())]


def test_what_is_long_goes_on() -> None:
    """Many passes and calls that come to an end stop nothing."""
    then = "repeat 900 times:\n        repeat 3 times: set n to 1 - n\n        again"
    assert "" == stopped("long", engine_of(then, "rules\n  again\n    then: set m to 1 - m"))


def test_games_that_go_on_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit of decisions a game is unfinished."""
    monkeypatch.setattr(Limits, "decisions", 7)
    engine = engine_of("set n to 1 - n")
    s = engine.start(0, log=False)
    while engine.codes(s):
        engine.apply(s, engine.codes(s)[0])
    assert (7, "unfinished") == (s.decisions, s.status)


@pytest.mark.parametrize(("deck", "pile"), [("heap", "heap"), ("heap", "stack")])
def test_many_hidden_pieces_are_lost_track_of_alike(deck: str, pile: str) -> None:
    """Who loses track of which of very many pieces is noted, in words of more than a thousand bits too."""
    text = GAME.replace("of card, full", "of card, full, seen by none")
    text = text.replace("{pile} of card", "{pile} of card, seen by none")
    given = {"terms": "", "phase": "", "outer": "steps: turn", "paragraphs": "", "then": "deal 3 from deck to pile"}
    game = gamedsl.loads(text.format(deck=deck, pile=pile, cards="1100", **given)).checked
    engine = kernel_engine(game, 2)
    s = engine.start(1, log=False)
    engine.apply(s, engine.codes(s)[0])
    assert s.mixes
    held("kernel", "limits", f"many hidden pieces from {deck} to {pile}", fold([fields(s)]))


@pytest.mark.parametrize("word", [0, 1, 1 << 64, 3 << 2000 | 5, (1 << 5000) - 1])
def test_members_of_wide_words(word: int) -> None:
    """Words of any width have the members whose bits are set, the lowest first."""
    expected = [at for at in range(word.bit_length()) if word >> at & 1]
    printed = kernel_of(engine_of("set n to 1")).module["bits"]
    assert (expected, expected) == (list(bits(word)), list(printed(word)))


RANKED = "let k = count(ranked a in 0..{last} with most a ties in order)"
LARGEST = "let k = count(largest(9000, a for each a in 0..{last}))"


@pytest.mark.parametrize("then", [RANKED, LARGEST])
def test_what_makes_way_in_long_rankings_counts(then: str) -> None:
    """Each of thousands of things makes way for all that come behind it: that stops as a loop does."""
    ends = {}
    for last in (999, 8999):
        body = then.format(last=last) + "; set n to min(9, k)"
        engine = engine_of(body.replace("; ", "\n      "))
        s = engine.start(0, log=False)
        engine.apply(s, engine.codes(s)[0])
        ends[last] = s.error[0] if s.error else s.status
    assert {999: "running", 8999: "GDRUN07"} == ends
