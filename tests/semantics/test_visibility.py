"""What players cannot know: guards, words and actions done together."""

import pytest

from gamedsl.api import check_text
from gamedsl.source import Span
from tests.helpers.checking.visibility import FRAME, TABLE, findings
from tests.helpers.texts import game_text


def guard(condition: str) -> list[str]:
    """Return the subjects that the check finds in a condition of an action (or in nothing)."""
    found = findings(f'  act "Act"\n    when: {condition} "no"\n')
    return [line.removeprefix("GDKNO01 What the player may do here depends on ") for line in found]


UNSEEN = ", which this player cannot see."


@pytest.mark.parametrize(
    "condition",
    [
        "count(pile) > 3",
        "pile.top != none",
        "any(p.slot = none for each p in players)",
        "count(players.hand) = 0",
        "any(c.value = 3 for each c in you.hand)",
        "you.chips > 2",
        "you.slot != none and you.slot.value > 2",
        "any(c.value > 2 for each c in market)",
        "any(count(p.shown) > 1 for each p in players)",
        "count(c for each c in card where c.value > 4) > 2",
        "sum(p.bid for each p in players) > 3",
    ],
)
def test_public_and_own_guards_are_allowed(condition: str):
    """Conditions may read public things, own things, and how many pieces lie in any zone."""
    assert [] == guard(condition)


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ("pile.top.value > 2", "what lies in `pile`"),
        ("any(c.value > 2 for each c in pile)", "what lies in `pile`"),
        ("count(pile where value > 2) > 1", "what lies in `pile`"),
        ("any(p.chips > 2 for each p in players)", "how much is in the `chips` of another player"),
        ("next(you).chips > 2", "how much is in the `chips` of another player"),
        ("any(c.value = 3 for each c in players.hand)", "what lies in the `hand` of another player"),
        ("any(c.owner = you for each c in card)", "what lies in `pile`"),
        (
            "you = (the p in players with most p.chips ties from A)",
            "how much is in the `chips` of another player",
        ),
    ],
)
def test_hidden_guards_are_found(condition: str, what: str):
    """Conditions that depend on unseen pieces or other players' hidden things are errors, even for a ranking."""
    assert [what + UNSEEN] == guard(condition)


def test_hidden_through_a_term_is_shown_at_the_call():
    """A leak inside a term is reported where the card reads the term, with a label at the place in the term."""
    sections = "terms\n  each player\n    rich = chips > 3\n"
    actions = '  act "Act"\n    when: {} "no"\n'

    assert [] == findings(actions.format("you.rich"), sections=sections)
    text = FRAME.format(
        header="",
        table=TABLE,
        sections=sections,
        fields="",
        actions=actions.format("any(p.rich for each p in players)"),
        play="act",
        who="who: players from A",
    )
    found = [each for each in check_text(text) if each.code == "GDKNO01"]

    assert ["p.rich"] == [text.splitlines()[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1] for f in found]
    assert [["it is read here"]] == [[label.message for label in each.labels] for each in found]


@pytest.mark.parametrize(("trait", "count"), [("", 0), (", seen by none if dark", 1), (", seen by none", 1)])
def test_traits_with_an_option_count_both_ways(trait: str, count: int):
    """A zone that an option may hide is hidden for the check."""
    table = TABLE.replace("market: heap of card", "market: heap of card" + trait)
    header = "options\n  dark: no, yes\n" if "if dark" in trait else ""

    found = findings('  act "Act"\n    when: any(c.value > 2 for each c in market) "no"\n', table=table, header=header)

    assert count == len(found)


def test_picks_from_a_hand():
    """An own hand may be picked from and judged; that of another player may not."""
    own = '  act "Act"\n    pick: c in you.hand where c.value > 2\n    when: c.value < 8 "no"\n'
    other = '  act "Act"\n    pick: c in next(you).hand\n'

    assert [] == findings(own)
    assert ["GDKNO01 What the player may do here depends on what lies in the `hand` of another player" + UNSEEN] == (
        findings(other)
    )


def test_costs():
    """A cost may come from an own purse or a public one, not from one that the player cannot see."""
    own = '  act "Act"\n    cost: pay 1 from you.chips to bank\n'
    public = '  act "Act"\n    cost: pay 1 from bank to you.chips\n'
    other = '  act "Act"\n    cost: pay 1 from next(you).chips to you.chips\n'

    assert [[], []] == [findings(own), findings(public)]
    assert 1 == len(findings(other))


