"""Two worlds that differ in hidden things alone look the same to whom they are hidden from, and so do their deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.state.block import State
from gamedsl.players.imagine import determinization, determinized_frames
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.secrecy.planted_leaks import first_of_a_hand, numbers_of_copies_in_sets, order_of_the_file
from tests.helpers.secrecy.twins import leaks, some_of, some_twins, tables_of, tell_only
from tests.helpers.suite.nightly import NIGHTLY, bundled_games, examples
from tests.helpers.texts import game_text

HIDING = ("kuhn_poker", "leduc_poker", "liars_dice", "no_thanks", "sealed_bid", "six_tricks")
NIGHT = (*range(4), 14)
"""Seeds of twins of bundled games. The last two part worlds of the most players after 15 decisions, for four moves, and
of the fewest after 30, for two: everyday small games that hide something have both, the others the last."""
Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("name", bundled_games() if NIGHTLY else [*HIDING, "mogul", "quatre_etoiles"])
def test_twins_of_bundled_games_look_the_same(name: str) -> None:
    """View, choices, refusals, log, events, sums and deals are the same with other hidden things."""
    assert [] == list(leaks(name, NIGHT if NIGHTLY else NIGHT[-2:] if name in HIDING else NIGHT[-1:]))


@pytest.mark.parametrize("number", range(examples(2, 12)))
def test_twins_of_games_at_random_look_the_same(number: int) -> None:
    """So they are in games that nobody meant, with hands, stacks, bags and purses."""
    assert [] == list(leaks(card_game(Random(number)), some_of(number, 2, 12)))


TOLD = (
    *(221059, 289027, 327011, 341019, 391017, 1037031, 4073049, 4165029),
    *(10004013, 10011009, 10022022, 10044015, 10091033, 10095019),
    *(30013026, 30047024, 30058009, 30060000, 53517031),
)
"""Seeds of twins of games at random; their thousands are the games."""


@pytest.mark.parametrize("number", range(examples(2, 8)))
def test_twins_of_choices_of_several_things(number: int) -> None:
    """So they are where one choice picks several pieces: parts, sets, pieces with numbers, in actions and in steps."""
    several = Random(number).sample(sorted(SEVERAL), 3)
    assert [] == list(leaks(card_game(Random(number), several), some_of(number, 2, 10)))


@pytest.mark.parametrize(
    ("number", "seed", "several", "plant"),
    [
        (6, 7, ["hold_two"], lambda patch: patch.setattr(determinized_frames, "_others", lambda *_: True)),
        *([(6, 11, [], numbers_of_copies_in_sets)] if NIGHTLY else []),
    ],
    ids=["which hidden pieces were picked", "which copy has which number"][: examples(1, 2)],
)
def test_choices_of_several_things_could_tell(
    number: int, seed: int, several: list[str], plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins find it when deals keep hidden pieces of one choice, or copies keep their own numbers in sets."""
    text = card_game(Random(number), several or Random(number).sample(sorted(SEVERAL), 3))
    assert tell_only(plant, monkeypatch, text, (seed,))


