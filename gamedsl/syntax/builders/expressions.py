"""Parse trees of expressions, words and references -> nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.builders.builder import REFERENCE_SHAPE, Builder, Rule
from gamedsl.syntax.grammar.stopping import extent

if TYPE_CHECKING:
    from lark import ParseTree as Tree
    from lark import Token


def _expression(b: Builder, t: Tree) -> nodes.Expr:
    return cast(nodes.Expr, b.node(cast("Tree", t.children[0])))


def _name(b: Builder, t: Tree) -> nodes.Name:
    b.foreign_truth(cast("Token", t.children[0]))
    return nodes.Name(str(t.children[0]), span=b.span(t))


def _number(b: Builder, t: Tree) -> nodes.Number:
    return nodes.Number(b.number(cast("Token", t.children[0])), span=b.span(t))


def _truth(b: Builder, t: Tree) -> nodes.Truth:
    return nodes.Truth(t.children[0] == "yes", span=b.span(t))


def _nothing(b: Builder, t: Tree) -> nodes.Nothing:
    return nodes.Nothing(span=b.span(t))


def _member(b: Builder, t: Tree) -> nodes.Member:
    value, token = cast("tuple[Tree, Token]", tuple(t.children))
    return nodes.Member(b.node(value), str(token), name_span=b.token_span(token), span=b.span(t))


def _index(b: Builder, t: Tree) -> nodes.Index:
    value = cast("Tree", t.children[0])
    found = nodes.Index(b.node(value), b.all(t.children[1:]), span=b.span(t))
    bracket = b.place.text[value.meta.end_pos : t.meta.end_pos].strip(" \n)")
    if REFERENCE_SHAPE.fullmatch(bracket):
        b.report("GDSYN17", found.span, found=bracket)
    return found


def _call(b: Builder, t: Tree) -> nodes.Call:
    return nodes.Call(b.node(cast("Tree", t.children[0])), b.all(t.children[1:]), span=b.span(t))


def _negative(b: Builder, t: Tree) -> nodes.Negative:
    return nodes.Negative(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _not_(b: Builder, t: Tree) -> nodes.Not:
    return nodes.Not(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _arithmetic(b: Builder, t: Tree) -> nodes.Arithmetic:
    left, sign, right = cast("Any", t.children)
    return nodes.Arithmetic(str(sign), b.node(left), b.node(right), span=b.span(t))  # type: ignore[arg-type]


def _between(b: Builder, t: Tree) -> nodes.Between:
    low, high = b.all(t.children)
    return nodes.Between(low, high, span=b.span(t))


def _compare(b: Builder, t: Tree) -> nodes.Compare:
    left, *signs, right = cast("Any", t.children)
    sign = " ".join(signs)
    return nodes.Compare(sign, b.node(left), b.node(right), span=b.span(t))  # type: ignore[arg-type]


def _and_(b: Builder, t: Tree) -> nodes.And:
    return nodes.And(b.all(t.children), span=b.span(t))


def _or_(b: Builder, t: Tree) -> nodes.Or:
    return nodes.Or(b.all(t.children), span=b.span(t))


def _either(b: Builder, t: Tree) -> nodes.Either:
    value, condition, otherwise = b.all(t.children)
    return nodes.Either(value, condition, otherwise, span=b.span(t))


def _set_of(b: Builder, t: Tree) -> nodes.SetOf:
    return nodes.SetOf(b.all(t.children), span=b.span(t))


def _filter_(b: Builder, t: Tree) -> nodes.Filter:
    source, condition = b.all(t.children)
    return nodes.Filter(source, condition, span=b.span(t))


def _binder(b: Builder, t: Tree) -> nodes.Binder:
    token, source, condition = cast("Any", t.children)
    return nodes.Binder(str(token), b.node(source), b.maybe(condition), name_span=b.token_span(token), span=b.span(t))


def _gather(b: Builder, t: Tree) -> nodes.Gather:
    value, *loops = b.all(t.children)
    return nodes.Gather(value, tuple(loops), span=b.span(t))


def _stopped(b: Builder, t: Tree) -> nodes.Stopped:
    source, condition, closed = cast("Any", t.children)
    return nodes.Stopped(b.node(source), b.node(condition), b.maybe(closed), span=b.span(t))


def _fallback(b: Builder, t: Tree) -> nodes.Fallback:
    source, otherwise = b.all(t.children)
    return nodes.Fallback(source, otherwise, span=b.span(t))


def _different(b: Builder, t: Tree) -> nodes.Different:
    return nodes.Different(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _order(b: Builder, t: Tree) -> nodes.Order:
    direction, key = cast("Any", t.children)
    return nodes.Order(str(direction), b.node(key), span=b.span(t))  # type: ignore[arg-type]


def _tie(b: Builder, t: Tree) -> nodes.Tie:
    child = cast("Any", t.children[0])
    if isinstance(child, str):
        policy = "in order" if child == "order" else str(child)
        return nodes.Tie(policy, span=b.span(t))  # type: ignore[arg-type]
    return nodes.Tie("from", b.node(child), span=b.span(t))


def _ranking(b: Builder, t: Tree) -> nodes.Ranking:
    form, bound, *orders, policy = cast("Any", t.children)
    return nodes.Ranking(str(form), b.node(bound), b.all(orders), b.node(policy), span=b.span(t))  # type: ignore[arg-type]


# ---------------------------------------------------------------- words


def _words(b: Builder, t: Tree) -> nodes.Words:
    text, references = cast("Any", t.children)
    span = b.span(t)
    if not text.strip('" '):
        b.report("GDSYN33", b.token_span(text))
    return nodes.Words(_text_parts(b, text), () if references is None else _reference_list(b, references), span=span)


def _references(b: Builder, t: Tree) -> nodes.Words:
    return nodes.Words(None, _reference_list(b, cast("Token", t.children[0])), span=b.span(t))


def _reference_list(b: Builder, token: Token) -> tuple[nodes.Reference, ...]:
    """Cut ``[ABC-1, ABC-2..ABC-4]`` into references."""
    found, position = list[nodes.Reference](), extent(token)[0] + 1
    for piece in token[1:-1].split(","):
        text = piece.strip(" \n")
        start = position + len(piece) - len(piece.lstrip(" \n"))
        first, _, last = text.partition("..")
        found.append(nodes.Reference(first, last or None, span=b.place.span(start, start + len(text))))
        position += len(piece) + 1
    return tuple(found)


def _text_parts(b: Builder, token: Token) -> tuple[str | nodes.Slot, ...]:
    """Cut a text at its ``{…}`` slots; broken slots are reported and left out."""
    whole, text = b.token_span(token), token[1:-1]
    parts: list[str | nodes.Slot] = []
    start = position = 0
    while position < len(text):
        sign = text[position]
        if sign not in "{}":
            position += 1
            continue
        if position > start:
            parts.append(text[start:position])
        end = _slot_end(text, position) if sign == "{" else None
        if end is None:
            at = whole.column + 1 + position
            span = Span(whole.source, whole.line, at, whole.line, at + 1)
            if sign == "{":
                b.report("GDSYN07", span, problem="`{` is never closed", help="write `}` behind the value")
            else:
                b.report(
                    "GDSYN07", span, problem="`}` closes nothing", help="leave it out, or write `{` before the value"
                )
            return tuple(parts)
        made = _slot(b, whole, text[position + 1 : end - 1], position + 1)
        if made is not None:
            parts.append(made)
        start = position = end
    if start < len(text):
        parts.append(text[start:])
    return tuple(parts)


def _slot_end(text: str, start: int) -> int | None:
    """Return the position behind the brace that closes the one at ``start``, or None."""
    depth = 0
    for position in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return None


_FORMS = (0, 2, 3)
"""So many number forms stand in braces."""


def _slot(b: Builder, whole: Span, inside: str, position: int) -> nodes.Slot | None:
    column = whole.column + 1 + position
    written, *forms = inside.split("|")
    span = Span(whole.source, whole.line, column - 1, whole.line, column + len(inside) + 1)
    if len(forms) not in _FORMS or any("{" in form or "}" in form for form in forms):
        problem = "number forms are two, as in `{n|one|many}`, or three, as in `{n|none|one|many}`"
        b.report("GDSYN07", span, problem=problem)
        return None
    made = b.template(whole.source, written, whole.line, column, b.report)
    if made is not None and made.most is not None and forms:
        b.report("GDSYN07", span, problem="a meter `{a of b}` has no number forms")
        return None
    return None if made is None else nodes.Slot(made.value, tuple(forms), made.most, span=span)


def _shown(b: Builder, t: Tree) -> nodes.Slot:
    """Build what stands in braces, without number forms."""
    value, most = cast("Any", t.children)
    return nodes.Slot(b.node(value), (), b.maybe(most), span=b.span(t))


RULES: dict[str, Rule] = {
    "expression": _expression,
    "name": _name,
    "number": _number,
    "truth": _truth,
    "nothing": _nothing,
    "member": _member,
    "index": _index,
    "call": _call,
    "negative": _negative,
    "not_": _not_,
    "arithmetic": _arithmetic,
    "between": _between,
    "compare": _compare,
    "and_": _and_,
    "or_": _or_,
    "either": _either,
    "set_of": _set_of,
    "filter": _filter_,
    "binder": _binder,
    "gather": _gather,
    "stopped": _stopped,
    "fallback": _fallback,
    "different": _different,
    "order": _order,
    "tie": _tie,
    "ranking": _ranking,
    "words": _words,
    "shown": _shown,
    "references": _references,
}
