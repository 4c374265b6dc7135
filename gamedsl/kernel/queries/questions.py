"""A waiting state of a kernel -> what is asked in it, with what a plan offers actions, and what choices pick"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs

from gamedsl.engine.setup.choosing import action_frame, places_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import HEADER, Frame
from gamedsl.kernel.lowering.context import Listed, Lowering, Run
from gamedsl.kernel.lowering.play.answers import answer_of
from gamedsl.kernel.lowering.play.naming import renamed_kinds
from gamedsl.kernel.lowering.play.offers import cut_of, first_choice
from gamedsl.kernel.lowering.play.several import Asked as Choosing
from gamedsl.kernel.lowering.play.several import meant
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, value
from gamedsl.kernel.queries import requirements
from gamedsl.kernel.queries.compiler import Eval, ExpressionCompiler, Told
from gamedsl.kernel.resume_points import Standing
from gamedsl.kernel.state.block import ASKED, State
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs, outermost, slots_of
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.automata import Automaton


@attrs.frozen
class Way:
    """One way in which a plan offers an action: where its arguments stand, and what must not be possible besides."""

    action: str
    leaf: core.PlanLeaf
    unless: tuple[core.PlanLeaf, ...]


@attrs.frozen
class Asked:
    """What is asked, with a copy of the frame of the paragraph that asks, which nobody may change.

    ``section`` and ``paragraph`` ask (an offer has a section of its own); ``by_another``: somebody else is spoken to in
    the same paragraph around. ``phase`` is the one that is on. A plan has ``ways`` by which actions are offered, in
    their order, and may have words for passing; another question has its number, and the places of the frame that the
    parts of its answer go into.
    """

    kind: Literal["plan", "pick", "chosen"]
    section: str
    paragraph: str
    phase: str
    by_another: bool
    frame: Frame
    ways: tuple[Way, ...] = ()
    pass_words: core.Text | None = None
    question: int | None = None
    places: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """Who is asked."""
        seat: int = self.frame[2]
        return seat


def ways_of(automaton: Automaton, state: int) -> tuple[Way, ...]:
    """Return the ways by which a plan offers actions in one of its states."""
    leaves = automaton.leaves
    return tuple(
        [
            Way(step.action, leaves[step.leaf], tuple([leaves[leaf] for leaf in step.unless]))
            for step in automaton.states[state].steps
        ]
    )


_LEFT = -2
"""The slot of the elements that are left, among which the next one of a loop is chosen."""


def _passing(offer: object) -> core.Text | None:
    """Return the words for passing where an offer has some."""
    return offer.words if isinstance(offer, core.Offer) and offer.words is not None and offer.words.parts else None


class Asking:
    """Says of the states of one kernel what is asked in them."""

    def __init__(self, compiler: ExpressionCompiler, open_: OpenParagraphs) -> None:
        self.compiler, self.open = compiler, open_
        self.game = compiler.b.layout.game
        self._slots = slots_of(self.game)
        self._meant: dict[object, Eval] = {}
        self._ways: dict[tuple[int, int], tuple[Way, ...]] = {}
        self._renamed: dict[int, bool] = {}
        self._arguments: dict[tuple[core.PlanLeaf, str], Eval] = {}
        self._possible: dict[core.PlanLeaf, Eval] = {}

    # ------------------------------------------------------------ what is asked

    def asked(self, s: State) -> Asked:
        """Return what is asked; it is found out once while the program stands still."""
        if s.stale:
            s.settle()
        if s.decoded is None:
            return self._asked(s)
        found: Asked | None = s.decoded.get(ASKED)
        if found is None:
            found = s.decoded[ASKED] = self._asked(s)
        return found

    def is_plan(self, s: State) -> bool:
        """Tell whether a plan asks."""
        standing, _ = next(self.open.open(s))
        return isinstance(standing.asks, Automaton)

    def _asked(self, s: State) -> Asked:
        (standing, where), *around = self.open.open(s)
        name, seat = self.open.name(standing), self.open.seat(s, standing, where)
        phases = (one.paragraph for one, _ in [(standing, where), *around] if one.offer is None)
        phase = next((one.partition(" ")[2] for one in phases if one.startswith("phase ")), "")
        by_another = any(self.open.name(one) == name and self.open.seat(s, one, at) != seat for one, at in around)
        section = "offer" if standing.offer is not None else standing.paragraph.partition(" ")[0]
        facts = (section, name, phase, by_another, self._frame(s, standing))
        if isinstance(standing.asks, Automaton):
            words = self.game.phases[name].pass_words if section == "phase" else _passing(standing.offer)
            return Asked("plan", *facts, self._ways_of(standing.asks, self._state(s, standing)), words)
        asks = standing.asks
        assert isinstance(asks, Choosing)
        kind = "chosen" if isinstance(standing.node, core.ForEach) else "pick"
        return Asked(kind, *facts, question=asks.question, places=places_of(asks.parts))  # type: ignore[arg-type]

    def _frame(self, s: State, standing: Standing) -> list[Any]:
        """Return the frame of the paragraph that asks: nothing of it is saved elsewhere."""
        seats = [self.open.seat_of(s, one, {}) for one in (standing.you, standing.active)]
        f = [0, 0, *seats, *[None] * self._slots[outermost(standing).paragraph]]
        for slot, found in self.open.bound(s, standing, {}).items():
            f[slot + HEADER] = found
        return f

    def _ways_of(self, automaton: Automaton, state: int) -> tuple[Way, ...]:
        ways = self._ways.get((id(automaton), state))
        if ways is None:
            ways = self._ways[id(automaton), state] = ways_of(automaton, state)
        return ways

    def _state(self, s: State, standing: Standing) -> int:
        """Return the state of the plan that is asked about; one that has a single state with choices keeps none."""
        automaton, (field, _) = standing.asks, standing.opened[-1].fields
        assert isinstance(automaton, Automaton)
        if field:
            return s[self.open.at[field]]
        return next(at for at, state in enumerate(automaton.states) if not state.over)

    # ------------------------------------------------------------ what choices mean

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        asked = self.asked(s)
        ways = [way for way in asked.ways if way.action == choice.action]
        if not ways:
            return None
        way = self._taken(s, asked, ways)
        made = self._arguments.get((way.leaf, way.action))
        if made is None:
            made = requirements.arguments(self.compiler, way.leaf, way.action)
            self._arguments[way.leaf, way.action] = made
        found: tuple[Any, ...] = made(s, asked.frame)
        return found

    def _taken(self, s: State, asked: Asked, ways: Sequence[Way]) -> Way:
        """Return by which of its ways an action is offered: the first by which it is possible."""
        if len(ways) == 1:
            return ways[0]
        for way in ways:
            waits = any(self._is_possible(s, asked, leaf) for leaf in way.unless)
            own = attrs.evolve(way.leaf, actions=(way.action,))
            if not waits and self._is_possible(s, asked, own):
                return way
        return ways[0]

    def _is_possible(self, s: State, asked: Asked, leaf: core.PlanLeaf) -> bool:
        """Tell whether some action of a part of a plan is possible."""
        made = self._possible.get(leaf)
        if made is None:
            made = self._possible[leaf] = requirements.possible(self.compiler, leaf)
        return bool(made(s, asked.frame))

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        if choice.type is None or choice.question is None or not self._is_renamed(choice.question):
            return choice.value
        numbering = self.compiler.b.numbering
        asked = self.asked(s)
        if choice.action is not None:
            action = self.game.actions[choice.action]
            f = action_frame(action, asked.frame[2:4], self.arguments(s, choice) or ())
            index, key = choice.code - numbering.action_base[choice.action], choice.action
            make = self._of_action(action, len(f) - HEADER)
        else:
            standing = self.open.program.standing[s[self.open.at["resume"]]]
            assert isinstance(standing, Standing)
            f, index, key = asked.frame, choice.code - numbering.question_base[choice.question], str(id(standing))
            make = self._of_question(standing, len(f) - HEADER)
        if key not in self._meant:
            self._meant[key] = make()
        found = self._meant[key](s, [*f, index])
        return found if isinstance(choice.type, t.PartsType) else found[0]

    def _is_renamed(self, question: int) -> bool:
        found = self._renamed.get(question)
        if found is None:
            found = self._renamed[question] = bool(renamed_kinds(self.compiler.b, question))
        return found

    def _of_action(self, action: model.CheckedAction, place: int) -> Callable[[], Eval]:
        """Return what makes what works out the answer to the first choice of an action, whose number is in a place."""
        cut = cut_of(action)
        assert cut is not None
        asks = first_choice(action, cut)

        def before(b: Lowering) -> None:
            for element in action.elements[:cut]:
                if isinstance(element, model.LetField):
                    found = lowered(b, element.value)
                    b.bind(element.slot, found if isinstance(found, Listed | Run) else b.let(found, always=True))

        return lambda: self._answer(asks, place, before, (*action.elements, *action.cost))

    def _of_question(self, standing: Standing, place: int) -> Callable[[], Eval]:
        """Return what makes what works out the answer to a question inside a paragraph."""
        asks = standing.asks
        assert isinstance(asks, Choosing)
        if not isinstance(standing.node, core.ForEach):
            return lambda: self._answer(asks, place, lambda b: None, (*asks.parts, *asks.elements, *asks.cost))
        (left,) = standing.opened[-1].fields
        return lambda: self._answer(asks, place, lambda b: b.bind(_LEFT, b.read(left)), ())

    def _answer(self, asks: Choosing, place: int, before: Callable[[Lowering], None], nodes: Sequence[Any]) -> Eval:
        last = max(0, self.compiler.b.numbering.domains[asks.question].size - 1)
        own = core.Local(span=asks.parts[0].span, type=t.IntType(0, last), slot=place)

        def write(b: Lowering) -> list[Told]:
            index = b.let(narrowed(value(b, own), 0, last), always=True)
            before(b)
            found = meant(b, asks, answer_of(b, asks.question, index))
            return [Told(one, kind) for one, kind in zip(found, b.answer_kinds(asks.question), strict=True)]

        return self.compiler.later(write, own, *nodes, together=True, looks=True)
