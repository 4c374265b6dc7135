"""The hashes of the parts of rules: what changes them, and which part is named."""

import pytest
from documents import SECTIONS

from gamedsl.records.replaying import different_parts
from gamedsl.semantics.rule_parts import rule_parts, rules_hash
from gamedsl.source import Source

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
    """Comments, blank lines and line ends may change; a sign in quotes that looks like a comment counts."""
    text = 'game A "#1"\n  players: 2\n\nsetup  # begins\n  shuffle deck\n'
    same = 'game A "#1"\r\n\r\n  players: 2   \r\n# a remark\r\nsetup\r\n  shuffle deck  # well\r\n'
    assert rules_hash(rule_parts(Source("a", text), {})) == rules_hash(rule_parts(Source("b", same), {}))
    assert ["the header"] == different_parts(parts(text), parts(text.replace("#1", "#2")))


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
