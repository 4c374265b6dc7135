"""Why a move is refused: the first false condition in written order, else what forbids it, else the cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.setup.choosing import action_frame, fill, first_parts, places_of
from gamedsl.engine.state.flat import HEADER, RUNNING
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import many_of_kind
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import all_of, gettext, is_english, one_of
from gamedsl.kernel.queries.questions import Asked, Way
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

Frame = list[Any]
Costs = tuple[core.CoreStep, ...]
_MOST_NAMED = 12
"""Numbers and names of what can be picked instead, where they are no row of numbers."""
_MOST_TRIED = 1000
"""Values that are tried to say which ones can be picked."""


@attrs.frozen
class Refusal:
    """An action, or one answer to its first pick, that is not possible now, and the reason in words."""

    action: str
    value: Any
    type: t.Answer | None
    text: str
    words: str
    reason: str


def refusals(engine: Engine, s: State) -> tuple[Refusal, ...]:
    """Return what the plan would allow next but is not possible now, with the reasons; empty elsewhere."""
    return Refusing(engine).refusals(s)


def reason(engine: Engine, s: State, action: str, answers: tuple[Any, ...] = ()) -> str | None:
    """Return why an action with these answers to its picks is refused now; None when it is legal."""
    return Refusing(engine).reason(s, action, answers)


class Refusing:
    """Finds reasons; used by front ends and scenarios, never while games are simulated."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.evaluator = engine.evaluator

    # ------------------------------------------------------------ one move

    def reason(self, s: State, action: str, answers: tuple[Any, ...]) -> str | None:
        """Return why an action with these answers is refused now; None when it is legal."""
        if s.status != RUNNING:
            return gettext("the game is over")
        asked = self.engine.asked(s)
        ways = [way for way in asked.ways if way.action == action]
        if not ways:
            return gettext("it is not offered now")
        instead = [self._instead(s, asked, way) for way in ways]
        if None not in instead:
            return instead[0]
        return self._judge(s, asked, ways[instead.index(None)], answers)

    def _instead(self, s: State, asked: Asked, way: Way) -> str | None:
        """Return why a move has to wait: another one is possible, which must be done; None when it need not."""
        copy = s.copy()
        for leaf in way.unless:
            if self.evaluator.possible(leaf)(copy, asked.frame):
                names = [bare(name) for name in leaf.actions]
                return gettext("{actions} is possible, so it must be done", actions=one_of(names))
        return None

    def _begun(self, s: State, asked: Asked, way: Way) -> Frame:
        """Return the frame with which an action would begin."""
        f, action = asked.frame, self.engine.game.actions[way.action]
        return action_frame(action, f[2:4], self.evaluator.arguments(way.leaf, way.action)(s, f[:]))

    def _judge(self, s: State, asked: Asked, way: Way, answers: Sequence[Any]) -> str | None:
        """Walk the fields in written order with the answers asked for."""
        s = s.copy()
        frame = self._begun(s, asked, way)
        code = self.engine.game.actions[way.action]
        forbidden = self.evaluator.forbidding(way.action)(s, frame)
        costs = code.cost if forbidden is None else ()
        reason = self._walk(s, frame, costs, list(code.elements), list(answers))
        if reason is None and forbidden is not None:
            return self._words(
                forbidden.forbid_words, s, frame, gettext("{rule} forbids it", rule=bare(forbidden.name))
            )
        return reason

    def _walk(self, s: State, f: Frame, costs: Costs, elements: list[Any], answers: list[Any]) -> str | None:
        for place, element in enumerate(elements):
            if isinstance(element, model.When):
                if not self.evaluator.value(element.condition)(s, f):
                    return self._words(element.words, s, f, gettext("a condition is not met"))
            elif isinstance(element, model.LetField):
                f[element.slot + HEADER] = self.evaluator.value(element.value)(s, f)
            elif not answers:
                return self._try_all(s, f, costs, element, elements[place + 1 :])
            else:
                reason = self._bind(s, f, element, answers.pop(0))
                if reason is not None:
                    return reason
        return self._cost(s, f, costs)

    def _bind(self, s: State, f: Frame, pick: model.PickField, value: Any) -> str | None:
        domain = self.evaluator.value(pick.domain)(s, f)
        if pick.many is not None:
            return self._bind_set(s, f, pick, domain, value)
        if value in domain and self._fits(s, f, pick, value):
            return None
        if pick.condition is None:
            return self._outside(s, f, pick, domain, value)
        if len(domain) > _MOST_TRIED:
            said = gettext("{what} cannot be picked", what=self._named(s, pick, value))
            return f"{self._asked(s, f, pick)}{said}"
        return self._outside(s, f, pick, [one for one in domain if self._fits(s, f[:], pick, one)], value)

    def _bind_set(self, s: State, f: Frame, pick: model.PickField, domain: Sequence[Any], value: Any) -> str | None:
        many, size = pick.many, len(value)
        assert many is not None
        outside = next((one for one in value if one not in domain), None)
        if outside is not None:
            return self._outside(s, f, pick, domain, outside)
        least = self.evaluator.value(many.least)(s, f)
        most = len(domain) if many.most is None else self.evaluator.value(many.most)(s, f)
        if not least <= size <= most:
            text = (
                gettext("{wanted} can be picked at once, not {found}", wanted=least, found=size)
                if least == most
                else gettext("up to {wanted} can be picked at once, not {found}", wanted=most, found=size)
            )
            return f"{self._asked(s, f, pick)}{text}"
        f[pick.slot + HEADER] = value
        return None

    def _outside(self, s: State, f: Frame, pick: model.PickField, domain: Sequence[Any], value: Any) -> str:
        """Return that something is not among what can be picked, and what is: all that who picks is offered there."""
        asked = self._asked(s, f, pick)
        if not domain:
            return asked + gettext("there is nothing to pick")
        if isinstance(self._item(pick), t.IntType):
            return asked + gettext("only {what} can be picked", what=_numbers(domain))
        names = list(dict.fromkeys(self._named(s, pick, one) for one in domain))
        name = self._named(s, pick, value)
        shown = all_of([*names[:_MOST_NAMED], "…"] if len(names) > _MOST_NAMED else names)
        if name in names:
            return asked + gettext("only {what} can be picked", what=shown)
        return asked + gettext("only {what} can be picked, not {wrong}", what=shown, wrong=name)

    def _asked(self, s: State, f: Frame, pick: model.PickField) -> str:
        """Return the question that an answer is wrong for, where an action has several."""
        action = self.engine.game.actions.get(self.engine.game.questions[pick.question].paragraph)
        picks = [one for one in action.elements if isinstance(one, model.PickField)] if action is not None else []
        if sum(one.question == pick.question for one in picks) > 1:
            return f"`{bare(pick.name)}`: "
        return f"`{self._words(pick.words, s, f, bare(pick.name))}`: " if len(picks) > 1 else ""

    def _named(self, s: State, pick: model.PickField, value: Any) -> str:
        """Return a value as rules write it; of copies with the place, where everybody sees them there."""
        kind = self._item(pick)
        where = self.engine.wording.where(s, value) if isinstance(kind, t.PieceType) and isinstance(value, int) else ""
        return f"{self.engine.wording.name(kind, value, s.values)}{where}"

    def _item(self, pick: model.PickField) -> t.Type:
        """Return the type of what is picked, of a set of its members."""
        kind = t.parts_of(self.engine.game.questions[pick.question].type)[pick.part]
        return kind.item if isinstance(kind, t.SomeType) else kind

    def _answers(self, s: State, f: Frame, pick: model.PickField) -> Iterable[Any]:
        """Walk what can be answered to one part of a choice, whatever its condition says; of sets the first ones."""
        found = self.evaluator.answers(pick)(s, f)
        return found if pick.many is None else islice(found, _MOST_TRIED)

    def _fits(self, s: State, f: Frame, pick: model.PickField, value: Any) -> bool:
        """Bind a value that is picked; tell whether it fulfils the condition of the pick."""
        f[pick.slot + HEADER] = value
        return pick.condition is None or bool(self.evaluator.value(pick.condition)(s, f))

    def _try_all(self, s: State, f: Frame, costs: Costs, pick: model.PickField, rest: list[Any]) -> str | None:
        """Without an answer: refused when no answer can be completed; the reason is that of the first one."""
        first: str | None = None
        for value in self._answers(s, f, pick):
            frame = f[:]
            if not self._fits(s, frame, pick, value):
                continue
            reason = self._walk(s, frame, costs, rest, [])
            if reason is None:
                return None
            first = first or reason
        return first or self._nothing(s, f, pick)

    def _nothing(self, s: State, f: Frame, pick: model.PickField) -> str:
        """Return that there is no answer to a question, with its words."""
        asked = self._words(pick.words, s, f, bare(pick.name))
        return gettext("nothing to choose for `{question}`", question=asked)

    def _cost(self, s: State, f: Frame, costs: Costs) -> str | None:
        if self.evaluator.payable(costs)(s, f):
            return None
        pay = next((step for step in costs if isinstance(step, core.Pay)), None)
        if pay is None:
            return gettext("the cost cannot be paid")
        kind = self.engine.game.zones[pay.source.entry].kind
        what = bare(kind) if is_english() else many_of_kind(self.engine.game, kind, {})  # scenarios quote the name
        return gettext("not enough {what}", what=what)

    def _words(self, text: core.Text | None, s: State, f: Frame, otherwise: str) -> str:
        return self.engine.wording.render(text, s, f, otherwise)

    # ------------------------------------------------------------ all of a plan

    def refusals(self, s: State) -> tuple[Refusal, ...]:
        """Return every action the plan would allow next, or answer to its first pick, that is refused."""
        if s.status != RUNNING:
            return ()
        asked = self.engine.asked(s)
        if not asked.ways:
            return ()
        legal = set(self.engine.codes_meant(s))
        found: list[Refusal] = []
        seen: set[str] = set()
        for way in asked.ways:
            if way.action in seen:
                continue
            seen.add(way.action)
            try:
                found.extend(self._of_way(s, asked, way, legal))
            except RuleError:
                continue
        return tuple(found)

    def _of_way(self, s: State, asked: Asked, way: Way, legal: set[int]) -> list[Refusal]:
        engine, name = self.engine, way.action
        copy = s.copy()
        frame = self._begun(copy, asked, way)
        words = engine.wording.paragraph(name, copy, frame[:])

        def whole(reason: str | None) -> list[Refusal]:
            return [] if reason is None else [Refusal(name, None, None, name, words, reason)]

        waits = [self._instead(s, asked, one) for one in asked.ways if one.action == name]
        if waits[0] is not None and None not in waits:
            return whole(waits[0])
        parts, base = first_parts(engine.game.actions[name]), engine.numbering.action_base[name]
        if not parts:
            return whole(None if base in legal else self._judge(s, asked, way, ()))
        before = self._before(copy, frame, name)
        if before is not None:
            return whole(before)
        kind, encode = engine.game.questions[parts[0].question].type, engine.numbering.domains[parts[0].question].index
        found = []
        for value in islice(self._whole_answers(copy, frame, parts), _MOST_TRIED):
            if base + encode(value) in legal:
                continue
            reason = self._judge(s, asked, way, value if len(parts) > 1 else (value,))
            if reason is not None:
                text = f"{name}({engine.wording.name(kind, value, s.values)})"
                shown = headed(words, self._answer(copy, frame, parts, value))
                found.append(Refusal(name, value, kind, text, shown, reason))
        if not found and not any(engine.numbering.choice(code).action == name for code in legal):
            return whole(self._nothing(copy, frame, parts[0]))
        return found

    def _answer(self, s: State, f: Frame, parts: Sequence[model.PickField], value: Any) -> str:
        """Return an answer as choices call it: in the words for all of its parts where there are any."""
        wording, question = self.engine.wording, self.engine.game.questions[parts[0].question]
        if question.answers is None:
            return wording.label(question.type, value, s.values)
        filled = f[:]
        fill(filled, places_of(parts), value)
        return wording.render(question.answers, s, filled)

    def _whole_answers(self, s: State, f: Frame, parts: Sequence[model.PickField]) -> Iterator[Any]:
        """Walk the answers to a choice that meet the conditions of its parts; of several parts tuples."""
        first, *others = parts
        for value in self._answers(s, f, first):
            frame = f[:]
            if not self._fits(s, frame, first, value):
                continue
            if not others:
                yield value
            for rest in self._whole_answers(s, frame, others) if others else ():
                yield (value, *(rest if len(others) > 1 else (rest,)))

    def _before(self, s: State, f: Frame, action: str) -> str | None:
        """Return the reason that stands before the first pick and does not depend on it."""
        code = self.engine.game.actions[action]
        for element in code.elements:
            if isinstance(element, model.PickField):
                break
            if isinstance(element, model.LetField):
                f[element.slot + HEADER] = self.evaluator.value(element.value)(s, f)
            elif not self.evaluator.value(element.condition)(s, f):
                return self._words(element.words, s, f, gettext("a condition is not met"))
        forbidden = self.evaluator.forbidding(action)(s, f)
        if forbidden is not None:
            return self._words(forbidden.forbid_words, s, f, gettext("{rule} forbids it", rule=bare(forbidden.name)))
        return None


def _numbers(domain: Sequence[int]) -> str:
    """Return numbers as the row that they are, or the first of them."""
    low, high = min(domain), max(domain)
    if len(domain) == high - low + 1:
        return str(low) if low == high else gettext("{first} to {last}", first=low, last=high)
    some = ", ".join(str(number) for number in sorted(domain)[:_MOST_NAMED])
    return f"{some}{', …' if len(domain) > _MOST_NAMED else ''}"
