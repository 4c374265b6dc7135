"""Bodies of paragraphs -> core code: phases, actions, rules, triggers, scoring, end."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.bodies.bends import bent_cost, bent_lets
from gamedsl.semantics.bodies.blocks.changes import forget_changes
from gamedsl.semantics.bodies.choices.picks import answer_type, answer_words, parts_of
from gamedsl.semantics.bodies.steps import Steps
from gamedsl.semantics.bodies.terms import let_value, one_when, parameters, whens, with_lets
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.paragraph_fields import check_fields, conditions, names_of, only, steps_of
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.cures.winners import told_winner
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.plans import plan
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.sets import name_locally
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.symbols import MOST_POINTS, ParagraphHead
from gamedsl.source import first_line
from gamedsl.syntax import nodes

DEPTH = 32
MOST_DEPTH = 1_000
_PAY = "say what is paid and to whom: `pay 3 from you.PURSE to PURSE`"


# ---------------------------------------------------------------- phases


def check_phase(checker: Checker, head: ParagraphHead, has_you: bool) -> model.CheckedPhase:
    """Check a phase; ``has_you`` says whether somebody's turn surrounds it."""
    node = head.node
    check_fields(checker.symbols, node.fields, "phases")
    key, body = f"phases.{node.name}", Body()
    outer = Scope(body, has_you=has_you)
    conditions_ = whens(checker, node.fields, key, outer)
    with checker.in_mood("steps"):
        who = who_field(checker, only(node.fields, nodes.Who), outer)
    inner = outer.child()
    inner.has_you = has_you or who is not None
    steps = Steps(checker, node.name, key)
    begun, ending = outer.child(), steps_of(node.fields, "then")
    start = steps.block(steps_of(node.fields, "start"), begun)
    play = only(node.fields, nodes.Play)
    core_plan = plan(checker, play.plan, _fresh(inner)) if play is not None else None
    if play is not None and not inner.has_you and names_of(node.fields, "steps") is None:
        hint = "write `who: players from …` above it"
        checker.report("GDTYP01", play.span, expected="a phase with `who`", found="a phase without a player", hint=hint)
    passing = only(node.fields, nodes.Pass)
    until = conditions(node.fields, "until")
    behind_turns = _fresh(inner)
    behind_turns.counts_turns = who is not None and not who.together
    return model.CheckedPhase(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, key, outer) if shown(node.words) else None,
        references=references(node.words),
        whens=conditions_,
        who=who,
        start=start,
        phases=_phase_names(checker, node),
        plan=core_plan,
        pass_words=text(checker, passing.words, f"{key}.pass", inner) if passing else None,
        until=checker.condition(until[0].value, behind_turns) if until else None,
        then=steps.block(ending, _behind_turns(checker, node, outer, begun, ending)),
        slots=body.slots,
        start_words=told_words(checker, node, "start", key, outer),
        until_words=_said(checker, until, f"{key}.until", outer),
        then_words=told_words(checker, node, "then", key, outer),
    )


def _said(checker: Checker, found: tuple[nodes.Condition, ...], key: str, scope: Scope) -> core.Text | None:
    """Check the words in which people read a condition or a value, if they are written."""
    return text(checker, found[0].words, key, scope) if found and shown(found[0].words) else None


def _fresh(scope: Scope) -> Scope:
    """Return a scope without facts: time has passed."""
    inner = scope.child()
    inner.facts = {}
    return inner


def _behind_turns(
    checker: Checker, node: nodes.Paragraph, outer: Scope, begun: Scope, ending: tuple[nodes.Step, ...]
) -> Scope:
    """Return what is known where `then` of a phase begins: what held before, unless turns or passes lie between."""
    inner = outer.child()
    inner.facts, inner.lost = dict(begun.facts), begun.lost
    if any(isinstance(field, nodes.Who | nodes.Play) for field in node.fields) or names_of(node.fields, "steps"):
        forget(inner)
    elif conditions(node.fields, "until"):
        forget_changes(checker.symbols, inner, ending)
    return inner


