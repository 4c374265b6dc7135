"""Every expression of a game, with the local values that it reads, as one comes to it by chance in a state; its values

are held to what is frozen in ``frozen/queries.json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import HEADER, UNKNOWN
from gamedsl.kernel.passes.memoize.memoize import value_field
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import children, walk
from gamedsl.source import Span
from tests.frozen.folds import fold
from tests.frozen.kept import before, held
from tests.helpers.kernel.comparing import POLICY, field

Frame = list[Any]
Walked = Iterator[tuple[core.Value, Frame]]
SLOTS = 200


class Stop(Exception):  # noqa: N818 - nothing is wrong then
    """What stands behind is not reached."""


def taken_by(term: model.CheckedTerm) -> tuple[t.Type, ...]:
    """Return the types of what a term is given: the piece that it belongs to, and its parameters."""
    return (*([t.PieceType(term.each)] if term.each not in ("", "player") else []), *term.params)


class Walk:
    """Walks the expressions of a game in one state, for one seat; which member of a set is taken is left to chance."""

    def __init__(self, engine: Engine, s: State, seat: int, random: Random) -> None:
        self.engine, self.s, self.random = engine, s, random
        self.game = engine.game
        self.seat = seat
        self.picks: list[tuple[Any, Frame]] = []
        self.costs: list[tuple[tuple[core.CoreStep, ...], Frame]] = []
        self.leaves: list[tuple[core.PlanLeaf, Frame]] = []
        """What was passed: picks, costs, and parts of plans, each with its frame."""

    def frame(self, seat: int | None, params: Sequence[t.Type] = ()) -> Frame:
        """Return a frame with parameters by chance."""
        active = self.s.active
        found = [0, 0, seat, self.seat if active is None else active, *[None] * SLOTS]
        for slot, kind in enumerate(params):
            found[slot + HEADER] = self.by_chance(kind)
        return found

    def by_chance(self, kind: t.Type) -> Any:
        """Return a value of a type."""
        random, layout = self.random, self.engine.layout
        match kind:
            case t.MaybeType(item):
                return None if random.random() < 0.2 else self.by_chance(item)
            case t.IntType(low, high):
                return random.randint(max(low, -3), min(high, 30)) if low <= min(high, 30) else low
            case t.SetType(item):
                return tuple(sorted({self.by_chance(item) for _ in range(random.randint(0, 3))}))
            case t.ListType(item):
                return tuple([self.by_chance(item) for _ in range(random.randint(kind.least, min(kind.most, 3)))])
            case t.BoolType():
                return random.random() < 0.5
            case _:
                low, count = layout.span_of(kind)
                if not count:
                    raise Stop
                return low + random.randrange(count)

    def now(self, node: core.Value, f: Frame) -> Any:
        """Return a value; raise Stop where it has none."""
        try:
            return self.engine.evaluator.value(node)(self.s.copy(), f[:])
        except RuleError:
            raise Stop from None

    def all(self) -> Walked:
        """Walk everything."""
        game = self.game
        sections: tuple[tuple[Any, Any], ...] = (
            (game.terms.values(), self.term),
            (game.kinds.values(), self.cells),
            (game.phases.values(), self.phase),
            (game.actions.values(), self.action),
            (game.rules.values(), self.rule),
            (game.triggers.values(), self.trigger),
            (game.modifiers.values(), self.modifier),
            ((*game.sources.values(), *game.hints.values()), self.worth),
            (game.metrics.values(), self.metric),
            (game.ends, self.end),
            (game.displays.values(), self.display),
        )
        for things, work in sections:
            for thing in things:
                yield from self.reached(lambda thing=thing, work=work: work(thing))
        yield game.winner, self.frame(None)

    def reached(self, work: Any) -> Walked:
        """Walk as far as one comes."""
        try:
            yield from work()
        except Stop:
            return

    # ------------------------------------------------------------ paragraphs

    def term(self, term: model.CheckedTerm) -> Walked:
        """Walk a term."""
        yield term.value, self.frame(self.seat, taken_by(term))

    def worth(self, source: model.ScoringSource | model.Hint) -> Walked:
        """Walk what a source of points, or a hint, is worth."""
        if source.worth is not None:
            yield source.worth, self.frame(self.seat)

    def metric(self, metric: model.Metric) -> Walked:
        """Walk a metric that takes nothing from what it follows."""
        if not metric.taken:
            yield from self.elements((*metric.elements, metric.worth), self.frame(self.seat))

    def end(self, end: Any) -> Walked:
        """Walk an end of the game."""
        yield end.condition, self.frame(None)
        yield from self.text(end.words, self.frame(None))

    def cells(self, kind: Any) -> Walked:
        """Walk the cells of rule text of a kind."""
        for design in kind.designs:
            for column, code in design.code.items():
                yield from self.reached(lambda d=design, n=column, c=code: self.cell(kind.name, d, n, c))

    def phase(self, phase: model.CheckedPhase) -> Walked:
        """Walk a phase."""
        f = self.frame(self.seat)
        yield from self.whens(phase.whens, f)
        if phase.who is not None:
            yield phase.who.value, f
        yield from self.text(phase.words, f)
        yield from self.text(phase.pass_words, f)
        if phase.plan is not None:
            self.leaves += [(one, f[:]) for one in walk(phase.plan) if isinstance(one, core.PlanLeaf)]
            yield from self.parts(phase.plan, f)
        yield from self.steps(phase.start, f)
        yield from self.steps(phase.then, f)
        if phase.until is not None:
            yield phase.until, f

    def action(self, action: model.CheckedAction) -> Walked:
        """Walk an action."""
        f = self.frame(self.seat, action.params)
        yield from self.text(action.words, f)
        yield from self.elements(action.elements, f)
        self.costs.append((action.cost, f[:]))
        yield from self.steps(action.cost, f)
        yield from self.steps(action.then, f)

    def rule(self, rule: model.CheckedRule) -> Walked:
        """Walk a rule."""
        f = self.frame(self.seat, rule.params)
        yield from self.whens(rule.whens, f)
        yield from self.text(rule.words, f)
        yield from self.steps(rule.then, f)

    def trigger(self, trigger: model.CheckedTrigger) -> Walked:
        """Walk a trigger that takes nothing from what it follows."""
        f = self.frame(self.seat)
        if trigger.taken:
            return
        if trigger.once is not None:
            yield trigger.once, f
        yield from self.whens(trigger.whens, f)
        yield from self.steps(trigger.then, f)

    def modifier(self, modifier: model.CheckedModifier) -> Walked:
        """Walk a modifier."""
        params: tuple[t.Type, ...] = ()
        if modifier.term is not None:
            params = taken_by(self.game.terms[modifier.term])
        f = self.frame(self.seat, params)
        if modifier.term is not None:
            f[HEADER + modifier.old_slot] = self.now(self.game.terms[modifier.term].value, f)
        yield from self.whens(modifier.whens, f)
        if modifier.value is not None:
            yield modifier.value, f
        yield from self.text(modifier.forbid_words, f)

    def cell(self, kind: str, design: model.Design, column: str, code: model.CellCode) -> Walked:
        """Walk a cell of rule text."""
        layout = self.engine.layout
        keyed = layout.columns[kind, column]
        if not layout.design_pieces[design.number]:
            return
        f = self.frame(self.seat, (t.BoolType(), *keyed.params))
        f[HEADER] = layout.design_pieces[design.number][0]
        if code.value is not None:
            yield code.value, f
        yield from self.steps(code.steps, f)

    def display(self, display: model.DisplayCode) -> Walked:
        """Walk a display."""
        f = self.frame(self.seat)
        for loop in display.loops:
            yield from self.loop(loop, f)
        for node in (display.row, display.column, display.joined):
            if node is not None:
                yield node, f
        yield from self.text(display.title, f)
        for line in display.lines:
            if line.condition is not None:
                yield line.condition, f
                if not self.now(line.condition, f):
                    continue
            yield from self.text(line.text, f)

    # ------------------------------------------------------------ what they are made of

    def whens(self, whens: Sequence[model.When], f: Frame) -> Walked:
        """Walk conditions to the first that does not hold."""
        yield from self.elements(whens, f)

    def elements(self, elements: Sequence[Any], f: Frame) -> Walked:
        """Walk conditions, names and picks in their order."""
        for one in elements:
            match one:
                case model.When():
                    yield one.condition, f
                    if not self.now(one.condition, f):
                        yield from self.text(one.words, f)
                        raise Stop
                case model.LetField():
                    yield one.value, f
                    f[one.slot + HEADER] = self.now(one.value, f)
                case model.PickField() | core.Pick():
                    yield from self.pick(one, f)
                case core.Value():
                    yield one, f
                case _:
                    raise TypeError(type(one).__name__)

    def pick(self, pick: Any, f: Frame) -> Walked:
        """Walk a pick, and take an answer."""
        self.picks.append((pick, f[:]))
        yield pick.domain, f
        yield from self.text(pick.words, f)
        found = list(self.now(pick.domain, f))
        if pick.many is not None:
            yield from self.parts(pick.many, f)
            f[pick.slot + HEADER] = tuple(sorted(self.random.sample(found, min(2, len(found)))))
        elif not found:
            raise Stop
        else:
            f[pick.slot + HEADER] = self.random.choice(found)
        if pick.condition is not None:
            yield pick.condition, f
            if not self.now(pick.condition, f):
                raise Stop

    def loop(self, loop: core.Loop, f: Frame) -> Walked:
        """Walk what a loop goes through, and take one of that."""
        yield loop.source, f
        found = list(self.now(loop.source, f))
        if not found:
            raise Stop
        f[loop.slot + HEADER] = self.random.choice(found)
        if loop.condition is not None:
            yield loop.condition, f
            if not self.now(loop.condition, f):
                raise Stop

    def text(self, text: core.Text | None, f: Frame) -> Walked:
        """Walk the values of a text."""
        for part in text.parts if text is not None else ():
            if isinstance(part, core.TextSlot):
                yield part.value, f
                if part.most is not None:
                    yield part.most, f

    def steps(self, steps: Sequence[core.CoreStep], f: Frame) -> Walked:
        """Walk steps, which are not carried out."""
        for step in steps:
            match step:
                case core.Let():
                    yield step.value, f
                    f[step.slot + HEADER] = self.now(step.value, f)
                case core.Pick():
                    yield from self.pick(step, f)
                case core.ForEach():
                    yield from self.reached(lambda step=step: self._inside(step, f))
                case core.If():
                    yield from self._branches(step, f)
                case core.Repeat():
                    for node in (step.count, step.until):
                        if node is not None:
                            yield node, f
                    yield from self.reached(lambda step=step: self.steps(step.body, f))
                case _:
                    yield from self.parts(step, f)

    def _inside(self, step: core.ForEach, f: Frame) -> Walked:
        yield from self.loop(step.loop, f)
        yield from self.steps(step.body, f)

    def _branches(self, step: core.If, f: Frame) -> Walked:
        for branch in step.branches:
            yield branch.condition, f
            if self.now(branch.condition, f):
                yield from self.reached(lambda branch=branch: self.steps(branch.body, f))
                return
        yield from self.reached(lambda: self.steps(step.otherwise, f))

    def parts(self, node: Any, f: Frame) -> Walked:
        """Walk the outermost values in a node."""
        for part in children(node):
            if isinstance(part, core.Value):
                yield part, f
            else:
                yield from self.parts(part, f)


def place(span: Span) -> str:
    """Return where something stands in its file, wherever that lies."""
    return f"{span.line}:{span.column}"


def told(work: Any, *given: Any) -> str:
    """Return a value, or the error of a rule, as a text that tells yes from 1."""
    try:
        return repr(work(*given))
    except RuleError as error:
        return f"{error.code} {place(error.span)} {sorted(error.values.items())}"


def quick(engine: Engine) -> Engine:
    """Let an engine play by the program after all passes from the first decision on; return it."""
    engine.programs.first = engine.programs._compile(())
    return engine


def moments(engine: Engine, seed: int, every: int, limit: int) -> Iterator[State]:
    """Play a random game; yield its state at every few decisions."""
    s = engine.start(seed, log=False)
    while (codes := engine.codes(s)) and s.decisions <= limit:
        if s.decisions % every == 0:
            yield s
        engine.apply(s, codes[draw(s.key, 0, POLICY, s.decisions, len(codes))])


class Asked:
    """All that an engine is asked of one case; what it answers is held to what is frozen."""

    def __init__(self, section: str, case: str, engine: Engine) -> None:
        self.section, self.case, self.engine = section, case, engine
        self.said: list[dict[str, str]] = []
        self.known: set[str] = set()
        """Places of expressions whose value is always the same, as far as that is known."""
        self.found: list[str] = []

    def say(self, what: object, answer: str) -> None:
        """Note an answer."""
        self.said.append({str(what): answer})

    def walk(self, s: State, seat: int) -> Walk:
        """Return what walks the expressions in a state."""
        return Walk(self.engine, s, seat, Random(f"{s.decisions} {seat}"))

    def one(self, node: core.Value, s: Any, f: Frame) -> None:
        """Note a value, and what was drawn for it; who only looks draws nothing and finds the same."""
        mine, numbers = s.copy(), [*s]
        answer = told(self.engine.evaluator.value(node), mine, f[:])
        self.say(place(node.span), f"{answer} {[*mine.draws]}")
        known = self.engine.evaluator.known(node)
        if known is not UNKNOWN:
            self.known.add(place(node.span))
            if repr(known) != answer:
                self.found.append(f"{node.span}: {known} is known, {answer} is so")
        looked = told(self.engine.programs.first.compiler.look(node), s, f)
        if looked != answer:
            self.found.append(f"{node.span}: {looked} is not {answer}")
        if self._without_memory(s) != self._without_memory(numbers):
            self.found.append(f"{node.span}: the state is another one")

    def _without_memory(self, s: Any) -> list[list[int]]:
        """Return the numbers of a state without what functions have kept of it."""
        kernel = self.engine.programs.first.quiet
        memory = {one for known, name in kernel.program.kept.items() for one in (known, value_field(name))}
        return [field(kernel, s, name) for name in kernel.program.fields if name not in memory]

    def hold(self, least: int) -> None:
        """Fail where answers are not those that are frozen."""
        assert self.found == []
        assert len(self.said) > least
        held("queries", self.section, self.case, f"{len(self.said)} {fold(self.said)}")

    def hold_known(self) -> None:
        """Fail where what is always the same was known before play when it was frozen, and is not known now."""
        frozen = before("queries", "known", self.case)
        is_known = frozen is not None and {*frozen.split()} <= self.known
        held("queries", "known", self.case, frozen if frozen is not None and is_known else " ".join(sorted(self.known)))
