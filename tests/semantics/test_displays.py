"""Displays: what they may hold and show, how variants edit them, and their texts in translations."""

import pytest

from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.texts.keys import texts, with_texts
from gamedsl.semantics.texts.translation import read_translation, template
from gamedsl.source import Source
from tests.helpers.checking.additions import BASE, added, check, found, only


def display(*lines: str, each: bool = False) -> list[str]:
    """Return the codes found when the game has one display of these fields, common or of each player."""
    return added(section(*lines, each=each))


def section(*lines: str, each: bool = False) -> str:
    """Return a section with one display."""
    indent = "  " if each else ""
    inside = "".join(f"{indent}    {line}\n" for line in lines)
    return f"display\n{'  each player' + chr(10) if each else ''}{indent}  drawn\n{inside}"


def checked(*lines: str, each: bool = False) -> model.DisplayCode:
    """Return a display without findings."""
    game, _ = check(BASE + section(*lines, each=each))
    assert game is not None
    (made,) = game.displays.values()
    return made


@pytest.mark.parametrize(
    "fields",
    [
        ['line: "{bank|coin|coins}"'],
        ['title: "Lot {l}"', "each: l in lot", "at: l.row, l.col", 'line: "{l.row of 2}"'],
        ["each: x in 1..3", "each: y in 1..3 where y != x", "at: 4 - y, x", "joined: board[x, y]", "title: none"],
        ["each: c in colour", "at: c, first", 'line: "{level[c] of 5}"', "instead of: level, round, die"],
        ["each: n in 1..10", "at: ring", 'line: "{round}" if round = n'],
        ["each: t in shop", "at: list", 'line: "{t.cost}" [ABC-1]'],
        ["each: t in shop", "at: text"],
        ['line: "{target.coins} of {target}" if target != none'],
        ['line: "{(p for each p in players where p.rich)} {markers}"'],
    ],
)
def test_what_a_display_may_hold(fields: list[str]) -> None:
    """Grids of numbers, words and players, rings, lists, texts, meters, conditions that make values certain."""
    assert [] == display(*fields)


def test_own_things_stand_bare() -> None:
    """Under `each player`, things of the player need no owner, and `you` is that player."""
    made = checked("each: t in tiles", 'line: "{coins} {you.best}"', each=True)

    assert ("player.drawn", "player", False, "flow") == (made.name, made.each, made.own, made.form)
    assert ["GDNAM05"] == display('line: "{coins}"')


def test_forms_and_titles() -> None:
    """`at` says the form; a title is written, made of the last `each`, or left out."""
    grid = checked("each: l in lot", "at: l.row, l.col", "title: none", 'line: "{l}"')

    assert ("grid", True, None) == (grid.form, grid.untitled, grid.title)
    assert {"ring", "list", "text"} == {
        checked("each: l in lot", f"at: {form}").form for form in ("ring", "list", "text")
    }
    assert not checked("each: l in lot").untitled


def test_what_stands_instead() -> None:
    """Names mean own things first, then common ones, then those of players and pieces; dice too."""
    assert ("level", "player.hand", "die") == checked("each: c in colour", "instead of: level, hand, die").instead
    assert ("player.coins", "bank") == checked("each: t in tiles", "instead of: coins, bank", each=True).instead


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (["each: l in lot", "at: l.row"], "GDTYP01"),
        (["each: l in lot", "at: l, l.col"], "GDTYP01"),
        (["each: n in 3"], "GDTYP01"),
        (['line: "{first of 3}"'], "GDTYP01"),
        (['line: "{round of target}"'], "GDTYP01"),
        (['line: "{round}" if round'], "GDTYP01"),
        (["seen by: owner", 'line: "{round}"'], "GDTYP01"),
        (["instead of: levels", 'line: "{round}"'], "GDNAM01"),
        (["instead of: level"], "GDTYP01"),
        (["each: l in lot", "each: l in lot"], "GDNAM03"),
        (['title: "a"', 'title: "b"'], "GDNAM02"),
        (["each: l in lot", "at: list", "joined: l"], "GDNAM06"),
        (['line: "{target.best + 1}"'], "GDTYP02"),
        (['line: "{round|one|many of 3}" if round > nothing'], "GDNAM01"),
        (['line: ""'], "GDSYN33"),
        (['line: "{round of 3|one|many}"'], "GDSYN07"),
        (["when: round = 1"], "GDSYN01"),
    ],
)
def test_findings(fields: list[str], code: str) -> None:
    """What does not fit is found, once each."""
    assert [code] == display(*fields)


