"""The place where reading a text stops -> the finding, where the file around the line says what is meant."""

from __future__ import annotations

import functools
import re

from gamedsl.source import Span
from gamedsl.syntax.grammar.field_words import FIELDS
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.recovery.hints.cases import Case, Finding, in_variant, section_of
from gamedsl.syntax.recovery.hints.expecting import field_words
from gamedsl.syntax.recovery.patterns.either import turned_about
from gamedsl.syntax.recovery.patterns.typos import KINDS

_IF = re.compile(r"\bif\b(?=.* then\b.* else\b)")
_VALUES = re.compile(r"(?P<before>[\w ]+: *(?:[\w ]+, *)*)(?P<found>\w+(?: +\w+)+)")
_HANDED = re.compile(
    r"\b(?P<verb>deal|pay) +(?P<n>\S+) +(?P<x>\w+) +from +(?P<from>\S+)(?P<to> +to +[^;\"\[]*[^;\"\[ ])?"
)
_AMOUNT = re.compile(r": *(?P<form>\w+) +of +(?P<n>\d+) +(?P<x>\w+)")
_TIES = "`ties all`, `ties none`, `ties in order`, `ties from PLAYER` or `ties never`"


@functools.cache
def _condition_and_step() -> re.Pattern[str]:
    """Return the pattern of a condition in front of a step, with or without a colon between."""
    steps = "|".join(WORDS.game_steps)
    return re.compile(rf"\bif +(?P<c>[^:\"]*?\S)[:,]? +(?:then +)?(?P<s>(?:{steps})\b[^\[#]*[^\[# ])")


def _told(case: Case, start: int, found: str, cure: str) -> Finding:
    """Return the finding about words of the line, which begin in a column from 0."""
    line = case.span.line
    return Finding(
        "GDSYN30",
        Span(case.span.source, line, start + 1, line, start + 1 + len(found)),
        {"found": found, "cure": cure},
    )


def _line(case: Case) -> str:
    """Return the line of the fault as it is written, comments and all."""
    return case.span.source.line(case.span.line)


def _value_with_blanks(case: Case) -> Finding | None:
    """`rounds: one round, two` under `options` or `types`."""
    if section_of(case) not in ("options", "types") or case.before_terminal != "NAME" or not case.text[:1].isalnum():
        return None
    written = _VALUES.match(_line(case))
    if written is None or not written.start("found") < case.span.column <= written.end("found"):
        return None
    if {"and", "or"} & set(written["found"].split()):  # these join words of a list
        return None
    cure = f"names have no blanks: write `{'_'.join(written['found'].split())}`"
    return _told(case, written.start("found"), written["found"], cure)


def _words_behind_reference(case: Case) -> Finding | None:
    """`take [ABC-4] "Take"`."""
    if case.terminal != "STRING" or case.before_terminal != "REFS":
        return None
    start = _line(case).rfind(case.before, 0, case.span.column)
    found = _line(case)[start : case.span.end_column - 1]
    return None if start < 0 else _told(case, start, found, f"the words come first: write `{case.text} {case.before}`")


def _ties_without_policy(case: Case) -> Finding | None:
    """`ties` at the end of a ranking in brackets."""
    if case.before_terminal != "TIES" or case.text not in (")", "", ","):
        return None
    return Finding("GDSYN30", case.span, {"found": case.text or "ties", "cure": f"say who is first then: {_TIES}"})


def _ranked_by(case: Case) -> Finding | None:
    """`ranked p in players` on one line, and `by most p.points` on the next."""
    if case.text != "by" or "WITH" not in case.accepted or case.span.line == case.line.number:
        return None
    return Finding("GDSYN30", case.span, {"found": "by", "cure": "write `with`"})


def _amount_in_a_purse(case: Case) -> Finding | None:
    """`bank: purse of 40 coins`: how many there are is said of the component."""
    written = _AMOUNT.search(_line(case)) if case.terminal == "INT" else None
    if written is None or written["form"] not in WORDS.zones or written.start("n") + 1 != case.span.column:
        return None
    name = _declared(case, written["x"])
    is_purse = written["form"] == "purse"
    kind = "counter" if is_purse else "card"
    known = name or written["x"]
    cure = f"write `{written['form']} of {known}`; how many there are is said under `components`"
    cure += "" if name else f": `{known}: {kind}, {written['n']}`"
    return _told(case, written.start("form"), written[0].partition(":")[2].strip(), cure)


