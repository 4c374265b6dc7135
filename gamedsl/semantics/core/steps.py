"""The checked form of steps: of bodies and of scenarios, each with what it does to a state."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from gamedsl.semantics.core.plans import CorePlan
from gamedsl.semantics.core.texts import Text
from gamedsl.semantics.core.traits import OPAQUE, Effect
from gamedsl.semantics.core.types import Type
from gamedsl.semantics.core.values import Core, Loop, ReadValue, Value, ZoneRef
from gamedsl.source import Span


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CoreStep(Core):
    """Any step; ``words`` label its ledger entry.

    A step that does something itself says what behind its base: its ``effect``. Others stand in ``effects``.
    """

    effect: ClassVar[Effect | None] = None
    words: Text | None = None

    def __init_subclass__(cls, effect: Effect | None = None) -> None:
        super().__init_subclass__()
        cls.effect = effect


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Pay(CoreStep, effect=Effect(reads=("amount",), changes=("source", "target"), pays="amount")):
    """Source and target are single purses of one counter; ``amount`` must not be negative (GDRUN05)."""

    amount: Value
    source: ZoneRef
    target: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Move(CoreStep, effect=Effect(takes="pieces", changes=("target",))):
    """Pieces: a piece (or None: GDRUN04) or a set; a ZoneRef means all pieces in it, stacks from the top."""

    pieces: Value
    target: ZoneRef
    at_bottom: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Deal(CoreStep, effect=Effect(reads=("count",), takes="source", changes=("target",))):
    """``count`` pieces from a zone (ZoneRef) or from a set of pieces (a filter of a zone).

    ``at_most``: no more than there are and fit, and nothing is missing. ``slot`` holds what has been dealt, of the type
    ``dealt``; a ``Let`` with ``Dealt`` names it behind the step.
    """

    count: Value
    source: Value
    target: ZoneRef
    at_bottom: bool = False
    at_most: bool = False
    slot: int | None = None
    dealt: Type | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Shuffle(CoreStep, effect=Effect(changes=("zone",), has_chance=True)):
    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShuffleTo(CoreStep, effect=Effect(takes="pieces", changes=("target",), has_chance=True)):
    """A set of pieces, or all in a zone, shuffled among themselves and laid on a stack, or below it."""

    pieces: Value
    target: ZoneRef
    at_bottom: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RollDice(CoreStep, effect=Effect(dice="dice", has_chance=True)):
    """All dice of an entry, or die ``index`` (from 1)."""

    dice: str
    index: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RollPieces(CoreStep, effect=Effect(looks="pieces", dice="face", has_chance=True)):
    """Dice that lie in zones: one, a set, or all in a zone (ZoneRef); ``face`` is the entry of what they show."""

    pieces: Value
    face: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RollValue(CoreStep, effect=Effect(reads=("domain",), changes=("target",), has_chance=True)):
    """A uniform element of ``domain`` into a table value."""

    target: ReadValue
    domain: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Assign(CoreStep, effect=Effect(reads=("value",), changes=("target",))):
    """``value`` into a table value; when ``checked`` an int is tested against the declared range (GDRUN05)."""

    target: ReadValue
    value: Value
    checked: bool


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Let(CoreStep):
    slot: int
    name: str
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Score(CoreStep, effect=Effect(reads=("points",), points="player")):
    source: str
    points: Value
    player: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class HowMany(Core, traits=OPAQUE):
    """How many members of a set are picked at once; without ``most`` any number of them."""

    least: Value
    most: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Pick(CoreStep):
    """``you`` picks an element of ``domain`` for which ``condition`` holds (the element is in ``slot``).

    ``question`` numbers it in ``CheckedGame.questions``. Picks of one question that follow each other are the parts of
    one choice, from ``part`` 0 on. With ``many`` a set of so many elements is picked. ``answers`` of the last part are
    the words by which whole answers are called.
    """

    question: int
    part: int = 0
    many: HowMany | None = None
    answers: Text | None = None
    slot: int
    name: str
    domain: Value
    condition: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Offer(CoreStep):
    player: Value
    plan: CorePlan


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Show(CoreStep, effect=Effect(reads=("viewers",), looks="pieces")):
    """Pieces (a piece, set or ZoneRef) become known to ``viewers`` (a player or set)."""

    pieces: Value
    viewers: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShowValue(CoreStep, effect=Effect(reads=("viewers", "target"))):
    """A value of the table becomes known to ``viewers`` (a player or set) until it is set again."""

    target: ReadValue
    viewers: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CallRule(CoreStep):
    rule: str
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CallCell(CoreStep):
    """The ``rule`` cell of the subject (piece or design)."""

    column: str
    kind: str
    subject: Value
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CoreBranch(Core, traits=OPAQUE):
    condition: Value
    body: tuple[CoreStep, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class If(CoreStep):
    branches: tuple[CoreBranch, ...]
    otherwise: tuple[CoreStep, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ForEach(CoreStep):
    """The set is read once, when the loop begins (the condition too). ``start``: clockwise from that player.

    ``question`` is not None for ``chosen``: ``you`` picks which element is next while more than one is left.
    ``together``: step by step, each for all; what a step pays, moves or sets is worked out for all before it is done
    for the first. Such a loop stands in a ``Moment``.
    """

    loop: Loop
    name: str
    start: Value | None
    question: int | None
    body: tuple[CoreStep, ...]
    together: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Moment(CoreStep):
    """What happens at the same moment: ends and watched triggers are asked once, behind all of it."""

    body: tuple[CoreStep, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Repeat(CoreStep):
    """``count`` is read once; ``until`` is tested before every pass. Without ``count`` it alone ends the passes."""

    count: Value | None
    until: Value | None
    body: tuple[CoreStep, ...]


# ---------------------------------------------------------------- steps of scenarios


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Answer(Core, traits=OPAQUE):
    """A value written in a scenario move: what it may mean, by type; the decision at hand chooses."""

    meanings: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class MovePart(Core, traits=OPAQUE):
    """One part of a scenario move: an action with its picks, ``pass``, or (action None) the answer to a pick."""

    action: str | None
    answers: tuple[Answer, ...]
    is_pass: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlayMove(CoreStep):
    """``A: …`` is legal, and is made."""

    seat: Value
    parts: tuple[MovePart, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ListedMove(Core, traits=OPAQUE):
    """A move, or one for each pass of nested loops."""

    part: MovePart
    loops: tuple[Loop, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ListedMoves(CoreStep):
    """Each of these moves is possible for a seat; with ``exactly`` no other is; with ``illegal`` none of them is.

    ``words`` is the reason for which all of them are refused, where that is written.
    """

    seat: Value
    moves: tuple[ListedMove, ...]
    word: Literal["legal", "exactly", "illegal"]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PassUntil(CoreStep):
    """Everybody passes, or takes the only choice, until this holds when somebody is asked: one of the two is None."""

    condition: Value | None
    listed: ListedMoves | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Expect(CoreStep):
    """``text`` is the condition as written, for messages."""

    condition: Value
    text: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Force(CoreStep):
    """The next outcomes of a stack, dice entry or rolled value, or of one place of it.

    For a stack each value means any piece of that design. ``name`` is the entry; ``owner`` and ``keys`` as in ZoneRef,
    of dice the number of the die. ``unseen``: the next draws that nobody sees. ``place``: where it is written.
    """

    place: Span
    name: str
    values: tuple[Value, ...]
    owner: Value | None
    keys: tuple[Value | None, ...]
    unseen: bool
