"""AST steps -> core steps: what changes, with every value fitted to what takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.bodies.blocks.changes import forget_changes, forget_triggered, forget_value
from gamedsl.semantics.bodies.blocks.dealing import deal
from gamedsl.semantics.bodies.blocks.shuffling import shuffle_to
from gamedsl.semantics.bodies.choices.picks import Part, answer_type, answer_words, domain_limits, parts_of
from gamedsl.semantics.bodies.lay import lay
from gamedsl.semantics.bodies.rolling import field_of, roll, show
from gamedsl.semantics.bodies.scenario_moves import expect, force, listed_moves, pass_until, play_move
from gamedsl.semantics.bodies.step_advice import NO_STEPS, better, check_amount, is_unknown
from gamedsl.semantics.bodies.step_zones import all_pieces, kind_of, one_place, one_purse
from gamedsl.semantics.bodies.terms import let_value
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.cures.listed import told_in_steps
from gamedsl.semantics.expressions.functions import fit_arguments
from gamedsl.semantics.expressions.members import checker_zone
from gamedsl.semantics.expressions.names import other_meaning
from gamedsl.semantics.expressions.narrowing import agreed, forget
from gamedsl.semantics.expressions.plans import plan
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.sets import SEVERAL_BLOCKS, bind, element
from gamedsl.semantics.expressions.words import shown, text
from gamedsl.semantics.symbols import MOST_POINTS
from gamedsl.syntax import nodes

Handler = Callable[["Steps", Any, Scope], "core.CoreStep | tuple[core.CoreStep, ...] | None"]


@attrs.define(eq=False)
class Steps:
    """Checks the steps of one paragraph; ``paragraph`` is its name and ``key`` the start of its translation keys."""

    checker: Checker
    paragraph: str
    key: str
    counter: int = 0

    def block(self, steps: tuple[nodes.Step, ...], scope: Scope) -> tuple[core.CoreStep, ...]:
        """Check steps in order; names given by ``let`` and ``pick`` last to the end of the block."""
        before = self.checker.around
        made: list[core.CoreStep] = []
        with self.checker.in_mood("scenario" if scope.scenario else "steps"):
            for step in steps:
                self.checker.around = scope
                made += self.step(step, scope)
        self.checker.around = before
        return tuple(made)

    def step(self, node: nodes.Step, scope: Scope) -> tuple[core.CoreStep, ...]:
        """Check one step; it becomes one of core, none after an error, or several."""
        handler = STEPS.get(type(node))
        if handler is None:
            raise TypeError(f"unknown step {type(node).__name__}")
        if isinstance(node, _SCENARIO_ONLY) and not scope.scenario:
            self.checker.report(
                "GDNAM06", node.span, field=text_of(node.span), paragraph="a paragraph of the rules", allowed=""
            )
            return ()
        found = handler(self, node, scope)
        return found if isinstance(found, tuple) else () if found is None else (found,)

    def label(self, node: nodes.Step, scope: Scope) -> core.Text | None:
        """Check the words behind a step."""
        if node.words is None:
            return None
        self.counter += shown(node.words)
        return text(self.checker, node.words, f"{self.key}.{self.counter}", scope)

    def question(
        self,
        node: nodes.Node,
        name: str,
        kind: t.Answer,
        words: core.Text | None,
        first: bool,
        answers: core.Text | None = None,
        parts: tuple[Part, ...] = (),
    ) -> int:
        """Number a decision inside a paragraph, in file order."""
        item = intervals.strip(kind) if isinstance(kind, t.Type) else kind
        number = len(self.checker.questions)
        self.checker.questions.append(
            model.Question(
                number=number,
                paragraph=self.paragraph,
                name=name,
                type=item,
                words=words,
                first=first,
                span=node.span,
                answers=answers,
                slots=tuple(part.slot for part in parts),
            )
        )
        return number


# ---------------------------------------------------------------- amounts and pieces


def _pay(steps: Steps, node: nodes.Pay, scope: Scope) -> core.CoreStep | None:
    checker = steps.checker
    check_amount(checker, node.amount)
    amount = checker.in_range(checker.value(node.amount, scope, t.IntType()), t.IntType(0, t.HIGHEST), "a payment")
    source, target = one_purse(steps.checker, node.source, scope), one_purse(steps.checker, node.target, scope)
    label = steps.label(node, scope)
    forget(scope, "pay")
    if source is None or target is None:
        return None
    assert isinstance(source.type, t.ZoneType) and isinstance(target.type, t.ZoneType)
    if source.type.kind != target.type.kind:
        zone = text_of(node.target.span)
        checker.report("GDTYP04", node.target.span, zone=zone, zone_kind=target.type.kind, kind=source.type.kind)
        return None
    return core.Pay(span=node.span, words=label, amount=amount, source=source, target=target)


def _move(steps: Steps, node: nodes.Move, scope: Scope) -> core.CoreStep | None:
    pieces = all_pieces(steps.checker, node.pieces, scope)
    if pieces is None:
        return None
    target = one_place(steps.checker, node.target, scope, kind_of(pieces))
    label = steps.label(node, scope)
    forget(scope, "move")
    if target is None:
        return None
    assert isinstance(target.type, t.ZoneType)
    if node.at_bottom and target.type.form != "stack":
        steps.checker.wrong(target, "a stack", hint="only a stack has a bottom")
    return core.Move(span=node.span, words=label, pieces=pieces, target=target, at_bottom=node.at_bottom)


def _shuffle(steps: Steps, node: nodes.Shuffle, scope: Scope) -> core.CoreStep | None:
    raw = steps.checker.raw(node.zone, scope)
    if isinstance(raw.type, t.UnknownType):
        return None
    if not isinstance(raw.type, t.ZoneType) or raw.type.form != "stack":
        steps.checker.wrong(raw, "a stack", hint="only a stack has an order")
        return None
    return core.Shuffle(span=node.span, words=steps.label(node, scope), zone=checker_zone(raw))


# ---------------------------------------------------------------- values


def _assign(steps: Steps, node: nodes.Assign, scope: Scope) -> core.CoreStep | tuple[core.CoreStep, ...] | None:
    checker = steps.checker
    whole = checker.raw(node.target, scope)
    if isinstance(node.target, nodes.Member) and isinstance(whole, core.Collect):
        several = _assign_all(steps, node, whole, scope)
        if several is not None:
            return several
    field = field_of(steps.checker, node.target, whole, "set")
    if field is None:
        checker.value(node.value, scope)
        return None
    declared = checker.symbols.values[field.entry].type
    target = f"`{text_of(node.target.span)}`"
    raw = checker.value(node.value, scope, declared)
    value = checker.in_range(raw, declared, target, larger=_larger(checker, field.entry))
    label = steps.label(node, scope)
    is_not_zero = checker.narrower.is_not_zero(scope, value)
    forget_value(checker.symbols, scope, "set", field.entry)
    if not isinstance(value.type, t.MaybeType | t.UnknownType):
        checker.narrower.note(scope, field, value.type)
    if is_not_zero:
        checker.narrower.note_not_zero(scope, field)
    checked = isinstance(value, core.Checked)
    return core.Assign(span=node.span, words=label, target=field, value=value, checked=checked)


def _larger(checker: Checker, entry: str) -> str:
    """Return what takes more numbers than a value does: the faces of dice stand with the dice."""
    kind = entry.partition(".")[0]
    if kind in checker.symbols.kinds and entry == t.face_of(kind):
        return f"more faces, `{kind}: dice …` under `components`"
    return "a larger range where it is declared"


def _assign_all(
    steps: Steps, node: nodes.Assign, target: core.Collect, scope: Scope
) -> tuple[core.CoreStep, ...] | None:
    """``set S.a to E``: E is worked out once, then every member is set by a step of its own; None for other targets."""
    field, loop = target.value, target.loops[-1]
    if not isinstance(field, core.ReadValue) or not isinstance(field.owner, core.Local) or len(target.loops) > 1:
        return None
    if field.owner.slot != loop.slot:
        return None
    checker, span = steps.checker, node.span
    declared = checker.symbols.values[field.entry].type
    name = f"`{text_of(node.target.span)}`"
    raw = checker.value(node.value, scope, declared)
    value = checker.in_range(raw, declared, name, larger=_larger(checker, field.entry))
    label = steps.label(node, scope)
    forget_value(checker.symbols, scope, "set", field.entry)
    before: tuple[core.CoreStep, ...] = ()
    is_checked = isinstance(value, core.Checked)
    if not isinstance(value, core.Const | core.You):
        slot = scope.body.take()
        before = (core.Let(span=span, words=None, slot=slot, name="", value=value),)
        value = core.Local(span=value.span, type=value.type, slot=slot)
    one = core.Assign(span=span, words=label, target=field, value=value, checked=is_checked)
    all_of_them = core.ForEach(span=span, words=None, loop=loop, name="", start=None, question=None, body=(one,))
    return (*before, all_of_them)


def _let(steps: Steps, node: nodes.Let, scope: Scope) -> core.CoreStep | None:
    slot, value = let_value(steps.checker, node, scope)
    return core.Let(span=node.span, words=steps.label(node, scope), slot=slot, name=node.name, value=value)


def _score(steps: Steps, node: nodes.Score, scope: Scope) -> core.CoreStep | None:
    checker = steps.checker
    limit = t.IntType(-MOST_POINTS, MOST_POINTS)
    check_amount(checker, node.points)
    points = checker.in_range(checker.value(node.points, scope, limit), limit, "a score", is_told=False)
    player = checker.player(node.player, scope)
    label = steps.label(node, scope)
    source = node.scoring_source
    if source not in checker.symbols.sources:
        checker.symbols.unknown(node.span, "scoring source", source, lambda: list(checker.symbols.sources))
        return None
    checker.symbols.used.add("sources." + source)
    forget(scope, "score")
    return core.Score(span=node.span, words=label, source=source, points=points, player=player)


# ---------------------------------------------------------------- decisions and calls


def _pick(steps: Steps, node: nodes.Pick, scope: Scope) -> tuple[core.CoreStep, ...]:
    checker = steps.checker
    _needs_you(steps, node, scope, "pick")
    parts = parts_of(checker, node, scope)
    label = steps.label(node, scope)
    steps.counter += shown(node.answers) and not shown(node.words)
    answers = answer_words(checker, node, parts, f"{steps.key}.{steps.counter}.each", scope)
    question = steps.question(node, node.parts[0].name, answer_type(parts), label, False, answers, parts)
    return tuple(
        core.Pick(
            span=node.span if len(parts) == 1 else part.span,
            words=label if place == 0 else None,
            question=question,
            part=place,
            many=part.many,
            answers=answers if place == len(parts) - 1 else None,
            slot=part.slot,
            name=part.name,
            domain=part.domain,
            condition=part.condition,
        )
        for place, part in enumerate(parts)
    )


def _needs_you(steps: Steps, node: nodes.Node, scope: Scope, word: str) -> None:
    if scope.scenario:
        steps.checker.report("GDNAM06", node.span, field=word, paragraph="a scenario", allowed="")
    elif not scope.has_you:
        hint = "nobody is asked here: setup has no decisions, and a trigger needs `who:`"
        steps.checker.report("GDTYP01", node.span, expected="a step without a decision", found=f"a {word}", hint=hint)


def _offer(steps: Steps, node: nodes.Offer, scope: Scope) -> core.CoreStep | None:
    checker = steps.checker
    if scope.scenario:
        _needs_you(steps, node, scope, "offer")
    player = checker.player(node.player, scope)
    inner = scope.child()
    inner.has_you = True
    offered = plan(checker, node.plan, inner)
    label = steps.label(node, scope)
    forget(scope)
    if offered is None:
        return None
    return core.Offer(span=node.span, words=label, player=player, plan=offered)


def _call(steps: Steps, node: nodes.CallStep, scope: Scope) -> core.CoreStep | None:
    checker = steps.checker
    label = steps.label(node, scope)
    call = node.call
    arguments: tuple[nodes.Expr, ...] = ()
    target = call
    if isinstance(call, nodes.Call):
        target, arguments = call.function, call.arguments
    made = nodes.Call(target, arguments, span=call.span)
    if isinstance(target, nodes.Name):
        head = checker.symbols.paragraphs.get(target.name)
        if head is not None and head.section == "rules":
            checker.symbols.used.add("paragraphs." + target.name)
            names, called = [param.name for param in head.node.params], f"paragraphs.{target.name}"
            fitted = fit_arguments(
                checker, made, head.params, scope, target.name, names, called=called, body=head.node.span
            )
            forget(scope)
            if len(fitted) != len(head.params):
                return None
            return core.CallRule(span=node.span, words=label, rule=target.name, arguments=fitted)
        if head is not None and target.name not in checker.symbols.removed:
            other = other_meaning(checker.symbols, target.name)
            hint = f"`offer you: {target.name}` lets a player choose it" if head.section == "actions" else ""
            if hint and scope.scenario:
                hint = f"say whose move it is, `A: {target.name}`; moves of a list are separated by commas"
            checker.report(
                "GDTYP01", node.span, expected="a step", found=other[0] if other else "a paragraph", hint=hint
            )
            return None
        if is_unknown(checker, call, target, scope):
            rules = [name for name, paragraph in checker.symbols.paragraphs.items() if paragraph.section == "rules"]
            checker.symbols.unknown(target.span, "rule", target.name, lambda: rules, NO_STEPS.get(target.name, ""))
            return None
    if isinstance(target, nodes.Member):
        if _of_several(checker, target, scope) or _means_nothing(checker, target.value, scope):
            return None
        found = _cell_step(steps, node, made, target, scope, label)
        if found is not None:
            forget(scope)
            return found
    write = better(checker, call, scope)
    if scope.scenario and isinstance(call, nodes.Compare):
        write = f"`expect {text_of(node.span)}`"
    checker.report("GDTYP07", node.span, step=text_of(node.span), write=write)
    return None


def _of_several(checker: Checker, target: nodes.Member, scope: Scope) -> bool:
    """Report a cell of rule text that is called for a whole set."""
    subject = checker.value(target.value, scope)
    kind = subject.type.item if isinstance(subject.type, t.SetType | t.ListType) else t.UnknownType()
    column = checker.symbols.column(kind.kind, target.name) if isinstance(kind, t.PieceType) else None
    if column is None or column.code != "rule":
        return False
    name = text_of(target.value.span)
    checker.wrong(subject, describe(kind), hint=f"write `for each x in {name}: x.{target.name}()`")
    return True


def _means_nothing(checker: Checker, node: nodes.Expr, scope: Scope) -> bool:
    """Tell whether it is not known what something is, which has been told."""
    return isinstance(checker.value(node, scope).type, t.UnknownType)


def _cell_step(
    steps: Steps, node: nodes.CallStep, call: nodes.Call, target: nodes.Member, scope: Scope, label: core.Text | None
) -> core.CoreStep | None:
    checker = steps.checker
    subject = checker.value(target.value, scope)
    kind = intervals.strip(subject.type)
    if not isinstance(kind, t.PieceType | t.DesignType):
        return None
    column = checker.symbols.column(kind.kind, target.name)
    if column is None or column.code != "rule":
        return None
    checker.symbols.used.add(f"columns.{kind.kind}.{target.name}")
    subject = checker.certain(subject, describe(kind))
    names = [param.name for param in checker.symbols.column_params.get((kind.kind, target.name), ())]
    called, body = f"columns.{kind.kind}.{target.name}", checker.symbols.cells_of(kind.kind, target.name)
    arguments = fit_arguments(checker, call, column.params, scope, target.name, names, False, called, body)
    return core.CallCell(
        span=node.span, words=label, column=target.name, kind=kind.kind, subject=subject, arguments=arguments
    )


# ---------------------------------------------------------------- blocks


def _if(steps: Steps, node: nodes.If, scope: Scope) -> core.CoreStep:
    checker = steps.checker
    rest = scope.child()
    branches, ends = [], []
    for branch in node.branches:
        condition = checker.condition(branch.condition, rest)
        inner = rest.child()
        checker.learn(inner, condition, True)
        body = steps.block(branch.body, inner)
        branches.append(core.CoreBranch(span=branch.span, condition=condition, body=body))
        ends.append(inner)
        checker.learn(rest, condition, False)
    otherwise = steps.block(node.otherwise, rest)
    scope.facts = agreed([*ends, rest])
    scope.lost = tuple(dict.fromkeys(one for end in (*ends, rest) for one in end.lost))
    for done in (*(branch.body for branch in node.branches), node.otherwise):
        forget_triggered(checker.symbols, scope, done)
    return core.If(span=node.span, words=None, branches=tuple(branches), otherwise=otherwise)


def _for_each(steps: Steps, node: nodes.ForEach, scope: Scope) -> core.CoreStep:
    checker = steps.checker
    inner = scope.child()
    loop, local = bind(checker, node.binder, inner, SEVERAL_BLOCKS)
    start = checker.player(node.start, scope) if node.start is not None else None
    if start is not None and not isinstance(local.type, t.PlayerType | t.UnknownType):
        hint = "only players sit round the table: leave out `from`"
        checker.report("GDTYP01", start.span, expected="a loop over players", found=describe(local.type), hint=hint)
    question = None
    label = None
    if node.chosen:
        _needs_you(steps, node, scope, "chosen")
        label = steps.label(node, inner)
        question = steps.question(node, node.binder.name, domain_limits(checker, node, loop.source), label, False)
    source = loop.source
    is_once = isinstance(source.type, t.SetType)
    forget_changes(checker.symbols, inner, node.body, node.binder.name if is_once else "", loop.slot)
    told_in_steps(checker, node.binder, source)
    if isinstance(source, core.Contents):
        element(checker, source, local.slot, inner, node.span)
    body = steps.block(node.body, inner)
    forget_changes(checker.symbols, scope, node.body)
    made = core.ForEach(
        span=node.span,
        words=label,
        loop=loop,
        name=node.binder.name,
        start=start,
        question=question,
        body=body,
        together=node.together,
    )
    return core.Moment(span=node.span, words=None, body=(made,)) if node.together else made


def _moment(steps: Steps, node: nodes.Moment, scope: Scope) -> core.CoreStep:
    inner = scope.child()
    body = steps.block(node.body, inner)
    forget_changes(steps.checker.symbols, scope, node.body)
    return core.Moment(span=node.span, words=None, body=body)


def _times(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value:
    limit = t.IntType(0, t.HIGHEST)
    check_amount(checker, node)
    value = checker.value(node, scope, limit)
    if not checker.with_end(value.type, node.span, "how often something is repeated"):
        return checker.unknown(node.span)
    return checker.in_range(value, limit, "a number of times")


def _repeat(steps: Steps, node: nodes.Repeat, scope: Scope) -> core.CoreStep:
    checker = steps.checker
    count = None if node.count is None else _times(checker, node.count, scope)
    inner = scope.child()
    forget_changes(checker.symbols, inner, node.body)
    until = checker.condition(node.until, inner) if node.until is not None else None
    if until is not None and count is None:
        checker.learn(inner, until, False)
    body = steps.block(node.body, inner)
    forget_changes(checker.symbols, scope, node.body)
    if until is not None and count is None:
        checker.learn(scope, until)
    return core.Repeat(span=node.span, words=None, count=count, until=until, body=body)


_SCENARIO_ONLY = (nodes.Expect, nodes.PlayMove, nodes.ListedMoves, nodes.PassUntil, nodes.Force)
STEPS: dict[type[nodes.Step], Handler] = {
    nodes.Pay: _pay,
    nodes.Move: _move,
    nodes.Deal: deal,
    nodes.Shuffle: _shuffle,
    nodes.ShuffleTo: shuffle_to,
    nodes.Show: lambda steps, node, scope: show(steps.checker, node, scope, steps.label(node, scope)),
    nodes.Assign: _assign,
    nodes.Roll: lambda steps, node, scope: roll(steps.checker, node, scope, steps.label(node, scope)),
    nodes.Let: _let,
    nodes.Score: _score,
    nodes.Pick: _pick,
    nodes.Offer: _offer,
    nodes.CallStep: _call,
    nodes.If: _if,
    nodes.ForEach: _for_each,
    nodes.Repeat: _repeat,
    nodes.Moment: _moment,
    nodes.Lay: lay,
    nodes.Expect: expect,
    nodes.PlayMove: play_move,
    nodes.ListedMoves: listed_moves,
    nodes.PassUntil: pass_until,
    nodes.Force: force,
}
