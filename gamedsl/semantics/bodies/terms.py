"""Terms and the modifiers that bend them -> core code; the parameters and conditions that all paragraphs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.declare.heads import resolve
from gamedsl.semantics.declare.paragraph_fields import conditions, only
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Bare, Body, Scope
from gamedsl.semantics.expressions.sets import name_locally
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.syntax import nodes

MOST_TERMS = 40
"""Terms that need each other, one behind the other."""


def parameters(checker: Checker, scope: Scope, params: Iterable[nodes.Param], kinds: Iterable[t.Type]) -> None:
    """Name the parameters of a paragraph or term in its first slots."""
    for param, kind in zip(params, kinds, strict=True):
        name_locally(checker, param.name, param.span, scope)
        scope.bind(param.name, kind, param.span)


def whens(checker: Checker, fields: tuple[nodes.Field, ...], key: str, scope: Scope) -> tuple[model.When, ...]:
    """Check all ``when`` of a paragraph; each holds in those behind it."""
    return tuple(
        one_when(checker, node, f"{key}.when.{place}", scope)
        for place, node in enumerate(conditions(fields, "when"), start=1)
    )


def one_when(checker: Checker, node: nodes.Condition, key: str, scope: Scope) -> model.When:
    """Check one `when`; it holds in what is checked behind it."""
    condition = checker.condition(node.value, scope)
    words = text(checker, node.words, key, scope) if shown(node.words) else None
    checker.learn(scope, condition)
    return model.When(condition=condition, words=words, span=node.span, references=references(node.words))


def with_lets(checker: Checker, lets: Iterable[nodes.Let], scope: Scope, check: Callable[[], core.Value]) -> core.Value:
    """Check what stands beside some ``let``, which are read before it, and return it with them."""
    given = [let_value(checker, let, scope) for let in lets]
    value = check()
    if not given or isinstance(value.type, t.UnknownType):
        return value
    slots, values = zip(*given, strict=True)
    if any(isinstance(one.type, t.UnknownType) for one in values):
        return checker.unknown(value.span)
    return core.LetIn(span=value.span, type=value.type, slots=slots, given=values, value=value)


def let_value(checker: Checker, node: nodes.Let, scope: Scope) -> tuple[int, core.Value]:
    """Check ``let name = value`` and name it in ``scope``."""
    value = checker.value(node.value, scope)
    name_locally(checker, node.name, node.name_span, scope)
    slot = scope.bind(node.name, value.type, node.name_span)
    if isinstance(value.type, t.IntType) and checker.narrower.is_not_zero(scope, value):
        checker.narrower.note_not_zero(scope, core.Local(span=node.name_span, type=value.type, slot=slot))
    return slot, value


# ---------------------------------------------------------------- terms


def check_term(checker: Checker, full: str) -> model.CheckedTerm | None:
    """Check the body of a term when it is first read; a circle of terms is reported once."""
    if full in checker.terms or full in checker.failed_terms:
        return checker.terms.get(full)
    if full in checker.open_terms:
        chain = [*checker.open_terms[checker.open_terms.index(full) :], full]
        head = checker.symbols.terms[full]
        checker.report("GDFLO01", head.node.name_span, name=full, chain=" → ".join(chain))
        return None
    head = checker.symbols.terms[full]
    if len(checker.open_terms) >= MOST_TERMS:
        _too_deep(checker, full)
        return None
    checker.open_terms.append(full)
    try:
        with checker.in_mood("rules"):
            code = _with_changes(checker, _term_body(checker, full))
    finally:
        checker.open_terms.pop()
    if isinstance(code.value.type, t.UnknownType):
        checker.symbols.broken.add(full.split(".")[-1])
        checker.failed_terms.add(full)
        return None
    called = {node.term for node in walk(code.value) if isinstance(node, core.TermCall)}
    checker.term_depths[full] = 1 + max((checker.term_depths.get(name, 0) for name in called), default=0)
    if checker.term_depths[full] > MOST_TERMS:
        _too_deep(checker, full)
        return None
    checker.terms[full] = code
    return code


def _too_deep(checker: Checker, full: str) -> None:
    """Report a term that needs another one, which needs another one, and so on, once for the whole chain."""
    if not checker.has_long_chain:
        checker.has_long_chain = True
        checker.report("GDFLO12", checker.symbols.terms[full].node.name_span, name=full, limit=MOST_TERMS)
    checker.symbols.broken.add(full.split(".")[-1])
    checker.failed_terms.add(full)


def _with_changes(checker: Checker, code: model.CheckedTerm) -> model.CheckedTerm:
    """Widen the interval of a number by what modifiers make of it, each on top of those before."""
    if code.name not in checker.changed_terms:
        return code
    for head in checker.symbols.paragraphs.values():
        change = only(head.node.fields, nodes.Change)
        if (
            change is None
            or change.part is not None
            or not isinstance(code.value.type, t.IntType)
            or _term_named(checker, change) != code.name
        ):
            continue
        scope = Scope(Body(), has_you=True)
        enter_term(checker, change, code, scope)
        whens(checker, head.node.fields, f"modifiers.{head.node.name}", scope)
        joined = intervals.join(code.value.type, new_value(checker, change, code, scope, scope.body.take()).type)
        if isinstance(joined, t.IntType):
            code = attrs.evolve(code, value=attrs.evolve(code.value, type=joined))
    return code


def _term_body(checker: Checker, full: str) -> model.CheckedTerm:
    head = checker.symbols.terms[full]
    node, body = head.node, Body()
    scope = Scope(body, has_you=True)
    if head.each == "player":
        scope.bare = (Bare(core.You(span=node.span, type=t.PlayerType()), t.PlayerType()),)
    elif head.each:
        kind = t.PieceType(head.each)
        scope.bare = (Bare(core.Local(span=node.span, type=kind, slot=body.take()), kind),)
    kinds = tuple(resolve(checker.symbols, param.type) for param in node.params or ())
    parameters(checker, scope, node.params or (), kinds)
    value = with_lets(checker, node.lets, scope, lambda: checker.value(node.value, scope))
    if isinstance(value.type, t.TextType | t.NothingType):
        value = checker.wrong(value, "a number, a yes or no, a thing or a set")
    if isinstance(value.type, t.SetType) and isinstance(value.type.item, t.NothingType):
        value = checker.wrong(value, "a set of something")
    words = text(checker, node.words, head.key, scope) if shown(node.words) else None
    return model.CheckedTerm(
        name=full,
        span=node.name_span,
        words=words,
        references=references(node.words),
        each=head.each,
        params=kinds,
        value=value,
        slots=body.slots,
    )


# ---------------------------------------------------------------- changed terms


def _term_named(checker: Checker, change: nodes.Change) -> str | None:
    """Return the full name of the term that a modifier changes."""
    ending = "." + change.term
    return next((name for name in checker.symbols.terms if name == change.term or name.endswith(ending)), None)


def changed_term(checker: Checker, change: nodes.Change) -> model.CheckedTerm | None:
    """Return the term that a modifier changes; None after an error."""
    symbols = checker.symbols
    name = _term_named(checker, change)
    if name is None:
        symbols.unknown(change.span, "term", change.term, lambda: [name.split(".")[-1] for name in symbols.terms])
        return None
    symbols.used.add("terms." + name)
    return checker.check_term(name)


def enter_term(checker: Checker, change: nodes.Change, code: model.CheckedTerm, scope: Scope) -> None:
    """Name the parameters of a term in the scope of its modifier, in the same slots."""
    head = checker.symbols.terms[code.name]
    if head.each and head.each != "player":
        kind = t.PieceType(head.each)
        scope.bare = (Bare(core.Local(span=change.span, type=kind, slot=scope.body.take()), kind),)
    parameters(checker, scope, head.node.params or (), code.params)


def new_value(
    checker: Checker, change: nodes.Change, code: model.CheckedTerm, scope: Scope, old_slot: int
) -> core.Value:
    """Check what a modifier makes of a term; ``old`` is what it was so far."""
    kind = code.value.type
    scope.old = core.Local(span=change.span, type=kind, slot=old_slot)
    wanted = t.IntType() if isinstance(kind, t.IntType) else kind
    return checker.fit(checker.value(change.value, scope, wanted), wanted)
