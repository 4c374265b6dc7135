"""Nodes of a program -> the nodes inside them, and the same nodes with others inside

There is one description of each kind of node: which of its attributes are expressions (*operands*), which are bodies
of statements, and which are neither. Everything here is read off it. What does not change stays the same object, so
that whoever asks can tell by ``is`` whether anything has.

    If(a, (Store(f, i, v),), ())   operands: a         bodies: (Store(f, i, v),) and ()
                                   children: a, Store  subexpressions: a and all inside it, nothing of the store
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, is_
from typing import Any, TypeGuard, get_args

import attrs

from gamedsl.by_fields import changed
from gamedsl.kernel.program import (
    Assign,
    Back,
    Break,
    Choose,
    Continue,
    Declare,
    Expression,
    Fail,
    For,
    ForBits,
    Halt,
    If,
    Int,
    Jump,
    Name,
    Number,
    Operation,
    Parameter,
    Program,
    Return,
    Statement,
    Type,
    Wait,
    Word,
)

Node = Expression | Statement
Body = tuple[Statement, ...]
TERMINATORS = (Break, Continue, Return, Fail, Halt, Jump, Back, Wait)
"""Statements behind which nothing is carried out."""
_LEAVES = frozenset({Name, Number})


@attrs.frozen
class _Shape:
    """Where nodes of a kind hold others; ``operands``, ``children`` and ``attributes`` read them, in their order.

    ``operand_places`` and ``child_places`` are the numbers of attributes: with True of those that are several nodes.
    """

    operands: Callable[[Any], Sequence[Expression]]
    children: Callable[[Any], Sequence[Node]]
    attributes: Callable[[Any], tuple[Any, ...]]
    operand_places: tuple[tuple[int, bool], ...]
    child_places: tuple[tuple[int, bool], ...]
    bodies: tuple[str, ...]


def _shape_of(kind: type) -> _Shape:
    fields = [(at, one.name, str(one.type)) for at, one in enumerate(attrs.fields(kind))]
    operands = [one for one in fields if one[2].startswith(("tuple[Expression", "Expression", "Call"))]
    bodies = [one for one in fields if one[2].startswith("tuple[Statement")]
    children = sorted([*operands, *bodies])
    return _Shape(
        _reader(operands),
        _reader(children),
        _values([name for _, name, _ in fields]),
        tuple([(at, declared.startswith("tuple")) for at, _, declared in operands]),
        tuple([(at, declared.startswith("tuple")) for at, _, declared in children]),
        tuple([name for _, name, _ in bodies]),
    )


def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives the values of some attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda x: (getattr(x, names[0]),)) if names else lambda _: ()


def _reader(held: Sequence[tuple[int, str, str]]) -> Callable[[Any], Sequence[Any]]:
    """Return what gives the nodes in some attributes, of which number, name and type are given."""
    values = _values([name for _, name, _ in held])
    several = [declared.startswith("tuple") for _, _, declared in held]
    if several == [True]:
        return attrgetter(held[0][1])
    if any(several):
        return lambda x: [
            node for one, many in zip(values(x), several, strict=True) for node in (one if many else (one,))
        ]
    if any(declared.endswith("None") for _, _, declared in held):
        return lambda x: [one for one in values(x) if one is not None]
    return values


_SHAPES = {kind: _shape_of(kind) for kind in (*get_args(Expression), *get_args(Statement))}
_OPERANDS = {kind: one.operands for kind, one in _SHAPES.items()}
_CHILDREN = {kind: one.children for kind, one in _SHAPES.items() if one.child_places}
_BODIES = {kind: one.bodies for kind, one in _SHAPES.items() if one.bodies}
_BODIES_BACKWARDS = {kind: names[::-1] for kind, names in _BODIES.items()}


def is_node(x: object) -> TypeGuard[Node]:
    """Tell whether something is a node."""
    return type(x) in _SHAPES


# ---------------------------------------------------------------- all nodes


def children(x: Node) -> Sequence[Node]:
    """Return the nodes directly inside a node, in the order in which they are worked out."""
    return _SHAPES[type(x)].children(x)


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and all nodes inside them."""
    left = list(nodes)[::-1]
    while left:
        x = left.pop()
        yield x
        reader = _CHILDREN.get(type(x))
        if reader is not None:
            left += reader(x)[::-1]


def with_children(x: Node, change: Callable[[Any], Any]) -> Any:
    """Return a node in which each node directly inside is what ``change`` makes of it."""
    return _with_nodes(x, _SHAPES[type(x)], _SHAPES[type(x)].child_places, change)


def _with_nodes(x: Any, shape: _Shape, places: tuple[tuple[int, bool], ...], change: Callable[[Any], Any]) -> Any:
    if not places:
        return x
    values = shape.attributes(x)
    new: list[Any] | None = None
    for at, several in places:
        found = values[at]
        if several:
            made: Any = tuple([change(one) for one in found])
            is_same = all(map(is_, made, found))
        else:
            made = None if found is None else change(found)
            is_same = made is found
        if not is_same:
            new = list(values) if new is None else new
            new[at] = made
    return x if new is None else type(x)(*new)


