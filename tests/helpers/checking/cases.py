"""Files of small cases -> what each adds to a game, and what the check should say at which of its lines.

A case begins with ``-- what it shows``. Its lines are sections, which are added to the game of the file, or one of the
short forms: ``value:`` and an expression, for the value of a term; ``then:`` and steps of an action called `extra`;
``play:`` and the plan of a phase `round`, with fields of an action `clap`. ``--`` alone begins another text that shows
the same. A finding stands behind its line as a comment: ``# GDNAM01``, with its message (``# GDNAM01: There is …``) or
its help (``# GDNAM01 -> write …``) where these matter. What is found in the game of the file stands behind the title.
Lines without a comment are right as they are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from tests.helpers.texts import game_text

_MARK = re.compile(r" +# (GD[A-Z]{3}\d\d\b.*)")
_SHORT = {
    "value:": (("terms",), "  extra =", ()),
    "then:": (("actions", "  extra"), "    then:", ()),
    "play:": (("phases", "  round", "    who: players from A"), "    play:", ("actions", '  clap "Clap"')),
}
"""What a short form stands for: the lines before it, the beginning of its own line, and the lines behind it."""


@attrs.frozen
class Case:
    """A text that is added to a game, with what should be found behind its lines; the first line is the title."""

    file: str
    lines: tuple[str, ...]
    game: str
    ignored: frozenset[str]

    @property
    def name(self) -> str:
        """Return what a run of the tests calls the case."""
        return f"{self.file}: {_MARK.sub('', self.lines[0]).removeprefix('-- ')}"

    def text(self) -> str:
        """Return the whole text of the game."""
        return self.game + "".join(f"{line}\n" for _, line in self._written())

    def with_findings(self, findings: Iterable[Diagnostic]) -> str:
        """Return the lines of the case with what was found behind them."""
        first, written = self.game.count("\n") + 1, self._written()
        behind = defaultdict[int, list[str]](list)
        for one in findings:
            inside = one.span.line - first
            line = written[inside][0] if inside >= 0 else 0
            mark = _MARK.search(self.lines[line])
            told = mark[1] if mark else ""
            if one.code in self.ignored and one.code not in told:
                continue
            detail = f": {one.message}" if f"{one.code}: " in told else ""
            behind[line].append(one.code + (f" -> {one.help}" if f"{one.code} -> " in told else detail))
        return "\n".join(
            _MARK.sub("", line) + (f"  # {', '.join(behind[number])}" if number in behind else "")
            for number, line in enumerate(self.lines)
        )

    def _written(self) -> list[tuple[int, str]]:
        """Return the lines that are added to the game, each with the number of its line of the case."""
        lines = [(number, _MARK.sub("", line)) for number, line in enumerate(self.lines)][1:]
        word, _, rest = lines[0][1].partition(" ")
        if word not in _SHORT:
            return lines
        before, own, behind = _SHORT[word]
        if word == "then:":
            steps = [*takewhile(lambda one: one[1].startswith(" "), lines[1:])]
            first = [(1, own), *([(1, f"      {rest}")] if rest else []), *((at, f"    {line}") for at, line in steps)]
        else:
            steps, first = [], [(1, f"{own} {rest}")]
        return [*((0, line) for line in before), *first, *((0, line) for line in behind), *lines[1 + len(steps) :]]


def cases(path: Path) -> Iterator[Case]:
    """Walk the cases of a file. Its head names the game, and codes that are not looked at."""
    head, *blocks = re.split(r"^(?=--)", path.read_text(encoding="utf-8"), flags=re.M)
    told = dict(re.findall(r"^(\w+): (.*)$", head, re.M))
    title = ""
    for block in blocks:
        lines = block.rstrip("\n").split("\n")
        title = lines[0] if lines[0] != "--" else title
        ignored = frozenset(told.get("ignored", "").split(", "))
        yield Case(path.stem, (title, *lines[1:]), game_text(told["game"]), ignored)
