"""Nobody can tell a hidden piece by its handle: copies exchanged in secret come back under the same handles."""

from random import Random

import pytest
from card_games import SEVERAL, card_game
from copies_swapped import Swapped, swapped_game

import gamedsl
from gamedsl.documents.handles import Following
from gamedsl.engine.present.events import Event


def found(seeds: range) -> list[Swapped]:
    """Play games at random with copies exchanged."""
    return [swapped_game(gamedsl.loads(card_game(Random(seed // 4))), seed) for seed in seeds]


def test_exchanged_copies_are_told_alike() -> None:
    """In card games made at random, whichever of several copies comes back."""
    played = found(range(24))
    assert {""} == {one.leak for one in played}
    assert sum(one.came > 0 for one in played) > 5


@pytest.mark.parametrize("name", ["liars_dice", "saloon_tycoon"])
def test_exchanged_copies_of_bundled_games_are_told_alike(name: str) -> None:
    """So they are in the bundled games in which copies hide."""
    assert {""} == {swapped_game(gamedsl.load(name), seed).leak for seed in range(4)}


def test_members_of_a_set_tell_no_numbers() -> None:
    """A choice of copies in several places names them in an order of handles: once it was that of their numbers."""
    several = Random(10161).sample(sorted(SEVERAL), 2)
    assert "" == swapped_game(gamedsl.loads(card_game(Random(10161), several)), 10180).leak


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
