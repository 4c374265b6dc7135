"""Parts that are shuffled and laid on or under a stack: what deals, log, documents, scenarios and C make of them."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.game import Table
from gamedsl.i18n.speaking import speaking
from gamedsl.kernel.native import compilers
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.simulate import Settings
from gamedsl.simulate.play.native_games import NativeGames
from gamedsl.simulate.play.one_game import play_one
from tests.helpers.play.batches import played_by
from tests.helpers.secrecy.consistency import disagreements
from tests.helpers.texts import game_text

RULES = game_text("players/shuffled_parts")


def table_after(*moves: str) -> Table:
    """Return a table at which these moves have been made."""
    table = gamedsl.loads(RULES).start(seed=3)
    for move in moves:
        table.apply(move)
    return table


def blocks(table: Table, zone: str = "floods") -> list[set[int]]:
    """Return the blocks of a stack from the bottom."""
    return [set(block) for block in table._state.zones[table._engine.layout.cells[zone].base]]


def deals(table: Table, seat: int) -> list[list[set[int]]]:
    """Return the blocks of the stack in forty deals for a seat."""
    determinizer, cell = Determinizer(table._engine, table._state, seat), table._engine.layout.cells["floods"].base
    return [[set(one) for one in determinizer.deal(Random(number)).zones[cell]] for number in range(40)]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_all_saw_is_on_top_in_all_deals(seat: int) -> None:
    """Nobody knows its order, and nobody doubts that it is there; the cards below stay unknown."""
    table = table_after("rise")
    known = blocks(table)[-1]
    assert 6 == len(known)
    found = deals(table, seat)
    assert [[known]] * 40 == [one[1:] for one in found]
    assert len({frozenset(one[0]) for one in found}) > 1


def test_what_was_drawn_of_it_is_gone() -> None:
    """What is left of a part is known, too; at the bottom lies what went there."""
    table = table_after("rise", "draw", "sink")
    bottom, _, top = blocks(table)
    assert (2, 4) == (len(bottom), len(top))
    assert [(bottom, top)] * 40 == [(one[0], one[-1]) for one in deals(table, 0)]


def test_only_who_had_them_knows_which_they_are() -> None:
    """Cards of a hidden hand are on top for whoever had them, any for the others."""
    table = table_after("own")
    own = blocks(table)[-1]
    assert [own] * 40 == [one[-1] for one in deals(table, 0)]
    assert 6 == len({frozenset(one[-1]) for one in deals(table, 1)})  # two of four cards that nobody else has seen


def test_a_stack_that_all_see_is_in_order_at_once() -> None:
    """Each card is a block of its own, and everybody knows it; what lay there stays above."""
    table = table_after("lay_open")
    first = blocks(table, "open")
    assert {1} == {len(one) for one in first}
    everybody = table._engine.layout.everybody
    assert {everybody} == {table._state.known[piece] for block in first for piece in block}
    for move in ("draw", "draw", "lay_open"):
        table.apply(move)
    assert first == blocks(table, "open")[-len(first) :]
    assert len(blocks(table, "open")) > len(first)


TOLD = {
    "en": ("floods: the top 6 shuffled", "floods: the bottom 2 shuffled"),
    "de": ("floods: die obersten 6 gemischt", "floods: die untersten 2 gemischt"),
    "fr": ("floods\u00a0: on mélange les 6 du dessus", "floods\u00a0: on mélange les 2 du dessous"),
}


@pytest.mark.parametrize("language", TOLD)
def test_the_log_says_which_part_is_shuffled(language: str) -> None:
    """In all languages, in the log and in the story."""
    table = table_after("rise", "draw", "sink")
    with speaking(language):
        log = table.log(0)
        story = [effect.words for passage in table.story(0) for effect in passage.effects]
    for words in TOLD[language]:
        assert any(words in line for line in log)
        assert words in story


def test_a_choice_says_that_it_shuffles() -> None:
    """What is shuffled, and where it goes."""
    table = table_after()
    told = {choice.action: table.consequences()[choice.code].effects for choice in table.legal()}
    found = {name: [deed.words for deed in deeds if deed.kind == "shuffle"] for name, deeds in told.items()}
    assert ["cards in the drawn are shuffled and laid on the floods"] == found["rise"]
    assert ["cards in the drawn are shuffled and laid under the floods"] == found["sink"]


def test_events_say_how_much_is_shuffled() -> None:
    """The whole stack, or so many on top or at the bottom; what lies there already is not told as moved."""
    table = table_after("rise", "draw", "sink", "mix")
    events = table.events(0)
    found = [(one.get("part", "all"), one["count"]) for one in events if one["event"] in ("shuffle", "shufflepart")]
    assert [("all", 12), ("top", 6), ("bottom", 2), ("top", 8)] == found
    last = max(at for at, one in enumerate(events) if one["event"] == "decision")
    kinds = [one["event"] for one in events[last:] if one["event"] in ("decision", "ledger", "shufflepart")]
    assert ["decision", "shufflepart"] == kinds


@pytest.mark.parametrize("number", range(6))
def test_log_events_views_and_documents_agree(number: int) -> None:
    """What one of them hides from a viewer no other tells."""
    table = gamedsl.loads(RULES).start(seed=number)
    assert [] == list(disagreements(table, number, 20))


FORCED = """
scenarios
  first "What is forced comes, also where the stack is shuffled with others in between"
    then:
      A: rise
      force floods: card(12), card(11)
      B: mix
      A: take
      expect card(12) in A.hand
      expect card(11) in A.hand
  in_order "What is forced of a stack that all see lies on top"
    given:
      move players.hand to open
      move drawn to open
      move floods to open
    then:
      A: again
      force open: card(7), card(9)
      B: again
      expect open.top = card(7)
      A: turn_over
      expect drawn = {card(7), card(9)}
"""


def test_what_is_forced_comes() -> None:
    """Behind a shuffled part as behind a shuffled stack."""
    for found in gamedsl.loads(RULES + FORCED).test():
        assert [] == [one.message for one in found.diagnostics]


def test_a_saved_game_goes_on_the_same_way() -> None:
    """Blocks and what is known of them are saved."""
    table = table_after("rise", "own", "sink")
    again = gamedsl.loads(RULES).restore(table.save())
    for move in ("draw", "take", "mix", "draw"):
        table.apply(move)
        again.apply(move)
        assert table.fingerprint() == again.fingerprint()
    assert table.log(0) == again.log(0)


@pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")
def test_players_who_think_do_the_same_in_c() -> None:
    """Deals of a search included: whoever plays by machine code knows the same of parts that were shuffled."""
    game = gamedsl.loads(RULES)
    settings = Settings("rise", 2, ("mcts:12", "greedy"), 1, 10, limit=30, engine="native")
    native = NativeGames(game, settings, threads=1)
    native.expect(range(3))
    assert played_by(native.play, range(3)) == [play_one(game, settings, number) for number in range(3)]
