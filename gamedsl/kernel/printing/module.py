"""A program and who is told -> its functions in Python, each printed and compiled when it is first called

Equal texts are compiled once in a process, so that the second engine of a set-up costs little.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from itertools import count
from types import CodeType
from typing import Any, cast

from gamedsl.kernel.printing.head import HEAD
from gamedsl.kernel.printing.python import Lines, Printer
from gamedsl.kernel.printing.turns import Turns

_numbers = count(1)


class Module:
    """The functions of one printer's program, by the names that it has given them.

    ``listener`` makes of what a note is about and its number who is told it. ``names`` is what the printed functions
    see: beside each other ``B``, the blocks by their numbers, ``L``, what lists the choices at each wait, and ``D``,
    what decides there by chance. What has not been called yet stands there as something that prints it.
    """

    def __init__(self, printer: Printer, listener: Callable[[str, int], Callable[..., Any]]) -> None:
        self.printer, self._listener = printer, listener
        program = printer.program
        self.blocks: list[Callable[..., int]] = [partial(self._block, at) for at in range(len(program.blocks))]
        self.waits: dict[int, Callable[..., list[int]]] = {at: partial(self._wait, at) for at in program.waits}
        self.names: dict[str, Any] = {"KEY": printer.at["key"], "GAME": printer.at["game"]}
        exec(compiled(HEAD), self.names)  # noqa: S102
        self.turns: dict[int, Callable[..., int]] = {at: partial(self._turn, at) for at in program.waits}
        self.names |= {"B": self.blocks, "L": self.waits, "D": self.turns}

    def complete(self) -> None:
        """Print and compile all that has not been called yet."""
        for number, block in enumerate(self.blocks):
            if isinstance(block, partial):
                self.blocks[number] = self._made(f"B{number}", self.printer.block(number))
        for number, wait in self.waits.items():
            if isinstance(wait, partial):
                self.waits[number] = self._made(f"L{number}", self.printer.wait(number))
        for number, turn in self.turns.items():
            if isinstance(turn, partial):
                self.turns[number] = self._made(f"D{number}", self._chance.turn(number))
        for function in self.printer.program.called():
            name = self.printer.name("F", function.name)
            if isinstance(self.names.get(name), partial | None):
                self._made(name, self.printer.function(function))

    def run(self, lines: Lines) -> dict[str, Any]:
        """Run lines that the printer has written, among the functions; return what they define."""
        self._provide()
        own: dict[str, Any] = {}
        exec(compiled("\n".join(lines)), self.names, own)  # noqa: S102 - made from the checked form only
        return own

    def _made(self, name: str, lines: Lines) -> Callable[..., Any]:
        made: Callable[..., Any] = self.run(lines)[name]
        self.names[name] = made
        return made

    def _block(self, number: int, s: list[int], code: int) -> int:
        made = self.blocks[number] = self._made(f"B{number}", self.printer.block(number))
        found: int = made(s, code)
        return found

    def _wait(self, number: int, s: list[int]) -> list[int]:
        made = self.waits[number] = self._made(f"L{number}", self.printer.wait(number))
        found: list[int] = made(s)
        return found

    @cached_property
    def _chance(self) -> Turns:
        return Turns(self.printer)

    def _turn(self, number: int, s: list[int], base: int, decision: int) -> int:
        made = self.turns[number] = self._made(f"D{number}", self._chance.turn(number))
        found: int = made(s, base, decision)
        return found

    def _function(self, name: str, key: str, *given: Any) -> Any:
        return self._made(name, self.printer.function(self.printer.program.functions[key]))(*given)

    def _provide(self) -> None:
        """Put what printed lines name beside them."""
        printer, names = self.printer, self.names
        for name, (stem, key) in printer.used.items():
            if name in names:
                continue
            if stem == "T":
                names[name] = printer.program.tables[key]
            elif stem == "R":
                table, low, end = [printer.program.tables[one] for one in printer.parts[name]]
                names[name] = tuple([table[a:b] for a, b in zip(low, end, strict=False)])
            elif stem == "N":
                number = int(key)
                names[name] = self._listener(printer.noted[number], number)
            else:
                names[name] = partial(self._function, name, key)
        printer.used.clear()


@lru_cache(maxsize=8192)
def compiled(text: str) -> CodeType:
    """Return a text as code, with its lines for tracebacks."""
    name = f"kernel text {next(_numbers)}"
    code = compile(text, name, "exec")
    cast("dict[str, Any]", linecache.cache)[name] = (text.__str__,)
    for one in code.co_consts:
        if isinstance(one, CodeType):
            weakref.finalize(one, linecache.cache.pop, name, None).atexit = False
            break
    return code
