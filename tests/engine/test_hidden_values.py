"""Values that not everybody sees: who knows them, what the log tells, what `show` opens and for how long, deals."""

from __future__ import annotations

import json
from random import Random

import pytest

from gamedsl import Table, check_text, loads
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.presentation.views import project
from tests.helpers.play.engines import same
from tests.helpers.texts import game_text

GAME = game_text("engine/hidden_values")


def seen(table: Table, seat: int | None) -> dict[tuple[str, int | None], str | None]:
    """Return the values as a seat sees them."""
    return {(value.entry.split(".")[-1], value.seat): value.text for value in table.view(seat).values}


def played(*moves: str, text: str = GAME, **options: bool) -> Table:
    """Return a table behind some moves."""
    table = loads(text).start(seed=4, options=options)
    for move in moves:
        table.apply(next(choice for choice in table.legal() if table.text_of(choice.code) == move))
    return table


def test_only_who_may_sees_a_value() -> None:
    """A bid is seen by its owner, the treasure by nobody; who only watches sees neither."""
    table = played("write_bid(7)")
    assert [None, None, None, None] == [seen(table, seat)["treasure", None] for seat in (0, 1, 2, None)]
    assert ["7", None, None, None] == [seen(table, seat)["bid", 0] for seat in (0, 1, 2, None)]
    assert "0" == seen(table, 2)["bid", 1]


def test_what_is_picked_for_a_hidden_value_is_told_to_nobody_else() -> None:
    """The log of the others hides the answer, numbers and words alike."""
    table = played("write_bid(7)", "throw(paper)")
    assert ["A: Write down a bid: 7", "A: Throw: paper"] == table.log(0)[-2:]
    assert ["A: Write down a bid: (hidden)", "A: Throw: (hidden)"] == table.log(1)[-2:]
    assert [0, 0] == ["paper" in str(table.events(1)), "value='7'" in str(table.events(None))]


def test_shown_until_it_changes() -> None:
    """`show` tells a value to those it names; when it is set again they do not know it any more."""
    moves = ["write_bid(7)", "throw(paper)", "write_bid(3)", "throw(rock)", "write_bid(9)", "throw(rock)"]
    table = played(*moves)
    assert ["7", "3", "9"] == [seen(table, None)["bid", seat] for seat in range(3)]
    assert "A's bid: 7 shown to everybody" in table.log(2)
    assert "A's hand: paper shown to B" in table.log(1)
    assert "A's hand shown to B" in table.log(2)
    table.apply(next(choice for choice in table.legal() if table.text_of(choice.code) == "write_bid(5)"))
    assert ["5", None, None, None] == [seen(table, seat)["bid", 0] for seat in (0, 1, 2, None)]
    assert "3" == seen(table, 2)["bid", 1]


def test_what_follows_from_what_all_know_is_known_to_all() -> None:
    """A value that is put back to none by the rules is none for everybody."""
    table = played("write_bid(7)", "throw(paper)", "write_bid(3)", "throw(rock)", "write_bid(9)", "throw(rock)")
    assert ["none", "none", "none"] == [seen(table, None)["hand", seat] for seat in range(3)]


def test_nobody_can_tell_whose_value_is_set() -> None:
    """Where it is a secret whose value changes, those of the others are not known to be unchanged either."""
    rules = GAME.replace("  roll treasure in 2..5", "  roll treasure in 2..5\n  set only(chosen).spy to yes")
    rules = rules.replace("    bid:", "    spy: bool, seen by owner\n    bid:", 1)
    chosen = "terms\n  chosen = (p for each p in players where p != A and treasure > 1 and p != B)\nsetup"
    table = played(text=rules.replace("setup", chosen, 1))
    assert [None, None] == [seen(table, 0)["spy", seat] for seat in (1, 2)]
    assert ["no", "yes"] == [seen(table, seat)["spy", seat] for seat in (1, 2)]


def test_options_say_who_sees() -> None:
    """With an option that opens the bids all see and hear them."""
    table = played("write_bid(7)", open_bids=True)
    assert "7" == seen(table, None)["bid", 0]
    assert "A: Write down a bid: 7" == table.log(1)[-1]


def test_deals_put_other_values_where_a_seat_does_not_know() -> None:
    """What is known stays; the rest is anything that can have been put there, the same whatever is true."""
    deals = []
    for number in (3, 9):
        table = played(f"write_bid({number})", "throw(paper)", "write_bid(4)")
        determinizer = Determinizer(table._engine, table._state, 1)
        deals.append([determinizer.deal(Random(seed)).values for seed in range(60)])
        game = table._engine.layout.values
        treasure = {values[game["treasure"].base] for values in deals[-1]}
        bids = {values[game["player.bid"].base] for values in deals[-1]}
        hands = {values[game["player.hand"].base] for values in deals[-1]}
        assert ({2, 3, 4, 5}, {0, 1, 2}) == (treasure, hands)
        assert len(bids) > 15 and bids <= set(range(21))
        assert {(4, None)} == {(v[game["player.bid"].base + 1], v[game["player.hand"].base + 1]) for v in deals[-1]}
    assert deals[0] == deals[1]


def test_saved_with_who_knows() -> None:
    """A saved state knows who was shown what."""
    table = played("write_bid(7)", "throw(paper)", "write_bid(3)")
    again = table.game.restore(json.dumps(table.save()))._state
    assert same(table._engine, table._state, again)
    assert [project(table._engine, table._state, seat) for seat in range(3)] == [
        project(table._engine, again, seat) for seat in range(3)
    ]


TOGETHER = GAME.replace("who: players from A", "who: players together")


def test_together_nobody_sees_what_others_set() -> None:
    """While all decide at once, the values of the others are as they were before."""
    table = played("write_bid(7)", "throw(paper)", text=TOGETHER)
    assert ["7", "0", "0"] == [seen(table, seat)["bid", 0] for seat in (0, 1, 2)]
    assert ["paper", "none"] == [seen(table, seat)["hand", 0] for seat in (0, 1)]


def codes(old: str, new: str) -> list[str]:
    """Return the codes of what is found when a part of the game is written otherwise."""
    assert old in GAME
    return [one.code for one in check_text(GAME.replace(old, new))]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('pick: n in 0..20 "How much?"', 'when: next(you).bid > 3 "no"\n    pick: n in 0..20 "How much?"', "GDKNO01"),
        ("pick: n in 0..20", "pick: n in 0..treasure", "GDKNO01"),
        ('"Throw"', '"Throw against {next(you).hand}"', "GDKNO02"),
        ("end\n", 'display\n  bids "Bids"\n    line: "{A.bid}"\nend\n', "GDKNO04"),
        ("treasure: 1..6, seen by none", "treasure: 1..6, seen by owner", "GDTYP01"),
        ("show players.bid to players", "show round to players", "GDTYP01"),
        ("show players.bid to players", "show players.bid + 1 to players", "GDTYP01"),
        ("then: set you.bid to n", "then: set you.bid to n; set round to min(9, n)", "GDKNO07"),
        ("round: 0..9", "round: 0..9, full", "GDTYP01"),
    ],
)
def test_slips_are_found(old: str, new: str, code: str) -> None:
    """What reads, shows or tells a hidden value in the wrong place has a finding."""
    assert [] == codes("round: 0..9", "round: 0..9")
    assert code in codes(old, new)
