"""Words of a designer at a first game -> cures typed literally in the place of what is underlined."""

from __future__ import annotations

import re

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/cures_of_designers")
HIT = "pot > c.low and alone"
PLAY = "    play: order_up"
WHO = "    who: players from B"
EACH = "  card: card, 1 each suit and low: 1..2 and high: 4..5"
LAID = "      set laid to laid + a1"
PAID = "      pay n from bank to p.coins"
DEALT = "  for each p in players: deal 1 from deck to p.hand"
UNTIL = "    until: pot > 3"
SUITS = "  suit: clubs, hearts"
DEALER = "  dealer: player"
ALONE = "  alone: bool"
TITLE = '  rest "Rest"'

CURES = [
    (UNTIL, "until: players.points >= 2", "until: any(p.points >= 2 for each p in players)"),
    (UNTIL, "until: 2 < players.points", "until: any(2 < p.points for each p in players)"),
    (UNTIL, "until: (players - A).points = 2", "until: any(x.points = 2 for each x in (players - A))"),
    (UNTIL, "until: not players.points < 2", "until: not any(p.points < 2 for each p in players)"),
    (
        UNTIL,
        "until: (2 * p.points for each p in players) > 5",
        "until: any(2 * p.points > 5 for each p in players)",
    ),
    (
        UNTIL,
        "until: any(p.points > players.points for each p in players)",
        "until: any(any(p.points > x.points for each x in players) for each p in players)",
    ),
    (UNTIL, "until: free(a1, north) = {}", "until: count(free(a1, north)) = 0"),
    (UNTIL, "until: {} != free(a1, north)", "until: count(free(a1, north)) > 0"),
    (UNTIL, "until: pot > next(A, 2).coins", "until: pot > next(next(A)).coins"),
    (SUITS, "suit: ♣, hearts", "suit: clubs, hearts"),
    (SUITS, "suit: ♣, ♥", "suit: clubs, hearts"),
    (SUITS, "suit: clubs, ★, hearts", "suit: clubs, black_star, hearts"),
    (SUITS, "suit: 9, 10, clubs, 14", "suit: nine, ten, clubs, n14"),
    (DEALER, "dealer: A", "dealer: player = A"),
    (ALONE, "alone: no", "alone: bool = no"),
    ("  led: suit or none", "led: hearts", "led: suit = hearts"),
    (HIT, "if alone then yes else no", "yes if alone else no"),
    (
        HIT,
        "pot > if alone then 0 else if led = clubs then 12 else if led = hearts then 2 else 3",
        "pot > (0 if alone else 12 if led = clubs else 2 if led = hearts else 3)",
    ),
    (
        HIT,
        "pot > min(4, if alone then if pot > 1 then 1 else 2 else 3)",
        "pot > min(4, (1 if pot > 1 else 2) if alone else 3)",
    ),
    (HIT, "pot between c.low and c.high", "pot in c.low..c.high"),
    (HIT, "alone or pot is between c.low and 9", "alone or pot in c.low..9"),
    (PLAY, "play: may order_up", "play: up to 1 of order_up"),
    (PLAY, "play: may rest or order_up", "play: up to 1 of (rest or order_up)"),
    (WHO, "who: all players simultaneously", "who: players together"),
    (WHO, "who: all players at the same time", "who: players together"),
    (WHO, "who: everybody at once", "who: players together"),
    (WHO, "who: players left of dealer", "who: players from next(dealer)"),
    (WHO, "who: the player to the left of the dealer", "who: players from next(dealer)"),
    (PAID, "score n for p", "score tricks n for p"),
    (PAID, "score tricks for p", "score tricks 1 for p"),
    (PAID, "when n > 0: pay n from bank to p.coins", "if n > 0: pay n from bank to p.coins"),
    (PAID, "when n > 0, pay n from bank to p.coins", "if n > 0: pay n from bank to p.coins"),
    (PAID, "when n > 0:\n        pay n from bank to p.coins", "if n > 0:\n        pay n from bank to p.coins"),
    (LAID, "earn 1", "earn(you, 1)"),
    (LAID, "set laid to laid + a1; earn A 2", "set laid to laid + a1; earn(A, 2)"),
    (LAID, "set laid to {s for each s in laid}", "set laid to (s for each s in laid)"),
    (ALONE, "alone: yes/no", "alone: bool"),
    (ALONE, "alone: no or yes", "alone: bool"),
    (EACH, "card: card, 3 each (suit, low: 1..3, high: 4..6)", "card: card, 3 each suit and low: 1..3 and high: 4..6"),
    (UNTIL, "until: any player has 10", "until: any(p.points >= 10 for each p in players)"),
    (UNTIL, "until: every player has 10", "until: all(p.points >= 10 for each p in players)"),
    (DEALT, "deal 3 cards to each player", "for each p in players: deal 3 from deck to p.hand"),
    ("  players: 2 to 4", "players: A, B", "players: 2 as A, B"),
    (TITLE, 'rest "Rest"\n    cost: pot coins', 'rest "Rest"\n    cost: pay pot from you.coins to bank'),
    (
        TITLE,
        'rest "Rest"\n    pick: s = at least 1 of you.hand',
        'rest "Rest"\n    pick: s = any number of you.hand',
    ),
    (TITLE, 'rest "Rest"\n    s = at least 1 of you.hand', 'rest "Rest"\n    pick: s = any number of you.hand'),
    (TITLE, 'rest "Rest"\n    pick: b in bool "Which?"', 'rest "Rest"\n    pick: b in {no, yes} "Which?"'),
]


