"""The checked game: everything the engine and the front ends need, with no reference to the AST.

Numbers: seats, words of a list, designs and pieces count from 0. Designs are numbered over all kinds in file order,
rows in order. Pieces are numbered per set-up: by kind (file order), design, seat (kinds made ``each player``), copy.
Spaces are pieces too, but lie in no zone. Owned things are named ``player.chips``, ``tile.cubes``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.semantics.core import (
    CorePlan,
    CoreStep,
    HowMany,
    Loop,
    Pick,
    Text,
    Value,
)
from gamedsl.semantics.core.board_directions import Board
from gamedsl.semantics.core.types import Answer, IntType, ListType, SetType, Type
from gamedsl.source import Span

Scalar = bool | int | None | tuple[int, ...] | str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Named(ByFields):
    """Something with a name, words for people and the rulebook rules it implements."""

    name: str
    span: Span = attrs.field(eq=False, repr=False)
    words: Text | None = None
    references: tuple[str, ...] = ()


NO_LIMIT = "unlimited"
"""An option without a limit, and a limit of a plan that is none."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Option(Named):
    """``values`` are bools, ints or words; the first is the default. ``type`` tells which (words: WordType).

    Beside ints may stand NO_LIMIT, which is None in play; the type is then ``0..9 or none``.
    """

    type: Type
    values: tuple[bool | int | str, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class WordList(Named):
    """An ordered list of words; also made for each option of words (named ``option``).
    ``labels`` says how words are shown to people; a word without one is shown by its name.
    """

    words_of: tuple[str, ...]
    labels: Mapping[str, str] = attrs.field(factory=dict, eq=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Key(ByFields):
    """A key of an entry, column or chart: a finite type; ``is_set`` for ``lots: set of lot``."""

    name: str
    type: Type
    is_set: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Column(ByFields):
    """A column of a kind or chart; ``code``: what its cells hold, rule text (with parameters of ``params``) or data.
    ``made`` marks key attributes of ``each`` (``card(hearts, 3).suit``). ``told``: the column with words for its cells.
    ``words``: its name in another language, of a number perhaps in number forms ("space|spaces"); else empty.
    """

    name: str
    type: Type
    keys: tuple[Key, ...] = ()
    code: Literal["", "condition", "formula", "rule"] = ""
    params: tuple[Type, ...] = ()
    made: bool = False
    told: str = ""
    words: str = attrs.field(default="", eq=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CellCode(ByFields):
    """Rule text of one cell: slot 0 is the subject, then the parameters. ``steps`` for a rule, else ``value``."""

    value: Value | None
    steps: tuple[CoreStep, ...]
    slots: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Design(Named):
    """One row: ``data`` by column name (a keyed column holds a tuple in key order), ``code`` by column name.
    ``original``: the label in the words of the rule file, where ``label`` is a translation; else empty.
    """

    number: int
    label: str
    copies: int
    data: Mapping[str, Scalar | tuple[Scalar, ...]] = attrs.field(eq=False)
    code: Mapping[str, CellCode] = attrs.field(eq=False)
    original: str = attrs.field(default="", eq=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Kind(Named):
    """A kind of component. ``each_player``: every design's copies are made once for every seat.

    ``adjacency``: of spaces, by their positions in ``designs``, the sorted positions next to them; ``board``: how the
    places of a grid or of drawn lines lie to each other; ``faces``: what dice that lie in zones can show. Else None.
    """

    form: Literal["card", "tile", "piece", "space"]
    columns: tuple[Column, ...]
    designs: tuple[Design, ...]
    each_player: bool
    adjacency: tuple[tuple[int, ...], ...] | None = None
    board: Board | None = None
    faces: Type | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Counter(Named):
    """Amounts. ``supply`` for each lot, None when unlimited; ``keys`` make lots (``30 each branch``).
    ``each_player``: a lot for every seat.
    """

    supply: int | None
    keys: tuple[Key, ...] = ()
    each_player: bool = False


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Dice(Named):
    """``count`` dice; faces are ints or words (``faces`` is IntType or WordType)."""

    faces: Type
    count: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ChartTable(Named):
    """A constant table. ``rows`` maps key values (a tuple) to the row number; ``data`` by column name and row."""

    keys: tuple[Key, ...]
    columns: tuple[Column, ...]
    rows: Mapping[tuple[int, ...], int] = attrs.field(eq=False)
    data: Mapping[str, tuple[Scalar | tuple[Scalar, ...], ...]] = attrs.field(eq=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TraitUse(ByFields):
    """A trait and the condition over options under which it holds (None: always)."""

    name: Literal["seen by all", "seen by owner", "seen by none", "full", "unlimited", "overdraft", "refilled", "quiet"]
    condition: Value | None = None
    source: str | None = None
    level: int | None = None
    phase: str | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Zone(Named):
    """A zone entry: ``each`` is "" (common), "player" or a kind. ``kind`` is a counter for purses.

    Zones without a ``seen`` trait that holds are seen by all.
    """

    form: Literal["purse", "heap", "stack", "slot"]
    kind: str
    each: str
    keys: tuple[Key, ...]
    traits: tuple[TraitUse, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TableValue(Named):
    """A value on the table; ``initial`` is its value at the start (evaluated before setup)."""

    type: Type
    each: str
    keys: tuple[Key, ...]
    initial: Value
    traits: tuple[TraitUse, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedTerm(Named):
    """A term; parameters take the first slots. In an ``each`` term of a kind slot 0 is the piece.
    ``slots`` is the number of local places it needs.
    """

    each: str
    params: tuple[Type, ...]
    value: Value
    slots: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class When(ByFields):
    """A condition and the words that are shown when it is false."""

    condition: Value
    words: Text | None
    span: Span = attrs.field(eq=False, repr=False)
    references: tuple[str, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PickField(ByFields):
    """A pick of an action, or one part of it: see core.Pick."""

    question: int
    part: int = 0
    many: HowMany | None = None
    answers: Text | None = None
    slot: int
    name: str
    domain: Value
    condition: Value | None
    words: Text | None
    span: Span = attrs.field(eq=False, repr=False)


def kind_picked(pick: PickField | Pick) -> Type:
    """Return the type of what one part of a choice names: a member of what it is picked from, or a set of them."""
    kind = pick.domain.type
    if not isinstance(kind, SetType | ListType):
        return kind
    if pick.many is None:
        return kind.item
    most = None if pick.many.most is None else pick.many.most.type
    return SetType(kind.item, min(kind.most, most.high) if isinstance(most, IntType) else kind.most)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class LetField(ByFields):
    slot: int
    name: str
    value: Value
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedAction(Named):
    """An action: parameters take the first slots; ``elements`` in written order. ``then_words``: words for ``then``."""

    group: str
    params: tuple[Type, ...]
    param_names: tuple[str, ...]
    elements: tuple[When | PickField | LetField, ...]
    cost: tuple[CoreStep, ...]
    then: tuple[CoreStep, ...]
    slots: int
    cost_words: Text | None = None
    then_words: Text | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class GroupCode(Named):
    """A named group of actions."""

    actions: tuple[str, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class WhoField(ByFields):
    """Whose turn. ``start`` (``from``) given: ``value`` is a set, walked clockwise. Otherwise a player (or None)."""

    value: Value
    start: Value | None
    together: bool


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedPhase(Named):
    """A phase: at most one of ``phases`` (its ``steps``) and ``plan``."""

    whens: tuple[When, ...]
    who: WhoField | None
    start: tuple[CoreStep, ...]
    phases: tuple[str, ...]
    plan: CorePlan | None
    pass_words: Text | None
    until: Value | None
    then: tuple[CoreStep, ...]
    slots: int
    start_words: Text | None = None
    until_words: Text | None = None
    then_words: Text | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedRule(Named):
    """A rule; parameters take the first slots. ``depth``: how deep it may call itself; ``bounded``: it says so."""

    params: tuple[Type, ...]
    param_names: tuple[str, ...]
    whens: tuple[When, ...]
    then: tuple[CoreStep, ...]
    depth: int
    bounded: bool
    slots: int
    then_words: Text | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedTrigger(Named):
    """A trigger ``after`` a paragraph or a group of actions, else watched or ``once``; ``follows``: what it follows.

    ``taken``: the local places of that which are copied into its first slots, in order.
    ``who`` None: the ``you`` of the paragraph (after), or nobody (watched). ``bounded``: ``depth`` is written.
    """

    after: str | None
    follows: tuple[str, ...]
    taken: tuple[int, ...]
    who: WhoField | None
    whens: tuple[When, ...]
    once: Value | None
    then: tuple[CoreStep, ...]
    depth: int
    bounded: bool
    slots: int
    then_words: Text | None = None
    once_words: Text | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedModifier(Named):
    """Either changes a term (slots as in that term, then ``old_slot``), or bends actions, or forbids paragraphs.
    ``bends``: actions, each with the part that is bent; what is made of it stands in the action itself.
    """

    whens: tuple[When, ...]
    term: str | None
    value: Value | None
    old_slot: int
    forbids: tuple[str, ...]
    forbid_words: Text | None
    slots: int
    bends: tuple[tuple[str, str], ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ScoringSource(Named):
    """``worth`` is read at the end for each player (as ``you``); None when the source is only fed by steps."""

    worth: Value | None
    slots: int
    worth_words: Text | None = None


LEVELS = ("quick", "greedy", "mcts")
"""How well players that think play, from the weakest on; each knows the hints of those before, too."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Hint(Named):
    """``worth`` tells players that think how well ``you`` are doing; it never changes the game.

    Players of lower ``level``s (of LEVELS) do not know it.
    """

    worth: Value
    slots: int
    level: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Metric(Named):
    """A figure of the rule file's own, measured behind each of the paragraphs ``follows``, or at the end of a game.
    ``taken``: slots of what is followed that are its first. ``elements`` are read, then ``worth``: a number or yes/no.
    """

    follows: tuple[str, ...]
    taken: tuple[int, ...]
    who: WhoField | None
    elements: tuple[When | LetField, ...]
    worth: Value
    has_you: bool
    slots: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DisplayLine(ByFields):
    """One line of a box; left out where ``condition`` does not hold."""

    text: Text
    condition: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DisplayCode(Named):
    """How a part of the table is drawn: a box for each pass of ``loops``.

    ``each``: "" or "player"; then ``you`` is that player, and with ``own`` the display is shown to nobody else, where
    ``own_if`` (a condition over options, None: always) holds. ``row`` and ``column`` are numbers, words, players or
    None (no box), for the form ``grid`` only; boxes side by side with the same ``joined`` (not None) are one. ``title``
    None: the label of the last loop's member, ``untitled``: nothing. ``instead``: entries and dice that it replaces.
    """

    each: str
    own: bool
    own_if: Value | None
    loops: tuple[Loop, ...]
    form: Literal["flow", "grid", "ring", "list", "text"]
    row: Value | None
    column: Value | None
    joined: Value | None
    title: Text | None
    untitled: bool
    lines: tuple[DisplayLine, ...]
    instead: tuple[str, ...]
    slots: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Question(ByFields):
    """A ``pick`` or ``chosen`` loop: its finite answer type, in file order. ``first``: the first pick of an action.
    ``name``: of its first part; ``answers``: by which its answers are called, with the places ``slots`` of its parts.
    """

    number: int
    paragraph: str
    name: str
    type: Answer
    words: Text | None
    first: bool
    span: Span = attrs.field(eq=False, repr=False)
    answers: Text | None = None
    slots: tuple[int, ...] = ()


@attrs.frozen
class Begun:
    """The scenario where another one begins; ``span`` is where that one says so."""

    scenario: str
    span: Span


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedScenario(Named):
    """A scenario, or one case of it: ``given`` and ``then`` share one set of slots.

    ``at``: the phases from the first one to where it starts; None: the beginning. ``base``: where it begins, with all
    that stands there. ``refused``: why the set-up is refused. ``case``: the row of a case in words.
    """

    seats: int
    options: Mapping[str, bool | int | str] = attrs.field(eq=False)
    seed: int
    at: tuple[str, ...] | None
    given: tuple[CoreStep, ...]
    then: tuple[CoreStep, ...]
    slots: int
    base: Begun | None = None
    refused: Text | None = None
    case: str = ""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CheckedGame(ByFields):
    """A game without errors. All tuples are in file order; ``seat_labels`` are in the language of the texts.

    ``bases``: the paths of the files that it is based on, the nearest first. ``parts``: what ``rules_hash`` is made of.
    """

    name: str
    title: str
    path: str
    rules_hash: str
    least_seats: int
    most_seats: int
    seat_names: tuple[str, ...]
    seat_labels: tuple[str, ...]
    setup_conditions: tuple[When, ...]
    facts: tuple[tuple[str, str], ...]
    options: Mapping[str, Option]
    word_lists: Mapping[str, WordList]
    kinds: Mapping[str, Kind]
    counters: Mapping[str, Counter]
    dice: Mapping[str, Dice]
    charts: Mapping[str, ChartTable]
    zones: Mapping[str, Zone]
    values: Mapping[str, TableValue]
    table_order: tuple[str, ...]
    terms: Mapping[str, CheckedTerm]
    setup: tuple[CoreStep, ...]
    setup_slots: int
    phases: Mapping[str, CheckedPhase]
    actions: Mapping[str, CheckedAction]
    groups: Mapping[str, GroupCode]
    rules: Mapping[str, CheckedRule]
    triggers: Mapping[str, CheckedTrigger]
    modifiers: Mapping[str, CheckedModifier]
    sources: Mapping[str, ScoringSource]
    hints: Mapping[str, Hint]
    metrics: Mapping[str, Metric]
    ends: tuple[When, ...]
    winner: Value
    end_slots: int
    questions: tuple[Question, ...]
    scenarios: tuple[CheckedScenario, ...]
    bases: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    displays: Mapping[str, DisplayCode] = attrs.field(factory=dict)
    winner_words: Text | None = None
