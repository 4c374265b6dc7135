"""The shape of a question"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from gamedsl.documents.schemas.values import Count, Handle, Part, Seat, Value
from gamedsl.presentation.effects.deed import DeedKind


class Deed(TypedDict):
    kind: DeedKind
    words: str
    amount: Annotated[int | None, "Where it can be known."]
    what: str
    source: str
    target: str
    inside: list[Deed]


class Picked(TypedDict):
    value: Value
    label: str
    targets: Annotated[list[Handle], "What it names on the table."]


Choice = TypedDict(
    "Choice",
    {
        "code": Count,
        "text": str,
        "words": str,
        "head": Annotated[str, "The action without what is picked."],
        "label": Annotated[str, "What is picked, in words."],
        "action": str | None,
        "group": str,
        "pass": bool,
        "values": Annotated[list[Picked], "Part by part."],
        "costs": list[Deed],
        "effects": list[Deed],
    },
)


class Refusal(TypedDict):
    code: Annotated[Count | None, "Null for an action as a whole that would have to be filled in."]
    text: str
    words: str
    reason: str
    head: str
    action: str
    group: str
    values: list[Picked]


class Question(TypedDict):
    """What is asked of one player

    For the seat that is asked, and nobody else.
    """

    format: Literal["gamedsl question"]
    version: Literal[1]
    game: str
    seat: Seat
    decisions: Count
    kind: Literal["plan", "pick", "chosen"]
    words: str
    phase: str
    phase_words: str
    paragraph: Annotated[str, "The phase, action, rule or trigger that asks, by its name."]
    way: Annotated[list[str], "What has been begun, in words, with what was picked for it."]
    parts: Annotated[list[Part], "Of the answer to a later question; those of actions stand in the legend."]
    choices: list[Choice]
    refusals: list[Refusal]
