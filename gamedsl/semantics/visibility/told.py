"""A checked game in, what the log tells out: the values in words, the numbers and the payments not all may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.flow.circular_values import has_circles
from gamedsl.semantics.visibility.entries import is_hidden
from gamedsl.semantics.visibility.guards import DECIDER, Watch
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import PUBLIC, YOU, Visibility
from gamedsl.semantics.visibility.secret_numbers import secret_numbers
from gamedsl.semantics.visibility.surroundings import Env
from gamedsl.source import Span


@attrs.frozen
class Secrets:
    """What the log keeps to itself, and what it tells although nobody sees the purses.

    ``parts``: for each text by its key, which of its parts are values that not everybody knows. ``numbers``: the
    questions whose answer is a secret. ``open``: the places of payments between unseen purses whose amount everybody
    knows, because it follows from what everybody sees, and of steps that set hidden values to what everybody knows.
    ``picked``: the places of steps that set hidden values to what ``you`` know. ``murky``: hidden values of which
    nobody who does not see them can tell when they are set. ``lets``: the names for values that not everybody
    knows, by paragraph and local place, with whether its ``you`` always know them. ``triggers``: those whose
    condition reads what not everybody knows.
    """

    parts: Mapping[str, frozenset[int]] = attrs.field(factory=dict)
    numbers: frozenset[int] = frozenset()
    open: frozenset[Span] = frozenset()
    picked: frozenset[Span] = frozenset()
    murky: frozenset[str] = frozenset()
    lets: Mapping[tuple[str, int], bool] = attrs.field(factory=dict)
    triggers: frozenset[str] = frozenset()


def secrets_of(game: model.CheckedGame) -> Secrets:
    """Return what the log of a game must not tell to everybody."""
    if has_circles(game):
        return Secrets()
    told = _Told(game, Observer(game, numbers=secret_numbers(game)), lambda *_, **__: None)
    told.paragraphs()
    parts = {key: frozenset(places) for key, places in told.found.items()}
    return Secrets(
        parts,
        told.observer.numbers,
        frozenset(told.open - told.unknown),
        frozenset(told.picked - told.strange),
        frozenset(told.murky),
        told.lets,
        frozenset(told.triggers),
    )


@attrs.define(eq=False)
class _Told(Watch):
    """Goes through all paragraphs and notes the values in words that are not public, and the amounts that are."""

    found: dict[str, set[int]] = attrs.field(factory=dict)
    open: set[Span] = attrs.field(factory=set)
    unknown: set[Span] = attrs.field(factory=set)
    picked: set[Span] = attrs.field(factory=set)
    strange: set[Span] = attrs.field(factory=set)
    murky: set[str] = attrs.field(factory=set)
    veiled: bool = False
    """Whether not everybody can tell that the steps at hand are carried out."""
    lets: dict[tuple[str, int], bool] = attrs.field(factory=dict)
    triggers: set[str] = attrs.field(factory=set)
    fields: tuple[int, ...] = ()

    def guard(self, seen: Visibility) -> None:
        """Leave decisions to the check."""

    def words(self, text: core.Text | None, env: Env) -> None:
        """Note what is told to the player who decides."""
        self.logged(text, env)

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Note what is told to everybody."""
        for place, part in enumerate(text.parts if text is not None else ()):
            for value in (part.value, part.most) if isinstance(part, core.TextSlot) else ():
                seen = PUBLIC if value is None else self.observer.printed(value, env)
                if text is not None and not seen.public:
                    self.found.setdefault(text.key, set()).add(place)

    def told(self, text: core.Text | None, env: Env) -> None:
        """Note what the log says of a step."""
        self.logged(text if text is not None and text.parts else env.words, env)

    def action(self, action: model.CheckedAction) -> None:
        """Note what names of an action stand for, before its steps can tell more of it."""
        self.fields = tuple(element.slot for element in action.elements if isinstance(element, model.LetField))
        super().action(action)

    def trigger(self, trigger: model.CheckedTrigger, kinds: tuple[t.Type, ...]) -> None:
        """Note whether what a trigger waits for is seen by everybody."""
        env = Env(f"trigger {trigger.name}", Visibility() if trigger.who is None else DECIDER)
        conditions = [when.condition for when in trigger.whens] if trigger.after is None else []
        if trigger.once is not None:
            conditions.append(trigger.once)
        hidden = not all(self.observer.see(condition, env).public for condition in conditions)
        if hidden:
            self.triggers.add(trigger.name)
        with self._behind(hidden):
            super().trigger(trigger, kinds)

    @contextmanager
    def _behind(self, hidden: bool) -> Iterator[None]:
        """Go through steps of which not everybody can tell whether they are carried out, where that is ``hidden``."""
        before = self.veiled
        self.veiled |= hidden
        yield
        self.veiled = before

    def for_each(self, step: core.ForEach, env: Env) -> None:
        """Note whether everybody knows how many passes there are."""
        with self._behind(not self.observer.loop(step.loop, env.inside()).public):
            super().for_each(step, env)

    def repeat(self, step: core.Repeat, env: Env) -> None:
        """Note whether everybody knows how many passes there are."""
        with self._behind(not self.observer.all((step.count, step.until), env).public):
            super().repeat(step, env)

    def call_rule(self, step: core.CallRule, env: Env) -> None:
        """Note whether everybody knows that a rule is carried out."""
        code = self.game.rules[step.rule]
        inner = Env(f"rule {step.rule}", env.you)
        for slot, (value, kind) in enumerate(zip(step.arguments, code.params, strict=True)):
            inner.bind(slot, self.observer.see(value, env), kind)
        with self._behind(not self.observer.all([when.condition for when in code.whens], inner).public):
            super().call_rule(step, env)

    def _set(self, step: core.Assign | core.RollValue, env: Env) -> None:
        """Note who knows what a hidden value is set to, and that it is."""
        where = self.observer.all((step.target.owner, *step.target.keys), env)
        if self.unsure or self.veiled or not where.public:
            self.murky.add(step.target.entry)
        seen = self.observer.see(step.value, env) if isinstance(step, core.Assign) else Visibility(False)
        (self.open if seen.public else self.unknown).add(step.span)
        own = not seen.public and seen.visible and env.you.who == YOU
        (self.picked if own else self.strange).add(step.span)

    def _name(self, slot: int, env: Env) -> None:
        """Note who knows what a name stands for."""
        seen = env.slots[slot]
        if not seen.public:
            own = seen.viewer == YOU and env.you.who == YOU
            self.lets[env.paragraph, slot] = self.lets.get((env.paragraph, slot), True) and own

    def steps(self, steps: tuple[core.CoreStep, ...], env: Env) -> None:
        """Note the names and the payments among the steps."""
        fields, self.fields = self.fields, ()
        for slot in fields:
            self._name(slot, env)
        for step in steps:
            if isinstance(step, core.Pay):
                known = not self.unsure and self.observer.see(step.amount, env).public
                (self.open if known else self.unknown).add(step.span)
            elif isinstance(step, core.Assign | core.RollValue) and is_hidden(self.game.values[step.target.entry]):
                self._set(step, env)
            super().steps((step,), env)
            if isinstance(step, core.Let):
                self._name(step.slot, env)
