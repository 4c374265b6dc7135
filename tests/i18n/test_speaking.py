"""Which language is spoken: it belongs to a table, a thread and a command line, and changes no game."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.language import of_environment
from gamedsl.cli.terminal.seats import seat_kinds
from gamedsl.i18n.speaking import all_of, gettext, ngettext, speaking, speaks, spoken


def run(*arguments, **environment):
    """Run the command line with variables of the environment."""
    return CliRunner(env=environment).invoke(group, list(arguments))


def test_english_is_spoken_where_nothing_is_said():
    """Without a language, texts are as they are written."""
    assert ("", "a, b and c") == (spoken(), all_of(["a", "b", "c"]))


def test_a_language_is_spoken_inside():
    """Languages stand inside each other; an unknown one is English, a kind of one is that one."""
    with speaking("de"):
        assert "a, b und c" == all_of(["a", "b", "c"])
        with speaking("fr-CA"):
            assert "a et b" == all_of(["a", "b"])
        with speaking("xx"):
            assert "a and b" == all_of(["a", "b"])
        with speaking(""):
            assert "a und b" == all_of(["a", "b"])
    assert ("", "a and b") == (spoken(), all_of(["a", "b"]))


def test_values_are_not_templates():
    """Braces in what is told of a game stay as they are."""
    assert "{0.__class__} and {b}" == all_of(["{0.__class__}", "{b}"])
    assert "1 {x}, 2 {x}s" == ", ".join(ngettext("{count} {{x}}", "{count} {{x}}s", number) for number in (1, 2))


def test_names_of_languages_open_no_files():
    """What is no name of a language is nothing that is spoken."""
    assert [True, True, True, False, False, False] == [
        speaks(name) for name in ("de", "fr_CA", "en-GB", "xx", "../de", "")
    ]


def test_threads_speak_for_themselves():
    """What one thread speaks, another does not hear."""
    with speaking("de"), ThreadPoolExecutor(1) as pool:
        assert "a and b" == pool.submit(all_of, ["a", "b"]).result()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ""),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "es:fr:de"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "de"}, ""),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, ""),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANG": "es_ES.UTF-8"}, ""),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "../../etc"}, ""),
    ],
)
def test_the_language_of_the_environment(environment, language):
    """As gettext reads it: the first that the program speaks."""
    assert language == of_environment(environment)


def test_help_in_german():
    """``--help`` speaks the language of the environment, click's own words and those of verbs included."""
    assert "Aufruf: " in run("--help", LANG="de_DE.UTF-8").stdout
    told = run("play", "--help", LANG="de_DE.UTF-8").stdout
    for expected in ("Aufruf: ", "[OPTIONEN]", "Spielt GAME", "Optionen:", "Zeigt diese Hilfe."):
        assert expected in told
    assert "Usage: " in run("play", "--help").stdout


def test_help_in_the_language_that_is_named():
    """``--language`` goes before the environment."""
    told = run("play", "--language", "fr", "--help", LANG="de_DE.UTF-8").stdout
    assert "Usage\N{NO-BREAK SPACE}: " in told and "Joue GAME" in told


def test_wrong_use_in_german():
    """What click says of a wrong command line is told in the language, too."""
    told = run("play", "mogul", "--players", "x", LANG="de_DE.UTF-8").stderr
    assert "Fehler: Ungültiger Wert für '--players'" in told


def test_a_game_without_translation_is_played_all_the_same():
    """The environment never makes an error of it; whoever names the language is told what it means."""
    assert 0 == run("show", "sealed_bid", LANG="de_DE.UTF-8").exit_code
    assert "" == run("show", "sealed_bid", LANG="de_DE.UTF-8").stderr
    named = run("show", "sealed_bid", "--language", "de")
    assert (0, True) == (named.exit_code, "nicht in `de` übersetzt" in named.stderr)


def test_the_library_reads_no_environment(monkeypatch):
    """A library speaks what it is told to."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "a and b" == all_of(["a", "b"])
    assert "" == gamedsl.load("mogul").language


def test_a_language_of_a_country():
    """A game is translated into a kind of German by its German."""
    game = gamedsl.load("mogul", "de-AT")
    assert ("de-AT", True) == (game.language, game.translated)
    assert ("de", False) == ((game := gamedsl.load("sealed_bid", "de")).language, game.translated)


def test_nobody_speaks_it():
    """A language that neither the game nor the program speaks is refused."""
    with pytest.raises(gamedsl.UnreadableFileError, match="no translation of Mogul into `xx`"):
        gamedsl.load("mogul", "xx")


def played(language):
    """Return everything of a game that has to be the same in all languages: codes, texts, saves, keys of views."""
    table = gamedsl.load("mogul", language).start(players=3, seed=5)
    told = []
    while table.decider is not None and table.decisions < 60:
        choices = table.legal()
        told.append([(one.code, one.text, one.action) for one in choices])
        table.apply(choices[table.decisions % len(choices)])
    saved = table.save()
    saved["state"].pop("log")
    return json.dumps(
        [told, saved, table.fingerprint(), [[*one] for one in table.ledger()]], sort_keys=True, default=str
    )


def test_the_language_changes_no_game():
    """Choices, saves and what is recorded of a game are the same in all languages."""
    assert played("") == played("de") == played("fr")
    with speaking("fr"):
        assert played("") == played("de")


def test_scenarios_quote_english():
    """Reasons that scenarios quote are found whatever is spoken around."""
    with speaking("de"):
        assert all(result.passed for result in gamedsl.load("mogul", "de").test())


def test_unmarked_texts_stay():
    """A text without translation is told as it is."""
    with speaking("de"):
        assert "nothing of the program" == gettext("nothing of the program")


def test_two_too_few_are_as_many_as_two() -> None:
    """French says "0 point" and "-2 points"."""
    with speaking("fr"):
        assert ["0 point", "-2 points"] == [ngettext("{count} point", "{count} points", number) for number in (0, -2)]


def test_seats_are_typed_in_both_languages():
    """``--seat`` takes the names of the rule file and those of its translation."""
    table = gamedsl.load("tycoon", "de").start(2)
    assert ("human", "random") == seat_kinds(["Blau=human", "Yellow=random"], table, ["random", "human"])
