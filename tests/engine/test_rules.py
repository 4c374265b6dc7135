"""Phases, turns, triggers, modifiers and ends: in which order things happen."""

from tests.helpers.play.engines import amount, engine_of, play, texts, value

ORDER = """
table
  rounds: 0..9
  first: player = A
phases
  game
    steps: round
    until: rounds = 2
  round
    who: {who}
    play: go{until}
    then: set rounds to rounds + 1
actions
  go "Go"
    then: {then}
scoring
  dots "Dots"
"""


def order(who: str, then: str = "score dots 1 for you", until: str = "", seats: int = 3, moves: int = 9) -> list[int]:
    """Return the seats that decide, one after another."""
    engine = engine_of(ORDER.format(who=who, then=then, until=f"\n    until: {until}" if until else ""), seats)
    state = engine.start()
    seen = []
    while (seat := engine.decider(state)) is not None and len(seen) < moves:
        seen.append(seat)
        play(engine, state, "go")
    return seen


def test_every_member_has_one_turn_from_the_start_player() -> None:
    """``who: S from p`` without ``until``: once round the table, clockwise from p."""
    assert [1, 2, 0, 1, 2, 0] == order("players from B")


def test_a_start_player_outside_the_set_gives_the_next_one() -> None:
    """The first turn goes to the next member clockwise of p."""
    assert [2, 0, 2, 0] == order("players - B from B")


def test_until_is_tested_after_every_turn() -> None:
    """With ``until`` turns go round until it holds."""
    assert [0, 1, 2, 0, 0, 1, 2, 0] == order("players from A", until="A.points = 2 or A.points = 4", seats=3)


def test_the_set_is_read_anew_before_every_turn() -> None:
    """Who leaves the set during the round has no turn any more."""
    assert [0, 2, 0, 2] == order("players - (B if A.points > 0 else C) from A", seats=3)


def test_one_player_has_one_turn_and_none_skips() -> None:
    """``who: E`` without ``from``: one turn; none skips the turns, not the phase."""
    assert [0, 0] == order("first")
    assert [] == order("first if rounds > 5 else none")


NESTED = """
table
  log_of: 0..9
phases
  game
    who: players from A
    steps: inner, tail
  inner
    when: you = B "only B"
    who: players - you from you
    play: mark
  tail
    play: mark
actions
  mark "Mark"
    when: you != C or active = you
    then: score dots 1 for active; set log_of to done(mark)
scoring
  dots "Dots"
"""


def test_active_and_done_belong_to_the_innermost_turn() -> None:
    """``active`` is the player of the nearest phase with ``who``; ``done`` counts within that player's turn."""
    engine = engine_of(NESTED, 3)
    state = engine.start()
    seen = []
    while (seat := engine.decider(state)) is not None:
        play(engine, state, "mark")
        seen.append((seat, value(engine, state, "log_of")))

    assert [(0, 1), (2, 1), (0, 1), (1, 1), (2, 1)] == seen


TRIGGERS = """
components
  coin: counter, 30
table
  bank: purse of coin, full
  trace: 0..9999999
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: 2 of take
actions
  take "Take"
    then: pay 2 from bank to you.coins; gain
rules
  gain
    then: pay 1 from bank to you.coins
triggers
  rich "Rich"
    who: active
    when: you.coins >= 2
    then: set trace to trace * 10 + 1
  first_to_five "First to have five"
    who: players from active
    once: you.coins >= 5
    then: set trace to trace * 10 + 2; score dots 10 for you
  after_gain "After gain"
    after: gain
    then: set trace to trace * 10 + 3
scoring
  dots "Dots"
"""


def test_triggers_fire_at_their_step_and_in_file_order() -> None:
    """Watched triggers follow the step that makes them true, once per change; ``after`` follows the whole card."""
    engine = engine_of(TRIGGERS)
    state = play(engine, engine.start(), "take", "take")

    # 2 coins: rich (1), after gain (3); then 5 coins: first to five (2), after gain (3)
    assert (1323, (10, 0)) == (value(engine, state, "trace"), tuple(state.points))
    play(engine, state, "take")
    assert 132313 == value(engine, state, "trace")


