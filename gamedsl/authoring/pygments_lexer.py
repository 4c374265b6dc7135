"""A rule file -> its tokens for Pygments, which colours them in documentation, in terminals and in many wikis.

Pygments finds the lexer by its entry point: ``pygmentize -l gamedsl FILE``, or a block ``gamedsl`` in Sphinx or MkDocs.
All words come from the grammar.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from gamedsl.semantics.expressions.functions import BUILTINS
from gamedsl.syntax.grammar.vocabulary import WORDS

_REFERENCES = r"\[[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?(?:(?:, *|\.\.)[A-Z][A-Z0-9]+-[A-Z]?[0-9]+[a-z]?)*\]"


_DECLARED = "|".join((*WORDS.sections, *WORDS.headers))
_FIELDS = "|".join((*WORDS.fields, *WORDS.drawn_fields))


def _words(chosen: tuple[str, ...] | frozenset[str]) -> words:
    return words(sorted(chosen), prefix=r"\b", suffix=r"\b")


class GameLexer(RegexLexer):  # type: ignore[misc]
    """Rule files of gamedsl."""

    name = "gamedsl"
    aliases = ("gamedsl",)
    filenames = ("*.game",)
    mimetypes = ("text/x-gamedsl",)
    url = ""
    version_added = ""

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\n", Whitespace),
            (r"#.*$", Comment.Single),
            (
                rf"^(change |remove )?({'|'.join((*WORDS.sections, *WORDS.headers))})\b",
                bygroups(Keyword, Keyword.Declaration),
            ),
            (r"^( +)(\|)", bygroups(Whitespace, Punctuation), "row"),
            (r'"', String, "text"),
            (_REFERENCES, Name.Label),
            (
                rf"^( +)({'|'.join((*WORDS.fields, *WORDS.drawn_fields))})(?=( (of|by))?:| as \")",
                bygroups(Whitespace, Keyword.Reserved),
            ),
            (_words(("yes", "no", "none")), Keyword.Constant),
            (_words(WORDS.words), Keyword),
            (words(sorted(BUILTINS), prefix=r"\b", suffix=r"(?=\()"), Name.Builtin),
            (_words(("you", "active", "players", "winners")), Name.Builtin.Pseudo),
            (r"\d+", Number.Integer),
            (r"[A-Za-z_]\w*", Name),
            (r"\.\.|!=|<=|>=|[=<>+*/-]", Operator),
            (r"[][(){}:;,.|]", Punctuation),
            (r"[ \t\r]+", Whitespace),
            (r".", Text),
        ],
        "text": [
            (r"\{[^}\"\n]*\}", String.Interpol),
            (r"[^\"{\n]+", String),
            (r"\{", String),
            (r'"|$', String, "#pop"),
        ],
        "row": [
            (r"\n", Whitespace, "#pop"),
            (r"#.*$", Comment.Single),
            (r"\|", Punctuation),
            (r'"[^"\n]*"', String),
            (r"\d+(?= *\|)", Number.Integer),
            (r"[A-Za-z_]\w*", Name),
            (r"[ \t\r]+", Whitespace),
            (r".", Punctuation),
        ],
    }
