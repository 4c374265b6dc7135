"""The translations of bundled games: complete, without findings, and the same game in other words."""

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import gamedsl
from gamedsl.cli.render.effects import render_goal, render_rules
from gamedsl.engine.words.labels import called
from gamedsl.files import read_source
from gamedsl.i18n.speaking import speaking
from gamedsl.semantics import core
from gamedsl.semantics.data.csv_reader import read_csv
from gamedsl.semantics.texts.keys import texts, words_of
from tests.helpers.play.screens import printed, talking

GAMES = Path(__file__).parents[2] / "games"
FILES = sorted(path for folder in (GAMES, GAMES.parent / "examples") for path in folder.glob("*.??.csv"))
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
    assert {f"{name}.{language}.csv" for name in ("mogul", "tycoon") for language in ("de", "fr")} <= set(IDS)


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


def everything(name: str, language: str) -> Iterator[str]:
    """Yield whatever is told of a game by chance: choices, refusals, screens now and then, the log, rules and end."""
    table = gamedsl.load(name, language).start(seed=5, limit=150)
    chance = random.Random(5)
    with speaking(language):
        talk = talking(table, 200, 400)
        while (seat := table.decider) is not None:
            legal = table.legal()
            yield from (one.words for one in legal)
            yield from (refused.reason for refused in table.refusals())
            if table.decisions % 25 == 0:
                yield printed(talk, partial(talk._show, seat, legal))
            table.apply(chance.choice(legal))
        yield printed(talk, partial(talk.console.print, render_goal(table.rules())))
        yield printed(talk, partial(talk.console.print, render_rules(table.rules(), "", ())))
    yield from table.log()
    yield table.outcome().words


def left_over(text: core.Text) -> re.Pattern[str] | None:
    """Return what shows that a text of the rule file is told as it is written; None for one of a few letters."""
    parts = [part if isinstance(part, str) else "" for part in text.parts]
    written = "".join(f"(?:{'|'.join(map(re.escape, part.split('|')))})" if part else ".+?" for part in parts)
    return re.compile(rf"(?<![\w-]){written}(?![\w-])") if len(re.findall(r"[A-Za-z]", "".join(parts))) > 3 else None


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_no_text_is_left_over(path: Path) -> None:
    """What the rule file says stands nowhere as it is written, but where a word means the same in the language."""
    name, language = name_of(path)
    own, other = (texts(gamedsl.load(name, spoken).checked) for spoken in ("", language))
    translated = "\n".join(words_of(text) for text in other.values())
    said = "\n".join(everything(name, language))
    english = {key: left_over(text) for key, text in own.items() if text.parts != other[key].parts}
    found = {
        key: one.pattern for key, one in english.items() if one and one.search(said) and not one.search(translated)
    }
    assert {} == found


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


@pytest.mark.parametrize(("language", "unit"), [("", "million"), ("de", "Millionen"), ("fr", "millions")])
def test_what_a_payday_pays(language: str, unit: str) -> None:
    """The table of a phase that pays says in the language of the game what is paid."""
    table = gamedsl.load("tycoon_short", language).start(2, seed=1)
    chance = random.Random(1)
    while table.decider is not None and not table.breakdowns():
        table.apply(chance.choice(table.legal()))
    assert unit == table.breakdowns()[0].unit


@pytest.mark.parametrize("language", ["de", "fr"])
def test_rules_name_places_in_the_other_language(language: str) -> None:
    """Long words of entries give way to names in English only: names of a rule file are English."""
    with speaking(language):
        told = gamedsl.load("saloon_tycoon", language).start().rules()
    said = "\n".join(line.words for section in told for rule in section.rules for line in rule.lines)
    for name in ("dealt", "claim pile", "secret pile", "finisher", "tile price"):
        assert name not in said
