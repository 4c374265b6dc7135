"""Functions in a small typed Python -> kernel functions"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

import attrs

from gamedsl.kernel import builder as m
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Call,
    Continue,
    Declare,
    Do,
    Expression,
    For,
    ForBits,
    Function,
    If,
    Int,
    Name,
    Parameter,
    Program,
    Return,
    Statement,
    Store,
    Type,
    While,
    Word,
)

NUMBER = Int(-(2**31), 2**31 - 1)


_SIGNS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "mod",
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


_WORDS: dict[type, str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}


@attrs.frozen
class Setting:
    """What the names of routines mean: fields by name, constants, and the width of words; ``mark`` ends names."""

    mark: str
    fields: Mapping[str, str]
    constants: Mapping[str, int]
    width: int


def translate(program: Program, module: ModuleType, setting: Setting, names: set[str]) -> None:
    """Add routines of a module, and those that they call."""
    found = _routines(module)
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if f"{name}.{setting.mark}" not in program.functions:
            made = _Routine(program, setting, found)
            function = made.function(found[name])
            program.functions[function.name] = function
            waiting += sorted(made.called)


@cache
def _routines(module: ModuleType) -> Mapping[str, ast.FunctionDef]:
    """Return the functions of a module by name, as they are written."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


class _Routine:
    def __init__(self, program: Program, setting: Setting, found: Mapping[str, ast.FunctionDef]) -> None:
        self.program, self.setting, self.found = program, setting, found
        self.names: dict[str, Type] = {}
        self.called: set[str] = set()

    def type(self, node: ast.expr | None) -> Type | None:
        if isinstance(node, ast.Constant):
            return None
        assert isinstance(node, ast.Name)
        return NUMBER if node.id == "i" else Word(self.setting.width)

    def function(self, node: ast.FunctionDef) -> Function:
        parameters = []
        for one in node.args.args:
            kind = self.type(one.annotation)
            assert kind is not None
            self.names[one.arg] = kind
            parameters.append(Parameter(one.arg, kind))
        body = [part for part in node.body if not isinstance(part, ast.Expr) or isinstance(part.value, ast.Call)]
        result = self.type(node.returns)
        return Function(f"{node.name}.{self.setting.mark}", tuple(parameters), result, self.body(body))

    def body(self, nodes: list[Any]) -> tuple[Statement, ...]:
        return tuple(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> Statement:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=value):
                made = self.type(kind)
                assert made is not None
                assert value is not None
                self.names[name] = made
                return Declare(name, made, self.value(value))
            case ast.Assign(targets=[target], value=value):
                return self.assign(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                return self.assign(target, m.arithmetic(_SIGNS[type(op)], self.value(target), self.value(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                return If(self.value(test), self.body(body), self.body(orelse))
            case ast.While(test=test, body=body):
                return While(self.value(test), self.body(body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="bits"), args=[of]), body=body):
                found = self.value(of)
                kind_ = Int(0, max(0, self.setting.width - 1))
                self.names[name] = kind_
                return ForBits(name, kind_, found, self.body(body))
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[low, end]), body=body
            ):
                self.names[name] = NUMBER
                return For(name, NUMBER, self.value(low), self.value(end), self.body(body))
            case ast.Return(value=value):
                return Return(None if value is None else self.value(value))
            case ast.Expr(value=ast.Call() as call):
                made_ = self.value(call)
                assert isinstance(made_, Call)
                return Do(made_)
            case ast.Break():
                return Break()
            case ast.Continue():
                return Continue()
            case _:
                raise TypeError(ast.dump(node))

    def assign(self, target: ast.expr, value: Expression) -> Statement:
        if isinstance(target, ast.Name):
            return Assign(target.id, value)
        assert isinstance(target, ast.Subscript)
        assert isinstance(target.value, ast.Name)
        return Store(self.setting.fields[target.value.id], self.value(target.slice), value)

    def value(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=int() as value):
                return m.number(int(value))
            case ast.Name(id=name):
                if name in self.setting.constants:
                    return m.number(self.setting.constants[name])
                return Name(name, self.names[name])
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                field = self.setting.fields[name]
                return m.read(field, self.value(index), self.program.fields[field].type)
            case ast.BinOp(left=left, op=op, right=right):
                one, other = self.value(left), self.value(right)
                if type(op) in _WORDS:
                    return m.combine(_WORDS[type(op)], one, other)
                return m.arithmetic(_SIGNS[type(op)], one, other)
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.call(name, [self.value(one) for one in args])
            case _:
                return self.condition(node)

    def condition(self, node: ast.expr) -> Expression:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return m.compare(_SIGNS[type(op)], self.value(left), self.value(right))
            case ast.BoolOp(op=ast.And(), values=values):
                return m.every([self.value(one) for one in values])
            case ast.BoolOp(op=ast.Or(), values=values):
                return m.some([self.value(one) for one in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return m.opposite(self.value(operand))
            case _:
                raise TypeError(ast.dump(node))

    def call(self, name: str, given: list[Expression]) -> Expression:
        match name, given:
            case "bit", [one]:
                return m.bit(one, self.setting.width)
            case "has", [held, one]:
                return m.has(held, one)
            case "count", [held]:
                return m.size(held)
            case "lowest", [held]:
                return m.lowest(held)
            case _ if name in self.found:
                self.called.add(name)
                result = self.type(self.found[name].returns)
                return Call(f"{name}.{self.setting.mark}", tuple(given), BOOL if result is None else result)
            case _:
                raise TypeError(f"no routine {name}")