def _handed_out(case: Case) -> Finding | None:
    """`deal 1 camel from market`: which one is said by the set, and not by a word behind the number."""
    for written in _HANDED.finditer(_line(case)):
        if written.start("x") + 1 != case.span.column or _declared(case, written["x"]):
            continue
        if written["verb"] != "deal" or not _is_row(case, written["x"]):
            return None
        to = written["to"] or ""
        whole = f"deal {written['n']} from ({written['from']} where design = {written['x']}){to}"
        return _told(case, written.start("x"), written["x"], f"say which ones of the place: `{whole}`")
    return None


def _declared(case: Case, word: str) -> str:
    """Return the component that a word names, also in the plural; empty where the file has none."""
    for name in (word, word.removesuffix("s"), word.removesuffix("es")):
        kinds = "counter|card|tile|piece|dice"
        if re.search(rf"^ +{re.escape(name)}(?:\[[^\]]*\])?: *(?:{kinds})\b", case.span.source.text, re.M):
            return name
    return ""


def _is_row(case: Case, word: str) -> bool:
    """Tell whether a word is the name of a row, or may be one of a CSV file."""
    text = case.span.source.text
    in_file = re.search(r", *csv *\"", text) is not None and word.removesuffix("s") not in KINDS
    return in_file or re.search(rf"^ +\| *{re.escape(word)} *\|", text, re.M) is not None


def _added_to_end(case: Case) -> Finding | None:
    """`add when:` under `end`, whose lines have no names."""
    keyword = re.match(r" *add +when *:", _line(case))
    if case.text != "add" or keyword is None or section_of(case) != "end":
        return None
    return Finding("GDSYN30", case.span, {"found": "add", "cure": "leave it out: `when: …` is one end more"})


def fitting(case: Case) -> frozenset[str]:
    """Return what could stand there: under `end` stand only some of the fields that the grammar reads as conditions."""
    if section_of(case) != "end" or not {"WHEN", "WINNER"} <= case.accepted:
        return case.accepted
    fields = (*FIELDS["end"], *(("change",) if in_variant(case) else ()))
    return case.accepted - frozenset(WORDS.terminals_of(word for word in field_words() if word not in fields))


def _above(case: Case) -> str:
    """Return the field in front of steps on its line."""
    return f"{_line(case).partition(':')[0].strip()}:"


def if_on_a_line(case: Case) -> Finding | None:
    """A condition in front of a step, or between two values."""
    if case.before == "if" and len(case.line.texts) == 1:
        text = case.line.text
        for found in _IF.finditer(text):
            if (turned := turned_about(text, found.start())) is not None:
                length, value = turned
                return _told(case, case.line.margin + found.start(), text[found.start() :][:length], f"write `{value}`")
    if case.before_terminal == "NAME" and case.before == "if":
        # The word is only a name to the grammar here, so the sign behind it is the first that does not fit.
        start = case.line.texts[0].rfind("if", 0, case.span.column) + 1
        span = case.span
        if start and span.line == case.line.number:
            span = Span(span.source, span.line, start, span.line, start + 2)
        step = _condition_and_step().search(_line(case), span.column - 1)
        own_help = (
            {} if step is None else {"help": f"write it there, under `{_above(case)}`: `if {step['c']}: {step['s']}`"}
        )
        values = {"found": "`if`", "expected": "a step; `if` needs a line of its own"}
        return Finding("GDSYN01", span, values | own_help)
    return None


LOOKS = (
    _value_with_blanks,
    _words_behind_reference,
    _ties_without_policy,
    _ranked_by,
    _amount_in_a_purse,
    _handed_out,
    _added_to_end,
)
"""Looks for known mistakes, in their order."""


def in_capitals(case: Case) -> Finding | None:
    """`Change NAME` and `Each NAME`, whose first word the language writes small."""
    word, line = case.before.lower(), case.line
    if word == case.before or not line.text.startswith(f"{case.before} ") or not case.is_word:
        return None
    if word != "each" and (word not in ("change", "remove") or not in_variant(case)):
        return None
    at = Span(case.span.source, line.number, line.margin + 1, line.number, line.margin + 1 + len(word))
    return Finding("GDSYN30", at, {"found": case.before, "cure": f"write `{word}`"})
