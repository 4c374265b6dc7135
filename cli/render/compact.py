"""A view, what is new and what is asked -> a screen of so many lines: what matters most in full, the rest folded.

Everything stands in the same order on all screens, and what stays on them keeps its place as far as it can.

Nothing is left out without a word: a line that is cut ends with what `look` opens it by, and what has no line at all is
named in the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import SeatView, View

from .pieces import LABEL
from .table import SIDE_BY_SIDE, Thing, heading, player_head, players, things_of

_GAP = "   "
_NEWS = (1, 3, 6, 12, 30)
"""How many lines tell what is new, from the shortest screen to the longest."""
_INDENT = 2
_BELOW, _SHARE_BELOW = 9, 4
"""What news and questions may take where the table could use it: so many lines, or a part of a high screen."""


class OneLine:
    """One line of a terminal; one that is cut, or never whole (``partly``), ends with how it is opened."""

    def __init__(self, text: Text, opened_by: str, *, partly: bool = False) -> None:
        self.text = text
        self.opened_by = opened_by
        self.partly = partly

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        line = Text(" ").join(self.text.split("\n"))
        if line.cell_len > options.max_width or self.partly:
            more = f" … {_opener(self.opened_by)}" if self.opened_by else " …"
            line.truncate(max(1, options.max_width - len(more)))
            line.rstrip()
            line.append(more, style=f"not bold {LABEL}")
        yield line


@attrs.define
class Part:
    """Something of a screen in several ``forms``, from the shortest to the longest; None: nothing of it.

    ``is_cut``: a line does not tell all of it; ``is_chosen``: choices depend on it.
    """

    forms: Sequence[RenderableType | None]
    name: str = ""
    at: int = 0
    is_board: bool = False
    has_places: bool = False
    is_chosen: bool = False
    is_cut: bool = False

    @property
    def shown(self) -> RenderableType | None:
        """What is shown of it."""
        return self.forms[self.at]


@attrs.define
class Steady:
    """What screens of one table have in common, so that what stays on them stays where it is.

    ``panels``: players still stand side by side; ``room``: lines that news and questions have needed, ``height``: that
    they have taken, both at most.
    """

    panels: bool = True
    room: int = 0
    height: int = 0


@attrs.frozen
class Screen:
    """The parts of a table, and below it what is new and what is asked; the parts of each as they are to grow.

    ``panels`` is the table with its players side by side, where there is such a form.
    """

    table: list[Part]
    below: list[Part]
    wishes: list[tuple[Part, int]]
    wishes_below: list[tuple[Part, int]]
    panels: Screen | None = None

    def fitted(
        self, height: Callable[[RenderableType], int], lines: int, steady: Steady | None = None
    ) -> list[RenderableType]:
        """Return what is printed: each part as long as so many lines allow, if they allow the shortest forms at all.

        News and questions have a share of the screen that does not shrink, so the table does not jump with them.
        """
        steady = Steady() if steady is None else steady
        least = _taken(self.below, height)
        _grow(self.below, self.wishes_below, height, lines)
        steady.room = max(steady.room, _taken(self.below, height))
        room = max(least, min(steady.room, max(_BELOW, lines // _SHARE_BELOW)))
        for part in self.below:
            part.at = 0
        screen = self
        if self.panels is not None and steady.panels:
            steady.panels = self.panels.is_whole(height, lines - room)
            screen = self.panels if steady.panels else self
        _grow(screen.table, screen.wishes, height, lines - room)
        left = lines - _taken(screen.table, height)
        names = [part.name for part in screen.table if part.name and part.shown is None]
        _grow(self.below, self.wishes_below, height, left - bool(names))
        taken = _taken(self.below, height)
        steady.height = max(taken, min(steady.height, left - bool(names)))
        blank = [Text("\n" * (steady.height - taken - 1))] if steady.height > taken else []
        shown, below = (
            [part.shown for part in parts if part.shown is not None] for parts in (screen.table, self.below)
        )
        return [*shown, *_not_shown(names), *blank, *below]

    def is_whole(self, height: Callable[[RenderableType], int], lines: int) -> bool:
        """Have all parts room on so many lines: boards in full, of all others a line?"""
        wanted = ((part, 2 if part.is_board and part.is_chosen else 1) for part in self.table)
        forms = [part.forms[min(form, len(part.forms) - 1)] for part, form in wanted]
        return sum(height(form) for form in forms if form is not None) <= lines


def _taken(parts: Sequence[Part], height: Callable[[RenderableType], int]) -> int:
    return sum(height(part.shown) for part in parts if part.shown is not None)


def _grow(
    parts: Sequence[Part], wishes: Sequence[tuple[Part, int]], height: Callable[[RenderableType], int], lines: int
) -> None:
    """Give parts the forms they wish, the most important first, as far as there is room."""
    measured: dict[int, int] = {}

    def tall(form: RenderableType | None) -> int:
        if form is None:
            return 0
        if id(form) not in measured:
            measured[id(form)] = height(form)
        return measured[id(form)]

    left = lines - sum(tall(part.shown) for part in parts)
    hidden = [part for part in parts if part.name and part.shown is None]
    for part, form in wishes:
        spare = 1 if any(one.shown is None and one is not part for one in hidden) else 0  # for their names
        more = tall(part.forms[form]) - tall(part.shown)
        if form > part.at and more <= left - spare:
            part.at = form
            left -= more


def _not_shown(names: Sequence[str]) -> Iterator[RenderableType]:
    if names:
        told = gettext("Not shown, look …: {names}", names=", ".join(dict.fromkeys(names)))
        yield OneLine(Text(told, style=LABEL), "")


def _opener(name: str) -> str:
    """Return what is typed to see all of something."""
    return gettext("look {name}", name=name)


def screen_of(
    view: View,
    told: Callable[[int], RenderableType | None],
    asked: Sequence[RenderableType],
    chosen: frozenset[str],
    width: int,
) -> Screen:
    """Return a screen: the common things and the players as they sit, then what is new, and at last what is asked.

    ``told`` returns at most so many lines of news; ``asked`` are the forms of the question with its choices, the last
    one with more room; ``chosen`` are the entries of the table that choices depend on: others give way first.
    """
    made = _Parts(chosen, width)
    head = Part([heading(view)])
    common = made.of(things_of(view, None), None)
    seats = [
        [*made.of_owner(view, seat)] if seat.seat == view.viewer else [made.of_other(view, seat)] for seat in view.seats
    ]
    own = [part for seat, parts in zip(view.seats, seats, strict=True) for part in parts if seat.seat == view.viewer]
    others = [parts[0] for seat, parts in zip(view.seats, seats, strict=True) if seat.seat != view.viewer]
    space, side_by_side = Part([None, Text()]), Part([Group(*players(view, width))])
    news, ask = Part([None, *(told(most) for most in _NEWS)]), Part(asked)
    below = [
        (news, 1),
        (ask, 1),
        (news, 2),
        (news, 3),
        *((ask, form) for form in range(2, len(asked) - 1)),
        *((news, form) for form in range(4, len(news.forms))),
        (ask, len(asked) - 1),
    ]
    below = [(part, form) for part, form in below if form < len(part.forms)]
    return Screen(
        [head, *common, *(part for parts in seats for part in parts)],
        [news, ask],
        _wishes(own, common, others),
        below,
        Screen([head, *common, space, side_by_side], [], [*_wishes([], common, []), (space, 1)], [])
        if width >= SIDE_BY_SIDE
        else None,
    )


def _wishes(own: Sequence[Part], common: Sequence[Part], others: Sequence[Part]) -> list[tuple[Part, int]]:
    """Return how the parts of a table grow: a line of each, then boards, what is chosen from, and at last the rest.

    Nothing depends on what is asked just now or has just changed, so that a screen looks like the one before it.
    """
    first, last = [part for part in common if part.is_chosen], [part for part in common if not part.is_chosen]
    wishes = [
        *((part, 1) for part in (*own, *first, *others)),
        *((part, 2) for part in common if part.has_places),
        *((part, 2) for part in (*first, *own) if part.is_board and part.is_chosen),
        *((part, 1) for part in last),
        *((part, 2) for part in own if part.is_board or (part.is_cut and part.is_chosen)),
        *((part, 2) for part in others),
        *((part, 2) for part in first if part.is_cut),
        *((part, 2) for part in own if part.is_cut),
        *((part, 3) for part in others),
        *((part, 2) for part in (*own, *first, *last)),
    ]
    return [(part, form) for part, form in wishes if form < len(part.forms)]


@attrs.frozen
class _Parts:
    """Makes parts of things, for screens of so many columns; choices depend on the entries ``chosen``."""

    chosen: frozenset[str]
    width: int

    def of(self, things: Sequence[Thing], seat: int | None) -> list[Part]:
        """Return things in their order as nothing, as a line, and as a whole; what is short shares a line."""
        indent = 0 if seat is None else _INDENT
        shared: list[list[Thing]] = []
        room = -1
        for thing in (one for one in things if not one.empty):
            is_short = not thing.board and 2 * thing.line.cell_len <= self.width
            room -= thing.line.cell_len + len(_GAP)
            if not is_short or room < 0:
                shared.append([])
                room = self.width - indent - thing.line.cell_len if is_short else -1
            shared[-1].append(thing)
        return [self._part(together, indent) for together in shared]

    def _part(self, things: Sequence[Thing], indent: int) -> Part:
        """Return things that share a line."""
        name, board = things[0].name or gettext("table"), things[0].board
        text = Text(_GAP).join(thing.line for thing in things)
        whole = Group(*(thing.full for thing in things))
        return Part(
            [None, _indented(OneLine(text, name, partly=board), indent), _indented(whole, indent)],
            name,
            is_board=board,
            has_places=things[0].places,
            is_chosen=any(thing.places or not self.chosen.isdisjoint(thing.entries) for thing in things),
            is_cut=board or text.cell_len > self.width - indent,
        )

    def of_owner(self, view: View, seat: SeatView) -> Iterator[Part]:
        """Yield the line with the name of a player and what is short, then each other thing."""
        things = things_of(view, seat.seat)
        head = player_head(seat, view)
        first = things.pop(0) if things and not things[0].name else None
        text = head if first is None else Text(_GAP).join([head, first.line])
        line = OneLine(text, seat.name)
        whole = line if first is None else Group(head, _indented(first.full, _INDENT))
        yield Part([line, line, whole], is_cut=text.cell_len > self.width, is_chosen=True)
        yield from self.of(things, seat.seat)

    def of_other(self, view: View, seat: SeatView) -> Part:
        """Return another player as nothing, as one line, with boards in full, and with all things."""
        things = [thing for thing in things_of(view, seat.seat) if not thing.empty]
        head = player_head(seat, view)
        text = Text(_GAP).join([head, *(thing.line for thing in things)])
        boards = [_indented(thing.full, _INDENT) for thing in things if thing.board]
        rest = Text(_GAP).join([head, *(thing.line for thing in things if not thing.board)])
        whole = Group(head, *(_indented(thing.full, _INDENT) for thing in things))
        forms = [None, OneLine(text, seat.name), Group(OneLine(rest, seat.name), *boards), whole]
        return Part(forms, seat.name, is_cut=text.cell_len > self.width)


def _indented(shown: RenderableType, indent: int) -> RenderableType:
    return Padding(shown, (0, 0, 0, indent), expand=False) if indent else shown


def opened(view: View, wanted: str) -> RenderableType | None:
    """Return in full what a line of a screen is opened by: a player, or a display or board by its words; else None.

    A display is also found by the end of its words ("board" is The board), and by its name in the rule file.
    """
    simple = _simple(wanted)
    seat = next((seat for seat in view.seats if seat.name.casefold() == simple), None)
    if seat is not None:
        return Group(player_head(seat, view), *(_indented(one.full, _INDENT) for one in things_of(view, seat.seat)))
    things = [thing for owner in (view.viewer, None) for thing in things_of(view, owner) if thing.name]
    names = {one.name: _simple(one.name.rpartition(".")[2]) for one in view.displays}
    displays = [thing for thing in things if not names.keys().isdisjoint(thing.entries)]
    found = [thing for thing in things if _simple(thing.name) == simple and (thing.board or thing in displays)]
    if not found:
        found = [one for one in displays if simple in (names.get(entry) for entry in one.entries)]
    if not found:
        found = [thing for thing in displays if f" {_simple(thing.name)}".endswith(f" {simple}")]
    return Group(*(thing.full for thing in found)) if found else None


def _simple(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
