"""The translations of bundled games: complete, without findings, and the same game in other words."""

import random
from pathlib import Path

import pytest

import gamedsl
from gamedsl.engine.present.view_data import called
from gamedsl.files import read_source
from gamedsl.i18n.speaking import speaking
from gamedsl.semantics.data.csv_reader import read_csv
from gamedsl.semantics.texts.keys import texts

GAMES = Path(__file__).parents[2] / "games"
FILES = sorted(GAMES.glob("*.??.csv"))
IDS = [path.name for path in FILES]


def name_of(path: Path) -> tuple[str, str]:
    """Return game and language of a translation."""
    game, language, _ = path.name.split(".")
    return game, language


def play(name: str, language: str, seed: int) -> tuple[list[object], list[str]]:
    """Play up to 1 000 decisions by chance; return choices with their codes and text forms, and everything in words."""
    table = gamedsl.load(name, language).start(seed=seed, limit=1_000)
    chance = random.Random(seed)
    course: list[object] = []
    words: list[str] = []
    while table.decider is not None:
        legal = table.legal()
        course.append((table.decider, [(one.code, one.text) for one in legal]))
        words += [one.words for one in legal]
        words += [refused.reason for refused in table.refusals()]
        table.apply(chance.choice(legal))
    outcome = table.outcome()
    return [*course, outcome.winners, outcome.points], [*words, *table.log(), outcome.words]


def test_there_are_translations() -> None:
    """German and French come with the program."""
    assert {"mogul.de.csv", "mogul.fr.csv"} <= set(IDS)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_complete(path: Path) -> None:
    """Every text of the game has its words, in the order of the template."""
    name, _ = name_of(path)
    file = read_csv(read_source(path), lambda *_, **__: pytest.fail("the file cannot be read"))
    rows = [(row[0].text, bool(row[1].text)) for row in file.rows]
    assert [(key, True) for key in texts(gamedsl.load(name).checked)] == rows


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_the_same_game(path: Path) -> None:
    """Seats, codes and text forms, winners and points are those of the original; the words are not."""
    name, language = name_of(path)
    course, words = play(name, "", seed=5)
    other_course, other_words = play(name, language, seed=5)
    assert course == other_course
    assert words != other_words
    assert gamedsl.load(name).checked.rules_hash == gamedsl.load(name, language).checked.rules_hash


def test_mogul_in_german() -> None:
    """Choices, reasons, the log and the end are told in German."""
    _, words = play("mogul", "de", seed=5)
    said = "\n".join(words)
    for expected in ("Versteigerung", "Für 1 Chip dabeibleiben", "Aktie", "Prämien", "der Crash ist aufgedeckt"):
        assert expected in said
    for original in ("Stay in", "Leave with", "Premiums", "No loan"):
        assert original not in said


def test_a_variant_of_mogul_in_french() -> None:
    """A bundled variant speaks the language of its base, but for what it says anew."""
    choices = gamedsl.load("mogul_open_purse", "fr").start().legal()
    assert ["Stay in for 1 chip", "Se retirer avec 0 jeton du pot"] == [choice.words for choice in choices]


@pytest.mark.parametrize(
    ("language", "said", "unsaid"),
    [("de", "je Branche: Kurs von Branche", "branch"), ("fr", "cours d\u2019activité", "branch")],
)
def test_types_are_called_by_their_words(language: str, said: str, unsaid: str) -> None:
    """Rules tell of any word of a list by the words of the list, in other languages than that of the rule file too."""
    with speaking(language):
        sections = gamedsl.load("quatre_etoiles", language).start().rules()
        told = "\n".join(line.words for one in sections for rule in one.rules for line in rule.lines)
    assert said in told and unsaid not in told


def test_a_name_ends_before_a_colon() -> None:
    """French has a no-break space before a colon, which is no part of the name."""
    assert "cours" == called("value", "cours\u00a0: le prix d\u2019un maillon, à l\u2019achat et à la vente")
    assert "Kurs" == called("value", "Kurs: Preis eines Steins, beim Kauf und beim Verkauf")
