"""Random games of Saloon Tycoon over options and seats -> what its catalogue promises of every game, claims included.

Claims are judged a second time here, from the column ``requirement`` of their files, which the rules do not read.
"""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import gamedsl
from tests.helpers.suite.nightly import examples

FOLDER = Path(__file__).parents[2] / "games" / "saloon_tycoon"
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"completions": "queue", "roofing": "owner_chooses", "may_decline": "everything", "reshuffle": "together"}),
    (3, {"completions": "cube_by_cube", "hand_limit": "draw_fewer", "may_decline": "nothing"}),
    (4, {"phineus": "tiles_3", "sydney": "characters_3", "freeze": "at_once", "late_outlaws": True}),
    (2, {"phineus": "cubes_10", "sydney": "open_claims_2", "last_turns_after": "missing_cube", "gold_supply": "box"}),
    (3, {"toll_on_bonus": False, "roofing": "before_bonus", "needed_rooms": "completed", "last_round": "to_its_end"}),
    (2, {"flatfoot_moment": "turn_end", "lot_values": "rising", "large_lots": "printed_pairs"}),
    (3, {"same_tile_twice": False, "bribe_parties": "own", "gold_seen": "hidden", "flatfoot_gold": "exactly"}),
    (2, {"tycoon_action": "mandatory", "bonus_cubes": "some", "final_tie": "later_player"}),
)  # fmt: skip
"""Players and options; each sort of course that options give a game is in one of them."""
EAGER = {"supply": 6, "build": 5, "claim_open": 20, "play_card": 4, "bribe": 2, "pass": 1}
"""How likely a move is, 2 for all others: by pure chance hardly a tile is completed."""
CHECKED = 31
"""A view is judged after so many decisions (and at the end): making one takes longer than a decision."""
COUNTED = {"tile": 60, "card": 37, "character": 12, "claim": 24, "secret": 32}
ARMS = ("A", "B")
SMALL_ROOMS = ("kitchen", "pantry", "laundry", "pharmacy", "guest_room")
TERM = re.compile(r"(\w+)(?::(\w+))?(?:(>=|=)(\d+))?")


@cache
def saloon_tycoon() -> gamedsl.Game:
    """The bundled game; it keeps an engine for every set-up."""
    return gamedsl.load("saloon_tycoon")


@cache
def table_of(name: str) -> dict[str, dict[str, str]]:
    """The rows of one of the game's CSV files by their first column."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = [{column.removeprefix("# "): cell for column, cell in row.items()} for row in csv.DictReader(file)]
    return {next(iter(row.values())): row for row in rows}


class Board:
    """What stands on one player's board: tiles by lot and floor, roofs, characters; counts for claims."""

    def __init__(self, position: Position, seat: int) -> None:
        self.built: list[tuple[tuple[str, ...], int, str]] = []
        self.roofs: list[tuple[tuple[str, ...], str]] = []
        self.characters: list[str] = []
        self.gold = 0
        for cell in position.of_seat(seat):
            for piece in cell.pieces:
                if cell.entry == "player.building":
                    self.built.append((tuple(cell.keys[0].split("+")), cell.numbers[1], piece.name))
                elif cell.entry == "player.roofs":
                    self.roofs.append((tuple(cell.keys[0].split("+")), piece.name))
                elif cell.entry == "player.saloon":
                    self.characters.append(piece.name)
            if cell.entry == "player.gold":
                self.gold = cell.amount or 0
        self.places = {(lot, floor): at for at, (lots, floor, _) in enumerate(self.built) for lot in lots}
        self.tiles = Counter(name for _, _, name in self.built)
        self.level = len(self.built) + len(self.roofs)
        roofed = {lot for lots, _ in self.roofs for lot in lots}
        self.covered = Counter(
            name
            for lots, floor, name in self.built
            if any((lot, floor + 1) in self.places or (floor == 3 and lot in roofed) for lot in lots)
        )

    def height(self, lot: str) -> int:
        """How many tiles lie on a lot."""
        return sum(place == lot for place, _ in self.places)


