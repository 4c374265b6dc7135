"""The legal choices -> what is printed of them, with what is typed for each: all of them, or folded to fewer lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamedsl.choices import Choice, grouped, title_of
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import View, number_of
from gamedsl.semantics.core.model import CheckedGame, Design

from ..console import plain
from ..render.pieces import filled, numbers_of, trait_words
from .choices import NOTHING, PLACE, RUN, About, Known, by_numbers, digits, handles, is_number, run_of, several

_GROUPED_FROM = 4
_MOST_SHOWN = 60
_MOST_PLACES = 36
"""More places of a board than this are not listed one by one: they can be seen on the board."""
_WIDTH = 4
_BOARDS = ("grid", "ring", "flow")
_COMMA = ", "
_FEWEST = 2
_FEW_NUMBERS = 6
_SHORT = 24
"""More than so many characters of a box are looked up on the table."""
_FOLDED_ABOVE = (1, 6, 24)
"""Groups of more choices than so many are folded, from the shortest list to the longest."""


def render_choices(
    choices: Sequence[Choice], shown: Sequence[Choice] | None = None, about: About = NOTHING
) -> RenderableType:
    """Return the list with what is typed for each choice; ``shown`` picks out some, which are typed as in the whole.

    Of many choices each action shows a fair part. ``about`` tells more of a choice.
    """
    typed = handles(choices, about.signs, about.numbers)
    selected = list(choices if shown is None else shown)
    parts: list[RenderableType] = []
    listed: list[Choice] = []
    groups = [
        by_numbers(list(group), typed)
        for _, group in groupby(selected, key=lambda choice: (choice.action, choice.is_pass, is_number(choice)))
    ]
    most = _fair([len(group) for group in groups])
    for group in groups:
        if len(group) < _GROUPED_FROM and not _says_alike(group, about):
            listed += group
            continue
        parts += [_listed(listed, typed, about)] if listed else []
        listed = []
        if shown is None and all(map(is_number, group)) and not about.texts and not _in_words(group):
            parts += _amounts(group, typed, about)
            continue
        if len(group) > _FEW_NUMBERS and all(map(several, group)) and not about.texts:
            parts.append(_pairs(group, typed))
            continue
        if len(group) > _MOST_PLACES and all(PLACE.fullmatch(choice.label) for choice in group):
            parts.append(_on_board(group))
            continue
        parts += _grouped(group[:most], typed, about)
        if len(group) > most:
            more = gettext("… and {number} more: type a part of the name to search", number=len(group) - most)
            parts.append(Text(f"     {more}", style="dim"))
    parts += [_listed(listed, typed, about)] if listed else []
    return Group(*parts)


def _in_words(numbers: Sequence[Choice]) -> bool:
    """Have numbers words of their own, and are they few enough to be listed with them?"""
    return len(numbers) <= _FEW_NUMBERS and any(choice.label != digits(choice) for choice in numbers)


def _fair(sizes: Sequence[int]) -> int:
    """Return how many of each group are shown so that all together are not too many."""
    most = max(sizes, default=0)
    while most > _GROUPED_FROM and sum(min(size, most) for size in sizes) > _MOST_SHOWN:
        most -= 1
    return most


def _amounts(members: list[Choice], typed: dict[int, str], about: About) -> list[RenderableType]:
    """Return one line for the numbers of an action, with how they are typed; a line for each where words differ."""
    heads = {title_of(choice) for choice in members}
    if len(heads) != 1 or "" in heads:
        return [_listed(members, typed, about)]
    told = run_of([typed[choice.code] for choice in members])
    lists = "" if about.signs is None else gettext("({sign} lists them)", sign=about.signs.of(members[0]))
    return [Text(" " * (_WIDTH - 2)).append_text(_line(told, Text(plain(heads.pop())), f"  {lists}", cut=False))]


def _pairs(members: list[Choice], typed: dict[int, str]) -> RenderableType:
    """Return a line for each first number of several that are picked together, with what the others can be."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for _, row in groupby(members, key=lambda choice: several(choice)[0]):
        alike = list(row)
        labels = list(dict.fromkeys([alike[0].label, alike[-1].label]))
        grid.add_row(run_of([typed[one.code] for one in alike]), plain(" … ".join(labels)))
    return Group(
        Padding(Text(plain(title_of(members[0])), style="dim"), (0, 0, 0, _WIDTH + 1)), Padding(grid, (0, 0, 0, 2))
    )


