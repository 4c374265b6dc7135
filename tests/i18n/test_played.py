"""Games played in German and French from a pipe: whatever is asked, no word of the program is English."""

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.terminal.signs import signs_of
from gamedsl.files import bundled_names
from gamedsl.i18n.speaking import speaking
from tests.helpers.suite.nightly import NIGHTLY, games_of_each_form
from tests.i18n.extracting import LANGUAGES, read
from tests.i18n.pseudo import names_of, printed, strange_translation, unmarked, words_of

ASKED = (
    *("help", "help why", "rules", "rules a", "why", "why points", "why zzz", "scores", "log 100", "look", "look 1"),
    *("look zzz", "table", "legend", "undo", "zzz", "99", "zz 3", "", "quit", "n"),
)
TYPED_IN_ENGLISH = {
    *("help", "why", "rules", "scores", "log", "look", "legend", "undo", "quit", "table", "points"),
    *("zz", "zzz", "pass", "random", "human", "quick", "greedy", "mcts", "gamedsl", "ctrl", "play", "resume"),
    *("language", "record", "jsonl", "seat", "replay"),
}
IN_GERMAN_AS_WELL = {"in"}
GAMES = tuple(name for name in bundled_names() if "scenarios" not in name)


def moves(name: str, players: int, seed: int) -> list[str]:
    """Return what people type who share a terminal: the first or another choice at each decision, to the end.

    The empty line is for the next person who sits down, the last one for the question whether it is meant.
    """
    table = gamedsl.load(name).start(players=players, seed=seed, log=False)
    typed = []
    while table.decider is not None:
        codes = table.codes()
        code = codes[table.decisions * 7 % len(codes)]
        if len(codes) > 1:
            typed += ["", table.text_of(code), "y"]
        table.apply(code)
    return typed


@cache
def english(language: str) -> dict[re.Pattern[str], str]:
    """Return the texts of the program that are otherwise in a language, as patterns of whole words."""
    found = {}
    for message in read(language):
        for text, told in zip(_several(message.id), _several(message.string), strict=False):
            parts = re.split(r"\{[^{}]*\}", text.strip())
            letters = "".join(parts)
            if text != told and not message.context and len(re.findall(r"[A-Za-z]{2,}", letters)) > 0:
                pattern = "(.+?)".join(map(re.escape, parts))
                found[re.compile(rf"(?<!\w){pattern}(?!\w)")] = text
    return found


def _several(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(one) for one in text]


def english_words(text: str, language: str, known: set[str]) -> list[str]:
    """Return the texts of the program that stand in an output in English; what the game itself says is no fault."""
    found, lines = [], set(text.splitlines())
    for pattern, written in english(language).items():
        parts = re.split(r"\{[^{}]*\}", written.strip())
        said = {word.casefold() for part in parts for word in re.findall(r"[A-Za-z]{2,}", part)}
        if not said <= known | IN_GERMAN_AS_WELL:
            near = (line for line in lines if all(part in line for part in parts))
            found += [written] if any(pattern.search(line) for line in near) else []
    return found


@pytest.mark.parametrize("language", LANGUAGES if NIGHTLY else ["de"])
def test_a_whole_game_of_mogul(language, own_home):
    """Three people play, by night to the end: all screens, questions, the log, help and the result."""
    seats = [part for seat in (1, 2, 3) for part in ("--seat", f"{seat}=human")]
    played = moves("mogul", 3, 5) if NIGHTLY else [*moves("mogul", 3, 5)[: 3 * 40], "quit", "y"]
    typed = "\n".join(["", *ASKED, *played, ""])
    result = CliRunner().invoke(group, ["play", "mogul", "--language", language, "--seed", "5", *seats], input=typed)
    assert 0 == result.exit_code, result.output[-2000:]
    assert not NIGHTLY or {"de": "gewinnt.", "fr": "gagne."}[language] in result.stdout
    known = words_of(gamedsl.load("mogul", language).checked) | TYPED_IN_ENGLISH
    assert [] == english_words(result.stdout + result.stderr, language, known)


@pytest.mark.parametrize(
    "name",
    GAMES
    if NIGHTLY
    else games_of_each_form("tycoon", "saloon_tycoon", "no_thanks", "quatre_etoiles", "six_tricks", "leduc_poker"),
)
def test_first_turns_of_all_games(name, own_home):
    """Whatever may be typed in the first turn of a game: no text of the program is English in German."""
    typed = "\n".join(["", *ASKED, "quit", "y", ""])
    arguments = ["play", name, "--language", "de", "--seed", "5", "--seat", "1=human", "--level", "easy"]
    result = CliRunner().invoke(group, arguments, input=typed)
    assert 0 == result.exit_code, result.output[-2000:]
    known = words_of(gamedsl.load(name, "de").checked) | TYPED_IN_ENGLISH
    assert [] == english_words(result.stdout, "de", known)


