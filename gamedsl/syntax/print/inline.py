"""AST nodes that stand inside one line (expressions, words, plans, simple steps, types, traits) -> canonical text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from gamedsl.syntax import nodes

# How tightly expressions bind; brackets are written where a looser one stands in a tighter place.
OUTERMOST, ARGUMENT, ANY, LOGIC, NEGATION, COMPARISON, BETWEEN, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(12)


def text(node: nodes.Node) -> str:
    """Return the canonical text of a node that stands inside one line.

    Raises:
        TypeError: there is no such text: an unknown kind of node, or one that needs lines of its own.
    """
    write = INLINE.get(type(node))
    if write is None:
        raise TypeError(f"no text for {type(node).__name__}")
    return write(node)


def level(expr: nodes.Expr) -> int:
    """Return how tightly an expression binds."""
    found = LEVELS.get(type(expr))
    if found is None:
        raise TypeError(f"no level for {type(expr).__name__}")
    if isinstance(expr, nodes.Arithmetic):
        return SUM if expr.sign in {"+", "-"} else PRODUCT
    return found


def at(expr: nodes.Expr, lowest: int) -> str:
    """Return the text of an expression in a place that wants at least this level, in brackets where needed."""
    written = text(expr)
    return f"({written})" if level(expr) < lowest else written


def joined(items: Iterable[nodes.Node], separator: str = ", ") -> str:
    """Return the texts of several nodes."""
    return separator.join(at(item, ANY) if isinstance(item, nodes.Expr) else text(item) for item in items)


def optional(before: str, node: nodes.Node | None) -> str:
    """Return `` before node``, or nothing without a node."""
    if node is None:
        return ""
    return before + (at(node, ANY) if isinstance(node, nodes.Expr) else text(node))


# ---------------------------------------------------------------- words


def _words(n: nodes.Words) -> str:
    parts = []
    if n.parts is not None:
        parts.append('"' + "".join(part if isinstance(part, str) else text(part) for part in n.parts) + '"')
    if n.references:
        parts.append(f"[{joined(n.references)}]")
    return " ".join(parts)


def _slot(n: nodes.Slot) -> str:
    return "{" + "|".join((at(n.value, ANY) + optional(" of ", n.most), *n.forms)) + "}"


def _reference(n: nodes.Reference) -> str:
    return n.first if n.last is None else f"{n.first}..{n.last}"


# ---------------------------------------------------------------- expressions


def _arithmetic(n: nodes.Arithmetic) -> str:
    own = level(n)
    return f"{at(n.left, own)} {n.sign} {at(n.right, own + 1)}"


def _call(n: nodes.Call) -> str:
    arguments = ", ".join(text(argument) for argument in n.arguments)
    return f"{at(n.function, POSTFIX)}({arguments})"


def _either(n: nodes.Either) -> str:
    return f"{at(n.value, LOGIC)} if {at(n.condition, LOGIC)} else {at(n.otherwise, ANY)}"


def _gather(n: nodes.Gather) -> str:
    return " ".join((at(n.value, ANY), *(f"for each {text(loop)}" for loop in n.loops)))


def _stopped(n: nodes.Stopped) -> str:
    return f"{at(n.source, ANY)} until {at(n.condition, ANY)}{optional(' closed by ', n.closed)}"


def _different(n: nodes.Different) -> str:
    # Behind the word a sign would be read as one between two numbers.
    source = at(n.source, ARGUMENT)
    return f"different ({source})" if source.startswith("-") else f"different {source}"


def _binder(n: nodes.Binder) -> str:
    return f"{n.name} in {_gone_through(n.source)}{optional(' where ', n.condition)}"


def _gone_through(source: nodes.Expr) -> str:
    # A ranking as source could be read, but nobody would see where it ends.
    return at(source, LOGIC if isinstance(source, nodes.Ranking) else ANY)


def _order(n: nodes.Order) -> str:
    return f"{n.direction} {at(n.key, LOGIC)}"


def _tie(n: nodes.Tie) -> str:
    return n.policy if n.start is None else f"from {at(n.start, LOGIC)}"


def _ranking(n: nodes.Ranking) -> str:
    return f"{n.form} {text(n.binder)} with {joined(n.orders, ' then ')} ties {text(n.tie)}"


# ---------------------------------------------------------------- plans


def _plan_call(n: nodes.PlanCall) -> str:
    return n.name if n.arguments is None else f"{n.name}({joined(n.arguments)})"


def _plan_unit(n: nodes.Plan) -> str:
    return text(n) if isinstance(n, (nodes.PlanCall, nodes.PlanRepeat)) else f"({text(n)})"


def _plan_list(word: str) -> Callable[[Any], str]:
    return lambda n: f" {word} ".join(_plan_unit(item) for item in n.items)


def _plan_repeat(n: nodes.PlanRepeat) -> str:
    quantity = {"exactly": f"{n.limit}", "up to": f"up to {n.limit}", "any number": "any number"}[n.kind]
    plan = text(n.plan) if isinstance(n.plan, nodes.PlanCall) else f"({text(n.plan)})"
    return f"{quantity} of {plan}"


# ---------------------------------------------------------------- simple steps


def _by_form(kind: type[nodes.Step]) -> Callable[[Any], str]:
    """Return a writer that fills the fields of a step into its form and puts the words of the step behind them."""
    fields = re.findall(r"\{(\w+)\}", kind.form)

    def write(n: Any) -> str:
        return kind.form.format(**{field: at(getattr(n, field), ANY) for field in fields}) + optional(" ", n.words)

    return write


def _move(n: nodes.Move) -> str:
    bottom = " at bottom" if n.at_bottom else ""
    return f"move {at(n.pieces, ANY)} to {at(n.target, ANY)}{bottom}{optional(' ', n.words)}"


def _shuffle_to(n: nodes.ShuffleTo) -> str:
    bottom = " at bottom" if n.at_bottom else ""
    return f"shuffle {at(n.pieces, ANY)} to {at(n.target, ANY)}{bottom}{optional(' ', n.words)}"


def _deal(n: nodes.Deal) -> str:
    count = "all" if n.count is None else f"{'up to ' if n.at_most else ''}{at(n.count, ANY)}"
    places = f"from {at(n.source, ANY)} to {at(n.target, ANY)}{' at bottom' if n.at_bottom else ''}"
    return f"deal {count} {places}{optional(' ', n.words)}{f' as {n.name}' if n.name else ''}"


def _roll(n: nodes.Roll) -> str:
    return f"roll {at(n.target, POSTFIX)}{optional(' in ', n.domain)}{optional(' ', n.words)}"


def _let(n: nodes.Let) -> str:
    return f"let {let_body(n)}"


def let_body(n: nodes.Let) -> str:
    """Return a ``let`` without its keyword."""
    return f"{n.name} = {at(n.value, ANY)}{optional(' ', n.words)}"


def _score(n: nodes.Score) -> str:
    return f"score {n.scoring_source} {at(n.points, ANY)} for {at(n.player, ANY)}{optional(' ', n.words)}"


def _pick(n: nodes.Pick) -> str:
    return f"pick {pick_body(n)}"


def pick_body(n: nodes.Pick) -> str:
    """Return a ``pick`` without its keyword."""
    return joined(n.parts) + optional(" ", n.words) + optional(" as ", n.answers)


def _several(n: nodes.Several) -> str:
    counted = "any number" if n.number is None else at(n.number, POSTFIX)
    quantity = f"up to {counted}" if n.quantity == "up to" else counted
    return f"{n.name} = {quantity} of {_gone_through(n.source)}{optional(' where ', n.condition)}"


def _offer(n: nodes.Offer) -> str:
    return f"offer {at(n.player, ANY)}: {text(n.plan)}{optional(' ', n.words)}"


def _lay(n: nodes.Lay) -> str:
    lines = ", ".join(f'"{line}"' for line in n.lines)
    return f"lay {at(n.place, ANY)}: {lines if len(n.lines) == 1 else f'({lines})'}{optional(' ', n.words)}"


def _play_move(n: nodes.PlayMove) -> str:
    illegal = "illegal " if n.illegal else ""
    return f"{illegal}{n.seat}: {joined(n.moves)}{optional(' ', n.words)}"


def _listed_moves(n: nodes.ListedMoves) -> str:
    return f"{n.word} {n.seat}: {joined(n.moves)}{optional(' ', n.words)}"


def _pass_until(n: nodes.PassUntil) -> str:
    until = text(n.until) if isinstance(n.until, nodes.ListedMoves) else at(n.until, ANY)
    return f"pass until {until}{optional(' ', n.words)}"


def _force(n: nodes.Force) -> str:
    unseen = " unseen" if n.unseen else ""
    return f"force {at(n.target, POSTFIX)}{unseen}: {joined(n.values)}{optional(' ', n.words)}"


# ---------------------------------------------------------------- types, keys, traits, cells


def _key(n: nodes.Key) -> str:
    return text(n.type) if n.name is None else f"{n.name}: {text(n.type)}"


def _param(n: nodes.Param) -> str:
    return f"{n.name}: {text(n.type)}{optional(' = ', n.default)}"


def _dice(n: nodes.DiceType) -> str:
    of = "" if isinstance(n.faces, nodes.RangeType) else "of "
    return f"dice {of}{text(n.faces)}"


def _trait(core: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return a writer that puts the condition of a trait behind it."""
    return lambda n: core(n) + ("" if n.condition is None else f" if {at(n.condition, LOGIC)}")