def typed(text: str) -> str:
    """Return the text with every cure in the place of what is underlined, one after the other."""
    for _ in range(3):
        (found, *_) = [*(one for one in gamedsl.check_text(text) if one.severity == "error"), None]
        if found is None:
            return text
        lines = text.split("\n")
        line, told = lines[found.span.line - 1], re.findall(r"`([^`]+)`", found.help)
        lines[found.span.line - 1] = line[: found.span.column - 1] + told[0] + line[found.span.end_column - 1 :]
        text = "\n".join(lines)
    return text


def test_the_game_is_sound() -> None:
    """Nothing is said of the game in which all of this is written."""
    assert [] == list(gamedsl.check_text(GAME))


@pytest.mark.parametrize(("good", "bad", "meant"), CURES, ids=[cure[1].split("\n")[-1].strip() for cure in CURES])
def test_a_cure_typed_as_it_stands(good: str, bad: str, meant: str) -> None:
    """Each finding is cured by what its help quotes first, and what comes out is sound and what was meant."""
    assert good in GAME
    margin = good[: len(good) - len(good.lstrip())]
    text = GAME.replace(good, margin + bad, 1)

    assert GAME.replace(good, margin + meant, 1) == typed(text)
    assert [] == [one.message for one in gamedsl.check_text(typed(text)) if one.severity == "error"]


@pytest.mark.parametrize("bad", ["suit: 9, 10, clubs", "suit: ♣, ♥"])
def test_words_of_a_list_with_a_mistake_stay_known(bad: str) -> None:
    """Only the list is told: the words of it that stand elsewhere are no findings of their own."""
    found = gamedsl.check_text(GAME.replace("suit: clubs, hearts", bad))

    assert {4} == {one.span.line for one in found}


def test_rounds_are_counted() -> None:
    """How many rounds there are is a condition, and what it needs is told with it."""
    (found,) = gamedsl.check_text(GAME.replace(UNTIL, "    repeat: 4 times"))
    told = re.findall(r"`([^`]+)`", found.help)

    assert ["until: rounds = 4", "rounds: number", "table", "set rounds to rounds + 1"] == told
    text = (
        GAME.replace(UNTIL, f"    {told[0]}").replace(ALONE, f"{ALONE}\n  {told[1]}").replace(LAID, f"      {told[3]}")
    )
    assert [] == [one.message for one in gamedsl.check_text(text) if one.severity == "error"]


def test_a_name_of_the_file_is_not_cut() -> None:
    """`order_up` begins like `or`, but it is an action: only what nothing is called is cut."""
    helps = [one.help for one in gamedsl.check_text(GAME.replace(PLAY, "    play: rest order_up"))]

    assert ["write `play: rest then order_up`"] == helps