@pytest.mark.parametrize("seed", TOLD if NIGHTLY else TOLD[::6])
def test_twins_that_have_told_something(seed: int) -> None:
    """What was told once, by the numbers of copies, by who else knows or was shown a piece, by loops, stays untold."""
    found = some_twins(tables_of(gamedsl.loads(card_game(Random(seed // 1000)))), seed)
    assert ("", False) == (found.leak, found.diverged)
    assert found.equal > 0


LAID_AWAY = game_text("players/twins_laid_away")


def test_cards_laid_away_in_the_order_of_the_file_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when hidden cards are laid on a stack by their numbers; as it is, nothing is told."""
    assert tell_only(order_of_the_file, monkeypatch, LAID_AWAY, range(7, 32))


def test_cards_taken_in_the_order_of_the_file_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal takes the first card of a hand in the order of the file."""
    text = LAID_AWAY.replace("(lay_away or lay_one_by_one or put_down)", "put_down")
    assert tell_only(first_of_a_hand, monkeypatch, text, range(7, 32))


def by_what_is_true(could: dict[int, int], called: Any) -> list[int]:
    """Order places as they must not be ordered."""
    return sorted(could)


def test_deals_that_start_from_the_truth_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when places are ordered by what truly lies there."""
    monkeypatch.setattr(determinization, "_in_order", by_what_is_true)
    assert any(leaks("six_tricks", range(8)))


def test_what_is_shown_before_is_put_away() -> None:
    """Which card is put away in secret after one was shown is not in the log of the one who saw it."""
    table = gamedsl.loads(SHOWN).start(seed=1)
    shown = table.legal()[0].label
    table.apply(table.legal()[0])
    table.apply(next(one for one in table.legal() if one.action == "keep" and one.label == shown))

    told = [f"A: show one: (hidden) · {shown} shown to B", "A: keep: (hidden) · 1 card: hand → kept"]
    assert told == table.log(1)[-2:]


SHOWN = game_text("players/twins_shown")


@pytest.mark.parametrize("moves", [["wait", "wait"], ["pass"]])
def test_how_often_others_decide_together_is_not_told(moves: list[str]) -> None:
    """Who decides later in a phase ``together`` is at the same number of decisions, whatever the others did."""
    table = gamedsl.loads(SHOWN).start(seed=1)
    for move in ("pass", "pass", *moves):
        table.apply(move)

    assert (1, 2, 2) == (table.decider, table.situation().decisions, table._sealed(1, 3).decisions)


def test_a_sealed_table_does_not_say_who_else_knows() -> None:
    """In the log of a sealed table every event is for its seat, for everybody or for nobody."""
    game = gamedsl.loads(card_game(Random(1)))
    found = set()
    for seed in range(10):
        table, random = game.start(players=3, seed=seed), Random(seed)
        for _ in range(12):
            table.apply(random.choice(table.codes()))
        if table.decider is not None:
            found |= {event.audience for event in table._sealed(1, 5)._state.events()}

    assert {0, 0b010, 0b1111} == found


def all_known(state: State, seat: int) -> list[int]:
    """Return what a seat will have come to know when all have decided together, too."""
    before = state.curtain[0][6] if state.curtain is not None else ()
    return [piece for piece, seats in enumerate(state.known) if seats & ~before[piece] & 1 << seat]


@pytest.mark.parametrize(
    ("number", "first", "place", "wrong"),
    [
        (21, 63, (determinization, "_came"), all_known),
        (51, 3, (determinized_frames, "_unseen_picks"), lambda *_: iter(())),
        (99, 37, (determinization, "who_knows"), lambda *_: lambda cell, seats: seats),
    ][: examples(2, 3)],
    ids=["what others lay open together", "which hidden piece was picked", "what others know of a hand"][
        : examples(2, 3)
    ],
)
def test_deals_that_keep_too_much_would_tell(
    number: int, first: int, place: tuple[Any, str], wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins find it when deals keep what others have come to hold, picked or seen in secret."""
    text = card_game(Random(number))
    assert tell_only(lambda patch: patch.setattr(*place, wrong), monkeypatch, text, range(first, first + 50))


# ---------------------------------------------------------------- inversion


def guessed(games: int) -> int:
    """Return how often the other's card in Kuhn poker is worked out from a deal of a fixed seed, by all that is learnt.

    Of half of the games it is learnt what is true when the deal shows this and the own card is that.
    """
    game = gamedsl.load("kuhn_poker")
    learnt: dict[tuple[int, int], Counter[int]] = {}
    right = 0
    for number in range(games):
        table = game.start(seed=number)
        hand = table._engine.layout.cells["player.hand"].base
        own, other = (table._state.zones[hand + seat][0] for seat in range(2))
        said = table.situation().imagine(5)._state.zones[hand + 1][0]
        if number < games // 2:
            learnt.setdefault((own, said), Counter())[other] += 1
        else:
            right += learnt[own, said].most_common(1)[0][0] == other
    return right


def test_a_deal_does_not_tell_the_other_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has learnt everything that deals of one seed can tell guesses no better than by chance: one of two."""
    assert 300 * 0.42 < guessed(600) < 300 * 0.58
    monkeypatch.setattr(determinization, "_in_order", by_what_is_true)
    assert 30 == guessed(60)


def test_a_deal_of_one_seed_has_as_many_true_cards_as_chance_gives() -> None:
    """In Six Tricks 6 of the 20 cards that a player has not seen are in the next hand: 1.8 of them by chance."""
    game, games, right = gamedsl.load("six_tricks"), 200, 0
    for number in range(games):
        table = game.start(seed=number)
        place = table._engine.layout.cells["player.hand"].base + 1
        deal = Determinizer(table._engine, table._state, 0).deal(Random(5))
        right += len({*table._state.zones[place]} & {*deal.zones[place]})
    unseen = 27 - 6 - 1
    assert 0.9 * 36 / unseen < right / games < 1.1 * 36 / unseen


def test_sealed_tables_of_one_seed_tell_nothing() -> None:
    """The table that a bot in Python gets is dealt from what its seat knows, too."""
    found: Counter[tuple[int, int, int]] = Counter()
    game = gamedsl.load("kuhn_poker")
    for number in range(300):
        table = game.start(seed=number)
        hand = table._engine.layout.cells["player.hand"].base
        sealed = table._sealed(0, 5)
        own, other, said = (cell[0] for cell in (*table._state.zones[hand : hand + 2], sealed._state.zones[hand + 1]))
        found[own, other, said] += 1
    told = {(own, said): [found[own, other, said] for other in range(3)] for own in range(3) for said in range(3)}
    assert all(max(counts) < 0.7 * sum(counts) for counts in told.values() if sum(counts) > 0)
