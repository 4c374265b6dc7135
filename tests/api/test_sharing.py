"""Tables that several threads use, that are copied, and that somebody tries to pickle."""

from __future__ import annotations

import copy
import pickle
from random import Random
from threading import Thread

import pytest

import gamedsl
from gamedsl import documents


def _played(table: gamedsl.Table, number: int, errors: list[str]) -> None:
    random = Random(number)
    for _ in range(40):
        codes = table.codes()
        if not codes:
            return
        try:
            table.apply(random.choice(codes))
            table.view(0)
            table.copy().fingerprint()
        except gamedsl.IllegalChoice:
            pass  # another thread was quicker
        except Exception as error:
            errors.append(repr(error))


@pytest.mark.parametrize("seed", range(3))
def test_threads_that_share_a_table_lose_no_move(seed: int) -> None:
    """They wait for each other: what has been made is what is noted, so a save is good."""
    game, errors = gamedsl.load("mogul"), list[str]()
    table = game.start(players=3, seed=seed)
    threads = [Thread(target=_played, args=(table, number, errors)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == errors
    assert table.fingerprint() == game.restore(table.save()).fingerprint()


def test_copies() -> None:
    """``copy.copy`` and ``copy.deepcopy`` give a table that goes on by itself, a game itself."""
    game = gamedsl.load("kuhn_poker")
    table = game.start(seed=1)
    shallow, (deep, again) = copy.copy(table), copy.deepcopy((table, table))
    table.apply(table.codes()[0])

    assert game.start(seed=1).fingerprint() == shallow.fingerprint() == deep.fingerprint() != table.fingerprint()
    assert deep is again
    assert game is copy.copy(game) is copy.deepcopy(game) is deep.game
    imagined = shallow.situation().imagine(1)
    assert imagined is not copy.copy(imagined)
    assert imagined.codes() == copy.deepcopy(imagined).codes()


def test_what_holds_compiled_rules_is_not_pickled() -> None:
    """The error says what to do instead."""
    game = gamedsl.load("kuhn_poker")
    table = game.start(seed=1)
    for what, cure in (
        (game, "load its rule file again"),
        (table, "keep it by save() and restore()"),
        (table.situation().imagine(1), "keep it by imagine() and the same seed"),
        (gamedsl.tree_of(game), "load its rule file again"),
    ):
        with pytest.raises(TypeError, match="cannot be pickled") as raised:
            pickle.dumps(what)
        assert cure in str(raised.value)


def test_numbers_of_numpy_are_numbers() -> None:
    """Wherever a number goes in, one of NumPy does the same."""
    numpy = pytest.importorskip("numpy")
    one = numpy.int64(1)
    table = gamedsl.load("kuhn_poker").start(numpy.uint8(2), one, limit=numpy.int32(50))
    same = gamedsl.load("kuhn_poker").start(2, 1, limit=50)
    first = numpy.int16(same.codes()[0])

    imagined, imagined_same = table.situation().imagine(one), same.situation().imagine(1)
    assert imagined.view() == imagined_same.view()
    assert imagined.text(first) == imagined_same.text(int(first))
    imagined.apply(first)
    table.apply(first)
    same.apply(int(first))
    assert table.fingerprint() == same.fingerprint()
    assert table.view(one) == same.view(1)
    root = gamedsl.tree_of(table.game, numpy.int64(2))
    assert root.after(one)._script == root.after(1)._script
    assert documents.view(table, one) == documents.view(same, 1)
    answers = gamedsl.Answers(table)
    assert answers.asked(numpy.int64(answers.deciders[0])) is table
