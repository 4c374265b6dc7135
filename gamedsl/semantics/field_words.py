"""A field of a paragraph -> the word that it is written with."""

from __future__ import annotations

from gamedsl.syntax import nodes

_WORDS: dict[type[nodes.Field], str] = {
    nodes.Who: "who",
    nodes.PickField: "pick",
    nodes.LetField: "let",
    nodes.Play: "play",
    nodes.Pass: "pass",
    nodes.After: "after",
    nodes.Change: "change",
    nodes.Players: "players",
    nodes.With: "with",
    nodes.Seed: "seed",
    nodes.Depth: "depth",
    nodes.Level: "level",
    nodes.From: "from",
    nodes.Cases: "cases",
    nodes.Refused: "illegal",
    nodes.EachField: "each",
    nodes.Place: "at",
    nodes.Joined: "joined",
    nodes.Title: "title",
    nodes.Line: "line",
    nodes.SeenBy: "seen by",
    nodes.Instead: "instead of",
}


def keyword_of(field: nodes.Field) -> str:
    """Return the word that a field is written with; raise TypeError for an unknown class of fields."""
    if isinstance(field, nodes.Added):
        return keyword_of(field.field)
    if isinstance(field, nodes.Condition | nodes.Steps | nodes.EditedSteps | nodes.Names):
        return field.keyword
    keyword = _WORDS.get(type(field))
    if keyword is None:
        raise TypeError(f"unknown field {type(field).__name__}")
    return keyword
