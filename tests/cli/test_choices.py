"""What people type at the table -> the choice they mean."""

import io

import attrs
import pytest
from rich.console import Console

from gamedsl.api import load, loads
from gamedsl.choices import Choice
from gamedsl.cli.render.effects import short_deeds
from gamedsl.cli.terminal.choices import NOTHING, About, Known, Numbers, find_choice, handles, other_numbers, slip
from gamedsl.cli.terminal.listing import render_choices
from gamedsl.cli.terminal.signs import Signs, signs_of
from gamedsl.players.seats import make
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import Told
from tests.helpers.texts import game_text


def choice(code: int, text: str, words: str, label: str = "") -> Choice:
    """Return a choice with these texts."""
    action = text.partition("(")[0]
    return Choice(code, action, code if label else None, label, text == "pass", text, words)


CHOICES = (
    choice(3, "take", "Take the BR7 share"),
    choice(4, "sell(0)", "Sell brown shares: 0", "0"),
    choice(5, "sell(1)", "Sell brown shares: 1", "1"),
    choice(6, "pass", "No loan"),
    choice(7, "build(guest_room)", "Build a tile: Guest Room", "Guest Room"),
)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("t", 3),
        ("p", 6),
        ("b1", 7),
        ("s1", 5),
        ("s 1", 5),
        ("sell 1", 5),
        ("take", 3),
        ("Sell(1)", 5),
        ("pass", 6),
        ("no loan", 6),
        ("guest_room", 7),
        ("guest room", 7),
        ("ta", 3),
    ],
)
def test_one_choice_is_meant(typed: str, code: int) -> None:
    """The sign, the short form, the words or the beginning of one of them mean that choice."""
    found = find_choice(CHOICES, typed).single
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(("typed", "codes"), [("sell", [4, 5]), ("brown", [4, 5]), ("room", [7]), ("n", [6])])
def test_search_never_moves_by_itself(typed: str, codes: list[int]) -> None:
    """What fits several choices, or only the middle of one, or is a single letter, lists choices and makes none."""
    found = find_choice(CHOICES, typed)
    assert ([fitting.code for fitting in found.choices], found.single) == (codes, None)


@pytest.mark.parametrize("typed", ["99", "1", "0", "7", "zebra", "1e3", "s", "b", "b2", "p1"])
def test_nothing_fits(typed: str) -> None:
    """Numbers that are not asked for, signs with other numbers or none, and unknown words mean nothing."""
    assert find_choice(CHOICES, typed).choices == ()


@pytest.mark.parametrize(
    ("typed", "others"),
    [
        ("raise 2", "raise 12 … raise 14, raise 20"),
        ("Raise(30)", "raise 12 … raise 14, raise 20"),
        ("raise 13", ""),
        ("raise", ""),
        ("lift 2", ""),
        ("pass 2", ""),
    ],
)
def test_another_number_of_an_action(typed: str, others: str) -> None:
    """A number that an action does not take is no part of its words: what it takes is told."""
    numbers = (12, 13, 14, 20)
    choices = (*(choice(n, f"raise({n})", f"Raise the bid of 2 to {n}", str(n)) for n in numbers), CHOICES[3])

    assert other_numbers(choices, typed) == others
    assert (find_choice(choices, typed).choices == ()) == bool(others or typed in ("lift 2", "pass 2"))


def test_a_number_is_the_value() -> None:
    """A typed number means the choice with that value."""
    choices = (choice(4, "sell(10)", "Sell: 10", "10"), choice(5, "sell(20)", "Sell: 20", "20"))
    found = find_choice(choices, "20").single
    assert found is not None
    assert found.code == 5


def test_where_numbers_are_asked_they_are_typed_as_they_are() -> None:
    """With nothing but numbers to choose from, 2 means the number 2 and not the second of the list."""
    choices = tuple(choice(number, f"sell({number})", f"Sell: {number}", str(number)) for number in (0, 1, 2))
    found = find_choice(choices, "2").single
    assert found is not None
    assert found.text == "sell(2)"


SALE = tuple(choice(n, f"sell({n})", f"Sell: {said}", said) for n, said in enumerate(("none", "1 share", "2 shares")))


