"""Actions, phases, triggers, points, ends and the winner of a set-up -> in words what they ask, cost and do"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import short_template, template
from gamedsl.engine.words.wording import Wording, bare
from gamedsl.i18n.speaking import all_of, gettext, spoken
from gamedsl.presentation.effects.assigned import rises_or_falls
from gamedsl.presentation.effects.beginning import LEFT_OUT, laid_out, played_with
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.parts import named_in
from gamedsl.presentation.effects.plans import plan_words
from gamedsl.presentation.effects.refills import refills
from gamedsl.presentation.effects.steps import Steps
from gamedsl.presentation.verbalize import rankings
from gamedsl.presentation.verbalize.kinds import WordsInGeneral
from gamedsl.presentation.verbalize.scope import Scope, given, picked
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import Part, children, walk
from gamedsl.semantics.flow.counts import unfolded
from gamedsl.semantics.flow.decisions import nullable
from gamedsl.semantics.texts.keys import GOAL

_ThingT = TypeVar("_ThingT", bound=model.Named)


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


def _line(label: str, deed: Deed) -> RuleLine:
    """Return a line about something that a rule does; what a name stands for has a label of its own."""
    return RuleLine("let" if deed.kind == "let" else label, deed.words)


class RulesTold:
    """Words for the rules of one set-up, as they are whatever happens in a game."""

    def __init__(self, wording: Wording, known: Callable[[core.Value], Any]) -> None:
        self.wording, self._known = wording, known
        self.game = wording.game
        self.phrases = WordsInGeneral(wording)
        self.phrases.closed = frozenset(self._closed())
        self.phrases.closed |= frozenset(self._unreached())
        self.steps = Steps(self.phrases)
        self._sections: dict[str, tuple[RulesSection, ...]] = {}

    def now(self, value: core.Value, _: frozenset[str] = frozenset()) -> Any:
        """Return a value that is the same in all games of the set-up, else UNKNOWN."""
        found = self._known(value)
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
        return Scope(names, self.now, always=self.now, in_rules=True)

    # ------------------------------------------------------------ all rules

    def sections(self) -> tuple[RulesSection, ...]:
        """Return all rules that people should know: what it is about, the end, turns, actions, what follows, points."""
        language = spoken()
        if language not in self._sections:
            self._sections[language] = self._worded()
        return self._sections[language]

    def _worded(self) -> tuple[RulesSection, ...]:
        game = self.game
        found = (
            RulesSection(gettext("What the game is about"), self._about()),
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
            RuleText(name, words, game.options[name].references, ()) for name, words in played_with(self.wording.layout)
        ]
        deeds = self.steps.of(laid_out(game, game.setup), self.scope({}))
        lines = [_line("then", deed) for deed in deeds if deed.kind not in LEFT_OUT]
        return (*rules, RuleText("setup", gettext("Set-up"), (), tuple(lines))) if lines else tuple(rules)

    def _about(self) -> tuple[RuleText, ...]:
        """Tell what the author says of the game to those who do not know it, paragraph by paragraph."""
        return tuple(RuleText(GOAL, words, (), ()) for key, words in self.game.facts if key == GOAL)

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
        return rankings.winner(self.phrases, winner, scope)

    def _phase(self, phase: model.CheckedPhase) -> RuleText:
        scope, lines = self.scope({}), []
        if whens := self._whens(phase.whens, scope):
            lines.append(RuleLine("when", gettext(" and ").join(whens)))
        if phase.who is not None:
            who = self._who(phase.who, scope)
            lines.append(RuleLine("who", gettext("{who}, all at once", who=who) if phase.who.together else who))
        lines += [_line("first", deed) for deed in self.steps.told(phase.start_words, phase.start, scope)]
        if phase.plan is not None:
            label = "play" if nullable(phase.plan) else "must"
            lines.append(RuleLine(label, plan_words(self.phrases, phase.plan, scope)))
        if phase.phases:
            names = [self.phrases.paragraph(name) for name in phase.phases if self._is_told(self.game.phases[name])]
            lines.append(RuleLine("parts", gettext(", then ").join(names)))
        if phase.until is not None:
            lines.append(RuleLine("until", self._said(phase.until_words, phase.until, scope)))
        lines += [_line("then", deed) for deed in self.steps.told(phase.then_words, phase.then, scope)]
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
        picks = [one for one in action.elements if isinstance(one, model.PickField)]
        for element in action.elements:
            if isinstance(element, model.PickField) and element.words is not None:
                alone = not any(one.part and one.question == element.question for one in picks)
                lines.append(RuleLine("asks", self._asked(element.words, element.domain if alone else None)))
            elif isinstance(element, model.When) and self.now(element.condition) is UNKNOWN:
                words = element.words
                told = self.phrases.yes_no(element.condition, scope) if words is None else template(words)
                lines.append(RuleLine("when" if words is None else "refused", told))
        found = self.told(action)
        lines += [_line("cost", deed) for deed in found.costs]
        lines += [_line("then", deed) for deed in found.effects]
        return self._text(action, self._meant(action, lines))

    def _meant(self, action: model.CheckedAction, lines: list[RuleLine]) -> list[RuleLine]:
        """Return the lines about an action with what the names in them stand for, before what it costs and does."""
        scope, behind = self._inside(action), lines
        lets = [one for one in action.elements if isinstance(one, model.LetField)]
        for let in reversed(lets):
            said = self.phrases.meant(let.name, let.value, scope, [one.words for one in behind])
            behind = [RuleLine("let", said), *behind] if said else behind
        made = behind[: len(behind) - len(lines)]
        at = next((at for at, one in enumerate(lines) if one.label in ("cost", "then")), len(lines))
        return [*lines[:at], *made, *lines[at:]]

    def _asked(self, words: core.Text, domain: core.Value | None) -> str:
        """Return a question, of numbers alone with those that are always the fewest and the most."""
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
        lines += [_line("then", deed) for deed in self.steps.told(rule.then_words, rule.then, scope)]
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
        then = [_line("then", deed) for deed in self.steps.told(trigger.then_words, trigger.then, scope)]
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
        for name, part in modifier.bends:
            lines += self._bent(modifier, self.game.actions[name], gettext("cost") if part == "cost" else bare(part))
        return self._text(modifier, lines)

    def _bent(self, modifier: model.CheckedModifier, action: model.CheckedAction, part: str) -> Iterator[RuleLine]:
        """Tell when a modifier makes something else of a part of an action, and what."""
        found = [one.value for one in action.elements if isinstance(one, model.LetField)]
        found += [one.amount for one in action.cost if isinstance(one, core.Pay)]
        for one in found:
            if isinstance(one, core.Bent) and one.modifier == modifier.name:
                old = one.old.slot if isinstance(one.old, core.Local) else -1
                scope = self._inside(action).named(old, gettext("what it is else"))
                if self.now(one.condition) is UNKNOWN:
                    yield RuleLine("when", self.phrases.yes_no(one.condition, scope))
                told = rises_or_falls(self.phrases, part, one.value, one.old, scope)
                told = told or headed(part, self.phrases.of(one.value, scope))
                yield RuleLine("changes", headed(self.phrases.paragraph(action.name), told))

    def _changed(self, modifier: model.CheckedModifier, term: str, value: core.Value) -> str:
        """Return by how much a term is changed, or what is made of it."""
        entry = self.phrases.entry(self.game.terms[term])
        scope = self.scope({modifier.old_slot: gettext("what it is else")})
        old = core.Local(span=value.span, type=value.type, slot=modifier.old_slot)
        return rises_or_falls(self.phrases, entry, value, old, scope) or headed(entry, self.phrases.of(value, scope))

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
