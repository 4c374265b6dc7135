"""Text that goes deep, and brackets over many lines: one finding where something is too much, none where it is not."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.source import Source
from gamedsl.syntax.text import scanner
from gamedsl.syntax.text.layout import MAX_LEVELS
from gamedsl.syntax.text.scanner import MAX_CONTINUATION, Scanner

GAME = """game Deep
  players: 2
components
  coin: counter, 6
table
  bank: purse of coin, full
  each player
    coins: purse of coin
phases
  go
    who: players from A
    play: take
    until: {until}
actions
  take "Take"
    then:
      pay 1 from bank to you.coins
{steps}end
  winner: the p in players with most p.coins ties all
"""


def found(until: str = "bank = 0", steps: str = "") -> list[tuple[str, int]]:
    """Return code and line of what is found."""
    return [(one.code, one.span.line) for one in gamedsl.check_text(GAME.format(until=until, steps=steps))]


def stairs(many: int) -> str:
    """Return loops inside each other."""
    loops = "".join(f"{'  ' * (at + 3)}for each p{at} in players:\n" for at in range(many))
    return f"{loops}{'  ' * (many + 3)}pay min(1, bank) from bank to you.coins\n"


@pytest.mark.parametrize("more", [0, 1, 5, 60])
def test_what_is_too_deep_is_found_once(more: int) -> None:
    """The first line that is too deep is told, and not that nothing stood under the line above it."""
    within = MAX_LEVELS - 4
    assert [] == found(steps=stairs(within))
    first = GAME.format(until="", steps="").split("\n").index("end") + 1
    assert [("GDSYN14", first + within + 1)] == found(steps=stairs(within + 1 + more))


@pytest.mark.parametrize("many", [MAX_CONTINUATION - 5, MAX_CONTINUATION + 50, 8 * MAX_CONTINUATION])
def test_a_bracket_goes_on_over_very_many_lines(many: int) -> None:
    """However far down the closing bracket stands."""
    lines = "".join(f"        {at},\n" for at in range(many))
    assert [] == found(until=f"bank = min(\n{lines}        0)")


def test_the_work_for_open_brackets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every line opens a bracket, further and further in, the rest of the file is not read for each of them."""
    read = 0
    scan = Scanner._scan

    def counted(self: Scanner, number: int, *more: object) -> str:
        nonlocal read
        read += len(self.physical[number - 1])
        return scan(self, number, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Scanner, "_scan", counted)
    brackets, lines = 40, 4_500
    text = "".join(f"{' ' * at}(\n" for at in range(brackets)) + f"{' ' * brackets}x\n" * lines
    assert len(text) < scanner.MAX_CHARACTERS
    Scanner(Source("game.game", text), lambda *_, **__: None).lines()
    assert 2 * scanner.MOST_FOLLOWED > read > 2 * len(text)
