"""Parse trees of plans and steps -> nodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import attrs

from gamedsl.syntax import nodes
from gamedsl.syntax.builders.builder import LONELY_ELSE, Builder, Rule

if TYPE_CHECKING:
    from lark import ParseTree as Tree
    from lark import Token


# ---------------------------------------------------------------- plans


def _plan_name(b: Builder, t: Tree) -> nodes.PlanCall:
    return nodes.PlanCall(str(t.children[0]), span=b.span(t))


def _plan_call(b: Builder, t: Tree) -> nodes.PlanCall:
    return nodes.PlanCall(str(t.children[0]), b.all(t.children[1:]), span=b.span(t))


def _plan_sequence(b: Builder, t: Tree) -> nodes.PlanSequence:
    return nodes.PlanSequence(b.all(t.children), span=b.span(t))


def _plan_choice(b: Builder, t: Tree) -> nodes.PlanChoice:
    return nodes.PlanChoice(b.all(t.children), span=b.span(t))


def _plan_mix(b: Builder, t: Tree) -> nodes.PlanMix:
    return nodes.PlanMix(b.all(t.children), span=b.span(t))


def _plan_must(b: Builder, t: Tree) -> nodes.PlanMust:
    return nodes.PlanMust(b.all(t.children), span=b.span(t))


def _plan_repeat(b: Builder, t: Tree) -> nodes.PlanRepeat:
    quantity, plan = cast("Any", t.children)
    kind, limit = b.node(quantity)
    return nodes.PlanRepeat(kind, limit, b.node(plan), span=b.span(t))


def _limit(b: Builder, t: Tree) -> int | str:
    token = cast("Token", t.children[0])
    if token.type == "INT":
        return b.number(token)
    return ".".join(str(part) for part in cast("Any", t.children) if part is not None)


def _exactly(b: Builder, t: Tree) -> tuple[str, int | str]:
    return "exactly", _limit(b, t)


def _at_most(b: Builder, t: Tree) -> tuple[str, int | str]:
    return "up to", _limit(b, t)


def _any_number(_b: Builder, _t: Tree) -> tuple[str, None]:
    return "any number", None


# ---------------------------------------------------------------- steps


def _by_form(kind: type[nodes.Step]) -> Rule:
    """Return the builder of a step that has a form: its expressions are its fields in their order."""
    return lambda b, t: kind(*b.all(t.children), span=b.span(t))


def _rule_of(kind: type[nodes.Step]) -> str:
    """Return the rule of the grammar that reads a step: ``call_step`` for ``CallStep``."""
    return re.sub(r"(?<!\A)(?=[A-Z])", "_", kind.__name__).lower()


def _step(b: Builder, t: Tree) -> nodes.Step:
    simple, words, answers = cast("Any", t.children)
    made = cast(nodes.Step, b.node(simple))
    if answers is not None and answers.data == "dealt_name":
        made = _named(b, made, answers)
    elif answers is not None and isinstance(made, nodes.Pick):
        made = attrs.evolve(made, answers=b.node(answers), span=b.span(t))
    elif answers is not None:
        cure = "`as` stands behind a `pick`, or before the colon as in `then as`: leave it out here"
        b.report("GDSYN30", b.span(answers), found="as", cure=cure)
    return made if words is None else attrs.evolve(made, words=b.node(words), span=b.span(t))


def _move(b: Builder, t: Tree) -> nodes.Move:
    pieces, target, bottom = cast("Any", t.children)
    return nodes.Move(b.node(pieces), b.node(target), bottom is not None, span=b.span(t))


def _named(b: Builder, made: nodes.Step, called: Tree) -> nodes.Step:
    """Give what is dealt a name."""
    name = cast("Token", called.children[0])
    if isinstance(made, nodes.Deal):
        return attrs.evolve(made, name=str(name))
    cure = "only what a `deal` has dealt gets a name behind `as`; write `let NAME = …` in a line of its own"
    b.report("GDSYN30", b.span(called), found="as", cure=cure)
    return made


def _deal(b: Builder, t: Tree) -> nodes.Deal:
    how_many, source, target, bottom = cast("Any", t.children)
    count = b.node(how_many)
    at_most = not isinstance(count, nodes.Node)
    count = count[1] if at_most else count
    return nodes.Deal(count, b.node(source), b.node(target), bottom is not None, at_most, span=b.span(t))


def _dealt_all(_b: Builder, _t: Tree) -> tuple[str, None]:
    return "all", None


def _shuffle_to(b: Builder, t: Tree) -> nodes.ShuffleTo:
    pieces, target, bottom = cast("Any", t.children)
    return nodes.ShuffleTo(b.node(pieces), b.node(target), bottom is not None, span=b.span(t))


def _roll(b: Builder, t: Tree) -> nodes.Roll:
    target, domain = cast("Any", t.children)
    return nodes.Roll(b.node(target), b.maybe(domain), span=b.span(t))


def _let_step(b: Builder, t: Tree) -> nodes.Let:
    _let, name, value = cast("Any", t.children)
    return nodes.Let(str(name), b.node(value), name_span=b.token_span(name), span=b.span(t))


def _score(b: Builder, t: Tree) -> nodes.Score:
    source, points, player = cast("Any", t.children)
    return nodes.Score(str(source), b.node(points), b.node(player), span=b.span(t))


def _pick_step(b: Builder, t: Tree) -> nodes.Pick:
    _pick, *parts = cast("Any", t.children)
    return nodes.Pick(b.all(parts), span=b.span(t))


def _several(b: Builder, t: Tree) -> nodes.Several:
    token, how_many, source, condition = cast("Any", t.children)
    quantity, number = b.node(how_many)
    return nodes.Several(
        str(token),
        quantity,
        number,
        b.node(source),
        b.maybe(condition),
        name_span=b.token_span(token),
        span=b.span(t),
    )


def _so_many(b: Builder, t: Tree) -> tuple[str, nodes.Expr]:
    return "exactly", b.node(cast("Tree", t.children[0]))


def _up_to_many(b: Builder, t: Tree) -> tuple[str, nodes.Expr]:
    return "up to", b.node(cast("Tree", t.children[0]))


def _offer(b: Builder, t: Tree) -> nodes.Offer:
    player, plan = b.all(t.children)
    return nodes.Offer(player, plan, span=b.span(t))


def _lay(b: Builder, t: Tree) -> nodes.Lay:
    _lay, place, *lines = cast("Any", t.children)
    return nodes.Lay(b.node(place), tuple(str(line)[1:-1] for line in lines), span=b.span(t))


def _drawn(b: Builder, t: Tree) -> nodes.Lay:
    _lay, place, *rows = cast("Any", t.children)
    lines = tuple(" ".join(str(row.children[0]).split()) for row in rows)
    return nodes.Lay(b.node(place), lines, drawn=True, span=b.span(t))


def _expect(b: Builder, t: Tree) -> nodes.Expect:
    b.only_in_scenarios("expect", b.span(t))
    return nodes.Expect(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _play_move(b: Builder, t: Tree) -> nodes.PlayMove:
    illegal, seat, *moves = cast("Any", t.children)
    if seat == "else":
        b.report("GDSYN30", b.token_span(seat), found="else", cure=LONELY_ELSE)
        return nodes.PlayMove(str(seat), (), span=b.span(t))
    if seat == "simultaneously":
        b.report("GDSYN30", b.token_span(seat), found=str(seat), cure="write `together:`")
        return nodes.PlayMove(str(seat), (), span=b.span(t))
    b.only_in_scenarios("illegal" if illegal else f"{seat}:", b.span(t))
    return nodes.PlayMove(str(seat), b.all(moves), illegal is not None, span=b.span(t))


def _listed_moves(b: Builder, t: Tree) -> nodes.ListedMoves:
    word, seat, *moves = cast("Any", t.children)
    b.only_in_scenarios(str(word), b.span(t))
    return nodes.ListedMoves(str(word), str(seat), b.all(moves), span=b.span(t))  # type: ignore[arg-type]


def _pass_until(b: Builder, t: Tree) -> nodes.PassUntil:
    b.only_in_scenarios("pass until", b.span(t))
    return nodes.PassUntil(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _force(b: Builder, t: Tree) -> nodes.Force:
    target, unseen, *values = cast("Any", t.children)
    b.only_in_scenarios("force", b.span(t))
    return nodes.Force(b.node(target), b.all(values), unseen is not None, span=b.span(t))


# ---------------------------------------------------------------- statements


def _body(b: Builder, t: Tree) -> tuple[nodes.Step, ...]:
    return b.all(t.children)


def _branch(b: Builder, t: Tree) -> nodes.Branch:
    condition, steps = cast("Any", t.children)
    return nodes.Branch(b.node(condition), b.node(steps), span=b.span(t))


def _if_step(b: Builder, t: Tree) -> nodes.If:
    *branches, otherwise = cast("Any", t.children)
    made = b.all(branches)
    if otherwise is None:
        return nodes.If(made, span=b.span(t))
    return nodes.If(made, b.node(otherwise.children[0]), else_span=b.span(otherwise), span=b.span(t))


def _for_step(b: Builder, t: Tree) -> nodes.ForEach:
    *head, steps = cast("Any", t.children)
    return _loop_of(b, t, head, b.node(steps))


def _loop_of(b: Builder, t: Tree, head: list[Any], steps: tuple[nodes.Step, ...]) -> nodes.ForEach:
    binder, start, chosen, together = head
    if chosen is not None and together is not None:
        cure = "what happens together has no order that anybody could choose: leave out `chosen` or `together`"
        b.report("GDSYN30", b.token_span(together), found="together", cure=cure)
    return nodes.ForEach(
        b.node(binder),
        b.maybe(start),
        chosen is not None,
        steps,
        words=None if chosen is None else b.maybe(chosen.children[0]),
        together=together is not None,
        span=b.span(t),
    )


def _moment(b: Builder, t: Tree) -> nodes.Moment:
    _together, steps = cast("Any", t.children)
    return nodes.Moment(b.node(steps), span=b.span(t))


def _times(b: Builder, t: Tree) -> tuple[nodes.Expr, nodes.Expr | None]:
    count, until = cast("Any", t.children)
    return b.node(count), b.maybe(until)


def _endless(b: Builder, t: Tree) -> tuple[None, nodes.Expr]:
    return None, b.node(cast("Tree", t.children[0]))


def _repeat_step(b: Builder, t: Tree) -> nodes.Repeat:
    passes, steps = cast("Any", t.children)
    count, until = b.node(passes)
    return nodes.Repeat(count, until, b.node(steps), span=b.span(t))


# ---------------------------------------------------------------- steps of setup, edited in a variant


def _step_edit(b: Builder, t: Tree) -> nodes.StepEdit:
    word, old, *new = cast("Any", t.children)
    b.edit(word, b.token_span(word))
    made = b.node(old)
    if isinstance(made, nodes.Branch):
        made = nodes.If((made,), span=made.span)
    return nodes.StepEdit(made, b.all(new), span=b.span(t))


def _step_removal(b: Builder, t: Tree) -> nodes.StepRemoval:
    word, step = cast("Any", t.children)
    b.edit(word, b.token_span(word))
    return nodes.StepRemoval(b.node(step), span=b.span(t))


def _bare_if(b: Builder, t: Tree) -> nodes.If:
    condition = b.node(cast("Tree", t.children[0]))
    return nodes.If((nodes.Branch(condition, (), span=b.span(t)),), span=b.span(t))


def _bare_for(b: Builder, t: Tree) -> nodes.ForEach:
    return _loop_of(b, t, list(t.children), ())


def _bare_moment(b: Builder, t: Tree) -> nodes.Moment:
    return nodes.Moment((), span=b.span(t))


def _bare_repeat(b: Builder, t: Tree) -> nodes.Repeat:
    count, until = b.node(cast("Tree", t.children[0]))
    return nodes.Repeat(count, until, (), span=b.span(t))


def _bare_picture(b: Builder, t: Tree) -> nodes.Lay:
    return nodes.Lay(b.node(cast("Tree", t.children[-1])), (), drawn=True, span=b.span(t))


RULES: dict[str, Rule] = {
    **{_rule_of(kind): _by_form(kind) for kind in nodes.Step.__subclasses__() if kind.form},
    "step_edit": _step_edit,
    "step_removal": _step_removal,
    "bare_if": _bare_if,
    "bare_for": _bare_for,
    "bare_repeat": _bare_repeat,
    "bare_picture": _bare_picture,
    "bare_moment": _bare_moment,
    "plan_name": _plan_name,
    "plan_call": _plan_call,
    "plan_sequence": _plan_sequence,
    "plan_choice": _plan_choice,
    "plan_mix": _plan_mix,
    "plan_must": _plan_must,
    "plan_repeat": _plan_repeat,
    "exactly": _exactly,
    "at_most": _at_most,
    "any_number": _any_number,
    "several": _several,
    "so_many": _so_many,
    "up_to_many": _up_to_many,
    "step": _step,
    "move": _move,
    "deal": _deal,
    "dealt_up_to": _up_to_many,
    "dealt_all": _dealt_all,
    "shuffle_to": _shuffle_to,
    "roll": _roll,
    "let_step": _let_step,
    "score": _score,
    "pick_step": _pick_step,
    "offer": _offer,
    "lay": _lay,
    "picture": _drawn,
    "expect": _expect,
    "play_move": _play_move,
    "listed_moves": _listed_moves,
    "pass_until": _pass_until,
    "force": _force,
    "body": _body,
    "branch": _branch,
    "if_step": _if_step,
    "for_step": _for_step,
    "moment": _moment,
    "times": _times,
    "endless": _endless,
    "repeat_step": _repeat_step,
}