def test_effects_may_read_everything():
    """What happens after the decision may depend on hidden things."""
    then = "if pile.top != none and pile.top.value > 3: set noise to yes"

    assert [] == findings(f'  act "Act"\n    then:\n      {then}\n')


def test_picks_inside_effects_are_decisions():
    """The choices of a pick step must be visible, also when a hidden value comes from a let or a parameter."""
    plain = '  act "Act"\n    then:\n      pick c in you.hand "which?"\n      move c to you.shown\n'
    local = '  act "Act"\n    then:\n      let n = sum(c.value for each c in pile)\n      pick m in 0..n "how many?"\n'
    called = '  act "Act"\n    then: choose(sum(c.value for each c in pile))\n'
    rules = 'rules\n  choose(n: 0..99)\n    then: pick m in 0..n "how many?"\n'

    assert [] == findings(plain)
    assert 1 == len(findings(local))
    assert 1 == len(findings(called, sections=rules))
    assert [] == findings(called.replace("pile", "market"), sections=rules)


def test_chosen_loops_are_decisions():
    """A loop in which the player chooses the order must go through visible things."""
    chosen = '  act "Act"\n    then:\n      for each c in {} chosen "next?": move c to market\n'

    assert [] == findings(chosen.format("you.hand"))
    assert 1 == len(findings(chosen.format("next(you).hand")))


def test_another_player_is_asked():
    """Behind an offer the player who is asked is `you`: own things of the first are hidden then, those of p are own."""
    loop = '  act "Act"\n    then:\n      for each p in players:\n        for each c in {}: offer p: keep(c) or drop\n'
    others = '  keep(c: card) "Keep"\n    then: move c to market\n  drop "Drop"\n'

    assert [] == findings(loop.format("p.hand") + others)
    assert 1 == len(findings(loop.format("you.hand") + others))


def test_possible_reads_the_conditions_of_the_action():
    """Asking whether another player could act gives away what the action depends on."""
    own = '  act "Act"\n    when: possible(buy) "no"\n  buy "Buy"\n    cost: pay 1 from you.chips to bank\n'
    terms = "terms\n  each player\n    able = possible(buy)\n"
    other = own.replace("possible(buy)", "next(you).able")

    assert [] == findings(own, play="act or buy")
    assert ["how much is in the `chips` of another player" + UNSEEN] == [
        line.partition("depends on ")[2] for line in findings(other, play="act or buy", sections=terms)
    ]


def test_modifiers_count_with_the_term():
    """A hidden condition of a modifier hides the term that it changes."""
    sections = "terms\n  price = 1\nmodifiers\n  dear\n    when: {}\n    change: price to 2\n"
    actions = '  act "Act"\n    cost: pay price from you.chips to bank\n'

    assert [] == findings(actions, sections=sections.format("count(pile) > 3"))
    assert 1 == len(findings(actions, sections=sections.format("any(c.value = 1 for each c in pile)")))


def test_forbidding_is_a_guard():
    """What forbids an action is visible to the player who may not do it."""
    sections = 'modifiers\n  never\n    when: {}\n    forbid: act "no"\n'

    assert [] == findings('  act "Act"\n', sections=sections.format("noise"))
    assert 1 == len(findings('  act "Act"\n', sections=sections.format("any(c.value = 1 for each c in pile)")))


def test_phase_with_a_plan():
    """Whether a player is asked at all may not depend on hidden things."""
    fields = "    when: {}\n"

    assert [] == findings('  act "Act"\n', fields=fields.format("count(pile) > 2"))
    assert 1 == len(findings('  act "Act"\n', fields=fields.format("any(c.value = 1 for each c in pile)")))


@pytest.mark.parametrize(
    ("words", "count"),
    [("Take {you.hand.top}", 0), ("{count(pile)|card|cards}", 0), ("Take {pile.top}", 1), ("{next(you).chips}", 1)],
)
def test_words_betray(words: str, count: int):
    """Words for the decider may show public and own things only."""
    found = findings(f'  act "{words}"\n')

    assert count == len(found)
    assert all(line.startswith("GDKNO02 These words tell the player") for line in found)


def test_words_of_conditions_picks_and_pass():
    """Reasons, questions and the words of pass are read by the decider too."""
    actions = '  act "Act"\n    pick: n in 1..3 "of {pile.top}?"\n    when: n > 1 "not {pile.top}"\n'

    found = findings(actions, play="up to 1 of act", fields='    pass: "leave {pile.top}"\n')

    assert 3 == len([line for line in found if line.startswith("GDKNO02")])


