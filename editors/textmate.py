"""Nothing -> the TextMate grammar of rule files, for VS Code and all editors that read such grammars.

    python editors/textmate.py

writes ``editors/vscode/syntaxes/gamedsl.tmLanguage.json``. All words come from the grammar of the language; a test
holds the file to them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gamedsl.semantics.expressions.functions import BUILTINS
from gamedsl.syntax.grammar.vocabulary import WORDS

FILE = Path(__file__).parent / "vscode" / "syntaxes" / "gamedsl.tmLanguage.json"
REFERENCE = "[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?"


def grammar() -> dict[str, Any]:
    """Return the grammar as JSON data."""
    comment = {"name": "comment.line.number-sign.gamedsl", "match": "#.*$"}
    text = {
        "name": "string.quoted.double.gamedsl",
        "begin": '"',
        "end": '"|$',
        "patterns": [{"name": "variable.parameter.gamedsl", "match": r'\{[^}"\n]*\}'}],
    }
    references = {
        "name": "entity.name.tag.gamedsl",
        "match": rf"\[{REFERENCE}(?:(?:, *|\.\.){REFERENCE})*\]",
    }
    number = {"name": "constant.numeric.gamedsl", "match": r"\b\d+\b"}
    row = {
        "begin": r"^\s+(\|)",
        "beginCaptures": {"1": {"name": "punctuation.separator.gamedsl"}},
        "end": "$",
        "patterns": [comment, {"name": "punctuation.separator.gamedsl", "match": r"\|"}, text, number],
    }
    rules: list[dict[str, Any]] = [
        comment,
        {
            "match": rf"^(?:(change|remove) )?({_any((*WORDS.sections, *WORDS.headers))})\b",
            "captures": {
                "1": {"name": "keyword.other.gamedsl"},
                "2": {"name": "keyword.declaration.gamedsl"},
            },
        },
        row,
        text,
        references,
        {
            "match": rf'^\s+({_any((*WORDS.fields, *WORDS.drawn_fields))})(?=(?: (?:of|by))?:| as ")',
            "captures": {"1": {"name": "keyword.other.field.gamedsl"}},
        },
        {"name": "constant.language.gamedsl", "match": r"\b(?:yes|no|none)\b"},
        {"name": "keyword.control.gamedsl", "match": rf"\b(?:{_any(WORDS.words)})\b"},
        {"name": "support.function.gamedsl", "match": rf"\b(?:{_any(BUILTINS)})(?=\()"},
        {"name": "variable.language.gamedsl", "match": r"\b(?:you|active|winners)\b"},
        number,
        {"name": "keyword.operator.gamedsl", "match": r"\.\.|!=|<=|>=|[=<>+*/-]"},
    ]
    return {"name": "gamedsl", "scopeName": "source.gamedsl", "fileTypes": ["game"], "patterns": rules}


def grammar_text() -> str:
    """Return the grammar as it stands in its file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


def _any(chosen: Iterable[str]) -> str:
    """Return a pattern of words, longer ones first."""
    return "|".join(sorted(set(chosen), key=lambda word: (-len(word), word)))


if __name__ == "__main__":
    FILE.write_text(grammar_text(), "utf-8")
