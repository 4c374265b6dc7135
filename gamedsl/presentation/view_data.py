"""What one seat (or a spectator) may see of a game, as plain frozen data that goes to JSON.

``_piece`` and ``_about`` are for ``gamedsl.documents``: numbers of pieces, of which only handles may be told.
``views.project`` fills it. Texts are labels in the words of the rule file; None stands for "may not be seen".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.engine.words.labels import lying
from gamedsl.semantics.core.types import Type

Form = Literal["purse", "heap", "stack", "slot"]
Nature = Literal["word", "number", "yes", "no"]


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each name: the first of it, where another one has that a small one, else any other of it."""
    found: list[str] = []
    for name in names:
        letters = (name[:1], name[:1].lower(), *name[1:], name[:1])
        found.append(next((one for one in letters if one not in found), name[:1]))
    return tuple(found)


@attrs.frozen(slots=False, eq=False, repr=False)
class Trait(ByFields):
    """An attribute of a piece: the column, its value as text, and whether the value is a number or yes/no.

    ``words`` is how people say it ("3 spaces", "cost 4", "small"); empty where it says nothing.
    """

    column: str
    text: str
    nature: Literal["word", "number", "yes", "no"]
    words: str = ""


@attrs.frozen(slots=False, eq=False, repr=False)
class PieceView(ByFields):
    """A piece that is seen: ``name`` as in the rule file, ``label`` in words; ``owner`` is the seat it was made for."""

    kind: str
    name: str
    label: str
    traits: tuple[Trait, ...] = ()
    owner: int | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class CellView(ByFields):
    """One place of the table: a purse (``amount``) or a place of pieces (``count``, and ``pieces`` as far as seen).

    ``entry`` is the name in the rule file (``player.chips``), ``words`` how people call it. ``seat`` owns it;
    ``holder`` is the label of the piece it belongs to, ``where`` tells that from its copies (" (A's 2)", or
    nothing); ``keys`` are labels, ``numbers`` the same as values.
    ``spot`` marks one occupied place of a zone with a ``set of`` key, whose places are not told apart in advance.
    """

    entry: str
    words: str
    form: Form
    kind: str
    seat: int | None
    holder: str | None
    keys: tuple[str, ...]
    numbers: tuple[int, ...]
    amount: int | None = None
    count: int = 0
    pieces: tuple[PieceView, ...] = ()
    spot: bool = False
    where: str = ""

    @property
    def holder_words(self) -> str:
        """What the place belongs to, told from its copies; empty when it belongs to no piece."""
        return lying(self.holder or "", self.where)

    @property
    def unseen(self) -> int:
        """How many of the pieces are hidden from the viewer."""
        return self.count - len(self.pieces)


@attrs.frozen(slots=False, eq=False, repr=False)
class ValueView(ByFields):
    """One value of the table as text; the other fields as in CellView. ``initial``: it still has its first value.

    ``stale``: it is left over from before, as the rules write it anew before they read it again.
    """

    entry: str
    words: str
    seat: int | None
    holder: str | None
    keys: tuple[str, ...]
    text: str | None
    initial: bool
    where: str = ""
    stale: bool = attrs.field(default=False, repr=False)  # what is frozen of views is their repr

    @property
    def holder_words(self) -> str:
        """What the value belongs to, told from its copies; empty when it belongs to no piece."""
        return lying(self.holder or "", self.where)


@attrs.frozen(slots=False, eq=False, repr=False)
class DiceView(ByFields):
    """The faces that dice show; empty before the first roll. ``pips``: they are dice from 1 to 6.

    ``stale``: for each face whether it is left over from before, as the rules roll that die anew before they read it.
    """

    entry: str
    words: str
    faces: tuple[str, ...]
    pips: bool = False
    stale: tuple[bool, ...] = attrs.field(default=(), repr=False)  # what is frozen of views is their repr

    @property
    def fresh(self) -> tuple[str, ...]:
        """The faces that still count."""
        return tuple([face for face, is_stale in zip_longest(self.faces, self.stale, fillvalue="") if not is_stale])