def _phase_names(checker: Checker, node: nodes.Paragraph) -> tuple[str, ...]:
    field = names_of(node.fields, "steps")
    if field is None:
        return ()
    found = []
    for item in field.names:
        head = checker.symbols.paragraphs.get(item.name)
        if head is None or head.section != "phases":
            phases = [name for name, paragraph in checker.symbols.paragraphs.items() if paragraph.section == "phases"]
            checker.symbols.unknown(item.span, "phase", item.name, lambda: phases)  # noqa: B023
            continue
        checker.symbols.used.add("paragraphs." + item.name)
        found.append(item.name)
    return tuple(found)


def who_field(checker: Checker, node: nodes.Who | None, scope: Scope, several: bool = False) -> model.WhoField | None:
    """Check ``who``; ``several``: a set of players needs no start (the condition of a trigger is asked of all)."""
    if node is None:
        return None
    player = t.PlayerType()
    if node.start is None and not node.together:
        value = checker.value(node.value, scope, player)
        if isinstance(value.type, t.SetType) and several:
            return model.WhoField(value=checker.fit(value, t.SetType(player)), start=None, together=False)
        if isinstance(value.type, t.SetType):
            value = checker.wrong(value, "one player", hint=_begins(checker, _in_brackets(node.value)))
        return model.WhoField(value=checker.fit(value, t.MaybeType(player)), start=None, together=False)
    value = checker.fit(checker.set_value(node.value, scope, player), t.SetType(player))
    start = checker.player(node.start, scope) if node.start is not None else None
    return model.WhoField(value=value, start=start, together=node.together)


def _in_brackets(node: nodes.Expr) -> str:
    """Return a set as it is written, in the brackets that its span leaves out."""
    written = text_of(node.span)
    return (
        f"({written})"
        if isinstance(node, nodes.Gather | nodes.Filter | nodes.Either | nodes.Stopped | nodes.Fallback)
        else written
    )


def _begins(checker: Checker, who: str) -> str:
    """Return how to say in which order a set of players has its turns."""
    values = checker.symbols.values.items()
    known = [name for name, one in values if one.type == t.PlayerType() and not one.each and not one.keys]
    start = known[0] if known else "START"
    declared = "" if known else ", with `START: player` in `table`"
    return f"say who begins: `who: {who} from {start}`{declared}, or `who: {who} together` when all decide at once"


def told_words(checker: Checker, node: nodes.Paragraph, keyword: str, key: str, scope: Scope) -> core.Text | None:
    """Check the words in which people read what a cost or an effect is, if they are written."""
    steps = (field for field in node.fields if isinstance(field, nodes.Steps) and field.keyword == keyword)
    words = next((field.words for field in steps), None)
    return text(checker, words, f"{key}.{keyword}", scope) if shown(words) else None


# ---------------------------------------------------------------- actions


def check_action(checker: Checker, head: ParagraphHead) -> model.CheckedAction:
    """Check an action: ``when``, ``pick`` and ``let`` in written order, then cost and effect."""
    node = head.node
    check_fields(checker.symbols, node.fields, "actions")
    key, body = f"actions.{node.name}", Body()
    scope = Scope(body, has_you=True)
    parameters(checker, scope, node.params, head.params)
    words = text(checker, node.words, key, scope) if shown(node.words) else None
    steps = Steps(checker, node.name, key)
    elements = tuple(_elements(checker, node, key, scope, steps))
    cost = steps_of(node.fields, "cost")
    for step in cost:
        if not isinstance(step, nodes.Pay | nodes.Move):
            only_said = isinstance(step, nodes.CallStep) and not isinstance(step.call, nodes.Call)
            cure = _PAY if only_said else "put this step under `then:`"
            checker.report("GDTYP08", step.span, step=text_of(step.span), cure=cure)
    inner = scope.child()
    costs = steps.block(tuple(step for step in cost if isinstance(step, nodes.Pay | nodes.Move)), inner)
    before, costs = bent_cost(checker, node.name, costs, scope)
    return model.CheckedAction(
        name=node.name,
        span=node.name_span,
        words=words,
        references=references(node.words),
        group=head.group,
        params=head.params,
        param_names=tuple(param.name for param in node.params),
        elements=(*elements, *before),
        cost=costs,
        then=steps.block(steps_of(node.fields, "then"), inner),
        slots=body.slots,
        cost_words=told_words(checker, node, "cost", key, scope),
        then_words=told_words(checker, node, "then", key, scope),
    )


