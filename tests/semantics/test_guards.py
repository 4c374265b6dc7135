"""What is asked before a number is used: whatever rules it out is heard, and nothing is said then."""

import pytest

from tests.helpers.checking.additions import check, found

GAME = """
game Guards "What is asked before"
  players: 2

components
  card: card
    | card | n: 0..9 |
    | low  | 1 |
    | high | 2 |

table
  x: 0..9
  y: 0..9
  rate: -3..3
  pile: heap of card, full
  spot[n: 1..24]: 0..5
  scored: 0..1

terms
  above(a: 1..24, b: 1..6) = a > b
  leaves_a_spot(a: 1..24, b: 1..6) = free(a - b) if above(a, b) else no
  free(a: 1..24) = spot[a] = 0
  not_below(a: 1..24, b: 1..6) = no if a <= b else yes

phases
  game
    who: players from A
    play: go or rest

actions
  go "Go"
{body}
  rest "Rest"
    when: x + y + rate + sum(pile.n) + spot[1] > 2
    then: set scored to 1 if above(2, 1) and leaves_a_spot(3, 1) and not_below(2, 1) else 0

end
  winner: none
"""


def told(*lines: str) -> list[str]:
    """Return the codes found where an action has these lines."""
    return found(GAME.format(body="\n".join(f"    {line}" for line in lines)))


TWO_NUMBERS = [
    "if x + y <= 9: set x to x + y",
    "if x <= 9 - y: set x to x + y",
    "if y < x: set x to x - y - 1",
    "if x > y: set x to x - y - 1",
    "if not x <= y: set x to x - y - 1",
    "if x - y - 2 > 0: set y to x - y - 3",
    "if x + 2 * y < 9: set x to x + y + y",
    "if x + 1 <= 9: set x to x + 1",
    "if 9 - x > 0: set x to x + 1",
    "if x = y + 3: set y to x - y",
    "if x + y <= 9 and x > y: set x to x + y",
]


@pytest.mark.parametrize("line", TWO_NUMBERS)
def test_two_numbers(line: str) -> None:
    """What is known of two numbers together bounds their sum and their difference, however it is written."""
    assert [] == told("then:", f"  {line}")


@pytest.mark.parametrize(
    "line",
    [
        "if x + y <= 10: set x to x + y",
        "if x >= y: set x to x - y - 1",
        "if x > y: set x to y - x",
        "if x - y > 0: set x to x + y",
        "if x != y: set x to x - y",
    ],
)
def test_two_numbers_not_enough(line: str) -> None:
    """A condition that leaves a number outside is no guard."""
    assert ["GDRNG02"] == told("then:", f"  {line}") or ["GDRNG01"] == told("then:", f"  {line}")


@pytest.mark.parametrize(
    "asked",
    [
        ("pick: s in 1..24, d in 1..6 where s > d",),
        ("pick: s in 1..24, d in 1..6 where above(s, d)",),
        ("pick: s in 1..24, d in 1..6 where leaves_a_spot(s, d)",),
        ("pick: s in 1..24, d in 1..6 where not_below(s, d)",),
        ("pick: s in 1..24, d in 1..6", "when: above(s, d)"),
        ("pick: s in 1..24, d in 1..6", "when: s - d >= 1"),
        ("pick: s in 1..24, d in 1..6", "when: s > d and spot[s - d] = 0"),
    ],
)
def test_where_it_is_asked(asked: tuple[str, ...]) -> None:
    """Guards are heard in `where`, in `when` and in terms, those with parameters too."""
    assert [] == told(*asked, "then: set spot[s - d] to 1")


def test_not_asked() -> None:
    """Without one of them it is told."""
    assert ["GDRNG02"] == told("pick: s in 1..24, d in 1..6", "then: set spot[s - d] to 1")