MODIFIED = """
table
  level: 0..9
terms
  price(n: 0..9) = n + level
phases
  game
    who: players from A
    play: pick_price
actions
  pick_price "Price"
    pick: n in 0..3
    then: score dots price(n) for you; raise_level
rules
  raise_level
    then: set level to level + 1
modifiers
  doubled "Doubled"
    when: level > 0
    change: price to old * 2
  shifted "Shifted"
    change: price to old + n
  frozen "Frozen"
    when: level > 0
    forbid: raise_level "no more"
scoring
  dots "Dots"
"""


def test_modifiers_bend_terms_in_file_order_and_forbid_rules() -> None:
    """``change`` passes the value on with ``old``; a forbidden rule does nothing."""
    engine = engine_of(MODIFIED)
    state = play(engine, engine.start(), "pick_price(3)")
    first = state.points[0]
    play(engine, state, "pick_price(2)")

    assert (3 + 3, (2 + 1) * 2 + 2, 1) == (first, state.points[1], value(engine, state, "level"))


ENDS = """
components
  coin: counter, 9
table
  bank: purse of coin, full
  each player
    coins: purse of coin
phases
  game
    who: players from A
    play: any number of take
actions
  take "Take"
    then: pay 3 from bank to you.coins; score dots 1 for you
scoring
  dots "Dots"
  wealth "Wealth"
    worth: you.coins / 2
end
  when: bank = 0 "the bank is empty"
  when: any(p.coins >= 3 for each p in players - A) "B is rich"
"""


def test_an_end_condition_ends_the_game_at_once() -> None:
    """Nothing after the step that ends the game happens; then every source is counted and players are ranked."""
    engine = engine_of(ENDS)
    state = play(engine, engine.start(), "take", "take", "take")
    outcome = engine.outcome(state)

    assert outcome is not None
    assert ("finished", "the bank is empty", (0,), ((0,), (1,)), (6, 0)) == (
        outcome.status,
        outcome.words,
        outcome.winners,
        outcome.ranking,
        outcome.points,
    )
    assert {"dots": (2, 0), "wealth": (4, 0)} == outcome.breakdown


def test_end_conditions_are_tested_in_file_order() -> None:
    """The first true one gives the words."""
    engine = engine_of(ENDS)
    state = play(engine, engine.start(), "take", "pass", "take")
    outcome = engine.outcome(state)

    assert outcome is not None
    assert ("B is rich", 3, 3) == (outcome.words, *(amount(engine, state, "coins", seat) for seat in (0, 1)))


STEPS = """
types
  colour: red, green, blue
table
  trace: 0..99999
phases
  game
    who: players from A
    play: go
actions
  go "Go"
    then:
{then}
scoring
  dots "Dots"
    worth: trace
"""


def trace(then: str, *moves: str) -> int:
    """Return what some steps write into ``trace``."""
    engine = engine_of(STEPS.format(then=then))
    state = play(engine, engine.start(), "go", *moves)
    return int(value(engine, state, "trace"))


def test_loops_walk_canonically_or_from_a_player() -> None:
    """Sets are walked from the lowest; ``from p`` goes clockwise."""
    assert 12 == trace("      for each p in players: set trace to trace * 10 + (1 if p = A else 2)")
    assert 21 == trace("      for each p in players from B: set trace to trace * 10 + (1 if p = A else 2)")


def test_a_chosen_loop_asks_while_several_are_left() -> None:
    """``chosen``: the player picks which is next; the last one is not asked for."""
    then = (
        '      for each c in colour chosen "Next?": set trace to trace * 10 + (1 if c = red else 2 if c = green else 3)'
    )

    assert 312 == trace(then, "go.c=blue", "go.c=red")


def test_repeat_reads_its_count_once_and_until_before_every_pass() -> None:
    """``repeat n times until C``."""
    assert 111 == trace("      repeat 3 times: set trace to trace * 10 + 1")
    assert 11 == trace("      repeat 9 times until trace > 10: set trace to trace * 10 + 1")


def test_an_offer_asks_another_player() -> None:
    """``offer p: plan``: that player decides as ``you``; then the card goes on."""
    text = STEPS.format(then="      offer next(you): up to 1 of gift\n      set trace to trace * 10 + 7") + ""
    text = text.replace("scoring", '  gift "Gift"\n    then: set trace to trace * 10 + (1 if you = A else 2)\nscoring')
    engine = engine_of(text)
    state = play(engine, engine.start(), "go")
    asked = (engine.decider(state), texts(engine, state))
    play(engine, state, "gift")

    assert ((1, ["gift", "pass"]), 27) == (asked, value(engine, state, "trace"))