def _elements(
    checker: Checker, node: nodes.Paragraph, key: str, scope: Scope, steps: Steps
) -> Iterable[model.When | model.PickField | model.LetField]:
    condition = 0
    picked = False
    for field in node.fields:
        if isinstance(field, nodes.Condition) and field.keyword == "when":
            condition += 1
            yield one_when(checker, field, f"{key}.when.{condition}", scope)
        elif isinstance(field, nodes.PickField):
            yield from _pick(checker, field.pick, key, scope, steps, first=not picked)
            picked = True
        elif isinstance(field, nodes.LetField):
            slot, value = let_value(checker, field.let, scope)
            found = model.LetField(slot=slot, name=field.let.name, value=value, span=field.span)
            yield found
            yield from bent_lets(checker, node.name, field.let, found, scope)


def _pick(
    checker: Checker, node: nodes.Pick, key: str, scope: Scope, steps: Steps, first: bool
) -> Iterable[model.PickField]:
    name = node.parts[0].name
    words = text(checker, node.words, f"{key}.{name}", scope) if shown(node.words) else None
    parts = parts_of(checker, node, scope)
    answers = answer_words(checker, node, parts, f"{key}.{name}.each", scope)
    question = steps.question(node, name, answer_type(parts), words, first, answers, parts)
    for place, part in enumerate(parts):
        yield model.PickField(
            question=question,
            part=place,
            many=part.many,
            answers=answers if place == len(parts) - 1 else None,
            slot=part.slot,
            name=part.name,
            domain=part.domain,
            condition=part.condition,
            words=words if place == 0 else None,
            span=node.span if len(parts) == 1 else part.span,
        )


# ---------------------------------------------------------------- rules, triggers


def check_rule(checker: Checker, head: ParagraphHead) -> model.CheckedRule:
    """Check a rule."""
    node = head.node
    check_fields(checker.symbols, node.fields, "rules")
    key, body = f"rules.{node.name}", Body()
    scope = Scope(body, has_you=True)
    parameters(checker, scope, node.params, head.params)
    words = text(checker, node.words, key, scope) if shown(node.words) else None
    found = whens(checker, node.fields, key, scope)
    return model.CheckedRule(
        name=node.name,
        span=node.name_span,
        words=words,
        references=references(node.words),
        params=head.params,
        param_names=tuple(param.name for param in node.params),
        whens=found,
        then=Steps(checker, node.name, key).block(steps_of(node.fields, "then"), scope),
        depth=_depth(checker, node),
        bounded=only(node.fields, nodes.Depth) is not None,
        slots=body.slots,
        then_words=told_words(checker, node, "then", key, scope),
    )


def _depth(checker: Checker, node: nodes.Paragraph) -> int:
    field = only(node.fields, nodes.Depth)
    if field is None:
        return DEPTH
    if not 1 <= field.count <= MOST_DEPTH:
        found = str(field.count)
        checker.report("GDRNG01", field.span, target="`depth`", range=f"1..{MOST_DEPTH}", found=found, help="")
        return DEPTH
    return field.count


def check_trigger(
    checker: Checker, head: ParagraphHead, slots: dict[str, dict[str, model_slot]]
) -> model.CheckedTrigger:
    """Check a trigger; ``slots`` gives for every action and rule its named places and their types."""
    node = head.node
    check_fields(checker.symbols, node.fields, "triggers")
    key, body = f"triggers.{node.name}", Body()
    after, once = only(node.fields, nodes.After), conditions(node.fields, "once")
    scope = Scope(body, has_you=after is not None)
    taken = taken_slots(checker, after, scope, slots)
    with checker.in_mood("steps"):
        who = who_field(checker, only(node.fields, nodes.Who), scope.child(), several=after is None)
    scope.has_you = after is not None or who is not None
    with checker.in_mood("steps"):
        found = whens(checker, node.fields, key, scope)
    if once and who is not None and who.start is None and isinstance(who.value.type, t.SetType):
        checker.report("GDTIE04", node.name_span, trigger=node.name, player="first")
    latch = checker.condition(once[0].value, scope) if once else None
    if latch is not None:
        checker.learn(scope, latch)
    if after is None and not once and not found:
        hint = "write `after: PARAGRAPH`, `when: …` or `once: …`"
        checker.report("GDTYP01", node.name_span, expected="something to follow", found="nothing", hint=hint)
    return model.CheckedTrigger(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, key, scope) if shown(node.words) else None,
        references=references(node.words),
        after=after.paragraph if after is not None else None,
        follows=() if after is None else followed(checker, after),
        taken=taken,
        who=who,
        whens=found,
        once=latch,
        then=Steps(checker, node.name, key).block(steps_of(node.fields, "then"), scope),
        depth=_depth(checker, node),
        bounded=only(node.fields, nodes.Depth) is not None,
        slots=body.slots,
        then_words=told_words(checker, node, "then", key, scope),
        once_words=_said(checker, once, f"{key}.once", scope),
    )