def test_counted() -> None:
    """`count(…) = r` bounds what is counted as well as r."""
    assert [] == told("pick: r in 1..24", "when: count(pile) = r", "then: set spot[count(pile)] to 1")
    assert [] == told("pick: r in 0..24", "when: count(pile) = r", "then: set x to r")
    assert [] == told("pick: r in 0..9", "when: count(pile where n > 1) = r", "then: set x to 9 - r")


def test_what_steps_change() -> None:
    """What a step changes is no longer known together with anything."""
    assert ["GDRNG02"] == told("then:", "  if x + y <= 9:", "    set y to y * 2 mod 10", "    set x to x + y")


DIVISORS = [
    ("then:", "  if rate != 0: set x to abs(9 / rate)"),
    ("then:", "  if rate = 0: set x to 1", "  else: set x to abs(9 / rate)"),
    ("then: set x to abs(9 / rate if rate != 0 else 1)",),
    ("then:", "  if rate != 0 and 9 / rate > 2: set x to 1"),
    ("then:", "  if rate != 0:", "    let r = rate", "    set x to abs(9 / r)"),
    ("then:", "  if rate != 0: set x to abs(9 / -rate)"),
    ("then:", "  if rate != 0: set x to 9 / abs(rate)"),
    ("then:", "  if rate != 0 and x > 0: set y to abs(9 / (rate * x))"),
    ("then:", "  if x != y: set x to abs(9 / (x - y))"),
    ("then:", "  if y != x: set x to abs(9 mod (x - y))"),
    ("then:", "  if rate in {-2, 2}: set x to abs(9 / rate)"),
    ("then:", "  if max(x, y) > 0: set x to 9 / max(x, y)"),
    ("then:", "  if sum(pile.n) > 0: set x to min(9, 9 / sum(pile.n))"),
    ("then:", "  if sum(c.n for each c in pile) != 0: set x to min(9, 9 / sum(d.n for each d in pile))"),
    ("pick: r in -2..2 where r != 0", "then: set x to abs(9 / r)"),
    ("pick: r in {-2, 2}", "then: set x to abs(9 / r)"),
    ("pick: r in -2..2 where r != 0", "then:", "  set rate to r", "  set x to abs(9 / rate)"),
]


@pytest.mark.parametrize("lines", DIVISORS)
def test_divisors(lines: tuple[str, ...]) -> None:
    """A divisor that is asked for not being 0 divides, whatever it is and whichever side of 0 it lies on."""
    assert [] == told(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("then: set x to abs(9 / rate)",),
        ("then:", "  if rate != 1: set x to abs(9 / rate)"),
        ("then:", "  if rate != 0:", "    set rate to x - y if x - y in -3..3 else 0", "    set x to abs(9 / rate)"),
        ("then:", "  if rate in {-2, 0, 2}: set x to abs(9 / rate)"),
    ],
)
def test_divisors_that_may_be_zero(lines: tuple[str, ...]) -> None:
    """One that may be 0 is told."""
    assert "GDRNG03" in told(*lines)


def test_the_cure_keeps_both_sides() -> None:
    """Where a divisor may be negative, the help does not leave those numbers out; typed, it is clean."""
    _, report = check(GAME.format(body="    then: set x to abs(9 / rate)"))
    assert ["ask first: `if rate != 0`"] == [one.help for one in report if one.code == "GDRNG03"]


PHASES = """
game Knock "The when of a phase"
  players: 2

table
  knocker: player or none
  turns_left: 0..3, quiet

phases
  deal
    steps: turns, counting
  turns
    who: players from A
    play: knock or wait
  counting
    when: knocker != none
{fields}

actions
  knock "Knock"
    then: set knocker to you
  wait "Wait"

scoring
  won "Won"

end
  winner: the p in players with most p.points ties all
"""


@pytest.mark.parametrize(
    "fields",
    [
        ("then: score won 1 for next(knocker)",),
        ("start: score won 1 for next(knocker)", "then: score won 1 for knocker"),
        ("start: set turns_left to 2", "then:", "  set turns_left to 1", "  score won 1 for knocker"),
    ],
)
def test_the_when_of_a_phase(fields: tuple[str, ...]) -> None:
    """It is known in `start`, and in `then` where nobody has a turn in between."""
    assert [] == found(PHASES.format(fields="\n".join(f"    {line}" for line in fields)))


