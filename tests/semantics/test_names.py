"""What names may mean, and what is said about names that mean nothing or too much."""

import pytest

from gamedsl.semantics.expressions.functions import BUILTINS
from tests.helpers.checking.additions import BASE, action, added, check, found, only, replaced, steps, term


def unused(text: str) -> list[str]:
    """Return the messages about things nobody uses."""
    return [d.message for d in check(text)[1] if d.code == "GDNAM07"]


def test_known_name() -> None:
    """A name of the table is a value."""
    assert [] == term("round")


def test_unknown_name() -> None:
    """A name that means nothing is reported."""
    assert ["GDNAM01"] == term("roundd")


def test_unknown_name_has_suggestion() -> None:
    """The nearest names are offered."""
    assert "did you mean `round`?" == only(BASE + "terms\n  extra = rounds\n", "GDNAM01").help


def test_owner_is_called_by_the_nearest_name() -> None:
    """Where a player has a name of its own, that is the example; else `you`, or any name."""
    whose = {
        "extra = the q in players with most coins ties none": "q.coins",
        "each player\n    extra = coins > 2": "",
        "extra = coins > 2": "you.coins",
    }

    for text, example in whose.items():
        told = [d.help for d in check(BASE + f"terms\n  {text}\n")[1] if d.code == "GDNAM05"]
        assert told == ([f"write whose it is, for example `{example}`"] if example else [])


def test_seats_are_capital_letters() -> None:
    """The seat meant is offered, else all seats of the game."""
    scenario = "scenarios\n  try\n    players: 2\n    then:\n      {}: wait\n"

    assert "write `A:`" == only(BASE + scenario.format("a"), "GDNAM01").help
    assert "the seats are `A` and `B`" == only(BASE + scenario.format("E"), "GDNAM01").help


def test_one_letter_has_no_suggestion() -> None:
    """A single letter is near to nothing."""
    assert "did you mean" not in only(BASE + "terms\n  extra = q\n", "GDNAM01").help


def test_unknown_name_once() -> None:
    """A broken term is reported where it is written, not where it is used."""
    assert ["GDNAM01"] == added("terms\n  one = nix\n  two = one + 1\n  three = two + one\n")


def test_unknown_type_once() -> None:
    """An entry of an unknown type makes no errors where it is used."""
    assert ["GDNAM01"] == added("table\n  extra: nix\nterms\n  one = extra + 1\n")


def test_owner_missing() -> None:
    """A thing of a player needs an owner."""
    assert ["GDNAM05"] == term("coins")


def test_owner_written() -> None:
    """With its owner it is a value."""
    assert [] == term("you.coins")


def test_owner_not_needed_in_each_player() -> None:
    """Inside `each player` own things are bare."""
    assert [] == added("terms\n  each player\n    extra = coins + 1\n")


def test_owner_not_needed_in_filter() -> None:
    """Behind `where` the attributes of the elements are bare."""
    assert [] == term("(players where coins > 2)")


def test_attribute_of_binder_needs_its_name() -> None:
    """A binder does not make attributes bare."""
    assert ["GDNAM01"] == term("any(rank > 2 for each c in you.hand)")


def test_attribute_of_binder_is_offered() -> None:
    """The help shows the attribute with the name of the binder."""
    assert "write `c.rank`" == only(BASE + "terms\n  extra = any(rank > 2 for each c in you.hand)\n", "GDNAM01").help


def test_unknown_attribute() -> None:
    """An attribute that the kind does not have is reported."""
    assert ["GDNAM01"] == term("house.colour")


def test_known_attribute_of_row() -> None:
    """A row has the columns of its kind."""
    assert [] == term("house.cost")


def test_term_of_a_row() -> None:
    """A row with one copy has the terms of its kind."""
    assert [] == term("house.dear")


def test_defined_twice() -> None:
    """Two entries of one name are reported once, however often it is used."""
    assert ["GDNAM02"] == added("table\n  bank: 1..3\n")


def test_defined_twice_shows_first() -> None:
    """The place of the first one is shown."""
    assert 1 == len(only(BASE + "table\n  bank: 1..3\n", "GDNAM02").labels)


