"""A view, what is new and what is asked -> a screen of so many lines: what matters most in full, the rest folded.

Nothing is left out without a word: a line that is cut ends with what `look` opens it by, and what has no line at all is
named in the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from gamedsl.engine.changes import Changes
from gamedsl.engine.present.view_data import SeatView, View
from gamedsl.i18n.speaking import gettext

from .pieces import LABEL
from .table import Thing, heading, player_head, things_of

_GAP = "   "
_NEWS = (3, 6, 12, 30)
"""How many lines tell what is new, from the shortest screen to the longest."""
_INDENT = 2


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

    ``is_cut``: a line does not tell all of it; ``named``: how many choices name something of it.
    """

    forms: Sequence[RenderableType | None]
    name: str = ""
    at: int = 0
    is_board: bool = False
    has_places: bool = False
    is_new: bool = False
    is_cut: bool = False
    named: int = 0

    @property
    def shown(self) -> RenderableType | None:
        """What is shown of it."""
        return self.forms[self.at]


@attrs.frozen
class Screen:
    """The parts of a screen as they stand below each other, and how they are to grow, the most important first."""

    parts: list[Part]
    wishes: list[tuple[Part, int]]

    def fitted(self, height: Callable[[RenderableType], int], lines: int) -> list[RenderableType]:
        """Return what is printed: each part as long as so many lines allow, if they allow the shortest forms at all."""
        measured: dict[int, int] = {}

        def tall(form: RenderableType | None) -> int:
            if form is None:
                return 0
            if id(form) not in measured:
                measured[id(form)] = height(form)
            return measured[id(form)]

        left = lines - sum(tall(part.shown) for part in self.parts)
        hidden = [part for part in self.parts if part.name and part.shown is None]
        for part, form in self.wishes:
            spare = 1 if any(one.shown is None and one is not part for one in hidden) else 0  # for their names
            more = tall(part.forms[form]) - tall(part.shown)
            if form > part.at and more <= left - spare:
                part.at = form
                left -= more
        names = [part.name for part in hidden if part.shown is None]
        shown = [part.shown for part in self.parts if part.shown is not None]
        return [*shown[:-1], *_not_shown(names), *shown[-1:]]


def _not_shown(names: Sequence[str]) -> Iterator[RenderableType]:
    if names:
        told = gettext("Not shown, look …: {names}", names=", ".join(dict.fromkeys(names)))
        yield OneLine(Text(told, style=LABEL), "")


def _opener(name: str) -> str:
    """Return what is typed to see all of something."""
    return gettext("look {name}", name=name)


@attrs.frozen
class _New:
    """What has changed: the entries and displays, each with the seat it belongs to."""

    entries: frozenset[tuple[str, int | None]]

    @classmethod
    def of(cls, changes: Changes | None) -> _New:
        if changes is None:
            return cls(frozenset())
        cells = [(one.now.entry, one.now.seat) for one in changes.cells]
        values = [(one.entry, one.seat) for one in changes.values]
        dice: list[tuple[str, int | None]] = [(one.entry, None) for one in changes.dice]
        return cls(frozenset([*cells, *values, *dice, *((one.now.name, one.now.seat) for one in changes.displays)]))

    def holds(self, thing: Thing, seat: int | None) -> bool:
        return any((entry, seat) in self.entries for entry in thing.entries)


