"""``repeated``: what a position is, when it is counted, where it may be asked for, and who knows of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.saving import to_json
from gamedsl.kernel.lowering.pieces import positions
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.checking.additions import found, only
from tests.helpers.play.engines import play, texts
from tests.helpers.secrecy.twins import some_twins, tables_of
from tests.helpers.texts import game_text

STONES = game_text("engine/repetition_stones")


def engine(text: str = STONES) -> Engine:
    """Return the engine of a game for two."""
    return engine_for(gamedsl.loads(text).checked, 2)


def counts(playing: Engine, *moves: str) -> list[int]:
    """Return how often the position has been there, at the beginning and behind each of some moves."""
    state = playing.start()
    numbers = [state.past[0][0]]
    for move in moves:
        before = texts(playing, state)
        play(playing, state, next((one for one in before if one.startswith(move)), move))
        numbers.append(state.past[0][0])
    return numbers


def test_a_position_is_what_lies_there_and_who_comes_next() -> None:
    """The beginning counts; the same stones with the other player to move are another position."""
    assert [1, 1, 2, 2, 3] == counts(engine(), "rest", "rest", "rest", "rest")
    assert [1, 1, 1, 1, 2] == counts(engine(), "put", "rest", "take", "rest")


def test_what_a_piece_has_is_part_of_the_position() -> None:
    """A stone turned over makes another position, turned back the same one."""
    moves = ("put", "rest", "turn", "rest", "turn", "rest")
    assert [1, 1, 1, 1, 1, 2, 2] == counts(engine(), *moves)


def test_which_copy_lies_where_makes_no_difference() -> None:
    """Of two stones in the middle one is turned: whichever it is, the position is the same."""
    playing = engine()
    up = playing.layout.values["stone.up"].base
    state = play(playing, playing.start(), "put(stone)", "rest", "put(stone)", "rest", "turn(stone)")
    first = (state.values[up : up + 2], state.past[0][0])
    play(playing, state, "rest", "turn(stone)", "rest", "take(stone)", "rest", "turn(stone)", "rest", "put(stone)")
    second = (state.values[up : up + 2], state.past[0][0])
    assert [([True, False], 1), ([False, True], 2)] == [first, second]


def test_the_third_time_ends_the_game_and_the_winner_can_ask_for_it() -> None:
    """`until` and `winner` read the same count."""
    playing = engine()
    state = play(playing, playing.start(), "rest", "rest", "rest", "rest")
    assert ("finished", ()) == (state.status, state.winners)


ENDING = STONES.replace("until: turns = 900 or repeated(3, middle, up)", "until: turns = 900").replace(
    "end\n", 'end\n  when: repeated(3, middle, up) "the third time"\n'
)


def test_end_is_tested_at_the_end_of_a_turn() -> None:
    """Under `end` the game ends behind the turn that brings the position back, not a step later."""
    playing = engine(ENDING)
    state = play(playing, playing.start(), "rest", "rest", "rest")
    assert "running" == state.status
    play(playing, state, "rest")
    assert ("finished", 0, ()) == (state.status, state.end, state.winners)


def test_both_forms_end_games_at_random_at_the_same_move() -> None:
    """The same choices end a game by `until` and by `end` behind the same turn."""
    both = engine(), engine(ENDING)
    for seed in range(20):
        one, other = (playing.start(seed) for playing in both)
        random = Random(seed)
        while one.status == "running":
            code = random.choice(both[0].codes(one))
            both[0].apply(one, code)
            both[1].apply(other, code)
        assert (one.status, one.decisions) == (other.status, other.decisions)


AGAIN = STONES.replace("phases\n", "phases\n  match\n    steps: round\n    until: turns > 8\n").replace(
    "turns = 900", "turns mod 4 = 3"
)


def test_a_phase_that_begins_anew_counts_anew() -> None:
    """Two rests in each of three games of a match are no third time."""
    assert [1, 1, 2, 1, 1, 2, 2, 1] == counts(engine(AGAIN), *["rest"] * 7)


def test_positions_go_with_copies_and_saves() -> None:
    """A copy goes on as the state does, and what is saved tells them."""
    playing = engine()
    state = play(playing, playing.start(), "rest", "rest")
    copied = state.copy()
    play(playing, copied, "rest", "rest")
    assert ("running", "finished") == (state.status, copied.status)
    assert 2 == json.loads(json.dumps(to_json(playing.layout, state)))["past"][0][0]
    assert state != copied
    table = gamedsl.loads(STONES).start(seed=3)
    table.apply(table.codes()[0])
    assert table.save() == gamedsl.loads(STONES).restore(table.save()).save()


def test_old_positions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many are kept of a game without an end."""
    monkeypatch.setattr(positions, "KEPT", 3)
    playing = engine()
    state = play(playing, playing.start(), "put(stone)", "rest", "take(stone)", "rest")
    assert (1, 3) == (state.past[0][0], len(state.past[0][1]))


def test_games_that_ask_for_no_positions_keep_none() -> None:
    """Their states, and what is saved of them, are as they were."""
    playing = engine(
        STONES.replace(" or repeated(3, middle, up)", "").replace("none if repeated(3, middle, up) else ", "")
    )
    state = playing.start()
    assert ([], False) == (state.past, "past" in to_json(playing.layout, state))


