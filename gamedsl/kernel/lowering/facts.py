"""What parts of a lowering tell each other: what they were given, what they know of the game, what they have written

``Settings`` come from outside, ``Facts`` are worked out before the first statement is written and stay as they are,
``Written`` grows while the program does. Parts that only need a thing for themselves keep it in a field of ``Written``,
too, so that whatever is lowered later (``lone/more.py``) goes on from a copy of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.engine.setup.columns import Columns
from gamedsl.engine.setup.modifiers import changers, forbidders
from gamedsl.engine.state.board_tables import Tables
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lowering.watching import Watching
from gamedsl.kernel.program import Statement, Target
from gamedsl.kernel.resume_points import Held, Standing
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.told import Secrets

Modifiers = Mapping[str, Sequence[model.CheckedModifier]]
"""By the name of a paragraph or term the modifiers that are about it, in file order."""


@attrs.frozen
class Settings:
    """What a lowering is given besides the layout.

    ``without``: passes and derived fields that the program goes without. ``forces``: outcomes may be forced.
    ``options``: those that stand in the state, since the program is for several set-ups.
    """

    columns: Columns
    forbidders: Modifiers
    changers: Modifiers
    secrets: Secrets
    without: frozenset[str] = frozenset()
    forces: bool = False
    options: frozenset[str] = frozenset()


def settings_of(
    layout: Layout,
    secrets: Secrets,
    without: frozenset[str] = frozenset(),
    options: frozenset[str] = frozenset(),
    *,
    forces: bool,
) -> Settings:
    """Return the settings of a set-up."""
    game = layout.game
    return Settings(Columns(layout), forbidders(game), changers(game), secrets, without, forces, options)


@attrs.frozen
class Facts:
    """What is known of the game and the set-up as a whole.

    ``asked_done``: actions of which something asks how often they were done; ``asked_during``: paragraphs of which
    something asks whether they are under way; ``asks_last``: who has won depends on who had the last turn;
    ``all_at_once``: there are phases in which all decide together; ``has_show``: pieces are shown for a while.
    ``phase_uses``: in how many places each phase is carried out. ``hidden_kinds``: kinds of pieces that may lie where
    somebody cannot see them. ``first_stack``: by zone of stacks the number of its first one among those of its kind;
    ``stack_streams``: by kind the streams of chance of its stacks. ``of_value``, ``held``, ``inside``, ``anywhere``:
    entries for which a word is kept, see ``values/kept.py``; ``line_fields``: by entry of slots the fields with the
    cells that have changed, for ends that look at lines. ``watching``: ends and triggers that are tested behind steps.
    """

    asked_done: Sequence[str] = ()
    asked_during: frozenset[str] = frozenset()
    asks_last: bool = False
    all_at_once: bool = False
    has_show: bool = False
    phase_uses: Mapping[str, int] = attrs.field(factory=dict)
    hidden_kinds: frozenset[str] = frozenset()
    first_stack: Mapping[str, int] = attrs.field(factory=dict)
    stack_streams: Mapping[str, Sequence[int]] = attrs.field(factory=dict)
    of_value: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()
    anywhere: frozenset[str] = frozenset()
    line_fields: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    watching: Watching = attrs.field(factory=Watching)


@attrs.define(eq=False)
class Calls:
    """The places from which a paragraph that waits is called, and the block where it begins.

    ``is_due``: it is a watched trigger, which begins and comes back as all do that are due.
    """

    entry: Target = attrs.field(factory=Target)
    sites: list[Target] = attrs.field(factory=list)
    is_due: bool = False


@attrs.define(eq=False)
class Due:
    """Where watched triggers begin and come back to: written once for all steps that set them off.

    ``entry``: where the next one that is due begins. A step is numbered among ``behind``, where play goes on with it:
    in ``due.back`` when it sets triggers off, and in the frame of each that it has set off, so that these may set
    off others. ``begins`` has the place where each trigger begins, by its latches; ``sites``, where the steps stand,
    twice: for triggers that are carried out inside themselves their frames are saved.
    """

    begins: list[Target]
    over: Target
    entry: Target = attrs.field(factory=Target)
    back: Target = attrs.field(factory=Target)
    behind: list[Target] = attrs.field(factory=list)
    sites: dict[bool, list[Standing | None]] = attrs.field(factory=lambda: {False: [], True: []})


@attrs.define(eq=False)
class Entering:
    """What is noted of phases while they are lowered, for the blocks that begin in them.

    ``givens``: the steps that scenarios put before play. ``phases``: by the phase around and the name what puts the
    scope of a phase into place, and writes what its caller has to say to it.
    """

    givens: Sequence[tuple[core.CoreStep, ...]]
    phases: dict[tuple[str, str], Callable[[], None]] = attrs.field(factory=dict)
    halt: Target = attrs.field(factory=Target)


@attrs.define(eq=False)
class Written:
    """What has been written, and what is still to be.

    ``blocks``: the bodies of all blocks. ``calls``: by paragraph that waits who calls it; ``to_write``: paragraphs of
    these that are not written yet, ``later``: other work that comes when all that calls them is; ``phases_called``:
    phases that are called from several places; ``saving``: paragraphs whose frames are saved. ``due``, ``entering``:
    see there; None where there is no such thing. ``lists``: by paragraph and place the fields of a list that is kept;
    ``kinds``: by field the type of the value in it. ``cells``: by name the row and column of a cell with steps,
    ``cell_subjects``: by kind and column the type of what these are about. ``texts``: by text its number.
    ``plans``: how many there are. ``test_sets``: by ends or triggers that are tested together their number.
    ``pick_functions``: by question and part the function that tells whether it can be answered, and the places that it
    is given. ``calls_within``: by term how many calls a call of it leads to. ``boards``, ``board_rows``: tables of
    boards, and their rows; ``connected``: by node (its ``id``) the number of a chain.
    """

    blocks: list[list[Statement]] = attrs.field(factory=list)
    calls: dict[str, Calls] = attrs.field(factory=dict)
    to_write: list[str] = attrs.field(factory=list)
    later: list[Callable[[], None]] = attrs.field(factory=list)
    phases_called: list[str] = attrs.field(factory=list)
    saving: list[str] = attrs.field(factory=list)
    due: Due | None = None
    entering: Entering | None = None
    lists: dict[tuple[str, object], Held] = attrs.field(factory=dict)
    kinds: dict[str, t.Type] = attrs.field(factory=dict)
    cells: dict[str, tuple[model.Design, str]] = attrs.field(factory=dict)
    cell_subjects: dict[tuple[str, str], t.Type] = attrs.field(factory=dict)
    texts: dict[str, int] = attrs.field(factory=dict)
    plans: int = 0
    test_sets: dict[tuple[int, ...], int] = attrs.field(factory=dict)
    pick_functions: dict[tuple[int, int], tuple[str, list[int]]] = attrs.field(factory=dict)
    calls_within: dict[str, int] = attrs.field(factory=dict)
    boards: dict[str, Tables] = attrs.field(factory=dict)
    board_rows: dict[str, list[int]] = attrs.field(factory=dict)
    connected: dict[int, int] = attrs.field(factory=dict)

    def copy(self) -> Written:
        """Return the same, to which more can be added."""
        own: dict[str, Any] = attrs.asdict(self, recurse=False)
        copied: dict[str, Any] = {
            name: one.copy() if isinstance(one, dict | list) else one for name, one in own.items()
        }
        return Written(**copied)
