"""What a variant may not do to its base game, and what is said then."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from tests.helpers.checking.variants import items, lay, names, text


@pytest.mark.parametrize(
    ("variant", "deed", "cure"),
    [
        ("rules\n  change tidi\n    then: score points 2 for A\n", "changed", "did you mean `tidy`?"),
        ("rules\n  remove tidi\n", "removed", "did you mean `tidy`?"),
        ("rules\n  remove nothing_near\n", "removed", ""),
        ("rules\n  remove wink\n", "removed", "`wink` stands under `actions`: write this there"),
        (
            "rules\n  change wink\n    then: score points 2 for A\n",
            "changed",
            "`wink` stands under `actions`: write this there",
        ),
        ("table\n  change bid: 0..3\n", "changed", "`bid` stands under `each player` in `table`: write this there"),
        (
            "components\n  change points\n    | points | cost |\n    | a      | 1    |\n",
            "changed",
            "`points` stands under `scoring`: write this there",
        ),
        (
            "table\n  each chip\n    change bid: 0..3\n",
            "changed",
            "`bid` stands under `each player` in `table`: write this there",
        ),
        ("table\n  remove bid\n", "removed", "`bid` stands under `each player` in `table`: write this there"),
        ("terms\n  each player\n    change rih = yes\n", "changed", "did you mean `rich`?"),
        ("options\n  remove sales\n", "removed", "did you mean `sale`?"),
    ],
)
def test_absent_things_are_reported(variant: str, deed: str, cure: str) -> None:
    """Changing or removing what is not there is GDVAR02, with the nearest names or the place of the name."""
    laid, found = lay(variant)
    assert [("GDVAR02", cure)] == [(one.code, one.help) for one in found]
    assert f"cannot be {deed}" in found[0].message
    assert ((), ()) == (laid.removed, laid.changed)


@pytest.mark.parametrize(
    "variant",
    [
        "terms\n  stake = 2\n",
        "actions late\n  wink\n",
        "table\n  each player\n    bid: 0..3\n",
        "types\n  colour: red\n",
    ],
)
def test_names_of_the_base_cannot_be_added(variant: str) -> None:
    """Adding a name that the base has in this section is GDVAR03, and nothing is added."""
    laid, found = lay(variant)
    assert ["GDVAR03"] == [one.code for one in found]
    assert () == laid.added


def test_same_name_at_the_margin_and_under_each_player() -> None:
    """A name under ``each player`` does not hinder the same name at the margin: the name check judges that."""
    assert () == lay("table\n  bid: 0..3\n")[1]


def test_name_added_twice_is_left_to_the_name_check() -> None:
    """What the variant itself defines twice is no finding here."""
    laid, found = lay("terms\n  fee = 1\n  fee = 2\n")
    assert () == found
    assert ["stake", "fee", "fee"] == [name for name in names(laid, "terms") if name]


def test_removed_name_can_be_added_again() -> None:
    """``remove`` first, then a plain thing of the same name: it is another thing."""
    laid, found = lay("terms\n  remove stake\n  stake = 2\n")
    assert () == found
    assert (["stake"], ["stake"]) == ([e.name for e in laid.removed], [e.name for e in laid.added])


def test_variant_of_a_variant() -> None:
    """The result of one variant is a base for the next."""
    reporter = Reporter()
    first, _ = lay("terms\n  fee = 1\n")
    second = parse(Source("w.game", 'variant W of "v.game"\n\nterms\n  change fee = 2\n'), reporter.report)
    assert isinstance(second, nodes.VariantFile)
    laid = overlay(first.game, second, reporter.report)
    assert () == reporter.diagnostics
    assert nodes.Number(2) == items(laid, "terms")[-1].value  # type: ignore[union-attr]
    assert ("W", "Title") == (laid.game.name, text(laid.game.words))


def test_unknown_field_is_a_loud_error() -> None:
    """A field class that nobody has taught the overlay raises TypeError."""
    with pytest.raises(TypeError, match="unknown field Field"):
        keyword_of(nodes.Field())


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    """Return the codes of findings."""
    return [one.code for one in found]


def test_header_is_changed_by_fields_of_the_variant() -> None:
    """Fields under the first line of a variant replace those of the header; a condition that was not there is added."""
    over, found = lay('  players: 3\n  when: loans "x"\n')
    assert [] == codes(found)
    assert ["players", "when"] == [keyword_of(field) for field in over.game.fields]
    assert nodes.Players(3, 3) == over.game.fields[0]


def test_seats_keep_their_names() -> None:
    """A smaller number of players keeps the names of the first seats; names that are written count."""
    base = nodes.GameFile("G", (nodes.Players(2, 3, ("Red", "Blue", "Green")),), ())
    names = []
    for written in (nodes.Players(2, 2), nodes.Players(2, 2, ("X", "Y")), nodes.Players(2, 4)):
        made = overlay(base, nodes.VariantFile("V", "g", (), None, (written,)), lambda *_, **__: None).game.fields[0]
        assert isinstance(made, nodes.Players)
        names.append(made.names)
    assert [("Red", "Blue"), ("X", "Y"), ()] == names


def test_references_of_the_title_are_kept() -> None:
    """A new title without references keeps those of the base, as the words of cards do."""
    base = nodes.GameFile("G", (), (), nodes.Words(("Old",), (nodes.Reference("GAM-1"),)))
    made = overlay(base, nodes.VariantFile("V", "g", (), nodes.Words(("New",))), lambda *_, **__: None)
    assert nodes.Words(("New",), (nodes.Reference("GAM-1"),)) == made.game.words


@pytest.mark.parametrize(
    "lines",
    [
        "options\n  change sale: any, all_or_none\n",
        "types\n  change colour: brown, pink\n",
        "table\n  each player\n    change bid: 0..9\n",
        "terms\n  change stake = 1\n",
        "phases\n  change round\n    play: pay_up or leave\n",
        'actions\n  change pay_up "Pay {stake}"\n',
    ],
)
def test_change_that_changes_nothing(lines: str) -> None:
    """What says only what the base says is a warning."""
    assert ["GDVAR08"] == codes(lay(lines)[1])


@pytest.mark.parametrize(
    ("lines", "deeds"),
    [
        ("terms\n  change stake = 2\n  change stake = 3\n", "changed twice"),
        ("terms\n  change stake = 2\n  remove stake\n", "changed here and removed there"),
        ("terms\n  remove stake\n  change stake = 2\n", "removed here and changed there"),
        ("terms\n  remove stake\n  remove stake\n", "removed twice"),
    ],
)
def test_same_thing_edited_twice(lines: str, deeds: str) -> None:
    """Two edits of one thing are refused; the first counts and is shown."""
    (finding,) = lay(lines)[1]
    assert ("GDVAR09", f"`stake` is {deeds} in one variant.") == (finding.code, finding.message)
    assert 1 == len(finding.labels)


def test_same_name_in_two_places_is_not_the_same_thing() -> None:
    """A thing of everybody and one of each player are edited apart."""
    lines = "terms\n  stakes = 3\n  change stake = 2\n  each player\n    change rich = chips > 2\n"
    assert [] == codes(lay(lines)[1])