@attrs.frozen(slots=False, eq=False, repr=False)
class Segment(ByFields):
    """A stretch of a line of a display; ``text`` is what is printed.

    ``kind``: ``words`` (as written), ``value``, ``player``, ``piece``, ``empty`` (a place without a piece, or none),
    ``meter`` (then ``filled`` of ``of`` marks), ``unknown`` (it could not be worked out). ``owner`` is the seat of the
    player, or of the player for whom the piece was made.
    """

    text: str
    kind: Literal["words", "value", "player", "piece", "empty", "meter", "unknown"]
    owner: int | None = None
    filled: int | None = None
    of: int | None = None
    _piece: int | None = attrs.field(default=None, eq=False, repr=False)


def number_of(segment: Segment) -> int | None:
    """Return the number of a piece, as choices pick it: nothing to be told, but it says which of several copies."""
    return segment._piece


@attrs.frozen(slots=False, eq=False, repr=False)
class BoxView(ByFields):
    """One box of a display: its head and its lines.

    ``row`` and ``column`` order the boxes of a grid; ``columns`` are those that the box covers, often only ``column``.
    """

    title: tuple[Segment, ...]
    lines: tuple[tuple[Segment, ...], ...]
    row: int | None = None
    column: int | None = None
    columns: tuple[int, ...] = ()
    _about: tuple[Type, Any] | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class DisplayView(ByFields):
    """A display as the rule file declares it, filled in.

    ``name`` is that in the rule file (``player.building``), ``words`` how people call it. It belongs to ``seat``, or to
    all. ``boxes`` lie side by side (``flow``), in rows and columns (``grid``), around a ``ring``, under each other
    (``list``), or follow each other as in a ``text``. ``boxed`` is False for plain lines without ``each``. ``instead``
    names entries and dice that need not be shown besides.
    """

    name: str
    words: str
    seat: int | None
    form: Literal["flow", "grid", "ring", "list", "text"]
    boxed: bool
    boxes: tuple[BoxView, ...]
    instead: tuple[str, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class BoardView(ByFields):
    """The places of a kind with a grid as they lie: ``rows`` from the top, with the labels of the places.

    A place that does not exist is None. ``letters`` call the columns, ``numbers`` the rows, from the top. Rows of
    ``hexagons`` are drawn slanted. What is on a place are the cells and values whose ``holder`` it is.
    """

    kind: str
    words: str
    letters: str
    numbers: tuple[int, ...]
    rows: tuple[tuple[str | None, ...], ...]
    hexagons: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class SourceView(ByFields):
    """Points of one seat from one scoring source."""

    name: str
    words: str
    points: int


@attrs.frozen(slots=False, eq=False, repr=False)
class SeatView(ByFields):
    """One player: ``points`` is the sum of ``sources``."""

    seat: int
    name: str
    points: int
    sources: tuple[SourceView, ...]
    you: bool
    deciding: bool
    winner: bool


@attrs.frozen(slots=False, eq=False, repr=False)
class View(ByFields):
    """Everything a viewer sees. ``viewer`` is a seat or None for a spectator; ``decider`` the seat that is asked.

    ``scored``: points are given during play, not only at the end. ``over``: nobody is asked any more;
    ``stopped``: because a rule could not be carried out.
    """

    game: str
    title: str
    viewer: int | None
    decider: int | None
    phase: str | None
    phase_words: str
    decisions: int
    over: bool
    seats: tuple[SeatView, ...]
    cells: tuple[CellView, ...]
    values: tuple[ValueView, ...]
    dice: tuple[DiceView, ...]
    stopped: bool = False
    displays: tuple[DisplayView, ...] = ()
    boards: tuple[BoardView, ...] = ()
    scored: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain data for ``json.dumps``."""
        found: dict[str, Any] = _plain(self)
        return found


def _plain(value: Any) -> Any:
    """Return what ``attrs.asdict`` makes of parts of a view, in less time."""
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is tuple:
        return tuple([_plain(one) for one in value])
    if kind is dict:
        return {name: _plain(one) for name, one in value.items()}
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = [field.name for field in attrs.fields(kind) if field.name[0] != "_"]
    return {name: _plain(getattr(value, name)) for name in names}


_AS_IT_IS = frozenset({str, int, bool, float, type(None)})
_NAMES: dict[type[Any], list[str]] = {}


@attrs.frozen(slots=False, eq=False, repr=False)
class Line(ByFields):
    """One line of the log in plain words.

    ``kind``: ``head`` (a phase begins), ``move`` (a player decides), ``effect`` (what follows), ``trouble`` or ``end``.
    ``number`` is that of the event it tells about, from 0.
    """

    text: str
    kind: Literal["head", "move", "effect", "trouble", "end"]
    number: int