@pytest.mark.parametrize("typed", ["2", "s 2", "s2", "sell 2", "sell(2)", "2 shares"])
def test_numbers_with_words_are_typed_as_numbers(typed: str) -> None:
    """Words of answers say what a number means; it is typed as before, and none as 0."""
    sale = tuple(attrs.evolve(one, value=number) for number, one in enumerate(SALE))
    assert ["s 0", "s 1", "s 2"] == list(handles(sale).values())
    found, none = find_choice(sale, typed).single, find_choice(sale, "none").single
    assert found is not None and none is not None
    assert ("sell(2)", "sell(0)") == (found.text, none.text)


def test_few_numbers_with_words_are_listed_with_them() -> None:
    """Many stand in one line, as numbers without words do."""
    sale = tuple(attrs.evolve(one, value=number) for number, one in enumerate(SALE))
    assert ["s 0 Sell: none", "s 1 Sell: 1 share", "s 2 Sell: 2 shares"] == drawn(sale)
    many = tuple(Choice(n, "sell", n, f"{n} shares", False, f"sell({n})", f"Sell: {n} shares") for n in range(2, 12))
    assert ["s 2 … s 11 Sell"] == drawn(many)


AUCTION = (
    *(choice(amount, f"raise({amount})", f"Raise: {amount}", str(amount)) for amount in range(6, 11)),
    choice(50, "drop_out", "Drop out"),
)


def drawn(choices: tuple[Choice, ...], about: About = NOTHING) -> list[str]:
    """Return the printed list."""
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_choices(choices, about=about))
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


def test_words_that_are_too_long_go_on_below_themselves() -> None:
    """What a line has no room for stands under the words, not under what is typed."""
    tiles = tuple(choice(code, f"build(t{code})", f"Build: Tile {code}", f"Tile {code}") for code in range(1, 5))
    about = About(moves={one.code: (f"costs {'much ' * 8}gold {one.code}",) for one in tiles})
    console = Console(file=io.StringIO(), width=40)
    console.print(render_choices(tiles, about=about))
    assert "  b1 Tile 1  costs much much much much\n     much much much much gold 1" in "\n".join(
        line.rstrip() for line in console.file.getvalue().splitlines()
    )


def test_numbers_of_an_action_stand_with_it() -> None:
    """A number stands with the action that takes it; other choices have the letters of their action."""
    assert ["r 6 … r 10 Raise", "do Drop out"] == drawn(AUCTION)


def test_bare_numbers_stand_in_one_line() -> None:
    """Where nothing is told of them but that they can be typed."""
    numbers = tuple(attrs.evolve(choice(n, f"sell.n={n}", str(n), str(n)), action=None) for n in (1, 2, 3, 5))
    assert ["1 … 3, 5"] == drawn(numbers)
    assert ["1, 2"] == drawn(numbers[:2])


@pytest.mark.parametrize(
    ("typed", "text"),
    [("r6", "raise(6)"), ("raise 6", "raise(6)"), ("raise(10)", "raise(10)"), ("do", "drop_out"), ("drop", "drop_out")],
)
def test_a_number_with_its_action_is_the_bid(typed: str, text: str) -> None:
    """Where words can be chosen as well, a number means the bid with its action, or with the sign of it."""
    found = find_choice(AUCTION, typed).single
    assert found is not None
    assert text == found.text


@pytest.mark.parametrize("typed", ["1", "raise 1", "raise", "5", "6", "r1", "raise: 1"])
def test_a_part_of_a_number_moves_nothing(typed: str) -> None:
    """``raise 1`` is not the beginning of ``raise 10``, and 6 alone is no answer where words can be chosen."""
    assert find_choice(AUCTION, typed).single is None


@pytest.mark.parametrize("typed", ["1", "loan 1", "2"])
def test_a_number_of_the_words_is_no_answer(typed: str) -> None:
    """Numbers that choices only tell of, as prices, are not found by typing them."""
    choices = (choice(1, "borrow", "Take the loan 1"), choice(2, "build", "Build for 2"))
    assert None is find_choice(choices, typed).single


def test_the_same_number_of_two_actions() -> None:
    """A number that two actions offer makes neither move; with its action it does."""
    choices = (choice(1, "buy(2)", "Buy: 2", "2"), choice(2, "sell(2)", "Sell: 2", "2"))
    assert () == find_choice(choices, "2").choices
    found = find_choice(choices, "sell 2").single
    assert found is not None
    assert 2 == found.code


