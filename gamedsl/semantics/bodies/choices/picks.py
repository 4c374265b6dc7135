"""``pick`` of actions and of steps -> the parts of one choice, and the type of its answers."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.sets import SEVERAL_PARTS, bind, filtered, name_locally
from gamedsl.semantics.expressions.words import shown, text
from gamedsl.source import Span
from gamedsl.syntax import nodes

MOST_AT_ONCE = 100_000
"""Answers to one question that are offered at once."""
MOST_NUMBERS = 2**31
"""Numbers of moves of a game."""
_ONE_BY_ONE = "a set of things that can be chosen one by one"


@attrs.frozen
class Part:
    """One part of a choice; ``many`` says how many members of ``domain`` are picked, None for one of them."""

    name: str
    slot: int
    domain: core.Value
    condition: core.Value | None
    many: core.HowMany | None
    type: t.Part
    span: Span


def parts_of(checker: Checker, node: nodes.Pick, scope: Scope) -> tuple[Part, ...]:
    """Check the parts of a choice from the left to the right; all their names are known in ``scope`` then."""
    found = tuple(
        _several(checker, part, scope) if isinstance(part, nodes.Several) else _one(checker, part, scope)
        for part in node.parts
    )
    _report_many(checker, node, found)
    return found


def answer_type(parts: tuple[Part, ...]) -> t.Answer:
    """Return the type of the answers to a question."""
    return parts[0].type if len(parts) == 1 else t.PartsType(tuple(part.type for part in parts))


def answer_words(
    checker: Checker, node: nodes.Pick, parts: tuple[Part, ...], key: str, scope: Scope
) -> core.Text | None:
    """Check the words behind `as`: how an answer is offered and told. They may read what is picked."""
    if node.answers is None or not shown(node.answers):
        return None
    made = text(checker, node.answers, key, scope)
    read = {one.slot for one in walk(made) if isinstance(one, core.Local)}
    if not read & {part.slot for part in parts}:
        checker.report("GDTYP20", node.answers.span, name=parts[0].name)
    return made


def domain_limits(checker: Checker, node: nodes.Node, domain: core.Value) -> t.Type:
    """Return the finite type a pick answers with; an unbounded one is an error."""
    item = getattr(domain.type, "item", t.UnknownType())
    if isinstance(item, t.SetType | t.ListType | t.TextType | t.RowType | t.NothingType):
        checker.wrong(domain, _ONE_BY_ONE)
    elif checker.symbols.members(item) > MOST_AT_ONCE and not isinstance(item, t.UnknownType):
        most = f"at most {MOST_AT_ONCE} values"
        cure = "say how many at most: `0..min(20, …)`; a purse without an end has room for any number"
        checker.report("GDRNG01", node.span, target="a choice", range=most, found=describe(item), help=cure)
    return item


def _one(checker: Checker, node: nodes.Binder, scope: Scope) -> Part:
    loop, local = bind(checker, node, scope, SEVERAL_PARTS)
    kind = domain_limits(checker, node, loop.source)
    return Part(node.name, local.slot, loop.source, loop.condition, None, kind, node.span)


def _several(checker: Checker, node: nodes.Several, scope: Scope) -> Part:
    """``name = 3 of S where C``: a set; C is about each of its members."""
    if node.condition is None:
        domain = checker.set_value(node.source, scope)
    else:
        domain = filtered(checker, nodes.Filter(node.source, node.condition, span=node.source.span), scope, None)
    if not checker.with_end(getattr(domain.type, "item", domain.type), node.source.span, "what is gone through"):
        domain = checker.unknown(node.source.span)
    item = domain_limits(checker, node, domain)
    many = _how_many(checker, node, scope)
    most = min(_most(many), getattr(domain.type, "most", t.HIGHEST), max(checker.symbols.members(item), 0))
    name_locally(checker, node.name, node.name_span, scope)
    unknown = isinstance(domain.type, t.UnknownType)
    slot = scope.bind(node.name, t.UnknownType() if unknown else t.SetType(item, most), node.name_span)
    kind = item if unknown else t.SomeType(item, _least(many), most)
    return Part(node.name, slot, domain, None, many, kind, node.span)


def _how_many(checker: Checker, node: nodes.Several, scope: Scope) -> core.HowMany:
    nothing = core.Const(span=node.span, type=t.IntType(0, 0), value=0)
    if node.number is None:
        return core.HowMany(span=node.span, least=nothing, most=None)
    if isinstance(node.number, nodes.Name) and node.number.name in ("all", "every", "everything"):
        drawn = text_of(node.source.span)
        hint = (
            f"all of them leave nothing to choose: `let {node.name} = {drawn}` in steps, `let: {node.name} = {drawn}`"
        )
        checker.symbols.unknown(node.number.span, "value", node.number.name, list, otherwise=f"{hint} beside `pick:`")
        return core.HowMany(span=node.span, least=nothing, most=None)
    limit = t.IntType(0, t.HIGHEST)
    number = checker.in_range(checker.value(node.number, scope, limit), limit, "how many are picked")
    return core.HowMany(span=node.span, least=nothing if node.quantity == "up to" else number, most=number)


def _least(many: core.HowMany) -> int:
    kind = many.least.type
    return max(0, kind.low) if isinstance(kind, t.IntType) else 0


def _most(many: core.HowMany) -> int:
    kind = None if many.most is None else many.most.type
    return max(0, kind.high) if isinstance(kind, t.IntType) else t.HIGHEST


# ---------------------------------------------------------------- slips


def _report_many(checker: Checker, node: nodes.Pick, parts: tuple[Part, ...]) -> None:
    """Report a choice with more answers than can be numbered, and warn about more than can be offered at once."""
    if (len(parts) == 1 and parts[0].many is None) or any(isinstance(part.type, t.UnknownType) for part in parts):
        return
    written = text_of(node.parts[0].span.to(node.parts[-1].span))
    numbers = prod(answers(checker.symbols.members(_item(part)), part) for part in parts)
    at_once = prod(answers(_at_once(checker, part), part) for part in parts)
    if numbers > MOST_NUMBERS:
        checker.report("GDRNG08", node.span, choice=written, count=_shortly(numbers), limit=MOST_NUMBERS)
    elif at_once > MOST_AT_ONCE:
        checker.report("GDRNG09", node.span, choice=written, count=_shortly(at_once), limit=MOST_AT_ONCE)


def answers(members: int, part: Part) -> int:
    """Return how many answers a part has among so many members."""
    if not isinstance(part.type, t.SomeType):
        return members
    most = min(part.type.most, members)
    if part.type.least == 0 and most == members:
        return 1 << min(members, 999)
    return sum(_combinations(members, part.type.least, most))


def _combinations(members: int, least: int, most: int) -> Iterator[int]:
    total = 0
    for size in range(least, most + 1):
        total += comb(members, size)
        yield comb(members, size)
        if total > MOST_NUMBERS:
            return


def _item(part: Part) -> t.Type:
    return part.type.item if isinstance(part.type, t.SomeType) else part.type


def _at_once(checker: Checker, part: Part) -> int:
    return min(getattr(part.domain.type, "most", t.HIGHEST), checker.symbols.members(_item(part)))


def _shortly(number: int) -> str:
    return f"{number:,}".replace(",", " ") if number < 10**12 else "a huge number of"
