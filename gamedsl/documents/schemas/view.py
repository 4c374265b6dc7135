"""The shape of a view"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from gamedsl.documents.schemas.values import Count, Handle, Seat, Value


class Outcome(TypedDict):
    status: Literal["finished", "stopped", "unfinished"]
    words: str
    winners: list[Seat]
    ranking: list[list[Seat]]
    points: list[int]
    breakdown: dict[str, list[int]]


class Undo(TypedDict):
    possible: bool
    why: Annotated[str, "Why not; empty if it is possible."]
    decisions: Annotated[Count | None, "How many decisions are left then, as the viewer counts them."]


class Source(TypedDict):
    name: str
    points: int


class Player(TypedDict):
    id: Seat
    name: str
    points: int
    sources: list[Source]
    you: bool
    deciding: bool
    winner: bool


class Key(TypedDict):
    text: str
    value: Annotated[int | bool | None, "The number in the rules; null where the key is several places."]
    id: Handle | None


class Trait(TypedDict):
    column: str
    text: str
    nature: Literal["word", "number", "yes", "no"]
    words: Annotated[str, "How people say it; empty where it says nothing."]


class Piece(TypedDict):
    id: Handle
    kind: str
    name: str
    label: str
    owner: Seat | None
    depth: Annotated[Count | None, "How many lie upon it; null where that is not told, or it lies in no stack."]
    traits: list[Trait]


class Held(TypedDict):
    """What an entry of the table has for one player, piece and key."""

    id: Handle | None
    entry: str
    seat: Seat | None
    holder: Annotated[str | None, "The piece that it belongs to, in words."]
    holder_id: Handle | None
    keys: list[Key]


class Purse(Held):
    amount: Annotated[int | None, "Null if hidden, and if there is no end to it."]
    unlimited: bool


class Place(Held):
    count: Count
    unseen: Annotated[Count, "How many of these the viewer does not see."]
    pieces: Annotated[list[Piece], "Those that are seen; of a stack from the top."]


Cell = Purse | Place


class TableValue(Held):
    text: Annotated[str | None, "Null if hidden."]
    value: Value
    initial: Annotated[bool, "It is still the first one."]
    stale: Annotated[bool, "It is left over: the rules write it anew before they read it again."]


class Dice(TypedDict):
    id: Handle
    entry: str
    faces: Annotated[list[str], "Empty before the first roll."]
    pips: Annotated[bool, "They are dice from 1 to 6."]
    stale: Annotated[
        list[bool], "For each face whether it is left over: the rules roll that die anew before they read it again."
    ]


class Segment(TypedDict):
    text: str
    kind: Literal["words", "value", "player", "piece", "empty", "meter", "unknown"]
    owner: NotRequired[Seat]
    filled: NotRequired[Count]
    of: NotRequired[Count]
    id: NotRequired[Handle]


class Box(TypedDict):
    id: Handle
    about: Annotated[Handle | None, "The piece, place or player that it shows."]
    title: list[Segment]
    lines: list[list[Segment]]
    row: int | None
    column: int | None
    columns: list[int]


class Display(TypedDict):
    id: Handle
    name: str
    seat: Seat | None
    form: Literal["flow", "grid", "ring", "list", "text"]
    boxed: bool
    instead: list[str]
    boxes: list[Box]


class View(TypedDict):
    """What one viewer sees of a game

    Entries, kinds and displays are told in the legend by the same names.
    """

    format: Literal["gamedsl view"]
    version: Literal[1]
    game: str
    viewer: Annotated[Seat | None, "Null for a spectator."]
    decider: Seat | None
    phase: str | None
    phase_words: str
    decisions: Annotated[Count, "Those that the viewer knows of."]
    over: bool
    stopped: bool
    scored: Annotated[bool, "Points are given during play."]
    outcome: Outcome | None
    undo: Annotated[Undo | None, "Whether the viewer may take its last decision back; null where that is not told."]
    seats: list[Player]
    cells: list[Cell]
    values: list[TableValue]
    dice: list[Dice]
    displays: list[Display]