model_slot = tuple[int, t.Type]


def _is_group(checker: Checker, after: nodes.After) -> bool:
    return after.paragraph not in checker.symbols.paragraphs and after.paragraph in checker.symbols.groups


def followed(checker: Checker, after: nodes.After) -> tuple[str, ...]:
    """Return the paragraphs that something follows: of a group all its actions."""
    return tuple(checker.symbols.groups[after.paragraph]) if _is_group(checker, after) else (after.paragraph,)


def taken_slots(
    checker: Checker, after: nodes.After | None, scope: Scope, slots: dict[str, dict[str, model_slot]]
) -> tuple[int, ...]:
    """Name what is taken over of what is followed; return its slots there."""
    if after is None:
        return ()
    symbols = checker.symbols
    if _is_group(checker, after):
        symbols.used.add("groups." + after.paragraph)
        if after.params:
            example = f"{symbols.groups[after.paragraph][0]}({', '.join(item.name for item in after.params)})"
            checker.report("GDNAM11", after.span, name=after.paragraph, example=example)
        return ()
    if after.paragraph not in symbols.paragraphs or symbols.paragraphs[after.paragraph].section == "modifiers":
        paragraphs = [name for name, paragraph in symbols.paragraphs.items() if paragraph.section != "modifiers"]
        symbols.unknown(after.span, "paragraph", after.paragraph, lambda: paragraphs)
        return ()
    symbols.used.add("paragraphs." + after.paragraph)
    known = list(slots.get(after.paragraph, {}).values())
    names = after.params or ()
    called, body = f"paragraphs.{after.paragraph}", symbols.paragraphs[after.paragraph].node.span
    if len(names) > len(known) or called in symbols.wrong_counts:  # one is missing, so the others mean something else
        if len(names) > len(known):
            symbols.wrong_counts.add(called, body, after.span, after.paragraph, len(known), len(names))
        for item in names:
            scope.bind(item.name, t.UnknownType(), item.span)
        return ()
    for item, (_, kind) in zip(names, known, strict=False):
        name_locally(checker, item.name, item.span, scope)
        scope.bind(item.name, kind, item.span)
    return tuple(slot for slot, _ in known[: len(names)])


# ---------------------------------------------------------------- scoring, end, cells, setup


def lets_of(node: nodes.Paragraph) -> tuple[nodes.Let, ...]:
    """Return the ``let`` of a paragraph whose only other field is ``worth``, which is read behind all of them."""
    return tuple(field.let for field in node.fields if isinstance(field, nodes.LetField))


def check_source(checker: Checker, head: ParagraphHead) -> model.ScoringSource:
    """Check a scoring source."""
    node = head.node
    check_fields(checker.symbols, node.fields, "scoring")
    body = Body()
    scope = Scope(body, has_you=True)
    worth = conditions(node.fields, "worth")
    value = None
    if worth:
        limit = t.IntType(-MOST_POINTS, MOST_POINTS)
        worth_of = worth[0].value
        value = with_lets(
            checker,
            lets_of(node),
            scope,
            lambda: checker.in_range(checker.value(worth_of, scope, limit), limit, "a score", is_told=False),
        )
    return model.ScoringSource(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, f"scoring.{node.name}", Scope(body)) if shown(node.words) else None,
        references=references(node.words),
        worth=value,
        slots=body.slots,
        worth_words=_said(checker, worth, f"scoring.{node.name}.worth", Scope(body, has_you=True)),
    )


