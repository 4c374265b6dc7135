"""Choices: their static numbers, their texts and words, illegal ones, refusals with reasons."""

import pytest

import gamedsl
from gamedsl.engine.errors import IllegalChoice, SetupError
from gamedsl.play.engine import Engine
from gamedsl.presentation import refusal
from tests.helpers.play.engines import engine_of, example, play, texts


def test_mogul_has_39_moves() -> None:
    """Actions in file order with the values of their first pick, then pass: a number never depends on the state."""
    numbering = example("mogul", 4).numbering
    choices = [numbering.choice(code) for code in range(numbering.total)]
    listed = ["pass" if choice.is_pass else (choice.action, choice.value) for choice in choices]
    bare = [("borrow", None), ("bid", None), ("leave", None), ("take", None)]

    assert [*bare, *(("sell", n) for n in range(33)), ("decline", None), "pass"] == listed


def test_the_numbers_are_the_same_for_all_seats_and_options() -> None:
    """Mogul's moves do not depend on the set-up."""
    assert 39 == example("mogul", 6, {"sale": "all_or_none"}).numbering.total


LATER = """
types
  colour: red, blue
phases
  game
    who: players from A
    play: mix
actions
  mix "Mix"
    pick: first in colour "First?"
    pick: second in colour where second != first "Second?"
    then: pick third in 1..2 "Third?"; score dots third for you
scoring
  dots "Dots"
"""


def test_later_picks_are_decisions_of_their_own() -> None:
    """The first pick is part of the move; later picks name card and pick; numbers follow behind pass."""
    engine = engine_of(LATER)
    state = engine.start()
    seen = []
    for move in ("mix(blue)", "mix.second=red", "mix.third=2"):
        seen.append(
            (texts(engine, state), [choice.code for choice in engine.legal(state)], engine.question(state).words)
        )
        play(engine, state, move)

    assert [
        (["mix(red)", "mix(blue)"], [0, 1], "game"),
        (["mix.second=red"], [3], "Second?"),
        (["mix.third=1", "mix.third=2"], [5, 6], "Third?"),
    ] == seen
    assert (2, 0) == tuple(state.points)


def test_words_of_choices_and_questions() -> None:
    """People read the words of the card with the value of the pick."""
    engine = engine_of(LATER)
    state = engine.start()

    assert ["Mix: red", "Mix: blue"] == [engine.choice_words(state, choice) for choice in engine.legal(state)]


def test_an_illegal_choice_is_refused_and_changes_nothing() -> None:
    """Numbers that are not in the legal list raise and leave the state alone."""
    engine = engine_of(LATER)
    state = engine.start()
    before = state.copy()
    for code in (-1, 2, 3, 99):
        with pytest.raises(IllegalChoice):
            engine.apply(state, code)

    assert before == state


def test_nothing_can_be_chosen_after_the_end() -> None:
    """A finished game has no decider and no legal choices."""
    engine = engine_of(LATER)
    state = engine.start()
    while engine.decider(state) is not None:
        engine.apply(state, engine.codes(state)[0])
    with pytest.raises(IllegalChoice):
        engine.apply(state, 0)

    assert ((), ()) == (engine.legal(state), refusal.refusals(engine, state))


REFUSED = """
components
  coin: counter, 10
table
  bank: purse of coin, full
  closed: bool = yes
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: open or buy or look or wait
actions
  open "Open"
    when: not closed "the door is locked"
    then: set closed to no
  buy "Buy"
    pick: n in 1..3 "How many?"
    when: n != 2 "never two"
    cost: pay n from you.coins to bank
    then: score dots n for you
  look "Look"
    then: score dots 1 for you
  wait "Wait"
    then: score dots 0 for you
modifiers
  dark "Dark"
    when: closed
    forbid: look "it is dark"
scoring
  dots "Dots"
"""


def test_refusals_tell_the_first_false_reason() -> None:
    """Every action the plan would allow, or answer to its first pick, tells why it is not possible."""
    engine = engine_of(REFUSED)
    state = engine.start()

    assert [
        ("open", "the door is locked"),
        ("buy(1)", "not enough coin"),
        ("buy(2)", "never two"),
        ("buy(3)", "not enough coin"),
        ("look", "it is dark"),
    ] == [(refusal.text, refusal.reason) for refusal in refusal.refusals(engine, state)]
    assert ["wait"] == texts(engine, state)