def telling(words: str, then: str = "", card: str = "step") -> list[str]:
    """Return what is found when words of the log are these; ``then`` are steps before them."""
    steps = f"{then}; " if then else ""
    plain = f'  act "Act"\n    pick: c in you.hand\n    then: {steps}pay 1 from bank to you.chips "{words}"\n'
    if card == "step":
        return findings(plain)
    rules = f'rules\n  gain(c: card) "{words}"\n    then: {steps}pay 1 from bank to you.chips\n'
    echo = f'triggers\n  echo "{words}"\n    after: act(c)\n    then: set noise to yes\n'
    act = '  act "Act"\n    pick: c in you.hand\n    then: gain(c)\n'
    return (
        findings(act, sections=rules)
        if card == "rule"
        else findings(act.replace("gain(c)", "show c to you"), sections=echo)
    )


@pytest.mark.parametrize("card", ["step", "rule", "trigger"])
@pytest.mark.parametrize(
    ("words", "count"),
    [("{you.chips} left", 1), ("{next(you).chips}", 1), ("{pile.top}", 1), ("{count(pile)} left", 0), ("{you.bid}", 0)],
)
def test_the_log_is_read_by_everybody(card: str, words: str, count: int):
    """Words of steps, rules and triggers stand in the log for all: not even own things may be told there."""
    found = telling(words, card=card)

    assert count == len(found)
    assert all(line.startswith("GDKNO02 These words tell everybody") for line in found)


@pytest.mark.parametrize("card", ["step", "rule"])
@pytest.mark.parametrize(
    ("then", "count"),
    [
        ("", 1),
        ("show c to you", 1),
        ("show c to players", 0),
        ("move c to you.shown", 0),
        ("move c to you.hand", 1),
        ("if noise: show c to players", 1),
    ],
)
def test_a_card_that_is_laid_open_may_be_named(card: str, then: str, count: int):
    """Behind the step that shows a hidden card to all, the log may name it."""
    if then.startswith("if"):
        then = f"\n      {then}\n      set noise to yes"
    assert count == len(telling("{c}", then, card))


def test_what_words_betray_is_shown_in_the_words():
    """The finding stands where the words name the card, with a label where the card comes from."""
    act = '  act "Act"\n    pick: c in you.hand\n    cost: pay 1 from you.chips to bank "for {c.value}"\n'
    text = FRAME.format(
        header="", table=TABLE, sections="", fields="", actions=act, play="act", who="who: players from A"
    )
    found = [one for one in check_text(text) if one.code == "GDKNO02"]

    def marked(span: Span) -> str:
        return span.source.line(span.line)[span.column - 1 : span.end_column - 1]

    assert [("c.value", ["you.hand"])] == [
        (marked(one.span), [marked(label.span) for label in one.labels]) for one in found
    ]


def test_what_is_offered_unseen_is_shown_at_the_offer():
    """The finding stands where the hidden card is handed over, with a label where it comes from."""
    act = '  act "Act"\n    pick: c in you.hand\n    then:\n      let d = c\n      offer next(you): take(d)\n'
    act += '  take(e: card) "Take {e}"\n'
    text = FRAME.format(
        header="", table=TABLE, sections="", fields="", actions=act, play="act", who="who: players from A"
    )
    found = [one for one in check_text(text) if one.code.startswith("GDKNO")]

    assert ["offer next(you): take(d)"] == [one.span.source.line(one.span.line).strip() for one in found]
    assert [["pick: c in you.hand"]] == [
        [label.span.source.line(label.span.line).strip() for label in one.labels] for one in found
    ]


def test_words_of_phases_are_read_by_everybody():
    """The words of a phase head the log and the view of all players."""
    text = FRAME.format(
        header="",
        table=TABLE,
        sections="",
        fields="",
        actions='  act "Act"\n',
        play="act",
        who="who: players from A",
    ).replace("  round\n", '  round "B has {B.chips} of {count(players)}"\n')

    assert ["GDKNO02"] == [one.code for one in check_text(text) if one.severity == "error"]


def test_words_in_the_setup_are_read_by_everybody():
    """The ledger of the setup is open to all."""
    setup = 'setup\n  pay 1 from bank to A.chips\n  pay 1 from bank to B.chips "{A.chips}"\n'

    assert 1 == len(findings('  act "Act"\n', sections=setup))


TOGETHER = "who: players together"


