"""The legal choices -> a list for people with what is typed for each, and what people type -> the choice they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count, groupby

import attrs
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamedsl.choices import Choice
from gamedsl.engine.present.view_data import View

from ..console import plain
from ..render.pieces import trait_words
from .signs import Signs, signs_among

_GROUPED_FROM = 4
_MOST_SHOWN = 60
_SURE_FROM = 2
_RUN = 2
_MOST_RUNS = 24
_MOST_PLACES = 36
"""More places of a board than this are not listed one by one: they can be seen on the board."""
_NUMBER = re.compile(r"-?\d+")
_PLACE = re.compile(r"([a-z])(\d+)")
_SIGNED = re.compile(r"([a-z]+)\s*(-?\d*)")
_WIDTH = 4


@attrs.frozen
class About:
    """What is known besides: of pieces by their labels, what choices cost and bring, by their codes, and the signs.

    Without the signs of the game, those of the choices alone are taken.
    """

    pieces: Mapping[str, str] = attrs.field(factory=dict)
    moves: Mapping[int, str] = attrs.field(factory=dict)
    signs: Signs | None = None

    def of(self, choice: Choice) -> str:
        """Return what is known of what a choice names."""
        return self.pieces.get(choice.label, "")

    def behind(self, choice: Choice, *, moves: bool = True) -> str:
        """Return what stands behind a choice; without ``moves`` only of what it names."""
        told = [self.of(choice), self.moves.get(choice.code, "") if moves else ""]
        return "".join(f"  {one}" for one in told if one)


_NOTHING = About()
_BLANKS = str.maketrans("_(){},", "      ")


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


def render_choices(
    choices: Sequence[Choice], shown: Sequence[Choice] | None = None, about: About = _NOTHING
) -> RenderableType:
    """Return the list with what is typed for each choice; ``shown`` picks out some, which are typed as in the whole.

    Of many choices each action shows a fair part. ``about`` tells more of a choice.
    """
    typed = handles(choices, about.signs)
    selected = list(choices if shown is None else shown)
    parts: list[RenderableType] = []
    listed: list[Choice] = []
    groups = [
        list(group)
        for _, group in groupby(selected, key=lambda choice: (choice.action, choice.is_pass, choice.code in typed))
    ]
    most = _fair([len(group) for group in groups if group[0].code in typed])
    for group in groups:
        if group[0].code in typed and len(group) < _GROUPED_FROM:
            listed += group
            continue
        parts += [_listed(listed, typed, about)] if listed else []
        listed = []
        if group[0].code not in typed:
            parts += _amounts(group)
            continue
        if len(group) > _MOST_PLACES and all(_PLACE.fullmatch(choice.label) for choice in group):
            line = Text(f"{plain(_head(group[0]) or 'Places')}: type ").append(plain(_places(group)), style="bold")
            parts.append(Padding(line, (0, 0, 0, 5)))
            continue
        parts += _grouped(group[:most], typed, about)
        if len(group) > most:
            parts.append(Text(f"     … and {len(group) - most} more: type a part of the name to search", style="dim"))
    parts += [_listed(listed, typed, about)] if listed else []
    return Group(*parts)


def _fair(sizes: Sequence[int]) -> int:
    """Return how many of each group are shown so that all together are not too many."""
    most = max(sizes, default=0)
    while most > _GROUPED_FROM and sum(min(size, most) for size in sizes) > _MOST_SHOWN:
        most -= 1
    return most


def handles(choices: Sequence[Choice], signs: Signs | None = None) -> dict[int, str]:
    """Return what is typed for each choice, by code: a number is always a number, never a place in the list.

    A number where only numbers are asked for; else none for them: they are typed with their action (``raise 6``). A
    place as it is called. Else the sign of the action or question, which is the same in the whole game, with a running
    number behind it where something is chosen.
    """
    signs = signs or signs_among(choices)
    alone = only_numbers(choices, signs)
    said = Counter((choice.action, choice.label) for choice in choices if _is_number(choice))
    labels = Counter(choice.label for choice in choices)
    taken = {_simple(read(choice)) for choice in choices for read in (_text, _label, _words, _lies)}
    found: dict[int, str] = {}
    running: dict[str, int] = {}
    for choice in choices:
        sign = signs.of(choice)
        if choice.is_pass or not choice.label:
            found[choice.code] = choice.text if sign in taken else sign
        elif _is_number(choice) and said[choice.action, choice.label] == 1:
            if alone:
                found[choice.code] = choice.label
        elif _PLACE.fullmatch(choice.label) and labels[choice.label] == 1:
            found[choice.code] = choice.label
        else:
            after = running.get(sign, 0) + 1
            running[sign] = next(number for number in count(after) if f"{sign}{number}" not in taken)
            found[choice.code] = f"{sign}{running[sign]}"
    return found


def only_numbers(choices: Sequence[Choice], signs: Signs) -> bool:
    """Is a number asked for, and nothing else but whether to pass?"""
    answers = [choice for choice in choices if not choice.is_pass]
    return len({signs.of(choice) for choice in answers}) == 1 and all(
        _is_number(choice) and [one.label for one in answers].count(choice.label) == 1 for choice in answers
    )


def _is_number(choice: Choice) -> bool:
    return _NUMBER.fullmatch(choice.label) is not None


def _amounts(members: list[Choice]) -> list[RenderableType]:
    """Return one line for the numbers of an action, with how they are typed; a line for each where words differ."""
    heads = {_head(choice) for choice in members}
    if len(heads) == 1 and "" not in heads:
        line = Text(f"{'':{_WIDTH + 2}}{plain(heads.pop())}: type ", style="not bold")
        return [line.append(plain(_ranges(members)), style="bold")]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=_WIDTH)
    grid.add_column()
    for choice in members:
        grid.add_row(
            "", Text(f"{plain(_spoken(choice))}  ", style="bold").append(plain(choice.words), style="not bold")
        )
    return [grid]


def _ranges(members: list[Choice], read: Callable[[Choice], str] | None = None) -> str:
    """Return "raise 6 … raise 10, raise 15", as ``read`` tells a choice."""
    read = read or _spoken
    ordered = sorted(members, key=lambda choice: int(choice.label))
    runs: list[list[Choice]] = []
    for choice in ordered:
        if runs and int(choice.label) == int(runs[-1][-1].label) + 1:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    said = []
    for run in runs:
        said += [f"{read(run[0])} … {read(run[-1])}"] if len(run) > _RUN else [read(one) for one in run]
    return ", ".join(said[:_MOST_RUNS] + ["…"] * (len(said) > _MOST_RUNS))


def _places(members: list[Choice]) -> str:
    """Return places of a board as runs along its rows: "a1 … k1, a2 … c2, e2"."""
    at = sorted((int(number), letter) for letter, number in (_PLACE.fullmatch(one.label).groups() for one in members))  # type: ignore[union-attr]
    runs: list[list[tuple[int, str]]] = []
    for number, letter in at:
        if runs and runs[-1][-1] == (number, chr(ord(letter) - 1)):
            runs[-1].append((number, letter))
        else:
            runs.append([(number, letter)])
    said = [[f"{letter}{number}" for number, letter in run] for run in runs]
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > _RUN else ", ".join(run) for run in said)


def _spoken(choice: Choice) -> str:
    """Return the short form without brackets: raise 6; of a later question the number alone."""
    return choice.label if choice.action is None else f"{choice.action} {choice.label}"


def told_about(view: View) -> dict[str, str]:
    """Return what is known of pieces whose label alone says nothing (``charter 05``), by label, for their choices."""
    found: dict[str, str] = {}
    for cell in view.cells:
        for piece in cell.pieces:
            if piece.label not in found and piece.label.casefold() == piece.name.replace("_", " ").casefold():
                said = [words for words in trait_words(piece.traits) if words.casefold() not in piece.label.casefold()]
                if said:
                    found[piece.label] = f"({', '.join(said)})"
    return found


def _listed(members: list[Choice], typed: dict[int, str], about: About) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=_widest(members, typed), style="bold")
    grid.add_column()
    grid.add_column(style="dim")
    told = any(choice.text.casefold() != choice.words.casefold() for choice in members)
    for choice in members:
        words = Text(plain(choice.words)).append(plain(about.behind(choice)), style="dim")
        grid.add_row(typed[choice.code], words, Text(plain(choice.text if told else "")))
    return grid


def _widest(members: list[Choice], typed: dict[int, str]) -> int:
    return max(_WIDTH, *(len(typed[choice.code]) for choice in members))


def _grouped(members: list[Choice], typed: dict[int, str], about: About) -> list[RenderableType]:
    """Return one heading for many choices of one action, and the values side by side."""
    heads = {_head(choice) for choice in members}
    head = heads.pop() if len(heads) == 1 else ""
    moves = {about.moves.get(choice.code, "") for choice in members}
    alike = len(moves) == 1 and head != ""
    items, widest = [], _widest(members, typed)
    for choice in members:
        said = choice.label if head or choice.action is None else choice.words
        words = Text("" if said == typed[choice.code] else plain(said))
        item = Table.grid(padding=(0, 1, 0, 0))  # where the line is too short, the words go on below themselves
        item.add_column(justify="right", width=widest, style="bold")
        item.add_column()
        item.add_row(typed[choice.code], words.append(plain(about.behind(choice, moves=not alike)), style="dim"))
        items.append(item)
    columns = Columns(items, padding=(0, 2), column_first=False)
    title = Text(f"     {plain(head)}").append(f"  {plain(moves.pop())}" if alike else "", style="dim")
    return [title, columns] if head else [columns]


def _head(choice: Choice) -> str:
    """Return the words without the value at their end."""
    for ending in (f": {choice.label}", f" {choice.label}"):
        if choice.label and choice.words.endswith(ending):
            return choice.words[: -len(ending)]
    return ""


def find_choice(choices: Sequence[Choice], typed: str, about: About = _NOTHING) -> Found:
    """Return what a typed answer means: the sign before a choice, its text form, or a part of its words.

    A number alone means a number that is asked for, and nothing else; so does a sign of the game. What is told
    ``about`` a choice is searched too.
    """
    wanted = _simple(typed)
    signs = about.signs or signs_among(choices)
    if not wanted or (_NUMBER.fullmatch(wanted) and not only_numbers(choices, signs)):
        return Found(())
    for read in (_text, _label, _words, _lies):
        exact = tuple(choice for choice in choices if _simple(read(choice)) == wanted)
        if exact:
            return Found(exact, exact=True)
    alike, sign, number = wanted.rpartition("#")
    if sign and number.isdecimal():
        return _numbered(find_choice(choices, alike, about), int(number))
    listed = handles(choices, signs)
    if signed := tuple(choice for choice in choices if wanted in _signed(choice, listed, signs)):
        return Found(signed, exact=True)
    if _is_sign(wanted, signs) or _NUMBER.fullmatch(wanted) or other_numbers(choices, typed):
        return Found(())
    near = tuple(choice for choice in choices if _fits(choice, wanted, start=True))
    if near or len(wanted) < _SURE_FROM:
        return Found(near, sure=len(wanted) >= _SURE_FROM)
    parts = wanted.split()
    sure = len(parts) > 1 and all(len(part) >= _SURE_FROM and not part.isdecimal() for part in parts)
    inside = tuple(choice for choice in choices if all(_fits(choice, part, start=False) for part in parts))
    if inside:
        return Found(inside, sure=sure)
    told = tuple(choice for choice in choices if all(_within(choice, part, about) for part in parts))
    return Found(told, sure=sure)


def _signed(choice: Choice, typed: Mapping[int, str], signs: Signs) -> tuple[str, ...]:
    """Return how a choice is typed by its sign: of a number with that number, ``s 2`` or ``s2``."""
    if _is_number(choice):
        sign = signs.of(choice)
        return f"{sign} {choice.label}", f"{sign}{choice.label}"
    return (typed[choice.code],)


def _is_sign(wanted: str, signs: Signs) -> bool:
    """Is this a sign of the game, alone or with a number, whatever may be chosen now?"""
    found = _SIGNED.fullmatch(wanted)
    return found is not None and bool(signs.meaning(found[1]))


def slip(choices: Sequence[Choice], typed: str, signs: Signs) -> str:
    """Return in a sentence what a sign or a number means that is no answer now; empty for anything else."""
    wanted = _simple(typed)
    found = _SIGNED.fullmatch(wanted)
    meaning = "" if found is None else signs.meaning(found[1])
    if found is not None and meaning:
        now = [text for code, text in handles(choices, signs).items() if text.rstrip("0123456789") == found[1]]
        if any(signs.of(choice) == found[1] and _is_number(choice) for choice in choices):
            now.append(_ranges([choice for choice in choices if signs.of(choice) == found[1]]))
        if now:
            return f"`{wanted}` is no answer now; for `{meaning}` you can type {_run_of(now)}"
        return f"`{wanted}` is for `{meaning}`, which is not possible now"
    numbers = [choice for choice in choices if _is_number(choice)]
    if _NUMBER.fullmatch(wanted) and numbers:
        if only_numbers(choices, signs):
            return f"`{wanted}` is not possible now; type {_ranges(numbers, _label)}"
        return f"`{wanted}` alone is no answer now; a number stands behind its action: type {_ranges(numbers)}"
    return ""


def _run_of(texts: list[str]) -> str:
    return ", ".join(texts) if len(texts) <= _RUN else f"{texts[0]} … {texts[-1]}"


def _numbered(alike: Found, number: int) -> Found:
    """Return one of the choices that are alike, as records once called pieces on a board: ``go(man, b4#2)``."""
    return Found(alike.choices[number - 1 : number] if number else (), exact=True)


def other_numbers(choices: Sequence[Choice], typed: str) -> str:
    """Return which numbers are possible where an action with another number is typed (``raise 2``); else no text."""
    action, _, number = _simple(typed).rpartition(" ")
    members = [choice for choice in choices if choice.action is not None and _simple(choice.action) == action]
    if not members or not _NUMBER.fullmatch(number) or not all(_is_number(choice) for choice in members):
        return ""
    return "" if any(choice.label == number for choice in members) else _ranges(members)


def _within(choice: Choice, part: str, about: About) -> bool:
    return _fits(choice, part, start=False) or part in _simple(about.of(choice))


def _fits(choice: Choice, wanted: str, *, start: bool) -> bool:
    """Does one of the texts hold ``wanted``? A number is never a part of a longer one: 1 is not the start of 10."""
    texts = [_simple(read(choice)) for read in (_text, _label, _words)]
    left = r"\A" if start else r"(?<!\w)" if wanted[:1].isdecimal() else ""
    right = r"(?!\w)" if wanted[-1:].isdecimal() else ""
    return any(re.search(left + re.escape(wanted) + right, text) for text in texts)


def _text(choice: Choice) -> str:
    return choice.text


def _label(choice: Choice) -> str:
    return choice.label


def _words(choice: Choice) -> str:
    return choice.words


def _lies(choice: Choice) -> str:
    """Return where a piece lies that is told from others by its place: `d2` for `pawn on d2`."""
    return choice.label.partition(" on ")[2]


def _simple(text: str) -> str:
    """Return text for comparing: ``Sell(2)`` is the same as ``sell 2``."""
    return " ".join(text.casefold().translate(_BLANKS).split())
