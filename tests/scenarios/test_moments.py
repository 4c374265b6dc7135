"""Scenarios that go on from others, list moves, wait for a moment, run in cases, or say that a set-up is refused."""

from __future__ import annotations

import pytest

import gamedsl

GAME = """game Heap "Heap"
  players: 2 to 4
  when: count(players) < 4 or long = yes "four play the long game"
options
  long: no, yes
components
  stone: counter, 9
  gem: card
    | gem  |
    | ruby |
    | opal |
table
  heap: purse of stone, full
  store: heap of gem, full
  each player
    hand: purse of stone
    gems: heap of gem
phases
  round
    who: players from A
    play: take or give or rest
    pass: "Do nothing" if_never
    until: heap = 0
actions
  take "Take stones"
    pick: n in 1..min(3, heap) "How many?"
    when: you.hand < 4 "your hand is full"
    then: pay n from heap to you.hand
  give "Give a gem away"
    pick: g in store "Which gem?"
    then:
      pick p in players where p != you "To whom?"
      move g to p.gems
  rest "Wait"
    when: you.hand >= 4 "your hand is not full"
end
  winner: the p in players with most p.hand ties all
scenarios
""".replace('    pass: "Do nothing" if_never\n', "")
FIRST = len(GAME.splitlines()) + 1


def told(scenarios: str) -> list[str]:
    """Return line (of the scenarios, from 1), code and message of everything that is said."""
    found = gamedsl.check_text(GAME + scenarios)
    if not any(one.severity == "error" for one in found):
        found += [one for result in gamedsl.loads(GAME + scenarios).test() for one in result.diagnostics]
    return [f"{one.span.line - FIRST + 1} {one.code} {one.message}" for one in found]


def codes(scenarios: str) -> list[str]:
    """Return line and code of everything that is said."""
    return [" ".join(one.split()[:2]) for one in told(scenarios)]


# ---------------------------------------------------------------- lists of moves

ALL = "take(1), take(2), take(3), give(ruby), give(opal)"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("legal A: take, take(2), give(opal, B)", []),
        ("legal A: give(ruby, A)", ["2 GDSCN05"]),
        ("legal A: take(4), take(1)", ["2 GDSCN05"]),
        ("legal B: take(1)", ["2 GDSCN02"]),
        (f"exactly A: {ALL}", []),
        ("exactly A: take, give", []),
        ("exactly A: take, give(ruby, B), give(opal)", []),
        ("exactly A: (take(k) for each k in 1..3), (give(g) for each g in gem)", []),
        ("exactly A: (take(k) for each k in 1..3 where k != 2), give", ["2 GDSCN21"]),
        ("exactly A: (take(k) for each k in 1..4), give", ["2 GDSCN05"]),
        ("exactly active: take, give", []),
        ("exactly A: take, rest, give", ["2 GDSCN05"]),
        ("A: give(ruby); exactly A: B", []),
        ("exactly A: tke", ["2 GDSCN01"]),
        ("legal X: take", ["2 GDNAM01"]),
    ],
)
def test_moves_are_listed(step: str, said: list[str]) -> None:
    """`legal` names moves that are possible, `exactly` all of them; later picks may be left out."""
    assert said == codes(f"  x\n    then: {step}\n")


@pytest.mark.parametrize(
    ("players", "listed", "beside"),
    [
        (2, "take, give(ruby)", "give(opal)"),
        (2, "take(1), take(3), give", "take(2)"),
        (3, "take, give(opal), give(ruby, B)", "give(ruby), C"),
        (3, "take, give(opal, C), give(ruby)", "give(opal), B"),
    ],
)
def test_what_is_possible_besides_is_named(players: int, listed: str, beside: str) -> None:
    """The message names the first move that is not listed, with the answer where only that is missing."""
    said = told(f"  x\n    players: {players}\n    then: exactly A: {listed}\n")
    assert [f"3 GDSCN21 A may also choose `{beside}`, which is not listed here."] == said


def test_moves_made_in_loops_are_called_with_their_values() -> None:
    """A move with a name in it is told with what the name stands for."""
    said = told("  x\n    then: legal A: (take(k + 1) for each k in 2..3)\n")
    assert ["2 GDSCN05 `take(4)` should be legal, but it is refused: only 1 to 3 can be picked."] == said


def test_moves_of_players_by_name() -> None:
    """Whose move it is can be a name for a player; values in moves are worked out."""
    assert [] == codes("  x\n    then:\n      for each p in players: p: take(1 + 1)\n      expect heap = 5\n")
    assert ["4 GDSCN02"] == codes("  x\n    then:\n      let p = B\n      p: take(1)\n")


# ---------------------------------------------------------------- moments

