"""Saved games that somebody has changed: refused as a whole, whatever was changed, with an error of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamedsl
from tests.helpers.suite.nightly import examples

HANDS = Path(__file__).parent.parent / "cli" / "hands.game"
VALUES: tuple[Any, ...] = (None, True, False, 0, 1, -1, 3, 10**30, 0.5, 1.0, "", "x", [], [0], {}, {"x": 1})
LEFT_OUT = object()


def played(game: gamedsl.Game, decisions: int, log: bool = True) -> gamedsl.Table:
    """Return a table after some decisions at random."""
    table, random = game.start(seed=5, log=log), Random(decisions)
    for _ in range(decisions):
        if table.decider is not None:
            table.apply(random.choice(table.codes()))
    return table


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Walk the way to every value in a save, containers too."""
    if path:
        yield path
    if isinstance(data, dict):
        for key in data:
            yield from places(data[key], (*path, key))
    elif isinstance(data, list):
        for place in range(len(data)):
            yield from places(data[place], (*path, place))


def is_text(path: tuple[Any, ...]) -> bool:
    """Whether a value is a text of the log: it is told in the language of whoever goes on."""
    return path[:2] == ("state", "log") and len(path) > 3 and path[3] != "event"


def changed(saved: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a save with another value somewhere, or without that field."""
    data = json.loads(json.dumps(saved))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if value is LEFT_OUT:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


def tampered(saved: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Walk changes of one value: to others of all types, one more, doubled, turned round, left out."""
    for path in places(saved):
        inner = saved
        for key in path:
            inner = inner[key]
        if path == ("state", "limit"):
            continue
        blank = isinstance(inner, str) and is_text(path)
        others = [
            *(one for one in VALUES if not (blank and isinstance(one, str))),
            *([inner + 1, inner + 0.0] if type(inner) is int else []),
        ]
        others += [inner + inner[-1:], inner[:-1], inner[::-1]] if isinstance(inner, list) else []
        yield from ((path, value) for value in others if json.dumps(value) != json.dumps(inner))
        if isinstance(path[-1], str):
            yield path, LEFT_OUT


def refusal(game: gamedsl.Game, data: Any) -> str:
    """Return why a save is refused; empty when it is played on."""
    try:
        game.restore(data)
    except gamedsl.SaveError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("limit", [None, False, -1, 0.5, "", "x", [], {}, 10**30])
def test_a_limit_is_one_that_a_game_can_begin_with(limit: Any) -> None:
    """Another limit is another set-up, which may lead to the same moment; what is no limit is refused."""
    game = gamedsl.load("kuhn_poker")
    saved = json.loads(json.dumps(played(game, 1).save()))
    assert "" != refusal(game, changed(saved, ("state", "limit"), limit))


@pytest.mark.parametrize(
    ("name", "decisions", "most"),
    [(str(HANDS), 3, 400), ("kuhn_poker", 2, 600), ("sealed_bid", 1, 300), ("mogul", 9, 150), ("six_tricks", 30, 150)],
)
def test_every_change_is_refused(name: str, decisions: int, most: int) -> None:
    """Every field of a save, and every value in it, is compared with what its moves lead to."""
    game = gamedsl.load(name)
    saved = json.loads(json.dumps(played(game, decisions).save()))
    all_of_them = list(tampered(saved))
    some = Random(1).sample(all_of_them, min(examples(most // 5, most), len(all_of_them)))
    assert "" == refusal(game, saved)
    assert [] == [change for change in some if not refusal(game, changed(saved, *change))]


def test_a_finished_game_is_not_won_by_another() -> None:
    """Winners, ranking, end and status are what the rules said, also when the game is over."""
    game = gamedsl.load("kuhn_poker")
    table = played(game, 100)
    saved = json.loads(json.dumps(table.save()))
    assert table.outcome() == game.restore(saved).outcome()
    for name, value in {"winners": [0, 1], "ranking": [[1], [0]], "status": "running", "end": None}.items():
        if saved["state"][name] != value:
            assert f"`{name}` is not what its moves lead to" in refusal(game, changed(saved, ("state", name), value))


@pytest.mark.parametrize("decisions", [0, 1, 7, 40])
@pytest.mark.parametrize("log", [True, False])
def test_an_honest_save_goes_on_identically(decisions: int, log: bool) -> None:
    """After any number of decisions, with a log or without, copies too."""
    game = gamedsl.load("mogul")
    table = played(game, decisions, log)
    again = game.restore(json.dumps(table.copy().save()))
    assert table.save() == again.save()
    assert (table.fingerprint(), table.codes()) == (again.fingerprint(), again.codes())


def test_another_move_is_refused() -> None:
    """A save in which somebody has made another move says what that move does not lead to."""
    game = gamedsl.load("mogul")
    table = game.start(seed=1)
    first, second = table.codes()[:2]
    table.apply(first)
    saved = table.save()
    assert "is not what its moves lead to" in refusal(game, saved | {"moves": [second]})
    assert "is not what its moves lead to" in refusal(game, saved | {"moves": []})
    assert "choice 99999999 is not legal here" in refusal(game, saved | {"moves": [99999999]})


def test_an_imagined_table_is_no_game_to_go_on_from() -> None:
    """What was dealt anew for a player tells nothing of the real moves, and cannot be restored."""
    game = gamedsl.load("mogul")
    imagined = played(game, 4)._sealed(0, 1)
    imagined.apply(imagined.codes()[0])
    assert None is imagined.save()["moves"]
    assert "imagined" in refusal(game, imagined.save())


@pytest.mark.parametrize("given", [b"", b"{}", None, 3, 0.5, True, [], [1], object(), "\ud800", "[" * 100_000])
def test_what_is_no_save_is_refused(given: Any) -> None:
    """Other types and broken text have an error of ours too."""
    assert "" != refusal(gamedsl.load("kuhn_poker"), given)


def test_a_save_of_another_version_is_refused() -> None:
    """Earlier ones and later ones alike; the message names both versions."""
    game = gamedsl.load("kuhn_poker")
    saved = game.start(seed=1).save()
    for other in (2, 4, None):
        assert f"has version {other!r} of the format, and this program reads 3" in refusal(
            game, changed(saved, ("version",), other)
        )
