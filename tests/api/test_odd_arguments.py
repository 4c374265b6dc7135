"""Every public function, given odd arguments one at a time: an error of ours, in a sentence, or an answer."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl import documents
from gamedsl.studies import set_up

RULES = (Path(gamedsl.__file__).parents[1] / "examples" / "kuhn_poker.game").read_text("utf-8")


class Strange:
    """Something that nobody expects, whose words cannot even be made."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def _odd() -> dict[str, Any]:
    """Return odd arguments by what they are."""
    return {
        "none": None, "true": True, "minus": -1, "huge": 10**400, "half": 0.5, "nan": float("nan"),
        "infinite": float("inf"), "complex": 1j, "fraction": Fraction(1, 2), "empty": "", "text": "x\x00\ud800\u202e",
        "long": "y" * 100_000, "bytes": b"\xff", "list": [1, []], "dict": {1: {2: 3}}, "set": {3},
        "class": int, "function": len, "strange": Strange(), "object": object(), "path": Path("\x00"),
    }  # fmt: skip


def _numbers() -> dict[str, Any]:
    """Return scalars of NumPy, where it is there."""
    try:
        import numpy
    except ImportError:
        return {}
    return {
        "int64": numpy.int64(-3), "uint64": numpy.uint64(2**64 - 1), "float32": numpy.float32(1.5),
        "array": numpy.arange(3), "bool_": numpy.bool_(True),
    }  # fmt: skip


ODD = _odd() | _numbers()


@cache
def _game() -> gamedsl.Game:
    return gamedsl.loads(RULES)


def _table() -> gamedsl.Table:
    table = _game().start(seed=1)
    table.apply(table.codes()[0])
    return table


def _history() -> gamedsl.History:
    history, before = gamedsl.History(), _game().start(seed=1)
    after = before.copy()
    after.apply(after.codes()[0])
    history.note(before, after, 0, asked=True, person=True)
    return history


def _after() -> gamedsl.Node:
    root = gamedsl.tree_of(_game())
    return root.after(root.outcomes[0])


GOOD: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "Game.start": (_game, {"players": 2, "seed": 1, "options": {}, "log": True, "limit": 9}),
    "Game.batch": (
        _game,
        {"games": 2, "players": 2, "seed": 1, "options": {}, "limit": 9, "engine": "python", "threads": 1},
    ),
    "Game.restore": (_game, {"saved": {}}),
    "Game.test": (_game, {"select": ""}),
    "Table.standings": (_table, {"seat": 0, "revealed": False}),
    "Table.apply": (_table, {"move": 0}),
    "Table.view": (_table, {"seat": 0, "revealed": False, "bookkeeping": False}),
    "Table.look": (_table, {"seat": 0, "revealed": False}),
    "Table.changes": (_table, {"since": None}),
    "Table.events": (_table, {"seat": 0}),
    "Table.narration": (_table, {"seat": 0, "revealed": False}),
    "Table.story": (_table, {"seat": 0, "revealed": False}),
    "Table.log": (_table, {"seat": 0}),
    "Table.ledger": (_table, {"seat": 0}),
    "Table.breakdowns": (_table, {"seat": 0, "revealed": False}),
    "Table.text_of": (_table, {"code": 0}),
    "Situation.imagine": (lambda: _table().situation(), {"seed": 1}),
    "Imagined.text": (lambda: _table().situation().imagine(1), {"code": 0}),
    "Imagined.apply": (lambda: _table().situation().imagine(1), {"code": 0}),
    "Node.after": (lambda: gamedsl.tree_of(_game()), {"move": 0}),
    "Node.after (decision)": (_after, {"move": 0}),
    "Answers.asked": (lambda: gamedsl.Answers(_table()), {"seat": 0}),
    "Answers.legal": (lambda: gamedsl.Answers(_table()), {"seat": 0}),
    "Answers.apply": (lambda: gamedsl.Answers(_table()), {"seat": 0, "move": 0}),
    "Answers.withdraw": (lambda: gamedsl.Answers(_table()), {"seat": 0}),
    "Answers.restored": (lambda: gamedsl.Answers, {"game": None, "saved": {}}),
    "History.note": (_history, {"before": None, "after": None, "seat": 0, "asked": True, "person": True}),
    "History.back": (_history, {"seat": 0, "names": ("A", "B")}),
    "History.undo": (_history, {"seat": 0, "names": ("A", "B")}),
    "check_path": (lambda: gamedsl, {"game": "kuhn_poker"}),
    "check_text": (lambda: gamedsl, {"text": RULES, "path": "a.game", "files": {}}),
    "load": (lambda: gamedsl, {"game": "kuhn_poker", "language": ""}),
    "loads": (lambda: gamedsl, {"text": RULES, "path": "a.game", "files": {}, "language": ""}),
    "tree_of": (lambda: gamedsl, {"game": None, "players": 2, "options": {}, "limit": 9, "log": True}),
    "documents.legend": (lambda: documents, {"table": None}),
    "documents.view": (lambda: documents, {"table": None, "seat": 0, "undo": None}),
    "documents.question": (lambda: documents, {"table": None}),
    "documents.events": (lambda: documents, {"table": None, "seat": 0, "since": 0}),
    "documents.schema": (lambda: documents, {"name": "view"}),
}
"""By name: what the function belongs to, and arguments that are right, but for those that tests put in."""
_RAW = re.compile(
    "object has no attribute|not subscriptable|unhashable|not supported between|unsupported operand|takes no|"
    "must be real number|object is not|cannot be interpreted|embedded null|out of range|Python int too large|"
    "expected string|positional argument|too many values"
)
"""How Python words what it cannot do."""


