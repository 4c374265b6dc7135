"""Paragraphs of a checked game in, findings about decisions and words that need what their decider cannot know out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.effort import MOST_DEEP, TooDeepError
from gamedsl.diagnostics.report import Report
from gamedsl.internal_errors import working_on
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import cells_meant, leaves, limits, phases_with_you
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import PUBLIC, SOMEWHERE, YOU, Visibility, either
from gamedsl.semantics.visibility.learning import forget, learn, name_top, shown_to_each
from gamedsl.semantics.visibility.surroundings import Env
from gamedsl.source import Span

NOBODY = Visibility()
DECIDER = Visibility(who=YOU)
_DECIDER = {"reader": "the player", "unseen": "this player cannot see"}
_EVERYBODY = {"reader": "everybody", "unseen": "not everybody can see"}


def taken(game: model.CheckedGame, trigger: model.CheckedTrigger) -> tuple[t.Type, ...]:
    """Return the types of the local places that a trigger takes from the paragraph it follows."""
    paragraph = game.actions.get(trigger.after or "") or game.rules.get(trigger.after or "")
    if paragraph is None:
        return ()
    kinds: dict[int, t.Type] = dict(enumerate(paragraph.params))
    for element in paragraph.elements if isinstance(paragraph, model.CheckedAction) else ():
        match element:
            case model.PickField():
                kinds[element.slot] = model.kind_picked(element)
            case model.LetField():
                kinds[element.slot] = element.value.type
            case model.When():
                pass
            case _:
                assert_never(element)
    return tuple(kinds[slot] for slot in trigger.taken)


@attrs.frozen
class _Called:
    """What is carried out by a call: the steps of a rule or a cell, and the words of the rule."""

    name: str
    kinds: tuple[t.Type, ...]
    steps: tuple[core.CoreStep, ...]
    words: core.Text | None


@attrs.define(eq=False)
class Calls:
    """What is known of the local places that paragraphs have from others, whichever call they come from.

    ``given``: of the parameters of each action that something offers; ``left``: of all local places at the end of each
    action and rule, for the triggers that follow.
    """

    given: dict[str, tuple[Visibility, ...]] = attrs.field(factory=dict)
    left: dict[str, dict[int, Visibility]] = attrs.field(factory=dict)

    def offer(self, action: str, arguments: list[Visibility]) -> None:
        """Note one more call of an action."""
        paragraph = f"action {action}"
        tokens = {seen.who: (paragraph, slot) for slot, seen in enumerate(arguments) if seen.who not in (None, YOU)}
        found = [seen.renamed(tokens) for seen in arguments]
        before = self.given.get(action) or [None] * len(found)
        self.given[action] = tuple(either(one, other) for one, other in zip(before, found, strict=True))

    def leave(self, paragraph: str, env: Env) -> None:
        """Note what is known at the end of a paragraph."""
        before = self.left.setdefault(paragraph, {})
        for slot, seen in env.slots.items():
            before[slot] = either(before.get(slot), seen)


@attrs.define(eq=False)
class Watch:
    """Walks the paragraphs and reports every decision that depends on what its decider cannot know."""

    game: model.CheckedGame
    observer: Observer
    report: Report
    calls: Calls = attrs.field(factory=Calls)
    called: set[tuple[object, ...]] = attrs.field(factory=set)
    told_of: set[Span] = attrs.field(factory=set)
    """Where a guard has been found that its decider cannot see."""
    unsure: bool = False
    """Whether something hidden decides if the steps at hand are carried out."""
    depth: int = 0
    """How many paragraphs are being walked, each called by the one before."""

    # ------------------------------------------------------------ findings

    def guard(self, seen: Visibility) -> None:
        """Report a guard that is not visible to its decider."""
        if not seen.visible:
            self._finding("GDKNO01", seen)
            assert seen.leak is not None, "what is not public says why"
            self.told_of.add(seen.leak.site)

    def words(self, text: core.Text | None, env: Env) -> None:
        """Report words that give away something to the player who reads them."""
        self._words(text, env, everybody=False)

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Report words of the log that give away something: everybody reads them."""
        self._words(text, env, everybody=True)

    def told(self, text: core.Text | None, env: Env) -> None:
        """Check what the log says of a step: its words, else its paragraph's, but that of an action hides secrets."""
        if text is not None and text.parts:
            self.logged(text, env)
        elif env.words is not None and not env.paragraph.startswith("action "):
            self.logged(env.words, env)

    def _words(self, text: core.Text | None, env: Env, everybody: bool) -> None:
        readers = _EVERYBODY if everybody else _DECIDER
        for part in text.parts if text is not None else ():
            for value in (part.value, part.most) if isinstance(part, core.TextSlot) else ():
                seen = PUBLIC if value is None else self.observer.printed(value, env)
                if value is not None and not (seen.public if everybody else seen.visible):
                    self._finding("GDKNO02", _placed(seen, value.span), **readers)

    def _finding(self, code: str, seen: Visibility, **values: str) -> None:
        leak = seen.leak
        assert leak is not None, "what is not public says why"
        if self.observer.tells_cell(leak, self.report, "asked for" if code == "GDKNO01" else "shown"):
            return
        labels = [Label(leak.origin, "it is read here")] if leak.origin != leak.site else []
        help_ = {} if leak.help is None else {"help": leak.help}
        self.report(code, leak.site, labels=labels, what=leak.what, **help_, **values)

    # ------------------------------------------------------------ paragraphs

    def paragraphs(self) -> None:
        """Check the setup and all paragraphs; first of all what is known of the parameters is found."""
        while True:
            before = dict(self.calls.given), {paragraph: dict(left) for paragraph, left in self.calls.left.items()}
            _Listener(self.game, self.observer, _nothing, self.calls).walk()
            if before == (self.calls.given, self.calls.left):
                break
        self.walk()

    def walk(self) -> None:
        """Go through the setup and all paragraphs."""
        self.steps(self.game.setup, Env("setup", NOBODY))
        for action in self.game.actions.values():
            working_on(f"checking what players know in the action `{action.name}`", action.span)
            self.action(action)
        with_you = phases_with_you(self.game)
        for phase in self.game.phases.values():
            working_on(f"checking what players know in the phase `{phase.name}`", phase.span)
            self.phase(phase, with_you.get(phase.name, True))
        for trigger in self.game.triggers.values():
            working_on(f"checking what players know in the trigger `{trigger.name}`", trigger.span)
            self.trigger(trigger, taken(self.game, trigger))
        for modifier in self.game.modifiers.values():
            working_on(f"checking what players know in the modifier `{modifier.name}`", modifier.span)
            self.modifier(modifier)
        for hint in self.game.hints.values():
            working_on(f"checking what players know in the hint `{hint.name}`", hint.span)
            self.hint(hint)

    def action(self, action: model.CheckedAction) -> None:
        """Check the words, guards and effects of an action."""
        paragraph = f"action {action.name}"
        env = Env(paragraph, DECIDER, words=action.words, given=frozenset(range(len(action.params))))
        given = self.calls.given.get(action.name) or [SOMEWHERE] * len(action.params)
        for slot, (seen, kind) in enumerate(zip(given, action.params, strict=True)):
            env.bind(slot, seen, kind)
        self.words(action.words, env)
        for element, seen in self.observer.guards(action, env):
            self.guard(seen)
            if element is not None:
                self.words(element.words, env)
            if isinstance(element, model.PickField):
                self.words(element.answers, env)
        self.steps((*action.cost, *action.then), env)
        self.calls.leave(paragraph, env)

    def phase(self, phase: model.CheckedPhase, has_you: bool) -> None:
        """Check the plan of a phase, its words and effects; its conditions are the decider's when it has a plan."""
        outer = Env(f"phase {phase.name}", DECIDER if has_you else NOBODY, words=phase.words)
        for when in phase.whens if phase.plan is not None else ():
            self.guard(self.observer.see(when.condition, outer))
        self.steps(phase.start, outer)
        inner = Env(outer.paragraph, DECIDER if has_you or phase.who is not None else NOBODY, outer.slots, phase.words)
        self.logged(phase.words, outer)
        if phase.plan is not None:
            self.plan(phase.plan, inner)
            self.words(phase.pass_words, inner)
        self.steps(phase.then, outer)

    def trigger(self, trigger: model.CheckedTrigger, kinds: tuple[t.Type, ...]) -> None:
        """Check the decisions in the effects of a trigger."""
        paragraph = f"trigger {trigger.name}"
        has_you = trigger.who is not None or trigger.after is not None
        env = Env(paragraph, DECIDER if has_you else NOBODY, words=trigger.words, given=frozenset(range(len(kinds))))
        for place, (seen, kind) in enumerate(zip(self._left(trigger, paragraph), kinds, strict=True)):
            env.bind(place, seen if trigger.who is None else seen.asked(None), kind)
        self.logged(trigger.words, env)
        self.steps(trigger.then, env)

    def _left(self, trigger: model.CheckedTrigger, paragraph: str) -> list[Visibility]:
        """Return what is known of the local places that a trigger takes from the paragraph it follows."""
        followed = f"{'action' if trigger.after in self.game.actions else 'rule'} {trigger.after}"
        left = self.calls.left.get(followed, {})
        tokens = {(followed, slot): (paragraph, place) for place, slot in enumerate(trigger.taken)}
        return [left.get(slot, SOMEWHERE).renamed(tokens) for slot in trigger.taken]

    def modifier(self, modifier: model.CheckedModifier) -> None:
        """Check a modifier that forbids actions: its conditions are guards of them."""
        if not any(name in self.game.actions for name in modifier.forbids):
            return
        env = Env(f"modifier {modifier.name}", DECIDER)
        for when in modifier.whens:
            self.guard(self.observer.see(when.condition, env))
        self.words(modifier.forbid_words, env)

    def hint(self, hint: model.Hint) -> None:
        """Check a hint: its player, who may think with it, must be able to know it."""
        env = Env(f"hint {hint.name}", DECIDER)
        self.words(hint.words, env)
        self.guard(self.observer.see(hint.worth, env))

    # ------------------------------------------------------------ plans and steps

    def plan(self, plan: core.CorePlan, env: Env) -> None:
        """Check the arguments of the actions in a plan; what is reported here is not reported again there."""
        for limit in limits(plan):
            self.guard(self.observer.see(limit, env))
        for leaf in leaves(plan):
            arguments = [self.observer.see(argument, env) for argument in leaf.arguments]
            for argument, seen in zip(leaf.arguments, arguments, strict=True):
                self.guard(seen if seen.visible else _placed(seen, argument.span))
            known = [seen if seen.visible else Visibility(who=seen.who, place=seen.place) for seen in arguments]
            for name in leaf.actions:
                self.calls.offer(name, known)

    def steps(self, steps: tuple[core.CoreStep, ...], env: Env) -> None:
        """Check steps in order, with the calls in them."""
        for step in steps:
            handler, effect = CONTROL.get(type(step)), core.EFFECTS.get(type(step))
            if handler is not None:
                handler(self, step, env)
            elif effect is not None:
                self._effect(step, effect, env)
            else:
                raise TypeError(f"unknown step {type(step).__name__}")
            forget(self.observer, () if isinstance(step, core.ForEach | core.Repeat) else (step,), env)

    def _effect(self, step: core.CoreStep, effect: core.Effect, env: Env) -> None:
        """Check what a step reads and tells, and hear of what it changes."""
        for name in effect.reads:
            self.observer.see(getattr(step, name), env)
        if effect.looks:
            self.observer.pieces(getattr(step, effect.looks), env)
        if effect.takes:
            self.moves(getattr(step, effect.takes), env)
        for name in effect.changes:
            self.changes(getattr(step, name), env)
        if effect.dice:
            dice = getattr(step, effect.dice)
            self.touches("what dice show" if isinstance(step, core.RollPieces) else f"`{dice}`", step.span)
        if effect.points:
            self.scores(getattr(step, effect.points), step.span, env)
        learn(self.observer, step, env)
        self.told(step.words, env)

    def pick(self, step: core.Pick, env: Env) -> None:
        """Check a decision inside effects."""
        self.guard(self.observer.pick(step, env))
        self.words(step.words, env)
        self.words(step.answers, env)

    def for_each(self, step: core.ForEach, env: Env) -> None:
        """Check a loop; a ``chosen`` one asks which element is next."""
        passes = self.observer.loop(step.loop, env)
        if step.question is not None:
            self.guard(passes)
            self.guard(env.slots[step.loop.slot])
            self.guard(self.observer.apart(step.loop.source, env.slots[step.loop.slot], "c"))
            self.words(step.words, env)
        forget(self.observer, step.body, env)
        inside = env.inside()
        self.steps(step.body, inside)
        shown_to_each(self.observer, step, inside, env)

    def branches(self, step: core.If, env: Env) -> None:
        """Check all branches; conditions are the referee's."""
        before = self.unsure
        for branch in step.branches:
            self.unsure |= not self.observer.see(branch.condition, env).public
            self.steps(branch.body, env.inside())
        self.steps(step.otherwise, env.inside())
        self.unsure = before

    def repeat(self, step: core.Repeat, env: Env) -> None:
        """Check what is repeated."""
        self.observer.all((step.count, step.until), env)
        forget(self.observer, step.body, env)
        self.steps(step.body, env.inside())

    def offer(self, step: core.Offer, env: Env) -> None:
        """Check a plan offered to a player; what it is for is told with the words of the paragraph."""
        self.told(None, env)
        asked = env.asked(self.observer.see(step.player, env))
        self.words(step.words, asked)
        self.plan(step.plan, asked)

    def call_rule(self, step: core.CallRule, env: Env) -> None:
        """Check the rule with what is known about its arguments here."""
        code = self.game.rules[step.rule]
        arguments = [self.observer.see(value, env) for value in step.arguments]
        self._call(_Called(f"rule {step.rule}", code.params, code.then, code.words), arguments, env)

    def call_cell(self, step: core.CallCell, env: Env) -> None:
        """Check every cell that may be meant."""
        arguments = [self.observer.see(step.subject, env), *(self.observer.see(value, env) for value in step.arguments)]
        kinds = (step.subject.type, *(value.type for value in step.arguments))
        for name, code in cells_meant(self.game, step.kind, step.column, step.subject):
            self._call(_Called(f"cell {name}", kinds, code.steps, None), arguments, env)

    def _call(self, paragraph: _Called, arguments: list[Visibility], env: Env) -> None:
        key = (paragraph.name, env.you, self.unsure, *arguments)
        if key in self.called:
            return
        self.called.add(key)
        inner = Env(paragraph.name, env.you, words=paragraph.words)
        for slot, (seen, kind) in enumerate(zip(arguments, paragraph.kinds, strict=True)):
            inner.bind(slot, seen, kind)
        self.depth += 1
        if self.depth > MOST_DEEP:
            raise TooDeepError
        self.steps(paragraph.steps, inner)
        self.depth -= 1
        self.calls.leave(paragraph.name, inner)

    def changes(self, target: core.ZoneRef | core.ReadValue, env: Env) -> None:
        """Hear that something on the table is changed."""

    def moves(self, pieces: core.Value, env: Env) -> None:
        """Hear that pieces are taken from where they lie."""

    def scores(self, player: core.Value, span: Span, env: Env) -> None:
        """Hear that a player's points change."""

    def touches(self, what: str, span: Span) -> None:
        """Hear that something is changed that belongs to all."""