@pytest.mark.parametrize(
    "then",
    [
        "set you.bid to you.chips",
        "move you.hand.top to you.shown",
        "if noise: set you.loud to yes",
        "set you.bid to count(pile)",
    ],
)
def test_own_things_may_be_changed_together(then: str):
    """Actions done together may change own things and read own and unchanged public things."""
    assert [] == findings(f'  act "Act"\n    then:\n      {then}\n', who=TOGETHER)


@pytest.mark.parametrize(
    ("then", "deed"),
    [
        ("set noise to yes", "changes `noise`"),
        ("pay 1 from you.chips to bank", "changes `bank`"),
        ("move market.top to you.shown", "changes the place of `market.top`"),
        ("set next(you).loud to yes", "changes `next(you).loud`"),
        ("set you.bid to pile.top.value", "reads what lies in `pile`"),
        ("set you.bid to next(you).bid", "reads `bid`"),
    ],
)
def test_common_things_may_not_be_touched_together(then: str, deed: str):
    """Changing what is not one's own, reading what others change at the same time, or what is hidden, is an error."""
    action = f'  act "Act"\n    then:\n      if pile.top != none and market.top != none: {then}\n'
    found = findings(action, who=TOGETHER)

    assert f"GDKNO03 Players do `act` together, but it {deed}, which is common to all." in found
    assert [] == findings(action)


def test_together_through_rules_and_triggers():
    """Rules that are called and triggers that follow count as well."""
    rules = "rules\n  shout\n    then: set noise to yes\n"
    triggers = "triggers\n  echo\n    after: act\n    then: set noise to yes\n"

    assert 1 == len(findings('  act "Act"\n    then: shout\n', who=TOGETHER, sections=rules))
    assert 1 == len(findings('  act "Act"\n', who=TOGETHER, sections=triggers))
    assert [] == findings('  act "Act"\n    then: shout\n', sections=rules)


GUESS = game_text("semantics/visibility")
HIDDEN = {"seen": ", seen by none", "own": ", seen by owner"}


@pytest.mark.parametrize(
    "pick", ["g in card", "g in card where g.value < 2", "g in (c for each c in card)", "g = 2 of card"]
)
def test_copies_that_lie_apart_tell_where_they_lie(pick: str) -> None:
    """Copies in one place are one choice, so the choices among all pieces of a kind would tell what lies together."""
    found = [one for one in check_text(GUESS.format(pick=pick, copies=3, **HIDDEN)) if one.code == "GDKNO01"]
    assert ["what lies in `deck`" in one.message and "g in card.design" in (one.help or "") for one in found] == [True]


@pytest.mark.parametrize(
    ("pick", "copies", "shown"),
    [
        ("g in card", 1, HIDDEN),
        ("g in card", 3, {"seen": "", "own": ""}),
        ("g in card.design", 3, HIDDEN),
        ("g in you.hand", 3, HIDDEN),
    ],
)
def test_choices_among_pieces_that_tell_nothing(pick: str, copies: int, shown: dict[str, str]) -> None:
    """Single pieces, open ones, designs, and what lies in one place can be picked."""
    found = check_text(GUESS.format(pick=pick, copies=copies, **shown))
    assert [] == [one for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("copies", "entry", "is_found"),
    [
        (3, "till: purse of coin, seen by none", True),
        (3, "till: purse of coin", False),
        (1, "till: purse of coin, seen by none", False),
    ],
)
def test_copies_tell_what_belongs_to_them(copies: int, entry: str, is_found: bool) -> None:
    """Copies to which hidden things belong are choices of their own, even where all of them lie openly."""
    text = GUESS.format(pick="g in deck", copies=copies, seen="", own="")
    text = text.replace(
        "table\n", f"  coin: counter, 9\ntable\n  bank: purse of coin, full\n  each card\n    {entry}\n"
    )
    text = text.replace("set right to right + 1", "set right to right + min(1, bank)")
    found = [one for one in check_text(text) if one.severity == "error"]
    assert [("GDKNO01", True)] * is_found == [(one.code, "g in card.design" in (one.help or "")) for one in found]


def test_loops_in_which_players_choose_the_order_tell_nothing() -> None:
    """The order of copies that lie apart would be chosen among as many as there are places."""
    text = GUESS.format(pick="n in 1..2", copies=3, **HIDDEN)
    asked = text.replace("set right to right + 1", 'for each c in card chosen "Next?": set right to right + 1')
    assert [] == [one for one in check_text(text) if one.severity == "error"]
    assert ["GDKNO01"] == [one.code for one in check_text(asked) if one.severity == "error"]
