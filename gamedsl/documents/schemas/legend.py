"""The shape of a legend"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from gamedsl.documents.json_schema import Limits
from gamedsl.documents.schemas.values import Count, Handle, Part, Seat, Type

Colour = Annotated[str, Limits(pattern="^#[0-9a-f]{6}$")]


class Thing(TypedDict):
    name: str
    words: str


class SeatColour(TypedDict):
    id: Seat
    seat: Count
    name: str
    colour: Colour


class ListedWord(TypedDict):
    name: str
    label: str
    colour: Annotated[Colour | None, "Of a word that is the name of a colour."]


class Column(TypedDict):
    name: str
    words: str
    type: Type


class Design(TypedDict):
    name: str
    label: str
    copies: Count


class Kind(TypedDict):
    name: str
    words: str
    form: Literal["card", "tile", "piece", "space"]
    each_player: bool
    hides: Annotated[bool, "Can its pieces lie where somebody does not see them?"]
    faces: Type | None
    columns: list[Column]
    designs: list[Design]


class Key(TypedDict):
    name: str
    type: Type
    several: Annotated[bool, "A piece may lie on several places at once."]
    axis: Annotated[
        Literal["x", "y"] | None, "Of two numbers: the first one leads to the right, the second one upward."
    ]


class Entry(TypedDict):
    entry: Annotated[str, "Its name in the rules, as in cells and values of views."]
    words: str
    form: Literal["purse", "heap", "stack", "slot", "value"]
    of: Annotated[str, "The counter or the kind that lies there; empty for values."]
    each: Annotated[str, "`player` or a kind, if each of these has its own."]
    keys: list[Key]
    type: Annotated[Type | None, "Of a value."]
    bookkeeping: Annotated[bool, "It is left out of views: players do not look at it."]
    unlimited: bool
    seen: Literal["all", "owner", "nobody"]


class Dice(TypedDict):
    id: Handle
    entry: str
    words: str
    count: Count
    faces: Type


class BoardPlace(TypedDict):
    id: Handle
    name: str
    label: str
    x: Annotated[int | None, "To the right."]
    y: Annotated[int | None, "Upward."]
    beside: list[Handle]


class Board(TypedDict):
    kind: str
    words: str
    letters: str
    numbers: list[int]
    hexagons: bool
    places: list[BoardPlace]


class Action(TypedDict):
    name: str
    words: Annotated[str, "With … for what is filled in."]
    group: str
    group_words: str
    parts: list[Part]


class Legend(TypedDict):
    """What never changes in games of one set-up

    The same for everybody: what views, questions and events speak of by names and handles.
    """

    format: Literal["gamedsl legend"]
    version: Literal[1]
    game: Annotated[str, "The name of the game in its rule file."]
    title: str
    rules: Annotated[str, "The hash of the rules, as in saved games."]
    options: dict[str, bool | int | str]
    seats: list[SeatColour]
    words: Annotated[dict[str, list[ListedWord]], "Lists of words by their names."]
    kinds: list[Kind]
    counters: list[Thing]
    entries: list[Entry]
    dice: list[Dice]
    boards: list[Board]
    displays: list[Thing]
    sources: list[Thing]
    phases: list[Thing]
    actions: list[Action]
