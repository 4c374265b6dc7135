"""Printed programs: whatever a game calls its things, the text is the program's own; tracebacks show its lines."""

from __future__ import annotations

import re
import traceback
from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.engines import engine_for
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing import c

STRANGE = """game Strange "Strange names"
  players: 2
types
  exec: lambda_, import_
components
  chip: counter, 9
  yield_: card, 2 each exec
table
  bank: purse of chip, full
  class_: heap of yield_, full
  global_: 0..99
  each player
    raise_: purse of chip
terms
  while_(del_: exec) = count(class_ where exec = del_)
  each player
    try_ = raise_ + while_(lambda_)
phases
  assert_
    who: players from A
    play: return_
    until: bank < 3
actions
  return_
    let: from_ = min(2, bank)
    pick: k0 in 1..from_ "How many?"
    when: you.try_ < 9
    cost: pay k0 from bank to you.raise_
    then:
      set global_ to global_ + you.try_
      for each s in players where s.raise_ > 1: set global_ to global_ + 1
end
  winner: the p in players with most p.raise_ ties all
"""
NAMES = {
    *("exec", "lambda_", "import_", "chip", "yield_", "bank", "class_", "global_", "raise_"),
    *("while_", "del_", "try_", "assert_", "return_", "from_", "k0", "Strange", "names"),
}


def test_texts_hold_no_name_of_a_rule_file() -> None:
    """Neither in Python, but for lines of comments that say which number is what, nor in C."""
    kernel = PythonKernel(program_of(engine_for(gamedsl.loads(STRANGE).checked, 2)))
    for text in (kernel.printer.text(), c.Printer(kernel.program).text()):
        words = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"(?m)^ *# .*$", "", text)))
        assert len(words) > 50
        assert set() == words & NAMES


def test_tracebacks_show_lines_of_printed_functions() -> None:
    """A traceback through a printed function shows the line of its text."""
    kernel = PythonKernel(program_of(engine_for(gamedsl.loads(STRANGE).checked, 2)))
    s = kernel.start(1)
    where = kernel.at["status"], kernel.at["resume"]
    broken: Any = [number if at in where else None for at, number in enumerate(s)]
    with pytest.raises(TypeError) as caught:
        kernel.codes(broken)

    line = traceback.extract_tb(caught.value.__traceback__)[-1].line
    assert line and line in kernel.printer.text()
