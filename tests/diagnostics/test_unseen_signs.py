"""Signs that turn text around or cannot be seen: refused in every file, and never printed as they are."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group
from gamedsl.diagnostics.github import render_github
from gamedsl.diagnostics.json_format import report_dict
from gamedsl.diagnostics.text import render_text
from gamedsl.simulate.reports.html import to_html
from gamedsl.simulate.reports.report import Report
from gamedsl.source import UNSEEN, escaped, printable

HOSTILE = Path(__file__).parent.parent / "semantics" / "hostile"
SIGNS = ("\u202e", "\u2066", "\u200b", "\u200d", "\u00ad", "\ufeff", "\x1b", "\x9b", "\U000e0041", "\u3164", "\u061c")
GAME = """game Clap "Clap{words}"
  players: 2
components
  card: card, csv "cards.csv"
    | card | words: words |
table
  deck: heap of card, full
  used: heap of card
phases
  round
    who: players from A
    play: clap
    until: count(deck) = 0
actions
  clap "Clap{action}"
    pick: c in deck "Which?"
    then: score claps 1 for you; move c to used
scoring
  claps "Claps"
end
  winner: the p in players with most p.points ties all
"""


def texts(words: str = "", action: str = "", cell: str = "", translation: str = "") -> dict[str, str]:
    """Return a game with a table and a translation; a part stands behind its words."""
    return {
        "game.game": GAME.format(words=words, action=action),
        "cards.csv": f"card,words\na,One{cell}\n",
        "game.de.csv": f"key,words\nactions.clap,Klatsch{translation}\n",
    }


def unseen(text: str) -> list[str]:
    """Return the signs of printed text that nobody could see; line ends are allowed."""
    return re.findall(f"[{UNSEEN}]", text)


def test_every_sign_of_these_kinds_counts() -> None:
    """All control and format signs, line and paragraph separators and surrogates; tab and line feed each for itself."""
    kinds = {"Cc", "Cf", "Zl", "Zp", "Cs"}
    known = "".join(sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) in kinds)
    assert "\t\n" == re.sub(f"[{UNSEEN}]", "", known)
    assert "\ufffd" * len(known) == printable(known)


def test_what_people_write_is_kept() -> None:
    """Letters of all scripts, accents, emoji and blanks that do not break a line stay as they are."""
    text = "Prix\u00a0: 3\u202f€, Straße, 日本, עברית, हिन्दी, e\u0301, \u2615\ufe0f"
    assert (text, text) == (printable(text), escaped(text))


@pytest.mark.parametrize("part", ["words", "action", "cell", "translation"])
@pytest.mark.parametrize("sign", SIGNS)
def test_every_file_refuses_them(part: str, sign: str) -> None:
    """In rule files, tables and translations such a sign is an error with a place, and no format prints it."""
    assert [] == gamedsl.check_text(texts()["game.game"], files=texts())
    given = texts(**{part: sign})
    found = gamedsl.check_text(given["game.game"], files=given)
    assert {"error"} == {one.severity for one in found}
    assert {f"U+{ord(sign):04X}"} <= set(re.findall(r"U\+[0-9A-F]+", found[0].message))
    shown = [render_text(found), render_text(found, colour=True).replace("\x1b[", ""), render_github(found)]
    shown.append(escaped(json.dumps(report_dict(found), ensure_ascii=False)))
    assert [[]] * 4 == [unseen(text) for text in shown]


def test_json_says_the_same_in_escapes() -> None:
    """What programs read is not changed: the signs of a path stand there as escapes."""
    data = {"path": "a\u202e\U000e0041\x9b.game"}
    text = escaped(json.dumps(data, ensure_ascii=False))
    assert ([], data) == (unseen(text), json.loads(text))


@pytest.mark.parametrize(
    ("name", "places"),
    [("wc2", ["w2.csv:2:3 GDDAT10"]), ("tr", ["tr.de.csv:2:14 GDDAT13"])],
)
def test_hostile_files(name: str, places: list[str]) -> None:
    """A table and a translation that would forge lines of the log are refused at their place."""
    found = gamedsl.check_path(HOSTILE / f"{name}.game")
    assert places == [f"{Path(one.span.path).name}:{one.span.line}:{one.span.column} {one.code}" for one in found]


def test_words_of_a_cell_are_one_line() -> None:
    """A cell of words that goes on over lines would look like several lines of the log: they become one."""
    given = texts() | {"cards.csv": 'card,words\na,"One\nB: pass"\n'}
    game = gamedsl.loads(given["game.game"], files=given).start(players=2, seed=1)
    assert [] == list(gamedsl.check_text(given["game.game"], files=given))
    assert "One B: pass" in str(game.view(revealed=True))


def test_reports_hold_none() -> None:
    """The title of a page, its facts and its findings are printed without them."""
    text = "\u202etxt\u200b"
    page = to_html(Report(title=text, facts=((text, text),), findings=(text,), tables=(), plots=(), metrics={}))
    assert [] == unseen(page)


@pytest.mark.parametrize("verb", ["check", "play", "replay", "show", "simulate", "test", "diff", "compare", "explain"])
def test_no_verb_prints_a_name_as_it_is(verb: str, tmp_path: Path) -> None:
    """A name that the command line gives is told with replacement signs, whichever verb complains about it."""
    name = "a\u202e\u200bz\x9b\x1b[31m.game"
    arguments = [verb, name, *([name] if verb in ("diff", "compare") else [])]
    ran = CliRunner().invoke(group, arguments, env={"GAMEDSL_HOME": str(tmp_path)})
    assert (2, []) == (ran.exit_code, unseen(ran.output.replace("\r", "")))
    assert ran.output
