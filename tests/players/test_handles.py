"""Nobody can tell a hidden piece by its handle: copies exchanged in secret come back under the same handles."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl import documents
from gamedsl.documents.handles import Following
from gamedsl.engine import events as ev
from gamedsl.engine.events import Event
from gamedsl.studies import all_events
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.sample_games.documents import HANDS
from tests.helpers.secrecy.swapped_copies import Swapped, swapped_game
from tests.helpers.suite.nightly import NIGHTLY, examples


def found(seeds: range) -> Iterator[Swapped]:
    """Play games at random with copies exchanged."""
    return (swapped_game(gamedsl.loads(card_game(Random(seed // 4))), seed) for seed in seeds)


def test_exchanged_copies_are_told_alike() -> None:
    """In card games made at random, whichever of several copies comes back."""
    played = [*found(range(24) if NIGHTLY else range(10, 16))]
    assert {""} == {one.leak for one in played}
    assert sum(one.came > 0 for one in played) > (5 if NIGHTLY else 3)


@pytest.mark.parametrize("name", ["liars_dice", "saloon_tycoon"][: examples(1, 2)])
def test_exchanged_copies_of_bundled_games_are_told_alike(name: str) -> None:
    """So they are in the bundled games in which copies hide."""
    assert {""} == {swapped_game(gamedsl.load(name), seed).leak for seed in range(examples(2, 4))}


def test_members_of_a_set_tell_no_numbers() -> None:
    """A choice of copies in several places names them in an order of handles: once it was that of their numbers."""
    several = Random(10161).sample(sorted(SEVERAL), 2)
    assert "" == swapped_game(gamedsl.loads(card_game(Random(10161), several)), 10180).leak


def test_moves_that_different_players_see_tell_no_numbers() -> None:
    """Copies go out of two hands in one step, each seen by its player: once they went in the order of their numbers."""
    assert "" == swapped_game(gamedsl.loads(card_game(Random(6701))), 6714).leak


def _by_number(self: Following, piece: int, cell: int, handle: int | None) -> int | None:
    """Give a piece the handle of its number, whenever it is seen."""
    self.place[piece] = cell
    if not self.looks_into(cell):
        return None
    self.handles[piece] = piece
    return piece


def test_handles_could_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds it when handles are numbers of pieces."""
    monkeypatch.setattr(Following, "_put", _by_number)
    assert any(one.leak for one in found(range(24)))


def test_an_event_without_a_piece_changes_no_handle() -> None:
    """Only moves of pieces and shuffles do."""
    table = gamedsl.load("kuhn_poker").start()
    following = Following(table._engine, 0)
    assert (None, None) == following.follow(Event(audience=1))
    assert {} == following.handles


def sources(events: Sequence[dict[str, Any]], target: str) -> dict[str, list[str]]:
    """Return for the copies of each card from where they were moved to a place, in the order that is told."""
    found: dict[str, list[str]] = {}
    for one in events:
        if one["event"] == "ledger" and one["target"] == target:
            found.setdefault(one["label"], []).append(one["source"])
    return found


@pytest.mark.parametrize(("move", "target"), [("all_open", "open"), ("all_down", "pile")])
def test_copies_that_one_step_moves_are_told_by_their_places(move: str, target: str) -> None:
    """Not by their numbers, which say which of two copies is the lower one."""
    game, differ = gamedsl.loads(HANDS), 0
    for seed in range(12):
        table = game.start(seed=seed)
        table.apply(move)
        for seat in (None, 0, 1, 2):
            told = sources(table.events(seat), target)
            assert told and all(places == sorted(places) for places in told.values())
        happened = [ev.to_data(one) for one in all_events(table)]
        differ += sources(happened, target) != told
        assert [one["number"] for one in table.ledger()] == list(range(len(table.ledger())))
    assert differ > 3


def test_handles_follow_what_is_told_of_copies() -> None:
    """Whose card is said to go first on a pile lies where the first card of that face lies in it."""
    game = gamedsl.loads(HANDS)
    for seed in range(6):
        table = game.start(seed=seed)
        hand = {piece["id"] for cell in documents.view(table, 1)["cells"] for piece in cell["pieces"]}
        table.apply("all_down")
        told = [one for one in documents.events(table, 1)["events"] if one.get("target") == "pile"]
        [pile] = [cell["pieces"] for cell in documents.view(table, 1)["cells"] if cell["entry"] == "pile"]
        assert [one["piece"] for one in told] == [piece["id"] for piece in pile]
        assert {one["piece"] for one in told if one["source"] == "B.hand"} == hand
        assert all(one["piece_before"] in (one["piece"], None) for one in told)
