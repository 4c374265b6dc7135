"""A mistake in a shipped file -> a cure that leads back, or words that no program can follow to another game."""

from __future__ import annotations

import pytest

from tests.helpers.mistakes.sampling import Edit, Kind, Mistake, judge, page

CURES = [
    ("six_tricks", "- card: card, 1 each", "- cari: card, 1 each", "what is near it is called `cari`"),
    ("leduc_poker", "- card: card, 1 each", "- Card: card, 1 each", "what is near it is called `Card`"),
    ("first_game", "roll up in", "roll dice in", "what is near it is called `die`"),
    ("connect_four", "scenarios\n", "", "write `scenarios` above it"),
    (
        "first_game",
        "winner: the p in players with most p.coins ties all",
        "winner: player with the highest score",
        "write `the p in players with most p.points ties all`",
    ),
    (
        "first_game",
        "winner: the p in players with most p.coins ties all",
        "winner: player with the lowest score",
        "write `the p in players with least p.points ties all`",
    ),
    ("mogul", "\ntable\n", "\n", "write `table` above it"),
    ("nine_mens_morris", "options\n", "", "write `options` above it"),
    ("tycoon", "options\n", "", "write `options` above it"),
    (
        "othello",
        "then: set (you.turned",
        "then: change (you.turned",
        "to change a value write `set (you.turned(s) + s)",
    ),
    ("saloon_tycoon", "queue: set t.waiting to", "queue: t.waiting to", "to change a value write `set t.waiting to 1"),
    ("amazons", "move (square.here", "mave (square.here", "did you mean `move`?"),
    ("hex", "expect not game_over", "expect nto game_over", "did you mean `not`?"),
    ("tic_tac_toe", "any(p.three", "any(p three", "write `when: any(p.three"),
    ("saloon_tycoon", "you.points >= 15 if phineus", "you points >= 15 if phineus", "write `.` in front of `points`"),
    ("tycoon", "let site =", "let spot =", "`spot` in line 457 is used nowhere: write the same name"),
    ("tycoon", "let site =", "let if =", "`if` in line 457 is used nowhere: write the same name"),
    ("leduc_poker", "let best =", "let the =", "`the` in line 57 is used nowhere: write the same name"),
    ("leduc_poker", "let best =", "let each =", "`each` in line 57 is used nowhere: write the same name"),
    ("leduc_poker", "let best =", "let all =", "`all` in line 57 is used nowhere: write the same name"),
    ("amazons", "pick x in t.reach", "pick the in t.reach", "`the` in line 43 is used nowhere: write the same name"),
    ("amazons", "set x.arrow to yes", "let x.arrow to yes", "write `set x.arrow to yes`: `let` only gives new names"),
    ("quatre_etoiles_scenarios", "set value[hotel] to", "let value[hotel] to", "write `set value[hotel] to 3`"),
    ("tic_tac_toe", "most 1 ties none", "most 1 ties empty", ""),
    ("sealed_bid", "0..you.coins", "0..you coins", "write `pick: n in 0..you.coins"),
    ("hex", "a1..k1", "a1:k1", "write `side = a1..k1"),
    ("tycoon", "set of scheduled, gone", "set of scheduled gone", "write `,` in front of `gone`"),
    ("mogul", "you.chips / 5", "you.chips / 0", "`0` is always 0 as it is written"),
    (
        "mogul",
        "you.chips / 5",
        "you.chips / count(players where you = none)",
        "this condition is always false, so it decides",
    ),
    ("variants/tycoon_later", "tycoon.game", "tycoon.gamex", "did you mean `tycoon`?"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "cure"), CURES, ids=[f"{one[0]}: {one[3]}" for one in CURES])
def test_a_cure_makes_no_other_game(name: str, right: str, wrong: str, cure: str) -> None:
    """One finding, whose help begins so, and which leads to no other game where it is followed."""
    right, wrong = (text.removeprefix("- ") for text in (right, wrong))
    game = page(name)
    start = game.text.index(right)
    verdict = judge(Mistake(Kind("", lambda *_: iter(())), game, Edit(start, start + len(right), wrong)))

    assert (1, cure, "") == (len(verdict.found), verdict.found[0].help[: len(cure)], verdict.wrong)


def test_a_term_among_zones_is_moved() -> None:
    """A formula with brackets as the first line of `table` has strayed; nothing is said of a colon."""
    game = page("sealed_bid")
    start = game.text.index("\ntable\n") + len("\ntable\n")
    verdict = judge(
        Mistake(Kind("", lambda *_: iter(())), game, Edit(start, start, "  twice(n: number) = n + n\n")),
    )

    assert "move it under `terms`" == verdict.found[0].help


def test_a_name_that_a_later_line_gives_is_not_a_near_one() -> None:
    """`best` that is given one line further down is no misspelt `bet`."""
    game = page("leduc_poker")
    lines = game.text.split("\n")
    first = next(index for index, line in enumerate(lines) if "let best =" in line)
    start = len("\n".join(lines[:first])) + 1
    both = "\n".join((lines[first], lines[first + 1]))
    turned = "\n".join((lines[first + 1], lines[first]))
    verdict = judge(Mistake(Kind("", lambda *_: iter(())), game, Edit(start, start + len(both), turned)))

    assert (1, f"it is given only in line {first + 2}: move that line up, in front of this one") == (
        len(verdict.found),
        verdict.found[0].help,
    )


def test_a_let_where_a_term_should_begin_stands_under_another_heading() -> None:
    """Steps whose heading was forgotten follow the terms: to write `let:` would make the first of them a term's own."""
    game = page("saloon_tycoon")
    heading = 'setup "Setup" [SAL-002..SAL-013]\n'
    start = game.text.index(heading)
    step = "  let numbers = setup_for[count(players)]\n"
    verdict = judge(Mistake(Kind("", lambda *_: iter(())), game, Edit(start, start + len(heading), step)))

    assert ("steps stand under `setup` or a field such as `then:`", "") == (
        verdict.found[0].help.partition(", ")[0],
        verdict.wrong,
    )
