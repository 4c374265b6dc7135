"""What is left behind when a variant changes a paragraph: conditions that nothing changes, words with old numbers."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/variants_bookkeeping")
LINES = [
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    ["-", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"],
]
KEPT = "set borrowers to borrowers + you"
FIVE = f"then:\n      pay 5 from bank to you.chips\n      {KEPT}"


def game(when: str = "you not in borrowers", then: str = KEPT, start: str = "set borrowers to {}") -> str:
    """Return the game with a condition, a step that keeps the books, and one that clears them."""
    return GAME.replace("{when}", when).replace("{then}", then).replace("{start}", start)


def told(variant: str = "", base: str = "") -> list[tuple[str, str]]:
    """Return code and message of what is found in the base, or in a variant of it."""
    files = {"base.game": base or game()}
    if not variant:
        return _found(files["base.game"], {})
    return _found(f'variant V of "base.game"\n\n{variant}', files)


def _found(text: str, files: dict[str, str]) -> list[tuple[str, str]]:
    found = gamedsl.check_text(text, files=files)
    assert [] == [(one.code, one.message) for one in found if one.severity == "error"]
    return [(one.code, one.message) for one in found]


def test_base_is_clean() -> None:
    """With its bookkeeping the game has no finding."""
    assert [] == [one for one in told() if one[0] != "GDNAM07"]


@pytest.mark.parametrize(
    ("when", "start", "then", "says"),
    [
        ("you not in borrowers", "set borrowers to {}", KEPT, "`you not in borrowers` always holds"),
        ("stage = 1 or you in borrowers", "set borrowers to {}", "set borrowers to {you}",
         "`you in borrowers` never holds"),
        ("not closed", "set closed to no", "set closed to yes", "`not closed` always holds"),
        ("stage < 2", "set stage to 1", "set stage to 2", "`stage < 2` always holds"),
        ("not you.ready", "for each p in players: set p.ready to no", "set you.ready to yes",
         "`not you.ready` always holds"),
    ],
)  # fmt: skip
def test_condition_that_nothing_changes(when: str, start: str, then: str, says: str) -> None:
    """Sets, yes and no, numbers, values of players: told where only what clears them is left, in games and variants."""
    clean = game(when, then, start)
    left_out = "score points 0 for you"
    assert "GDFLO34" not in [code for code, _ in told(base=clean)]
    assert [says] == _about(told(base=game(when, left_out, start)))
    edit = f'actions\n  change borrow\n    then as "chips":\n      remove {then}\n'
    assert [says] == _about(told(edit, clean))


ASKING = """
triggers
  bell
    {trigger}
    then: score points 1 for A

rules
  settle
    then:
      {step}
