"""Actions -> what is possible: the answers to the first pick, and whether they can be completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits, RuleError, SetupError
from gamedsl.engine.rules.alike import best_known_first, merger
from gamedsl.engine.rules.several import is_plain, listing, walked
from gamedsl.engine.setup.choosing import parts_from
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler, Eval, note_in_force
from gamedsl.engine.write.costs import payable
from gamedsl.engine.write.drafts import Draft, Later, Lines, indented
from gamedsl.engine.write.loops import source_of, spending
from gamedsl.engine.write.memory import once_each, shares
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

Frame = list[Any]
Test = Callable[[State, "int | None", "int | None"], bool]
Elements = Sequence[Any]
Steps = tuple[core.CoreStep, ...]


def action_offer(c: Compiler, name: str) -> Offer:
    """Return the compiled offer of an action, made once."""
    found = c.actions.get(name)
    if found is None:
        found = c.actions[name] = Offer(c, c.game.actions[name])
    assert isinstance(found, Offer)
    return found


class Offer:
    """One action as it is offered."""

    def __init__(self, c: Compiler, action: model.CheckedAction) -> None:
        self.c = c
        self.action = action
        self.name = action.name
        self.pads = [None] * max(0, action.slots - len(action.params))
        self.forbids = [(modifier, forbids(c, modifier)) for modifier in c.forbidders.get(action.name, ())]
        cut = next((at for at, e in enumerate(action.elements) if isinstance(e, model.PickField)), None)
        self.parts: tuple[model.PickField, ...] = () if cut is None else parts_from(action.elements[cut:])
        self.pick = self.parts[0] if self.parts else None
        self.cut = cut
        self.alone = not any(_names_pieces(kind) for kind in action.params)
        self.asking = Later(lambda: self._function(self._asking))
        self._possible = Later(lambda: self._function(self._testing))

    def _function(self, write: Callable[[Draft], Lines]) -> Callable[..., Any]:
        draft = Draft.free(self.c, len(self.action.params))
        return draft.function(write(draft))

    @property
    def simple(self) -> bool:
        """Whether the action has no places of its own, so that it can be tested where it is offered."""
        return not (self.pick is not None or self.forbids or self.action.slots)

    def test(self, d: Draft) -> str:
        """Write whether a simple action is possible now; empty when it always is."""
        tests = [holding(d, element.condition) for element in self.action.elements if isinstance(element, model.When)]
        return " and ".join([one for one in [*tests, payable(d, self.action.cost)] if one])

    # ------------------------------------------------------------ the two questions about an action

    def _before(self, d: Draft, refused: str) -> Lines:
        """Write what stands before the first pick; without a pick all there is."""
        elements, cost, lines = self.action.elements, self.action.cost, []
        if self.forbids:
            lines.append(f"if {d.bind(self.forbidden)}(s, {d.you}, {d.active}) is not None: {refused}")
        if self.pick is None:
            return [*lines, *passing(d, elements, cost, refused)]
        return [*lines, *passing(d, elements[: self.cut], (), refused, needed=True)]

    def _asking(self, d: Draft) -> Lines:
        lines = self._before(d, "return None")
        if self.pick is None or self.cut is None:
            return [*lines, "return (None,)"]
        behind = self.action.elements[self.cut + len(self.parts) :]
        return [*lines, *accepting(d, self.parts, behind, self.action.cost, self.alone), "return found or None"]

    def _testing(self, d: Draft) -> Lines:
        lines = self._before(d, "return False")
        if self.pick is None or self.cut is None:
            return [*lines, "return True"]
        before, found = walked(d, self.pick)
        head = f"for {d.take(self.pick.slot)} in {found}:"
        after = completing(d, self.pick, self.action.elements[self.cut + 1 :], self.action.cost)
        return [*lines, *before, head, *indented(after), " return True", "return False"]

    def frame(self, you: int | None, active: int | None, values: Sequence[Any]) -> Frame:
        """Return a frame of the action with these arguments."""
        return [0, 0, you, active, *values, *self.pads]

    def forbidden(self, s: State, you: int | None, active: int | None) -> model.CheckedModifier | None:
        """Return the first modifier that forbids the action now."""
        for modifier, test in self.forbids:
            if test.get()(s, you, active):
                return modifier
        return None

    def answers(self, s: State, you: int | None, active: int | None, values: Sequence[Any]) -> Sequence[Any] | None:
        """Return the possible answers to the first pick (``(None,)`` when there is no pick), None for impossible."""
        found: Sequence[Any] | None = self.asking.get()(s, you, active, *values)
        return found

    def possible(self, s: State, you: int | None, active: int | None, values: Sequence[Any]) -> bool:
        """Tell whether the action would be offered; one answer is enough."""
        return bool(self._possible.get()(s, you, active, *values))


def _names_pieces(kind: t.Type) -> bool:
    if isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        return _names_pieces(kind.item)
    return isinstance(kind, t.PieceType)


def forbids(c: Compiler, modifier: model.CheckedModifier) -> Later:
    """Return the test of whether a modifier forbids its paragraphs now: state, you, active."""

    def make() -> Test:
        draft = Draft.free(c)
        lines = [f"if not {draft.value(when.condition)}: return False" for when in modifier.whens]
        return draft.function([*lines, note_in_force(draft, modifier), "return True"])

    return Later(make)


def forbidden_test(c: Compiler, paragraph: str) -> Test | None:
    """Return the test of whether some modifier forbids a paragraph, None when none ever does."""
    tests = [forbids(c, modifier) for modifier in c.forbidders.get(paragraph, ())]
    if not tests:
        return None
    return lambda s, you, active: any(test.get()(s, you, active) for test in tests)


# ---------------------------------------------------------------- conditions, picks and lets in written order


def holding(d: Draft, node: core.Value) -> str:
    """Write a condition; empty when it always holds."""
    text = d.value(node)
    return "" if text == "True" else text


def _unless(text: str, refused: str) -> Lines:
    return [f"if not {text}: {refused}"] if text else []


def passing(d: Draft, elements: Elements, cost: Steps, refused: str, needed: bool = False) -> Lines:
    """Write the tests of elements in their order, then of a cost; ``refused`` is the line for one that fails.

    ``needed``: something behind reads what they bind; else what is bound behind the last test is left out.
    """
    needed = needed or bool(cost)
    last = max((at for at, element in enumerate(elements) if not isinstance(element, model.LetField)), default=-1)
    lines: Lines = []
    for at, element in enumerate(elements):
        if isinstance(element, model.PickField):
            return [*lines, *_unless(_some(d, element, elements[at + 1 :], cost), refused)]
        if isinstance(element, model.When):
            lines += _unless(holding(d, element.condition), refused)
        elif needed or at < last:
            value = d.value(element.value)
            lines.append(f"{d.take(element.slot)} = {value}")
    return [*lines, *_unless(payable(d, cost), refused)]


def _some(d: Draft, pick: model.PickField, elements: Elements, cost: Steps) -> str:
    """Write whether a later pick has an answer with which everything behind it can be passed."""
    if pick.many is not None:
        lines, found = walked(d, pick)
    else:
        lines, found = [f"found = {source_of(d, pick.domain)}"], "found"
    with d.inside():
        head = f"for {d.take(pick.slot)} in {found}:"
        after = completing(d, pick, elements, cost)
    if not after:
        return d.hoist([*lines, f"return len({found}) > 0" if pick.many is None else f"{head} return True", *_NO])
    weight = 0 if pick.many is not None else d.c.layout.loads.picked(pick, elements, cost)
    counted = spending(d, f"len({found})", pick.span, weight)
    return d.hoist([*lines, *counted, head, *indented(after), " return True", "return False"])


_NO = ["return False"]


def completing(d: Draft, pick: Any, elements: Elements, cost: Steps) -> Lines:
    """Write what is tested behind an answer to a pick; ``continue`` where it fails."""
    own = [] if pick.condition is None else _unless(holding(d, pick.condition), "continue")
    return [*own, *passing(d, elements, cost, "continue")]


def accepting(d: Draft, parts: tuple[Any, ...], elements: Elements, cost: Steps, alone: bool = False) -> Lines:
    """Write the answers to a choice that can be completed into the name ``found``; of pieces that are alike one.

    ``alone``: no other piece has been named before, so that what holds for one piece holds for all that are alike.
    """
    if not is_plain(parts):
        return listing(d, parts, lambda: passing(d, elements, cost, "continue"))
    pick = parts[0]
    kind = d.c.game.questions[pick.question].type
    assert isinstance(kind, t.Type)
    signature = merger(d.c, kind)

    def fail() -> NoReturn:
        raise RuleError("GDRUN07", pick.span, what="the list of choices", bound=Limits.choices)

    weight = d.c.layout.loads.picked(pick, elements, cost)
    lines = [f"values = {source_of(d, pick.domain)}", *spending(d, "len(values)", pick.span, weight)]
    place = d.take(pick.slot)
    after = completing(d, pick, elements, cost)
    end = [f"if len(found) > {Limits.choices}: {d.bind(fail)}()"]
    if signature is None:
        body = [*indented(after), f" found.append({place})"]
        loop = ["found = []", f"for {place} in values:", *body] if after else ["found = list(values)"]
        return [*lines, *loop, *end]
    loop = [
        "found, alike = [], set()",
        f"for value in {d.bind(best_known_first)}(s, values):",
        f" mark = {d.bind(signature)}(s, value)",
        " if mark in alike: continue",
        *([" alike.add(mark)"] if alone else []),
        f" {place} = value",
        *indented(after),
        " found.append(value)",
        *([] if alone else [" alike.add(mark)"]),
        "found.sort()",
    ]
    return [*lines, *loop, *end]


def answering(c: Compiler, parts: tuple[Any, ...], elements: Elements, cost: Steps) -> Eval:
    """Return the function of state and frame that gives the answers to a choice inside a paragraph."""
    first, *others = parts
    read = [first.domain, *([] if first.condition is None else [first.condition]), *others, *elements, *cost]

    def write(d: Draft) -> Lines:
        lines = [*accepting(d, parts, elements, cost), "return found"]
        return once_each(lines) if shares(c, *read) else lines

    return c.later(write)


def check_arguments(c: Compiler, action: model.CheckedAction, arguments: tuple[core.Value, ...]) -> list[Eval]:
    """Compile the arguments of an action in a plan."""
    if len(arguments) != len(action.params):
        raise SetupError(f"{action.span}: {action.name} is called without its arguments")
    pairs = zip(arguments, action.params, strict=True)
    return [c.limited(value, kind, action.name) for value, kind in pairs]