# ---------------------------------------------------------------- expressions


def operands(x: Any) -> Sequence[Expression]:
    """Return the expressions directly in an expression or statement, in the order in which they are worked out."""
    return _OPERANDS[type(x)](x)


def with_operands(x: Any, change: Callable[[Expression], Expression]) -> Any:
    """Return an expression or statement whose operands are changed."""
    shape = _SHAPES[type(x)]
    return _with_nodes(x, shape, shape.operand_places, change)


def subexpressions(x: Any) -> list[Expression]:
    """Return all expressions inside an expression or statement, not those of the bodies of a statement."""
    found: list[Expression] = []
    waiting = list(_OPERANDS[type(x)](x))
    while waiting:
        one = waiting.pop()
        found.append(one)
        kind = type(one)
        if kind not in _LEAVES:
            waiting += _OPERANDS[kind](one)
    return found


def always_evaluated(x: Any) -> list[Expression]:
    """Return the expressions inside an expression or statement that are worked out in any case, operands first."""
    found: list[Expression] = []
    _add_always_evaluated(x, found)
    return found


def _add_always_evaluated(x: Any, found: list[Expression]) -> None:
    kind = type(x)
    shown = _OPERANDS[kind](x)
    if kind is Choose or (kind is Operation and x.sign in ("and", "or")):
        shown = shown[:1]
    for one in shown:
        if type(one) not in _LEAVES:
            _add_always_evaluated(one, found)
        found.append(one)


# ---------------------------------------------------------------- statements


def bodies(x: Statement) -> tuple[Body, ...]:
    """Return the bodies of a statement."""
    return tuple([getattr(x, name) for name in _BODIES.get(type(x), ())])


def named_bodies(x: Statement) -> Iterator[tuple[str, Body]]:
    """Give the bodies of a statement with the names of their attributes."""
    return ((name, getattr(x, name)) for name in _BODIES.get(type(x), ()))


def with_bodies(x: Any, change: Callable[[Body], Body]) -> Any:
    """Return a statement whose bodies are changed."""
    names = _BODIES.get(type(x))
    return x if names is None else changed(x, **{name: tuple(change(getattr(x, name))) for name in names})


def all_statements(body: Sequence[Statement]) -> Iterator[Statement]:
    """Give all statements of a body, those inside of others too."""
    waiting = [*reversed(body)]
    while waiting:
        one = waiting.pop()
        yield one
        for name in _BODIES_BACKWARDS.get(type(one), ()):
            waiting += reversed(getattr(one, name))


def all_expressions(body: Sequence[Statement]) -> Iterator[Expression]:
    """Give all expressions of a body."""
    for one in all_statements(body):
        yield from subexpressions(one)


def is_terminated(body: Sequence[Statement]) -> bool:
    """Tell whether nothing behind a body is ever carried out."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, If):
        return bool(last.otherwise) and is_terminated(last.then) and is_terminated(last.otherwise)
    return isinstance(last, TERMINATORS)


def assigned(body: Sequence[Statement]) -> set[str]:
    """Return the names that get a new value somewhere in a body."""
    return {one.name for one in all_statements(body) if type(one) is Assign}


def local_types(body: Sequence[Statement], given: Sequence[Parameter] = ()) -> dict[str, Type]:
    """Return the types of the parameters and locals of a function, block or wait, whatever is known of them inside."""
    found: dict[str, Type] = {one.name: one.type for one in given}
    for x in all_statements(body):
        if isinstance(x, Declare | For):
            found[x.name] = x.type
        elif isinstance(x, ForBits):
            assert isinstance(x.word.type, Word)
            found[x.name] = Int(0, max(0, x.word.type.width - 1))
    return found


def weight(body: Sequence[Statement]) -> int:
    """Return how many nodes a body has, roughly."""
    return sum(1 for _ in all_statements(body)) + sum(1 for _ in all_expressions(body))


# ---------------------------------------------------------------- programs


def program_bodies(program: Program) -> Iterator[Body]:
    """Yield the statements of functions, blocks and waits."""
    for function in program.functions.values():
        yield function.body
    yield from program.blocks
    yield from program.waits.values()


def change_bodies(program: Program, change: Callable[[Body], Body]) -> None:
    """Replace the statements of every function, block and wait."""
    change_scopes(program, lambda body, _: change(body))


def change_scopes(program: Program, change: Callable[[Body, Sequence[Parameter]], Body]) -> None:
    """Replace the statements of every function, block and wait, of which the parameters are given, too."""
    for name, function in program.functions.items():
        program.functions[name] = attrs.evolve(function, body=change(function.body, function.parameters))
    program.blocks = [change(body, ()) for body in program.blocks]
    program.waits = {number: change(body, ()) for number, body in program.waits.items()}