def test_a_number_with_the_way_out_is_the_value() -> None:
    """Where a number is asked for and one may pass, the number alone is an answer; an action keeps its sign."""
    choices = (AUCTION[0], AUCTION[1], choice(60, "pass", "No bid"))
    assert {6: "r 6", 7: "r 7", 60: "p"} == handles(choices)
    assert find_choice(choices, "7").choices == find_choice(choices, "r7").choices == choices[1:2]
    asked = (Choice(8, None, 1, "1", False, "bid.n=1", "1"), Choice(9, None, 2, "2", False, "bid.n=2", "2"))
    assert {8: "1", 9: "2"} == handles(asked)


def test_signs_that_mean_something_are_left_out() -> None:
    """No sign is what a choice is called: the others keep theirs, and numbers behind a sign go on."""
    pieces = (choice(1, "take(x)", "Take: T1", "T1"), choice(2, "take(y)", "Take: coin", "coin"))
    assert {1: "t2", 2: "t3"} == handles(pieces)
    players = (choice(60, "drop", "Drop out"), choice(61, "accuse(D)", "Accuse: D", "D"))
    assert {60: "drop", 61: "a1"} == handles(players)


GAMES = ("mogul", "tycoon", "saloon_tycoon", "quatre_etoiles")


def signs(game: str) -> Signs:
    """Return the signs of a bundled game."""
    return signs_of(load(game).start())


def test_signs_come_from_names() -> None:
    """The shortest names have the shortest signs; questions are called by their words."""
    mogul = {"b": "Stay in for 1 chip", "t": "Take the … share and begin the next round", "p": "No loan"}
    assert mogul == {sign: signs("mogul").meaning(sign) for sign in mogul}
    tycoon = {"bs": "Buy a scheduled ticket", "bh": "Build a hotel for …", "ls": "Which landing strip?", "bx": ""}
    assert tycoon == {sign: signs("tycoon").meaning(sign) for sign in tycoon}


@pytest.mark.parametrize("game", [*GAMES, "amazons", "nine_mens_morris"])
def test_no_sign_means_two_things(game: str) -> None:
    """Every action and question has a sign of its own, but for questions with the same words; none is a command."""
    found = signs(game)
    pairs = {(asked.sign, asked.words) for asked in found.asked}
    assert len({sign for sign, _ in pairs}) == len(pairs)
    assert not {sign for sign, _ in pairs} & {"q", "y", "n", "log", "why", "undo"}


@pytest.mark.parametrize("game", GAMES)
def test_signs_and_what_is_typed_never_change(game: str) -> None:
    """In whole random games, each choice is typed by the sign of its action, a place or a number that it is."""
    table, found = load(game).start(seed=5), signs(game)
    player, seen = make("random", 5), 0
    while table.decider is not None and seen < 400:
        choices = table.legal()
        typed = handles(choices, found)
        about = About(signs=found)
        for one in choices:
            sign = typed[one.code]
            assert one is find_choice(choices, sign, about).single
            assert sign == one.label or sign.rstrip("0123456789 ") == found.of(one)
        seen += 1
        table.apply(table.codes()[player.choose(table.situation(), table.codes())])
    assert seen > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_number_keeps_its_meaning(game: str) -> None:
    """In whole games no sign with a number means one thing and at the next question another; what stays keeps it."""
    table, found = load(game).start(seed=6), signs(game)
    player, seen = make("random", 6), 0
    numbers: dict[int, Numbers] = {}
    last: dict[tuple[int, str], dict[str, str]] = {}
    while (seat := table.decider) is not None and seen < 300:
        choices = table.legal()
        numbers.setdefault(seat, Numbers()).note(choices, found)
        typed = handles(choices, found, numbers[seat])
        assert len(set(typed.values())) == len(choices)
        for sign in {found.of(one) for one in choices}:
            now = {typed[one.code]: one.text.partition("=")[2] or one.text for one in choices if found.of(one) == sign}
            before = last.get((seat, sign), {})
            assert now == now | {text: thing for text, thing in before.items() if text in now}
            assert all(now.get(text) == thing for text, thing in before.items() if thing in now.values())
            last[seat, sign] = now
        seen += 1
        table.apply(table.codes()[player.choose(table.situation(), table.codes())])
    assert seen > 30


