"""Games that nobody meant: whatever a clean rule file says, random play ends, or stops where a rule cannot be done."""

from __future__ import annotations

import os
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import gamedsl
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from tests.helpers.play.engines import conserved
from tests.helpers.suite.nightly import examples

ROOT = Path(__file__).parents[2]
LARGE = [ROOT / "games" / f"{name}.game" for name in ("quatre_etoiles", "saloon_tycoon", "tycoon")]
SMALL = [*sorted(ROOT.glob("examples/*.game")), ROOT / "games" / "mogul.game"]
TEXTS = {path: path.read_text(encoding="utf-8").partition("\nscenarios\n")[0] + "\n" for path in SMALL + LARGE}
FILES = {
    folder: {
        Path(os.path.relpath(file, folder)).as_posix(): file.read_text(encoding="utf-8-sig")
        for near in {folder, ROOT / "games"}
        for file in (*near.rglob("*.csv"), *near.glob("*.game"))
    }
    for folder in (ROOT / "examples", ROOT / "games")
}
WORD = re.compile(r"(?m)(?<![\w\"#])(?:[a-z_]\w*|\d+|[<>]=?|!=|=|\+|-|\*)(?![^\n]*\")")
SIGNS = ["=", "!=", "<", "<=", ">", ">="]
SUMS = ["+", "-", "*"]
TURNS = [("most", "fewest"), ("and", "or"), ("in", "not in"), ("top", "bottom"), ("all", "any")]
MOST_DECISIONS = 150


def exchange(text: str, word: str, draw: st.DrawFn) -> str:
    """Return what may stand for a word without breaking most sentences: a number near it, its opposite, a namesake."""
    if word.isdigit():
        return str(draw(st.integers(0, int(word) + 3)))
    for family in (SIGNS, SUMS, *TURNS):
        if word in family:
            return draw(st.sampled_from(family))
    return draw(st.sampled_from(sorted(set(WORD.findall(text)))))


@st.composite
def changed(draw: st.DrawFn, games: list[Path]) -> tuple[Path, str]:
    """Return a game in which up to three words or numbers are others, or a line is left out or doubled."""
    path = draw(st.sampled_from(games))
    text = TEXTS[path]
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.integers(0, 4)):
            start, end = draw(st.sampled_from([match.span() for match in WORD.finditer(text)]))
            text = text[:start] + exchange(text, text[start:end], draw) + text[end:]
        else:
            lines = text.split("\n")
            number = draw(st.integers(0, len(lines) - 1))
            lines[number : number + 1] = [lines[number]] * (2 * draw(st.booleans()))
            text = "\n".join(lines)
    return path, text


def watched(table: gamedsl.Table) -> None:
    """Look at a position as a player would, and see that nothing was lost or made."""
    conserved(table._engine, table._state)
    before = table.save()
    for choice in table.legal():
        assert choice.text
        assert choice.words
    table.refusals()
    for seat in (None, 0, table.players - 1):
        table.view(seat)
        table.narration(seat)
        table.breakdowns(seat)
    assert before == table.save()


def plays(case: tuple[Path, str], seed: int) -> None:
    """Play a changed game, if it is clean, with the fewest players; nothing but a located rule error may stop it."""
    path, text = case
    try:
        table = gamedsl.loads(text, path.name, FILES[path.parent]).start(seed=seed, limit=MOST_DECISIONS)
    except (gamedsl.RuleFileError, gamedsl.SetupError):
        return
    watched(table)
    while table.decider is not None:
        codes = table.codes()
        table.apply(codes[draw(seed, 0, POLICY_STREAM, table.decisions, len(codes))])
        conserved(table._engine, table._state)
        if not table.decisions % 7:
            watched(table)
    watched(table)
    outcome, error = table.outcome(), table.error()
    if error is None:
        assert outcome is not None
    else:
        assert error.span.line >= 1
        assert error.code.startswith("GDRUN")


@settings(max_examples=examples(20))
@given(changed(SMALL), st.integers(0, 2**32))
def test_small_games(case: tuple[Path, str], seed: int) -> None:
    """Changed examples and Mogul."""
    plays(case, seed)


@settings(max_examples=examples(1, 1_000))
@given(changed(LARGE), st.integers(0, 2**32))
def test_large_games(case: tuple[Path, str], seed: int) -> None:
    """Changed forms of the three large games."""
    plays(case, seed)