class Position:
    """A spectator's view of a table by entries."""

    def __init__(self, table: gamedsl.Table) -> None:
        view = table.view(None, bookkeeping=True)
        self.cells: list[Any] = list(view.cells)
        self.seats = range(len(view.seats))
        self.boards = [Board(self, seat) for seat in self.seats]
        names = {row["name"]: key for key, row in table_of("tiles").items()}
        filled = [(names[c.holder], c.amount or 0) for c in self.cells if c.entry == "tile.cubes"]
        self.cubes = sum(amount for _, amount in filled)
        self.complete = Counter(name for name, amount in filled if 0 < int(table_of("tiles")[name]["spaces"]) == amount)
        assert all(amount <= int(table_of("tiles")[name]["spaces"]) for name, amount in filled)

    def of_seat(self, seat: int) -> list[Any]:
        """The cells that belong to a seat."""
        return [cell for cell in self.cells if cell.seat == seat and cell.entry.startswith("player.")]

    def count(self, entry: str, seat: int | None = None) -> int:
        """The number of pieces in the cells of an entry."""
        return sum(cell.count for cell in self.cells if cell.entry == entry and cell.seat == seat)

    def amount(self, entry: str) -> int:
        """What lies in a purse of the table."""
        return sum(cell.amount or 0 for cell in self.cells if cell.entry == entry)

    def pieces(self, kind: str) -> int:
        """The pieces of a kind."""
        return sum(cell.count for cell in self.cells if cell.kind == kind)

    def completed(self, seat: int, name: str) -> tuple[int, int]:
        """The fewest and the most completed tiles of a kind on a board: a view does not say whose cubes are whose."""
        own, everywhere = self.boards[seat].tiles[name], sum(board.tiles[name] for board in self.boards)
        sure = self.boards[seat].covered[name]
        elsewhere = sum(board.covered[name] for board in self.boards) - sure
        done = self.complete[name]
        return max(sure, done - (everywhere - own)), min(own, done - elsewhere)


def judge_boards(position: Position) -> None:
    """Support, adjacency, conditions of place, roofs."""
    lots, tiles = table_of("lots"), table_of("tiles")
    covered: Counter[str] = Counter()
    for board in position.boards:
        covered += board.covered
        assert (("S",), 1, "saloon") in board.built
        for arm in ARMS:
            built = [board.height(f"{arm}{index}") > 0 for index in range(1, 5)]
            assert built == sorted(built, reverse=True)  # an arm is built on from the Saloon outwards
        for under, floor, name in board.built:
            size = tiles[name]["size"]
            assert len(under) == (1 if size == "small" or under == ("S",) else 2)
            assert under != ("S",) or size == "large"
            assert len(under) == 1 or under[1] in lots[under[0]]["neighbours"].split(";")
            below = {board.places.get((lot, floor - 1)) for lot in under}
            sizes = {tiles[board.built[at][2]]["size"] for at in below if at is not None}
            assert sizes == set() if floor == 1 else None not in below
            assert sizes <= {"small"} or (size == "large" and len(below) == 1)
            rule = tiles[name]["condition"]
            assert rule != "above:saloon" or under == ("S",)
            assert not rule.startswith("floor:") or floor == int(rule[6:])
        assert all((lot, 3) in board.places for under, _ in board.roofs for lot in under)
    assert all(position.complete[name] >= number for name, number in covered.items())  # only completed tiles carry


