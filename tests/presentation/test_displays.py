"""Displays filled in from a state: segments, places, what each viewer gets, and nothing that changes the game."""

import pytest

import gamedsl
from gamedsl.engine.words.wording import MOST_MARKS
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.displays import MOST_BOXES
from gamedsl.presentation.view_data import DisplayView, Segment
from gamedsl.presentation.views import project
from tests.helpers.play.engines import engine_of, play, play_out

GAME = """
types
  good: fish, salt
components
  coin: counter, unlimited
  pawn: piece, 2 each player
  ware: card, 2 each good
  die: dice 1..6, 2
  sky: dice of good
  field: space, adjacent by row and col
    | field | row: 1..2 | col: 1..2 |
    | nw    | 1         | 1         |
    | ne    | 1         | 2         |
    | sw    | 2         | 1         |
table
  bank: purse of coin, unlimited
  deck: stack of ware, full, seen by none
  quay: heap of ware
  road[at: 1..4]: slot of pawn
  shed[at: field]: slot of ware
  level: 0..9
  best: player or none
  each player
    box: heap of pawn, full
    hand: heap of ware, seen by owner
    bid: 0..3
setup
  deal 2 from deck to quay
  for each p in players: deal 1 from deck to p.hand
phases
  game
    steps: bids, moves
  bids
    who: players together
    play: bid
  moves
    who: players from A
    play: put
actions
  bid "Bid"
    pick: n in 0..3
    then: set you.bid to n
  put "Put"
    pick: n in 1..4 where road[n] = none
    then:
      move you.box.top to road[n]
      set level to n
      set best to you
      score steps n for you
scoring
  steps "Steps"
display
"""


def drawn(*lines: str) -> Engine:
    """Return the engine of the game with displays of these lines."""
    return engine_of(GAME + "".join(f"  {line}\n" for line in lines))


def displays(engine: Engine, state: State, seat: int | None = None, revealed: bool = False) -> list[DisplayView]:
    """Return the displays that a seat sees."""
    return list(project(engine, state, seat, revealed=revealed).displays)


def lines(display: DisplayView) -> list[list[str]]:
    """Return for each box its title, if any, and its lines as plain text."""
    texts = [(box.title, *box.lines) for box in display.boxes]
    return [["".join(segment.text for segment in line) for line in box if line] for box in texts]


def moved(engine: Engine) -> State:
    """Return a state in which A has put a pawn on 2 and B one on 4."""
    return play(engine, engine.start(3), "bid(1)", "bid(2)", "put(2)")


def test_places_pieces_players_and_meters() -> None:
    """A sign for each place, owned pieces as letters, sets counted, players by name, meters, numbers with forms."""
    engine = drawn(
        "d",
        '  line: "{road}"',
        '  line: "{road[2]}{road[1]}"',
        '  line: "{players.box}"',
        '  line: "{best} {players} {(p for each p in players where no)}"',
        '  line: "{level of 4} {12 of 3} {-1 of 2}"',
        '  line: "{level|step|steps}, {quay}"',
        '  line: "{none}"',
    )
    state = moved(engine)
    (display,) = displays(engine, state)
    ((*plain, quay, _),) = lines(display)

    assert ["·A··", "A·", "A B×2", "A AB ·", "■■□□ ■■■ □□"] == plain
    assert quay.startswith("2 steps, ")
    box = display.boxes[0]
    assert (
        Segment("·", "empty"),
        Segment("A", "piece", owner=0),
        Segment("·", "empty"),
        Segment("·", "empty"),
    ) == box.lines[0]
    assert Segment("■■□□", "meter", filled=2, of=4) == box.lines[4][0]
    assert Segment("A", "player", owner=0) == box.lines[3][0]
    assert not display.boxed


def test_meters_in_all_words() -> None:
    """Words of actions draw meters too, kept within what can be drawn."""
    text = GAME.replace('put "Put"', 'put "Put {level + 2 of 5} {2 of 0} {99 of 99}"') + '  d\n    line: "{level}"\n'
    engine = engine_of(text)
    state = play(engine, engine.start(1), "bid(1)", "bid(1)")
    words = engine.choice_words(state, engine.legal(state)[0])

    assert f"Put ■■□□□  {'■' * MOST_MARKS}" in words


def test_boxes_of_a_grid() -> None:
    """Each box has its place; none is no place; the default title is the label of the last member."""
    engine = drawn("d", "  each: f in field", "  at: f.row, f.col if f.row = 1 else none", '  line: "{shed[f]}"')
    (display,) = displays(engine, engine.start(1))

    assert [(1, 1, (1,)), (1, 2, (2,))] == [(box.row, box.column, box.columns) for box in display.boxes]
    assert [["nw", "·"], ["ne", "·"]] == lines(display)
    assert ("grid", True, None) == (display.form, display.boxed, display.seat)


def test_joined_boxes() -> None:
    """Boxes side by side with the same value are one, which tells all values that differ; none joins nothing."""
    engine = drawn(
        "d",
        "  each: y in 1..2",
        "  each: x in 1..4",
        "  at: y, x",
        "  joined: x / 3 if y = 1 else none",
        "  title: none",
        '  line: "row {y}, {x}"',
    )
    (display,) = displays(engine, engine.start(1))

    assert ["row 1, 1+2", "row 1, 3+4", *(f"row 2, {x}" for x in range(1, 5))] == [line for (line,) in lines(display)]
    assert [(1, (1, 2)), (1, (3, 4)), (2, (1,)), (2, (2,)), (2, (3,)), (2, (4,))] == [
        (box.row, box.columns) for box in display.boxes
    ]


