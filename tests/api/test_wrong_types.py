"""Values of wrong types, given to every function of the API: an error of ours, with words of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl import documents
from gamedsl.simulate import Settings, simulate

WRONG: tuple[Any, ...] = (
    True,
    b"",
    b"x",
    0.5,
    -1,
    10**30,
    10**5000,
    [],
    [1],
    {1: 2},
    object(),
    "\ud800",
    "\0",
    float("nan"),
)
RULES = (Path(__file__).parent.parent / "cli" / "nim.game").read_text(encoding="utf-8")
OURS = (
    gamedsl.SetupError,
    gamedsl.SaveError,
    gamedsl.IllegalChoice,
    gamedsl.UnreadableFileError,
    gamedsl.RuleFileError,
)


def kuhn() -> gamedsl.Game:
    """Return a small game for two."""
    return gamedsl.load("kuhn_poker")


def settings(**changed: Any) -> Settings:
    """Return the settings of one game, some of them changed."""
    given = {"game": "kuhn_poker", "players": 2, "seats": ("random", "random"), "seed": 0, "games": 1}
    return Settings(**given | changed)


CALLS: dict[str, Callable[[Any], object]] = {
    "load": gamedsl.load,
    "load language": lambda wrong: gamedsl.load("kuhn_poker", wrong),
    "loads": gamedsl.loads,
    "loads path": lambda wrong: gamedsl.loads("game", wrong),
    "loads files": lambda wrong: gamedsl.loads(RULES + "x", "a.game", wrong),
    "loads file": lambda wrong: gamedsl.loads(RULES + "x", "a.game", {"b.csv": wrong}),
    "loads language": lambda wrong: gamedsl.loads(RULES, "a.game", {}, wrong),
    "check_path": gamedsl.check_path,
    "players": lambda wrong: kuhn().start(players=wrong),
    "seed": lambda wrong: kuhn().start(seed=wrong),
    "options": lambda wrong: kuhn().start(options=wrong or 3),
    "value of an option": lambda wrong: gamedsl.load("mogul").start(options={"sale": wrong}),
    "limit": lambda wrong: kuhn().start(limit=wrong),
    "restore": lambda wrong: kuhn().restore(wrong),
    "apply": lambda wrong: kuhn().start().apply(wrong),
    "view": lambda wrong: kuhn().start().view(wrong),
    "log": lambda wrong: kuhn().start().log(wrong),
    "text_of": lambda wrong: kuhn().start().text_of(wrong),
    "look": lambda wrong: kuhn().start().look(wrong),
    "changes": lambda wrong: kuhn().start().changes(wrong),
    "game of a tree": gamedsl.tree_of,
    "what is simulated": simulate,
    "legend": documents.legend,
    "question": documents.question,
    "table of a document": documents.view,
    "table of events": documents.events,
    "viewer of a document": lambda wrong: documents.view(kuhn().start(), wrong),
    "viewer of events": lambda wrong: documents.events(kuhn().start(), wrong),
    "first event": lambda wrong: documents.events(kuhn().start(), 0, wrong),
    "what may be taken back": lambda wrong: documents.view(kuhn().start(), 0, wrong),
    "schema": documents.schema,
    "table of answers": gamedsl.Answers,
    "who answers": lambda wrong: gamedsl.Answers(kuhn().start()).apply(wrong, "check"),
    "answer": lambda wrong: gamedsl.Answers(kuhn().start()).apply(0, wrong),
    "who is asked": lambda wrong: gamedsl.Answers(kuhn().start()).asked(wrong),
    "who withdraws": lambda wrong: gamedsl.Answers(kuhn().start()).withdraw(wrong),
    "game of saved answers": lambda wrong: gamedsl.Answers.restored(wrong, {}),
    "saved answers": lambda wrong: gamedsl.Answers.restored(kuhn(), wrong),
    "players of settings": lambda wrong: settings(players=wrong),
    "seed of settings": lambda wrong: settings(seed=wrong),
    "games of settings": lambda wrong: settings(games=wrong),
    "limit of settings": lambda wrong: settings(limit=wrong),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_have_words_of_ours(name: str) -> None:
    """No wrong value is taken, none ends in a fault of the program or in words that Python says of our inside."""
    for wrong in WRONG:
        with pytest.raises((*OURS, TypeError, ValueError)) as caught:
            CALLS[name](wrong)
        said = str(caught.value)
        assert (True, False) == (0 < len(said) < 5_000, "has no attribute" in said or "expected str" in said)
        assert not isinstance(caught.value, TypeError) or " must be " in said


def test_a_move_is_one_of_this_table() -> None:
    """No truth value stands for a number, and no choice of another game for the one with its number."""
    table = kuhn().start(seed=1)
    for wrong in (True, False, None, 0.0, 1.0):
        with pytest.raises(gamedsl.IllegalChoice, match="a move is a choice, its code or its text form"):
            table.apply(wrong)  # type: ignore[arg-type]
    legal = {choice.code: choice.text for choice in table.legal()}
    others = [one for name in ("mogul", "no_thanks", "first_game") for one in gamedsl.load(name).start().legal()]
    others = [one for one in others if one.code in legal and one.text != legal[one.code]]
    assert [] != others
    for choice in others:
        with pytest.raises(gamedsl.IllegalChoice, match="is not a legal move now"):
            table.apply(choice)
    assert 0 == table.decisions


def test_settings_say_what_they_need() -> None:
    """A simulation of no games, or of no players, is none."""
    with pytest.raises(gamedsl.SetupError, match="`games` must be a whole number from 1 to 1000000000, not 0"):
        settings(games=0)


def test_whole_numbers_of_numpy() -> None:
    """They are taken like those of Python, and nothing of them is left in what is told or saved."""
    numpy = pytest.importorskip("numpy")
    one, two = numpy.int64(1), numpy.uint8(2)
    table, same = kuhn().start(players=two, seed=one, limit=numpy.int32(50)), kuhn().start(2, 1, limit=50)
    for here, code in ((table, numpy.int64(same.codes()[0])), (same, same.codes()[0])):
        here.apply(code)
    assert (json.dumps(same.save()), same.view(1)) == (json.dumps(table.save()), table.view(one))
    assert json.dumps(documents.view(same, 1)) == json.dumps(documents.view(table, one))
    assert same.text_of(same.codes()[0]) == table.text_of(numpy.int64(same.codes()[0]))
    assert settings() == settings(players=two, seed=numpy.int64(0), games=one)
    assert "int64" not in repr(settings(games=one, limit=two))
    assert 2 == len(kuhn().batch(two, players=two, seed=one, threads=one))