def _refilled(n: nodes.Refilled) -> str:
    return f"refilled from {n.source}" + ("" if n.level is None else f" to {n.level} after {n.phase}")


def _copies(n: nodes.Copies) -> str:
    return f"{n.count}" + (f" each {joined(n.each, ' and ')}" if n.each else "")


def _adjacent(n: nodes.Adjacent) -> str:
    return f"adjacent by {n.first}" + ("" if n.second is None else f" and {n.second}")


def _grid(n: nodes.Grid) -> str:
    return f"grid {'..'.join(n.columns)} by {'..'.join(n.rows)}{' of hexagons' if n.hexagons else ''}"


def _column(n: nodes.Column) -> str:
    params = f"({joined(n.params)})" if n.params else ""
    keys = f"[{joined(n.keys)}]" if n.keys else ""
    return (
        f"{n.name}{params}{keys}{optional(': ', n.type)}{optional(' = ', n.default)}{f' as {n.told}' if n.told else ''}"
    )


def _cell(n: nodes.Cell) -> str:
    return f'"{n.text}"' if n.text is not None else joined(n.steps, "; ")


def _choice(n: nodes.Choice) -> str:
    return ("yes" if n.value else "no") if isinstance(n.value, bool) else str(n.value)


INLINE: dict[type[nodes.Node], Callable[[Any], str]] = {
    **{kind: _by_form(kind) for kind in nodes.Step.__subclasses__() if kind.form},
    nodes.Words: _words,
    nodes.Slot: _slot,
    nodes.Reference: _reference,
    nodes.Name: lambda n: n.name,
    nodes.Number: lambda n: str(n.value),
    nodes.Truth: lambda n: "yes" if n.value else "no",
    nodes.Nothing: lambda _: "none",
    nodes.Member: lambda n: f"{at(n.value, POSTFIX)}.{n.name}",
    nodes.Index: lambda n: f"{at(n.value, POSTFIX)}[{joined(n.keys)}]",
    nodes.Call: _call,
    nodes.Negative: lambda n: f"-{at(n.value, UNARY)}",
    nodes.Not: lambda n: f"not {at(n.value, NEGATION)}",
    nodes.Arithmetic: _arithmetic,
    nodes.Between: lambda n: f"{at(n.low, SUM)}..{at(n.high, SUM)}",
    nodes.Compare: lambda n: f"{at(n.left, BETWEEN)} {n.sign} {at(n.right, BETWEEN)}",
    nodes.And: lambda n: " and ".join(at(item, NEGATION) for item in n.items),
    nodes.Or: lambda n: " or ".join(at(item, NEGATION) for item in n.items),
    nodes.Either: _either,
    nodes.SetOf: lambda n: "{" + joined(n.items) + "}",
    nodes.Filter: lambda n: f"{at(n.source, ANY)} where {at(n.condition, ANY)}",
    nodes.Binder: _binder,
    nodes.Several: _several,
    nodes.Gather: _gather,
    nodes.Stopped: _stopped,
    nodes.Fallback: lambda n: f"{at(n.source, ARGUMENT)} else {at(n.otherwise, ANY)}",
    nodes.Different: _different,
    nodes.Order: _order,
    nodes.Tie: _tie,
    nodes.Ranking: _ranking,
    nodes.PlanCall: _plan_call,
    nodes.PlanSequence: _plan_list("then"),
    nodes.PlanChoice: _plan_list("or"),
    nodes.PlanMix: _plan_list("and"),
    nodes.PlanMust: _plan_list("else"),
    nodes.PlanRepeat: _plan_repeat,
    nodes.Move: _move,
    nodes.Deal: _deal,
    nodes.ShuffleTo: _shuffle_to,
    nodes.Roll: _roll,
    nodes.Let: _let,
    nodes.Score: _score,
    nodes.Pick: _pick,
    nodes.Offer: _offer,
    nodes.Lay: _lay,
    nodes.PlayMove: _play_move,
    nodes.ListedMoves: _listed_moves,
    nodes.PassUntil: _pass_until,
    nodes.Force: _force,
    nodes.NamedType: lambda n: n.name,
    nodes.RangeType: lambda n: f"{n.low}..{n.high}",
    nodes.SetType: lambda n: f"set of {text(n.item)}",
    nodes.DesignType: lambda n: f"design of {n.kind}",
    nodes.ZoneType: lambda n: f"{n.form} of {n.kind}",
    nodes.DiceType: _dice,
    nodes.MaybeType: lambda n: f"{text(n.item)} or none",
    nodes.Key: _key,
    nodes.Param: _param,
    nodes.Seen: _trait(lambda n: f"seen by {n.by}"),
    nodes.Refilled: _trait(_refilled),
    nodes.Flag: _trait(lambda n: n.name),
    nodes.Copies: _trait(_copies),
    nodes.Adjacent: _trait(_adjacent),
    nodes.Csv: _trait(lambda n: f'csv "{n.path}"'),
    nodes.Grid: _trait(_grid),
    nodes.DrawnLines: _trait(lambda n: f"lines ({joined(n.runs)})"),
    nodes.Run: lambda n: " ".join(n.places),
    nodes.Column: _column,
    nodes.EditedColumn: lambda n: f"{n.name}{f'[{joined(n.keys)}]' if n.keys else ''}{optional(': ', n.type)}",
    nodes.Cell: _cell,
    nodes.Choice: _choice,
    nodes.NameItem: lambda n: n.name,
    nodes.Setting: lambda n: f"{n.option} = {text(n.value)}",
}

LEVELS: dict[type[nodes.Node], int] = {
    nodes.Fallback: OUTERMOST,
    nodes.Different: OUTERMOST,
    nodes.Filter: ARGUMENT,
    nodes.Gather: ARGUMENT,
    nodes.Stopped: ARGUMENT,
    nodes.Ranking: ANY,
    nodes.Either: ANY,
    nodes.And: LOGIC,
    nodes.Or: LOGIC,
    nodes.Not: NEGATION,
    nodes.Compare: COMPARISON,
    nodes.Between: BETWEEN,
    nodes.Arithmetic: SUM,
    nodes.Negative: UNARY,
    nodes.Member: POSTFIX,
    nodes.Index: POSTFIX,
    nodes.Call: POSTFIX,
    nodes.Name: ATOM,
    nodes.Number: ATOM,
    nodes.Truth: ATOM,
    nodes.Nothing: ATOM,
    nodes.SetOf: ATOM,
}