def _nothing(*_: Any, **__: Any) -> None:
    """Report nothing."""


@attrs.define(eq=False)
class _Listener(Watch):
    """Hears only what paragraphs hand on to others; nothing is judged."""

    def guard(self, seen: Visibility) -> None:
        """Leave guards to the check."""

    def words(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check."""

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check."""

    def action(self, action: model.CheckedAction) -> None:
        """Hear an action that nothing offers yet only when it is offered."""
        if not action.params or action.name in self.calls.given:
            super().action(action)

    def trigger(self, trigger: model.CheckedTrigger, kinds: tuple[t.Type, ...]) -> None:
        """Hear a trigger only when the paragraph that it follows has been heard."""
        if not kinds or any(paragraph.endswith(f" {trigger.after}") for paragraph in self.calls.left):
            super().trigger(trigger, kinds)


def _placed(seen: Visibility, span: Span) -> Visibility:
    """Return a label whose leak is placed in the words that tell it, not where a name in them got its value."""
    assert seen.leak is not None, "what is not public says why"
    site = seen.leak.site
    inside = (span.line, span.column) <= (site.line, site.column) < (span.end_line, span.end_column)
    return seen if inside and site.path == span.path else seen.at(span)


def _let(watch: Watch, step: core.Let, env: Env) -> None:
    env.bind(step.slot, watch.observer.see(step.value, env), step.value.type)
    if isinstance(step.value, core.Dealt):
        env.counted.add(step.slot)
    name_top(step, env)


CONTROL: dict[type[core.CoreStep], Callable[[Any, Any, Env], None]] = {
    core.Let: _let,
    core.Pick: lambda watch, step, env: watch.pick(step, env),
    core.Offer: lambda watch, step, env: watch.offer(step, env),
    core.CallRule: lambda watch, step, env: watch.call_rule(step, env),
    core.CallCell: lambda watch, step, env: watch.call_cell(step, env),
    core.If: lambda watch, step, env: watch.branches(step, env),
    core.ForEach: lambda watch, step, env: watch.for_each(step, env),
    core.Repeat: lambda watch, step, env: watch.repeat(step, env),
    core.Moment: lambda watch, step, env: watch.steps(step.body, env.inside()),
}