"""


@pytest.mark.parametrize(
    ("trigger", "step", "until", "says"),
    [
        ("after: wait", "if stage = 1: score points 1 for A", "", "`stage = 1` always holds"),
        ("after: wait", "if you.chips > 3 and stage > 1: score points 1 for A", "",
         "`stage > 1` never holds"),
        ("after: wait\n    when: stage > 1", "score points 1 for A", "", "`stage > 1` never holds"),
        ("when: stage > 1", "score points 1 for A", "", "`stage > 1` never holds"),
        ("once: stage > 1", "score points 1 for A", "", "`stage > 1` never holds"),
        ("after: wait", "score points 1 for A", "you.chips > 20 and stage = 1", "`stage = 1` always holds"),
        ("after: wait", "repeat until you.chips > 20 and stage = 1: pay 1 from bank to you.chips", "",
         "`stage = 1` always holds"),
    ],
)  # fmt: skip
def test_other_places_that_ask(trigger: str, step: str, until: str, says: str) -> None:
    """What triggers, `if` and ends ask is told like a `when`, where only steps are left that change nothing."""
    asking = ASKING.replace("{trigger}", trigger).replace("{step}", step)
    for then, expected in (("set stage to 1", [says]), ("set stage to 2", [])):
        text = game("you.chips < 20", f"{then}; settle", "set closed to no").replace("\nscoring", f"{asking}\nscoring")
        assert expected == _about(told(base=text.replace("you.chips > 20", until or "you.chips > 20", 1)))


def test_ends_are_told_once() -> None:
    """An end that nothing brings about, or that is there at once, has a finding of its own."""
    for until in ("stage > 1", "stage = 1", "you.chips > 30 or stage > 1", "you.chips > 30 and stage > 1"):
        text = game("you.chips < 20", "set stage to 1", "set closed to no").replace("you.chips > 20", until, 1)
        assert [] == _about(told(base=text)), until


def _about(found: list[tuple[str, str]]) -> list[str]:
    return [message.partition(":")[0] for code, message in found if code == "GDFLO34"]


@pytest.mark.parametrize(
    ("when", "then", "start"),
    [
        ("you not in borrowers", "score points 0 for you", "score points 0 for A"),  # still being written
        ("count(borrowers) < stage", "set borrowers to borrowers + you", "set stage to 1"),
        ("{A} in borrowers or you.chips < 9", "score points 0 for you", "set borrowers to {}"),
        ("stage < 2", "roll stage in 1..3", "set stage to 1"),
        ("not closed", "set closed to you.chips > 8", "set closed to no"),
    ],
)
def test_no_alarm(when: str, then: str, start: str) -> None:
    """Nothing is told of values that no step names yet, that change, or that are compared with something that does."""
    assert [] == _about(told(base=game(when, then, start)))


@pytest.mark.parametrize(
    ("edit", "numbers"),
    [
        ("then:\n      change pay 4 from bank to you.chips\n        pay 5 from bank to you.chips", ["4"]),
        ("cost:\n      change pay 1 from you.chips to bank\n        pay 2 from you.chips to bank", ["1"]),
        ('then as "5 chips":\n      change pay 4 from bank to you.chips\n        pay 5 from bank to you.chips', []),
        ("then:\n      remove pay 4 from bank to you.chips", []),
        ("add then: pay 5 from bank to you.chips", []),
        (f"then:\n      pay 5 from bank to you.chips\n      {KEPT}", []),  # its words go with the steps
    ],
)
def test_words_with_old_numbers(edit: str, numbers: list[str]) -> None:
    """Words that stay are told where they say a number that has become another one, behind a name or behind `as`."""
    found = [message for code, message in told(f"actions\n  change borrow\n    {edit}\n") if code == "GDVAR15"]
    assert [
        f"The numbers of `borrow` are others here, but words of it that stay say {one}." for one in numbers
    ] == found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Borrow four chips", "four"),
        ("Four chips", "Four"),
        ("Leihe vier Chips", "vier"),
        ("Emprunte quatre jetons", "quatre"),
        ("Borrow three chips, then four-handed", ""),
        ("Borrow some chips and go forth", ""),
        ("Pay one chip, not vierzig", ""),
    ],
)
def test_numbers_written_out(words: str, said: str) -> None:
    """Numbers in words count like digits, in English, German and French, but not parts of other words."""
    base = game().replace("Borrow 2 chips", words)
    found = [one for code, one in told(f"actions\n  change borrow\n    {FIVE}\n", base) if code == "GDVAR15"]
    assert [f"The numbers of `borrow` are others here, but words of it that stay say {said}."] * bool(said) == found


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("Pay one chip, take some", True),
        ("One chip is paid", True),
        ("Eins zahlen", True),
        ("No one may do this", False),
        ("Take one of the loans", False),
        ("Each one pays", False),
        ("Einen Kredit nehmen, ein Chip", False),
        ("Prends un jeton", False),
    ],
)
def test_one_is_not_always_a_number(words: str, is_told: bool) -> None:
    """`one` that stands for somebody, or for a thing, says no number; nor do articles of German and French."""
    base = game().replace("Borrow 2 chips", words).replace('cost as "1 chip":', "cost:")
    edit = "actions\n  change borrow\n    cost:\n      change pay 1 from you.chips to bank\n"
    edit += "        pay 3 from you.chips to bank\n"
    assert is_told == ("GDVAR15" in [code for code, _ in told(edit, base)])


@pytest.mark.parametrize(
    ("number", "words"),
    [(at, [line[at - 1] for line in LINES if line[at - 1] != "-"]) for at in range(1, 13)],
)
def test_every_number_up_to_twelve(number: int, words: list[str]) -> None:
    """One to twelve, in three languages."""
    base = game().replace("pay 4 from", f"pay {number} from")
    edit = f"actions\n  change borrow\n    then:\n      pay 15 from bank to you.chips\n      {KEPT}\n"
    for word in words:
        own = base.replace("Borrow 2 chips", f"{word} chips").replace('then as "4 chips in all"', "then")
        assert "GDVAR15" in [code for code, _ in told(edit, own.replace('cost as "1 chip":', "cost:"))], word


def test_label_with_an_old_number() -> None:
    """The label of an action is told, too, unless the variant writes it anew; references are no numbers."""
    base = game().replace("Borrow 2 chips", "Borrow 4 chips")
    steps = f"then:\n      pay 5 from bank to you.chips\n      {KEPT}\n"
    assert ["GDVAR15"] == [code for code, _ in told(f"actions\n  change borrow\n    {steps}", base)]
    assert [] == told(f'actions\n  change borrow "Borrow 5 chips"\n    {steps}', base)
    assert [] == told(
        f"actions\n  change borrow\n    {steps}", base.replace("Borrow 4 chips", "Borrow").replace("3]", "4]")
    )
