"""Why a move is refused: the first false condition in written order, else what forbids it, else the cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

import attrs

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.errors import RuleError
from gamedsl.engine.looks import Looks
from gamedsl.engine.present.words import Wording, bare
from gamedsl.engine.rules.asks import Move, PlanAsk
from gamedsl.engine.rules.codes import Ask
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.flat import HEADER, RUNNING, State
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


class Asking(Protocol):
    """What reasons need of an engine: its open question, and what it can say about it."""

    game: model.CheckedGame
    looks: Looks
    wording: Wording
    numbering: Numbering

    def ask(self, s: State) -> Ask:
        """Return the question that is open; raise IllegalChoice when none is."""
        ...

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        ...

    def codes_meant(self, s: State) -> tuple[int, ...]:
        """Return the codes of the legal choices as they would be if every piece were called by its own number."""
        ...


class Refusing:
    """Finds reasons; used by front ends and scenarios, never while games are simulated."""

    def __init__(self, engine: Asking) -> None:
        self.engine = engine
        self.looks = engine.looks

    # ------------------------------------------------------------ one move

    def reason(self, s: State, action: str, answers: tuple[Any, ...]) -> str | None:
        """Return why an action with these answers is refused now; None when it is legal."""
        if s.status != RUNNING:
            return "the game is over"
        ask, f = self.engine.ask(s), s.frames[-1]
        if not isinstance(ask, PlanAsk):
            return "it is not offered now"
        ways = [move for move in ask.moves[f[ask.state_place]] if move.name == action]
        if not ways:
            return "it is not offered now"
        instead = [self._instead(s, ask, move) for move in ways]
        return self._judge(s, ways[instead.index(None)], answers) if None in instead else instead[0]

    def _instead(self, s: State, ask: PlanAsk, move: Move) -> str | None:
        """Return why a move has to wait: another one is possible, which must be done; None when it need not."""
        copy = s.copy()
        f = copy.frames[-1]
        for leaf in move.unless:
            if ask.is_possible(leaf)(copy, f):
                names = [bare(offer.name) for offer in ask.leaves[leaf][0]]
                return f"{enumerated(names, 'or')} is possible, so it must be done"
        return None

    def _judge(self, s: State, move: Move, answers: Sequence[Any]) -> str | None:
        """Walk the fields in written order with the answers asked for."""
        s = s.copy()
        f = s.frames[-1][:]
        values = [argument(s, f) for argument in move.arguments]
        frame = move.offer.frame(f[2], f[3], values)
        code = self.engine.game.actions[move.name]
        forbidden = move.offer.forbidden(s, f[2], f[3])
        costs = code.cost if forbidden is None else ()
        reason = self._walk(s, frame, costs, list(code.elements), list(answers))
        if reason is None and forbidden is not None:
            return self._words(forbidden.forbid_words, s, frame, f"{bare(forbidden.name)} forbids it")
        return reason

    def _walk(self, s: State, f: Frame, costs: Costs, elements: list[Any], answers: list[Any]) -> str | None:
        for place, element in enumerate(elements):
            if isinstance(element, model.When):
                if not self.looks.value(element.condition)(s, f):
                    return self._words(element.words, s, f, "a condition is not met")
            elif isinstance(element, model.LetField):
                f[element.slot + HEADER] = self.looks.value(element.value)(s, f)
            elif not answers:
                return self._try_all(s, f, costs, element, elements[place + 1 :])
            else:
                reason = self._bind(s, f, element, answers.pop(0))
                if reason is not None:
                    return reason
        return self._cost(s, f, costs)

    def _bind(self, s: State, f: Frame, pick: model.PickField, value: Any) -> str | None:
        domain = self.looks.value(pick.domain)(s, f)
        if pick.many is not None:
            return self._bind_set(s, f, pick, domain, value)
        if value in domain and self._fits(s, f, pick, value):
            return None
        if pick.condition is None:
            return self._outside(s, f, pick, domain, value)
        if len(domain) > _MOST_TRIED:
            return f"{self._asked(s, f, pick)}{self._named(s, pick, value)} cannot be picked"
        return self._outside(s, f, pick, [one for one in domain if self._fits(s, f[:], pick, one)], value)

    def _bind_set(self, s: State, f: Frame, pick: model.PickField, domain: Sequence[Any], value: Any) -> str | None:
        many, size = pick.many, len(value)
        assert many is not None
        outside = next((one for one in value if one not in domain), None)
        if outside is not None:
            return self._outside(s, f, pick, domain, outside)
        least = self.looks.value(many.least)(s, f)
        most = len(domain) if many.most is None else self.looks.value(many.most)(s, f)
        if not least <= size <= most:
            wanted = f"{least}" if least == most else f"up to {most}"
            return f"{self._asked(s, f, pick)}{wanted} can be picked at once, not {size}"
        f[pick.slot + HEADER] = value
        return None

    def _outside(self, s: State, f: Frame, pick: model.PickField, domain: Sequence[Any], value: Any) -> str:
        """Return that something is not among what can be picked, and what is: all that who picks is offered there."""
        asked = self._asked(s, f, pick)
        if not domain:
            return f"{asked}there is nothing to pick"
        if isinstance(self._item(pick), t.IntType):
            return f"{asked}only {_numbers(domain)} can be picked"
        names = list(dict.fromkeys(self._named(s, pick, one) for one in domain))
        name = self._named(s, pick, value)
        wrong = "" if name in names else f", not {name}"
        shown = [*names[:_MOST_NAMED], "…"] if len(names) > _MOST_NAMED else names
        return f"{asked}only {enumerated(shown)} can be picked{wrong}"

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
        found = self.looks.answers(pick)(s, f)
        return found if pick.many is None else islice(found, _MOST_TRIED)

    def _fits(self, s: State, f: Frame, pick: model.PickField, value: Any) -> bool:
        """Bind a value that is picked; tell whether it fulfils the condition of the pick."""
        f[pick.slot + HEADER] = value
        return pick.condition is None or bool(self.looks.value(pick.condition)(s, f))

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
        return f"nothing to choose for `{self._words(pick.words, s, f, bare(pick.name))}`"

    def _cost(self, s: State, f: Frame, costs: Costs) -> str | None:
        if self.looks.payable(costs)(s, f):
            return None
        pay = next((step for step in costs if isinstance(step, core.Pay)), None)
        if pay is None:
            return "the cost cannot be paid"
        return f"not enough {bare(self.engine.game.zones[pay.source.entry].kind)}"

    def _words(self, text: core.Text | None, s: State, f: Frame, otherwise: str) -> str:
        return self.engine.wording.render(text, s, f, otherwise)

    # ------------------------------------------------------------ all of a plan

    def refusals(self, s: State) -> tuple[Refusal, ...]:
        """Return every action the plan would allow next, or answer to its first pick, that is refused."""
        if s.status != RUNNING:
            return ()
        ask, f = self.engine.ask(s), s.frames[-1]
        if not isinstance(ask, PlanAsk):
            return ()
        legal = set(self.engine.codes_meant(s))
        found: list[Refusal] = []
        seen: set[str] = set()
        for move in ask.moves[f[ask.state_place]]:
            if move.name in seen:
                continue
            seen.add(move.name)
            try:
                found.extend(self._of_move(s, ask, move, legal))
            except RuleError:
                continue
        return tuple(found)

    def _of_move(self, s: State, ask: PlanAsk, move: Move, legal: set[int]) -> list[Refusal]:
        engine, pick = self.engine, move.offer.pick
        copy = s.copy()
        f = copy.frames[-1][:]
        frame = move.offer.frame(f[2], f[3], [argument(copy, f) for argument in move.arguments])
        words = engine.wording.paragraph(move.name, copy, frame[:])
        waits = [self._instead(s, ask, one) for one in ask.moves[f[ask.state_place]] if one.name == move.name]
        if waits[0] is not None and None not in waits:
            return [Refusal(move.name, None, None, move.name, words, waits[0])]
        if pick is None:
            reason = None if move.base in legal else self._judge(s, move, ())
            return [] if reason is None else [Refusal(move.name, None, None, move.name, words, reason)]
        kind = engine.game.questions[pick.question].type
        whole = self._before(copy, frame, move)
        if whole is not None:
            return [Refusal(move.name, None, None, move.name, words, whole)]
        found = []
        for value in islice(self._whole_answers(copy, frame, move.offer.parts), _MOST_TRIED):
            if move.base + move.encode(value) in legal:
                continue
            reason = self._judge(s, move, value if len(move.offer.parts) > 1 else (value,))
            if reason is not None:
                text = f"{move.name}({engine.wording.name(kind, value, s.values)})"
                shown = f"{words}: {engine.wording.label(kind, value, s.values)}"
                found.append(Refusal(move.name, value, kind, text, shown, reason))
        if not found and not any(engine.numbering.choice(code).action == move.name for code in legal):
            return [Refusal(move.name, None, None, move.name, words, self._nothing(copy, frame, pick))]
        return found

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

    def _before(self, s: State, f: Frame, move: Move) -> str | None:
        """Return the reason that stands before the first pick and does not depend on it."""
        code = self.engine.game.actions[move.name]
        for element in code.elements:
            if isinstance(element, model.PickField):
                break
            if isinstance(element, model.LetField):
                f[element.slot + HEADER] = self.looks.value(element.value)(s, f)
            elif not self.looks.value(element.condition)(s, f):
                return self._words(element.words, s, f, "a condition is not met")
        forbidden = move.offer.forbidden(s, f[2], f[3])
        if forbidden is not None:
            return self._words(forbidden.forbid_words, s, f, f"{bare(forbidden.name)} forbids it")
        return None


def _numbers(domain: Sequence[int]) -> str:
    """Return numbers as the row that they are, or the first of them."""
    low, high = min(domain), max(domain)
    if len(domain) == high - low + 1:
        return str(low) if low == high else f"{low} to {high}"
    some = ", ".join(str(number) for number in sorted(domain)[:_MOST_NAMED])
    return f"{some}{', …' if len(domain) > _MOST_NAMED else ''}"
