"""The hashes of the parts of rules: what changes them, and which part is named."""

import pytest

from gamedsl.records.replaying import different_parts
from gamedsl.semantics.rule_parts import rule_parts, rules_hash
from gamedsl.source import Source
from tests.helpers.suite.pages import SECTIONS
from tests.helpers.texts import game_text

_NO_MATTER = ("about", "scenarios", "hints", "metrics", "display")


def parts(text: str, **files: str) -> dict[str, str]:
    """Return the hash of each part."""
    return dict(rule_parts(Source("a.game", text), files))


@pytest.mark.parametrize("section", [section for section in SECTIONS if section != "game"])
def test_a_change_in_a_section_is_named(section: str) -> None:
    """Each section counts by its name, but for those that never change a game that is being played."""
    text = f'game A "A"\n  players: 2\n{section}\n  this\nend\n  winner: none\n'
    expected = [] if section in _NO_MATTER else [section]
    assert expected == different_parts(parts(text), parts(text.replace("this", "that")))


def test_remarks_do_not_count() -> None:
    """Comments, blank lines and line ends may change."""
    text = 'game A "#1"\n  players: 2\n\nsetup  # begins\n  shuffle deck\n'
    same = 'game A "#1"\r\n\r\n  players: 2   \r\n# a remark\r\nsetup\r\n  shuffle deck  # well\r\n'
    assert rules_hash(rule_parts(Source("a", text), {})) == rules_hash(rule_parts(Source("b", same), {}))


WORDED = game_text("semantics/rule_parts")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Title" [ABC-1]', '"Another"'),
        ('"The ace"  ', '"The highest card"'),
        ('full   "the deck" [ABC-2, ABC-Q03]', "full"),
        ("Take {count(deck)|card|cards}", "Take one"),
        (' as "{c}"', ""),
        (' "too few"', ' "not enough cards" [ABC-9]'),
        (' as "it is yours"', ""),
        (' "away"', ""),
    ],
)
def test_words_for_people_do_not_count(old: str, new: str) -> None:
    """Nor their places in the rulebook: a slip of the pen may be mended while a game is going on."""
    assert old in WORDED
    assert [] == different_parts(parts(WORDED), parts(WORDED.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("| 1       |", "| 2       |", "components"),
        ('csv "cards.csv"', 'csv "others.csv"', "components"),
        ("count(deck) > 1", "count(deck) > 2", "actions"),
        ("    when: count", "  when: count", "actions"),
        ("winner: A", "winner: B", "end"),
    ],
)
def test_everything_else_counts(old: str, new: str, part: str) -> None:
    """Numbers, names, paths, and how deep a line stands."""
    assert old in WORDED
    assert [part] == different_parts(parts(WORDED), parts(WORDED.replace(old, new)))


def test_the_base_and_pictures_count() -> None:
    """They stand in quotes, and are no words for people."""
    variant = 'variant B "B" of "a.game"\nsetup\n  lay here: (\n    "..X", "O..",\n    "X..")\n'
    for old, new in (("a.game", "b.game"), ('"..X"', '"X.."'), ('"X..")', '"..X")')):
        assert [] != different_parts(parts(variant), parts(variant.replace(old, new)))
    assert [] == different_parts(parts(variant), parts(variant.replace('"B"', '"C"')))


def test_columns_of_words_in_tables_do_not_count() -> None:
    """Whether a column holds words is said by the head of its table in the rules."""
    rows = "card,name,n\nace,The ace,1\n"
    table = {"cards.csv": rows}
    assert [] == different_parts(parts(WORDED, **table), parts(WORDED, **{"cards.csv": rows.replace("The ace", "Top")}))
    assert ["cards.csv"] == different_parts(
        parts(WORDED, **table), parts(WORDED, **{"cards.csv": rows.replace("1", "2")})
    )
    quoted = rows.replace("The ace", '"The ""ace"", no less"').replace("\n", "\r\n")
    assert [] == different_parts(parts(WORDED, **table), parts(WORDED, **{"cards.csv": quoted}))


@pytest.mark.parametrize("edit", ["change setup\n  shuffle deck\n", "remove setup\n"])
def test_a_changed_setup_is_setup(edit: str) -> None:
    """What a variant does to the setup of its base counts as setup, whatever section stands before it."""
    plain = 'variant B "B" of "a.game"\nscenarios\n  one\n    then: expect yes\n'
    assert ["setup"] == different_parts(parts(plain), parts(plain + edit))


def test_other_files_are_named() -> None:
    """Bases are named with their sections, tables by their path; what is missing differs."""
    base = 'game A "A"\n  players: 2\nsetup\n  shuffle deck\n'
    one = dict(rule_parts(Source("v", 'variant B "B" of "a.game"\n'), {"a.game": base, "a/x.csv": "k\n1\n"}))
    other = dict(rule_parts(Source("v", 'variant B "B" of "a.game"\n'), {"a.game": base.replace("deck", "pile")}))
    assert ["setup of a.game", "a/x.csv"] == different_parts(one, other)


def test_the_order_of_sections_counts() -> None:
    """Things are numbered in the order of the file, so another order is another game."""
    one, other = "types\n  a: b\ntable\n  c: 1..2\n", "table\n  c: 1..2\ntypes\n  a: b\n"
    assert [] == different_parts(parts(one), parts(other))
    assert rules_hash(rule_parts(Source("a", one), {})) != rules_hash(rule_parts(Source("a", other), {}))
