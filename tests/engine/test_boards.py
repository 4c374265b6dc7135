"""What expressions about boards give: steps, ways and what stops them, rectangles, drawn lines, chains."""

from __future__ import annotations

import pytest

from tests.helpers.sample_games.boards import holds

PLACED = (
    "move White.box.top to d4",
    "move Black.box.top to d6",
    "move Black.box.top to f4",
    "move White.box.top to g4",
)
"""White on d4 and g4, Black on d6 and f4."""

GIVEN: dict[str, tuple[str, ...]] = {
    "a step": (
        "next(d4, north) = d5",
        "next(d4, southwest) = c3",
        "next(h4, east) = none",
        "next(next(h4, east), north) = none",
        "d4.ring(west) = c4",
        "(s for each s in square where next(s, south) = none) = a1..h1",
    ),
    "columns and rows": (
        "c5.column = 3 and c5.row = 5",
        "count(square) = 64",
        "h8.ground = swamp and c4.ground = swamp and c6.ground = meadow",
        "count(square where ground = swamp) = 5",
        "marsh.places = {a1, a2, b1, b2, c3}",
    ),
    "a way": (
        "way(d4, north)[1] = d5 and way(d4, north)[4] = d8",
        "count(way(d4, north)) = 4 and count(way(d8, north)) = 0",
        "way(d4, north)[5] = none",
        "way(b2, straight) = (b1..b8) + (a2..h2) - b2",
        "way(b2, diagonal) = {a1, c3, d4, e5, f6, g7, h8, a3, c1}",
        "count(way(d4, direction)) = 27",
        "count(way(d4, {})) = 0",
    ),
    "neighbours": (
        "neighbours(d4) = {c4, e4, d3, d5} and d4.beside = neighbours(d4)",
        "neighbours(a1, direction) = {a2, b1, b2}",
        "neighbours(d4, northeast) = {e5}",
        "neighbours({a1, a3}, {north, east}) = {a2, b1, a4, b3}",
        "neighbours(a1, south) = {}",
    ),
    "what stands between and behind": (
        "between(a1, d4) = {b2, c3} and between(d4, a1) = {b2, c3}",
        "between(a1, a2) = {} and between(a1, b3) = {} and between(a1, a1) = {}",
        "behind(d4, e5) = f6 and behind(d4, e4) = f4",
        "behind(d4, h4) = none and behind(g4, h4) = none",
    ),
    "a rectangle": (
        "count(a1..h2) = 16 and a1..c1 = {a1, b1, c1} and a1..a1 = {a1}",
        "c5 in b4..d6 and a5 not in b4..d6",
        "all((s..t) = (t..s) for each s in {a1, c3} for each t in {b2, h8})",
    ),
    "runs": (
        "count(lines(square, 8)) = 18 and count(lines(square, 4)) = 130",
        "any(l[1] = a1 and l[2] = b2 for each l in lines(square, 4))",
        "count(lines(square, 8)) = 18 and count(lines(square, 1)) = 64",
    ),
    "drawn lines": (
        "count(point) = 24 and count(lines(point)) = 16 and A1.column = 1 and D7.row = 7",
        "next(A1, north) = A4 and next(A4, east) = B4 and next(C4, east) = none and next(D1, northeast) = none",
        "neighbours(D6) = {D7, B6, F6, D5} and count(way(G1, north)) = 2",
        "neighbours(market) = {north_gate, south_gate, harbour}",
        "count(lines(market)) = 2 and count(lines(harbour)) = 1",
        "behind(north_gate, market) = south_gate and behind(harbour, market) = none",
        "between(north_gate, south_gate) = {market} and between(north_gate, harbour) = {}",
        "distance(north_gate, harbour) = 2",
    ),
    "a chain": (
        "connected(a1, {a1, a2, b2, d4}) = {a1, a2, b2}",
        "connected({a1, d4}, {a2, d4, d5, e6}) = {d4, d5}",
        "connected(a1, {b1}) = {} and connected(a1, {}) = {}",
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_boards_without_pieces(name: str) -> None:
    """Each of these holds on an empty board."""
    assert {} == {condition: told for condition in GIVEN[name] if (told := holds(condition))}


WITH_PIECES: dict[str, tuple[str, ...]] = {
    "where a piece is": (
        "White.men.at = {d4, g4} and d4.here.at = d4",
        "White.box.top.at = none and White.box.top.at.row = none",
        "a1.here.at = none and a1.here.owner = none",
    ),
    "until": (
        "(way(d4, east) until here != none)[1] = e4 and (way(d4, east) until here != none)[2] = none",
        "count((way(d4, north) until here != none)) = 1 and count((way(d4, west) until here != none)) = 3",
        "(way(d4, straight) until here != none) = {d5, e4, c4, b4, a4, d3, d2, d1}",
        "count((way(a1, east) until yes)) = 0 and count((way(a1, east) until no)) = 7",
    ),
    "closed by": (
        "(way(d4, straight) until here = none or here.owner = White closed by here.owner = White) = {}",
        "(way(e4, straight) until here = none or here.owner = White closed by here.owner = White) = {f4}",
        "count((way(e4, east) until here.owner = White closed by here.owner = White)) = 1",
        "count((way(e4, east) until here.owner = Black closed by here.owner = White)) = 0",
    ),
    "of nothing nothing": (
        "not (a1.here.owner = White) and not (next(a1, south).here.owner = White)",
        "not next(a1, south).free and not next(a1, south).open and next(a1, south).owned = none",
        "White.shut(next(a1, south)) = {} and neighbours(next(a1, south)) = {}",
        "next(a1, south).beside = {} and way(next(a1, south), north)[1] = none",
        "behind(next(a1, south), a1) = none and between(next(a1, south), a2) = {}",
        "not (next(a1, south).row = 1) and next(a1, south).column = none",
    ),
}


@pytest.mark.parametrize("name", WITH_PIECES)
def test_boards_with_pieces(name: str) -> None:
    """Each of these holds with White on d4 and g4, Black on d6 and f4."""
    assert {} == {condition: told for condition in WITH_PIECES[name] if (told := holds(condition, *PLACED))}


def test_setting_the_same_value_of_many_places() -> None:
    """Every member is set; the value is worked out once, before the first is."""
    given = ("set (a1..a3).owned to White", "set {a1, b1}.owned to only((p for each p in players where a1.owned != p))")

    assert [] == holds("{a1, b1}.owned = {Black} and {a2, a3}.owned = {White}", *given)


def test_directions_of_the_wrong_sort_give_nothing() -> None:
    """A direction from a value may be none: then there is no next place."""
    assert [] == holds("next(d4, none if d4.open else north) = d5 and next(d4, north if d4.open else none) = none")
