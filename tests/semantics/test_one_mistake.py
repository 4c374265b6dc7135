"""One mistake, one finding: what is called wrongly, loops with two names, and what follows from a name nobody knows."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/one_mistake")


def errors(*changes: tuple[str, str]) -> list[tuple[str, str, str, int]]:
    """Return code, message, help and the number of other places of all findings that a change brings."""
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    before = {(one.code, one.message) for one in gamedsl.check_text(GAME)}
    found = [one for one in gamedsl.check_text(text) if (one.code, one.message) not in before]
    return [(one.code, one.message, one.help, len(one.labels)) for one in found]


def test_the_game_has_no_errors() -> None:
    """Each finding below comes of the mistake."""
    assert [] == [one.message for one in gamedsl.check_text(GAME) if one.severity == "error"]


@pytest.mark.parametrize(
    ("old", "new", "names", "written"),
    [
        (", k: 0..9)", ")", "`k`", "`k: …`"),
        ("n: 0..9, ", "", "`n`", "`n: …`"),
        ("(p: player, n: 0..9, ", "(n: 0..9, ", "`p`", "`p: …`"),
        ("pays(p: player, n: 0..9, k: 0..9)", "pays", "`k`, `p` and `n`", "`k: …`, `p: …` and `n: …`"),
        ("(w: ware, n: 1..9)", "(w: ware)", "`n`", "`n: …`"),
        ("gain(p: player, n: 1..3)", "gain(p: player)", "`n`", "`n: …`"),
        ("gain(p: player, n: 1..3)", "gain", "`n` and `p`", "`n: …` and `p: …`"),
    ],
)
def test_a_parameter_is_missing(old: str, new: str, names: str, written: str) -> None:
    """Rules, formulas and cells that use what their brackets do not name, though all calls give it: one finding."""
    ((code, message, cure, _),) = errors((old, new))

    assert "GDNAM14" == code
    assert f" uses {names}, and is called with " in message
    assert cure.startswith(f"write {written} into the brackets behind ")


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("pays(you, n, 2)", "pays(you, n, 2, 1); pays(you, 1, n, 2)", 1),
        ("dear(w: ware, n: 1..9) = w.price > n", "dear(w: ware) = w.price > 1", 2),
        ("bonus[k: 1..3]", "bonus[k: 1..3, l: 1..3]", 6),
        ("buy(n: 1..3)", "buy(n: 1..3, m: 1..3)", 0),
        ("n: 1..3): rule", "n: 1..3, m: 1..3): rule", 1),
    ],
)
def test_calls_with_another_number(old: str, new: str, more: int) -> None:
    """What is called with a wrong number of things is told once, with the other places where it is called so."""
    ((code, message, _, places),) = errors((old, new))

    assert ("GDTYP03", more) == (code, places)
    assert " in brackets, but " in message


BELL = ("    after: buy(n)\n", "    after: buy(n, w)\n    when: w.price > 1\n")
LOST = ("buy(n: 1..3)", "buy")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([LOST], "GDNAM14"),
        ([LOST, BELL], "GDNAM14"),
        ([LOST, ("dear(w, n)", "dear(w, 2)"), ("w.gain(you, n); pays(you, n, 2)", "pays(you, 1, 2)")], "GDTYP03"),
        ([LOST, BELL, ("dear(w, n)", "dear(w, 2)"), ("w.gain(you, n); pays(you, n, 2)", "pays(you, 1, 2)")], "GDTYP03"),
        ([LOST, BELL, ("w in stall where", "m in 1..3, w in stall where")], "GDNAM14"),
    ],
)
def test_a_parameter_is_lost_that_triggers_name_too(changes: list[tuple[str, str]], code: str) -> None:
    """Behind an action they name its parameters, then its picks: other numbers than in calls, or other things."""
    assert [] == errors(BELL)
    assert [code] == [found for found, *_ in errors(*changes)]


def test_triggers_tell_how_many_stand_there() -> None:
    """Where other numbers are right than in the call that the finding is about."""
    text = GAME.replace(*LOST).replace(*BELL).replace("dear(w, n)", "dear(w, 2)")
    text = text.replace("w.gain(you, n); pays(you, n, 2)", "pays(you, 1, 2)")
    (found,) = [one for one in gamedsl.check_text(text) if one.code == "GDTYP03"]

    assert "`buy` wants 0 in brackets, but 1 stand there." == found.message
    assert ["here 2 stand, where 1 are wanted"] == [label.message for label in found.labels]


def test_different_numbers_are_different_mistakes() -> None:
    """Calls with one thing too many, and others with one too few, are two findings."""
    found = errors(("pays(you, n, 2)", "pays(you, n); pays(you, n, 1, 2); pays(you, 1)"))

    assert [("GDTYP03", 1), ("GDTYP03", 0)] == [(code, more) for code, _, _, more in found]


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        ("for each p in players: set p.won to 0", "for each p in players and m in 1..3: set p.won to m",
         "write one loop in the other: `for each p in players: for each m in 1..3:`"),
        ("for each q in players - p: set q.won to max(0, q.won - n)",
         "for each q in players and m in 1..2 and l in 1..3: set q.won to m * l",
         "write one loop in the other: `for each q in players: for each m in 1..2: for each l in 1..3:`"),
        ("min(99, total + k)", "min(99, sum(q.won * m for each q in players and m in 1..3))",
         "write one loop behind the other: `… for each q in players for each m in 1..3`"),
        ("min(99, total + k)", "min(99, sum(q.won * m for each q in players, m in 1..3))",
         "write one loop behind the other: `… for each q in players for each m in 1..3`"),
        ("not long", "not any(q.won > m for each q in players and m in 1..3)",
         "write one loop behind the other: `… for each q in players for each m in 1..3`"),
        ("pick: w in stall where dear(w, n) or not dear(w, 1)", "pick: w in stall and m in 1..3",
         "write a comma between the parts of one choice: `w in stall, m in 1..3`"),
        ("the p in players with most", "the p in players and m in 1..3 with most",
         "only one name stands in front of `with`: leave out `p in players` or `m in 1..3`"),
    ],
)  # fmt: skip
def test_two_names_in_one_loop(old: str, new: str, cure: str) -> None:
    """Two names joined by `and`, or by a comma, in any form that goes through a set: one finding, with the form."""
    ((_, _, told, _),) = [one for one in errors((old, new)) if one[0] != "GDNAM07"]

    assert cure == told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| 2 | 3 | no   |", "| 2 | 3 | nno  |"),
        ("| 2 | 3 | no   |", "| 2 | x | no   |"),
        ("| n | k | long |", "| n | kk | long |"),
        ("set bonus[2] to k\n", "set bonuss[2] to k\n"),
        ("and bonus[2] = k and", "and bonuss[2] = k and"),
        ("bonus[k: 1..3]", "bonus"),
        ("bonus[k: 1..3]", "bonus[k: 1..3, l: 1..3]"),
    ],
)
def test_columns_beside_a_mistake(old: str, new: str) -> None:
    """That a column is not read is not told where something else in the scenario cannot be read."""
    assert "GDSCN27" not in [code for code, *_ in errors((old, new), ("given: set bonus[1] to n; ", "given: "))]


def test_columns_that_nothing_reads() -> None:
    """It is told where nothing else is wrong."""
    (found,) = errors(("set bonus[2] to k\n", "set bonus[2] to 2\n"), ("bonus[2] = k and", "bonus[2] = 2 and"))

    assert "GDSCN27" == found[0]


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        ("  stall: heap of ware, full\n", "", "write `stall: heap of ware, full`"),
        ("  bank: purse of coin, full\n", "", "write `bank: purse of coin, full`"),
        ("  stall: heap of ware, full\n", "  stal: heap of ware, full\n", "did you mean `stal`?"),
        ("  ware: card\n", "  waare: card\n", "did you mean `waare`?"),
        ("stall: heap of ware, full", "stall: heap of wares, full", "did you mean `ware`?"),
    ],
)
def test_kinds_without_a_place(old: str, new: str, cure: str) -> None:
    """That pieces lie nowhere before the game, beside the name of the place that is missing, is one finding."""
    all_placed = [("coin: counter, unlimited", "coin: counter, 99"), ("coin, unlimited", "coin, full")]
    found = errors(*all_placed, (old, new))
    named = {(code, told) for code, _, told, _ in found if code.startswith(("GDNAM01", "GDTYP"))}

    assert 1 == len(named)
    assert cure in next(iter(named))[1]


def test_a_place_is_only_not_full() -> None:
    """Where no name is missing, it is told that nothing says where the pieces lie."""
    assert ["GDTYP06"] == [code for code, *_ in errors(("heap of ware, full", "heap of ware"))]


def test_the_same_words_at_several_places() -> None:
    """The same error about the same words is told once, with the other places; about other words by itself."""
    line = "  stall: heap of ware, full\n"
    found = errors((line, ""), ("  each player\n    coins", f"  each player\n  {line}    coins"))
    assert [("GDNAM05", 3)] == [(code, more) for code, _, _, more in found]
    assert [("GDTYP01", 6)] == [(code, more) for code, _, _, more in errors(("bonus[k: 1..3]", "bonus"))]