FULL = "A: take(3); B: take(1); A: take(2); B: give(ruby)\n"


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("pass until active = A", []),
        (f"{FULL}      pass until active = B; expect heap = 3", []),
        (f"{FULL}      pass until legal B: take(3)", []),
        ("pass until exactly A: take, give", []),
        ("pass until active = B", ["3 GDSCN22"]),
        ("pass until legal B: take(1)", ["3 GDSCN22"]),
    ],
)
def test_the_game_goes_on_to_a_moment(then: str, said: list[str]) -> None:
    """Who is asked passes or takes the only choice there is; a real choice has to be written."""
    text = f"  x\n    then:\n      {then}\n"
    assert said == codes(text.replace("give(ruby)\n", "give(ruby, A); A: give(opal)\n"))


def test_why_a_moment_is_not_reached() -> None:
    """The message names who has a choice, and between what."""
    problem = "A has to choose between take(1), take(2), take(3), give(ruby), give(opal): write that move"
    message = f"The moment that `pass until` waits for does not come: {problem}."
    assert [f"2 GDSCN22 {message}"] == told("  x\n    then: pass until active = B\n")


# ---------------------------------------------------------------- going on

OPENING = "  opening\n    players: 3\n    with: long = yes\n    then: A: take(2)\n"


def test_a_scenario_goes_on_where_another_ends() -> None:
    """It has the players, options, table and moves of the other one."""
    reply = (
        "  reply\n    from: opening\n    then: expect long = yes and heap = 7 and active = B; B: take(1); C: take(3)\n"
    )
    third = "  third\n    from: reply\n    then: exactly A: take, give; expect heap = 3\n"
    assert [] == codes(OPENING + reply + third)
    assert [] == codes(third + reply + OPENING)


def test_an_arrangement_is_shared() -> None:
    """A scenario without moves is a table that others arrange further, also where it expects something of its own."""
    low = "  low\n    given: pay 5 from heap to A.hand\n    then: expect heap = 4\n"
    more = "  more\n    from: shared\n    given: pay 1 from heap to B.hand\n    then: expect heap = 3\n"
    assert [] == codes("  shared\n    given: pay 5 from heap to A.hand\n" + more)
    assert [] == codes(low + more.replace("shared", "low"))
    assert ["5 GDSCN23"] == codes(low.replace("expect heap = 4", "A: rest") + more.replace("shared", "low"))


def test_what_a_shared_table_forces_comes_later() -> None:
    """It comes in the scenarios that begin there, each of which is judged; a table that nobody shares is told."""
    game = GAME.replace("components\n", "components\n  die: dice 1..6\n", 1).replace("or rest\n", "or rest or throw\n")
    game = game.replace('  rest "Wait"', '  throw "Throw"\n    then: roll die\n  rest "Wait"')
    table = "  table\n    players: 2\n    given: force die: 6\n"
    throws = "  throws\n    from: table\n    then: A: throw; expect die = 6\n"
    rests = "  rests\n    from: table\n    then: A: take(1)\n"

    def failed(scenarios: str) -> list[tuple[str, str]]:
        results = gamedsl.loads(game + scenarios).test()
        return [(result.name, found.code) for result in results for found in result.diagnostics]

    assert [] == failed(table + throws)
    assert [("rests", "GDSCN09")] == failed(table + throws + rests)
    assert [("table", "GDSCN09")] == failed(table)


def test_options_may_be_set_otherwise() -> None:
    """The shared table is played with them; those that are not written stay, and one that is refused is told."""
    shared = "  shared\n    players: 2\n    with: long = yes\n    given: pay 5 from heap to A.hand\n"
    short = "  short\n    from: shared\n    with: long = no\n    then: expect heap = 4 and long = no\n"
    same = "  same\n    from: shared\n    then: expect heap = 4 and long = yes\n"
    assert [] == codes(shared + short + same)
    assert ["8 GDSCN04"] == codes(shared + short.replace("long = no\n    then", "long = yes\n    then"))
    four = short.replace("shared", "opening").replace("heap = 4 and ", "")
    assert ["5 GDSCN29"] == codes(OPENING.replace("players: 3", "players: 4") + four)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  a\n    from: b\n    then: A: take(1)\n  b\n    from: a\n    then: A: take(1)\n", ["5 GDSCN23"]),
        ("  a\n    from: a\n    then: A: take(1)\n", ["2 GDSCN23"]),
        ("  a\n    from: opning\n    then: A: take(1)\n" + OPENING, ["2 GDNAM01"]),
        (OPENING + "  b\n    from: opening\n    seed: 3\n    then: B: take(1)\n", ["6 GDSCN23"]),
        ("  a\n    cases:\n      | n |\n      | 1 |\n    then: A: take(n)\n  b\n    from: a\n", []),
        (
            "  a\n    cases:\n      | n |\n      | 1 |\n      | 2 |\n    then: A: take(n)\n  b\n    from: a\n",
            ["8 GDSCN23"],
        ),
        ("  a\n    then: A: take(4)\n  b\n    from: a\n    then: B: take(9)\n", ["2 GDSCN05", "4 GDSCN24"]),
        ('  a\n    players: 4\n    illegal: "four play the long game"\n  b\n    from: a\n', ["5 GDSCN23"]),
    ],
)
def test_what_nothing_can_begin_with(text: str, said: list[str]) -> None:
    """Circles, several ends, fields that stand in the beginning and failures are told at `from`, once."""
    assert said == codes(text)