def test_every_word_is_marked(monkeypatch, own_home):
    """Where every marked text is told in strange letters, what is left in others is the game's own, or was typed."""
    seats = [part for seat in (1, 2, 3) for part in ("--seat", f"{seat}=human")]
    played = moves("mogul", 3, 5) if NIGHTLY else [*moves("mogul", 3, 5)[: 3 * 25], "quit", "y"]
    typed = "\n".join(["", *ASKED, *played, ""])
    text = printed(monkeypatch, "play", "mogul", "--language", "de", "--seed", "5", *seats, typed=typed)
    game = gamedsl.load("mogul", "de")
    signs = {asked.sign for asked in signs_of(game.start(players=3)).asked}
    assert {} == unmarked(text, words_of(game.checked) | TYPED_IN_ENGLISH | signs)


@pytest.mark.parametrize("name", ["six_tricks", "liars_dice"] if NIGHTLY else ["six_tricks"])
def test_every_word_is_marked_in_other_games(name, tmp_path, monkeypatch, own_home):
    """The same of games with dice, tricks and hidden hands, whose own texts are told in strange letters as well."""
    game = gamedsl.load(name)
    rules = tmp_path / f"{name}.game"
    rules.write_text(Path(game.checked.path).read_text("utf-8"), "utf-8")
    rules.with_suffix(".xx.csv").write_text(strange_translation(game.checked), "utf-8")
    players = game.players.start
    seats = [part for seat in range(1, players + 1) for part in ("--seat", f"{seat}=human")]
    typed = "\n".join(["", *ASKED, *moves(name, players, 5), ""])
    text = printed(monkeypatch, "play", str(rules), "--language", "xx", "--seed", "5", *seats, typed=typed)
    signs = {asked.sign for asked in signs_of(gamedsl.load(rules, "xx").start(players)).asked}
    told = [line for line in text.splitlines() if str(tmp_path) not in line]
    inside = set(re.findall(r"\blet (\w+)", rules.read_text("utf-8")))
    assert {} == unmarked("\n".join(told), names_of(game.checked) | TYPED_IN_ENGLISH | signs | inside)


def test_commands_in_german():
    """What is typed is understood in English and in the language that is spoken."""
    typed = "hilfe\nregeln kredit\nstand\nzeig tisch\nende\nj\n"
    arguments = ["play", "mogul", "--language", "de", "--seed", "5", "--seat", "1=human"]
    told = CliRunner().invoke(group, arguments, input=typed).stdout
    for expected in ("Wenn jetzt Schluss wäre", "Das Spiel verlassen?", "Verlassen nach 0 Entscheidungen"):
        assert expected in told
    assert "ist hier keine Möglichkeit" not in told


def test_replay_in_the_language_of_the_game(tmp_path, own_home):
    """A record is shown in the language the game was played in, whatever is spoken; ``--language`` goes before it."""
    kept = str(tmp_path / "kept.record.jsonl")
    CliRunner().invoke(group, ["play", "mogul", "--language", "de", "--seed", "5", "--save", kept])
    told = CliRunner(env={"LANG": "fr_FR.UTF-8"}).invoke(group, ["replay", kept]).stdout
    assert "Mischung 5" in told and "das Ende der Partie" in told
    assert "la fin de la partie" in CliRunner().invoke(group, ["replay", kept, "--language", "fr"]).stdout


def test_names_of_columns_are_translated(own_home):
    """Beside their values, as in English."""
    arguments = ["play", "mogul", "--seed", "5", "--seat", "1=human", "--level", "easy"]
    english_one, german = (
        CliRunner().invoke(group, [*arguments, "--language", language], input="quit\ny\n").stdout
        for language in ("en", "de")
    )
    assert (True, False) == ("border blue" in english_one, "border" in german)
    assert "Rand blau" in german


def test_a_colon_stands_as_the_language_writes_it():
    """Behind the words of a choice too, and in `why`: in French behind a blank that keeps the line together."""
    with speaking("fr"):
        table = gamedsl.load("mogul").start(players=3, seed=5)
        while not any(choice.action == "sell" for choice in table.legal()):
            table.apply(table.codes()[0])
        words = [choice.words for choice in table.legal() if choice.action == "sell"]
    assert all(re.search(r"\S\u00a0: \w", one) for one in words)
    typed = "pourquoi\nquitter\no\n"
    arguments = ["play", "mogul", "--language", "fr", "--seed", "5", "--seat", "1=human", "--level", "easy"]
    assert not re.search(r"\w: ", CliRunner().invoke(group, arguments, input=typed).stdout)
