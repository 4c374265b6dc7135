"""Wordings of people who know rulebooks, in the first files they write: each is told once, with what to write."""

from __future__ import annotations

import pytest

from tests.helpers.checking.parsing import read

FORMS = (
    "write `heap of card` (no order), `stack of card` (with a top), `slot of card` (one piece) "
    "or `purse of card` (counters)"
)
UNSEEN = "write `seen by owner` (only its player sees it) or `seen by none` (nobody)"
SHOWN = "leave it out: everybody sees what lies there; or write `seen by all`"
PLAN = "join actions with `or` (one of them), `then` (in this order) or `and` (in any order)"
ANY_NINE = "write `any(p.gold >= 9 for each p in players)`"
COUNTED = "say where they are counted: `3 * count(ZONE)` for pieces, `3 * PURSE` for counters"
PAID = "say from where and where to: `cost: pay 2 from you.PURSE to PURSE`"
HELD = "write `count(you.ZONE) >= 2` for pieces, `you.PURSE >= 2` for counters"
POINTS = (
    "points stand where they are given: `score loan {0} for you` in the steps (a variant changes that step), "
    "or, counted at the end, under `loan` two blanks further in `worth: {0}`"
)
SQUARED = "write it twice: `count(you.hand) * count(you.hand)`"
FIRST_TRIES = [
    ("table", "hand: list of card, full", "list", FORMS),
    ("table", "hand: heap of card, hidden", "hidden", UNSEEN),
    ("table", "hand: heap of card, face down", "face down", UNSEEN),
    ("table", "hand: heap of card, face up", "face up", SHOWN),
    ("table", "hand: heap of card, seen by you", "you", "write `seen by owner`: the player whose zone it is"),
    ("table", "hand: heap of card, seen by everybody", "everybody", "write `seen by all`"),
    ("table", "hand: heap of card, seen by nobody", "nobody", "write `seen by none`"),
    ("table", "level: 0 to 9", "0 to 9", "write `0..9`"),
    (
        "table",
        "bank: unlimited purse of gold",
        "unlimited purse of gold",
        "the form comes first: write `purse of gold, unlimited`",
    ),
    (
        "phases\n  round",
        "player: up",
        "player",
        "whose turn it is in a phase: `who: up`; how many play, under the first line: `players: 2 to 4`",
    ),
    (
        "end",
        "points: you.gold",
        "points",
        "points come from sources under `scoring`, each with `worth:`; who wins stands in `winner:` under `end`",
    ),
    (
        "actions\n  bid",
        "then: set up to the next player",
        "the next player",
        "write `next(you)`, or `next(NAME)` of a player of the table",
    ),
    ("terms", "free = board[1, 2].up is empty", "board[1, 2].up is empty", "write `count(board[1, 2].up) = 0`"),
    ("terms", "wealth = your gold", "your gold", "write `you.gold`"),
    ("phases\n  round", "steps: day then night", "then", "write a comma between two phases: they run in this order"),
    ("phases\n  round", "play: clap / stamp", "/", PLAN),
    ("actions\n  bid", "pick: n from 1 to you.gold", "from 1 to you.gold", "write `in 1..you.gold`"),
    ("actions\n  bid", "pick: c from you.hand", "from", "write `pick: c in …`"),
    ("actions\n  bid", "pick: fee + 1..9", "fee + 1..9", "give the answer a name: `pick: x in fee + 1..9`"),
    ("actions\n  bid", "pick: 1..9", "1..9", "give the answer a name: `pick: x in 1..9`"),
    ("actions\n  bid", "pick: you.hand", "you.hand", "give the answer a name: `pick: x in you.hand`"),
    ("actions\n  bid", "then: pay 3 to bank", "to", "say where from: `pay 3 from … to bank`"),
    ("actions\n  bid", "then: when n > 1: tidy", "when", "before steps write `if`: `if n > 1:`"),
    (
        "phases\n  round",
        "who: A, B",
        "A, B",
        "several players stand in braces, and one of them begins: `{A, B} from A`",
    ),
    (
        "phases\n  round",
        "until: any player has over",
        "any player has over",
        "write `any(p.over for each p in players)`",
    ),
    (
        "phases\n  round",
        "until: some player has gold > 14",
        "some player has gold > 14",
        "write `any(p.gold > 14 for each p in players)`",
    ),
    ("phases\n  round", "until: a player has 9 gold", "a player has 9 gold", ANY_NINE),
    ("phases\n  round", "until: any player with 9 gold", "any player with 9 gold", ANY_NINE),
    (
        "phases\n  round",
        "until: all players have gold = 0",
        "all players have gold = 0",
        "write `all(p.gold = 0 for each p in players)`",
    ),
    (
        "phases\n  round",
        "until: any p in players has p.gold > 2",
        "any p in players has p.gold > 2",
        "write `any(p.gold > 2 for each p in players)`",
    ),
    ("scoring\n  coins", "worth: 3 per coin", "3 per coin", COUNTED),
    ("scoring\n  coins", "worth: 3 for each coin", "3 for each coin", COUNTED),
    (
        "scoring\n  coins",
        "worth: 3 for each card in you.hand",
        "3 for each card in you.hand",
        "write `3 * count(you.hand)`",
    ),
    (
        "terms",
        "best = {spades 6, hearts 2}",
        "spades 6",
        "a piece of a table with `each` is called by its values in brackets: `NAME(spades, 6)`",
    ),
    ("phases\n  round", "who: players simultaneously", "players simultaneously", "write `players together`"),
    ("phases\n  round", "who: players at once", "players at once", "write `players together`"),
    (
        "phases\n  round",
        "who: players clockwise from up",
        "players clockwise from up",
        "players follow each other clockwise anyway: `players from up`",
    ),
    (
        "phases\n  round",
        "who: players clockwise",
        "players clockwise",
        "write `players from A`, with the player who begins",
    ),
    ("phases\n  round", "who: active player", "active player", "name one: `active`, or a player of the table"),
    ("phases\n  round", "until: you have 2 gold", "you have 2 gold", HELD),
    ("phases\n  round", "until: you.gold at least 2", "at least", "write `>=`"),
    ("phases\n  round", "until: 0 < gold < 7", "0 < gold < 7", "write `0 < gold and gold < 7`"),
    ("actions\n  bid", "cost: 2 coins", "cost: 2 coins", PAID),
    ("actions\n  bid", "cost: pay 2 coins", "cost: pay 2 coins", PAID),
    ("actions\n  bid", "pick: a card from row", "a card from row", "give it a name: `pick: x in row`"),
    (
        "actions\n  bid",
        "then: score claps 3 points for you",
        "points",
        "leave it out: a source gives points, `score SOURCE 3 for you`",
    ),
    (
        "actions\n  bid",
        "then: score 3 points for you",
        "3 points",
        "say from which source, as under `scoring`: `score SOURCE 3 for you`",
    ),
    (
        "actions\n  bid",
        "then: pay half of you.gold to bank",
        "half of you.gold",
        "write `pay you.gold / 2 from you.gold`",
    ),
    (
        "actions\n  bid",
        "then: deal 2 to each player",
        "deal 2 to each player",
        "write `for each p in players: deal 2 from STACK to p.ZONE`",
    ),
    ("actions\n  bid", "then: set round to +1", "+1", "write `set round to round + 1`"),
    ("scoring\n  cards", "worth: count(you.hand) squared", "count(you.hand) squared", SQUARED),
    ("scoring\n  cards", "worth: you.gold / 2 rounded down", "rounded down", "leave it out: `/` rounds down"),
    ("scoring\n  cards", "worth: you.gold / 2 rounded up", "you.gold / 2 rounded up", "write `(you.gold + 1) / 2`"),
    ("scoring", "loan -3", "loan -3", POINTS.format("-3")),
    ("scoring", "loan - 3", "loan - 3", POINTS.format("-3")),
    ("scoring", "loan +3 points", "loan +3 points", POINTS.format("3")),
    ("scoring", "change loan 3", "loan 3", POINTS.format("3")),
    ("types", "colour: red | blue", "|", "write commas between the words: `red, blue`"),
    ("types", "colour: red; blue", ";", "write commas between the words: `red, blue`"),
    (
        "components",
        "coin: 60",
        "60",
        "say what it is: among components `coin: counter, 20`, on the table `coin: 0..9`",
    ),
    ("scenarios\n  one\n    then:", "expect: A.gold = 3", ":", "leave out the colon: write `expect …`"),
    ("scenarios\n  one", "setup: shuffle deck", "setup:", "write `given:`"),
    ("scenarios\n  one", "play: A bid(3)", "play:", "write `then:`, and behind the player a colon: `A: …`"),
    ("scenarios\n  one", "moves: A: bid(3)", "moves:", "write `then:`"),
    (
        "scenarios\n  one",
        "A: bid(3)",
        "A: bid(3)",
        "moves stand under `then:`, two blanks further in: `then: A: bid(3)`",
    ),
    (
        "scenarios\n  one\n    then:",
        "expect offered = The Pit",
        "The Pit",
        "write the name that stands in the file, not the words for people",
    ),
    ("scenarios\n  one\n    then:", "expect A has 6 gold", "A has 6 gold", "write `A.gold = 6`"),
    ("scenarios\n  one\n    then:", "A: bid 3", "bid 3", "what is picked stands in brackets: `bid(3)`"),
    (
        "scenarios\n  one\n    then:",
        "A: bid(3), B: pass",
        ",",
        "write `;` between two moves, or give each a line of its own",
    ),
    ("scenarios\n  one\n    then:", "illegal: B bid(3)", ":", "write `illegal B: bid(3)`"),
]


@pytest.mark.parametrize(("above", "line", "shown", "cure"), FIRST_TRIES, ids=[row[1] for row in FIRST_TRIES])
def test_wordings_of_first_tries(above: str, line: str, shown: str, cure: str) -> None:
    """What people write who know rulebooks is told once, with what to write instead."""
    depth = 2 + 2 * above.count("\n")
    _, found = read(f"game G\n  players: 2\n{above}\n{' ' * depth}{line}\n")
    ((code, span, values),) = found.calls
    assert ("GDSYN30", 4 + above.count("\n"), depth + 1 + line.index(shown)) == (code, span.line, span.column)
    assert (shown, cure) == (values["found"], values["cure"])


def test_many_words_in_a_row() -> None:
    """No wording is looked for in so many ways that it would never end."""
    line = f"expect winners = The {'Ab ' * 40}= 3"
    _, found = read(f"game G\n  players: 2\nscenarios\n  one\n    then:\n      {line}\n")
    assert 1 == len(found.codes)
