"""The place where reading a text stops -> the finding that a person needs: code, place, words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from gamedsl.diagnostics.suggest import did_you_mean, listed, suggest
from gamedsl.source import Span
from gamedsl.syntax.builders.builder import LONELY_ELSE
from gamedsl.syntax.grammar.field_words import FIELDS, MEANT
from gamedsl.syntax.grammar.stopping import END, StoppedError, extent
from gamedsl.syntax.grammar.vocabulary import SCENARIO_STEPS, WORDS
from gamedsl.syntax.recovery.hints import near_misses
from gamedsl.syntax.recovery.hints.cases import WORD, Case, Finding, calls_a_rule, in_variant, section_of
from gamedsl.syntax.recovery.hints.declared import call_of
from gamedsl.syntax.recovery.hints.expecting import MAX_EXPECTED, expected, field_words, step_terminals, words
from gamedsl.syntax.recovery.hints.headings import likely_section
from gamedsl.syntax.recovery.hints.known import form, sentence, setting, slip, suited
from gamedsl.syntax.recovery.hints.repairs import LINE_END, REPLACED, repaired, respelt
from gamedsl.syntax.recovery.patterns.step_words import edited_step, step_cure, step_list
from gamedsl.syntax.recovery.patterns.typos import (
    ADDITIONS,
    CHANGES,
    JOIN_STEPS,
    REMOVALS,
    SUPERFLUOUS,
)
from gamedsl.syntax.sentences.numbers import MAX_LENGTH
from gamedsl.syntax.text.layout import Block
from gamedsl.syntax.text.place import Place
from gamedsl.syntax.text.table_cells import find_in_row

if TYPE_CHECKING:
    from gamedsl.syntax.grammar.reading import Grammar
    from gamedsl.syntax.text.scanner import Line

UNDER = "nothing can stand under `{line}`"
UNDER_OTHERS = "write what belongs to it two blanks further in, or remove the line"
UNDER_GAME = "write `players: 2 to 4` under it, two blanks further in"

JOINERS = ("AND", "OR", "THEN")
_NEEDED = ("ELSE", "TIES", "WITH", "FROM", "TO", "FOR", "IN", "OF", "BY")
MAX_SHOWN = 60
EDITS = ("change", "remove", "no", *ADDITIONS, *CHANGES, *REMOVALS)
_OWNER = re.compile(r"(?:^|[^\w.])(?:you|active|players|[a-z])$")
_PLAN = re.compile(r": *[a-z]\w*(?: +(?:or|then|and) +[a-z]\w*)* *$")
_LISTED = re.compile(r"then: *([a-z]\w*(?:, *[a-z]\w*)+)")
_COMPARED = re.compile(r"[=<>]|\bin\b|\bnot\b|\)")
_COMPARISON = re.compile(r"(?:not +)?\w[\w.]*(?:\([^()]*\)|\[[^\[\]]*\])? *(?:!=|[=<>]|(?:not +)?in\b)")


@attrs.frozen
class Unread:
    """A text that cannot be read: where reading stopped, how it was asked, and the logical line of each of its lines.

    ``index`` says which of these lines is at fault: one that misses something under it, or the one read.
    """

    error: StoppedError
    grammar: Grammar
    start: str
    place: Place
    lines: list[Line]
    accepted: frozenset[str] = attrs.field(init=False)
    index: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        token = self.error.token
        accepted = self.error.accepted
        misses = accepted == {"_INDENT"} and not token.type.startswith(("_", "$"))
        object.__setattr__(self, "accepted", accepted)
        object.__setattr__(self, "index", self.place.index(extent(token)[0]) - misses)

    def explain(self) -> Finding:
        """Return what to report."""
        case = self._case()
        for look in _MISTAKES:
            found = look(case)
            if found is not None:
                return suited(found, case)
        return suited(_unexpected(case), case)

    def _case(self) -> Case:
        token, accepted, token_before = self.error.token, self.accepted, self.error.before
        before, before_terminal = ("", "") if token_before is None else (str(token_before), token_before.type)
        line = self.lines[self.index]
        if token.type == END or accepted == {"_INDENT"}:
            number, end = line.number + len(line.texts) - 1, len(line.texts[-1]) + 1
            span = Span(self.place.source, number, end, number, end)
            fits = self._else_fits()
            return Case("_NL", "", span, accepted, before, before_terminal, line, fits, False, self._repair)
        span = self.place.span(*extent(token))
        text, fits, steps = str(token), self._else_fits(), self._begins_a_step()
        return Case(token.type, text, span, accepted, before, before_terminal, line, fits, steps, self._repair)

    def _repair(self) -> str:
        """Return what to write where one small change makes the line readable; nothing where none does."""
        text, (start, end) = self.place.text, extent(self.error.token)
        first = self.place.starts[self.place.index(start)]
        last = text.find(LINE_END, start)
        if last < 0 or last - first > MAX_LENGTH or not self.accepted or self.error.token.type == END:
            return ""
        if self.error.token.type == "_NL":
            end = start
        if meant := respelt(text, (first, start, last), lambda part: self.grammar.continued(part, self.start)):
            return f"did you mean `{meant}`?"
        goes_on = self.grammar.continued(text[:start], self.start)
        line = text[first:last]
        accepted = frozenset(words(self.accepted))
        dotted = re.search(rf"\.{re.escape(text[start:end])}\b", text) is not None
        change = repaired(line, start - first, end - first, accepted, lambda rest: goes_on(rest + LINE_END), dotted)
        return "" if change is None else change.told(str(self.error.token) if end > start else "")

    def _else_fits(self) -> bool:
        """Tell whether the line at fault could begin with ``else``; only asked for lines that do."""
        line = self.lines[self.index]
        if _first_word(line) != "else":
            return True
        first = next(index for index, other in enumerate(self.lines) if other is line)
        return "ELSE" in self._accepted_at(self.place.starts[first])

    def _begins_a_step(self) -> bool:
        """Tell whether a step could stand where the token before the fault does, and a word or number follows it."""
        before = self.error.before
        if before is None or before.type != "NAME" or not self.error.token[:1].isalnum():
            return False
        return {"PAY", "SHUFFLE"} <= self._accepted_at(extent(before)[0])

    def _accepted_at(self, position: int) -> frozenset[str]:
        """Return what could stand at a position of the text, before the fault."""
        try:
            self.grammar.parse(self.place.text[:position], self.start)
        except StoppedError as error:
            return error.accepted
        return frozenset()


def _first_word(line: Line) -> str:
    found = WORD.match(line.text)
    return found[0] if found else ""


# ---------------------------------------------------------------- known mistakes, in the order they are looked for


def _empty(case: Case) -> Finding | None:
    if case.at_end and case.accepted == {"_INDENT"}:
        is_header = not case.line.indent and _first_word(case.line) == "game"
        return Finding(
            "GDSYN20", case.span, {"line": case.line.text, "cure": UNDER_GAME if is_header else UNDER_OTHERS}
        )
    return None


def _indented(case: Case) -> Finding | None:
    if case.terminal == "_INDENT":
        return Finding("GDSYN02", case.span, {"problem": UNDER.format(line=case.line.text)})
    return None


def _semicolon(case: Case) -> Finding | None:
    if case.terminal == "_NL" and case.before_terminal == "SEMICOLON":
        return Finding("GDSYN25", case.span, {})
    if case.terminal == "SEMICOLON" and case.line.texts[-1].endswith(";") and "_NL" in case.accepted:
        return Finding("GDSYN25", case.span, {})
    return None


def _row_end(case: Case) -> Finding | None:
    if case.terminal == "_NL" and case.line.text.startswith("|"):
        return Finding("GDSYN06", case.span, {})
    return None


def _cell(case: Case) -> Finding | None:
    """A row of a table with words without quotes, names with blanks, commas between values."""
    line, span = case.line, case.span
    if not line.text.startswith("|") or span.line != line.number:
        return None
    above = [text.strip() for text in span.source.lines[: span.line - 1]]
    is_head = not next((text for text in reversed(above) if text and not text.startswith("#")), "").startswith("|")
    found = find_in_row(line.texts[0], span.column - 1, is_head=is_head, needs_head=is_head)
    if found is None and case.text == "|" and case.before_terminal in step_terminals():
        cure = f"`{case.before}` begins a step: write all of the step in this cell, or choose another name"
        return Finding("GDSYN30", span, {"found": f"{case.before} |", "cure": cure})
    if found is None:
        return None
    at = Span(span.source, span.line, found.start + 1, span.line, found.end + 1)
    return Finding("GDSYN30", at, {"found": found.found, "cure": found.cure})


def _row_start(case: Case) -> Finding | None:
    """A row of a table without its first bar."""
    line = case.line
    if "BAR" not in case.accepted or "|" not in line.text or line.text.startswith("|"):
        return None
    cure = "a row begins with a bar as well: " + f"`| {' '.join(line.text.split())[:MAX_SHOWN]}`"
    return Finding("GDSYN30", case.span, {"found": case.text, "cure": cure})


def _rows_without_change(case: Case) -> Finding | None:
    """The name of a component, without more, above a table: in a variant these are rows of the base."""
    line = case.line
    if "COLON" not in case.accepted or not case.at_end or case.before != line.text or not in_variant(case):
        return None
    if not case.span.source.line(line.number + 1).lstrip().startswith("|"):
        return None
    span = Span(case.span.source, line.number, line.margin + 1, line.number, line.margin + 1 + len(line.text))
    cure = f"for rows of a table of the base write `change {line.text}`; a new component is written `{line.text}: card`"
    return Finding("GDSYN30", span, {"found": line.text, "cure": cure})


def _mixed(case: Case) -> Finding | None:
    in_plan = case.line.text.startswith(("play", "offer "))
    joiners = (*JOINERS, "ELSE") if in_plan else JOINERS
    others = [word for word in joiners if word != case.terminal and word in case.accepted]
    if case.terminal in joiners and len(others) == 1:
        return Finding("GDSYN04", case.span, {"first": WORDS.texts[others[0]], "second": case.text})
    return None


def _colon(case: Case) -> Finding | None:
    if "COLON" not in case.accepted or _is_name_of_twowords(case) or calls_a_rule(case):
        return None
    opens_block = case.terminal == "_NL" and ("LPAR" in case.accepted or case.accepted == {"COLON", "UNTIL"})
    if case.accepted <= {"COLON", "LSQB"} or opens_block or case.terminal in step_terminals():
        whole = opens_block or case.terminal in step_terminals() or case.line.text.startswith("change ")
        field = _text_before(case) if whole else case.before
        if whole and field == case.line.text.split(" ", 1)[0] != case.line.text:
            place = "at the end of this line" if case.at_end else f"in front of `{case.text}`"
            own_help = {"help": f"write `:` {place}"}
            return Finding("GDSYN08", case.span, {"field": f"{field} …"} | own_help)
        return Finding("GDSYN08", case.span, {"field": field})
    return None


def _is_name_of_twowords(case: Case) -> bool:
    """Tell whether the slips know better: the first word of the line is superfluous, or the colon follows later."""
    line, end = case.line, case.span.end_column - 1
    if line.text.startswith(("change each ", "change players")) or (in_variant(case) and case.before in EDITS):
        return True
    if case.before_terminal != "NAME" or not case.is_word or not line.text.startswith(case.before):
        return False
    return case.before in SUPERFLUOUS or line.texts[0][end:].lstrip().startswith(":")


def _text_before(case: Case) -> str:
    """Return what stands on the line in front of the fault, its first word where the line goes on over several."""
    line = case.line
    text = line.texts[0][: case.span.column - 1].strip(" \t") if case.span.line == line.number else ""
    return text if 0 < len(text) <= MAX_SHOWN else line.text.split(" ", 1)[0]


def _no_step(case: Case) -> Finding | None:
    """A first word that is no step, with more words behind it; slips know `when`."""
    if not case.steps or case.before in {"if", "when"} or case.span.line != case.line.number:
        return None
    text = case.line.texts[0]
    start = text.rfind(case.before, 0, case.span.column - 1)
    if start < 0:
        return None
    edit = edited_step(case.line.text) if in_variant(case) and section_of(case) == "setup" else ""
    if not edit and (call := call_of(case.before, text[start:], case.span.source.text)) is not None:
        at = Span(case.span.source, case.span.line, start + 1, case.span.line, start + 1 + len(call[0]))
        return Finding("GDSYN30", at, {"found": call[0], "cure": f"a rule is called with brackets: `{call[1]}`"})
    cure = edit or step_cure(case.before, text[start:])
    if not cure and case.before[0].isupper() and "COLON" in case.accepted:
        return Finding("GDSYN08", case.span, {"field": case.before})
    at = Span(case.span.source, case.span.line, start + 1, case.span.line, start + 1 + len(case.before))
    return Finding("GDSYN32", at, {"found": case.before, "cure": cure or step_list()})


def _term_with_colon(case: Case) -> Finding | None:
    """`fee: 3` under `terms`."""
    if case.before == "let":
        cure = "write it two blanks further in, under the term that needs it"
        return Finding("GDSYN30", case.span, {"found": "let:", "cure": cure})
    is_word = case.text in ("is", "are", "equals", "means") and section_of(case) == "terms"
    if (case.terminal != "COLON" and not is_word) or not case.accepted <= {"EQUAL", "LPAR"}:
        return None
    start, colon, value = case.line.text.partition(f" {case.text} " if is_word else ":")
    shown = value.strip() if 0 < len(value.strip()) <= MAX_SHOWN else "…"
    cure = f"a term is written with `=`: `{start.strip()} = {shown}`"
    return Finding("GDSYN30", case.span, {"found": colon.strip(), "cure": cure})


def _value_with_equal(case: Case) -> Finding | None:
    """`first = A` under `table`."""
    if case.terminal != "EQUAL" or "COLON" not in case.accepted or section_of(case) != "table":
        return None
    value = case.line.text.partition("=")[2].strip()
    start = f" = {value}" if 0 < len(value) <= MAX_SHOWN and '"' not in value else ""
    cure = f"say first what it can be, `{case.before}: TYPE{start}`; a formula belongs under `terms`"
    return Finding("GDSYN30", case.span, {"found": "=", "cure": cure})


def _next_step(case: Case) -> Finding | None:
    if case.terminal == "COMMA" and "SEMICOLON" in case.accepted:
        line, column = case.line.texts[0], case.span.column
        if _OWNER.search(line[: column - 1]):
            return None
        if case.span.line == case.line.number and not line[column:].strip():
            return Finding("GDSYN30", case.span, {"found": ",", "cure": f"leave out `,` at the end{_GOES_ON}"})
        if (phases := _LISTED.fullmatch(case.line.text)) and section_of(case) == "phases":
            cure = f"phases that follow each other: `steps: {phases[1]}`; between two steps write `;`"
            return Finding("GDSYN30", case.span, {"found": ",", "cure": cure})
        return Finding("GDSYN30", case.span, {"found": ",", "cure": JOIN_STEPS})
    return None


def _two_conditions(case: Case) -> Finding | None:
    """A second comparison right behind the first."""
    line = case.line
    if not {"AND", "OR"} <= case.accepted or case.terminal not in {"NAME", "INT", "NOT"}:
        return None
    text = line.texts[0] if case.span.line == line.number else ""
    before, behind = text[: case.span.column - 1], text[case.span.column - 1 :]
    if _COMPARED.search(before) and _COMPARISON.match(behind) and not _OWNER.search(before.rstrip()):
        cure = f"write `and` or `or` between two conditions: `… and {case.text} …`"
        return Finding("GDSYN30", case.span, {"found": case.text, "cure": cure})
    return None


def _reference(case: Case) -> Finding | None:
    if case.terminal == "REFS" and "LSQB" in case.accepted:
        return Finding("GDSYN17", case.span, {"found": case.text})
    return None


def _lonely_else(case: Case) -> Finding | None:
    if case.goes_on:
        return None
    line = case.line
    span = Span(case.span.source, line.number, line.margin + 1, line.number, line.margin + 1 + len("else"))
    return Finding("GDSYN30", span, {"found": "else", "cure": LONELY_ELSE})


def _edit_elsewhere(case: Case) -> Finding | None:
    """`remove sale` where nothing can be changed or removed, because the line of its section is missing."""
    line = case.line
    if not in_variant(case) or case.before not in ("change", "remove") or not line.text.startswith(case.before):
        return None
    if line.text.startswith(("change each ", "change players")):
        return None
    if not case.accepted <= {"COLON", "LSQB"} and section_of(case) != "about":
        return None
    start = line.margin + 1
    at = Span(case.span.source, line.number, start, line.number, start + len(line.text))
    cure = "write the line of the section that it belongs to above it: `options`, `types`, `components`, `table` …"
    return Finding("GDSYN30", at, {"found": line.text, "cure": cure})


def _misspelt_else(case: Case) -> Finding | None:
    first, colon, _ = case.line.text.partition(":")
    if colon and case.terminal != "_INDENT" and WORD.fullmatch(first) and "else" in suggest(first, ["else"]):
        line = case.line
        span = Span(case.span.source, line.number, line.margin + 1, line.number, line.margin + 1 + len(first))
        return Finding("GDSYN23", span, {"found": first, "suggestions": "`else`"})
    return None


def _capital(case: Case) -> Finding | None:
    lowered = case.text.lower()
    if case.is_word and lowered != case.text and lowered in words(case.accepted):
        return Finding("GDSYN21", case.span, {"found": case.text, "write": lowered})
    return None


def _quotes(case: Case) -> Finding | None:
    begins_text = case.is_word or case.terminal == "INT"
    if begins_text and "STRING" in case.accepted and "EQUAL" not in case.accepted:
        return Finding("GDSYN22", case.span, {"found": case.text})
    return None


def _misspelt(case: Case) -> Finding | None:
    if not case.is_word or case.terminal != "NAME":
        return None
    if case.text in REPLACED and case.repair():
        return None  # a word of people, and what it means fits here
    near = did_you_mean(case.text, words(case.accepted))
    return Finding("GDSYN23", case.span, {"found": case.text, "suggestions": near}) if near else None


def _field(case: Case) -> Finding | None:
    if case.is_word and {"WHEN", "THEN", "PLAY"} <= case.accepted:
        section = section_of(case)
        known = FIELDS.get(section)
        likely = likely_section(Block(case.line)) if section in ("game", "variant") else ""
        if likely:
            values = {"found": case.line.text, "section": section, "likely": likely}
            return Finding("GDSYN31", case.span, values)
        foreign = case.text in SCENARIO_STEPS and section != "scenarios"
        if case.terminal in step_terminals() and not foreign and (known is None or "then" in known):
            step = (
                case.line.text if len(case.line.texts) == 1 and len(case.line.text) <= MAX_SHOWN else f"{case.text} …"
            )
            cure = f"steps stand under a field: `then: {step}`"
            return Finding("GDSYN30", case.span, {"found": case.text, "cure": cure})
        meant = MEANT.get(case.text.lower(), "")
        if section == "phases" and meant == "then" and _PLAN.search(case.line.text):
            meant = "play"
        if known is not None and meant in known:
            return Finding("GDSYN30", case.span, {"found": case.text, "cure": f"write `{meant}:`"})
        if case.text == "while" and known is not None and "until" in known:
            cure = "write `until:` with the opposite condition: it says when this ends"
            return Finding("GDSYN30", case.span, {"found": case.text, "cure": cure})
        fields = known or [word for word in field_words() if word in words(case.accepted)][:MAX_EXPECTED]
        return Finding("GDSYN24", case.span, {"found": case.text, "expected": listed(fields)})
    return None


def _field_as_paragraph(case: Case) -> Finding | None:
    """A field that stands where paragraphs stand."""
    word = _first_word(case.line)
    if case.text != ":" or case.before != word or word not in FIELDS.get(section_of(case), ()):
        return None
    if "_NL" not in case.accepted:  # no name of a paragraph: a step that begins like a field
        return None
    return Finding("GDSYN02", case.span, {"problem": f"`{word}:` stands under a paragraph, further in"})


def _ties(case: Case) -> Finding | None:
    if case.at_end and "TIES" in case.accepted:
        return Finding("GDTIE01", case.span, {})
    return None


def _unexpected(case: Case) -> Finding:
    text = case.text if len(case.text) <= 40 else case.text[:39] + "…"
    found = "the end of the line" if case.at_end else f"`{text}`"
    values = {"found": found, "expected": expected(near_misses.fitting(case))}
    cure = _joined(case) or _reserved(case) or _trailing(case) or _braces(case) or setting(case)
    is_last = case.text == "," and case.span.line == case.line.number and case.span.column == len(case.line.texts[0])
    cure = cure or case.repair() or _going_on(case) or (f"leave out `,` at the end{_GOES_ON}" if is_last else "")
    return Finding("GDSYN01", case.span, values | ({"help": cure} if cure else {}))


def _joined(case: Case) -> str:
    """A name of two words that the file writes as one elsewhere."""
    name = f"{case.before}_{case.text}"
    known = case.is_word and re.search(rf"\b{re.escape(name)}\b", case.span.source.text)
    return f"names have no blanks: write `{name}`" if known else ""


def _reserved(case: Case) -> str:
    """A word of the language that the file gives to a thing of its own."""
    read = [word for word, kind in ((case.before, case.before_terminal), (case.text, case.terminal)) if kind != "NAME"]
    for word in (*read, case.line.text.partition("(")[0]):
        fixed = word in WORDS.words and word not in (*WORDS.fields, *WORDS.sections)
        if fixed and re.search(rf"^ +{word} *(?:[\"(\[]|: |= |$)", case.span.source.text, re.M):
            return f"`{word}` is a word of the language: take another name, for example `{word}_1`"
    return ""


def _trailing(case: Case) -> str:
    """A sign at the end of a line, as at the end of a sentence."""
    is_field = case.before == ":" and _first_word(case.line) in WORDS.fields
    if not case.at_end or is_field or case.before not in ".,:":
        return ""
    return f"leave out `{case.before}` at the end{_GOES_ON if case.before == ',' else ''}"


_GOES_ON = "; a list goes on in the line below where that stands further in"


def _braces(case: Case) -> str:
    """`next{you}`."""
    is_call = case.text == "{" and case.before_terminal == "NAME"
    return f"write round brackets behind a name: `{case.before}(…)`" if is_call else ""


def _going_on(case: Case) -> str:
    """A line that stops before a word that it needs."""
    word = next((WORDS.texts[terminal] for terminal in _NEEDED if terminal in case.accepted), "")
    line = case.line.text
    if not case.at_end or not word:
        return ""
    return f"the line stops too early: `{line} {word} …`" if len(line) <= MAX_SHOWN else f"go on with `{word} …`"


_MISTAKES = (
    _indented,
    near_misses.in_capitals,
    _field_as_paragraph,
    _empty,
    _semicolon,
    _row_end,
    _cell,
    _row_start,
    _rows_without_change,
    *near_misses.LOOKS,
    sentence,
    form,
    _mixed,
    near_misses.if_on_a_line,
    _lonely_else,
    _misspelt_else,
    _reference,
    _no_step,
    _term_with_colon,
    _value_with_equal,
    _edit_elsewhere,
    _colon,
    slip,
    _two_conditions,
    _next_step,
    _capital,
    _quotes,
    _misspelt,
    _field,
    _ties,
)