def screen_of(
    view: View,
    changes: Changes | None,
    told: Callable[[int], RenderableType | None],
    asked: Sequence[RenderableType],
    about: Collection[str],
    width: int,
) -> Screen:
    """Return a screen: what is new, one's own things, the common ones and the others', and at last what is asked.

    ``changes`` are None where this viewer has not looked before. ``told`` returns at most so many lines of news;
    ``asked`` are the forms of the question with its choices, the last one with more room, and ``about`` what they name.
    """
    made = _Parts(_New.of(changes), frozenset(about), width)
    news = Part([None, *(told(most) for most in _NEWS)])
    common = made.of(things_of(view, None), None)
    own = [part for seat in view.seats if seat.seat == view.viewer for part in made.of_owner(view, seat)]
    others = [made.of_other(view, seat) for seat in view.seats if seat.seat != view.viewer]
    ask = Part(asked)
    rest = [*common, *others]
    wishes = [
        *((part, 1) for part in own),
        (news, 1),
        *((part, 1) for part in (*others, *(one for one in common if one.is_new), *common)),
        *((part, 2) for part in rest if part.has_places),
        (news, 2),
        (ask, 1),
        *((part, 2) for part in own if part.is_board),
        *((ask, form) for form in range(2, len(asked) - 2)),
        *((part, 2) for part in _most_named(own)),
        *((part, 2) for part in own if part.is_new and part.is_cut),
        *((part, 2) for part in rest if part.is_board),
        *((part, 2) for part in _most_named(common)),
        *((part, 2) for part in own if part.is_cut),
        (ask, max(0, len(asked) - 2)),
        *((part, 2) for part in common if part.is_new and part.is_cut),
        *((part, 2) for part in rest if part.is_cut),
        *((news, form) for form in range(3, len(news.forms))),
        *((part, 2) for part in own),
        (ask, len(asked) - 1),
    ]
    shown = [news, Part([heading(view)]), *own, *rest, ask]
    return Screen(shown, [(part, form) for part, form in wishes if form < len(part.forms)])


def _most_named(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of which choices name something, those first of which most do."""
    return sorted((part for part in parts if part.named), key=lambda part: -part.named)


@attrs.frozen
class _Parts:
    """Makes parts of things, for screens of so many columns; ``about`` is what the choices name."""

    new: _New
    about: frozenset[str]
    width: int

    def of(self, things: Sequence[Thing], seat: int | None) -> list[Part]:
        """Return things as nothing, as a line, and as a whole; what is short shares a line."""
        indent = 0 if seat is None else _INDENT
        there = [thing for thing in things if not thing.empty]
        short = [thing for thing in there if not thing.board and 2 * thing.line.cell_len <= self.width]
        shared = [*self._in_lines(short, self.width - indent), *([thing] for thing in there if thing not in short)]
        return [self._part(together, seat, indent) for together in shared]

    @staticmethod
    def _in_lines(things: Sequence[Thing], width: int) -> list[list[Thing]]:
        found: list[list[Thing]] = []
        room = -1
        for thing in things:
            room -= thing.line.cell_len + len(_GAP)
            if room < 0:
                found.append([])
                room = width - thing.line.cell_len
            found[-1].append(thing)
        return found

    def _part(self, things: Sequence[Thing], seat: int | None, indent: int) -> Part:
        """Return things that share a line."""
        name, board = things[0].name or gettext("table"), things[0].board
        text = Text(_GAP).join(thing.line for thing in things)
        whole = Group(*(thing.full for thing in things))
        return Part(
            [None, _indented(OneLine(text, name, partly=board), indent), _indented(whole, indent)],
            name,
            is_board=board,
            has_places=things[0].places,
            is_new=any(self.new.holds(thing, seat) for thing in things),
            is_cut=board or text.cell_len > self.width - indent,
            named=sum(label in f"{thing.said} {thing.line.plain}" for label in self.about for thing in things),
        )

    def of_owner(self, view: View, seat: SeatView) -> Iterator[Part]:
        """Yield the line with the name of a player and what is short, then each other thing."""
        things = things_of(view, seat.seat)
        head = player_head(seat, view)
        first = things.pop(0) if things and not things[0].name else None
        text = head if first is None else Text(_GAP).join([head, first.line])
        line = OneLine(text, seat.name)
        whole = line if first is None else Group(head, _indented(first.full, _INDENT))
        yield Part([line, line, whole], is_cut=text.cell_len > self.width)
        yield from self.of(things, seat.seat)

    def of_other(self, view: View, seat: SeatView) -> Part:
        """Return another player as nothing, as one line, and with all things."""
        things = [thing for thing in things_of(view, seat.seat) if not thing.empty]
        head = player_head(seat, view)
        text = Text(_GAP).join([head, *(thing.line for thing in things)])
        whole = Group(head, *(_indented(thing.full, _INDENT) for thing in things))
        return Part([None, OneLine(text, seat.name), whole], seat.name, is_cut=text.cell_len > self.width)


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
