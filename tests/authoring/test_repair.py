"""Cures that are applied: each kind gives the file as it was meant, and what helps nothing is taken back."""

from __future__ import annotations

from collections import Counter

import pytest

from gamedsl.authoring.fixing import repair as repairing
from gamedsl.authoring.fixing.edits import Edit, apply
from gamedsl.authoring.fixing.repair import Repaired, is_better, repair
from gamedsl.check_file import findings_about
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.files import GivenFiles
from gamedsl.internal_errors import InternalError
from gamedsl.source import Source, Span
from tests.helpers.mistakes.generators import KINDS
from tests.helpers.mistakes.mending import mended
from tests.helpers.mistakes.sampling import DEVELOPMENT, draw
from tests.helpers.texts import game_text

GAME = game_text("diagnostics/cures_typed")
NO_FILES = GivenFiles({})


def repaired(text: str) -> Repaired:
    """Return what becomes of the text of a game."""
    return repair(Source("typed.game", text), NO_FILES)


def slipped(*slips: tuple[str, str]) -> str:
    """Return the game with slips."""
    text = GAME
    for right, wrong in slips:
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    return text


SLIPS = [
    ("set chief to next(you)", "set cheif to next(you)"),  # a name
    ("set chief to next(you)", "set Chief to next(you)"),
    ("chief: player", "chief: playr"),
    ("\nphases\n", "\nphaess\n"),  # words of the language
    ("    play: rest", "    plai: rest"),
    ("set chief to next(you)", "sett chief to next(you)"),
    ("set chief to next(you)", "set chief too next(you)"),
    ("slot of man", "slto of man"),
    ("    play: rest", "    Play: rest"),
    (" and done[2]", " && done[2]"),
    ("set chief to next(you)", "set chief = next(you)"),
    ("    who: chief", "    who chief"),
    ("    who: chief", "    who = chief"),
    ("in 2..4: set", "in 2..4 set"),
    ('game Typed "Typed"', "game Typed “Typed”"),
    ('game Typed "Typed"', 'game Typed "Typed'),
    ('rest "Rest"', 'rest "Rest'),
    ("min(3, done[n] + 1)", "min(3, done[n] + 1))"),
    ("heap of man, full", "heap of man, full,"),
    ("heap of man, full", "heap of man full"),
    ("  chief: player", "   chief: player"),  # layout
    ("    until: you.lost", "     until: you.lost"),
    ("  chief: player", "\tchief: player"),
    ("    play: rest\n    until", "    play: rest until"),
    ("\nphases\n", "\n"),  # a line of a section
    ("    play: rest\n    until: you.lost", "    until: you.lost\n    play: rest"),  # no slip
]


@pytest.mark.parametrize(("right", "wrong"), SLIPS)
def test_a_slip_is_mended(right: str, wrong: str) -> None:
    """What the help of one finding names is written, and nothing else is changed."""
    text = slipped((right, wrong))
    result = repaired(text)

    assert () == result.left
    assert (text if not result.fixed else GAME) == result.text


def test_several_slips_are_mended_behind_each_other() -> None:
    """What cannot be read hides unknown names: these are mended as soon as they are seen."""
    text = slipped(("    play: rest", "    plai: rset"), ("set chief to next(you)", "sett cheif to next(yuo)"))

    assert GAME == repaired(text).text


def test_what_is_declared_otherwise_than_used_is_declared_anew() -> None:
    """A name that stands in many places is right in these."""
    text = slipped(("    lost: bool", "    lsot: bool"))

    assert GAME == repaired(text).text


def test_tabs_all_over_are_blanks() -> None:
    """A file that is indented by tabs, or by four blanks, becomes one with two."""
    tabs = "\n".join("\t" * ((len(line) - len(line.lstrip())) // 2) + line.lstrip() for line in GAME.split("\n"))
    wide = "\n".join(" " * (len(line) - len(line.lstrip())) + line for line in GAME.split("\n"))

    assert [GAME, GAME] == [repaired(tabs).text, repaired(wide).text]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("set chief to next(you)", "set boss to next(you)"),  # nothing is near
        ("winner: chief", "winner: lost"),  # whose is it?
        ("then:\n      set you.lost to count(you.box)", "then:\n      set you.lost to count(you.box"),
        ("    box: heap of man, full\n", ""),
        ("set done[n] to min(3, done[n] + 1)", "set done[n] to done[n] + 1"),
    ],
)
def test_nothing_is_done_where_nothing_is_certain(right: str, wrong: str) -> None:
    """Several places, an example, or advice about the rules: that is for people."""
    text = slipped((right, wrong))
    result = repaired(text)

    assert (text, ()) == (result.text, result.fixed)
    assert result.left


