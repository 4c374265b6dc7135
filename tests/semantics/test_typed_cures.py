"""Cures typed literally in the place of what is underlined: the file is clean then, and says what was meant."""

from __future__ import annotations

import re

import pytest

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic
from tests.helpers.texts import game_text

GAME = game_text("semantics/typed_cures")
STEP = "      roll die"
UNTIL = "    until: round > 9"
WORTH = "(1 if you.passed else 0)"
PICK = '    pick: c in you.hand "Which card?"'
PLAY = "    play: buy or rest"
DIE = "  die: dice 1..6"
GEMS = "  gem: ruby, onyx"
HAND = "    hand: heap of card, seen by owner"
COST = "    cost: pay 1 from you.coins to bank"
NESTED = (
    "leave `then:` alone on its line; under it, two blanks further in, stands `if die = 1: set round to round + die`"
)
WINNER = "  winner: the p in players with most p.points ties all"
LINES = [
    (WINNER, "  winner: player with the most coins", "  winner: the p in players with most p.coins ties all"),
    (WINNER, "  winner: the player with fewest coins", "  winner: the p in players with least p.coins ties all"),
    (STEP, "      roll die until die = 6", "      roll die; repeat until die = 6: roll die"),
    (
        STEP,
        "      deal 1 from deck to discard until count(deck) = 0",
        "      repeat until count(deck) = 0: deal 1 from deck to discard",
    ),
    (STEP, "      roll a die", STEP),
    (STEP, "      return c to deck", "      move c to deck"),
    (STEP, "      shuffle discard into deck", "      move discard to deck; shuffle deck"),
    (STEP, "      shuffle discard on top of the deck", "      shuffle discard to deck"),
    (STEP, "      shuffle discard onto deck", "      shuffle discard to deck"),
    (STEP, "      shuffle discard to the bottom of deck", "      shuffle discard to deck at bottom"),
    (STEP, "      shuffle discard under the deck", "      shuffle discard to deck at bottom"),
    (STEP, "      move top card of deck to you.hand", "      deal 1 from deck to you.hand"),
    (STEP, "      repeat 3: roll die", "      repeat 3 times: roll die"),
    (STEP, "      you lose 2 coins", "      pay 2 from you.coins to bank"),
    (STEP, "      roll: die", STEP),
    (
        STEP,
        "      for each p in players except you: roll die",
        "      for each p in players - you: roll die",
    ),
    (
        STEP,
        "      for each other player p: pay p.coins from p.coins to bank",
        "      for each p in players - you: pay p.coins from p.coins to bank",
    ),
    (
        STEP,
        "      for each p in players if p.passed: roll die",
        "      for each p in players where p.passed: roll die",
    ),
    (STEP, "      if c.value between 1 and 3: roll die", "      if c.value in 1..3: roll die"),
    (STEP, "      if c.value in 1, 2 or 3: roll die", "      if c.value in {1, 2, 3}: roll die"),
    (STEP, "      if c.value >= 3 and <= 5: roll die", "      if c.value >= 3 and c.value <= 5: roll die"),
    (STEP, "      if you have 3 cards: roll die", "      if count(you.hand) >= 3: roll die"),
    (STEP, "      if you have no coins: roll die", "      if you.coins = 0: roll die"),
    (STEP, "      if you have not passed: roll die", "      if not you.passed: roll die"),
    (STEP, "      if player's hand = {}: roll die", "      if you.hand = {}: roll die"),
    (STEP, "      if c.value > the round: roll die", "      if c.value > round: roll die"),
    (UNTIL, "    until: all players passed", "    until: all(p.passed for each p in players)"),
    (UNTIL, "    until: everybody has passed", "    until: all(p.passed for each p in players)"),
    (UNTIL, "    until: all p in players have passed", "    until: all(p.passed for each p in players)"),
    (UNTIL, "    until: any player has 2 cards", "    until: any(count(p.hand) >= 2 for each p in players)"),
    (UNTIL, "    until: bank is empty", "    until: bank = 0"),
    (UNTIL, "    until: deck is empty", "    until: count(deck) = 0"),
    (UNTIL, "    until: no cards in deck", "    until: count(deck) = 0"),
    (UNTIL, "    until: round > 9 or no cards in deck", "    until: round > 9 or count(deck) = 0"),
    (PICK, '    pick: c in you.hand if c.value > 1 "Which?"', '    pick: c in you.hand where c.value > 1 "Which?"'),
    (PLAY, "    play: 2 actions", "    play: 2 of (buy or rest)"),
    (PLAY, "    play: up to 2 actions", "    play: up to 2 of (buy or rest)"),
    (DIE, "  die: dice 1-6", DIE),
    (DIE, "  die: 2d6", "  die: dice 1..6, 2"),
    (DIE, "  die: 1 d6", DIE),
    (DIE, "  die: 2 dice", "  die: dice 1..6, 2"),
    (GEMS, "  gem: ruby, onyx, dark red", "  gem: ruby, onyx, dark_red"),
    (GEMS, "  gem: ruby and onyx", GEMS),
    (HAND, "    hand: 5 cards, seen by owner", HAND),
    ("  each player", "  per player", "  each player"),
    ("  each player", "  players:", "  each player"),
    ("  players: 2", "  players: 2, 3 or 4", "  players: 2 to 4"),
    ("players from A", "A then the next players", "players from A"),
    ("most p.points ties", "most p.points, then most p.coins ties", "most p.points then most p.coins ties"),
    (COST, "    pay: 1 coin", COST),
    (WORTH, "(you.coins ÷ 3)", "(you.coins / 3)"),
    (WORTH, "2 x count(you.hand)", "2 * count(you.hand)"),
]