def test_only_chosen_scenarios_are_told() -> None:
    """Where one scenario is chosen, the one it begins with is played too, but not told."""
    reply = "  reply\n    from: opening\n    then: B: take(1)\n"
    assert ["reply"] == [result.name for result in gamedsl.loads(GAME + OPENING + reply).test("reply")]


# ---------------------------------------------------------------- cases

CASES = """  taken "Stones taken"
    cases:
      | n | left | players | long |
      | 1 | 8    | 2       | no   |
      | 3 | 5    | 4       | yes  |
    then: A: take(n); expect heap = left
"""


def test_each_row_is_a_case() -> None:
    """A scenario with cases is run for each row, and a failure names its row."""
    results = gamedsl.loads(GAME + CASES).test()
    assert [
        ("Stones taken [n = 1, left = 8, players = 2, long = no]", True),
        ("Stones taken [n = 3, left = 5, players = 4, long = yes]", False),
    ] == [(result.title, result.passed) for result in results]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("| 3 | 5 ", "| 3 | 6 ", []),
        ("expect heap = left", "expect heap < 9", ["3 GDSCN27"]),
        ("| 4       | yes  |", "| 9       | yes  |", ["5 GDRNG01"]),
        ("| 4       | yes  |", "| 4       | maybe  |", ["5 GDNAM01"]),
        ("| 4       | yes  |", "| 4       |", ["5 GDSCN26"]),
        ("| 3 | 5 ", "| 3 |   ", ["5 GDSCN26"]),
        ("| n | left", "| n: 1..3 | left", ["3 GDSCN26"]),
        ("| n | left", "| n | n", ["3 GDNAM02"]),
        ("| 1 | 8 ", '| 1 | "8" ', ["4 GDSCN26"]),
        ("| n | left", "| heap | left", ["3 GDNAM03"]),
    ],
)
def test_tables_of_cases(old: str, new: str, said: list[str]) -> None:
    """A column is read, has a name of its own and one value in each row; options and players have theirs."""
    assert old in CASES
    assert said == [one for one in codes(CASES.replace(old, new)) if "GDSCN04" not in one]


# ---------------------------------------------------------------- refused set-ups


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('    players: 4\n    illegal: "four play the long game"\n', []),
        ('    players: 4\n    illegal: "too many"\n', ["1 GDSCN28"]),
        ('    players: 3\n    illegal: "four play the long game"\n', ["1 GDSCN28"]),
        ('    players: 4\n    illegal: "four play the long game"\n    then: A: take(1)\n', ["4 GDSCN25"]),
        ("    players: 4\n    then: A: take(1)\n", ["1 GDSCN29"]),
        (
            '    cases:\n      | players |\n      | 4 |\n      | 3 |\n    illegal: "four play the long game"\n',
            ["1 GDSCN28"],
        ),
    ],
)
def test_set_ups_are_refused(text: str, said: list[str]) -> None:
    """`illegal: "why"` holds when the header refuses the set-up in these words; else nothing is played in silence."""
    assert said == codes(f"  x\n{text}")


# ---------------------------------------------------------------- the table where something fails


def test_the_table_is_kept_where_something_fails() -> None:
    """Each line of `then` that fails has the whole table as it was there, also inside a loop."""
    text = "  x\n    then:\n      A: take(2)\n      expect heap = 9\n      B: take(1)\n"
    loop = "      for each n in {5, 6}:\n        expect heap = n\n"
    (result,) = gamedsl.loads(GAME + text + loop).test()
    shown = {
        line - FIRST + 1: next(cell.amount for cell in view.cells if cell.entry == "heap")
        for line, view in result.tables
    }
    assert {4: 7, 7: 6} == shown


def test_nothing_is_kept_of_what_holds() -> None:
    """Scenarios that pass, or fail before `then`, have no tables."""
    results = gamedsl.loads(GAME + "  a\n    then: A: take(2)\n  b\n    players: 4\n    then: A: take(1)\n").test()
    assert [(), ()] == [result.tables for result in results]
