"""The head of a metric -> its checked form: when and for whom it is measured, and what."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.bodies.paragraphs import followed, model_slot, taken_slots, who_field
from gamedsl.semantics.bodies.terms import let_value, one_when
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.paragraph_fields import check_fields, conditions, only
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.symbols import ParagraphHead
from gamedsl.syntax import nodes


def check_metric(checker: Checker, head: ParagraphHead, slots: dict[str, dict[str, model_slot]]) -> model.Metric:
    """Check a metric; ``slots`` gives for every action and rule its named places and their types."""
    node = head.node
    check_fields(checker.symbols, node.fields, "metrics")
    key, body = f"metrics.{node.name}", Body()
    after = only(node.fields, nodes.After)
    scope = Scope(body, has_you=after is not None)
    taken = taken_slots(checker, after, scope, slots)
    with checker.in_mood("steps"):
        who = who_field(checker, only(node.fields, nodes.Who), scope.child(), several=True)
    scope.has_you = after is not None or who is not None
    elements = tuple(_elements(checker, node, key, scope))
    return model.Metric(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, key, Scope(Body())) if shown(node.words) else None,
        references=references(node.words),
        follows=() if after is None else followed(checker, after),
        taken=taken,
        who=who,
        elements=elements,
        worth=_worth(checker, node, scope),
        has_you=scope.has_you,
        slots=body.slots,
    )


def _elements(checker: Checker, node: nodes.Paragraph, key: str, scope: Scope) -> Iterator[model.When | model.LetField]:
    number = 0
    for field in node.fields:
        if isinstance(field, nodes.Condition) and field.keyword == "when":
            number += 1
            yield one_when(checker, field, f"{key}.when.{number}", scope)
        elif isinstance(field, nodes.LetField):
            slot, value = let_value(checker, field.let, scope)
            yield model.LetField(slot=slot, name=field.let.name, value=value, span=field.span)


def _worth(checker: Checker, node: nodes.Paragraph, scope: Scope) -> core.Value:
    worth = conditions(node.fields, "worth")
    if not worth:
        checker.report("GDFLO24", node.name_span, name=node.name)
        return core.Const(type=t.IntType(0, 0), value=0, span=node.name_span)
    value = checker.value(worth[0].value, scope)
    if isinstance(value.type, t.BoolType):
        return value
    if isinstance(value.type, t.IntType | t.MaybeType):
        return checker.fit(value, t.IntType())
    return checker.wrong(value, "a number or a condition")