@pytest.mark.parametrize(
    "fields",
    [
        ("who: players from A", "play: wait", "then: score won 1 for knocker"),
        ("start: set knocker to none", "then:", "  score won 1 for next(knocker)"),
        ("then:", "  clear", "  score won 1 for knocker"),
    ],
)
def test_the_when_that_is_gone(fields: tuple[str, ...]) -> None:
    """Where turns or steps may have changed what `when` asked, the help does not name it."""
    text = PHASES + "rules\n  clear\n    then: set knocker to none\n"
    _, report = check(text.format(fields="\n".join(f"    {line}" for line in fields)))
    helps = [one.help for one in report if one.code == "GDTYP11"]
    assert helps == ["ask first: `if knocker != none:` around it"]


ENDS = """
game Counter "A counter that stops in time"
  players: 2

table
  x: 0..9{initial}
  each player
    gold: 0..9

phases
{phases}
actions
  go "Go on"
    then: {steps}
  rest "Rest"

end
  {end}winner: none
"""
ROUND = "  count_up\n    who: players from A\n    play: {play}\n    until: {until}\n"


def ended(
    steps: str = "set x to x + 1",
    until: str = "x = 9",
    play: str = "go",
    end: str = "",
    initial: str = "",
    phases: str = ROUND,
) -> list[str]:
    """Return whether it is told that a value may not fit in a game with these ends."""
    text = ENDS.format(
        initial=initial,
        phases=phases.format(play=play, until=until),
        steps=steps,
        end=f'when: {end} "over"\n  ' if end else "",
    )
    return [code for code in found(text) if code.startswith("GDRNG")]


TWICE = "  year\n    steps: count_up\n    until: A.gold = 9\n" + ROUND


@pytest.mark.parametrize(
    ("given", "is_told"),
    [
        ({}, False),
        ({"until": "x >= 9"}, False),
        ({"until": "x >= 7", "steps": "set x to x + 3"}, False),
        ({"until": "x = 0", "steps": "set x to x - 1", "initial": " = 5"}, False),
        ({"play": "go or rest"}, False),
        ({"until": "A.gold = 9", "end": "x = 9"}, False),
        ({"until": "A.gold = 9", "end": "x = 9 or A.gold = 3"}, False),
        (
            {
                "steps": "set you.gold to you.gold + 1",
                "until": "x = 9",
                "end": "any(p.gold >= 9 for each p in players)",
            },
            False,
        ),
        ({"phases": "  count_up\n    then: set x to x + 1\n    until: x = 9\n", "steps": "set you.gold to 1"}, False),
        ({"until": "A.gold = 9"}, True),
        ({"until": "x = 8"}, False),
        ({"until": "x = 8", "steps": "set x to x + 2"}, False),
        ({"until": "x = 8", "steps": "set x to x + 3"}, True),
        ({"until": "A.gold = 9", "end": "x = 8"}, True),
        ({"until": "x >= 7", "steps": "set x to x + 4"}, False),
        ({"until": "x >= 7", "steps": "set x to x + 5"}, True),
        ({"play": "2 of go"}, True),
        ({"play": "up to 3 of go"}, True),
        ({"steps": "\n      set x to x + 1\n      set x to x + 1"}, True),
        ({"steps": "\n      for each p in players: set x to x + 1"}, True),
        ({"initial": " = 9"}, True),
        ({"phases": TWICE}, True),
        ({"until": "x = 9", "end": "A.gold = 9", "steps": "set you.gold to you.gold + 1"}, True),
    ],
)
def test_an_end_that_comes_before(given: dict[str, str], is_told: bool) -> None:
    """`until` and `end` are heard where they stop a value before it would not fit, and nowhere else."""
    assert (["GDRNG02"] if is_told else []) == ended(**given)[:1]
