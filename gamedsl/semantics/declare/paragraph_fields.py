"""Which fields each sort of paragraph may have -> findings for fields that stand on the wrong paragraph."""

from __future__ import annotations

from typing import TypeVar

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes
from gamedsl.syntax.grammar.field_words import FIELDS

_FieldT = TypeVar("_FieldT", bound=nodes.Field)

_MANY = ("when", "pick", "let")
_PARAGRAPHS = {
    "phases": "a phase",
    "actions": "an action",
    "rules": "a rule",
    "triggers": "a trigger",
    "modifiers": "a modifier",
    "scoring": "a scoring source",
    "hints": "a hint",
    "metrics": "a metric",
    "end": "`end`",
    "scenarios": "a scenario",
}


def check_fields(symbols: Symbols, fields: tuple[nodes.Field, ...], section: str) -> None:
    """Report fields that this sort of paragraph cannot have, and fields written twice."""
    seen: set[str] = set()
    for field in fields:
        keyword = keyword_of(field)
        if keyword not in FIELDS[section]:
            allowed = listed(FIELDS[section], "and")
            symbols.report("GDNAM06", field.span, field=keyword, paragraph=_PARAGRAPHS[section], allowed=allowed)
        elif keyword in seen and keyword not in _MANY:
            symbols.report("GDNAM02", field.span, kind="field", name=keyword)
        seen.add(keyword)
    if section == "phases" and {"steps", "play"} <= seen:
        field = next(field for field in fields if keyword_of(field) == "play")
        symbols.report("GDNAM06", field.span, field="play", paragraph="a phase with `steps`", allowed="")


def only(fields: tuple[nodes.Field, ...], kind: type[_FieldT]) -> _FieldT | None:
    """Return the field of a class, if written."""
    return next((field for field in fields if isinstance(field, kind)), None)


def steps_of(fields: tuple[nodes.Field, ...], keyword: str) -> tuple[nodes.Step, ...]:
    """Return the steps under ``keyword``."""
    return next((f.steps for f in fields if isinstance(f, nodes.Steps) and f.keyword == keyword), ())


def conditions(fields: tuple[nodes.Field, ...], keyword: str) -> tuple[nodes.Condition, ...]:
    """Return the conditions under ``keyword``."""
    return tuple(f for f in fields if isinstance(f, nodes.Condition) and f.keyword == keyword)


def names_of(fields: tuple[nodes.Field, ...], keyword: str) -> nodes.Names | None:
    """Return the list of names under ``keyword``."""
    return next((f for f in fields if isinstance(f, nodes.Names) and f.keyword == keyword), None)