def _places(members: list[Choice]) -> str:
    """Return places of a board as runs along its rows: "a1 … k1, a2 … c2, e2"."""
    at = sorted((int(number), letter) for letter, number in (PLACE.fullmatch(one.label).groups() for one in members))  # type: ignore[union-attr]
    runs: list[list[tuple[int, str]]] = []
    for number, letter in at:
        if runs and runs[-1][-1] == (number, chr(ord(letter) - 1)):
            runs[-1].append((number, letter))
        else:
            runs.append([(number, letter)])
    said = [[f"{letter}{number}" for number, letter in run] for run in runs]
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > RUN else ", ".join(run) for run in said)


def told_about(view: View, game: CheckedGame) -> Known:
    """Return what is known of pieces and places, for their choices: what lies there, and what they are.

    Of a piece whose label says no more than its name (``charter 05``) all is told, in every language; of others numbers
    as what they are worth.
    """
    named = {(kind.name, row.name) for kind in game.kinds.values() for row in kind.designs if _says_its_name(row)}
    traits: dict[str, tuple[str, ...]] = {}
    for cell in view.cells:
        for piece in cell.pieces:
            if piece.label not in traits:
                words = trait_words(piece.traits) if (piece.kind, piece.name) in named else numbers_of(piece)
                traits[piece.label] = tuple([one for one in words if one.casefold() not in piece.label.casefold()])
    return Known(traits, dict(_in_boxes(view)))


def _says_its_name(row: Design) -> bool:
    return (row.original or row.label).casefold() == row.name.replace("_", " ").casefold()


def _in_boxes(view: View) -> Iterator[tuple[int, tuple[str, tuple[str, ...]]]]:
    """Yield pieces and places by number, with what the boxes say in which they stand, where that is one and short."""
    found: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for display in view.displays:
        if not display.boxed or display.form not in _BOARDS or display.seat not in (None, view.viewer):
            continue
        for box in display.boxes:
            lines = ["".join(one.text for one in line).strip() for line in box.lines]
            for line, words in zip(box.lines, lines, strict=True):
                number = number_of(line[0]) if len(line) == 1 and line[0].kind == "piece" else None
                if number is not None:
                    others = tuple([plain(one) for one in lines if one and one != words])
                    found.setdefault(number, []).append((words, others))
    for number, told in found.items():
        if len(told) == 1 and len("".join(told[0][1])) <= _SHORT:
            yield number, told[0]


def _listed(
    members: list[Choice], typed: dict[int, str], about: About, *, head: str = "", shared: int = 0
) -> RenderableType:
    """Return a line for each choice; below a ``head`` without what that says, which is ``shared`` by all."""
    if only := _only_numbers(members, typed, about):
        return only
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=_widest(members, typed), style="bold")
    grid.add_column()
    grid.add_column(style="dim")
    told = about.texts and any(choice.text.casefold() != choice.words.casefold() for choice in members)
    for choice in members:
        words = Text(plain(_not_typed(choice.label, typed[choice.code]) if head else choice.words))
        words.append(plain(about.behind(choice, without=shared)), style="dim")
        grid.add_row(typed[choice.code], words, Text(plain(choice.text if told else "")))
    return grid


def _widest(members: list[Choice], typed: dict[int, str]) -> int:
    return max(_WIDTH, *(len(typed[choice.code]) for choice in members))


