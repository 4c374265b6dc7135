"""Printed programs: whatever a game calls its things, the text is the program's own; tracebacks show its lines."""

from __future__ import annotations

import re
import traceback
from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing import c
from gamedsl.play.engines import engine_for
from tests.helpers.texts import game_text

STRANGE = game_text("kernel/names")
NAMES = {
    *("exec", "lambda_", "import_", "chip", "yield_", "bank", "class_", "global_", "raise_"),
    *("while_", "del_", "try_", "assert_", "return_", "from_", "k0", "Strange", "names"),
}


def test_texts_hold_no_name_of_a_rule_file() -> None:
    """Neither in Python, but for lines of comments that say which number is what, nor in C."""
    kernel = PythonKernel(program_of(engine_for(gamedsl.loads(STRANGE).checked, 2).set_up))
    for text in (kernel.printer.text(), c.Printer(kernel.program).text()):
        words = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"(?m)^ *# .*$", "", text)))
        assert len(words) > 50
        assert set() == words & NAMES


def test_tracebacks_show_lines_of_printed_functions() -> None:
    """A traceback through a printed function shows the line of its text."""
    kernel = PythonKernel(program_of(engine_for(gamedsl.loads(STRANGE).checked, 2).set_up))
    s = kernel.start(1)
    where = kernel.at["status"], kernel.at["resume"]
    broken: Any = [number if at in where else None for at, number in enumerate(s)]
    with pytest.raises(TypeError) as caught:
        kernel.codes(broken)

    line = traceback.extract_tb(caught.value.__traceback__)[-1].line
    assert line and line in kernel.printer.text()