def _called(name: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    of, good = GOOD[name]
    given = dict(good)
    for argument, made in (("table", _table), ("game", _game), ("before", _table), ("after", _table)):
        if argument in given and given[argument] is None:
            given[argument] = made()
    if "since" in given and given["since"] is None:
        given["since"] = _table().look(0)
    return getattr(of(), name.split(" ")[0].rpartition(".")[2]), given


def _cases() -> Iterator[tuple[str, str]]:
    for name, (_, good) in GOOD.items():
        for argument in good:
            yield name, argument


@pytest.mark.parametrize(("name", "argument"), list(_cases()))
def test_odd_arguments(name: str, argument: str) -> None:
    """Nothing but a documented error, with words of ours, comes of them."""
    for what, odd in ODD.items():
        function, given = _called(name)
        try:
            function(**{**given, argument: odd})
        except (TypeError, ValueError, OSError, gamedsl.RuleFileError) as error:
            said = str(error)
            assert said and not _RAW.search(said), f"{what}: {type(error).__name__}: {said[:200]}"
            assert len(said) < 2000, f"{what}: {len(said)} signs"
        except Exception as error:
            raise AssertionError(f"{what}: {type(error).__name__}: {str(error)[:200]}") from error


def _methods() -> Iterator[str]:
    """Walk the public functions and methods that take arguments."""
    for name in gamedsl.__all__:
        thing = getattr(gamedsl, name)
        if inspect.isfunction(thing) and inspect.signature(thing).parameters:
            yield name
        elif inspect.isclass(thing) and thing.__module__ in _WITH_METHODS:
            for own, method in inspect.getmembers(thing, inspect.isroutine):
                if not own.startswith("_") and len(inspect.signature(method).parameters) > inspect.isfunction(method):
                    yield f"{name}.{own}"
    for name in documents.__all__:
        yield f"documents.{name}"


_WITH_METHODS = frozenset(
    f"gamedsl.{name}"
    for name in (
        "game",
        "players.protocol",
        "players.imagine.imagined",
        "tree.nodes",
        "documents.answers",
        "records.history",
    )
)
_NOT_CALLED = {"Player.choose"}
"""What others write, and we call."""


def test_every_public_function_is_walked() -> None:
    """A new one, and a new argument, stands in the table."""
    assert set(_methods()) - _NOT_CALLED == {name.split(" ")[0] for name in GOOD}
    for name in GOOD:
        function, given = _called(name)
        assert set(inspect.signature(function).parameters) == set(given), name


def test_odd_arguments_change_nothing() -> None:
    """What was refused has not been done."""
    table = _table()
    before = table.fingerprint()
    for odd in ODD.values():
        with pytest.raises(gamedsl.IllegalChoice):
            table.apply(odd)

    assert before == table.fingerprint()
    assert set_up(_game(), 2, 1).first.codes() == _game().start(2, 1).codes()
