"""What all documents hold: numbers, handles, types and values, and the parts of questions"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from gamedsl.documents.json_schema import Limits, Named, Written

Count = Annotated[int, Limits(minimum=0)]
Seat = Annotated[str, Limits(pattern="^s[0-9]+$"), "The handle of a player.", Named("seat")]
Handle = Annotated[
    str,
    Limits(minLength=1),
    "A handle: opaque, but for its being the same in all documents for one viewer.",
    Named("handle"),
]
Value = Annotated[
    Any,
    Written(
        lambda schema: {
            "anyOf": [schema(int | bool | str | None), {"type": "array", "items": {"$ref": "#/$defs/value"}}],
        }
    ),
    "A value: a number, a truth value, the name of a word or a design, the handle of a player or a piece, or several of"
    " these; null for none and for a piece that may not be told.",
    Named("value"),
]

# ---------------------------------------------------------------- types: of one form, `is` says which

Simple = TypedDict("Simple", {"is": Literal["yes or no", "player", "words", "nothing"]})
Number = TypedDict("Number", {"is": Literal["number"], "low": NotRequired[int], "high": NotRequired[int]})
Word = TypedDict("Word", {"is": Literal["word"], "list": Annotated[str, "A list of `words` in the legend."]})
OfKind = TypedDict("OfKind", {"is": Literal["piece", "design"], "kind": Annotated[str, "A kind of the legend."]})
Row = TypedDict("Row", {"is": Literal["row"], "table": str})
Several = TypedDict("Several", {"is": Literal["maybe", "set", "list"], "of": "Type"})
Some = TypedDict("Some", {"is": Literal["some"], "of": "Type", "least": Count, "most": Count})
Parts = TypedDict("Parts", {"is": Literal["parts"], "of": "list[Type]"})
Type = Annotated[
    Simple | Number | Word | OfKind | Row | Several | Some | Parts, "A type: `is` says which.", Named("type")
]


class EntryKey(TypedDict):
    entry: str
    key: str


class Part(TypedDict):
    name: str
    words: Annotated[str, "The question."]
    type: Type
    keys: Annotated[
        list[EntryKey], "Entries in whose keys the picked value stands: picking it means the places with this key."
    ]