def test_option_and_term_of_one_name() -> None:
    """Options, table and terms share one name space."""
    assert ["GDNAM02"] == added("terms\n  fast = 3\n")


def test_type_and_component_of_one_name() -> None:
    """Lists of words and components share one name space."""
    assert ["GDNAM02"] == added("components\n  colour: counter, 3\n")


def test_card_of_two_sections() -> None:
    """Cards of all sections share one name space."""
    assert ["GDNAM02"] == added("rules\n  take\n    then: roll die\n")


def test_scoring_source_beside_card() -> None:
    """Scoring sources have a name space of their own."""
    assert [] == added("scoring\n  take\n    worth: 1\n")


def test_value_twice_in_option() -> None:
    """A value twice in one option is reported."""
    assert ["GDNAM02"] == added("options\n  extra: a, a\n")


def test_key_twice() -> None:
    """Two keys of one name are reported."""
    assert ["GDNAM02"] == added("table\n  extra[a: colour, a: colour]: 1..3\n")


def test_field_twice() -> None:
    """A field twice on one card is reported."""
    assert ["GDNAM02"] == action("then: roll die", "then: roll die")


def test_seat_twice() -> None:
    """Two seats of one name are reported."""
    assert ["GDNAM02"] == found(replaced(("2 to 4", "2 to 2 as Ann, Ann")))


def test_shadowed_by_pick() -> None:
    """A pick cannot be called as an entry of the table."""
    assert ["GDNAM03"] == action("pick: bank in players", "then: set first to bank")


def test_shadowed_by_binder() -> None:
    """A binder cannot be called as a name given before."""
    assert ["GDNAM03"] == action("pick: p in players", "when: any(p.rich for each p in players)")


def test_same_binder_twice() -> None:
    """Two binders beside each other may have one name."""
    assert [] == term("any(p.rich for each p in players) or all(p.rich for each p in players)")


def test_shadowed_by_parameter() -> None:
    """A parameter cannot be called as a term."""
    assert ["GDNAM03"] == term("1", "(price: 1..3)")


def test_let_twice() -> None:
    """A name is given once."""
    assert ["GDNAM03"] == steps("let n = 1", "let n = 2")


def test_let_in_two_blocks() -> None:
    """Names end with their block."""
    assert [] == steps("repeat 2 times:", "  let n = 1", "repeat 2 times:", "  let n = 2")


def test_reserved_name() -> None:
    """`you` cannot be defined."""
    assert ["GDNAM03"] == added("table\n  you: 1..3\n")


def test_reserved_type() -> None:
    """`bool` cannot be defined."""
    assert ["GDNAM03"] == added("types\n  bool: a, b\n")


def test_reserved_column() -> None:
    """A column cannot be called `owner`."""
    hut = "components\n  hut: tile\n    | hut | owner: 1..3 |\n    | low | 1 |\n"
    assert ["GDNAM03"] == added(hut + "table\n  huts: heap of hut, full\n")


def test_reserved_seat() -> None:
    """A seat cannot be called `you`."""
    assert ["GDNAM03"] == found(replaced(("2 to 4", "2 to 2 as you, me")))


def test_ambiguous_constant() -> None:
    """A word of two lists needs a place that wants one of them."""
    assert ["GDNAM04"] == added("types\n  paint: red, white\nterms\n  extra = red\n")


def test_constant_chosen_by_type() -> None:
    """The type wanted chooses between words of one name."""
    assert [] == added("types\n  paint: red, white\nterms\n  extra = choice = red\n")


def test_field_not_allowed() -> None:
    """A field on a card that cannot have it is reported."""
    assert ["GDNAM06"] == action("worth: 3")


def test_steps_and_play() -> None:
    """A phase has `steps` or `play`, not both."""
    assert ["GDNAM06"] == added("phases\n  extra\n    steps: turn\n    play: take\n")


def test_parameters_of_phase() -> None:
    """A phase has no parameters."""
    assert ["GDNAM06"] == added("phases\n  extra(n: 1..3)\n    then: roll die\n")