# ---------------------------------------------------------------- what is hidden

HIDDEN = game_text("engine/repetition_hidden")


def test_what_somebody_imagines_knows_nothing_of_hidden_positions() -> None:
    """The deals of a player tell nothing of what others have held; positions that all see stay."""
    playing = engine(HIDDEN)
    state = playing.start(5)
    for _ in range(4):
        playing.apply(state, playing.codes(state)[0])
    seat: Any = playing.decider(state)
    assert (False, [(0, ())]) == (not state.past[0][1], Determinizer(playing, state, seat).deal(Random(1)).past)
    open_one = engine()
    rested = play(open_one, open_one.start(), "rest", "rest")
    assert rested.past == Determinizer(open_one, rested, 0).deal(Random(1)).past


@pytest.mark.parametrize(("trait", "known"), [("", True), (", seen by owner", False), (", seen by none", False)])
def test_positions_of_hidden_values_are_not_imagined(trait: str, known: bool) -> None:
    """A value that not everybody sees makes a position that nobody else knows."""
    text = STONES.replace(
        "    stones: heap of stone, full\n", f"    stones: heap of stone, full\n    mood: 0..9{trait}\n"
    )
    text = text.replace("repeated(3, middle, up)", "repeated(3, middle, mood)")
    text = text.replace("    then: move m to middle;", "    then:\n      set you.mood to 3\n      move m to middle;")
    playing = engine(text)
    state = play(playing, playing.start(), "put(stone)")
    assert known == (state.past == Determinizer(playing, state, 1).deal(Random(1)).past)


def test_twins_of_games_with_hidden_positions_look_the_same() -> None:
    """Two worlds that one seat cannot tell apart stay so, whatever bots imagine."""
    tables = tables_of(gamedsl.loads(HIDDEN))
    assert [] == [leak for leak in (some_twins(tables, seed).leak for seed in range(12)) if leak]


# ---------------------------------------------------------------- checks

SLIPS = {
    "until: turns = 900 or repeated(3)": ["GDTYP03"],
    "until: turns = 900 or repeated()": ["GDTYP03"],
    "until: turns = 900 or repeated(1, middle)": ["GDRNG01"],
    "until: turns = 900 or repeated(middle, up)": ["GDTYP01"],
    "until: turns = 900 or repeated(3, you.stones)": ["GDTYP01"],
    "until: turns = 900 or repeated(3, count(middle))": ["GDTYP01"],
    "until: turns = 900 or repeated(3, midle)": ["GDNAM01"],
    "until: turns = 900 or repeated(3, stones, turns)": [],
    "until: turns = 900 or not repeated(3, stones)": [],
}


@pytest.mark.parametrize("line", SLIPS)
def test_slips(line: str) -> None:
    """Each is told at its place, with what to write."""
    text = STONES.replace("until: turns = 900 or repeated(3, middle, up)", line)
    text = text.replace("none if repeated(3, middle, up) else active", "active")
    assert SLIPS[line] == found(text)


ELSEWHERE = {
    "a condition of an action": (
        "    pick: m in you.stones\n",
        "    when: not repeated(3, middle)\n    pick: m in you.stones\n",
    ),
    "a term": ("phases\n", "terms\n  drawn = repeated(3, middle)\nphases\n"),
    "a trigger": ("phases\n", "triggers\n  t\n    once: repeated(3, middle)\n    then: set turns to 0\nphases\n"),
    "steps": (
        "    then: move m to middle;",
        "    then:\n      if repeated(3, middle): set turns to 0\n      move m to middle;",
    ),
    "a phase without turns": ("phases\n", "phases\n  match\n    steps: round\n    until: repeated(3, middle)\n"),
    "a phase together": ("    who: players from A\n", "    who: players together\n"),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_positions_are_counted_from_turn_to_turn(name: str) -> None:
    """Anywhere else nothing can ask for them, and the message says where to write it."""
    finding = only(STONES.replace(*ELSEWHERE[name], 1), "GDTYP18")
    assert ("error", True) == (finding.severity, "`until`" in (finding.help or ""))


@pytest.mark.parametrize("word", ["threefold(middle)", "repetition(3, middle)", "repetition"])
def test_other_words_for_it_are_told(word: str) -> None:
    """Whoever calls it otherwise is told the form."""
    text = STONES.replace("repeated(3, middle, up)", word, 1).replace("none if repeated(3, middle, up) else ", "")
    (finding,) = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    assert ("GDNAM01", "(" in word) == (finding.code, "`repeated(3, ENTRY)`" in (finding.help or ""))


def test_entries_that_only_grow_never_come_back() -> None:
    """A position is compared with earlier ones: where nothing leaves, none can return."""
    text = STONES.replace(
        "pick: m in (middle where owner = you)\n    then: set m.up to no; move m to m.owner.stones;", "then:"
    )
    text = text.replace(
        "pick: m in you.stones\n    then: move m to middle",
        "when: count(you.stones) > 0\n    then: move you.stones.top to middle",
    )
    grows = text.replace("repeated(3, middle, up)", "repeated(3, middle)")
    assert ["GDFLO23", "GDFLO23"] == [code for code in found(grows) if code == "GDFLO23"]
    assert [] == [code for code in found(text) if code == "GDFLO23"]
