"""A name that nothing has is told once, with all its places and with what to write."""

from __future__ import annotations

import pytest

from tests.helpers.checking.additions import BASE, check, only, replaced


def helps(text: str) -> list[tuple[str, str, str]]:
    """Return code, place and help of everything found in a text."""
    return [(one.code, f"{one.span.line}:{one.span.column}", one.help) for one in check(text)[1]]


def codes(text: str) -> list[str]:
    """Return the codes of all findings."""
    return [one.code for one in check(text)[1]]


def test_a_name_without_declaration_is_one_finding() -> None:
    """However often it is used: the first place is underlined, the others are named."""
    text = replaced(("  first: player\n", "")).replace("first_", "second_")
    found = only(text, "GDNAM01")

    assert ["GDNAM01"] == codes(text)
    assert "declare it: something on the table `first: …` under `table`" in found.help
    assert [(True, "used here, too")] == [(label.span.line > found.span.line, label.message) for label in found.labels]


def test_a_misspelt_each_is_one_finding() -> None:
    """What stands below `each playr` is not missed as well."""
    assert ["GDNAM01"] == codes(replaced(("  each player\n    coins", "  each playr\n    coins")))


def test_a_missing_action_is_one_finding_with_its_moves() -> None:
    """Moves of scenarios are further places of an action that the rules name."""
    text = replaced(("  take ", "  grab ")) + "scenarios\n  s\n    then: A: take; B: take\n"

    assert ["GDNAM01"] == codes(text)
    assert 2 == len(only(text, "GDNAM01").labels)


def test_the_place_is_the_word_alone() -> None:
    """A cure can be written where the mark stands."""
    text = replaced(("then: pay 1 from bank to you.coins", "then: score welth 1 for you"))
    found = only(text, "GDNAM01")

    assert ("welth", "did you mean `wealth`?") == (
        text.split("\n")[found.span.line - 1][found.span.column - 1 : found.span.end_column - 1],
        found.help,
    )


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("mode = expert", "write one of the words of `mode`: `plain` or `hard`"),
        ("mode = plan", "did you mean `plain`?"),
        ("choice = rad", "did you mean `red`?"),
        ("choice = violet", "write one of the words of `colour`: `red`, `blue` or `green`"),
        ("target = nobody", "write `none`; of a heap that is empty `count(…) = 0`"),
        ("fast = oui", "write `yes`"),
        ("total(t.cost for each t in shop) > 3", "write `sum(…)`"),
        ("size(shop) > 3", "write `count(…)`"),
        ("price(rad) > 2", "did you mean `red`?"),
        ("crad(red, 1) in deck", "did you mean `card`?"),
        ("colors = 3", "did you mean `colour`?"),
        ("basis(3)", "write a formula with this name and what stands in brackets under `terms`: `basis(…) = …`"),
    ],
)  # fmt: skip
def test_every_unknown_name_has_a_cure(written: str, cure: str) -> None:
    """The list of the option or type meant, the word of this language, the nearest name, or where to declare it."""
    assert cure == only(BASE + f"terms\n  extra = {written}\n", "GDNAM01").help


def test_a_name_that_is_given_too_late() -> None:
    """The line that gives it is named."""
    text = BASE + "actions\n  extra\n    when: t.cost > 1\n    pick: t in shop\n    then: move t to you.tiles\n"
    found = only(text, "GDNAM01")

    assert f"it is given only in line {found.span.line + 1}: move that line up, in front of this one" == found.help


def test_a_set_with_an_unknown_name_is_one_finding() -> None:
    """Nothing is said about the type of what nobody knows."""
    text = BASE + "scenarios\n  s\n    given: move {card(red, 1), crad(red, 2)} to pile\n    then: expect yes\n"

    assert ["GDNAM01"] == [code for code in codes(text) if code != "GDNAM07"]


def test_a_value_may_be_called_like_a_field() -> None:
    """A table with a value `winner` and a slip elsewhere is not taken for the end."""
    text = replaced(("  first: player\n", "  winner: player\n"), ("heap of marker, full", "heap of marker full"))

    assert ["GDSYN30"] == codes(text)


def test_a_function_is_offered_only_for_as_many_values() -> None:
    """`behind` takes two places, and `price` one word: neither is meant by a name called otherwise."""
    beyond = "write a formula with this name and what stands in brackets under `terms`: `beyond(…) = …`"

    assert beyond == only(BASE + "terms\n  extra = beyond(A1)\n", "GDNAM01").help
    assert "did you mean `behind`?" == only(BASE + "terms\n  extra = beyond(A1, A2)\n", "GDNAM01").help
    assert "did you mean `price`?" == only(BASE + "terms\n  extra = prise(red)\n", "GDNAM01").help
    assert "did you mean" not in only(BASE + "terms\n  extra = prise(red, 2)\n", "GDNAM01").help


def test_a_name_that_is_given_too_late_is_not_looked_for_in_a_thing() -> None:
    """`cost` is given one line below: it is not the `cost` of the tile that was picked."""
    steps = "      if cost > 1: pay 1 from bank to you.coins\n      let cost = t.cost\n      move t to you.tiles\n"
    found = only(BASE + f"actions\n  extra\n    pick: t in shop\n    then:\n{steps}", "GDNAM01")

    assert f"it is given only in line {found.span.line + 1}: move that line up, in front of this one" == found.help


def test_a_misnamed_column_is_one_finding() -> None:
    """The column of the file that is meant is offered; what reads a column of that name says nothing besides."""
    table = 'lot: space, csv "lots.csv", adjacent by row and col\n    | lot | roww: 1..2 | col: 1..2 |\n'
    rows = "    | lot | row: 1..2 | col: 1..2 |\n    | A1  | 1         | 1         |\n"
    more = "    | A2  | 1         | 2         |\n    | B1  | 2         | 1         |\n"
    text = replaced((f"lot: space, adjacent by row and col\n{rows}{more}", table))
    found = check(text, {"lots.csv": "lot,row,col\nA1,1,1\nA2,1,2\nB1,2,1\n"})[1]

    cure = "did you mean `row`? Its columns are `lot`, `row` and `col`"
    assert [("GDDAT02", cure)] == [(one.code, one.help) for one in found]