def _grouped(members: list[Choice], typed: dict[int, str], about: About) -> list[RenderableType]:
    """Return one heading for many choices of one action, and the values side by side."""
    heads = {title_of(choice) for choice in members}
    head = heads.pop() if len(heads) == 1 else ""
    shared = _shared([about.brings(choice) for choice in members]) if head else ()
    title = Text(plain(head)).append(f"  {plain(_COMMA.join(shared))}" if shared else "", style="dim")
    headed = [Padding(title, (0, 0, 0, _WIDTH + 1))] if head else []
    if about.texts:
        return [*headed, _listed(members, typed, about, head=head, shared=len(shared))]
    items, widest = [], _widest(members, typed)
    for choice in members:
        said = choice.label if head or choice.action is None else choice.words
        words = Text(plain(_not_typed(said, typed[choice.code])))
        item = Table.grid(padding=(0, 1, 0, 0))  # where the line is too short, the words go on below themselves
        item.add_column(justify="right", width=widest, style="bold")
        item.add_column()
        item.add_row(typed[choice.code], words.append(plain(about.behind(choice, without=len(shared))), style="dim"))
        items.append(item)
    return [*headed, Columns(items, padding=(0, 2), column_first=False)]


def _not_typed(said: str, typed: str) -> str:
    """Return what is picked, but for what is typed for it already: ``su 2`` says the number."""
    return "" if typed in (said, f"{typed.partition(' ')[0]} {said}") else said


def _says_alike(members: list[Choice], about: About) -> bool:
    """Do several choices of one action do the same, which is told once then?"""
    titles = set(map(title_of, members))
    return (
        len(members) > 1
        and len(titles) == 1
        and "" not in titles
        and bool(_shared([about.brings(choice) for choice in members]))
    )


