"""The printer of a program and a wait -> what decides there by chance and carries that out, as the text of a function

Decision ``n`` of a game is made by number ``n`` of a stream of chance (see ``state/chance.py``), which is worked out
only where there is more than one choice. A function answers what its last block answers, or ``STUCK``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.kernel.passes.walk import all_expressions, all_statements
from gamedsl.kernel.printing.python import HALT, Lines, Printer
from gamedsl.kernel.program import Append, Back, Fail, ForBits, Halt, Jump, Name, Program, Read, Statement, Wait

STUCK = HALT - 1
"""What is answered where nothing can be chosen."""
_DRAWN = """
  u_value = (u_base + u_number * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
  u_value = ((u_value ^ (u_value >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
  u_value = ((u_value ^ (u_value >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
  u_at = ((u_value ^ (u_value >> 31)) >> 32) * u_many >> 32
"""


class Turns:
    """Writes the decisions by chance of a printer's program."""

    def __init__(self, printer: Printer) -> None:
        self.printer, self.program = printer, printer.program
        self.asking = asking(self.program)
        read = {x.field for x in _expressions(self.program) if isinstance(x, Read)}
        self.counts = [printer.at[name] for name in ("work", "jumps") if name in read]

    def turn(self, number: int) -> Lines:
        """Write the decision of a wait."""
        printer = self.printer
        printer.temps = 0
        lines = [f"def D{number}(s, u_base, u_number):", " codes = []", *self._picked(number)]
        lines += [f" s[{printer.at['decisions']}] = u_number + 1"]
        lines += [f" s[{one}] = 0" for one in self.counts]
        return [*lines, *printer.behind(number, self.asking)]

    def _picked(self, number: int) -> Lines:
        """Write the listing of the choices, and which of them it is; those of a word are not listed."""
        printer, waits = self.printer, self.program.waits[number]
        at = _listed_word(waits)
        if at is None:
            body = printer.body(printer.told_body(waits), " ")
            return [*body, " u_many = len(codes)", *_at(), " code = codes[u_at]"]
        before, x, behind = printer.told_body(waits[:at]), waits[at], printer.told_body(waits[at + 1 :])
        assert isinstance(x, ForBits)
        assert isinstance(x.body[0], Append)
        lines = printer.body(before, " ") if before else []
        lines += [f" u_word = {printer.value(x.word)}", " u_all = u_word.bit_count()"]
        code = f"{x.name} = nth(u_word, u_at)", f"code = {printer.value(x.body[0].code)}"
        if not before and not behind:
            return [*lines, " u_many = u_all", *_at(), *[f" {one}" for one in code]]
        lines += [" u_first = len(codes)", *(printer.body(behind, " ") if behind else [])]
        lines += [" u_many = len(codes) + u_all", *_at(), " u_at -= u_first", " if 0 <= u_at < u_all:"]
        lines += [f"  {one}" for one in code]
        return [*lines, " else:", "  code = codes[u_at + u_first if u_at < 0 else u_at + u_first - u_all]"]


def _at() -> Lines:
    """Write which of the choices it is."""
    return [
        " if u_many > 1:",
        *_DRAWN.strip("\n").split("\n"),
        " elif u_many:",
        "  u_at = 0",
        " else:",
        f"  return {STUCK}",
    ]


def _listed_word(body: Sequence[Statement]) -> int | None:
    """Return where among the statements of a wait the only one stands that makes choices of all numbers of a word."""
    found = [at for at, one in enumerate(body) if isinstance(one, ForBits) and _only_lists(one)]
    return found[0] if len(found) == 1 else None


def _only_lists(x: ForBits) -> bool:
    return len(x.body) == 1 and isinstance(x.body[0], Append)


def _expressions(program: Program) -> Iterator[object]:
    for body in (*program.blocks, *program.waits.values(), *[one.body for one in program.called()]):
        yield from all_expressions(body)


def asking(program: Program) -> frozenset[int]:
    """Return the blocks that read what was chosen, and those that run on into one of them."""
    found = {
        number
        for number, body in enumerate(program.blocks)
        if any(isinstance(x, Name) and x.name == "code" for x in all_expressions(body))
    }
    before: dict[int, list[int]] = {}
    for number, body in enumerate(program.blocks):
        for one in _next(number, body):
            before.setdefault(one, []).append(number)
    waiting = [*found]
    while waiting:
        for one in before.get(waiting.pop(), ()):
            if one not in found:
                found.add(one)
                waiting.append(one)
    return frozenset(found)


def _next(number: int, body: Sequence[Statement]) -> Iterator[int]:
    """Give the blocks with which a run goes on behind one."""
    for one in all_statements(body):
        if isinstance(one, Jump):
            yield one.block.block
        elif isinstance(one, Back):
            yield from (target.block for target in one.blocks)
    if not body or not isinstance(body[-1], Jump | Back | Wait | Halt | Fail):
        yield number + 1
