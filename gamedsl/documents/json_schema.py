"""Typed classes -> the JSON Schema (draft 2020-12) of the data that they describe

A ``TypedDict`` becomes an object that has its keys and no others, with its docstring as description. What stands beside
a type in ``Annotated`` narrows it (``Limits``), names it (``Named``) or describes it (a text)::

    Colour = Annotated[str, Limits(pattern="^#[0-9a-f]{6}$"), "As in CSS.", Named("colour")]

    class Seat(TypedDict):
        '''A player at the table.'''

        colour: Colour | None
        points: NotRequired[Annotated[int, Limits(minimum=0)]]

    schema_of(Seat) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A player at the table.", "type": "object",
        "properties": {"colour": {"anyOf": [{"$ref": "#/$defs/colour"}, {"type": "null"}]},
                       "points": {"type": "integer", "minimum": 0}},
        "required": ["colour"], "additionalProperties": False,
        "$defs": {"colour": {"type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "As in CSS."}},
    }
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import attrs

Schema = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


class Limits:
    """What narrows a type, by the keywords of JSON Schema: ``Limits(minimum=0)``."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords


@attrs.frozen
class Named:
    """Lets a type stand once in a schema, under this name; recursive types need it."""

    name: str


@attrs.frozen
class Written:
    """Gives the schema of what no type describes; it is handed the function that makes schemas of types."""

    schema: Callable[[Callable[[Any], Schema]], Schema]


def schema_of(kind: type, identifier: str = "") -> Schema:
    """Return the schema of a ``TypedDict``: its title is the first line of the docstring, the rest the description."""
    made = _Schemas()
    found = made.object_of(kind)
    title, _, about = found.pop("description", "").partition("\n\n")
    head = {"$schema": _DRAFT, "$id": identifier, "title": title, "description": about}
    return {key: value for key, value in head.items() if value} | found | ({"$defs": made.named} if made.named else {})


def object_schema(keys: Mapping[str, Any], schema: Callable[[Any], Schema]) -> Schema:
    """Return the schema of an object with these keys, each with its type, and no others."""
    return {
        "type": "object",
        "properties": {key: schema(kind) for key, kind in keys.items()},
        "required": [key for key, kind in keys.items() if get_origin(kind) is not NotRequired],
        "additionalProperties": False,
    }


class _Schemas:
    """Makes schemas of types; ``named`` are those that others refer to."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._kinds: dict[str, Any] = {}

    def object_of(self, kind: type) -> Schema:
        found = object_schema(get_type_hints(kind, include_extras=True), self.of)
        return _described(found, inspect.cleandoc(kind.__doc__ or ""))

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        if kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if is_typeddict(kind):
            return self._once(_in_words(kind), kind, lambda: self.object_of(kind))
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(inside[0], kind.__metadata__)
        if origin is Literal:
            return {"const": inside[0]} if len(inside) == 1 else {"enum": list(inside)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in inside]}
        if origin is NotRequired:
            return self.of(inside[0])
        if origin is list:
            return {"type": "array", "items": self.of(inside[0])}
        if origin is tuple and len({*inside} - {...}) == 1:
            return {"type": "array", "items": self.of(inside[0])}
        if origin is dict and inside[0] is str:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        raise TypeError(f"no JSON Schema is known for {kind!r}")

    def _annotated(self, kind: Any, notes: tuple[Any, ...]) -> Schema:
        at, named = next(((at, one) for at, one in enumerate(notes) if isinstance(one, Named)), (len(notes), None))
        if named is None:
            return self._noted(kind, notes)
        found = self._once(named.name, (kind, notes[:at]), lambda: self._noted(kind, notes[:at]))
        about = (one for one in notes[at + 1 :] if isinstance(one, str))  # of the place where the name stands
        return _described(found, *about)

    def _noted(self, kind: Any, notes: tuple[Any, ...]) -> Schema:
        written = next((one for one in notes if isinstance(one, Written)), None)
        found = self.of(kind) if written is None else written.schema(self.of)
        for note in notes:
            if isinstance(note, Limits):
                found |= note.keywords
        return _described(found, *(one for one in notes if isinstance(one, str)))

    def _once(self, name: str, kind: Any, make: Callable[[], Schema]) -> Schema:
        if self._kinds.setdefault(name, kind) != kind:
            raise TypeError(f"two types of one schema are called `{name}`")
        if name not in self.named:
            self.named[name] = {}  # a type that holds itself refers to what is being made
            self.named[name] = make()
        return {"$ref": f"#/$defs/{name}"}


def _described(schema: Schema, *texts: str) -> Schema:
    return schema | ({"description": texts[-1]} if texts and texts[-1] else {})


def _in_words(kind: type) -> str:
    """Return the name of a class in small letters: ``table_value`` for ``TableValue``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
