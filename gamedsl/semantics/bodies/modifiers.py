"""Modifiers -> core code: a term changed, a part of actions bent, or paragraphs forbidden."""

from __future__ import annotations

from gamedsl.semantics.bodies.bends import check_bend
from gamedsl.semantics.bodies.terms import changed_term, enter_term, new_value, whens
from gamedsl.semantics.core import model
from gamedsl.semantics.declare.paragraph_fields import check_fields, names_of, only
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.symbols import ParagraphHead
from gamedsl.syntax import nodes


def check_modifier(checker: Checker, head: ParagraphHead) -> model.CheckedModifier:
    """Check a modifier: a term changed, or paragraphs forbidden."""
    node = head.node
    check_fields(checker.symbols, node.fields, "modifiers")
    key, body = f"modifiers.{node.name}", Body()
    scope = Scope(body, has_you=True)
    change, forbid = only(node.fields, nodes.Change), names_of(node.fields, "forbid")
    is_bend = change is not None and change.part is not None
    bent = check_bend(checker, change) if change is not None and is_bend else ()
    term = changed_term(checker, change) if change is not None and not is_bend else None
    if change is not None and term is not None:
        enter_term(checker, change, term, scope)
    found = () if is_bend else whens(checker, node.fields, key, scope)
    value, old_slot = None, body.take()
    if change is not None and term is not None:
        value = new_value(checker, change, term, scope, old_slot)
    if change is None and forbid is None:
        hint = "write `change: TERM to …`, `change: ACTION.cost to …` or `forbid: PARAGRAPH`"
        checker.report("GDTYP01", node.name_span, expected="something to bend", found="nothing", hint=hint)
    return model.CheckedModifier(
        name=node.name,
        span=node.name_span,
        words=text(checker, node.words, key, Scope(body)) if shown(node.words) else None,
        references=references(node.words),
        whens=found,
        term=term.name if term is not None else None,
        value=value,
        old_slot=old_slot,
        forbids=_forbidden(checker, forbid),
        forbid_words=text(checker, forbid.words, f"{key}.forbid", scope) if forbid and shown(forbid.words) else None,
        slots=body.slots,
        bends=bent,
    )


def _forbidden(checker: Checker, node: nodes.Names | None) -> tuple[str, ...]:
    if node is None:
        return ()
    found: list[str] = []
    symbols = checker.symbols
    for item in node.names:
        if item.name in symbols.groups:
            found += symbols.groups[item.name]
        elif item.name in symbols.paragraphs and symbols.paragraphs[item.name].section in ("actions", "rules"):
            found.append(item.name)
        else:
            known = [
                name for name, paragraph in symbols.paragraphs.items() if paragraph.section in ("actions", "rules")
            ]
            symbols.unknown(item.span, "action or rule", item.name, lambda: known)  # noqa: B023
    return tuple(found)
