"""Where play stands at a wait or a call -> which paragraphs are open there, with what is kept of them in the state.

The lowering notes it for every wait and every call of a paragraph that may wait; printers do not need it. Whoever looks
at a state (questions, words, redeals) reads from it what has been chosen and worked out so far, and by whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from gamedsl.kernel.program import Expression
from gamedsl.semantics.core import types as t

Sort = Literal["set", "listed", "seats", "chosen", "left", "plan", "turns", "after", "items", "rest", "deal"]


@attrs.frozen
class Held:
    """A value in the state: its type, the field that has it, and the field with the length where it is a list.

    ``kind`` is the type of the items of a list. Where these are lists, ``field`` has their lengths, and ``inside`` what
    is in them, with room for ``longest`` in each.
    """

    kind: t.Type
    field: str
    length: str = ""
    inside: str = ""
    longest: int = 0


@attrs.frozen
class Opened:
    """A loop, plan, turn or row of triggers that is under way, by the node of the rules, and its fields.

    ``set``, ``chosen``, ``rest``: a word of what is left; ``listed``: a list, its length, how many have been;
    ``seats``: a word of members, the first seat, how many seats have been asked; ``after``: the same (nothing: nobody
    is asked); ``left``: how often it is still repeated; ``plan``: its state, how many actions (empty: none is kept);
    ``turns``: whose turn it is, who had one; ``items``: what a move of several takes, how many of them go as they
    lie (empty: none), how many there are, how many have gone, how many lie above the next one; ``deal``: how many
    are still dealt, the word that they come from (empty: a zone). ``kind`` is the type of what the word or list
    holds; ``around`` has who was spoken to around the turns. ``by_chance``: what was hidden
    comes in an order by chance.
    """

    node: object
    sort: Sort
    fields: tuple[str, ...]
    kind: t.Type | None = None
    around: tuple[Expression, ...] = ()
    by_chance: bool = False


@attrs.frozen
class Standing:
    """A paragraph that waits for an answer, or for a paragraph that it has called.

    ``paragraph``: its section and name; its fields begin so. ``node``: the step, pick, plan or trigger at which it
    waits, or the name of the phase inside it. ``offer``: the step whose offer this is. ``over``: whether what calls
    is done with that. ``saves``: the fields
    of the called paragraph lie on the stack of saved ones meanwhile. ``asks``: where an answer is waited for, the
    automaton of the plan, or the choice with its parts. ``around``: the paragraph in which this one is written; None:
    it is called, and ``paragraph`` has where from, or the outermost.
    """

    paragraph: str
    node: object
    you: Expression
    active: Expression
    slots: Mapping[int, Held | Expression]
    opened: tuple[Opened, ...]
    around: Standing | None
    offer: object | None
    over: Expression
    saves: bool = False
    asks: object = None
