"""Uses of names that nothing has -> one finding for each name: the first place, the others, and what to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.suggest import did_you_mean, enumerated
from gamedsl.source import Span
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.recovery.patterns.typos import KINDS

MOST_PLACES = 6
"""Of the places where a name is used, so many are named."""

_GIVEN = re.compile(r"\s+(?:[^\"#]*[;:] +)?(?:let|pick):? +(?P<name>\w+) +(?:in\b|=)")

_DECLARE: Mapping[str, str] = {
    "value": "declare it: something on the table `{name}: …` under `table`, a formula `{name} = …` under `terms`; or "
    "name it in front of this place, with `pick` or `let`",
    "term": "write a formula `{name} = …` under `terms`",
    "function or term": "write a formula with this name and what stands in brackets under `terms`: `{name}(…) = …`",
    "thing of a player": "declare it below `each player`, under `table` or `terms`",
    "action or group": "write an action of this name under `actions`, or take it out here",
    "phase": "write a phase of this name under `phases`, or take it out here",
    "rule": "write a rule of this name under `rules`, or take it out here",
    "action or rule": "write an action or rule of this name, or take it out here",
    "paragraph": "write an action or rule of this name, or take it out here",
    "scoring source": 'write a line `{name} "…"` under `scoring`',
    "component": "declare it under `components`, for example `{name}: counter, 20` or `{name}: card`",
    "kind of component": "declare it under `components`, for example `{name}: card`",
    "type": "list its words under `types`: `{name}: …, …`; a number is a range such as `0..9`, yes or no is `bool`",
    "option": "declare it under `options`: `{name}: no, yes`",
    "zone": "declare it under `table`, for example `{name}: heap of …`",
    "column": "write this column into the head of the table",
    "stack, dice or value": "only dice, values that are rolled, and places of pieces can be forced",
}
"""What to write where nothing has a name and nothing is spelt like it, by what it would be."""


_ONE_WORD = re.compile(r"\w+")
_PICK = re.compile(r"\s+(?:.*[;:] +)?pick\b")
_TITLE = re.compile(r'  (?:change +)?\w+(?:\([^()]*\))? +"(?P<words>[^"]*)"')


@attrs.frozen
class _Use:
    span: Span
    what: str
    near: str
    cure: str


def _is_place(use: _Use, zone: str) -> bool:
    """Tell whether a name stands where pieces (or counters, in a purse) lie: behind `from`, `to` or `in`."""
    before = use.span.source.line(use.span.line)[: use.span.column - 1].rstrip()
    is_paid = re.search(r"\bpay [^;]*$", before) is not None
    return before.endswith((" from", " to", " in")) and is_paid == zone.startswith("purse")


@attrs.define
class UnknownNames:
    """Collects uses of names that nothing has, and those of what a variant has removed, until all are known.

    ``whole`` says of words that are removed with something which one that is: lines that name both tell it once.
    """

    removed: Mapping[str, Span] = attrs.field(factory=dict)
    whole: Mapping[str, str] = attrs.field(factory=dict)
    uses: dict[str, list[_Use]] = attrs.field(factory=dict)

    def add(self, span: Span, what: str, name: str, candidates: Callable[[], list[str]], cure: str) -> None:
        """Keep one use; ``cure`` is the help where no candidate is spelt like the name.

        One letter alone is near to nothing.
        """
        near = did_you_mean(name, candidates()) if len(name) > 1 else ""
        self.uses.setdefault(name, []).append(_Use(of_word(span, name), what, near, cure))

    def forget(self, what: str) -> None:
        """Forget uses of names for one kind of thing: that it is missing is told elsewhere."""
        self.uses = {name: kept for name, uses in self.uses.items() if (kept := [u for u in uses if u.what != what])}

    def only_within(self, body: Span) -> list[str]:
        """Return the names that are used nowhere but in a stretch of one file, in the order of their first uses."""
        lines = range(body.line, body.end_line + 1)
        inside = {
            name: min((one.span.line, one.span.column) for one in uses)
            for name, uses in self.uses.items()
            if name not in self.removed
            and all(one.span.path == body.path and one.span.line in lines and one.what == "value" for one in uses)
        }
        return sorted(inside, key=inside.__getitem__)

    def is_missing(self, zone: str) -> bool:
        """Tell whether a place that nothing has is used, which may be this zone; its help then says so."""
        for name, uses in self.uses.items():
            if (
                name not in self.removed
                and not any(one.near for one in uses)
                and any(_is_place(one, zone) for one in uses)
            ):
                cure = f"declare it under `table`; if all of them lie there before the game, write `{name}: {zone}`"
                self.uses[name] = [attrs.evolve(one, cure=cure) for one in uses]
                return True
        return False

    def report(self, report: Callable[..., None]) -> None:
        """Report every name once, and forget them."""
        for name, uses in self.uses.items():
            places = {(one.span.path, one.span.line, one.span.column): one for one in uses}
            ordered = [places[place] for place in sorted(places)]
            if name in self.removed:
                told = {(one.span.path, one.span.line) for one in self.uses.get(self.whole.get(name, ""), ())}
                spans = [one.span for one in ordered if (one.span.path, one.span.line) not in told]
                if spans:
                    _report_removed(report, name, self.removed[name], spans)
            else:
                _report_unknown(report, name, ordered)
        self.uses.clear()


def _report_removed(report: Callable[..., None], name: str, removed: Span, uses: list[Span]) -> None:
    """Report something that a variant removes and that is still used, with the first places where it is."""
    lines = list({(use.path, use.line): use for use in uses}.values())
    labels = tuple(Label(use, "used here") for use in lines[:MOST_PLACES])
    told = [f"{use.path}:{use.line}" for use in lines[:MOST_PLACES]]
    more = len(lines) - len(told)
    written = enumerated([*told, f"{more} more place{'s' if more > 1 else ''}"] if more else told)
    report("GDVAR04", removed, labels=labels, name=name, places=written)


def _report_unknown(report: Callable[..., None], name: str, uses: list[_Use]) -> None:
    first = uses[0]
    labels = tuple(Label(use.span, "used here, too") for use in uses[1 : MOST_PLACES + 1])
    near = next((use.near for use in uses if use.near), "")
    below = _named_below(first.span, name)
    unused = _unused_above(first.span)
    is_ours = name in KINDS or (name == "dice" and first.what == "value")
    otherwise = first.cure or _DECLARE.get(first.what, "").format(name=name)
    if _named_further_right(first.span, name):
        otherwise = "it is a part of this choice further right: parts are read from the left, so put that part in front"
    elif unused:
        otherwise = f"`{unused[0]}` in line {unused[1]} is used nowhere: write the same name in both places"
    elif below and (title := _TITLE.match(first.span.source.line(first.span.line))):
        words = f'the words of each answer stand in line {below}, at its end: `as "{title["words"]}"`'
        otherwise = f"titles are read before anything is picked, so leave `{{{name}}}` out here; {words}"
    elif below:
        otherwise = f"it is given only in line {below}: move that line up, in front of this one"
    elif near and is_ours:
        # Rules are full of such words of the language: where one is a name, the slip may be in the declaration.
        otherwise = f"what is near it is called {near}: write the same name in both places"
    own_help = {} if near and not is_ours and not below and not unused else {"help": otherwise}
    report("GDNAM01", first.span, labels=labels, kind=first.what, name=name, suggestions=near, **own_help)


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b")


def of_word(span: Span, name: str) -> Span:
    """Return the place of a name inside a wider span, so that the caret stands under what is to be changed."""
    line = span.source.line(span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    words = (word for word in _ONE_WORD.finditer(line, span.column - 1, end) if word[0] == name)
    found = next(words, None) if name.isidentifier() else _whole(name).search(line, span.column - 1, end)
    return span if found is None else Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1)


def _named_further_right(span: Span, name: str) -> bool:
    """Tell whether a part of the same choice, behind the place where a name is used, gives it its meaning."""
    line = span.source.line(span.line)
    if name not in line[span.end_column - 1 :] or _PICK.match(line) is None:
        return False
    part = re.compile(rf",\s*{re.escape(name)}\s+(?:in\b|=)")
    return part.search(line, span.end_column - 1) is not None


def _named_below(span: Span, name: str) -> int:
    """Return the line further down in the same paragraph that gives a name its meaning, or 0."""
    given: re.Pattern[str] | None = None
    lines = span.source.lines
    for number in range(span.line + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and not line.startswith("   "):
            return 0
        if name in line:
            before = r"\s+(?:.*[;:] +)?(?:(?:pick|let):? +|pick:? .*, *)"
            given = given or re.compile(rf"{before}{re.escape(name)} +(?:in\b|=)")
            if given.match(line):
                return number
    return 0


def _unused_above(span: Span) -> tuple[str, int] | None:
    """Return the name that a line above in the same paragraph gives and nothing uses, with its line: a slip of a name.

    The nearest one, if there is any.
    """
    lines = span.source.lines
    first = next((at for at in range(span.line, 0, -1) if not lines[at - 1].startswith("   ")), 1)
    behind = (at for at in range(span.line, len(lines)) if lines[at].strip() and not lines[at].startswith("   "))
    last = next(behind, len(lines))
    whole = "\n".join(lines[first - 1 : last])
    for number in range(span.line - 1, first, -1):
        given = _GIVEN.match(lines[number - 1])
        if given is not None and _is_unused(given["name"], whole):
            return given["name"], number
    return None


def _is_unused(name: str, paragraph: str) -> bool:
    """Tell whether a name stands nowhere but where it is given; a word of the language in front of others is none."""
    ahead = r"(?! *[\w({])" if name in WORDS.words else ""
    elsewhere = re.sub(rf"\b(?:let|pick):? +{name}\b", "", paragraph, count=1)
    return re.search(rf"(?<!\bties )\b{name}\b{ahead}", elsewhere) is None
