"""The name of a JSON document -> its JSON Schema (draft 2020-12), made of the typed classes of this folder

Each document has a module here with the shape of all that it holds. mypy holds what makes a document to its shape, and
``gamedsl.documents.json_schema`` makes the schema of it, which allows no other keys.
"""

from __future__ import annotations

import json
from typing import Any

from gamedsl.documents.json_schema import schema_of
from gamedsl.documents.schemas.events import Events
from gamedsl.documents.schemas.legend import Legend
from gamedsl.documents.schemas.question import Question
from gamedsl.documents.schemas.view import View
from gamedsl.option_values import shortly

__all__ = ["NAMES", "Events", "Legend", "Question", "View", "schema", "schema_text"]
_SHAPES: dict[str, type] = {"legend": Legend, "view": View, "question": Question, "events": Events}
NAMES = tuple(_SHAPES)
"""The documents that have a schema, by the last word of their format."""


def schema_text(name: str) -> str:
    """Return the schema of a document as text; raise ValueError for a name that is not one of ``NAMES``."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def schema(name: str) -> dict[str, Any]:
    """Return the schema of a document; raise ValueError for a name that is not one of ``NAMES``."""
    if name not in NAMES:
        raise ValueError(f"there is no document {shortly(name)}, but {', '.join(NAMES)}")
    return schema_of(_SHAPES[name], f"gamedsl:{name}:1")