def test_room_for_new_things_is_made_by_what_was_offered_longest_ago() -> None:
    """What a list has lost keeps its number for the time when it comes back; with very many things, not for ever."""
    numbers, found = Numbers(), signs("saloon_tycoon")
    start = next(code for code, asked in zip(found.starts, found.asked, strict=True) if asked.sign == "bu")

    def typed(*names: str) -> list[str]:
        choices = [choice(start + n, f"build({name})", f"Build: {name}", name) for n, name in enumerate(names)]
        numbers.note(choices, found)
        return list(handles(choices, found, numbers).values())

    assert ["bu1", "bu2", "bu3"] == typed("xa", "xb", "xc")
    assert ["bu3"] == typed("xc")
    assert ["bu1", "bu3", "bu4"] == typed("xa", "xc", "xd")
    assert ["bu2"] == typed("xb")
    for number in range(100):
        assert int(typed(f"thing {number}")[0].removeprefix("bu")) < 40
    assert typed("thing 99") == typed("thing 99", "xb")[:1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2", "`2` alone is no answer now; a number stands behind its action: type s 0"),
        ("b", "`b` is for `Stay in for 1 chip`, which is not possible now"),
        ("s", "`s` is no answer now; for `Sell … shares at … points each` you can type s 0"),
        ("s2", "`s2` is no answer now; for `Sell … shares at … points each` you can type s 0"),
        ("zebra", ""),
    ],
)
def test_a_slip_is_answered(typed: str, said: str) -> None:
    """What was typed at the question before is told as what it means, and never taken."""
    table = load("mogul").start(seed=7)
    for move in ("pass", "pass", "pass", "bid", "leave", "leave"):
        table.apply(move)
    about = About(signs=signs("mogul"))
    assert ["take", "sell(0)"] == [one.text for one in table.legal()]
    assert (said, ()) == (slip(table.legal(), typed, about), find_choice(table.legal(), typed, about).choices)


FACTORIES = game_text("cli/choices")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1", "`1` alone is no answer now; a number stands behind its action: type ff 1, fc 1"),
        ("3", "`3` alone is no answer now; a number stands behind its action: type ff 3"),
        ("f1", "`f1` is no choice here; did you mean ff 1, fc 1?"),
        ("f 3", "`f 3` is no choice here; did you mean ff 3?"),
        ("f7", ""),
        ("x1", ""),
    ],
)
def test_a_number_is_told_with_its_signs(typed: str, said: str) -> None:
    """Only choices of this number are named, with all signs that begin as what was typed."""
    table = loads(FACTORIES).start()
    assert said == slip(table.legal(), typed, About(signs=signs_of(table)))


@pytest.mark.parametrize(
    ("plan", "steps", "meaning"),
    [
        ("rest or sleep", "", ""),
        ("2 of (rest or sleep)", "", ""),
        ("rest else sleep", "", ""),
        ("rest then up to 1 of sleep", "", "passing"),
        ("up to 1 of (rest or sleep)", "", "passing"),
        ("rest or sleep", "\n    then: offer opponent: up to 1 of rest", "passing"),
        ("rest or sleep", "\n    then: offer opponent: rest", ""),
    ],
)
def test_the_sign_of_passing(plan: str, steps: str, meaning: str) -> None:
    """It is a sign where a plan, of a phase or offered in steps, lets somebody pass, and means nothing elsewhere."""
    rules = f"""
game Passing "Who can pass"
  players: 2

phases
  game
    who: players from A
    play: {plan}

actions
  rest "Rest"
  sleep "Sleep"{steps}

end
  winner: active
"""
    assert meaning == signs_of(loads(rules).start()).meaning("p")


FLIGHTS = tuple(
    choice(number, f"fly(flight_{number:02})", f"Fly: flight {number:02}", f"flight {number:02}")
    for number in range(100)
)
MANY = (*FLIGHTS, choice(100, "build", "Build a hotel"), choice(101, "pass", "End the turn"))


def test_a_long_list_leaves_room_for_other_actions() -> None:
    """Of an action with very many choices a part is shown, with how many are left out; the others follow it."""
    lines = drawn(MANY)
    assert "Fly" == lines[0]
    assert "… and 42 more: type a part of the name to search" in lines
    assert ["b Build a hotel", "p End the turn"] == lines[-2:]