def test_only_players_have_displays_of_their_own() -> None:
    """`each tile` is no place for displays; the message says what to write."""
    finding = only(BASE + 'display\n  each tile\n    d\n      line: "{cost}"\n', "GDTYP01")

    assert "`each: x in tile`" in (finding.help or "")
    assert "`player`" in (only(BASE + 'display\n  each plyer\n    d\n      line: "x"\n', "GDNAM01").help or "")


def test_one_name_is_one_display() -> None:
    """A second display of a name is reported; a player's may have the name of a common one."""
    twice = 'display\n  a\n    line: "{round}"\n'
    assert ["GDNAM02"] == added(twice + twice)
    assert [] == added(twice + '  each player\n    a\n      line: "{round}"\n')


def test_no_rule_reads_a_display() -> None:
    """A name that is only a display says so where a value is wanted."""
    finding = only(BASE + 'display\n  a\n    line: "{round}"\nterms\n  b = a + 1\n', "GDTYP01")

    assert "a display (`a`)" in finding.message


def test_words_of_a_display_are_plain() -> None:
    """They are shown where nothing is known about the moment."""
    assert ["GDTYP01"] == added('display\n  a "Round {round}"\n    line: "{round}"\n')


# ---------------------------------------------------------------- knowledge


@pytest.mark.parametrize(
    "fields",
    [
        ['line: "{deck.top}"'],
        ['line: "{players.hand}"'],
        ["each: p in players", "each: c in p.hand"],
        ["each: p in players", "each: c in p.hand", "title: none", 'line: "{c.rank of 5}"'],
        ["each: p in players", 'line: "rich" if sum(c.rank for each c in p.hand) > 9'],
        ["each: p in players where any(c.rank > 3 for each c in p.hand)"],
        ["each: p in players", "at: sum(c.rank for each c in p.hand), 1"],
    ],
)
def test_hidden_things_are_not_displayed(fields: list[str]) -> None:
    """Whatever a display reads must be seen by everybody: boxes, places, titles, lines and conditions."""
    assert ["GDKNO04"] == display(*fields)


@pytest.mark.parametrize("slot", ["{} of 3", "3 of {}"])
def test_meters_in_words_hide_nothing_either(slot: str) -> None:
    """Both numbers of a meter must be known to the player who reads the words of an action."""
    hidden = slot.format("sum(c.rank for each c in players.hand)")
    assert ["GDKNO02"] == added(
        f'phases\n  last\n    who: players from first\n    play: extra\nactions\n  extra "How full {{{hidden}}}"\n'
    )


_NAMING = """terms
  heavy(n: 0..99) = round > 1
  odd = round > 1 "more than {sum(c.rank for each c in players.hand)}"
"""


@pytest.mark.parametrize(
    ("condition", "codes"),
    [
        ("all(round > 1 for each c in players.hand)", ["GDKNO04"]),
        ("all(round > 1 for each c in shop)", []),
        ("count(players.hand) > 3", []),
        ("heavy(the n in 1..9 with most n * sum(c.rank for each c in players.hand) ties never)", ["GDKNO04"]),
        ("heavy(round)", []),
        ("odd", ["GDKNO04"]),
    ],
)
def test_what_is_missing_names_nothing_hidden(condition: str, codes: list[str]) -> None:
    """Members of loops, arguments and words of terms are named, so they must be seen even if they decide nothing."""
    assert codes == added(_NAMING + section(f'line: "{{{condition}}}"'))


def test_numbers_of_hidden_pieces_are_public() -> None:
    """How many cards somebody holds may be shown."""
    assert [] == display("each: p in players", 'line: "{count(p.hand)} cards"')


def test_displays_for_one_player() -> None:
    """`seen by: owner` allows what that player sees, and no more; the help of the finding says so."""
    line = 'line: "{hand}"'
    finding = only(BASE + section(line, each=True), "GDKNO04")

    assert "`seen by: owner`" in (finding.help or "")
    assert [] == display("seen by: owner", line, each=True)
    assert ["GDKNO04"] == display("seen by: owner", 'line: "{deck.top}"', each=True)
    assert ["GDKNO04"] == display("seen by: owner", 'line: "{next(you).hand}"', each=True)


