"""Kinds of AST expressions -> what checks each of them: the table that a ``Checker`` goes by."""

from __future__ import annotations

from gamedsl.semantics.expressions import boards, functions, members, names, operators, reductions, sets
from gamedsl.semantics.expressions.checker import Handler
from gamedsl.syntax import nodes

HANDLERS: dict[type[nodes.Expr], Handler] = {
    nodes.Number: names.number,
    nodes.Truth: names.truth,
    nodes.Nothing: names.nothing,
    nodes.Name: names.name,
    nodes.Member: members.member,
    nodes.Index: members.index,
    nodes.Call: functions.call,
    nodes.Negative: operators.negative,
    nodes.Arithmetic: operators.arithmetic,
    nodes.SetOf: operators.set_of,
    nodes.Between: operators.between,
    nodes.Compare: operators.compare,
    nodes.Not: operators.negation,
    nodes.And: operators.conjunction,
    nodes.Or: operators.disjunction,
    nodes.Either: operators.either,
    nodes.Filter: sets.filtered,
    nodes.Gather: sets.gathered,
    nodes.Stopped: boards.stopped,
    nodes.Fallback: reductions.misplaced,
    nodes.Different: reductions.misplaced,
    nodes.Ranking: sets.ranking,
}
