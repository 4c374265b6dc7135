"""A finding and the text it is about -> the edits that its help names, where it names exactly one thing to write.

Help is worded in few ways: "did you mean `x`?", "write `x`", "leave it out". What offers a choice, an example or a form
with places to fill is left to people. Whether an edit helps is not decided here: ``repair`` checks the text again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher

from gamedsl.authoring.fixing.edits import Cure, Cures, Edit, bounds, place_of
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.suggest import suggest
from gamedsl.source import Source

_MEANT = re.compile(r"did you mean `([^`]+)`\?(?! Or)")
_WRITE = re.compile(r"(?:[^`]+[:,;] )?write `([^`]+)`(?: instead)?")
_INSTEAD = re.compile(r"write `([^`]+)` instead of `([^`]+)`")
_ABOVE = re.compile(r"write `([^`]+)` above it, on a line of its own(?: at the left margin)?")
_OUT = re.compile(r"(?:leave it out|remove it)\b|leave out the colon")
_WHOLE_LINE = re.compile(r"leave this line out\b")
_AT_END = re.compile(r"leave out `([^`]+)` at the end\b")
_COLON = re.compile(r"write `[^`]+:` and what belongs to it|write a colon instead: `[^`]+:`$")
_CLOSED = re.compile(r"write `([\])}\"])` where it ends")
_NEW_LINE = re.compile(r"begin a new line with `([^`]+)`")
_JOINED = re.compile(r"it goes on with the line above")
_COMMA = re.compile(r"put a comma before it: `, ")
_ROUND = re.compile(r"write round brackets behind a name: `")
_BAR = re.compile(r"a row begins with a bar as well: `")
_UNDER_FIELD = re.compile(r"steps stand under a field: `(\w+: )")
_FORMULA = re.compile(r"a term is written with `(=)`: `")
_ONE_NAME = re.compile(r"`([^`]+)` in line (\d+) is used nowhere: write the same name in both places")
_LATER = re.compile(r"it is given only in line (\d+): move that line up, in front of this one")
_NEEDED = re.compile(r"(\d+) spaces? where (\d+) (?:is|are) needed")
_TO_FILL = re.compile(r"…|\b[A-Z]{3,}\b")
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"`([^`]+)`")
_NO_CODE = re.compile(r'"[^"\n]*"|#[^\n]*')
_WORDS_END = re.compile(r"\s*(?:\[[A-Z][A-Z0-9]*-[^\]\n]*\])?\s*(?:#[^\n]*)?$")
_LEFT_OUT = ("GDSYN",)
"""Areas in which something may be left out: what cannot be read there says nothing."""
_REWRITTEN = ("GDSYN", "GDNAM", "GDVAR", "GDSCN", "GDDAT")
"""Areas whose help says how to write what stands there; others advise how to change the rules."""
_MOST_PLACES = 12


def cures(found: Diagnostic, source: Source) -> Cures:
    """Return what may be written for a finding; nothing where its help leaves a choice, or it lies in another file."""
    if found.span.path != source.path or not found.code.startswith(_REWRITTEN):
        return Cures()
    if found.code == "GDSYN02":
        return Cures(tuple(_indented(found, source)))
    for pattern, made in _READERS:
        if match := pattern.match(found.help):
            return made(found, source, match)
    return Cures()


def _code(text: str) -> str:
    """Return a text of the same length without words in quotes and comments."""
    return _NO_CODE.sub(lambda one: " " * len(one[0]), text)


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]


def _sure(walk: Callable[[Diagnostic, Source, re.Match[str]], Iterator[Cure]]) -> _Reader:
    def read(found: Diagnostic, source: Source, match: re.Match[str]) -> Cures:
        return Cures(tuple(dict.fromkeys(walk(found, source, match))))

    return read


# ---------------------------------------------------------------- words


def _meant(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk what a misspelt word becomes: everywhere it is told, or the one line that declares the other word."""
    right = match[1]
    start, end = bounds(found.span, source)
    marked = source.text[start:end]
    told = _QUOTED.findall(found.message)
    word = told[0].split("(")[0] if told else marked
    own = list(re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", marked))
    if not own and told and found.code != "GDSYN01":
        yield from _told_elsewhere(source, told[-1], right)
        return
    if not own or found.code == "GDSYN01":
        yield from _misspelt_nearby(source, start, right)
        return
    edits = [Edit(start + own[-1].start(), start + own[-1].end(), right)]
    for label in found.labels:
        place = bounds(label.span, source)
        if label.span.path == source.path and source.text[slice(*place)] == word:
            edits.append(Edit(*place, right))
    code = _code(source.text)
    declared = list(re.finditer(rf"(?<![\w.]){re.escape(right)}(?!\w)", code))
    if len(edits) > 1 and len(declared) == 1 and not code[: declared[0].start()].rpartition("\n")[2].strip():
        yield (Edit(*declared[0].span(), word),)  # used under one name, declared under another
        return
    yield tuple(dict.fromkeys(edits))


def _told_elsewhere(source: Source, word: str, right: str) -> Iterator[Cure]:
    """Walk what becomes of a word that stands in one place of the file, though not where it is told."""
    places = list(re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", _code(source.text)))
    if len(places) == 1:
        yield (Edit(*places[0].span(), right),)


def _misspelt_nearby(source: Source, start: int, right: str) -> Iterator[Cure]:
    """Walk what becomes of a misspelt word that makes the next one wrong: `hepa of card` is told at `of`."""
    before = re.search(r"(\w+)\s*$", source.text[:start])
    here = re.match(r"\w+", source.text[start:])
    for word, place in ((before and before[1], before and before.start(1)), (here and here[0], start)):
        if word and place is not None and suggest(word, [right]):
            yield (Edit(place, place + len(word), right),)


def _instead(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start, end = bounds(found.span, source)
    at = source.text.find(match[2], start, max(end, start + len(match[2])))
    if at >= 0:
        before = len(source.text[:at].rstrip(" ")) if match[1] in (":", ",") else at
        yield (Edit(before, at + len(match[2]), match[1]),)


def _written(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk where the one thing that help quotes can stand: for a word that is told, the whole span, the whole step."""
    new = match[1]
    goes_on = found.help[match.end() :]
    if (goes_on and (new[:1].isalnum() or goes_on[0] != ";")) or _TO_FILL.search(new):
        return
    if found.help.startswith("names have no blanks") and not re.search(rf"\b{re.escape(new)}\b", source.text):
        return
    start, end = bounds(found.span, source)
    marked = source.text[start:end]
    told = _QUOTED.findall(found.message)
    if told and told[0] != marked and marked.count(told[0]) == 1:
        at = start + marked.index(told[0])
        yield (Edit(at, at + len(told[0]), new),)
    if len(marked.split()) <= 1 or _keeps(marked, new, ""):
        yield (Edit(start, end, new),)
    if len(new.split()) > 1:
        yield from _whole_step(source, start, end, new)


def _keeps(before: str, after: str, marked: str) -> bool:
    """Tell whether all words are still there but those that are marked."""
    return not (Counter(_WORD.findall(before)) - Counter(_WORD.findall(after)) - Counter(_WORD.findall(marked)))


def _whole_step(source: Source, start: int, end: int, new: str) -> Iterator[Cure]:
    """Walk the stretch around a span that is most like a longer cure, if the cure has all words of it."""
    text = source.text
    line, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    bare = _WORDS_END.search(text[end:stop])
    first, last = re.escape(new.split()[0]), re.escape(re.split(r"\s", new)[-1])
    begins = [line + one.start() for one in re.finditer(first, text[line : start + len(new)])]
    ends = [start + one.end() for one in re.finditer(last, text[start:stop])]
    ends += [end + bare.start()] if bare else []
    places = [(one, other) for one in begins if one <= start for other in ends if other >= end]
    if places:
        best = max(places, key=lambda place: SequenceMatcher(None, text[slice(*place)], new).ratio())
        marked = text[start:end]
        if _keeps(text[slice(*best)], new, marked if len(marked.split()) == 1 else ""):
            yield (Edit(*best, new),)


# ---------------------------------------------------------------- signs and lines


def _left_out(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start, end = bounds(found.span, source)
    if found.code.startswith(_LEFT_OUT) and end > start and found.span.line == found.span.end_line:
        yield (Edit(start, end, ""),)


def _left_out_at_end(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk the sign that a line ends with, in front of its words and its comment."""
    start = place_of(source, found.span.line, 1)
    code = _code(source.line(found.span.line))
    at = code.rstrip().rfind(match[1])
    if at >= 0:
        yield (Edit(start + at, start + at + len(match[1]), ""),)


def _above(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start = place_of(source, found.span.line, 1)
    margin = "" if "left margin" in match[0] else _margin(source.line(found.span.line))
    yield (Edit(start, start, f"{margin}{match[1]}\n"),)


def _colon(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk a colon for another sign, or one in front of what follows."""
    start, end = bounds(found.span, source)
    before = len(source.text[:start].rstrip())
    marked = source.text[start:end]
    if not marked[:1].isalnum() or marked in ("is", "then", "do"):
        yield (Edit(before, end, ":"),)
    yield (Edit(before, start, ": "),)


def _closed(found: Diagnostic, source: Source, match: re.Match[str]) -> Cures:
    """Return where a bracket may end: behind any word of its line; a text ends with the words of its line."""
    start, _ = bounds(found.span, source)
    stop = source.text.find("\n", start)
    stop = len(source.text) if stop < 0 else stop
    rest = source.text[start:stop]
    if match[1] == '"':
        end = _WORDS_END.search(rest)
        if end is None or not rest[1 : end.start()].strip():
            return Cures()
        at = start + end.start()
        return Cures(((Edit(at, at, '"'),),))
    code = _code(rest)
    places = [start + one.end() for one in re.finditer(r"[\w\])}](?!\w)", code)]
    return Cures(possible=tuple((Edit(at, at, match[1]),) for at in places[:_MOST_PLACES]))


def _new_line(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start, _ = bounds(found.span, source)
    before = len(source.text[:start].rstrip())
    if source.text.startswith(match[1], start):
        yield (Edit(before, start, "\n" + _margin(source.line(found.span.line))),)


def _joined(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk a line that goes on with the one above, unless words or a comment stand there."""
    start = place_of(source, found.span.line, 1)
    above = source.line(found.span.line - 1)
    if found.span.line > 1 and above.strip() and "#" not in above:
        code = len(source.line(found.span.line)) - len(source.line(found.span.line).lstrip())
        yield (Edit(start - 1 - len(above) + len(above.rstrip()), start + code, " "),)


def _moved_up(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk the line that gives a name, in front of the one that reads it."""
    later = source.line(int(match[1])) + "\n"
    at, here = place_of(source, int(match[1]), 1), place_of(source, found.span.line, 1)
    if source.text.startswith(later, at):
        yield Edit(here, here, later), Edit(at, at + len(later), "")


def _one_name(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk the line that declares what is used under another name."""
    told = _QUOTED.findall(found.message)
    start = place_of(source, int(match[2]), 1)
    places = list(re.finditer(rf"(?<!\w){re.escape(match[1])}(?!\w)", _code(source.line(int(match[2])))))
    if told and len(places) == 1:
        yield (Edit(start + places[0].start(), start + places[0].end(), told[0]),)


def _without_line(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start = place_of(source, found.span.line, 1)
    yield (Edit(start, min(start + len(source.lines[found.span.line - 1]) + 1, len(source.text)), ""),)


def _comma(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    before = len(source.text[: bounds(found.span, source)[0]].rstrip())
    yield (Edit(before, before, ","),)


def _round(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk round brackets for the others of a call."""
    start, end = bounds(found.span, source)
    closing = {"{": "}", "[": "]"}.get(source.text[start:end], "")
    at = source.text.find(closing, end, end + len(source.line(found.span.line)))
    if closing and at >= 0:
        yield Edit(start, end, "("), Edit(at, at + 1, ")")


def _in_front(new: str) -> Callable[[Diagnostic, Source, re.Match[str]], Iterator[Cure]]:
    """Return what writes something in front of a line; empty: what the help quotes."""

    def walk(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
        start = place_of(source, found.span.line, 1) + len(_margin(source.line(found.span.line)))
        yield (Edit(start, start, new or match[1]),)

    return walk


def _as_written(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    start, end = bounds(found.span, source)
    blank = "" if source.text[start - 1 : start].isspace() else " "
    yield (Edit(start, end, blank + match[1]),)


def _straight(found: Diagnostic, source: Source, match: re.Match[str]) -> Iterator[Cure]:
    """Walk a text in curly or angled quotes in straight ones, if its line has one such text."""
    start, end = bounds(found.span, source)
    stop = source.text.find("\n", start)
    rest = source.text[end : stop if stop >= 0 else None]
    closing = [one for one in re.finditer("[“”„»«’‘'\"`]", rest) if one[0] not in "’'" or source.text[start] in "‘'’"]
    if len(closing) == 1:
        at = end + closing[0].start()
        yield Edit(start, end, '"'), Edit(at, at + 1, '"')


def _indented(found: Diagnostic, source: Source) -> Iterator[Cure]:
    """Walk a line moved to where it belongs, alone or with all that stands under it."""
    number, tabs = found.span.line, "tab" in found.message
    if tabs:
        yield tuple(_without_tabs(source, 2))
        return
    match = _NEEDED.search(found.message)
    if match is None:
        return
    here, needed = int(match[1]), int(match[2])
    alone = place_of(source, number, 1)
    line = source.line(number)
    margin = len(line) - len(line.lstrip())
    if line.rstrip().endswith("|") and line[margin] != "|":
        yield (Edit(alone, alone + margin, " " * needed + "| "),)
    yield (Edit(alone, alone + margin, " " * needed),)
    edits = []
    for later in range(number, len(source.lines) + 1):
        text = source.line(later)
        own = len(text) - len(text.lstrip(" "))
        if not text.strip():
            continue
        if later > number and own <= min(here, needed):
            break
        at = place_of(source, later, 1)
        edits.append(Edit(at, at + own, " " * max(0, own + needed - here)))
    yield tuple(edits)
    if here == 2 * needed:
        yield tuple(_narrower(source))


def _without_tabs(source: Source, width: int) -> Iterator[Edit]:
    for number, line in enumerate(source.lines, 1):
        margin = line[: len(line) - len(line.lstrip())]
        if "\t" in margin:
            at = place_of(source, number, 1)
            yield Edit(at, at + len(margin), margin.replace("\t", " " * width))


def _narrower(source: Source) -> Iterator[Edit]:
    """Walk all lines of a file that is written with four blanks for each level."""
    for number, line in enumerate(source.lines, 1):
        margin = len(line) - len(line.lstrip(" "))
        if margin and line.strip():
            at = place_of(source, number, 1)
            yield Edit(at, at + margin, " " * (margin // 2))


_Reader = Callable[[Diagnostic, Source, re.Match[str]], Cures]
_READERS: list[tuple[re.Pattern[str], _Reader]] = [
    (_MEANT, _sure(_meant)),
    (_INSTEAD, _sure(_instead)),
    (_ABOVE, _sure(_above)),
    (_COLON, _sure(_colon)),
    (_CLOSED, _closed),
    (re.compile(r"write texts between two straight quotes"), _sure(_straight)),
    (_NEW_LINE, _sure(_new_line)),
    (_JOINED, _sure(_joined)),
    (_AT_END, _sure(_left_out_at_end)),
    (_OUT, _sure(_left_out)),
    (_WHOLE_LINE, _sure(_without_line)),
    (_COMMA, _sure(_comma)),
    (_ROUND, _sure(_round)),
    (_BAR, _sure(_in_front("| "))),
    (_UNDER_FIELD, _sure(_in_front(""))),
    (_FORMULA, _sure(_as_written)),
    (_ONE_NAME, _sure(_one_name)),
    (_LATER, _sure(_moved_up)),
    (_WRITE, _sure(_written)),
]
