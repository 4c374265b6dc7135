"""A checked game in, the picks whose answer is a secret out: it only goes where not everybody sees it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.visibility.entries import is_hidden, is_piece


def secret_numbers(game: model.CheckedGame) -> frozenset[int]:
    """Return the questions whose answer nothing but hidden payments and hidden values use.

    Pieces are among them only where a hidden value is set to them: else they are as hidden as the place where they lie.
    Conditions and later picks may use the
    answer as well: they decide what is possible, and tell nothing. A choice of several parts is heard as a whole,
    unless all of them are such answers.
    """
    found: set[int] = set()
    heard: set[int] = set()
    for pick, parts, paragraph in picks_of(game):
        of_pieces, uses = is_piece(game, getattr(pick.domain.type, "item", None)), _Uses(game)
        is_secret = uses.only_paid(parts, pick, paragraph) and (uses.named or not of_pieces)
        (found if is_secret else heard).add(pick.question)
    return frozenset(found - heard)


Pick = model.PickField | core.Pick


def picks_of(game: model.CheckedGame) -> Iterator[tuple[Pick, tuple[Part, ...], str]]:
    """Walk the picks of actions and rules, with all parts of their paragraph and its name."""
    for action in game.actions.values():
        parts: tuple[Part, ...] = (*action.elements, *action.cost, *action.then)
        for pick in walk(*parts):
            if isinstance(pick, Pick):
                yield pick, parts, action.name
    for rule in game.rules.values():
        for pick in walk(*rule.then):
            if isinstance(pick, Pick):
                yield pick, rule.then, rule.name


@attrs.define(eq=False)
class _Uses:
    """Follows an answer through the names that it gets and the rules that it is handed to."""

    game: model.CheckedGame
    paid: bool = False
    named: bool = False
    """Whether a hidden value is set to the answer."""
    seen: set[tuple[str, frozenset[int]]] = attrs.field(factory=set)

    def only_paid(self, parts: tuple[Part, ...], pick: Pick, paragraph: str) -> bool:
        """Tell whether what is picked is paid in secret and used for nothing that others see."""
        return self._hidden(parts, {pick.slot}, paragraph) and self.paid

    def _hidden(self, parts: tuple[Part, ...], slots: set[int], paragraph: str) -> bool:
        hidden = self._steps(parts, slots)
        taken = (set(trigger.taken) for trigger in self.game.triggers.values() if paragraph in trigger.follows)
        return hidden and not any(places & slots for places in taken)

    def _part(self, part: Part, slots: set[int]) -> bool:
        """Tell whether a part of a paragraph gives nothing away; new names of the number join ``slots``."""
        match part:
            case core.Let(slot=slot, value=value) | model.LetField(slot=slot, value=value):
                slots |= {slot} if _reads(value, slots) else set()
                return True
            case model.When() | model.PickField() | core.Pick():
                return True
            case core.If(branches=branches, otherwise=otherwise):
                told = [_reads(branch.condition, slots) for branch in branches]
                inside = [step for branch in branches for step in branch.body]
                return not any(told) and self._steps((*inside, *otherwise), slots)
            case core.ForEach(loop=loop, start=start, body=body):
                return not _reads(loop, slots) and not _reads(start, slots) and self._steps(body, slots)
            case core.Repeat(count=count, until=until, body=body):
                return not _reads(count, slots) and not _reads(until, slots) and self._steps(body, slots)
            case core.Moment(body=body):
                return self._steps(body, slots)
            case core.CallRule():
                return self._call(part, slots)
            case core.Pay() if _reads(part.amount, slots) and self._unseen(part):
                self.paid = True
                return not any(_reads(one, slots) for one in (part.source, part.target, part.words))
            case core.Assign() if _reads(part.value, slots) and self._is_hidden(part):
                self.paid = self.named = True
                return not any(_reads(one, slots) for one in (part.target, part.words))
            case _:
                return not _reads(part, slots)

    def _steps(self, parts: tuple[Part, ...], slots: set[int]) -> bool:
        return not [part for part in parts if not self._part(part, slots)]  # all of them, so that all names are found

    def _call(self, step: core.CallRule, slots: set[int]) -> bool:
        rule = self.game.rules[step.rule]
        inside = {place for place, value in enumerate(step.arguments) if _reads(value, slots)}
        if _reads(step.words, slots) or any(_reads(when.condition, inside) for when in rule.whens):
            return False
        return self._inside(step.rule, inside)

    def _inside(self, name: str, slots: set[int]) -> bool:
        rule, key = self.game.rules[name], (name, frozenset(slots))
        if not slots or key in self.seen:
            return True
        self.seen.add(key)
        return not _reads(rule.words, slots) and self._hidden(rule.then, slots, name)

    def _is_hidden(self, step: core.Assign) -> bool:
        return is_hidden(self.game.values[step.target.entry])

    def _unseen(self, step: core.Pay) -> bool:
        zones = (self.game.zones[step.source.entry], self.game.zones[step.target.entry])
        return all(is_hidden(zone) for zone in zones)


@attrs.define(eq=False)
class _Judged(_Uses):
    """Follows an answer that would be a secret if no condition of its paragraph asked for it; notes these conditions.

    ``conditions``: those that ask for it and for hidden things besides.
    """

    conditions: list[core.Value] = attrs.field(factory=list)

    def _part(self, part: Part, slots: set[int]) -> bool:
        match part:
            case core.If(branches=branches, otherwise=otherwise):
                for branch in branches:
                    self._ask(branch.condition, slots)
                return self._steps((*(step for branch in branches for step in branch.body), *otherwise), slots)
            case core.Assign(target=target) if self._is_hidden(part) and _reads(target, slots):
                self.paid = True
                return not _reads(part.words, slots)
            case _:
                return super()._part(part, slots)

    def _call(self, step: core.CallRule, slots: set[int]) -> bool:
        rule = self.game.rules[step.rule]
        inside = {place for place, value in enumerate(step.arguments) if _reads(value, slots)}
        for when in rule.whens:
            self._ask(when.condition, inside)
        key = (step.rule, frozenset(inside))
        if not inside or key in self.seen:
            return not _reads(step.words, slots)
        self.seen.add(key)
        return (
            not _reads(step.words, slots)
            and not _reads(rule.words, inside)
            and self._hidden(rule.then, inside, step.rule)
        )

    def _ask(self, condition: core.Value, slots: set[int]) -> None:
        entries: dict[str, model.Zone | model.TableValue] = {**self.game.values, **self.game.zones}
        if _reads(condition, slots) and any(
            is_hidden(entries[name]) for name in reads(self.game, condition) if name in entries
        ):
            self.conditions.append(condition)


def judged_by(game: model.CheckedGame, pick: Pick, parts: tuple[Part, ...], paragraph: str) -> list[core.Value]:
    """Return the conditions that ask for hidden things about an answer, if nothing else makes others hear it."""
    uses = _Judged(game)
    return uses.conditions if uses.only_paid(parts, pick, paragraph) else []


def _reads(part: Part | None, slots: set[int]) -> bool:
    return any(isinstance(node, core.Local) and node.slot in slots for node in walk(part))