def test_what_is_known_of_a_piece_is_told_and_searched() -> None:
    """Pieces whose name says nothing stand with what is known of them, and are found by it."""
    about = About(Known({"flight 07": ("Cairo", "price 3"), "flight 09": ("Tokyo", "price 3")}))
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_choices(MANY, FLIGHTS[7:8], about))
    assert isinstance(console.file, io.StringIO)
    assert "f8 Fly: flight 07 (Cairo, price 3)" == " ".join(console.file.getvalue().split())
    assert [7] == [one.code for one in find_choice(MANY, "cairo", about).choices]
    assert [7, 9] == [one.code for one in find_choice(MANY, "price", about).choices]
    assert find_choice(MANY, "cairo", about).single is None


def test_a_box_tells_of_the_copy_that_stands_in_it() -> None:
    """What is built, and where, is told of that tile and not of those that can still be built."""
    known = Known({"Kitchen": ("cost 3",)}, {7: ("Kitchen", ("■■□", "A1"))})
    built = Choice(1, None, 7, "Kitchen (A1, floor 1)", False, "t=kitchen", "Kitchen (A1, floor 1)")
    free = attrs.evolve(built, value=8, label="Kitchen")
    assert ("(■■□, cost 3)", "(cost 3)") == (known.of(built), known.of(free))


def test_the_text_of_a_card_that_its_effect_says_is_told_once() -> None:
    """Its other columns stand beside it; a number that is part of another one is told as well."""
    about = About(Known({"flight 07": ("place 3 cubes", "cost 3", "3")}), moves={7: ("pay 3", "place 3 cubes")})
    assert "  (cost 3, 3)  pay 3, place 3 cubes" == about.behind(FLIGHTS[7])


def test_what_all_choices_of_an_action_do_is_told_once() -> None:
    """Two choices stand under one heading, as many do; the text forms of records stand beside them."""
    tiles = tuple(choice(code, f"keep(t{code})", f"Keep: Card {code}", f"Card {code}") for code in (1, 2))
    about = About(moves={1: ("pay 1", "it counts at the end"), 2: ("it counts at the end",)})
    assert ["Keep it counts at the end", "k1 Card 1 pay 1 k2 Card 2"] == drawn(tiles, about)
    told = drawn(tiles, attrs.evolve(about, texts=True))
    assert ["Keep it counts at the end", "k1 Card 1 pay 1 keep(t1)", "k2 Card 2 keep(t2)"] == told
    raised = attrs.evolve(about, moves=dict.fromkeys(range(6, 11), ("it is bid",)), texts=True)
    assert "r 6 raise(6)" == drawn(AUCTION, raised)[1]


def test_many_places_of_a_board_are_told_as_runs() -> None:
    """They can be seen on the board, and are typed; a few places are listed."""

    def told(places: list[str]) -> list[str]:
        listed = [choice(n, f"place({place})", f"Put a stone: {place}", place) for n, place in enumerate(places)]
        console = Console(file=io.StringIO(), width=60)
        console.print(render_choices(listed))
        return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]

    board = [f"{letter}{number}" for number in range(1, 8) for letter in "abcdef" if f"{letter}{number}" != "c2"]

    assert [
        "     Put a stone: type a1 … f1, a2, b2, d2 … f2, a3 … f3, a4",
        "     … f4, a5 … f5, a6 … f6, a7 … f7",
    ] == told(board)
    assert ["     Put a stone", "  a1     b1     c1     d1"] == told(board[:4])


def test_a_piece_and_where_it_goes_are_typed_as_two_places() -> None:
    """What was typed goes from the first place to the second, also where another piece can go the other way."""
    moves = (
        choice(1, "go(man, b4)", "Move: man on c5, b4", "man on c5, b4"),
        choice(2, "go(man, c5)", "Move: man on b4, c5", "man on b4, c5"),
    )

    assert [1, 2] == [found.code for typed in ("c5 b4", "b4 c5") if (found := find_choice(moves, typed).single)]


def test_a_price_in_the_words_is_not_what_a_number_costs() -> None:
    """`Buy cubes at 2 gold: 1` costs 2 gold, as `: 2` costs 4; a choice without a number says it itself."""
    told = Told((Deed("pay", "pay 2 gold", 2, "gold"),), ())
    number = Choice(1, "supply", 1, "1", False, "supply(1)", "Buy cubes at 2 gold: 1")
    plain_one = Choice(2, "bid", None, "", False, "bid", "Stay in for 2 gold")
    assert {1: ("pay 2 gold",), 2: ()} == short_deeds((number, plain_one), {1: told, 2: told})