def check_hint(checker: Checker, head: ParagraphHead) -> model.Hint:
    """Check a hint: a number that its player can know."""
    node = head.node
    check_fields(checker.symbols, node.fields, "hints")
    body = Body()
    scope = Scope(body, has_you=True)
    worth = conditions(node.fields, "worth")
    if worth:
        worth_of = worth[0].value
        value = with_lets(
            checker,
            lets_of(node),
            scope,
            lambda: checker.fit(checker.value(worth_of, scope, t.IntType()), t.IntType()),
        )
    else:
        checker.report("GDFLO11", node.name_span, name=node.name)
        value = core.Const(type=t.IntType(0, 0), value=0, span=node.name_span)
    return model.Hint(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, f"hints.{node.name}", Scope(body)) if shown(node.words) else None,
        references=references(node.words),
        worth=value,
        slots=body.slots,
        level=_level(checker, only(node.fields, nodes.Level)),
    )


def _level(checker: Checker, field: nodes.Level | None) -> str:
    if field is not None and field.name not in model.LEVELS:
        levels = listed(model.LEVELS, "or")
        checker.report("GDNAM12", field.span, level=field.name, levels=levels)
    return model.LEVELS[0] if field is None else field.name


def check_end(
    checker: Checker, game: nodes.GameFile
) -> tuple[tuple[model.When, ...], core.Value | None, core.Text | None, int, tuple[str, ...]]:
    """Check ``end``: conditions, the winner and words for it, local places and references."""
    fields: list[nodes.Field] = []
    cited: list[str] = []
    span = game.span
    for section in game.sections:
        if section.keyword == "end":
            fields += [item for item in section.items if isinstance(item, nodes.Field)]
            cited += references(section.words)
            span = section.span
    check_fields(checker.symbols, tuple(fields), "end")
    body = Body()
    ends = tuple(
        one_when(checker, node, f"end.when.{place}", Scope(body, counts_turns=True))
        for place, node in enumerate(conditions(tuple(fields), "when"), start=1)
    )
    winner = conditions(tuple(fields), "winner")
    if not winner:
        checker.report("GDFLO09", first_line(span))
        return ends, None, None, body.slots, tuple(cited)
    cited += references(winner[0].words)
    if told_winner(checker, winner[0].value, Scope(body)):
        return ends, None, None, body.slots, tuple(cited)
    ranked = isinstance(winner[0].value, nodes.Ranking)
    value = checker.value(winner[0].value, Scope(body, has_you=ranked, counts_turns=True), t.PlayerType())
    value = _nobody_too(value)
    kind = t.SetType(t.PlayerType()) if isinstance(value.type, t.SetType | t.ListType) else t.MaybeType(t.PlayerType())
    said = _said(checker, winner, "end.winner", Scope(body))
    return ends, checker.fit(value, kind), said, body.slots, tuple(cited)


def _nobody_too(value: core.Value) -> core.Value:
    """Return a winner that is a set of players or else `none` as a set: nobody is the empty one."""
    kind = value.type.item if isinstance(value.type, t.MaybeType) else None
    if not isinstance(value, core.Either) or not isinstance(kind, t.SetType | t.ListType):
        return value
    nobody = core.MakeSet(span=value.span, type=t.SetType(t.PlayerType(), 0), items=())
    one, other = (
        nobody if isinstance(part, core.Const) and part.value is None else _nobody_too(part)
        for part in (value.value, value.otherwise)
    )
    return attrs.evolve(value, type=kind, value=one, otherwise=other)


def named_slots(code: model.CheckedAction | model.CheckedRule) -> dict[str, model_slot]:
    """Return the named places of an action or rule in order: parameters, then picks and lets."""
    found: dict[str, model_slot] = {
        name: (slot, kind) for slot, (name, kind) in enumerate(zip(code.param_names, code.params, strict=True))
    }
    for element in code.elements if isinstance(code, model.CheckedAction) else ():
        if isinstance(element, model.PickField):
            found[element.name] = (element.slot, model.kind_picked(element))
        elif isinstance(element, model.LetField) and element.name:
            found[element.name] = (element.slot, element.value.type)
    return found
