"""Games with forms that few rule files have, on a board: they go as they went before rules were lowered."""

from __future__ import annotations

import pytest

import gamedsl
from tests.frozen.kept import cases, kernel_engine
from tests.helpers.kernel.comparing import same_games
from tests.helpers.texts import game_text

BOARD = game_text("kernel/rare_forms")
NONE = dict.fromkeys(("terms", "table", "pieces", "each", "setup", "more"), "")
TURNS = "    who: players from A\n    play: go or wait"


def board(go: str = "", **parts: str) -> str:
    """Return the text of a game in which an action does this; parts stand where their names say."""
    text = BOARD
    given = {"go": parts.pop("cost", f"    then:{go}"), "phase": TURNS}
    for name, part in (given | NONE | parts).items():
        text = text.replace("{" + name + "}", part)
    return text


GAMES = {
    "runs of a length that changes": board(
        "\n"
        "      set you.mark to min(9, count(l for each l in lines(square, size) "
        "where count(l where owner_here = you) = size))"
    ),
    "a run of a length that changes": board(
        "\n      if any(count(l where owner_here = you) = size for each l in lines(square, size)): set you.mark to 5"
    ),
    "lines of a length that changes": board(
        "\n"
        "      if spot[2] != none: move spot[2] to field[1 + (total mod 3), 1 + (size mod 3)]\n"
        "      set you.mark to min(9, sum(count(l) for each l in lines(field, size)))"
    ),
    "lines of heaps": board(
        (
            "\n"
            "      move open to pit[1 + (total mod 3), 1 + (size mod 3)]\n"
            "      set you.mark to min(9, sum(count(l) for each l in lines(pit, 2)))"
        ),
        table=("  pit[x: 1..3, y: 1..3]: heap of card\n"),
    ),
    "neighbours of several in a direction that changes": board(
        ("\n      set you.mark to min(9, count(neighbours(mine, d)))"), table=("  d: direction\n")
    ),
    "neighbours of several in directions that change": board(
        "\n      set you.mark to min(9, count(neighbours(mine, {north} if flag else {east, west})))"
    ),
    "paths of any length": board("\n      if at != none: set you.mark to min(9, count(path_ends(at, total)))"),
    "long paths": board("\n      if at != none: set you.mark to min(9, count(path_ends(at, 12 + total)))"),
    "a player rolled from a ranking": board("\n      roll last in (ranked p in players with most p.mark ties from A)"),
    "a number rolled from a list": board(
        ("\n      roll n in largest(2, p.mark for each p in players)"), table=("  n: 0..9\n")
    ),
    "runs kept over a question": board(
        "\n"
        "      let ls = lines(square, 3)\n"
        '      pick n in 1..2 "n"\n'
        "      if any(count(l where owner_here = you) = n for each l in ls): set you.mark to 7"
    ),
    "lines kept over a question": board(
        "\n"
        "      let ls = lines(field, 2)\n"
        '      pick n in 1..2 "n"\n'
        "      set you.mark to min(9, sum(count(l) for each l in ls) + n)"
    ),
    "a question for each run": board(
        "\n"
        "      for each l in lines(square, 4) where count(l where owner_here = you) > 1:\n"
        '        pick n in 1..2 "n"\n'
        "        set you.mark to min(9, count(l) + n)"
    ),
    "steps for each run": board(
        "\n"
        "      for each l in lines(square, 4) where count(l where owner_here = you) > 1:\n"
        "        set you.mark to min(9, you.mark + count(l))"
    ),
    "an action picks from a ranking": board(
        cost=(
            '    pick: p in (ranked p in players with most p.mark ties from A) "Which?"\n'
            "    then:\n"
            "      set p.mark to min(9, p.mark + 1)"
        )
    ),
    "runs in order": board(
        "\n"
        "      let best = ranked l in lines(square, 3) with most count(l where owner_here = you) ties in order\n"
        "      set you.mark to min(9, count(best[1] where owner_here = you))"
    ),
    "lines in order": board(
        "\n"
        "      let best = ranked l in lines(field, 2) with most count(l) ties in order\n"
        "      set you.mark to min(9, count(best[1]))"
    ),
    "a long ranking": board(
        "\n"
        "      let best = ranked n in 1..5000 with most n mod 17 ties in order\n"
        "      set you.mark to best[1 + total] mod 9"
    ),
    "a long list": board("\n      set you.mark to sum(largest(4500, n mod 17 for each n in 1..5000)) mod 9"),
    "a list of an owner who may be nobody": board(
        ("\n      set you.mark to min(9, count(last.order))"),
        terms=(
            "  each player\n    order = ranked s in square where s.owner_here = you with most s.column ties in order\n"
        ),
    ),
    "a list that a modifier changes": board(
        ("\n      set you.mark to min(9, count(order))"),
        terms=("  order = ranked s in square where s.owner_here = you with most s.column ties in order\n"),
        more=("modifiers\n  less\n    when: flag\n    change: order to old[1..2]"),
    ),
    "a cost that moves a list": board(
        cost=(
            "    cost:\n"
            "      move (ranked c in you.hand with least c.suit ties in order)[1..2] to open\n"
            "      pay 1 from you.coins to bank\n"
            "    then:"
        )
    ),
    "a cost that lays pieces on several places": board(
        cost=("    cost:\n      move bag to tray[{1, 2}]\n      pay 1 from you.coins to bank\n    then:"),
        table=("  tray[set of 1..3]: slot of stone\n"),
    ),
    "a limit that a modifier changes": board(
        phase=("    who: players from A\n    play: go or (up to moves of wait)"),
        terms=("  moves = 2\n"),
        more=("modifiers\n  fewer\n    when: flag\n    change: moves to old - 1"),
    ),
    "sets for an action in two ways": board(
        phase=("    who: players from A\n    play: go or (lay(mine) then (lay(square) or wait))"),
        more=(
            "  lay(some: set of square)\n"
            "    then:\n"
            "      set total to total + 1\n"
            "      if count(some) > 3: set you.mark to min(9, you.mark + 1)"
        ),
    ),
    "sets for an action in two ways that asks": board(
        phase=("    who: players from A\n    play: go or (wait then (lay(mine) or 2 of lay({a1, b2})))"),
        more=(
            "  lay(some: set of square)\n"
            "    pick: s in some\n"
            "    then:\n"
            "      set total to total + 1\n"
            "      if count(some) > 3: set you.mark to min(9, you.mark + 1)"
        ),
    ),
    "two lists compared": board(
        "\n      let m = lines(square, 3)[2]\n      if m = lines(square, 3)[1]: set you.mark to 4"
    ),
    "a run by its number": board("\n      set you.mark to count(lines(square, size)[1 + total])"),
    "a run by its number kept over a question": board(
        "\n"
        "      let l = lines(square, size)[1 + total]\n"
        '      pick s in l "n"\n'
        "      set you.mark to min(9, count(l))\n"
        "      set s.owner_here to you"
    ),
    "some runs kept over a question": board(
        "\n"
        "      let ls = lines(square, 3)[2..5]\n"
        '      pick n in 1..2 "n"\n'
        "      set you.mark to min(9, count(ls[n]) + n)"
    ),
    "what lies on a run": board("\n      set you.mark to count(lines(square, 3)[1].there) mod 9"),
    "a set set to a run": board(("\n      set ll to lines(square, 3)[1]"), table=("  ll: set of square\n")),
    "a set set to a ranking": board(
        ("\n      set ll to ranked p in players with most p.mark ties from A"), table=("  ll: set of player\n")
    ),
    "lines that are equal and must not be": board(
        "\n"
        "      let best = ranked l in lines(field, 2) with most count(l) ties never\n"
        "      set you.mark to min(9, count(best[1]))"
    ),
    "runs in order kept over a question": board(
        "\n"
        "      let best = ranked l in lines(square, 3) with most count(l where owner_here = you) ties in order\n"
        '      pick n in 1..2 "n"\n'
        "      set you.mark to min(9, count(best[n] where owner_here = you))"
    ),
    "an action picks from equal numbers": board(
        cost=('    pick: n in largest(2, p.mark for each p in players) "Which?"\n    then:')
    ),
    "a step picks from equal numbers": board(
        '\n      pick n in largest(2, p.mark for each p in players) "Which?"\n      set you.mark to min(9, n + 1)'
    ),
    "lines of no place": board("\n      set you.mark to count(lines(field, 0))"),
}


LONG = ("a long ranking", "a long list")
"""Games in which every decision puts thousands of numbers in order."""
PASSED = tuple(GAMES)[::6]
"""Games that are played without passes and with all of them every day; passes know nothing of forms."""


@pytest.mark.parametrize("name", [name for name in GAMES if name not in LONG or cases(0, 1)])
def test_rare_forms(name: str) -> None:
    """Every field is the same at every decision of several games."""
    engine = kernel_engine(gamedsl.loads(GAMES[name]).checked, 2)
    if name in LONG:
        same_games("rare forms", f"{name}, one game", engine, range(1), 100)
    again = range(6) if cases(0, 1) else range(2) if name in PASSED else ()
    same_games("rare forms", name, engine, range(6), 100, again)
