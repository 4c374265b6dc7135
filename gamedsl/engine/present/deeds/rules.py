"""Actions, phases, triggers, points, ends and the winner of a set-up -> in words what they ask, cost and do"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.present.called import short_template, static_words, template
from gamedsl.engine.present.deeds import conditions
from gamedsl.engine.present.deeds.beginning import LEFT_OUT, laid_out, played_with
from gamedsl.engine.present.deeds.parts import headed, named_in, offered
from gamedsl.engine.present.deeds.phrases import NUMBER_OF, THEIRS, Phrases, around
from gamedsl.engine.present.deeds.refills import refills
from gamedsl.engine.present.deeds.scope import Scope, given, picked
from gamedsl.engine.present.deeds.steps import Deed, Steps
from gamedsl.engine.present.words import Wording, bare
from gamedsl.i18n.speaking import all_of, gettext, one_of, spoken
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, children, walk
from gamedsl.semantics.flow.counts import unfolded
from gamedsl.semantics.flow.decisions import nullable

_ThingT = TypeVar("_ThingT", bound=model.Named)


_NOT_ONE = (core.PlanTimes, core.PlanInOrder, core.PlanMixed, core.PlanMust)
"""Plans of more than one action, or of one that may be left out."""


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
        self.phrases.closed = frozenset(self._closed())
        self.phrases.closed |= frozenset(self._unreached())
        self.steps = Steps(self.phrases)
        self._sections: dict[str, tuple[RulesSection, ...]] = {}

    def now(self, value: core.Value, _: frozenset[str] = frozenset()) -> Any:
        """Return a value that is the same in all games of the set-up, else UNKNOWN."""
        found = self.wording.looks.known(value)
        if found is not UNKNOWN:
            return found
        match value:
            case core.TermCall(term=term) if not self.phrases.is_bent(term):
                return self.now(self.game.terms[term].value)
            case core.Either(condition=asked, value=then, otherwise=otherwise):
                condition = self.now(asked)
                return UNKNOWN if condition is UNKNOWN else self.now(then if condition else otherwise)
            case core.And(items=items) | core.Or(items=items):
                decisive = isinstance(value, core.Or)
                return decisive if any(self.now(item) is decisive for item in items) else UNKNOWN
            case core.Not(value=inner):
                found = self.now(inner)
                return UNKNOWN if found is UNKNOWN else not found
            case _:
                return UNKNOWN

    def _closed(self) -> Iterator[str]:
        """Walk the paragraphs that never come with the options at hand."""
        game = self.game
        guarded: tuple[model.CheckedPhase | model.CheckedRule | model.CheckedTrigger | model.CheckedModifier, ...] = (
            *game.phases.values(),
            *game.rules.values(),
            *game.triggers.values(),
            *game.modifiers.values(),
        )
        for thing in guarded:
            if any(self.now(when.condition) is False for when in thing.whens):
                yield thing.name
        for trigger in game.triggers.values():
            if trigger.once is not None and self.now(trigger.once) is False:
                yield trigger.name
        for action in game.actions.values():
            if any(isinstance(one, model.When) and self.now(one.condition) is False for one in action.elements):
                yield action.name

    def _unreached(self) -> Iterator[str]:
        """Walk the actions and rules to which nothing leads that can come with the options at hand."""
        game, closed, reached = self.game, self.phrases.closed, set[str]()
        cells = (code.steps for kind in game.kinds.values() for one in kind.designs for code in one.code.values())
        waiting: list[Part] = [step for steps in (game.setup, *cells) for step in steps]
        for phase in (one for one in game.phases.values() if one.name not in closed):
            waiting += [*phase.start, *phase.then, *([] if phase.plan is None else [phase.plan])]
        for trigger in (one for one in game.triggers.values() if one.name not in closed):
            waiting += trigger.then
        while waiting:
            node = waiting.pop()
            waiting += self._carried(node)
            named = (
                [node.rule]
                if isinstance(node, core.CallRule)
                else node.actions
                if isinstance(node, core.PlanLeaf)
                else []
            )
            for name in (one for one in named if one not in reached | closed):
                reached.add(name)
                waiting += game.rules[name].then if name in game.rules else game.actions[name].then
        return (name for name in (*game.actions, *game.rules) if name not in reached)

    def _carried(self, node: Part) -> Sequence[Part]:
        """Return the parts of a node that can be carried out."""
        if not isinstance(node, core.If):
            return children(node)
        found: list[Part] = []
        for branch in node.branches:
            known = self.now(branch.condition)
            if known is not False:
                found += branch.body
            if known is True:
                return found
        return [*found, *node.otherwise]

    def scope(self, names: dict[int, str]) -> Scope:
        """Return a scope in which only what the set-up decides is known."""
        return Scope(names, self.now, always=self.now)

    # ------------------------------------------------------------ all rules

    def sections(self) -> tuple[RulesSection, ...]:
        """Return all rules that people should know: the goal, turns, actions, what happens by itself, points."""
        language = spoken()
        if language not in self._sections:
            self._sections[language] = self._worded()
        return self._sections[language]

    def _worded(self) -> tuple[RulesSection, ...]:
        game = self.game
        found = (
            RulesSection(gettext("How the game ends, and who wins"), self._goal()),
            RulesSection(gettext("Before the game"), self._before()),
            RulesSection(gettext("Turns"), self._each(game.phases, self._phase)),
            RulesSection(gettext("Actions"), self._each(game.actions, self._action)),
            RulesSection(
                gettext("What happens by itself"), (*self._each(game.triggers, self._trigger), *self._refills())
            ),
            RulesSection(gettext("In detail"), self._each(game.rules, self._rule)),
            RulesSection(gettext("What else holds"), self._each(game.modifiers, self._modifier)),
            RulesSection(gettext("Points"), tuple(self._source(one) for one in game.sources.values())),
        )
        return tuple(one for one in found if one.rules)

    def _each(self, things: Mapping[str, _ThingT], tell: Callable[[_ThingT], RuleText]) -> tuple[RuleText, ...]:
        """Tell the paragraphs that can be reached with the options at hand; rules without words only serve others."""
        left_out = {one.name for one in self.game.rules.values() if not one.words}
        told = (tell(one) for one in things.values() if one.name not in left_out and self.is_in_play(one.name))
        return tuple(one for one in told if one.lines or things[one.name].words)

    def _refills(self) -> Iterator[RuleText]:
        """Tell how piles and displays are filled up again."""
        for zone, title, words in refills(self.phrases, self.scope({})):
            yield RuleText(zone.name, title, zone.references, (RuleLine("then", words),))

    def _is_told(self, phase: model.CheckedPhase) -> bool:
        """Is there anything to tell of a phase?"""
        return self.is_in_play(phase.name) and bool(phase.words or self._phase(phase).lines)

    def is_in_play(self, name: str) -> bool:
        """Can a paragraph ever come in games of this set-up, as far as its conditions say?"""
        return name not in self.phrases.closed

    def _text(self, thing: model.Named, lines: Sequence[RuleLine]) -> RuleText:
        words = bare(thing.name) if thing.words is None else short_template(thing.words)
        words = words if words.strip(" …") else bare(thing.name)
        return RuleText(thing.name, words[:1].upper() + words[1:], thing.references, tuple(lines))

    def _before(self) -> tuple[RuleText, ...]:
        """Tell with which options the game is played, where others are usual, and with what everybody begins."""
        game = self.game
        rules = [
            RuleText(name, words, game.options[name].references, ())
            for name, words in played_with(self.wording.looks.layout)
        ]
        deeds = self.steps.of(laid_out(game, game.setup), self.scope({}))
        lines = [RuleLine("then", deed.words) for deed in deeds if deed.kind not in LEFT_OUT]
        return (*rules, RuleText("setup", gettext("Set-up"), (), tuple(lines))) if lines else tuple(rules)

    def _goal(self) -> tuple[RuleText, ...]:
        ends = []
        for end in self.game.ends:
            told = self.phrases.yes_no(end.condition, self.scope({})) if end.words is None else template(end.words)
            ends.append(RuleText("end", gettext("The game ends: {condition}", condition=told), end.references, ()))
        if not ends:
            first = next(iter(self.game.phases.values()))
            if first.until is not None:
                told = self._said(first.until_words, first.until, self.scope({}))
                words = gettext("The game ends: {condition}", condition=told)
            else:
                last = [name for name in (*first.phases, first.name) if self.is_in_play(name)][len(first.phases) and -2]
                words = gettext("The game ends after {phase}", phase=self.phrases.paragraph(last))
            ends.append(RuleText("end", words, first.references, ()))
        said = self.game.winner_words
        winner = self.winner() if said is None else gettext("Who wins: {who}", who=template(said))
        return (*ends, RuleText("winner", winner, (), ()))

    def winner(self) -> str:
        """Return in words who wins."""
        winner, scope = self.game.winner, self.scope({})
        if not isinstance(winner, core.Rank):
            return gettext("Who wins: {who}", who=self.phrases.of(winner, scope))
        through, inner = self.phrases.loop(winner.loop, scope)
        keys = gettext("; if that is equal, ").join(
            self._key(key, inner) for key in winner.keys if self.now(key.key) is UNKNOWN
        )
        if keys and winner.loop.condition is None and isinstance(winner.loop.source, core.AllPlayers):
            told = gettext("Who wins: whoever has {keys}", keys=keys)
            return gettext("{told}; who is still equal wins together", told=told) if winner.tie == "all" else told
        if winner.loop.condition is not None:
            condition = self.phrases.yes_no(winner.loop.condition, inner)
            who = gettext("the player for whom it is so: {condition}", condition=condition)
        elif isinstance(winner.loop.source, core.AllPlayers):
            who = gettext("the player")
        else:
            who = gettext("of {things} the one", things=through)
        told = (
            gettext("Who wins: {who} with {keys}", who=who, keys=keys) if keys else gettext("Who wins: {who}", who=who)
        )
        return gettext("{told}; who is still equal wins together", told=told) if winner.tie == "all" else told

    def _key(self, key: core.OrderKey, scope: Scope) -> str:
        """Return what decides: "the most points", "the lowest price of the house"."""
        counted = self.phrases.amount_of(key.key)
        if counted:
            told = (
                gettext("the most {things}", things=counted)
                if key.most
                else gettext("the fewest {things}", things=counted)
            )
            is_all = isinstance(key.key, core.PointsOf) and key.key.source is None and len(self.game.sources) == 1
            return headed(told, *map(static_words, self.game.sources.values())) if is_all else told
        value = conditions.without_article(self.phrases.of(key.key, scope))
        for before, behind in map(around, (THEIRS, NUMBER_OF)):
            value = value.removeprefix(before).removesuffix(behind)
        return gettext("the highest {value}", value=value) if key.most else gettext("the lowest {value}", value=value)

    def _phase(self, phase: model.CheckedPhase) -> RuleText:
        scope, lines = self.scope({}), []
        if whens := self._whens(phase.whens, scope):
            lines.append(RuleLine("when", gettext(" and ").join(whens)))
        if phase.who is not None:
            who = self._who(phase.who, scope)
            lines.append(RuleLine("who", gettext("{who}, all at once", who=who) if phase.who.together else who))
        lines += [RuleLine("first", deed.words) for deed in self.steps.told(phase.start_words, phase.start, scope)]
        if phase.plan is not None:
            lines.append(RuleLine("play" if nullable(phase.plan) else "must", self.plan(phase.plan, scope)))
        if phase.phases:
            names = [self.phrases.paragraph(name) for name in phase.phases if self._is_told(self.game.phases[name])]
            lines.append(RuleLine("parts", gettext(", then ").join(names)))
        if phase.until is not None:
            lines.append(RuleLine("until", self._said(phase.until_words, phase.until, scope)))
        lines += [RuleLine("then", deed.words) for deed in self.steps.told(phase.then_words, phase.then, scope)]
        return self._text(phase, lines)

    def _who(self, who: model.WhoField, scope: Scope) -> str:
        """Return who has turns, and in which order; somebody who is left out begins nothing, but the next one does."""
        told = self.phrases.of(who.value, scope)
        if who.start is None:
            return told
        first, (members, _) = self.phrases.of(who.start, scope), unfolded(-1, who.value)
        without = members.right if isinstance(members, core.Join) and members.sign == "-" else None
        if isinstance(without, core.MakeSet) and who.start in without.items:
            return gettext("{who}, in the order of play after {first}", who=told, first=first)
        return gettext("{who}, beginning with {first}", who=told, first=first)

    def _said(self, words: core.Text | None, value: core.Value, scope: Scope) -> str:
        """Return a condition in the words of the author, else in those that are made of it."""
        return self.phrases.yes_no(value, scope) if words is None else template(words)

    def _whens(self, whens: Sequence[model.When], scope: Scope) -> list[str]:
        """Return conditions that the set-up does not decide."""
        return [
            self._said(one.words, one.condition, scope)
            for one in whens
            if self.now(one.condition) is UNKNOWN and not isinstance(one.condition, core.Possible)
        ]

    def plan(self, plan: core.CorePlan, scope: Scope) -> str:
        """Return in words what a plan lets somebody do."""
        match plan:
            case core.PlanLeaf():
                return one_of(self._open(plan))
            case core.PlanInOrder(items=items):
                return gettext("; then ").join(self.plan(item, scope) for item in items if self._can(item))
            case core.PlanOneOf() if not any(isinstance(one, _NOT_ONE) for one in walk(plan)):
                return one_of(self._open(plan))
            case core.PlanOneOf(items=items):
                return gettext("; or ").join(self.plan(item, scope) for item in items if self._can(item))
            case core.PlanMixed(items=items):
                told = "; ".join(self.plan(item, scope) for item in items if self._can(item))
                return gettext("in any order: {plans}", plans=told)
            case core.PlanMust(items=items):
                return gettext("; and if that is not possible ").join(self.plan(item, scope) for item in items)
            case core.PlanTimes(low=low, high=high, plan=inner):
                return headed(self._times(low, high, scope), self.plan(inner, scope))
            case _:
                raise TypeError(f"unknown plan {type(plan).__name__}")

    def _open(self, plan: core.CorePlan) -> list[str]:
        """Return the actions of a plan that can come in this set-up, each once."""
        return list(dict.fromkeys(self.phrases.paragraph(name) for name in offered(plan) if self.is_in_play(name)))

    def _can(self, plan: core.CorePlan) -> bool:
        return bool(self._open(plan))

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
                lines.append(RuleLine("asks", self._asked(element.words, element.domain)))
            elif isinstance(element, model.When) and self.now(element.condition) is UNKNOWN:
                words = element.words
                told = self.phrases.yes_no(element.condition, scope) if words is None else template(words)
                lines.append(RuleLine("when" if words is None else "refused", told))
        found = self.told(action)
        lines += [RuleLine("cost", deed.words) for deed in found.costs]
        lines += [RuleLine("then", deed.words) for deed in found.effects]
        return self._text(action, lines)

    def _asked(self, words: core.Text, domain: core.Value) -> str:
        """Return a question, of numbers with those that are always the fewest and the most."""
        if not isinstance(domain, core.Interval):
            return template(words)
        least, limits = self.now(domain.low), domain.high
        items = limits.items if isinstance(limits, core.Extreme) and limits.function == "min" else (limits,)
        most = [found for item in items if isinstance(found := self.now(item), int)]
        if not isinstance(least, int) or not most:
            return template(words)
        return gettext("{question} ({first} to {last})", question=template(words), first=least, last=min(most))

    def _rule(self, rule: model.CheckedRule) -> RuleText:
        scope = self.scope(given(self.game, rule.param_names, rule.params))
        lines = [RuleLine("when", one) for one in self._whens(rule.whens, scope)]
        lines += [RuleLine("then", deed.words) for deed in self.steps.told(rule.then_words, rule.then, scope)]
        words = "" if rule.words is None else self._titled(rule.words, scope)
        return attrs.evolve(self._text(rule, lines), words=words or bare(rule.name))

    def _titled(self, words: core.Text, scope: Scope) -> str:
        """Return the words of a rule with what its parameters are called: "Gain N gold"."""
        told = []
        for part in words.parts:
            if isinstance(part, str) or not isinstance(part.value, core.Local):
                told.append(template(attrs.evolve(words, parts=(part,))))
            else:
                told.append(f"{scope.names[part.value.slot]} {part.forms[-1] if part.forms else ''}".strip())
        whole = "".join(told)
        return whole[:1].upper() + whole[1:]

    def _trigger(self, trigger: model.CheckedTrigger) -> RuleText:
        scope = self.scope({})
        after = [RuleLine("after", self.phrases.paragraph(trigger.after))] if trigger.after else []
        whens = [RuleLine("when", one) for one in self._whens(trigger.whens, scope)]
        if trigger.once is not None:
            whens.append(RuleLine("once", self._said(trigger.once_words, trigger.once, scope)))
        then = [RuleLine("then", deed.words) for deed in self.steps.told(trigger.then_words, trigger.then, scope)]
        return self._text(trigger, [*after, *whens, *then])

    def _modifier(self, modifier: model.CheckedModifier) -> RuleText:
        scope = self.scope({})
        lines = [RuleLine("when", one) for one in self._whens(modifier.whens, scope)]
        if modifier.forbids:
            named = all_of(self.phrases.paragraph(name) for name in modifier.forbids)
            words = modifier.forbid_words
            lines.append(RuleLine("forbids", named if words is None else headed(named, template(words))))
        if modifier.value is not None and modifier.term is not None:
            lines.append(RuleLine("changes", self._changed(modifier, modifier.term, modifier.value)))
        lines += [RuleLine("changes", headed(self.phrases.paragraph(name), part)) for name, part in modifier.bends]
        return self._text(modifier, lines)

    def _changed(self, modifier: model.CheckedModifier, term: str, value: core.Value) -> str:
        """Return by how much a term is changed, or what is made of it."""
        entry, scope = (
            self.phrases.entry(self.game.terms[term]),
            self.scope({modifier.old_slot: gettext("what it is else")}),
        )
        if isinstance(value, core.Arithmetic) and value.sign in ("+", "-") and isinstance(value.left, core.Local):
            number = self.phrases.of(value.right, scope)
            if value.left.slot == modifier.old_slot and value.sign == "+":
                return gettext("{target} rises by {number}", target=entry, number=number)
            if value.left.slot == modifier.old_slot:
                return gettext("{target} falls by {number}", target=entry, number=number)
        return headed(entry, self.phrases.of(value, scope))

    def _source(self, source: model.ScoringSource) -> RuleText:
        scope = self.scope({})
        if source.worth is None:
            return self._text(source, [RuleLine("scored", one) for one in self._scored(source.name)])
        told = self.phrases.of(source.worth, scope) if source.worth_words is None else template(source.worth_words)
        return self._text(source, [RuleLine("worth", told)])

    def _scored(self, source: str) -> list[str]:
        """Return by what points of a source are scored, and how many: every step that scores them."""
        found = []
        for paragraph, words, then, scope in self._paragraphs():
            steps = [one for one in walk(*then) if isinstance(one, core.Score) and one.source == source]
            inner = attrs.evolve(scope, names=named_in(self.game, then) | scope.names)
            told = [points for step in steps if (points := self.steps.signed(step, inner))]
            if told and words is not None:
                told = [one.words for one in self.steps.told(words, then, scope)]
            found += [headed(paragraph, one) if paragraph else one for one in told]
        return list(dict.fromkeys(found))

    def _paragraphs(self) -> Iterator[tuple[str, core.Text | None, Sequence[core.CoreStep], Scope]]:
        """Walk all paragraphs that carry out steps: names, the author's words, steps and their scope."""
        game = self.game
        for phase in game.phases.values():
            if self.is_in_play(phase.name):
                yield self.phrases.paragraph(phase.name), phase.then_words, (*phase.start, *phase.then), self.scope({})
        for action in game.actions.values():
            if self.is_in_play(action.name):
                yield self.phrases.paragraph(action.name), action.then_words, action.then, self._inside(action)
        for rule in game.rules.values():
            if self.is_in_play(rule.name):
                scope = self.scope(given(game, rule.param_names, rule.params))
                yield self._title_of(rule, scope), rule.then_words, rule.then, scope
        for trigger in game.triggers.values():
            if self.is_in_play(trigger.name):
                yield self.phrases.paragraph(trigger.name), trigger.then_words, trigger.then, self.scope({})
        for kind in game.kinds.values():
            for design in kind.designs:
                for code in design.code.values():
                    yield design.label, None, code.steps, self.scope({})

    def _title_of(self, rule: model.CheckedRule, scope: Scope) -> str:
        return "" if rule.words is None else gettext("“{words}”", words=self._titled(rule.words, scope))
