"""Actions, phases, triggers, points, ends and the winner of a set-up -> in words what they ask, cost and do"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.present.called import template
from gamedsl.engine.present.deeds.phrases import Phrases
from gamedsl.engine.present.deeds.scope import Scope, given, picked
from gamedsl.engine.present.deeds.steps import Deed, Steps
from gamedsl.engine.present.words import Wording, bare
from gamedsl.i18n.speaking import all_of, gettext, one_of
from gamedsl.semantics import core
from gamedsl.semantics.core import model


@attrs.frozen
class Told:
    """What an action costs and does."""

    costs: tuple[Deed, ...]
    effects: tuple[Deed, ...]


@attrs.frozen
class RuleLine:
    """One line about a rule: what it tells (``asks``, ``refused``, ``cost``, ``then``, ``when`` …), and the words."""

    label: str
    words: str


@attrs.frozen
class RuleText:
    """One rule in words: its name in the file, what it is called, its places in the rulebook, and lines about it."""

    name: str
    words: str
    references: tuple[str, ...]
    lines: tuple[RuleLine, ...]


@attrs.frozen
class RulesSection:
    """Rules of one kind, under a title."""

    title: str
    rules: tuple[RuleText, ...]


class RulesTold:
    """Words for the rules of one set-up, as they are whatever happens in a game."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.game = wording.game
        self.phrases = Phrases(wording)
        self.steps = Steps(self.phrases)

    def now(self, value: core.Value, _: frozenset[str] = frozenset()) -> Any:
        """Return a value that is the same in all games of the set-up, else UNKNOWN."""
        found = self.wording.looks.known(value)
        if found is not UNKNOWN:
            return found
        if isinstance(value, core.TermCall) and not self.phrases.is_bent(value.term):
            return self.now(self.game.terms[value.term].value)
        if isinstance(value, core.Either):
            condition = self.now(value.condition)
            return UNKNOWN if condition is UNKNOWN else self.now(value.value if condition else value.otherwise)
        return UNKNOWN

    def scope(self, names: dict[int, str]) -> Scope:
        """Return a scope in which only what the set-up decides is known."""
        return Scope(names, self.now, always=self.now)

    # ------------------------------------------------------------ all rules

    def sections(self) -> tuple[RulesSection, ...]:
        """Return all rules that people should know: the goal, turns, actions, what happens by itself, points."""
        game = self.game
        found = (
            RulesSection(gettext("How the game ends, and who wins"), self._goal()),
            RulesSection(gettext("Turns"), tuple(self._phase(one) for one in game.phases.values())),
            RulesSection(gettext("Actions"), tuple(self._action(one) for one in game.actions.values())),
            RulesSection(
                gettext("What happens by itself"), tuple(self._trigger(one) for one in game.triggers.values())
            ),
            RulesSection(
                gettext("Rules that others carry out"),
                tuple(self._rule(one) for one in game.rules.values() if one.words),
            ),
            RulesSection(gettext("What else holds"), tuple(map(self._modifier, game.modifiers.values()))),
            RulesSection(gettext("Points"), tuple(self._source(one) for one in game.sources.values())),
        )
        return tuple(one for one in found if one.rules)

    def _text(self, thing: model.Named, lines: Sequence[RuleLine]) -> RuleText:
        words = bare(thing.name) if thing.words is None else template(thing.words)
        words = words if words.strip(" …") else bare(thing.name)
        return RuleText(thing.name, words, thing.references, tuple(lines))

    def _goal(self) -> tuple[RuleText, ...]:
        ends = []
        for end in self.game.ends:
            condition = self.phrases.yes_no(end.condition, self.scope({}))
            words = gettext("the game ends") if end.words is None else template(end.words)
            lines = (RuleLine("when", condition),)
            ends.append(RuleText("end", words, end.references, lines))
        if not ends:
            ends.append(RuleText("end", gettext("The game ends with its last phase"), (), ()))
        return (*ends, RuleText("winner", self.winner(), (), ()))

    def winner(self) -> str:
        """Return in words who wins."""
        winner, scope = self.game.winner, self.scope({})
        if not isinstance(winner, core.Rank):
            return gettext("Who wins: {who}", who=self.phrases.of(winner, scope))
        through, inner = self.phrases.loop(winner.loop, scope)
        if winner.loop.condition is not None:
            condition = self.phrases.yes_no(winner.loop.condition, inner)
            who = gettext("the player for whom it is so: {condition}", condition=condition)
        elif isinstance(winner.loop.source, core.AllPlayers):
            who = gettext("the player")
        else:
            who = gettext("of {things} the one", things=through)
        keys = gettext(", and if that is equal ").join(
            gettext("the most: {value}", value=self.phrases.of(key.key, inner))
            if key.most
            else gettext("the least: {value}", value=self.phrases.of(key.key, inner))
            for key in winner.keys
            if self.now(key.key) is UNKNOWN
        )
        told = (
            gettext("Who wins: {who} with {keys}", who=who, keys=keys) if keys else gettext("Who wins: {who}", who=who)
        )
        return told + "; " + gettext("who is still equal wins together") if winner.tie == "all" else told

    def _phase(self, phase: model.CheckedPhase) -> RuleText:
        scope, lines = self.scope({}), []
        whens = [when.condition for when in phase.whens if self.now(when.condition) is UNKNOWN]
        if whens:
            lines.append(RuleLine("when", gettext(" and ").join(self.phrases.yes_no(one, scope) for one in whens)))
        if phase.who is not None:
            who = self.phrases.of(phase.who.value, scope)
            if phase.who.start is not None:
                who = gettext("{who}, beginning with {first}", who=who, first=self.phrases.of(phase.who.start, scope))
            lines.append(RuleLine("who", gettext("{who}, all at once", who=who) if phase.who.together else who))
        lines += [RuleLine("first", deed.words) for deed in self.steps.of(phase.start, scope)]
        if phase.plan is not None:
            lines.append(RuleLine("play", self.plan(phase.plan, scope)))
        if phase.phases:
            names = [self.phrases.paragraph(name) for name in phase.phases]
            lines.append(RuleLine("parts", gettext(", then ").join(names)))
        if phase.until is not None:
            lines.append(RuleLine("until", self.phrases.yes_no(phase.until, scope)))
        lines += [RuleLine("then", deed.words) for deed in self.steps.told(phase.then_words, phase.then, scope)]
        return self._text(phase, lines)

    def plan(self, plan: core.CorePlan, scope: Scope) -> str:
        """Return in words what a plan lets somebody do."""
        match plan:
            case core.PlanLeaf(actions=actions):
                return one_of(self.phrases.paragraph(name) for name in actions)
            case core.PlanInOrder(items=items):
                return gettext(", then ").join(self.plan(item, scope) for item in items)
            case core.PlanOneOf(items=items):
                return one_of(self.plan(item, scope) for item in items)
            case core.PlanMixed(items=items):
                return gettext("in any order {plans}", plans=all_of(self.plan(item, scope) for item in items))
            case core.PlanMust(items=items):
                return gettext(", and if that is not possible ").join(self.plan(item, scope) for item in items)
            case core.PlanTimes(low=low, high=high, plan=inner):
                return f"{self._times(low, high, scope)}: {self.plan(inner, scope)}"
            case _:
                raise TypeError(f"unknown plan {type(plan).__name__}")

    def _times(self, low: core.Value, high: core.Value | None, scope: Scope) -> str:
        least, most = self.phrases.of(low, scope), model.NO_LIMIT if high is None else self.phrases.of(high, scope)
        if most in (model.NO_LIMIT, gettext("none")):
            return gettext("as often as you like") if least == "0" else gettext("at least {number} times", number=least)
        if least == "0":
            return gettext("at most once") if most == "1" else gettext("at most {number} times", number=most)
        if least == most:
            return gettext("{number} times", number=least)
        return gettext("{first} to {last} times", first=least, last=most)

    # ------------------------------------------------------------ single rules

    def told(self, action: model.CheckedAction) -> Told:
        """Return what an action costs and does, whatever is picked."""
        scope = self._inside(action)
        costs = self.steps.told(action.cost_words, action.cost, scope)
        return Told(costs, self.steps.told(action.then_words, action.then, scope))

    def _inside(self, action: model.CheckedAction) -> Scope:
        picks = [one for one in action.elements if isinstance(one, model.PickField)]
        scope = self.scope(given(self.game, action.param_names, action.params) | picked(self.game, picks))
        for element in action.elements:
            if isinstance(element, model.LetField):
                scope = scope.let(element.slot, element.name, element.value)
        return scope

    def _action(self, action: model.CheckedAction) -> RuleText:
        scope, lines = self._inside(action), []
        for element in action.elements:
            if isinstance(element, model.PickField) and element.words is not None:
                lines.append(RuleLine("asks", template(element.words)))
            elif isinstance(element, model.When) and self.now(element.condition) is UNKNOWN:
                words = element.words
                told = self.phrases.yes_no(element.condition, scope) if words is None else template(words)
                lines.append(RuleLine("when" if words is None else "refused", told))
        found = self.told(action)
        lines += [RuleLine("cost", deed.words) for deed in found.costs]
        lines += [RuleLine("then", deed.words) for deed in found.effects]
        return self._text(action, lines)

    def _rule(self, rule: model.CheckedRule) -> RuleText:
        scope = self.scope(given(self.game, rule.param_names, rule.params))
        whens = [when.condition for when in rule.whens if self.now(when.condition) is UNKNOWN]
        lines = [RuleLine("when", self.phrases.yes_no(one, scope)) for one in whens]
        lines += [RuleLine("then", deed.words) for deed in self.steps.told(rule.then_words, rule.then, scope)]
        return self._text(rule, lines)

    def _trigger(self, trigger: model.CheckedTrigger) -> RuleText:
        scope = self.scope({})
        conditions = [*[when.condition for when in trigger.whens], *([trigger.once] if trigger.once else [])]
        after = [RuleLine("after", self.phrases.paragraph(trigger.after))] if trigger.after else []
        whens = [RuleLine("when", self.phrases.yes_no(one, scope)) for one in conditions if self.now(one) is UNKNOWN]
        then = [RuleLine("then", deed.words) for deed in self.steps.told(trigger.then_words, trigger.then, scope)]
        return self._text(trigger, [*after, *whens, *then])

    def _modifier(self, modifier: model.CheckedModifier) -> RuleText:
        scope = self.scope({})
        whens = [when.condition for when in modifier.whens if self.now(when.condition) is UNKNOWN]
        lines = [RuleLine("when", self.phrases.yes_no(one, scope)) for one in whens]
        if modifier.forbids:
            named = all_of(self.phrases.paragraph(name) for name in modifier.forbids)
            because = "" if modifier.forbid_words is None else f": {template(modifier.forbid_words)}"
            lines.append(RuleLine("forbids", f"{named}{because}"))
        if modifier.value is not None and modifier.term is not None:
            told = self.phrases.of(modifier.value, self.scope({modifier.old_slot: gettext("what it is else")}))
            lines.append(RuleLine("changes", f"{self.phrases.entry(self.game.terms[modifier.term])}: {told}"))
        lines += [RuleLine("changes", f"{self.phrases.paragraph(name)}: {part}") for name, part in modifier.bends]
        return self._text(modifier, lines)

    def _source(self, source: model.ScoringSource) -> RuleText:
        if source.worth is None:
            return self._text(source, [])
        return self._text(source, [RuleLine("worth", self.phrases.of(source.worth, self.scope({})))])