def judge(position: Position, options: Mapping[str, Any], players: int) -> None:
    """Hold one position against the invariants of the catalogue."""
    assert COUNTED == {kind: position.pieces(kind) for kind in COUNTED}
    numbers = table_of("setup_by_players")[str(players)]
    box = int(numbers["cubes_reserve"]) + int(numbers["cubes_aside"])
    left = position.amount("reserve") + position.amount("aside")
    assert box == 100
    assert position.cubes == 100 - left or (left == 0 and position.cubes > 100)
    assert all(cell.amount is None or cell.amount >= 0 for cell in position.cells)
    if options["hand_limit"] != "draw_action":
        assert all(position.count("player.hand", seat) <= 5 for seat in position.seats)
    if options["gold_supply"] == "box" and options["gold_seen"] == "public":
        assert sum(board.gold for board in position.boards) <= 90
    assert position.count("open_claims") + sum(
        position.count("player.claimed", seat) for seat in position.seats
    ) == int(numbers["open_claims"])
    judge_boards(position)


def met(position: Position, seat: int, requirement: str, most: bool) -> bool:
    """Whether a claim's requirement holds, with the fewest or the most completed tiles that fit the view."""
    board, tiles, people = position.boards[seat], table_of("tiles"), table_of("characters")

    def rooms(*names: str) -> int:
        return sum(position.completed(seat, name)[most] for name in names)

    def having(field: str, value: str) -> list[str]:
        return [name for name, row in tiles.items() if row[field] == value and row["kind"] != "roof"]

    def folk(at: int, field: str, value: str) -> int:
        return sum(people[name][field] == value for name in position.boards[at].characters)

    arms = [sum(board.height(f"{arm}{index}") > 0 for index in range(1, 5)) for arm in ARMS]
    others = [folk(at, "title", "citizen") for at in position.seats if at != seat]
    counters = {
        "characters": len(board.characters),
        "citizens": folk(seat, "title", "citizen"),
        "outlaws": folk(seat, "title", "outlaw"),
        "female": folk(seat, "sex", "female"),
        "male": folk(seat, "sex", "male"),
        "citizens_lead": folk(seat, "title", "citizen") - max(others),
        "tiles": board.level,
        "roofs": len(board.roofs),
        "large_roofs": sum(name == "large_roof" for _, name in board.roofs),
        "roof_over_saloon": sum(under == ("S",) for under, _ in board.roofs),
        "completed_small": rooms(*having("size", "small")),
        "completed_large": rooms(*having("size", "large")),
        "completed_special": rooms(*having("kind", "special")),
        "small_types_completed": sum(rooms(name) > 0 for name in SMALL_ROOMS),
        "unfinished": sum(board.tiles.values()) - rooms(*having("size", "small"), *having("size", "large")),
        "lots": sum(arms),
        "fullest_arm": max(arms),
        "emptiest_arm": min(arms),
        "gold": board.gold,
    }
    for part in requirement.split(" & "):
        match = TERM.fullmatch(part)
        assert match is not None
        word, what, sign, number = match.groups()
        if word == "character":
            if what not in board.characters:
                return False
            continue
        value = rooms(what) if word == "completed" else counters[word]
        if not (value >= int(number) if sign == ">=" else value == int(number)):
            return False
    return True


def verdict(position: Position, seat: int, requirement: str) -> bool | None:
    """Whether a requirement is met; None where the view does not tell."""
    low, high = (met(position, seat, requirement, most) for most in (False, True))
    return low if low == high else None


def judge_claims(table: gamedsl.Table, position: Position) -> int:
    """Compare the open claims that are offered with their requirements; return how many were judged."""
    legal = {choice.text[len("claim_open(") : -1] for choice in table.legal() if choice.action == "claim_open"}
    refused = any(refusal.text.startswith("claim_open") for refusal in table.refusals())
    seat = table.decider
    if seat is None or not (legal or refused):
        return 0
    shown = [piece.name for cell in position.cells if cell.entry == "open_claims" for piece in cell.pieces]
    verdicts = {name: verdict(position, seat, table_of("open_claims")[name]["requirement"]) for name in shown}
    assert {name for name, holds in verdicts.items() if holds} <= legal
    assert legal <= {name for name, holds in verdicts.items() if holds is not False}
    return sum(holds is not None for holds in verdicts.values())