def test_never_used() -> None:
    """An entry nobody reads is a warning."""
    assert "The entry of the table `round` is never used." in unused(BASE)


def test_used() -> None:
    """An entry that is read is not reported as unused."""
    assert "The entry of the table `round` is never used." not in unused(BASE + "setup\n  set round to round\n")


@pytest.mark.parametrize(
    ("declared", "one", "name"),
    [
        ("components\n  field: space, grid a..c by 1..2\n", "count(neighbours(b1))", "component `field`"),
        ("components\n  inn: space, lines (mill port)\n", "distance(mill, port)", "component `inn`"),
        ("types\n  tone: low, high\n", "count({low, high})", "type `tone`"),
    ],
)
def test_used_by_one_of_its_names(declared: str, one: str, name: str) -> None:
    """A board or a list of words is used where only a place or a word of it is named."""
    told = f"The {name} is never used."

    assert told in unused(BASE + declared)
    assert told not in unused(BASE + declared + f"terms\n  extra = {one}\n")


@pytest.mark.parametrize(
    ("declared", "value", "codes"),
    [
        ("table\n  green: colour\n", "choice = green", ["GDNAM03"]),
        ("table\n  green: colour or none\n", "green in {choice, blue}", ["GDNAM03"]),
        ("table\n  green: set of colour\n", "choice in green", ["GDNAM03"]),
        ("table\n  house: slot of tile\n", "house in shop", ["GDNAM03"]),
        ("table\n  green: 0..9\n", "green > 3", []),
        ("table\n  green: 0..9\n", "choice = green", ["GDTYP01"]),
        ("table\n  A: player\n", "first = A", []),
    ],
)
def test_called_like_a_word_of_its_own_list(declared: str, value: str, codes: list[str]) -> None:
    """A constant gives way to another name, but not where nobody could tell which of the two is read; seats do."""
    assert codes == added(declared + f"terms\n  extra = {value}\n  more = {value}\n")


def test_called_like_a_word_is_told_once() -> None:
    """The name is told where it is first read, with what it could be."""
    told = only(BASE + "table\n  green: colour\nterms\n  extra = choice = green or green != blue\n", "GDNAM03")

    assert "an entry of the table" in told.message
    assert "a word of `colour`" in told.message
    assert "give one of the two another name" == told.help


def test_unknown_fact() -> None:
    """An unknown key of `about` is a warning."""
    assert ["GDNAM08"] == added('about\n  autor: "x"\n')


def test_known_fact() -> None:
    """A known key of `about` is fine."""
    assert [] == added('about\n  designer: "x"\n')


def test_looks_like_reference() -> None:
    """An upper-case name before a minus in an index is a warning."""
    assert ["GDNAM09"] == term("(board[NR - 1, 1] = none)", "(NR: 2..3)")


def test_not_a_reference() -> None:
    """A name in small letters is fine there."""
    assert [] == term("(board[nr - 1, 1] = none)", "(nr: 2..3)")


def test_you_without_a_turn() -> None:
    """`you` means nobody in the setup."""
    assert ["GDNAM01"] == added("setup\n  set first to you\n")


def test_old_outside_modifier() -> None:
    """`old` is known only in `change`."""
    assert ["GDNAM01"] == term("old + 1")


def test_old_in_modifier() -> None:
    """In `change` it is the value so far."""
    assert [] == added("modifiers\n  dearer\n    change: price to old + 1\n")


def test_chart_is_no_value() -> None:
    """A chart without keys is no value."""
    assert ["GDTYP01"] == term("prices")


def test_card_is_no_value() -> None:
    """An action is no value."""
    assert ["GDTYP01"] == term("take")


def test_no_players() -> None:
    """The number of players has limits."""
    assert ["GDRNG01"] == found(replaced(("2 to 4", "0")))


def test_too_many_players() -> None:
    """Thirteen players are too many."""
    assert ["GDRNG01"] == found(replaced(("2 to 4", "13")))


def test_players_backwards() -> None:
    """The smaller number of players comes first."""
    assert ["GDRNG05"] == found(replaced(("2 to 4", "4 to 2")))