def test_conditions_leave_lines_out() -> None:
    """A line whose condition does not hold is left out; loops may be nested and filtered."""
    engine = drawn(
        "d", "  each: x in 1..3", "  each: y in 1..x where y != 2", '  title: "{x}{y}"', '  line: "odd" if x mod 2 = 1'
    )
    (display,) = displays(engine, engine.start(1))

    assert [["11", "odd"], ["21"], ["31", "odd"], ["33", "odd"]] == lines(display)


def test_who_sees_which_display() -> None:
    """Common ones and those of players are for all, but with `seen by: owner` for the owner alone until the end."""
    engine = drawn(
        "d",
        '  line: "{level}"',
        "each player",
        "  a",
        '    line: "{bid}"',
        "  b",
        "    seen by: owner",
        '    line: "{hand}"',
    )
    state = engine.start(1)
    names = [
        [(display.name, display.seat) for display in displays(engine, state, *view)]
        for view in ((None,), (1,), (None, True))
    ]
    common = [("d", None), ("player.a", 0), ("player.a", 1)]

    assert [common, [*common, ("player.b", 1)], [*common, ("player.b", 0), ("player.b", 1)]] == names
    over = play_out(engine, 1)
    assert ("player.b", 0) in [(display.name, display.seat) for display in displays(engine, over, 1)]


def test_a_display_may_be_open_with_another_option() -> None:
    """Whether a display is its owner's alone may depend on an option."""
    text = GAME.replace("hand: heap of ware, seen by owner", "hand: heap of ware, seen by owner if closed")
    shown = '  each player\n    b\n      seen by: owner if closed\n      line: "{hand}"\n'
    text = f"options\n  closed: yes, no\n{text}{shown}"

    def seats(**options: bool) -> list[int | None]:
        engine = engine_of(text, **options)
        return [display.seat for display in displays(engine, engine.start(1), 0)]

    assert ([0], [0, 1]) == (seats(closed=True), seats(closed=False))


def test_a_display_may_ask_for_a_phase_that_an_option_leaves_out() -> None:
    """Nothing is carried out during a phase that is never played; what is played is seen."""
    extra = "phases\n  whole\n    steps: extra, game\n  extra\n    when: more\n    who: players from A\n    play: put\n"
    text = GAME.replace("phases\n", extra)
    text = f'options\n  more: no, yes\n{text}  d\n    line: "{{1 if during(extra) else 0}}"\n'

    def first(**options: bool) -> list[str]:
        engine = engine_of(text, **options)
        return lines(displays(engine, engine.start(1), 0)[0])[0]

    assert (["0"], ["1"]) == (first(more=False), first(more=True))


def test_what_others_do_together_is_not_displayed_before_it_is_done() -> None:
    """A display shows the viewer's own bid, and those of the others as they were."""
    engine = drawn("d", '  line: "{A.bid} {B.bid} {sum(p.bid for each p in players)}"')
    state = play(engine, engine.start(1), "bid(3)")

    seen = [lines(displays(engine, state, seat)[0])[0][0] for seat in (0, 1, None)]
    assert ["3 0 3", "0 0 0", "0 0 0"] == seen
    play(engine, state, "bid(1)")
    assert ["3 1 4"] == lines(displays(engine, state, 1)[0])[0]


def test_what_cannot_be_worked_out_is_a_question_mark() -> None:
    """A broken promise or an endless loop neither changes nor stops the game."""
    engine = drawn(
        "d",
        '  line: "{the p in players with most p.bid ties never} {level}"',
        '  line: "x" if (the p in players with most p.bid ties never) = A',
        "e",
        "  each: n in {1, the n in 2..3 with most 0 * n ties never}",
    )
    state = engine.start(1)
    before = state.record()
    broken, outside = displays(engine, state)

    assert [["? 0", "?"]] == lines(broken)
    assert [["?"]] == lines(outside)
    assert before == state.record() and engine.outcome(state) is None


def test_displays_change_nothing() -> None:
    """The same game is played with and without anybody looking at displays."""
    engine = drawn("d", "  each: n in 1..4", '  line: "{road[n]} {done(put)}"')

    def look(state: State) -> None:
        displays(engine, state, 0)

    assert play_out(engine, 5).record() == play_out(engine, 5, look).record()


def test_very_many_boxes_are_cut() -> None:
    """A display has a bounded number of boxes."""
    engine = drawn("d", "  each: a in 1..100", "  each: b in 1..100")

    assert MOST_BOXES == len(displays(engine, engine.start(1))[0].boxes)


@pytest.mark.parametrize("last", ["1..1000 where a + b + c = 2991", "(n for each n in 1..9 where a = 0)"])
def test_very_many_passes_are_cut(last: str) -> None:
    """Loops that hardly ever come to a box end, too: here a thousand million passes stand before the first one."""
    engine = drawn("d", "  each: a in 1..1000", "  each: b in 1..1000", f"  each: c in {last}")

    assert () == displays(engine, engine.start(1))[0].boxes


def test_only_dice_from_1_to_6_have_pips() -> None:
    """Dice with words are told as words."""
    engine = drawn("d", '  line: "{level}"')

    assert {"die": True, "sky": False} == {dice.entry: dice.pips for dice in project(engine, engine.start(1), 0).dice}


def test_the_log_uses_the_words_of_a_display() -> None:
    """A place of pieces with a display of its own is called in the log as it is on the table."""
    table = gamedsl.load("tycoon").start(2, seed=5)
    table.apply("buy_scheduled(scheduled_17)")
    log = table.log(0)
    assert "Sydney or 1 square (4) from Scheduled for sale" == log[-1]
    assert not any("scheduled display" in line for line in log)
    assert any("hotels for later phases → stock" in line for line in log)