@pytest.mark.parametrize(
    "text", [GAME, slipped(SLIPS[0]), slipped(("set chief to next(you)", "sett boss to next(you)")), "game"]
)
def test_a_second_time_changes_nothing(text: str) -> None:
    """What is mended once has nothing left to mend."""
    once = repaired(text)

    assert (once.text, ()) == (repaired(once.text).text, repaired(once.text).fixed)


def test_lines_of_windows_keep_their_ends() -> None:
    """A carriage return is no part of a cure."""
    text = slipped(("set chief to next(you)", "set cheif to next(you)")).replace("\n", "\r\n")

    assert GAME.replace("\n", "\r\n") == repaired(text).text


def test_findings_of_other_files_are_left_alone() -> None:
    """The base of a variant, and its tables, are mended on their own."""
    base = slipped(("set chief to next(you)", "set cheif to next(you)"))
    text = 'variant More "More" of "base.game"\n\ntable\n  laps: 0..3\n'
    result = repair(Source("more.game", text), GivenFiles({"base.game": base}))

    assert (text, ()) == (result.text, result.fixed)
    assert result.left


# ---------------------------------------------------------------- taken back


def found(code: str, line: int, **values: str) -> Diagnostic:
    """Return a finding about a line."""
    return diagnostic(code, Span(Source("a.game", ""), line, 1, line, 2), **values)


UNREAD = found("GDSYN09", 1, found="typse", suggestions="types")
UNKNOWN = [found("GDNAM01", line, kind="value", name=f"x{line}", suggestions="y") for line in (1, 2, 3)]


@pytest.mark.parametrize(
    ("after", "is_kept"),
    [
        ([], True),
        ([UNREAD], False),  # it did not help
        ([*UNKNOWN], True),  # these could not be seen before
        ([found("GDSYN09", 5, found="tables", suggestions="table")], False),  # this could
    ],
)
def test_what_could_not_be_seen_is_no_worse(after: list[Diagnostic], is_kept: bool) -> None:
    """Behind what cannot be read there may be anything; but nothing else that cannot be read may come."""
    assert is_kept == is_better([UNREAD], after, [UNREAD])


@pytest.mark.parametrize(("after", "is_kept"), [(UNKNOWN[1:2], True), (UNKNOWN[1:], False), (UNKNOWN[2:], False)])
def test_another_name_that_is_unknown_is_worse(after: list[Diagnostic], is_kept: bool) -> None:
    """Where all can be read, nothing new of the same sort may come, and there must be fewer errors."""
    assert is_kept == is_better(UNKNOWN[:2], after, UNKNOWN[:1])


def test_a_cure_that_makes_it_worse_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cure that brings another finding, and one that breaks the program, are not kept; the others are."""
    text = slipped(("set chief to next(you)", "set cheif to next(you)"), ("done[2] > 1", "doen[2] > 1"))
    right = repairing.cures

    def cures(one: Diagnostic, source: Source) -> object:
        offered = right(one, source)
        if "doen" not in one.message:
            return offered
        return type(offered)(sure=tuple(tuple(Edit(e.start, e.end, "nobody") for e in cure) for cure in offered.sure))

    monkeypatch.setattr(repairing, "cures", cures)

    assert slipped(("done[2] > 1", "doen[2] > 1")) == repaired(text).text


def test_a_fault_in_a_trial_is_no_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program fails at a text that only a cure has made: the text stays as it was."""
    text = slipped(("set chief to next(you)", "set cheif to next(you)"))

    def findings(source: Source, files: GivenFiles) -> list[Diagnostic]:
        if source.text != text:
            raise InternalError("checking", None, ValueError("a fault"))
        return findings_about(source, files)

    monkeypatch.setattr(repairing, "findings_about", findings)

    assert text == repaired(text).text


def test_edits_are_made_from_the_end() -> None:
    """Places are those of the text as it was."""
    assert "abXYd" == apply("abcd", [Edit(2, 3, "Y"), Edit(2, 2, "X")])


# ---------------------------------------------------------------- mistakes of every day


def test_mistakes_in_shipped_files_are_mended() -> None:
    """Of single mistakes in shipped files a third and more becomes the file as it was, blanks aside; few anything else.

    Many have no exact cure: what is left out has to be thought of.
    """
    counts = Counter(map(mended, draw(KINDS, DEVELOPMENT[:4], seed=7, share=0.04)))
    made = counts.total() - counts["elsewhere"]

    assert counts["as it was"] >= made / 3
    assert counts["otherwise"] + counts["in part"] <= made / 20
