"""Python text of functions -> functions: the only place of the program that runs generated text.

The text is made by ``drafts`` from the checked form of a game alone: own names, numbers, and the places of frames and
states. No name, word or number is copied from a rule file as text; whatever else a function needs is handed to it as a
value. Equal texts are compiled once in a process, so that the second engine of a game costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import attrs

_BUILTINS = {
    one.__name__: one for one in (abs, bool, enumerate, len, list, map, max, min, range, set, sorted, sum, tuple, type)
}


_numbers = count(1)


@attrs.frozen
class _Text:
    """What ``linecache`` asks for the lines of a traceback; it lives as long as the functions of the text."""

    text: str

    def get_source(self, name: str) -> str:
        """Return the text; there is only one."""
        del name
        return self.text


@lru_cache(maxsize=8192)
def _maker(text: str) -> Callable[..., Any]:
    """Return the function ``make`` that a text defines."""
    name = f"engine text {next(_numbers)}"
    names: dict[str, Any] = {"__builtins__": _BUILTINS, "__name__": name, "__loader__": _Text(text)}
    exec(compile(text, name, "exec"), names)  # noqa: S102 - made from the checked form only, see above
    made: Callable[..., Any] = names["make"]
    return made


def function(name: str, lines: Sequence[str], values: Sequence[Any]) -> Callable[..., Any]:
    """Return the function ``name`` that ``lines`` define; ``k0``, ``k1`` … mean ``values`` in them."""
    head = ", ".join([f"k{number}" for number in range(len(values))])
    made: Callable[..., Any] = _maker("\n ".join([f"def make({head}):", *lines, f"return {name}"]))(*values)
    return made