def weighted(table: gamedsl.Table, chance: random.Random) -> Any:
    """One of the legal choices; what leads on is likely."""
    legal = table.legal()
    return chance.choices(legal, [EAGER.get(choice.text.split("(")[0], 2) for choice in legal])[0]


@settings(max_examples=examples(3))
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 2**20))
def test_random_games(setup: int, seed: int) -> None:
    """Nothing is lost, boards stand as they must, claims mean what their files say, and every game has an end."""
    players, chosen = SETUPS[setup]
    game, chance = saloon_tycoon(), random.Random(seed)
    table = game.start(players, seed, chosen, log=False)
    options = {name: values[0] for name, values in game.options.items()} | chosen
    decisions = 0
    while table.decider is not None:
        table.apply(weighted(table, chance) if seed % 4 else chance.choice(table.codes()))
        decisions += 1
        if decisions % CHECKED == 0 and table.decider is not None:
            position = Position(table)
            judge(position, options, players)
            if options["gold_seen"] == "public":
                judge_claims(table, position)
    assert table.error() is None
    judge_end(table, options, players)


def judge_end(table: gamedsl.Table, options: Mapping[str, Any], players: int) -> None:
    """Compare the result with the final position, in which everything is shown."""
    position, outcome = Position(table), table.outcome()
    assert outcome is not None
    assert outcome.status == "finished"
    judge(position, options, players)
    assert position.amount("aside") == 0
    people, secrets = table_of("characters"), table_of("secret_claims")
    for seat, board in enumerate(position.boards):
        citizens = sum(people[name]["title"] == "citizen" for name in board.characters)
        assert outcome.breakdown["citizens"][seat] == 5 * citizens
        assert outcome.breakdown["sydney"][seat] == -5 * ("sydney_smythe" in board.characters)
        kept = [piece.name for cell in position.of_seat(seat) if cell.entry == "player.kept" for piece in cell.pieces]
        assert len(kept) == 2
        verdicts = {name: verdict(position, seat, secrets[name]["requirement"]) for name in kept}
        sure = sum(int(secrets[name]["points"]) for name, holds in verdicts.items() if holds)
        unclear = sum(int(secrets[name]["points"]) for name, holds in verdicts.items() if holds is None)
        assert sure <= outcome.breakdown["secret_claims"][seat] <= sure + unclear
    best = max(outcome.points)
    assert all(outcome.points[seat] == best for seat in outcome.winners)


def test_the_data_are_those_of_the_catalogue() -> None:
    """Numbers of tiles, cards, claims and characters as in the list of components; every row has an origin."""
    copies = {
        kind: sum(int(row["copies"]) for row in table_of("tiles").values() if row["kind"] in kind.split())
        for kind in ("start ordinary special", "roof")
    }
    assert copies == {"start ordinary special": 40, "roof": 20}
    assert sum(int(row["copies"]) for row in table_of("tycoon_cards").values()) == 37
    assert [len(table_of(name)) for name in ("open_claims", "secret_claims", "characters", "lots")] == [24, 32, 12, 9]
    names = ("tiles", "tycoon_cards", "open_claims", "secret_claims", "characters", "lots", "setup_by_players")
    origins = {row["origin"] for name in names for row in table_of(name).values()}
    assert origins == {"exact", "likely", "reconstructed"}


def test_the_words_of_tiles_tell_their_bonus() -> None:
    """The amount, or the name of the citizen; tiles without a bonus have no words."""
    for tile in table_of("tiles").values():
        said = tile["text"].casefold()
        if tile["citizen"]:
            name = table_of("characters")[tile["citizen"]]["name"].casefold()
            assert said.startswith("special; ") and said.endswith(f"; brings {name}")
        elif tile["bonus"] in ("gold", "cubes", "draw"):
            assert said.startswith(f"brings {tile['amount']} ")
        else:
            assert (tile["bonus"] == "none") == (not said)
