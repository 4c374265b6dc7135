"""One move of several parts: its numbers, its texts, what judges it, later questions and steps, save and undo."""

import pytest

import gamedsl
from gamedsl.engine.state.domains import composed, domain_of, singles
from gamedsl.semantics.core import types as t
from tests.helpers.play.engines import engine_of, play, texts

BIDS = """
table
  each player
    number: 0..9
    face: 1..3
phases
  game
    who: players from A
    play: bid
    until: active.number = 3
actions
  bid "Bid"
    pick: q in 1..3, f in 1..3 "How many dice, and which face?"
    when: q > opponent.number or (q = opponent.number and f > opponent.face) "more"
    then:
      set you.number to q
      set you.face to f
"""


def game_of(parts: str) -> gamedsl.Game:
    """Return a game for two with these sections."""
    head = 'game Small "Small"\n  players: 2\n'
    return gamedsl.loads(f"{head}{parts.strip(chr(10))}\nend\n  winner: none\n")


def test_all_parts_are_one_move_with_one_number() -> None:
    """Numbers go up with the first part, then with the next one, and are fixed whatever is possible."""
    table = game_of(BIDS).start(2)
    assert [(range(9), "bid"), (range(9, 10), "pass")] == table.action_codes()
    assert [(q - 1) * 3 + f - 1 for q in (1, 2, 3) for f in (1, 2, 3)] == [one.code for one in table.legal()]
    table.apply("bid(2, 1)")
    assert [(4, "bid(2, 2)", (2, 2)), (5, "bid(2, 3)", (2, 3))] == [
        (one.code, one.text, one.value) for one in table.legal()[:2]
    ]


def test_conditions_behind_judge_all_parts_together() -> None:
    """Only whole answers that pass are offered; a refused one has the reason of its condition."""
    table = game_of(BIDS).start(2)
    table.apply("bid(2, 2)")
    assert ["bid(2, 3)", "bid(3, 1)", "bid(3, 2)", "bid(3, 3)"] == [one.text for one in table.legal()]
    refused = {one.text: one.reason for one in table.refusals()}
    assert {f"bid({q}, {f})" for q, f in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))} == set(refused)
    assert {"more"} == set(refused.values())


def test_words_say_all_parts() -> None:
    """The label says them in their order; the question has one text for all."""
    table = game_of(BIDS).start(2)
    choice = table.legal()[5]
    assert ("2, 3", "Bid: 2, 3") == (choice.label, choice.words)
    table.apply(choice)
    assert "A: Bid: 2, 3 · number: 2 · face: 3" == table.log(1)[-1]


def test_saved_and_restored() -> None:
    """A save keeps the number of the move; what is restored goes on as before."""
    game = game_of(BIDS)
    table = game.start(2)
    table.apply("bid(1, 3)")
    again = game.restore(table.save())
    assert [one.text for one in table.legal()] == [one.text for one in again.legal()]


DEPENDENT = """
types
  colour: red, blue, green
components
  stone: piece, 2 each colour
table
  pool: heap of stone, full
  each player
    own: heap of stone
phases
  game
    who: players from A
    play: trade or rest
    until: count(pool) < 2
actions
  trade "Trade"
    when: count(pool) > 1
    pick: a in pool, b in pool where b.colour != a.colour "Which two?"
    pick: p in players, n in 1..2 "Who, and how many?"
    let: due = n
    when: p != you or due = 1
    then:
      move {a, b} to p.own
      pick c in colour where c != a.colour, yes_or_no in {yes, no} "Another?"
      if yes_or_no and any(colour = c for each s in pool): deal 1 from (pool where colour = c) to p.own
  rest
""".replace(" where c != a.colour, yes_or_no in {yes, no}", " where c != a.colour, m in 0..1").replace(
    "if yes_or_no and any(colour = c for each s in pool): deal 1", "deal m"
)


def test_a_later_part_may_read_an_earlier_one() -> None:
    """Copies that are alike are one choice, in each part; only pairs that fit are offered."""
    engine = engine_of(DEPENDENT)
    state = engine.start()
    assert [
        "trade(stone(red), stone(blue))",
        "trade(stone(red), stone(green))",
        "trade(stone(blue), stone(red))",
        "trade(stone(blue), stone(green))",
        "trade(stone(green), stone(red))",
        "trade(stone(green), stone(blue))",
        "rest",
    ] == texts(engine, state)


def test_later_questions_and_questions_in_steps_have_parts_too() -> None:
    """Each is one decision, called by the name of its first part."""
    engine = engine_of(DEPENDENT)
    state = play(engine, engine.start(), "trade(stone(red), stone(green))")
    assert ["trade.p=A, 1", "trade.p=B, 1", "trade.p=B, 2"] == texts(engine, state)
    play(engine, state, "trade.p=B, 2")
    assert ["trade.c=blue, 0", "trade.c=blue, 1", "trade.c=green, 0", "trade.c=green, 1"] == texts(engine, state)
    play(engine, state, "trade.c=blue, 1")
    own = engine.layout.cells["player.own"].base + 1
    assert 3 == len(state.zones[own])


def test_the_numbers_of_pairs_are_those_of_their_parts() -> None:
    """Of 6 stones and 6 stones there are 36 numbers, legal or not."""
    engine = engine_of(DEPENDENT)
    first = engine.numbering.first_question["trade"].number
    domain = engine.numbering.domains[first]
    assert 36 == domain.size
    assert list(range(36)) == [domain.index(domain.value(number)) for number in range(36)]


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        (t.PartsType((t.IntType(2, 4), t.BoolType())), 6),
        (t.PartsType((t.SomeType(t.IntType(1, 4), 0, 2), t.IntType(0, 1))), 22),
        (t.SomeType(t.IntType(5, 9), 2, 3), 20),
        (t.MaybeType(t.IntType(1, 3)), 4),
        (t.SomeType(t.IntType(1, 3), 2, 9), 4),
        (t.SomeType(t.IntType(1, 3), 4, 9), 0),
    ],
)
def test_every_number_has_its_answer(kind: t.Answer, size: int) -> None:
    """Numbers and answers stand for each other, whatever the answers are made of."""
    domain = domain_of(engine_of(DEPENDENT).layout, kind)
    values = [domain.value(number) for number in range(domain.size)]
    assert size == len(values) == len(set(values))
    assert list(range(size)) == [domain.index(value) for value in values]
    assert values == [composed(kind, value, lambda _, one: one) for value in values]
    assert all(one in range(-1, 10) for value in values for _, one in singles(kind, value) if one is not None)
