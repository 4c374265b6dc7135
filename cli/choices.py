"""The legal choices -> a numbered list for people, and what people type -> the choice they mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gamedsl.api import Choice

from .console import plain

_GROUPED_FROM = 4
_MOST_SHOWN = 60
_SURE_FROM = 2


@attrs.frozen
class Found:
    """What a typed answer fits. ``exact``: it is written in full; ``sure``: one choice is meant without doubt."""

    choices: tuple[Choice, ...]
    exact: bool = False
    sure: bool = False

    @property
    def single(self) -> Choice | None:
        """The choice that is meant, when there is no doubt."""
        return self.choices[0] if len(self.choices) == 1 and (self.exact or self.sure) else None


def render_choices(choices: Sequence[Choice], shown: Sequence[Choice] | None = None) -> RenderableType:
    """Return the list with numbers from 1; ``shown`` picks out some, the numbers stay those of the whole list."""
    number = _numbers(choices)
    selected = list(choices if shown is None else shown)
    parts: list[RenderableType] = []
    listed: list[Choice] = []
    for _, group in groupby(selected[:_MOST_SHOWN], key=lambda choice: (choice.action, choice.is_pass)):
        members = list(group)
        if len(members) < _GROUPED_FROM:
            listed += members
            continue
        parts += [_listed(listed, number)] if listed else []
        listed = []
        parts += _grouped(members, number)
    parts += [_listed(listed, number)] if listed else []
    rest = len(selected) - _MOST_SHOWN
    if rest > 0:
        parts.append(Text(f"  … and {rest} more: type a part of the name to search", style="dim"))
    return Group(*parts)


def _numbers(choices: Sequence[Choice]) -> dict[int, int]:
    """Return what is typed for each choice: its place in the list; where only numbers are asked, the number itself."""
    labels = [choice.label for choice in choices]
    if all(label.lstrip("-").isdecimal() for label in labels) and len(set(labels)) == len(labels):
        return {choice.code: int(choice.label) for choice in choices}
    return {choice.code: index for index, choice in enumerate(choices, 1)}


def _listed(members: list[Choice], number: dict[int, int]) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=4, style="bold")
    grid.add_column()
    grid.add_column(style="dim")
    for choice in members:
        typed = choice.text if choice.text.casefold() != choice.words.casefold() else ""
        grid.add_row(str(number[choice.code]), Text(plain(choice.words)), Text(plain(typed)))
    return grid


def _grouped(members: list[Choice], number: dict[int, int]) -> list[RenderableType]:
    """Return one heading for many choices of one action, and the values side by side."""
    heads = {_head(choice) for choice in members}
    head = heads.pop() if len(heads) == 1 else ""
    items = []
    for choice in members:
        item = Text(f"{number[choice.code]:>4} ", style="bold")
        said = choice.label if head or choice.action is None else choice.words
        items.append(item if said == str(number[choice.code]) else item.append(plain(said), style="not bold"))
    columns = Columns(items, padding=(0, 2), column_first=False)
    return [Text(f"     {plain(head)}"), columns] if head else [columns]


def _head(choice: Choice) -> str:
    """Return the words without the value at their end."""
    for ending in (f": {choice.label}", f" {choice.label}"):
        if choice.label and choice.words.endswith(ending):
            return choice.words[: -len(ending)]
    return ""


def find_choice(choices: Sequence[Choice], typed: str) -> Found:
    """Return what a typed answer means: a number of the list, the text form, or a part of the words."""
    wanted = _simple(typed)
    numbers = {str(number): code for code, number in _numbers(choices).items()}
    if wanted in numbers:
        return Found(tuple(choice for choice in choices if choice.code == numbers[wanted]), exact=True)
    for read in (_text, _label, _words):
        exact = tuple(choice for choice in choices if _simple(read(choice)) == wanted)
        if exact:
            return Found(exact, exact=True)
    near = tuple(choice for choice in choices if _fits(choice, wanted, start=True))
    if near:
        return Found(near, sure=len(wanted) >= _SURE_FROM)
    parts = wanted.split()
    return Found(tuple(choice for choice in choices if all(_fits(choice, part, start=False) for part in parts)))


def _fits(choice: Choice, wanted: str, *, start: bool) -> bool:
    texts = [_simple(read(choice)) for read in (_text, _label, _words)]
    return any(text.startswith(wanted) if start else wanted in text for text in texts)


def _text(choice: Choice) -> str:
    return choice.text


def _label(choice: Choice) -> str:
    return choice.label


def _words(choice: Choice) -> str:
    return choice.words


def _simple(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
