"""Annotated class bodies -> attrs classes for the hundreds of nodes, made much faster than attrs makes them.

attrs compiles methods for every class, about 0.6 ms each: a third of the time that ``gamedsl check`` takes. Here the
classes share their methods. Type checkers see ``attrs.frozen`` and ``attrs.define``, and ``attrs.fields``,
``attrs.evolve`` and ``attrs.has`` work as for any attrs class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

__all__ = ["Mutable", "Record", "mutable", "record"]

if TYPE_CHECKING:
    from attrs import define as mutable
    from attrs import frozen as record
else:

    def record(cls: type | None = None, *, kw_only: bool = False, eq: bool = True, repr: bool = True) -> Any:
        """Make a frozen class of a subclass of Record; ``eq`` and ``repr`` are always those of Record."""
        del eq, repr

        def make(body: type) -> type:
            return _made(body, kw_only)

        return make if cls is None else make(cls)

    def mutable(cls: type) -> Any:
        """Make a class of a subclass of Mutable: what a pass collects while it works."""
        return _made(cls, False)


_Factory: Any = attrs.Factory


class _Fields:
    """Built and printed by its fields."""

    __fields: tuple[str, ...] = ()
    __positional: tuple[str, ...] = ()
    __defaults: Mapping[str, Any] = {}
    __shown: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        values = self.__dict__
        if args:
            if len(args) > len(self.__positional):
                raise TypeError(f"{type(self).__name__} takes {len(self.__positional)} values, not {len(args)}")
            values.update(zip(self.__positional, args, strict=False))
        values.update(kwargs)
        if len(values) != len(self.__fields):
            for name, default in self.__defaults.items():
                if name not in values:
                    values[name] = default.factory() if isinstance(default, _Factory) else default
        if len(values) != len(self.__fields) or len(args) + len(kwargs) > len(values):
            self.__complain(values)

    def __complain(self, values: Mapping[str, Any]) -> NoReturn:
        missing = [name for name in self.__fields if name not in values]
        unknown = [name for name in values if name not in self.__fields]
        raise TypeError(f"{type(self).__name__}: missing {missing}, unknown or given twice {unknown}")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__shown)
        return f"{type(self).__name__}({shown})"


class Record(_Fields):
    """Base of all records: they never change, and are compared and hashed by their fields."""

    __compared: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __delattr__(self, name: str) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__compared)

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(getattr(self, name) for name in self.__compared)))


class Mutable(_Fields):
    """Base of what changes while it is used; compared by identity."""


def _made(cls: Any, kw_only: bool) -> Any:
    """Give a class what the methods of its base and the functions of attrs need."""
    own = [_field(cls, name, kind, kw_only) for name, kind in get_annotations(cls).items()]
    names = {field.name for field in own}
    inherited = [field for field in getattr(cls, "__attrs_attrs__", ()) if field.name not in names]
    fields = (*inherited, *own)
    positional = tuple(field.name for field in fields if not field.kw_only)
    cls.__attrs_attrs__ = fields
    setattr(cls, "__match_args__", positional)  # noqa: B010
    cls._Fields__fields = tuple(field.name for field in fields)
    cls._Fields__positional = positional
    cls._Fields__defaults = {field.name: field.default for field in fields if field.default is not attrs.NOTHING}
    cls._Record__compared = tuple(field.name for field in fields if field.eq)
    cls._Fields__shown = tuple(field.name for field in fields if field.repr)
    return cls


def _field(cls: Any, name: str, kind: object, kw_only: bool) -> Any:
    given = cls.__dict__.get(name, attrs.NOTHING)
    eq = repr_ = True
    if given is not attrs.NOTHING:
        delattr(cls, name)
    if type(given).__name__ == "_CountingAttr":
        eq, repr_ = given.eq, given.repr
        given = given._default
    make: Callable[..., Any] = attrs.Attribute
    return make(
        name=name,
        default=given,
        validator=None,
        repr=repr_,
        cmp=None,
        eq=eq,
        order=False,
        hash=None,
        init=True,
        inherited=False,
        type=kind,
        kw_only=kw_only,
        alias=name,
    )