CURES = [
    (
        WINNER,
        "  winner: max(p.points)",
        "a number tells how much, not who: write `the p in players with most p.points ties all`",
        "  winner: the p in players with most p.points ties all",
    ),
    (
        WINNER,
        "  winner: max(players.points)",
        "a number tells how much, not who: write `the p in players with most p.points ties all`",
        "  winner: the p in players with most p.points ties all",
    ),
    (
        WINNER,
        "  winner: min(p.coins)",
        "a number tells how much, not who: write `the p in players with least p.coins ties all`",
        "  winner: the p in players with least p.coins ties all",
    ),
    (
        WINNER,
        "  winner: max(p.points for each p in players)",
        "a number tells how much, not who: write `the p in players with most p.points ties all`",
        "  winner: the p in players with most p.points ties all",
    ),
    (
        WINNER,
        "  winner: max(p.coins for each p in players where p.passed)",
        "a number tells how much, not who: write `the p in players where p.passed with most p.coins ties all`",
        "  winner: the p in players where p.passed with most p.coins ties all",
    ),
    (
        "  players: 2",
        "  players: 2 or 4",
        "write `2 to 4`, and under this line `when: count(players) in {2, 4}`",
        "  players: 2 to 4\n  when: count(players) in {2, 4}",
    ),
    (STEP, "      if c.value = 1 or 2: roll die", "write `c.value in {1, 2}`", "      if c.value in {1, 2}: roll die"),
    (
        STEP,
        "      if c.colour = ruby or onyx or you.passed: roll die",
        "write `c.colour in {ruby, onyx}`",
        "      if c.colour in {ruby, onyx} or you.passed: roll die",
    ),
    (
        STEP,
        "      if c.value != 1 and 2: roll die",
        "write `c.value not in {1, 2}`",
        "      if c.value not in {1, 2}: roll die",
    ),
    (
        STEP,
        "      if c.value = 1 or round: roll die",
        "write `c.value in {1, round}`",
        "      if c.value in {1, round}: roll die",
    ),
    (
        STEP,
        "      if c.value > 1 or 2: roll die",
        "say on both sides what is compared: `c.value > 2`",
        "      if c.value > 1 or c.value > 2: roll die",
    ),
    (
        STEP,
        "      if c.value = 1: roll die else roll die",
        "what is done otherwise stands on a line of its own: `else: roll die`",
        "      if c.value = 1: roll die\n      else: roll die",
    ),
    (
        STEP,
        "      if c.value = 1: roll die else if c.value = 2: roll die",
        "what holds otherwise stands on a line of its own: `else if c.value = 2: roll die`",
        "      if c.value = 1: roll die\n      else if c.value = 2: roll die",
    ),
    (
        "    then: set round",
        "    then: if die = 1: set round",
        NESTED,
        "    then:\n      if die = 1: set round",
    ),
    (
        STEP,
        "      roll 2 dice",
        "write `roll die`; how many dice that are stands under `components`, as in `die: dice 1..6, 2`",
        STEP,
    ),
    (
        STEP,
        "      move (deck if die = 1 else discard).top to you.hand",
        "write `(deck.top if die = 1 else discard.top)`",
        "      if die = 1: deal 1 from deck to you.hand",
    ),
    (
        STEP,
        "      for each d in {ace, two}: move d to deck",
        "a design is a row of the table; the pieces made of it are `(card where design = d)`",
        "      for each d in {ace, two}: move (card where design = d) to deck",
    ),
    (STEP, "      if 2: roll die", "a number alone says nothing: compare something with it, `… = 2`", STEP),
    (
        UNTIL,
        "    until: players.passed",
        "say whether all are meant, or one: `all(players.passed)`, `any(players.passed)`",
        "    until: all(players.passed)",
    ),
    (
        PLAY,
        "    play: buy or rest or pass",
        "to let players pass write `up to 1 of (buy or rest)`: then `pass` is offered beside it",
        "    play: up to 1 of (buy or rest)",
    ),
    (
        '  buy "Buy"',
        '  buy "Buy {c}"',
        (
            "titles are read before anything is picked, so leave `{c}` out here; "
            'the words of each answer stand in line 32, at its end: `as "Buy {c}"`'
        ),
        '  buy "Buy"',
    ),
    (
        PICK,
        "    pick: cs = all of you.hand\n    pick: c in cs",
        "all of them leave nothing to choose: `let cs = you.hand` in steps, `let: cs = you.hand` beside `pick:`",
        "    let: cs = you.hand\n    pick: c in cs",
    ),
    (
        WORTH,
        "max(you.hand.value, 0)",
        "one number of several is `max(you.hand.value)`: write `max(max(you.hand.value), 0)`",
        "max(max(you.hand.value), 0)",
    ),
    (WORTH, "if(you.passed, 1, 0)", "write `1 if you.passed else 0`", WORTH),
    (
        WORTH,
        "AVERAGE(you.hand.value)",
        "write `sum(you.hand.value) / max(1, count(you.hand.value))`",
        "sum(you.hand.value) / max(1, count(you.hand.value))",
    ),
    (
        WORTH,
        "count(c in you.hand where c.colour = ruby)",
        "name each of them: `count(c for each c in you.hand where c.colour = ruby)`",
        "count(c for each c in you.hand where c.colour = ruby)",
    ),
    (
        WORTH,
        "sum(you.hand.value where colour = ruby)",
        "say first which ones: `(you.hand where colour = ruby).value`",
        "sum((you.hand where colour = ruby).value)",
    ),
    (
        WORTH,
        "max(p.coins)",
        "name each of them: `max(p.coins for each p in players)`",
        "max(p.coins for each p in players)",
    ),
    (WORTH, "(you.coins * 50%)", "write `you.coins * 50 / 100`", "(you.coins * 50 / 100)"),
    ("(1 if you.passed else 0)", "(you.passed ? 1 : 0)", "write `1 if you.passed else 0`", WORTH),
    (
        "  round: number",
        "  round: number\n  ruby: 0..9",
        "`ruby` is read as what is called so in line 17, and not as the word: give one of the two another name",
        "  round: number",
    ),
    (
        "| ruby        | 2            |",
        "| ruby/onyx   | 2            |",
        "several words need a column of type `set of gem`: `ruby; onyx`",
        "| ruby        | 2            |",
    ),
]