def test_a_ban_is_told_before_the_cost() -> None:
    """What is forbidden is not for sale: who could not pay it either hears of the ban; conditions come first."""
    engine = engine_of(REFUSED.replace("forbid: look", "forbid: buy"))
    state = engine.start()

    assert [
        ("open", "the door is locked"),
        ("buy", "it is dark"),
    ] == [(refusal.text, refusal.reason) for refusal in refusal.refusals(engine, state)]
    assert ["it is dark", "never two", "it is dark"] == [refusal.reason(engine, state, "buy", (n,)) for n in (1, 2, 3)]
    assert "it is dark" == refusal.reason(engine, state, "buy", ())


def test_numbers_that_can_be_picked_are_named() -> None:
    """All of a wide range; of a narrow one those for which `where` holds."""
    engine = engine_of(
        "phases\n  r\n    who: players from A\n    play: wide or few or odd\n"
        "actions\n  wide\n    pick: n in 1..5000\n  few\n    pick: n in 1..9 where n < 4\n"
        "  odd\n    pick: n in 1..9 where n mod 4 = 1\n"
    )
    state = engine.start()

    assert "only 1 to 5000 can be picked" == refusal.reason(engine, state, "wide", (6000,))
    assert "only 1 to 3 can be picked" == refusal.reason(engine, state, "few", (7,))
    assert "only 1, 5, 9 can be picked" == refusal.reason(engine, state, "odd", (7,))


def test_what_can_be_picked_is_named() -> None:
    """Of words, pieces and places too, those for which `where` holds; of several questions the one at fault."""
    engine = engine_of(
        """
types
  colour: red, green, blue
components
  point: space, adjacent by row and col
    | point | row: 1..2 | col: 1..2 |
    | a1    | 1         | 1         |
    | b1    | 1         | 2         |
    | b2    | 2         | 2         |
  pawn: piece, 3
table
  bag: stack of pawn, full
  spot[point]: slot of pawn
setup
  move bag.top to spot[a1]
  move bag.top to spot[b2]
phases
  r
    who: players from A
    play: go or paint
actions
  go "Go"
    pick: p in spot "Which pawn?"
    pick: t in point where spot[t] = none "Where to?"
    then: move p to spot[t]
  paint "Paint"
    pick: c in colour where c != green
"""
    )
    state = engine.start()
    pawn, point = (engine.layout.kind_pieces[kind][0] for kind in ("pawn", "point"))

    assert "only red and blue can be picked, not green" == refusal.reason(engine, state, "paint", (1,))
    assert "`Where to?`: only b1 can be picked, not a1" == refusal.reason(engine, state, "go", (pawn, point))
    assert "`Which pawn?`: only pawn on spot[a1] and pawn on spot[b2] can be picked, not pawn" == refusal.reason(
        engine, state, "go", (pawn + 2, point + 1)
    )
    assert None is refusal.reason(engine, state, "go", (pawn, point + 1))


def test_the_reason_of_one_move() -> None:
    """A legal move has no reason; a move outside the plan and a foreign answer have their own."""
    engine = engine_of(REFUSED)
    state = engine.start()

    assert None is refusal.reason(engine, state, "wait")
    assert "never two" == refusal.reason(engine, state, "buy", (2,))
    assert "only 1 to 3 can be picked" == refusal.reason(engine, state, "buy", (9,))


def test_a_name_before_the_first_pick() -> None:
    """A `let` that stands before every pick has its value in the conditions behind the pick."""
    engine = engine_of("""
phases
  main
    who: players from A
    play: buy
actions
  buy "Buy"
    let: odd = (n for each n in 1..6 where n mod 2 = 1)
    pick: n in 1..6
    when: n in odd "only odd numbers"
    then: score money n for you
scoring
  money "Money"
""")
    state = engine.start()

    assert ["buy(1)", "buy(3)", "buy(5)"] == texts(engine, state)
    play(engine, state, "buy(3)", "buy(5)")
    assert [3, 5] == state.points


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (7, {}), (3, {"speed": "fast"}), (3, {"sale": "sometimes"}), (6, {"quick_start": True})],
)
def test_impossible_set_ups_are_refused(seats: int, options: dict[str, bool | str]) -> None:
    """Wrong numbers of seats, unknown options or values, and the header's condition raise SetupError."""
    with pytest.raises(SetupError):
        example("mogul", seats, options)


def test_texts_of_moves_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing 121 moves names 121 values, not each of them once for each other, and the next list names no new one."""
    engine, named = Engine(gamedsl.load("hex").checked, 2), []  # one that has worked out nothing yet
    state, name = engine.start(), engine.wording.name
    monkeypatch.setattr(engine.wording, "name", lambda kind, value: named.append(value) or name(kind, value))
    first, count = texts(engine, state), len(named)

    assert (121, 121) == (len(first), count)
    assert first == texts(engine, state)
    assert 121 == len(named)
