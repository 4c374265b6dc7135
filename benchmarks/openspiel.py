"""Games that OpenSpiel knows too -> every position of random games compared: legal moves, who moves, what comes out.

    python -m venv spiel && spiel/bin/pip install open_spiel -e .
    spiel/bin/python benchmarks/openspiel.py --games 1000

OpenSpiel is a tool for this comparison only. It ends with an error at the first difference.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs
import pyspiel

import gamedsl

Move = tuple[str, ...]
_PLACE = re.compile(r"[a-z]\d+")
_NUMBER = re.compile(r"\d+")


@attrs.frozen
class Twin:
    """A game of both: its name there, its options here, and how a move there is written in places here.

    ``last_only``: in the middle of a move here only the last place of a move there is asked for. ``draws``: one of the
    two may end a long game as a draw before the other does. ``drawn``: what chance has brought here, of the n-th draw
    there; then points are compared, not only who has won.
    """

    there: str
    written: Callable[[str, int, int], Move]
    options: dict[str, Any] = attrs.field(factory=dict)
    last_only: bool = False
    draws: bool = False
    drawn: Callable[[gamedsl.Table, int], int] | None = None


def _places(text: str) -> list[tuple[str, int]]:
    return [(place[0], int(place[1:])) for place in _PLACE.findall(text)]


def _as_written(text: str, action: int, player: int) -> Move:
    return tuple(f"{column}{row}" for column, row in _places(text))


def _upside_down(text: str, action: int, player: int) -> Move:
    return tuple(f"{column}{9 - row}" for column, row in _places(text))


def _hexagon(text: str, action: int, player: int) -> Move:
    row, column = divmod(action, 11)
    return (f"{'abcdefghijk'[column]}{row + 1}",)


def _amazons(text: str, action: int, player: int) -> Move:
    row, column = map(int, _NUMBER.findall(text))
    return (f"{'abcdefghij'[column - 1]}{11 - row}",)


_POINTS = (
    *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
)


def _morris(text: str, action: int, player: int) -> Move:
    return tuple(_POINTS[int(number)] for number in _NUMBER.findall(text))


def _called(text: str, action: int, player: int) -> Move:
    return (text.lower(),)


def _leduc_card(table: gamedsl.Table, drawn: int) -> int:
    """Return the number there of the first card dealt here, of the second, or of the public one."""
    hands = (("player.hand", 0), ("player.hand", 1), ("public", None))
    cells = {(cell.entry, cell.seat): cell for cell in table.view(revealed=True).cells}
    rank, suit = (trait.text for trait in cells[hands[drawn]].pieces[0].traits)
    return 2 * ("jack", "queen", "king").index(rank) + ("spades", "hearts").index(suit)


TWINS = {
    "othello": Twin("othello", _as_written),
    "breakthrough": Twin("breakthrough", _upside_down),
    "hex": Twin("hex", _hexagon, {"swap": False}),
    "amazons": Twin("amazons", _amazons),
    "nine_mens_morris": Twin("nine_mens_morris", _morris, draws=True),
    "checkers": Twin("checkers", _as_written, last_only=True, draws=True),
    "leduc_poker": Twin("leduc_poker", _called, drawn=_leduc_card),
}
SAME = {"check": "call"}
"""Actions without a place that are one there."""


@cache
def loaded(name: str) -> gamedsl.Game:
    """Return a game of the examples."""
    return gamedsl.load(f"examples/{name}.game")


def _place(table: gamedsl.Table, choice: gamedsl.Choice) -> list[str]:
    """Return the places that a choice is about; of a piece that needs not be told from others where it lies."""
    found = _PLACE.findall(choice.label)
    if len(found) == (len(choice.value) if isinstance(choice.value, tuple) else 1) or not choice.label:
        return found
    before = _filled(table)
    after = table.copy()
    after.apply(choice.code)
    inside = after.decision()
    while inside is not None and inside.kind == "pick" and _filled(after) == before:
        after.apply(after.codes()[0])
        inside = after.decision()
    gone = [place for place in before if place not in _filled(after)]
    gone = gone if len(gone) == 1 else [place for place in gone if before[place] == table.decider]
    return [*gone, *found]


def _filled(table: gamedsl.Table) -> dict[str, int | None]:
    return {cell.holder: cell.pieces[0].owner for cell in table.view().cells if cell.holder and cell.pieces}


def moves(table: gamedsl.Table, places: int) -> Iterator[tuple[Move, tuple[int, ...]]]:
    """Yield the next answers as so many places named in them, and the codes chosen."""
    for choice in table.legal():
        place = _place(table, choice) if choice.value is not None else [SAME.get(choice.text, choice.text)]
        after, left = table, places - len(place)
        if left > 0:
            after = table.copy()
            after.apply(choice.code)
        inside = after.decision()
        if after is not table and inside is not None and inside.kind == "pick":
            for rest, codes in moves(after, left):
                yield (*place, *rest), (choice.code, *codes)
        else:
            yield tuple(place), (choice.code,)


def compare(name: str, seed: int) -> int:
    """Play one random game in both; return the number of positions compared.

    Raises:
        AssertionError: the games differ.
    """
    twin, rng = TWINS[name], random.Random(seed)
    there = pyspiel.load_game(twin.there).new_initial_state()
    here = loaded(name).start(seed=seed, options=twin.options)
    count = draws = 0
    while not there.is_terminal():
        if there.is_chance_node():
            assert twin.drawn is not None
            there.apply_action(twin.drawn(here, draws))
            draws += 1
            continue
        player = there.current_player()
        actions = {
            twin.written(there.action_to_string(player, action), action, player): action
            for action in there.legal_actions()
        }
        if set(actions) == {()}:  # a pass
            there.apply_action(actions[()])
            continue
        asked = here.decision()
        if asked is None:
            break
        if twin.last_only and asked.kind == "pick":
            actions = {move[-1:]: action for move, action in actions.items()}
        known = dict(moves(here, len(next(iter(actions)))))
        assert set(known) == set(actions), (name, seed, count, sorted(set(known) ^ set(actions)))
        assert here.decider == player, (name, seed, count, "who moves")
        count += 1
        move = rng.choice(sorted(actions))
        there.apply_action(actions[move])
        for code in known[move]:
            here.apply(code)
    outcome = here.outcome()
    won = tuple(seat for seat, score in enumerate(there.returns()) if score > 0)
    if twin.draws and not won and (outcome is None or not outcome.winners):
        return count
    assert outcome is not None and outcome.status == "finished", (name, seed, "not over")
    if twin.drawn is not None:
        assert list(outcome.points) == there.returns(), (name, seed, outcome.points, there.returns())
    else:
        assert outcome.winners == won, (name, seed, outcome.winners, won)
    return count


def main() -> None:
    """Compare the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*TWINS, []], default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first game: others follow it")
    given = parser.parse_args()
    for name in given.names or TWINS:
        begin = time.process_time()
        count = sum(compare(name, seed) for seed in range(given.first, given.first + given.games))
        sys.stdout.write(f"{name}: {given.games} games, {count} positions alike, {time.process_time() - begin:.0f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