def _shared(moves: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return how the costs and effects of all choices end: what stands in their heading, once."""
    shared = list(takewhile(lambda alike: len(set(alike)) == 1, zip(*map(reversed, moves), strict=False)))
    return tuple([alike[0] for alike in reversed(shared)])


# ---------------------------------------------------------------- fewer lines


def folded_choices(choices: Sequence[Choice], about: About = NOTHING) -> Sequence[RenderableType]:
    """Return the list in several forms, from the shortest to the longest; the last has everything in full.

    In short forms each choice has one line, and many choices of one action have one together, which its sign opens.
    """
    typed = handles(choices, about.signs, about.numbers)
    return [
        *(Group(*_short(choices, typed, about, most)) for most in _FOLDED_ABOVE),
        render_choices(choices, about=about),
    ]


def _short(choices: Sequence[Choice], typed: dict[int, str], about: About, most: int) -> Iterator[RenderableType]:
    """Yield lines for choices; groups of more than ``most`` are folded to one."""
    lines: list[Choice] = []
    for group in grouped(choices):
        listed = by_numbers(group.choices, typed)
        numbers = [choice for choice in listed if is_number(choice)]
        if len(numbers) == len(listed) > 1 and about.signs is not None and len(set(map(title_of, listed))) == 1:
            yield from [] if not lines else [_lined(lines, typed, about)]
            lines = []
            yield from _signed_numbers(listed, typed, about)
            continue
        few = len(listed) <= min(most, _GROUPED_FROM - 1) and not _says_alike(listed, about)
        if len(listed) == 1 or few:
            lines += listed
            continue
        if lines:
            yield _lined(lines, typed, about)
            lines = []
        if len(listed) > _MOST_PLACES and all(PLACE.fullmatch(choice.label) for choice in listed):
            yield _on_board(listed) if most == _FOLDED_ABOVE[-1] else _cut(_on_board(listed))
        elif len(listed) > most:
            yield _folded(listed, typed, about)
        elif listed:
            yield from _grouped(listed, typed, about)
    if lines:
        yield _lined(lines, typed, about)


def _lined(members: list[Choice], typed: dict[int, str], about: About) -> RenderableType:
    """Return one line for each choice; what does not fit is left out."""
    if only := _only_numbers(members, typed, about):
        return only
    widest = _widest(members, typed)
    return Group(
        *(
            _line(f"{typed[choice.code]:>{widest}}", Text(plain(choice.words)), about.behind(choice))
            for choice in members
        )
    )


def _only_numbers(members: list[Choice], typed: dict[int, str], about: About) -> Text | None:
    """Return one line for numbers of which nothing else is told: "1 … 4"; None for other choices."""
    bare = all(is_number(one) and typed[one.code] == one.words and not about.behind(one) for one in members)
    if not bare or len(members) < _FEWEST:
        return None
    return Text(" " * (_WIDTH - 1) + run_of([typed[one.code] for one in members]), style="bold")


def _line(handle: str, words: Text, behind: str, *, cut: bool = True) -> Text:
    """Return what is typed, what that is, and what is told besides; ``cut`` where the line ends, or going on below."""
    line = Text(handle, style="bold", no_wrap=cut, overflow="ellipsis" if cut else None)
    line.append("  ").append_text(words)
    line.stylize("not bold", len(handle))
    return line.append(plain(behind), style="not bold dim")


def _folded(members: list[Choice], typed: dict[int, str], about: About) -> RenderableType:
    """Return one line for many choices: what is typed for the first and the last, and what they are."""
    first = typed[members[0].code]
    handle = f"{first:>{_WIDTH}}{run_of([typed[choice.code] for choice in members]).removeprefix(first)}"
    sign = "" if about.signs is None else about.signs.of(members[0])
    titles = {title_of(choice) for choice in members}
    title = titles.pop() if len(titles) == 1 else ""
    if sign and all(map(several, members)):
        one = next((one for one in members if len(set(several(one))) > 1), members[0])
        said = gettext("({typed} means {words}; {sign} lists them)", typed=typed[one.code], words=one.label, sign=sign)
        words = Text(plain(title or about.signs.meaning(sign))).append(f"  {plain(said)}", style="dim")  # type: ignore[union-attr]
        return _line(f"{first:>{_WIDTH}} … {typed[members[-1].code]}", words, "")
    words = Text(plain(title or ("" if about.signs is None else about.signs.meaning(sign))))
    moves = {_COMMA.join(about.brings(choice)) for choice in members}
    if sign and not PLACE.fullmatch(members[0].label):
        said = gettext("({sign} lists them)", sign=sign)
        words.append(f"  {said}", style="dim")
    labels = ", ".join(choice.label if title else choice.words for choice in members)
    does = f"  {moves.pop()}" if len(moves) == 1 and title else ""
    return _line(handle, words, f"  {labels}{does}")


def _on_board(members: list[Choice]) -> Padding:
    return Padding(_typed(title_of(members[0]) or gettext("Places"), _places(members)), (0, 0, 0, 5))


def _typed(what: str, typed: str) -> Text:
    return filled(gettext("{what}: type {typed}"), what=Text(plain(what)), typed=Text(plain(typed), style="bold"))


def _cut(shown: Padding) -> Padding:
    """Return a text in one line: the places can be seen on the board."""
    if isinstance(shown.renderable, Text):
        shown.renderable.no_wrap, shown.renderable.overflow = True, "ellipsis"
    return shown


def _said(number: Choice) -> str:
    """Return the words of a number; empty where it has none."""
    return "" if number.label == digits(number) else number.label


def _signed_numbers(members: list[Choice], typed: dict[int, str], about: About) -> Iterator[RenderableType]:
    """Yield one line for the numbers of an action, with its sign before them, and what the fewest and the most cost."""
    told = run_of([typed[choice.code] for choice in members])
    moves = [_COMMA.join(about.brings(choice)) or _said(choice) for choice in (members[0], members[-1])]
    behind = f"  {moves[0]} … {moves[1]}" if all(moves) else ""
    yield _line(f"{'':{_WIDTH - 2}}{told}", Text(plain(title_of(members[0]) or members[0].words)), behind)