def only(text: str) -> Diagnostic:
    """Return the one error of a rule text."""
    (found,) = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    return found


def typed(text: str, found: Diagnostic) -> str:
    """Return the text with the cure in the place of what is underlined; of an unknown step in that of the line."""
    told = found.help or ""
    codes = re.findall(r"`([^`]+)`", told)
    new = "" if told.startswith("leave out the comma") else codes["leave out" in told]
    lines = text.split("\n")
    line = lines[found.span.line - 1]
    end = len(line) if found.code == "GDSYN32" else found.span.end_column - 1
    lines[found.span.line - 1] = line[: found.span.column - 1] + new + line[end:]
    return "\n".join(lines)


def errors(text: str) -> list[str]:
    """Return the messages of all errors."""
    return [one.message for one in gamedsl.check_text(text) if one.severity == "error"]


@pytest.mark.parametrize(("good", "bad", "meant"), LINES, ids=[line[1].strip() for line in LINES])
def test_a_cure_in_the_place_of_what_is_underlined(good: str, bad: str, meant: str) -> None:
    """Nothing has to be thought of: the line is the one that was meant, and it is sound."""
    assert good in GAME
    text = GAME.replace(good, bad, 1)
    cured = typed(text, only(text))

    assert (GAME.replace(good, meant, 1), []) == (cured, errors(cured))


@pytest.mark.parametrize(("good", "bad", "cure", "meant"), CURES, ids=[cure[1].strip()[:40] for cure in CURES])
def test_a_cure_that_says_more_than_one_thing(good: str, bad: str, cure: str, meant: str) -> None:
    """The finding says what to write, and the game is sound when it is written."""
    assert good in GAME
    assert (cure, []) == (only(GAME.replace(good, bad, 1)).help, errors(GAME.replace(good, meant, 1)))


@pytest.mark.parametrize(
    ("condition", "verdict"), [("2 > 0", "true"), ("ruby = onyx", "false"), ("c.value = 1 or 2 > 0", "true")]
)
def test_two_written_values_decide_a_condition(condition: str, verdict: str) -> None:
    """What compares two values that are written out holds always or never, and that is told."""
    found = gamedsl.check_text(GAME.replace(STEP, f"      if {condition}: roll die", 1))

    assert [f"This condition is always {verdict}, so it decides nothing."] == [one.message for one in found]


def test_a_zone_holds_one_kind() -> None:
    """Two kinds in one stack are told as that, and not as a condition without brackets."""
    text = GAME.replace("  coin: counter, 60", "  coin: counter, 60\n  wager: card, 3").replace(
        "of card, full", "of card and wager, full"
    )

    cure = "a zone holds one kind: make card and wager rows of one component, which a column can tell apart"
    assert cure == only(text).help


def test_all_places_of_a_keyed_value_are_set_by_a_loop() -> None:
    """The loop is told with the values of each key, and can be written as it stands."""
    text = GAME.replace("  round: number", "  round: number\n  level[gem, 1..2]: 0..9", 1)
    found = only(text.replace(STEP, "      set level to 0", 1))
    loop = "for each x in gem: for each y in 1..2: set level[x, y] to …"

    assert (found.help or "").endswith(f"; to set all of them write `{loop}`")
    assert [] == errors(text.replace(STEP, f"      {loop.replace('…', '0')}", 1))