def test_displays_under_the_condition_of_a_zone() -> None:
    """A display seen by its owner under the condition under which a zone is may read it; under another it may not."""
    text = BASE.replace("    coins: purse of coin\n", "    coins: purse of coin, seen by owner if fast\n")

    def of(seen: str, line: str) -> list[str]:
        return [code for code in found(text + section(f"seen by: owner{seen}", line, each=True)) if code != "GDKNO01"]

    assert [] == of(" if fast", 'line: "{coins}"')
    assert [] == of("", 'line: "{coins}"')
    assert ["GDKNO04"] == of(" if size = 3", 'line: "{coins}"')
    assert ["GDKNO04"] == of(" if fast", 'line: "{hand}"')
    assert ["GDTYP09"] == of(" if round = 1", 'line: "{round}"')


# ---------------------------------------------------------------- variants and translations

DRAWN = (
    'display\n  prices "Prices"\n    each: c in colour\n    line: "{level[c]}"\n    line: "two"\n'
    '  each player\n    own "Own"\n      line: "{coins|coin|coins}"\n'
)


def varied(text: str) -> tuple[model.CheckedGame | None, list[str]]:
    """Return the game of a variant of a game with displays, and the codes of its errors."""
    game, diagnostics = check(f'variant V "V" of "base.game"\n{text}', {"base.game": BASE + DRAWN})
    return game, [d.code for d in diagnostics if d.severity == "error"]


def test_variants_change_add_and_remove_displays() -> None:
    """Written fields replace those of the same name, also where there were none; others stay."""
    game, errors = varied(
        'display\n  change prices\n    line: "{level[c] of 5}"\n    at: list\n  more\n    line: "{round}"\n'
        '  each player\n    remove own\n    other\n      line: "{best}"\n'
    )

    assert game is not None and [] == errors
    assert ["prices", "player.other", "more"] == list(game.displays)
    prices = game.displays["prices"]
    assert ("list", 1, 1) == (prices.form, len(prices.loops), len(prices.lines))
    assert prices.words is not None and ("Prices",) == prices.words.parts


def test_variants_cannot_change_what_is_not_there() -> None:
    """As everywhere; the message knows where the name stands."""
    assert ["GDVAR02"] == varied('display\n  change own\n    line: "x"\n')[1]
    assert ["GDVAR03"] == varied('display\n  prices\n    line: "x"\n')[1]


def test_displays_need_what_they_read() -> None:
    """A removed entry that a display shows is reported with the place."""
    text = f'{DRAWN}  seasons\n    line: "{{choice}}"\n'
    _, diagnostics = check('variant V "V" of "base.game"\ntable\n  remove choice\n', {"base.game": BASE + text})
    assert ["GDVAR04"] == [d.code for d in diagnostics if d.severity == "error"]


def test_all_texts_of_displays_have_keys() -> None:
    """Words, titles and lines are translated; a display without words is called by its name."""
    game, _ = check(BASE + DRAWN + '  plain\n    title: "{round}"\n    line: "{round of 9}"\n')
    assert game is not None
    keys = [key for key in texts(game) if key.startswith("display.")]

    assert [
        "display.prices",
        "display.prices.line.1",
        "display.prices.line.2",
        "display.player.own",
        "display.player.own.line.1",
        "display.plain",
        "display.plain.title",
        "display.plain.line.1",
    ] == keys
    assert "display.plain.line.1,{round of 9}" in template(game)


def test_translated_displays() -> None:
    """Lines may order their values anew; a meter stays a meter and has no number forms."""
    game, _ = check(BASE + 'display\n  plain\n    line: "{round of 9} {bank}"\n    line: "{round of 9}"\n')
    assert game is not None
    rows = "key,words\ndisplay.plain.line.1,{bank} in {round  of 9}\ndisplay.plain.line.2,{round of 9|a|b}\n"
    reporter = Reporter()
    other = with_texts(game, read_translation(texts(game), Source("g.de.csv", rows), "de", reporter.report))
    first, second = other.displays["plain"].lines

    assert ["GDDAT13"] == [d.code for d in reporter.diagnostics]
    slots = [part for part in first.text.parts if isinstance(part, core.TextSlot)]
    assert [False, True] == [slot.most is not None for slot in slots]
    assert second.text is game.displays["plain"].lines[1].text


def test_missing_heading_is_recognised() -> None:
    """Displays under another section are told from cards by their fields."""
    text = BASE.replace("end\n  winner", 'terms\n  a "b"\n    line: "{round}"\nend\n  winner')
    assert "`display`" in " ".join(f"{d.message} {d.help}" for d in check(text)[1] if d.code == "GDSYN31")
    assert found(text) == ["GDSYN31"]
