"""Variants laid over their base games: what is added, changed, removed, and what is refused."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.variants.edits import Overlaid
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from gamedsl.syntax.print.printer import node_text
from tests.helpers.checking.variants import BASE, items, lay, names, text


def card(laid: Overlaid, keyword: str, name: str, group: str | None = None) -> nodes.Paragraph:
    """Return one card."""
    return next(item for item in items(laid, keyword, group) if isinstance(item, nodes.Paragraph) and item.name == name)


def player_items(laid: Overlaid, keyword: str) -> list[nodes.Entry | nodes.Term | nodes.Removal]:
    """Return what stands under ``each player`` in a section."""
    return [item for block in items(laid, keyword) if isinstance(block, nodes.EachBlock) for item in block.items]


def test_empty_variant_keeps_all_but_the_name() -> None:
    """A variant without sections gives the base game under its own name and title."""
    laid, found = lay("")
    base = parse(Source("base.game", BASE), Reporter().report)
    assert isinstance(base, nodes.GameFile)
    assert () == found
    assert ("V", "Title") == (laid.game.name, text(laid.game.words))
    assert (base.fields, base.sections) == (laid.game.fields, laid.game.sections)
    assert ((), (), ()) == (laid.removed, laid.changed, laid.added)


def test_plain_things_are_added_at_the_end_of_their_section() -> None:
    """Plain entries, words, terms and cards come behind those of the base."""
    laid, found = lay("types\n  size: small, large\n\nrules\n  mop\n    then: score points 1 for A\n")
    assert () == found
    assert ["colour", "size"] == names(laid, "types")
    assert ["tidy", "mop"] == names(laid, "rules")
    assert [("types", "size"), ("rules", "mop")] == [(edit.keyword, edit.name) for edit in laid.added]


def test_new_section_is_added() -> None:
    """A section that the base does not have comes last."""
    laid, found = lay("triggers\n  gong\n    after: tidy(n)\n    then: score points 1 for A\n")
    assert () == found
    assert ("triggers", ["gong"]) == (laid.game.sections[-1].keyword, names(laid, "triggers"))


def test_action_goes_into_its_group() -> None:
    """A plain action goes into the group whose name the section has; a new group makes a new section."""
    laid, found = lay('actions free\n  wave "Wave"\n\nactions late\n  yawn "Yawn"\n')
    assert () == found
    assert ["wink", "nod", "wave"] == names(laid, "actions", "free")
    assert ["yawn"] == names(laid, "actions", "late")
    assert ["pay_up", "leave"] == names(laid, "actions")


def test_action_is_changed_in_whatever_group_it_stands() -> None:
    """``change`` and ``remove`` find an action without its group; it keeps its place."""
    laid, found = lay('actions\n  change wink "Wink twice"\n  remove nod\n')
    assert () == found
    assert ["wink"] == names(laid, "actions", "free")
    assert "Wink twice" == text(card(laid, "actions", "wink", "free").words)


def test_group_that_loses_its_last_action_is_gone() -> None:
    """A group without actions is left out and counts as removed."""
    laid, found = lay("actions free\n  remove nod\n  remove wink\n")
    assert () == found
    assert (None, "free") not in {(section.words, section.name) for section in laid.game.sections}
    assert [("nod", "action"), ("wink", "action"), ("free", "group")] == [(e.name, e.kind) for e in laid.removed]


def test_words_of_a_group_are_replaced() -> None:
    """Words behind the keyword of a section replace those of the base."""
    laid, found = lay('actions free "At any time"\n  wave "Wave"\n')
    assert () == found
    assert ["At any time"] == [text(s.words) for s in laid.game.sections if s.name == "free"]


def test_changed_option_is_replaced_as_a_whole_but_keeps_words() -> None:
    """A changed list has only the new values; words and references that it does not write stay."""
    laid, found = lay("options\n  change sale: all_or_none, any\n")
    sale = items(laid, "options")[0]
    assert () == found
    assert isinstance(sale, nodes.Choices)
    assert ["all_or_none", "any"] == [choice.value for choice in sale.choices]
    assert ("How shares are sold", "MOG-Q09") == (
        text(sale.words),
        sale.words.references[0].first if sale.words else "",
    )
    assert sale.change is False


def test_changed_card_replaces_only_written_fields() -> None:
    """Fields that are not written stay, in their place; words stay too."""
    laid, found = lay("actions\n  change pay_up\n    cost: pay 2 from you.chips to bank\n")
    changed = card(laid, "actions", "pay_up")
    assert () == found
    assert ["when", "pick", "when", "cost"] == [keyword_of(field) for field in changed.fields]
    assert nodes.Number(2) == changed.fields[3].steps[0].amount  # type: ignore[attr-defined]
    assert ("Pay ", "MOG-061") == (text(changed.words), changed.words.references[0].first if changed.words else "")
    assert [("pay_up", ("cost",))] == [(edit.name, edit.fields) for edit in laid.changed]


def test_all_fields_of_a_written_keyword_are_replaced() -> None:
    """One written ``when`` replaces both of the base."""
    laid, found = lay('actions\n  change pay_up\n    when: bank > 5 "too late"\n')
    changed = card(laid, "actions", "pay_up")
    assert () == found
    assert ["when", "pick", "cost"] == [keyword_of(field) for field in changed.fields]
    assert "too late" == text(changed.fields[0].words)  # type: ignore[attr-defined]


def test_replaced_fields_stand_where_their_predecessors_stood() -> None:
    """The second written ``when`` stands behind the pick, as the second of the base did; a third follows it."""
    laid, _ = lay('actions\n  change pay_up\n    when: yes "a"\n    when: n > 0 "b"\n    when: n > 1 "c"\n')
    shown = [
        text(field.words) if isinstance(field, nodes.Condition) else keyword_of(field)
        for field in card(laid, "actions", "pay_up").fields
    ]
    assert ["a", "pick", "b", "c", "cost"] == shown


def test_picks_and_conditions_written_together_stay_in_order() -> None:
    """When a change writes ``pick`` and ``when``, they stand as written, where the first of them stood."""
    laid, _ = lay('actions\n  change pay_up\n    pick: m in 1..2\n    when: m < chips "b"\n')
    fields = card(laid, "actions", "pay_up").fields
    assert ["pick", "when", "cost"] == [keyword_of(field) for field in fields]


def test_steps_of_a_phase_replace_its_plan() -> None:
    """A phase has either ``steps`` or ``play``: writing one replaces the other without a warning."""
    laid, found = lay("phases\n  change round\n    steps: first_half\n  first_half\n    play: leave\n")
    assert () == found
    assert ["who", "steps"] == [keyword_of(field) for field in card(laid, "phases", "round").fields]


def test_parameters_are_replaced_when_given() -> None:
    """A changed rule keeps its parameters unless new ones are written."""
    kept, _ = lay("rules\n  change tidy\n    then: score points 2 for A\n")
    given, _ = lay("rules\n  change tidy(m: 0..3)\n    then: score points m for A\n")
    assert ["n"] == [param.name for param in card(kept, "rules", "tidy").params]
    assert ["m"] == [param.name for param in card(given, "rules", "tidy").params]


def test_field_that_the_base_lacks_gives_a_warning() -> None:
    """A changed card may get a new field, with GDVAR05 at that field."""
    laid, found = lay("actions\n  change pay_up\n    then: score points 1 for you\n")
    assert [("GDVAR05", "warning", 5)] == [(one.code, one.severity, one.span.line) for one in found]
    assert "then" == keyword_of(card(laid, "actions", "pay_up").fields[-1])


@pytest.mark.parametrize(
    ("variant", "section", "name", "expected"),
    [
        ("actions\n  change pay_up\n    add then: score points 1 for you\n", "actions", "pay_up",
         ["when: bank > 0", "pick: n in 1..3", "when: n <= chips", "cost: pay n", "then: score points 1 for you"]),
        ('actions\n  change pay_up\n    add when: n != 2 "not two"\n', "actions", "pay_up",
         ["when: bank > 0", "pick: n in 1..3", "when: n <= chips", 'when: n != 2 "not two"', "cost: pay n"]),
        ("actions\n  change pay_up\n    add cost: pay 1 from bank to you.chips\n", "actions", "pay_up",
         ["when: bank > 0", "pick: n in 1..3", "when: n <= chips",
          "cost: pay n from you.chips to bank; pay 1 from bank to you.chips"]),
        ("actions\n  change pay_up\n    when: bank > 1\n    add when: n != 2\n", "actions", "pay_up",
         ["when: bank > 1", "pick: n in 1..3", "when: n != 2", "cost: pay n"]),
        ("phases\n  change round\n    add until: bank = 7\n", "phases", "round",
         ["who: players from A", "play: pay_up or leave", "until: bank = 7"]),
    ],
)  # fmt: skip
def test_added_fields_join_those_of_the_base(variant: str, section: str, name: str, expected: list[str]) -> None:
    """With ``add`` a field replaces none and gives no warning; steps follow those of the same field."""
    laid, found = lay(variant)
    assert () == found
    fields = [node_text(field) for field in card(laid, section, name).fields]
    assert len(expected) == len(fields)
    assert all(field.startswith(start) for field, start in zip(fields, expected, strict=True)), fields


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("phases\n  change round\n    add play: leave\n", "it has one, and there can be no second"),
        ("phases\n  change round\n    add steps: first_half\n  first_half\n    play: leave\n", "it has `play`"),
    ],
)
def test_a_second_field_where_there_can_be_one(variant: str, said: str) -> None:
    """Of most fields a card has only one: a second cannot be added, and what it has stays."""
    laid, found = lay(variant)
    assert ["GDVAR12"] == [one.code for one in found]
    assert said in found[0].message
    assert ["who", "play"] == [keyword_of(field) for field in card(laid, "phases", "round").fields]


def test_fields_are_added_to_changed_cards_only() -> None:
    """A card of the variant itself has no fields of a base that others could join."""
    reporter = Reporter()
    text = 'variant V of "base.game"\n\nactions\n  shout\n    add when: bank > 0\n'
    parse(Source("variant.game", text), reporter.report)
    assert [("GDVAR12", 5)] == [(one.code, one.span.line) for one in reporter.diagnostics]
    assert "write `when:` alone" in reporter.diagnostics[0].message


def test_the_header_can_be_added_to() -> None:
    """A condition of set-ups joins those of the base."""
    reporter = Reporter()
    base = parse(Source("base.game", BASE.replace("2 to 4\n", "2 to 4\n  when: loans\n", 1)), reporter.report)
    text = 'variant V of "base.game"\n  add when: count(players) > 2\n  add players: 3\n'
    file = parse(Source("variant.game", text), reporter.report)
    assert isinstance(base, nodes.GameFile)
    assert isinstance(file, nodes.VariantFile)
    game = overlay(base, file, reporter.report).game
    assert ["players: 2 to 4", "when: loans", "when: count(players) > 2"] == [node_text(one) for one in game.fields]
    assert [("GDVAR12", 3)] == [(one.code, one.span.line) for one in reporter.diagnostics]


def test_spans_point_into_the_file_each_part_came_from() -> None:
    """A changed card lies in the variant, its kept fields in the base."""
    laid, _ = lay("actions\n  change pay_up\n    cost: pay 2 from you.chips to bank\n")
    changed = card(laid, "actions", "pay_up")
    assert "variant.game" == changed.span.path
    assert ["base.game", "base.game", "base.game", "variant.game"] == [field.span.path for field in changed.fields]


def test_things_under_each_player() -> None:
    """Things under ``each player`` are changed, removed and added there, not at the margin."""
    laid, found = lay(
        "table\n  each player\n    change chips: purse of chip, overdraft\n    remove bid\n    hat: yes_no\n\n"
        "terms\n  each player\n    change rich = chips > 5\n"
    )
    assert () == found
    assert ["chips", "hat"] == [item.name for item in player_items(laid, "table")]
    assert "chips on hand" == text(player_items(laid, "table")[0].words)  # type: ignore[union-attr]
    assert [("bid", "player")] == [(edit.name, edit.each) for edit in laid.removed]
    assert nodes.Number(5) == player_items(laid, "terms")[0].value.right  # type: ignore[union-attr]


def test_new_each_block_is_made() -> None:
    """A kind without a block in the base gets one."""
    laid, found = lay("table\n  each chip\n    worn: 0..3\n")
    kinds = [item.kind for item in items(laid, "table") if isinstance(item, nodes.EachBlock)]
    assert () == found
    assert ["player", "chip"] == kinds


def test_each_block_that_loses_everything_is_gone() -> None:
    """A block without things is left out."""
    laid, found = lay("terms\n  each player\n    remove rich\n")
    assert () == found
    assert ["stake"] == names(laid, "terms")


def test_changed_winner_replaces_and_a_plain_one_is_refused() -> None:
    """``change winner`` takes the place of the winner; a second plain winner is GDVAR03."""
    laid, found = lay("end\n  change winner: A\n")
    assert () == found
    assert [nodes.Name("A")] == [c.value for c in items(laid, "end") if getattr(c, "keyword", "") == "winner"]
    assert ["GDVAR03"] == [one.code for one in lay("end\n  winner: A\n")[1]]


def test_changed_conditions_of_end_replace_all_of_them() -> None:
    """``change when`` under ``end`` replaces every ``when``; a plain one is added behind the winner."""
    laid, found = lay('end\n  change when: bank = 7 "seven"\n')
    more, _ = lay('end\n  when: bank = 7 "seven"\n')
    assert () == found
    assert ["when", "winner"] == [item.keyword for item in items(laid, "end")]  # type: ignore[union-attr]
    assert ["when", "when", "winner", "when"] == [item.keyword for item in items(more, "end")]  # type: ignore[union-attr]


def test_steps_of_setup_are_added() -> None:
    """Steps of the variant's setup follow those of the base."""
    laid, found = lay("setup\n  pay 1 from bank to A.chips\n")
    assert () == found
    assert [nodes.ForEach, nodes.Pay] == [type(item) for item in items(laid, "setup")]


def test_facts_are_added_or_replaced() -> None:
    """Designers and notes are added; a year replaces the year of the base."""
    laid, _ = lay('about\n  designer: "Bob"\n  year: "2024"\n  note: "new note"\n')
    facts = [(item.key, item.text) for item in items(laid, "about") if isinstance(item, nodes.Fact)]
    assert [
        ("designer", "Ann"),
        ("note", "old note"),
        ("designer", "Bob"),
        ("year", "2024"),
        ("note", "new note"),
    ] == facts