def test_too_few_seats() -> None:
    """Every seat has a name."""
    assert ["GDTYP01"] == found(replaced(("2 to 4", "3 to 3 as Ann, Bob")))


def test_empty_sections() -> None:
    """Sections may stand without a use."""
    assert [] == added("scoring\n  more\n    worth: 0\n")


def test_own_thing_called_as_a_column() -> None:
    """A thing of each tile cannot be called as a column."""
    assert ["GDNAM03"] == added("table\n  each tile\n    cost: 1..3\n")


def test_own_thing_called_points() -> None:
    """Players have points already."""
    assert ["GDNAM03"] == added("table\n  each player\n    points: 1..3\n")


def test_two_meanings_in_a_filter() -> None:
    """A bare attribute that is also an entry of the table is one mistake."""
    assert ["GDNAM03"] == added("table\n  rank: 1..9\nterms\n  extra = count((pile where rank + 1 > 3))\n")


def test_parameter_of_words() -> None:
    """Words for people are no parameter."""
    assert ["GDTYP01"] == added("rules\n  extra(n: words)\n    then: roll die\n")


def test_depth() -> None:
    """A bound of activations is at least 1."""
    assert ["GDRNG01"] == added("rules\n  extra\n    depth: 0\n    then: roll die\n")


def test_words_of_rulebooks_have_a_cure() -> None:
    """Words that nearly all beginners try are answered, where no known name is spelt like them."""
    players = only(BASE + "terms\n  extra = current_player\n", "GDNAM01")
    assert "the player whom a paragraph speaks to is `you`; the one whose turn it is, `active`" == players.help
    number = only(BASE + "table\n  extra: integer\n", "GDNAM01")
    assert "for a number write its range, such as `0..99`; `number` has no end" == number.help
    points = only(BASE + "terms\n  extra(p: player) = p.points(nix)\n", "GDNAM01")
    assert "of one source, in square brackets: `points[SOURCE]`" == points.help
    chart = "components\n  prize[n: 1..2]: chart\n    | n | sum: 0..9 |\n    | 1 | 3 |\n    | 2 | 5 |\n"
    called = only(BASE + chart + "terms\n  extra = prize(1).sum\n", "GDNAM01")
    assert "the keys of a chart stand in square brackets: `prize[…]`" == called.help


@pytest.mark.parametrize("name", BUILTINS)
def test_a_function_that_is_called_wrongly_says_how_it_is_called(name: str) -> None:
    """Without values it can be nothing, so the help has its form; whatever it is called with is told as well."""
    _, told = check(BASE + f"terms\n  extra = {name}()\n")
    assert [] != [one.help for one in told if f"`{name}(" in (one.help or "")]
    term(f"{name}(1, 2, 3, 4, 5, 6, 7, 8, 9)")


@pytest.mark.parametrize("name", BUILTINS)
def test_a_term_with_parameters_cannot_have_the_name_of_a_function(name: str) -> None:
    """Its calls would all go to the function."""
    assert "GDNAM10" in added(f"terms\n  {name}(n: 0..9) = n\n")


def test_a_component_called_by_keys_cannot_have_the_name_of_a_function() -> None:
    """`lines(red)` would ask the function for lines, never for the piece."""
    assert ["GDNAM10"] == added("components\n  lines: piece, 1 each colour\ntable\n  them: heap of lines, full\n")


@pytest.mark.parametrize("text", ["  count = 3\n", "  each player\n    count(n: 0..9) = n\n"])
def test_what_can_be_told_from_a_function_may_have_its_name(text: str) -> None:
    """A term without parameters is read by its name alone, one of a player is called behind a dot."""
    assert [] == added("terms\n" + text)


def test_no_action_is_called_as_passing() -> None:
    """What players type and scenarios write who pass is no action."""
    text = BASE + 'actions\n  {} "Give up"\n    then: set round to 1\n'
    assert "up to 1 of" in (only(text.format("pass"), "GDNAM03").help or "")
    assert "GDNAM03" not in [d.code for d in check(text.format("give_up"))[1]]
